"""The four suits as marks, for our typeface has none."""

from __future__ import annotations

from math import cos, pi, sin

from facilitator.sheets.drawing.marks import Box, Circle, Ink, Mark, Polygon

HEART = tuple(
    (sin(t) ** 3, -(13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t)) / 16)
    for t in (2 * pi * i / 48 for i in range(48))
)
"""A heart of half width 1, its point below."""


def suit(letter: str, box: Box, ink: Ink) -> list[Mark]:
    """Return a suit (C, D, H or S) in the middle of a box."""
    r = min(box.w, box.h) / 2
    x, y = box.x + box.w / 2, box.y + box.h / 2

    def shape(points: tuple[tuple[float, float], ...]) -> Polygon:
        return Polygon(tuple((x + u * r, y + v * r) for u, v in points), ink)

    stem = shape(((0.0, 0.1), (0.32, 1.0), (-0.32, 1.0)))
    if letter == "D":
        return [shape(((0, -1), (0.74, 0), (0, 1), (-0.74, 0)))]
    if letter == "H":
        return [shape(tuple((u * 0.95, v * 0.95 - 0.06) for u, v in HEART))]
    if letter == "S":
        return [shape(tuple((u * 0.92, -v * 0.85 - 0.1) for u, v in HEART)), stem]
    leaves = ((0.0, -0.52), (-0.5, 0.2), (0.5, 0.2))
    return [*(Circle(x + u * r, y + v * r, 0.46 * r, fill=ink) for u, v in leaves), stem]
