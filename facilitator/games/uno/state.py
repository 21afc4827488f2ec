"""The public state of a game of UNO, and the one way it changes.

Everybody at the table could write all of this down; no field could hold a hidden card.
Source: Ruangwises–Shinagawa §3.1; rules: "paper".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, assert_never

from facilitator.games.uno import cards as uno
from facilitator.games.uno import refusals
from facilitator.games.uno.consequences import Consequence, Kind, Source
from facilitator.games.uno.decks import (
    PEOPLE,
    POOL,
    SHARED,
    Draft,
    check_copies,
    force_draw,
    in_order,
    without,
)
from facilitator.games.uno.events import Drew, Event, Pass, Play, Start, find_seat, fold


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table; at a virtual one nobody sits, and nobody may see its hand."""

    name: str
    virtual: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """The public facts after `n` events; before the start there is no top card, colour or turn.

    With a split pool `deck` and `unplayed` are the people's; the fields of the pool are empty when it is shared.
    """

    seats: tuple[Seat, ...]  # clockwise
    hands: tuple[int, ...]  # how many cards each seat holds
    unplayed: int
    hand_size: int = 7
    deck: tuple[str, ...] = uno.DECK  # all cards of that deck, wherever they are
    turn: int = 0
    direction: int = 1  # +1 clockwise, -1 counterclockwise
    discards: tuple[str, ...] = ()  # the top card last
    color: str | None = None  # the active colour
    n: int = 0
    drawn: bool = False  # the seat in turn has drawn in this turn
    winner: int | None = None
    pool: tuple[str, ...] = ()  # all cards of the virtual seats' own deck, wherever they are
    pool_unplayed: int = 0
    from_pool: tuple[bool, ...] = ()  # of each discard, the top card last: whether it is the pool's
    until: bool = False  # house rule: a seat that cannot play draws until it can

    @property
    def started(self) -> bool:
        """Whether the first top card has been turned over."""
        return bool(self.discards)

    @property
    def top(self) -> str | None:
        """The top card; None before the start."""
        return self.discards[-1] if self.discards else None

    def seat_index(self, name: str) -> int:
        """Where the seat of this name sits, counted clockwise.

        Raises: CommandError if no seat is called so.
        """
        for index, seat in enumerate(self.seats):
            if seat.name == name:
                return index
        names = [seat.name for seat in self.seats]
        return names.index(find_seat(name, names))

    def source(self, seat: int) -> Source:
        """The deck this seat was dealt from and draws from."""
        if not self.pool:
            return SHARED
        return POOL if self.seats[seat].virtual else PEOPLE

    def unplayed_for(self, seat: int) -> int:
        """How many cards the deck has that this seat draws from."""
        return self.pool_unplayed if self.source(seat) is POOL else self.unplayed

    def discards_from(self, pool: bool) -> tuple[str, ...]:
        """The discards that came from the pool's deck, or those that did not, the latest last."""
        if not self.pool:
            return () if pool else self.discards
        return tuple(c for c, mark in zip(self.discards, self.from_pool, strict=True) if mark == pool)

    def remaining(self) -> tuple[str, ...]:
        """The cards in hands and in the unplayed deck together, as they lie in the deck list.

        With a split pool: those of the people.
        """
        return without(self.deck, self.discards_from(pool=False))

    def pool_remaining(self) -> tuple[str, ...]:
        """The cards in virtual hands and in the pool's deck together, as they lie in the deck list."""
        return without(self.pool, self.discards_from(pool=True))

    def can_draw_after(self, count: int) -> bool:
        """Whether the seat in turn can draw one more card when it has drawn `count`, reshuffling if need be."""
        of_pool = bool(self.pool) and self.seats[self.turn].virtual
        under = len(self.discards_from(pool=of_pool)) if self.pool else len(self.discards)
        top_counts = not self.pool or self.from_pool[-1] == of_pool
        return self.unplayed_for(self.turn) > count or under > top_counts

    def legal_cards(self) -> frozenset[str]:
        """The kinds that may be played now; none before the start and after the end."""
        if self.color is None or self.winner is not None:
            return frozenset()
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
        if self.pool:
            facts["pool"] = {"unplayed": self.pool_unplayed, "discards": sum(self.from_pool)}
        return facts


class Applied(NamedTuple):
    """The state after an event, and what to announce."""

    state: State
    consequences: tuple[Consequence, ...]


def new_game(
    seats: Sequence[Seat],
    hand_size: int = 7,
    deck: Sequence[str] = uno.DECK,
    pool: Sequence[str] = (),
    until: bool = False,
) -> State:
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
    pool_unplayed = len(pool) - hand_size * pooled
    if pool and pool_unplayed < 1:
        raise refusals.deal_pool(pooled, hand_size, len(pool))
    hands = (hand_size,) * len(seats)
    return State(
        tuple(seats),
        hands,
        unplayed,
        hand_size,
        in_order(deck),
        pool=in_order(pool),
        pool_unplayed=pool_unplayed,
        until=until,
    )


def apply(state: State, event: Event) -> Applied:
    """The state after the event, and what follows from it: the only way a state changes.

    Source: Ruangwises–Shinagawa §3.1; rules: "paper".

    Raises: TableError if such cards or such a play cannot be, CommandError if the event is not whole.
    """
    if isinstance(event, Start):
        return _start(state, event)
    draft = Draft(state)
    _open_turn(draft, event)
    if isinstance(event, Play):
        _play(draft, event)
    elif isinstance(event, Drew):
        _draw(draft, event)
    elif isinstance(event, Pass):
        _pass(draft, event)
    else:
        assert_never(event)
    return _finish(draft)


def _finish(draft: Draft) -> Applied:
    old = draft.before
    state = State(
        old.seats,
        tuple(draft.hands),
        draft.unplayed,
        old.hand_size,
        old.deck,
        draft.turn,
        draft.direction,
        draft.discards,
        draft.color,
        old.n + 1,
        draft.drawn,
        draft.winner,
        old.pool,
        draft.pool_unplayed,
        draft.from_pool,
        old.until,
    )
    return Applied(state, tuple(draft.told))


def _start(state: State, event: Start) -> Applied:
    if state.started:
        raise refusals.already_started(event)
    card, first = event.card, state.seat_index(event.first)
    if uno.is_black(card):
        raise refusals.black_start(card)
    source = PEOPLE if state.pool else SHARED  # the first top card is never the pool's
    check_copies(state, card, source)
    draft = Draft(state)
    draft.unplayed -= 1
    draft.discard(card, source)
    draft.turn, draft.color = first, uno.color_of(card)
    return _finish(draft)


def _open_turn(draft: Draft, event: Play | Drew | Pass) -> None:
    """See that it is this seat's turn; the next seat's event says that the one who drew passed."""
    state = draft.before
    if state.winner is not None:
        raise refusals.already_won(state, event)
    if not state.started:
        raise refusals.not_started(state, event)
    seat = state.seat_index(event.seat)
    if seat == draft.turn:
        return
    may_pass = draft.drawn and not (state.until and draft.can_draw(state.source(draft.turn)))
    if not may_pass or seat != draft.next_seat():
        raise refusals.wrong_turn(state, draft.next_seat(), event)
    draft.told.append(Consequence(Kind.PASS, draft.name(draft.turn)))
    draft.end_turn()


def _play(draft: Draft, event: Play) -> None:
    card, seat = event.card, draft.turn
    if card not in draft.before.legal_cards():
        raise refusals.not_valid(draft.before, event)
    source = draft.before.source(seat)
    check_copies(draft.before, card, source)
    draft.color = _named_color(event)
    draft.discard(card, source)
    draft.hands[seat] -= 1
    left = draft.hands[seat]
    if left == 0:  # rules: "First empty hand wins and ends the game"
        draft.winner = seat
        draft.told.append(Consequence(Kind.WIN, draft.name(seat)))
        return
    if left == 1:
        draft.told.append(Consequence(Kind.UNO, draft.name(seat)))
    _do_effect(draft, uno.effect(card))


def _do_effect(draft: Draft, effect: uno.Effect) -> None:
    if effect.reverse:
        draft.direction = -draft.direction
        draft.told.append(Consequence(Kind.REVERSE, clockwise=draft.direction == 1))
    draft.end_turn()
    if effect.draws:
        force_draw(draft, draft.turn, effect.draws)
    elif effect.misses:
        draft.told.append(Consequence(Kind.MISS, draft.name(draft.turn)))
    if effect.misses:
        draft.end_turn()


def _draw(draft: Draft, event: Drew) -> None:
    if event.count != 1:
        raise refusals.draw_count(event)
    if draft.drawn and not draft.before.until:
        raise refusals.second_draw(event)
    source = draft.before.source(draft.turn)
    if not draft.can_draw(source):  # rules: "a turn with nothing to draw ends"
        draft.told.append(Consequence(Kind.STUCK, draft.name(draft.turn), source=source))
        draft.end_turn()
        return
    if not draft.left(source):
        draft.reshuffle(source)
    draft.take(draft.turn, 1, source)
    draft.drawn = True


def _pass(draft: Draft, event: Pass) -> None:
    if draft.can_draw(draft.before.source(draft.turn)):
        if not draft.drawn:
            raise refusals.pass_undrawn(event)
        if draft.before.until:
            raise refusals.pass_early(event)
    draft.end_turn()


def _named_color(event: Play) -> str:
    """The active colour after the play: the card's own, or the one named with a black card."""
    own = uno.color_of(event.card)
    if own is None:
        if event.color not in uno.COLOR_WORDS:
            raise refusals.color_missing(event)
        return event.color
    if event.color is not None and event.color != own:
        raise refusals.color_at_odds(event)
    return own
