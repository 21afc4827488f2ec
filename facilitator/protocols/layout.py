"""Layouts: public facts that determine a form's protocol, and the places of the cards.

A layout contains the number of cards of each owner, the faces on the table, and the code of each face. It
does not contain the owner of any card. Equal layouts have equal protocols. Places are numbered from 1. A
column consists of a card, a marker and pairs. A pile has no marker. Numbers are `Size` objects, which
remember their formula, so that sheets can print letters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain

from facilitator.i18n.symbolic_numbers import Size
from facilitator.operations import definitions as ops
from facilitator.operations.definitions import CARD_ROW, COLUMN, PILE, Code, Place, Row
from facilitator.operations.faces import DECK, SOME, Face, marker
from facilitator.operations.perform import Outcome
from facilitator.operations.steps import ALL, DRAWN, HAND, PAIRS, Shares

CHOSEN_PLACE = Place(ops.CHOSEN, 1, 1)


@dataclass(frozen=True, slots=True)
class Layout:
    """Public facts about the cards on the table, which determine a form's protocol.

    Attributes:
        hands: Owners with their numbers of cards. The virtual seat comes first. The draw pile, if any, is one
            of the other owners.
        cards: All k cards on the table, in the order of a printed list.
        code: Bits of each face, one for each pair. All faces have the same number of bits.
        may_draw: Whether the seat may draw a card after "none".
        classes: Number of priorities, and of pairs to read under a drawn card. If all these pairs read α β, the
            card is unplayable.
        until: Whether the seat draws until it can play (house rule), instead of one card.
        are_columns_kept: Whether the columns were kept from the previous attempt (linked turns). Their
            markers are face up.
        hands_over: Function that takes an outcome and returns whether the columns stay on the table for
            another virtual turn.
    """

    hands: tuple[tuple[str, int], ...]
    cards: tuple[Face, ...]
    code: Code
    may_draw: bool = True
    classes: int = 1
    until: bool = False
    are_columns_kept: bool = False
    hands_over: Callable[[Outcome], bool] | None = None

    @property
    def seat(self) -> str:
        """Virtual seat whose card is selected (P₁ in the paper)."""
        return self.hands[0][0]

    @property
    def m(self) -> Size:
        """Number of cards in the virtual hand (k₁ in the paper)."""
        return Size.from_name(self.hands[0][1], HAND)

    @property
    def k(self) -> Size:
        """Number of all cards in the layout."""
        return Size.from_name(len(self.cards), ALL)

    @property
    def pairs(self) -> Size:
        """Number of pairs of bit cards under each card.

        With weights: the largest weight. With priorities: the number of priorities. Otherwise: 1.
        """
        return Size.from_name(len(self.code[0][1]), PAIRS)

    @property
    def bit_cards(self) -> Size:
        """Number of bit cards under each column."""
        return 2 * self.pairs

    @property
    def shares(self) -> Shares:
        """All owners with their numbers of cards, including owners without cards."""
        return tuple((owner, self.share(owner, size)) for owner, size in self.hands)

    def share(self, owner: str, size: int) -> Size:
        """Return an owner's number of cards as a `Size`, which printed sheets can show as a letter.

        Args:
            owner: Owner of the cards.
            size: Number of cards, which may have changed in the attempt.
        """
        return Size.from_name(size, HAND if owner == self.seat else marker(owner))

    def letter_drawn_count(self, drawn: int) -> int:
        """Return the integer ``drawn``, which is printed as a letter if the seat draws until it can play."""
        return Size.from_name(drawn, DRAWN) if self.until and drawn else drawn

    def at_last(self, outcome: Outcome) -> Shares:
        """Return the virtual seat with its hand size after an attempt, which may be 0."""
        played = outcome.card not in (None, SOME)
        return ((self.seat, self.m + self.letter_drawn_count(outcome.drawn) - played),)

    @property
    def playable(self) -> tuple[Face, ...]:
        """Playable faces in the order of `code`. They have at least one bit 1.

        If there are none, everybody knows before the attempt that no card is playable. Every question then has
        only one possible answer, except in random draws.
        """
        return tuple(face for face, bits in self.code if any(bits))

    @property
    def can_draw(self) -> bool:
        """Whether the rules allow a draw and the draw pile is not empty."""
        return self.may_draw and any(owner == DECK and size for owner, size in self.hands)

    @property
    def kept_cards(self) -> tuple[tuple[Place, Face], ...]:
        """Places and faces of cards kept from the previous attempt.

        Play cards are face down, so their face is ``?``. Markers are face up.
        """
        if not self.are_columns_kept:
            return ()
        owners = [owner for owner, size in self.hands for _ in range(size)]
        cards = tuple((card(i + 1), "?") for i in range(self.k))
        return cards + tuple((marker_place(i + 1), marker(owner)) for i, owner in enumerate(owners))

    def list_other_owners(self) -> tuple[tuple[str, range], ...]:
        """Return the owners except the virtual seat, each with column numbers, such as ``("Ana", range(4, 7))``."""
        return tuple((owner, self.numbers(owner)) for owner, size in self.hands[1:] if size)

    def numbers(self, owner: str) -> range:
        """Return the numbers of an owner's columns, after the columns were sorted by owner."""
        start = 1
        for name, size in self.hands:
            if name == owner:
                return range(start, start + size)
            start += size
        return range(0)


def weighted_code(weights: Mapping[Face, int], most: int = 1) -> Code:
    """Return the bits for a choice by weight. A card with weight w gets w bits 1, followed by bits 0.

    All cards have the same number of bits: the largest weight, but at least ``most``.

    Args:
        weights: Weight of each face, or 0 for an unplayable face.
        most: Smallest number of bits.
    """
    most = max(most, *weights.values())
    return tuple((face, (1,) * weight + (0,) * (most - weight)) for face, weight in weights.items())


def class_code(cards: Iterable[Face], *classes: frozenset[Face]) -> Code:
    """Return the bits for a uniform choice, or for a choice by priority.

    Each card gets one bit per priority, the best priority first. With a single priority, its cards are the
    playable cards.
    The bit is 1 if the card has this priority. A card without a priority is unplayable.

    Args:
        cards: All faces on the table.
        classes: Faces of each priority.
    """
    return tuple((face, tuple(int(face in faces) for faces in classes)) for face in dict.fromkeys(cards))


@cache
def card(number: int, area: str = COLUMN) -> Place:
    """Return the place of the play card in a column or pile."""
    return Place(area, number, CARD_ROW)


@cache
def marker_place(number: int) -> Place:
    """Return the place of a column's marker."""
    return Place(COLUMN, number, ops.MARKER_ROW)


@cache
def bits(number: int, cards: int = 2, area: str = COLUMN) -> Row:
    """Return the places of the bit cards in a column or pile, from left to right.

    Args:
        number: Number of the column.
        cards: Number of bit cards: two per pair, best priority first.
        area: Area of the column.
    """
    return tuple(Place(area, number, ops.FIRST_BIT_ROW + i) for i in range(cards))


@cache
def column(number: int, cards: int = 0) -> Row:
    """Return the places of a whole column, from top to bottom: play card, marker and bit cards."""
    return (card(number), marker_place(number), *bits(number, cards))


@cache
def pile(number: int, cards: int = 2) -> Row:
    """Return the places of a whole pile, from top to bottom: play card and bit cards, without a marker."""
    return (card(number, PILE), *bits(number, cards, PILE))


@cache
def ticket(number: int) -> Row:
    """Return the places of a ticket in a weighted knockout: the position marker and the pair of bit cards."""
    return (card(number, ops.TICKET), *bits(number, 2, ops.TICKET))


def stirred_bits(count: int) -> Row:
    """Return the places of bit cards that are stirred."""
    return tuple(Place(ops.STIRRED, number, 1) for number in range(1, count + 1))


def top(whole: Row) -> Place:
    """Return the place on top of a pile or ticket, where a duel lays a bit card."""
    area, number, _ = whole[0]
    return Place(area, number, ops.TOP_ROW)


@cache
def cards_of(numbers: range) -> Row:
    """Return the places of the play cards in these columns."""
    return tuple(map(card, numbers))


@cache
def markers_of(numbers: range) -> Row:
    """Return the places of the markers in these columns."""
    return tuple(map(marker_place, numbers))


def flat(rows: Iterable[Row]) -> Row:
    """Join several rows of places into a single row."""
    return tuple(chain.from_iterable(rows))
