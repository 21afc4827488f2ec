"""The abstract machine: faces, places, operations and what they do; no protocol, no game, no sentence."""
