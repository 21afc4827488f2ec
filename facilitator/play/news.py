"""What a game has to tell the table: events and what followed, runs and what they cost, remarks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from facilitator.games.events import Event
from facilitator.games.motions import Happened
from facilitator.wording import listed


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
    """A turn declared void: whose (nobody's where several were), why, and what had been seen."""

    seat: str
    reason: str
    seen: tuple[str, ...]

    def text(self) -> str:
        """Return it in words."""
        seen = f"; seen: {listed(self.seen)}" if self.seen else ""
        return f"{self.seat}'s turn is declared void: {self.reason}{seen}"

    def to_json(self) -> dict[str, object]:
        return {"seat": self.seat, "reason": self.reason, "seen": ", ".join(self.seen)}


News = EventNews | RunLine | Remark | VoidNews
"""One thing to tell."""
