"""What holds for Sevens, Hearts and Muggins alike: ways to begin."""

from __future__ import annotations

from typing import Any

import pytest

from facilitator.games.dominoes import DOMINOES
from facilitator.games.hearts import HEARTS
from facilitator.games.rules import AwaitMove, Rules, Select
from facilitator.games.sevens import SEVENS
from states import ANA, BEN, FOUR, UDO, VERA, dealt


@pytest.mark.parametrize("rules", ["paper", "usual"])
@pytest.mark.parametrize("game", [SEVENS, HEARTS, DOMINOES])
@pytest.mark.parametrize("seat", ["Ana", "Vera", "Ben", "Udo"])
def test_a_way_to_begin_gives_a_seat_the_first_turn(game: Rules[Any], rules: str, seat: str) -> None:
    for mix in (FOUR, (VERA, ANA, UDO, BEN)):
        state = dealt(game, mix, rules)
        for event in next(iter(game.list_openings(state, seat))):
            state = game.apply(state, event).state
        assert game.state_json(state)["turn"] == seat
        assert isinstance(game.get_next_action(state), AwaitMove | Select)
