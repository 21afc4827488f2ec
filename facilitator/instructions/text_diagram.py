"""From operation to picture, in text: what lies on the table, as eyes see it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, groupby
from typing import NamedTuple

from facilitator.i18n.catalogue import phrase, sentence
from facilitator.operations import definitions as ops
from facilitator.operations.definitions import CARD_ROW, COLUMN, PILE, WALLET, Heading, Op, Place, Row
from facilitator.operations.effects import Surface
from facilitator.operations.faces import DECK, NONE, ONE, TO_CARD, TO_TAB, Face, named_by
from facilitator.operations.steps import Kind

COVERED = "▒▒"
NARROW = 12
"""Up to this many columns the whole layout is drawn; beyond, only the row or the few columns turned over."""

_ROWS = {ops.TOP_ROW: "sight.on_top", CARD_ROW: "sight.card", ops.MARKER_ROW: "sight.marker"}
_HEADS = {
    COLUMN: "sight.column",
    PILE: "sight.pile",
    ops.SIX: "sight.place",
    ops.LOT: "sight.place",
    ops.CHOSEN: "sight.selected",
}
"""What rows and areas are called, by the keys of the catalogue."""


def picture(
    op: Op,
    surface: Mapping[Place, bool],
    up: Mapping[Place, Face],
    width: int = 72,
    shown: Sequence[Face] = (),
) -> list[str]:
    """Return lines that show what an operation left in sight.

    ``surface`` tells which places are taken, ``up`` the faces of those that lie face up; covered cards are
    drawn as covered, whatever they are.  No line is longer than ``width``.  ``shown``: where a dot was seen.
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
    if len(numbers) > NARROW:  # what belongs together in a column is compared there
        rows = _rows(place for place in touched if place in up)
        if len(rows) < 2:
            return [line for row in rows for line in text.long_row(row, numbers)]
    return list(text.table(rows, numbers))


def _numbers(places: Iterable[Place]) -> list[int]:
    return sorted({place.number for place in places})


def _rows(places: Iterable[Place]) -> list[int]:
    return sorted({place.row for place in places})


def cards_on(surface: Iterable[Place]) -> list[Place]:
    """Return where cards lie, in the order in which they came."""
    return [place for place in surface if not ops.is_layer(place)]


def ends(surface: Mapping[Place, bool]) -> list[int]:
    """Return at which ends of the wallet a card lies: 1 the one that is held, 2 the free one."""
    return sorted(place.number for place in cards_on(surface) if place.area == WALLET)


def dot_at(surface: Mapping[Place, bool], shown: Sequence[Face]) -> int:
    """Return at which end the dot was seen of a card that lies in alone; 0 where none was looked for."""
    taken = ends(surface)
    if len(taken) != 1 or not {TO_CARD, TO_TAB} & {*shown}:
        return 0
    return taken[0] if TO_CARD in shown else 3 - taken[0]


def _wallet(surface: Mapping[Place, bool], dot: int) -> str:
    """The wallet, the end that is held on the left: what lies there, and a dot beside the end that shows it."""
    taken = ends(surface)
    left, right = (COVERED if end in taken else "  " for end in (1, 2))
    return f"{'●' if dot == 1 else ' '} [ {left} | {right} ] {'●' if dot == 2 else ''}".rstrip()


def _area(area: str) -> str:
    return sentence(_HEADS[area]) if area in _HEADS else area


class AreaText(NamedTuple):
    """One area of the table in lines of text; ``surface`` and ``up`` as `picture` takes them, ``width`` in signs."""

    area: str
    surface: Mapping[Place, bool]
    up: Mapping[Place, Face]
    width: int

    def cell(self, number: int, row: int) -> str:
        """Return what eyes see at a place: a face, a back, nothing."""
        place = Place(self.area, number, row)
        if place in self.up:
            return named_by(self.up[place])
        return COVERED if place in self.surface else ""

    def long_row(self, row: int, numbers: Sequence[int]) -> Iterator[str]:
        """Yield one row of many columns, wrapped; the number of the first column stands before each line."""
        cells = [self.cell(number, row) for number in numbers]
        size = max(map(len, cells)) + 1
        each = max(1, (self.width - 7) // size)
        for at in range(0, len(cells), each):
            line = "".join(f"{cell:<{size}}" for cell in cells[at : at + each])
            yield f"{numbers[at]:>5}  {line.rstrip()}"

    def table(self, rows: Sequence[int], numbers: Sequence[int]) -> Iterator[str]:
        """Yield a small layout: one line a row, one cell a column; as many columns beside each other as fit."""
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
        """Yield the cells of every line, its name first; pairs of bit cards share a cell."""
        yield [_area(self.area), *map(str, numbers)]
        bits = [row for row in rows if row not in _ROWS]
        pairs = [(sentence("sight.pair"), both) for both in zip(bits[::2], bits[1::2], strict=True)]
        for name, some in [*((self._name(row), (row,)) for row in rows if row in _ROWS), *pairs]:
            yield [name, *(" ".join(self.cell(n, row) for row in some).strip() for n in numbers)]

    def _name(self, row: int) -> str:
        return sentence(_ROWS[row]) if self.area in (COLUMN, PILE) or row == ops.TOP_ROW else ""


# ----------------------------------------------------------------------------------------------------
# The row of places before and after an act, drawn from what everyone sees: in a real game too.
#
# Covered cards are drawn as covered.  Of an open card the program knows the face only if it told to lay it or it
# was sorted by it; any other is ``??``, though the table can read it.


UNKNOWN = "??"
SHOWN = 6
"""Of a long row only so many columns are drawn: the others look alike."""


class Around(NamedTuple):
    """Lines of text; none where nothing of what is touched lies on the table."""

    before: tuple[str, ...]
    after: tuple[str, ...]


def around(
    given: Sequence[Op],
    surface: Mapping[Place, bool],
    faces: Mapping[Place, Face] | None = None,
    width: int = 72,
    step: int | None = None,
) -> Around:
    """Return lines that draw what an act touches, before it and after it.

    ``surface``: which places are taken before it, and whether face up.  ``faces``: what is known to lie open.
    ``step``: which of the steps that a duel is told in, from 0; None where it is told at once.
    """
    before, after = sights(given, surface, faces, step=step)
    return Around(_draw(before, width), _draw(after, width))


class AreaSight(NamedTuple):
    """One area of the table as eyes see it, its first columns: what is taken, and the faces known to lie open."""

    area: str = ""
    seen: Mapping[Place, bool] = {}
    up: Mapping[Place, Face] = {}
    more: int = 0  # columns that look alike and are left out
    dot: int = 0  # the wallet's end at which a duel's dot shows: whichever it is, it is held from then on


def sights(
    given: Sequence[Op],
    surface: Mapping[Place, bool],
    faces: Mapping[Place, Face] | None = None,
    shown: int = SHOWN,
    step: int | None = None,
) -> tuple[AreaSight, AreaSight]:
    """Return what an act touches, as it is seen before it and after it; of a round the first duel.

    ``step``: which of the steps that a duel is told in, from 0; None where it is told at once.
    """
    acts: list[Op] = [op for op in given if not isinstance(op, Heading)]
    duel = acts[: duel_length(acts)]
    acts = duel or acts
    touched = tuple(dict.fromkeys(place for op in acts for place in ops.places_of(op)))
    done: list[Op] = []
    if duel and step is not None:
        steps = _steps(duel)
        done, acts = [*chain.from_iterable(steps[:step])], steps[step]
    now, known = Surface(surface), dict(faces or {})
    _carry_out(done, now, known)
    before = _sight(touched, now, known, shown)
    _carry_out(acts, now, known)
    won = any(isinstance(op, ops.Look) and len(op.ends) == 2 for op in acts[-1:])
    return before, _sight(touched[::-1], now, known, shown)._replace(dot=int(won))


def layers(given: Sequence[Op], surface: Mapping[Place, bool], step: int | None = None) -> tuple[str, ...]:
    """Return what lies in a sleeve that an act fills, from its clear side on; nothing if it fills none.

    ``surface``, ``step``: as `sights` takes them.
    """
    acts = [op for op in given if not isinstance(op, Heading)]
    covered = chain.from_iterable(op.places for op in acts if isinstance(op, ops.Cover))
    filled = next((place for place in covered if place.area in (COLUMN, PILE) and place.row > CARD_ROW), None)
    if filled is None or (duel_length(acts) and step != 1):
        return ()
    seen = sights(given, surface, step=step)[1].seen
    rows = {place.row for place in seen if place[:2] == filled[:2]} - {ops.TOP_ROW}
    inside = (
        _LAYERS.get(row, _LAYERS[row % 2 - 2])
        for row in sorted(rows, key=lambda row: (row == ops.MARKER_ROW, row))
    )
    return tuple(map(sentence, ("layer.clear", *inside, "layer.opaque")))


_LAYERS = {CARD_ROW: "layer.card", ops.MARKER_ROW: "layer.marker", -2: "layer.right", -1: "layer.left"}
"""What lies in a row's layer; of the bit cards of a pair, by whether their row is even or odd."""


_DUELS: tuple[tuple[type, Kind], ...] = ((ops.Move, Kind.DUEL), (ops.Insert, Kind.WALLET_DUEL))
"""The operations that a duel begins with, and what they are for."""


def duel_length(acts: Sequence[Op]) -> int:
    """Return how many operations the duel has that begins with these; 0 if none does."""
    act = next((op.act for op in acts if isinstance(op, ops.Told)), None)
    if act is None or (type(acts[0]), act.kind) not in _DUELS:
        return 0
    return sum(isinstance(op, ops.Told) and op.act is act for op in acts)


def _carry_out(some: Sequence[Op], now: Surface, known: dict[Place, Face]) -> None:
    for op in some:
        now.note(op, "")
        follow(op, known)


def _steps(duel: Sequence[Op]) -> list[list[Op]]:
    """Return what hands do in each step of a duel: the pair apart, the 1 under the challenger, the swap, the look.

    The operations take the open cards of the duel before along with the pair; hands lay them with the 1.
    """
    if isinstance(duel[0], ops.Insert):
        return [[op] for op in duel]
    begun, *_, mixed, look, brought = duel
    assert isinstance(begun, ops.Move)
    pair, opened = begun.source[:2], begun.source[2:]
    apart: list[Op] = [*([ops.Collect(opened)] if opened else []), ops.Move(pair, begun.target[:2])]
    return [apart, [ops.Put(pair, ONE), ops.Cover(pair)], [mixed], [look, brought]]


def _sight(touched: Row, surface: Mapping[Place, bool], known: Mapping[Place, Face], shown: int) -> AreaSight:
    """See the area of the first of these places that is taken, with all that lies there.

    Where none is, as before a marker is laid on a card, what lies in the same columns.  A wallet is seen first.
    """
    touched = tuple(sorted(touched, key=lambda place: place.area != WALLET))
    there = [place for place in touched if place in surface] or _beside(touched, surface)
    if not there:
        return AreaSight()
    area = there[0].area
    numbers = _numbers(place for place in there if place.area == area)
    cards = (place for place in sorted(cards_on(surface)) if place.area == area)
    seen = {place: surface[place] for place in cards if place.number in numbers[:shown]}
    return AreaSight(area, seen, _open(seen, known), max(0, len(numbers) - shown))


def _beside(touched: Row, surface: Mapping[Place, bool]) -> list[Place]:
    """Return what lies in the columns of these places."""
    columns = {place[:2] for place in touched}
    return [place for place in sorted(surface) if place[:2] in columns]


def _open(surface: Mapping[Place, bool], known: Mapping[Place, Face]) -> dict[Place, Face]:
    """Return what lies face up, as far as it is known."""
    return {place: known.get(place, UNKNOWN) for place, up in surface.items() if up}


def _draw(sight: AreaSight, width: int) -> tuple[str, ...]:
    if sight.dot or sight.area == ops.MASK:  # a mask lies on the wallet
        return (_wallet(sight.seen, sight.dot),)
    lines = picture(ops.Cover(tuple(sight.seen)), sight.seen, sight.up, width)
    return (*lines, sentence("sight.more", n=sight.more)) if sight.more else tuple(lines)


def follow(op: Op, known: dict[Place, Face]) -> None:
    """Keep what is known of open faces true after an operation."""
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
# What lies on the table, drawn whole: every area that is taken, what is open, and what it took out of the box.


PLAY_CARDS, MARKERS, BIT_CARDS = "n.play_cards", "n.markers", "n.bit_cards"
LOT_CARDS, MASKS = "n.lot_cards", "n.masks_laid"
"""Kinds of cards, by the keys of what so many of them are called."""


def open_faces(done: Iterable[tuple[Op, str]], surface: Mapping[Place, bool]) -> dict[Place, Face]:
    """Return what lies face up; of what nobody read out only that it does (``??``).

    ``done``: each operation carried out, and what was read at it.
    """
    known: dict[Place, Face] = {}
    for op, answer in done:
        follow(op, known)
        read = (
            op.places if isinstance(op, ops.Reveal) else op.piles[0][:1] if isinstance(op, ops.Choose) else ()
        )
        if answer and answer != NONE:
            faces = (answer,) if len(read) == 1 else tuple(answer)
            known.update(zip(read, faces, strict=False) if len(faces) == len(read) else ())
    return _open(surface, known)


def kind_of(place: Place) -> str:
    """Return what kind of card lies at a place."""
    if place.area == ops.LOT:
        return LOT_CARDS
    if place.area == ops.MASK:
        return MASKS
    if place.row == CARD_ROW and place.area in (COLUMN, PILE, ops.CHOSEN, WALLET):
        return PLAY_CARDS
    return MARKERS if place.row == ops.MARKER_ROW and place.area == COLUMN else BIT_CARDS


def counted(surface: Mapping[Place, bool]) -> tuple[tuple[str, int, int], ...]:
    """Return what lies there: a kind of card, how many, and how many of them face up."""
    cards = cards_on(surface)
    there, up = Counter(map(kind_of, cards)), Counter(kind_of(place) for place in cards if surface[place])
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
    """Return whose cards the operations laid out and have not given back, and how many."""
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


def drawn(surface: Mapping[Place, bool], up: Mapping[Place, Face], width: int = 72) -> list[str]:
    """Return lines that show every card on the table, covered ones as covered; none is longer than ``width``.

    Of many columns in a row that look alike the first few are drawn, and the others counted.
    """
    lines: list[str] = []
    cards = cards_on(surface)
    for area in dict.fromkeys(place.area for place in cards):
        there = sorted(place for place in cards if place.area == area)
        for near, more in _chunks(_looks(there, up)):
            seen = {place: surface[place] for place in there if place.number in near}
            lines += picture(ops.Cover(tuple(seen)), seen, {p: up[p] for p in seen if p in up}, width)
            if more:
                lines.append(sentence("sight.more.to", n=more, last=near[-1] + more))
    return lines


def _looks(places: Iterable[Place], up: Mapping[Place, Face]) -> list[tuple[int, object]]:
    """Return how each column looks: its number, and by row what it shows, None for a back."""
    looks: dict[int, dict[int, Face | None]] = {}
    for place in places:
        looks.setdefault(place.number, {})[place.row] = up.get(place)
    return [*looks.items()]


def _chunks(looks: Sequence[tuple[int, object]]) -> Iterator[tuple[list[int], int]]:
    """Yield the numbers to draw side by side, and how many more after them look like the last of them."""
    pending: list[int] = []
    for _, group in groupby(looks, key=lambda one: one[1]):
        alike = [number for number, _ in group]
        if len(alike) <= SHOWN + 1:
            pending += alike
            continue
        yield from _parts(pending)
        pending = []
        yield alike[:SHOWN], len(alike) - SHOWN
    yield from _parts(pending)


def _parts(numbers: list[int]) -> Iterator[tuple[list[int], int]]:
    """Return numbers that fit side by side, and that none is left out after them."""
    return ((numbers[at : at + NARROW], 0) for at in range(0, len(numbers), NARROW))
