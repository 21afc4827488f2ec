"""Small tables for the rules: a state as it would be in mid-game, events as they are typed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from facilitator.errors import FacilitatorError
from facilitator.games.rules import Seat
from facilitator.games.uno.rules import CODEC
from facilitator.games.uno.state import UnoState
from states import UNO

PEOPLE = (Seat("Ana"), Seat("Ben"), Seat("Cleo"))
MIXED = (Seat("Ana"), Seat("Vera", virtual=True), Seat("Ben"))
PAIR = (Seat("Ana"), Seat("Ben"))


def game(rules: str, seats: Sequence[Seat] = PEOPLE, **options: Any) -> UnoState:
    """Return a game dealt by these rules."""
    return UNO.begin(seats, {"rules": rules, **options})


def after(state: UnoState, *lines: str) -> UnoState:
    """Return the facts after typed events."""
    for line in lines:
        state = UNO.apply(state, CODEC.read_line(line, [seat.name for seat in state.seats])).state
    return state


def said(state: UnoState, line: str) -> list[str]:
    """Return what is announced with one event."""
    happened = UNO.apply(state, CODEC.read_line(line, [seat.name for seat in state.seats])).happened
    return [words for one in happened if (words := UNO.say(one))]


def hands(state: UnoState, *sizes: int) -> UnoState:
    """Return the state with these hand sizes, the deck having the rest."""
    change = sum(state.hands) - sum(sizes)
    deck = replace(state.decks[0], unplayed=state.decks[0].unplayed + change)
    return replace(state, hands=sizes, decks=(deck, *state.decks[1:]))


def turn(state: UnoState) -> str:
    """Return whose turn it is."""
    return state.name(state.turn)


def refused(state: UnoState, line: str) -> str:
    """Return why an event is refused."""
    with pytest.raises(FacilitatorError) as refusal:
        after(state, line)
    return str(refusal.value)
