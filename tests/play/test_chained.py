"""Chained turns at the table: two virtual seats in a row share a layout, and every way out of it is safe."""

from __future__ import annotations

from collections import Counter

import pytest

from facilitator.instructions.cost import count_cost
from facilitator.operations.definitions import LayHand
from facilitator.play.match import Match
from facilitator.play.messages import EventMessage
from facilitator.table_files.load import Table, make_table
from sure import sure
from turns import go_on


def table(**keys: object) -> Table:
    seats = ["Ana", *({"name": name, "virtual": True} for name in ("Uma", "Vera", "Wim"))]
    return make_table({"seats": seats, "hand_size": 5} | keys)


def until_chained(game: Match, skip: int = 0) -> bool:
    """Play on until a run begins on standing columns; False if the game ends first."""
    while not game.is_over:
        layout = game.plan.layout if game.plan else None
        if (
            game.attempt is not None
            and not game.attempt.typed
            and layout is not None
            and layout.are_columns_kept
        ):
            if not skip:
                return True
            skip -= 1
        go_on(game)
    return False


def test_columns_are_returned_if_a_finished_seat_may_have_to_draw() -> None:
    """Its columns are given back then: the deck that it draws from would lie in them."""
    game, compared = Match.open(table(hand_size=1, rules="kpgut"), None, 2), 0
    while not game.state.discards:
        go_on(game)
    for _ in range(300):
        game.news.clear()
        go_on(game)
        if any(isinstance(item, EventMessage) for item in game.news):
            compared += 1  # with the cards, at each event
    assert compared > 5


def test_a_linked_attempt_lays_no_hand() -> None:
    game = Match.open(table(), None, 3)
    assert until_chained(game)
    run, layout = sure(game.attempt), game.plan.layout if game.plan else None
    assert layout is not None
    assert layout.k == 108 - len(game.state.discards)
    while game.attempt is run:
        game.answer(run.truth)
    assert not any(isinstance(op, LayHand) for op in run.ops)
    assert count_cost(run.ops, layout.kept_cards).shuffles == layout.m + 1
    assert count_cost(run.ops, layout.kept_cards).extra_cards == 3 * layout.k + 2


@pytest.mark.parametrize("steps", [0, 1, 5, 9, 12, 16, 22, 30])
@pytest.mark.every(2)
def test_cancelling_a_linked_attempt_returns_every_card(steps: int) -> None:
    game = Match.open(table(), None, 3)
    assert until_chained(game)
    run = game.attempt
    for _ in range(steps):
        game.answer(sure(run).truth)
    assert game.attempt is run
    game.stop_attempt()
    assert game.recovering
    while game.recovering:
        game.answer(sure(game.attempt).truth)
    assert not sure(sure(game.plan).layout).are_columns_kept  # the turn starts again, from the hands
    laid = Counter({sure(game.plan).seat: game.state.hands[game.state.turn]})
    for seat, size in zip(game.names, game.state.hands, strict=True):
        assert len(sure(game.truth).table.hands[seat]) + laid[seat] == size
    assert until_chained(game) or game.is_over


def test_a_linked_attempt_voided_after_its_end_restarts_with_all_cards_returned() -> None:
    """Its last step is taken back, and its cards are home by then: those of the run before, too."""
    ended = 0
    for seed in range(3, 9):
        game = Match.open(table(), None, seed)
        assert until_chained(game)
        run, seat = sure(game.attempt), game.turn
        while game.attempt is run:
            game.answer(run.truth)
        if game.front is not None:  # its columns stay for the next one
            continue
        game.undo()
        game.stop_attempt("the wrong card was read")
        assert (game.turn, game.attempt is not None and game.attempt.number) == (seat, 1)
        again = game.attempt
        while game.attempt is again is not None:
            game.answer(again.truth)
        sure(game.truth).agree(game.state)
        ended += 1
    assert ended


@pytest.mark.parametrize("keys", [{"protocol": "published"}, {"conceal": True}])
@pytest.mark.every(2)
def test_forms_of_the_paper_and_concealed_forms_keep_no_columns(keys: dict[str, object]) -> None:
    game = Match.open(table(hand_size=2, **keys), None, 3)
    assert not until_chained(game)
