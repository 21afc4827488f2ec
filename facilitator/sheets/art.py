"""The face of an extra card, for a label of any shape or for a whole card."""

from __future__ import annotations

from facilitator.sheets.drawing.geometry import Box, Extent
from facilitator.sheets.drawing.marks import BOLD, CENTRE, Mark, Stamp, Text
from facilitator.sheets.drawing.patterns import pattern, symbol
from facilitator.sheets.drawing.typeset import clipped, fitted, points
from facilitator.sheets.kinds import Design

WIDE = 1.2
"""From this ratio of width to height the parts stand beside each other, below it one above the other."""
SMALLEST_NAME = points(6)
GAP = 0.6
"""From the middle of a face to either of its halves, mm."""


def face_stamp(kind: Design, size: Extent, margin: float = 1.3) -> Stamp:
    """Return the face of a kind for a label or card: one half of it drawn twice, so that it has no way up.

    ``margin``: white all around, mm.  Nothing is framed: a frame would show how its card was cut.
    """
    across = size.w >= WIDE * size.h
    half = Extent(size.w / 2, size.h) if across else Extent(size.w, size.h / 2)
    box = Box(
        margin,
        margin,
        half.w - margin - (GAP if across else margin),
        half.h - margin - (margin if across else GAP),
    )
    marks = _beside(kind, box) if box.w >= WIDE * box.h else _stacked(kind, box)
    return Stamp(size, tuple(marks), twice=True)


def _beside(kind: Design, box: Box) -> list[Mark]:
    """Strip, letter, then the symbol over the name (and a second strip)."""
    strip = min(0.13 * box.w, 0.4 * box.h)
    marks: list[Mark] = _strips(kind, box, strip, beside=True)
    box = box if kind.strips else box.inset(0.9)
    left = box.x + (strip + 0.8 if kind.strips else 0)
    right = box.right - (strip + 0.8 if kind.strips == 2 else 0)
    cell = min(0.92 * box.h, 0.42 * (right - left))
    marks += _glyph(kind, Box(left, box.y, cell, box.h))
    rest = Box(left + cell + 0.4, box.y, right - left - cell - 0.4, box.h)
    below = 0.46 * box.h
    if kind.symbol:
        marks += symbol(
            kind.symbol, Box(rest.x, rest.y + 0.04 * box.h, rest.w, box.h - below - 0.08 * box.h), kind.ink
        )
        marks += _name(kind, Box(rest.x, rest.bottom - below, rest.w, below))
    else:
        marks += _name(kind, rest)
    return marks


def _stacked(kind: Design, box: Box) -> list[Mark]:
    """Strip on top, letter and symbol side by side, the name below (and a second strip)."""
    strip = 0.12 * box.h
    marks: list[Mark] = _strips(kind, box, strip, beside=False)
    box = box if kind.strips else box.inset(0.9)
    top = box.y + (strip + 0.8 if kind.strips else 0)
    bottom = box.bottom - (strip + 0.8 if kind.strips == 2 else 0)
    name = min(0.26 * (bottom - top), 12)
    middle = Box(box.x, top, box.w, bottom - top - name)
    if kind.symbol:
        half = Box(middle.x, middle.y, middle.w * 0.56, middle.h)
        marks += _glyph(kind, half)
        side = min(middle.w * 0.36, middle.h * 0.6)
        marks += symbol(
            kind.symbol,
            Box(half.right + (middle.w - half.w - side) / 2, middle.y, side, middle.h),
            kind.ink,
        )
    else:
        marks += _glyph(kind, middle)
    return [*marks, *_name(kind, Box(box.x, bottom - name, box.w, name))]


def _strips(kind: Design, box: Box, thick: float, beside: bool) -> list[Mark]:
    if not kind.strips:
        return []
    first = Box(box.x, box.y, thick, box.h) if beside else Box(box.x, box.y, box.w, thick)
    last = (
        Box(box.right - thick, box.y, thick, box.h)
        if beside
        else Box(box.x, box.bottom - thick, box.w, thick)
    )
    found = pattern(kind.pattern, first, kind.ink)
    return found + pattern(kind.pattern, last, kind.ink) if kind.strips == 2 else found


def _glyph(kind: Design, box: Box) -> list[Mark]:
    """The letter, as large as the box: small Greek letters are about 0.5 sizes high, tall ones 0.75."""
    size = fitted(kind.glyph, box.w * 0.94, box.h * 1.08, BOLD)
    x_height = kind.glyph == "α"
    drop = 0.25 * size if x_height else 0.33 * size
    return [Text(box.x + box.w / 2, box.y + box.h / 2 + drop, kind.glyph, size, BOLD, CENTRE)]


def _name(kind: Design, box: Box) -> list[Mark]:
    """The name in one line, or two where it breaks well, or cut short: symbol and pattern tell the rest."""
    width = box.w - 0.6
    lines = _lines(kind.name, width, box.h * 0.7)
    size = min(fitted(line, width, 0.86 * box.h / len(lines), BOLD) for line in lines)
    size = max(size, SMALLEST_NAME) if box.h >= SMALLEST_NAME else size
    block = len(lines) * size * 1.05
    y = box.y + (box.h - block) / 2 + 0.8 * size
    return [
        Text(box.x + box.w / 2, y + i * 1.05 * size, clipped(line, box.w, size, BOLD), size, BOLD, CENTRE)
        for i, line in enumerate(lines)
    ]


def _lines(name: str, width: float, size: float) -> list[str]:
    """Break a name at the blank nearest its middle where one line would be small."""
    if " " not in name or fitted(name, width, size, BOLD) > 0.55 * size:
        return [name]
    at = min((i for i, c in enumerate(name) if c == " "), key=lambda i: abs(i - len(name) / 2))
    return [name[:at], name[at + 1 :]]
