"""Data for front ends: prompts and replies, without any hidden card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, dropwhile
from typing import Any, Literal

from facilitator.errors import FacilitatorError
from facilitator.games.events import Event
from facilitator.i18n.catalogue import sentence
from facilitator.instructions.grouping import Wording
from facilitator.instructions.instruction import Instruction, phase_title, title
from facilitator.instructions.step_labels import describe_step, join_labels, label_lines
from facilitator.instructions.wording import Reason
from facilitator.mistakes.bounds import NOTHING, Leakage
from facilitator.operations.definitions import Heading, Op, Place, list_steps
from facilitator.operations.faces import Face
from facilitator.operations.steps import Label, labels_of
from facilitator.play.attempt import Foresight
from facilitator.play.history import HistoryLine
from facilitator.play.messages import EventMessage, Remark, RunLine, VoidMessage


@dataclass(frozen=True, slots=True)
class CardGroup:
    """Cards of the same colour or suit in a list.

    Attributes:
        name: Colour or suit name.
        count: Number of cards.
        cards: Card names.
    """

    name: str
    count: int
    cards: str


@dataclass(frozen=True, slots=True)
class PromptLine:
    """Instruction with its card list, grouped by colour or suit.

    Attributes:
        instruction: The instruction.
        groups: Card groups.
    """

    instruction: Instruction
    groups: tuple[CardGroup, ...]


@dataclass(frozen=True, slots=True)
class FaceUpPlaces:
    """Face-up cards after an operation of a rehearsal.

    Attributes:
        op: The operation.
        surface: All occupied places. The value is True for a face-up card.
        up: Face-up cards by place.
    """

    op: Op
    surface: Mapping[Place, bool]
    up: Mapping[Place, Face]


@dataclass(frozen=True)
class StepPrompt:
    """Prompt for a step of an attempt.

    Attributes:
        run: Number of the attempt in this session.
        number: Prompt number in the attempt.
        total: Predicted number of prompts in the attempt.
        heading: Stage heading.
        wording: Wording of the instructions.
        lines: Current instructions.
        all_lines: All instructions of the step.
        times: Number of repetitions of a round. `None` for other steps.
        movement: Index of the current movement. `None` if all movements share a prompt.
        again: Whether the step was done and then undone.
        ask: Accepted answers to the question. Empty if the step only needs a check.
        spelled: Accepted answers in a form that can be typed.
        reason: Purpose of the step, and a likely mistake.
        ops: Operations of the step, including headings.
        surface: Occupied places before the step. The value is True for a face-up card.
        shown: Cards that a rehearsal revealed.
        revealed_cards: Revealed cards with their places.
        minutes: Remaining minutes of the attempt.
        ahead: Predicted steps of the attempt.
        duel: Duel number and number of duels of the hand. `None` for other steps.
        is_only_counted: Whether an earlier prompt has explained this duel, so that the host only counts it.
        recovering: Whether the step puts cards back after the turn was stopped, so that it can't be stopped or void.
        layers: Contents of the sleeve that the step fills.
        simulated_dot: Sentence that says where the dot of a duel is, in a rehearsal. Otherwise empty.
    """

    run: int
    number: int
    total: int
    heading: Heading
    wording: Wording
    lines: tuple[PromptLine, ...]
    all_lines: tuple[PromptLine, ...]
    times: int | None
    movement: int | None
    again: bool
    ask: tuple[str, ...]
    spelled: tuple[str, ...]
    reason: Reason
    ops: tuple[Op, ...]
    surface: Mapping[Place, bool]
    shown: tuple[Face, ...]
    revealed_cards: FaceUpPlaces | None
    minutes: float
    ahead: Foresight
    duel: tuple[int, int] | None = None
    is_only_counted: bool = False
    recovering: bool = False
    layers: tuple[str, ...] = ()
    simulated_dot: str = ""

    @property
    def sleeves(self) -> bool:
        """True if the columns are in sleeves."""
        return self.ahead.telling.speech.voice.sleeves

    @property
    def pool(self) -> tuple[str, ...]:
        """Names of the virtual players if they have their own draw pile. Otherwise empty."""
        return self.ahead.telling.speech.voice.pool

    @cached_property
    def walked_instructions(self) -> tuple[Instruction, ...]:
        """Separate instructions for every movement."""
        return self.ahead.render_walked(self.ops)

    @cached_property
    def full(self) -> tuple[tuple[Instruction, str], ...]:
        """Instructions in full wording, each with its label. Empty if the current wording is already full."""
        telling = self.ahead.telling
        groups = [(list_steps(self.ops), self.walked_instructions)] if self.is_only_counted else []
        if not groups and telling.wording is not Wording.FULL:
            steps = replace(telling, wording=Wording.FULL).render_steps(self.ops)
            groups = [(step.group.parts, step.instructions) for step in steps]
        labelled = (zip(said, label_lines(acts, len(said)), strict=True) for acts, said in groups)
        return tuple(chain.from_iterable(labelled))

    @property
    def place(self) -> tuple[int, int]:
        """Attempt number and prompt number. Duels that share an explanation also share these numbers."""
        return self.run, self.number

    def is_counted_after(self, last: tuple[int, int] | None) -> bool:
        """Return whether only the number of the duel differs from the last prompt.

        Args:
            last: Value of `place` for the last prompt.
        """
        return self.is_only_counted and not self.again and last == self.place

    @property
    def op(self) -> str:
        """Class name of the operation with the question, or of the first operation."""
        return type(self.hand_operations[-1] if self.ask else self.hand_operations[0]).__name__

    @property
    def minutes_spent(self) -> float:
        """Estimated minutes spent on the attempt so far, assuming the same pace for all prompts."""
        return self.minutes * (self.number - 1) / max(1, self.total - self.number + 1)

    @property
    def done_label(self) -> str:
        """Label of the button that confirms a step without a question. May include a duel number."""
        return sentence("tap.duel", n=self.duel[0], of=self.duel[1]) if self.duel else sentence("tap.done")

    @property
    def title(self) -> str:
        """Name of the stage. If the step goes through several stages, name of their common phase."""
        inside = dropwhile(lambda op: isinstance(op, Heading), self.ops)
        if any(isinstance(op, Heading) for op in inside):
            return phase_title(self.heading.part.phase)
        return title(self.heading, bool(self.times or self.duel))

    @property
    def hand_operations(self) -> tuple[Op, ...]:
        """Operations of the step, without headings."""
        return tuple(op for op in self.ops if not isinstance(op, Heading))

    @property
    def label(self) -> Label:
        """Label of the first step."""
        return list_steps(self.ops)[0].label

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels of all steps that the current instructions explain."""
        return labels_of(list_steps(self.ops), self.movement, len(self.all_lines))

    @property
    def label_text(self) -> str:
        """Label of the step for readers, including its pile or duel."""
        return describe_step(list_steps(self.ops), self.movement, len(self.all_lines))

    @property
    def line_labels(self) -> tuple[str, ...]:
        """Label of each current instruction. A repeated label is an empty string."""
        every = label_lines(list_steps(self.ops), len(self.all_lines))
        if self.movement is None:
            return every
        return (join_labels(self.labels),)

    @property
    def question(self) -> str:
        """Question of the step. May be empty."""
        return self.lines[-1].instruction.question if self.lines else ""

    @property
    def expected_count(self) -> str:
        """Expected number of cards in the step's check, or an empty string."""
        number = self.lines[-1].instruction.expected.partition(":")[0] if self.lines else ""
        return number if number.isdecimal() else ""

    @property
    def input_name(self) -> str:
        """Name of the input that the step asks for: "say" for an answer, "done" for a number of cards.

        Empty if the step asks for neither.
        """
        return "say" if self.ask else "done" if self.expected_count else ""


@dataclass(frozen=True, slots=True)
class Likely:
    """Event that a rehearsal enters if the host only presses Enter.

    Attributes:
        event: The event.
        text: Typed form of the event.
    """

    event: Event
    text: str


@dataclass(frozen=True, slots=True)
class Setting:
    """Instructions before the first event.

    Attributes:
        box: Extra cards to prepare. May be empty.
        dealing: Instructions for the deal.
    """

    box: str
    dealing: str


@dataclass(frozen=True, slots=True)
class OpeningPrompt:
    """Prompt for the start of a game or round, or for the next entry if only virtual turns are entered.

    Attributes:
        question: Question to the host.
        seats: Seats that can begin.
        example: Example of an answer.
        likely: Event that a rehearsal enters if the host only presses Enter.
        setting: Instructions before the first event.
        heading: Question that a web page shows instead of ``question``. Empty before the start of a game or
            round.
    """

    question: str
    seats: tuple[str, ...]
    example: str
    likely: Likely | None
    setting: Setting | None
    heading: str = ""


@dataclass(frozen=True, slots=True)
class MovePrompt:
    """Prompt for a person's move.

    Attributes:
        seat: Person's seat.
        question: Question to the host.
        words: Moves that can be typed.
        holds: Person's cards in a rehearsal.
        likely: Event that the Enter key means in a rehearsal.
        setting: Instructions before the first event.
    """

    seat: str
    question: str
    words: tuple[str, ...]
    holds: tuple[Face, ...]
    likely: Likely | None
    setting: Setting | None


@dataclass(frozen=True, slots=True)
class EndPrompt:
    """Prompt at the end of the game. The last input can still be corrected."""

    question: str


@dataclass(frozen=True, slots=True)
class ChoiceOption:
    """Numbered option of a question.

    Attributes:
        text: Description of the option.
        value: Meaning of the option, which depends on the question: a mistake, a `MistakeOption`, a number of
            completed movements, or the events of a move.
        minutes: Additional minutes compared with carrying on after a mistake. `None` without an attempt in
            progress, and for other questions.
        leak: Information that the option reveals.
        gives: Description of the leak. Empty for other questions.
    """

    text: str
    value: Any
    minutes: float | None = None
    leak: Leakage = NOTHING
    gives: str = ""


@dataclass(frozen=True, slots=True)
class ChoicePrompt:
    """Prompt that the host answers with the number of an option.

    Attributes:
        kind: ``happened`` asks for the kind of mistake, ``ways`` how to continue after the mistake, ``resume``
            for the last completed movement after a restart, and ``rest`` for a missing part of a move, such as
            the colour of a wild.
        question: The question.
        options: The options, in the order of their numbers.
        mistake: Option that names the mistake, for the kind ``ways``.
    """

    kind: Literal["happened", "ways", "resume", "rest"]
    question: str
    options: tuple[ChoiceOption, ...]
    mistake: ChoiceOption | None = None

    @property
    def texts(self) -> tuple[str, ...]:
        """Descriptions of the options."""
        return tuple(option.text for option in self.options)


Asked = OpeningPrompt | MovePrompt | StepPrompt | EndPrompt | ChoicePrompt


@dataclass(frozen=True, slots=True)
class TurnHead:
    """Heading of a turn.

    Attributes:
        number: Number of the heading. A heading with a new number is read aloud.
        seat: Seat whose turn it is.
        are_columns_kept: Whether the columns are already on the table.
        of: Owner of the hand in a question about a hand. Otherwise empty.
        chosen: Description of the card that needs a random colour or suit. Empty without a random draw.
        naming: Game term for the result of the random draw.
        check_code: Check code of a virtual turn. Empty for a person's turn.
    """

    number: int
    seat: str
    are_columns_kept: bool
    of: str
    chosen: str
    naming: str
    check_code: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """Prompt for the table.

    Attributes:
        number: Prompt number. It increases with each accepted input, so that late inputs are detected.
        asked: What the host must enter or do: a move, a step or an answer.
        head: Turn heading. `None` before the start, at the end, and during a recovery.
        facts: Description of the public state.
        short: Short description of the public state.
        warning: Cards to prepare before this attempt. Shown in a single prompt.
        offer: Offer of another wording. Shown in a single prompt.
    """

    number: int
    asked: Asked
    head: TurnHead | None
    facts: str
    short: str
    warning: str = ""
    offer: str = ""


@dataclass(frozen=True, slots=True)
class Announced:
    """Public event that the host announces.

    Attributes:
        message: Message about the event.
        text: Description of the event.
        followed: Descriptions of its effects.
        event: The event as JSON.
        state: Public state after the event, as JSON.
    """

    message: EventMessage
    text: str
    followed: tuple[str, ...]
    event: Mapping[str, object]
    state: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class HostMessage:
    """Sentence for the host.

    Attributes:
        text: The sentence.
        card: Card that the sentence mentions, if any.
    """

    text: str
    card: Face = ""


@dataclass(frozen=True, slots=True)
class Explained:
    """Explanation of the current step.

    Attributes:
        step: The step.
        form: Form of the table's virtual turns.
        way_out: Command to type if a check stays wrong: ``doubt``, ``doubt.drawn`` (which repeats only the look at
            the drawn card), ``stop``, or ``oops`` if the turn can no longer start again by a single word.
    """

    step: StepPrompt
    form: str
    way_out: str


@dataclass(frozen=True, slots=True)
class History:
    """History of the game.

    Attributes:
        lines: History lines, oldest first.
    """

    lines: tuple[HistoryLine, ...]


@dataclass(frozen=True, slots=True)
class TableNow:
    """Description of the cards that must be on the table.

    Attributes:
        seat: Seat of the attempt. Empty if the table has no cards of an attempt.
        since: Sentence that names the described step.
        surface: Occupied places. The value is True for a face-up card.
        up: Face-up cards by place. ``??`` represents an unread card.
        laid: Card owners and their numbers of cards.
        counts: Kinds of cards, each with its total number and its number of face-up cards.
        remarks: Additional sentences about the table.
        facts: Description of the public state.
    """

    seat: str
    since: str
    surface: Mapping[Place, bool]
    up: Mapping[Place, Face]
    laid: tuple[tuple[str, int], ...]
    counts: tuple[tuple[str, int, int], ...]
    remarks: tuple[str, ...]
    facts: str


Message = Announced | RunLine | Remark | VoidMessage | HostMessage | Explained | History | TableNow
"""Message in a reply."""


def render_message(item: Announced | Remark | VoidMessage) -> tuple[str, ...]:
    """Return the sentences of a message that the host reads aloud."""
    match item:
        case Announced():
            return (item.text, *item.followed)
        case VoidMessage():
            return (f"{item.text()}.",)
        case Remark(text):
            return (text,)


@dataclass(frozen=True, slots=True)
class Reply:
    """Reply to an input.

    Attributes:
        messages: Messages in order. They must be shown even if the input was rejected.
        refused: Error for a rejected input, otherwise `None`.
        anew: Whether the prompt must be shown again.
        left: Whether the host leaves the game.
    """

    messages: tuple[Message, ...]
    refused: FacilitatorError | None = None
    anew: bool = True
    left: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """Current result of a game.

    Attributes:
        winner: Winners as text. `None` without a winner.
        over: Whether the game is over.
        events: Number of public events.
        runs: Number of attempts.
        mark: Last check code. Empty without a virtual turn.
        winners: Names of the winners.
        minutes: Duration of the game in minutes, without pauses.
    """

    winner: str | None
    over: bool
    events: int
    runs: int
    mark: str = ""
    winners: tuple[str, ...] = ()
    minutes: float = 0
