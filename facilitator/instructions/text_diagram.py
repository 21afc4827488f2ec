"""Pictures of the visible table as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, groupby
from typing import NamedTuple

from facilitator.i18n.catalogue import phrase, sentence
from facilitator.operations import definitions as ops
from facilitator.operations.definitions import CARD_ROW, COLUMN, PILE, WALLET, Heading, Op, Place, Row
from facilitator.operations.effects import VisibleTable
from facilitator.operations.faces import DECK, NONE, ONE, TO_CARD, TO_TAB, Face, get_drawn_name
from facilitator.operations.steps import Kind

COVERED = "▒▒"
NARROW = 12
"""Largest number of columns for a picture of the whole layout.

Wider layouts are reduced to the affected cards.
"""

_ROWS = {ops.TOP_ROW: "sight.on_top", CARD_ROW: "sight.card", ops.MARKER_ROW: "sight.marker"}
_HEADS = {
    COLUMN: "sight.column",
    PILE: "sight.pile",
    ops.SIX: "sight.place",
    ops.UNREAD: "sight.place",
    ops.LOT: "sight.place",
    ops.CHOSEN: "sight.selected",
}
"""Catalogue keys for the names of rows and areas."""


def draw_operation(
    op: Op,
    surface: Mapping[Place, bool],
    up: Mapping[Place, Face],
    width: int = 72,
    shown: Sequence[Face] = (),
) -> list[str]:
    """Return lines that show the visible cards after an operation.

    Face-down cards are always drawn as backs.

    Args:
        op: The operation.
        surface: Occupied places.
        up: Faces of the cards that lie face up.
        width: Largest length of a line.
        shown: Result of a look at the wallet.
    """
    touched = ops.places_of(op)
    if not touched:
        return []
    area = touched[0].area
    if area == WALLET:
        return [_wallet(surface, dot_at(surface, shown))]
    text = AreaText(area, surface, up, width)
    there = [place for place in surface if place.area == area]
    numbers, near, rows = _numbers(there), _numbers(touched), _rows(there)
    if len(numbers) > NARROW >= len(near):
        numbers = near
    if len(numbers) > NARROW:  # with several rows, people compare the cards of a column
        rows = _rows(place for place in touched if place in up)
        if len(rows) < 2:
            return [line for row in rows for line in text.long_row(row, numbers)]
    return list(text.table(rows, numbers))


def _numbers(places: Iterable[Place]) -> list[int]:
    return sorted({place.number for place in places})


def _rows(places: Iterable[Place]) -> list[int]:
    return sorted({place.row for place in places})


def cards_on(surface: Iterable[Place]) -> list[Place]:
    """Return the places of cards, in the order of laying."""
    return [place for place in surface if not ops.is_layer(place)]


def find_filled_ends(surface: Mapping[Place, bool]) -> list[int]:
    """Return the occupied ends of the wallet: 1 for the held end, 2 for the free end."""
    return sorted(place.number for place in cards_on(surface) if place.area == WALLET)


def dot_at(surface: Mapping[Place, bool], shown: Sequence[Face]) -> int:
    """Return the end with the dot for a single card in the wallet, or 0 if nobody has looked."""
    taken = find_filled_ends(surface)
    if len(taken) != 1 or not {TO_CARD, TO_TAB} & {*shown}:
        return 0
    return taken[0] if TO_CARD in shown else 3 - taken[0]


def _wallet(surface: Mapping[Place, bool], dot: int) -> str:
    """Draw the wallet with its cards and its dot. The held end is on the left."""
    taken = find_filled_ends(surface)
    left, right = (COVERED if end in taken else "  " for end in (1, 2))
    return f"{'●' if dot == 1 else ' '} [ {left} | {right} ] {'●' if dot == 2 else ''}".rstrip()


def _area(area: str) -> str:
    return sentence(_HEADS[area]) if area in _HEADS else area


class AreaText(NamedTuple):
    """Area of the table as text. See `draw_operation` for `surface`, `up` and `width`."""

    area: str
    surface: Mapping[Place, bool]
    up: Mapping[Place, Face]
    width: int

    def cell(self, number: int, row: int) -> str:
        """Return the visible content of a place: a face, a back, or ""."""
        place = Place(self.area, number, row)
        if place in self.up:
            return get_drawn_name(self.up[place])
        return COVERED if place in self.surface else ""

    def long_row(self, row: int, numbers: Sequence[int]) -> Iterator[str]:
        """Yield the lines of a row with many columns, each beginning with the number of its first column."""
        cells = [self.cell(number, row) for number in numbers]
        size = max(map(len, cells)) + 1
        each = max(1, (self.width - 7) // size)
        for at in range(0, len(cells), each):
            line = "".join(f"{cell:<{size}}" for cell in cells[at : at + each])
            yield f"{numbers[at]:>5}  {line.rstrip()}"

    def table(self, rows: Sequence[int], numbers: Sequence[int]) -> Iterator[str]:
        """Yield the lines of a small layout, with one line per row and as many columns side by side as fit."""
        lines = [*self._lines(rows, numbers)]
        sizes = [max(map(len, column)) + 2 for column in zip(*lines, strict=True)]
        at = 1
        while at <= len(numbers):
            fit = sum(total <= self.width for total in accumulate(sizes[at:], initial=sizes[0])) - 1
            part = [0, *range(at, at + max(1, fit))]
            for line in lines:
                yield "".join(f"{line[column]:<{sizes[column]}}" for column in part).rstrip()
            at = part[-1] + 1

    def _lines(self, rows: Sequence[int], numbers: Sequence[int]) -> Iterator[list[str]]:
        """Yield the cells of each line, beginning with its name. The bit cards of a pair share a cell."""
        yield [_area(self.area), *map(str, numbers)]
        bits = [row for row in rows if row not in _ROWS]
        pairs = [(sentence("sight.pair"), both) for both in zip(bits[::2], bits[1::2], strict=True)]
        for name, some in [*((self._name(row), (row,)) for row in rows if row in _ROWS), *pairs]:
            yield [name, *(" ".join(self.cell(n, row) for row in some).strip() for n in numbers)]

    def _name(self, row: int) -> str:
        return sentence(_ROWS[row]) if self.area in (COLUMN, PILE) or row == ops.TOP_ROW else ""


# ----------------------------------------------------------------------------------------------------
# The places that a step affects, before and after it, drawn from public knowledge. This works in a real game,
# too.
#
# Face-down cards are drawn as backs. The program knows the face of a face-up card only if it was laid by an
# instruction or its column was sorted by it. Any other face-up card is drawn as ``??``, although people at
# the table can read it.


UNKNOWN = "??"
SHOWN = 6
"""Largest number of columns drawn of a long row, because the others look alike."""


class BeforeAndAfter(NamedTuple):
    """Pictures before and after a step. They are empty for a step without cards on the table."""

    before: tuple[str, ...]
    after: tuple[str, ...]


def draw_step(
    given: Sequence[Op],
    surface: Mapping[Place, bool],
    faces: Mapping[Place, Face] | None = None,
    width: int = 72,
    step: int | None = None,
) -> BeforeAndAfter:
    """Return pictures of the places that a step affects, before and after it.

    Args:
        given: Operations of the step.
        surface: Visible table before the step.
        faces: Known faces of cards that lie face up.
        width: Largest length of a line.
        step: Index of a part of a duel, or `None` for the whole step.
    """
    before, after = find_sights(given, surface, faces, step=step)
    return BeforeAndAfter(_draw(before, width), _draw(after, width))


class AreaSight(NamedTuple):
    """An area of the visible table, limited to its first columns.

    Attributes:
        area: Name of the area.
        seen: Occupied places, with True if the card is face up.
        up: Known faces of cards that lie face up.
        more: Number of similar columns that are left out.
        dot: End of the wallet at which a duel's dot shows, which is the end that is held from then on, or 0.
    """

    area: str = ""
    seen: Mapping[Place, bool] = {}
    up: Mapping[Place, Face] = {}
    more: int = 0
    dot: int = 0


def find_sights(
    given: Sequence[Op],
    surface: Mapping[Place, bool],
    faces: Mapping[Place, Face] | None = None,
    shown: int = SHOWN,
    step: int | None = None,
) -> tuple[AreaSight, AreaSight]:
    """Return the area that a step affects, before and after it. Of a round, the first duel is shown.

    Args:
        given: Operations of the step.
        surface: Visible table before the step.
        faces: Known faces of cards that lie face up.
        shown: Largest number of columns.
        step: Index of a part of a duel, or `None` for the whole step.
    """
    acts: list[Op] = [op for op in given if not isinstance(op, Heading)]
    duel = acts[: duel_length(acts)]
    acts = duel or acts
    touched = tuple(dict.fromkeys(place for op in acts for place in ops.places_of(op)))
    done: list[Op] = []
    if duel and step is not None:
        steps = _steps(duel)
        done, acts = [*chain.from_iterable(steps[:step])], steps[step]
    now, known = VisibleTable(surface), dict(faces or {})
    _carry_out(done, now, known)
    before = _sight(touched, now, known, shown)
    _carry_out(acts, now, known)
    won = any(isinstance(op, ops.Look) and len(op.ends) == 2 for op in acts[-1:])
    return before, _sight(touched[::-1], now, known, shown)._replace(dot=int(won))


def list_layers(
    given: Sequence[Op], surface: Mapping[Place, bool], step: int | None = None
) -> tuple[str, ...]:
    """Return the contents of the sleeve that a step fills, beginning at its clear side.

    The result is empty if the step fills no sleeve.

    Args:
        given: Operations of the step.
        surface: Visible table before the step.
        step: Index of a part of a duel, or `None` for the whole step.
    """
    acts = [op for op in given if not isinstance(op, Heading)]
    covered = chain.from_iterable(op.places for op in acts if isinstance(op, ops.Cover))
    filled = next((place for place in covered if place.area in (COLUMN, PILE) and place.row > CARD_ROW), None)
    if filled is None or (duel_length(acts) and step != 1):
        return ()
    seen = find_sights(given, surface, step=step)[1].seen
    rows = {place.row for place in seen if place[:2] == filled[:2]} - {ops.TOP_ROW}
    inside = (
        _LAYERS.get(row, _LAYERS[row % 2 - 2])
        for row in sorted(rows, key=lambda row: (row == ops.MARKER_ROW, row))
    )
    return tuple(map(sentence, ("layer.clear", *inside, "layer.opaque")))


_LAYERS = {CARD_ROW: "layer.card", ops.MARKER_ROW: "layer.marker", -2: "layer.right", -1: "layer.left"}
"""Message keys for rows in a sleeve. Keys -2 and -1 represent the left and right bit cards of a pair."""


_DUELS: tuple[tuple[type, Kind], ...] = ((ops.Move, Kind.DUEL), (ops.Insert, Kind.WALLET_DUEL))
"""First operation of a duel, with the corresponding kind of step."""


def duel_length(acts: Sequence[Op]) -> int:
    """Return the number of operations in the duel at the beginning of these operations, or 0 for no duel."""
    act = next((op.act for op in acts if isinstance(op, ops.HandOperation)), None)
    if act is None or (type(acts[0]), act.kind) not in _DUELS:
        return 0
    return sum(isinstance(op, ops.HandOperation) and op.act is act for op in acts)


def _carry_out(some: Sequence[Op], now: VisibleTable, known: dict[Place, Face]) -> None:
    for op in some:
        now.note(op, "")
        track_faces(op, known)


def _steps(duel: Sequence[Op]) -> list[list[Op]]:
    """Divide the operations of a duel into its parts.

    The parts are: separating the pair, laying the 1 under the challenger, stacking (without an operation),
    swapping, looking. In the protocol, the open cards of the previous duel move together with the pair. People
    lay them with the 1.
    """
    if isinstance(duel[0], ops.Insert):
        return [[op] for op in duel]
    begun, *_, mixed, look, brought = duel
    assert isinstance(begun, ops.Move)
    pair, opened = begun.source[:2], begun.source[2:]
    apart: list[Op] = [*([ops.Collect(opened)] if opened else []), ops.Move(pair, begun.target[:2])]
    return [apart, [ops.Put(pair, ONE), ops.Cover(pair)], [], [mixed], [look, brought]]


def _sight(touched: Row, surface: Mapping[Place, bool], known: Mapping[Place, Face], shown: int) -> AreaSight:
    """Return the area of the first occupied place. A wallet precedes all other areas.

    If all places are empty, for example before markers are laid, return the columns of these places.
    """
    touched = tuple(sorted(touched, key=lambda place: place.area != WALLET))
    there = [place for place in touched if place in surface] or _find_column_places(touched, surface)
    if not there:
        return AreaSight()
    area = there[0].area
    numbers = _numbers(place for place in there if place.area == area)
    cards = (place for place in sorted(cards_on(surface)) if place.area == area)
    seen = {place: surface[place] for place in cards if place.number in numbers[:shown]}
    return AreaSight(area, seen, _open(seen, known), max(0, len(numbers) - shown))


def _find_column_places(touched: Row, surface: Mapping[Place, bool]) -> list[Place]:
    """Return the occupied places in the columns of these places."""
    columns = {place[:2] for place in touched}
    return [place for place in sorted(surface) if place[:2] in columns]


def _open(surface: Mapping[Place, bool], known: Mapping[Place, Face]) -> dict[Place, Face]:
    """Return the faces of face-up cards, or ``??`` for an unknown face."""
    return {place: known.get(place, UNKNOWN) for place, up in surface.items() if up}


def _draw(sight: AreaSight, width: int) -> tuple[str, ...]:
    if sight.dot or sight.area == ops.MASK:  # a mask lies on the wallet
        return (_wallet(sight.seen, sight.dot),)
    lines = draw_operation(ops.Cover(tuple(sight.seen)), sight.seen, sight.up, width)
    return (*lines, sentence("sight.more", n=sight.more)) if sight.more else tuple(lines)


def track_faces(op: Op, known: dict[Place, Face]) -> None:
    """Update the known faces of face-up cards after an operation."""
    if isinstance(op, ops.LayHand | ops.Encode | Heading | ops.Look):
        return
    before = {place: known.pop(place) for place in ops.places_of(op) if place in known}
    match op:
        case ops.Put():
            known.update(zip(op.places, op.faces, strict=True))
        case ops.Move():
            ways = zip(op.source, op.target, strict=True)
            known.update({target: before[source] for source, target in ways if source in before})
        case ops.Sort():
            order = [face for face, count in op.order for _ in range(count)]
            known.update(zip(op.by, order, strict=True))


# ----------------------------------------------------------------------------------------------------
# The whole table: every area with cards, the faces of open cards, and the cards that were taken out of the
# box.


PLAY_CARDS, MARKERS, BIT_CARDS = "n.play_cards", "n.markers", "n.bit_cards"
LOT_CARDS, MASKS = "n.lot_cards", "n.masks_laid"
"""Catalogue keys for the kinds of cards on the table."""


def open_faces(done: Iterable[tuple[Op, str]], surface: Mapping[Place, bool]) -> dict[Place, Face]:
    """Return the faces of all face-up cards, or ``??`` for unknown faces.

    Args:
        done: Completed operations, each with its answer.
        surface: Visible table.
    """
    known: dict[Place, Face] = {}
    for op, answer in done:
        track_faces(op, known)
        read = (
            op.places if isinstance(op, ops.Reveal) else op.piles[0][:1] if isinstance(op, ops.Choose) else ()
        )
        if answer and answer != NONE:
            faces = (answer,) if len(read) == 1 else tuple(answer)
            known.update(zip(read, faces, strict=False) if len(faces) == len(read) else ())
    return _open(surface, known)


def get_card_kind(place: Place) -> str:
    """Return the kind of the card at a place."""
    if place.area == ops.LOT:
        return LOT_CARDS
    if place.area == ops.MASK:
        return MASKS
    if place.row == CARD_ROW and place.area in (COLUMN, PILE, ops.CHOSEN, WALLET):
        return PLAY_CARDS
    return MARKERS if place.row == ops.MARKER_ROW and place.area == COLUMN else BIT_CARDS


def count_by_kind(surface: Mapping[Place, bool]) -> tuple[tuple[str, int, int], ...]:
    """Return the total number and the number of face-up cards for each kind of card on the table."""
    cards = cards_on(surface)
    there, up = (
        Counter(map(get_card_kind, cards)),
        Counter(get_card_kind(place) for place in cards if surface[place]),
    )
    return tuple((kind, count, up[kind]) for kind, count in there.items())


def counts_in_words(kinds: Iterable[tuple[str, int, int]]) -> str:
    """Return counts in words.

    >>> counts_in_words([(MARKERS, 4, 4), (BIT_CARDS, 8, 0), (PLAY_CARDS, 4, 1)])
    '4 markers, face up; 8 bit cards, covered; 4 play cards, 1 face up'
    """
    return "; ".join(
        sentence(
            "counted.covered" if not up else "counted.up" if up == count else "counted.some",
            what=phrase(kind, n=count),
            up=up,
        )
        for kind, count, up in kinds
    )


def owners(done: Iterable[Op]) -> tuple[tuple[str, int], ...]:
    """Return the owners of cards on the table, with numbers of cards."""
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


def draw_table(surface: Mapping[Place, bool], up: Mapping[Place, Face], width: int = 72) -> list[str]:
    """Draw every card on the table as text. Face-down cards are drawn as backs.

    The first few of many identical columns are drawn, and the rest are counted. No line is longer than
    `width`.

    Args:
        surface: Visible table.
        up: Faces of the face-up cards.
        width: Largest width in characters.
    """
    lines: list[str] = []
    cards = cards_on(surface)
    for area in dict.fromkeys(place.area for place in cards):
        there = sorted(place for place in cards if place.area == area)
        for near, more in _chunks(_looks(there, up)):
            seen = {place: surface[place] for place in there if place.number in near}
            lines += draw_operation(ops.Cover(tuple(seen)), seen, {p: up[p] for p in seen if p in up}, width)
            if more:
                lines.append(sentence("sight.more.to", n=more, last=near[-1] + more))
    return lines


def _looks(places: Iterable[Place], up: Mapping[Place, Face]) -> list[tuple[int, object]]:
    """Return the number of each column with its appearance: the face in each row, or None for a back."""
    looks: dict[int, dict[int, Face | None]] = {}
    for place in places:
        looks.setdefault(place.number, {})[place.row] = up.get(place)
    return [*looks.items()]


def _chunks(looks: Sequence[tuple[int, object]]) -> Iterator[tuple[list[int], int]]:
    """Yield the numbers of columns to draw side by side, and the number of omitted columns after them.

    Omitted columns look like the last column before them.
    """
    pending: list[int] = []
    for _, group in groupby(looks, key=lambda look: look[1]):
        alike = [number for number, _ in group]
        if len(alike) <= SHOWN + 1:
            pending += alike
            continue
        yield from _parts(pending)
        pending = []
        yield alike[:SHOWN], len(alike) - SHOWN
    yield from _parts(pending)


def _parts(numbers: list[int]) -> Iterator[tuple[list[int], int]]:
    """Split column numbers into groups that fit side by side.

    No column is omitted, so each second value is 0.
    """
    return ((numbers[at : at + NARROW], 0) for at in range(0, len(numbers), NARROW))
