"""A run under way: the operations of a recipe, one instruction at a time, beside the ledger of what was done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from facilitator.errors import CommandError, TableError
from facilitator.machine.faces import Face, is_extra
from facilitator.machine.operations import COLUMN, Choose, Heading, Op, Place, Reveal
from facilitator.machine.parts import Part
from facilitator.machine.perform import Answer, Answers, Outcome, Recipe, follow, operations
from facilitator.machine.physics import Surface
from facilitator.play.ledger import Done, Hands, Ledger, put_back_words
from facilitator.readings.cost import Cost, cost
from facilitator.readings.instruction import Instruction
from facilitator.readings.narrate import Narrator


@dataclass(frozen=True, slots=True)
class Step:
    """One numbered instruction and where it stands."""

    number: int
    heading: Heading
    op: Op
    instruction: Instruction


class Run:
    """Performs a recipe step by step, waiting after each for the host.

    With a ``table`` (a rehearsal) every operation is performed when it comes up for the first time, and `truth`
    is the answer a host must give; without one the host's answer is all there is.  `answer` is the only way
    forward.  An operation may be told in several steps; all but its last are done with `press`, never kept.
    ``ledger``: what hands did of this run already, when its operations were taken back.
    """

    def __init__(
        self,
        recipe: Recipe,
        narrator: Narrator,
        table: Hands | None = None,
        lying: Sequence[tuple[Place, Face]] = (),
        surface: Mapping[Place, bool] | None = None,
        ledger: Ledger | None = None,
    ) -> None:
        """``lying``: what is on the table before the first step (chained turns).

        ``surface``: the same as eyes see it; needed where the faces are not known (giving up a run).
        """
        self._recipe, self._narrator, self._table, self._lying = recipe, narrator, table, lying
        self._steps = follow(recipe)
        self._told: tuple[Instruction, ...] = ()
        self.pressed = 0  # how many of the steps told for this operation are done
        self.typed: list[str] = []  # one answer for each operation, most of them empty
        self.put_back = ""
        self._given: list[str] = []
        self._ahead: tuple[list[Op], list[tuple[str, str]]] | None = None
        self._known_length: tuple[int, bool] | None = None
        open_markers = {place: is_extra(face) for place, face in lying}
        self.surface = Surface(open_markers if surface is None else surface)
        self.ledger = Ledger(dict(self.surface)) if ledger is None else ledger
        self.ops: list[Op] = []
        self.heading = Heading(Part.LAY_OUT)
        self.number = 0
        self.truth: Answer = ""
        self.outcome: Outcome | None = None
        self._advance(next(self._steps))

    @property
    def step(self) -> Step:
        """The instruction to carry out now."""
        return Step(self.number, self.heading, self.ops[-1], self._told[self.pressed])

    @property
    def done_already(self) -> bool:
        """Whether the step at hand was ticked off before it was taken back."""
        return self._now.ticked or self._now.pressed > self.pressed

    @property
    def shown(self) -> tuple[Face, ...]:
        """What the operation at hand made visible (in a rehearsal)."""
        return self._now.shown

    @property
    def _now(self) -> Done:
        return self.ledger.entries[len(self.ops) - 1]

    def whole(self) -> list[Op]:
        """Return all operations of this run, if every question still open gets the answer to be expected."""
        return self._expected_course[0]

    @property
    def _expected_course(self) -> tuple[list[Op], list[tuple[str, str]]]:
        if self._ahead is None:
            self._ahead = self._foreseen(self._given)
        return self._ahead

    @property
    def total(self) -> int:
        """How many steps `whole` has."""
        return self._length[0]

    @property
    def open(self) -> bool:
        """Whether another answer to one question still open would change the number of steps."""
        return self._length[1]

    @property
    def _length(self) -> tuple[int, bool]:
        if self._known_length is None:
            ops, asked = self._expected_course
            total = self._steps_of(ops)
            known = len(self._given)
            said = [answer for answer, _ in asked]
            others = ((*said[:i], asked[i][1]) for i in reversed(range(known, len(asked))))
            varies = any(self._steps_of(self._foreseen(script)[0]) != total for script in others)
            self._known_length = total, varies
        return self._known_length

    def _steps_of(self, ops: Sequence[Op]) -> int:
        return sum(len(self._narrator.narrate(op)) for op in ops)

    def _foreseen(self, script: Sequence[str]) -> tuple[list[Op], list[tuple[str, str]]]:
        """Return all operations, answered by the script and then as expected; and each answer with another."""
        asked: list[tuple[str, str]] = []

        def answer(op: Op) -> str:
            if not isinstance(op, Reveal | Choose) or not op.ask:
                return ""
            said = script[len(asked)] if len(asked) < len(script) else _expected(op)
            asked.append((said, op.ask[0] if said != op.ask[0] else op.ask[-1]))
            return said

        return list(operations(self._recipe, answer)), asked

    @property
    def cost(self) -> Cost:
        """What was performed up to now."""
        return cost(self.ops, self._lying)

    def check(self, said: str) -> None:
        """Refuse an answer that is not among those asked for, or not what the rehearsal shows."""
        ask = () if self.more else asked_by(self.ops[-1])
        if not ask:
            if said:
                raise CommandError("just Enter when it is done", f'"{said}"', "This step asks nothing.")
            return
        if said not in ask:
            raise CommandError(f"one of {', '.join(ask)}", f'"{said}"', self._told[-1].question)
        if self._table is not None and said != self.truth:
            raise CommandError(
                f"what lies face up: {self.truth}",
                said,
                "Read the cards again, left to right. (At a real table nobody could catch this.)",
            )

    @property
    def more(self) -> int:
        """How many further steps the operation at hand is told in, after the one at hand."""
        return len(self._told) - 1 - self.pressed

    def press(self, steps: int = 1) -> None:
        """Take so many steps of the operation at hand as done, but never its last; back if negative."""
        to = min(max(0, self.pressed + steps), len(self._told) - 1)
        self.number += to - self.pressed
        self.pressed = to
        self._now.press(self._told[:to])

    def answer(self, said: str) -> None:
        """Take the whole operation as done.

        Raises `CommandError` or `TableError`, and stays there, if the answer cannot be.
        """
        self.press(self.more)
        self.check(said)
        op, done = self.ops[-1], self._now
        cut = self._parting(said)
        self.put_back = put_back_words(self.ledger.cut(cut), self._narrator) if cut is not None else ""
        self.typed.append(said)
        done.ticked = True
        if asked_by(op):
            self._given.append(said)
            self._ahead = self._known_length = None
            done.answer = said
        self.surface.note(op, said)
        self._send(said)

    def _parting(self, said: str) -> int | None:
        """Return from where on the ledger does not fit the answer; None where it fits to its end.

        Raises `TableError` if hands cannot put back what was done since the answer that stood before.
        """
        here, entries = len(self.ops), self.ledger.entries
        if not asked_by(self.ops[-1]) or said == self._now.answer or here == len(entries):
            return None
        later = [done.answer for done in entries[here:] if asked_by(done.op) and done.ticked]
        course = self._foreseen([*self._given, said, *later])[0]
        fits = (done.op == op for done, op in zip(entries[here:], course[here:], strict=False))
        cut = here + sum(1 for _ in takewhile(bool, fits))
        lasting = [done for done in entries[cut:] if done.lasting]
        if not lasting:
            return cut
        step = self._narrator.narrate(lasting[-1].op)[0].sentence
        raise TableError(
            f"the answer that was typed before: {self._now.answer}",
            f"{said}, after which hands would have done other steps",
            f'What was done since cannot be put back by hand: "{step}". If the new answer is what lies there, '
            "type void and why: the record keeps it, the cards go home, and the turn starts again.",
        )

    def _send(self, said: str) -> None:
        try:
            self._advance(self._steps.send(said))
        except StopIteration as end:
            self.outcome = end.value
            self.ledger.closed = True

    def _advance(self, op: Op) -> None:
        """Go on to the next operation that hands must do something for."""
        while isinstance(op, Heading):
            self.heading = op
            self._come_up(op)
            op = self._steps.send("")
        self._told, self.pressed = self._narrator.narrate(op), 0
        self.number += 1
        self.truth = self._come_up(op).answer

    def _come_up(self, op: Op) -> Done:
        self.ops.append(op)
        return self.ledger.come_up(len(self.ops) - 1, op, self._table)


def asked_by(op: Op) -> tuple[str, ...]:
    """Return the answers an operation asks for; none where the check is enough."""
    return op.ask if isinstance(op, Reveal | Choose) else ()


def _expected(op: Reveal | Choose) -> str:
    """Return an open question's first answer; but of a drawn card that it fits, for drawing on may have no end."""
    return op.ask[-1 if op.places[0].area == COLUMN else 0] if isinstance(op, Reveal) else op.ask[0]


def all_steps(recipe: Recipe, narrator: Narrator, script: Sequence[str] = ()) -> list[Step]:
    """Return every step of one performance, answers taken from ``script`` (then the first choice)."""
    found: list[Step] = []
    heading = Heading(Part.LAY_OUT)
    for op in operations(recipe, Answers(*script)):
        if isinstance(op, Heading):
            heading = op
        found += [Step(len(found) + i, heading, op, said) for i, said in enumerate(narrator.narrate(op), 1)]
    return found
