"""Steps of a protocol, and the meanings of the answers to its questions.

A protocol attaches a `Step` to each operation. Consecutive operations of a step are described together. Steps
and branches do not affect the cards, and are ignored in comparisons and hashes. Fingerprints, saved games and
proofs therefore do not depend on them. The package `instructions` renders steps as text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import NamedTuple

HAND, ALL, PAIRS, DRAWN, PILE_NUMBER = "m", "k", "p", "x", "i"
"""Letters for numbers on printed sheets.

They represent the virtual hand size, the number of cards in the layout, the number of pairs per column, the
number of drawn cards, and the index of a pile.
"""


Shares = tuple[tuple[str, int], ...]
"""Owners and their numbers of cards."""


class Kind(Enum):
    """Kind of a step. It determines the step's texts, costs and pictures."""

    LAY = auto()
    MARK = auto()
    COVER = auto()
    SCRAMBLE = auto()
    CARDS = auto()
    PAIRS = auto()
    OWNERS = auto()
    GROUP = auto()  # group the columns by their markers
    TAKE = auto()  # the virtual seat's columns become piles
    DUEL = auto()
    ROUND = auto()  # all duels
    RESULT = auto()
    COVER_PAIR = auto()  # cover a pair before the next priority class
    CARD = auto()
    CHAMPION = auto()  # like CARD, but without a question before it
    DECK_CARD = auto()
    ASIDE = auto()
    SHOWN = auto()  # remove the pairs of a drawn card after they were read
    DRAWN = auto()
    BITS = auto()
    HOME = auto()
    MARKERS = auto()
    SORT = auto()  # turn the stirred bit cards face up and sort them, and the markers
    BACK = auto()  # BITS, HOME, MARKERS and SORT combined
    CLEAR_UP = auto()  # the same steps, if the extra cards are sorted: each is described with its own label
    CLOSE_UP = auto()
    HAND_OVER = auto()
    LOT = auto()
    COVER_LOT = auto()
    MIX_LOT = auto()
    COLOUR = auto()  # LOT, COVER_LOT and MIX_LOT combined
    LOT_CARD = auto()
    LOT_BACK = auto()
    MASK = auto()  # first of the steps of wallet duels
    HEAP = auto()
    FIRST_IN = auto()
    WALLET_DUEL = auto()
    LAST_LOOK = auto()
    OUT = auto()  # the last card in the wallet, which is played
    TOP_IN = auto()
    TOP_AGAIN = auto()  # take a drawn card out and insert it again
    DRAWN_LOOK = auto()
    KEPT = auto()
    LAST_ASIDE = auto()
    MIX_BACK = auto()
    TOP_CARD = auto()  # any card may be played
    REST_BACK = auto()
    EMPTY_WALLET = auto()
    MASK_OFF = auto()
    TOP_BACK = auto()
    ROW_PAIR = auto()  # first of the steps of lotteries
    COVER_ROW = auto()
    BRING = auto()
    ORDER = auto()
    SWAP_ROW = auto()
    READ_ROW = auto()
    CARRY = auto()
    TOKEN = auto()  # lay the token and the spare pair, and cover them
    LINK = auto()  # the steps from an answer at the six-card row to the next one: CARRY to READ_ROW
    HAND_PAIRS = auto()
    CHOOSE = auto()


PARTED = frozenset((Kind.TOKEN, Kind.LINK, Kind.CLEAR_UP))
"""Kinds of steps whose parts are described one below the other, each with its own label."""
ADDS = frozenset((Kind.DUEL, Kind.BITS, Kind.HOME, Kind.MARKERS))
"""Kinds of steps that merge with a following step of equal kind, adding up card numbers."""


class Factor(Enum):
    """Property of an attempt that determines its steps and is known before it begins, such as the hand size.

    Printed conditions mention the factors in the order of this class.
    """

    SEAT = auto()  # seat whose turn it is
    CLASSES = auto()  # number of priority classes that the attempt asks for
    HAND = auto()  # a hand with a single card, or with several cards
    DRAW = auto()  # permission to draw a card
    BEFORE = auto()  # columns from the previous turn on the table, or none
    AFTER = auto()  # columns kept for the next turn after a played card, or returned
    PILE = auto()  # within a lottery: the last pile, or another pile
    STOP = auto()  # in a recovery: the step after which the attempt was cancelled


class Repetition(NamedTuple):
    """Pile or duel for which a step is repeated, for example "pile 3 of 7"."""

    name: str
    n: int
    of: int


@dataclass(frozen=True, slots=True)
class Label:
    """Label of a step, such as 10d. Screens and printed sheets use the same label.

    Attributes:
        text: Names of the prompts of the step, separated by spaces, such as ``10d``.
        part: Pile or duel for which the step is repeated, or None.
        run: Number of the attempt within the turn, starting at 1. Attempts after "none" and with drawn cards
            have higher numbers.
        rank: Priority class of the step. The best class is 1.
    """

    text: str = ""
    part: Repetition | None = None
    run: int = 1
    rank: int = 1

    @property
    def names(self) -> tuple[str, ...]:
        """Name for each prompt of the step. Commas separate several names for one prompt."""
        return tuple(self.text.split())


def labels_of(steps: Sequence[Step], prompt: int | None = None, prompts: int = 1) -> tuple[str, ...]:
    """Return the label names of steps that are described together, without duplicates.

    Args:
        steps: Steps in order.
        prompt: Prompt index, to return only its label. None means all prompts.
        prompts: Number of prompts of the steps.
    """
    names = tuple(name for step in steps for name in step.label.names)
    if prompt is not None and len(steps) == 1 and len(names) == prompts:
        names = names[prompt : prompt + 1]
    return tuple(dict.fromkeys(",".join(names).split(",")))


class Meaning(Enum):
    """Meaning of an answer to a question, such as "the hand has no playable card"."""

    EITHER = auto()  # a random answer that reveals nothing
    HOLDS = auto()  # the hand has a card of the class, which any other attempt would show too
    LACKS = auto()
    FOUND = auto()  # like HOLDS, but shown for the first time by this answer
    MISSED = auto()
    PLAYED = auto()  # the answer names the card of the hand that is played
    NONE = auto()  # no card is played
    DRAWN_FITS = auto()
    DRAWN_MISSES = auto()  # the drawn card is not of the class in question
    DRAWN_PLAYED = auto()
    NAMED = auto()  # the result of a random draw

    @property
    def settles(self) -> bool:
        """Whether this answer reveals a random result, such as the played card."""
        return self not in (Meaning.EITHER, Meaning.HOLDS, Meaning.LACKS)

    @property
    def finds(self) -> bool:
        """Whether this answer shows that there is a matching card."""
        return self.names_card or self in (Meaning.HOLDS, Meaning.FOUND, Meaning.DRAWN_FITS)

    @property
    def is_likely(self) -> bool:
        """Whether a forecast assumes this answer.

        A forecast assumes the answers that lead to the longest attempt. But it assumes that the first drawn card
        is playable, because otherwise the number of draws would be unlimited.
        """
        return self not in (Meaning.HOLDS, Meaning.FOUND, Meaning.DRAWN_MISSES, Meaning.NONE)

    @property
    def of_drawn(self) -> bool:
        """Whether this answer is about a drawn card."""
        return self in (Meaning.DRAWN_FITS, Meaning.DRAWN_MISSES, Meaning.DRAWN_PLAYED)

    @property
    def names_card(self) -> bool:
        """Whether this answer names a card. The following steps are the same for every named card."""
        return self in (Meaning.PLAYED, Meaning.DRAWN_PLAYED, Meaning.NAMED)


@dataclass(frozen=True, slots=True)
class AnswerBranch:
    """Answers to a question with the same meaning, and the steps that follow them.

    Attributes:
        answers: The answers, such as ``("βα",)``.
        meaning: Meaning of the answers.
        leads_to: Labels of steps that follow only these answers, up to the next question. Steps for keeping
            columns are included, the usual return of cards is not.
        alters: Labels of steps that follow every answer, but use other cards after these answers.
    """

    answers: tuple[str, ...]
    meaning: Meaning
    leads_to: tuple[str, ...] = ()
    alters: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """Consecutive operations of a protocol with the same purpose.

    Numbers that depend on the size of the layout are `Size` objects. They are rendered as digits at the
    table, and as letters on printed sheets.

    Attributes:
        kind: Kind of the step.
        n: First number in its text, for example a number of cards.
        of: Second number in its text, for example a pile size.
        shares: Owners of the cards, with their numbers of cards.
        which: Index of the pair within a pile, starting at 1, or 0 for a single pair.
        number: Index among similar steps, such as the number of the drawn card.
        brief: Kind of a larger step that describes this step in brief wording, or None.
        apart: Whether brief wording still describes this step in a separate sentence.
        label: Label of the step.
        given: Factors that determine whether or how the step is performed, most important first.
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
    apart: bool = field(default=False, compare=False)

    @property
    def group_kind(self) -> Kind:
        """Kind that describes this step in brief wording: `brief`, or `kind` if `brief` is None."""
        return self.brief or self.kind

    def adds(self, other: Step) -> bool:
        """Return whether the next step does the same with further cards.

        Both steps are then described as one step with the total number of cards.
        """
        return self is other or (self.kind is other.kind and self.kind in ADDS)

    def continues(self, other: Step) -> bool:
        """Return whether the next step does the same with further cards, and has the same label."""
        return self.adds(other) and self.label == other.label

    def joins(self, other: Step) -> bool:
        """Return whether brief wording describes both steps together."""
        same = self.group_kind is other.group_kind and not self.apart
        return self.adds(other) or (same and (self.kind is not other.kind or self.group_kind in PARTED))


def join_continued(steps: Sequence[Step]) -> list[list[Step]]:
    """Return steps in order, grouped into lists. In a list, each step continues the previous step."""
    found = list[list[Step]]()
    for step in steps:
        if found and found[-1][-1].continues(step):
            found[-1].append(step)
        else:
            found.append([step])
    return found
