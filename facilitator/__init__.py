"""Play UNO with virtual players and real cards: a host's assistant for card-based protocols."""

__version__ = "0.1.0"
