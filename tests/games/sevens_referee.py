"""The referee of Sevens, written from the rules' text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee import Hands, Referee, allowed

from facilitator.games.events import Event, Lacks, Pass, Play
from facilitator.games.rules import Rules, Seat
from game_driver import Step


class SevensReferee(Referee):
    """§5.1: "a 7 of any unplayed suit, or a card of a played suit, … a set of consecutive ranks"."""

    def __init__(self, game: Rules[Any], seats: Sequence[Seat], rules: str) -> None:
        super().__init__(game, seats, rules)
        self.lying: list[str] = []
        self.turn: str | None = None
        self.finished: list[str] = []

    def fits(self, card: str) -> bool:
        if not self.lying:
            return card == "7D"
        order = ["A", *map(str, range(2, 10)), "T", "J", "Q", "K"]
        suit = [order.index(other[0]) for other in self.lying if other[1] == card[1]]
        if not suit:
            return card[0] == "7"
        together = sorted([*suit, order.index(card[0])])
        return together == list(range(together[0], together[0] + len(together)))

    def legal(self, hand: set[str]) -> set[str]:
        return {card for card in hand if self.fits(card)}

    def judge(self, step: Step, event: Event, hands: Hands) -> None:
        assert isinstance(event, Play | Pass | Lacks)
        seat, hand = event.seat, hands[event.seat]
        legal = self.legal(hand)
        assert allowed(self.game, step, seat) == legal
        if not self.lying:
            assert isinstance(event, Play if "7D" in hand else Lacks)
        else:
            assert seat == self.turn
            assert not isinstance(event, Lacks)
        if isinstance(event, Play):
            assert event.card in legal
            self.lying.append(event.card)
            if len(hand) == 1:
                self.finished.append(seat)
        else:
            assert not legal
        if self.lying:
            self.turn = self.after(seat)
            while self.turn in self.finished and len(self.finished) < len(self.names):
                self.turn = self.after(self.turn)

    def over(self) -> bool:
        return len(self.finished) >= (len(self.names) - 1 if self.usual else 1)

    def winners(self) -> list[str]:
        return self.finished[:1]
