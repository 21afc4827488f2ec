"""Puzzles as data for web pages.

A puzzle belongs to a single page. Each request contains all moves so far. Nothing is stored here, and puzzles
do not affect the game or other pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from facilitator.errors import CommandError
from facilitator.games.puzzles.game import (
    DUEL,
    KINDS,
    OTHER,
    SOLITAIRE,
    STARTER,
    PuzzleGame,
    describe_solution,
    describe_task,
    describe_title,
    make_puzzle,
)
from facilitator.games.puzzles.generate import Duel
from facilitator.i18n.catalogue import refusal
from facilitator.instructions.simulate import fresh_seed
from facilitator.play.commands import card_of

LARGEST_SEED = 10**9
"""Largest puzzle number that a page can request."""


def read_puzzle(request: object) -> tuple[str, int | None, list[str]]:
    """Parse a page's puzzle request.

    Args:
        request: JSON value of the request.

    Returns:
        The kind of puzzle, the puzzle number (`None` for a new puzzle), and the moves so far.

    Raises:
        CommandError: The request has another structure.
    """
    match request:
        case {"kind": str(kind), "seed": int() | None as seed, "moves": [*moves], **more} if not more:
            cards = all(isinstance(move, str) and move in KINDS.cards for move in moves)
            if kind in (SOLITAIRE, DUEL) and (seed is None or 0 <= seed <= LARGEST_SEED) and cards:
                return kind, seed, moves
    raise CommandError(*refusal("page.refused.shape"))


def show_puzzle(kind: str, seed: int | None, moves: Sequence[str]) -> dict[str, Any]:
    """Return a puzzle and its moves as data.

    The data has these keys:

    - ``kind``, ``seed``, ``moves``: values to send with the next move
    - ``title``, ``task``, ``solution``: texts
    - ``other``: name and cards of the program's hand, or None in a solitaire
    - ``row``: cards played so far
    - ``own``: name and cards of the person's hand. Each card has the key ``playable``
    - ``message``: sentence about the last move, or an empty string
    - ``over``: True if the puzzle is finished

    Args:
        kind: Kind of puzzle.
        seed: Puzzle number. `None` for a new puzzle.
        moves: Cards that the person has played.

    Raises:
        CommandError: A move is impossible.
    """
    puzzle = make_puzzle(kind, fresh_seed() if seed is None else seed, contested=seed is None)
    game = PuzzleGame.from_moves(puzzle, moves)
    duel = isinstance(puzzle, Duel)
    playable = () if game.is_over else game.playable
    own = [{**card, "playable": card["face"] in playable} for card in _list_cards(game.own)]
    return {
        "kind": kind,
        "seed": puzzle.seed,
        "moves": [*moves],
        "title": describe_title(puzzle),
        "task": describe_task(puzzle),
        "solution": describe_solution(puzzle),
        "other": {"name": OTHER, "cards": _list_cards(game.other)} if duel else None,
        "row": [asdict(card_of(card, KINDS)) for card in game.row],
        "own": {"name": STARTER if duel else "", "cards": own},
        "message": game.describe_state(),
        "over": game.is_over,
    }


def _list_cards(hand: Sequence[str]) -> list[dict[str, Any]]:
    return [asdict(card_of(card, KINDS)) for card in sorted(hand, key=KINDS.order)]
