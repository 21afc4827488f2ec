"""Messages to the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from facilitator.games.events import Event
from facilitator.games.rules import Effect, Rules
from facilitator.i18n.catalogue import Between, Listed, sentence
from facilitator.instructions.instruction import describe_answer
from facilitator.operations.faces import TO_CARD, TO_TAB
from facilitator.play.journal import ANSWER, EVENT, FIX, FIXES, GIVE_UP, NOTE, OOPS, REPAIR, VOID


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
        again: Whether the event was undone and entered again. Helpers may have carried it out already.
    """

    event: Event
    happened: tuple[Effect, ...]
    state: Any  # the type depends on the game
    virtual: bool = False
    done: bool = False
    ends_turn: bool = True
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
        """Return the message as JSON."""
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
