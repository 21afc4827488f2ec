"""The 52 cards and the 28 tiles, with their names and a tolerant parser for all games.

A card code consists of rank and suit (`7D`, `TC`, `QS`). A tile code consists of both numbers, the smaller
first (`5-6`). The parser also accepts `10h`, `d7`, `7♦`, "seven of diamonds", `65`, `6/5`, "double six",
"blank five", and names in the language of the table.

A `Pack` implements `facilitator.games.events.Kinds`. Each game decides which cards are playable and how many
points they score.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product

from facilitator.errors import CommandError
from facilitator.i18n import quote_input
from facilitator.i18n.catalogue import (
    build_error,
    get_language,
    join_with_or,
    list_examples,
    list_spellings,
    sentence,
    template,
)
from facilitator.operations.faces import Face

RANKS = "A23456789TJQK"
"""Ranks in the order of a suit in sevens, from low ace to king."""
SUITS = "CDHS"
SUIT_SIGNS = {"C": "♣♧", "D": "♦♢", "H": "♥♡", "S": "♠♤"}
_LETTERS = str.maketrans({sign: suit.lower() for suit, signs in SUIT_SIGNS.items() for sign in signs})
_PIPS = "0123456"

LEFT, RIGHT = "left", "right"

_SILENT = re.compile(r"[^\w+]+|_+|\b(?:of|the|and|und)\b")


@dataclass(frozen=True, slots=True)
class Pack:
    """Cards or tiles, with their names and a parser.

    Attributes:
        cards: All cards in list order, including duplicates.
        tiles: Whether these are tiles, which are too thick for a sleeve.
        naming_key: JSON key for a declared colour, suit or end: ``color``, ``suit``, ``end``, or "" if nothing
            is declared in this game.
        named: Codes that a player can declare with a card: colours, suits, or ends of the row.
    """

    cards: tuple[Face, ...]
    tiles: bool = False
    naming_key: str = ""
    named: tuple[str, ...] = ()

    @property
    def examples(self) -> str:
        """Example card codes for messages."""
        return template("tile.examples" if self.tiles else "card.examples")

    @property
    def naming(self) -> str:
        """Word for the thing that a player declares with a card, such as ``suit``."""
        return template(f"naming.{self.naming_key}") if self.naming_key else ""

    def order(self, face: Face) -> int:
        """Return a sort key for a card: first suit, then rank."""
        return _PLACES[face]

    def sort(self, faces: Iterable[Face]) -> tuple[Face, ...]:
        """Return cards in list order: first by suit, then by rank."""
        return tuple(sorted(faces, key=self.order))

    def describe(self, face: Face) -> str:
        """Return a card name, such as ``queen of spades``."""
        if not self.tiles:
            return sentence("card.of", rank=template(f"rank.{face[0]}"), suit=suit_word(face[1]))
        low, high = template(f"pip.{face[0]}"), template(f"pip.{face[2]}")
        return sentence("tile.double" if is_doublet(face) else "tile", low=low, high=high)

    def group(self, face: Face) -> str:
        """Return the list heading for a card: its suit or, for a tile, its smaller number."""
        return sentence("tile.group", low=template(f"pip.{face[0]}")) if self.tiles else suit_word(face[1])

    def traits(self, face: Face) -> tuple[str, ...]:
        """Return suit and rank of a card, or both numbers of a tile, for sentences about sets of cards."""
        if self.tiles:
            return tuple(dict.fromkeys(face.split("-")))
        return template(f"suit.one.{face[1]}"), template(f"rank.{face[0]}")

    def list_spellings(self, face: Face) -> Iterator[str]:
        """Yield all ways to type a card or tile, in the current language and in English."""
        return _tile_spellings(face) if self.tiles else _card_spellings(face)

    def _find_cards(self, typed: str) -> tuple[Face, ...]:
        """Return the cards with a spelling. A code takes precedence over words: "As" is German for an ace."""
        meant = _map_spellings(self, get_language()).get(typed, ())
        return (typed.upper(),) if typed.upper() in meant else meant

    def parse(self, text: str) -> Face:
        """Return the card for a typed text.

        Raises:
            CommandError: No card or several cards match the text. The message suggests the closest spelling,
                or lists the matching cards.
        """
        typed, kind = normalize_typed(text), "tile" if self.tiles else "card"
        meant = self._find_cards(typed)
        if len(meant) == 1:
            return meant[0]
        if meant:
            cards = list_examples(meant)
            raise build_error(CommandError, "card.several", quote_input(text), n=len(meant), cards=cards)
        card = _find_closest(self, typed, get_language())
        key = f"{kind}.close" if card else f"{kind}.none" if typed else f"{kind}.missing"
        word = self.describe(card) if card else ""
        raise build_error(CommandError, key, quote_input(text), examples=self.examples, word=word, card=card)

    def parse_named(self, text: str) -> str:
        """Return the code of a typed colour, suit or end of the row.

        Raises:
            CommandError: The text is not a colour, suit or end of this game.
        """
        typed = normalize_typed(text)
        if found := [code for code, word in self.list_declarations() if word == typed]:
            return found[0]
        known = join_with_or([*map(self.describe_named, self.named)]) if self.named else ""
        raise build_error(
            CommandError, f"named.{self.naming_key or 'nothing'}", quote_input(text), known=known
        )

    def list_declarations(self) -> list[tuple[str, str]]:
        """Return the code and a normalised spelling of everything that can be declared, long spellings first."""
        words = ((code, word) for code in self.named for word in list_spellings(f"read.named.{code}"))
        normalized = ((code, normalize_typed(word)) for code, word in words)
        return sorted(normalized, key=lambda pair: -len(pair[1]))

    def parse_play(self, text: str) -> tuple[Face, str | None]:
        """Return a typed card with the code of any declared colour, suit or end: ``W blue``, ``5-6 left``, ``8ch``.

        Raises:
            CommandError: The text is not a card with an optional declaration.
        """
        try:
            return self.parse(text), None
        except CommandError:
            typed = normalize_typed(text)
            if self._find_cards(typed) and " " not in text.strip():
                raise  # "db" may be a draw two in blue, or a wild draw four with blue declared
            found = next(self._iter_declared(text), None)
            if found is None:
                raise
            return found

    def _iter_declared(self, text: str) -> Iterator[tuple[Face, str]]:
        """Yield the readings of a typed card and declaration.

        In ``d8 h`` and ``d8h``, the last letter is the declaration. In ``h 8d``, it is the first word.
        """
        typed, declarations = normalize_typed(text), self.list_declarations()
        before = re.compile(rf"(?:{'|'.join(list_spellings('read.before_named'))})+\Z")
        known = {word for _, word in declarations}
        removals = [str.removesuffix, str.removeprefix]
        if " " in text.strip() and normalize_typed(text.split()[-1]) not in known:
            removals.reverse()
        for remove in removals:
            for code, word in declarations:
                rest = remove(typed, word)
                cards = self._find_cards(rest) or self._find_cards(before.sub("", rest))
                if rest != typed and len(cards) == 1:
                    yield cards[0], code

    def describe_named(self, named: str) -> str:
        """Return the word for the code of a suit or end, such as ``left`` or ``hearts``."""
        return template(f"named.{named}") if named in self.named else named


def suit_word(suit: str) -> str:
    """Return a suit name, such as ``hearts``."""
    return template(f"named.{suit}")


def normalize_typed(text: str) -> str:
    """Return typed text as lower-case letters and digits only. Suit signs become suit letters.

    >>> normalize_typed("Seven of Diamonds"), normalize_typed("(5, 6)"), normalize_typed("7♢")
    ('sevendiamonds', '56', '7d')
    """
    plain = unicodedata.normalize("NFKC", text).casefold().translate(_LETTERS)
    return _SILENT.sub("", plain)


@cache
def _map_spellings(pack: Pack, language: str) -> Mapping[str, tuple[Face, ...]]:
    """Return the possible cards for each accepted spelling. A rank alone, such as ``7``, means four cards.

    Args:
        pack: Cards or tiles.
        language: Current language, used only as a cache key. English words are always included.
    """
    found: dict[str, dict[Face, None]] = {}
    for face in dict.fromkeys(pack.cards):
        for spelling in pack.list_spellings(face):
            found.setdefault(normalize_typed(spelling), {})[face] = None
    return {spelling: tuple(faces) for spelling, faces in found.items()}


@lru_cache(maxsize=256)
def _find_closest(pack: Pack, typed: str, language: str) -> Face:
    """Return the card whose spelling in a language is closest to a text, or an empty string if none is close.

    Codes are too short to compare, because almost every one is close to another.
    """
    known = _map_spellings(pack, language)
    words = [spelling for spelling in known if len(spelling) > 3]
    close = get_close_matches(typed, words, 1, 0.75) if len(typed) < 40 else []
    near = known[close[0]] if close else ()
    return near[0] if len(near) == 1 else ""


def _card_spellings(face: Face) -> Iterator[str]:
    """Yield the spellings of a card: rank and suit in either order, as codes or words, and its rank alone."""
    ranks = (face[0], *list_spellings(f"read.rank.{face[0]}"))
    for rank, suit in product(ranks, list_spellings(f"read.named.{face[1]}")):
        yield from (rank + suit, suit + rank)
    yield from ranks


def _tile_spellings(face: Face) -> Iterator[str]:
    """Yield the spellings of a tile: its numbers in both orders, and the names of doublets."""
    low, high = ((half, *list_spellings(f"read.pip.{half}")) for half in face.split("-"))
    for one, other in product(low, high):
        yield from (one + other, other + one)
    if is_doublet(face):
        yield from map("".join, product(list_spellings("read.double"), low))


def halves(tile: Face) -> tuple[int, int]:
    """Return both numbers on a tile. The smaller number is first."""
    return int(tile[0]), int(tile[2])


def is_doublet(tile: Face) -> bool:
    """Return whether both numbers on a tile are equal (paper §5.3: "tiles with the same number")."""
    return tile[0] == tile[2]


CARDS = Pack(tuple(rank + suit for suit in SUITS for rank in RANKS))
SUIT_CARDS = Pack(CARDS.cards, naming_key="suit", named=tuple(SUITS))
"""The 52 cards for games in which players declare suits."""
TILES = Pack(tuple(map("-".join, combinations_with_replacement(_PIPS, 2))), True, "end", (LEFT, RIGHT))
DOUBLETS = tuple(face for face in TILES.cards if is_doublet(face))
"""The doublets in ascending order."""
_PLACES = {face: place for pack in (CARDS, TILES) for place, face in enumerate(pack.cards)}
