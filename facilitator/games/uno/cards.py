"""UNO: the deck, the names of the cards, which card is valid and what it does, and what virtual seats like
best.

A card is a plain `str`, symbol then colour: `7R`, `SY`, `RG`, `+B`; the black ones are `W` and `D`. Source:
Ruangwises–Shinagawa §3.1 and §4; rules: "UNO cards and their names", "paper".

Everything here is true of a card by itself, or of two that lie on each other; what is true of a game is in
`state` and `law`. Input is forgiving and case-blind, but what could be two cards is refused with both readings
named.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from facilitator.errors import CommandError
from facilitator.machine.faces import Face
from facilitator.words import quoted
from facilitator.words.catalogue import any_of, refused, sentence, spelled, spoken, template

COLORS = "RYGB"
SYMBOLS = "0123456789SR+"

KINDS: tuple[str, ...] = (*(symbol + color for color in COLORS for symbol in SYMBOLS), "W", "D")
_COPIES = {kind: 4 if kind in ("W", "D") else 1 if kind[0] == "0" else 2 for kind in KINDS}
DECK: tuple[str, ...] = tuple(kind for kind in KINDS for _ in range(_COPIES[kind]))
# All colours alike, so that no colour says much; four numbers of each, so that a number matches about as often
# as from 108 cards; one skip, one draw two, three black cards.  No reverse: with two seats it does nothing.
_COMPACT = (*(symbol + color for color in COLORS for symbol in "1357S+"), "W", "W", "D")
POOLS: dict[str, tuple[str, ...]] = {"full-108": DECK, "half-54": KINDS, "compact-27": _COMPACT}
"""Decks the virtual seats may draw from when the pool is split, in deck order.  Rules: "Split pool"."""
_ORDER = {kind: place for place, kind in enumerate(KINDS)}


@dataclass(frozen=True, slots=True)
class Effect:
    """What a played card does to the table beyond lying on top. Rules: "paper".

    House rules may add to it (seven-zero, a reverse that skips): they are the law's, not the card's.
    """

    # The direction of play flips.
    reverse: bool = False
    # The next seat misses its turn …
    misses: bool = False
    # … after drawing so many.
    draws: int = 0
    # Its player says which colour comes next.
    names_color: bool = False


_PLAIN = Effect()
_EFFECTS = {
    "S": Effect(misses=True),
    "R": Effect(reverse=True),
    "+": Effect(misses=True, draws=2),
    "W": Effect(names_color=True),
    "D": Effect(misses=True, draws=4, names_color=True),
}


def effect(card: str) -> Effect:
    """Return what the card does when played; a number does nothing."""
    return _EFFECTS.get(card[0], _PLAIN)


def deck_order(card: str) -> int:
    """Return the sort key that puts cards as they lie in the deck list: colour by colour, black ones last."""
    return _ORDER[card]


def is_black(card: str) -> bool:
    """Tell whether the card is a wild or a wild draw four."""
    return card in ("W", "D")


def color_of(card: str) -> str | None:
    """Return the colour's letter; None for a black card."""
    return None if is_black(card) else card[1]


def color_word(color: str) -> str:
    """Return the word for a colour: "red"."""
    return template(f"color.{color}")


def symbol_word(symbol: str) -> str:
    """Return the word for a symbol: "skip"; a number is its own."""
    return symbol if symbol.isdigit() else template(f"symbol.{symbol}")


def describe(card: str) -> str:
    """Return the card in words for the table: "red 7", "blue skip", "wild draw four"."""
    symbol = symbol_word(card[0])
    return symbol if is_black(card) else sentence("card.colored", color=color_word(card[1]), symbol=symbol)


def valid(card: str, top: str, color: str) -> bool:
    """Tell whether the card may be played on `top` while `color` is active.

    After W or D the top card has no number to match, so only the named colour or black remains. Source:
    Ruangwises–Shinagawa §3.1: "matches the color, number, or symbol", or a black card.
    """
    return is_black(card) or card[1] == color or card[0] == top[0]


@cache
def valid_kinds(top: str, color: str) -> frozenset[str]:
    """Return all kinds that may be played on `top` while `color` is active, by the paper's rule."""
    return frozenset(kind for kind in KINDS if valid(kind, top, color))


# Names.  Every spelling is one run of small letters, digits and "+": blanks and hyphens say nothing.
#
# All spellings are worked out once a language, from those of symbols and of colours, in either order; so what a text
# may mean is looked up, and what may mean two cards is known beforehand.


class Spellings:
    """Every way to type a card in the spoken language and in English.

    ``colors``, ``symbols``: the spellings of each. ``read``: every spelling of a card with the cards it may
    mean: one, or several that are then refused by name.
    """

    def __init__(self) -> None:
        """Work them out for the language that is spoken now."""
        self.colors = {said: c for c in COLORS for said in (c.lower(), *_typed(f"read.color.{c}"))}
        self.symbols = {one: (one.lower(), *_typed(f"read.symbol.{one}")) for one in (*SYMBOLS, "W", "D")}
        found: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for color in COLORS:
            for symbol in SYMBOLS:
                for spelling in self._both_orders(self.symbols[symbol], color):
                    found[spelling][symbol + color] = None
            # "draw blue" is a blue draw two with its "two" forgotten, or a draw four that names blue.
            for spelling in self._both_orders(("d", *_typed("read.draw.card")), color):
                found[spelling].update({"+" + color: None, "D": None})
        for black in ("W", "D"):
            for spelling in self.symbols[black]:
                found[spelling][black] = None
        self.read: Mapping[str, tuple[str, ...]] = {
            spelling: tuple(cards) for spelling, cards in found.items()
        }

    def _both_orders(self, symbols: tuple[str, ...], color: str) -> Iterator[str]:
        """Yield the spellings of a coloured card: symbol before colour, and the other way round."""
        for spelling, meant in self.colors.items():
            if meant == color:
                for symbol in symbols:
                    yield symbol + spelling
                    yield spelling + symbol


def _typed(key: str) -> Iterator[str]:
    """Yield what is read for a key, as spellings are compared."""
    return map(_squeezed, spelled(key))


@cache
def known(language: str) -> Spellings:
    """Return all spellings; ``language``: the one that is spoken, for they differ."""
    return Spellings()


_SILENT = re.compile(r"[\s\-‐-―−_.,!]+")
LONGEST_PLAY = 200
"""Characters of a card and its colour: many times the longest spelling."""


def _squeezed(text: str) -> str:
    """Return typed text as spellings are compared: small letters, no blanks, hyphens or stops."""
    return _SILENT.sub("", unicodedata.normalize("NFKC", text).casefold())


def parse_card(text: str) -> str:
    """Return the card's code, however it was typed: `7R`, `r7`, `red 7`, `+2B`, `draw two blue`, `wild`, `+4`.

    Two-letter codes are read as the paper writes them, symbol first, so `RG` is reverse green; where that says
    nothing, colour first. Rules: "UNO cards and their names".

    Raises: CommandError if it names no card, only part of one, or could be two.
    """
    squeezed = _squeezed(text)
    cards = known(spoken()).read.get(squeezed, ())
    if len(cards) == 1:
        return cards[0]
    if cards:
        both = any_of(f"{describe(card)} ({card})" for card in cards)
        raise refused(CommandError, "uno.card.two", quoted(text), both=both, cards=any_of(cards))
    raise _unreadable(text, squeezed)


def _unreadable(text: str, squeezed: str) -> CommandError:
    """Return why a text names no card: half of one, a colour, a symbol, a black card with a colour, or nothing.

    Each says what is missing, and how it is typed.
    """
    spelled = known(spoken())
    for half in ("read.half.reverse", "read.half.draw"):
        if squeezed in _typed(half):
            return refused(CommandError, half.replace("read", "uno.card"), quoted(text))
    if color := spelled.colors.get(squeezed):
        slots = {"code": color, "word": color_word(color)}
        return refused(CommandError, "uno.card.color", quoted(text), **slots)
    if symbol := next((one for one in SYMBOLS if squeezed in spelled.symbols[one]), None):
        slots = {"code": symbol, "word": symbol_word(symbol)}
        return refused(CommandError, "uno.card.symbol", quoted(text), **slots)
    long = [spelling for spelling in spelled.read if len(spelling) > 3]
    close = get_close_matches(squeezed, long, 1, 0.75) if len(squeezed) < 40 else []
    near = describe(spelled.read[close[0]][0]) if close else ""
    return refused(CommandError, "uno.card.close" if close else "uno.card", quoted(text), near=near)


def parse_color(text: str) -> str:
    """Return the colour's letter: "b", "blue" and "Blue" are B.

    Raises: CommandError if it names no colour.
    """
    if color := known(spoken()).colors.get(_squeezed(text)):
        return color
    raise refused(CommandError, "uno.color", quoted(text))


def parse_play(text: str) -> tuple[str, str | None]:
    """Return a card and the colour named with it, if any: "7R", "W blue", "wild draw four, red", "red wild".

    ``text``: of at most `LONGEST_PLAY` characters.

    Raises: CommandError as `parse_card` does.
    """
    if len(text) > LONGEST_PLAY:
        raise refused(CommandError, "uno.card.long", quoted(text), most=LONGEST_PLAY)
    try:
        return parse_card(text), None
    except CommandError as error:
        colors = known(spoken()).colors
        *card, color = re.split(r"[\s,:;(]+", text.strip().rstrip(" \t).!"))
        while len(card) > 1 and card[-1].casefold() in spelled("read.before_color"):
            card.pop()
        if card and card[0].casefold() in colors and color.casefold() not in colors:
            card, color = [*card[1:], color], card[0]  # "red wild"
        if not card or color.casefold() not in colors:
            raise
        try:
            return parse_card(" ".join(card)), parse_color(color)
        except CommandError:
            raise error from None


# ----------------------------------------------------------------------------------------------------
# Styles: how a virtual seat likes to play: these kinds of card first, then those.
#
# A style may look at public facts (how many cards the seat holds), never at a hidden card.  What it says of the
# valid cards is read out and laid as bits, so everybody can check it.


SMALL = 3
"""With so many cards or fewer a hand is small."""

HURTING = frozenset(card for card in KINDS if card[0] in "S+D")
_BLACK = frozenset(filter(is_black, KINDS))
_ALL = frozenset(KINDS)


Order = tuple[frozenset[str], ...]
"""The kinds that are played first, those that are played next, and so on."""
_ALIKE: Order = (_ALL,)
_ATTACK: Order = (HURTING, _ALL - HURTING)
_SAVE: Order = (_ALL - _BLACK, _BLACK)
PRESETS: dict[str, tuple[Order, Order]] = {
    "uniform": (_ALIKE, _ALIKE),  # the paper's virtual player
    "attacker": (
        _ATTACK,
        _ATTACK,
    ),  # first what takes the next seat's turn: skips, draw twos, wild draw fours
    "saver": (_SAVE, _SAVE),  # keeps black cards for last
    "finisher": (_SAVE, _ATTACK),
}
"""What each style plays first and what next: while its hand is large, and when it is `SMALL`."""


# ----------------------------------------------------------------------------------------------------


class UnoCards:
    """The 108 cards, by the interface of every deck (`facilitator.games.events.Kinds`).

    What is named with a card is a colour, under the key ``color`` in JSON.
    """

    cards = DECK
    tiles = False
    naming_key = "color"

    @property
    def examples(self) -> str:
        """A few codes, as a message names them."""
        return template("uno.card.examples")

    @property
    def naming(self) -> str:
        """What is named with a card, in a word."""
        return template("naming.color")

    def order(self, face: Face) -> int:
        """Return the key that sorts cards as they lie in the deck list."""
        return _ORDER[face]

    def describe(self, face: Face) -> str:
        """Return the card in words."""
        return describe(face)

    def group(self, face: Face) -> str:
        """Return its colour, or "black"."""
        return color_word(face[1:] or "black")

    def traits(self, face: Face) -> tuple[str, ...]:
        """Return what a rule may call the card by, as in "every green, every 9, every black"."""
        return (self.group(face), symbol_word(face[0]))

    def parse(self, text: str) -> Face:
        """Return the card that was typed, in any spelling."""
        return parse_card(text)

    def parse_named(self, text: str) -> str:
        """Return the colour that was typed."""
        return parse_color(text)

    def parse_play(self, text: str) -> tuple[Face, str | None]:
        """Return a card and the colour named with it, if any."""
        return parse_play(text)

    def describe_named(self, named: str) -> str:
        """Return a colour in words; what is none as it is."""
        return color_word(named) if named in COLORS else named


CARDS = UnoCards()
