"""What tests of the rules share: small tables, typed events, and refusals that change nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from facilitator.errors import FacilitatorError, TableError
from facilitator.games.rules import Applied, Seat
from facilitator.games.uno.law import apply
from facilitator.games.uno.notation import read_event
from facilitator.games.uno.state import UnoState, new_game
from facilitator.games.uno.talk import say

TABLE = (Seat("Ana"), Seat("Vera", virtual=True), Seat("Ben"))
PAIR = (Seat("Ana"), Seat("Vera", virtual=True))


def after(state: UnoState, *lines: str) -> Applied[UnoState]:
    """The last of several typed events, applied."""
    applied = Applied(state, ())
    for line in lines:
        event = read_event(line, [seat.name for seat in state.seats])
        applied = apply(applied.state, event)
    return applied


def begun(*lines: str, seats: tuple[Seat, ...] = TABLE, hand_size: int = 7) -> UnoState:
    return after(new_game(seats, hand_size), "start 7R Ana first", *lines).state


def spoken(applied: Applied[UnoState]) -> list[str]:
    return [said for happened in applied.happened if (said := say(happened))]


def turn(state: UnoState) -> str:
    return state.seats[state.turn].name


def refused(state: UnoState, line: str, kind: type[FacilitatorError] = TableError) -> str:
    """Why the event is refused; the state it was refused on is checked to be untouched."""
    before = state.to_json(), state.discards, state.drawn
    with pytest.raises(kind) as refusal:
        after(state, line)
    assert (state.to_json(), state.discards, state.drawn) == before
    assert refusal.value.todo
    return str(refusal.value)


def left(state: UnoState, count: int, cards: tuple[str, ...] | None = None) -> UnoState:
    """The state with so many cards in the first deck, or with another list of its cards."""
    deck = replace(state.decks[0], unplayed=count)
    deck = deck if cards is None else replace(deck, cards=cards)
    return replace(state, decks=(deck, *state.decks[1:]))
