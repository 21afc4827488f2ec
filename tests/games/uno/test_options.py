"""House rules: what each does, that any legal combination plays to its end, and what is refused with its reason."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from rules_helpers import MIXED, PAIR, after, game, hands, refused, turn
from uno_driver import Driver, seats_of

from facilitator.games.events import Play
from facilitator.games.rules import Ask, Over, Seat
from facilitator.games.stacking import STACKS
from facilitator.games.uno.game import UnoHouse
from facilitator.games.uno.options import DRAW_FOURS, ENDS, JUMPS, KEYS, RULE_SETS, SCORES
from facilitator.games.uno.rules import need
from facilitator.play.match import Match
from facilitator.table_files.load import make_table, table_text
from facilitator.table_files.yaml import TableFileError
from turns import go_on

VIRTUAL = [{"name": "Ana"}, {"name": "Vera", "virtual": True}]


def combination(chance: Random) -> dict[str, Any]:
    """Return a legal combination of options, of any rule set."""
    while True:
        data = {
            "rules": chance.choice(list(RULE_SETS)),
            "until": chance.random() < 0.5,
            "stacking": tuple(stack for stack in STACKS if chance.random() < 0.5),
            "jump_in": chance.choice(JUMPS),
            "wild_draw_four": chance.choice(DRAW_FOURS),
            "end_on_action": chance.choice(ENDS),
            "scores": chance.choice(SCORES),
            "hand_size": chance.randrange(2, 8),
        }
        if not list(UnoHouse().at_odds({**data, "seats": VIRTUAL}, classes=True)):
            return data


def jumping(driver: Driver) -> Play | None:
    """Somebody's double of the top card, where it may be played out of turn."""
    state = driver.state
    stays = state.house.jump_in == "turn stays"
    waits = state.pending or state.drawn or state.free or state.challenged or state.timing or not state.top
    if (
        state.house.jump_in == "no"
        or waits
        or not isinstance(need(state), Ask)
        or state.ended
        or state.naming
    ):
        return None
    if state.top in ("W", "D", None) or (stays and not state.top[0].isdigit()):
        return None
    for at, seat in enumerate(state.seats):
        if at != state.turn and not seat.virtual and state.top in driver.truth.held(seat.name):
            return Play(seat.name, state.top)
    return None


def ends(seed: int, options: dict[str, Any]) -> Driver:
    """Play a game of these options to its end, people jumping in where they may."""
    driver = Driver(seats_of(seed), seed, options)
    for _ in driver.steps(most=12_000):
        if event := jumping(driver):
            driver.do(event)
    over = isinstance(need(driver.state), Over)
    assert over or driver.stuck, f"neither over nor stuck: {options}"
    return driver


def test_random_combinations_play_to_their_end(full: bool) -> None:
    chance = Random(14)
    for seed in range(500 if full else 8):
        ends(seed, combination(chance))


@pytest.mark.parametrize("key", KEYS)
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


# -- stacking ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stack", "played", "answer"),
    [
        ("+ on +", "+R", {"+R", "+Y", "+G", "+B"}),
        ("D on D", "D blue", {"D"}),
        ("D on +", "+R", {"D"}),
        ("+ on D", "D blue", {"+B"}),
    ],
)
def test_stacking_says_what_answers_what(stack: str, played: str, answer: set[str]) -> None:
    state = after(game("paper", stacking=[stack]), "start 7R Ana first", f"Ana plays {played}")
    assert turn(state) == "Ben"
    assert set(state.legal_cards()) == answer
    due = 4 if played[0] == "D" else 2
    state = after(state, "Ben passes")
    assert (state.hands, turn(state)) == ((6, 7 + due, 7), "Cleo")


def test_without_stacking_nobody_answers() -> None:
    state = after(game("paper"), "start 7R Ana first", "Ana plays +R")
    assert (state.hands, turn(state)) == ((6, 9, 7), "Cleo")


# -- jump-in -------------------------------------------------------------------------------------------


def test_a_jump_in_plays_on_from_there() -> None:
    state = after(game("paper", jump_in="plays on"), "start 7R Ana first", "Cleo plays 7R")
    assert (turn(state), state.hands) == ("Ana", (7, 7, 6))
    state = after(game("paper", jump_in="plays on"), "start SR Ana first", "Cleo plays SR")
    assert turn(state) == "Ben"


def test_no_virtual_seat_jumps_in_and_nobody_into_its_turn() -> None:
    state = after(game("paper", MIXED, jump_in="plays on"), "start 7R Ana first")
    assert "by a person" in refused(state, "Vera plays 7R")
    state = after(state, "Ana plays 3R")
    assert "the steps of Vera's turn" in refused(state, "Ben plays 3R")
    assert "whose turn it is" in refused(after(game("paper"), "start 7R Ana first"), "Cleo plays 7R")


# -- wild draw four, last card, drawing ----------------------------------------------------------------


def test_wild_draw_four_last_is_a_second_class_for_a_virtual_seat() -> None:
    state = after(game("paper", MIXED, wild_draw_four="last"), "start 7R Vera first")
    first, second = need(state).classes  # type: ignore[union-attr]
    assert (second, "D" in first) == ({"D"}, False)
    state = after(game("paper", MIXED, wild_draw_four="any"), "start 7R Vera first")
    assert need(state).classes == (state.legal_cards(),)  # type: ignore[union-attr]


def test_wild_draw_four_challenge_needs_no_official_rules() -> None:
    state = after(game("paper", PAIR, wild_draw_four="challenge"), "start 7R Ana first", "Ana plays D blue")
    assert after(state, "Ben challenges", "Ana is innocent").hands == (6, 13)


def test_end_on_action_draws_one_and_goes_on() -> None:
    state = hands(after(game("paper", end_on_action="draw one"), "start 7R Ana first"), 1, 7, 7)
    assert after(state, "Ana plays SR").hands == (1, 7, 7)
    assert after(state, "Ana plays 3R").winner == 0


@pytest.mark.parametrize(
    ("chain", "due"), [(("+R", "+B"), 4), (("D blue", "D red"), 8), (("+R", "D red"), 6)]
)
def test_a_last_card_that_answers_a_chain_makes_the_next_seat_draw_the_sum(
    chain: tuple[str, str], due: int
) -> None:
    stacking = ["+ on +", "D on D", "D on +"]
    state = after(game("official", stacking=stacking, scores="none"), "start 5R Ana first")
    state = after(hands(state, 7, 1, 7), f"Ana plays {chain[0]}", f"Ben plays {chain[1]}")
    assert state.winner == 1
    assert (state.hands, state.pending) == ((6, 0, 7 + due), 0)


# -- the table file ------------------------------------------------------------------------------------


def problems(**keys: Any) -> str:
    with pytest.raises(TableFileError) as refusal:
        make_table({"seats": ["Ana", {"name": "Vera", "virtual": True}], **keys})
    return str(refusal.value)


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        ({"seven_zero": True}, "seven_zero is no more"),
        ({"wild_draw_four": "last", "protocol": "published"}, "a D comes after all others"),
        ({"rules": "official", "protocol": "published-2023"}, "write protocol: knockout"),
        ({"scores": "match", "rules": "kpgut"}, "Play goes on after the first empty hand"),
        ({"scores": "session"}, "minutes and places"),
        ({"rules": "kpgut", "pool": "split"}, "One deck for every seven seats"),
        ({"stacking": ["9 on 9"]}, "a list of + on +"),
        ({"jump_in": "yes"}, "no, plays on or turn stays"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(keys: dict[str, Any], reason: str) -> None:
    assert reason in " ".join(problems(**keys).split())


def test_a_style_in_order_orders_within_each_class() -> None:
    seats = ["Ana", {"name": "Vera", "virtual": True, "style": "saver"}]
    assert make_table({"seats": seats, "wild_draw_four": "last"}).wild_draw_four == "last"


def test_all_problems_are_said_at_once() -> None:
    said_all = problems(protocol="published", wild_draw_four="last", scores="session")
    assert all(word in said_all for word in ("after all others", "minutes and places"))


def test_the_next_hand_of_a_match_is_dealt_from_each_deck_by_itself(full: bool) -> None:
    """With a split pool: nobody's hand holds a card of another deck, into the second hand (--full: a whole match)."""
    table = make_table(
        {
            "rules": "official",
            "pool": "split",
            "hand_size": 3,
            "seats": ["Ana", {"name": "Vera", "virtual": True}],
        }
    )
    game = Match.open(table, None, 4)
    assert game.truth is not None
    pool, rounds = set(game.state.decks[1].cards), 0
    while not game.over and (full or rounds < 2):
        rounds = max(rounds, game.state.round)
        assert set(game.truth.table.hands["Vera"]) <= pool
        if game.run is None:  # else her cards lie on the table
            assert game.law.zones(game.state).sizes["Vera"] == len(game.truth.table.hands["Vera"])
        go_on(game)
    game.close()
    assert rounds > (2 if full else 1)


def test_a_rule_set_fills_its_own_keys_and_a_file_may_change_them() -> None:
    seats = ["Ana", {"name": "Vera", "virtual": True}]
    table = make_table({"rules": "kpgut", "seats": seats, "jump_in": "no"})
    assert (table.draw, table.jump_in, table.scores) == ("until playable", "no", "none")
    assert table.stacking == ("+ on +", "D on D", "D on +")
    assert "stacking: []" in table_text(table.model_copy(update={"stacking": ()}))
    assert make_table({"seats": seats}).stacking == ()


def test_a_joined_seat_is_a_person() -> None:
    state = after(game("kpgut", PAIR), "Ana begins", "Ana plays 3R", "Zoe joins")
    assert state.seats[-1] == Seat("Zoe")
