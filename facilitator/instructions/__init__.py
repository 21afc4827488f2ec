"""Render operations as sentences, count their costs, and carry them out on a simulated table."""
