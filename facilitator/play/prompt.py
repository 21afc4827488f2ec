"""The records that every front end renders: the prompt, and the reply to an input. They contain no hidden card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from facilitator.errors import FacilitatorError
from facilitator.games.events import Event
from facilitator.i18n.catalogue import sentence
from facilitator.instructions.grouping import Wording
from facilitator.instructions.instruction import Instruction, title
from facilitator.instructions.wording import Reason
from facilitator.mistakes.bounds import Leakage
from facilitator.mistakes.kinds import Incident
from facilitator.mistakes.options import MistakeOption
from facilitator.operations.definitions import HandOperation, Heading, Op, Place
from facilitator.operations.faces import Face
from facilitator.operations.steps import Act, Label, labels_of
from facilitator.play.attempt import Foresight
from facilitator.play.messages import EventMessage, HistoryLine, Remark, RunLine, VoidMessage


@dataclass(frozen=True, slots=True)
class CardGroup:
    """Cards of a list that belong together.

    Attributes:
        name: Name of the colour or suit.
        count: Number of the cards.
        cards: The cards in words.
    """

    name: str
    count: int
    cards: str


@dataclass(frozen=True, slots=True)
class PromptLine:
    """An instruction with its list of cards in groups."""

    said: Instruction
    groups: tuple[CardGroup, ...]


@dataclass(frozen=True, slots=True)
class FaceUpPlaces:
    """The cards that lie face up after an operation of a rehearsal.

    Attributes:
        op: The operation.
        surface: Each occupied place, with whether its card is face up.
        up: The face-up cards.
    """

    op: Op
    surface: Mapping[Place, bool]
    up: Mapping[Place, Face]


@dataclass(frozen=True)
class ActPrompt:
    """A step of an attempt.

    Attributes:
        run: Number of the attempt in this session.
        number: Number of the prompt in the attempt.
        total: Number of all prompts of the attempt, as far as it can be foreseen.
        heading: Heading of the stage.
        wording: Wording of the instructions.
        lines: Instructions to show now.
        told: All instructions for these operations.
        times: Number of repetitions of a round. `None` for any other step.
        step: Index of the current movement. `None` if all movements are explained at once.
        again: Whether the step was done before and undone.
        ask: Possible answers to the question. Empty if a check is enough.
        spelled: The same answers as they can be typed.
        reason: Why the step is done, and which mistake is likely.
        ops: The operations, with their headings.
        surface: Each occupied place before these operations, with whether its card is face up.
        shown: Cards that became visible in a rehearsal.
        sight: The same cards on their places.
        minutes: Minutes that are left of the attempt.
        ahead: The operations still to come.
        answered: Number of questions of the attempt that are answered.
        duel: Number of the duel, and of all duels of the hand. `None` for any other step.
        tick: Whether this duel was explained with an earlier one, so that it is only counted.
        doubtful: What may be doubted: ``turn``, ``drawn`` (the drawn card), or empty.
        layers: Contents of a sleeve that the step fills.
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
    answered: int
    duel: tuple[int, int] | None = None
    tick: bool = False
    doubtful: str = ""
    layers: tuple[str, ...] = ()

    @cached_property
    def open(self) -> bool:
        """Whether another answer to one open question would change the number of prompts."""
        return self.ahead.is_open(self.answered)

    @cached_property
    def walked_instructions(self) -> tuple[Instruction, ...]:
        """The instructions with every movement explained by itself."""
        return self.ahead.render_walked(self.ops)

    @cached_property
    def full(self) -> tuple[Instruction, ...]:
        """The instructions in full wording. Empty if they are shown in full wording already."""
        telling = self.ahead.telling
        if self.tick:
            return self.walked_instructions
        if telling.wording is Wording.FULL:
            return ()
        cues = replace(telling, wording=Wording.FULL).cues(self.ops)
        return tuple(said for cue in cues for said in cue.instructions)

    @property
    def place(self) -> tuple[int, int]:
        """The attempt and the number of this prompt. Duels of a round that are counted one by one share it."""
        return self.run, self.number

    def is_counted_after(self, last: tuple[int, int] | None) -> bool:
        """Return whether this is one more duel of a round that was shown last, so that only the count changes."""
        return self.tick and not self.again and last == self.place

    @property
    def op(self) -> str:
        """Name of the operation that the prompt is about: the one that asks, or the first one."""
        return type(self.acts[-1] if self.ask else self.acts[0]).__name__

    @property
    def done_label(self) -> str:
        """Words for a step without a question that is done. A counted duel has its number."""
        return sentence("tap.duel", n=self.duel[0], of=self.duel[1]) if self.duel else sentence("tap.done")

    @property
    def title(self) -> str:
        """Name of the stage."""
        return title(self.heading, bool(self.times or self.duel))

    @property
    def acts(self) -> tuple[Op, ...]:
        """The operations without headings."""
        return tuple(op for op in self.ops if not isinstance(op, Heading))

    @property
    def label(self) -> Label:
        """Label of the first step."""
        return self._declared_acts[0].label

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels of all steps that are shown now."""
        return labels_of(self._declared_acts, self.step, len(self.told))

    @property
    def _declared_acts(self) -> tuple[Act, ...]:
        acts = (op.act for op in self.acts if isinstance(op, HandOperation) and op.act is not None)
        return tuple({id(act): act for act in acts}.values())

    @property
    def question(self) -> str:
        """The question, or an empty string."""
        return self.lines[-1].said.question if self.lines else ""

    @property
    def expected_count(self) -> str:
        """The number that the check expects. Empty if it expects none."""
        number = self.lines[-1].said.expected.partition(":")[0] if self.lines else ""
        return number if number.isdecimal() else ""

    @property
    def reading(self) -> str:
        """Name of the input with which a reading or a count is entered. Empty if there is none."""
        return "say" if self.ask else "done" if self.expected_count else ""


@dataclass(frozen=True, slots=True)
class Likely:
    """The event that Enter means in a rehearsal, with its words."""

    event: Event
    text: str


@dataclass(frozen=True, slots=True)
class Setting:
    """What to do before the first event.

    Attributes:
        box: The cards that must be prepared. Empty if there are none.
        dealing: How to deal.
    """

    box: str
    dealing: str


@dataclass(frozen=True, slots=True)
class OpeningPrompt:
    """The start of a game or of a round.

    Attributes:
        question: The question.
        seats: Seats that may begin.
        example: Example of an answer.
        likely: The event that Enter means in a rehearsal.
        setting: What to do before the first event.
    """

    question: str
    seats: tuple[str, ...]
    example: str
    likely: Likely | None
    setting: Setting | None


@dataclass(frozen=True, slots=True)
class MovePrompt:
    """The move of a person.

    Attributes:
        seat: The person.
        question: The question.
        words: Moves that can be typed.
        holds: The person's cards in a rehearsal.
        likely: The event that Enter means in a rehearsal.
        setting: What to do before the first event.
    """

    seat: str
    question: str
    words: tuple[str, ...]
    holds: tuple[Face, ...]
    likely: Likely | None
    setting: Setting | None


@dataclass(frozen=True, slots=True)
class EndPrompt:
    """The end of the game, unless the last input was wrong."""

    question: str


@dataclass(frozen=True, slots=True)
class MistakeChoice:
    """A possible mistake with its name."""

    what: Incident
    text: str


@dataclass(frozen=True, slots=True)
class OptionOffer:
    """An option after a mistake.

    Attributes:
        way: The option.
        text: The option in words.
        minutes: Minutes that it takes more than carrying on. `None` if no attempt is in progress.
        leak: What it reveals.
        gives: The leak in words.
    """

    way: MistakeOption
    text: str
    minutes: float | None
    leak: Leakage
    gives: str


@dataclass(frozen=True, slots=True)
class WhatHappened:
    """The question about what happened."""

    question: str
    choices: tuple[MistakeChoice, ...]

    @property
    def options(self) -> tuple[str, ...]:
        """The options in words, in the order of their numbers."""
        return tuple(choice.text for choice in self.choices)


@dataclass(frozen=True, slots=True)
class OptionQuestion:
    """The question about how to go on after a mistake."""

    question: str
    choice: MistakeChoice
    ways: tuple[OptionOffer, ...]

    @property
    def options(self) -> tuple[str, ...]:
        """The options in words, in the order of their numbers."""
        return tuple(f"{way.text}: {way.gives}" for way in self.ways)


@dataclass(frozen=True, slots=True)
class LastDone:
    """The question after a restart: which movement of the current step was done last?

    The first option means that none of them was done. The others are the movements, in order.
    """

    question: str
    options: tuple[str, ...]


ChoicePrompt = WhatHappened | OptionQuestion | LastDone
"""A prompt that is answered with the number of an option."""
Asked = OpeningPrompt | MovePrompt | ActPrompt | EndPrompt | ChoicePrompt


@dataclass(frozen=True, slots=True)
class TurnHead:
    """The head of a turn.

    Attributes:
        number: Number of the head. A head with another number is read aloud again.
        seat: The seat whose turn it is.
        standing: Whether the columns already lie on the table.
        of: Owner of the hand that is asked one question. Empty if a card is selected.
        chosen: The card whose colour or suit is drawn, in words. Empty if there is no random draw.
        naming: The game's word for the result of the random draw.
        mark: Check code of a virtual turn. Empty if a person moves.
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
    """What the table must do now.

    Attributes:
        number: Number of the prompt. It goes up whenever an input takes effect, so that late inputs are recognised.
        asked: The question, move or step.
        head: The head of the turn. `None` before the start, at the end and in a recovery.
        facts: The public state in words.
        short: The public state in a few words.
        warning: Cards to prepare before this attempt. It is said once.
        offer: The offer of another wording. It is said once.
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
    """A public event to be read aloud.

    Attributes:
        told: The message about the event.
        text: The event in words.
        followed: Its effects in words.
        event: The event as JSON.
        state: The public state after it, as JSON.
    """

    told: EventMessage
    text: str
    followed: tuple[str, ...]
    event: Mapping[str, object]
    state: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class HostMessage:
    """A sentence for the host.

    Attributes:
        text: The sentence.
        card: The card that it is about, if any.
    """

    text: str
    card: Face = ""


@dataclass(frozen=True, slots=True)
class Explained:
    """An explanation of the current step.

    Attributes:
        act: The step.
        columns: Whether the table lays out columns. Otherwise it uses a wallet.
    """

    act: ActPrompt
    columns: bool = True


@dataclass(frozen=True, slots=True)
class History:
    """The history of the game.

    Attributes:
        lines: The lines, oldest first.
        whole: Whether to show all of them. Otherwise, as many as fit.
    """

    lines: tuple[HistoryLine, ...]
    whole: bool


@dataclass(frozen=True, slots=True)
class TableNow:
    """The cards that must lie on the table.

    Attributes:
        seat: Seat of the attempt. Empty if no attempt lies on the table.
        since: Up to which step the description holds.
        surface: Each occupied place, with whether its card is face up.
        up: The face-up cards. ``??`` stands for a card that nobody has read.
        laid: Owners of the cards, with their numbers of cards.
        counts: Kinds of cards, with the number of all cards and of face-up cards.
        remarks: Remarks about the table.
        facts: The public state in words.
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
"""A message in a reply."""


def render_message(item: Announced | Remark | VoidMessage) -> tuple[str, ...]:
    """Return the sentences of a message that are read aloud at the table."""
    match item:
        case Announced():
            return (item.text, *item.followed)
        case VoidMessage():
            return (f"{item.text()}.",)
        case Remark(text):
            return (text,)


@dataclass(frozen=True, slots=True)
class Reply:
    """The effects of an input.

    Attributes:
        told: Messages, in order. They are valid even if the input was rejected.
        refused: Error if the input was rejected.
        anew: Whether the prompt must be shown again. Otherwise it stays as it is.
        left: Whether the host leaves.
    """

    told: tuple[Message, ...]
    refused: FacilitatorError | None = None
    anew: bool = True
    left: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game so far.

    Attributes:
        winner: The winners in words. `None` if there are none.
        over: Whether the game has ended.
        events: Number of public events.
        runs: Number of attempts.
        typed: Number of typed events.
        mark: The check code that was read aloud last. Empty if there was none.
        winners: The winners.
        minutes: Minutes that the game took, without pauses.
    """

    winner: str | None
    over: bool
    events: int
    runs: int
    typed: int
    mark: str = ""
    winners: tuple[str, ...] = ()
    minutes: float = 0
