"""Styles: how a virtual seat likes to play: these kinds of card first, then those.

A style may look at public facts (how many cards the seat holds), never at a hidden card.  What it says of the
valid cards is read out and laid as bits, so everybody can check it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from facilitator.games.uno import cards as uno

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


def most(style: str, cards: Iterable[str]) -> int:
    """Return how many classes a style may ever tell apart among these cards, however large the hand is by then."""
    kinds = set(cards)
    orders = (PRESETS[style](hand) for hand in (SMALL, SMALL + 1))
    return max(sum(1 for one in order if one & kinds) for order in orders)
