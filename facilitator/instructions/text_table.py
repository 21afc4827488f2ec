"""Draw the visible table as text, and count the cards on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, groupby, zip_longest
from textwrap import wrap
from typing import NamedTuple

from facilitator.i18n.catalogue import phrase, sentence
from facilitator.instructions.known_faces import UNREAD, track_faces
from facilitator.instructions.written_faces import write_face
from facilitator.operations import definitions as ops
from facilitator.operations.definitions import CARD_ROW, COLUMN, PILE, WALLET, Op, Place
from facilitator.operations.effects import VisibleTable
from facilitator.operations.faces import DECK, NONE, Face, get_drawn_name
from facilitator.operations.steps import Kind

COVERED = "▒▒"
NARROW = 12
"""Largest number of columns in a picture of a whole area.

In larger areas, only the cards of the operation are drawn.
"""

_ROWS = {ops.TOP_ROW: "sight.on_top", CARD_ROW: "sight.card", ops.MARKER_ROW: "sight.marker"}
_HEADS = {COLUMN: "sight.column", PILE: "sight.pile", ops.CHOSEN: "sight.selected"}
_HEADS |= dict.fromkeys((ops.SIX, ops.STIRRED, ops.LOT), "sight.place")
"""Message keys for the names of areas."""


def draw_operation(
    op: Op, surface: Mapping[Place, bool], up: Mapping[Place, Face], width: int = 72
) -> list[str]:
    """Return text lines that show the cards of an operation.

    Face-down cards are always drawn as backs.

    Args:
        op: Operation.
        surface: Visible table after the operation.
        up: Faces of the face-up cards.
        width: Largest length of a line.
    """
    touched = ops.places_of(op)
    if not touched:
        return []
    area = touched[0].area
    if area == WALLET:
        return [_draw_wallet(surface)]
    text = AreaText(area, surface, up, width)
    there = [place for place in surface if place.area == area]
    numbers, near, rows = _numbers(there), _numbers(touched), _rows(there)
    if len(numbers) > NARROW >= len(near) or (area == PILE and len(near) == 1):  # the other piles may be out
        numbers = near
        rows = [row for row in rows if row != ops.TOP_ROW or row in _rows(touched)]
    if len(numbers) > NARROW:  # with several rows, people compare the cards of a column
        rows = _rows(place for place in touched if place in up)
        if len(rows) < 2:
            return [line for row in rows for line in text.long_row(row, numbers)]
    return list(text.table(rows, numbers)) if rows else []


def _numbers(places: Iterable[Place]) -> list[int]:
    return sorted({place.number for place in places})


def _rows(places: Iterable[Place]) -> list[int]:
    return sorted({place.row for place in places})


def cards_on(surface: Iterable[Place]) -> list[Place]:
    """Return the places with cards, in the order in which the cards were laid."""
    return [place for place in surface if not ops.is_layer(place)]


def _draw_wallet(surface: Mapping[Place, bool]) -> str:
    taken = {place.number for place in cards_on(surface) if place.area == WALLET}
    left, right = (COVERED if end in taken else "  " for end in (1, 2))
    return f"[ {left} | {right} ]"


def _area(area: str) -> str:
    return sentence(_HEADS[area]) if area in _HEADS else area


class AreaText(NamedTuple):
    """Text picture of one area of the table, such as all columns.

    Attributes:
        area: Area.
        surface: Visible table.
        up: Faces of the face-up cards.
        width: Largest length of a line.
    """

    area: str
    surface: Mapping[Place, bool]
    up: Mapping[Place, Face]
    width: int

    def cell(self, number: int, row: int) -> str:
        """Return the text for a place: a face, a back, or "" for an empty place."""
        place = Place(self.area, number, row)
        if place in self.up:
            face = self.up[place]
            return sentence("sight.up") if face == UNREAD else write_face(get_drawn_name(face))
        return COVERED if place in self.surface else ""

    def long_row(self, row: int, numbers: Sequence[int]) -> Iterator[str]:
        """Yield the lines of a row that has many columns, each after the number of its first column.

        Markers are grouped by owner, because many markers are alike.
        """
        cells = [self.cell(number, row) for number in numbers]
        if row == ops.MARKER_ROW:
            yield from self._group_columns(dict(zip(numbers, cells, strict=True)))
            return
        size = max(map(len, cells)) + 1
        each = max(1, (self.width - 7) // size)
        for at in range(0, len(cells), each):
            line = "".join(f"{cell:<{size}}" for cell in cells[at : at + each])
            yield f"{numbers[at]:>5}  {line.rstrip()}"

    def _group_columns(self, cells: Mapping[int, str]) -> Iterator[str]:
        """Yield each kind of marker, followed by the numbers of its columns."""
        size = max(map(len, cells.values()))
        for kind in sorted({*cells.values()}):
            numbers = _join_numbers([number for number, cell in cells.items() if cell == kind])
            lines = wrap(numbers, max(10, self.width - size - 2))
            yield from (f"{name:<{size}}  {line}" for name, line in zip_longest((kind,), lines, fillvalue=""))

    def table(self, rows: Sequence[int], numbers: Sequence[int]) -> Iterator[str]:
        """Yield the lines of a table: a line of column numbers, and a line of cards for each row.

        Columns beyond the width of a line follow as another table.

        Args:
            rows: Rows of cards from top to bottom.
            numbers: Numbers of the columns or piles from left to right.
        """
        lines = [*self._iter_cells(rows, numbers)]
        sizes = [max(map(len, column)) + 2 for column in zip(*lines, strict=True)]
        at = 1
        while at <= len(numbers):
            fit = sum(total <= self.width for total in accumulate(sizes[at:], initial=sizes[0])) - 1
            part = [0, *range(at, at + max(1, fit))]
            for line in lines:
                yield "".join(f"{line[column]:<{sizes[column]}}" for column in part).rstrip()
            at = part[-1] + 1

    def _iter_cells(self, rows: Sequence[int], numbers: Sequence[int]) -> Iterator[list[str]]:
        """Yield the cells of each line, beginning with the name of the row.

        The two bit cards of a pair share a cell.
        """
        yield [_area(self.area), *map(str, numbers)]
        bits = [row for row in rows if row not in _ROWS]
        pairs = [(sentence("sight.pair"), both) for both in zip(bits[::2], bits[1::2], strict=True)]
        for name, some in [*((self._name(row), (row,)) for row in rows if row in _ROWS), *pairs]:
            yield [name, *(" ".join(self.cell(n, row) for row in some).strip() for n in numbers)]

    def _name(self, row: int) -> str:
        return sentence(_ROWS[row]) if self.area in (COLUMN, PILE) or row == ops.TOP_ROW else ""


def _join_numbers(numbers: Iterable[int]) -> str:
    """Return increasing numbers as text, with consecutive numbers as a range.

    >>> _join_numbers([1, 4, 5, 6])
    '1, 4–6'
    """
    runs = ([n for _, n in run] for _, run in groupby(enumerate(numbers), lambda item: item[1] - item[0]))
    return ", ".join(f"{first}–{rest[-1]}" if rest else f"{first}" for first, *rest in runs)


# ----------------------------------------------------------------------------------------------------
# The layers of a sleeve.


def list_layers(
    given: Sequence[Op], surface: Mapping[Place, bool], step: int | None = None
) -> tuple[str, ...]:
    """Return the names of the cards in a sleeve, from its clear side to its opaque side.

    The result is empty if the step fills no sleeve.

    Args:
        given: Operations of the step.
        surface: Visible table before the step.
        step: Index of a part of a duel, or None for the whole step.
    """
    hand_operations = [op for op in given if isinstance(op, ops.HandOperation)]
    in_duel = any(ops.kind_of(op) is Kind.DUEL for op in given)
    covered = [op for op in hand_operations if isinstance(op, ops.Cover)]
    filled = _find_filled_sleeve(covered)
    if filled is None or (in_duel and step != 1):
        return ()
    table = VisibleTable(surface)
    for op in hand_operations[: hand_operations.index(covered[0]) + 1] if in_duel else hand_operations:
        table.note(op, NONE)
    return _name_layers({place.row for place in table if place[:2] == filled[:2]} - {ops.TOP_ROW})


def _find_filled_sleeve(covered: Iterable[ops.Cover]) -> Place | None:
    """Return a covered place behind the play card of a column or pile, or None if there is none."""
    turned = (place for op in covered for place in op.places if place.area in (COLUMN, PILE))
    return next((place for place in turned if place.row > CARD_ROW), None)


def _name_layers(rows: Iterable[int]) -> tuple[str, ...]:
    depth = sorted(rows, key=lambda row: (row == ops.MARKER_ROW, row))  # the marker comes last
    inside = [_LAYERS.get(row, _LAYERS[row % 2 - 2]) for row in depth]
    return tuple(map(sentence, ("layer.clear", *inside, "layer.opaque")))


_LAYERS = {CARD_ROW: "layer.card", ops.MARKER_ROW: "layer.marker", -2: "layer.right", -1: "layer.left"}
"""Message keys for rows in a sleeve. The keys -2 and -1 represent the left and right bit cards of a pair."""


# ----------------------------------------------------------------------------------------------------
# The whole table: every area with cards, the faces of open cards, and the cards that were taken out of the
# box.


PLAY_CARDS, MARKERS, BIT_CARDS = "n.play_cards", "n.markers", "n.bit_cards"
LOT_CARDS, MASKS = "n.lot_cards", "n.masks_laid"
"""Message keys for kinds of cards on the table."""


def open_faces(done: Iterable[tuple[Op, str]], surface: Mapping[Place, bool]) -> dict[Place, Face]:
    """Return the faces of the face-up cards, or ``??`` for unknown faces.

    Args:
        done: Completed operations with their answers.
        surface: Visible table.
    """
    known: dict[Place, Face] = {}
    for op, answer in done:
        track_faces(op, known)
        read = _list_read_places(op)
        if answer and answer != NONE:
            faces = (answer,) if len(read) == 1 else tuple(answer)
            known.update(zip(read, faces, strict=False) if len(faces) == len(read) else ())
    return {place: known.get(place, UNREAD) for place, up in surface.items() if up}


def _list_read_places(op: Op) -> ops.Row:
    """Return the places of the cards that the answer to an operation names."""
    if isinstance(op, ops.Choose):
        return op.piles[0][:1]
    return op.places if isinstance(op, ops.Reveal) else ()


def get_card_kind(place: Place) -> str:
    """Return the message key for the kind of card at a place, such as `MARKERS`."""
    if place.area == ops.LOT:
        return LOT_CARDS
    if place.area == ops.MASK:
        return MASKS
    if place.row == CARD_ROW and place.area in (COLUMN, PILE, ops.CHOSEN, WALLET):
        return PLAY_CARDS
    return MARKERS if place.row == ops.MARKER_ROW and place.area == COLUMN else BIT_CARDS


def count_by_kind(surface: Mapping[Place, bool]) -> tuple[tuple[str, int, int], ...]:
    """Return each kind of card on the table, with the number of cards and the number of face-up cards."""
    cards = cards_on(surface)
    there = Counter(map(get_card_kind, cards))
    up = Counter(get_card_kind(place) for place in cards if surface[place])
    return tuple((kind, count, up[kind]) for kind, count in there.items())


def counts_in_words(kinds: Iterable[tuple[str, int, int]]) -> str:
    """Return the numbers of cards on the table in words.

    Args:
        kinds: Kinds of cards, each with the number of cards and the number of face-up cards.

    >>> counts_in_words([(MARKERS, 4, 4), (BIT_CARDS, 8, 0), (PLAY_CARDS, 4, 1)])
    '4 markers, face up; 8 bit cards, face down; 4 playing cards, 1 face up'
    """
    found = []
    for kind, count, up in kinds:
        key = "counted.covered" if not up else "counted.up" if up == count else "counted.some"
        found.append(sentence(key, what=phrase(kind, n=count), up=up))
    return "; ".join(found)


def owners(done: Iterable[Op]) -> tuple[tuple[str, int], ...]:
    """Return the owners of the cards on the table, each with the number of cards."""
    out = Counter[str]()
    for op in done:
        match op:
            case ops.LayHand():
                out[op.owner] += len(op.places)
            case ops.Return():
                out[op.owner] -= len(op.places)
            case ops.Draw():
                out[DECK] -= 1
    return tuple((+out).items())


SHOWN = 3
"""Number of columns to draw from a series of identical columns."""


def draw_table(surface: Mapping[Place, bool], up: Mapping[Place, Face], width: int = 72) -> list[str]:
    """Return text lines that show all cards on the table.

    Face-down cards are drawn as backs. In a series of identical columns, the first columns are drawn and the
    others are counted. The pile of a wallet's turn is only counted.

    Args:
        surface: Visible table.
        up: Faces of the face-up cards.
        width: Largest length of a line.
    """
    lines: list[str] = []
    cards = cards_on(surface)
    for area in dict.fromkeys(place.area for place in cards):
        there = sorted(place for place in cards if place.area == area)
        if area == PILE and {(place.row, place in up) for place in there} == {(CARD_ROW, False)}:
            lines.append(f"{_area(area)}  {COVERED} × {len(there)}")
            continue
        for near, more in _group_alike_columns(_list_looks(there, up)):
            lines += _draw_cards([place for place in there if place.number in near], surface, up, width)
            if more:
                lines.append(sentence("sight.more.to", n=more, last=near[-1] + more))
    return lines


def _draw_cards(
    places: Sequence[Place], surface: Mapping[Place, bool], up: Mapping[Place, Face], width: int
) -> list[str]:
    """Return text lines that show only the cards at these places."""
    seen = {place: surface[place] for place in places}
    return draw_operation(ops.Cover(tuple(seen)), seen, {p: up[p] for p in seen if p in up}, width)


def _list_looks(places: Iterable[Place], up: Mapping[Place, Face]) -> list[tuple[int, object]]:
    """Return column numbers, each with the face of the card in each row, or None for a back."""
    looks: dict[int, dict[int, Face | None]] = {}
    for place in places:
        looks.setdefault(place.number, {})[place.row] = up.get(place)
    return [*looks.items()]


def _group_alike_columns(looks: Sequence[tuple[int, object]]) -> Iterator[tuple[list[int], int]]:
    """Divide columns into groups to draw side by side.

    If many consecutive columns look alike, only the first `SHOWN` of them are drawn.

    Yields:
        Numbers of the columns to draw, and the number of identical columns after them that are not drawn.
    """

    def split(numbers: list[int]) -> Iterator[tuple[list[int], int]]:
        """Divide column numbers into groups that fit side by side. No columns are left out."""
        return ((numbers[at : at + NARROW], 0) for at in range(0, len(numbers), NARROW))

    pending: list[int] = []
    for _, group in groupby(looks, key=lambda look: look[1]):
        alike = [number for number, _ in group]
        if len(alike) <= SHOWN + 1:
            pending += alike
            continue
        yield from split(pending)
        pending = []
        yield alike[:SHOWN], len(alike) - SHOWN
    yield from split(pending)
