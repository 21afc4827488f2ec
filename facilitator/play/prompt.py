"""What a front-end shows: the prompt, as data, and what an input brought about.  Nothing hidden is in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from facilitator.errors import FacilitatorError
from facilitator.games.events import Event
from facilitator.i18n.catalogue import sentence
from facilitator.instructions.grouping import Wording
from facilitator.instructions.instruction import Instruction, title
from facilitator.instructions.wording import Reason
from facilitator.mistakes.bounds import Leakage
from facilitator.mistakes.kinds import Happened
from facilitator.mistakes.options import Way
from facilitator.operations.definitions import Heading, Op, Place, Told
from facilitator.operations.faces import Face
from facilitator.operations.steps import Act, Label, labels_of
from facilitator.play.attempt import Foresight
from facilitator.play.messages import EventNews, HistoryLine, Remark, RunLine, VoidNews


@dataclass(frozen=True, slots=True)
class CardGroup:
    """Cards of a list that belong together: a colour or a suit, how many, and which."""

    name: str
    count: int
    cards: str


@dataclass(frozen=True, slots=True)
class PromptLine:
    """An instruction, and its list of cards in groups."""

    said: Instruction
    groups: tuple[CardGroup, ...]


@dataclass(frozen=True, slots=True)
class FaceUpPlaces:
    """What lies face up after an operation, on which of the places that are taken: in a rehearsal."""

    op: Op
    surface: Mapping[Place, bool]
    up: Mapping[Place, Face]


@dataclass(frozen=True, slots=True)
class ActPrompt:
    """An act for hands, number ``number`` of ``total``; ``ahead``: what is still to come of its run.

    ``run``: counts the runs this session came to.  ``lines``: what is told now, of all that is ``told`` of these
    operations; ``times``: how often, of a round.  ``step``: which of the steps they are told in, from 0; None where
    all are told at once.  ``again``: it was ticked off, and taken back.  ``ask``: the answers it wants, to
    ``question``, and ``spelled`` out; none where the check is enough.  ``ops``: its operations, headings among
    them, and ``surface`` the places that are taken before them, with whether face up: the picture before and after.
    ``shown``: what became visible; ``sight``: the same on its places.  ``minutes``: left in the run.  ``duel``: which
    duel it is, of how many; None for anything else.  ``tick``: whether it is a duel told with one before it, which a
    tap or Enter counts.  ``doubtful``: what may be doubted: the "turn", or the
    card "drawn"; else empty.  ``layers``: what lies in a sleeve it fills.
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
    def done(self) -> str:
        """What is said when it is done and nothing is asked: which duel, where duels are counted."""
        return sentence("tap.duel", n=self.duel[0], of=self.duel[1]) if self.duel else sentence("tap.done")

    @property
    def title(self) -> str:
        """What its stage is called."""
        return title(self.heading, bool(self.times or self.duel))

    @property
    def acts(self) -> tuple[Op, ...]:
        """Its operations that hands do something for."""
        return tuple(op for op in self.ops if not isinstance(op, Heading))

    @property
    def label(self) -> Label:
        """Label of its first step."""
        return self._declared[0].label

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels of all steps that are told now."""
        return labels_of(self._declared, self.step, len(self.told))

    @property
    def _declared(self) -> tuple[Act, ...]:
        acts = (op.act for op in self.acts if isinstance(op, Told) and op.act is not None)
        return tuple({id(act): act for act in acts}.values())

    @property
    def question(self) -> str:
        """What is asked, if anything is."""
        return self.lines[-1].said.question if self.lines else ""

    @property
    def counted(self) -> str:
        """The number that its check asks for; empty where it asks for none."""
        number = self.lines[-1].said.expected.partition(":")[0] if self.lines else ""
        return number if number.isdecimal() else ""

    @property
    def reading(self) -> str:
        """The name of the input by which somebody says what is read or counted; empty where nothing is."""
        return "say" if self.ask else "done" if self.counted else ""


@dataclass(frozen=True, slots=True)
class Likely:
    """What Enter stands for in a rehearsal: an event, and its words."""

    event: Event
    text: str


@dataclass(frozen=True, slots=True)
class Setting:
    """What to do before the first event: what the box must hold (empty: nothing), and how to deal."""

    box: str
    dealing: str


@dataclass(frozen=True, slots=True)
class OpeningPrompt:
    """The start of a game or of a round is to be told.  ``seats``: who may be named; ``example``: how it is told."""

    question: str
    seats: tuple[str, ...]
    example: str
    likely: Likely | None
    setting: Setting | None


@dataclass(frozen=True, slots=True)
class MovePrompt:
    """A person moves.  ``words``: what may be typed; ``holds``: the person's cards, in a rehearsal."""

    seat: str
    question: str
    words: tuple[str, ...]
    holds: tuple[Face, ...]
    likely: Likely | None
    setting: Setting | None


@dataclass(frozen=True, slots=True)
class EndPrompt:
    """The game is over, unless the last input was wrong."""

    question: str


@dataclass(frozen=True, slots=True)
class MistakeChoice:
    """Something that may have happened, and what it is called."""

    what: Happened
    text: str


@dataclass(frozen=True, slots=True)
class WayOn:
    """A way on, and what is given away if it is taken; ``gives``: the same in words.

    ``minutes``: what it takes more than carrying on; None where no run is under way.
    """

    way: Way
    text: str
    minutes: float | None
    leak: Leakage
    gives: str


@dataclass(frozen=True, slots=True)
class WhatHappened:
    """A question that asks the host what happened."""

    question: str
    choices: tuple[MistakeChoice, ...]

    @property
    def options(self) -> tuple[str, ...]:
        """The options in words, in the order of their numbers."""
        return tuple(choice.text for choice in self.choices)


@dataclass(frozen=True, slots=True)
class WaysOn:
    """A question that asks the host to choose a way on."""

    question: str
    choice: MistakeChoice
    ways: tuple[WayOn, ...]

    @property
    def options(self) -> tuple[str, ...]:
        """The options in words, in the order of their numbers."""
        return tuple(f"{way.text}: {way.gives}" for way in self.ways)


@dataclass(frozen=True, slots=True)
class LastDone:
    """A question after a restart: which movement of the step at hand was done last?

    The first option means that none of them was done. The others are the movements, in order.
    """

    question: str
    options: tuple[str, ...]


ChoicePrompt = WhatHappened | WaysOn | LastDone
"""A prompt that is answered by the number of an option."""
Asked = OpeningPrompt | MovePrompt | ActPrompt | EndPrompt | ChoicePrompt


@dataclass(frozen=True, slots=True)
class TurnHead:
    """The head of a turn; another ``number``, and it is to be read anew.

    ``standing``: the columns of the selection stand already.  ``of``: whose hand is asked one question, empty where
    a card is selected.
    ``chosen``: the card whose lot is drawn, in words; empty if none is.  ``naming``: what is drawn by lot, in the
    game's word.  ``mark``: of a virtual turn, to be said and written down; empty where a person moves.
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

    ``number``: goes up whenever an input took effect, so that an input given to an older prompt can be told.
    ``head``: whose turn; None before the start, at the end and on the way back from a run.  ``facts``, ``short``:
    the public facts, whole and in brief.  ``warning``: what to make for the box before this run; ``offer``: that
    another wording can be had.  Both are said once.
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
    """A public event to be read out: in words, what followed from it, and both as JSON."""

    told: EventNews
    text: str
    followed: tuple[str, ...]
    event: Mapping[str, object]
    state: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Saying:
    """A sentence for the host, and no news for the table; ``card``: the one it is about."""

    text: str
    card: Face = ""


@dataclass(frozen=True, slots=True)
class Explained:
    """The act at hand is to be explained; ``columns``: at a table that lays cards out, else it has a wallet."""

    act: ActPrompt
    columns: bool = True


@dataclass(frozen=True, slots=True)
class History:
    """What was typed, oldest first; ``whole``: all of it is to be shown, else as much as fits."""

    lines: tuple[HistoryLine, ...]
    whole: bool


@dataclass(frozen=True, slots=True)
class TableNow:
    """What must lie on the table.  ``seat``: whose run, empty where none lies there; ``since``: up to where.

    ``surface``: each place that is taken, whether face up; ``up``: what lies open there, ``??`` where nobody read
    it out.  ``laid``: whose cards lie there, how many; ``counts``: kinds of cards, how many, how many of them open.
    """

    seat: str
    since: str
    surface: Mapping[Place, bool]
    up: Mapping[Place, Face]
    laid: tuple[tuple[str, int], ...]
    counts: tuple[tuple[str, int, int], ...]
    remarks: tuple[str, ...]
    facts: str


Said = Announced | RunLine | Remark | VoidNews | Saying | Explained | History | TableNow
"""One thing a reply tells."""


def news(item: Announced | Remark | VoidNews) -> tuple[str, ...]:
    """Return what is read out at the table of something that came about."""
    match item:
        case Announced():
            return (item.text, *item.followed)
        case VoidNews():
            return (f"{item.text()}.",)
        case Remark(text):
            return (text,)


@dataclass(frozen=True, slots=True)
class Reply:
    """What an input brought about, in the order it is told.

    ``refused``: why it was not taken; what is told came about all the same.  ``anew``: the prompt is to be shown
    again; else nothing changed, and it stands.  ``left``: the host wants to go.
    """

    told: tuple[Said, ...]
    refused: FacilitatorError | None = None
    anew: bool = True
    left: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """How far a game came: public events, runs of the protocol, and how many events somebody typed.

    ``mark``: of a virtual turn, that was said last; empty if none was.  ``minutes``: that it took, pauses
    left out.
    """

    winner: str | None
    over: bool
    events: int
    runs: int
    typed: int
    mark: str = ""
    winners: tuple[str, ...] = ()
    minutes: float = 0
