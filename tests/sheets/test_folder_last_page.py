"""The lists on the last page of the turn script are what the rules ask for. Golden files keep its sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from test_sheets_folder import TABLES, folder_of

from drawings import read_words
from facilitator.games.registry import get_game
from facilitator.games.rules import Select
from facilitator.table_files.model import state_before
from sure import sure, sure_of

SUITS = ("clubs", "diamonds", "hearts", "spades")
RANKS = {"two": "2", "queen": "q", "10": "t"}


def code(card: str, group: str) -> str:
    """Return the code of a card, which may be only a rank below its suit."""
    return f"{RANKS.get(card, card)}{group[0]}".casefold() if group in SUITS else card.casefold()


class LastPage:
    """Words of a last page, and the cards of its list by their groups."""

    def __init__(self, name: str) -> None:
        lines = read_words(folder_of(name).pages[-1])
        self.words, _, listed = lines.partition(" Small Turn script")[0].partition("it has been played. ")
        parts = re.split(r" ?((?:[a-z]+ )*[a-z]+): ", f" {listed}")
        self.groups = {
            group: {code(card, group) for card in cards.split()}
            for group, cards in zip(parts[1::2], parts[2::2], strict=True)
        }

    def read_classes(self, heading: str) -> Iterator[frozenset[str]]:
        """Yield the cards that are listed after a heading, class by class."""
        found = re.search(rf"{heading} (.*?)(?= \w+ led:| leading| the first| The list|\.)", self.words)
        assert found, heading
        left = frozenset[str]().union(*self.groups.values())
        for words in found[1].split("; otherwise "):
            but = re.match(r"any (?:other )?card(?: but (.*))?", words)
            named = self._find_named(but[1] if but else words)
            here = left - named if but else left & named
            left -= here
            yield here

    def _find_named(self, words: str | None) -> set[str]:
        found = set[str]()
        for part in words.split(", ") if words else ():
            rank, of, suit = part.partition(" of ")
            named = {code(rank, suit)} if of else {*part.casefold().split()}
            found |= self.groups.get(part.removeprefix("all "), named)
        return found


def find_heading(state: Any) -> str:
    """Return the heading of a situation on the last page."""
    if not hasattr(state, "played"):
        return "Vera: of the cards that can be played, first"
    if not state.played:
        return "the first lead:"
    at = len(state.played) // 4 * 4
    if trick := state.played[at:]:
        return (
            f"{next(suit for suit in SUITS if suit[0] == trick[0][1].lower())} led:"
            if at
            else "the first trick:"
        )
    broken = any(card[1] == "H" for card in state.played)
    return "leading, a heart has been played:" if broken else "leading, no heart played yet:"


@pytest.mark.parametrize("name", ["hearts, usual rules", "official"])
def test_the_last_page_lists_the_cards_that_the_rules_ask_for(name: str) -> None:
    """In every situation for which a wallet has a mask, in the order in which they are asked for."""
    wallet = TABLES[f"wallet, {name}"]
    page, rules, checked = LastPage(name), get_game(wallet.game), 0
    for state in sure(rules.about.tops).list_situations(state_before(wallet)):
        action = sure_of(Select, rules.get_next_action(state))
        cards = lower(rules.get_shared_deck(state, action.seat).cards) & lower(action.all_kinds)
        classes = [lower(kinds) & cards for kinds in action.classes]
        listed = [kinds & cards for kinds in page.read_classes(find_heading(state))]
        assert [*filter(None, listed)] == [*filter(None, classes)]
        checked += 1
    assert checked > 7


def lower(cards: Iterable[str]) -> frozenset[str]:
    return frozenset(card.casefold() for card in cards)
