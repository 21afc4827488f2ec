"""Whole evenings before they happen: what to bring, how long, which form fits; nothing here prints or asks."""
