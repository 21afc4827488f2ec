"""Random puzzles with number cards from a UNO deck. Equal seeds give equal puzzles."""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial
from random import Random
from typing import ClassVar

from facilitator.games.puzzles.duel import find_winning_cards
from facilitator.games.puzzles.solitaire import count_orders, find_order
from facilitator.games.uno.cards import DECK

NUMBER_CARDS = tuple(card for card in DECK if card[0].isdigit())
"""The 76 number cards in a UNO deck."""
SOLITAIRE_CARDS, DUEL_CARDS = 10, 5
"""Default number of cards in a solitaire, and in each hand of a duel."""
MOST_CARDS = 40
"""Maximum number of cards in a solitaire, and in both hands of a duel together."""
_SOLITAIRES, _DUELS = 6, 3
_CANDIDATES = 4
"""Number of puzzles to generate for each puzzle on a sheet. The others are discarded."""
_SEEDS = 1000
"""Difference between the seeds of two consecutive sheets."""
_TRIES = 200
"""Maximum number of duels to generate in the search for a contested duel."""


@dataclass(frozen=True)
class Solitaire:
    """Puzzle for one person, with its cards and one solution.

    Attributes:
        seed: Seed of this puzzle.
        cards: Cards in random order.
        solution: An order in which each card matches the previous card.
    """

    kind: ClassVar[str] = "solitaire"

    seed: int
    cards: tuple[str, ...]
    solution: tuple[str, ...]

    @property
    def ease(self) -> float:
        """Fraction of all card orders that solve the puzzle."""
        return count_orders(self.cards) / factorial(len(self.cards))


@dataclass(frozen=True)
class Duel:
    """Puzzle for two players, with both hands and all winning first cards.

    Attributes:
        seed: Seed of this puzzle.
        starter: Hand of the starting player.
        other: Hand of the other player.
        wins: First cards with which the starter wins, empty if the starter loses.
    """

    kind: ClassVar[str] = "duel"

    seed: int
    starter: tuple[str, ...]
    other: tuple[str, ...]
    wins: tuple[str, ...]

    @property
    def ease(self) -> float:
        """Fraction of the cards in the starting player's hand that win the game if they are played first."""
        return sum(card in self.wins for card in self.starter) / len(self.starter)


def make_solitaire(seed: int, cards: int = SOLITAIRE_CARDS) -> Solitaire:
    """Return a random solitaire with a solution."""
    random = Random(f"solitaire {cards} {seed}")
    while True:
        drawn = random.sample(NUMBER_CARDS, cards)
        solution = find_order(drawn)
        if solution is not None:
            return Solitaire(seed, tuple(drawn), tuple(solution))


def make_duel(seed: int, cards: int = DUEL_CARDS) -> Duel:
    """Return a random duel, which either player may win.

    Args:
        seed: Seed of the random cards.
        cards: Number of cards in each hand.
    """
    drawn = Random(f"duel {cards} {seed}").sample(NUMBER_CARDS, 2 * cards)
    starter, other = tuple(drawn[:cards]), tuple(drawn[cards:])
    return Duel(seed, starter, other, tuple(find_winning_cards(starter, other)))


def find_contested_duel(seed: int, cards: int = DUEL_CARDS) -> Duel:
    """Return a random duel in which the starter wins with some first cards and loses with others.

    If `_TRIES` duels are all unsuitable, the last duel is returned.

    Args:
        seed: Seed of the first duel to try. Each further duel has the next seed.
        cards: Number of cards in each hand.
    """
    # Such duels are impossible with one card in each hand, and rare with many cards.
    for number in range(seed, seed + _TRIES):
        duel = make_duel(number, cards)
        if 0 < duel.ease < 1:
            break
    return duel


def make_sheet(seed: int) -> tuple[list[Solitaire], list[Duel]]:
    """Return the solitaires and the duels for a puzzle sheet, both from easy to hard.

    In every duel, some first cards win and others lose. More puzzles than needed are generated, and the
    returned puzzles are evenly spread by difficulty.
    """
    first = seed * _SEEDS
    solitaires = [make_solitaire(first + number) for number in range(_SOLITAIRES * _CANDIDATES)]
    duels = list[Duel]()
    while len(duels) < _DUELS * _CANDIDATES:
        duels.append(find_contested_duel(duels[-1].seed + 1 if duels else first))
    solitaires.sort(key=lambda solitaire: -solitaire.ease)
    duels.sort(key=lambda duel: -duel.ease)
    return solitaires[_CANDIDATES // 2 :: _CANDIDATES], duels[_CANDIDATES // 2 :: _CANDIDATES]
