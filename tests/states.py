"""What tests of the rules share: seats, typed events, and refusals that change nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from facilitator.errors import CommandError, FacilitatorError, TableError
from facilitator.games.events import Event
from facilitator.games.registry import game_named
from facilitator.games.rules import Applied, Rules, Seat, read_move
from facilitator.games.uno.rules import CODEC
from facilitator.games.uno.state import UnoState, new_game

# What tests of the rules of Sevens, Hearts and Muggins share: seats, games begun, typed events, refusals.


ANA, VERA, BEN, UDO = Seat("Ana"), Seat("Vera", True), Seat("Ben"), Seat("Udo", True)
FOUR = (ANA, VERA, BEN, UDO)


def dealt(game: Rules[Any], seats: Sequence[Seat], rules: str = "paper") -> Any:
    return game.begin(seats, {"rules": rules})


def played(game: Rules[Any], state: Any, *lines: str) -> Any:
    for line in lines:
        state = game.apply(state, read_move(game, line, state)).state
    return state


def refused_event(game: Rules[Any], state: Any, event: Event) -> None:
    """See that an event is refused with its rules, and with what could be, what was found and what to do."""
    with pytest.raises((CommandError, TableError)) as refusal:
        pytest.fail(f"taken: {game.apply(state, event) and event}")
    assert all((refusal.value.expected, refusal.value.found, refusal.value.todo))
    assert f"rules: {state.rules} " in str(refusal.value)


# ----------------------------------------------------------------------------------------------------


UNO: Rules[UnoState] = game_named("uno")
TABLE = (Seat("Ana"), Seat("Vera", virtual=True), Seat("Ben"))
PAIR = (Seat("Ana"), Seat("Vera", virtual=True))


def after(state: UnoState, *lines: str) -> Applied[UnoState]:
    """The last of several typed events, applied."""
    applied = Applied(state, ())
    for line in lines:
        event = CODEC.read_line(line, [seat.name for seat in state.seats])
        applied = UNO.apply(applied.state, event)
    return applied


def begun(*lines: str, seats: tuple[Seat, ...] = TABLE, hand_size: int = 7) -> UnoState:
    return after(new_game(seats, hand_size), "start 7R Ana first", *lines).state


def spoken(applied: Applied[UnoState]) -> list[str]:
    return [said for happened in applied.happened if (said := UNO.say(happened))]


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
