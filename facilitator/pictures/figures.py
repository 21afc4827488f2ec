"""Figures that print well in black: symbols, patterns, suits and domino tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from math import cos, pi, sin

from facilitator.games.decks import TILES, halves
from facilitator.operations.faces import Face
from facilitator.pictures.marks import BLACK, WHITE, Box, Circle, Ink, Line, Mark, Polygon, Rect

STEP = 1.6
"""Default distance between the lines of a pattern, in mm."""


def symbol(name: str, box: Box, ink: Ink = BLACK) -> list[Mark]:
    """Draw a symbol, such as "star", in the middle of a box. An empty name returns an empty list."""
    r = min(box.w, box.h) / 2
    x, y = box.x + box.w / 2, box.y + box.h / 2
    bar = r * 0.44
    round_or_square: dict[str, list[Mark]] = {
        "": [],
        "disc": [Circle(x, y, r, fill=ink)],
        "ring": [Circle(x, y, r * 0.82, width=r * 0.32, ink=ink)],
        "target": [Circle(x, y, r * 0.9, width=r * 0.16, ink=ink), Circle(x, y, r * 0.4, fill=ink)],
        "frame": [Rect(Box(x - 0.7 * r, y - 0.7 * r, 1.4 * r, 1.4 * r), None, 0.34 * r, ink=ink)],
        "stack": [Rect(Box(x - r, y - r + i * (r - bar / 2), 2 * r, bar), ink, 0) for i in range(3)],
    }
    if name in round_or_square:
        return round_or_square[name]
    return [Polygon(tuple((x + u * r, y + v * r) for u, v in _POLYGONS[name]), ink)]


def _trace_cross(t: float) -> list[tuple[float, float]]:
    quarter = [(-t, -1), (t, -1), (t, -t)]
    return [_rotate_point(point, n) for n in range(4) for point in quarter]


def _rotate_point(point: tuple[float, float], n: int) -> tuple[float, float]:
    """Rotate a point clockwise by ``n`` right angles."""
    u, v = point
    for _ in range(n):
        u, v = -v, u
    return u, v


def _point_from_angle(r: float, turn: float) -> tuple[float, float]:
    """Return the point at distance ``r`` from the origin.

    Args:
        r: Distance from the origin.
        turn: Clockwise angle from the top, as a fraction of a full circle.
    """
    return r * sin(2 * pi * turn), -r * cos(2 * pi * turn)


_POLYGONS: dict[str, list[tuple[float, float]]] = {
    "triangle": [(0, -1), (1, 0.8), (-1, 0.8)],
    "square": [(-0.86, -0.86), (0.86, -0.86), (0.86, 0.86), (-0.86, 0.86)],
    "diamond": [(0, -1.05), (0.8, 0), (0, 1.05), (-0.8, 0)],
    "hourglass": [(-0.85, -1), (0.85, -1), (0.12, 0), (0.85, 1), (-0.85, 1), (-0.12, 0)],
    "cross": _trace_cross(0.34),
    "saltire": [((u - v) * 0.72, (u + v) * 0.72) for u, v in _trace_cross(0.26)],
    "star": [_point_from_angle(1.05 if i % 2 == 0 else 0.45, i / 10) for i in range(10)],
    "moon": [
        *((u + 0.2, v) for u, v in (_point_from_angle(1, 0.4 + 0.7 * i / 20) for i in range(21))),
        *((u + 0.65, v) for u, v in (_point_from_angle(0.82, 1.027 - 0.554 * i / 20) for i in range(21))),
    ],
    "bolt": [(0.35, -1.05), (-0.75, 0.18), (-0.08, 0.18), (-0.35, 1.05), (0.75, -0.18), (0.08, -0.18)],
    "half": [_point_from_angle(1, 0.25 + i / 40) for i in range(21)],
}
"""Corners of the symbols that are polygons, in a square from -1 to 1."""


def pattern(name: str, box: Box, ink: Ink = BLACK, step: float = STEP) -> tuple[Mark, ...]:
    """Fill a box with a pattern, with a thin frame around all patterns except "rungs".

    An empty name returns an empty tuple.

    Args:
        name: Name of the pattern: "rungs", or a key of `LAYERS` or `FILLINGS`.
        box: Box to fill.
        ink: Colour.
        step: Approximate spacing of lines or dots, in mm.
    """
    if not name:
        return ()
    if name == "rungs":  # This pattern takes little ink, so that it does not show through the card.
        across = _draw_bars if box.h >= box.w else _draw_columns
        return (*across(box, step * 1.6, step * 0.22, ink),)
    layers = LAYERS.get(name, (name,))
    thick = step * 0.36 / len(layers)
    return (
        *(mark for layer in layers for mark in FILLINGS[layer](box, step, thick, ink)),
        Rect(box, None, 0.25, ink=ink),
    )


def _space_evenly(start: float, end: float, step: float) -> list[float]:
    """Return equally spaced positions between two edges, with distances of approximately ``step``."""
    n = max(1, round((end - start) / step))
    return [start + (i + 0.5) * (end - start) / n for i in range(n)]


def _draw_bars(box: Box, step: float, thick: float, ink: Ink) -> Iterator[Mark]:
    return (Line(box.x, y, box.right, y, thick, ink) for y in _space_evenly(box.y, box.bottom, step))


def _draw_columns(box: Box, step: float, thick: float, ink: Ink) -> Iterator[Mark]:
    return (Line(x, box.y, x, box.bottom, thick, ink) for x in _space_evenly(box.x, box.right, step))


def _draw_rising(box: Box, step: float, thick: float, ink: Ink) -> Iterator[Mark]:
    for low, left, right in _iter_slanted_lines(box, step):
        yield Line(box.x + left, box.y + low - left, box.x + right, box.y + low - right, thick, ink)


def _draw_falling(box: Box, step: float, thick: float, ink: Ink) -> Iterator[Mark]:
    for low, left, right in _iter_slanted_lines(box, step):
        yield Line(box.right - left, box.y + low - left, box.right - right, box.y + low - right, thick, ink)


def _iter_slanted_lines(box: Box, step: float) -> Iterator[tuple[float, float, float]]:
    """Yield the 45-degree lines that fill a box.

    Coordinates are relative to the top left corner of the box.

    Yields:
        The sum x + y, which is constant along a line, and the x coordinates of the line's end points.
    """
    n = max(2, round((box.w + box.h) / (step * 1.4)))
    for i in range(1, n):
        d = i * (box.w + box.h) / n
        yield d, max(0.0, d - box.h), min(box.w, d)


def _draw_dots(box: Box, step: float, thick: float, ink: Ink) -> Iterator[Mark]:
    for x, y in product(_space_evenly(box.x, box.right, step), _space_evenly(box.y, box.bottom, step)):
        yield Circle(x, y, step * 0.27, fill=ink)


def _draw_checks(box: Box, step: float, thick: float, ink: Ink) -> Iterator[Mark]:
    cols, rows = max(2, round(box.w / step)), max(2, round(box.h / step))
    w, h = box.w / cols, box.h / rows
    for row in range(rows):
        for col in range(row % 2, cols, 2):
            yield Rect(Box(box.x + col * w, box.y + row * h, w, h), ink, 0)


def _draw_plusses(box: Box, step: float, thick: float, ink: Ink) -> Iterator[Mark]:
    step, arm = step * 1.6, step * 1.6 * 0.36
    for x, y in product(_space_evenly(box.x, box.right, step), _space_evenly(box.y, box.bottom, step)):
        yield Line(x - arm, y, x + arm, y, thick, ink)
        yield Line(x, y - arm, x, y + arm, thick, ink)


def _draw_teeth(box: Box, step: float, thick: float, ink: Ink) -> Iterator[Mark]:
    """Yield triangles that point from a long side of a box to the opposite side."""
    long = max(box.w, box.h)
    n = max(2, round(long / (step * 1.6)))
    for i in range(n):
        low, middle, high = (long * (i + part) / n for part in (0, 0.5, 1))
        if box.h >= box.w:
            yield Polygon(((box.x, box.y + low), (box.right, box.y + middle), (box.x, box.y + high)), ink)
        else:
            corners = (box.x + low, box.bottom), (box.x + middle, box.y), (box.x + high, box.bottom)
            yield Polygon(corners, ink)


def _draw_chevrons(box: Box, step: float, thick: float, ink: Ink) -> Iterator[Mark]:
    """Yield zigzag lines with a single peak."""
    return _draw_zigzags(box, step, thick, ink, 1)


def _draw_waves(box: Box, step: float, thick: float, ink: Ink) -> Iterator[Mark]:
    return _draw_zigzags(box, step, thick, ink, max(2, round(box.w / (step * 1.5))))


def _draw_zigzags(box: Box, step: float, thick: float, ink: Ink, many: int) -> Iterator[Mark]:
    w = box.w / many
    rise = min(step * 0.8, w / 2)
    for y, i in product(_space_evenly(box.y + rise / 2, box.bottom - rise / 2, step * 1.25), range(many)):
        left, top = box.x + i * w, y - rise / 2
        yield Line(left, y + rise / 2, left + w / 2, top, thick, ink)
        yield Line(left + w / 2, top, left + w, y + rise / 2, thick, ink)


LAYERS = {"grid": ("bars", "columns"), "mesh": ("rising", "falling")}
"""Names of the two patterns that each of these patterns combines."""
FILLINGS: dict[str, Callable[[Box, float, float, Ink], Iterator[Mark]]] = {
    "bars": _draw_bars,
    "columns": _draw_columns,
    "rising": _draw_rising,
    "falling": _draw_falling,
    "dots": _draw_dots,
    "checks": _draw_checks,
    "plusses": _draw_plusses,
    "teeth": _draw_teeth,
    "chevrons": _draw_chevrons,
    "waves": _draw_waves,
}
"""Functions that fill a box with a pattern. Their arguments are box, spacing, line width and ink."""


# ----------------------------------------------------------------------------------------------------
# The four suits. Our typeface lacks these symbols.


HEART = tuple(
    (sin(t) ** 3, -(13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t)) / 16)
    for t in (2 * pi * i / 48 for i in range(48))
)
"""Outline of a heart of width 2 that points downwards."""


def suit(letter: str, box: Box, ink: Ink) -> list[Mark]:
    """Draw a suit symbol in the middle of a box.

    Args:
        letter: Suit: C, D, H or S.
        box: Box to fill.
        ink: Colour.
    """
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


# ----------------------------------------------------------------------------------------------------
# Domino tiles: an outline, a bar across the middle, and pips on both halves.


SPOTS: tuple[tuple[tuple[int, int], ...], ...] = (
    (),
    ((0, 0),),
    ((-1, -1), (1, 1)),
    ((-1, -1), (0, 0), (1, 1)),
    ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
)
"""Positions of the pips on half a vertical tile, by their number. Units are multiples of `APART`."""
APART, PIP = 0.27, 0.105
"""Pip spacing and pip radius, relative to the side of half a tile."""


def is_tile(face: Face) -> bool:
    """Return whether a face is a domino tile."""
    return face in TILES.cards


def tile(face: Face, box: Box) -> Iterator[Mark]:
    """Draw a domino tile as large as possible, with its smaller number first.

    The tile is horizontal if the box is wider than it is high.
    """
    is_wide = box.w > box.h
    side = min(box.w / 2, box.h) if is_wide else min(box.w, box.h / 2)
    middle, centre = box.x + box.w / 2, box.y + box.h / 2
    w, h = (2 * side, side) if is_wide else (side, 2 * side)
    yield Rect(Box(middle - w / 2, centre - h / 2, w, h), WHITE, 0.035 * side, 0.12 * side)
    bar = 0.4 * side
    ends = (0, -bar, 0, bar) if is_wide else (-bar, 0, bar, 0)
    yield Line(middle + ends[0], centre + ends[1], middle + ends[2], centre + ends[3], 0.03 * side)
    for number, sign in zip(halves(face), (-1, 1), strict=True):
        for across, down in SPOTS[number]:
            u, v = across * APART * side, down * APART * side + sign * side / 2
            x, y = (v, -u) if is_wide else (u, v)
            yield Circle(middle + x, centre + y, PIP * side, BLACK)
