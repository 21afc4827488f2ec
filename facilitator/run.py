"""A run under way: the operations of a recipe, one instruction at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from facilitator.errors import CommandError
from facilitator.operations import Choose, Heading, Op, Place, Reveal
from facilitator.perform import Answer, Answers, Outcome, Recipe, follow, operations
from facilitator.readings.cost import Cost, cost
from facilitator.readings.narrate import Instruction, Narrator
from facilitator.readings.physics import Surface
from facilitator.words import Face, is_extra


@dataclass(frozen=True, slots=True)
class Step:
    """One numbered instruction and where it stands."""

    number: int
    stage: str
    op: Op
    instruction: Instruction


class Run:
    """Performs a recipe step by step, waiting after each for the host.

    With a ``table`` (a rehearsal) every operation is performed when it comes up, and `truth` is the answer
    a host must give; without one the host's answer is all there is.  `answer` is the only way forward.
    """

    def __init__(
        self,
        recipe: Recipe,
        narrator: Narrator,
        table: Callable[[Op], Answer] | None = None,
        lying: Sequence[tuple[Place, Face]] = (),
        surface: Mapping[Place, bool] | None = None,
    ) -> None:
        """``lying``: what is on the table before the first step (chained turns).

        ``surface``: the same as eyes see it; needed where the faces are not known (giving up a run).
        """
        self._recipe, self._narrator, self._table, self._lying = recipe, narrator, table, lying
        self._steps = follow(recipe)
        self._waiting: list[Instruction] = []
        self._given: list[str] = []
        self._total: int | None = None
        open_markers = {place: is_extra(face) for place, face in lying}
        self.surface = Surface(open_markers if surface is None else surface)
        self.ops: list[Op] = []
        self.stage = ""
        self.number = 0
        self.truth: Answer = ""
        self.outcome: Outcome | None = None
        self._advance(next(self._steps))

    @property
    def step(self) -> Step:
        """The instruction to carry out now."""
        return Step(self.number, self.stage, self.ops[-1], self._waiting[0])

    @property
    def total(self) -> int:
        """How many steps this run has, if every question still open gets its first answer."""
        if self._total is None:
            script = Answers(*self._given)
            ops = operations(self._recipe, script)
            self._total = sum(len(self._narrator.narrate(op)) for op in ops)
        return self._total

    @property
    def cost(self) -> Cost:
        """What was performed up to now."""
        return cost(self.ops, self._lying)

    def check(self, said: str) -> None:
        """Refuse an answer that is not among those asked for, or not what the rehearsal shows."""
        instruction = self.step.instruction
        if not instruction.ask:
            if said:
                raise CommandError("just Enter when it is done", f'"{said}"', "This step asks nothing.")
            return
        if said not in instruction.ask:
            raise CommandError(f"one of {', '.join(instruction.ask)}", f'"{said}"', instruction.question)
        if self._table is not None and said != self.truth:
            raise CommandError(
                f"what lies face up: {self.truth}",
                said,
                "Read the cards again, left to right. (At a real table nobody could catch this.)",
            )

    def answer(self, said: str) -> None:
        """Take a step as done; raises `CommandError` and stays where it is if the answer cannot be."""
        self.check(said)
        self._waiting.pop(0)
        if self._waiting:
            self.number += 1
            return
        op = self.ops[-1]
        if isinstance(op, Reveal | Choose) and op.ask:
            self._given.append(said)
            self._total = None
        self.surface.note(op, said)
        self._send(said)

    def _send(self, said: str) -> None:
        try:
            self._advance(self._steps.send(said))
        except StopIteration as end:
            self.outcome = end.value

    def _advance(self, op: Op) -> None:
        """Go on to the next operation that hands must do something for."""
        while isinstance(op, Heading):
            self.stage = op.title
            self.ops.append(op)
            if self._table is not None:
                self._table(op)
            op = self._steps.send("")
        self.ops.append(op)
        self._waiting = list(self._narrator.narrate(op))
        self.number += 1
        if self._table is not None:
            self.truth = self._table(op)


def all_steps(recipe: Recipe, narrator: Narrator, script: Sequence[str] = ()) -> list[Step]:
    """Return every step of one performance, answers taken from ``script`` (then the first choice)."""
    found: list[Step] = []
    stage = ""
    for op in operations(recipe, Answers(*script)):
        if isinstance(op, Heading):
            stage = op.title
        found += [Step(len(found) + i, stage, op, said) for i, said in enumerate(narrator.narrate(op), 1)]
    return found
