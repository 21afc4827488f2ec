"""The table on the set-up sheet: seats round it, and what lies on it, to scale."""

from __future__ import annotations

from facilitator.games.registry import game_named
from facilitator.machine.faces import Face, marker
from facilitator.play.first import first_layout
from facilitator.play.turn import state_before
from facilitator.sheets.drawing.geometry import Box, Extent
from facilitator.sheets.drawing.marks import BLACK, BOLD, CENTRE, Line, Mark, Polygon, Rect, Text
from facilitator.sheets.drawing.patterns import symbol
from facilitator.sheets.drawing.typeset import clipped, fitted, points
from facilitator.sheets.kinds import Design
from facilitator.supplies.space import HOST_CM, column_cm, parse_size, space
from facilitator.table.load import Table

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
    size = parse_size(table.table_size)
    room = space(first_layout(table).k, table.equipment, size)
    scale = min(box.w / size.width, box.h / size.depth)
    wide, deep, strip = size.width * scale, size.depth * scale, HOST_CM * scale
    left, top = box.x + (box.w - wide) / 2, box.y + (box.h - deep) / 2
    marks: list[Mark] = [Rect(Box(left, top, wide, deep), None, 0.6, 2)]
    across, down = (part * scale for part in column_cm(table.equipment))
    columns = room.columns if room.fits else int(wide / across + 1e-6)
    start = left + (wide - columns * across) / 2
    for n in range(min(room.k, room.room)):
        row, col = divmod(n, columns)
        cell = Box(start + col * across, top + row * down, across, down)
        marks.append(Rect(cell.inset(0.12 * across), 0.88, 0.12))
    y = top + deep - strip
    marks.append(Line(left, y, left + wide, y, 0.2, dash=(1.0, 1.0)))
    names = ["turn folder", *piles(table)]
    step = wide / (len(names) + 2)
    card = min(5.6 * scale, step - 1)
    for i, name in enumerate(names):
        middle = left + (1.5 + i if i else 1) * step
        w = min(2 * step - 4, 42 * scale) if i == 0 else card
        tall = strip - points(7) - 1.4
        marks += [
            Rect(Box(middle - w / 2, y + 0.6, w, tall), 1.0 if i == 0 else 0.8, 0.3, 0.6),
            Text(middle, y + strip - 0.9, name, points(7), align=CENTRE),
        ]
    return marks


def piles(table: Table) -> list[str]:
    """Return what lies on the table besides the hands, as the table's game has it: no deck where all is dealt."""
    state = state_before(table)
    return [
        zone
        for zone in game_named(table.game).sizes(state)
        if zone not in {seat.name for seat in table.seats}
    ]


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
        Text(x, y - 1.6, "clockwise", points(9), align=CENTRE),
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
    size = max(points(7), fitted(name, room, points(14), BOLD))
    middle = box.x + (box.w + (8 if kind is not None else 0)) / 2
    marks.append(Text(middle, box.y + 7.4, clipped(name, room, size, BOLD), size, BOLD, CENTRE))
    said = ("virtual" if box.w < SEAT.w else "virtual: nobody sits here") if virtual else "plays"
    small = fitted(said, room, points(8))
    return [*marks, Text(middle, box.y + 11.6, said, small, align=CENTRE)]
