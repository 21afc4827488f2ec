"""Whole games of UNO over nothing but the interface of a game: cards are simulated, virtual seats play ideally."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, assert_never

from facilitator.games.events import Event, Play, Show
from facilitator.games.rules import (
    AwaitMove,
    Effect,
    GameOver,
    GiveBlind,
    HandQuestion,
    NextAction,
    RandomDraw,
    Seat,
    Select,
    ShowHand,
    read_move,
)
from facilitator.games.uno.state import UnoState
from facilitator.operations.faces import SOME
from facilitator.play.rehearsal import Rehearsal
from states import UNO

NAMES = ("Ana", "Vera", "Ben", "Udo", "Ida", "Nils", "Zoe", "Max", "Eva", "Tom")

READ: Counter[tuple[object, ...]] = Counter()
"""How often each kind of event was read back from its words."""


class Step(NamedTuple):
    """One event with everything about it; ``hands``: what each seat held before it, the last card drawn last."""

    before: UnoState
    event: Event
    after: UnoState
    happened: tuple[Effect, ...]
    hands: dict[str, list[str]]
    virtual: bool


def mixes(least: int, most: int) -> list[tuple[Seat, ...]]:
    """Return every mix of people and virtual seats, a person at one at least."""
    return [
        tuple(Seat(NAMES[at], bool(mask >> at & 1)) for at in range(count))
        for count in range(least, most + 1)
        for mask in range(2**count - 1)
    ]


MIXES = mixes(2, 5)


def seats_of(seed: int) -> tuple[Seat, ...]:
    """Return the seats of a seeded game: as many seeds as there are mixes meet every one of them."""
    return MIXES[(seed * 37 + 5) % len(MIXES)]


class Driver:
    """One game and its cards; people do what `Game.moves` offers, and now and then what ``interrupt`` says."""

    def __init__(self, seats: Sequence[Seat], seed: int, options: Mapping[str, Any]) -> None:
        self.chance = Random(f"{seed} {sorted(options.items(), key=str)}")
        self.state: UnoState = UNO.begin(seats, options)
        self.truth = Rehearsal(UNO, self.state, seed)
        self.stuck = 0

    def steps(self, most: int = 4000) -> Iterator[Step]:
        """Play until the game is over, or nobody can do anything any more, or it has gone on for too long."""
        while not isinstance(need := UNO.get_next_action(self.state), GameOver) and self.state.n < most:
            virtual = isinstance(need, Select | RandomDraw | HandQuestion)
            for event in self._events(need):
                yield self.do(event, virtual)
            if self.stuck > 2 * len(self.state.seats):
                return

    def do(self, event: Event, virtual: bool = False) -> Step:
        """Let one event happen, to the facts and to the cards, and hold them against each other."""
        before, hands = (
            self.state,
            {seat.name: list(self.truth.get_hand(seat.name)) for seat in self.state.seats},
        )
        kind = (type(event), isinstance(event, Play) and bool(event.more))
        READ[kind] += 1
        if READ[kind] < 30 or not READ[kind] % 50:  # to read every word of a game takes a while
            names = [seat.name for seat in before.seats]
            assert UNO.codec.of_json(UNO.codec.json(event), names) == event
            assert UNO.codec.read_line(UNO.codec.text(event), names) == event
            assert read_move(UNO, UNO.codec.text(event), before) == event
        if isinstance(event, Play):
            assert {event.card, *event.more} <= set(hands[event.seat])
        self.state, happened = UNO.apply(before, event)
        for effect in happened:
            UNO.describe_effect(effect)
        UNO.describe_state(self.state)
        UNO.state_json(self.state)
        assert UNO.make_prompt(self.state).question
        self.truth.follow(event, happened, self.state)
        self.truth.agree(self.state)
        assert self.state.n == before.n + 1
        moved = any(motion for effect in happened for motion in effect.motions)
        self.stuck = 0 if moved or isinstance(event, Play) else self.stuck + 1
        return Step(before, event, self.state, happened, hands, virtual)

    def _events(self, need: NextAction) -> tuple[Event, ...]:
        match need:
            case AwaitMove():
                return (self.truth.move(self.state),)
            case ShowHand(seat):
                return (Show(seat, tuple(self.truth.get_hand(seat))),)
            case Select(seat, classes, _, until, again):
                hand = self.truth.get_hand(seat)
                held = hand[-1:] if again and not until else hand
                best = next((found for kinds in classes if (found := [c for c in held if c in kinds])), [])
                follows = UNO.conclude_attempt(
                    self.state, need, self.chance.choice(best) if best else None, 0
                )
                return self._settled(follows)
            case RandomDraw():
                return self._settled(need)
            case HandQuestion(_, accused, kinds):
                held = [card for card in self.truth.get_hand(accused) if card in kinds]
                return self._settled(UNO.conclude_attempt(self.state, need, SOME if held else None, 0))
            case GiveBlind() | GameOver():
                raise AssertionError(need)
        assert_never(need)

    def _settled(self, follows: tuple[Event, ...] | RandomDraw) -> tuple[Event, ...]:
        if isinstance(follows, RandomDraw):
            settled = UNO.conclude_attempt(self.state, follows, self.chance.choice(follows.faces), 0)
            assert not isinstance(settled, RandomDraw)
            return settled
        return follows
