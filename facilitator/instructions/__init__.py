"""Readings: words, simulation, cost and pictures of the same operations; none of them decides anything."""
