"""Mistakes while handling cards: the information that they leak, in bits, and the options to continue."""
