"""What a recipe knows of its operations and tells with them: which act they belong to, and what its numbers are.

An operation bears its act beside its places.  Nothing that happens to cards depends on it: it is neither compared nor
hashed, so fingerprints, saved games and proofs do not know of it.  Neighbours of one act are told at once.  How an
act is said is the wording's business; here is only what it is about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import NamedTuple

HAND, ALL, PAIRS, DRAWN, PILE_NUMBER = "m", "k", "p", "x", "i"
"""What numbers are made of: the virtual hand, all cards laid out, pairs a column, cards drawn, which pile it is."""


Shares = tuple[tuple[str, int], ...]
"""Owners, each with a number of cards."""


class Kind(Enum):
    """What an act is for."""

    LAY = auto()
    MARK = auto()
    COVER = auto()
    SCRAMBLE = auto()
    CARDS = auto()
    PAIRS = auto()
    OWNERS = auto()
    GROUP = auto()  # columns by their markers
    TAKE = auto()  # the virtual seat's columns become piles
    DUEL = auto()
    ROUND = auto()  # all duels
    RESULT = auto()
    COVER_PAIR = auto()  # before the next class
    CARD = auto()
    CHAMPION = auto()  # a card too, but nothing was read before it
    DECK_CARD = auto()
    ASIDE = auto()
    SHOWN = auto()  # a deck card's pairs, read, leave
    DRAWN = auto()
    BITS = auto()
    HOME = auto()
    MARKERS = auto()
    BACK = auto()  # all three
    CLOSE_UP = auto()
    HAND_OVER = auto()
    LOT = auto()
    COVER_LOT = auto()
    MIX_LOT = auto()
    COLOUR = auto()  # all three
    LOT_CARD = auto()
    LOT_BACK = auto()
    MASK = auto()  # from here on the acts of wallet duels
    HEAP = auto()
    FIRST_IN = auto()
    WALLET_DUEL = auto()
    LAST_LOOK = auto()
    OUT = auto()  # the card that lies in alone, and is played
    TOP_IN = auto()
    DRAWN_LOOK = auto()
    KEPT = auto()
    LAST_ASIDE = auto()
    MIX_BACK = auto()
    TOP_CARD = auto()  # any may be played
    REST_BACK = auto()
    EMPTY_WALLET = auto()
    MASK_OFF = auto()
    TOP_BACK = auto()
    ROW_PAIR = auto()  # from here on the acts of the lotteries
    COVER_ROW = auto()
    BRING = auto()
    ORDER = auto()
    SWAP_ROW = auto()
    READ_ROW = auto()
    CARRY = auto()
    HAND_PAIRS = auto()
    CHOOSE = auto()


ADDS = frozenset((Kind.DUEL, Kind.BITS, Kind.HOME, Kind.MARKERS))
"""Neighbours of these kinds are one act: as many cards more."""


class Repetition(NamedTuple):
    """Which pile or duel a step is for, if it is done for each: "pile 3 of 7"."""

    name: str
    n: int
    of: int


@dataclass(frozen=True, slots=True)
class Label:
    """The number of a step, the same on every surface.

    Attributes:
        names: One entry for each prompt of the act. An entry may hold several labels, separated by commas.
        part: Which pile or duel the step is for, if it is done for each.
        run: Counts how often the step has come up in this turn: 2 in the second attempt after "none".
        rank: Priority class the step is about, the best being 1.
    """

    names: tuple[str, ...] = ()
    part: Repetition | None = None
    run: int = 1
    rank: int = 1

    @classmethod
    def of(cls, *names: str, part: Repetition | None = None, run: int = 1, rank: int = 1) -> Label:
        """Build a label from its names."""
        return cls(names, part, run, rank)


def labels_of(acts: Sequence[Act], step: int | None = None, prompts: int = 1) -> tuple[str, ...]:
    """Return the labels of some acts that are told together, each once.

    Args:
        acts: The acts, in order.
        step: Index of the prompt, if the labels of one prompt are wanted.
        prompts: Number of prompts the acts are told in.
    """
    names = tuple(name for act in acts for name in act.label.names)
    if step is not None and len(acts) == 1 and len(names) == prompts:
        names = names[step : step + 1]
    return tuple(dict.fromkeys(",".join(names).split(",")))


class Meaning(Enum):
    """What an answer to a question means."""

    EITHER = auto()  # chance, of which nobody learns anything
    HOLDS = auto()  # the hand has a card of the class: another attempt would say the same
    LACKS = auto()
    FOUND = auto()  # the same, but nothing told it before
    MISSED = auto()
    PLAYED = auto()  # a card of the hand, which is named
    NONE = auto()  # no card is played
    DRAWN_FITS = auto()
    DRAWN_MISSES = auto()  # of the class that was asked about
    DRAWN_PLAYED = auto()
    NAMED = auto()  # what a lot decides

    @property
    def settles(self) -> bool:
        """Whether the answer brings something to light that chance has decided."""
        return self not in (Meaning.EITHER, Meaning.HOLDS, Meaning.LACKS)

    @property
    def finds(self) -> bool:
        """Whether the attempt finds a card, or an asked hand has one."""
        return self.names_card or self in (Meaning.HOLDS, Meaning.FOUND, Meaning.DRAWN_FITS)

    @property
    def likely(self) -> bool:
        """Whether a forecast assumes it: the longest way, except that a drawn card fits (drawing may have no end)."""
        return self not in (Meaning.HOLDS, Meaning.FOUND, Meaning.DRAWN_MISSES, Meaning.NONE)

    @property
    def names_card(self) -> bool:
        """Whether the answer is the name of a card, of which any is as good."""
        return self in (Meaning.PLAYED, Meaning.DRAWN_PLAYED, Meaning.NAMED)


@dataclass(frozen=True, slots=True)
class AnswerBranch:
    """What some answers to a question mean, and where they lead.

    Attributes:
        answers: Answers that mean the same.
        meaning: What each of them means.
        leads_to: Labels of the steps that follow, up to the next question, only after these answers. The way home
            belongs to every branch; only handing the columns on to the next turn is a branch of its own.
        only: Tells which of the answers lead there, if not all do.
    """

    answers: tuple[str, ...]
    meaning: Meaning
    leads_to: tuple[str, ...] = ()
    only: Callable[[str], bool] | None = None

    def parts(self) -> Iterator[AnswerBranch]:
        """Yield the branch, or two if not all of its answers lead the same way."""
        if self.only is None:
            yield self
            return
        there = tuple(filter(self.only, self.answers))
        rest = tuple(answer for answer in self.answers if answer not in there)
        for answers, leads_to in ((there, self.leads_to), (rest, ())):
            if answers:
                yield AnswerBranch(answers, self.meaning, leads_to)


@dataclass(frozen=True, slots=True)
class Act:
    """What some operations in a row are for.

    ``n``: the number it turns on, and ``of`` a second one, such as the cards of each pile.  ``shares``: whose cards
    it is about, and how many.  ``which``: which pair of a pile, from 1; 0 where there is only one.  ``number``: which
    of several like it.  ``brief``: what it is a part of where much is told at once.  ``label``: its number.

    Numbers are `Size` where they are made of the layout's: at a table they are written as digits, on paper as
    letters.
    """

    kind: Kind
    n: int = 0
    of: int = 0
    shares: Shares = ()
    which: int = 0
    number: int = 0
    brief: Kind | None = None
    label: Label = field(default=Label(), compare=False)

    @property
    def whole(self) -> Kind:
        """What it is told as where much is told at once."""
        return self.brief or self.kind

    def adds(self, other: Act) -> bool:
        """Tell whether the next act is more of the same: it is told with this one, as so many cards more."""
        return self is other or (self.kind is other.kind and self.kind in ADDS)

    def joins(self, other: Act) -> bool:
        """Tell whether the next act is told at once with this one, where much is."""
        return self.adds(other) or (self.whole is other.whole and self.kind is not other.kind)
