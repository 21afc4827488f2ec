"""A run under way: the operations of a recipe, told in acts, beside the ledger of what was done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import dropwhile, takewhile

from facilitator.errors import CommandError, TableError
from facilitator.machine.faces import Face, is_extra
from facilitator.machine.operations import Heading, Op, Place, asked_by
from facilitator.machine.parts import Part
from facilitator.machine.perform import Answer, Outcome, Recipe, follow
from facilitator.machine.physics import Surface
from facilitator.play.foresight import Foresight
from facilitator.play.ledger import Ledger, LedgerEntry, TableHands, put_back_words
from facilitator.play.steps import NumberedStep
from facilitator.play.telling import Telling, prompts
from facilitator.readings.cost import Cost, cost
from facilitator.readings.instruction import Instruction
from facilitator.readings.wording import Cue


class Run:
    """Performs a recipe operation by operation, and tells it act by act, waiting after each for the host.

    With a ``table`` (a rehearsal) every operation is performed when it comes up for the first time, and `truth`
    is the answer a host must give; else the host's answer is all there is.  `answer` is the only way
    forward.  An act covers one operation or several, and may be told in several steps; all but its last are done
    with `press`, never kept.  ``ledger``: what hands did of this run already, when its operations were taken back.
    """

    def __init__(
        self,
        recipe: Recipe,
        telling: Telling,
        table: TableHands | None = None,
        lying: Sequence[tuple[Place, Face]] = (),
        surface: Mapping[Place, bool] | None = None,
        ledger: Ledger | None = None,
    ) -> None:
        """``lying``: what is on the table before the first step (chained turns).

        ``surface``: the same as eyes see it; needed where the faces are not known (giving up a run).
        """
        self._table, self._lying = table, lying
        self._steps = follow(recipe)
        self._pressed = 0  # how many of the steps told for this act are done
        self.typed: list[str] = []  # one answer for each operation, most of them empty
        self.put_back = ""
        self._known_parts: tuple[int, tuple[Cue, ...], tuple[Cue, ...]] | None = None
        open_markers = {place: is_extra(face) for place, face in lying}
        self.surface = Surface(open_markers if surface is None else surface)
        self.ledger = Ledger(dict(self.surface)) if ledger is None else ledger
        self.foresight = Foresight(recipe, telling, split=self.ledger.split)
        self.ops: list[Op] = []
        self.heading = Heading(Part.LAY_OUT)
        self.truth: Answer = ""
        self.outcome: Outcome | None = None
        self._advance(next(self._steps))

    # -- what is told --------------------------------------------------------------------------------

    @property
    def telling(self) -> Telling:
        """Who speaks, and how much is told at once; another wording goes on from the operation at hand."""
        return self.foresight.telling

    @telling.setter
    def telling(self, telling: Telling) -> None:
        self._pressed = 0
        self._foresee(self.foresight.told_in(telling))

    def _foresee(self, foresight: Foresight) -> None:
        self.foresight, self._known_parts = foresight, None

    def begin_here(self) -> None:
        """Tell an act from the operation at hand on, wherever it stands."""
        self._foresee(self.foresight.beginning(len(self.ops) - 1))
        self.ledger.split = self.foresight.split

    @property
    def _parts(self) -> tuple[tuple[Cue, ...], tuple[Cue, ...]]:
        """The acts behind and ahead, as far as can be foreseen."""
        here = len(self.ops) - 1
        if self._known_parts is None or self._known_parts[0] != here:
            self._known_parts = here, *self.foresight.parted(here)
        return self._known_parts[1:]

    @property
    def cue(self) -> Cue:
        """The act at hand, from the operation at hand on."""
        return self._parts[1][0]

    @property
    def acts(self) -> tuple[Op, ...]:
        """The operations of the act at hand, the one at hand first."""
        return tuple(op for op in self.cue.ops if not isinstance(op, Heading))

    @property
    def inside(self) -> bool:
        """Whether the operation at hand stands within an act: not its first, or one told with the act before."""
        cue = self.cue
        return not cue.told or all(cue is not one for one in self.foresight.cues)

    @property
    def lines(self) -> tuple[Instruction, ...]:
        """What is told now: an instruction, those of a whole round, or none if it was told before."""
        cue = self.cue
        return cue.told if cue.times is not None else cue.told[self.pressed : self.pressed + 1]

    @property
    def step(self) -> NumberedStep:
        """The instruction to carry out now; of what was told with the act before, in the narrator's words."""
        lines = self.lines or self.telling.speech.narrator.narrate(self.ops[-1])
        return NumberedStep(self.number, self.heading, self.ops[-1], lines[0])

    @property
    def number(self) -> int:
        """The number of the step at hand."""
        return prompts(self._parts[0]) + self.pressed + 1

    @property
    def total(self) -> int:
        """How many steps there are in all, as far as can be foreseen."""
        return sum(map(prompts, self._parts))

    @property
    def pressed(self) -> int:
        """How many of the steps told for the act at hand are done."""
        return min(self._pressed, max(0, self.cue.prompts - 1)) if self._pressed else 0

    @property
    def more(self) -> int:
        """How many further steps the act at hand is told in, after the one at hand."""
        return max(0, self.cue.prompts - 1 - self.pressed)

    @property
    def ask(self) -> tuple[str, ...]:
        """The answers that the step at hand asks for."""
        return () if self.more else asked_by(self.acts[-1])

    @property
    def done_already(self) -> bool:
        """Whether the step at hand was ticked off before it was taken back."""
        return self._now.ticked or self._now.pressed > self.pressed

    @property
    def shown(self) -> tuple[Face, ...]:
        """What the act at hand makes visible for an answer, or its first operation (in a rehearsal)."""
        return self.look().shown

    def look(self) -> LedgerEntry:
        """Return what is read at the act at hand; a rehearsal's table performs it as far as its question."""
        acts = self.acts
        if self._table is None or len(acts) == 1 or not asked_by(acts[-1]):
            return self._now
        here = len(self.ops) - 1
        beyond = list(dropwhile(lambda op: isinstance(op, Heading), self.cue.ops))
        return [self.ledger.look(here + i, op, self._table) for i, op in enumerate(beyond)][-1]

    @property
    def _now(self) -> LedgerEntry:
        return self.ledger.entries[len(self.ops) - 1]

    def whole(self) -> list[Op]:
        """Return all operations of this run, if every question still open gets the answer to be expected."""
        return self.foresight.whole

    @property
    def open(self) -> bool:
        """Whether another answer to one question still open would change the number of steps."""
        return self.foresight.open

    @property
    def cost(self) -> Cost:
        """What was performed up to now."""
        return cost(self.ops, self._lying)

    def check(self, said: str) -> None:
        """Refuse an answer that is not among those the step at hand asks for, or not what the rehearsal shows."""
        self._check(said, self.ask, self.look().answer if self.ask else "")

    def _check(self, said: str, ask: tuple[str, ...], truth: str) -> None:
        if not ask:
            if said:
                raise CommandError("just Enter when it is done", f'"{said}"', "This step asks nothing.")
            return
        if said not in ask:
            may = ", ".join(map(self.telling.speech.narrator.called, ask))
            raise CommandError(f"one of {may}", f'"{said}"', "Read what lies face up again.")
        if self._table is not None and said != truth:
            called = self.telling.speech.narrator.called
            raise CommandError(
                f"what lies face up: {called(truth)}",
                called(said),
                "Read the cards again, left to right. (At a real table nobody could catch this.)",
            )

    def press(self, steps: int = 1) -> None:
        """Take so many steps of the act at hand as done, but never its last; back if negative."""
        self._pressed = max(0, min(self.pressed + steps, self.cue.prompts - 1))
        self._now.press(self.cue.told[: self._pressed])

    def stand(self, pressed: int) -> None:
        """Go back to where so many steps of the act at hand were done; at most all but its last."""
        self._pressed = pressed

    def answer(self, said: str) -> None:
        """Take the whole operation as done.

        Raises `CommandError` or `TableError`, and stays there, if the answer cannot be.
        """
        op, done = self.ops[-1], self._now
        self._check(said, asked_by(op), self.truth)
        cut = self._parting(said)
        self.put_back = put_back_words(self.ledger.cut(cut), self.telling) if cut is not None else ""
        self.typed.append(said)
        done.ticked = True
        if asked_by(op):
            self._foresee(self.foresight.answered(said))
            done.answer = said
        self.surface.note(op, said)
        self._send(said)

    def before(self, said: str) -> str:
        """Return the answer that was typed to the step at hand before, where this is another; empty for none."""
        now = self._now
        return now.answer if now.ticked and asked_by(self.ops[-1]) and now.answer != said else ""

    def _parting(self, said: str) -> int | None:
        """Return from where on the ledger does not fit the answer; None where it fits to its end.

        Raises `TableError` if hands cannot put back what was done since the answer that stood before.
        """
        here = len(self.ops)
        if not asked_by(self.ops[-1]) or said == self._now.answer or here == len(self.ledger.entries):
            return None
        cut, lasting = self._beyond(here, [*self.foresight.given, said])
        if not lasting:
            return cut
        step = self.telling.words([lasting[-1].op])
        raise TableError(
            f"the answer that was typed before: {self._now.answer}",
            f"{said}, after which hands would have done other steps",
            f'What was done since cannot be put back by hand: "{step}". If the new answer is what lies there, '
            "type void and why: the record keeps it, the cards go home, and the turn starts again.",
        )

    def _beyond(self, here: int, given: Sequence[str]) -> tuple[int, list[LedgerEntry]]:
        """Return from where on the ledger fits other answers no more, and what of the rest hands cannot put back."""
        entries = self.ledger.entries
        later = [done.answer for done in entries[here:] if asked_by(done.op) and done.ticked]
        course = self.foresight.after([*given, *later])
        fits = (done.op == op for done, op in zip(entries[here:], course[here:], strict=False))
        cut = here + sum(1 for _ in takewhile(bool, fits))
        return cut, [done for done in entries[cut:] if done.lasting]

    def retakes(self, index: int) -> bool:
        """Whether hands could follow another answer than was typed to the operation at an index of this run."""
        op, before = self.ops[index], sum(1 for one in self.ops[:index] if asked_by(one))
        *given, said = self.foresight.given[: before + 1]
        return any(not self._beyond(index + 1, [*given, other])[1] for other in asked_by(op) if other != said)

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
        self._pressed = 0
        self.truth = self._come_up(op).answer

    def _come_up(self, op: Op) -> LedgerEntry:
        self.ops.append(op)
        return self.ledger.come_up(len(self.ops) - 1, op, self._table)
