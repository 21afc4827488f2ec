"""Cards on their way while an event takes effect: hands, unplayed decks and the one discard pile.

With a split pool the people and the virtual seats each draw from a deck of their own.  All discards lie on
one pile; a mark on the face or another printed back tells which deck each came from.  Rules: "Split pool".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from facilitator.games.uno import cards as uno
from facilitator.games.uno import refusals
from facilitator.games.uno.consequences import Consequence, Kind, Source

if TYPE_CHECKING:
    from facilitator.games.uno.state import State

SHARED, PEOPLE, POOL = Source.SHARED, Source.PEOPLE, Source.POOL
"""Reached once: of all that `apply` does, looking up a member of an Enum would be among the slowest."""


class Draft:
    """The next state while it is being worked out; if the event is refused it is simply forgotten."""

    def __init__(self, before: State) -> None:
        self.before = before
        self.hands = list(before.hands)
        self.unplayed = before.unplayed
        self.turn = before.turn
        self.direction = before.direction
        self.discards = before.discards
        self.color = before.color
        self.drawn = before.drawn
        self.winner = before.winner
        self.pool_unplayed = before.pool_unplayed
        self.from_pool = before.from_pool
        self.told: list[Consequence] = []

    def next_seat(self) -> int:
        return (self.turn + self.direction) % len(self.hands)

    def end_turn(self) -> None:
        self.turn = self.next_seat()
        self.drawn = False

    def name(self, seat: int) -> str:
        return self.before.seats[seat].name

    def left(self, source: Source) -> int:
        """How many cards the unplayed deck still has."""
        return self.pool_unplayed if source is POOL else self.unplayed

    def discard(self, card: str, source: Source) -> None:
        """Lay a card on the pile, with the mark of the deck it came from."""
        self.discards += (card,)
        if source is not SHARED:
            self.from_pool += (source is POOL,)

    def reshuffle(self, source: Source) -> None:
        """Rules: "Unplayed deck empty when a card is needed" (the paper is silent; the official rule)."""
        if source is SHARED:
            count = len(self.discards) - 1
            self.discards = self.discards[-1:]
        else:
            count = self._pick_out(source)
        if source is POOL:
            self.pool_unplayed = count
        else:
            self.unplayed = count
        self.told.append(Consequence(Kind.RESHUFFLE, count=count, source=source))

    def _pick_out(self, source: Source) -> int:
        """Take all discards of one deck, but never the top card, off the pile; return how many."""
        *under, top = zip(self.discards, self.from_pool, strict=True)
        kept = [*(lying for lying in under if lying[1] != (source is POOL)), top]
        count = len(self.discards) - len(kept)
        self.discards = tuple(card for card, _ in kept)
        self.from_pool = tuple(mark for _, mark in kept)
        return count

    def can_draw(self, source: Source) -> bool:
        if source is SHARED:
            return self.unplayed > 0 or len(self.discards) > 1
        return self.left(source) > 0 or (source is POOL) in self.from_pool[:-1]

    def take(self, seat: int, most: int, source: Source) -> int:
        """Move up to `most` cards of an unplayed deck to a hand."""
        count = min(most, self.left(source))
        if source is POOL:
            self.pool_unplayed -= count
        else:
            self.unplayed -= count
        self.hands[seat] += count
        return count


def force_draw(draft: Draft, seat: int, demanded: int) -> None:
    """Draw what is there, make a new unplayed deck where it runs out, go on; it costs the turn."""
    name, virtual, left = draft.name(seat), draft.before.seats[seat].virtual, demanded
    source = draft.before.source(seat)
    while left and draft.can_draw(source):
        if not draft.left(source):
            draft.reshuffle(source)
        count = draft.take(seat, left, source)
        left -= count
        of = demanded if count < demanded else None
        draft.told.append(
            Consequence(Kind.DRAW, name, count, of, misses=not left, virtual=virtual, source=source)
        )
    if left:
        draft.told.append(Consequence(Kind.SHORT, name, left, demanded, misses=True, source=source))


_FULL = Counter(uno.DECK)


@lru_cache(maxsize=8)
def _copies(deck: tuple[str, ...]) -> Mapping[str, int]:
    return Counter(deck)


def check_copies(state: State, card: str, source: Source) -> None:
    """See that the discards do not come to hold more cards of a kind than the deck they come from has."""
    pool = source is POOL
    deck = state.pool if pool else state.deck
    copies = (_FULL if deck is uno.DECK else _copies(deck))[card]  # to hash 108 cards takes a while
    discards = state.discards if source is SHARED else state.discards_from(pool)
    if discards.count(card) >= copies:
        raise refusals.too_many(state, card, copies, source)


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """The cards as they lie in the deck list."""
    return cards if cards is uno.DECK else tuple(sorted(cards, key=uno.deck_order))


def without(deck: Iterable[str], gone: Iterable[str]) -> tuple[str, ...]:
    """The cards of a deck that are not gone, as they lie in the deck list."""
    missing = Counter(gone)
    left: list[str] = []
    for card in deck:
        if missing[card]:
            missing[card] -= 1
        else:
            left.append(card)
    return tuple(left)
