"""Render operations as sentences and pictures, count their costs, and carry them out on a simulated table."""
