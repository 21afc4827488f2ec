"""Protocols: recipes of typed operations that name places, never cards."""
