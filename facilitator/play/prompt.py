"""Data for front ends: the prompt, and the reply to an input, without any hidden card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

from facilitator.errors import FacilitatorError
from facilitator.games.events import Event
from facilitator.i18n.catalogue import sentence
from facilitator.instructions.grouping import Wording
from facilitator.instructions.instruction import Instruction, title
from facilitator.instructions.step_labels import describe_step, join_labels, label_lines
from facilitator.instructions.wording import Reason, WordedStep
from facilitator.mistakes.bounds import Leakage
from facilitator.mistakes.kinds import Incident
from facilitator.mistakes.options import MistakeOption
from facilitator.operations.definitions import HandOperation, Heading, Op, Place
from facilitator.operations.faces import Face
from facilitator.operations.steps import Label, Step, labels_of
from facilitator.play.attempt import Foresight
from facilitator.play.messages import EventMessage, HistoryLine, Remark, RunLine, VoidMessage


@dataclass(frozen=True, slots=True)
class CardGroup:
    """Cards of a list with the same colour or suit.

    Attributes:
        name: Name of the colour or suit.
        count: Number of cards.
        cards: Names of the cards.
    """

    name: str
    count: int
    cards: str


@dataclass(frozen=True, slots=True)
class PromptLine:
    """Instruction with its list of cards, grouped by colour or suit.

    Attributes:
        said: The instruction.
        groups: Groups of the cards in the instruction.
    """

    said: Instruction
    groups: tuple[CardGroup, ...]


@dataclass(frozen=True, slots=True)
class FaceUpPlaces:
    """Face-up cards after an operation of a rehearsal.

    Attributes:
        op: The operation.
        surface: All occupied places, with the value True for a face-up card.
        up: Faces of the face-up cards, by place.
    """

    op: Op
    surface: Mapping[Place, bool]
    up: Mapping[Place, Face]


@dataclass(frozen=True)
class ActPrompt:
    """Prompt for a step of an attempt.

    Attributes:
        run: Number of the attempt in this session.
        number: Number of the prompt in the attempt.
        total: Predicted number of prompts in the attempt.
        heading: Heading of the stage.
        wording: Wording of the instructions.
        lines: Current instructions.
        told: All instructions of the step.
        times: Number of repetitions of a round. `None` for other steps.
        step: Index of the current movement. `None` if all movements share one prompt.
        again: True if the step was done and then undone.
        ask: Accepted answers to the question. Empty if a check is sufficient.
        spelled: The accepted answers as they can be typed.
        reason: Purpose of the step, and a likely mistake.
        ops: Operations of the step, including headings.
        surface: Occupied places before the step, with the value True for a face-up card.
        shown: Faces that a rehearsal revealed.
        sight: The revealed cards with their places.
        minutes: Remaining minutes of the attempt.
        ahead: Predicted steps of the attempt.
        duel: Number of the duel, and number of all duels of the hand. `None` for other steps.
        tick: True if the duel was explained with an earlier duel and is only counted.
        doubtful: Part that the host can doubt: ``turn``, ``drawn`` (the drawn card), or an empty string.
        layers: Contents of the sleeve that the step fills.
    """

    run: int
    number: int
    total: int
    heading: Heading
    wording: Wording
    lines: tuple[PromptLine, ...]
    told: tuple[PromptLine, ...]
    times: int | None
    step: int | None
    again: bool
    ask: tuple[str, ...]
    spelled: tuple[str, ...]
    reason: Reason
    ops: tuple[Op, ...]
    surface: Mapping[Place, bool]
    shown: tuple[Face, ...]
    sight: FaceUpPlaces | None
    minutes: float
    ahead: Foresight
    duel: tuple[int, int] | None = None
    tick: bool = False
    doubtful: str = ""
    layers: tuple[str, ...] = ()

    @property
    def sleeves(self) -> bool:
        """Whether columns stay in sleeves."""
        return self.ahead.telling.speech.voice.sleeves

    @cached_property
    def walked_instructions(self) -> tuple[Instruction, ...]:
        """Instructions with a separate instruction for every movement."""
        return self.ahead.render_walked(self.ops)

    @cached_property
    def full(self) -> tuple[Instruction, ...]:
        """Instructions in full wording. Empty if the current wording is already full."""
        telling = self.ahead.telling
        if self.tick:
            return self.walked_instructions
        if telling.wording is Wording.FULL:
            return ()
        return tuple(said for cue in self._full_cues for said in cue.instructions)

    @property
    def full_labels(self) -> tuple[str, ...]:
        """Label of each instruction in full wording."""
        if self.tick:
            return label_lines(self._declared_acts, len(self.full))
        return tuple(
            chain.from_iterable(
                label_lines(cue.group.parts, len(cue.instructions)) for cue in self._full_cues
            )
        )[: len(self.full)]

    @property
    def _full_cues(self) -> tuple[WordedStep, ...]:
        return replace(self.ahead.telling, wording=Wording.FULL).cues(self.ops)

    @property
    def place(self) -> tuple[int, int]:
        """Number of the attempt, and number of the prompt.

        Duels of a round that are only counted share the numbers.
        """
        return self.run, self.number

    def is_counted_after(self, last: tuple[int, int] | None) -> bool:
        """Return True if this duel belongs to the round of the last prompt, so that only the count changes.

        Args:
            last: Value of `place` for the last prompt.
        """
        return self.tick and not self.again and last == self.place

    @property
    def op(self) -> str:
        """Class name of the operation with the question, or of the first operation."""
        return type(self.acts[-1] if self.ask else self.acts[0]).__name__

    @property
    def minutes_spent(self) -> float:
        """Estimated minutes spent on the attempt so far: the past prompts take as long as those that are left."""
        return self.minutes * (self.number - 1) / max(1, self.total - self.number + 1)

    @property
    def done_label(self) -> str:
        """Label of the button that confirms a step without a question. A counted duel includes its number."""
        return sentence("tap.duel", n=self.duel[0], of=self.duel[1]) if self.duel else sentence("tap.done")

    @property
    def title(self) -> str:
        """Name of the stage."""
        return title(self.heading, bool(self.times or self.duel))

    @property
    def acts(self) -> tuple[Op, ...]:
        """Operations of the step without headings."""
        return tuple(op for op in self.ops if not isinstance(op, Heading))

    @property
    def label(self) -> Label:
        """Label of the first step."""
        return self._declared_acts[0].label

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels of all steps in the current instructions."""
        return labels_of(self._declared_acts, self.step, len(self.told))

    @property
    def label_text(self) -> str:
        """Label of the step as people read it, with its pile or duel."""
        return describe_step(self._declared_acts, self.step, len(self.told))

    @property
    def line_labels(self) -> tuple[str, ...]:
        """Label of each current instruction, or "" if the label above it still holds."""
        every = label_lines(self._declared_acts, len(self.told))
        if self.step is None:
            return every
        return (join_labels(self.labels),)

    @property
    def _declared_acts(self) -> tuple[Step, ...]:
        acts = (op.act for op in self.acts if isinstance(op, HandOperation) and op.act is not None)
        return tuple({id(act): act for act in acts}.values())

    @property
    def question(self) -> str:
        """Question of the step, or an empty string."""
        return self.lines[-1].said.question if self.lines else ""

    @property
    def expected_count(self) -> str:
        """Number that the check of the step expects, or an empty string."""
        number = self.lines[-1].said.expected.partition(":")[0] if self.lines else ""
        return number if number.isdecimal() else ""

    @property
    def reading(self) -> str:
        """Name of the input for a reading or a count, or an empty string."""
        return "say" if self.ask else "done" if self.expected_count else ""


@dataclass(frozen=True, slots=True)
class Likely:
    """Event that Enter means in a rehearsal.

    Attributes:
        event: The event.
        text: The event as it can be typed.
    """

    event: Event
    text: str


@dataclass(frozen=True, slots=True)
class Setting:
    """Instructions before the first event.

    Attributes:
        box: Extra cards to prepare. Empty if there are none.
        dealing: Instructions for the deal.
    """

    box: str
    dealing: str


@dataclass(frozen=True, slots=True)
class OpeningPrompt:
    """Prompt for the start of a game or of a round, or for an entry if only virtual turns are entered.

    Attributes:
        question: Question to the host.
        seats: Seats that can begin.
        example: Example of an answer.
        likely: Event that Enter means in a rehearsal.
        setting: Instructions before the first event.
        heading: The question as a page shows it, if it is asked while people play.
    """

    question: str
    seats: tuple[str, ...]
    example: str
    likely: Likely | None
    setting: Setting | None
    heading: str = ""


@dataclass(frozen=True, slots=True)
class MovePrompt:
    """Prompt for the move of a person.

    Attributes:
        seat: Seat of the person.
        question: Question to the host.
        words: Moves that can be typed.
        holds: Cards of the person in a rehearsal.
        likely: Event that Enter means in a rehearsal.
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
    """Prompt at the end of the game, at which the last input can still be corrected."""

    question: str


@dataclass(frozen=True, slots=True)
class MistakeChoice:
    """Possible mistake with its name."""

    what: Incident
    text: str


@dataclass(frozen=True, slots=True)
class OptionOffer:
    """Option after a mistake.

    Attributes:
        way: The option.
        text: Description of the option.
        minutes: Additional minutes, compared with carrying on. `None` without an attempt in progress.
        leak: Information that the option reveals.
        gives: Description of the leak.
    """

    way: MistakeOption
    text: str
    minutes: float | None
    leak: Leakage
    gives: str


@dataclass(frozen=True, slots=True)
class WhatHappened:
    """Question about the kind of mistake."""

    question: str
    choices: tuple[MistakeChoice, ...]

    @property
    def options(self) -> tuple[str, ...]:
        """Descriptions of the options, in the order of their numbers."""
        return tuple(choice.text for choice in self.choices)


@dataclass(frozen=True, slots=True)
class OptionQuestion:
    """Question about the options after a mistake."""

    question: str
    choice: MistakeChoice
    ways: tuple[OptionOffer, ...]

    @property
    def options(self) -> tuple[str, ...]:
        """Descriptions of the options with their leaks, in the order of their numbers."""
        return tuple(f"{way.text}: {way.gives}" for way in self.ways)


@dataclass(frozen=True, slots=True)
class LastDone:
    """Question after a restart about the last completed movement of the current step.

    The first option means that no movement is completed. The other options are the movements in order.
    """

    question: str
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RestOfMove:
    """Question about the last part of a move, such as the colour of a wild or the seat that starts.

    Attributes:
        question: The question.
        options: Answers in words.
        events: Complete events of the line, for each answer.
    """

    question: str
    options: tuple[str, ...]
    events: tuple[tuple[Event, ...], ...]


ChoicePrompt = WhatHappened | OptionQuestion | LastDone | RestOfMove
"""Prompt that is answered with the number of an option."""
Asked = OpeningPrompt | MovePrompt | ActPrompt | EndPrompt | ChoicePrompt


@dataclass(frozen=True, slots=True)
class TurnHead:
    """Head of a turn.

    Attributes:
        number: Number of the head. A head with a new number is read aloud.
        seat: Seat whose turn it is.
        standing: True if the columns are already on the table.
        of: Owner of the hand, if the attempt asks a question about a hand. Otherwise empty.
        chosen: Description of the card whose colour or suit is drawn at random. Empty without a random draw.
        naming: Term of the game for the result of the random draw.
        mark: Check code of a virtual turn. Empty for the turn of a person.
    """

    number: int
    seat: str
    standing: bool
    of: str
    chosen: str
    naming: str
    mark: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """Prompt for the table.

    Attributes:
        number: Number of the prompt. It increases with each input that takes effect, so that late inputs are
            detected.
        asked: Question, move or step.
        head: Head of the turn. `None` before the start, at the end and during a recovery.
        facts: Description of the public state.
        short: Short description of the public state.
        warning: Cards to prepare before this attempt. The warning appears in a single prompt.
        offer: Offer of another wording. The offer appears in a single prompt.
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
    """Public event for an announcement.

    Attributes:
        told: Message about the event.
        text: Description of the event.
        followed: Descriptions of its effects.
        event: The event as JSON.
        state: The public state after the event, as JSON.
    """

    told: EventMessage
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
        act: The step.
        form: Form of the table's virtual turns.
    """

    act: ActPrompt
    form: str


@dataclass(frozen=True, slots=True)
class History:
    """History of the game.

    Attributes:
        lines: Lines of the history, oldest first.
        whole: True to show all lines, False to show only the latest lines.
    """

    lines: tuple[HistoryLine, ...]
    whole: bool


@dataclass(frozen=True, slots=True)
class TableNow:
    """Description of the cards that must be on the table.

    Attributes:
        seat: Seat of the attempt. Empty if there are no cards of an attempt on the table.
        since: Sentence about the step to which the description refers.
        surface: Occupied places, with the value True for a face-up card.
        up: Faces of the face-up cards, by place. ``??`` represents an unread card.
        laid: Owners of the cards, with their numbers of cards.
        counts: Kinds of cards, with the number of all cards and of the face-up cards.
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
    """Return the sentences of a message, which are read aloud at the table."""
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
        told: Messages in order. They are valid even if the input was rejected.
        refused: Error for a rejected input, otherwise `None`.
        anew: True if the prompt must be shown again.
        left: True if the host leaves the game.
    """

    told: tuple[Message, ...]
    refused: FacilitatorError | None = None
    anew: bool = True
    left: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """Result of a game so far.

    Attributes:
        winner: Names of the winners in words. `None` without a winner.
        over: True if the game is over.
        events: Number of public events.
        runs: Number of attempts.
        typed: Number of typed events.
        mark: Last check code. Empty if there was none.
        winners: Names of the winners.
        minutes: Duration of the game in minutes, without pauses.
    """

    winner: str | None
    over: bool
    events: int
    runs: int
    typed: int
    mark: str = ""
    winners: tuple[str, ...] = ()
    minutes: float = 0
