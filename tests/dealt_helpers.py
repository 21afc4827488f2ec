"""What tests of the rules of Sevens, Hearts and Muggins share: seats, games begun, typed events, refusals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from facilitator.errors import CommandError, TableError
from facilitator.games.rules import Rules, Seat

ANA, VERA, BEN, UDO = Seat("Ana"), Seat("Vera", True), Seat("Ben"), Seat("Udo", True)
FOUR = (ANA, VERA, BEN, UDO)


def begun(game: Rules[Any], seats: Sequence[Seat], rules: str = "paper") -> Any:
    return game.begin(seats, {"rules": rules})


def after(game: Rules[Any], state: Any, *lines: str) -> Any:
    for line in lines:
        state = game.apply(state, game.read(line, state)).state
    return state


def refused(game: Rules[Any], state: Any, line: str) -> str:
    with pytest.raises((CommandError, TableError)) as refusal:
        after(game, state, line)
    return str(refusal.value)
