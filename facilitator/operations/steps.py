"""Steps of a protocol, and the meanings of the answers to its questions.

A protocol attaches an `Step` (a step) to each operation. Consecutive operations of the same step are described
together. Steps and answer branches have no effect on the cards. They are neither compared nor hashed, so
fingerprints, saved games and proofs do not depend on them. The package `instructions` renders them as text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import NamedTuple

HAND, ALL, PAIRS, DRAWN, PILE_NUMBER = "m", "k", "p", "x", "i"
"""Symbols for numbers on paper.

They represent the size of the virtual hand, all cards in the layout, the pairs per column, the drawn cards,
and the index of a pile.
"""


Shares = tuple[tuple[str, int], ...]
"""Owners, each with a number of cards."""


class Kind(Enum):
    """Purpose of a step."""

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
    CHAMPION = auto()  # like CARD, but without a question before it
    DECK_CARD = auto()
    ASIDE = auto()
    SHOWN = auto()  # the pairs of a card of the draw pile leave after they were read
    DRAWN = auto()
    BITS = auto()
    HOME = auto()
    MARKERS = auto()
    BACK = auto()  # bits, cards and markers together
    CLOSE_UP = auto()
    HAND_OVER = auto()
    LOT = auto()
    COVER_LOT = auto()
    MIX_LOT = auto()
    COLOUR = auto()  # the three steps above together
    LOT_CARD = auto()
    LOT_BACK = auto()
    MASK = auto()  # from here on, steps of wallet duels
    HEAP = auto()
    FIRST_IN = auto()
    WALLET_DUEL = auto()
    LAST_LOOK = auto()
    OUT = auto()  # the last card in the wallet, which is played
    TOP_IN = auto()
    TOP_AGAIN = auto()  # a drawn card comes out and goes in again
    DRAWN_LOOK = auto()
    KEPT = auto()
    LAST_ASIDE = auto()
    MIX_BACK = auto()
    TOP_CARD = auto()  # any card may be played
    REST_BACK = auto()
    EMPTY_WALLET = auto()
    MASK_OFF = auto()
    TOP_BACK = auto()
    ROW_PAIR = auto()  # from here on, steps of the lotteries
    COVER_ROW = auto()
    BRING = auto()
    ORDER = auto()
    SWAP_ROW = auto()
    READ_ROW = auto()
    CARRY = auto()
    HAND_PAIRS = auto()
    CHOOSE = auto()


ADDS = frozenset((Kind.DUEL, Kind.BITS, Kind.HOME, Kind.MARKERS))
"""Kinds of steps that are combined with the next step of the same kind, by adding up the cards."""


class Factor(Enum):
    """Something that is settled before an attempt begins, and that decides which steps it has.

    An attempt has one value for each. The order is the one in which conditions mention them.
    """

    SEAT = auto()  # whose turn it is
    CLASSES = auto()  # how many priority classes are asked for
    HAND = auto()  # whether the hand has one card or several
    DRAW = auto()  # whether the seat may draw
    BEFORE = auto()  # whether the columns are still on the table from the previous turn
    AFTER = auto()  # whether the columns stay for the next turn if a card is played
    PILE = auto()  # within a lottery, whether the step is for the last pile
    STOP = auto()  # of a recovery, the step after which the attempt was cancelled


class Repetition(NamedTuple):
    """Index of a pile or duel, for a step that is repeated for each of them: "pile 3 of 7"."""

    name: str
    n: int
    of: int


@dataclass(frozen=True, slots=True)
class Label:
    """Label (number) of a step, the same on screen and on paper.

    Attributes:
        names: One entry for each prompt of the step. An entry may contain several labels, separated by
            commas.
        part: Pile or duel that the step is for, if it is repeated for each.
        run: Number of times the step has come up in this turn: 2 in the second attempt after "none".
        rank: Priority class that the step is about. The best class is 1.
    """

    names: tuple[str, ...] = ()
    part: Repetition | None = None
    run: int = 1
    rank: int = 1

    @classmethod
    def from_names(cls, *names: str, part: Repetition | None = None, run: int = 1, rank: int = 1) -> Label:
        """Build a label from its names."""
        return cls(names, part, run, rank)


def labels_of(acts: Sequence[Step], step: int | None = None, prompts: int = 1) -> tuple[str, ...]:
    """Return the labels of steps that are described together, without duplicates.

    Args:
        acts: Steps, in order.
        step: Index of the prompt, if only the labels of one prompt are wanted.
        prompts: Number of prompts that describe the steps.
    """
    names = tuple(name for act in acts for name in act.label.names)
    if step is not None and len(acts) == 1 and len(names) == prompts:
        names = names[step : step + 1]
    return tuple(dict.fromkeys(",".join(names).split(",")))


class Meaning(Enum):
    """Meaning of an answer to a question."""

    EITHER = auto()  # a random answer that reveals nothing
    HOLDS = auto()  # the hand has a card of the class, as every other attempt would show
    LACKS = auto()
    FOUND = auto()  # like HOLDS, but no earlier answer showed it
    MISSED = auto()
    PLAYED = auto()  # the answer names the card of the hand that is played
    NONE = auto()  # no card is played
    DRAWN_FITS = auto()
    DRAWN_MISSES = auto()  # the drawn card is not of the class in question
    DRAWN_PLAYED = auto()
    NAMED = auto()  # the result of a random draw

    @property
    def settles(self) -> bool:
        """Whether the answer shows something that was decided by chance."""
        return self not in (Meaning.EITHER, Meaning.HOLDS, Meaning.LACKS)

    @property
    def finds(self) -> bool:
        """Whether the attempt finds a card, or the hand that was asked has one."""
        return self.names_card or self in (Meaning.HOLDS, Meaning.FOUND, Meaning.DRAWN_FITS)

    @property
    def is_likely(self) -> bool:
        """Whether a forecast assumes this answer.

        Forecasts assume the longest path, except that a drawn card is assumed to be playable, because drawing
        may have no end otherwise.
        """
        return self not in (Meaning.HOLDS, Meaning.FOUND, Meaning.DRAWN_MISSES, Meaning.NONE)

    @property
    def of_drawn(self) -> bool:
        """Whether the answer is about a card of the draw pile, which is then in the hand or played."""
        return self in (Meaning.DRAWN_FITS, Meaning.DRAWN_MISSES, Meaning.DRAWN_PLAYED)

    @property
    def names_card(self) -> bool:
        """Whether the answer is the name of a card. All such answers have the same effect."""
        return self in (Meaning.PLAYED, Meaning.DRAWN_PLAYED, Meaning.NAMED)


@dataclass(frozen=True, slots=True)
class AnswerBranch:
    """Meaning of some answers to a question, and the steps that follow them.

    Attributes:
        answers: Answers with the same meaning.
        meaning: Meaning of each of these answers.
        leads_to: Labels of the steps, up to the next question, that follow only after these answers.
            Returning the cards belongs to every branch. Leaving the columns for the next turn is a separate
            branch.
        only: Selects the answers that lead to these steps, if not all do.
        alters: Labels of the steps, up to the next question, that follow after every answer but use other
            cards after these answers.
    """

    answers: tuple[str, ...]
    meaning: Meaning
    leads_to: tuple[str, ...] = ()
    only: Callable[[str], bool] | None = None
    alters: tuple[str, ...] = ()

    def parts(self) -> Iterator[AnswerBranch]:
        """Yield the branch, or two branches if not all of its answers lead to the same steps."""
        if self.only is None:
            yield self
            return
        there = tuple(filter(self.only, self.answers))
        rest = tuple(answer for answer in self.answers if answer not in there)
        for answers, leads_to in ((there, self.leads_to), (rest, ())):
            if answers:
                yield AnswerBranch(answers, self.meaning, leads_to)


@dataclass(frozen=True, slots=True)
class Step:
    """Step: the purpose of some consecutive operations.

    Numbers are `Size` objects if they are derived from the sizes of the layout. At the table they are written
    as digits, on paper as letters.

    Attributes:
        kind: Purpose.
        n: Main number of the step, such as a number of cards.
        of: Second number, such as the number of cards in each pile.
        shares: Owners of the cards, with numbers of cards.
        which: Which pair of a pile (counted from 1), or 0 if there is only one.
        number: Index among several similar steps.
        brief: Kind of the larger step that includes this one in brief wording.
        label: Label of the step.
        given: Factors that decide whether the step is performed, or how. The most important one is first.
    """

    kind: Kind
    n: int = 0
    of: int = 0
    shares: Shares = ()
    which: int = 0
    number: int = 0
    brief: Kind | None = None
    label: Label = field(default=Label(), compare=False)
    given: tuple[Factor, ...] = field(default=(), compare=False)

    @property
    def group_kind(self) -> Kind:
        """Kind of step under which brief wording groups this step."""
        return self.brief or self.kind

    def adds(self, other: Step) -> bool:
        """Return whether the next step continues this one.

        If so, both are described as one step with more cards.
        """
        return self is other or (self.kind is other.kind and self.kind in ADDS)

    def joins(self, other: Step) -> bool:
        """Return whether brief wording describes the next step together with this one."""
        return self.adds(other) or (self.group_kind is other.group_kind and self.kind is not other.kind)
