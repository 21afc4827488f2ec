"""The 52 cards and the 28 tiles, with their names and a tolerant parser.

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
from functools import cache
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
_PIPS = "0123456"

LEFT, RIGHT = "left", "right"

_NAMED = re.compile(r"(.*?)(?:\s+(?:on|at|to|an))?(?:\s+the)?\s+(\w+)(?:\s+end)?\Z")
_CODES = re.compile(r"(\w{2,3})(\w)\Z")
"""Pattern for a card code that is directly followed by the code of a declared suit, such as ``8ch``."""
_SILENT = re.compile(r"[\W_\uFE0E\uFE0F]+|\b(?:of|the|and|und)\b")


@dataclass(frozen=True, slots=True)
class Pack:
    """Cards or tiles without duplicates, with their names and a parser.

    Attributes:
        cards: All cards in list order.
        tiles: Whether these are tiles, which are too thick for a sleeve.
        naming_key: JSON key for a declared suit or end: ``suit``, ``end``, or "" if nothing is declared in
            this game.
        named: Codes that a player can declare with a card: suits, or ends of the row.
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

    def parse(self, text: str) -> Face:
        """Return the card for a typed text.

        Raises:
            CommandError: No card or several cards match the text. The message suggests the closest spelling,
                or lists the matching cards.
        """
        typed, known = normalize_typed(text), _spellings(self.tiles, get_language())
        meant = known.get(typed, ())
        if typed.upper() in meant:  # A code takes precedence over words: "As" is German for an ace.
            return typed.upper()
        if len(meant) == 1:
            return meant[0]
        if meant:
            raise build_error(
                CommandError, "card.several", quote_input(text), n=len(meant), cards=list_examples(meant)
            )
        close = get_close_matches(typed, known, 1, 0.75)
        near = known[close[0]] if close else ()
        kind = "tile" if self.tiles else "card"
        if not typed:
            raise build_error(CommandError, f"{kind}.missing", examples=self.examples)
        key, card = (f"{kind}.close", near[0]) if len(near) == 1 else (f"{kind}.none", "")
        word = self.describe(card) if card else ""
        raise build_error(CommandError, key, quote_input(text), examples=self.examples, word=word, card=card)

    def parse_named(self, text: str) -> str:
        """Return the code of a typed suit or end of the row.

        Raises:
            CommandError: The text is not a suit or end of this game.
        """
        found = self._find_declaration(text)
        if found is not None:
            return found
        known = join_with_or([*map(self.describe_named, self.named)]) if self.named else ""
        raise build_error(
            CommandError, f"named.{self.naming_key or 'nothing'}", quote_input(text), known=known
        )

    def _find_declaration(self, text: str) -> str | None:
        typed = normalize_typed(text)
        known = (
            (code, normalize_typed(word))
            for code in self.named
            for word in list_spellings(f"read.named.{code}")
        )
        return next((code for code, word in known if word == typed), None)

    def parse_play(self, text: str) -> tuple[Face, str | None]:
        """Return a typed card with the code of any declared suit or end, as in ``5-6 left`` or ``8ch``.

        Raises:
            CommandError: The text is not a card with an optional declaration.
        """
        try:
            return self.parse(text), None
        except CommandError:
            typed = normalize_typed(text)
            found = _NAMED.match(text) or _CODES.match(typed)
            if found is None or (named := self._find_declaration(found[2])) is None:
                raise
            return self.parse(found[1]), named

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
    plain = unicodedata.normalize("NFKC", text).casefold()
    for suit, signs in SUIT_SIGNS.items():
        plain = re.sub(f"[{signs}]", suit.lower(), plain)
    return _SILENT.sub("", plain)


@cache
def _spellings(tiles: bool, language: str) -> Mapping[str, tuple[Face, ...]]:
    """Return the possible cards for each accepted spelling. A rank alone, such as ``7``, means four cards.

    Args:
        tiles: Whether to return spellings of tiles instead of cards.
        language: Current language, used only as a cache key. English words are always included.
    """
    found: dict[str, dict[Face, None]] = {}
    for face in TILES.cards if tiles else CARDS.cards:
        for spelling in _tile_spellings(face) if tiles else _card_spellings(face):
            found.setdefault(normalize_typed(spelling), {})[face] = None
    return {spelling: tuple(faces) for spelling, faces in found.items()}


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
