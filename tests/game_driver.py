"""Whole games over nothing but the rules of a game: cards are simulated, virtual players play ideally."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from facilitator.games import rules
from facilitator.games.events import Event, Play, Show
from facilitator.operations.faces import DECK, SOME, Face
from facilitator.play.rehearsal import Rehearsal

NAMES = ("Ana", "Vera", "Ben", "Udo", "Ida", "Nils", "Zoe", "Max", "Eva", "Tom")
READ: Counter[tuple[object, ...]] = Counter()
"""How often each kind of event of each game was read back from its words."""


class Step(NamedTuple):
    """One event: the public state before and after it, and all cards before it, the last card drawn last."""

    before: Any
    need: rules.NextAction
    event: Event
    after: Any
    happened: tuple[rules.Effect, ...]
    held: dict[rules.Zone, tuple[Face, ...]]

    @property
    def virtual(self) -> bool:
        """Whether a virtual player does it."""
        return isinstance(self.need, rules.Select | rules.RandomDraw | rules.HandQuestion)


def mixes(least: int, most: int) -> list[tuple[rules.Seat, ...]]:
    """Return every mix of people and virtual seats, a person at one at least."""
    return [
        tuple(rules.Seat(NAMES[at], bool(mask >> at & 1)) for at in range(count))
        for count in range(least, most + 1)
        for mask in range(2**count - 1)
    ]


MIXES = mixes(2, 5)


def seats_of(seed: int) -> tuple[rules.Seat, ...]:
    """Return the seats of a seeded game: as many seeds as there are mixes meet every one of them."""
    return MIXES[(seed * 37 + 5) % len(MIXES)]


class Driver:
    """One game and its cards. People do what the rules offer; a caller may let other events happen."""

    def __init__(
        self, game: rules.Rules[Any], seats: Sequence[rules.Seat], seed: int, options: Mapping[str, Any]
    ) -> None:
        self.game = game
        self.chance = Random(f"{game.about.name} {seed} {sorted(options.items(), key=str)}")
        self.state = game.begin(seats, options)
        self.truth = Rehearsal(game, self.state, seed)
        self.stuck = 0

    def steps(self, most: int = 20_000) -> Iterator[Step]:
        """Play until the game is over, or nobody can do anything any more, or it has gone on for too long."""
        while (
            not isinstance(need := self.game.get_next_action(self.state), rules.GameOver)
            and self.state.n < most
        ):
            for event in self._events(need):
                yield self.do(event)
            if self.stuck > 2 * len(self.state.seats):
                return

    def do(self, event: Event) -> Step:
        """Let one event happen, to the facts and to the cards, and hold them against each other."""
        game, before, need = self.game, self.state, self.game.get_next_action(self.state)
        held = {zone: tuple(cards) for zone, cards in self.truth.table.hands.items()}
        self._read_back(event)
        if isinstance(event, Play | Show):
            cards = event.cards if isinstance(event, Show) else (event.card, *event.more)
            assert set(cards) <= set(held[event.seat])
        self.state, happened = game.apply(before, event)
        for effect in happened:
            game.describe_effect(effect)
        self.truth.follow(event, happened, self.state)
        self.truth.agree(self.state)
        self._check_facts()
        assert self.state.n == before.n + 1
        moved = any(motion for effect in happened for motion in effect.motions)
        self.stuck = 0 if moved or isinstance(event, Play) else self.stuck + 1
        return Step(before, need, event, self.state, tuple(happened), held)

    def _read_back(self, event: Event) -> None:
        kind = (self.game.about.name, type(event), isinstance(event, Play) and bool(event.more))
        READ[kind] += 1
        if READ[kind] < 30 or not READ[kind] % 50:  # to read every word of a game takes a while
            codec, names = self.game.codec, [seat.name for seat in self.state.seats]
            assert codec.of_json(codec.json(event), names) == event
            assert codec.read_line(codec.text(event), names) == event
            assert rules.read_move(self.game, codec.text(event), self.state) == event

    def _check_facts(self) -> None:
        """Check that the facts can be said and written."""
        game, state = self.game, self.state
        need, zones = game.get_next_action(state), game.find_zones(state)
        assert min(zones.sizes.values()) >= 0
        wire = json.loads(json.dumps(game.state_json(state)))
        assert set(wire) >= {"n", "turn", "hands", "winner"}
        nobody = isinstance(need, rules.GameOver) or getattr(need, "seat", None) is None
        assert (wire["turn"] is None) == nobody or game.about.name == "uno"
        assert game.describe_state(state)
        assert isinstance(need, rules.GameOver | rules.ShowHand) or game.make_prompt(state).question

    def _events(self, need: rules.NextAction) -> tuple[Event, ...]:
        match need:
            case rules.Select():
                return self._select(need)
            case rules.RandomDraw():
                return self._settle(need, self.chance.choice(need.faces))
            case rules.HandQuestion(_, accused, kinds):
                holds = not kinds.isdisjoint(self.truth.get_hand(accused))
                return self._settle(need, SOME if holds else None)
            case rules.GiveBlind():
                return self._settle(need, None)
            case _:
                return (self.truth.move(self.state),)

    def _select(self, need: rules.Select) -> tuple[Event, ...]:
        """Return an ideal selection's events, drawing by chained runs or one event at a time."""
        classes = need.classes
        assert all(classes) or classes == (frozenset(),)  # everybody can count that nothing fits
        assert sum(map(len, classes)) == len(need.all_kinds)
        assert len(classes) <= max(len(row) for _, row in self.game.make_quick_reference(self.state).rows)
        hand, drawn = list(self.truth.get_hand(need.seat)), 0
        hand = hand[-1:] if need.again and not need.until else hand
        deck = list(self.truth.get_hand(DECK))
        chained = need.may_draw and need.until and self.chance.random() < 0.5
        while True:
            best = next((held for kinds in classes if (held := sorted(kinds & set(hand)))), None)
            if best or not chained or not deck:
                return self._settle(need, self.chance.choice(best) if best else None, drawn)
            hand.append(deck.pop())
            drawn += 1

    def _settle(self, need: Any, card: Face | None, drawn: int = 0) -> tuple[Event, ...]:
        """Return the events that an attempt amounts to, after its random draw."""
        if not isinstance(need, rules.Select):
            return rules.list_result_events(need, card)
        result = rules.conclude_selection(self.game, self.state, need, card, drawn)
        if isinstance(result, rules.RandomDraw):
            return rules.list_result_events(result, self.chance.choice(result.faces))
        return result
