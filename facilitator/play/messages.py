"""What a game has to tell the table: events and what followed, runs and what they cost, remarks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from facilitator.games.events import Event
from facilitator.games.rules import Happened, Rules
from facilitator.i18n.catalogue import Between, Listed, phrase, sentence
from facilitator.instructions.instruction import called
from facilitator.operations.faces import TO_CARD, TO_TAB
from facilitator.play.journal import ANSWER, EVENT, GIVE_UP, MEND, NOTE, OOPS, UNDO, VOID


@dataclass(frozen=True, slots=True)
class EventNews:
    """Something that happened, for the host to announce: an event, and what followed from it.

    ``virtual``: the seat is; hands must do for it what a person does alone.  ``done``: they already have.
    ``ends_turn``: whether a turn came to its end with it.  ``voids``: how many turns had been declared void by
    then.  ``again``: it was taken back and is the same again, so that hands may have done it already.
    """

    event: Event
    happened: tuple[Happened, ...]
    state: Any  # of the game that is played
    virtual: bool = False
    done: bool = False
    ends_turn: bool = True
    voids: int = 0
    again: bool = False


@dataclass(frozen=True, slots=True)
class Remark:
    """Something to tell the table that is no event."""

    text: str


@dataclass(frozen=True, slots=True)
class RunLine:
    """A finished selection and what it cost, counted from the operations performed."""

    seat: str
    form: str
    k: int
    m: int
    shuffles: int
    extra_cards: int
    outcome: str

    def to_json(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class VoidNews:
    """Message that a turn was declared void.

    Attributes:
        seat: The seat whose turn it was. Empty if several turns were declared void.
        reason: The host's reason.
        seen: The answers that had been read of the result.
    """

    seat: str
    reason: str
    seen: tuple[str, ...]

    def text(self) -> str:
        """Return the message in words."""
        if not self.seen:
            return sentence("void.said", seat=self.seat, reason=self.reason)
        seen = Listed(seen_words(self.seen), Between.AND)
        return sentence("void.said.seen", seat=self.seat, reason=self.reason, seen=seen)

    def to_json(self) -> dict[str, object]:
        return {"seat": self.seat, "reason": self.reason, "seen": ", ".join(self.seen)}


def seen_words(answers: Iterable[str]) -> tuple[str, ...]:
    """Return what was read of a result in words, each thing once."""
    dots = {TO_CARD: "seen.card", TO_TAB: "seen.other"}
    seen = (sentence(dots[said]) if said in dots else called(said, str) for said in answers)
    return tuple(dict.fromkeys(seen))


News = EventNews | RunLine | Remark | VoidNews
"""One thing to tell."""


TYPED = {
    ANSWER: "typed.answer",
    NOTE: "typed.note",
    OOPS: "typed.oops",
    MEND: "typed.mend",
    GIVE_UP: "typed.give_up",
    VOID: "typed.void",
}
"""What an input that is no event is called."""


def input_words(kind: str, body: Mapping[str, object], law: Rules[Any], names: Sequence[str]) -> str:
    """Return an input of a journal in words."""
    if kind == EVENT:
        return law.codec.text(law.codec.of_json(body, names))
    said = called(str(body.get("said") or ""), law.kinds.describe_named)
    if kind == ANSWER and not said:
        return sentence("typed.step")
    slots = {name: value for name, value in body.items() if isinstance(value, str)}
    return sentence(TYPED[kind], **{**slots, "said": said})


# ----------------------------------------------------------------------------------------------------
# The history of a game: every input there was, numbered, and how each stands now.


class InputStatus(StrEnum):
    """How an input stands now: as written in a list, where it is not simply done."""

    DONE = "done"
    TAKEN_BACK = "taken back"
    GIVEN_UP = "given up"
    VOID = "void"


class StopPlace(NamedTuple):
    """A run that was given up: whose, at which act of which stage; ``turn``: after how many events its turn began."""

    seat: str
    act: int
    stage: str
    turn: int


@dataclass(frozen=True, slots=True)
class Lived:
    """An input as it was taken.

    ``text``: what it was, empty for a step that asked nothing; ``stage``, ``seat``: of which run, if of one.
    ``told``: the events it brought about.  ``takes``: how many inputs an undo took back.  ``since``: the number
    from which on a run was given up or declared void; 0 for none.  ``began``: its number as the journal counts,
    where a virtual turn of ``whose`` began with it, or began again; 0 where none did.  ``stop``: the run that was
    given up.  ``before``: the answer that was typed first where this one was typed another time.
    """

    kind: str
    text: str = ""
    stage: str = ""
    seat: str = ""
    told: tuple[EventNews, ...] = ()
    takes: int = 0
    since: int = 0
    began: int = 0
    whose: str = ""
    stop: StopPlace | None = None
    before: str = ""


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One line of the history: an event, an answer, or steps of one stage, numbered ``first`` to ``last``.

    ``followed``: the events that it brought about.
    """

    first: int
    last: int
    seat: str
    stage: str
    text: str
    standing: InputStatus
    followed: tuple[str, ...] = ()

    def to_json(self) -> dict[str, object]:
        """Return it in the shape of the JSON lines."""
        return {name: getattr(self, name) for name in self.__slots__}


def standings(lived: Sequence[Lived]) -> list[InputStatus | None]:
    """Return how each input stands; None for an undo, which is no line of its own."""
    found = [None if one.kind == UNDO else InputStatus.DONE for one in lived]
    live: list[int] = []
    for index, one in enumerate(lived):
        if one.kind != UNDO:
            live.append(index)
            continue
        for back in live[-one.takes :]:
            found[back] = InputStatus.TAKEN_BACK
        del live[-one.takes :]
    for index in live:
        one = lived[index]
        if one.since:
            how = InputStatus.VOID if one.kind == VOID else InputStatus.GIVEN_UP
            for before in live:
                if one.since - 1 <= before < index and lived[before].kind in (ANSWER, GIVE_UP, MEND):
                    found[before] = how
    return found


@dataclass(frozen=True, slots=True)
class Summary:
    """How often a game was led elsewhere than straight on: turns declared void, runs given up, results retyped."""

    void: int
    stops: int
    retyped: int

    def text(self) -> str:
        """Return it in words."""
        voids, stops = phrase("n.voids", n=self.void), phrase("n.stops", n=self.stops)
        return sentence("log.sum", voids=voids, stops=stops, retyped=phrase("n.retyped", n=self.retyped))


def summary(lived: Sequence[Lived]) -> Summary:
    """Return the sum of a game; what was taken back is in it only where another result was typed."""
    counts = [
        one for one, how in zip(lived, standings(lived), strict=True) if how is not InputStatus.TAKEN_BACK
    ]
    return Summary(
        sum(one.kind == VOID for one in counts),
        sum(one.stop is not None for one in counts),
        sum(bool(one.before) for one in lived),
    )


def stops_before(lived: Sequence[Lived], number: int) -> int:
    """Return how many runs had been given up in the same turn before the one that the input of a number gave up."""
    stop = lived[number - 1].stop
    return sum(
        stop is not None and one.stop is not None and one.stop.turn == stop.turn
        for one, how in zip(lived[: number - 1], standings(lived), strict=False)
        if how is not InputStatus.TAKEN_BACK
    )


def history(lived: Sequence[Lived], law: Rules[Any]) -> tuple[HistoryLine, ...]:
    """Return the lines of a game's history, the oldest first; steps that asked nothing stand together."""
    lines: list[HistoryLine] = []
    plain = False
    for number, (one, standing) in enumerate(zip(lived, standings(lived), strict=True), 1):
        if standing is None:
            plain = False
            continue
        events = tuple(law.codec.text(told.event) for told in one.told)
        followed = events if one.seat else events[1:]
        if not one.text:
            last = lines[-1] if plain else None
            first = number
            if last is not None and (last.seat, last.stage, last.standing) == (one.seat, one.stage, standing):
                first = lines.pop().first
            steps = sentence("n.steps", n=number - first + 1)
            lines.append(HistoryLine(first, number, one.seat, one.stage, steps, standing, followed))
        else:
            lines.append(HistoryLine(number, number, one.seat, one.stage, one.text, standing, followed))
        plain = not (one.text or followed)
    return tuple(lines)
