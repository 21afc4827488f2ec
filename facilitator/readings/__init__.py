"""Readings: words, simulation, cost, proof and pictures of the same operations."""
