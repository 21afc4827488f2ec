"""Styles, classes and shortcuts: which form a virtual turn takes, and that play follows it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from facilitator.errors import TableError
from facilitator.games.events import Drew, Pass, Play, Start
from facilitator.games.rules import Seat
from facilitator.games.uno import cards as uno
from facilitator.games.uno.cards import STYLES
from facilitator.games.uno.options import options_of
from facilitator.games.uno.rules import apply
from facilitator.games.uno.state import UnoState, new_game
from facilitator.instructions.simulate import SimulatedTable
from facilitator.operations.faces import DECK, DISCARDS
from facilitator.operations.perform import run_stages
from facilitator.play.match import Match
from facilitator.play.messages import EventMessage, Remark
from facilitator.play.virtual_turn import TurnPolicy, explain_shortcut, plan_selection
from facilitator.table_files.load import Table, make_table
from running import perform
from states import left
from sure import sure

SEATS = (Seat("Vera", True), Seat("Ana"), Seat("Ben"))


def started(card: str = "2R") -> UnoState:
    return apply(new_game(SEATS), Start(card, "Vera")).state


def table(**keys: object) -> Table:
    seats = [{"name": "Vera", "virtual": True, "style": keys.pop("style", "uniform")}, "Ana", "Ben"]
    return make_table({"seats": seats, **keys})


@pytest.mark.parametrize("style", STYLES)
def test_a_style_orders_every_card_once(style: str) -> None:
    for order in STYLES[style].values():
        assert sorted(card for kinds in order for card in kinds) == sorted(uno.KINDS)


def test_what_each_style_plays_first() -> None:
    attacker, saver = STYLES["attacker"][1], STYLES["saver"][1]
    assert {card[0] for card in attacker[0]} == {"S", "+", "D"}
    assert saver[1] == {"W", "D"}
    assert STYLES["finisher"] == {4: saver, 1: attacker}


def test_the_form_follows_style_and_hand() -> None:
    state = started()
    uniform, saver = TurnPolicy.from_table(table()), TurnPolicy.from_table(table(style="saver"))
    assert classes_of(state, uniform) == ("knockout", 1)
    assert classes_of(state, saver) == ("knockout", 2)
    assert classes_of(replace(state, hands=(1, 7, 7)), saver) == ("knockout", 1)
    last = replace(state, house=options_of({"wild_draw_four": "last"}))
    assert classes_of(last, uniform) == ("knockout", 2)
    assert classes_of(last, saver) == ("knockout", 3)  # what is coloured, wild cards, then wild draw fours
    assert classes_of(state, TurnPolicy.from_table(table(protocol="published", style="saver"))) == (
        "knockout",
        2,
    )


def classes_of(state: UnoState, choice: TurnPolicy) -> tuple[str, int]:
    """The form a turn takes, and how many classes it knows."""
    plan = plan_selection(state, choice)
    return plan.form, sure(plan.layout).classes


def test_the_wild_draw_four_is_kept_for_last() -> None:
    state = left(replace(started(), hands=(3, 1, 1)), 1, ("2R", "7R", "D", "1B", "4G", "5G", "6G"))
    plan = plan_selection(
        replace(state, house=options_of({"wild_draw_four": "last"})), TurnPolicy.from_table(table())
    )
    for hand, played in ((["7R", "D", "1B"], "7R"), (["4G", "D", "1B"], "D")):
        rest = sorted(set(state.decks[0].cards[1:]) - set(hand))
        for seed in range(30):
            hands = {"Vera": list(hand), "Ana": rest[:1], "Ben": rest[1:2], DECK: rest[2:], DISCARDS: ["2R"]}
            assert perform(run_stages(plan.recipe), SimulatedTable(hands, seed)).card == played


def test_an_attempt_with_a_public_result_is_skipped() -> None:
    """All cards that fit lie among the discards: Vera draws and passes, and the table is told why."""
    deck = ("2R", "2R", "7R", "1B", "4G", "5G", "6G", "8B")
    lying = replace(started(), discards=("7R", "2R"), origin=(0, 0), hands=(2, 1, 1), color="R")
    state = left(lying, 1, ("2R", "7R", *deck[3:]))
    reason = sure(explain_shortcut(state, TurnPolicy.from_table(table())))
    assert "you lay no cards out" in reason
    # the paper has no shortcut
    assert explain_shortcut(state, TurnPolicy.from_table(table(protocol="published"))) is None
    # a reshuffle brings cards back
    assert explain_shortcut(left(state, 0), TurnPolicy.from_table(table())) is None


def test_the_program_explains_a_skipped_attempt() -> None:
    game = Match.open(table(), None, 1)
    assert game.truth is not None
    game.submit(game.truth.move(game.state))
    game.truth = None  # a table whose cards are not known
    game.attempt = None
    lying = replace(game.state, turn=2, color="R", direction=1, discards=("7R", "2R"), origin=(0, 0))
    game.state = left(replace(lying, hands=(2, 1, 2)), 2, tuple("2R 7R W 1B 4G 5G 6G 8B".split()))
    game.news.clear()
    game.submit(Play("Ben", "W", "Y"))
    game.close()
    assert [type(item) for item in game.news] == [EventMessage, Remark, EventMessage, EventMessage]
    events = [item.event for item in game.news if isinstance(item, EventMessage)]
    assert events[1:] == [Drew("Vera"), Pass("Vera")]


def test_a_fix_that_makes_a_caused_event_impossible_is_rejected() -> None:
    """The typed card caused a draw of Vera without an attempt. After the right card it is Uma's turn."""
    uma, vera = ({"name": name, "virtual": True} for name in ("Uma", "Vera"))
    game = Match.open(make_table({"seats": [uma, "Ben", vera, "Ana"]}), None)
    game.submit(Start("7R", "Ben"))
    lying = replace(game.state, discards=("2R", "7R"), hands=(1, 2, 2, 2))
    game.state = left(lying, 2, tuple("2R 7R 7Y RR 1B 1B 4G 5G 6G 8B 8B".split()))
    game.submit(Play("Ben", "7Y"))
    assert [item.event for item in game.inputs[-1].messages] == [
        Play("Ben", "7Y"),
        Drew("Vera"),
        Pass("Vera"),
    ]
    state, entries = game.state, game.journal.entries
    with pytest.raises(TableError, match=r"entry 2 \(Vera draws\) no longer fits. It is Uma's turn"):
        game.fix(2, "RR")
    assert (game.state, game.journal.entries) == (state, entries)
