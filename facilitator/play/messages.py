"""Messages to the table, and the history of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, count, groupby
from typing import Any, NamedTuple

from facilitator.games.events import Event, has_card
from facilitator.games.rules import Effect, Rules
from facilitator.i18n.catalogue import Between, Listed, sentence
from facilitator.instructions.instruction import describe_answer
from facilitator.operations.faces import TO_CARD, TO_TAB
from facilitator.play.journal import (
    ANSWER,
    EVENT,
    FIX,
    FIXES,
    GIVE_UP,
    NOTE,
    OOPS,
    REPAIR,
    UNDO,
    VOID,
    find_live,
)


@dataclass(frozen=True, slots=True)
class EventMessage:
    """Message about a public event, which the host announces.

    Attributes:
        event: The event.
        happened: Effects of the event.
        state: Public state after the event.
        virtual: Whether the event belongs to a virtual player, so that helpers carry it out.
        done: Whether the helpers have already carried out the event.
        ends_turn: Whether the event ended a turn.
        voids: Number of turns declared void earlier.
        again: Whether the event was undone and entered again. Helpers may have carried it out already.
    """

    event: Event
    happened: tuple[Effect, ...]
    state: Any  # the type depends on the game
    virtual: bool = False
    done: bool = False
    ends_turn: bool = True
    voids: int = 0
    again: bool = False


@dataclass(frozen=True, slots=True)
class Remark:
    """Message to the table without an event."""

    text: str


@dataclass(frozen=True, slots=True)
class FixMessage(Remark):
    """Message about a corrected card.

    Attributes:
        n: Number of the corrected event in the game.
        event: Corrected event as JSON.
        state: Current public state as JSON.
    """

    n: int
    event: Mapping[str, object]
    state: Mapping[str, object]

    def to_json(self) -> dict[str, object]:
        """Return the message as a line of a game record, which `replay` parses."""
        return {FIX: self.n, "event": self.event}


@dataclass(frozen=True, slots=True)
class RunLine:
    """Message about a finished attempt and its cost.

    Attributes:
        seat: Seat whose turn it was.
        form: Form name.
        k: Number of cards in the layout.
        m: Number of cards in the hand.
        shuffles: Number of shuffles.
        extra_cards: Number of extra cards.
        outcome: Played card or "none". The suffix ", drawn" marks a drawn card.
    """

    seat: str
    form: str
    k: int
    m: int
    shuffles: int
    extra_cards: int
    outcome: str

    def to_json(self) -> dict[str, object]:
        """Return the message as JSON."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class VoidMessage:
    """Message about a turn that was declared void.

    Attributes:
        seat: Seat whose turn it was. Empty if several turns were declared void.
        reason: Reason entered by the host.
        seen: Earlier answers that revealed the result.
    """

    seat: str
    reason: str
    seen: tuple[str, ...]

    def text(self) -> str:
        """Return the message as text."""
        if not self.seen:
            return sentence("void.said", seat=self.seat, reason=self.reason)
        seen = Listed(seen_words(self.seen), Between.AND)
        return sentence("void.said.seen", seat=self.seat, reason=self.reason, seen=seen)

    def to_json(self) -> dict[str, object]:
        """Return the message as JSON."""
        return {"seat": self.seat, "reason": self.reason, "seen": ", ".join(self.seen)}


def seen_words(answers: Iterable[str]) -> tuple[str, ...]:
    """Return the answers that revealed a result as text, without duplicates."""
    dots = {TO_CARD: "seen.card", TO_TAB: "seen.other"}
    seen = (sentence(dots[said]) if said in dots else describe_answer(said, str) for said in answers)
    return tuple(dict.fromkeys(seen))


News = EventMessage | RunLine | Remark | VoidMessage
"""Message to the table."""


TYPED = {
    ANSWER: "typed.answer",
    NOTE: "typed.note",
    OOPS: "typed.oops",
    REPAIR: "typed.mend",
    GIVE_UP: "typed.give_up",
    VOID: "typed.void",
    FIX: "typed.fix",
}
"""Message keys for inputs other than events."""


def input_words(kind: str, body: Mapping[str, object], rules: Rules[Any]) -> str:
    """Return the description of a journal input."""
    if kind == EVENT:
        return rules.codec.text(rules.codec.of_json(body))
    if kind == FIX:
        event = rules.codec.text(rules.codec.of_json(body))
        return sentence(TYPED[FIX], number=str(body[FIXES]), event=event)
    said = describe_answer(str(body.get("said") or ""), rules.kinds.describe_named)
    if kind == ANSWER and not said:
        return sentence("typed.step")
    slots = {name: value for name, value in body.items() if isinstance(value, str)}
    return sentence(TYPED[kind], **{**slots, "said": said})


# ----------------------------------------------------------------------------------------------------
# History of a game: all inputs with their numbers and their status.


class InputStatus(StrEnum):
    """Status of an input in the history."""

    DONE = "done"
    TAKEN_BACK = "taken back"
    GIVEN_UP = "given up"
    VOID = "void"


class StopPlace(NamedTuple):
    """Position at which an attempt was cancelled.

    Attributes:
        seat: Seat whose turn it was.
        prompt: Prompt number.
        label: Step label.
        stage: Stage name.
        turn: Number of public events before the turn.
    """

    seat: str
    prompt: int
    label: str
    stage: str
    turn: int


@dataclass(frozen=True, slots=True)
class PastInput:
    """Input in the history.

    Attributes:
        kind: Kind of input.
        text: Description of the input. Empty for a step without a question.
        stage: Stage name. Only for an input within an attempt.
        seat: Seat of the attempt.
        messages: Messages about events that the input caused.
        takes: Number of undone inputs. Only for an undo.
        since: Number of the attempt's first input. Only for a cancellation or a void, otherwise 0.
        turn_start: Input number in the journal if a virtual turn started or restarted with this input. Otherwise
            0.
        whose: Seat of the virtual turn that starts with this input.
        stop: Position at which the input cancelled an attempt.
        before: Earlier answer that this answer replaced. May be empty.
        fixes: History number of the wrong input. Only for a fix.
        labels: Labels of the step. Only for a step without a question.
    """

    kind: str
    text: str = ""
    stage: str = ""
    seat: str = ""
    messages: tuple[EventMessage, ...] = ()
    takes: int = 0
    since: int = 0
    turn_start: int = 0
    whose: str = ""
    stop: StopPlace | None = None
    before: str = ""
    fixes: int = 0
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """Line of the history: an event, an answer, or several steps of a stage.

    Attributes:
        first: Number of the line's first input.
        last: Number of the line's last input.
        seat: Seat of the attempt, if any.
        stage: Stage name, if any.
        text: Description of the inputs.
        standing: Status of the inputs.
        followed: Descriptions of events that the inputs caused.
        can_fix: Whether a fix can replace the card in this line now.
    """

    first: int
    last: int
    seat: str
    stage: str
    text: str
    standing: InputStatus
    followed: tuple[str, ...] = ()
    can_fix: bool = False

    def to_json(self) -> dict[str, object]:
        """Return the line as JSON."""
        return {name: getattr(self, name) for name in self.__slots__}


def get_statuses(inputs: Sequence[PastInput]) -> list[InputStatus | None]:
    """Return the status of each input. The status of an undo is `None`."""
    found = [None if past.kind == UNDO else InputStatus.TAKEN_BACK for past in inputs]
    live = find_live(past.takes for past in inputs)
    for index in live:
        found[index] = InputStatus.DONE
    for index in live:
        past = inputs[index]
        if past.since:
            how = InputStatus.VOID if past.kind == VOID else InputStatus.GIVEN_UP
            for before in live:
                if past.since - 1 <= before < index and inputs[before].kind in (ANSWER, GIVE_UP, REPAIR):
                    found[before] = how
    return found


def summarize_game(inputs: Sequence[PastInput]) -> dict[str, int]:
    """Return the numbers of unusual inputs in a game. Of undone inputs, only replaced answers are counted.

    The data has these keys:

    - ``void``: number of turns declared void
    - ``stops``: number of cancelled attempts
    - ``retyped``: number of answers that replaced a different answer
    """
    statuses = get_statuses(inputs)
    counts = [past for past, how in zip(inputs, statuses, strict=True) if how is not InputStatus.TAKEN_BACK]
    return {
        "void": sum(past.kind == VOID for past in counts),
        "stops": sum(past.stop is not None for past in counts),
        "retyped": sum(bool(past.before) for past in inputs),
    }


def stops_before(inputs: Sequence[PastInput], number: int) -> int:
    """Return the number of attempts that were cancelled earlier in the same turn.

    Args:
        inputs: All inputs of the game.
        number: Number of the input with the cancellation.
    """
    stop = inputs[number - 1].stop
    return sum(
        stop is not None and past.stop is not None and past.stop.turn == stop.turn
        for past, how in zip(inputs[: number - 1], get_statuses(inputs), strict=False)
        if how is not InputStatus.TAKEN_BACK
    )


def history(inputs: Sequence[PastInput], rules: Rules[Any], fixable: bool) -> tuple[HistoryLine, ...]:
    """Return the history of a game, oldest line first. Consecutive steps without questions share a line.

    Args:
        inputs: All inputs of the game.
        rules: Rules of the game.
        fixable: Whether a fix is possible now.
    """
    rows = [*zip(count(1), inputs, get_statuses(inputs), strict=False)]
    fixed = {past.fixes for _, past, standing in rows if standing is InputStatus.DONE}
    lines: list[HistoryLine] = []
    for _, group in groupby(rows, _group_steps):
        numbers, pasts, (standing, *_) = zip(*group, strict=True)
        if standing is None:
            continue
        first, past = numbers[0], pasts[0]
        labels = [*dict.fromkeys(chain.from_iterable(step.labels for step in pasts))]
        text = past.text or sentence("history.steps", n=len(labels), labels=", ".join(labels))
        events = [message.event for message in chain.from_iterable(step.messages for step in pasts)]
        done = past.kind == EVENT and standing is InputStatus.DONE
        lines.append(
            HistoryLine(
                first,
                numbers[-1],
                past.seat,
                past.stage,
                sentence("history.fixed", text=text) if first in fixed else text,
                standing,
                tuple(map(rules.codec.text, events if past.seat else events[1:])),
                fixable and done and has_card(events[0]),
            )
        )
    return tuple(lines)


def _group_steps(row: tuple[int, PastInput, InputStatus | None]) -> object:
    """Return a key that steps of the history have in common if they share a line."""
    number, past, standing = row
    return number if past.text or standing is None else (past.seat, past.stage, standing)
