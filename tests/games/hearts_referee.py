"""The referee of Hearts, written from the rules' text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee import Hands, Referee, allowed

from facilitator.games.events import AllGive, Event, Give, Lacks, Play, Round, Start
from facilitator.games.rules import Rules, Seat
from game_driver import Step


class HeartsReferee(Referee):
    """§5.2, and what most tables add to it."""

    limit = 100

    def __init__(self, game: Rules[Any], seats: Sequence[Seat], rules: str) -> None:
        super().__init__(game, seats, rules)
        self.total = dict.fromkeys(self.names, 0)
        self.number, self.opener, self.turn = 1, "", ""
        self.fresh()

    def fresh(self) -> None:
        self.trick: list[tuple[str, str]] = []
        self.tricks = 0
        self.won: dict[str, list[str]] = {name: [] for name in self.names}
        self.passed: set[str] = set()

    def legal(self, hand: set[str]) -> set[str]:
        hearts = {card for card in hand if card[1] == "H"}
        if self.usual and not self.tricks and not self.trick:
            return hand & {"2C"}
        if not self.trick:
            broken = any(card[1] == "H" for cards in self.won.values() for card in cards)
            return hand if not self.usual or broken or hearts == hand else hand - hearts
        following = {card for card in hand if card[1] == self.trick[0][1][1]}
        if following:
            return following
        harmless = hand - hearts - {"QS"}
        return harmless if self.usual and not self.tricks and harmless else hand

    def judge(self, step: Step, event: Event, hands: Hands) -> None:
        match event:
            case Start(None, first):
                assert not self.usual
                self.opener = self.turn = first
            case Round(number):
                assert number == self.number + 1
                assert self.tricks == 13
                self.number = number
                self.fresh()
                self.opener = self.turn = self.after(self.opener) if not self.usual else ""
            case Give(seat, to, 3):
                side = [None, 1, -1, 2][self.number % 4]
                assert self.usual
                assert side is not None
                assert to == self.after(seat, side)
                assert seat not in self.passed
                assert len(hands[seat]) == 13
                self.passed.add(seat)
            case AllGive(3):
                assert self.usual
                assert self.number % 4
                people = {seat.name for seat in step.before.seats if not seat.virtual}
                assert all(len(hands[seat]) == 13 for seat in people - self.passed)
                self.passed |= people
            case Lacks(seat):
                assert self.usual
                assert "2C" not in hands[seat]
            case Play(seat, card):
                self.play(step, seat, card, hands[seat])
            case _:
                raise AssertionError(event)

    def play(self, step: Step, seat: str, card: str, hand: set[str]) -> None:
        if self.usual:
            assert len(self.passed) == (0 if self.number % 4 == 0 else 4)
        if self.turn:
            assert seat == self.turn
        assert allowed(self.game, step, seat) == self.legal(hand)
        assert card in self.legal(hand)
        self.trick.append((seat, card))
        self.turn = self.after(seat)
        if len(self.trick) == 4:
            led = self.trick[0][1][1]
            ranks = {str(n): n for n in range(2, 10)} | {"T": 10, "J": 11, "Q": 12, "K": 13, "A": 14}
            winner = max((ranks[card[0]], who) for who, card in self.trick if card[1] == led)[1]
            self.won[winner] += [card for _, card in self.trick]
            self.trick, self.turn, self.tricks = [], winner, self.tricks + 1
            if self.tricks == 13:
                self.tally()
        assert step.after.scores == tuple(self.total.values())

    def tally(self) -> None:
        got = {n: sum((c[1] == "H") + 13 * (c == "QS") for c in cards) for n, cards in self.won.items()}
        assert sum(got.values()) == 26
        for name in self.names:
            if self.usual and 26 in got.values():
                self.total[name] += 0 if got[name] == 26 else 26
            else:
                self.total[name] += got[name]

    def over(self) -> bool:
        return self.tricks == 13 and any(points >= self.limit for points in self.total.values())

    def winners(self) -> list[str]:
        if self.usual:
            return [name for name in self.names if self.total[name] == min(self.total.values())]
        return [name for name in self.names if self.total[name] < max(self.total.values())]
