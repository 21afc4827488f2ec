"""The public state of a game of UNO, and the one way it changes.

Everybody at the table could write all of this down; no field could hold a hidden card.
Source: Ruangwises–Shinagawa §3.1; rules: "paper".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, assert_never

from facilitator import refusals
from facilitator.consequences import Consequence, Kind
from facilitator.events import Draw, Event, Pass, Play, Start, find_seat, fold
from facilitator.games import uno


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table; at a virtual one nobody sits, and nobody may see its hand."""

    name: str
    virtual: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """The public facts after `n` events; before the start there is no top card, colour or turn."""

    seats: tuple[Seat, ...]  # clockwise
    hands: tuple[int, ...]  # how many cards each seat holds
    unplayed: int
    hand_size: int = 7
    deck: tuple[str, ...] = uno.DECK  # all cards of the game, wherever they are
    turn: int = 0
    direction: int = 1  # +1 clockwise, -1 counterclockwise
    discards: tuple[str, ...] = ()  # the top card last
    color: str | None = None  # the active colour
    n: int = 0
    drawn: bool = False  # the seat in turn has drawn in this turn
    winner: int | None = None

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

    def remaining(self) -> tuple[str, ...]:
        """The cards in hands and in the unplayed deck together, as they lie in the deck list."""
        gone = Counter(self.discards)
        left: list[str] = []
        for card in self.deck:
            if gone[card]:
                gone[card] -= 1
            else:
                left.append(card)
        return tuple(left)

    def legal_cards(self) -> frozenset[str]:
        """The kinds that may be played now; none before the start and after the end."""
        if self.color is None or self.winner is not None:
            return frozenset()
        return uno.valid_kinds(self.discards[-1], self.color)

    def to_json(self) -> dict[str, object]:
        """The public state as `replay` and `play --json` write it."""
        return {
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


class Applied(NamedTuple):
    """The state after an event, and what to announce."""

    state: State
    consequences: tuple[Consequence, ...]


def new_game(seats: Sequence[Seat], hand_size: int = 7, deck: Sequence[str] = uno.DECK) -> State:
    """A game whose hands are dealt and whose first top card is not yet turned over.

    Raises: TableError if no such game can be dealt, CommandError if the deck lists what is no card.
    """
    virtual = sum(seat.virtual for seat in seats)
    if not 2 <= len(seats) <= 10 or virtual == len(seats):
        raise refusals.seats(len(seats), virtual)
    if len({fold(seat.name) for seat in seats} - {""}) < len(seats):
        raise refusals.seat_names([seat.name for seat in seats])
    for card in deck:
        if card not in uno.KINDS:
            raise refusals.no_such_card(card)
    unplayed = len(deck) - hand_size * len(seats)
    if hand_size < 1 or unplayed < 1:
        raise refusals.deal(len(seats), hand_size, len(deck))
    hands = (hand_size,) * len(seats)
    return State(tuple(seats), hands, unplayed, hand_size, tuple(sorted(deck, key=uno.deck_order)))


def apply(state: State, event: Event) -> Applied:
    """The state after the event, and what follows from it: the only way a state changes.

    Source: Ruangwises–Shinagawa §3.1; rules: "paper".

    Raises: TableError if such cards or such a play cannot be, CommandError if the event is not whole.
    """
    if isinstance(event, Start):
        return _start(state, event)
    draft = _Draft(state)
    _open_turn(draft, event)
    if isinstance(event, Play):
        _play(draft, event)
    elif isinstance(event, Draw):
        _draw(draft, event)
    elif isinstance(event, Pass):
        _pass(draft, event)
    else:
        assert_never(event)
    return draft.finish()


class _Draft:
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
        self.told: list[Consequence] = []

    def finish(self) -> Applied:
        old = self.before
        state = State(
            old.seats,
            tuple(self.hands),
            self.unplayed,
            old.hand_size,
            old.deck,
            self.turn,
            self.direction,
            self.discards,
            self.color,
            old.n + 1,
            self.drawn,
            self.winner,
        )
        return Applied(state, tuple(self.told))

    def next_seat(self) -> int:
        return (self.turn + self.direction) % len(self.hands)

    def end_turn(self) -> None:
        self.turn = self.next_seat()
        self.drawn = False

    def name(self, seat: int) -> str:
        return self.before.seats[seat].name

    def reshuffle(self) -> None:
        """Rules: "Unplayed deck empty when a card is needed" (the paper is silent; the official rule)."""
        self.unplayed = len(self.discards) - 1
        self.discards = self.discards[-1:]
        self.told.append(Consequence(Kind.RESHUFFLE, count=self.unplayed))

    def can_draw(self) -> bool:
        return self.unplayed > 0 or len(self.discards) > 1

    def take(self, seat: int, most: int) -> int:
        """Move up to `most` cards of the unplayed deck to a hand."""
        count = min(most, self.unplayed)
        self.unplayed -= count
        self.hands[seat] += count
        return count


def _start(state: State, event: Start) -> Applied:
    if state.started:
        raise refusals.already_started(event)
    card, first = event.card, state.seat_index(event.first)
    if uno.is_black(card):
        raise refusals.black_start(card)
    _check_copies(state, card)
    draft = _Draft(state)
    draft.unplayed -= 1
    draft.turn, draft.discards, draft.color = first, (card,), uno.color_of(card)
    return draft.finish()


def _open_turn(draft: _Draft, event: Play | Draw | Pass) -> None:
    """See that it is this seat's turn; the next seat's event says that the one who drew passed."""
    state = draft.before
    if state.winner is not None:
        raise refusals.already_won(state, event)
    if not state.started:
        raise refusals.not_started(state, event)
    seat = state.seat_index(event.seat)
    if seat == draft.turn:
        return
    if not draft.drawn or seat != draft.next_seat():
        raise refusals.wrong_turn(state, draft.next_seat(), event)
    draft.told.append(Consequence(Kind.PASS, draft.name(draft.turn)))
    draft.end_turn()


def _play(draft: _Draft, event: Play) -> None:
    card, seat = event.card, draft.turn
    if card not in draft.before.legal_cards():
        raise refusals.not_valid(draft.before, event)
    _check_copies(draft.before, card)
    draft.color = _named_color(event)
    draft.discards += (card,)
    draft.hands[seat] -= 1
    left = draft.hands[seat]
    if left == 0:  # rules: "First empty hand wins and ends the game"
        draft.winner = seat
        draft.told.append(Consequence(Kind.WIN, draft.name(seat)))
        return
    if left == 1:
        draft.told.append(Consequence(Kind.UNO, draft.name(seat)))
    _do_effect(draft, uno.effect(card))


def _do_effect(draft: _Draft, effect: uno.Effect) -> None:
    if effect.reverse:
        draft.direction = -draft.direction
        draft.told.append(Consequence(Kind.REVERSE, clockwise=draft.direction == 1))
    draft.end_turn()
    if effect.draws:
        _force_draw(draft, draft.turn, effect.draws)
    elif effect.misses:
        draft.told.append(Consequence(Kind.MISS, draft.name(draft.turn)))
    if effect.misses:
        draft.end_turn()


def _force_draw(draft: _Draft, seat: int, demanded: int) -> None:
    """Draw what is there, make a new unplayed deck where it runs out, go on; it costs the turn."""
    name, virtual, left = draft.name(seat), draft.before.seats[seat].virtual, demanded
    while left and draft.can_draw():
        if not draft.unplayed:
            draft.reshuffle()
        count = draft.take(seat, left)
        left -= count
        of = demanded if count < demanded else None
        draft.told.append(Consequence(Kind.DRAW, name, count, of, misses=not left, virtual=virtual))
    if left:
        draft.told.append(Consequence(Kind.SHORT, name, left, demanded, misses=True))


def _draw(draft: _Draft, event: Draw) -> None:
    if event.count != 1:
        raise refusals.draw_count(event)
    if draft.drawn:
        raise refusals.second_draw(event)
    if not draft.can_draw():  # rules: "a turn with nothing to draw ends"
        draft.told.append(Consequence(Kind.STUCK, draft.name(draft.turn)))
        draft.end_turn()
        return
    if not draft.unplayed:
        draft.reshuffle()
    draft.take(draft.turn, 1)
    draft.drawn = True


def _pass(draft: _Draft, event: Pass) -> None:
    if not draft.drawn and draft.can_draw():
        raise refusals.pass_undrawn(event)
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


@lru_cache(maxsize=8)
def _copies(deck: tuple[str, ...]) -> Mapping[str, int]:
    return Counter(deck)


def _check_copies(state: State, card: str) -> None:
    """See that the discards do not come to hold more cards of a kind than the deck has."""
    copies = _copies(state.deck)[card]
    if state.discards.count(card) >= copies:
        raise refusals.too_many(state, card, copies)
