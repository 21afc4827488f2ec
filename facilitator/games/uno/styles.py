"""Styles: how a virtual seat likes to play, as public weights by kind of card.

A style may look at public facts (how many cards the next seat holds), never at a hidden card.  The weights
of the valid cards are read out and laid as bits, so everybody can check them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from facilitator.errors import CommandError
from facilitator.games.base import Style
from facilitator.games.uno import cards as uno
from facilitator.games.uno.state import State

KINDS = {
    "number": "0123456789",
    "skip": "S",
    "reverse": "R",
    "draw two": "+",
    "wild": "W",
    "wild draw four": "D",
}
"""The kinds of card a style weighs, each with its symbols."""

Weights = Mapping[str, int]

FEW = 2
"""With so few cards or fewer a seat is about to win."""


def next_hand(state: State) -> int:
    """Return how many cards the next seat holds."""
    return state.hands[(state.turn + state.direction) % len(state.hands)]


def _uniform(_: State) -> Weights:
    return {}


def _attacker(state: State) -> Weights:
    """Twice as fond of what hurts the next seat, three times when that seat is about to win."""
    worth = 3 if next_hand(state) <= FEW else 2
    return dict.fromkeys(("skip", "draw two", "wild draw four"), worth)


def _saver(_: State) -> Weights:
    """Twice as fond of numbers: keeps what is special for later."""
    return {"number": 2}


def _finisher(state: State) -> Weights:
    """A saver while its hand is large, an attacker when it is small itself."""
    return _attacker(state) if state.hands[state.turn] <= 3 else _saver(state)


PRESETS: dict[str, Callable[[State], Weights]] = {
    "uniform": _uniform,
    "attacker": _attacker,
    "saver": _saver,
    "finisher": _finisher,
}


def kind_of(card: str) -> str:
    """Return the kind a style weighs a card by.

    >>> kind_of("7R"), kind_of("+B"), kind_of("D")
    ('number', 'draw two', 'wild draw four')
    """
    symbol = uno.symbol_of(card)
    return next(kind for kind, symbols in KINDS.items() if symbol in symbols)


def check_style(style: Style) -> None:
    """Raise `CommandError` if a style of a table's own weighs something that is no kind of card."""
    if isinstance(style, str):
        return
    for kind in style:
        if kind not in KINDS:
            raise CommandError(
                f"kinds of card: {', '.join(KINDS)}", f'"{kind}" in a style', "Correct the word."
            )


def weights_for(style: Style, state: State, cards: Iterable[str]) -> dict[str, int]:
    """Return the weight of each kind of card on the table: 0 if not valid now, else what the style says.

    A kind the style does not name weighs 1.  Weight 0 for a valid card means: rather draw than play it.
    """
    liking = _liking(style, state)
    legal = state.legal_cards()
    return {card: liking.get(kind_of(card), 1) if card in legal else 0 for card in dict.fromkeys(cards)}


def heaviest(style: Style, state: State, cards: Iterable[str]) -> int:
    """Return the largest weight a style may ever give one of these cards, however large the hands are by then."""
    kinds = {kind_of(card) for card in cards}
    sizes = (FEW, len(state.decks[0].cards))
    late = [replace(state, hands=(size,) * len(state.hands)) for size in sizes]
    return max(_liking(style, at).get(kind, 1) for at in late for kind in kinds)


def _liking(style: Style, state: State) -> Weights:
    return PRESETS[style](state) if isinstance(style, str) else style
