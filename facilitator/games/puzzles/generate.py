"""Random puzzles, drawn from the number cards of a UNO deck. The same seed gives the same puzzle."""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial
from random import Random

from facilitator.games.puzzles.duel import find_winning_cards
from facilitator.games.puzzles.solitaire import count_orders, find_order
from facilitator.games.uno.cards import DECK

NUMBER_CARDS = tuple(card for card in DECK if card[0].isdigit())
"""The cards with a colour and a number in a UNO deck: 76."""
SOLITAIRE_CARDS, DUEL_CARDS = 10, 5
"""Number of cards of a solitaire, and of each hand of a duel, unless another number is asked for."""
MOST_CARDS = 40
"""Largest number of cards of a solitaire, and of both hands of a duel together."""
_SOLITAIRES, _DUELS = 6, 3
_CANDIDATES = 4
"""Number of puzzles that are made for each puzzle on a sheet."""
_SEEDS = 1000
"""Distance between the first seeds of two sheets."""
_TRIES = 200
"""Largest number of duels that are made to find a contested one."""


@dataclass(frozen=True)
class Solitaire:
    """Puzzle for one person: the cards of a solitaire, with one solution.

    Attributes:
        seed: Seed that gives this puzzle.
        cards: Cards in random order.
        solution: An order in which each card matches the one before it.
    """

    seed: int
    cards: tuple[str, ...]
    solution: tuple[str, ...]

    @property
    def ease(self) -> float:
        """Fraction of all orders of the cards that solve the puzzle, for at most `solitaire.LARGEST_COUNT` cards."""
        return count_orders(self.cards) / factorial(len(self.cards))


@dataclass(frozen=True)
class Duel:
    """Puzzle for two: both hands of an open duel, with the first cards that win.

    Attributes:
        seed: Seed that gives this puzzle.
        starter: Hand of the player who starts.
        other: Hand of the other player.
        wins: Cards that win if the starter plays them first. Empty if the starter loses.
    """

    seed: int
    starter: tuple[str, ...]
    other: tuple[str, ...]
    wins: tuple[str, ...]

    @property
    def ease(self) -> float:
        """Fraction of the starter's cards with which the starter wins."""
        return sum(card in self.wins for card in self.starter) / len(self.starter)


def make_solitaire(seed: int, cards: int = SOLITAIRE_CARDS) -> Solitaire:
    """Return a random solitaire that has a solution."""
    random = Random(f"solitaire {cards} {seed}")
    while True:
        drawn = random.sample(NUMBER_CARDS, cards)
        solution = find_order(drawn)
        if solution is not None:
            return Solitaire(seed, tuple(drawn), tuple(solution))


def make_duel(seed: int, cards: int = DUEL_CARDS) -> Duel:
    """Return a random duel. Either player may win.

    Args:
        seed: Seed of the random cards.
        cards: Number of cards of each hand.
    """
    drawn = Random(f"duel {cards} {seed}").sample(NUMBER_CARDS, 2 * cards)
    starter, other = tuple(drawn[:cards]), tuple(drawn[cards:])
    return Duel(seed, starter, other, tuple(find_winning_cards(starter, other)))


def find_contested_duel(seed: int, cards: int = DUEL_CARDS) -> Duel:
    """Return the first duel, from a given seed on, in which some first cards win and others lose.

    With one card each there is no such duel, and with many cards they are rare. After `_TRIES` duels the last is
    returned.
    """
    for number in range(seed, seed + _TRIES):
        duel = make_duel(number, cards)
        if 0 < duel.ease < 1:
            break
    return duel


def make_sheet(seed: int) -> tuple[list[Solitaire], list[Duel]]:
    """Return the solitaires and the duels of a puzzle sheet, both in order from easy to hard.

    In every duel some first cards win and others lose. The puzzles are chosen from a larger number of
    candidates, evenly spread over their difficulty.
    """
    first = seed * _SEEDS
    solitaires = [make_solitaire(first + number) for number in range(_SOLITAIRES * _CANDIDATES)]
    duels = list[Duel]()
    while len(duels) < _DUELS * _CANDIDATES:
        duels.append(find_contested_duel(duels[-1].seed + 1 if duels else first))
    solitaires.sort(key=lambda solitaire: -solitaire.ease)
    duels.sort(key=lambda duel: -duel.ease)
    return solitaires[_CANDIDATES // 2 :: _CANDIDATES], duels[_CANDIDATES // 2 :: _CANDIDATES]
