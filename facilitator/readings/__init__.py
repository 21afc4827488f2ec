"""Readings: words, simulation, cost and pictures of the same operations."""
