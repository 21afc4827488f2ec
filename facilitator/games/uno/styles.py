"""Styles: how a virtual seat likes to play: these kinds of card first, then those; or public weights by kind.

A style may look at public facts (how many cards the seat holds), never at a hidden card.  What it says of the
valid cards is read out and laid as bits, so everybody can check it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from facilitator.errors import CommandError
from facilitator.games.material import Style
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

SMALL = 3
"""With so many cards or fewer a hand is small."""

_HURTING = frozenset(card for card in uno.KINDS if uno.symbol_of(card) in "S+D")
_BLACK = frozenset(filter(uno.is_black, uno.KINDS))
_ALL = frozenset(uno.KINDS)


def _uniform(_: int) -> tuple[frozenset[str], ...]:
    return (_ALL,)


def _attacker(_: int) -> tuple[frozenset[str], ...]:
    """First what takes the next seat's turn: skips, draw twos, wild draw fours."""
    return _HURTING, _ALL - _HURTING


def _saver(_: int) -> tuple[frozenset[str], ...]:
    """Keeps black cards for last."""
    return _ALL - _BLACK, _BLACK


def _finisher(hand: int) -> tuple[frozenset[str], ...]:
    """A saver while its hand is large, an attacker when it is small."""
    return _attacker(hand) if hand <= SMALL else _saver(hand)


PRESETS: dict[str, Callable[[int], tuple[frozenset[str], ...]]] = {
    "uniform": _uniform,
    "attacker": _attacker,
    "saver": _saver,
    "finisher": _finisher,
}
"""What each style plays first and what next, by how many cards the seat holds."""


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


def weights_for(style: Mapping[str, int], state: State, cards: Iterable[str]) -> dict[str, int]:
    """Return the weight of each kind of card on the table: 0 if not valid now, else what the style says.

    A kind the style does not name weighs 1.  Weight 0 for a valid card means: rather draw than play it.
    """
    legal = state.legal_cards()
    return {card: style.get(kind_of(card), 1) if card in legal else 0 for card in dict.fromkeys(cards)}


def most(style: Style, cards: Iterable[str]) -> int:
    """Return how many pairs a style may ever want under one of these cards, however large the hand is by then."""
    kinds = set(cards)
    if isinstance(style, str):
        orders = (PRESETS[style](hand) for hand in (SMALL, SMALL + 1))
        return max(sum(1 for one in order if one & kinds) for order in orders)
    return max(style.get(kind_of(card), 1) for card in kinds)
