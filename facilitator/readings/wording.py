"""From a run's operations to cues: what the table is told at once, in the wording it wants.

A cue covers whole operations, so that a journal that counts operations resumes in either wording.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from facilitator.machine.operations import Op
from facilitator.readings.brief import Speech
from facilitator.readings.grouping import Kind, OpGroup, Wording, duel_length, grouped
from facilitator.readings.instruction import Instruction
from facilitator.readings.reasons import reason


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
        any(letter.isalnum() for letter in word)
        for part in (instruction.sentence, instruction.check, instruction.question)
        for word in part.split()
    )


def cues(ops: Sequence[Op], speech: Speech, wording: Wording) -> tuple[Cue, ...]:
    """Return the cues of some operations, up to a question or to the end of a run; they cover all of them."""
    groups = grouped(ops, wording)
    kinds = (None, *(group.kind for group in groups))
    return tuple(Cue(group, speech, wording, last) for group, last in zip(groups, kinds, strict=False))
