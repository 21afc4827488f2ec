"""Whole rehearsed games: the public state is true after every event, also where the pool is split."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from facilitator.errors import ProtocolBug, TableError
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
from facilitator.protocols.forms import CONCEALED, FORMS, list_offered_forms
from facilitator.table_files.load import Table, make_table
from sessions import VERA
from turns import go_on, play_through

KEYS: dict[str, dict[str, object]] = {
    "knockout": {},
    "published": {"protocol": "published"},
    "published-2023": {"protocol": "published-2023"},
}
KEYS |= {CONCEALED[form]: {**keys, "conceal": True} for form, keys in KEYS.items()}
KEYS["wallet"] = {"protocol": "wallet"}
"""What a table file says to get each form."""
SPLIT: dict[str, object] = {"pool": "split", "pool_deck": "compact-27"}
OTHERS: tuple[dict[str, object], ...] = (
    {"draw": "until playable"},
    {"draw": "until playable", "protocol": "published", "hand_size": 2},
    {"seats": ["Ana", *({**VERA, "name": name} for name in ("Uma", "Vera", "Wim"))], "hand_size": 5},
    {"style": "attacker"},
    {"style": "saver", "conceal": True},
    {"style": "finisher", "wild_draw_four": "last"},
    {"wild_draw_four": "last", "conceal": True},
    SPLIT,
    {**SPLIT, "conceal": True, "protocol": "published"},
    {"pool": "split", "pool_deck": "half-54", "style": "attacker"},
)
"""Tables whose turns differ: cards are drawn on, columns stay, classes of cards, decks of their own."""


def table(seed: int, keys: dict[str, object]) -> Table:
    """A table of 2–5 seats, 1–3 of them virtual, that varies with the seed."""
    seats = 2 + seed % 4
    virtual = min(1 + seed // 4 % 3, seats - 1)
    style = {"style": keys["style"]} if "style" in keys else {}
    listed: list[dict[str, object]] = [{"name": n} for n in ["Ana", "Ben", "Cleo", "Dan", "Eve"][:seats]]
    for i, seat in enumerate(listed):
        if (i + seed) % seats < virtual:
            seat |= {"virtual": True, **style}
    others = {key: value for key, value in keys.items() if key != "style"}
    return make_table({"seats": listed, "hand_size": 3 + seed % 5, **others})


@pytest.mark.parametrize("form", KEYS)
@pytest.mark.every(2)
def test_the_public_state_agrees_with_the_simulated_cards(form: str, full: bool) -> None:
    """A game a form, at a table that differs from form to form; with --full 1,000."""
    counts, first = Counter[str](), list(KEYS).index(form)
    for seed in range(1000) if full else (first,):
        counts += play_through(table(seed, KEYS[form]), seed)
    assert counts[form] > (5 if full else 1)
    assert counts["none"] > 0 or not full
    assert counts["events"] > (50 if full else 8)


@pytest.mark.parametrize("number", range(len(OTHERS)))
@pytest.mark.every(3)
def test_the_public_state_agrees_with_the_simulated_cards_at_other_tables(number: int, full: bool) -> None:
    """A game a table; with --full 100."""
    counts = Counter[str]()
    for seed in range(100) if full else (number,):
        counts += play_through(table(seed, OTHERS[number]), seed)
    assert counts["events"] > 5


def test_every_form_is_played() -> None:
    assert set(KEYS) == {one for one, form in FORMS.items() if (form.conceals or one) in list_offered_forms()}


@pytest.mark.parametrize("zone", ["Ana", DECK, POOL, DISCARDS])
@pytest.mark.parametrize("how", ["lost", "another", "moved"])
def test_a_misplaced_card_is_noticed(zone: str, how: str) -> None:
    game = Match.open(make_table({"seats": ["Ana", VERA], **SPLIT}), None, 5)
    go_on(game)
    assert game.truth is not None
    hands = game.truth.table.hands
    was = hands[zone].pop(0)
    if how == "another":
        hands[zone].append(next(card for card in uno.KINDS if card != was))
    if how == "moved":
        hands[DECK if zone != DECK else "Ana"].insert(0, was)
    with pytest.raises(ProtocolBug):
        go_on(game)


# -- the split pool: each deck is drawn from by its own seats --------------------------------------


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
