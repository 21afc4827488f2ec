"""Abstract machine: faces, places, operations and their effects; it knows no protocol, no game and no text."""
