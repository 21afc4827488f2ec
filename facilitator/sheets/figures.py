"""Figures that print well in black: symbols and patterns that tell the kinds of cards apart, suits, domino tiles."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

from facilitator.games.packs import TILES, halves
from facilitator.machine.faces import Face
from facilitator.sheets.drawing.marks import BLACK, WHITE, Box, Circle, Ink, Line, Mark, Polygon, Rect

STEP = 1.6
"""Distance of a pattern's lines, mm: told apart at arm's length, and sharp on any printer."""


def symbol(name: str, box: Box, ink: Ink = BLACK) -> list[Mark]:
    """Return a symbol in the middle of a box; nothing for the empty name."""
    r = min(box.w, box.h) / 2
    x, y = box.x + box.w / 2, box.y + box.h / 2
    if not name:
        return []
    if name == "disc":
        return [Circle(x, y, r, fill=ink)]
    if name == "ring":
        return [Circle(x, y, r * 0.82, width=r * 0.32, ink=ink)]
    if name == "target":
        return [Circle(x, y, r * 0.9, width=r * 0.16, ink=ink), Circle(x, y, r * 0.4, fill=ink)]
    if name == "frame":
        return [Rect(Box(x - 0.7 * r, y - 0.7 * r, 1.4 * r, 1.4 * r), None, 0.34 * r, ink=ink)]
    if name == "stack":
        bar = r * 0.44
        return [Rect(Box(x - r, y - r + i * (r - bar / 2), 2 * r, bar), ink, 0) for i in range(3)]
    shapes: dict[str, list[tuple[float, float]]] = {
        "triangle": [(0, -1), (1, 0.8), (-1, 0.8)],
        "square": [(-0.86, -0.86), (0.86, -0.86), (0.86, 0.86), (-0.86, 0.86)],
        "diamond": [(0, -1.05), (0.8, 0), (0, 1.05), (-0.8, 0)],
        "hourglass": [(-0.85, -1), (0.85, -1), (0.12, 0), (0.85, 1), (-0.85, 1), (-0.12, 0)],
        "cross": _cross(0.34),
        "saltire": [((u - v) * 0.72, (u + v) * 0.72) for u, v in _cross(0.26)],
        "star": [_polar(1.05 if i % 2 == 0 else 0.45, i / 10) for i in range(10)],
        "moon": [
            *((u + 0.2, v) for u, v in (_polar(1, 0.4 + 0.7 * i / 20) for i in range(21))),
            *((u + 0.65, v) for u, v in (_polar(0.82, 1.027 - 0.554 * i / 20) for i in range(21))),
        ],
        "bolt": [(0.35, -1.05), (-0.75, 0.18), (-0.08, 0.18), (-0.35, 1.05), (0.75, -0.18), (0.08, -0.18)],
        "half": [_polar(1, 0.25 + i / 40) for i in range(21)],
    }
    return [Polygon(tuple((x + u * r, y + v * r) for u, v in shapes[name]), ink)]


def _cross(t: float) -> list[tuple[float, float]]:
    quarter = [(-t, -1), (t, -1), (t, -t)]
    return [_quarters(point, n) for n in range(4) for point in quarter]


def _quarters(point: tuple[float, float], n: int) -> tuple[float, float]:
    """Turn a point by n right angles, clockwise on paper."""
    u, v = point
    for _ in range(n):
        u, v = -v, u
    return u, v


def _polar(r: float, turn: float) -> tuple[float, float]:
    """Return a point at distance r, ``turn`` of a full circle clockwise from the top."""
    return r * sin(2 * pi * turn), -r * cos(2 * pi * turn)


def pattern(name: str, box: Box, ink: Ink = BLACK, step: float = STEP) -> list[Mark]:
    """Return a box filled with a pattern, within a thin frame (but for rungs); nothing for the empty name."""
    if not name:
        return []
    if name == "rungs":
        return list(_rungs(box, step, ink))
    return [*_fill(name, box, ink, step), Rect(box, None, 0.25, ink=ink)]


def _fill(name: str, box: Box, ink: Ink, step: float) -> Iterator[Mark]:
    thick = step * 0.36
    if name in ("bars", "grid"):
        for y in _steps(box.y, box.bottom, step):
            yield Line(box.x, y, box.right, y, thick if name == "bars" else thick / 2, ink)
    if name in ("columns", "grid"):
        for x in _steps(box.x, box.right, step):
            yield Line(x, box.y, x, box.bottom, thick if name == "columns" else thick / 2, ink)
    if name in ("rising", "mesh"):
        yield from _slanted(box, step * 1.4, thick if name == "rising" else thick / 2, ink, up=True)
    if name in ("falling", "mesh"):
        yield from _slanted(box, step * 1.4, thick if name == "falling" else thick / 2, ink, up=False)
    if name == "dots":
        for x in _steps(box.x, box.right, step):
            for y in _steps(box.y, box.bottom, step):
                yield Circle(x, y, step * 0.27, fill=ink)
    if name == "checks":
        yield from _checks(box, step, ink)
    if name == "plusses":
        yield from _plusses(box, step * 1.6, thick, ink)
    if name == "teeth":
        yield from _teeth(box, step * 1.6, ink)
    if name in ("chevrons", "waves"):
        yield from _zigzag(box, step, thick, ink, across=name == "waves")


def _steps(start: float, end: float, step: float) -> list[float]:
    """Return positions about ``step`` apart, none on the edges."""
    n = max(1, round((end - start) / step))
    return [start + (i + 0.5) * (end - start) / n for i in range(n)]


def _slanted(box: Box, step: float, width: float, ink: Ink, up: bool) -> Iterator[Mark]:
    """Lines at 45 degrees, cut at the box: along each, x + y (or x − y) stays the same."""
    n = max(2, round((box.w + box.h) / step))
    for i in range(1, n):
        d = i * (box.w + box.h) / n
        x1, x2 = max(0.0, d - box.h), min(box.w, d)
        if up:
            yield Line(box.x + x1, box.y + d - x1, box.x + x2, box.y + d - x2, width, ink)
        else:
            yield Line(box.right - x1, box.y + d - x1, box.right - x2, box.y + d - x2, width, ink)


def _checks(box: Box, step: float, ink: Ink) -> Iterator[Mark]:
    cols, rows = max(2, round(box.w / step)), max(2, round(box.h / step))
    w, h = box.w / cols, box.h / rows
    for row in range(rows):
        for col in range(row % 2, cols, 2):
            yield Rect(Box(box.x + col * w, box.y + row * h, w, h), ink, 0)


def _rungs(box: Box, step: float, ink: Ink) -> Iterator[Mark]:
    """Thin lines across the shorter side, without a frame: little ink, so that nothing shows through a card."""
    if box.h >= box.w:
        for y in _steps(box.y, box.bottom, step * 1.6):
            yield Line(box.x, y, box.right, y, step * 0.22, ink)
    else:
        for x in _steps(box.x, box.right, step * 1.6):
            yield Line(x, box.y, x, box.bottom, step * 0.22, ink)


def _plusses(box: Box, step: float, width: float, ink: Ink) -> Iterator[Mark]:
    arm = step * 0.36
    for x in _steps(box.x, box.right, step):
        for y in _steps(box.y, box.bottom, step):
            yield Line(x - arm, y, x + arm, y, width, ink)
            yield Line(x, y - arm, x, y + arm, width, ink)


def _teeth(box: Box, step: float, ink: Ink) -> Iterator[Mark]:
    """Triangles along the longer side, their points on the other one."""
    long = max(box.w, box.h)
    n = max(2, round(long / step))
    for i in range(n):
        low, middle, high = (long * (i + part) / n for part in (0, 0.5, 1))
        if box.h >= box.w:
            yield Polygon(((box.x, box.y + low), (box.right, box.y + middle), (box.x, box.y + high)), ink)
        else:
            yield Polygon(
                ((box.x + low, box.bottom), (box.x + middle, box.y), (box.x + high, box.bottom)), ink
            )


def _zigzag(box: Box, step: float, width: float, ink: Ink, across: bool) -> Iterator[Mark]:
    """Broken lines: one roof a line (chevrons), or many (waves)."""
    roofs = max(2, round(box.w / (step * 1.5))) if across else 1
    rise = min(step * 0.8, box.w / roofs / 2)
    w = box.w / roofs
    for y in _steps(box.y + rise / 2, box.bottom - rise / 2, step * 1.25):
        for i in range(roofs):
            left, top = box.x + i * w, y - rise / 2
            yield Line(left, y + rise / 2, left + w / 2, top, width, ink)
            yield Line(left + w / 2, top, left + w, y + rise / 2, width, ink)


# ----------------------------------------------------------------------------------------------------
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


# ----------------------------------------------------------------------------------------------------
SPOTS: tuple[tuple[tuple[int, int], ...], ...] = (
    (),
    ((0, 0),),
    ((-1, -1), (1, 1)),
    ((-1, -1), (0, 0), (1, 1)),
    ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
)
"""Where the pips of each number lie on a half: steps across and down from its middle, the tile standing."""
STEP, PIP = 0.27, 0.105
"""From pip to pip, and a pip's radius, of the side of a half."""


def is_tile(face: Face) -> bool:
    """Tell whether a face is a domino's."""
    return face in TILES.cards


def tile(face: Face, box: Box) -> Iterator[Mark]:
    """Yield a domino as large as fits into the box, lying where that is wider than high, its smaller half first."""
    lies = box.w > box.h
    side = min(box.w / 2, box.h) if lies else min(box.w, box.h / 2)
    middle, centre = box.x + box.w / 2, box.y + box.h / 2
    w, h = (2 * side, side) if lies else (side, 2 * side)
    yield Rect(Box(middle - w / 2, centre - h / 2, w, h), WHITE, 0.035 * side, 0.12 * side)
    bar = 0.4 * side
    ends = (0, -bar, 0, bar) if lies else (-bar, 0, bar, 0)
    yield Line(middle + ends[0], centre + ends[1], middle + ends[2], centre + ends[3], 0.03 * side)
    for number, sign in zip(halves(face), (-1, 1), strict=True):
        for across, down in SPOTS[number]:
            u, v = across * STEP * side, down * STEP * side + sign * side / 2
            x, y = (v, -u) if lies else (u, v)
            yield Circle(middle + x, centre + y, PIP * side, BLACK)
