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
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from facilitator.errors import CommandError
from facilitator.games.events import Codec
from facilitator.machine.faces import Face
from facilitator.words import quoted

COLORS = "RYGB"
SYMBOLS = "0123456789SR+"
COLOR_WORDS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}
SYMBOL_WORDS = {"S": "skip", "R": "reverse", "+": "draw two", "W": "wild", "D": "wild draw four"}

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


def copies(kind: str) -> int:
    """Return how many cards of this kind one deck has."""
    return _COPIES[kind]


def deck_order(card: str) -> int:
    """Return the sort key that puts cards as they lie in the deck list: colour by colour, black ones last."""
    return _ORDER[card]


def is_black(card: str) -> bool:
    """Tell whether the card is a wild or a wild draw four."""
    return card in ("W", "D")


def color_of(card: str) -> str | None:
    """Return the colour's letter; None for a black card."""
    return None if is_black(card) else card[1]


def symbol_of(card: str) -> str:
    """Return the number or symbol: 0–9, S, R, +, W or D."""
    return card[0]


def describe(card: str) -> str:
    """Return the card in words for the table: "red 7", "blue skip", "wild draw four"."""
    symbol = SYMBOL_WORDS.get(card[0], card[0])
    return symbol if is_black(card) else f"{COLOR_WORDS[card[1]]} {symbol}"


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
# All spellings are worked out once, from those of symbols and of colours, in either order; so what a text may mean is
# looked up, and what may mean two cards is known beforehand.

_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_PLUS = ("+", "plus", "draw", "d")
_TWO, _FOUR = ("2", "two"), ("4", "four")
_SYMBOL_SPELLINGS: dict[str, tuple[str, ...]] = {
    **{str(number): (str(number), word) for number, word in enumerate(_DIGITS)},
    "S": ("s", "skip"),
    "R": ("r", "rev", "reverse"),
    "+": ("+", "plus", *(plus + two for plus in _PLUS for two in _TWO)),
}
_DRAW_FOUR = [plus + four for plus in _PLUS for four in _FOUR]
_BLACK_SPELLINGS: dict[str, tuple[str, ...]] = {
    "W": ("w", "wild", "wildcard"),
    "D": (
        "d",
        *_DRAW_FOUR,
        *(wild + rest for wild in ("w", "wild") for rest in (*_DRAW_FOUR, *_PLUS, *_FOUR)),
    ),
}
_COLOR_SPELLINGS = {spelling: c for c, word in COLOR_WORDS.items() for spelling in (c.lower(), word)}


def _both_orders(symbols: tuple[str, ...], color: str) -> Iterator[str]:
    """Yield the spellings of a coloured card: symbol before colour, and the other way round."""
    for spelling, meant in _COLOR_SPELLINGS.items():
        if meant == color:
            for symbol in symbols:
                yield symbol + spelling
                yield spelling + symbol


def _all_readings() -> dict[str, tuple[str, ...]]:
    """Return every spelling with the cards it may mean: one, or several that are then refused by name."""
    found: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for color in COLORS:
        for symbol, spellings in _SYMBOL_SPELLINGS.items():
            for spelling in _both_orders(spellings, color):
                found[spelling][symbol + color] = None
        # "draw blue" is a blue draw two with its "two" forgotten, or a draw four that names blue.
        for spelling in _both_orders(("d", "draw"), color):
            found[spelling].update({"+" + color: None, "D": None})
    for black, spellings in _BLACK_SPELLINGS.items():
        for spelling in spellings:
            found[spelling][black] = None
    return {spelling: tuple(cards) for spelling, cards in found.items()}


_READINGS = _all_readings()
_COLORED_BLACK = {
    spelling: (black, color)
    for black, spellings in _BLACK_SPELLINGS.items()
    for color in COLORS
    for spelling in _both_orders(spellings, color)
    if spelling not in _READINGS
}
_LONG_SPELLINGS = [spelling for spelling in _READINGS if len(spelling) > 3]
_SILENT = re.compile(r"[\s\-‐-―−_.,!]+")
_BEFORE_COLOR = ("and", "name", "names", "naming")
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
    cards = _READINGS.get(squeezed, ())
    if len(cards) == 1:
        return cards[0]
    if cards:
        both = " or ".join(f"{describe(card)} ({card})" for card in cards)
        found = f"{quoted(text)}, which could be {both}"
        raise CommandError("the name of one card", found, f"Type {' or '.join(cards)}.")
    raise _unreadable(text, squeezed)


def _unreadable(text: str, squeezed: str) -> CommandError:
    """Return why a text names no card: half of one, a colour, a symbol, a black card with a colour, or nothing.

    Each says what is missing, and how it is typed.
    """
    if squeezed in ("r", "+", "plus", "draw"):
        return _half_said(text, squeezed)
    if color := _COLOR_SPELLINGS.get(squeezed):
        word = COLOR_WORDS[color]
        todo = f"Add the number or symbol, as in 7{color} or {word} skip."
        return CommandError("a number or symbol with the colour", f"only the colour {word}", todo)
    for symbol, spellings in _SYMBOL_SPELLINGS.items():
        if squeezed in spellings:
            word = SYMBOL_WORDS.get(symbol, symbol)
            return CommandError(
                "a colour with the number or symbol",
                f"only {quoted(text)} ({word})",
                f"Add the colour, as in {symbol}R or red {word}.",
            )
    if squeezed in _COLORED_BLACK:
        card, color = _COLORED_BLACK[squeezed]
        return CommandError(
            f"a card's name ({describe(card)} has no colour of its own)",
            quoted(text),
            f"Type {card}; where a colour is named, it comes after: {card} {COLOR_WORDS[color]}.",
        )
    close = get_close_matches(squeezed, _LONG_SPELLINGS, 1, 0.75) if len(squeezed) < 40 else []
    hint = f"Did you mean {describe(_READINGS[close[0]][0])}?" if close else "Type symbol, then colour."
    return CommandError("a card, such as 7R, red 7, blue skip, +B, wild or +4", quoted(text), hint)


def _half_said(text: str, squeezed: str) -> CommandError:
    """Return the refusal of a word that begins two sorts of cards: a reverse or red, a draw two or four."""
    if squeezed == "r":
        readings, todo = "a red card or a reverse", "Say both, as in 7R for red 7 or RG for green reverse."
    else:
        readings, todo = (
            "a draw two or a wild draw four",
            "Type +R, +Y, +G or +B for a draw two, D for the other.",
        )
    return CommandError("a whole card", f"{quoted(text)}, which could be {readings}", todo)


def parse_color(text: str) -> str:
    """Return the colour's letter: "b", "blue" and "Blue" are B.

    Raises: CommandError if it names no colour.
    """
    if color := _COLOR_SPELLINGS.get(_squeezed(text)):
        return color
    todo = "Type one of the four, or its first letter."
    raise CommandError("red, yellow, green or blue", quoted(text), todo)


def parse_play(text: str) -> tuple[str, str | None]:
    """Return a card and the colour named with it, if any: "7R", "W blue", "wild draw four, red".

    ``text``: of at most `LONGEST_PLAY` characters.

    Raises: CommandError as `parse_card` does.
    """
    if len(text) > LONGEST_PLAY:
        todo = "Type symbol, then colour."
        found = f"{quoted(text)}, {len(text)} of them"
        raise CommandError(f"a card, in {LONGEST_PLAY} characters at most", found, todo)
    try:
        return parse_card(text), None
    except CommandError as error:
        *card, color = re.split(r"[\s,:;(]+", text.strip().rstrip(" \t).!")) or [""]
        while len(card) > 1 and card[-1].casefold() in _BEFORE_COLOR:
            card.pop()
        if not card or color.casefold() not in _COLOR_SPELLINGS:
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


def _uniform(_: int) -> tuple[frozenset[str], ...]:
    """All kinds alike: the paper's virtual player."""
    return (_ALL,)


def _attacker(_: int) -> tuple[frozenset[str], ...]:
    """First what takes the next seat's turn: skips, draw twos, wild draw fours."""
    return HURTING, _ALL - HURTING


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
    """Return how many classes a style may ever tell apart among these cards, however large the hand is by then.

    ``style``: of `PRESETS`. A form is offered only where it can look for so many classes one after the other.
    """
    kinds = set(cards)
    orders = (PRESETS[style](hand) for hand in (SMALL, SMALL + 1))
    return max(sum(1 for one in order if one & kinds) for order in orders)


# ----------------------------------------------------------------------------------------------------


class UnoCards:
    """The 108 cards, by the interface of every deck (`facilitator.games.events.Kinds`).

    What is named with a card is a colour, under the key ``color`` in JSON.
    """

    cards = DECK
    tiles = False
    examples = "7R, SY, +B, W or D"
    naming = "colour"
    naming_key = "color"

    def order(self, face: Face) -> int:
        """Return the key that sorts cards as they lie in the deck list."""
        return _ORDER[face]

    def describe(self, face: Face) -> str:
        """Return the card in words."""
        return describe(face)

    def group(self, face: Face) -> str:
        """Return its colour, or "black"."""
        return COLOR_WORDS.get(face[1:], "black")

    def traits(self, face: Face) -> tuple[str, ...]:
        """Return what a rule may call the card by, as in "every green, every 9, every black"."""
        symbol = SYMBOL_WORDS.get(face[0], face[0])
        return (COLOR_WORDS.get(face[1:], "black"), symbol)

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
        return COLOR_WORDS.get(named, named)


CARDS = UnoCards()
CODEC = Codec(
    CARDS, True, '"Ana plays 7R", "Ana plays W blue", "Ana draws", "Ana passes" or "start 7R Ana first"'
)
"""How events of UNO are read and written."""
