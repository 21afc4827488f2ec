"""Pictures of the cards on the table, in millimetres.

A picture consists of cards with their positions and is independent of any drawing library. Sheets turn it
into shapes. Face-down cards are always drawn as backs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from facilitator.i18n.catalogue import sentence
from facilitator.operations import definitions as ops
from facilitator.operations.definitions import CARD_ROW, COLUMN, FIRST_BIT_ROW, PILE, WALLET, Place
from facilitator.operations.faces import Face

WIDTH, HEIGHT = 10.0, 14.0
"""Size of a card in a picture before scaling, in mm."""
PITCH, DROP = 12.5, 16.0
"""Horizontal and vertical distances between neighbouring cards, in mm."""


@dataclass(frozen=True, slots=True)
class CardPicture:
    """Card with the position of its top left corner. An empty `face` means a face-down card."""

    x: float
    y: float
    face: Face = ""
    w: float = WIDTH
    h: float = HEIGHT


@dataclass(frozen=True, slots=True)
class Picture:
    """Cards, words and bands.

    Attributes:
        cards: Cards in the picture.
        words: Words, each after the left end of its baseline.
        sleeves: Bands around cards, as upper left corner, width and height.
    """

    cards: tuple[CardPicture, ...] = ()
    words: tuple[tuple[float, float, str], ...] = field(default=())
    sleeves: tuple[tuple[float, float, float, float], ...] = ()

    @property
    def size(self) -> tuple[float, float]:
        """Width and height from the origin to the last card."""
        return max(c.x + c.w for c in self.cards), max(c.y + c.h for c in self.cards)


# -- the table as eyes see it --------------------------------------------------------------------------


def as_seen(surface: Mapping[Place, bool], up: Mapping[Place, Face], area: str) -> Picture:
    """Return a picture of an area of the table, with faces for the cards that lie face up.

    Columns and piles are drawn side by side, with their rows below each other and a pair of bit cards in one
    row.

    Args:
        surface: Visible table.
        up: Faces of the cards that lie face up.
        area: Area to draw.
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
    """Return the row names of columns with their positions. Only the first of several pairs has a name."""
    pair = next((row for row in tops if row >= FIRST_BIT_ROW), FIRST_BIT_ROW)
    names = {CARD_ROW: "sight.card", ops.MARKER_ROW: "sight.marker", pair: "sight.pair"}
    return tuple(
        (x, tops[row] + HEIGHT / 2 + 1.5, sentence(name)) for row, name in names.items() if row in tops
    )


def wallet_picture(ends: Sequence[int], dot: int = 0) -> Picture:
    """Return a picture of the wallet with its cards. The held end is on the left.

    Args:
        ends: Occupied ends, 1 or 2.
        dot: End with the dot, or 0 for no dot.
    """
    cards = tuple(CardPicture(PITCH * end, 0.0) for end in ends)
    at = {1: (PITCH - 6.0, HEIGHT / 2 + 1.5, "●"), 2: (3 * PITCH + 1.0, HEIGHT / 2 + 1.5, "●")}
    band = (PITCH - 0.8, -0.8, PITCH + WIDTH + 1.6, HEIGHT + 1.6)
    return Picture(cards, words=(at[dot],) if dot else (), sleeves=(band,))


def _tops(rows: Sequence[int]) -> dict[int, float]:
    """Return the y coordinate of each row. The two rows of a pair share one line."""
    lines = [row if row < FIRST_BIT_ROW else FIRST_BIT_ROW + (row - FIRST_BIT_ROW) // 2 * 2 for row in rows]
    order = list(dict.fromkeys(lines))
    return {row: order.index(line) * DROP for row, line in zip(rows, lines, strict=True)}


def _card(place: Place, left: float, top: float, face: Face, wide: bool) -> CardPicture:
    if place.row >= FIRST_BIT_ROW and place.area in (COLUMN, PILE):
        left += (place.row - FIRST_BIT_ROW) % 2 * (WIDTH * 0.95)
    elif wide:
        left += WIDTH * 0.475
    return CardPicture(left, top, face)
