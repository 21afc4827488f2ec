"""Protocols: recipes of typed operations that name places, never cards; no game, no simulation, no page."""
