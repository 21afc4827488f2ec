"""What a game is played with: its kinds of cards, who shares a deck, what fits what, what is liked best."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol, TypeVar

from facilitator.games.facts import Facts, Zone
from facilitator.machine.faces import DECK, Face


class SharedDeck(NamedTuple):
    """Who shares a deck: the hands dealt from it, with their sizes, the seat asked about first.

    ``deck``: how many cards the unplayed deck of these seats holds (None: the game has none).
    ``cards``: what these hands and that deck hold together, as it lies in the deck list.
    ``discards``: the public cards of that deck that lie out of play (a concealed form lays them too).
    ``zone``: where the unplayed deck lies: what a protocol calls the deck, if a table has several.
    ``called``: what people call it.
    """

    hands: tuple[tuple[str, int], ...]
    deck: int | None
    cards: tuple[Face, ...]
    discards: tuple[Face, ...] = ()
    zone: Zone = DECK
    called: str = "the unplayed deck"


class Kinds(Protocol):
    """A deck of cards (or tiles): what there is, what it is called, how it is typed."""

    @property
    def cards(self) -> tuple[Face, ...]:
        """All cards, equal ones as often as they occur, in list order."""

    @property
    def tiles(self) -> bool:
        """Whether they are tiles: too thick for a sleeve, and drawn as tiles."""

    @property
    def examples(self) -> str:
        """A few codes, as a message names them: ``7R, SY or W``."""

    @property
    def naming(self) -> str:
        """What is named with a card, or drawn by lot: ``colour``, ``end``; empty where nothing is."""

    def order(self, face: Face) -> Any:
        """Return the key that sorts faces as the list has them."""

    def describe(self, face: Face) -> str:
        """Return the words for a card: ``red 7``."""

    def group(self, face: Face) -> str:
        """Return the word under which a list puts it: its colour, its suit."""

    def traits(self, face: Face) -> tuple[str, ...]:
        """Return what a rule may call it by, the widest first: ``("green", "9")``; none are needed."""

    def parse(self, text: str) -> Face:
        """Return the card that was typed, in any spelling; raises `CommandError`."""

    def parse_named(self, text: str) -> str:
        """Return what is named with a card or drawn by lot: a colour, an end; raises `CommandError`."""

    def describe_named(self, named: str) -> str:
        """Return the word for it: ``red``."""


class Glance(NamedTuple):
    """The validity page as data: for what lies on top, which kinds fit.

    ``rows``: a heading (what lies there, in words) and the kinds that fit it, class by class.  Where there is a
    ``grid`` it stands for them: labels, each with its kinds, of which those in ``dark`` fit ``example``.
    ``rules`` and ``note``: the rule in a few words.  ``counts``: how many fit, case by case; ``foot``: of how many.
    """

    title: str
    rows: tuple[tuple[str, tuple[tuple[Face, ...], ...]], ...]
    rules: tuple[str, ...] = ()
    note: str = ""
    example: str = ""
    grid: tuple[tuple[str, tuple[Face, ...]], ...] = ()
    dark: frozenset[Face] = frozenset()
    counts: tuple[tuple[str, str], ...] = ()
    foot: str = ""


S_contra = TypeVar("S_contra", bound=Facts, contravariant=True)


class Styles(Protocol[S_contra]):
    """How virtual seats like to play: what they play first, by a style's name."""

    def ordered(self, style: str, state: S_contra) -> tuple[frozenset[Face], ...]:
        """Return the kinds that a named style plays first, those it plays next, and so on: all kinds there are."""

    def most(self, style: str, cards: Iterable[Face]) -> int:
        """Return how many classes a style may ever tell apart among these cards."""
