"""The public state of a game of UNO: what everybody at the table could write down.

No field could hold a hidden card.  Source: Ruangwises–Shinagawa §3.1; rules: "paper".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from facilitator.games.facts import Seat, Zone
from facilitator.games.seats import find_seat
from facilitator.games.uno import cards as uno
from facilitator.games.uno import chain, refusals
from facilitator.games.uno.options import PAPER, UnoOptions
from facilitator.machine.faces import DECK, POOL
from facilitator.wording import fold

SHARED, PEOPLES, POOLS = "shared", "people", "pool"
"""What a deck is to the table: the only one, the people's, the virtual seats' own."""


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards that some of the seats were dealt and draw from; ``cards``: all of them, wherever they are."""

    cards: tuple[str, ...]
    unplayed: int
    whose: str = SHARED
    zone: Zone = DECK


@dataclass(frozen=True, slots=True)
class UnoState:
    """The public facts after ``n`` events; before the start there is no top card, colour or turn.

    The first top card is of the first deck.
    """

    seats: tuple[Seat, ...]  # clockwise
    hands: tuple[int, ...]  # how many cards each seat holds
    decks: tuple[Deck, ...]
    draws: tuple[int, ...]  # of each seat: which deck it draws from
    hand_size: int = 7
    turn: int = 0
    direction: int = 1  # +1 clockwise, -1 counterclockwise
    discards: tuple[str, ...] = ()  # the top card last
    origin: tuple[int, ...] = ()  # of each discard: which deck it came from
    color: str | None = None  # the active colour
    n: int = 0
    drawn: bool = False  # the seat in turn has drawn in this turn
    winner: int | None = None
    until: bool = False  # house rule: a seat that cannot play draws until it can
    priority: bool = False  # a virtual seat plays a wild draw four only if nothing else fits
    house: UnoOptions = PAPER
    opened: bool = False  # a game without a first top card has begun
    naming: bool = False  # the seat in turn names the colour of the wild that was turned over
    pending: int = 0  # cards that whoever does not answer a + or D must draw
    layer: int | None = None  # who played that + or D last
    suspects: tuple[str, ...] | None = (
        None  # kinds whose holder must not have played it; None: not to be challenged
    )
    challenged: bool = False  # the hand of `layer` is being looked at …
    covered: bool = False  # … or asked one question, and shown to nobody
    free: bool = False  # after a right challenge: any card may be played
    at_risk: int | None = None  # who has one card left, and may be caught not having said so
    held: tuple[
        tuple[int, ...], ...
    ] = ()  # of each hand: other seats that have held it, once hands were swapped
    finished: tuple[int, ...] = ()  # whose hand is empty, in this order
    gone: tuple[int, ...] = ()  # who gave up
    leaving: int | None = None  # who gives up, the hand not yet shown
    counting: tuple[int, ...] = ()  # whose hands are yet to be shown, for points or places
    shown: tuple[tuple[int, tuple[str, ...]], ...] = ()  # hands that were
    ended: bool = False  # the hand or the game has ended; what is left is counting
    scores: tuple[int, ...] = ()
    round: int = 1
    minutes: int = 0
    times: tuple[tuple[int, int], ...] = ()  # of who has finished: after how many minutes
    places: tuple[tuple[int, ...], ...] = ()  # the ranking, those that share a place together

    @property
    def started(self) -> bool:
        """Whether the first top card has been turned over, or the first seat has begun without one."""
        return bool(self.discards) or self.opened

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that have not finished and not given up, clockwise."""
        out = {*self.finished, *self.gone}
        return tuple(i for i in range(len(self.seats)) if i not in out)

    def after(self, seat: int, direction: int) -> int:
        """The next seat that still plays."""
        count = len(self.seats)
        seat = (seat + direction) % count
        while seat in self.finished or seat in self.gone:
            seat = (seat + direction) % count
        return seat

    @property
    def top(self) -> str | None:
        """The top card; None before the start."""
        return self.discards[-1] if self.discards else None

    @property
    def unplayed(self) -> int:
        """How many cards the first deck has left."""
        return self.decks[0].unplayed

    def seat_index(self, name: str) -> int:
        """Where the seat of this name sits, counted clockwise.

        Raises: CommandError if no seat is called so.
        """
        for index, seat in enumerate(self.seats):
            if seat.name == name:
                return index
        names = [seat.name for seat in self.seats]
        return names.index(find_seat(name, names))

    def deck_of(self, seat: int) -> Deck:
        """The deck this seat was dealt from and draws from."""
        return self.decks[self.draws[seat]]

    def discards_from(self, deck: int) -> tuple[str, ...]:
        """The discards that came from a deck, the latest last."""
        if len(self.decks) == 1:
            return self.discards
        return tuple(card for card, of in zip(self.discards, self.origin, strict=True) if of == deck)

    def remaining(self, deck: int = 0) -> tuple[str, ...]:
        """The cards of a deck in hands and in what is unplayed of it, as they lie in the deck list."""
        return without(self.decks[deck].cards, self.discards_from(deck))

    def can_draw_after(self, count: int) -> bool:
        """Whether the seat in turn can draw one more card when it has drawn `count`, reshuffling if need be."""
        deck = self.draws[self.turn]
        return self.decks[deck].unplayed > count or deck in self.origin[:-1]

    def legal_cards(self) -> frozenset[str]:
        """The kinds that may be played now; none before the start and after the end."""
        if self.winner is not None or self.ended or self.naming or not self.started:
            return frozenset()
        if (
            self.color is None
        ):  # rules: kpgut, "The player is not allowed to play Wild + Draw 4 as their first card"
            return frozenset(uno.KINDS) - {"D"}
        if self.free:
            return frozenset(uno.KINDS)
        if self.pending:
            return chain.answers(self.discards[-1], self.color, self.house.stacking)
        return uno.valid_kinds(self.discards[-1], self.color)

    def to_json(self) -> dict[str, object]:
        """The public state as `replay` and `play --json` write it."""
        facts: dict[str, object] = {
            "n": self.n,
            "turn": self.seats[self.turn].name if self.started else None,
            "direction": "clockwise" if self.direction == 1 else "counterclockwise",
            "top": self.top,
            "color": self.color,
            "hands": {seat.name: size for seat, size in zip(self.seats, self.hands, strict=True)},
            "unplayed": self.unplayed,
            "discards": len(self.discards),
            "winner": None if self.winner is None else self.seats[self.winner].name,
        }
        for number, deck in enumerate(self.decks[1:], 1):
            facts[deck.whose] = {"unplayed": deck.unplayed, "discards": self.origin.count(number)}
        return {**facts, **self._house_json()}

    def _house_json(self) -> dict[str, object]:
        """What only some rules know, where there is any of it."""
        facts: dict[str, object] = {}
        if self.pending:
            facts["pending"] = self.pending
        if any(self.held):
            facts["held"] = {
                self.name(hand): [self.name(seat) for seat in seats]
                for hand, seats in enumerate(self.held)
                if seats
            }
        if any(self.scores):
            facts["scores"] = {self.name(i): score for i, score in enumerate(self.scores)}
        if self.round > 1:
            facts["round"] = self.round
        if self.finished or self.gone:
            facts["finished"] = [self.name(seat) for seat in self.finished]
            facts["gave_up"] = [self.name(seat) for seat in self.gone]
        if self.places:
            facts["ranking"] = [[self.name(seat) for seat in place] for place in self.places]
        return facts

    def name(self, seat: int) -> str:
        """What a seat is called."""
        return self.seats[seat].name


def new_game(
    seats: Sequence[Seat],
    hand_size: int = 7,
    deck: Sequence[str] = uno.DECK,
    pool: Sequence[str] = (),
    until: bool = False,
    house: UnoOptions = PAPER,
) -> UnoState:
    """A game whose hands are dealt and whose first top card is not yet turned over.

    With a `pool` of cards the virtual seats are dealt from and draw from that deck, the people from `deck`.

    Raises: TableError if no such game can be dealt, CommandError if a deck lists what is no card.
    """
    virtual = sum(seat.virtual for seat in seats)
    if not 2 <= len(seats) <= 10 or virtual == len(seats):
        raise refusals.seats(len(seats), virtual)
    if len({fold(seat.name) for seat in seats} - {""}) < len(seats):
        raise refusals.seat_names([seat.name for seat in seats])
    for card in (*deck, *pool):
        if card not in uno.KINDS:
            raise refusals.no_such_card(card)
    pooled = virtual if pool else 0
    unplayed = len(deck) - hand_size * (len(seats) - pooled)
    if hand_size < 1 or unplayed < 1:
        raise refusals.deal(len(seats) - pooled, hand_size, len(deck))
    decks: tuple[Deck, ...] = (Deck(in_order(deck), unplayed, PEOPLES if pool else SHARED),)
    if pool:
        if len(pool) - hand_size * pooled < 1:
            raise refusals.deal_pool(pooled, hand_size, len(pool))
        decks += (Deck(in_order(pool), len(pool) - hand_size * pooled, POOLS, POOL),)
    draws = tuple(int(bool(pool) and seat.virtual) for seat in seats)
    hands = (hand_size,) * len(seats)
    scores = (0,) * len(seats) if house.scores != "none" else ()
    return UnoState(
        tuple(seats),
        hands,
        decks,
        draws,
        hand_size,
        until=until or house.draw == "until playable",
        priority=house.wild_draw_four != "any",
        house=house,
        scores=scores,
    )


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
