"""Whole games with a split pool: the simulated table, the public state and the record agree on every card."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from facilitator.errors import TableError
from facilitator.games.events import Drew
from facilitator.games.rules import Seat
from facilitator.games.uno import cards as uno
from facilitator.games.uno.game import UNO
from facilitator.games.uno.rules import apply
from facilitator.games.uno.state import new_game
from facilitator.instructions.simulate import SimulatedTable, pick
from facilitator.operations.faces import DECK, DISCARDS, POOL
from facilitator.play.match import Match
from facilitator.play.messages import EventMessage
from facilitator.play.rehearsal import Rehearsal
from facilitator.table_files.load import make_table
from turns import go_on

COMPACT = uno.POOLS["compact-27"]

# The simulated table


def test_a_split_deal_takes_each_hand_from_its_deck() -> None:
    seats = [Seat("Ana"), Seat("Vera", virtual=True)]
    split = Rehearsal(UNO, new_game(seats, pool=COMPACT), 7).table
    assert Counter(split.hands["Vera"] + split.hands[POOL]) == Counter(COMPACT)
    assert Counter(split.hands["Ana"] + split.hands[DECK]) == Counter(uno.DECK)
    assert POOL not in Rehearsal(UNO, new_game(seats), 7).table.hands


@pytest.mark.parametrize(
    ("last", "of", "new"),
    [
        ("Ana", 1, ["1R", "7R"]),
        ("Ana", 0, ["4R", "9R"]),
        ("Vera", 1, ["1R"]),
        ("Vera", 0, ["4R", "7R", "9R"]),
    ],
)
def test_equal_cards_of_two_decks_are_distinguished(last: str, of: int, new: list[str]) -> None:
    """The red 7 of either deck lies on the pile, that of ``last`` on top: it stays."""
    pile, origin = ("4R", "9R", "1R", "7R", "7R"), (0, 0, 1, *((1, 0) if last == "Ana" else (0, 1)))
    table = SimulatedTable({DECK: [], POOL: [], DISCARDS: list(pile)}, 1)
    state = new_game([Seat("Ana"), Seat("Vera", virtual=True)], pool=COMPACT)
    decks = tuple(replace(deck, unplayed=0) for deck in state.decks)
    state = replace(state, discards=pile, origin=origin, color="R", decks=decks, turn=of)
    seat = state.seats[of].name
    after, told = apply(state, Drew(seat))
    for happened in told:
        for motion in happened.motions:
            table.carry_out(motion)
    zone = (DECK, POOL)[of]
    assert sorted(table.hands[zone] + table.hands[seat]) == new
    assert table.hands[DISCARDS] == list(after.discards)


# Whole rehearsals


def test_the_next_hand_of_a_match_collects_each_deck_separately() -> None:
    seats = ["Ana", {"name": "Vera", "virtual": True}, "Ben"]
    table = make_table(
        {"seats": seats, "rules": "official", "hand_size": 2, "pool": "split", "pool_deck": "compact-27"}
    )
    assert table.scores == "match"
    game = Match.open(table, None, 5)
    while game.state.round < 3 and not game.is_over:
        go_on(game)
    assert game.state.round == 3
    assert game.state.hands == (2, 2, 2)
    assert [deck.unplayed for deck in game.state.decks] == [104, 25]
    assert any(
        "the virtual players' cards separately" in UNO.describe_effect(told)
        for item in game.news
        if isinstance(item, EventMessage)
        for told in item.happened
    )


def test_both_decks_run_out_and_are_reshuffled() -> None:
    """Small decks, no protocol: every seat plays from the simulated cards by the public rules alone."""
    counts = Counter[object]()
    for seed in range(60):
        virtual = 1 + seed // 3 % 3
        seats = [Seat("Ana"), Seat("Ben"), *(Seat(f"V{i}", virtual=True) for i in range(virtual))]
        deck = [card for card in uno.DECK if card[0] not in "24680"]
        state = new_game(seats, 5, deck[seed % 3 :: 3], COMPACT)
        truth = Rehearsal(UNO, state, seed)
        start = truth.move(state)
        applied = apply(state, start)
        truth.follow(start, applied.happened, applied.state)
        while applied.state.winner is None and applied.state.n < 300:
            held = truth.get_hand(seats[applied.state.turn].name)
            event = pick(seed, applied.state.n, UNO.list_moves(applied.state, held))
            applied = apply(applied.state, event)
            truth.follow(event, applied.happened, applied.state)
            truth.agree(applied.state)
            keyed = [told for told in applied.happened if "deck" in told.args]
            counts.update((told.key, told.args["deck"].key == "draw_pile.people") for told in keyed)
        counts["won"] += applied.state.winner is not None
    assert counts["won"] > 45
    for is_peoples in (True, False):
        assert counts["reshuffle", is_peoples] > 6
        assert counts["draw", is_peoples] > 15


def test_a_deck_without_a_possible_first_card_is_reported() -> None:
    """Hands of 53 for two leave two cards; both may be black."""
    table = SimulatedTable({DECK: ["W", "D"], DISCARDS: []}, 0)
    with pytest.raises(TableError, match="has only W, D"):
        table.turn_up(lambda face: not uno.is_black(face))
