"""From operations to pictures, in millimetres: what lies on the table, and how hands move it.

A picture knows no drawing library: cards, arrows and piles with their places; a sheet turns them into marks.
Covered cards are drawn as covered, whatever they are; a name stands under them only where everybody knows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from facilitator.machine import operations as ops
from facilitator.machine.faces import ALPHA, BETA, Face
from facilitator.machine.operations import CARD_ROW, COLUMN, FIRST_BIT_ROW, PILE, WALLET, Op, Place
from facilitator.machine.perform import Steps, perform
from facilitator.machine.physics import Surface
from facilitator.protocols.gates import LEFT, MIDDLE, RIGHT, SIX_ROW, six_card_and

WIDTH, HEIGHT = 10.0, 14.0
"""A card in a picture, mm; pictures may be drawn larger or smaller."""
PITCH, DROP = 12.5, 16.0
"""From card to card, across and down, mm."""
PILE_SHIFT = 7.0
"""How far the two piles of an AND are drawn apart, mm."""


@dataclass(frozen=True, slots=True)
class CardPicture:
    """A card: its top left corner, what it shows (nothing: covered), and what is written under it."""

    x: float
    y: float
    face: Face = ""
    under: str = ""
    w: float = WIDTH
    h: float = HEIGHT


@dataclass(frozen=True, slots=True)
class Arrow:
    """A movement from one point to another."""

    x1: float
    y1: float
    x2: float
    y2: float
    both: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """Cards, arrows and words; ``words``: where (left end of the baseline) and what.

    ``sleeves``: around cards that are in one, by the upper left corner, width and height.  ``centred``: words stand
    in the middle of their place instead of beginning there.
    """

    cards: tuple[CardPicture, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    words: tuple[tuple[float, float, str], ...] = field(default=())
    sleeves: tuple[tuple[float, float, float, float], ...] = ()
    centred: bool = False

    @property
    def size(self) -> tuple[float, float]:
        """Width and height, from the origin to the last card."""
        under = 4.5 if any(card.under for card in self.cards) else 0
        return max(c.x + c.w for c in self.cards), max(c.y + c.h for c in self.cards) + under


# -- the table as eyes see it --------------------------------------------------------------------------


def as_seen(
    surface: Mapping[Place, bool], up: Mapping[Place, Face], area: str, sleeved: bool = False
) -> Picture:
    """Return an area of the table: which places are taken, and the faces of those that lie face up.

    Columns and piles stand side by side, their rows below each other, a pair of bit cards in one row.  ``sleeved``:
    each play card is in its sleeve, with whatever is covered; extra cards that lie open lie below.
    """
    there = sorted(place for place in surface if place.area == area and not ops.is_layer(place))
    if area == WALLET:
        return wallet_picture([place.number for place in there])
    inside, out = _rows(there, up if sleeved else {})
    tops, in_columns = _tops([*inside, *out]), area in (COLUMN, PILE)
    wide = in_columns and max(tops, default=0) >= FIRST_BIT_ROW
    pitch = PITCH + WIDTH * 0.9 * wide
    lefts = {number: at * pitch for at, number in enumerate(sorted({place.number for place in there}))}
    cards = [_card(place, lefts[place.number], tops[place.row], up.get(place, ""), wide) for place in there]
    words = _names(tops, len(lefts) * pitch + 1) if in_columns else ()
    around = _around(lefts.values(), max(map(tops.__getitem__, inside)) + HEIGHT, wide) if sleeved else ()
    return Picture(tuple(cards), (), words, around)


def _rows(there: Sequence[Place], up: Mapping[Place, Face]) -> tuple[list[int], list[int]]:
    """Return the rows of cards that lie in sleeves, and those of extra cards that lie open below them."""
    out = {place.row for place in there if place in up and place.row != CARD_ROW}
    return sorted({place.row for place in there} - out), sorted(out)


def _around(lefts: Iterable[float], low: float, wide: bool) -> tuple[tuple[float, float, float, float], ...]:
    """Return the outlines of sleeves, each around a column down to ``low``."""
    w = WIDTH * (1.95 if wide else 1)
    return tuple((left - 0.8, -0.8, w + 1.6, low + 1.6) for left in lefts)


def _names(tops: Mapping[int, float], x: float) -> tuple[tuple[float, float, str], ...]:
    """Return what the rows of columns are called, beside them; of several pairs the first."""
    pair = next((row for row in tops if row >= FIRST_BIT_ROW), FIRST_BIT_ROW)
    names = {CARD_ROW: "card", ops.MARKER_ROW: "marker", pair: "pair"}
    return tuple((x, tops[row] + HEIGHT / 2 + 1.5, name) for row, name in names.items() if row in tops)


def wallet_picture(ends: Sequence[int], dot: int = 0) -> Picture:
    """Return the wallet, the end that is held on the left: the cards in it, and a dot at the end that shows it.

    ``ends``: where a card lies, 1 or 2; ``dot``: 0 for none.
    """
    cards = tuple(CardPicture(PITCH * end, 0.0) for end in ends)
    at = {1: (PITCH - 6.0, HEIGHT / 2 + 1.5, "●"), 2: (3 * PITCH + 1.0, HEIGHT / 2 + 1.5, "●")}
    band = (PITCH - 0.8, -0.8, PITCH + WIDTH + 1.6, HEIGHT + 1.6)
    return Picture(cards, words=(at[dot],) if dot else (), sleeves=(band,))


def _tops(rows: Sequence[int]) -> dict[int, float]:
    """Return the y of each row, in this order; the two rows of a pair share one."""
    lines = [row if row < FIRST_BIT_ROW else FIRST_BIT_ROW + (row - FIRST_BIT_ROW) // 2 * 2 for row in rows]
    order = list(dict.fromkeys(lines))
    return {row: order.index(line) * DROP for row, line in zip(rows, lines, strict=True)}


def _card(place: Place, left: float, top: float, face: Face, wide: bool) -> CardPicture:
    if place.row >= FIRST_BIT_ROW and place.area in (COLUMN, PILE):
        left += (place.row - FIRST_BIT_ROW) % 2 * (WIDTH * 0.95)
    elif wide:
        left += WIDTH * 0.475
    return CardPicture(left, top, face)


class Seen(Protocol):
    """A table that performs operations and shows what eyes would see (`readings.simulate`)."""

    surface: Surface

    def __call__(self, op: Op) -> str: ...
    def face_up(self) -> dict[Place, Face]: ...


def snapshots(
    steps: Steps[object], table: Seen, wanted: Callable[[Op], str], sleeved: bool = False
) -> list[tuple[Op, Picture]]:
    """Perform a protocol and return pictures after those operations for which ``wanted`` names an area."""
    found: list[tuple[Op, Picture]] = []

    def watch(op: Op) -> str:
        answer = table(op)
        if area := wanted(op):
            found.append((op, as_seen(table.surface, table.face_up(), area, sleeved)))
        return answer

    perform(steps, watch)
    return found


# -- the six-card AND ----------------------------------------------------------------------------------


_BEFORE: dict[Place, str] = dict(zip(SIX_ROW, ("x₁", "x₂", ALPHA, BETA, "y₁", "y₂"), strict=True))
"""What everybody knows of the row before an AND, whatever x and y may be."""


def and_pictures() -> list[tuple[Op, Picture]]:
    """Return a picture of every operation of the AND: the row before, arrows, piles, what is turned over."""
    names, found = dict(_BEFORE), list[tuple[Op, Picture]]()
    for op in six_card_and(SIX_ROW):
        found.append((op, _of_row(op, names)))
        match op:
            case ops.Rearrange():
                taken = [names[op.row[i - 1]] for i in op.order]
                names.update(zip(op.row, taken, strict=True))
            case ops.Scramble():
                names = dict.fromkeys(SIX_ROW, "")
            case ops.Reveal():
                break  # what is read then leads on in two ways
    return found


def after_and() -> tuple[Picture, Picture]:
    """Return what the two leftmost cards may read, and where the results then lie."""
    straight = {MIDDLE: "x and y", RIGHT: "(not x) and y"}
    crossed = {MIDDLE: "(not x) and y", RIGHT: "x and y"}
    return _read((ALPHA, BETA), straight), _read((BETA, ALPHA), crossed)


def _read(faces: tuple[Face, Face], meaning: Mapping[tuple[Place, ...], str]) -> Picture:
    cards = [replace(_at(place, 0.0), face=face) for place, face in zip(LEFT, faces, strict=True)]
    cards += [_at(place, 0.0) for place in MIDDLE + RIGHT]
    words = [(_middle(pair[0].number) + PITCH / 2, HEIGHT + 5.0, said) for pair, said in meaning.items()]
    return Picture(tuple(cards), words=tuple(words), centred=True)


def _at(place: Place, y: float, under: str = "") -> CardPicture:
    return CardPicture((place.number - 1) * PITCH, y, under=under)


def _of_row(op: Op, names: Mapping[Place, str]) -> Picture:
    """Return the row before an operation of the AND, with what hands do: where cards go, which piles are swapped."""
    row = [_at(place, 0.0, names[place]) for place in SIX_ROW]
    match op:
        case ops.Rearrange():
            low = HEIGHT + 14.0
            ways = [*zip(op.row, op.order, strict=True)]
            below = [_at(place, low, names[op.row[i - 1]]) for place, i in ways]
            arrows = [Arrow(_middle(i), HEIGHT + 5.2, _middle(place.number), low - 0.6) for place, i in ways]
            return Picture((*row, *below), tuple(arrows))
        case ops.Scramble():
            first, right = set(op.piles[0]), _middle(6) + WIDTH / 2 + 4
            cards = [_at(place, 0.0 if place in first else PILE_SHIFT, names[place]) for place in SIX_ROW]
            swap = Arrow(right, HEIGHT / 2, right, HEIGHT / 2 + PILE_SHIFT, both=True)
            return Picture(tuple(cards), (swap,))
        case _:
            return Picture(tuple(row))


def _middle(number: int) -> float:
    return (number - 1) * PITCH + WIDTH / 2
