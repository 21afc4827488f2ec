"""From a run's operations to cues: what the table is told at once, in the wording it wants.

A cue covers whole operations, so that a journal that counts operations resumes in either wording.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from facilitator.machine.operations import Op
from facilitator.readings.brief import Speech
from facilitator.readings.grouping import Group, Kind, Wording, duel_length, grouped
from facilitator.readings.instruction import Instruction
from facilitator.readings.reasons import reason


@dataclass(frozen=True, slots=True)
class Cue:
    """What is told at once.

    ``ops``: the operations it covers, headings included.  ``told``: one or more instructions, each a prompt;
    of a round (``times`` is how often) they are lines of a single prompt.  None: told with the cue before.
    ``why``: what the act is for.  ``slip``: what goes wrong most.
    """

    kind: Kind
    ops: tuple[Op, ...]
    told: tuple[Instruction, ...]
    times: int | None
    why: str
    slip: str

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
    before = (None, *groups)
    return tuple(_cue(group, speech, wording, last) for group, last in zip(groups, before, strict=False))


def _cue(group: Group, speech: Speech, wording: Wording, last: Group | None) -> Cue:
    why, slip = reason(group)
    times = None
    if group.kind is Kind.ROUND:
        acts = group.acts
        times = sum(duel_length(acts[i:]) > 0 for i in range(len(acts)))
    return Cue(
        group.kind, group.ops, speech.told(group, wording, last.kind if last else None), times, why, slip
    )
