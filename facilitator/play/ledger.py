"""The ledger of a run: what hands have done and eyes have seen, which no undo takes back.

Undo takes back what was typed.  The cards lie where hands left them: so every operation that came up in a run
stays here, in order, with how much of it was ticked off and what was read.  Going forward again over them
does nothing anew; the way back from a run starts from here, and whether chance has spoken is asked here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, assert_never

from facilitator.errors import ProtocolBug
from facilitator.machine import operations as ops
from facilitator.machine.faces import Face
from facilitator.machine.operations import Op, Place
from facilitator.machine.perform import Answer
from facilitator.machine.physics import Surface
from facilitator.play.telling import Telling
from facilitator.protocols.mending import Mend
from facilitator.protocols.recovery import decides
from facilitator.readings.instruction import Instruction, Verb
from facilitator.readings.simulate import Lies


class TableHands(Protocol):
    """A simulated table: does an operation, returns the answer, and shows what became visible."""

    shown: tuple[Face, ...]

    def __call__(self, op: Op) -> Answer: ...


class TakesBack(Protocol):
    """A simulated table that can take its last operation back."""

    def take_back(self) -> None: ...


@dataclass(slots=True)
class LedgerEntry:
    """One operation that came up.

    ``ticked``: it was done, as the journal has it; else it may have been begun.  ``pressed``: how many of its
    steps were, and ``mixed``: its mixing among them; these are not kept, and decide nothing but what is said.
    ``answer``: what was read; ``shown``: what a rehearsal showed.
    """

    op: Op
    answer: Answer = ""
    shown: tuple[Face, ...] = ()
    ticked: bool = False
    pressed: int = 0
    mixed: bool = False

    def press(self, told: Sequence[Instruction]) -> None:
        """Keep that these steps of it were ticked off."""
        self.pressed = max(self.pressed, len(told))
        self.mixed |= any(one.verb is Verb.SCRAMBLE for one in told)

    @property
    def lasting(self) -> bool:
        """Whether hands cannot put it back: what was mixed stays mixed, and what was seen stays seen."""
        match self.op:
            case (
                ops.Heading()
                | ops.LayHand()
                | ops.Put()
                | ops.Encode()
                | ops.Cover()
                | ops.Rearrange()
                | ops.Move()
            ):
                return False
            case (
                ops.Scramble()
                | ops.Reveal()
                | ops.Sort()
                | ops.Choose()
                | ops.Collect()
                | ops.Return()
                | ops.Draw()
            ):
                return self.ticked
            case _:
                assert_never(self.op)


class Begun(NamedTuple):
    """How many steps of an operation were pressed, whether it was mixed, whether something of its run was undone."""

    pressed: int
    mixed: bool
    undone: bool


def _done(op: Op, hands: TableHands | None) -> LedgerEntry:
    if hands is None:
        return LedgerEntry(op)
    answer = hands(op)
    return LedgerEntry(op, answer, hands.shown)


@dataclass(slots=True)
class Ledger:
    """What hands did in one run.

    ``start``: what lay there before it, and ``lies`` a rehearsal's cards.  ``opened``: how many inputs stood when
    it began, with the one that opened it.  ``standing``: it began on columns that stood.  ``back_from``: the run
    this one is the way back from.  ``closed``: it came to its end.  ``home``: columns it left standing have been
    given back since.  ``undone``: something of it was taken back; of steps within an operation no journal knows.
    ``ahead``: what a rehearsal's table has done of the act at hand, so that its answer can be read; for the game
    it has not come up yet.  ``mends``: what was put right in place, and where.  ``split``: the operation from which
    on an act was told although, as it is told now, it stands within one; 0 for none.
    """

    start: Mapping[Place, bool]
    seat: str = ""
    form: str = ""
    opened: int = 0
    standing: bool = False
    back_from: Ledger | None = None
    lies: Lies | None = None
    entries: list[LedgerEntry] = field(default_factory=list)
    ahead: list[LedgerEntry] = field(default_factory=list)
    mends: list[Mend] = field(default_factory=list)
    closed: bool = False
    home: bool = False
    undone: bool = False
    split: int = 0

    def come_up(self, index: int, op: Op, hands: TableHands | None) -> LedgerEntry:
        """Return the record of the operation at hand; hands do it only if they never did."""
        if index == len(self.entries):
            self.entries.append(self.ahead.pop(0) if self.ahead else _done(op, hands))
        return self._same(self.entries[index], op)

    def look(self, index: int, op: Op, hands: TableHands) -> LedgerEntry:
        """Return the record of an operation of the act at hand; a rehearsal's hands do it if they never did."""
        known = [*self.entries, *self.ahead]
        if index == len(known):
            self.ahead.append(_done(op, hands))
        return self._same([*self.entries, *self.ahead][index], op)

    def _same(self, found: LedgerEntry, op: Op) -> LedgerEntry:
        if found.op != op:
            raise ProtocolBug(f"{found.op} again", str(op), "Please report this.")
        return found

    @property
    def ops(self) -> list[Op]:
        """Every operation that came up; the last may not have been carried out."""
        return [done.op for done in self.entries]

    @property
    def begun(self) -> Begun:
        """What no journal keeps: of the operation that came up last, and whether a step within one was taken back."""
        now = self.entries[-1]
        return Begun(now.pressed, now.mixed, self.undone)

    @begun.setter
    def begun(self, begun: Begun) -> None:
        now = self.entries[-1]
        now.pressed, now.mixed, self.undone = begun

    @property
    def open(self) -> bool:
        """Whether its cards lie on the table: it is not finished, or it left its columns standing."""
        if not self.closed:
            return True
        return not self.home and any(place.area == ops.COLUMN for place in self.surface(finished=True))

    @property
    def lasting(self) -> bool:
        """Whether something was done that hands cannot put back."""
        return any(done.lasting for done in self.entries)

    @property
    def seen(self) -> tuple[str, ...]:
        """What was read of the run's result."""
        return tuple(done.answer for done in self.entries if decides(done.op) and done.ticked)

    def surface(self, finished: bool) -> Surface:
        """Return what lies there; ``finished``: after the operation at hand, not before it."""
        surface = Surface(self.start)
        for done in self.entries if finished else self.entries[:-1]:
            surface.note(done.op, done.answer)
        return surface

    def cut(self, index: int) -> list[LedgerEntry]:
        """Forget what was put back, from ``index`` on, and return it."""
        beyond = self.entries[index:]
        del self.entries[index:]
        if beyond:
            self.closed = False
        return beyond

    def mend(self, one: Mend, hands: TakesBack | None) -> None:
        """Take up a repair before the operation at hand; where hands went on already, as one they have done.

        ``hands``: a rehearsal's, who have done the operation at hand, and take it back.
        """
        if len(self.entries) > one.at + 1:
            self.entries[one.at : one.at] = [LedgerEntry(op, ticked=True) for op in one.ops]
        else:
            if hands is not None:
                hands.take_back()
            del self.entries[one.at :]
        self.mends.append(one)

    @property
    def mending(self) -> bool:
        """Whether the last repair is under way: cards lie as it left them."""
        last = self.mends[-1] if self.mends else None
        return last is not None and last.at + 2 < len(self.entries) <= last.at + len(last.ops)

    def unmend(self) -> None:
        """Forget the last repair; it began and ended with the same places taken, all of them covered."""
        last = self.mends.pop()
        stays = len(self.entries) > last.at + len(last.ops)
        del self.entries[last.at : last.at + len(last.ops) if stays else None]


def put_back_words(beyond: Sequence[LedgerEntry], telling: Telling) -> str:
    """Return what hands must put back, the last first, in the words it was asked for; empty if nothing."""
    cues = telling.cues([done.op for done in beyond if done.ticked])
    told = [cue.told[0].sentence for cue in cues if cue.told]
    parts = []
    if told:
        parts.append(f"Put back by hand, the last first: {'; '.join(reversed(told))}.")
    begun = [done for done in beyond if not done.ticked and not isinstance(done.op, ops.Heading)]
    if begun:
        op = begun[-1].op
        if isinstance(op, ops.Scramble | ops.Reveal | ops.Choose | ops.Collect | ops.Return | ops.Draw):
            parts.append(
                "If the step that had come up was begun already, go forward again and type stop or void."
            )
        elif told:
            parts.append("The same with the step that had come up, if it was begun.")
        else:
            parts.append("If the step that had come up was begun, put it back by hand.")
    return " ".join(parts)
