"""A run under way: the operations of a recipe, told in acts, beside the ledger of what was done."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate, chain, dropwhile, takewhile
from typing import NamedTuple, Protocol

from facilitator.errors import CommandError, ProtocolBug, TableError
from facilitator.i18n import quoted
from facilitator.i18n.catalogue import Either, refusal, sentence
from facilitator.instructions.cost import Cost, cost
from facilitator.instructions.grouping import Wording
from facilitator.instructions.instruction import Instruction, title
from facilitator.instructions.simulate import Lies
from facilitator.instructions.speech import Speech
from facilitator.instructions.wording import DUELS, Cue, cues, first_duel
from facilitator.operations import definitions as ops
from facilitator.operations.definitions import Heading, Op, Place, asked_by, branches_of, ways_of
from facilitator.operations.effects import Surface
from facilitator.operations.faces import AnswerKind, Face, asked, is_extra
from facilitator.operations.perform import Answer, Outcome, Recipe, follow, operations
from facilitator.operations.purposes import Part
from facilitator.operations.steps import Kind
from facilitator.protocols.gates import expected
from facilitator.protocols.layout import Layout
from facilitator.protocols.recovery import Mend, decides

LOT_FORM = "lot"
"""The form of a random draw, such as a colour or an end of the row."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Plan of one attempt of a virtual turn.

    Attributes:
        seat: The seat whose turn it is.
        form: Name of the form.
        recipe: The protocol.
        layout: What is laid out. `None` for a random draw.
        chosen: The card that a random draw belongs to.
        drawn: Number of cards that were drawn in the attempt that selected this card.
        surface: Cards on the table when the attempt before was cancelled.
        home_of: Layout of the attempt before, if this is its recovery.
        masks: Masks of the priorities that are asked for, in the players' words, the best first.
    """

    seat: str
    form: str
    recipe: Recipe
    layout: Layout | None = None
    chosen: str | None = None
    drawn: int = 0
    surface: tuple[tuple[Place, bool], ...] | None = None
    home_of: Layout | None = None
    masks: tuple[str, ...] = ()


# ----------------------------------------------------------------------------------------------------
# What a run's operations are told as: the acts behind and ahead, in the wording the table wants.


@dataclass(frozen=True, slots=True)
class Telling:
    """How a table's operations are explained.

    Attributes:
        speech: Renders steps as sentences.
        wording: How much is explained at once.
        first: Explain the first duel of a turn movement by movement, with pictures.
    """

    speech: Speech
    wording: Wording
    first: bool = False

    def cues(self, ops: Sequence[Op]) -> tuple[Cue, ...]:
        """Return the steps of some operations."""
        begin, end = first_duel(ops) if self.first else (0, 0)
        duel = ops[begin:end]
        before, later = cues(ops[:begin], self.speech, self.wording), self.after(duel)
        return (*before, *cues(duel, self.speech, Wording.WALK), *cues(ops[end:], later.speech, self.wording))

    @property
    def walk(self) -> Telling:
        """The same table, with every movement explained by itself."""
        return Telling(self.speech, Wording.WALK)

    def after(self, walked: Sequence[Op]) -> Telling:
        """Return how steps are explained after some operations whose movements were explained one by one."""
        act = None if not walked or isinstance(walked[-1], Heading) else walked[-1].act
        if act is None or act.kind not in DUELS:
            return self
        return replace(self, speech=replace(self.speech, walked=act))

    def prompts(self, ops: Sequence[Op]) -> int:
        """Return how often the table says that something is done."""
        return prompts(self.cues(ops))

    def words(self, ops: Sequence[Op]) -> str:
        """Return what the last of some operations is told as: its act's first sentence.

        One that is told with the act before it in this wording is told in full where it stands alone.
        """
        for wording in (self.wording, Wording.FULL):
            told = [cue.told[0].sentence for cue in cues(ops, self.speech, wording) if cue.told]
            if told:
                return told[-1]
        return ""


def prompts(told: Sequence[Cue]) -> int:
    """Return how often the table says that something is done."""
    return sum(cue.prompts for cue in told)


# ----------------------------------------------------------------------------------------------------
# What is still to come of a run: its operations, if every question still open gets the answer to be expected.


class ActAtHand(NamedTuple):
    """An act of a run.

    Attributes:
        cue: What is explained at once.
        acts: Its operations, without headings.
        ask: The answers that its last step asks for.
        steps: The number of steps in which it is explained.
        inside: Whether it is no act of its own: it lies within another act or was explained with the act before.
        duel: The number of the duel and how many the hand has, if duels are explained once and counted one by one.
        tick: Whether this duel was explained with an earlier one.
    """

    cue: Cue
    acts: tuple[Op, ...]
    ask: tuple[str, ...]
    steps: int
    inside: bool
    duel: tuple[int, int] | None = None
    tick: bool = False


class Split(NamedTuple):
    """Where a run was resumed within a step.

    Attributes:
        start: Index of the operation that begins a step of its own, although it lies within one. 0 if there is none.
        end: Up to this index every movement is explained by itself. Equal to ``start`` if there is no such movement.
    """

    start: int
    end: int


NO_SPLIT = Split(0, 0)


@dataclass(frozen=True, eq=False)
class Foresight:
    """A protocol after some answers, with its explanations, which are worked out when they are needed.

    Attributes:
        recipe: The protocol.
        telling: How its operations are explained.
        given: The answers so far.
        split: Where the run was resumed within a step.
    """

    recipe: Recipe
    telling: Telling
    given: tuple[str, ...] = ()
    split: Split = NO_SPLIT

    @cached_property
    def _course(self) -> tuple[list[Op], list[tuple[str, Op]]]:
        return self._foreseen(self.given)

    @property
    def whole(self) -> list[Op]:
        """All operations of the run."""
        return self._course[0]

    @cached_property
    def cues(self) -> tuple[Cue, ...]:
        """The acts of the whole run."""
        start, end = self.split
        walked = self.whole[start:end]
        parts = (
            (self.telling, self.whole[:start]),
            (self.telling.walk, walked),
            (self.telling.after(walked), self.whole[end:]),
        )
        return tuple(cue for telling, ops in parts for cue in telling.cues(ops))

    @cached_property
    def _starts(self) -> list[int]:
        """How many operations come before each act; last, how many there are in all."""
        return [*accumulate((len(cue.ops) for cue in self.cues), initial=0)]

    @cached_property
    def _steps(self) -> list[int]:
        """How many steps come before each act; last, how many there are in all: for these all is told."""
        return [*accumulate((cue.prompts for cue in self.cues), initial=0)]

    @cached_property
    def _begins(self) -> Mapping[int, tuple[int, Cue, bool]]:
        """Each act by the index of its first operation that is no heading; each duel of a round is an act.

        The values are the index of the cue, the act itself, and whether it is only counted.
        """
        found = {}
        for place, (begin, cue) in enumerate(zip(self._starts, self.cues, strict=False)):
            for number, part in enumerate(_duels(cue)):
                found[begin + _headings(part.ops)] = place, part, number > 0 or cue.tick
                begin += len(part.ops)
        return found

    def at(self, here: int) -> ActAtHand:
        """Return the act that begins at an operation. Within an act, return the rest of it as an act of its own."""
        if (known := self._begins.get(here)) is not None:
            place, cue, tick = known
            return _at_hand(cue, not self.cues[place].told, tick)
        _, ahead = self._within(here)
        return _at_hand(ahead[0], True)

    def steps(self, here: int) -> tuple[int, int]:
        """Return how many steps come before the act at an operation, and in the whole run."""
        if (known := self._begins.get(here)) is not None:
            return self._steps[known[0]], self._steps[-1]
        place, ahead = self._within(here)
        before = self._steps[place] + self.telling.prompts(self.whole[self._starts[place] : here])
        return before, before + prompts(ahead) + self._steps[-1] - self._steps[place + 1]

    def _within(self, here: int) -> tuple[int, tuple[Cue, ...]]:
        """Return the place of the act within which an operation stands, and how the rest of that act is told."""
        end = bisect_right(self._starts, here)  # of the acts, the first that begins after this operation
        return end - 1, self.telling.cues(self.whole[here : self._starts[end]])

    def beginning(self, here: int) -> Foresight:
        """Return the same run with an act that begins at an operation: a resumed game, another wording in mid-act.

        The act then has a number of its own, and no later act has the same number.
        """
        if here in self._begins:
            return self
        start = self._with_headings(here)
        return self._with(replace(self, split=Split(start, start)))

    def _with_headings(self, here: int) -> int:
        """Return the index of the first of the headings directly before an operation, or of the operation."""
        while here and isinstance(self.whole[here - 1], Heading):
            here -= 1
        return here

    def movements(self, here: int) -> tuple[Cue, ...]:
        """Return the act that begins at an operation with every movement explained by itself."""
        return self.telling.walk.cues(self.at(here).cue.ops)

    def walking(self, here: int) -> Foresight:
        """Return the same run with the first movements of the act at an operation explained one by one.

        These are all movements of the first step that the act has if each movement is explained by itself.
        """
        begun = self.beginning(here)
        first, *_ = begun.movements(here)
        start = self._with_headings(here)
        return self._with(replace(self, split=Split(start, start + len(first.ops))))

    def answered(self, said: str) -> Foresight:
        """Return it after one more answer; what was worked out stays, where that was the answer to be expected."""
        after = replace(self, given=(*self.given, said))
        known = self.__dict__.get("_course")
        if known is not None and [one for one, _ in known[1][len(self.given) :]][:1] == [said]:
            after.__dict__.update({name: kept for name, kept in self.__dict__.items() if name in _STAYS})
        return after

    @cached_property
    def open(self) -> bool:
        """Whether another answer to one question still open would change the number of acts."""
        ops, asked = self._course
        total, known = self.telling.prompts(ops), len(self.given)
        said = [answer for answer, _ in asked]
        later = reversed(range(known, len(asked)))
        others = ((*said[:i], other) for i in later for other in _elsewhere(*asked[i]))
        return any(self.telling.prompts(self.after(script)) != total for script in others)

    def after(self, script: Sequence[str]) -> list[Op]:
        """Return all operations, answered by a script and then as expected.

        Where an answer of the script is none to what is asked, the course it was given in has parted from this
        one: from there on everything is as expected.
        """
        return self._foreseen(script)[0]

    def walked(self, ops: Sequence[Op]) -> tuple[Instruction, ...]:
        """Return what is told of some operations where every duel is walked through."""
        return tuple(one for cue in self.telling.walk.cues(ops) for one in cue.told)

    def told_in(self, telling: Telling) -> Foresight:
        """Return the same, told otherwise."""
        return self._with(Foresight(self.recipe, telling, self.given))

    def _with(self, other: Foresight) -> Foresight:
        other.__dict__["_course"] = self._course  # the operations are the same
        return other

    def _foreseen(self, script: Sequence[str]) -> tuple[list[Op], list[tuple[str, Op]]]:
        """Return all operations, answered by the script and then as expected; and each answer with its question."""
        asked: list[tuple[str, Op]] = []
        ahead = list(reversed(script))

        def answer(op: Op) -> str:
            if not (ask := asked_by(op)):
                return ""
            if ahead and ahead[-1] not in ask:
                ahead.clear()
            said = ahead.pop() if ahead else expected(op)
            asked.append((said, op))
            return said

        return list(operations(self.recipe, answer)), asked


def _elsewhere(said: str, op: Op) -> tuple[str, ...]:
    """Return an answer of every other branch of a question; none if all its branches lead to the same steps."""
    if not any(branch.leads_to for branch in branches_of(op)):
        return ()
    return tuple(branch.answers[0] for branch in ways_of(op) if said not in branch.answers)


_STAYS = ("_course", "cues", "_starts", "_steps", "_begins")
"""What of a course is the same after an answer that was expected."""


def _duels(cue: Cue) -> tuple[Cue, ...]:
    """Return the duels of a round, each with its own operations, told as what is left of the round; else the act."""
    if cue.kind is not Kind.ROUND:
        return (cue,)
    found: list[list[Op]] = []
    waiting, last = list[Op](), None
    for op in cue.ops:
        waiting.append(op)
        if isinstance(op, Heading):
            continue
        if op.act is not last:
            found.append([])
        found[-1] += waiting
        waiting, last = [], op.act
    group = cue.group
    left = (group._replace(ops=tuple(one), parts=group.parts[at:]) for at, one in enumerate(found))
    return tuple(replace(cue, group=one) for one in left)


def _headings(ops: Sequence[Op]) -> int:
    return next((i for i, op in enumerate(ops) if not isinstance(op, Heading)), len(ops))


def _at_hand(cue: Cue, inside: bool, tick: bool = False) -> ActAtHand:
    acts = tuple(op for op in cue.ops if not isinstance(op, Heading))
    return ActAtHand(cue, acts, asked_by(acts[-1]) if acts else (), cue.prompts, inside, _counted(cue), tick)


def _counted(cue: Cue) -> tuple[int, int] | None:
    """Return the number of a duel and how many the hand has; `None` for anything that is not counted."""
    if cue.kind is not Kind.ROUND:
        return cue.duel
    first = cue.group.parts[0]
    of = first.number + first.n - 1
    return (first.number, of) if of > 1 else None


# ----------------------------------------------------------------------------------------------------
# The ledger of a run: what hands have done and eyes have seen, which no undo takes back.
#
# Undo takes back what was typed.  The cards lie where hands left them: so every operation that came up in a run
# stays here, in order, with how much of it was ticked off and what was read.  Going forward again over them
# does nothing anew; the way back from a run starts from here, and whether chance has spoken is asked here.


class TableHands(Protocol):
    """A simulated table: does an operation, returns the answer, and shows what became visible.

    It can take its last operation back, and lay every card as it lay before.
    """

    shown: tuple[Face, ...]

    def __call__(self, op: Op) -> Answer: ...
    def take_back(self) -> None: ...
    def lies(self) -> Lies: ...
    def lay(self, lies: Lies) -> None: ...


LASTING = ops.Mixing | ops.Reveal | ops.Sort | ops.Choose | ops.Collect | ops.Return | ops.Draw | ops.Look
"""What hands cannot put back; they can what they lay, turn down or move."""


@dataclass(slots=True)
class LedgerEntry:
    """One operation that came up.

    ``ticked``: it was done, as the journal has it; else it may have been begun.  ``pressed``: how many of its
    steps were.  ``answer``: what was read; ``shown``: what a
    rehearsal showed.
    """

    op: Op
    answer: Answer = ""
    shown: tuple[Face, ...] = ()
    ticked: bool = False
    pressed: int = 0

    @property
    def lasting(self) -> bool:
        """Whether hands cannot put it back: what was mixed stays mixed, and what was seen stays seen."""
        return self.ticked and isinstance(self.op, LASTING)


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
    given back since.  ``undone``: something of it was taken back.
    ``ahead``: what a rehearsal's table has done of the act at hand, so that its answer can be read; for the game it
    has not come up yet; ``looked``: how its cards lay before that. ``mends``: what was put right in place, and
    where. ``split``: where the run was resumed within a step.
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
    looked: Lies | None = None
    mends: list[Mend] = field(default_factory=list)
    closed: bool = False
    home: bool = False
    undone: bool = False
    split: Split = NO_SPLIT

    def come_up(self, index: int, op: Op, hands: TableHands | None) -> LedgerEntry:
        """Return the record of the operation at hand; hands do it only if they never did."""
        if index == len(self.entries):
            self.entries.append(self.ahead.pop(0) if self.ahead else _done(op, hands))
        return self._same(self.entries[index], op)

    def look(self, index: int, op: Op, hands: TableHands) -> LedgerEntry:
        """Return the record of an operation of the act at hand; a rehearsal's hands do it if they never did."""
        known = [*self.entries, *self.ahead]
        if index == len(known):
            self.looked = self.looked if self.ahead else hands.lies()
            self.ahead.append(_done(op, hands))
        return self._same([*self.entries, *self.ahead][index], op)

    def look_away(self, hands: TableHands) -> None:
        """Put back what a rehearsal's hands did of the act at hand only so that its answer could be read.

        What they read stays known: the act may come again, when giving it up is taken back.
        """
        if self.ahead and self.looked is not None:
            hands.lay(self.looked)

    def _same(self, found: LedgerEntry, op: Op) -> LedgerEntry:
        if found.op is not op and found.op != op:
            raise ProtocolBug(f"{found.op} again", str(op), "Please report this.")
        return found

    @property
    def ops(self) -> list[Op]:
        """Every operation that came up; the last may not have been carried out."""
        return [done.op for done in self.entries]

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

    def mend(self, one: Mend, hands: TableHands | None) -> None:
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


def stays_words(beyond: Sequence[LedgerEntry]) -> str:
    """Return what an undo leaves as it is, of all that hands have done beyond the step it led to."""
    done = [one for one in beyond if one.ticked or one.pressed]
    if not done:
        return ""
    parts = ["undo.stays"]
    if any(isinstance(one.op, ops.Mixing) for one in done):
        parts.append("undo.stays.mixed")
    if any(isinstance(one.op, ops.Reveal | ops.Choose | ops.Look) for one in done):
        parts.append("undo.stays.seen")
    return " ".join(map(sentence, parts))


def put_back_words(beyond: Sequence[LedgerEntry], telling: Telling) -> str:
    """Return what hands must put back, the last first, in the words it was asked for; empty if nothing."""
    cues = telling.cues([done.op for done in beyond if done.ticked])
    told = [cue.told[0].sentence for cue in cues if cue.told]
    parts = [sentence("undo.put_back", steps="; ".join(reversed(told)))] if told else []
    begun = [done.op for done in beyond if not done.ticked and not isinstance(done.op, ops.Heading)]
    if begun:
        stays = isinstance(
            begun[-1], ops.Mixing | ops.Reveal | ops.Choose | ops.Collect | ops.Return | ops.Draw
        )
        parts.append(sentence("undo.begun.stays" if stays else "undo.begun"))
    return " ".join(parts)


# ----------------------------------------------------------------------------------------------------


class Run:
    """Performs a recipe operation by operation, and tells it act by act, waiting after each for the host.

    With a ``table`` (a rehearsal) every operation is performed when it comes up for the first time, and `truth`
    is the answer a host must give; else the host's answer is all there is.  `answer` is the only way
    forward.  An act covers one operation or several, and may be told in several steps; `reach` goes to any of them.
    ``ledger``: what hands did of this run already, when its operations were taken back.
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
        open_markers = {place: is_extra(face) for place, face in lying}
        self.surface = Surface(open_markers if surface is None else surface)
        self.ledger = Ledger(dict(self.surface)) if ledger is None else ledger
        self.foresight = Foresight(recipe, telling, split=self.ledger.split)
        self.ops: list[Op] = []
        self.heading = Heading(Part.LAY_OUT)
        self.stage = title(self.heading)
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
        pressed, of = self.pressed, self.at_hand.steps
        self._pressed = 0
        self._foresee(self.foresight.told_in(telling))
        if pressed:  # the hands are within this act, so it is finished movement by movement
            self.reach(pressed, of)

    def _foresee(self, foresight: Foresight) -> None:
        self.foresight = foresight
        self.__dict__.pop("at_hand", None)

    def begin_here(self) -> None:
        """Tell an act from the operation at hand on, wherever it stands."""
        self._foresee(self.foresight.beginning(len(self.ops) - 1))
        self.ledger.split = self.foresight.split

    @cached_property
    def at_hand(self) -> ActAtHand:
        """The act at hand, from the operation at hand on, as far as can be foreseen; until that changes."""
        return self.foresight.at(len(self.ops) - 1)

    @property
    def movements(self) -> tuple[Cue, ...]:
        """The act at hand with every movement explained by itself."""
        return self.foresight.movements(len(self.ops) - 1)

    @property
    def _where(self) -> tuple[int, int]:
        """How many steps come before the act at hand, and in the whole run."""
        return self.foresight.steps(len(self.ops) - 1)

    @property
    def cue(self) -> Cue:
        """What is told at once of the act at hand."""
        return self.at_hand.cue

    @property
    def acts(self) -> tuple[Op, ...]:
        """The operations of the act at hand, the one at hand first."""
        return self.at_hand.acts

    @property
    def inside(self) -> bool:
        """Whether the operation at hand stands within an act: not its first, or one told with the act before."""
        return self.at_hand.inside

    @property
    def lines(self) -> tuple[Instruction, ...]:
        """What is told now: an instruction, those of a whole round, or none if it was told before."""
        cue = self.cue
        return cue.told if cue.times is not None else cue.told[self.pressed : self.pressed + 1]

    @property
    def number(self) -> int:
        """The number of the step at hand."""
        return self._where[0] + self.pressed + 1

    @property
    def total(self) -> int:
        """How many steps there are in all, as far as can be foreseen."""
        return self._where[1]

    @property
    def pressed(self) -> int:
        """How many of the steps told for the act at hand are done; never its last."""
        return min(self._pressed, max(0, self.at_hand.steps - 1)) if self._pressed else 0

    @property
    def more(self) -> int:
        """How many further steps the act at hand is told in, after the one at hand."""
        at_hand = self.at_hand
        return max(0, at_hand.steps - 1 - self.pressed) if at_hand.steps > 1 else 0

    @property
    def ask(self) -> tuple[str, ...]:
        """The answers that the step at hand asks for."""
        at_hand = self.at_hand
        return at_hand.ask if at_hand.steps < 2 or not self.more else ()

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
                raise CommandError(*refusal("refused.answer.nothing", said=quoted(said)))
            return
        called = self.telling.speech.voice.called
        if said not in ask:
            raise CommandError(
                *refusal("refused.answer.other", ask=Either(tuple(map(called, ask))), said=quoted(said))
            )
        if self._table is not None and said != truth:
            dot = asked(ask) is AnswerKind.ARROW
            key = "refused.answer.dot" if dot else "refused.answer.rehearsed"
            raise CommandError(*refusal(key, truth=called(truth), said=called(said)))

    def reach(self, steps: int, of: int) -> None:
        """Go to the prompt at which the first steps of the act at hand are done.

        Nothing changes if the act is not explained in as many steps, neither in this wording nor movement by
        movement, for instance because a later version explains it in other words.

        Args:
            steps: How many steps of the act are done, never all of them.
            of: The number of steps in which the act was explained then.
        """
        if not 0 <= steps < of:
            return
        self.begin_here()
        if self.at_hand.steps != of:
            walking = self.foresight.walking(len(self.ops) - 1)
            if walking.at(len(self.ops) - 1).steps != of:
                return
            self._foresee(walking)
            self.ledger.split = walking.split
        self.press_to(steps)

    def press_to(self, steps: int) -> None:
        """Go to where the first steps of the act at hand are done, as it is explained now."""
        self.ledger.undone |= steps < self.pressed
        self._pressed = steps
        self._now.pressed = max(self._now.pressed, steps)

    def stand(self, pressed: int) -> None:
        """Go back to where so many steps of the act at hand were done; at most all but its last."""
        self._pressed = pressed

    def answer(self, said: str) -> None:
        """Take the whole operation as done.

        Raises `CommandError` or `TableError`, and stays there, if the answer cannot be.
        """
        op, done = self.ops[-1], self._now
        ask = asked_by(op)
        self._check(said, ask, self.truth)
        cut = self._parting(said) if ask and said != done.answer else None
        self.put_back = put_back_words(self.ledger.cut(cut), self.telling) if cut is not None else ""
        self.typed.append(said)
        done.ticked = True
        if ask:
            self._foresee(self.foresight.answered(said))
            done.answer = said
        self.surface.note(op, said)
        self._send(said)

    def before(self, said: str) -> str:
        """Return the answer that was typed to the step at hand before, where this is another; empty for none."""
        now = self._now
        return now.answer if now.ticked and asked_by(self.ops[-1]) and now.answer != said else ""

    def _parting(self, said: str) -> int | None:
        """Return from where on the ledger does not fit another answer; None where it fits to its end.

        Raises `TableError` if hands cannot put back what was done since the answer that stood before.
        """
        here = len(self.ops)
        if here == len(self.ledger.entries):
            return None
        cut, lasting = self._beyond(here, [*self.foresight.given, said])
        if not lasting:
            return cut
        step, called = self.telling.words([lasting[-1].op]), self.telling.speech.voice.called
        raise TableError(
            *refusal("refused.answer.parted", before=called(self._now.answer), said=called(said), step=step)
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
        each = ([one for one in branch.answers if one != said][:1] for branch in ways_of(op))
        return any(not self._beyond(index + 1, [*given, other])[1] for other in chain(*each))

    def _send(self, said: str) -> None:
        try:
            self._advance(self._steps.send(said))
        except StopIteration as end:
            self.outcome = end.value
            self.ledger.closed = True

    def _advance(self, op: Op) -> None:
        """Go on to the next operation that hands must do something for."""
        while isinstance(op, Heading):
            self.heading, self.stage = op, title(op)
            self._come_up(op)
            op = self._steps.send("")
        self._pressed = 0
        self.__dict__.pop("at_hand", None)
        self.truth = self._come_up(op).answer

    def _come_up(self, op: Op) -> LedgerEntry:
        self.ops.append(op)
        return self.ledger.come_up(len(self.ops) - 1, op, self._table)
