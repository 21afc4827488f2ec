"""The house rule "draw until you can play": the public rules, whole games, and the proof."""

from __future__ import annotations

from dataclasses import replace

import pytest

from facilitator.errors import TableError
from facilitator.games.events import Drew, Pass, Play, Start
from facilitator.games.rules import Seat
from facilitator.games.uno.game import UNO
from facilitator.games.uno.options import options_of
from facilitator.games.uno.rules import apply
from facilitator.games.uno.state import UnoState, new_game
from facilitator.operations.perform import Outcome
from facilitator.play.virtual_turn import TurnPolicy, follows_of, plan_selection
from facilitator.table_files.load import make_table
from facilitator.verification.certificate import check, default_specs
from states import left
from turns import play_through

SEATS = (Seat("Ana"), Seat("Vera", virtual=True))


def started(first: str = "Ana") -> UnoState:
    return apply(new_game(SEATS, house=options_of({"until": True})), Start("2R", first)).state


def test_a_seat_goes_on_drawing_and_may_not_pass_early() -> None:
    state = apply(apply(started(), Drew("Ana")).state, Drew("Ana")).state
    assert state.hands == (9, 7)
    with pytest.raises(TableError, match="draw until"):
        apply(state, Pass("Ana"))
    with pytest.raises(TableError):
        apply(state, Drew("Vera"))  # the next seat's event would be a pass
    assert apply(state, Play("Ana", "7R")).state.turn == 1


def test_who_may_not_pass_is_not_asked_whether_to() -> None:
    state = started()
    assert UNO.prompt(state).question == "a card, or draw"
    state = apply(state, Drew("Ana")).state
    assert UNO.prompt(state).question == "the drawn card, or draw"
    assert UNO.prompt(left(state, 0)).question == "the drawn card, or pass", "nothing is left to draw"


def test_passing_when_nothing_is_left() -> None:
    state = left(replace(started(), drawn=True), 0)
    assert apply(state, Pass("Ana")).state.turn == 1


def test_every_draw_is_an_event() -> None:
    state = started("Vera")
    plan = plan_selection(state, TurnPolicy(UNO, "knockout", state))
    assert plan.layout is not None
    assert plan.layout.until
    assert follows_of(UNO, plan, Outcome("7R", 3), state) == (*[Drew("Vera")] * 3, Play("Vera", "7R"))
    empty = left(state, 2)
    assert follows_of(UNO, plan, Outcome(None, 2), empty) == (Drew("Vera"), Drew("Vera"), Pass("Vera"))
    discards = replace(empty, discards=("3R", "2R"), origin=(0, 0))  # a reshuffle gives one more card
    assert follows_of(UNO, plan, Outcome(None, 2), discards) == (Drew("Vera"),) * 3


@pytest.mark.parametrize("protocol", ["knockout", "published"])
def test_whole_games(protocol: str, full: bool) -> None:
    seats = ["Ana", {"name": "Vera", "virtual": True}, {"name": "Uma", "virtual": True}]
    table = make_table({"seats": seats, "draw": "until playable", "protocol": protocol, "hand_size": 3})
    for seed in range(4 if full else 1):
        assert play_through(table, seed)["events"] > 5


def test_the_proof() -> None:
    for spec in default_specs(["draw-until-playable"]):
        assert check(spec).good
