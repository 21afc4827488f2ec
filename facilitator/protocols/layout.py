"""What a selection is told before it starts (all of it public), and where its cards lie.

A layout says who has how many cards, which cards these are together and what each is worth; never who holds which.
From it a form makes its recipe, and two layouts that are equal make equal recipes.  Places are counted from 1; a
column is a card, its marker and its pairs, a pile the same without the marker.  Numbers of it are `Size`: an int
that remembers of what it is made, so that sheets can print letters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain

from facilitator.i18n.symbolic_numbers import Size
from facilitator.operations.definitions import (
    CARD_ROW,
    CHOSEN,
    COLUMN,
    FIRST_BIT_ROW,
    MARKER_ROW,
    PILE,
    TICKET,
    TOP_ROW,
    Code,
    Place,
    Row,
)
from facilitator.operations.faces import DECK, SOME, Face, marker
from facilitator.operations.perform import Outcome
from facilitator.operations.steps import ALL, DRAWN, HAND, PAIRS, Shares

CHOSEN_PLACE = Place(CHOSEN, 1, 1)


@dataclass(frozen=True, slots=True)
class Layout:
    """Who holds how many cards, which cards these are together, and what each is worth.

    ``hands``: owner and size, the virtual seat in turn first, the unplayed deck (if any) among the rest.
    ``cards``: all k cards on the table, in the order a list would give them.
    ``code``: for each kind of card the bits it gets, one a pair; all of one length.
    ``until``: house rule: the seat draws until it can play, not one card.
    ``classes``: how many pairs must be shown to tell that a drawn card does not fit (a pair a class).
    ``standing``: the columns still stand from the run before, markers face up (chained turns).
    ``hands_over``: told an outcome, whether the next turn is virtual too and goes on with this layout.
    ``may_draw``: whether the seat may still draw in this turn, so that "none" leads to a drawn card.
    """

    hands: tuple[tuple[str, int], ...]
    cards: tuple[Face, ...]
    code: Code
    may_draw: bool = True
    classes: int = 1
    until: bool = False
    standing: bool = False
    hands_over: Callable[[Outcome], bool] | None = None

    @property
    def seat(self) -> str:
        """The virtual seat whose card is selected, the paper's P₁."""
        return self.hands[0][0]

    @property
    def m(self) -> Size:
        """Its number of cards, the paper's k₁."""
        return Size.named(self.hands[0][1], HAND)

    @property
    def k(self) -> Size:
        """The number of cards on the table."""
        return Size.named(len(self.cards), ALL)

    @property
    def pairs(self) -> Size:
        """Pairs of bit cards under each column: 1, or W with weights, c with classes."""
        return Size.named(len(self.code[0][1]), PAIRS)

    @property
    def bit_cards(self) -> Size:
        """Bit cards under each column."""
        return 2 * self.pairs

    @property
    def shares(self) -> Shares:
        """Who has how many cards there, also who has none."""
        return tuple((owner, self.share(owner, size)) for owner, size in self.hands)

    def share(self, owner: str, size: int) -> Size:
        """Return the number of an owner's cards, by the owner's marker; the virtual seat's is m.

        ``size``: the number itself, which may have changed in the run; its name stays.
        """
        return Size.named(size, HAND if owner == self.seat else marker(owner))

    def left(self, drawn: int) -> int:
        """Return how many cards left the deck, by name where that may be any number ("draw until you can play").

        ``drawn``: the number itself.
        """
        return Size.named(drawn, DRAWN) if self.until and drawn else drawn

    def at_last(self, outcome: Outcome) -> Shares:
        """Return how many cards the seat has after a run, also where it has none: for what is told."""
        played = outcome.card not in (None, SOME)
        return ((self.seat, self.m + self.left(outcome.drawn) - played),)

    @property
    def playable(self) -> tuple[Face, ...]:
        """The kinds that may be selected: those with any bit that is 1, in the order of the code."""
        return tuple(face for face, bits in self.code if any(bits))

    @property
    def has_public_result(self) -> bool:
        """Whether everybody can count that no card is playable.

        Then every question of an attempt has only one possible answer, except for random answers.
        """
        return not self.playable

    @property
    def can_draw(self) -> bool:
        """Whether a card can be drawn from the layout: the rules allow it, and the deck has one."""
        return self.may_draw and any(owner == DECK and size for owner, size in self.hands)

    @property
    def lying(self) -> tuple[tuple[Place, Face], ...]:
        """What lies on the table before the run begins: cards nobody may see (``?``), and open markers."""
        if not self.standing:
            return ()
        owners = [owner for owner, size in self.hands for _ in range(size)]
        cards = tuple((card(i + 1), "?") for i in range(self.k))
        return cards + tuple((marker_place(i + 1), marker(owner)) for i, owner in enumerate(owners))

    def numbers(self, owner: str) -> range:
        """Return the column numbers of an owner, when the columns are sorted by owner: in the order of the hands.

        Empty for an owner who has no cards there.
        """
        start = 1
        for name, size in self.hands:
            if name == owner:
                return range(start, start + size)
            start += size
        return range(0)


def uniform_code(cards: Iterable[Face], valid: frozenset[Face]) -> Code:
    """Return the code of the plain lottery: one bit a card, 1 for the valid ones.

    ``cards``: all kinds on the table, repeated or not.
    """
    return tuple((face, (int(face in valid),)) for face in dict.fromkeys(cards))


def weighted_code(weights: Mapping[Face, int], most: int = 1) -> Code:
    """Return the code of weights: W pairs a card, w of them 1, the ones first.

    ``weights``: of each kind the times it counts, 0 for one that does not fit.  W is the largest weight, and at least
    ``most``.
    """
    most = max(most, *weights.values())
    return tuple((face, (1,) * weight + (0,) * (most - weight)) for face, weight in weights.items())


def class_code(cards: Iterable[Face], *classes: frozenset[Face]) -> Code:
    """Return the code of ordered classes: a pair for each class, the best first, 1 where the card is of it.

    A card that is of none does not fit.  ``cards``: all kinds on the table; ``classes``: the kinds of each class.
    """
    return tuple((face, tuple(int(face in one) for one in classes)) for face in dict.fromkeys(cards))


@cache
def card(number: int, area: str = COLUMN) -> Place:
    """Return the place of a column's (or pile's) play card."""
    return Place(area, number, CARD_ROW)


@cache
def marker_place(number: int) -> Place:
    """Return the place of a column's marker."""
    return Place(COLUMN, number, MARKER_ROW)


@cache
def bits(number: int, cards: int = 2, area: str = COLUMN) -> Row:
    """Return the places of a column's (or pile's) bit cards, left to right.

    ``cards``: how many; two for each pair, the best class first.
    """
    return tuple(Place(area, number, FIRST_BIT_ROW + i) for i in range(cards))


@cache
def column(number: int, cards: int = 0) -> Row:
    """Return a whole column: card, marker and so many bit cards, from top to bottom as it is scrambled."""
    return (card(number), marker_place(number), *bits(number, cards))


@cache
def pile(number: int, cards: int = 2) -> Row:
    """Return a whole pile of the lottery: card and bit cards, no marker, for it is the virtual seat's."""
    return (card(number, PILE), *bits(number, cards, PILE))


@cache
def ticket(number: int) -> Row:
    """Return a ticket of a knockout with weights: position marker and pair, in an area of its own."""
    return (card(number, TICKET), *bits(number, 2, TICKET))


def top(whole: Row) -> Place:
    """Return the place on top of a pile or ticket, where a duel puts one bit card."""
    area, number, _ = whole[0]
    return Place(area, number, TOP_ROW)


@cache
def cards_of(numbers: range) -> Row:
    """Return the play cards of some columns."""
    return tuple(map(card, numbers))


@cache
def markers_of(numbers: range) -> Row:
    """Return the markers of some columns."""
    return tuple(map(marker_place, numbers))


@cache
def bits_of(numbers: range, cards: int) -> tuple[Row, ...]:
    """Return the bit cards of some columns, for each as in `bits`."""
    return tuple(bits(n, cards) for n in numbers)


@cache
def columns_of(numbers: range, cards: int) -> tuple[Row, ...]:
    """Return some whole columns, each as in `column`."""
    return tuple(column(n, cards) for n in numbers)


def flat(rows: Iterable[Row]) -> Row:
    """Join rows into one."""
    return tuple(chain.from_iterable(rows))
