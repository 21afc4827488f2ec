"""What holds for Sevens, Hearts and Muggins alike: tables, events as text and JSON, ways to begin."""

from __future__ import annotations

from typing import Any

import pytest

from facilitator.games.dominoes import DOMINOES
from facilitator.games.events import Drew, Event, Give, Lacks, Pass, Play, Round, Show, Start
from facilitator.games.hearts import HEARTS
from facilitator.games.rules import Ask, Rules, Select, read_move
from facilitator.games.sevens import SEVENS
from states import ANA, BEN, FOUR, UDO, VERA, dealt

EVENTS: list[tuple[Rules[Any], Event, dict[str, object], str]] = [
    (SEVENS, Play("Ana", "7D"), {"seat": "Ana", "play": "7D"}, "Ana plays 7D"),
    (SEVENS, Pass("Ana"), {"seat": "Ana", "pass": True}, "Ana passes"),
    (SEVENS, Lacks("Vera"), {"seat": "Vera", "lacks": True}, "Vera lacks it"),
    (HEARTS, Give("Ana", "Ben", 3), {"seat": "Ana", "give": 3, "to": "Ben"}, "Ana gives 3 to Ben"),
    (HEARTS, Start(None, "Ana"), {"first": "Ana"}, "Ana begins"),
    (HEARTS, Round(2), {"round": 2}, "round 2"),
    (
        DOMINOES,
        Play("Ana", "5-6", "left"),
        {"seat": "Ana", "play": "5-6", "end": "left"},
        "Ana plays 5-6 left",
    ),
    (DOMINOES, Drew("Ana"), {"seat": "Ana", "draw": 1}, "Ana draws"),
    (DOMINOES, Drew("Ana", 2), {"seat": "Ana", "draw": 2}, "Ana draws 2"),
    (DOMINOES, Show("Vera", ("5-5",)), {"seat": "Vera", "show": ["5-5"]}, "Vera shows 5-5"),
]


@pytest.mark.parametrize(("game", "event", "wire", "text"), EVENTS)
def test_an_event_as_text_and_json(
    game: Rules[Any], event: Event, wire: dict[str, object], text: str
) -> None:
    state = dealt(game, FOUR)
    assert game.codec.json(event) == wire
    assert game.codec.of_json(wire, state.names) == event
    assert game.codec.text(event) == text
    assert read_move(game, text, state) == read_move(game, text.upper(), state) == event


@pytest.mark.parametrize("rules", ["paper", "usual"])
@pytest.mark.parametrize("game", [SEVENS, HEARTS, DOMINOES])
@pytest.mark.parametrize("seat", ["Ana", "Vera", "Ben", "Udo"])
def test_a_way_to_begin_gives_a_seat_the_first_turn(game: Rules[Any], rules: str, seat: str) -> None:
    for mix in (FOUR, (VERA, ANA, UDO, BEN)):
        state = dealt(game, mix, rules)
        for event in next(iter(game.firsts(state, seat))):
            state = game.apply(state, event).state
        assert game.state_json(state)["turn"] == seat
        assert isinstance(game.need(state), Ask | Select)


def test_facts_say_what_their_numbers_are() -> None:
    assert "cards (points + this round's): Ana 13 (0+0)" in HEARTS.facts(dealt(HEARTS, FOUR))
    assert "tiles (points): Ana 5 (0)" in DOMINOES.facts(dealt(DOMINOES, (ANA, VERA)))
