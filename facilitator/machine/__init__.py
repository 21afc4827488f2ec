"""Abstract machine: faces, places, operations and their effects, independent of protocols, games and texts."""
