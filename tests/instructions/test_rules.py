"""A list said as a rule means exactly the cards that were meant."""

from __future__ import annotations

from itertools import product

import pytest

from facilitator.games.uno import cards as uno
from facilitator.games.uno.names import CARDS
from facilitator.instructions.card_rules import MOST_PARTS, Traits, find_rule

SUITS = {"C": "club", "D": "diamond", "H": "heart", "S": "spade"}
PACK = tuple(rank + suit for suit in SUITS for rank in "A23456789TJQK")
TILES = tuple(f"{low}-{high}" for low in range(7) for high in range(low, 7))


def pack_traits(face: str) -> tuple[str, ...]:
    return (SUITS[face[1]], face[0])


def tile_traits(face: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(face.split("-")))


def worded(parts: tuple[str, ...]) -> str:
    return ", ".join(f"every {part}" for part in parts)


def check(wanted: frozenset[str], table: tuple[str, ...], traits: Traits) -> str:
    said = find_rule([face for face in table if face in wanted], table, traits)
    named = {face for face in table if face in said.singles or {*traits(face)} & {*said.traits}}
    assert named == wanted.intersection(table)
    return worded(said.parts(str))


@pytest.mark.parametrize("pool", uno.POOLS)
def test_every_uno_top_card_in_every_pool(pool: str) -> None:
    """Expanded again, the rule is the list: for every card on top and every colour, and with cards gone."""
    cards = uno.POOLS[pool]
    for top, colour in product(uno.KINDS, uno.COLORS):
        wanted = uno.list_playable_kinds(top, colour)
        for table in (cards, cards[::2], cards[1::3], cards[5:9]):
            words = check(wanted, table, CARDS.traits)
            assert words or len(table) < len(cards)
        check(wanted - {"D"}, cards, CARDS.traits)


def test_following_suit_and_cards_without_a_rule_are_described() -> None:
    for suit, word in SUITS.items():
        wanted = frozenset(face for face in PACK if face[1] == suit)
        assert check(wanted, PACK, pack_traits) == f"every {word}"
    assert check(frozenset({"7D"}), PACK, pack_traits) == "every 7D"
    sevens = frozenset({"6C", "8C", "6D", "9D", "7H", "5S", "TS"})
    assert check(sevens, PACK, pack_traits).count("every") == len(sevens) <= MOST_PARTS
    everything = check(frozenset(PACK), PACK, pack_traits)
    assert everything.count("every") <= len(SUITS)


def test_playable_tiles_are_described_by_both_ends() -> None:
    for left, right in product("0123456", repeat=2):
        wanted = frozenset(tile for tile in TILES if left in tile or right in tile)
        words = check(wanted, TILES, tile_traits)
        assert words == ", ".join(f"every {end}" for end in sorted({left, right}))


def test_a_rule_with_too_many_parts_becomes_a_list() -> None:
    assert find_rule(PACK[::3], PACK, pack_traits).parts(str) == ()


def test_rules_for_playable_uno_cards_are_described() -> None:
    table = tuple(kind for kind in uno.DECK if kind != "WD")
    said = find_rule([face for face in table if uno.is_playable(face, "9G", "G")], table, CARDS.traits)
    assert said.parts(uno.describe) == ("green", "9", "black")
