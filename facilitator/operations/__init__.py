"""Abstract machine for cards: faces, places, operations and their effects, without any game or text."""
