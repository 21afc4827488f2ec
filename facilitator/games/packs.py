"""The 52 cards and the 28 tiles: what there is, what it is called, and one forgiving way to type it.

Cards are rank then suit (`7D`, `TC`, `QS`), tiles their halves, the smaller first (`5-6`); also forgiven are
`10h`, `d7`, `7♦`, "seven of diamonds", `65`, `6/5`, "double six", "blank five", and the table's language.

A `Pack` is a deck (`facilitator.games.events.Kinds`). No rule stands here: which card fits, and what a card is
worth, is for the games.
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
from facilitator.machine.faces import Face
from facilitator.words import quoted
from facilitator.words.catalogue import any_of, refused, sentence, spelled, spoken, template

RANKS = "A23456789TJQK"
"""The ranks with the ace low, as they lie in a suit that is built from its seven."""
SUITS = "CDHS"
_SUIT_SIGNS = {"C": "♣♧", "D": "♦♢", "H": "♥♡", "S": "♠♤"}
_PIPS = "0123456"

LEFT, RIGHT = "left", "right"

_NAMED = re.compile(r"(.*?)(?:\s+(?:on|at|to|an))?(?:\s+the)?\s+(\w+)(?:\s+end)?\Z")
_SILENT = re.compile(r"[\W_\uFE0E\uFE0F]+|\b(?:of|the|and|und)\b")


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack of cards or tiles, each there once, as they lie in the list.

    ``tiles``: whether they are tiles: too thick for a sleeve. ``naming_key``: what is named with a card: a
    ``suit``, an ``end``, or nothing; ``named``: the codes of what may be.
    """

    cards: tuple[Face, ...]
    tiles: bool = False
    naming_key: str = ""
    named: tuple[str, ...] = ()

    @property
    def examples(self) -> str:
        """A few codes, as a message names them."""
        return template("tile.examples" if self.tiles else "card.examples")

    @property
    def naming(self) -> str:
        """What is named with a card, in a word."""
        return template(f"naming.{self.naming_key}") if self.naming_key else ""

    def order(self, face: Face) -> int:
        """Return the key that sorts faces as the list has them."""
        return _PLACES[face]

    def sort(self, faces: Iterable[Face]) -> tuple[Face, ...]:
        """Return faces as they lie in the list."""
        return tuple(sorted(faces, key=self.order))

    def describe(self, face: Face) -> str:
        """Return the words for a card: ``queen of spades``."""
        if not self.tiles:
            return sentence("card.of", rank=template(f"rank.{face[0]}"), suit=suit_word(face[1]))
        low, high = template(f"pip.{face[0]}"), template(f"pip.{face[2]}")
        return sentence("tile.double" if is_doublet(face) else "tile", low=low, high=high)

    def group(self, face: Face) -> str:
        """Return the word under which a list puts it: its suit, its smaller half."""
        return sentence("tile.group", low=template(f"pip.{face[0]}")) if self.tiles else suit_word(face[1])

    def traits(self, face: Face) -> tuple[str, ...]:
        """Return what a rule may call it by: its suit and its rank, or the halves of a tile."""
        if self.tiles:
            return tuple(dict.fromkeys(face.split("-")))
        return template(f"suit.one.{face[1]}"), template(f"rank.{face[0]}")

    def parse(self, text: str) -> Face:
        """Return the card that was typed, in any spelling.

        Raises: CommandError: naming all that it may be, if there are several; with the closest spelling, if it
        is none.
        """
        typed, known = squeezed(text), _spellings(self.tiles, spoken())
        meant = known.get(typed, ())
        if typed.upper() in meant:  # as it is written everywhere; the German ace is an "As"
            return typed.upper()
        if len(meant) == 1:
            return meant[0]
        if meant:
            raise refused(CommandError, "card.several", quoted(text), n=len(meant), cards=any_of(meant))
        close = get_close_matches(typed, known, 1, 0.75)
        near = known[close[0]] if close else ()
        key, card = ("card.close", near[0]) if len(near) == 1 else ("card.none", "")
        word = self.describe(card) if card else ""
        raise refused(CommandError, key, quoted(text), examples=self.examples, word=word, card=card)

    def parse_named(self, text: str) -> str:
        """Return the code of what was named: an end of the row, a suit.

        Raises: CommandError with all that may be named, or that nothing is named in this game.
        """
        found = self._named(text)
        if found is not None:
            return found
        known = any_of([*map(self.describe_named, self.named)]) if self.named else ""
        raise refused(CommandError, f"named.{self.naming_key or 'nothing'}", quoted(text), known=known)

    def _named(self, text: str) -> str | None:
        """Return the code of what was named; None for no such thing."""
        typed = squeezed(text)
        known = ((code, squeezed(word)) for code in self.named for word in spelled(f"read.named.{code}"))
        return next((code for code, word in known if word == typed), None)

    def parse_play(self, text: str) -> tuple[Face, str | None]:
        """Return a card and what is named with it: ``5-6 left``, ``5-6 on the left end``; raises `CommandError`."""
        try:
            return self.parse(text), None
        except CommandError:
            found = _NAMED.match(text)
            if found is None or self._named(found[2]) is None:
                raise
            return self.parse(found[1]), self._named(found[2])

    def describe_named(self, named: str) -> str:
        """Return the word for it: ``left``, ``hearts``."""
        return template(f"named.{named}") if named in self.named else named


def suit_word(suit: str) -> str:
    """Return the word for a suit: ``hearts``."""
    return template(f"named.{suit}")


def squeezed(text: str) -> str:
    """Return typed text as spellings are compared: small letters, digits and suit signs, no blanks or signs between.

    >>> squeezed("Seven of Diamonds"), squeezed("(5, 6)"), squeezed("7♢")
    ('sevendiamonds', '56', '7d')
    """
    plain = unicodedata.normalize("NFKC", text).casefold()
    for suit, signs in _SUIT_SIGNS.items():
        plain = re.sub(f"[{signs}]", suit.lower(), plain)
    return _SILENT.sub("", plain)


@cache
def _spellings(tiles: bool, language: str) -> Mapping[str, tuple[Face, ...]]:
    """Return every spelling with the kinds it may mean, in list order: one, or several where a rank stands alone.

    ``language``: the one that is spoken, whose words are read beside the English ones.
    """
    found: dict[str, dict[Face, None]] = {}
    for face in TILES.cards if tiles else CARDS.cards:
        for spelling in _tile_spellings(face) if tiles else _card_spellings(face):
            found.setdefault(squeezed(spelling), {})[face] = None
    return {spelling: tuple(faces) for spelling, faces in found.items()}


def _card_spellings(face: Face) -> Iterator[str]:
    """Yield how a card is typed: rank and suit in either order, by codes or words; its rank alone is any of four."""
    ranks = (face[0], *spelled(f"read.rank.{face[0]}"))
    for rank, suit in product(ranks, spelled(f"read.named.{face[1]}")):
        yield from (rank + suit, suit + rank)
    yield from ranks


def _tile_spellings(face: Face) -> Iterator[str]:
    """Yield how a tile is typed: its halves in either order, a doublet also by name."""
    low, high = ((half, *spelled(f"read.pip.{half}")) for half in face.split("-"))
    for one, other in product(low, high):
        yield from (one + other, other + one)
    if is_doublet(face):
        yield from map("".join, product(spelled("read.double"), low))


def halves(tile: Face) -> tuple[int, int]:
    """Return the numbers on a tile, the smaller first."""
    return int(tile[0]), int(tile[2])


def is_doublet(tile: Face) -> bool:
    """Tell whether both halves of a tile are alike (paper §5.3: "tiles with the same number")."""
    return tile[0] == tile[2]


CARDS = Pack(tuple(rank + suit for suit in SUITS for rank in RANKS))
SUIT_CARDS = Pack(CARDS.cards, naming_key="suit", named=tuple(SUITS))
"""The 52 cards of a game in which a suit is named with a card."""
TILES = Pack(tuple(map("-".join, combinations_with_replacement(_PIPS, 2))), True, "end", (LEFT, RIGHT))
DOUBLETS = tuple(face for face in TILES.cards if is_doublet(face))
"""The doublets, the lowest first."""
_PLACES = {face: place for pack in (CARDS, TILES) for place, face in enumerate(pack.cards)}
