"""The command `puzzle`: a puzzle for one person, or a duel against the program."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import groupby

from facilitator.cli import output
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
    list_cards,
    make_puzzle,
    puzzle_to_json,
)
from facilitator.games.puzzles.generate import MOST_CARDS, Duel, Solitaire
from facilitator.i18n.catalogue import get_system_language, refusal, sentence, set_language
from facilitator.instructions.simulate import fresh_seed


def print_puzzle(kind: str, cards: int | None, seed: int | None, json: bool, play: bool) -> None:
    """Print a puzzle and its solution. On a terminal, the solution appears after Enter.

    Args:
        kind: `SOLITAIRE` or `DUEL`.
        cards: Number of cards in each hand, or `None` for the default number.
        seed: Number of the puzzle, or `None` for a random puzzle. A random duel is chosen so that its winner
            depends on the moves, if possible.
        json: Whether to print a JSON line with the solution.
        play: Whether the user plays the puzzle or the duel.

    Raises:
        CommandError: The kind is unknown, or the number of cards is out of range.
    """
    set_language(get_system_language())
    _check_kind_and_cards(kind, cards)
    puzzle = make_puzzle(kind, fresh_seed() if seed is None else seed, cards, contested=seed is None)
    if json:
        output.json_line({"puzzle": puzzle_to_json(puzzle)})
        return
    _show_puzzle(puzzle)
    if play:
        game = _play(puzzle)
        if isinstance(puzzle, Solitaire) and game.is_won:
            return
    elif sys.stdin.isatty():
        output.wrap(sentence("puzzle.enter"), style="hint")
        _read_line()
    output.wrap(describe_solution(puzzle))


def _check_kind_and_cards(kind: str, cards: int | None) -> None:
    if kind not in (SOLITAIRE, DUEL):
        raise CommandError(*refusal("puzzle.kind", kind=kind))
    most = MOST_CARDS if kind == SOLITAIRE else MOST_CARDS // 2
    if cards is not None and not 1 <= cards <= most:
        raise CommandError(*refusal("puzzle.cards", cards=cards, most=most))


def _show_puzzle(puzzle: Solitaire | Duel) -> None:
    output.print_heading(describe_title(puzzle))
    output.wrap(describe_task(puzzle))
    _show_hands(PuzzleGame.from_moves(puzzle))
    if isinstance(puzzle, Duel):
        output.wrap(sentence("puzzle.duel.question", starter=STARTER))


def _show_hands(game: PuzzleGame) -> None:
    if isinstance(game.puzzle, Duel):
        _show_hand(STARTER, game.own)
        _show_hand(OTHER, game.other)
    elif game.own:
        _show_hand(sentence("puzzle.left") if game.row else "", game.own)


def _show_hand(name: str, cards: Sequence[str]) -> None:
    """Print a hand sorted by colour, after the name of its owner, if any."""
    by_color = groupby(sorted(cards, key=KINDS.order), key=KINDS.group)
    colors = "; ".join(f"{color} {' '.join(card[0] for card in some)}" for color, some in by_color) or "–"
    output.wrap(f"{name}: {colors}" if name else colors, "  ")


def _read_line() -> str:
    """Return an input line, or an empty string at the end of the input."""
    at_terminal = sys.stdin.isatty()
    try:
        return input("> " if at_terminal else "").strip()
    except EOFError:
        if at_terminal:
            output.say()
        return ""


def _play(puzzle: Solitaire | Duel) -> PuzzleGame:
    """Let the user play until the game is over or the user stops. Return the last position."""
    moves, game = list[str](), PuzzleGame.from_moves(puzzle)
    hint = "puzzle.duel.play" if isinstance(puzzle, Duel) else "puzzle.solitaire.play"
    output.wrap(sentence(hint, starter=STARTER), style="hint")
    while not game.is_over:
        typed = _read_line()
        if not typed:
            break
        try:
            following = (
                moves[:-1] if typed in ("u", sentence("puzzle.undo")) else [*moves, KINDS.parse(typed)]
            )
            game = PuzzleGame.from_moves(puzzle, following)
        except CommandError as err:
            output.error(err)
            continue
        moves = following
        output.wrap(sentence("puzzle.row", cards=list_cards(game.row) or "–"))
        if not game.is_over:
            _show_hands(game)
        if message := game.describe_state():
            output.wrap(message)
    return game
