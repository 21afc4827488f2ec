"""A table with real hands and a real deck, and the public state kept beside it from what is typed."""

from __future__ import annotations

from collections import Counter
from json import dumps
from random import Random

import pytest
from hypothesis import assume, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from facilitator.errors import CommandError, TableError
from facilitator.games.events import Drew, Event, Pass, Play, Start
from facilitator.games.rules import Seat
from facilitator.games.uno import cards as uno
from facilitator.games.uno.rules import CODEC, apply
from facilitator.games.uno.state import new_game

Move = Start | Play | Drew | Pass


class RealTable:
    """UNO with cards, written without the state: hidden hands, a deck, a discard pile."""

    def __init__(self, names: list[str], hand_size: int, deck: list[str], seed: int) -> None:
        self.chance = Random(seed)
        self.names = names
        self.chance.shuffle(deck)
        self.hands = {name: [deck.pop() for _ in range(hand_size)] for name in names}
        self.deck, self.pile = deck, list[str]()
        self.order = list(names)  # the seat in turn is always first
        self.clockwise, self.drawn, self.over, self.color = True, False, False, ""

    def next_turn(self) -> None:
        self.order.append(self.order.pop(0))
        self.drawn = False

    def draw(self, name: str) -> None:
        if not self.deck:
            *self.deck, top = self.pile
            self.pile = [top]
            self.chance.shuffle(self.deck)
        if self.deck:
            self.hands[name].append(self.deck.pop())

    def nothing_to_draw(self) -> bool:
        return not self.deck and len(self.pile) <= 1

    def seen_to_be_wrong(self, event: Move, whole: list[str]) -> bool:
        """Whether the event breaks a rule that eyes can check without seeing a hand."""
        if isinstance(event, Start) or self.over:
            return True
        late = self.drawn and event.seat == self.order[1]
        if event.seat != self.order[0] and not late:
            return True
        drawn = self.drawn and not late
        if isinstance(event, Pass):
            return not drawn and not self.nothing_to_draw()
        if isinstance(event, Drew):
            return drawn or event.count != 1
        if event.card in "WD":
            fits = event.named is not None
        else:
            same = event.card[1] == self.color or event.card[0] == self.pile[-1][0]
            fits = same and event.named in (None, event.card[1])
        return not fits or self.pile.count(event.card) >= whole.count(event.card)

    def do(self, event: Play | Drew | Pass) -> None:
        if event.seat != self.order[0]:
            self.next_turn()
        if isinstance(event, Drew) and not self.nothing_to_draw():
            self.draw(event.seat)
            self.drawn = True
        elif isinstance(event, Play):
            self.play(event)
        else:
            self.next_turn()

    def play(self, event: Play) -> None:
        self.hands[event.seat].remove(event.card)
        self.pile.append(event.card)
        self.color = event.named or event.card[1]
        if not self.hands[event.seat]:
            self.over, self.drawn = True, False
            return
        if event.card[0] == "R":
            self.clockwise = not self.clockwise
            self.order = [self.order[0], *self.order[:0:-1]]
        self.next_turn()
        for _ in range({"+": 2, "D": 4}.get(event.card[0], 0)):
            self.draw(self.order[0])
        if event.card[0] in "S+D":
            self.next_turn()

    def chosen(self, whole: list[str]) -> Play | Drew | Pass:
        """What a player does who plays whenever it can; now and then it would rather draw."""
        name, color = self.order[0], self.chance.choice(uno.COLORS)
        plays = [Play(name, card, color if card in "WD" else None) for card in self.hands[name]]
        plays = [play for play in plays if not self.seen_to_be_wrong(play, whole)]
        if plays and self.chance.random() < 0.9:
            return self.chance.choice(plays)
        return Pass(name) if self.drawn else Drew(name)


class PublicStateOfARealTable(RuleBasedStateMachine):
    """Whatever is typed, the public state says what eyes at the real table would see."""

    @initialize(
        seats=st.integers(2, 5),
        hand_size=st.integers(1, 7),
        cards=st.sampled_from([40, 108]),
        seed=st.integers(0),
    )
    def deal(self, seats: int, hand_size: int, cards: int, seed: int) -> None:
        names = ["Ana", "Vera", "Anna Maria", "Ben", "Udo"][:seats]
        self.whole = sorted(Random(seed).sample(uno.DECK, cards), key=uno.deck_order)
        self.table = RealTable(names, hand_size, list(self.whole), seed)
        self.state = new_game([Seat(name, name in ("Vera", "Udo")) for name in names], hand_size, self.whole)
        deck = self.table.deck
        assume(not all(map(uno.is_black, deck)))
        while uno.is_black(deck[-1]):
            self.refuse(Start(deck[-1], "Ana"))
            self.table.chance.shuffle(deck)
        top = deck.pop()
        self.table.pile, self.table.color = [top], top[1]
        self.state = apply(self.state, CODEC.read_line(f"start {top} Ana first", names)).state

    def typed(self, event: Move) -> Event:
        """The event through the keyboard: now as text, now as JSON."""
        as_json = self.table.chance.random() < 0.5
        return CODEC.read_line(dumps(CODEC.json(event)) if as_json else CODEC.text(event), self.table.names)

    def refuse(self, event: Move) -> None:
        before = self.state.to_json()
        with pytest.raises((TableError, CommandError)):
            apply(self.state, self.typed(event))
        assert self.state.to_json() == before

    def accept(self, event: Play | Drew | Pass) -> None:
        before = Counter(dict(zip(self.table.names, self.state.hands, strict=True)))
        self.table.do(event)
        self.state, told = apply(self.state, self.typed(event))
        announced = Counter[str]()
        for one in told:
            if one.key == "draw":
                announced[one.args["seat"]] += one.args["count"]
        grown = Counter({name: len(hand) for name, hand in self.table.hands.items()}) - before
        if isinstance(event, Play):
            assert announced == grown

    def accept_or_refuse(self, event: Move) -> None:
        if self.table.seen_to_be_wrong(event, self.whole):
            self.refuse(event)
        elif not isinstance(event, Start):
            self.accept(event)

    @rule(events=st.integers(1, 40))
    def the_table_plays_on(self, events: int) -> None:
        for _ in range(events):
            if not self.table.over:
                self.accept(self.table.chosen(self.whole))

    @rule(color=st.sampled_from(uno.COLORS), place=st.integers(0, 30))
    def the_next_seat_plays_a_card_it_holds(self, color: str, place: int) -> None:
        name = self.table.order[1]
        hand = self.table.hands[name]
        card = hand[place % len(hand)] if hand else "7R"
        self.accept_or_refuse(Play(name, card, color if card in "WD" else None))

    @rule(next_seat=st.booleans(), passes=st.booleans())
    def a_seat_draws_or_passes(self, next_seat: bool, passes: bool) -> None:
        name = self.table.order[next_seat]
        self.accept_or_refuse(Pass(name) if passes else Drew(name))

    @rule(data=st.data(), card=st.sampled_from(uno.KINDS), color=st.sampled_from([None, *uno.COLORS]))
    def anything_is_typed(self, data: st.DataObject, card: str, color: str | None) -> None:
        name = data.draw(st.sampled_from(self.table.names))
        forms: list[Move] = [
            Start(card, name),
            Play(name, card, color),
            Drew(name),
            Drew(name, 2),
            Pass(name),
        ]
        event = data.draw(st.sampled_from(forms))
        if (
            not isinstance(event, Play)
            or card in self.table.hands[name]
            or self.table.seen_to_be_wrong(event, self.whole)
        ):
            self.accept_or_refuse(event)

    @rule()
    def a_card_too_many_is_typed(self) -> None:
        """All copies of it lie in the discards, so nobody can hold it."""
        pile = Counter(self.table.pile)
        for card in pile.keys() & self.state.legal_cards():
            if pile[card] == self.whole.count(card):
                self.refuse(Play(self.table.order[0], card, "R" if card in "WD" else None))

    @invariant()
    def the_state_says_what_eyes_see(self) -> None:
        table, state = self.table, self.state
        assert state.hands == tuple(len(table.hands[name]) for name in table.names)
        assert (state.unplayed, state.discards, state.top) == (
            len(table.deck),
            tuple(table.pile),
            table.pile[-1],
        )
        assert (state.color, state.drawn, state.seats[state.turn].name) == (
            table.color,
            table.drawn,
            table.order[0],
        )
        assert (state.direction == 1) == table.clockwise
        assert (state.winner is not None) == table.over

    @invariant()
    def every_card_is_accounted_for(self) -> None:
        hidden = [card for hand in self.table.hands.values() for card in hand] + self.table.deck
        assert tuple(sorted(hidden, key=uno.deck_order)) == self.state.remaining()
        assert len(self.state.discards) + sum(self.state.hands) + self.state.unplayed == len(self.whole)


PublicStateOfARealTable.TestCase.settings = settings(stateful_step_count=25, deadline=None)
TestPublicStateOfARealTable = PublicStateOfARealTable.TestCase
