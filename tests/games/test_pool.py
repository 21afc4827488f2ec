"""The split pool: the virtual seats have a deck of their own, and both decks' discards share one pile."""

from __future__ import annotations

from collections import Counter

import pytest

from facilitator.games.rules import Applied, Effect, Seat
from facilitator.games.seats import name_draw_pile
from facilitator.games.uno import cards as uno
from facilitator.games.uno.game import UNO
from facilitator.games.uno.rules import CODEC, apply
from facilitator.games.uno.state import UnoState, new_game
from facilitator.operations.faces import DECK, DISCARDS, POOL
from facilitator.play.virtual_turn import TurnPolicy, layout_of
from facilitator.table_files.load import make_table
from facilitator.table_files.model import pool_cards

TRIO = (Seat("Ana"), Seat("Vera", virtual=True), Seat("Ben"))
FOUR = (*TRIO, Seat("Udo", virtual=True))
COMPACT = uno.POOLS["compact-27"]


def after(state: UnoState, *lines: str) -> Applied[UnoState]:
    """The last of several typed events, applied."""
    applied = Applied(state, ())
    for line in lines:
        applied = apply(applied.state, CODEC.read_line(line, [seat.name for seat in state.seats]))
    return applied


def begun(
    *lines: str, pool: tuple[str, ...] = COMPACT, seats: tuple[Seat, ...] = TRIO, hand_size: int = 7
) -> UnoState:
    return after(new_game(seats, hand_size, pool=pool), "start 7R Ana first", *lines).state


# The decks


def test_the_decks_have_the_sizes_the_table_file_promises() -> None:
    assert {name: len(cards) for name, cards in uno.POOLS.items()} == {
        "full-108": 108,
        "half-54": 54,
        "compact-27": 27,
    }


@pytest.mark.parametrize("name", uno.POOLS)
def test_a_deck_is_in_deck_order_and_of_one_uno_deck(name: str) -> None:
    cards = uno.POOLS[name]
    assert list(cards) == sorted(cards, key=uno.deck_order)
    assert Counter(cards) <= Counter(uno.DECK)


def test_half_the_deck_is_one_of_each_kind() -> None:
    assert Counter(uno.POOLS["half-54"]) == Counter(uno.KINDS)


def test_the_compact_deck_is_symmetric_in_colours_and_has_every_kind_of_card() -> None:
    by_color = {c: [card[0] for card in COMPACT if uno.color_of(card) == c] for c in uno.COLORS}
    assert len({tuple(symbols) for symbols in by_color.values()}) == 1
    assert {"S", "+"} <= set(by_color["R"])
    assert [card for card in COMPACT if uno.is_black(card)] == ["W", "W", "D"]


@pytest.mark.parametrize(("top", "color"), [(t, c) for t in ("4B", "8Y", "SR", "D") for c in "RYGB"])
def test_the_compact_deck_has_a_playable_card_for_every_top_card(top: str, color: str) -> None:
    assert len([card for card in COMPACT if card in uno.list_playable_kinds(top, color)]) >= 9


def test_a_table_file_names_a_pool_deck_or_lists_its_cards() -> None:
    seats = ["Ana", {"name": "Vera", "virtual": True}]
    made = [make_table({"seats": seats, "pool": "split", "pool_deck": deck}) for deck in uno.POOLS]
    assert [pool_cards(table) for table in made] == list(uno.POOLS.values())
    own = make_table({"seats": seats, "pool": "split", "pool_deck": ["W", "7R"], "hand_size": 1})
    assert Counter(pool_cards(own)) == Counter(["7R", "W"])
    assert new_game(TRIO, 1, pool=pool_cards(own)).decks[1].cards == ("7R", "W")
    assert pool_cards(make_table({"seats": seats, "pool_deck": "half-54"})) == ()


@pytest.mark.parametrize("zone", [DECK, POOL])
@pytest.mark.parametrize("pool", [(), ("Vera",), ("Udo", "Vera")])
@pytest.mark.parametrize("key", ["draw", "short", "stuck", "reshuffle"])
def test_instructions_say_which_deck_is_meant(key: str, pool: tuple[str, ...], zone: str) -> None:
    """Also of a second deck that is left after its virtual players have left the game."""
    own = bool(pool) or zone == POOL
    args = {"seat": "Vera", "count": 2, "of": 4, "misses": True, "virtual": True, "own": own}
    name = name_draw_pile(zone, pool)
    said = UNO.describe_effect(Effect(key, {**args, "deck": name}))
    others = {name_draw_pile(other, who) for other in (DECK, POOL) for who in (("Vera",), ("Udo", "Vera"))}
    assert {other.words() for other in others if other.words() in said} == ({name.words()} if own else set())


# The layout


def test_only_the_pool_is_laid_out() -> None:
    state = begun("Ana plays 8R", "Vera plays 5R", "Ben plays 6R", seats=FOUR)
    layout = layout_of(state, TurnPolicy(UNO, "knockout", state))
    assert layout.hands == (("Udo", 7), ("Vera", 6), (DECK, 13))
    assert layout.cards == state.remaining(1)
    assert layout.k == 26
    assert set(layout.playable) == {*COMPACT} & uno.list_playable_kinds("6R", "R") - {"5R"}


def test_a_concealed_form_adds_only_the_discards_of_the_pool() -> None:
    state = begun("Ana plays 8R", "Vera plays 5R", "Ben plays 6R", seats=FOUR)
    layout = layout_of(state, TurnPolicy(UNO, "knockout", state, conceal=True))
    assert layout.hands == (("Udo", 7), ("Vera", 6), (DECK, 13), (DISCARDS, 1))
    assert layout.cards == COMPACT
    assert "5R" in layout.playable


def test_the_layout_of_a_shared_pool_contains_all_cards() -> None:
    state = after(new_game(TRIO), "start 7R Vera first").state
    assert layout_of(state, TurnPolicy(UNO, "knockout", state)).hands == (
        ("Vera", 7),
        ("Ben", 7),
        ("Ana", 7),
        (DECK, 86),
    )
    assert layout_of(state, TurnPolicy(UNO, "knockout", state, conceal=True)).hands[-1] == (DISCARDS, 1)
    assert layout_of(state, TurnPolicy(UNO, "knockout", state, conceal=True)).cards == uno.DECK
