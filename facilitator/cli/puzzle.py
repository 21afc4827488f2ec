"""The command `puzzle`: a puzzle to solve alone, or a duel to play against the program."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import groupby

from facilitator.cli import output
from facilitator.errors import CommandError
from facilitator.games.puzzles import matches
from facilitator.games.puzzles.duel import choose_card
from facilitator.games.puzzles.generate import (
    DUEL_CARDS,
    MOST_CARDS,
    SOLITAIRE_CARDS,
    Duel,
    Solitaire,
    make_duel,
    make_solitaire,
)
from facilitator.games.registry import get_game
from facilitator.i18n.catalogue import get_system_language, refusal, sentence, set_language
from facilitator.instructions.simulate import fresh_seed

SOLITAIRE, DUEL = "solitaire", "duel"
STARTER, OTHER = "Ana", "Ben"
"""Names of the players of a duel."""
_KINDS = get_game("uno").kinds


def print_puzzle(kind: str, cards: int | None, seed: int | None, json: bool, play: bool) -> None:
    """Print a puzzle and its solution. On a terminal the solution is shown when the user presses Enter.

    Args:
        kind: `SOLITAIRE` or `DUEL`.
        cards: Number of cards, in a duel of each hand. `None` means the usual number.
        seed: Seed of the random cards. `None` means a new one.
        json: Print a JSON line with the solution.
        play: Let the user lay the cards, or play the duel against the program.

    Raises:
        CommandError: The kind is unknown, or the number of cards is out of range.
    """
    set_language(get_system_language())
    if kind not in (SOLITAIRE, DUEL):
        raise CommandError(*refusal("puzzle.kind", kind=kind))
    usual, most = (SOLITAIRE_CARDS, MOST_CARDS) if kind == SOLITAIRE else (DUEL_CARDS, MOST_CARDS // 2)
    count = usual if cards is None else cards
    if not 1 <= count <= most:
        raise CommandError(*refusal("puzzle.cards", cards=count, most=most))
    number = fresh_seed() if seed is None else seed
    puzzle = make_solitaire(number, count) if kind == SOLITAIRE else make_duel(number, count)
    if json:
        output.json_line({"puzzle": puzzle_to_json(puzzle)})
        return
    _show(puzzle)
    if play:
        _lay_out(puzzle) if isinstance(puzzle, Solitaire) else _fight(puzzle)
    elif sys.stdin.isatty():
        output.wrap(sentence("puzzle.enter"), style="hint")
        _read_line()
    _show_solution(puzzle)


def puzzle_to_json(puzzle: Solitaire | Duel) -> dict[str, object]:
    """Return a puzzle with its solution as an object for JSON. Its structure is a public contract."""
    if isinstance(puzzle, Solitaire):
        return {
            "kind": SOLITAIRE,
            "seed": puzzle.seed,
            "cards": [*puzzle.cards],
            "solution": [*puzzle.solution],
        }
    hands = {STARTER: [*puzzle.starter], OTHER: [*puzzle.other]}
    return {"kind": DUEL, "seed": puzzle.seed, "hands": hands, "starter": STARTER, "wins": [*puzzle.wins]}


def _show(puzzle: Solitaire | Duel) -> None:
    """Print the cards and the question."""
    if isinstance(puzzle, Solitaire):
        output.print_heading(sentence("puzzle.solitaire.title", seed=puzzle.seed))
        output.wrap(sentence("puzzle.solitaire", n=len(puzzle.cards)))
        _show_hand("", puzzle.cards)
        return
    output.print_heading(sentence("puzzle.duel.title", seed=puzzle.seed))
    output.wrap(sentence("puzzle.duel", starter=STARTER, other=OTHER))
    _show_hand(STARTER, puzzle.starter)
    _show_hand(OTHER, puzzle.other)
    output.wrap(sentence("puzzle.duel.question", starter=STARTER))


def _show_hand(name: str, cards: Sequence[str]) -> None:
    """Print a hand by colour, with the name of its owner, if any, in front."""
    by_color = groupby(sorted(cards, key=_KINDS.order), key=_KINDS.group)
    colors = [f"{color} {' '.join(card[0] for card in some)}" for color, some in by_color]
    output.wrap(f"{name}: {'; '.join(colors)}" if name else "; ".join(colors), "  ")


def _show_solution(puzzle: Solitaire | Duel) -> None:
    if isinstance(puzzle, Solitaire):
        output.wrap(sentence("puzzle.solitaire.solution", cards=_in_words(puzzle.solution)))
    elif puzzle.wins:
        output.wrap(sentence("puzzle.duel.wins", starter=STARTER, cards=_in_words(puzzle.wins)))
    else:
        output.wrap(sentence("puzzle.duel.loses", starter=STARTER))


def _in_words(cards: Sequence[str]) -> str:
    return ", ".join(map(_KINDS.describe, cards))


def _read_line() -> str:
    """Return a line of input, or "" at its end."""
    try:
        return input("> ").strip()
    except EOFError:
        output.say()
        return ""


def _read_card(text: str, hand: Sequence[str], top: str) -> str:
    """Return the card that the user wants to play.

    Raises:
        CommandError: It is no card, not in the hand, or does not match the card before it.
    """
    card = _KINDS.parse(text)
    if card not in hand:
        raise CommandError(*refusal("puzzle.not_there", card=_KINDS.describe(card), hand=_in_words(hand)))
    if top and not matches(card, top):
        slots = {"card": _KINDS.describe(card), "top": _KINDS.describe(top)}
        raise CommandError(*refusal("puzzle.no_match", **slots))
    return card


def _lay_out(puzzle: Solitaire) -> None:
    """Let the user lay the cards in a row, until the row is complete or the user gives up."""
    left, row = [*puzzle.cards], list[str]()
    output.wrap(sentence("puzzle.solitaire.play"), style="hint")
    while left:
        said = _read_line()
        if not said:
            return
        try:
            if said in ("u", sentence("puzzle.undo")):
                left += [row.pop()] if row else []
            else:
                card = _read_card(said, left, row[-1] if row else "")
                left.remove(card)
                row.append(card)
        except CommandError as err:
            output.error(err)
            continue
        output.wrap(sentence("puzzle.solitaire.row", cards=_in_words(row) or "–"))
        if left:
            _show_hand(sentence("puzzle.left"), left)
    output.wrap(sentence("puzzle.solitaire.solved"))


def _fight(puzzle: Duel) -> None:
    """Play the duel against the program, which plays as well as possible."""
    own, other, top = [*puzzle.starter], [*puzzle.other], ""
    output.wrap(sentence("puzzle.duel.play", starter=STARTER), style="hint")
    while choose_card(own, other, top):
        said = _read_line()
        if not said:
            return
        try:
            top = _read_card(said, own, top)
        except CommandError as err:
            output.error(err)
            continue
        own.remove(top)
        answer = choose_card(other, own, top)
        if not answer:
            output.wrap(sentence("puzzle.duel.you_win", other=OTHER))
            return
        other.remove(answer)
        output.wrap(sentence("puzzle.duel.answer", other=OTHER, card=_KINDS.describe(answer)))
        top = answer
        _show_hand(STARTER, own)
        _show_hand(OTHER, other)
    output.wrap(sentence("puzzle.duel.you_lose", other=OTHER))
