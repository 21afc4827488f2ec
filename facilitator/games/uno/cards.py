"""UNO cards: the deck, card names, card effects, playable cards and playing styles.

A card is a string of its symbol and its colour: `7R`, `SY`, `RG`, `+B`. The black cards are `W` (wild) and
`D` (wild draw four). Source: Ruangwises–Shinagawa §3.1 and §4; rules: "UNO cards and their names", "paper".

This module only describes single cards and pairs of a card and the top card. Facts about a whole game are in
`state` and `rules`. `names` reads typed names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from facilitator.i18n.catalogue import sentence, template

COLORS = "RYGB"
SYMBOLS = "0123456789SR+"

KINDS: tuple[str, ...] = (*(symbol + color for color in COLORS for symbol in SYMBOLS), "W", "D")
_COPIES = {kind: 4 if kind in ("W", "D") else 1 if kind[0] == "0" else 2 for kind in KINDS}
DECK: tuple[str, ...] = tuple(kind for kind in KINDS for _ in range(_COPIES[kind]))
# Every colour has the same cards, so that the active colour reveals little. With four numbers per colour, a number
# matches about as often as in the deck of 108. There is one skip and one draw two per colour, and three black cards.
# There is no reverse, because it has no effect with two seats.
_COMPACT = (*(symbol + color for color in COLORS for symbol in "1357S+"), "W", "W", "D")
POOLS: dict[str, tuple[str, ...]] = {"full-108": DECK, "half-54": KINDS, "compact-27": _COMPACT}
"""Card lists for the virtual players' own deck, in list order. Rules: "Split pool"."""
_ORDER = {kind: place for place, kind in enumerate(KINDS)}


@dataclass(frozen=True, slots=True)
class CardEffect:
    """Effect of a played UNO card on the turn order, other hands and the colour. Rules: "paper".

    House rules can add further effects, such as a reverse that skips. `rules` implements them.

    Attributes:
        reverse: Whether the direction of play changes.
        misses: Whether the next seat misses its turn. It first draws its cards, if `draws` is not 0.
        draws: Number of cards that the next seat draws.
        names_color: Whether the player declares the next colour.
    """

    reverse: bool = False
    misses: bool = False
    draws: int = 0
    names_color: bool = False


_PLAIN = CardEffect()
_EFFECTS = {
    "S": CardEffect(misses=True),
    "R": CardEffect(reverse=True),
    "+": CardEffect(misses=True, draws=2),
    "W": CardEffect(names_color=True),
    "D": CardEffect(misses=True, draws=4, names_color=True),
}


def effect(card: str) -> CardEffect:
    """Return the effect of a UNO card. Number cards have an empty effect."""
    return _EFFECTS.get(card[0], _PLAIN)


def deck_order(card: str) -> int:
    """Return a sort key for list order: colour by colour, then black cards."""
    return _ORDER[card]


def is_black(card: str) -> bool:
    """Return whether a UNO card is a wild or a wild draw four."""
    return card in ("W", "D")


def color_of(card: str) -> str | None:
    """Return the letter of a card's colour, or None for a black card."""
    return None if is_black(card) else card[1]


def color_word(color: str) -> str:
    """Return the name of a colour, such as "red"."""
    return template(f"color.{color}")


def symbol_word(symbol: str) -> str:
    """Return the word for the symbol of a card, such as "skip" for S. Digits stay unchanged."""
    return symbol if symbol.isdigit() else template(f"symbol.{symbol}")


def describe(card: str) -> str:
    """Return a card name: "red 7", "blue skip", "wild draw four"."""
    symbol = symbol_word(card[0])
    return symbol if is_black(card) else sentence("card.colored", color=color_word(card[1]), symbol=symbol)


def is_playable(card: str, top: str, color: str) -> bool:
    """Return whether a UNO card is playable on a top card.

    A card is playable if it "matches the color, number, or symbol" or is black (Ruangwises–Shinagawa §3.1).
    On W or D, only the declared colour and black cards are playable.

    Args:
        card: Card to play.
        top: Top card of the discard pile.
        color: Colour to follow. After a black card, it is the declared colour.
    """
    return is_black(card) or card[1] == color or card[0] == top[0]


@cache
def list_playable_kinds(top: str, color: str) -> frozenset[str]:
    """Return all UNO cards that the paper's rule allows on a top card, if `color` is the active colour."""
    return frozenset(kind for kind in KINDS if is_playable(kind, top, color))


# ----------------------------------------------------------------------------------------------------
# Playing styles, which say which kinds of cards a virtual seat plays first.
#
# A style may depend on public facts such as the hand size, but not on hidden cards. Its effect on the playable cards
# is announced and laid out as bits, so that everybody can check it.


SMALL = 3
"""Largest size of a hand that playing styles regard as small."""

HURTING = frozenset(card for card in KINDS if card[0] in "S+D")
_BLACK = frozenset(filter(is_black, KINDS))
_ALL = frozenset(KINDS)


_ALIKE = (_ALL,)
_ATTACK = (HURTING, _ALL - HURTING)
_SAVE = (_ALL - _BLACK, _BLACK)
STYLES: Mapping[str, Mapping[int, tuple[frozenset[str], ...]]] = {
    "uniform": {1: _ALIKE},  # the paper's virtual player
    "attacker": {1: _ATTACK},  # plays skips, draw twos and wild draw fours first
    "saver": {1: _SAVE},  # plays black cards last
    "finisher": {SMALL + 1: _SAVE, 1: _ATTACK},
}
"""Orders of each style by minimum hand size, largest size first."""
