"""From a run's operations to cues: what the table is told at once, in the wording it wants.

A cue covers whole operations, so that a journal that counts operations resumes in either wording.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from facilitator.machine import operations as ops
from facilitator.machine.operations import Op
from facilitator.machine.parts import Part
from facilitator.telling.brief import Speech
from facilitator.telling.grouping import Kind, OpGroup, Wording, duel_length, grouped
from facilitator.telling.instruction import Instruction

# ----------------------------------------------------------------------------------------------------
# What ``?`` says of an act: what it is for, in a sentence, and the slip that happens most.


Reason = tuple[str, str]

_REASONS: dict[Kind, Reason] = {
    Kind.LAY: (
        "Every card that could be meant lies on the table, and only its marker knows whose it is.",
        "A card turned the other way up: its back gives it away through every scramble.",
    ),
    Kind.MARK: (
        "The marker travels with the card and brings it home.",
        "Two owners' markers exchanged: no count finds it, so a second reader checks.",
    ),
    Kind.COVER: (
        "What was seen must not be followed through the scramble.",
        "Cards pushed out of their order: left stays left.",
    ),
    Kind.SCRAMBLE: (
        "From here on nobody may know which pile is whose, or where a seen card lies.",
        "One person mixing while the others watch: everyone has a hand in it.",
    ),
    Kind.CARDS: (
        "The cards may be seen, because nobody knows whose they are.",
        "A marker turned over with its card: then stop and say so.",
    ),
    Kind.PAIRS: (
        "The pair says secretly whether its card fits: β α fits, α β does not.",
        "A pair the wrong way round: no count finds it, so a second reader says them back.",
    ),
    Kind.OWNERS: (
        "Now the owners may be seen, because nobody knows which card is which.",
        "A card or pair turned over with the marker: then stop and say so.",
    ),
    Kind.TAKE: (
        "The virtual hand lies apart in an order of chance, each card with its own pair.",
        "A pair left behind, or piles put into another order than they lay in.",
    ),
    Kind.ROUND: (
        "A challenger that fits wins, one that does not leaves the champion where it is; nobody learns which.",
        "Left and right exchanged: the left card goes onto the challenger, the right one onto the champion.",
    ),
    Kind.DUEL: (
        "A challenger that fits carries β itself and wins; one that does not has given β to the champion.",
        "Left and right exchanged: the left card goes onto the challenger, the right one onto the champion.",
    ),
    Kind.RESULT: (
        "Only this pair is read: it says whether the card fits, and nothing about the others.",
        "Reading it upside down: left to right as the host sees it.",
    ),
    Kind.CARD: ("This card was chosen by chance among those that fit.", "Another card turned over with it."),
    Kind.ASIDE: ("The card played lies apart.", "The card put back among the others."),
    Kind.DRAWN: (
        "The deck's order is unknown to all, so its leftmost card is a fair draw.",
        "The drawn card looked at: it joins the hand unseen.",
    ),
    Kind.BACK: (
        "What was not chosen goes home unseen; what the pairs said stays unknown.",
        "Pairs turned over in place: they would show what each hand holds.",
    ),
    Kind.HAND_OVER: (
        "The next turn is virtual too and goes on with what lies here.",
        "A card without its marker: every column needs one before the next scramble.",
    ),
    Kind.COLOUR: ("Chance alone says which it is.", "A card of the game taken for one of these."),
}


_ANSWER: Reason = (
    "This pair answers for the whole hand: β α, there is such a card in it; α β, there is none.",
    "The champion's card turned over, as in a turn: it stays covered, or it is seen.",
)


def reason(group: OpGroup) -> Reason:
    """Return why a group of operations is there, and its common slip."""
    if any(isinstance(op, ops.Heading) and op.part is Part.ANSWER for op in group.ops):
        return _ANSWER
    if group.kind is not Kind.OTHER:
        return _REASONS[group.kind]
    match group.acts[0]:
        case ops.Rearrange():
            return (
                "The order makes the next exchange change what it must.",
                "Two cards exchanged, or one turned over.",
            )
        case ops.Scramble():
            return (
                "Nobody may know whether the two changed places.",
                "One exchange in sight of both people: it is none, and the open cards then tell who fits.",
            )
        case ops.Put():
            return "The row needs open cards that everyone has seen.", "β and α the other way round."
        case ops.Move() | ops.Sort():
            return "Each covered card goes exactly where the next act needs it.", "Left and right exchanged."
        case ops.Reveal() | ops.Choose():
            return (
                "Only what is named is seen; it says nothing about a hand.",
                "One card too many turned over.",
            )
        case ops.Collect() | ops.Return():
            return _REASONS[Kind.BACK]
        case _:
            return _REASONS[Kind.COVER]


# ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Cue:
    """What is told at once: a group of operations, worded when somebody asks.

    ``after``: what the group before it was, if no question lies between.
    """

    group: OpGroup
    speech: Speech
    wording: Wording
    after: Kind | None

    @property
    def kind(self) -> Kind:
        """What its operations are for."""
        return self.group.kind

    @property
    def ops(self) -> tuple[Op, ...]:
        """The operations it covers, headings included."""
        return self.group.ops

    @cached_property
    def told(self) -> tuple[Instruction, ...]:
        """Instructions, each a prompt, or the lines of a round's one; none if told with the cue before."""
        return self.speech.told(self.group, self.wording, self.after)

    @cached_property
    def times(self) -> int | None:
        """How often a round's lines are done; None for what is done once."""
        if self.kind is not Kind.ROUND:
            return None
        acts = self.group.acts
        return sum(duel_length(acts[i:]) > 0 for i in range(len(acts)))

    @property
    def why(self) -> str:
        """What the act is for."""
        return reason(self.group)[0]

    @property
    def slip(self) -> str:
        """What goes wrong most."""
        return reason(self.group)[1]

    @property
    def covers(self) -> int:
        """How many operations it stands for."""
        return len(self.ops)

    @property
    def prompts(self) -> int:
        """How often the table says that something is done."""
        return len(self.told) if self.times is None else 1

    @property
    def words(self) -> int:
        """How many words are said: sentences, checks and questions."""
        return sum(spoken(one) for one in self.told)


def spoken(instruction: Instruction) -> int:
    """Return how many words an instruction has, its check and its question too.

    A card's face (α, θ-Vera) is a word; a list behind ``?`` is not said.
    """
    return sum(
        len(_WORD.findall(part)) for part in (instruction.sentence, instruction.check, instruction.question)
    )


_WORD = re.compile(r"\S*[^\W_]\S*")  # with a letter or a digit


def cues(ops: Sequence[Op], speech: Speech, wording: Wording) -> tuple[Cue, ...]:
    """Return the cues of some operations, up to a question or to the end of a run; they cover all of them."""
    groups = grouped(ops, wording)
    kinds = (None, *(group.kind for group in groups))
    return tuple(Cue(group, speech, wording, last) for group, last in zip(groups, kinds, strict=False))
