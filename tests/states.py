"""Seats and states for tests of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from facilitator.errors import CommandError, TableError
from facilitator.games.events import Event
from facilitator.games.registry import get_game
from facilitator.games.rules import Rules, Seat
from facilitator.games.uno.state import UnoState

ANA, VERA, BEN, UDO = Seat("Ana"), Seat("Vera", True), Seat("Ben"), Seat("Udo", True)
FOUR = (ANA, VERA, BEN, UDO)


def dealt(game: Rules[Any], seats: Sequence[Seat], rules: str = "paper") -> Any:
    """Return a game of which the hands are dealt."""
    return game.begin(seats, {"rules": rules})


def refused_event(game: Rules[Any], state: Any, event: Event) -> None:
    """Check that an event is rejected, and that the message says what is wrong and what to do."""
    with pytest.raises((CommandError, TableError)) as refusal:
        pytest.fail(f"taken: {game.apply(state, event) and event}")
    assert all((refusal.value.problem, refusal.value.remedy))


UNO: Rules[UnoState] = get_game("uno")


def left(state: UnoState, count: int, cards: tuple[str, ...] | None = None) -> UnoState:
    """Return the state with this number of cards in the first draw pile, or with other cards in it."""
    deck = replace(state.decks[0], unplayed=count)
    deck = deck if cards is None else replace(deck, cards=cards)
    return replace(state, decks=(deck, *state.decks[1:]))
