"""Tent cards for the virtual seats: folded, they stand at the empty places."""

from __future__ import annotations

from facilitator.sheets.drawing.geometry import Box, Size
from facilitator.sheets.drawing.marks import BOLD, CENTRE, Document, Line, Mark, Stamp, Text, Use
from facilitator.sheets.drawing.patterns import pattern, symbol
from facilitator.sheets.drawing.typeset import clipped, fitted, points
from facilitator.sheets.furniture import Brief, Draft, finish
from facilitator.sheets.kinds import Design
from facilitator.table.load import Table
from facilitator.wording import plural

FACE = Size(180.0, 56.0)
"""One side of a tent, mm."""


def seats(table: Table, brief: Brief, kinds: dict[str, Design]) -> Document:
    """Return two tents a page: each has its name on both sides, one of them head down before folding."""
    stamps = {kinds[seat.name].slug: _side(kinds[seat.name], table.hand_size) for seat in table.virtual}
    names = [seat.name for seat in table.virtual]
    drafts = [_page(brief, names[i : i + 2], kinds) for i in range(0, len(names), 2)]
    return finish("seats", "Seats", brief, drafts, stamps, dict.fromkeys(names, 1), duplex=False)


def _page(brief: Brief, names: list[str], kinds: dict[str, Design]) -> Draft:
    area = brief.area
    x = area.x + (area.w - FACE.w) / 2
    marks: list[Mark] = []
    for i, name in enumerate(names):
        y = area.y + 2 + i * (2 * FACE.h + 5)
        fold = y + FACE.h
        marks += [
            Use(kinds[name].slug, x, y, 180),
            Use(kinds[name].slug, x, fold),
            Line(x, fold, x + FACE.w, fold, 0.2, 0.4, (2.0, 2.0)),
        ]
        marks += [
            Line(a, b, c, d, 0.15, 0.4)
            for a, b, c, d in (
                (x, y, x + FACE.w, y),
                (x, fold + FACE.h, x + FACE.w, fold + FACE.h),
                (x, y, x, fold + FACE.h),
                (x + FACE.w, y, x + FACE.w, fold + FACE.h),
            )
        ]
    return Draft(marks, " · ".join(names))


def _side(kind: Design, hand_size: int) -> Stamp:
    """A name to be read from across the table, the seat's marker, and how many cards it begins with."""
    strip, right = 16.0, 46.0
    room = FACE.w - strip - right - 14
    size = fitted(kind.name, room, points(80), BOLD)
    x = strip + 8 + room / 2
    small = points(17)
    marks: list[Mark] = [
        *pattern(kind.pattern, Box(4, 6, strip - 4, FACE.h - 12), kind.ink, 2.4),
        Text(x, 33.5 if size > points(40) else 31, clipped(kind.name, room, size, BOLD), size, BOLD, CENTRE),
        Text(x, 47.5, f"virtual seat · begins with {plural(hand_size, 'card')}", small, align=CENTRE),
        Text(FACE.w - right + 10, 34, "θ", points(64), BOLD, CENTRE),
        *symbol(kind.symbol, Box(FACE.w - right + 20, 16, 20, 20), kind.ink),
        Text(FACE.w - right + 20, 47.5, "its marker", small, align=CENTRE),
    ]
    return Stamp(FACE, tuple(marks))
