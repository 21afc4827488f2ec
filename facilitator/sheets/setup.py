"""The set-up sheet: one page with everything needed before the first card is dealt."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from facilitator.evening.needs import Need, together
from facilitator.evening.shopping import HOST_CM, column_cm, columns_at, space
from facilitator.games.registry import game_named
from facilitator.machine.faces import SLEEVES, Face, marker
from facilitator.play.announce import dealing, sleeving, told
from facilitator.sheets.cards import Design
from facilitator.sheets.drawing.marks import (
    BLACK,
    Box,
    Document,
    Extent,
    Line,
    Mark,
    Polygon,
    Qr,
    Rect,
    Stamp,
    Text,
    Use,
)
from facilitator.sheets.drawing.patterns import pattern, symbol
from facilitator.sheets.page import Brief, Column, PageDraft, clipped, finish, fitted, largest, points
from facilitator.table import load
from facilitator.table.load import Table
from facilitator.table.model import printed, size_of, state_before
from facilitator.words.catalogue import Between, Listed, phrase, sentence

# ----------------------------------------------------------------------------------------------------
# Tent cards for the virtual seats: folded, they stand at the empty places.


FACE = Extent(180.0, 56.0)
"""One side of a tent, mm."""


BASE, TAB = 34.0, 9.0
"""The strip it stands on, and the one that is glued under it, mm."""


def seats(table: Table, brief: Brief, kinds: dict[str, Design]) -> Document:
    """Return a tent a page: its name on both sides, one of them head down before folding, and a base."""
    stamps = {kinds[seat.name].slug: _side(kinds[seat.name], table) for seat in table.virtual}
    names = [seat.name for seat in table.virtual]
    drafts = [_page(brief, name, kinds[name]) for name in names]
    return finish(
        "seats", sentence("sheet.seats"), brief, drafts, stamps, dict.fromkeys(names, 1), duplex=False
    )


def _page(brief: Brief, name: str, kind: Design) -> PageDraft:
    area = brief.area
    x = area.x + (area.w - FACE.w) / 2
    top = area.y + 14
    strips = (top, top + BASE, top + BASE + FACE.h, top + BASE + 2 * FACE.h)
    low, right = strips[-1] + TAB, x + FACE.w
    page = Column(x, area.y + 2, FACE.w)
    page.say(sentence("tent.how"), points(13))
    page.add(
        Use(kind.slug, x, strips[1], 180),
        Use(kind.slug, x, strips[2]),
        Text(
            x + FACE.w / 2, top + BASE / 2 + 1.5, sentence("tent.base"), points(13), align="centre", ink=0.4
        ),
        Text(
            x + FACE.w / 2,
            strips[-1] + TAB / 2 + 1.2,
            sentence("tent.glue"),
            points(11),
            align="centre",
            ink=0.4,
        ),
    )
    page.add(*(Line(x, y, right, y, 0.2, 0.4, (2.0, 2.0)) for y in strips[1:]))
    foot = ((right, strips[-1]), (right - 6, low), (x + 6, low), (x, strips[-1]))
    corners = ((x, top), (right, top), *foot, (x, top))
    page.add(*(Line(*one, *other, 0.15, 0.4) for one, other in pairwise(corners)))
    return PageDraft(page.marks, name, kind="tent")


def _side(kind: Design, table: Table) -> Stamp:
    """One side: the name as large as it fits, its marker, and how many cards it begins with."""
    strip, right = 16.0, 46.0
    room = FACE.w - strip - right - 14
    size = fitted(kind.name, room, points(80), "bold")
    x, high = strip + 8 + room / 2, 33.5 if size > points(40) else 31
    name = clipped(kind.name, room, size, "bold")
    begins = sentence("tent.begins", cards=phrase("n.cards", n=table.hand_size))
    marks: list[Mark] = [
        *pattern(kind.pattern, Box(4, 6, strip - 4, FACE.h - 12), kind.ink, 2.4),
        Text(x, high, name, size, "bold", "centre"),
        Text(x, 47.5, begins, fitted(begins, room + 8, points(17)), align="centre"),
    ]
    return Stamp(FACE, (*marks, *(() if printed(table.protocol) else _marker(kind, right))))


def _marker(kind: Design, right: float) -> list[Mark]:
    return [
        Text(FACE.w - right + 10, 34, "θ", points(64), "bold", "centre"),
        *symbol(kind.symbol, Box(FACE.w - right + 20, 16, 20, 20), kind.ink),
        Text(FACE.w - right + 20, 47.5, sentence("tent.marker"), points(17), align="centre"),
    ]


# ----------------------------------------------------------------------------------------------------
# The table on the set-up sheet: seats round it, and what lies on it, to scale.


SEAT, NARROW = Extent(40.0, 14.0), Extent(31.0, 14.0)
"""A seat's box in the picture of the table, mm; where some sit beside it, so that it may be larger."""


def round_table(table: Table, kinds: dict[Face, Design], box: Box) -> list[Mark]:
    """The seats in their order around the table, play running as the arrow shows."""
    x = box.x + box.w / 2
    size = _size(len(table.seats))
    beside = size.w + 2 if _beside(len(table.seats)) else 4
    marks = _map(table, Box(box.x + beside, box.y + 20, box.w - 2 * beside, box.h - 36))
    places = _places(len(table.seats), box)
    for seat, (left, top) in zip(table.seats, places, strict=True):
        kind = kinds.get(marker(seat.name))
        marks += _seat(seat.name, seat.virtual, kind, Box(left, top, *size))
    return [*marks, *_clockwise(x, box.y + 18.6)]


def _map(table: Table, box: Box) -> list[Mark]:
    """The table to scale: columns as they lie at the first turn, before the host the turn folder and the piles."""
    size = size_of(table.table_size)
    room = space(columns_at(table), table.equipment, size)
    scale = min(box.w / size.width, box.h / size.depth)
    wide, deep, strip = size.width * scale, size.depth * scale, HOST_CM * scale
    left, top = box.x + (box.w - wide) / 2, box.y + (box.h - deep) / 2
    marks: list[Mark] = [Rect(Box(left, top, wide, deep), None, 0.6, 2)]
    across, down = (part * scale for part in column_cm(table.equipment))
    columns = max(1, room.columns if room.fits else int(wide / across + 1e-6))
    start = left + (wide - columns * across) / 2
    for n in range(min(room.k, room.room)):
        row, col = divmod(n, columns)
        cell = Box(start + col * across, top + row * down, across, down)
        marks.append(Rect(cell.inset(0.12 * across), 0.88, 0.12))
    y = top + deep - strip
    marks.append(Line(left, y, left + wide, y, 0.2, dash=(1.0, 1.0)))
    names = [sentence("sheet.folder"), *piles(table)]
    step = wide / (len(names) + 2)
    card = min(5.6 * scale, step - 1)
    for i, name in enumerate(names):
        middle = left + (1.5 + i if i else 1) * step
        w = min(2 * step - 4, 42 * scale) if i == 0 else card
        tall = strip - points(8) - 1.4
        marks += [
            Rect(Box(middle - w / 2, y + 0.6, w, tall), 1.0 if i == 0 else 0.8, 0.3, 0.6),
            Text(middle, y + strip - 0.9, name, points(8), align="centre"),
        ]
    return marks


def piles(table: Table) -> list[str]:
    """Return what lies on the table besides the hands, as the table's game has it: no deck where all is dealt."""
    zones, seats = (
        game_named(table.game).zones(state_before(table)).sizes,
        {seat.name for seat in table.seats},
    )
    return [sentence(ZONES[zone]) if zone in ZONES else zone for zone in zones if zone not in seats]


ZONES = {
    "deck": "lies.deck",
    "pool": "lies.pool",
    "discards": "lies.discards",
    "trick": "lies.trick",
    "row": "lies.row",
    "rows": "lies.rows",
}
"""What lies on a table, by its name in the rules."""


def _beside(n: int) -> int:
    """Return how many of so many seats sit at either short side."""
    return 0 if n < 4 else 1 if n < 9 else 2


def _size(n: int) -> Extent:
    """Return how large so many seats' boxes are."""
    return NARROW if _beside(n) else SEAT


def _places(n: int, box: Box) -> list[tuple[float, float]]:
    """Return the corners of so many seats' boxes, clockwise along four sides, all outside the table."""
    beside = _beside(n)
    low = (n - 2 * beside + 1) // 2
    seat = _size(n)
    columns = [box.y + (i + 1) * box.h / (beside + 1) - seat.h / 2 for i in range(beside)]

    def row(count: int) -> list[float]:
        return [box.x + (i + 0.5) * box.w / count - seat.w / 2 for i in range(count)]

    bottom = [(left, box.bottom - seat.h) for left in reversed(row(low))]
    top = [(left, box.y) for left in row(n - 2 * beside - low)]
    left = [(box.x, at) for at in reversed(columns)]
    return [*bottom, *left, *top, *((box.right - seat.w, at) for at in columns)]


def _clockwise(x: float, y: float) -> list[Mark]:
    """An arrow to the right along the table's far side: clockwise, seen from above."""
    return [
        Line(x - 12, y, x + 10, y, 0.5),
        Polygon(((x + 12, y), (x + 9, y - 1.3), (x + 9, y + 1.3)), BLACK),
        Text(x, y - 1.6, sentence("setup.clockwise"), points(9), align="centre"),
    ]


def _seat(name: str, virtual: bool, kind: Design | None, box: Box) -> list[Mark]:
    """A seat: its name, framed twice if nobody sits there, and its marker's symbol."""
    marks: list[Mark] = [Rect(box, 1.0, 0.4, 2)]
    if virtual:
        marks.append(Rect(box.inset(0.9), None, 0.25, 1.4))
    room = box.w - 4
    if kind is not None:
        marks += symbol(kind.symbol, Box(box.x + 2.2, box.y + 3.6, 6, 6), kind.ink)
        room -= 8
    size = max(points(8), fitted(name, room, points(14), "bold"))
    middle = box.x + (box.w + (8 if kind is not None else 0)) / 2
    marks.append(Text(middle, box.y + 7.4, clipped(name, room, size, "bold"), size, "bold", "centre"))
    wide = "setup.virtual" if box.w < SEAT.w else "setup.nobody"
    said = sentence(wide if virtual else "setup.plays")
    small = fitted(said, room, points(8))
    return [*marks, Text(middle, box.y + 11.6, said, small, align="centre")]


# ----------------------------------------------------------------------------------------------------


BODY = points(11)
SIZES = (14, 13, 12, 11.5, 11, 10.5, 10, 9.5, 9, 8.5, 8)
"""Of the lists, in points: the largest at which they fit the page."""
TABLE_H, QR_SIDE = 88.0, 36.0
LEFT = 0.58
"""The part of the page's width that its lists take; the rest is for what is counted."""


def setup(
    table: Table,
    text: str,
    brief: Brief,
    kinds: dict[Face, Design],
    needed: Sequence[Need],
    notes: Sequence[str],
) -> Document:
    """Return the set-up sheet; ``text``: the table file's own words, kept in the sheet's large symbol.

    ``needed``: the extra cards that are made; ``notes``: what to write in by hand.
    """
    area, title = brief.area, sentence("sheet.setup")
    y, wide = area.y + TABLE_H + 6, (area.w - 8) * LEFT
    beside = Column(area.x + wide + 8, y, area.w - wide - 8)
    if printed(table.protocol):
        beside.say(sentence("setup.no_extras"), points(14), "bold")
        beside.y += 3
        beside.say(sentence("things.turned_alike"), BODY)
    else:
        _markers(needed, kinds, beside, area.bottom - y - 18 - 9 * len(notes))
        beside.say(sentence("setup.together", sum=together(needed, game_named(table.game).kinds)), BODY)
    for note in notes:
        beside.y += 1
        beside.say(note, points(9))

    def laid_out(size: float) -> Column:
        column = Column(area.x, y, wide)
        column.say(sentence("setup.lay_out"), points(14), "bold")
        column.y += 1.5
        column.boxes(_layout(table), size)
        return column

    marks = [
        *round_table(table, kinds, Box(area.x, area.y + 1, area.w - 50, TABLE_H)),
        *_table_code(text, area.x + area.w - 46, area.y + 2),
        *beside.marks,
        *largest(laid_out, map(points, SIZES), area.bottom).marks,
    ]
    counts = {need.face: need.total for need in needed}
    return finish("setup", title, brief, [PageDraft(marks, title)], counts=counts)


def _table_code(text: str, x: float, y: float) -> list[Mark]:
    column = Column(x, y + QR_SIDE + 3, 46)
    column.add(Qr(Box(x + 4, y, QR_SIDE, QR_SIDE), load.table_code(text)))
    column.say(sentence("setup.code"), points(9))
    return column.marks


def _layout(table: Table) -> list[str]:
    """What is dealt and laid where before the first turn."""
    found = [dealing(table)]
    if game_named(table.game).about.turns_first:
        hands, begins = told(table)
        virtual = Listed(tuple(seat.name for seat in table.virtual), Between.AND)
        found = [sentence("setup.hands", deal=hands, seats=virtual), sentence("setup.deck", begins=begins)]
        if table.pool == "split":
            found.append(sentence("setup.pool.printed" if printed(table.protocol) else "setup.pool"))
        found += filter(None, [sleeving(table)])
    words = space(columns_at(table), table.equipment, size_of(table.table_size)).words()
    own = "setup.before.sleeves" if table.equipment == SLEEVES else "setup.before.envelopes"
    before = sentence("setup.before.wallet" if printed(table.protocol) else own)
    return [*found, sentence("setup.tents"), *before.splitlines(), sentence("setup.room", room=words)]


def _markers(needed: Sequence[Need], kinds: dict[Face, Design], column: Column, room: float) -> None:
    """Every kind of extra card, how it looks, how many for the first turn and in all."""
    x, right = column.x, column.x + column.w
    column.say(sentence("setup.count"), points(14), "bold")
    column.add(
        Text(right - 16, column.y + 3, sentence("setup.first"), points(8), align="right"),
        Text(right, column.y + 3, sentence("setup.in_all"), points(8), align="right"),
    )
    column.y += 4
    row = min(7.4, (room - 11) / len(needed))
    size, tick = min(BODY, row * 0.6), min(3.2, row * 0.7)
    for need in needed:
        kind, mid = kinds[need.face], column.y + row / 2
        name, base = need.face if kind.glyph == "θ" else kind.name, mid + size * 0.34
        column.add(
            Rect(Box(x, mid - tick / 2, tick, tick), None, 0.3),
            *pattern(kind.pattern, Box(x + 6, mid - row * 0.35, 7, row * 0.7), kind.ink, 1.2),
            *symbol(kind.symbol, Box(x + 15, mid - row * 0.32, row * 0.64, row * 0.64), kind.ink),
            Text(x + 23, base, clipped(name, right - x - 49, size, "bold"), size, "bold"),
            Text(right - 16, base, str(need.first), size, align="right"),
            Text(right, base, str(need.total), size, "bold", "right"),
            Line(x, column.y + row, right, column.y + row, 0.12, 0.6),
        )
        column.y += row
    column.y += 0.3 * row
