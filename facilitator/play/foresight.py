"""What is still to come of a run: its operations, if every question still open gets the answer to be expected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, pairwise

from facilitator.machine.operations import Choose, Heading, Op, Reveal
from facilitator.machine.perform import Recipe, operations
from facilitator.play.telling import Telling
from facilitator.protocols.gates import expected
from facilitator.readings.wording import Cue


@dataclass(frozen=True, eq=False)
class Foresight:
    """A recipe after some answers, as it is told; worked out when somebody asks.

    ``split``: the operation that begins an act although, as it is told, it stands within one; 0 for none.
    """

    recipe: Recipe
    telling: Telling
    given: tuple[str, ...] = ()
    split: int = 0

    @cached_property
    def _course(self) -> tuple[list[Op], list[tuple[str, str]]]:
        return self._foreseen(self.given)

    @property
    def whole(self) -> list[Op]:
        """All operations of the run."""
        return self._course[0]

    @cached_property
    def cues(self) -> tuple[Cue, ...]:
        """The acts of the whole run."""
        parts = pairwise((0, self.split, len(self.whole)))
        return tuple(cue for start, end in parts for cue in self.telling.cues(self.whole[start:end]))

    @cached_property
    def _begins(self) -> Mapping[int, int]:
        """How many acts come before the one that begins at an operation, headings left out."""
        ends = accumulate((cue.covers for cue in self.cues), initial=0)
        return {
            end + _headings(cue.ops): i for i, (end, cue) in enumerate(zip(ends, self.cues, strict=False))
        }

    def parted(self, here: int) -> tuple[tuple[Cue, ...], tuple[Cue, ...]]:
        """Return the acts before and after an operation; where it stands within an act, as if one began there."""
        number = self._begins.get(here)
        if number is not None:
            return self.cues[:number], self.cues[number:]
        return self.telling.cues(self.whole[:here]), self.telling.cues(self.whole[here:])

    def beginning(self, here: int) -> Foresight:
        """Return the same where an act begins at an operation: a game resumed, another wording in mid-act.

        So it keeps its number, and no later act has the same.
        """
        if here in self._begins:
            return self
        start = here
        while start and isinstance(self.whole[start - 1], Heading):
            start -= 1
        return self._with(replace(self, split=start))

    def answered(self, said: str) -> Foresight:
        """Return it after one more answer."""
        return replace(self, given=(*self.given, said))

    @cached_property
    def open(self) -> bool:
        """Whether another answer to one question still open would change the number of acts."""
        ops, asked = self._course
        total, known = self.telling.prompts(ops), len(self.given)
        said = [answer for answer, _ in asked]
        others = ((*said[:i], asked[i][1]) for i in reversed(range(known, len(asked))))
        return any(self.telling.prompts(self.after(script)) != total for script in others)

    def after(self, script: Sequence[str]) -> list[Op]:
        """Return all operations, answered by a script and then as expected.

        Where an answer of the script is none to what is asked, the course it was given in has parted from this
        one: from there on everything is as expected.
        """
        return self._foreseen(script)[0]

    def told_in(self, telling: Telling) -> Foresight:
        """Return the same, told otherwise."""
        return self._with(Foresight(self.recipe, telling, self.given))

    def _with(self, other: Foresight) -> Foresight:
        other.__dict__["_course"] = self._course  # the operations are the same
        return other

    def _foreseen(self, script: Sequence[str]) -> tuple[list[Op], list[tuple[str, str]]]:
        """Return all operations, answered by the script and then as expected; and each answer with another."""
        asked: list[tuple[str, str]] = []
        ahead = list(reversed(script))

        def answer(op: Op) -> str:
            if not isinstance(op, Reveal | Choose) or not op.ask:
                return ""
            if ahead and ahead[-1] not in op.ask:
                ahead.clear()
            said = ahead.pop() if ahead else expected(op)
            asked.append((said, op.ask[0] if said != op.ask[0] else op.ask[-1]))
            return said

        return list(operations(self.recipe, answer)), asked


def _headings(ops: Sequence[Op]) -> int:
    return next((i for i, op in enumerate(ops) if not isinstance(op, Heading)), len(ops))
