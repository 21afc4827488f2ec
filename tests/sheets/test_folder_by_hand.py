"""Evenings without the program: people play by the folder's last page, virtual seats by its acts, ten turns each.

All that hands and people do is read back from the PDF: the list, what fits, who is next, the acts.  After every
virtual turn the cards lie as the rules on that page have it.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise, product
from random import Random
from typing import Any

import pytest
from test_sheets_folder import NILS, TABLES, THREE, VERA

from by_hand import ByHand, Printed, printed
from drawings import table_of
from facilitator.errors import FacilitatorError
from facilitator.games.registry import get_game, list_games
from facilitator.games.rules import Select
from facilitator.games.sevens import find_playable_cards
from facilitator.games.uno.options import DRAWS
from facilitator.operations.faces import SLEEVES
from facilitator.play.virtual_turn import TurnPolicy
from facilitator.protocols.forms import FORMS, list_offered_forms
from facilitator.table_files.load import SAMPLES, Table, sample
from facilitator.table_files.model import state_before
from reading_things import CannotDo, Caught, NotUnderstood

PAIR = ("Ana", VERA, NILS)
FOUR = ("Ana", "Ben", VERA, NILS)
MORE: dict[str, Table] = {
    "sevens, published": table_of(*THREE, game="sevens", protocol="published"),
    "sevens, published-2023": table_of(*THREE, game="sevens", protocol="published-2023", equipment="sleeves"),
    "sevens, two seats": table_of(*PAIR, game="sevens", rules="usual"),
    "sevens, in sleeves": table_of(*PAIR, game="sevens", equipment="sleeves"),
    "hearts, two seats": table_of(*FOUR, game="hearts"),
    "hearts, in sleeves": table_of(*FOUR, game="hearts", rules="usual", equipment="sleeves"),
    "hearts, published in sleeves": table_of(*FOUR, game="hearts", protocol="published", equipment="sleeves"),
    "wallet, hearts, two seats": table_of(*FOUR, game="hearts", protocol="wallet"),
    "dominoes, two seats": table_of(*PAIR, game="dominoes", rules="usual"),
    "dominoes, published": table_of(*THREE, game="dominoes", protocol="published"),
    "dominoes, published-2023": table_of(*THREE, game="dominoes", protocol="published-2023"),
    "wallet, dominoes, two seats": table_of(*PAIR, game="dominoes", rules="usual", protocol="wallet"),
    "eights": table_of(*THREE, game="eights"),
    "eights, two seats": table_of(*PAIR, game="eights", rules="match", equipment="sleeves"),
    "eights, until playable": table_of(*THREE, game="eights", draw="until playable"),
    "eights, published": table_of(*THREE, game="eights", protocol="published"),
    "eights, published-2023": table_of(*PAIR, game="eights", protocol="published-2023"),
    "mau-mau": table_of(*PAIR, game="eights", rules="mau-mau"),
    "wallet, eights": table_of(*THREE, game="eights", protocol="wallet"),
    "wallet, mau-mau": table_of(*THREE, game="eights", rules="mau-mau", protocol="wallet"),
    "sleeves, official": table_of(*THREE, hand_size=3, rules="official", equipment="sleeves"),
    "two seats, official": table_of(*PAIR, hand_size=3, rules="official"),
    "sevens, usual, published": table_of(
        *PAIR, game="sevens", rules="usual", protocol="published", equipment="sleeves"
    ),
    "sevens, usual, published-2023": table_of(*PAIR, game="sevens", rules="usual", protocol="published-2023"),
    "dominoes, usual, published": table_of(*PAIR, game="dominoes", rules="usual", protocol="published"),
    "dominoes, usual, published-2023": table_of(
        *PAIR, game="dominoes", rules="usual", protocol="published-2023"
    ),
    "match, published": table_of(
        *PAIR, game="eights", rules="match", protocol="published", equipment="sleeves", draw="until playable"
    ),
    "match, published-2023": table_of(
        *THREE,
        game="eights",
        rules="match",
        protocol="published-2023",
        equipment="sleeves",
        draw="until playable",
    ),
    "mau-mau, published": table_of(*THREE, game="eights", rules="mau-mau", protocol="published"),
    "mau-mau, published-2023": table_of(*THREE, game="eights", rules="mau-mau", protocol="published-2023"),
    "wallet, match": table_of(*PAIR, game="eights", rules="match", protocol="wallet", draw="until playable"),
    "kpgut, concealed": table_of(*THREE, hand_size=3, rules="kpgut", conceal=True),
    "official, split": table_of(*PAIR, rules="official", pool="split"),
    "official, split, concealed": table_of(*PAIR, rules="official", pool="split", conceal=True),
    "split, concealed": table_of(*PAIR, pool="split", conceal=True),
    "published, split": table_of(
        *PAIR, protocol="published", pool="split", equipment="sleeves", draw="until playable"
    ),
    "published, split, concealed": table_of(*PAIR, protocol="published", pool="split", conceal=True),
    "published-2023, split": table_of(*PAIR, protocol="published-2023", pool="split", draw="until playable"),
    "published-2023, split, concealed": table_of(
        *PAIR, protocol="published-2023", pool="split", conceal=True
    ),
    "two seats, concealed": table_of(*PAIR, hand_size=3, conceal=True),
}
ALL = TABLES | MORE | {f"sample {name}": sample(name) for name in SAMPLES}


@cache
def folder_of(name: str) -> Printed:
    """Return a table's folder, read back."""
    return printed(ALL[name])


# ----------------------------------------------------------------------------------------------------
# The last page, as it stands there.


class LastPage:
    """Its words, and its list: the cards, by their groups."""

    def __init__(self, alone: str) -> None:
        self.words = alone
        _, found, listed = alone.partition("as you see them. ")
        assert found, alone
        parts = re.split(r" ?((?:[a-z]+ )*[a-z]+): ", f" {listed}")
        self.groups = {
            group: cards.casefold().split() for group, cards in zip(parts[1::2], parts[2::2], strict=True)
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
            found |= {*self.groups.get(part.removeprefix("all "), part.casefold().split())}
        return found

    def order(self, seat: str, hand: int) -> str:
        """Return what a seat plays first, with so many cards in its hand."""
        seats = rf"(?:\w+, )?(?:\w+ and )?{seat}(?: and \w+)?"
        found = re.findall(
            rf"{seats}(?: with (?:fewer than )?(\d+)[^,]*)?, from the cards that fit: ([^.]*)\.", self.words
        )
        sizes = [(int(size or 0), said) for size, said in found]
        return next((said for size, said in sizes[:1] if hand >= size), sizes[-1][1] if sizes else "any card")


# ----------------------------------------------------------------------------------------------------
# An evening.


@dataclass
class Asked:
    """What a virtual turn asks for: the best class first; whether cards are drawn, and till one fits.

    ``rest``: to the last class belongs every card that is of no other.
    """

    classes: Sequence[frozenset[str]]
    draws: bool = False
    until: bool = False
    rest: bool = False


FEW = 4
"""After so many turns another round begins."""
NO_DECK = 0.2
"""How often there is no deck any more."""


class Evening(ABC):
    """A table that goes on by paper: who sits there, who has which cards, whose turn it is."""

    lines: tuple[str, ...] = ()
    """What the last page must say: people do so."""
    cards = 15
    """How many cards are still to be seen."""

    def __init__(self, name: str, folder: Printed) -> None:
        self.table, self.folder, self.chance = ALL[name], folder, Random(name)
        self.page = LastPage(self.folder.alone)
        self.seats = [seat.name for seat in self.table.seats]
        self.virtual = {seat.name for seat in self.table.virtual}
        self.wallet = self.table.protocol == "wallet"
        self.again = self.table.protocol.startswith("published")
        self.ends, self.turns, self.done = Counter[str](), 0, set[str]()
        for line in self.lines:
            assert line in self.page.words, line
        self.deal()

    # What a game says.

    @abstractmethod
    def deal(self) -> None:
        """Begin somewhere in a game."""

    @abstractmethod
    def asked(self, seat: str) -> Asked:
        """Return what the seat in turn may play."""

    @abstractmethod
    def after(self, seat: str, card: str) -> None:
        """Do what a card does, none if it is empty; then it is another seat's turn."""

    @abstractmethod
    def stands(self, state: Any) -> bool:
        """Take over what lies open by the law's own facts; return whether the page says what fits there."""

    def stays(self, card: str, left: Mapping[str, int]) -> bool:
        """Tell whether a virtual turn follows before which nobody draws; ``left``: how many cards hands have."""
        return False

    def over(self) -> bool:
        """Tell whether the round has ended."""
        return self.ended({seat: len(self.held(seat)) for seat in self.seats})

    # What hands do.

    def dealt(self, cards: Sequence[str], deck: bool = True) -> None:
        """Deal hands of a few cards; the rest is the deck, now and then none at all, or is dealt out too."""
        left, hands = [*cards], dict[str, list[str]]()
        for at, seat in enumerate(self.seats):
            share = self.chance.randrange(1, 5) if deck else len(left) // (len(self.seats) - at)
            hands[seat] = [left.pop() for _ in range(share)]
        left = left[: 0 if self.chance.random() < NO_DECK else len(left)]
        self.hand = self._by_hand(hands, left if deck else None)
        self.turn = self.chance.choice(self.seats)

    def _by_hand(self, hands: dict[str, list[str]], deck: list[str] | None) -> ByHand:
        sleeves = self.table.equipment == SLEEVES and not self.wallet
        decks = {} if deck is None else {"deck": deck}
        people = {*self.seats} - self.virtual
        return ByHand(self.folder, hands | decks, self.chance.randrange(99), sleeves, people)

    def held(self, owner: str) -> list[str]:
        """Return the cards of a seat or of the deck."""
        return [*self.hand.faces().get(owner, Counter()).elements()]

    def next(self, seat: str, steps: int = 1) -> str:
        """Return who sits so many places further on."""
        return self.seats[(self.seats.index(seat) + steps) % len(self.seats)]

    def go_on(self, turns: int, wanted: set[str], acts: bool = False) -> None:
        """Play till there were so many virtual turns, and each of these ends; ``acts``: and every act printed."""
        every, dealt = {*self.seldom()} if acts else set[str](), 0
        while self.turns < turns or not {*+self.ends} >= wanted or every - self.done:
            assert self.turns < 40 * turns, (self.ends, every - self.done)
            seat = self.turn
            if seat in self.virtual:
                self.turns += 1
                self.virtual_turn(seat)
            else:
                self.person(seat)
            assert not self.over() or not self.hand.row
            if self.over() or (self.turns > dealt + FEW and "deck" in self.hand.held and not self.hand.row):
                dealt = self.turns
                self.deal()

    def seldom(self) -> Iterator[str]:
        """Yield the acts that come up sooner or later.

        With a hand's last card a round ends in most games; where all cards are of the suit led one always fits.
        """
        never = "m = 1, the columns stay"
        if self.table.game == "sevens" and not any(self.next(seat) in self.virtual for seat in self.virtual):
            never = "the columns stay"
        if self.table.game == "hearts" or (self.table.game, self.table.rules) == ("sevens", "usual"):
            never = "IF no in 4b"
        for name, act in self.folder.acts.items():
            if never not in act.when or (self.table.game, self.table.rules) == ("hearts", "usual"):
                yield name

    def person(self, seat: str) -> None:
        """A person plays what fits, or draws."""
        asked = self.asked(seat)
        best = next((kinds for kinds in asked.classes if kinds & {*self.held(seat)}), frozenset())
        card = self.chance.choice(sorted(best & {*self.held(seat)}) or [""])
        while not card and asked.draws and self.held("deck"):
            drawn = self.draws(seat, 1)
            card = next(
                (drawn_card for drawn_card in drawn if any(drawn_card in kinds for kinds in asked.classes)),
                "",
            )
            card = card if self.chance.random() < 0.7 else ""  # whoever draws need not play it
            if not asked.until:
                break
        if card:
            self.lose(seat, card)
        self.after(seat, card)

    def lose(self, seat: str, card: str) -> None:
        """Take a card out of an open hand."""
        things = self.hand.held[seat]
        things.remove(next(thing for thing in things if thing.face == card))

    def draws(self, seat: str, count: int) -> list[str]:
        """Give a seat cards off the deck."""
        drawn = [self.hand.held["deck"].pop(0) for _ in range(count) if self.hand.held["deck"]]
        self.hand.held[seat] += drawn
        return [card.face for card in drawn]

    def virtual_turn(self, seat: str) -> None:
        """Do a virtual turn by the folder; where its form says so, again after a card was drawn."""
        asked = self.asked(seat)
        card, end = self.by_hand(seat, asked)
        self.ends[end] += 1
        while end == "none" and self.again and asked.draws and self.held("deck"):
            assert (
                "put one card face down on the hand, without looking at it. Then do the turn again"
                in self.page.words
            )
            self.draws(seat, 1)
            card, end = self.by_hand(seat, asked)
            if not asked.until:
                break
        self.after(seat, card)

    def by_hand(self, seat: str, asked: Asked) -> tuple[str, str]:
        """Do a run; see that the cards lie as the rules have it; return what was played, and how it ended."""
        before, stood = self.hand.faces(), bool(self.hand.row)
        draws = asked.draws and bool(self.held("deck")) and not self.again
        classes, facts = self.so(seat, asked)
        facts |= {"a card may be drawn" if draws else "no card may be drawn"}
        played = self.hand.turn(seat, classes, facts, lambda card: self._stay(seat, card))
        self.ends["stood"] += stood
        self.done |= self.hand.done
        return played, self.judged(seat, asked, draws, before, played)

    def _stay(self, seat: str, card: str) -> bool:
        """Tell whether the columns stay, as the page has it; where a round has ended no turn follows."""
        left = self.hand.left
        if self.hand.unseen or not left.get("deck", 1) or self.ended(left):
            return False
        return self.stays(card, left)

    def ended(self, left: Mapping[str, int]) -> bool:
        """Tell whether the round has ended, when hands have so many cards."""
        return not all(left[seat] for seat in self.seats if seat in left)

    def judged(
        self, seat: str, asked: Asked, draws: bool, before: dict[str, Counter[str]], played: str
    ) -> str:
        """See that a run went by the rules, and return how it ended."""
        now = self.hand.faces()
        drawn = before.get("deck", Counter()) - now.get("deck", Counter())
        assert all(now[owner] == cards for owner, cards in before.items() if owner not in (seat, "deck"))
        assert before[seat] + drawn == now[seat] + Counter([played] if played else [])
        best = next((kinds for kinds in asked.classes if kinds & {*before[seat]}), None)
        if best is not None:
            assert played in best
            assert not drawn
            return "played"
        fits = frozenset().union(*asked.classes)
        if not draws:
            assert not played
            assert not drawn
            return "none"
        self.ends["many"] += drawn.total() > 1
        missed = [card for card in drawn.elements() if card in fits]
        assert missed == [card for card in (played,) if card]
        assert drawn.total() == 1 or asked.until
        assert played or not asked.until or not now["deck"]
        return "drawn" if played else "kept"

    def so(self, seat: str, asked: Asked) -> tuple[list[frozenset[str]], set[str]]:
        """Return the classes that are laid or masked, as the page has it, and the facts that acts ask for."""
        there = {card for owner in self.hand.faces() for card in self.held(owner)}
        classes = [kinds for kinds in asked.classes if kinds & there] or [*asked.classes[:1]]
        one, n = len(self.held(seat)) == 1, len(classes)
        rest = asked.rest and classes[-1] is asked.classes[-1]
        if self.wallet:
            if rest and (n == 1 or one):
                return classes, {"any card may be played"}
            return classes, {
                f"there {'are' if n - rest > 1 else 'is'} {n - rest} mask{'s' * (n - rest > 1)}"
                f"{' before any card' * rest}"
            }
        if "1 class: " in " ".join(act.when for act in self.folder.acts.values()):
            classes = [*asked.classes]
            return classes, {"there are 2 classes" if len(classes) > 1 else "there is 1 class"}
        if n > 1:
            for said in (
                "Each class has a pair in every column, except a class that has no cards left.",
                "If a hand has only one card, the only question is whether it fits: one pair in each column.",
            ):
                assert said in self.page.words
        classes = [frozenset().union(*classes)] if one else classes
        return classes, {f"each column has {len(classes)} pair{'s' * (len(classes) > 1)}"}


class Sevens(Evening):
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

    def deal(self) -> None:
        self.ranks, self.rows, self.passed = "a23456789tjqk", dict[str, tuple[int, int]](), 0
        first = not self.ends
        for suit in "cdhs" if not first else "":
            self.rows[suit] = self.chance.randrange(0, 6), self.chance.randrange(8, 12)
        if first:  # the seven of diamonds is looked for; the cards left out are as good as lying there
            loose = self.chance.sample([card for card in self.page.cards if card != "7d"], self.cards)
            loose.append("7d")
        else:
            lying = {
                self.ranks[at] + s for s, (low, high) in self.rows.items() for at in range(low, high + 1)
            }
            loose = [card for card in self.page.cards if card not in lying]
        self.chance.shuffle(loose)
        self.dealt(loose, deck=False)
        if first:
            self._begins()

    def _begins(self) -> None:
        """Find the seven of diamonds: with a person, or by asking the virtual seats."""
        people = [seat for seat in self.seats if seat not in self.virtual and "7d" in self.held(seat)]
        for seat in people:
            self.lose(seat, "7d")
        for seat in [] if people else [seat for seat in self.seats if seat in self.virtual]:
            self.turn = seat
            card, _ = self.by_hand(seat, Asked([frozenset({"7d"})]))
            self.ends["asked"] += 1
            if card:
                people = [seat]
                break
        self.rows["d"], self.passed = (6, 6), 0
        self.turn = self._following(people[0])

    def asked(self, seat: str) -> Asked:
        fits = {f"7{suit}" for suit in "cdhs" if suit not in self.rows}
        for suit, (low, high) in self.rows.items():
            fits |= {self.ranks[at] + suit for at in (low - 1, high + 1) if 0 <= at < len(self.ranks)}
        return Asked([frozenset(fits)])

    def after(self, seat: str, card: str) -> None:
        if card:
            at = self.ranks.index(card[0])
            low, high = self.rows.get(card[1], (at, at))
            self.rows[card[1]] = min(low, at), max(high, at)
        self.passed = 0 if card else self.passed + 1
        self.turn = self._following(seat)

    def over(self) -> bool:
        return super().over() or self.passed >= len(self.seats)

    def ended(self, left: Mapping[str, int]) -> bool:
        there = sum(map(bool, left.values()))
        return there < (2 if self.table.rules == "usual" else len(self.seats))

    def stands(self, state: Any) -> bool:
        raise AssertionError("sevens has no masks, so that no situation of one is asked")

    def _following(self, seat: str, left: Mapping[str, int] | None = None) -> str:
        """Return the next seat that has cards."""
        there = left or {seat: len(self.held(seat)) for seat in self.seats}
        return next((one for n in range(1, 9) if there[one := self.next(seat, n)]), seat)

    def stays(self, card: str, left: Mapping[str, int]) -> bool:
        return self._following(self.turn, left) in self.virtual


class Hearts(Evening):
    """Suit is followed; tricks are taken."""

    lines = (
        "One player leads a card. The others follow suit if they can; otherwise they play any card.",
        "When there are four cards, the highest card of the suit led takes the trick, and its player leads next.",
    )

    def deal(self) -> None:
        self.trick, self.broken, self.first = list[str](), False, False
        self.usual = self.table.rules == "usual"
        suit = self.chance.choice(self.page.cards)[1]
        one_suit = [card for card in self.page.cards if card[1] == suit]
        loose = self.chance.sample(self.page.cards, 4 * self.chance.randrange(2, 4))
        if self.chance.random() < 0.2:
            loose = self.chance.sample(one_suit, 12)
        if self.usual and (not self.ends or self.chance.random() < 0.5):  # a round begins
            self.first = True
            points = [card for card in self.page.cards if card[1] == "h" or card == "qs"]
            loose = [
                "2c",
                *self.chance.sample(points, 5),
                *[card for card in loose if card == "ac"],
                "kd",
                "ks",
            ][:8]
            self.chance.shuffle(loose)
        self.dealt(loose, deck=False)
        if self.first:
            self._begins()

    def _begins(self) -> None:
        assert "The two of clubs leads." in self.page.words
        assert (
            "ask the virtual players, one after the other: do a virtual turn in which only this card fits."
            in self.page.words
        )
        holder = next(seat for seat in self.seats if "2c" in self.held(seat))
        assert self.page.case("the first lead") == [{"2c"}]
        for seat in self.seats if holder in self.virtual else ():
            if seat in self.virtual:
                self.turn = seat
                card, _ = self.by_hand(seat, Asked([frozenset({"2c"})]))
                self.ends["asked"] += 1
                if card:
                    break
        if holder not in self.virtual:
            self.lose(holder, "2c")
        self.trick, self.leader, self.turn = ["2c"], holder, self.next(holder)

    def asked(self, seat: str) -> Asked:
        suits = {group[0]: group for group in self.page.groups}
        if self.first and self.trick:
            return Asked(self.page.case("the first trick"), rest=True)
        if self.trick:
            return Asked(self.page.case(f"{suits[self.trick[0][1]]} led"), rest=True)
        self.leader = seat
        if not self.usual:
            return Asked(self.page.case("leading"), rest=True)
        how = "a heart has been played" if self.broken else "no heart played yet"
        return Asked(self.page.case(f"leading, {how}"), rest=True)

    def stands(self, state: Any) -> bool:
        at = len(state.played) // 4 * 4
        self.trick, self.first = [card.casefold() for card in state.played[at:]], not at
        self.broken = any(card[1] == "H" for card in state.played)
        return bool(state.played)

    def after(self, seat: str, card: str) -> None:
        self.trick.append(card)
        self.broken |= card[1] == "h"
        self.turn = self.next(seat)
        if len(self.trick) == 4:
            self.turn = self._taker(self.trick)
            self.trick, self.first = [], False

    def ended(self, left: Mapping[str, int]) -> bool:
        return not any(left.values())

    def stays(self, card: str, left: Mapping[str, int]) -> bool:
        trick = [*self.trick, card]
        after = self.next(self.turn) if len(trick) < 4 else self._taker(trick)
        return after in self.virtual and left[after] > 0

    def _taker(self, trick: Sequence[str]) -> str:
        """Return who takes a trick."""
        led = [("23456789tjqka".index(card[0]), n) for n, card in enumerate(trick) if card[1] == trick[0][1]]
        return self.next(self.leader, max(led)[1])


class Dominoes(Evening):
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

    def deal(self) -> None:
        self.ends_open, self.passed = (0, 0), 0
        lying = [] if not self.ends or self.chance.random() < 0.2 else self._row()
        loose = [card for card in self.page.cards if card not in lying]
        self.chance.shuffle(loose)
        self.begun = bool(lying)
        self.dealt(loose[: self.cards if not self.begun else self.chance.randrange(12, 15)])
        if not self.begun:
            self._begins()

    def _row(self) -> list[str]:
        """Lay a row of some tiles."""
        left, low, high = {*self.page.cards}, 6, 6
        lying = list[str]()
        while len(lying) < 14:
            fits = sorted(tile for tile in left if str(high) in tile or str(low) in tile)
            if not fits:
                break
            tile = self.chance.choice(fits)
            left.remove(tile)
            lying.append(tile)
            low, high = self._laid((low, high), tile, str(high) in tile)
        self.ends_open = low, high
        return lying

    @staticmethod
    def _laid(ends: tuple[int, int], tile: str, right: bool) -> tuple[int, int]:
        one, other = map(int, tile.split("-"))
        if right:
            return ends[0], other if one == ends[1] else one
        return other if one == ends[0] else one, ends[1]

    def _begins(self) -> None:
        """Find the highest doublet."""
        doublets = [f"{n}-{n}" for n in range(6, -1, -1)]
        people = [(tile, seat) for seat in self.seats if seat not in self.virtual for tile in self.held(seat)]
        best, first = max(
            ((tile, seat) for tile, seat in people if tile in doublets), default=("", self.seats[0])
        )
        for tile, seat in ((tile, seat) for tile in doublets if tile > best for seat in self.seats):
            if seat in self.virtual:
                card, _ = self.by_hand(seat, Asked([frozenset({tile})]))
                self.ends["asked"] += 1
                if card:
                    self.hand.take_back(seat, card)
                    best, first = card, seat
                    break
        if not best:
            return self.deal()
        self.turn, opens = first, self.table.rules == "usual"
        assert ("The highest doublet is played first." in self.page.words) is opens
        assert ("do a turn in which every tile fits" in self.page.words) is not opens
        every = Asked([frozenset({best} if opens else self.page.cards)], rest=not opens)
        if opens:
            tile = best
            self.lose(first, tile)
        elif first in self.virtual:
            tile, _ = self.by_hand(first, every)
            self.ends["any"] += 1
        else:
            tile = self.held(first)[0]
            self.lose(first, tile)
        low, high = map(int, tile.split("-"))
        self.ends_open, self.begun, self.turn = (low, high), True, self.next(first)
        return None

    def asked(self, seat: str) -> Asked:
        fits = {tile for tile in self.page.cards if {*map(str, self.ends_open)} & {*tile}}
        return Asked([frozenset(fits)], draws=True, until=True)

    def stands(self, state: Any) -> bool:
        self.ends_open = (state.row[0][0], state.row[-1][1]) if state.row else (0, 0)
        return bool(state.row)

    def after(self, seat: str, card: str) -> None:
        if card:
            ends = [end for end in (0, 1) if str(self.ends_open[end]) in card]
            right = ends[0] == 1
            if len({self.ends_open[end] for end in ends}) > 1:
                right = self.hand.lot() == "right" if seat in self.virtual else self.chance.random() < 0.5
                self.ends["lot"] += seat in self.virtual
            self.ends_open = self._laid(self.ends_open, card, right)
        self.passed = 0 if card else self.passed + 1
        self.turn = self.next(seat)
        if self.passed == len(self.seats):
            self.deal()

    def stays(self, card: str, left: Mapping[str, int]) -> bool:
        return self.begun and self.next(self.turn) in self.virtual


class Eights(Evening):
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

    def deal(self) -> None:
        self.mau = self.table.rules == "mau-mau"
        self.wild = "j" if self.mau else "8"
        if self.mau:
            for line in self.mau_mau:
                assert line in self.page.words
        some = self.chance.sample(self.page.cards, self.cards + 6)
        plain = next(card for card in some if card[0] not in "78j")
        some.remove(plain)
        self.discards, self.suit, self.pending = [plain], plain[1], 0
        self.dealt(some)

    def asked(self, seat: str) -> Asked:
        self._refilled()
        top = self.discards[-1]
        until = "A player who can't play draws until a card fits" in self.page.words
        assert until or "A player who can't play draws one card and may play that card." in self.page.words
        if self.pending:
            return Asked([frozenset(card for card in self.page.cards if card[0] == "7")])
        fits = {card for card in self.page.cards if card[1] == self.suit}
        if top[0] != self.wild:
            fits |= {card for card in self.page.cards if card[0] == top[0]}
        wild = {card for card in self.page.cards if card[0] == self.wild}
        fits = fits - wild if self.mau and top[0] == "j" else fits | wild
        return Asked([frozenset(fits)], draws=True, until=until)

    def _refilled(self) -> None:
        """If the deck is empty, shuffle the discards."""
        if not self.held("deck"):
            back, self.discards = self.discards[:-1], self.discards[-1:]
            self.chance.shuffle(back)
            self.hand.pile("deck", back)

    def stands(self, state: Any) -> bool:
        self.discards, self.suit = [card.casefold() for card in state.discards], state.suit.casefold()
        self.pending = state.pending
        return True

    def after(self, seat: str, card: str) -> None:
        if not card and self.pending:
            for _ in range(self.pending):
                self._refilled()
                self.draws(seat, 1)
            self.pending = 0
        self.turn = self._following(card)
        if card:
            self.discards.append(card)
            self.suit = card[1]
            self.pending += 2 * (self.mau and card[0] == "7")
        if card and card[0] == self.wild:
            lot = seat in self.virtual
            self.suit = (self.hand.lot() if lot else self.chance.choice("cdhs"))[0]
            self.ends["lot"] += lot

    def _following(self, card: str) -> str:
        return self.next(self.turn, 1 + (self.mau and card[:1] == "8"))

    def stays(self, card: str, left: Mapping[str, int]) -> bool:
        return self._following(card) in self.virtual


class Uno(Evening):
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

    def deal(self) -> None:
        self.split = "Virtual players draw from " in self.page.words
        plain = [card for card in self.page.cards if card not in "wd"]
        some = ["w", "d", *self.chance.sample(plain, min(self.cards, len(plain) - 1))]
        self.chance.shuffle(some)
        left = Counter(self.page.cards) - Counter(some)
        self.top = next(card for card in left if card not in "wd")
        self.discards, self.below, self.colour, self.way = [self.top], list[str](), self.top[1], 1
        self.pending = 0
        if self.split:
            seats = sorted(self.virtual)
            hands = {seat: [some.pop() for _ in range(self.chance.randrange(1, 4))] for seat in seats}
            deck = some[: 0 if self.chance.random() < NO_DECK else len(some)]
            self.hand, self.turn = self._by_hand(hands, deck), self.seats[0]
        else:
            self.dealt(some)

    def _laid(self) -> None:
        """Of a concealed form the discards lie in the layout too, but for the top card."""
        if self.table.conceal:
            self.hand.pile("discards", self.below)

    def held(self, owner: str) -> list[str]:
        """People who play with another deck have cards enough."""
        return ["?"] if self.split and owner in {*self.seats} - self.virtual else super().held(owner)

    def person(self, seat: str) -> None:
        """With a deck of their own people play any card that fits."""
        if not self.split:
            return super().person(seat)
        card = self.chance.choice(sorted(self._fits()))
        return self.after(seat, self.chance.choice(["", card]))

    def _fits(self) -> frozenset[str]:
        same = {card for card in self.page.cards if self.top not in "wd" and card[0] == self.top[0]}
        black = {card for card in self.page.cards if card in "wd"}
        return frozenset(black | same | {card for card in self.page.cards if card[1:] == self.colour})

    def asked(self, seat: str) -> Asked:
        self._refilled()
        if self.pending:
            return Asked([*self._answers()])
        until = "draws until a card fits" in self.page.words
        said = self.page.order(seat, len(self.held(seat))) if seat in self.virtual else "any card"
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

    def _answered(self) -> bool:
        """Tell whether what lies on top may be answered."""
        if any(self._answers()):
            assert (
                "A virtual player answers whenever possible. In that turn only such cards fit"
                in self.page.words
            )
        return any(self._answers())

    def _refilled(self) -> None:
        if not self.held("deck"):
            said = "shuffle its own discards" if self.split else "Shuffle the other discards"
            assert said in self.page.words
            self.chance.shuffle(self.below)
            self.hand.pile("deck", self.below)
            self.below = []
        self._laid()

    def stands(self, state: Any) -> bool:
        self.top, self.colour = state.discards[-1].casefold(), state.color.casefold()
        self.pending = state.pending
        return True

    def after(self, seat: str, card: str) -> None:
        if not card:
            for _ in range(self.pending):
                self._draws_one(seat)
            self.turn, self.pending = self._following(card), 0
            return
        own = not self.split or seat in self.virtual
        self.below += self.discards
        self.top, self.discards, self.colour = card, [card] if own else [], card[1:]
        following = self._following(card)
        self.way *= -1 if card[0] == "r" else 1
        if card in "wd":
            lot = seat in self.virtual
            self.colour = (self.hand.lot() if lot else self.chance.choice("rygb"))[0]
            self.ends["lot"] += lot
        draw = {"+": 2, "d": 4}.get(card[0], 0)
        if draw and self._answered():
            self.pending += draw
            following = self.next(seat, self.way)
        for _ in range(0 if self.pending else draw):
            self._draws_one(self.next(seat, self.way))
        self.turn = following

    def _draws_one(self, seat: str) -> None:
        if seat in self.virtual or not self.split:
            self._refilled()
            self.draws(seat, 1)

    def _following(self, card: str) -> str:
        turned = card[:1] == "r"
        way = -self.way if turned else self.way
        few = len(self.seats) == 2 and "With two players a reverse is a skip" in self.page.words
        misses = card[:1] in {"s", "+", "d"} or (turned and few)
        return self.next(self.turn, way * (1 + misses))

    def stays(self, card: str, left: Mapping[str, int]) -> bool:
        return card[0] not in "+d" and self._following(card) in self.virtual


GAMES: dict[str, Callable[[str, Printed], Evening]] = {
    "sevens": Sevens,
    "hearts": Hearts,
    "dominoes": Dominoes,
    "eights": Eights,
    "uno": Uno,
}


# ----------------------------------------------------------------------------------------------------
# Ten turns of every form, in every game.


EVERY = (
    "knockout",
    "sample five",
    "wallet, official",
    "split pool in sleeves",
    "sevens, two seats",
    "wallet, hearts, usual rules",
    "dominoes",
    "mau-mau",
)
"""Tables of the usual run; all others are left to the full one."""
FULL = (*EVERY, *(name for name in ALL if name not in EVERY))


def evening(name: str, folder: Printed | None = None) -> Evening:
    """Sit down at a table, with its folder or another."""
    return GAMES[ALL[name].game](name, folder or folder_of(name))


RULES = [(game, rules) for game in list_games() for rules in get_game(game).about.rules]


@pytest.mark.parametrize(("game", "rules"), RULES)
def test_every_form_is_played_by_hand_that_a_table_can_lay(game: str, rules: str, full: bool) -> None:
    """By rules, equipment, number of virtual seats; by how cards are drawn, and the pool, concealed or not."""
    if not full:
        return
    ways = product(
        list_offered_forms(),
        ("envelopes", "sleeves"),
        (THREE, PAIR, FOUR),
        DRAWS,
        ("shared", "split"),
        (False, True),
    )
    here = [table for table in ALL.values() if table.game == game]
    for protocol, equipment, seats, draw, pool, conceal in ways:
        keys = {"equipment": equipment, "draw": draw, "pool": pool, "conceal": conceal}
        usual = {"equipment": "envelopes", "draw": "one", "pool": "shared", "conceal": False}
        own = {key: value for key, value in keys.items() if value != usual[key]}
        with suppress(FacilitatorError):
            table = table_of(*seats, game=game, rules=rules, protocol=protocol, **own)
            for alike in ALIKE:
                assert alike(table) in set(map(alike, here)), alike(table)


ALIKE: tuple[Callable[[Table], object], ...] = (
    lambda table: (table.rules, table.protocol),
    lambda table: (table.protocol, table.equipment),
    lambda table: (table.protocol, len(table.virtual) > 1),
    lambda table: (table.protocol, table.draw),
    lambda table: (table.game == "uno" and table.rules, table.protocol, table.pool, table.conceal),
)
"""In what a table is like one whose evening is played here."""


def test_no_form_is_left_out() -> None:
    """Hearts has no discards to conceal: nobody lays that form."""
    forms = {form for table in ALL.values() for form in TurnPolicy.from_table(table).forms()}
    assert {name for name, form in FORMS.items() if form.played} - forms == {"concealed-published-original"}


@pytest.mark.parametrize("name", FULL)
def test_ten_turns_by_the_page_alone_end_as_the_rules_say(name: str, full: bool) -> None:
    if not full and name not in EVERY:
        return
    table, evening_of = ALL[name], evening(name)
    evening_of.go_on(10, {"played", *wanted(table)} if full else {"played"}, full)


def wanted(table: Table) -> Iterator[str]:
    """Yield how turns at a table end, besides with a card that was played."""
    if table.game == "hearts":
        return
    again = table.protocol.startswith("published") or table.game == "sevens"
    yield "none" if again else "drawn"
    if not again:
        yield "kept"
        yield "none"
    if not again and (table.game == "dominoes" or table.draw == "until playable"):
        yield "many"
    if table.game in {"uno", "eights"} or (table.game == "dominoes"):
        yield "lot"
    after = [*table.seats[1:], table.seats[0]]
    beside = any(one.virtual and other.virtual for one, other in zip(table.seats, after, strict=True))
    if beside and table.protocol == "knockout" and not table.conceal:
        yield "stood"


LAWFUL = [name for name, table in ALL.items() if table.protocol == "wallet"]


@pytest.mark.parametrize("name", LAWFUL)
@pytest.mark.every(3)
def test_the_page_says_what_the_law_says(name: str) -> None:
    """In every situation that a mask is for: what fits, the best class first, and whether cards are drawn."""
    here, law, tried = evening(name), get_game(ALL[name].game), 0
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
    here, played = Sevens("sevens", folder_of("sevens")), set[str]()
    here.rows, chance = {}, Random(seed)
    while fits := find_playable_cards(frozenset(played)):
        wanted = (
            lower(fits) if played else lower(fits) | {"7c", "7h", "7s"}
        )  # the page's first line says the other
        assert here.asked("Vera").classes == [wanted]
        card = chance.choice(sorted(fits))
        played.add(card)
        here.turn = "Vera"
        here.after("Vera", card.casefold())


ASKED = {
    "official": "of the colour on which the +4 was played?",
    "kpgut": "of the colour on which the +4 was played, or another card that could be played?",
    "concealed, official": "of the colour on which the +4 was played?",
    "sleeves, official": "of the colour on which the +4 was played?",
}
"""What a covered hand is asked for at some tables: whether it holds such a card."""


@pytest.mark.parametrize("name", ASKED)
@pytest.mark.every(4)
def test_a_covered_hand_is_asked_by_the_half_page_alone(name: str) -> None:
    """A person's hand takes the virtual one's place: the answer is true, and every card goes home."""
    here, said = Uno(name, folder_of(name)), Counter[str]()
    asked = here.folder.question
    assert ASKED[name] in asked
    assert (
        "If it is the declared colour, the virtual player challenges; if not, the virtual player draws 4"
        in asked
    )
    for turn in range(8):
        here.deal()
        here._laid()
        colour = here.hand.lot()[0]
        wanted = {card for card in here.page.cards if card[1:] == colour}
        wanted |= (
            {card for card in here.page.cards if card[0] == "7" or card == "w"}
            if "another card" in asked
            else set()
        )
        before, person = here.hand.faces(), sorted({*here.seats} - here.virtual)[turn % 2]
        facts = {"each column has 1 pair", "no card may be drawn"}
        answer = here.hand.turn("Vera", [frozenset(wanted)], facts, asked=person)
        assert here.hand.faces() == before
        guilty = bool(wanted & {*before[person]})
        assert answer.startswith(
            "guilty; the person draws 4" if guilty else "innocent; the virtual player draws 6"
        )
        said[answer] += 1
    assert len(said) == 2


def goes_home(name: str, folder: Printed, after: int, times: int) -> None:
    """Give turns up after an act of this number: all cards go home, and nobody saw whose any is."""
    here = evening(name, folder)
    for _ in range(times):
        here.deal()
        seat = here.chance.choice(sorted(filter(here.held, here.virtual)))
        asked = here.asked(seat)
        classes, facts = here.so(seat, asked)
        draws = asked.draws and bool(here.held("deck")) and not here.again
        facts |= {"a card may be drawn" if draws else "no card may be drawn"}
        before = here.hand.faces()
        assert not here.hand.give_up(seat, classes, facts, after) or here.hand.faces() == before


@pytest.mark.parametrize("name", FULL)
def test_the_way_home_from_every_act_by_the_page_alone(name: str, full: bool) -> None:
    if not full and name not in HOMES:
        return
    folder = folder_of(name)
    assert {*folder.home} == {*"".join(folder.ways.values())} - {" "}
    for after in folder.ways:
        goes_home(name, folder, after, 4 if full else 1)


HOMES = ("knockout", "sevens, two seats", "wallet, mau-mau")
"""Tables whose way home is gone in the usual run too."""


def test_a_way_home_without_one_of_its_acts_is_found() -> None:
    """But for columns that are only grouped, and cards turned down that go face down into envelopes next."""
    folder, left = folder_of("knockout"), set[str]()
    for after, letters in folder.ways.items():
        for letter in letters.split():
            shorter = folder._replace(ways={**folder.ways, after: letters.replace(letter, " ")})
            try:
                goes_home("knockout", shorter, after, 6)
            except OBJECTS:
                continue
            left.add(folder.home[letter].told[0].text)
    assert {words.partition(",")[0] for words in left} == {
        "group the columns by marker",
        "turn play cards down",
    }


# ----------------------------------------------------------------------------------------------------
# What is false on a page is found.


def sabotaged(folder: Printed) -> Iterator[tuple[str, Printed]]:
    """Yield folders with one act left out, two exchanged, a condition or an answer turned round."""
    names = [*folder.acts]
    for name in names:
        act, others = folder.acts[name], {one: each for one, each in folder.acts.items() if one != name}
        yield f"{name} is left out", folder._replace(acts=others)
        yield f"{name} is done always", folder._replace(acts=others | {name: replace(act, when="")})
        for one, other in (
            ("α β", "β α"),
            ("yes", "no"),
            ("m = 1", "m > 1"),
            ("i <", "i ="),
            ("If ", "Not if "),
        ):
            when = exchanged(act.when, one, other)
            yield (
                f"{name} is done when {when}",
                folder._replace(acts=folder.acts | {name: replace(act, when=when)}),
            )
        told = [line._replace(text=exchanged(line.text, "α β", "β α")) for line in act.told]
        yield f"{name} says {told}", folder._replace(acts=folder.acts | {name: replace(act, told=told)})
        for end in {key for line in act.told for _, ends in line.checks for key in ends} - {""}:
            told = [
                line._replace(checks=tuple(longer(check, end) for check in line.checks)) for line in act.told
            ]
            yield f"{name} counts {end}", folder._replace(acts=folder.acts | {name: replace(act, told=told)})
    for one, other in pairwise(names):
        both = {one: folder.acts[other], other: folder.acts[one]}
        yield f"{one} and {other} are exchanged", folder._replace(acts=folder.acts | both)


def exchanged(words: str, one: str, other: str) -> str:
    """Return words with two things in each other's place."""
    return words.replace(one, "\0").replace(other, one).replace("\0", other)


def longer(check: tuple[str, Mapping[str, str]], end: str) -> tuple[str, Mapping[str, str]]:
    """Return a check with one card more for everybody, after a turn with this end."""
    question, ends = check
    return question, {
        key: re.sub(r"(?=,|$)", "+1", said) if key == end else said for key, said in ends.items()
    }


OBJECTS = (AssertionError, Caught, CannotDo, NotUnderstood, LookupError, StopIteration, ValueError, TypeError)


def objected(name: str, folder: Printed, turns: int) -> bool:
    """Tell whether hands that follow a page come to grief."""
    try:
        evening(name, folder).go_on(turns, {"played", *wanted(ALL[name])}, True)
    except OBJECTS:
        return True
    return False


FALSE = {
    "knockout": ("5 is left out", "10 is done always", "8 and 9 are exchanged", "14 counts Drawn and kept"),
    "sevens, two seats": (
        "11b is left out",
        "10 is done always",
        "3 and 4 are exchanged",
        "11 counts No card played",
    ),
    "hearts": ("8b is left out", "12 is done always", "8 and 9 are exchanged", "14 counts Played"),
    "dominoes": (
        "13 is left out",
        "12 is done always",
        "13 and 14 are exchanged",
        "14 counts Drawn and kept",
    ),
    "wallet, mau-mau": ("4 is left out", "6 is done always", "8 and 9 are exchanged", "12 counts Played"),
}
"""What is found in the usual run: an act left out, a condition, an order, a count, in every game."""


@pytest.mark.parametrize("name", FALSE)
def test_a_false_page_is_found(name: str) -> None:
    pages = dict(sabotaged(folder_of(name)))
    assert [what for what in FALSE[name] if not objected(name, pages[what], 40)] == []


HARMLESS = {
    "knockout": "8 is done always; 10 and 11 are exchanged; 12 and 13 are exchanged",
    "published": "8 is left out",
    "hearts": "8 is done always; 10 is left out; 10 is done always; 10 is done when IF β α in step 9; "
    "11 is left out; 13 is done always; 14 counts No card played; 4b is done always; 8b is done always; "
    "8b is done when If each column has 1 pair (not if m > 1); 9b is done always; 10 and 11 are exchanged; "
    "11 and 12 are exchanged; 8b and 9b are exchanged",
    "sevens, two seats": "8 is done always; 11b is done always; 11c is left out; 11c is done always",
    "dominoes": "8 is done always; 12 and 13 are exchanged",
    "wallet, dominoes": "1 is done always; 5 is done always; 9 is done always; 12 is done always; "
    "1 and 2 are exchanged; 6 and 7 are exchanged; 10 and 11 are exchanged",
    "wallet, mau-mau": "4 is done always; 9 is done always; 1 and 2 are exchanged; 6 and 7 are exchanged; "
    "10 and 11 are exchanged",
}
"""What may be otherwise on a page: acts of which one alone is ever done, in either order; a round of no duel; a
condition that stands beside the usual act as well; in hearts, where any card may be played if none follows suit, what
would find one of these; a mixing that the paper's twelve steps could do without."""


@pytest.mark.parametrize("name", HARMLESS)
def test_whatever_else_is_false_on_a_page_is_found(name: str, full: bool) -> None:
    if not full:
        return
    folder = folder_of(name)
    false = ((what, page) for what, page in sabotaged(folder) if page != folder)
    found = [what for what, page in false if not objected(name, page, 60)]
    assert found == HARMLESS[name].split("; ")
