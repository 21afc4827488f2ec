"""Whole evenings before they happen: what to bring, how long it takes, which form fits."""
