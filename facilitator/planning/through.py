"""Games of any kind, played through their own law on simulated cards: slower than an engine beside a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar, assert_never

from facilitator.errors import ProtocolBug
from facilitator.games.due import Ask, Blind, HandQuestion, Lot, Need, Over, Select, ShowHand
from facilitator.games.events import Drew, Event, Show
from facilitator.games.facts import Seat
from facilitator.games.records import (
    COUNTED,
    DREW,
    KEPT,
    PLAYED,
    STUCK,
    GameRecord,
    QuestionSize,
    Setup,
    VirtualTurn,
)
from facilitator.games.registry import game_named
from facilitator.machine.faces import SOME
from facilitator.play.rehearsal import Rehearsal

MOST_EVENTS = 6000  # a game that goes round in a circle ends without a winner
SEEDS = 2**32

T = TypeVar("T")


class Through:
    """Plays games of one setup; the only state between games is the stream of chance it is given."""

    def __init__(self, setup: Setup) -> None:
        self.setup, self.law = setup, game_named(setup.game)
        self._seats = [Seat(f"seat {i}", virtual) for i, virtual in enumerate(setup.virtual)]

    def game(self, chance: Callable[[], float]) -> GameRecord:
        """Play one game; ``chance`` gives numbers in [0, 1)."""
        setup = self.setup
        options = {
            "hand_size": setup.hand_size,
            "pool": setup.pool,
            "until": setup.until,
            "rules": setup.rules,
            **dict(setup.house),
        }
        one = _Played(self.law, self.law.begin(self._seats, options), int(chance() * SEEDS), chance)
        while not isinstance(need := self.law.need(one.state), Over) and one.state.n < MOST_EVENTS:
            one.go_on(need)
        winners = need.winners if isinstance(need, Over) else ()
        winner = next((i for i, seat in enumerate(self._seats) if seat.name in winners), None)
        return GameRecord(
            one.turns, tuple(one.most.values()), tuple(one.virtual), winner, tuple(one.asked), one.lots
        )


class _Played:
    """One game: its public facts, its cards, and what is noted of it."""

    def __init__(self, law: Any, state: Any, seed: int, chance: Callable[[], float]) -> None:
        self.law, self.state, self._chance = law, state, chance
        self._truth = Rehearsal(law, state, seed)
        self._names = [seat.name for seat in state.seats]
        self.most = {name: law.sizes(state)[name] for name in self._names}
        self.turns = 0
        self.virtual: list[VirtualTurn] = []
        self.asked: list[QuestionSize] = []
        self.lots = 0

    def go_on(self, need: Need) -> None:
        """Let happen what the table must do now."""
        match need:
            case Ask(seat, again):
                self.turns += seat is not None and not again
                self._happen((self._truth.move(self.state),))
            case Select():
                self._select(need)
            case Lot(_, faces):
                self.lots += 1
                self._happen(self.law.concluded(self.state, need, self._one(faces), 0))
            case Blind():
                self._happen(self.law.concluded(self.state, need, None, 0))
            case ShowHand(seat):
                self._happen((Show(seat, tuple(self._truth.held(seat))),))
            case HandQuestion():
                self._ask(need)
            case Over():
                raise ProtocolBug("a game under way", "one that is over", "Please report this.")
            case _:
                assert_never(need)

    def _select(self, need: Select) -> None:
        hand, stock = self._truth.held(need.seat), self.law.stock(self.state, need.seat)
        k, m, index = len(stock.cards), len(hand), self._names.index(need.seat)
        held = hand[-1:] if need.again and not need.until else hand
        fits = next((found for one in need.classes if (found := [c for c in held if c in one])), [])
        follows = self.law.concluded(self.state, need, self._one(fits) if fits else None, 0)
        black = isinstance(follows, Lot)
        if isinstance(follows, Lot):
            follows = self.law.concluded(self.state, follows, self._one(follows.faces), 0)
        if need.again and self.virtual:
            last = self.virtual.pop()
        else:
            self.turns += 1
            known = not (fits or need.may_draw or need.wanted)  # everybody can count that nothing fits
            end = PLAYED if fits else COUNTED if known else STUCK
            last = VirtualTurn(k, m, end, seat=index, classes=len(need.classes))
        draws = sum(isinstance(event, Drew) for event in follows)
        end = last.end if not need.again else DREW if fits else KEPT
        end = KEPT if draws and not fits else end
        self.virtual.append(last._replace(end=end, black=black, drawn=last.drawn + draws))
        self._happen(follows)

    def _ask(self, need: HandQuestion) -> None:
        hand, stock = self._truth.held(need.of), self.law.stock(self.state, need.of)
        self.asked.append(QuestionSize(len(stock.cards), len(hand)))
        holds = any(card in need.kinds for card in hand)
        self._happen(self.law.concluded(self.state, need, SOME if holds else None, 0))

    def _happen(self, events: Sequence[Event]) -> None:
        for event in events:
            self.state, happened = self.law.apply(self.state, event)
            self._truth.follow(event, happened, self.state)
        for name, size in self.law.sizes(self.state).items():
            if name in self.most:
                self.most[name] = max(self.most[name], size)

    def _one(self, choices: Sequence[T]) -> T:
        return choices[int(self._chance() * len(choices))]
