"""Attempts: the execution of a protocol at the table, its explanation in steps, and the log of the helpers.

Theory of operation
===================
A protocol is a generator of operations (see `operations.perform`). An `Attempt` runs the generator with the
answers of the host. `Attempt.ops` contains the operations so far. The last of them is the current operation,
which the helpers have not completed yet. `Attempt.answer` is the only method that advances the protocol.

An attempt has three layers:

- `predict_operations` runs the protocol to its end. Each open question gets its expected answer.
- `Foresight` groups these operations into steps and prompts. The grouping depends on the wording: a step can
  contain several operations, and the explanation of a step can consist of several movements with a prompt
  each. A change of the wording within a step splits the step (`Split`), so that prompts keep their numbers.
- `AttemptLog` records what the helpers have done with the cards.

The log is independent of undo. An undo starts the protocol again and repeats the answers that still count
(`GameProgress.perform`), but the log keeps all its entries: the cards are still where the helpers left them.
If the protocol reaches an operation that is already in the log, the entry is used again, and the step is
shown as done (`Attempt.done_already`).

If the host enters another answer than before, the two paths may differ. `Attempt.answer` then compares the
entries of the log with the new path. Entries beyond the first difference are removed, and the helpers reverse
these operations. This fails if an operation is irreversible (`LASTING`): mixed cards stay mixed, and seen
cards stay seen. The answer is rejected in this case.

In a rehearsal, a simulated table performs an operation when the operation is reached for the first time.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import accumulate, chain, dropwhile, takewhile
from typing import NamedTuple

from facilitator.errors import CommandError, ProtocolBug, TableError
from facilitator.i18n import quote_input
from facilitator.i18n.catalogue import list_examples, refusal, sentence
from facilitator.instructions.grouping import Wording
from facilitator.instructions.instruction import Instruction, title
from facilitator.instructions.simulate import CardPositions, SimulatedTable
from facilitator.instructions.speech import Speech
from facilitator.instructions.step_labels import describe_step
from facilitator.instructions.wording import DUELS, WordedStep, first_duel, split_into_steps
from facilitator.operations import definitions as ops
from facilitator.operations.definitions import Heading, Op, Place, branches_of, get_answers
from facilitator.operations.effects import VisibleTable
from facilitator.operations.faces import AnswerKind, Face, classify_answers
from facilitator.operations.perform import Answer, Outcome, Recipe, operations, run_stages
from facilitator.operations.purposes import Part
from facilitator.operations.steps import PARTED, Kind, labels_of
from facilitator.protocols.gates import get_expected_answer
from facilitator.protocols.layout import Layout
from facilitator.protocols.recovery import PlannedRepair, decides

LOT_FORM = "lot"
"""Form name of a random draw, such as the draw of a colour."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Plan of an attempt in a virtual turn.

    Attributes:
        seat: Seat whose turn it is.
        form: Form name.
        recipe: Protocol of the attempt.
        layout: Card layout. `None` for a random draw.
        chosen: Previously selected card. Only for a random draw that belongs to this card.
        drawn: Number of cards drawn by the attempt that selected this card.
        surface: Visible table when the previous attempt was cancelled. Only for a recovery.
        home_of: Layout of the cancelled attempt. Only for a recovery.
        masks: Masks of the priority classes as text, best class first.
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
# Explanation of operations.


@dataclass(frozen=True, slots=True)
class StepRenderer:
    """Renderer that explains operations as steps, using the settings of a table.

    Attributes:
        speech: Renderer of steps as sentences.
        wording: Level of detail.
        first: Whether to explain the first duel of a turn movement by movement, with pictures.
    """

    speech: Speech
    wording: Wording
    first: bool = False

    def render_steps(self, ops: Sequence[Op]) -> tuple[WordedStep, ...]:
        """Return the steps for a sequence of operations."""
        begin, end = first_duel(ops) if self.first else (0, 0)
        duel = ops[begin:end]
        before, later = split_into_steps(ops[:begin], self.speech, self.wording), self.add_walked(duel)
        return (
            *before,
            *split_into_steps(duel, self.speech, Wording.WALK),
            *split_into_steps(ops[end:], later.speech, self.wording),
        )

    @property
    def walk(self) -> StepRenderer:
        """Copy of this renderer that explains every movement of the hands separately."""
        return StepRenderer(self.speech, Wording.WALK)

    def add_walked(self, walked: Sequence[Op]) -> StepRenderer:
        """Return a renderer for the steps after a detailed explanation. Later steps can refer to it.

        Args:
            walked: Operations that were explained movement by movement.
        """
        step = None if not walked or isinstance(walked[-1], Heading) else walked[-1].step
        if step is None or step.kind not in DUELS:
            return self
        return replace(self, speech=replace(self.speech, walked=step))

    def words(self, ops: Sequence[Op]) -> str:
        """Return the text of the last step that explains these operations.

        Only the first instruction of the step is returned, unless helpers carry out all its instructions as
        one action. Full wording is used if the current wording has no instruction for these operations.
        """
        for wording in (self.wording, Wording.FULL):
            steps = [step for step in split_into_steps(ops, self.speech, wording) if step.instructions]
            if steps:
                parts = steps[-1].instructions if steps[-1].kind in PARTED else steps[-1].instructions[:1]
                return ". ".join(part.text for part in parts)
        return ""


def count_prompts(steps: Sequence[WordedStep]) -> int:
    """Return the number of prompts for a sequence of steps."""
    return sum(step.prompts for step in steps)


# ----------------------------------------------------------------------------------------------------
# Prediction of an attempt: each open question gets the expected answer.


class RestOfStep(NamedTuple):
    """Rest of a step, beginning with a given operation.

    Attributes:
        step: Step with its instructions.
        is_explained: Whether an earlier prompt has already explained this part.
        is_only_counted: Whether an earlier prompt has explained this duel, so that the host only counts it.
    """

    step: WordedStep
    is_explained: bool
    is_only_counted: bool = False

    @property
    def duel(self) -> tuple[int, int] | None:
        """Duel number and number of duels of the hand. `None` for other steps.

        A round of duels is explained as a whole, but counted one by one.
        """
        if self.step.kind is not Kind.ROUND:
            return self.step.duel
        first = self.step.group.parts[0]
        of = first.number + first.n - 1
        return (first.number, of) if of > 1 else None


class Split(NamedTuple):
    """Two indices that divide the operations of an attempt into three parts with separate instructions.

    Attributes:
        start: Index at which the second part begins. The second part has an instruction for every movement.
        end: Index at which the third part begins. Equal to ``start`` if the second part is empty.
    """

    start: int
    end: int


NO_SPLIT = Split(0, 0)


@lru_cache(maxsize=8)
def predict_operations(recipe: Recipe, given: tuple[str, ...]) -> tuple[Op, ...]:
    """Return all operations of a protocol, based on the expected answers.

    Args:
        recipe: Protocol to predict.
        given: Answers so far. Later questions get the expected answers. If a question rejects an answer, this
            question and all later questions get the expected answers.
    """
    ahead = list(reversed(given))

    def answer(op: Op) -> str:
        if not (ask := get_answers(op)):
            return ""
        if ahead and ahead[-1] not in ask:
            ahead.clear()
        return ahead.pop() if ahead else get_expected_answer(op)

    return tuple(operations(recipe, answer))


@dataclass(frozen=True, eq=False)
class Foresight:
    """Predicted steps of an attempt, computed on demand.

    Attributes:
        recipe: Protocol of the attempt.
        telling: Renderer of the operations.
        split: Position at which a step was split.
        given: Answers so far.
    """

    recipe: Recipe
    telling: StepRenderer
    split: Split = NO_SPLIT
    given: tuple[str, ...] = ()

    @cached_property
    def all_ops(self) -> tuple[Op, ...]:
        """All operations of the attempt, including the predicted operations."""
        return predict_operations(self.recipe, self.given)

    @cached_property
    def steps(self) -> tuple[WordedStep, ...]:
        """All steps of the attempt."""
        start, end = self.split
        walked = self.all_ops[start:end]
        parts = (
            (self.telling, self.all_ops[:start]),
            (self.telling.walk, walked),
            (self.telling.add_walked(walked), self.all_ops[end:]),
        )
        return tuple(step for telling, ops in parts for step in telling.render_steps(ops))

    @cached_property
    def _starts(self) -> list[int]:
        """Number of operations before each step, followed by the number of all operations."""
        return [*accumulate((len(step.ops) for step in self.steps), initial=0)]

    @cached_property
    def _prompts_before(self) -> list[int]:
        """Number of prompts before each step, followed by the number of all prompts."""
        return [*accumulate((step.prompts for step in self.steps), initial=0)]

    @cached_property
    def _steps_by_start(self) -> Mapping[int, tuple[int, WordedStep, bool]]:
        """Steps by the index of their first operation that is not a heading. Each duel is a separate step.

        The values are the step index in `steps`, the step, and whether an earlier step has explained the duel.
        """
        found = {}
        for place, (begin, step) in enumerate(zip(self._starts, self.steps, strict=False)):
            for number, part in enumerate(_duels(step)):
                found[begin + _headings(part.ops)] = place, part, number > 0 or step.is_only_counted
                begin += len(part.ops)
        return found

    def get_rest_of_step(self, here: int) -> RestOfStep:
        """Return the rest of a step, from a given operation on.

        Args:
            here: Index of the operation.
        """
        if (known := self._steps_by_start.get(here)) is not None:
            place, step, is_only_counted = known
            return RestOfStep(step, not self.steps[place].instructions, is_only_counted)
        _, ahead = self._render_rest(here)
        return RestOfStep(ahead[0], True)

    def count_prompts(self, here: int) -> tuple[int, int]:
        """Return the number of prompts before a step, and the total number of prompts.

        Args:
            here: Index of an operation in the step.
        """
        if (known := self._steps_by_start.get(here)) is not None:
            return self._prompts_before[known[0]], self._prompts_before[-1]
        place, ahead = self._render_rest(here)
        done = self.telling.render_steps(self.all_ops[self._starts[place] : here])
        before = self._prompts_before[place] + count_prompts(done)
        later = self._prompts_before[-1] - self._prompts_before[place + 1]
        return before, before + count_prompts(ahead) + later

    def _render_rest(self, here: int) -> tuple[int, tuple[WordedStep, ...]]:
        """Put the rest of a step into words, from a given operation to the end of the step.

        Args:
            here: Index of the operation.

        Returns:
            Index of the step, and the wording of its rest.
        """
        end = bisect_right(self._starts, here)  # index of the first step that begins after this operation
        return end - 1, self.telling.render_steps(self.all_ops[here : self._starts[end]])

    def begin_step_at(self, here: int) -> Foresight:
        """Return a prediction in which the given operation begins a step.

        A restart and a change of the wording need such a step. Its number is unique within the attempt.

        Args:
            here: Index of the operation.
        """
        if here in self._steps_by_start:
            return self
        start = self._with_headings(here)
        return replace(self, split=Split(start, start))

    def _with_headings(self, here: int) -> int:
        """Return the index of an operation, or of the first heading directly before it."""
        while here and isinstance(self.all_ops[here - 1], Heading):
            here -= 1
        return here

    def movements(self, here: int) -> tuple[WordedStep, ...]:
        """Return the movements of a step, each explained as a step of its own.

        Args:
            here: Index of an operation in the step.
        """
        return self.telling.walk.render_steps(self.get_rest_of_step(here).step.ops)

    def walk_step_at(self, here: int) -> Foresight:
        """Return a prediction in which a step is divided after its first movement.

        Both parts become steps with separate instructions.

        Args:
            here: Index of the operation with which the step begins.
        """
        begun = self.begin_step_at(here)
        first, *_ = begun.movements(here)
        start = self._with_headings(here)
        return replace(self, split=Split(start, start + len(first.ops)))

    def render_walked(self, ops: Sequence[Op]) -> tuple[Instruction, ...]:
        """Return instructions that explain operations movement by movement."""
        steps = self.telling.walk.render_steps(ops)
        return tuple(chain.from_iterable(step.instructions for step in steps))


def _duels(step: WordedStep) -> tuple[WordedStep, ...]:
    """Split a round of duels into one step for each duel. Other steps remain unchanged.

    Each step explains its duel and the remaining round.
    """
    if step.kind is not Kind.ROUND:
        return (step,)
    found: list[list[Op]] = []
    waiting, last = list[Op](), None
    for op in step.ops:
        waiting.append(op)
        if isinstance(op, Heading):
            continue
        if op.step is not last:
            found.append([])
        found[-1] += waiting
        waiting, last = [], op.step
    group = step.group
    left = (group._replace(ops=tuple(duel_ops), parts=group.parts[at:]) for at, duel_ops in enumerate(found))
    return tuple(replace(step, group=duel_group) for duel_group in left)


def _headings(ops: Sequence[Op]) -> int:
    return next((i for i, op in enumerate(ops) if not isinstance(op, Heading)), len(ops))


# ----------------------------------------------------------------------------------------------------
# The log of an attempt: operations that the helpers have carried out, and cards that they have seen.
#
# Undo does not change the log, because the cards stay where the helpers left them. If the host goes forward again,
# no operation is carried out twice. A recovery is planned from the log.


LASTING = ops.Mixing | ops.Reveal | ops.Sort | ops.Choose | ops.Collect | ops.Return | ops.Draw | ops.Look
"""Irreversible operations. Helpers can reverse all other operations, such as laying out or covering cards."""


@dataclass(slots=True)
class LogEntry:
    """Operation in an attempt log.

    Attributes:
        op: The operation.
        answer: Answer that was read from the cards. Empty if the operation has no question.
        shown: Cards that a rehearsal revealed.
        ticked: Whether the journal records the operation as done. Otherwise the helpers may have begun it.
        pressed: Number of completed movements in the operation's step.
    """

    op: Op
    answer: Answer = ""
    shown: tuple[Face, ...] = ()
    ticked: bool = False
    pressed: int = 0

    @property
    def lasting(self) -> bool:
        """True if the operation is done and irreversible, such as mixing cards."""
        return self.ticked and isinstance(self.op, LASTING)


def _perform_op(op: Op, hands: SimulatedTable | None) -> LogEntry:
    if hands is None:
        return LogEntry(op)
    answer = hands(op)
    return LogEntry(op, answer, hands.shown)


@dataclass(slots=True)
class AttemptLog:
    """Log of the operations that helpers have carried out in an attempt.

    Attributes:
        start: Visible table before the attempt.
        seat: Seat whose turn it is.
        form: Form name.
        opened: Number of counted inputs when the attempt began, including the input that started the attempt.
        are_columns_kept: Whether the attempt began with columns from the previous attempt.
        back_from: Log of the cancelled attempt. Only for a recovery.
        card_positions: Card positions before the attempt. Only for a rehearsal.
        entries: Operations that the protocol has reached, oldest first.
        repairs: Repairs with their positions in the attempt.
        closed: Whether the attempt has ended.
        home: Whether the columns that stayed on the table after the attempt have been returned.
        undone: Whether part of the attempt was undone.
        split: Position at which a step was split.
    """

    start: Mapping[Place, bool]
    seat: str = ""
    form: str = ""
    opened: int = 0
    are_columns_kept: bool = False
    back_from: AttemptLog | None = None
    card_positions: CardPositions | None = None
    entries: list[LogEntry] = field(default_factory=list)
    repairs: list[PlannedRepair] = field(default_factory=list)
    closed: bool = False
    home: bool = False
    undone: bool = False
    split: Split = NO_SPLIT

    def enter_operation(self, index: int, op: Op, hands: SimulatedTable | None) -> LogEntry:
        """Return the log entry of an operation that the protocol has reached. Create it if it is missing.

        In a rehearsal, the simulated table then performs the operation.
        """
        if index == len(self.entries):
            self.entries.append(_perform_op(op, hands))
        found = self.entries[index]
        if found.op is not op and found.op != op:
            raise ProtocolBug(f"{found.op} again", str(op), "Please report this.")
        return found

    @property
    def ops(self) -> list[Op]:
        """All operations that the protocol has reached. The last one may be incomplete."""
        return [done.op for done in self.entries]

    @property
    def open(self) -> bool:
        """True if cards of the attempt remain on the table.

        The cards remain until the attempt ends, or longer if the columns are kept.
        """
        if not self.closed:
            return True
        return not self.home and any(place.area == ops.COLUMN for place in self.surface(finished=True))

    @property
    def lasting(self) -> bool:
        """True if the attempt included an irreversible operation."""
        return any(done.lasting for done in self.entries)

    @property
    def seen_results(self) -> tuple[str, ...]:
        """Answers that revealed the result of the attempt."""
        return tuple(done.answer for done in self.entries if decides(done.op) and done.ticked)

    def surface(self, finished: bool) -> VisibleTable:
        """Return the visible table before the current operation, or after it if ``finished`` is true."""
        surface = VisibleTable(self.start)
        for done in self.entries if finished else self.entries[:-1]:
            surface.note(done.op, done.answer)
        return surface

    def cut(self, index: int) -> list[LogEntry]:
        """Remove and return all log entries from an index on, because the helpers undo these operations."""
        beyond = self.entries[index:]
        del self.entries[index:]
        if beyond:
            self.closed = False
        return beyond

    def insert_repair(self, repair: PlannedRepair, table: SimulatedTable | None) -> None:
        """Insert the operations of a repair into the log.

        Args:
            repair: Repair, with the index at which to insert its operations.
            table: Simulated table of a rehearsal. `None` in a real game.
        """
        if len(self.entries) > repair.at + 1:
            self.entries[repair.at : repair.at] = [LogEntry(op, ticked=True) for op in repair.ops]
        else:
            if table is not None:
                table.take_back()  # the simulated table has already carried out the current operation
            del self.entries[repair.at :]
        self.repairs.append(repair)

    @property
    def is_repairing(self) -> bool:
        """True if the latest repair is in progress."""
        last = self.repairs[-1] if self.repairs else None
        return last is not None and last.at + 2 < len(self.entries) <= last.at + len(last.ops)

    def remove_repair(self) -> None:
        """Remove the latest repair from the log."""
        last = self.repairs.pop()
        stays = len(self.entries) > last.at + len(last.ops)
        del self.entries[last.at : last.at + len(last.ops) if stays else None]


def stays_words(beyond: Sequence[LogEntry]) -> str:
    """Return the sentence that names operations that stay as they are after an undo. May be empty.

    Args:
        beyond: Log entries, beginning with the current operation.
    """
    done = [entry for entry in beyond if entry.ticked or entry.pressed]
    if not done:
        return ""
    parts = ["undo.stays"]
    if any(isinstance(entry.op, ops.Mixing) for entry in done):
        parts.append("undo.stays.mixed")
    if any(isinstance(entry.op, ops.Reveal | ops.Choose | ops.Look) for entry in done):
        parts.append("undo.stays.seen")
    return " ".join(map(sentence, parts))


def put_back_words(beyond: Sequence[LogEntry], telling: StepRenderer) -> str:
    """Return the sentence that asks the helpers to reverse operations. May be empty.

    Args:
        beyond: Log entries to reverse.
        telling: Renderer that explained the operations.
    """
    steps = telling.render_steps([done.op for done in beyond if done.ticked])
    texts = [step.instructions[0].text for step in steps if step.instructions]
    parts = [sentence("undo.put_back", steps="; ".join(reversed(texts)))] if texts else []
    begun = [done.op for done in beyond if not done.ticked and not isinstance(done.op, ops.Heading)]
    if begun:
        stays = isinstance(
            begun[-1], ops.Mixing | ops.Reveal | ops.Choose | ops.Collect | ops.Return | ops.Draw
        )
        parts.append(sentence("undo.begun.stays" if stays else "undo.begun"))
    return " ".join(parts)


# ----------------------------------------------------------------------------------------------------


class Attempt:
    """Attempt in progress: runs a protocol operation by operation and explains it step by step.

    A step contains one or more operations, and its explanation may have several movements. `answer` completes
    an operation. `go_to_movement` goes to a movement of the current step.

    It has many methods, because prompts, undo, recovery and the forecast all ask about the same operations.

    Attributes:
        log: Attempt log, including undone operations.
        foresight: Predicted steps with their explanations.
        ops: Operations so far, including headings. The last operation is the current operation.
        typed: Answers to all earlier operations. An operation without a question has an empty answer.
        truth: Correct answer to the current operation. Only for a rehearsal.
        surface: Visible table before the current operation.
        put_back: Instruction to reverse operations after the last answer. May be empty.
        heading: Heading of the current stage.
        stage: Name of the current stage.
        outcome: Outcome of the attempt. `None` until the attempt ends.
    """

    def __init__(
        self,
        recipe: Recipe,
        telling: StepRenderer,
        table: SimulatedTable | None = None,
        log: AttemptLog | None = None,
    ) -> None:
        """Start an attempt.

        Args:
            recipe: Protocol to run.
            telling: Renderer of the operations.
            table: Simulated table of a rehearsal.
            log: Existing log. Needed if the attempt is repeated, or begins with cards on the table.
        """
        self._table = table
        self._operations = run_stages(recipe)
        self._pressed = 0  # number of completed movements of the current step
        self._rest_of_step: RestOfStep | None = None  # cache of the current step
        self.typed: list[str] = []
        self.put_back = ""
        self.log = AttemptLog({}) if log is None else log
        self.surface = VisibleTable(self.log.start)
        self.foresight = Foresight(recipe, telling, self.log.split)
        self.ops: list[Op] = []
        self.heading = Heading(Part.LAY_OUT)
        self.stage = title(self.heading)
        self.truth: Answer = ""
        self.outcome: Outcome | None = None
        self._advance(next(self._operations))

    # -- current step --------------------------------------------------------------------------------

    @property
    def telling(self) -> StepRenderer:
        """Renderer of the operations as instructions for the helpers."""
        return self.foresight.telling

    @telling.setter
    def telling(self, telling: StepRenderer) -> None:
        pressed, of = self.movements_done, self.step.prompts
        self._pressed = 0
        self._foresee(replace(self.foresight, telling=telling, split=NO_SPLIT))
        if pressed:  # The helpers are within this step, so it is finished movement by movement.
            self.go_to_movement(pressed, of)

    def _foresee(self, foresight: Foresight) -> None:
        self.foresight, self._rest_of_step = foresight, None

    def begin_here(self) -> None:
        """Begin a separate step with the current operation."""
        self._foresee(self.foresight.begin_step_at(len(self.ops) - 1))
        self.log.split = self.foresight.split

    @property
    def rest_of_step(self) -> RestOfStep:
        """Rest of the current step, beginning with the current operation."""
        if self._rest_of_step is None:
            self._rest_of_step = self.foresight.get_rest_of_step(len(self.ops) - 1)
        return self._rest_of_step

    @property
    def movements(self) -> tuple[WordedStep, ...]:
        """Movements of the current step as separate steps."""
        return self.foresight.movements(len(self.ops) - 1)

    @property
    def step(self) -> WordedStep:
        """Current step with its instructions."""
        return self.rest_of_step.step

    @property
    def hand_operations(self) -> tuple[Op, ...]:
        """Operations of the current step, beginning with the current operation."""
        return self.step.hand_operations

    @property
    def lines(self) -> tuple[Instruction, ...]:
        """Current instruction, or all instructions of a step that is shown as a whole.

        Empty if an earlier step included the instructions.
        """
        step = self.step
        here = self.movements_done
        return step.instructions if step.is_whole else step.instructions[here : here + 1]

    @property
    def number(self) -> int:
        """Number of the current prompt."""
        return self.foresight.count_prompts(len(self.ops) - 1)[0] + self.movements_done + 1

    @property
    def label(self) -> str:
        """Label of the current prompt, as shown to the host."""
        parts = ops.list_steps(self.step.ops)
        movement = None if self.step.is_whole else self.movements_done
        return describe_step(parts, movement, len(self.step.instructions)) if parts else ""

    @property
    def step_labels(self) -> tuple[str, ...]:
        """Labels of the step that contains the current operation."""
        steps = ops.list_steps(self.ops[-1:])
        return labels_of(steps) if steps else ()

    @property
    def total(self) -> int:
        """Predicted number of prompts in the attempt."""
        return self.foresight.count_prompts(len(self.ops) - 1)[1]

    @property
    def movements_done(self) -> int:
        """Number of completed movements in the current step, without the last movement.

        The last movement is never counted, because it completes the step.
        """
        return min(self._pressed, max(0, self.step.prompts - 1)) if self._pressed else 0

    @property
    def more(self) -> int:
        """Number of movements after the current movement in the current step."""
        return max(0, self.step.prompts - 1 - self.movements_done)

    @property
    def ask(self) -> tuple[str, ...]:
        """Accepted answers to the current prompt."""
        return () if self.more else get_answers(self.rest_of_step.step.hand_operations[-1])

    @property
    def done_already(self) -> bool:
        """True if the helpers completed the current movement before an undo."""
        return self._current_entry.ticked or self._current_entry.pressed > self.movements_done

    def look_ahead(self, last: Op | None = None) -> tuple[LogEntry, SimulatedTable | None]:
        """Return the log entry of an operation in the current step, and a rehearsal's table after it.

        If other operations come before it, a copy of the simulated table performs them.

        Args:
            last: The operation. By default the one that asks the step's question, or else the current one.
        """
        entry, table = self._current_entry, self._table
        if table is None:
            return entry, None
        first, end = self.hand_operations[0], self.hand_operations[-1]
        last = last or (end if get_answers(end) else first)
        if last is first:
            return entry, table
        table = deepcopy(table)
        _, *later = dropwhile(lambda op: isinstance(op, Heading), self.step.ops)
        for index, op in enumerate(later, len(self.ops)):
            known = index < len(self.log.entries)
            entry = self.log.entries[index] if known else _perform_op(op, table)
            if op is last:
                break
        return entry, table

    def look(self) -> LogEntry:
        """Return the log entry that contains the answer to the current step."""
        return self.look_ahead()[0]

    @property
    def _current_entry(self) -> LogEntry:
        return self.log.entries[len(self.ops) - 1]

    @property
    def given_answers(self) -> list[str]:
        """Answers to all questions so far."""
        return [said for said in self.typed if said]

    def check(self, answer: str) -> None:
        """Raise `CommandError` if the answer is not accepted or contradicts the simulated cards."""
        self._check(answer, self.ask, self.look().answer if self.ask else "")

    def _check(self, answer: str, ask: tuple[str, ...], truth: str) -> None:
        if not ask:
            if answer:
                raise CommandError(*refusal("refused.answer.nothing", said=quote_input(answer)))
            return
        called = self.telling.speech.voice.describe_answer
        if answer not in ask:
            examples = list_examples(map(called, ask))
            raise CommandError(*refusal("refused.answer.other", ask=examples, said=quote_input(answer)))
        if self._table is not None and answer != truth:
            dot = classify_answers(ask) is AnswerKind.ARROW
            key = "refused.answer.dot" if dot else "refused.answer.rehearsed"
            raise CommandError(*refusal(key, truth=called(truth), said=called(answer)))

    def go_to_movement(self, done: int, of: int) -> None:
        """Go to a movement of the current step.

        Nothing changes if no wording divides the step into ``of`` movements. The journal entry then comes
        from another version of the program.

        Args:
            done: Number of completed movements, less than ``of``.
            of: Number of movements when the journal entry was recorded.
        """
        if not 0 <= done < of:
            return
        self.begin_here()
        if self.step.prompts != of:
            walking = self.foresight.walk_step_at(len(self.ops) - 1)
            if walking.get_rest_of_step(len(self.ops) - 1).step.prompts != of:
                return
            self._foresee(walking)
            self.log.split = walking.split
        self.press_to(done)

    def press_to(self, done: int) -> None:
        """Set the number of completed movements in the current step.

        Args:
            done: Number of completed movements in the current wording.
        """
        self.log.undone |= done < self.movements_done
        self._pressed = done
        self._current_entry.pressed = max(self._current_entry.pressed, done)

    def answer(self, answer: str) -> None:
        """Complete the current operation and advance the protocol.

        Args:
            answer: Answer to the operation. Empty if the operation has no question.

        Raises:
            CommandError: The answer is not accepted.
            TableError: The answer contradicts an earlier answer, and later operations are irreversible.
        """
        op, done = self.ops[-1], self._current_entry
        ask = get_answers(op)
        self._check(answer, ask, self.truth)
        cut = self._find_contradiction(answer) if ask and answer != done.answer else None
        self.put_back = put_back_words(self.log.cut(cut), self.telling) if cut is not None else ""
        self.typed.append(answer)
        done.ticked = True
        if ask:
            if answer != get_expected_answer(op):
                self._foresee(replace(self.foresight, given=tuple(self.given_answers)))
            done.answer = answer
        self.surface.note(op, answer)
        try:
            self._advance(self._operations.send(answer))
        except StopIteration as end:
            self.outcome = end.value
            self.log.closed = True

    def find_previous_answer(self, answer: str) -> str:
        """Return a different earlier answer to the current operation, or an empty string."""
        now = self._current_entry
        return now.answer if now.ticked and get_answers(self.ops[-1]) and now.answer != answer else ""

    def _find_contradiction(self, answer: str) -> int | None:
        """Return the index of the first log entry that contradicts the answer, or `None`.

        Raises:
            TableError: The operations after the earlier answer are irreversible.
        """
        here = len(self.ops)
        if here == len(self.log.entries):
            return None
        cut, lasting = self._compare_log(here, [*self.given_answers, answer])
        if not lasting:
            return cut
        step, called = self.telling.words([lasting[-1].op]), self.telling.speech.voice.describe_answer
        answers = {"before": called(self._current_entry.answer), "said": called(answer)}
        raise TableError(*refusal("refused.answer.parted", step=step, **answers))

    def _compare_log(self, here: int, given: Sequence[str]) -> tuple[int, list[LogEntry]]:
        """Compare the log with the operations that other answers would cause.

        Args:
            here: Index of the first log entry to compare.
            given: Answers to the questions so far.

        Returns:
            Index of the first different entry, and the irreversible entries from there on.
        """
        entries = self.log.entries
        later = [done.answer for done in entries[here:] if get_answers(done.op) and done.ticked]
        course = predict_operations(self.foresight.recipe, (*given, *later))
        fits = (done.op == op for done, op in zip(entries[here:], course[here:], strict=False))
        cut = here + sum(1 for _ in takewhile(bool, fits))
        return cut, [done for done in entries[cut:] if done.lasting]

    def can_replace_answer(self, index: int) -> bool:
        """Return whether the helpers could still follow another answer to an earlier question.

        Args:
            index: Index of the operation that asks the question.
        """
        op, before = self.ops[index], sum(1 for earlier in self.ops[:index] if get_answers(earlier))
        *given, said = self.given_answers[: before + 1]
        each = ([other for other in branch.answers if other != said][:1] for branch in branches_of(op))
        return any(not self._compare_log(index + 1, [*given, other])[1] for other in chain(*each))

    def _advance(self, op: Op) -> None:
        """Continue with the next operation, skipping headings."""
        while isinstance(op, Heading):
            self.heading, self.stage = op, title(op)
            self._enter_operation(op)
            op = self._operations.send("")
        self._pressed, self._rest_of_step = 0, None
        self.truth = self._enter_operation(op).answer

    def _enter_operation(self, op: Op) -> LogEntry:
        self.ops.append(op)
        return self.log.enter_operation(len(self.ops) - 1, op, self._table)
