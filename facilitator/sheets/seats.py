"""Tent cards for the virtual seats: folded, they stand at the empty places."""

from __future__ import annotations

from itertools import pairwise

from facilitator.sheets.drawing.geometry import Box, Extent
from facilitator.sheets.drawing.marks import BOLD, CENTRE, Document, Line, Mark, Stamp, Text, Use
from facilitator.sheets.drawing.patterns import pattern, symbol
from facilitator.sheets.drawing.typeset import clipped, fitted, paragraph, points
from facilitator.sheets.furniture import Brief, PageDraft, finish
from facilitator.sheets.kinds import Design
from facilitator.table.load import Table
from facilitator.wording import plural

FACE = Extent(180.0, 56.0)
"""One side of a tent, mm."""


BASE, TAB = 34.0, 9.0
"""The strip it stands on, and the one that is glued under it, mm."""
HOW = "Cut the outline; fold along the dashed lines, print outside; glue the tab under the base."


def seats(table: Table, brief: Brief, kinds: dict[str, Design]) -> Document:
    """Return a tent a page: its name on both sides, one of them head down before folding, and a base."""
    stamps = {kinds[seat.name].slug: _side(kinds[seat.name], table) for seat in table.virtual}
    names = [seat.name for seat in table.virtual]
    drafts = [_page(brief, name, kinds[name]) for name in names]
    return finish("seats", "Seats", brief, drafts, stamps, dict.fromkeys(names, 1), duplex=False)


def _page(brief: Brief, name: str, kind: Design) -> PageDraft:
    area = brief.area
    x = area.x + (area.w - FACE.w) / 2
    top = area.y + 14
    strips = (top, top + BASE, top + BASE + FACE.h, top + BASE + 2 * FACE.h)
    low, right = strips[-1] + TAB, x + FACE.w
    told, _ = paragraph(HOW, x, area.y + 2, FACE.w, points(13))
    marks: list[Mark] = [
        *told,
        Use(kind.slug, x, strips[1], 180),
        Use(kind.slug, x, strips[2]),
        Text(x + FACE.w / 2, top + BASE / 2 + 1.5, "base", points(13), align=CENTRE, ink=0.4),
        Text(x + FACE.w / 2, strips[-1] + TAB / 2 + 1.2, "glue", points(11), align=CENTRE, ink=0.4),
    ]
    marks += [Line(x, y, right, y, 0.2, 0.4, (2.0, 2.0)) for y in strips[1:]]
    corners = (
        (x, top),
        (right, top),
        (right, strips[-1]),
        (right - 6, low),
        (x + 6, low),
        (x, strips[-1]),
        (x, top),
    )
    marks += [Line(*one, *other, 0.15, 0.4) for one, other in pairwise(corners)]
    return PageDraft(marks, name, kind="tent")


def _side(kind: Design, table: Table) -> Stamp:
    """A name to be read from across the table, the seat's marker, and how many cards it begins with."""
    strip, right = 16.0, 46.0
    room = FACE.w - strip - right - 14
    size = fitted(kind.name, room, points(80), BOLD)
    x = strip + 8 + room / 2
    small, hand_size = points(17), table.hand_size
    marks: list[Mark] = [
        *pattern(kind.pattern, Box(4, 6, strip - 4, FACE.h - 12), kind.ink, 2.4),
        Text(x, 33.5 if size > points(40) else 31, clipped(kind.name, room, size, BOLD), size, BOLD, CENTRE),
        Text(x, 47.5, f"virtual seat · begins with {plural(hand_size, 'card')}", small, align=CENTRE),
    ]
    return Stamp(FACE, (*marks, *_marker(kind, right)))


def _marker(kind: Design, right: float) -> list[Mark]:
    return [
        Text(FACE.w - right + 10, 34, "θ", points(64), BOLD, CENTRE),
        *symbol(kind.symbol, Box(FACE.w - right + 20, 16, 20, 20), kind.ink),
        Text(FACE.w - right + 20, 47.5, "its marker", points(17), align=CENTRE),
    ]
