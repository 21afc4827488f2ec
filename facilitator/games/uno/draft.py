"""Cards on their way while an event takes effect: hands, unplayed decks and the one discard pile.

With a split pool the people and the virtual seats each draw from a deck of their own.  All discards lie on
one pile; a mark on the face or another printed back tells which deck each came from.  Rules: "Split pool".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from facilitator.games.facts import Seat
from facilitator.games.motions import Happened, Mixed, Motion, Moved
from facilitator.games.uno import cards as uno
from facilitator.games.uno import refusals
from facilitator.games.uno.state import UnoState
from facilitator.machine.faces import DISCARDS


class StateDraft:
    """The next state while it is being worked out; if the event is refused it is simply forgotten."""

    def __init__(self, before: UnoState) -> None:
        self.before = before
        self.hands = list(before.hands)
        self.unplayed = [deck.unplayed for deck in before.decks]
        self.turn = before.turn
        self.direction = before.direction
        self.discards = before.discards
        self.origin = before.origin
        self.color = before.color
        self.drawn = before.drawn
        self.winner = before.winner
        self.rest: dict[str, Any] = {}
        self.told: list[Happened] = []

    def tell(self, key: str, *motions: Motion, **args: object) -> None:
        """Announce one thing that follows."""
        self.told.append(Happened(key, args, motions))

    def next_seat(self) -> int:
        finished: tuple[int, ...] = self.rest.get("finished", self.before.finished)
        gone: tuple[int, ...] = self.rest.get("gone", self.before.gone)
        seat, count = self.turn, len(self.hands)
        for _ in range(count):
            seat = (seat + self.direction) % count
            if seat not in finished and seat not in gone:
                break
        return seat

    def end_turn(self) -> None:
        self.turn = self.next_seat()
        self.drawn = False
        if self.before.free:
            self.rest["free"] = False

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that have not finished and not given up."""
        out = {*self.rest.get("finished", self.before.finished), *self.rest.get("gone", self.before.gone)}
        return tuple(i for i in range(len(self.hands)) if i not in out)

    def name(self, seat: int) -> str:
        return self.seats[seat].name

    @property
    def seats(self) -> tuple[Seat, ...]:
        seats: tuple[Seat, ...] = self.rest.get("seats", self.before.seats)
        return seats

    def add_seat(self, seat: Seat, deck: int) -> None:
        """Let somebody sit down after the last seat, with no cards yet."""
        before = self.before
        self.rest |= {"seats": (*before.seats, seat), "draws": (*before.draws, deck)}
        if before.scores:
            self.rest["scores"] = (*before.scores, 0)
        if before.held:
            self.rest["held"] = (*before.held, ())
        self.hands.append(0)

    def deck_of(self, seat: int) -> int:
        draws: tuple[int, ...] = self.rest.get("draws", self.before.draws)
        return draws[seat]

    def break_chain(self) -> None:
        """Nothing waits any more for an answer to a + or D."""
        self.rest |= {"pending": 0, "suspects": None, "challenged": False, "covered": False}

    def forget_risk(self, seat: int) -> None:
        """The seat has drawn, so that it has more than one card: nobody can catch it."""
        if self.before.at_risk == seat:
            self.rest["at_risk"] = None

    def lay(self, card: str, deck: int) -> None:
        """Lay a card on the pile, with the mark of the deck it came from."""
        self.discards += (card,)
        self.origin += (deck,)

    def can_draw(self, deck: int) -> bool:
        return self.unplayed[deck] > 0 or deck in self.origin[:-1]

    def take(self, seat: int, most: int) -> Moved:
        """Move up to `most` cards of the seat's deck to its hand, a new deck made first where it is empty."""
        deck = self.deck_of(seat)
        if not self.unplayed[deck]:
            self._reshuffle(deck)
        count = min(most, self.unplayed[deck])
        self.unplayed[deck] -= count
        self.hands[seat] += count
        return Moved(self.before.decks[deck].zone, self.name(seat), count)

    def _reshuffle(self, deck: int) -> None:
        """Rules: "Unplayed deck empty when a card is needed" (the paper is silent; the official rule).

        All discards of the deck, but never the top card, come off the pile.
        """
        *under, top = zip(self.discards, self.origin, strict=True)
        back = tuple(card for card, of in under if of == deck)
        kept = [*(lying for lying in under if lying[1] != deck), top]
        self.discards = tuple(card for card, _ in kept)
        self.origin = tuple(of for _, of in kept)
        self.unplayed[deck] = len(back)
        of = self.before.decks[deck]
        told_apart = back if len(self.before.decks) > 1 else ()
        self.tell("reshuffle", Mixed((DISCARDS,), of.zone, 1, told_apart), count=len(back), deck=of.whose)

    def finished(self) -> UnoState:
        """The state that the event leads to."""
        before = self.before
        decks = before.decks
        if any(deck.unplayed != left for deck, left in zip(decks, self.unplayed, strict=True)):
            decks = tuple(
                replace(deck, unplayed=left) for deck, left in zip(decks, self.unplayed, strict=True)
            )
        return replace(
            before,
            hands=tuple(self.hands),
            decks=decks,
            turn=self.turn,
            direction=self.direction,
            discards=self.discards,
            origin=self.origin,
            color=self.color,
            n=before.n + 1,
            drawn=self.drawn,
            winner=self.winner,
            **self.rest,
        )


def force_draw(draft: StateDraft, seat: int, demanded: int, misses: bool = True) -> None:
    """Draw what is there, make a new unplayed deck where it runs out, go on; mostly it costs the turn."""
    deck, left = draft.deck_of(seat), demanded
    args = {"seat": draft.name(seat), "deck": draft.before.decks[deck].whose}
    while left and draft.can_draw(deck):
        motion = draft.take(seat, left)
        left -= motion.count
        of = demanded if motion.count < demanded else None
        virtual = draft.seats[seat].virtual
        draft.tell(
            "draw", motion, **args, count=motion.count, of=of, misses=misses and not left, virtual=virtual
        )
    if left:
        nothing = Moved(draft.before.decks[deck].zone, draft.name(seat), 0)
        draft.tell("short", nothing, **args, count=left, of=demanded, misses=misses)


_FULL = Counter(uno.DECK)


@lru_cache(maxsize=8)
def _copies(deck: tuple[str, ...]) -> Mapping[str, int]:
    return Counter(deck)


def check_copies(state: UnoState, card: str, deck: int, more: int = 1) -> None:
    """See that the discards do not come to hold more cards of a kind than the deck they come from has."""
    of = state.decks[deck]
    copies = (_FULL if of.cards is uno.DECK else _copies(of.cards))[card]  # to hash 108 cards takes a while
    if state.discards_from(deck).count(card) + more > copies:
        raise refusals.too_many(card, copies, of.whose)
