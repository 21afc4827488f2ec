"""Brute force agrees with the solvers of solitaire UNO and of the open duel."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cache
from itertools import pairwise, permutations
from random import Random

import pytest

from facilitator.cli.guide import chapters
from facilitator.games.puzzles import generate
from facilitator.games.puzzles.duel import choose_card, find_winning_cards
from facilitator.games.puzzles.solitaire import count_orders, find_order
from puzzle_judge import fits, loses

FEW, ALL = 400, 10_000
"""Random cases of the small and the full test."""


def is_row(cards: Sequence[str]) -> bool:
    return all(fits(first, second) for first, second in pairwise(cards))


def some_cards(random: Random, most: int) -> list[str]:
    """Return random cards of a few numbers, so that both answers are frequent."""
    numbers = "0123456789"[: random.choice((2, 4, 7, 10))]
    pool = [card for card in generate.NUMBER_CARDS if card[0] in numbers]
    return random.sample(pool, random.randint(1, min(most, len(pool))))


def has_row(cards: Sequence[str]) -> bool:
    """Try every card next, remembering hopeless remainders."""

    @cache
    def goes_on(last: str, left: tuple[str, ...]) -> bool:
        rests = ((card, left[:at] + left[at + 1 :]) for at, card in enumerate(left))
        return not left or any(fits(last, card) and goes_on(card, rest) for card, rest in rests)

    return any(goes_on(card, tuple(cards[:at]) + tuple(cards[at + 1 :])) for at, card in enumerate(cards))


def test_an_order_is_found_exactly_if_there_is_one(full: bool) -> None:
    random, met = Random(1), {True: 0, False: 0}
    for _ in range(ALL if full else FEW):
        cards = some_cards(random, 9)
        order = find_order(cards)
        met[order is not None] += 1
        assert (order is not None) == has_row(cards), cards
        if order is not None:
            assert sorted(order) == sorted(cards)
            assert is_row(order), order
    assert min(met.values()) > 50


def test_counted_orders_equal_those_of_a_brute_force_search(full: bool) -> None:
    random = Random(2)
    for _ in range(ALL // 10 if full else FEW // 4):
        cards = some_cards(random, 6)
        assert count_orders(cards) == sum(map(is_row, permutations(cards))), cards


SMALL = {"": 1, "7R": 1, "7R 7R": 2, "1R 2R 3R": 6, "5R 5B 5G": 6, "1R 2B": 0}


@pytest.mark.parametrize(("cards", "orders"), SMALL.items())
def test_small_hands_have_the_expected_number_of_orders(cards: str, orders: int) -> None:
    assert count_orders(cards.split()) == orders
    assert (find_order(cards.split()) is not None) == (orders > 0)


def test_a_search_with_forty_cards_takes_less_than_a_second(full: bool) -> None:
    random = Random(3)
    for _ in range(30 if full else 3):
        numbers = [chr(ord("a") + number) for number in range(20)]
        without = [number + color for number in numbers for color in random.sample("RYGB", 2)]
        for cards in (random.sample(generate.NUMBER_CARDS, 40), without):
            begun = time.process_time()
            find_order(cards)
            assert time.process_time() - begun < 1


def test_too_many_cards_to_count_are_rejected() -> None:
    with pytest.raises(ValueError, match="13 cards, at most 12"):
        count_orders(generate.NUMBER_CARDS[:13])


def test_winning_cards_equal_those_of_an_exhaustive_search(full: bool) -> None:
    random, met = Random(4), {True: 0, False: 0}
    for _ in range(ALL if full else FEW):
        cards, top = some_cards(random, 9), random.choice(("", random.choice(generate.NUMBER_CARDS)))
        own, others = tuple(cards[::2]), tuple(cards[1::2])
        won = {
            card
            for at, card in enumerate(own)
            if (not top or fits(card, top)) and loses(card, others, own[:at] + own[at + 1 :])
        }
        assert {*find_winning_cards(own, others, top)} == won, (own, others, top)
        met[bool(won)] += 1
        playable = [card for card in own if not top or fits(card, top)]
        assert choose_card(own, others, top) in ([*won] or playable or [""])
    assert min(met.values()) > 50
    loses.cache_clear()


def test_a_sheet_goes_from_easy_to_hard_and_every_puzzle_has_its_solution() -> None:
    solitaires, duels = generate.make_sheet(1)
    assert (len(solitaires), len(duels)) == (6, 3)
    for solitaire in solitaires:
        assert sorted(solitaire.solution) == sorted(solitaire.cards)
        assert is_row(solitaire.solution)
    assert [one.ease for one in solitaires] == sorted((one.ease for one in solitaires), reverse=True)
    assert [one.ease for one in duels] == sorted((one.ease for one in duels), reverse=True)
    assert all(len(duel.wins) > 0 and {*duel.wins} < {*duel.starter} for duel in duels)


def test_a_seed_gives_the_same_puzzle_again() -> None:
    assert generate.make_solitaire(7) == generate.make_solitaire(7) != generate.make_solitaire(8)
    assert generate.make_duel(7, 3) == generate.make_duel(7, 3) != generate.make_duel(8, 3)
    assert len(generate.make_solitaire(1, 40).cards) == 40


def test_a_contested_duel_can_be_won_and_lost() -> None:
    for seed in range(0, 1000, 50):
        duel = generate.find_contested_duel(seed)
        won = {
            card
            for at, card in enumerate(duel.starter)
            if loses(card, duel.other, duel.starter[:at] + duel.starter[at + 1 :])
        }
        assert set() < won < {*duel.starter}
        assert generate.make_duel(duel.seed) == duel
    assert len(generate.find_contested_duel(1, 1).starter) == 1  # there is none with one card each


@cache
def goes_out(top: str, own: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Whether the player to move wins if whoever is out of cards first wins, and otherwise who cannot play loses."""
    rests = ((card, own[:at] + own[at + 1 :]) for at, card in enumerate(own) if not top or fits(card, top))
    return any(not rest or not goes_out(card, others, rest) for card, rest in rests)


def test_another_rule_has_another_winner_as_often_as_the_guide_says() -> None:
    duels = [generate.make_duel(seed) for seed in range(150)]
    others = sum(goes_out("", duel.starter, duel.other) != bool(duel.wins) for duel in duels)
    assert f", {others} of the first 150 duels with five cards each" in " ".join(chapters()["games"].split())
