"""An attempt in progress: the operations of a protocol, explained in steps, and the log of what the hands did."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate, chain, dropwhile, takewhile
from typing import NamedTuple, Protocol

from facilitator.errors import CommandError, ProtocolBug, TableError
from facilitator.i18n import quote_input
from facilitator.i18n.catalogue import Either, refusal, sentence
from facilitator.instructions.grouping import Wording
from facilitator.instructions.instruction import Instruction, title
from facilitator.instructions.simulate import CardPositions
from facilitator.instructions.speech import Speech
from facilitator.instructions.wording import DUELS, Cue, first_duel, split_into_cues
from facilitator.operations import definitions as ops
from facilitator.operations.definitions import Heading, Op, Place, branches_of, get_answers, split_branches
from facilitator.operations.effects import VisibleTable
from facilitator.operations.faces import AnswerKind, Face, classify_answers
from facilitator.operations.perform import Answer, Outcome, Recipe, operations, run_stages
from facilitator.operations.purposes import Part
from facilitator.operations.steps import Kind
from facilitator.protocols.gates import get_expected_answer
from facilitator.protocols.layout import Layout
from facilitator.protocols.recovery import PlannedRepair, decides

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
# How operations are explained.


@dataclass(frozen=True, slots=True)
class StepRenderer:
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
        before, later = split_into_cues(ops[:begin], self.speech, self.wording), self.add_walked(duel)
        return (
            *before,
            *split_into_cues(duel, self.speech, Wording.WALK),
            *split_into_cues(ops[end:], later.speech, self.wording),
        )

    @property
    def walk(self) -> StepRenderer:
        """The same, with every movement explained by itself."""
        return StepRenderer(self.speech, Wording.WALK)

    def add_walked(self, walked: Sequence[Op]) -> StepRenderer:
        """Return how steps are explained after some operations whose movements were explained one by one."""
        act = None if not walked or isinstance(walked[-1], Heading) else walked[-1].act
        if act is None or act.kind not in DUELS:
            return self
        return replace(self, speech=replace(self.speech, walked=act))

    def prompts(self, ops: Sequence[Op]) -> int:
        """Return the number of prompts for some operations."""
        return prompts(self.cues(ops))

    def words(self, ops: Sequence[Op]) -> str:
        """Return the first sentence about the last of some operations.

        If this wording explains the operation together with the one before, return the sentence in full wording.
        """
        for wording in (self.wording, Wording.FULL):
            told = [
                cue.instructions[0].text
                for cue in split_into_cues(ops, self.speech, wording)
                if cue.instructions
            ]
            if told:
                return told[-1]
        return ""


def prompts(told: Sequence[Cue]) -> int:
    """Return the number of prompts for some cues."""
    return sum(cue.prompts for cue in told)


# ----------------------------------------------------------------------------------------------------
# What is still to come of an attempt, if every open question gets the expected answer.


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
class Course:
    """All operations of a protocol if every question that is still open gets the expected answer.

    Attributes:
        recipe: The protocol.
        given: The answers so far.
    """

    recipe: Recipe
    given: tuple[str, ...] = ()

    @cached_property
    def _performance(self) -> tuple[list[Op], list[tuple[str, Op]]]:
        return self._perform(self.given)

    @property
    def ops(self) -> list[Op]:
        """All operations."""
        return self._performance[0]

    @property
    def answers(self) -> list[tuple[str, Op]]:
        """Each answer with its question."""
        return self._performance[1]

    def simulate_answers(self, script: Sequence[str]) -> list[Op]:
        """Return all operations if the questions get the answers of a script, and then the expected answers.

        If an answer does not belong to its question, the script was written for another course. Then this question
        and all later ones get the expected answers.
        """
        return self._perform(script)[0]

    def _perform(self, script: Sequence[str]) -> tuple[list[Op], list[tuple[str, Op]]]:
        answers: list[tuple[str, Op]] = []
        ahead = list(reversed(script))

        def answer(op: Op) -> str:
            if not (ask := get_answers(op)):
                return ""
            if ahead and ahead[-1] not in ask:
                ahead.clear()
            said = ahead.pop() if ahead else get_expected_answer(op)
            answers.append((said, op))
            return said

        return list(operations(self.recipe, answer)), answers


@dataclass(frozen=True, eq=False)
class Foresight:
    """A course with its steps, which are worked out when they are needed.

    Attributes:
        course: The operations.
        telling: How they are explained.
        split: Where the attempt was resumed within a step.
    """

    course: Course
    telling: StepRenderer
    split: Split = NO_SPLIT

    @property
    def all_ops(self) -> list[Op]:
        """All operations of the attempt."""
        return self.course.ops

    @cached_property
    def cues(self) -> tuple[Cue, ...]:
        """The steps of the whole attempt."""
        start, end = self.split
        walked = self.all_ops[start:end]
        parts = (
            (self.telling, self.all_ops[:start]),
            (self.telling.walk, walked),
            (self.telling.add_walked(walked), self.all_ops[end:]),
        )
        return tuple(cue for telling, ops in parts for cue in telling.cues(ops))

    @cached_property
    def _starts(self) -> list[int]:
        """Number of operations before each step, and at the end the number of all operations."""
        return [*accumulate((len(cue.ops) for cue in self.cues), initial=0)]

    @cached_property
    def _steps(self) -> list[int]:
        """Number of prompts before each step, and at the end the number of all prompts."""
        return [*accumulate((cue.prompts for cue in self.cues), initial=0)]

    @cached_property
    def _begins(self) -> Mapping[int, tuple[int, Cue, bool]]:
        """Each step by the index of its first operation, headings not counted. Each duel of a round is a step.

        The values are the index of the cue, the step itself, and whether it is only counted.
        """
        found = {}
        for place, (begin, cue) in enumerate(zip(self._starts, self.cues, strict=False)):
            for number, part in enumerate(_duels(cue)):
                found[begin + _headings(part.ops)] = place, part, number > 0 or cue.tick
                begin += len(part.ops)
        return found

    def get_act(self, here: int) -> ActAtHand:
        """Return the step that begins at an operation. Within a step, return the rest of it as a step of its own."""
        if (known := self._begins.get(here)) is not None:
            place, cue, tick = known
            return _at_hand(cue, not self.cues[place].instructions, tick)
        _, ahead = self._within(here)
        return _at_hand(ahead[0], True)

    def steps(self, here: int) -> tuple[int, int]:
        """Return the number of prompts before the step at an operation, and in the whole attempt."""
        if (known := self._begins.get(here)) is not None:
            return self._steps[known[0]], self._steps[-1]
        place, ahead = self._within(here)
        before = self._steps[place] + self.telling.prompts(self.all_ops[self._starts[place] : here])
        return before, before + prompts(ahead) + self._steps[-1] - self._steps[place + 1]

    def _within(self, here: int) -> tuple[int, tuple[Cue, ...]]:
        """Return the place of the step that contains an operation, and the cues for the rest of this step."""
        end = bisect_right(self._starts, here)  # the first step that begins after this operation
        return end - 1, self.telling.cues(self.all_ops[here : self._starts[end]])

    def beginning(self, here: int) -> Foresight:
        """Return the same course with a step that begins at an operation.

        This is needed after a restart, and after a change of the wording within a step. The new step has a number of
        its own, and no later step has the same number.
        """
        if here in self._begins:
            return self
        start = self._with_headings(here)
        return replace(self, split=Split(start, start))

    def _with_headings(self, here: int) -> int:
        """Return the index of the first of the headings directly before an operation, or of the operation."""
        while here and isinstance(self.all_ops[here - 1], Heading):
            here -= 1
        return here

    def movements(self, here: int) -> tuple[Cue, ...]:
        """Return the act that begins at an operation with every movement explained by itself."""
        return self.telling.walk.cues(self.get_act(here).cue.ops)

    def walking(self, here: int) -> Foresight:
        """Return the same run with the first movements of the act at an operation explained one by one.

        These are all movements of the first step that the act has if each movement is explained by itself.
        """
        begun = self.beginning(here)
        first, *_ = begun.movements(here)
        start = self._with_headings(here)
        return replace(self, split=Split(start, start + len(first.ops)))

    def add_answer(self, given: Sequence[str]) -> Foresight:
        """Return the foresight after other answers than the expected ones."""
        return replace(self, course=Course(self.course.recipe, tuple(given)))

    def is_open(self, known: int = 0) -> bool:
        """Return whether another answer to one open question would change the number of prompts.

        Args:
            known: Number of questions that are answered.
        """
        total, asked = self.telling.prompts(self.all_ops), self.course.answers
        said = [answer for answer, _ in asked]
        later = reversed(range(known, len(asked)))
        others = ((*said[:i], other) for i in later for other in _elsewhere(*asked[i]))
        return any(self.telling.prompts(self.course.simulate_answers(script)) != total for script in others)

    def render_walked(self, ops: Sequence[Op]) -> tuple[Instruction, ...]:
        """Return the instructions for some operations with every movement explained by itself."""
        return tuple(one for cue in self.telling.walk.cues(ops) for one in cue.instructions)

    def told_in(self, telling: StepRenderer) -> Foresight:
        """Return the same course, explained in another way."""
        return Foresight(self.course, telling)


def _elsewhere(said: str, op: Op) -> tuple[str, ...]:
    """Return an answer of every other branch of a question. Empty if all branches lead to the same steps."""
    if not any(branch.leads_to for branch in branches_of(op)):
        return ()
    return tuple(branch.answers[0] for branch in split_branches(op) if said not in branch.answers)


def _duels(cue: Cue) -> tuple[Cue, ...]:
    """Return the duels of a round, each with its own operations, explained as the rest of the round.

    Any other step is returned as it is.
    """
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
    return ActAtHand(
        cue, acts, get_answers(acts[-1]) if acts else (), cue.prompts, inside, _get_duel_numbers(cue), tick
    )


def _get_duel_numbers(cue: Cue) -> tuple[int, int] | None:
    """Return the number of a duel and of all duels of the hand. `None` for a step that is not counted."""
    if cue.kind is not Kind.ROUND:
        return cue.duel
    first = cue.group.parts[0]
    of = first.number + first.n - 1
    return (first.number, of) if of > 1 else None


# ----------------------------------------------------------------------------------------------------
# The log of an attempt: what the hands have done and the eyes have seen. Undo does not change it.
#
# The cards lie where the hands left them. So every operation that came up stays here, in order, with how much of it
# is done and what was read. If the host goes forward again, nothing is done twice. A recovery begins from here.


class TableHands(Protocol):
    """A simulated table: performs an operation, returns the answer, and shows what became visible.

    It can reverse its last operation, and put every card back where it lay before.
    """

    shown: tuple[Face, ...]

    def __call__(self, op: Op) -> Answer: ...
    def take_back(self) -> None: ...
    def get_positions(self) -> CardPositions: ...
    def lay(self, positions: CardPositions) -> None: ...


LASTING = ops.Mixing | ops.Reveal | ops.Sort | ops.Choose | ops.Collect | ops.Return | ops.Draw | ops.Look
"""Operations that the hands cannot reverse. They can reverse laying, turning face down and moving."""


@dataclass(slots=True)
class LogEntry:
    """An operation that came up.

    Attributes:
        op: The operation.
        answer: What was read.
        shown: What a rehearsal showed.
        ticked: Whether it is done according to the journal. Otherwise it may have been begun.
        pressed: Number of its movements that are done.
    """

    op: Op
    answer: Answer = ""
    shown: tuple[Face, ...] = ()
    ticked: bool = False
    pressed: int = 0

    @property
    def lasting(self) -> bool:
        """Whether the hands cannot reverse it: mixed cards stay mixed, and seen cards stay seen."""
        return self.ticked and isinstance(self.op, LASTING)


def _perform_op(op: Op, hands: TableHands | None) -> LogEntry:
    if hands is None:
        return LogEntry(op)
    answer = hands(op)
    return LogEntry(op, answer, hands.shown)


@dataclass(slots=True)
class AttemptLog:
    """Log of what the hands did in one attempt.

    Attributes:
        start: Cards on the table before the attempt, with whether they are face up.
        seat: The seat whose turn it is.
        form: Name of the form.
        opened: Number of inputs that counted when the attempt began, the one that began it included.
        standing: Whether it began with columns that the attempt before had left on the table.
        back_from: Log of the cancelled attempt if this is its recovery.
        lies: Card positions of a rehearsal before the attempt.
        entries: The operations that came up, oldest first.
        ahead: Operations of the current step that a rehearsal has already performed to show the answer. For the
            game they have not come up yet.
        looked: Card positions before these operations.
        mends: The repairs, with their places.
        closed: Whether the attempt has ended.
        home: Whether columns that it left on the table have been returned since.
        undone: Whether a part of it was undone.
        split: Where the attempt was resumed within a step.
    """

    start: Mapping[Place, bool]
    seat: str = ""
    form: str = ""
    opened: int = 0
    standing: bool = False
    back_from: AttemptLog | None = None
    lies: CardPositions | None = None
    entries: list[LogEntry] = field(default_factory=list)
    ahead: list[LogEntry] = field(default_factory=list)
    looked: CardPositions | None = None
    mends: list[PlannedRepair] = field(default_factory=list)
    closed: bool = False
    home: bool = False
    undone: bool = False
    split: Split = NO_SPLIT

    def come_up(self, index: int, op: Op, hands: TableHands | None) -> LogEntry:
        """Return the entry of the current operation. The hands perform it if they never did."""
        if index == len(self.entries):
            self.entries.append(self.ahead.pop(0) if self.ahead else _perform_op(op, hands))
        return self._same(self.entries[index], op)

    def look(self, index: int, op: Op, hands: TableHands) -> LogEntry:
        """Return the entry of an operation of the current step. A rehearsal performs it if it never did."""
        known = [*self.entries, *self.ahead]
        if index == len(known):
            self.looked = self.looked if self.ahead else hands.get_positions()
            self.ahead.append(_perform_op(op, hands))
        return self._same([*self.entries, *self.ahead][index], op)

    def look_away(self, hands: TableHands) -> None:
        """Put back what a rehearsal performed of the current step only to show the answer.

        The answer stays known, because the step may come again if its cancellation is undone.
        """
        if self.ahead and self.looked is not None:
            hands.lay(self.looked)

    def _same(self, found: LogEntry, op: Op) -> LogEntry:
        if found.op is not op and found.op != op:
            raise ProtocolBug(f"{found.op} again", str(op), "Please report this.")
        return found

    @property
    def ops(self) -> list[Op]:
        """Every operation that came up. The last one may not have been performed."""
        return [done.op for done in self.entries]

    @property
    def open(self) -> bool:
        """Whether its cards lie on the table: it has not ended, or its columns are kept."""
        if not self.closed:
            return True
        return not self.home and any(place.area == ops.COLUMN for place in self.surface(finished=True))

    @property
    def lasting(self) -> bool:
        """Whether something was done that the hands cannot reverse."""
        return any(done.lasting for done in self.entries)

    @property
    def seen_results(self) -> tuple[str, ...]:
        """What was read of the result."""
        return tuple(done.answer for done in self.entries if decides(done.op) and done.ticked)

    def surface(self, finished: bool) -> VisibleTable:
        """Return the visible table before the current operation, or after it if it is ``finished``."""
        surface = VisibleTable(self.start)
        for done in self.entries if finished else self.entries[:-1]:
            surface.note(done.op, done.answer)
        return surface

    def cut(self, index: int) -> list[LogEntry]:
        """Remove the entries from ``index`` on, because the hands put them back, and return them."""
        beyond = self.entries[index:]
        del self.entries[index:]
        if beyond:
            self.closed = False
        return beyond

    def mend(self, one: PlannedRepair, hands: TableHands | None) -> None:
        """Add a repair before the current operation. If the hands have gone on since, it counts as done.

        Args:
            one: The repair.
            hands: The simulated table of a rehearsal, which reverses the current operation.
        """
        if len(self.entries) > one.at + 1:
            self.entries[one.at : one.at] = [LogEntry(op, ticked=True) for op in one.ops]
        else:
            if hands is not None:
                hands.take_back()
            del self.entries[one.at :]
        self.mends.append(one)

    @property
    def mending(self) -> bool:
        """Whether the last repair is in progress."""
        last = self.mends[-1] if self.mends else None
        return last is not None and last.at + 2 < len(self.entries) <= last.at + len(last.ops)

    def unmend(self) -> None:
        """Remove the last repair. It does not change which places are occupied, and all cards are face down."""
        last = self.mends.pop()
        stays = len(self.entries) > last.at + len(last.ops)
        del self.entries[last.at : last.at + len(last.ops) if stays else None]


def stays_words(beyond: Sequence[LogEntry]) -> str:
    """Return the sentence about what an undo does not change on the table, or an empty string.

    Args:
        beyond: What the hands have done from the current operation on.
    """
    done = [one for one in beyond if one.ticked or one.pressed]
    if not done:
        return ""
    parts = ["undo.stays"]
    if any(isinstance(one.op, ops.Mixing) for one in done):
        parts.append("undo.stays.mixed")
    if any(isinstance(one.op, ops.Reveal | ops.Choose | ops.Look) for one in done):
        parts.append("undo.stays.seen")
    return " ".join(map(sentence, parts))


def put_back_words(beyond: Sequence[LogEntry], telling: StepRenderer) -> str:
    """Return the sentence about what the hands must put back, or an empty string.

    Args:
        beyond: The operations to reverse.
        telling: How they were explained.
    """
    cues = telling.cues([done.op for done in beyond if done.ticked])
    told = [cue.instructions[0].text for cue in cues if cue.instructions]
    parts = [sentence("undo.put_back", steps="; ".join(reversed(told)))] if told else []
    begun = [done.op for done in beyond if not done.ticked and not isinstance(done.op, ops.Heading)]
    if begun:
        stays = isinstance(
            begun[-1], ops.Mixing | ops.Reveal | ops.Choose | ops.Collect | ops.Return | ops.Draw
        )
        parts.append(sentence("undo.begun.stays" if stays else "undo.begun"))
    return " ".join(parts)


# ----------------------------------------------------------------------------------------------------


class Attempt:
    """An attempt in progress: performs a protocol operation by operation, and explains it step by step.

    `answer` is the only way forward. A step covers one operation or several, and may be explained in several
    movements. `reach` goes to any of them. In a rehearsal, the simulated table performs every operation when it comes
    up for the first time.

    Attributes:
        log: Log of what the hands did in this attempt, undone operations too.
        foresight: The operations still to come, and their explanations.
        ops: The operations so far. The last one is the current operation.
        typed: The answer to each operation before the current one. Most of them are empty.
        truth: In a rehearsal, the answer that the host must give to the current operation.
        surface: The visible table before the current operation.
        put_back: What the hands must put back because of the last answer.
        heading: Heading of the current stage.
        stage: Name of the current stage.
        outcome: Outcome of the attempt. `None` until its end.
    """

    def __init__(
        self,
        recipe: Recipe,
        telling: StepRenderer,
        table: TableHands | None = None,
        log: AttemptLog | None = None,
    ) -> None:
        """Begin an attempt.

        Args:
            recipe: The protocol.
            telling: How it is explained.
            table: The simulated table of a rehearsal.
            log: Log of the attempt, if it is performed again or if cards lie on the table before its first step.
        """
        self._table = table
        self._steps = run_stages(recipe)
        self._pressed = 0  # number of movements of the current step that are done
        self._at_hand: ActAtHand | None = None  # the current step, once it is worked out
        self.typed: list[str] = []
        self.put_back = ""
        self.log = AttemptLog({}) if log is None else log
        self.surface = VisibleTable(self.log.start)
        self.foresight = Foresight(Course(recipe), telling, self.log.split)
        self.ops: list[Op] = []
        self.heading = Heading(Part.LAY_OUT)
        self.stage = title(self.heading)
        self.truth: Answer = ""
        self.outcome: Outcome | None = None
        self._advance(next(self._steps))

    # -- what is told --------------------------------------------------------------------------------

    @property
    def telling(self) -> StepRenderer:
        """How the operations are explained. Another wording takes over at the current operation."""
        return self.foresight.telling

    @telling.setter
    def telling(self, telling: StepRenderer) -> None:
        pressed, of = self.steps_done, self.at_hand.steps
        self._pressed = 0
        self._foresee(self.foresight.told_in(telling))
        if pressed:  # The hands are within this step, so it is finished movement by movement.
            self.reach(pressed, of)

    def _foresee(self, foresight: Foresight) -> None:
        self.foresight, self._at_hand = foresight, None

    def begin_here(self) -> None:
        """Begin a step at the current operation, even if it lies within one."""
        self._foresee(self.foresight.beginning(len(self.ops) - 1))
        self.log.split = self.foresight.split

    @property
    def at_hand(self) -> ActAtHand:
        """The current step from the current operation on, as far as it can be foreseen."""
        if self._at_hand is None:
            self._at_hand = self.foresight.get_act(len(self.ops) - 1)
        return self._at_hand

    @property
    def movements(self) -> tuple[Cue, ...]:
        """The current step with every movement explained by itself."""
        return self.foresight.movements(len(self.ops) - 1)

    @property
    def cue(self) -> Cue:
        """What is explained at once of the current step."""
        return self.at_hand.cue

    @property
    def acts(self) -> tuple[Op, ...]:
        """The operations of the current step, the current operation first."""
        return self.at_hand.acts

    @property
    def lines(self) -> tuple[Instruction, ...]:
        """The current instruction, or those of a whole round. Empty if they were explained with an earlier step."""
        cue = self.cue
        return (
            cue.instructions
            if cue.times is not None
            else cue.instructions[self.steps_done : self.steps_done + 1]
        )

    @property
    def number(self) -> int:
        """Number of the current prompt."""
        return self.foresight.steps(len(self.ops) - 1)[0] + self.steps_done + 1

    @property
    def total(self) -> int:
        """Number of all prompts, as far as it can be foreseen."""
        return self.foresight.steps(len(self.ops) - 1)[1]

    @property
    def steps_done(self) -> int:
        """Number of movements of the current step that are done. The last one is never among them."""
        return min(self._pressed, max(0, self.at_hand.steps - 1)) if self._pressed else 0

    @property
    def more(self) -> int:
        """Number of movements of the current step after the current one."""
        at_hand = self.at_hand
        return max(0, at_hand.steps - 1 - self.steps_done) if at_hand.steps > 1 else 0

    @property
    def ask(self) -> tuple[str, ...]:
        """Possible answers to the current prompt."""
        at_hand = self.at_hand
        return at_hand.ask if at_hand.steps < 2 or not self.more else ()

    @property
    def done_already(self) -> bool:
        """Whether the current movement was done before and undone."""
        return self._current_entry.ticked or self._current_entry.pressed > self.steps_done

    def look(self) -> LogEntry:
        """Return the entry that is read at the current step. A rehearsal performs the step up to its question."""
        acts = self.acts
        if self._table is None or len(acts) == 1 or not get_answers(acts[-1]):
            return self._current_entry
        here = len(self.ops) - 1
        beyond = list(dropwhile(lambda op: isinstance(op, Heading), self.cue.ops))
        return [self.log.look(here + i, op, self._table) for i, op in enumerate(beyond)][-1]

    @property
    def _current_entry(self) -> LogEntry:
        return self.log.entries[len(self.ops) - 1]

    @property
    def given_answers(self) -> list[str]:
        """The answers so far to questions."""
        return [said for said in self.typed if said]

    def check(self, said: str) -> None:
        """Reject an answer that is not possible at this prompt, or that differs from what the rehearsal shows."""
        self._check(said, self.ask, self.look().answer if self.ask else "")

    def _check(self, said: str, ask: tuple[str, ...], truth: str) -> None:
        if not ask:
            if said:
                raise CommandError(*refusal("refused.answer.nothing", said=quote_input(said)))
            return
        called = self.telling.speech.voice.describe_answer
        if said not in ask:
            raise CommandError(
                *refusal("refused.answer.other", ask=Either(tuple(map(called, ask))), said=quote_input(said))
            )
        if self._table is not None and said != truth:
            dot = classify_answers(ask) is AnswerKind.ARROW
            key = "refused.answer.dot" if dot else "refused.answer.rehearsed"
            raise CommandError(*refusal(key, truth=called(truth), said=called(said)))

    def reach(self, steps: int, of: int) -> None:
        """Go to the prompt at which the first movements of the current step are done.

        Nothing changes if the step is not explained in as many movements, neither in this wording nor with every
        movement by itself, for instance because a later version explains it in other words.

        Args:
            steps: Number of movements that are done, never all of them.
            of: Number of movements in which the step was explained then.
        """
        if not 0 <= steps < of:
            return
        self.begin_here()
        if self.at_hand.steps != of:
            walking = self.foresight.walking(len(self.ops) - 1)
            if walking.get_act(len(self.ops) - 1).steps != of:
                return
            self._foresee(walking)
            self.log.split = walking.split
        self.press_to(steps)

    def press_to(self, steps: int) -> None:
        """Go to the prompt at which the first movements of the current step are done, as it is explained now."""
        self.log.undone |= steps < self.steps_done
        self._pressed = steps
        self._current_entry.pressed = max(self._current_entry.pressed, steps)

    def answer(self, said: str) -> None:
        """Answer the whole current operation.

        Raises:
            CommandError: The answer is not possible.
            TableError: The hands cannot follow another answer than before.
        """
        op, done = self.ops[-1], self._current_entry
        ask = get_answers(op)
        self._check(said, ask, self.truth)
        cut = self._parting(said) if ask and said != done.answer else None
        self.put_back = put_back_words(self.log.cut(cut), self.telling) if cut is not None else ""
        self.typed.append(said)
        done.ticked = True
        if ask:
            if said != get_expected_answer(op):
                self._foresee(self.foresight.add_answer(self.given_answers))
            done.answer = said
        self.surface.note(op, said)
        try:
            self._advance(self._steps.send(said))
        except StopIteration as end:
            self.outcome = end.value
            self.log.closed = True

    def find_previous_answer(self, said: str) -> str:
        """Return the earlier answer to the current operation if this one differs from it, or an empty string."""
        now = self._current_entry
        return now.answer if now.ticked and get_answers(self.ops[-1]) and now.answer != said else ""

    def _parting(self, said: str) -> int | None:
        """Return the index from which the log does not fit another answer. `None` if it fits to its end.

        Raises:
            TableError: The hands cannot reverse what they did after the earlier answer.
        """
        here = len(self.ops)
        if here == len(self.log.entries):
            return None
        cut, lasting = self._beyond(here, [*self.given_answers, said])
        if not lasting:
            return cut
        step, called = self.telling.words([lasting[-1].op]), self.telling.speech.voice.describe_answer
        raise TableError(
            *refusal(
                "refused.answer.parted",
                before=called(self._current_entry.answer),
                said=called(said),
                step=step,
            )
        )

    def _beyond(self, here: int, given: Sequence[str]) -> tuple[int, list[LogEntry]]:
        """Return the index from which the log does not fit other answers, and the entries that cannot be reversed."""
        entries = self.log.entries
        later = [done.answer for done in entries[here:] if get_answers(done.op) and done.ticked]
        course = self.foresight.course.simulate_answers([*given, *later])
        fits = (done.op == op for done, op in zip(entries[here:], course[here:], strict=False))
        cut = here + sum(1 for _ in takewhile(bool, fits))
        return cut, [done for done in entries[cut:] if done.lasting]

    def retakes(self, index: int) -> bool:
        """Return whether the hands could follow another answer to the operation at an index."""
        op, before = self.ops[index], sum(1 for one in self.ops[:index] if get_answers(one))
        *given, said = self.given_answers[: before + 1]
        each = ([one for one in branch.answers if one != said][:1] for branch in split_branches(op))
        return any(not self._beyond(index + 1, [*given, other])[1] for other in chain(*each))

    def _advance(self, op: Op) -> None:
        """Go to the next operation that is no heading."""
        while isinstance(op, Heading):
            self.heading, self.stage = op, title(op)
            self._come_up(op)
            op = self._steps.send("")
        self._pressed, self._at_hand = 0, None
        self.truth = self._come_up(op).answer

    def _come_up(self, op: Op) -> LogEntry:
        self.ops.append(op)
        return self.log.come_up(len(self.ops) - 1, op, self._table)
