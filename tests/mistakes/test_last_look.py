"""What a wallet's end tells after duels fought wrongly, beside a count of every hand in every order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from math import log2
from typing import get_args

import pytest

from facilitator.games.masks import masks_of
from facilitator.games.registry import game_named
from facilitator.games.rules import Seat
from facilitator.machine.faces import DECK
from facilitator.machine.operations import Op
from facilitator.mistakes.catalogue import ALWAYS
from facilitator.mistakes.last_look import Reading, loser_kept, wrong_mask
from facilitator.protocols.layout import Layout, class_code, uniform_code

CARDS = tuple("abcdefg")
HAND = 3
Fits = frozenset[str]


def layout(*classes: str) -> Layout:
    hands = (("V", HAND), (DECK, len(CARDS) - HAND))
    code = class_code(CARDS, *map(frozenset, classes))
    return Layout(hands, CARDS, code, classes=len(classes))


def champion(order: Sequence[str], fits: Fits, kept: int) -> str:
    """The last champion of one chain, the champion lying in front; ``kept``: the duel whose loser is held."""
    held, *challengers = order
    for number, challenger in enumerate(challengers, 1):
        wins = held in fits
        held = held if wins is not (number == kept) else challenger
    return held


def readings(order: Sequence[str], chains: Sequence[tuple[Fits, int]], sure: bool) -> Iterator[Reading]:
    """What is read of a heap: the last look's answer, and the card if one is turned over."""
    for number, (fits, kept) in enumerate(chains, 1):
        last = champion(order, fits, kept)
        if sure and number == len(chains):
            yield Reading(number, None, last)
        elif last in fits:
            yield Reading(number, True)
            yield Reading(number, True, last)
            return
        else:
            yield Reading(number, False)


def counted(table: Layout, chains: Sequence[tuple[Fits, int]], sure: bool = False) -> dict[Reading, float]:
    """The bits of each reading beside the best class, from every hand in every order."""
    worth = dict(table.code)
    seen: defaultdict[Reading, defaultdict[tuple[str, ...], int]] = defaultdict(lambda: defaultdict(int))
    best = {}
    for hand in combinations(CARDS, HAND):
        best[hand] = min((worth[card].index(1) for card in hand if any(worth[card])), default=9)
        for order in permutations(hand):
            for reading in readings(order, chains, sure):
                seen[reading][hand] += 1
    found = {}
    for reading, times in seen.items():
        bits, whole = 0.0, sum(times.values())
        for hand, count in times.items():
            alike = [other for other in best if best[other] == best[hand]]
            mean = sum(times[other] for other in alike if other in times) / len(alike)
            bits += count / whole * log2(count / mean)
        found[reading] = bits
    return found


@pytest.mark.parametrize(
    ("classes", "sure"),
    [
        (("ab",), False),
        (("abcd",), False),
        (("ab", "cd"), False),
        (("a", "bcdef"), False),
        (("ab", "cdefg"), True),
    ],
)
def test_it_is_what_the_worst_mistake_tells(classes: tuple[str, ...], sure: bool) -> None:
    """A loser kept in any duel of any chain, any of three masks instead of any: no more and no less."""
    table, masks = layout(*classes), [frozenset("cde"), frozenset("bcdefg"), frozenset("a")]
    right = [(frozenset(one), 0) for one in classes][: len(classes) - sure]
    kept = [(fits, duel) for fits, _ in right for duel in range(1, HAND)]
    shown = [(mask, 0) for _ in right for mask in masks]
    for wrong in (kept, shown):
        each = len(wrong) // len(right)
        worst: defaultdict[Reading, float] = defaultdict(float)
        for number, one in enumerate(wrong):
            chain = number // each
            for reading, bits in counted(table, [*right[:chain], one, *right[chain + 1 :]], sure).items():
                if reading.chains > chain:  # else nothing has gone wrong yet
                    worst[reading] = max(worst[reading], bits)
        assert len(worst) > 3
        for reading, bits in worst.items():
            stated = loser_kept(table, reading) if wrong is kept else wrong_mask(table, reading, masks)
            assert stated == pytest.approx(bits, abs=1e-9), reading


def test_with_the_right_mask_and_one_card_nothing_is_told() -> None:
    one = Layout((("V", 1), (DECK, 6)), CARDS, uniform_code(CARDS, frozenset("ab")))
    assert loser_kept(one, Reading(1, False)) == 0
    assert wrong_mask(one, Reading(1, False), [frozenset("ab")]) == 0
    assert wrong_mask(one, Reading(1, False), []) == log2(7), "nobody knows which mask it may have been"


def test_of_a_printed_deck_it_is_little() -> None:
    """Before, all that there is to know of the hand was stated: 20 bits."""
    law = game_named("uno")
    given = {"hand_size": 7, "pool": law.about.pools["compact-27"]}
    masks = masks_of(law, law.begin((Seat("Ana"), Seat("Vera", True)), given))
    fits = masks.named("red 5").fits
    table = Layout((("V", 7), (DECK, 20)), masks.deck, uniform_code(masks.deck, fits))
    every = [state.fits for state in masks.states]
    none, some = Reading(1, False), Reading(1, True)
    assert loser_kept(table, none) == pytest.approx(2.82, abs=0.01)
    assert wrong_mask(table, none, every) == pytest.approx(7.10, abs=0.01)
    assert loser_kept(table, some) < 0.2
    assert wrong_mask(table, some, every) < 0.1


def test_every_operation_has_its_mistakes() -> None:
    """By its type, so that none falls to another's."""
    assert set(ALWAYS) == set(get_args(Op))
