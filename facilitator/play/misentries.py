"""What somebody who types a person's move does wrong: another card, another colour, nothing of a draw."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from facilitator.games.base import Game
from facilitator.games.events import Drew, Event, Play
from facilitator.play.reckoning import STANDS_IN, Noticed, Reckoned
from facilitator.play.slips import CALLED
from facilitator.protocols.mishaps import Mishap
from facilitator.readings.simulate import pick


class Misentry(StrEnum):
    """A wrong entry of a person's move."""

    CARD = "a card entered as another"
    NAMED = "a colour or an end misheard"
    DRAW = "a draw not entered"


What = Mishap | Misentry
"""What a rehearsal's helper does wrong."""


def called(what: What) -> str:
    """Return what a mistake is called."""
    return CALLED[what] if isinstance(what, Mishap) else what.value


def what_is(kept: str) -> What:
    """Return a mistake by the word that a game keeps it by; raises `ValueError` for none."""
    return Misentry(kept) if kept in {*Misentry} else Mishap(kept)


def check(told: Reckoned) -> None:
    """Raise `ValueError` for what no rehearsal keeps of a mistake."""
    if told.how is Noticed.ALARM:
        return
    what_is(told.what)
    if len(told.stood) != STANDS_IN:
        raise ValueError(f"a mistake that stands nowhere: {told.slip}")


def misentered(law: Game[Any], state: Any, event: Event, seed: int, number: int) -> Event | None:
    """Return what somebody who errs enters of an event: another play of the seat's, None for nothing of a draw.

    What leaves no room for such a mistake is returned as it is.
    """
    if isinstance(event, Drew):
        return None
    if not isinstance(event, Play) or event.more:
        return event
    moves = [move for move in law.moves(state, law.kinds.cards) if isinstance(move, Play) and move != event]
    others = [move for move in moves if move.seat == event.seat]
    return pick(seed, number, others) if others else event


def kind_of(event: Event, told: Event | None) -> Misentry:
    """Return which mistake it is to enter one event as another."""
    if told is None:
        return Misentry.DRAW
    same = isinstance(told, Play) and isinstance(event, Play) and told.card == event.card
    return Misentry.NAMED if same else Misentry.CARD
