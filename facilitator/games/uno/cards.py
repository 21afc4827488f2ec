"""UNO cards: the deck, card names, card effects, playable cards and playing styles.

A card is a string of its symbol and its colour: `7R`, `SY`, `RG`, `+B`. The black cards are `W` (wild) and
`D` (wild draw four). Source: Ruangwises–Shinagawa §3.1 and §4; rules: "UNO cards and their names", "paper".

This module only describes single cards and pairs of a card and the top card. Facts about a whole game are in
`state` and `rules`. Typed names are accepted in many spellings and in any case. A name that could mean two
cards is rejected with a message that lists both.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, lru_cache

from facilitator.errors import CommandError, NeedlessColor
from facilitator.i18n import quote_input
from facilitator.i18n.catalogue import (
    build_error,
    get_language,
    join_with_or,
    list_spellings,
    sentence,
    template,
)
from facilitator.operations.faces import Face

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


# Names. A normalised spelling consists of lower-case letters, digits and "+", without spaces or hyphens.
#
# All spellings are computed once per language from those of symbols and colours, in either order. Parsing is then a
# lookup, and ambiguous spellings are known in advance.


class Spellings:
    """All spellings of UNO cards in the current language and in English.

    Attributes:
        colors: Colour letter by spelling.
        symbols: Spellings of each symbol and each black card.
        read: Cards by spelling. An ambiguous spelling has several cards.
        wild: Black cards with a declared colour, by spellings without a space, such as "wr".
    """

    def __init__(self) -> None:
        self.colors = {said: c for c in COLORS for said in (c.lower(), *_iter_spellings(f"read.color.{c}"))}
        self.symbols = {
            symbol: (symbol.lower(), *_iter_spellings(f"read.symbol.{symbol}"))
            for symbol in (*SYMBOLS, "W", "D")
        }
        found: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for spelling, card in self._iter_readings():
            found[spelling][card] = None
        self.read: Mapping[str, tuple[str, ...]] = {
            spelling: tuple(cards) for spelling, cards in found.items()
        }
        self.wild: Mapping[str, tuple[str, str]] = {
            spelling: (black, color)
            for black in ("W", "D")
            for color in COLORS
            for spelling in self._both_orders(self.symbols[black], color)
            if spelling not in self.read
        }

    def _iter_readings(self) -> Iterator[tuple[str, str]]:
        """Yield every spelling of a card without a declared colour, with the card."""
        for color in COLORS:
            for symbol in SYMBOLS:
                for spelling in self._both_orders(self.symbols[symbol], color):
                    yield spelling, symbol + color
            # "draw blue" could be a blue draw two without the "two", or a draw four that declares blue.
            for spelling in self._both_orders(("d", *_iter_spellings("read.draw.card")), color):
                yield from ((spelling, "+" + color), (spelling, "D"))
        for black in ("W", "D"):
            yield from ((spelling, black) for spelling in self.symbols[black])

    def _both_orders(self, symbols: tuple[str, ...], color: str) -> Iterator[str]:
        """Yield the spellings of a coloured card: symbol first, and colour first."""
        for spelling, meant in self.colors.items():
            if meant == color:
                for symbol in symbols:
                    yield symbol + spelling
                    yield spelling + symbol


def _iter_spellings(key: str) -> Iterator[str]:
    """Yield all ways to type a word, normalised.

    Args:
        key: Message key of the word, such as ``read.draw.card``.
    """
    return map(_normalize_text, list_spellings(key))


@cache
def get_spellings(language: str) -> Spellings:
    """Return all spellings. `language` is the current language, used only as a cache key."""
    return Spellings()


_SILENT = re.compile(r"[\s\-‐-―−_.,!]+")


def _normalize_text(text: str) -> str:
    return _SILENT.sub("", unicodedata.normalize("NFKC", text).casefold())


def parse_card(text: str) -> str:
    """Return the code of a typed card: `7R`, `r7`, `red 7`, `+2B`, `draw two blue`, `wild`, `+4`.

    Two-letter codes begin with the symbol, as in the paper, so `RG` is a green reverse. Codes that begin with
    the colour are also accepted if no other card matches. Rules: "UNO cards and their names".

    Raises:
        CommandError: The text is not a card, is only part of a card name, or could mean two cards.
    """
    squeezed = _normalize_text(text)
    cards = get_spellings(get_language()).read.get(squeezed, ())
    if len(cards) == 1:
        return cards[0]
    if cards:
        both = join_with_or(f"{describe(card)} ({card})" for card in cards)
        raise build_error(
            CommandError, "uno.card.two", quote_input(text), both=both, cards=join_with_or(cards)
        )
    raise _unreadable(text, squeezed)


def _unreadable(text: str, squeezed: str) -> CommandError:
    """Build the error for a typed text that is not a card, because it is incomplete or contains an unknown word."""
    if not squeezed:
        return build_error(CommandError, "uno.card.missing")
    spelled = get_spellings(get_language())
    for half in ("read.half.reverse", "read.half.draw"):
        if squeezed in _iter_spellings(half):
            return build_error(CommandError, half.replace("read", "uno.card"), quote_input(text))
    if color := spelled.colors.get(squeezed):
        slots = {"code": color, "word": color_word(color)}
        return build_error(CommandError, "uno.card.color", quote_input(text), **slots)
    if symbol := next((symbol for symbol in SYMBOLS if squeezed in spelled.symbols[symbol]), None):
        slots = {"code": symbol, "word": symbol_word(symbol)}
        return build_error(CommandError, "uno.card.symbol", quote_input(text), **slots)
    near = _find_close_card(squeezed, get_language())
    key = "uno.card.close" if near else "uno.card"
    return build_error(CommandError, key, quote_input(text), near=describe(near) if near else "")


@lru_cache(maxsize=256)
def _find_close_card(squeezed: str, language: str) -> str:
    """Return the card whose spelling in a language is closest to a text, or an empty string if none is close."""
    read = get_spellings(language).read
    long = [spelling for spelling in read if len(spelling) > 3]
    close = get_close_matches(squeezed, long, 1, 0.75) if len(squeezed) < 40 else []
    return read[close[0]][0] if close else ""


def parse_color(text: str) -> str:
    """Return the letter of a typed colour: "b", "blue" and "Blue" are B.

    Raises:
        CommandError: The text is not a colour.
    """
    if color := get_spellings(get_language()).colors.get(_normalize_text(text)):
        return color
    key = "uno.color" if text.strip() else "uno.color.missing"
    raise build_error(CommandError, key, quote_input(text))


def parse_play(text: str) -> tuple[str, str | None]:
    """Return a typed card and its declared colour, if any: "7R", "W blue", "wr", "wild draw four, red".

    Raises:
        NeedlessColor: A colour follows a card that already has a colour.
        CommandError: `parse_card` rejects the card.
    """
    try:
        return parse_card(text), None
    except CommandError as error:
        spelled = get_spellings(get_language())
        if (wild := spelled.wild.get(_normalize_text(text))) is not None:
            return wild
        card, color = _split_color(text, spelled.colors)
        if not card or color.casefold() not in spelled.colors:
            raise
        try:
            face, named = parse_card(" ".join(card)), parse_color(color)
        except CommandError:
            raise error from None
        if not is_black(face):
            slots = {"word": describe(face), "card": face}
            error = build_error(NeedlessColor, "uno.two_colors", quote_input(text), **slots)
            error.card, error.named = face, named
            raise error
        return face, named


def _split_color(text: str, colors: Mapping[str, str]) -> tuple[list[str], str]:
    """Return the words of a card, and the word before or after them that may be a declared colour."""
    *card, color = re.split(r"[\s,:;(]+", text.strip().rstrip(" \t).!"))
    while len(card) > 1 and card[-1].casefold() in list_spellings("read.before_color"):
        card.pop()
    if card and card[0].casefold() in colors and color.casefold() not in colors:
        return [*card[1:], color], card[0]  # "red wild"
    return card, color


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


# ----------------------------------------------------------------------------------------------------


class UnoCards:
    """The 108 UNO cards with their names and spellings (see `facilitator.games.events.Kinds`).

    Players declare a colour with a card. Its JSON key is ``color``.
    """

    cards = DECK
    tiles = False
    naming_key = "color"

    @property
    def examples(self) -> str:
        """Example card codes for messages."""
        return template("uno.card.examples")

    @property
    def naming(self) -> str:
        """Word for the thing that a player declares with a card: a colour."""
        return template("naming.color")

    order = staticmethod(deck_order)
    describe = staticmethod(describe)
    parse = staticmethod(parse_card)
    parse_named = staticmethod(parse_color)
    parse_play = staticmethod(parse_play)

    def group(self, face: Face) -> str:
        """Return the list heading for a card, which is its colour or "black"."""
        return color_word(face[1:] or "black")

    def traits(self, face: Face) -> tuple[str, ...]:
        """Return a card's colour and symbol in words, such as ``("green", "9")``."""
        return (self.group(face), symbol_word(face[0]))

    def describe_named(self, named: str) -> str:
        """Return the word for a colour letter. Other text stays unchanged."""
        return color_word(named) if named in COLORS else named


CARDS = UnoCards()
