"""The last page of the turn script says what the rules say: what may be played, and whether cards are drawn."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import pytest
from pypdfium2 import PdfDocument
from test_sheets_folder import NILS, TABLES, THREE, VERA

from drawings import table_of
from facilitator.games.registry import get_game
from facilitator.games.rules import Select
from facilitator.games.sevens import find_playable_cards
from facilitator.play.virtual_turn import TurnPolicy
from facilitator.sheets.build import SheetOptions, build
from facilitator.sheets.drawing.render import pdf
from facilitator.table_files.load import SAMPLES, Table, sample
from facilitator.table_files.model import state_before

PAIR = ("Ana", VERA, NILS)
FOUR = ("Ana", "Ben", VERA, NILS)
MORE: dict[str, Table] = {
    "sevens, two seats": table_of(*PAIR, game="sevens", rules="usual"),
    "wallet, hearts, two seats": table_of(*FOUR, game="hearts", protocol="wallet"),
    "wallet, dominoes, two seats": table_of(*PAIR, game="dominoes", rules="usual", protocol="wallet"),
    "wallet, eights": table_of(*THREE, game="eights", protocol="wallet"),
    "wallet, mau-mau": table_of(*THREE, game="eights", rules="mau-mau", protocol="wallet"),
    "wallet, match": table_of(*PAIR, game="eights", rules="match", protocol="wallet", draw="until playable"),
}
ALL = TABLES | MORE | {f"sample {name}": sample(name) for name in SAMPLES}
ALONE = "To play on without the program"
KEEPS = "If again no card fits, the player keeps the card and passes."


@cache
def last_page(name: str) -> LastPage:
    """Print a table's turn script, and read its last page."""
    table = ALL[name]
    (document,), _ = build(table, SheetOptions(), ["script"])
    pages = [page.get_textpage().get_text_range() for page in PdfDocument(pdf(document))]
    lines = [
        line.strip(" !") for page in pages for line in page.partition(f"{table.name} Turn")[0].splitlines()
    ]
    return LastPage(" ".join(lines[lines.index(ALONE) :]))


SUITS = ("clubs", "diamonds", "hearts", "spades")
RANKS = {"two": "2", "queen": "q", "10": "t"}


def code(card: str, group: str) -> str:
    """Return the code of a card, which may be only a rank below its suit."""
    return f"{RANKS.get(card, card)}{group[0]}".casefold() if group in SUITS else card.casefold()


class LastPage:
    """Its words, and its list: the cards, by their groups."""

    def __init__(self, alone: str) -> None:
        self.words = alone
        _, found, listed = alone.partition("it has been played. ")
        assert found, alone
        parts = re.split(r" ?((?:[a-z]+ )*[a-z]+): ", f" {listed}")
        self.groups = {
            group: [code(card, group) for card in cards.split()]
            for group, cards in zip(parts[1::2], parts[2::2], strict=True)
        }
        self.cards = [card for group in self.groups.values() for card in group]

    def case(self, head: str) -> list[frozenset[str]]:
        """Return the classes of a case of what fits, the best first."""
        end = r" \w+ led:| leading| the first| The list"
        found = re.search(rf"{re.escape(head)}: (.*?)(?={end})", self.words)
        assert found, head
        return [*self.classes(found[1])]

    def classes(self, said: str) -> Iterator[frozenset[str]]:
        """Yield the kinds that are named, those of one class after the other."""
        left = {*self.cards}
        for words in said.split("; otherwise "):
            but = re.search(r"any (?:other )?card but (.*)", words)
            any_card = re.search(r"any (?:other )?card", words)
            here = left - self._named(but[1]) if but else {*left} if any_card else self._named(words)
            left -= here
            yield frozenset(here)

    def _named(self, words: str) -> set[str]:
        found = set[str]()
        for part in words.split(", "):
            rank, of, suit = part.partition(" of ")
            named = [code(rank, suit)] if of else part.casefold().split()
            found |= {*self.groups.get(part.removeprefix("all "), named)}
        return found

    def order(self, seat: str, hand: int) -> str:
        """Return what a seat plays first, with so many cards in its hand."""
        seats = rf"(?:\w+, )?(?:\w+ and )?{seat}(?: and \w+)?"
        found = re.findall(
            rf"{seats}(?: with (?:fewer than )?(\d+)[^,]*)?, from the cards that fit: ([^.]*)\.", self.words
        )
        sizes = [(int(size or 0), said) for size, said in found]
        return next((said for size, said in sizes[:1] if hand >= size), sizes[-1][1] if sizes else "any card")


@dataclass
class Asked:
    """What a virtual turn asks for: the best class first; whether cards are drawn, and till one fits.

    ``rest``: to the last class belongs every card that is of no other.
    """

    classes: Sequence[frozenset[str]]
    draws: bool = False
    until: bool = False
    rest: bool = False


class Rules(ABC):
    """What a table may play, by its last page."""

    lines: tuple[str, ...] = ()
    """What the page must say: people do so."""

    def __init__(self, name: str) -> None:
        self.table, self.page = ALL[name], last_page(name)
        for line in self.lines:
            assert line in self.page.words, line

    @abstractmethod
    def asked(self, seat: str) -> Asked:
        """Return what the seat in turn may play."""


class MaskedRules(Rules):
    """Rules of a game whose virtual players can use a wallet: they know what lies open."""

    @abstractmethod
    def stands(self, state: Any) -> bool:
        """Copy the open cards from the rules' own facts. Return whether the page says which cards fit on them."""


class Sevens(Rules):
    """Rows built up and down from their sevens."""

    lines = (
        "after each turn it is the turn of the next player who has cards",
        "The seven of diamonds starts.",
        "ask the virtual players, one after the other: do a virtual turn in which only this card fits.",
        "A virtual player passes if no card of the hand fits. Nobody draws.",
        "any SEVEN: it begins its suit",
        "the next card BELOW a suit's lowest, down to the ace",
        "the next card ABOVE a suit's highest, up to the king",
    )
    ranks = "a23456789tjqk"
    rows: dict[str, tuple[int, int]]

    def asked(self, seat: str) -> Asked:
        fits = {f"7{suit}" for suit in "cdhs" if suit not in self.rows}
        for suit, (low, high) in self.rows.items():
            fits |= {self.ranks[at] + suit for at in (low - 1, high + 1) if 0 <= at < len(self.ranks)}
        return Asked([frozenset(fits)])

    def lay(self, card: str) -> None:
        """Lay a card to its row."""
        at = self.ranks.index(card[0])
        low, high = self.rows.get(card[1], (at, at))
        self.rows[card[1]] = min(low, at), max(high, at)


class Hearts(MaskedRules):
    """Suit is followed; tricks are taken."""

    lines = (
        "One player leads a card. The others follow suit if they can; otherwise they play any card.",
        "When there are four cards, the highest card of the suit led takes the trick, and its player leads next.",
    )

    def asked(self, seat: str) -> Asked:
        suits = {group[0]: group for group in self.page.groups}
        if self.first and self.trick:
            return Asked(self.page.case("the first trick"), rest=True)
        if self.trick:
            return Asked(self.page.case(f"{suits[self.trick[0][1]]} led"), rest=True)
        if self.table.rules != "usual":
            return Asked(self.page.case("leading"), rest=True)
        how = "a heart has been played" if self.broken else "no heart played yet"
        return Asked(self.page.case(f"leading, {how}"), rest=True)

    def stands(self, state: Any) -> bool:
        at = len(state.played) // 4 * 4
        self.trick, self.first = [card.casefold() for card in state.played[at:]], not at
        self.broken = any(card[1] == "H" for card in state.played)
        return bool(state.played)


class Dominoes(MaskedRules):
    """Tiles at the open ends."""

    lines = (
        "a tile that shows the NUMBER of an OPEN END",
        "If a tile fits both ends, its player chooses. For a virtual player chance decides",
        "A player who can't play draws until a tile fits.",
        "If the draw pile is empty, no card may be drawn, and the player passes.",
        "Then ask the virtual players for each higher doublet, 6-6 first: do a virtual turn in which only this tile "
        "fits, and no card may be drawn.",
        "The search ends when a doublet is found. It goes back into its hand.",
    )

    def asked(self, seat: str) -> Asked:
        fits = {tile for tile in self.page.cards if {*map(str, self.ends_open)} & {*tile}}
        return Asked([frozenset(fits)], draws=True, until=True)

    def stands(self, state: Any) -> bool:
        self.ends_open = (state.row[0][0], state.row[-1][1]) if state.row else (0, 0)
        return bool(state.row)


class Eights(MaskedRules):
    """Suit or rank is matched; some cards name a suit, or make others draw."""

    lines = (
        "after each turn it is the next player's turn",
        "If the draw pile is empty, shuffle all discards except the top card into a new one.",
        "the SAME SUIT",
        "the SAME RANK",
        "For a virtual player chance decides, as the turn script says.",
    )
    mau_mau = (
        "After an eight the next player misses a turn.",
        "If not, that player draws two cards for each seven and misses a turn.",
        "In a virtual player's turn only sevens fit then, and no card may be drawn",
    )

    def asked(self, seat: str) -> Asked:
        mau = self.table.rules == "mau-mau"
        assert all(line in self.page.words for line in self.mau_mau) or not mau
        top, eight = self.discards[-1], "j" if mau else "8"
        until = "A player who can't play draws until a card fits" in self.page.words
        assert until or "A player who can't play draws one card and may play that card." in self.page.words
        assert until != (KEEPS in self.page.words)
        if self.pending:
            return Asked([frozenset(card for card in self.page.cards if card[0] == "7")])
        fits = {card for card in self.page.cards if card[1] == self.suit}
        if top[0] != eight:
            fits |= {card for card in self.page.cards if card[0] == top[0]}
        wild = {card for card in self.page.cards if card[0] == eight}
        fits = fits - wild if mau and top[0] == "j" else fits | wild
        return Asked([frozenset(fits)], draws=True, until=until)

    def stands(self, state: Any) -> bool:
        self.discards, self.suit = [card.casefold() for card in state.discards], state.suit.casefold()
        self.pending = state.pending
        return True


class Uno(MaskedRules):
    """Colour or symbol is matched; cards skip, turn round, make others draw."""

    lines = (
        "after each turn it is the next player's turn",
        "Skip: the next player misses a turn. Reverse: play runs the other way.",
        "Draw two: the next player draws two cards and misses a turn.",
        "Wild draw four: the next player also draws four cards and misses a turn.",
        "For a virtual player a colour card decides",
        "If a virtual player must draw, put the cards face down on the hand. Nobody looks at them.",
        "the SAME COLOUR as the top card",
        "the SAME number or SYMBOL",
        "BLACK: wild, wild draw four",
        "After a black card only the declared colour counts",
    )

    def _fits(self) -> frozenset[str]:
        same = {card for card in self.page.cards if self.top not in "wd" and card[0] == self.top[0]}
        black = {card for card in self.page.cards if card in "wd"}
        return frozenset(black | same | {card for card in self.page.cards if card[1:] == self.colour})

    def asked(self, seat: str) -> Asked:
        if self.pending:
            return Asked([*self._answers()])
        until = "draws until a card fits" in self.page.words
        assert until != (KEEPS in self.page.words)
        said = self.page.order(seat, 0)
        classes = [self._fits() & kinds for kinds in self.page.classes(said)]
        return Asked(classes, draws=True, until=until)

    def _answers(self) -> Iterator[frozenset[str]]:
        """Yield what answers cards that make others draw, a wild draw four after all else."""
        may = {
            ("+", "+"): "A player may answer a draw two with a draw two.",
            ("d", "+"): "A player may answer a wild draw four with a draw two of the chosen colour.",
            ("+", "d"): "A player without another answer may answer a draw two with a wild draw four.",
            ("d", "d"): "A player may answer a wild draw four with a wild draw four.",
        }
        for answer in "+d":
            if may[self.top[0], answer] in self.page.words:
                same = "" if self.top != "d" or answer == "d" else self.colour
                yield frozenset(card for card in self.page.cards if card[0] == answer and card.endswith(same))

    def stands(self, state: Any) -> bool:
        self.top, self.colour = state.discards[-1].casefold(), state.color.casefold()
        self.pending = state.pending
        return True


GAMES: dict[str, Callable[[str], MaskedRules]] = {
    "hearts": Hearts,
    "dominoes": Dominoes,
    "eights": Eights,
    "uno": Uno,
}
LAWFUL = [name for name, table in ALL.items() if table.protocol == "wallet"]


@pytest.mark.parametrize("name", LAWFUL)
@pytest.mark.every(3)
def test_the_page_says_what_the_law_says(name: str) -> None:
    """In every situation that a mask is for: what fits, the best class first, and whether cards are drawn."""
    here, law, tried = GAMES[ALL[name].game](name), get_game(ALL[name].game), 0
    assert law.about.tops is not None
    for state in law.about.tops.list_situations(state_before(ALL[name])):
        need = law.get_next_action(state)
        assert isinstance(need, Select)
        if not here.stands(state):
            continue
        asked, there = here.asked(need.seat), lower(law.get_shared_deck(state, need.seat).cards)
        wanted = [left for kinds in need.classes if (left := lower(kinds) & there)]
        said = [left for kinds in asked.classes if (left := kinds & there)]
        assert said == wanted or TurnPolicy.from_table(ALL[name]).styles
        assert (need.may_draw, need.may_draw and need.until) == (asked.draws, asked.until)
        tried += 1
    assert tried > 7


def lower(cards: Iterable[str]) -> frozenset[str]:
    """Return the cards as hands here call them."""
    return frozenset(card.casefold() for card in cards)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.every(5)
def test_the_page_of_sevens_says_what_the_law_says(seed: int) -> None:
    here, played = Sevens("sevens"), set[str]()
    here.rows, chance = {}, Random(seed)
    while fits := find_playable_cards(frozenset(played)):
        wanted = (
            lower(fits) if played else lower(fits) | {"7c", "7h", "7s"}
        )  # the page's first line says the other
        assert here.asked("Vera").classes == [wanted]
        card = chance.choice(sorted(fits))
        played.add(card)
        here.lay(card.casefold())
