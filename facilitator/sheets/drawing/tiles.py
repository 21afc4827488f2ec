"""Domino tiles as marks: an outline, a bar across the middle, and pips on either half."""

from __future__ import annotations

from collections.abc import Iterator

from facilitator.games.packs import TILES, halves
from facilitator.machine.faces import Face
from facilitator.sheets.drawing.marks import BLACK, WHITE, Box, Circle, Line, Mark, Rect

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
