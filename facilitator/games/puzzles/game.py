"""Puzzle games for one person, with their sentences. The program plays the second hand of a duel."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from facilitator.errors import CommandError
from facilitator.games.puzzles import matches
from facilitator.games.puzzles.duel import choose_card
from facilitator.games.puzzles.generate import (
    DUEL_CARDS,
    SOLITAIRE_CARDS,
    Duel,
    Solitaire,
    find_contested_duel,
    make_duel,
    make_solitaire,
)
from facilitator.games.registry import get_game
from facilitator.i18n.catalogue import refusal, sentence

SOLITAIRE, DUEL = Solitaire.kind, Duel.kind
"""Kinds of puzzles."""
STARTER, OTHER = "Ana", "Ben"
"""Names of the players in a duel. The person is the starter."""
_UNO = get_game("uno")
KINDS, TRADEMARK = _UNO.kinds, _UNO.about.trademark
"""Card names in list order, and the owner of the name UNO."""


def make_puzzle(kind: str, seed: int, cards: int | None = None, contested: bool = False) -> Solitaire | Duel:
    """Return the puzzle for a seed.

    Args:
        kind: `SOLITAIRE` or `DUEL`.
        seed: Seed of the random cards.
        cards: Number of cards, or cards in each hand of a duel. `None` means the default number.
        contested: Whether to search for a duel in which some first cards win and others lose.
    """
    if kind == SOLITAIRE:
        return make_solitaire(seed, SOLITAIRE_CARDS if cards is None else cards)
    make = find_contested_duel if contested else make_duel
    return make(seed, DUEL_CARDS if cards is None else cards)


@dataclass(frozen=True)
class PuzzleGame:
    """A puzzle in progress.

    Attributes:
        puzzle: The puzzle at its start.
        row: Cards played so far, by both players in a duel.
        own: Remaining cards in the person's hand.
        other: Remaining cards in the program's hand, empty in a solitaire.
        answer: Last card of the program, or an empty string.
    """

    puzzle: Solitaire | Duel
    row: tuple[str, ...]
    own: tuple[str, ...]
    other: tuple[str, ...] = ()
    answer: str = ""

    @classmethod
    def from_moves(cls, puzzle: Solitaire | Duel, moves: Iterable[str] = ()) -> PuzzleGame:
        """Return the puzzle after some moves of the person. In a duel, the program answers each move.

        Raises:
            CommandError: The person does not have a card, or the card does not match the previous card.
        """
        if isinstance(puzzle, Solitaire):
            game = cls(puzzle, (), puzzle.cards)
        else:
            game = cls(puzzle, (), puzzle.starter, puzzle.other)
        for card in moves:
            game = game._play(card)
        return game

    def _play(self, card: str) -> PuzzleGame:
        self._check_move(card)
        row, own = (*self.row, card), remove_card(self.own, card)
        answer = choose_card(self.other, own, card)
        if not answer:
            return PuzzleGame(self.puzzle, row, own, self.other)
        return PuzzleGame(self.puzzle, (*row, answer), own, remove_card(self.other, answer), answer)

    def _check_move(self, card: str) -> None:
        named = KINDS.describe(card)
        if card not in self.own:
            raise CommandError(
                *refusal("puzzle.not_there", card=named, hand=list_cards(sorted(self.own, key=KINDS.order)))
            )
        if self.is_over or card not in self.playable:
            slots = {"card": named, "top": KINDS.describe(self.row[-1])}
            raise CommandError(*refusal("puzzle.no_match", **slots))

    @property
    def playable(self) -> list[str]:
        """Cards that the person can play now, without duplicates."""
        cards = dict.fromkeys(self.own)
        return [card for card in cards if not self.row or matches(card, self.row[-1])]

    @property
    def is_over(self) -> bool:
        """Whether the puzzle has ended: the solitaire is solved, or a player of the duel cannot play."""
        if isinstance(self.puzzle, Solitaire):
            return not self.own
        return self.is_won or not self.playable

    @property
    def is_won(self) -> bool:
        """Whether the person has solved the solitaire or won the duel."""
        if isinstance(self.puzzle, Solitaire):
            return not self.own
        return bool(self.row) and not self.answer

    def describe_state(self) -> str:
        """Return a sentence about the last move and the program's answer, or an empty string before any move."""
        if isinstance(self.puzzle, Solitaire):
            if self.is_won:
                return sentence("puzzle.solitaire.solved")
            return "" if self.playable else sentence("puzzle.stuck")
        if self.is_won:
            return sentence("puzzle.duel.won", other=OTHER)
        sentences = list[str]()
        if self.answer:
            sentences.append(sentence("puzzle.duel.answer", other=OTHER, card=KINDS.describe(self.answer)))
        if self.is_over:
            sentences.append(sentence("puzzle.duel.lost", other=OTHER))
        return " ".join(sentences)


def remove_card(hand: Sequence[str], card: str) -> tuple[str, ...]:
    """Return a hand without one copy of a card."""
    at = hand.index(card)
    return (*hand[:at], *hand[at + 1 :])


def list_cards(cards: Iterable[str]) -> str:
    """Return card names, separated by commas."""
    return ", ".join(map(KINDS.describe, cards))


def describe_title(puzzle: Solitaire | Duel) -> str:
    """Return the title of a puzzle with its kind and seed."""
    return sentence(f"puzzle.{puzzle.kind}.title", seed=puzzle.seed)


def describe_task(puzzle: Solitaire | Duel) -> str:
    """Return the instructions for a puzzle as a sentence."""
    if isinstance(puzzle, Solitaire):
        return sentence("puzzle.solitaire", n=len(puzzle.cards))
    return sentence("puzzle.duel", starter=STARTER, other=OTHER)


def describe_solution(puzzle: Solitaire | Duel) -> str:
    """Return the solution of a puzzle as a sentence."""
    if isinstance(puzzle, Solitaire):
        return sentence("puzzle.solitaire.solution", cards=list_cards(puzzle.solution))
    if puzzle.wins:
        return sentence("puzzle.duel.wins", starter=STARTER, cards=list_cards(puzzle.wins))
    return sentence("puzzle.duel.loses", starter=STARTER)


def puzzle_to_json(puzzle: Solitaire | Duel) -> dict[str, object]:
    """Return a puzzle and its solution as a JSON object. Its keys are a public contract."""
    about: dict[str, object] = {"kind": puzzle.kind, "seed": puzzle.seed}
    if isinstance(puzzle, Solitaire):
        return {**about, "cards": [*puzzle.cards], "solution": [*puzzle.solution]}
    hands = {STARTER: [*puzzle.starter], OTHER: [*puzzle.other]}
    return {**about, "hands": hands, "starter": STARTER, "wins": [*puzzle.wins]}
