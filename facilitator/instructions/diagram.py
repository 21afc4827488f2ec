"""From operations to pictures, in millimetres: what lies on the table.

A picture knows no drawing library: cards with their places; a sheet turns them into marks.  Covered cards are drawn
as covered, whatever they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from facilitator.i18n.catalogue import sentence
from facilitator.operations import definitions as ops
from facilitator.operations.definitions import CARD_ROW, COLUMN, FIRST_BIT_ROW, PILE, WALLET, Place
from facilitator.operations.faces import Face

WIDTH, HEIGHT = 10.0, 14.0
"""A card in a picture, mm; pictures may be drawn larger or smaller."""
PITCH, DROP = 12.5, 16.0
"""From card to card, across and down, mm."""


@dataclass(frozen=True, slots=True)
class CardPicture:
    """A card: its top left corner, and what it shows (nothing: covered)."""

    x: float
    y: float
    face: Face = ""
    w: float = WIDTH
    h: float = HEIGHT


@dataclass(frozen=True, slots=True)
class Picture:
    """Cards and words; ``words``: where (left end of the baseline) and what.

    ``sleeves``: bands around cards, by the upper left corner, width and height.
    """

    cards: tuple[CardPicture, ...] = ()
    words: tuple[tuple[float, float, str], ...] = field(default=())
    sleeves: tuple[tuple[float, float, float, float], ...] = ()

    @property
    def size(self) -> tuple[float, float]:
        """Width and height, from the origin to the last card."""
        return max(c.x + c.w for c in self.cards), max(c.y + c.h for c in self.cards)


# -- the table as eyes see it --------------------------------------------------------------------------


def as_seen(surface: Mapping[Place, bool], up: Mapping[Place, Face], area: str) -> Picture:
    """Return an area of the table: which places are taken, and the faces of those that lie face up.

    Columns and piles stand side by side, their rows below each other, a pair of bit cards in one row.
    """
    there = sorted(place for place in surface if place.area == area and not ops.is_layer(place))
    if area == WALLET:
        return wallet_picture([place.number for place in there])
    tops, in_columns = _tops(sorted({place.row for place in there})), area in (COLUMN, PILE)
    wide = in_columns and max(tops, default=0) >= FIRST_BIT_ROW
    pitch = PITCH + WIDTH * 0.9 * wide
    lefts = {number: at * pitch for at, number in enumerate(sorted({place.number for place in there}))}
    cards = [_card(place, lefts[place.number], tops[place.row], up.get(place, ""), wide) for place in there]
    return Picture(tuple(cards), _names(tops, len(lefts) * pitch + 1) if in_columns else ())


def _names(tops: Mapping[int, float], x: float) -> tuple[tuple[float, float, str], ...]:
    """Return what the rows of columns are called, beside them; of several pairs the first."""
    pair = next((row for row in tops if row >= FIRST_BIT_ROW), FIRST_BIT_ROW)
    names = {CARD_ROW: "sight.card", ops.MARKER_ROW: "sight.marker", pair: "sight.pair"}
    return tuple(
        (x, tops[row] + HEIGHT / 2 + 1.5, sentence(name)) for row, name in names.items() if row in tops
    )


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
