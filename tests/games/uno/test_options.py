"""House rules: what each does, that any legal combination plays to its end, and what is refused with its reason."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from facilitator.games.events import Play
from facilitator.games.rules import AwaitMove, GameOver
from facilitator.games.stacking import STACKS
from facilitator.games.uno.game import UnoHouse
from facilitator.games.uno.options import DRAW_FOURS, DRAWS, ENDS, JUMPS, KEYS, RULE_SETS, SCORES
from facilitator.games.uno.rules import get_next_action
from facilitator.table_files.load import make_table, table_text
from game_driver import Driver, seats_of
from states import UNO

VIRTUAL = [{"name": "Ana"}, {"name": "Vera", "virtual": True}]


def combination(chance: Random) -> dict[str, Any]:
    """Return a legal combination of options, of any rule set."""
    while True:
        data = {
            "rules": chance.choice(list(RULE_SETS)),
            "draw": chance.choice(DRAWS),
            "stacking": tuple(stack for stack in STACKS if chance.random() < 0.5),
            "jump_in": chance.choice(JUMPS),
            "wild_draw_four": chance.choice(DRAW_FOURS),
            "end_on_action": chance.choice(ENDS),
            "scores": chance.choice(SCORES),
            "hand_size": chance.randrange(2, 8),
        }
        if not list(UnoHouse().find_conflicts({**data, "seats": VIRTUAL}, classes=True)):
            return data


def jumping(driver: Driver) -> Play | None:
    """Somebody's double of the top card, where it may be played out of turn."""
    state = driver.state
    stays = state.house.jump_in == "turn stays"
    waits = state.pending or state.drawn or state.free or state.challenged or state.timing or not state.top
    if (
        state.house.jump_in == "no"
        or waits
        or not isinstance(get_next_action(state), AwaitMove)
        or state.ended
        or state.naming
    ):
        return None
    if state.top in ("W", "D", None) or (stays and not state.top[0].isdigit()):
        return None
    for at, seat in enumerate(state.seats):
        if at != state.turn and not seat.virtual and state.top in driver.truth.get_hand(seat.name):
            return Play(seat.name, state.top)
    return None


def ends(seed: int, options: dict[str, Any]) -> Driver:
    """Play a game of these options to its end, people jumping in where they may."""
    driver = Driver(UNO, seats_of(seed), seed, options)
    for _ in driver.steps(most=12_000):
        if event := jumping(driver):
            driver.do(event)
    over = isinstance(get_next_action(driver.state), GameOver)
    assert over or driver.stuck, f"neither over nor stuck: {options}"
    return driver


def test_random_combinations_play_to_their_end(full: bool) -> None:
    chance = Random(14)
    for seed in range(500 if full else 4):
        ends(seed, combination(chance))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.every(2)
def test_each_option_alone_plays_to_its_end(key: str, full: bool) -> None:
    values: dict[str, list[Any]] = {
        "draw": ["until playable"],
        "stacking": [(stack,) for stack in STACKS],
        "jump_in": list(JUMPS[1:]),
        "wild_draw_four": list(DRAW_FOURS[1:]),
        "end_on_action": [ENDS[1]],
        "scores": ["match", "session"],
    }
    for seed in range(500 if full else 2):
        value = values[key][seed % len(values[key])]
        ends(seed, {key: value, **({"rules": "kpgut"} if value == "session" else {})})


# -- the table file ------------------------------------------------------------------------------------


def test_a_style_in_order_sorts_within_each_priority() -> None:
    seats = ["Ana", {"name": "Vera", "virtual": True, "style": "saver"}]
    assert make_table({"seats": seats, "wild_draw_four": "last"}).wild_draw_four == "last"


def test_a_rule_set_fills_its_own_keys_and_a_file_may_change_them() -> None:
    seats = ["Ana", {"name": "Vera", "virtual": True}]
    table = make_table({"rules": "kpgut", "seats": seats, "jump_in": "no"})
    assert (table.draw, table.jump_in, table.scores) == ("until playable", "no", "none")
    assert table.stacking == ("+ on +", "D on D", "D on +")
    assert "stacking: []" in table_text(table.model_copy(update={"stacking": ()}))
    assert make_table({"seats": seats}).stacking == ()
