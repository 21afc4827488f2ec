"""The 52 cards and the 28 tiles: what there is, what it is called, and one forgiving way to type it.

Cards are rank then suit (`7D`, `TC`, `QS`), tiles their halves, the smaller first (`5-6`); also forgiven are
`10h`, `d7`, `7♦`, "seven of diamonds", `65`, `6/5`, "double six", "blank five".

A `Pack` is a deck (`facilitator.games.events.Kinds`) that knows its cards from tables. No rule stands here: which
card fits, and what a card is worth, is for the games.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from itertools import combinations_with_replacement, product

from facilitator.errors import CommandError
from facilitator.machine.faces import Face
from facilitator.words import listed, quoted

RANKS = "A23456789TJQK"
"""The ranks with the ace low, as they lie in a suit that is built from its seven."""
SUITS = "CDHS"
SUIT_WORDS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_SUIT_SIGNS = {"C": "♣♧", "D": "♦♢", "H": "♥♡", "S": "♠♤"}
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_COURT = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}
_PIPS = ("blank", *_NUMBERS[1:7])

LEFT, RIGHT = "left", "right"

_NAMED = re.compile(r"(.*?)(?:\s+(?:on|at|to))?(?:\s+the)?\s+(\w+)(?:\s+end)?\Z")
_SILENT = re.compile(r"[\W_\uFE0E\uFE0F]+|\b(?:of|the|and)\b")


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack of cards or tiles, each there once.

    ``words``: a kind's name. ``groups``: the heading it stands under. ``spellings``: squeezed text, and the
    kinds that it may mean: one, or several where a rank alone is typed. ``named``: spellings of what may be
    named with a card, and its code. ``places``: list order, from 0. ``naming``: what is named, in one word;
    ``named_words``: the words for it, where they are no codes. ``tiles``: whether they are too thick for a
    sleeve.
    """

    cards: tuple[Face, ...]
    words: Mapping[Face, str]
    groups: Mapping[Face, str]
    spellings: Mapping[str, tuple[Face, ...]]
    examples: str
    named: Mapping[str, str]
    places: Mapping[Face, int]
    tiles: bool = False
    naming: str = ""
    named_words: Mapping[str, str] = field(default_factory=dict)

    @property
    def naming_key(self) -> str:
        """What is named with a card is called so in JSON, too."""
        return self.naming

    def order(self, face: Face) -> int:
        """Return the key that sorts faces as the list has them."""
        return self.places[face]

    def sort(self, faces: Iterable[Face]) -> tuple[Face, ...]:
        """Return faces as they lie in the list."""
        return tuple(sorted(faces, key=self.order))

    def describe(self, face: Face) -> str:
        """Return the words for a card: ``queen of spades``."""
        return self.words[face]

    def group(self, face: Face) -> str:
        """Return the word under which a list puts it: its suit, its smaller half."""
        return self.groups[face]

    def traits(self, face: Face) -> tuple[str, ...]:
        """Return what a rule may call it by: its suit and its rank, or the halves of a tile."""
        if self.tiles:
            return tuple(dict.fromkeys(face.split("-")))
        rank, _, suit = self.words[face].partition(" of ")
        return suit.removesuffix("s"), rank

    def parse(self, text: str) -> Face:
        """Return the card that was typed, in any spelling.

        Raises: CommandError: naming all that it may be, if there are several; with the closest spelling, if it
        is none.
        """
        typed = squeezed(text)
        meant = self.spellings.get(typed, ())
        if len(meant) == 1:
            return meant[0]
        if meant:
            todo = f"Say which: {listed(meant, 'or')}."
            raise CommandError("one card", f"{quoted(text)}, which may be any of {len(meant)}", todo)
        close = get_close_matches(typed, self.spellings, 1, 0.75)
        near = self.spellings[close[0]] if close else ()
        todo = f"Did you mean {self.words[near[0]]} ({near[0]})?" if len(near) == 1 else "Type it like that."
        raise CommandError(self.examples, quoted(text), todo)

    def parse_named(self, text: str) -> str:
        """Return the code of what was named: an end of the row, a suit.

        Raises: CommandError with all that may be named, or that nothing is named in this game.
        """
        found = self.named.get(squeezed(text))
        if found is None:
            known = (
                listed([*dict.fromkeys(map(self.describe_named, self.named.values()))], "or")
                if self.named
                else ""
            )
            said = f"a {self.naming}, {known}" if known else "nothing named with a card"
            raise CommandError(said, quoted(text), "Type it after the card, or the card alone.")
        return found

    def parse_play(self, text: str) -> tuple[Face, str | None]:
        """Return a card and what is named with it: ``5-6 left``, ``5-6 on the left end``; raises `CommandError`."""
        try:
            return self.parse(text), None
        except CommandError:
            found = _NAMED.match(text)
            if found is None or squeezed(found[2]) not in self.named:
                raise
            return self.parse(found[1]), self.parse_named(found[2])

    def describe_named(self, named: str) -> str:
        """Return the word for it: ``left``, ``hearts``."""
        return self.named_words.get(named, named)


def squeezed(text: str) -> str:
    """Return typed text as spellings are compared: small letters, digits and suit signs, no blanks or signs between.

    >>> squeezed("Seven of Diamonds"), squeezed("(5, 6)"), squeezed("7♢")
    ('sevendiamonds', '56', '7d')
    """
    plain = unicodedata.normalize("NFKC", text).casefold()
    for suit, signs in _SUIT_SIGNS.items():
        plain = re.sub(f"[{signs}]", suit.lower(), plain)
    return _SILENT.sub("", plain)


def _readings(said: Iterable[tuple[str, Face]]) -> dict[str, tuple[Face, ...]]:
    """Return every spelling with the kinds it may mean, in list order."""
    found: dict[str, dict[Face, None]] = {}
    for spelling, face in said:
        found.setdefault(spelling, {})[face] = None
    return {spelling: tuple(faces) for spelling, faces in found.items()}


def _placed(kinds: tuple[Face, ...]) -> dict[Face, int]:
    """Return each kind's place in the list."""
    return {face: place for place, face in enumerate(kinds)}


def _rank_spellings(rank: str) -> tuple[str, ...]:
    """Return how a rank is typed: its code, its word, and another where people have one."""
    word = _rank_word(rank)
    more = {"T": ("10",), "J": ("knave",)}.get(rank, ())
    return (rank.lower(), word, *more)


def _rank_word(rank: str) -> str:
    """Return the word for a rank: ``seven``, ``queen``."""
    return _COURT[rank] if rank in _COURT else _NUMBERS[10 if rank == "T" else int(rank)]


def _cards() -> Pack:
    """Return the 52 cards, suit by suit from the ace, with every spelling: rank and suit in either order."""
    kinds = tuple(rank + suit for suit in SUITS for rank in RANKS)
    said: list[tuple[str, Face]] = []
    for face in kinds:
        rank, suit = face[0], face[1]
        word = SUIT_WORDS[suit]
        for named, of in product(_rank_spellings(rank), (suit.lower(), word[:-1], word)):
            said += [(named + of, face), (of + named, face)]
        said += [(named, face) for named in _rank_spellings(rank)]  # a rank alone is any of four
    words = {face: f"{_rank_word(face[0])} of {SUIT_WORDS[face[1]]}" for face in kinds}
    groups = {face: SUIT_WORDS[face[1]] for face in kinds}
    return Pack(
        kinds,
        words,
        groups,
        _readings(said),
        "a card, as 7D, QS, 10h, 7♦ or seven of diamonds",
        {},
        _placed(kinds),
    )


def _tiles() -> Pack:
    """Return the 28 tiles by their smaller half, with every spelling: the halves in either order, doublets by
    name.
    """
    kinds = tuple(map("-".join, combinations_with_replacement("0123456", 2)))
    said = [(spelling, face) for face in kinds for spelling in _tile_spellings(face)]
    words = {face: _tile_words(face) for face in kinds}
    groups = {face: f"{_PIPS[int(face[0])]} and more" for face in kinds}
    ends = {LEFT: LEFT, RIGHT: RIGHT, "l": LEFT, "r": RIGHT, "leftend": LEFT, "rightend": RIGHT}
    return Pack(
        kinds,
        words,
        groups,
        _readings(said),
        "a tile, as 5-6, 56, 6/5 or double six",
        ends,
        _placed(kinds),
        True,
        "end",
    )


def _tile_spellings(face: Face) -> Iterator[str]:
    """Yield how a tile is typed: its halves in either order, a doublet also by name."""
    low, high = (_half_spellings(pips) for pips in halves(face))
    for one, other in product(low, high):
        yield from (one + other, other + one)
    if is_doublet(face):
        many = [word + ("es" if word == "six" else "s") for word in low[1:]]
        yield from map("".join, product(("double", "d"), (*low, *many)))


def _half_spellings(pips: int) -> tuple[str, ...]:
    """Return how a number on a tile is typed: its digit, its word, and "blank"."""
    return (str(pips), _NUMBERS[pips], *(() if pips else ("blank",)))


def _tile_words(face: Face) -> str:
    """Return the words for a tile: ``double six``, ``five-six``."""
    low, high = (_PIPS[pips] for pips in halves(face))
    return f"double {low}" if is_doublet(face) else f"{low}-{high}"


def halves(tile: Face) -> tuple[int, int]:
    """Return the numbers on a tile, the smaller first."""
    return int(tile[0]), int(tile[2])


def is_doublet(tile: Face) -> bool:
    """Tell whether both halves of a tile are alike (paper §5.3: "tiles with the same number")."""
    return tile[0] == tile[2]


CARDS = _cards()
_SUITS = {said: suit for suit, word in SUIT_WORDS.items() for said in (suit.lower(), word, word[:-1])}
SUIT_CARDS = replace(CARDS, named=_SUITS, naming="suit", named_words=SUIT_WORDS)
"""The 52 cards of a game in which a suit is named with a card."""
TILES = _tiles()
DOUBLETS = tuple(face for face in TILES.cards if is_doublet(face))
"""The doublets, the lowest first."""
