"""The referee of Crazy Eights, written from the rules' text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee import Hands, Referee, allowed

from facilitator.games.events import Drew, Event, Pass, Play, Round, Show, Start
from facilitator.games.rules import Rules, Seat
from game_driver import Step

POINTS = {"8": 50, "A": 1, **dict.fromkeys("TJQK", 10), **{str(n): n for n in (2, 3, 4, 5, 6, 7, 9)}}


class EightsReferee(Referee):
    """Same suit or same rank; an eight (Mau-Mau: a jack, but on no jack) always, with a suit named."""

    def __init__(self, game: Rules[Any], seats: Sequence[Seat], rules: str) -> None:
        super().__init__(game, seats, rules)
        self.rules, self.wild = rules, "J" if rules == "mau-mau" else "8"
        self.top = self.suit = self.turn = ""
        self.due = 0
        self.drew = False
        self.out = ""
        self.left: dict[str, int] = {}
        self.scores = dict.fromkeys(self.names, 0)

    def legal(self, hand: set[str]) -> set[str]:
        if self.due:
            return {card for card in hand if card[0] == "7"}
        named = self.top[0] == self.wild
        fits = {card for card in hand if card[1] == self.suit or (card[0] == self.top[0] and not named)}
        fits |= {card for card in hand if card[0] == self.wild}
        if named and self.wild == "J":
            fits -= {card for card in hand if card[0] == "J"}
        return fits

    def judge(self, step: Step, event: Event, hands: Hands) -> None:
        match event:
            case Start(str(card), first):
                assert card[0] not in ("78J" if self.wild == "J" else "8")
                self.top, self.suit, self.turn = card, card[1], first
            case Show(seat, cards):
                assert set(cards) == hands[seat]
                self.left[seat] = sum(POINTS[card[0]] for card in cards)
                if set(self.left) | {self.out} == set(self.names):
                    self.scores[self.out] += sum(self.left.values())
            case Round():
                self.top, self.out, self.left, self.due, self.drew = "", "", {}, 0, False
            case Play() | Drew() | Pass():
                self.judge_turn(step, event, hands)
            case _:
                raise AssertionError(event)
        if self.scores and self.rules == "match":
            assert step.after.scores == tuple(self.scores.values())

    def judge_turn(self, step: Step, event: Play | Drew | Pass, hands: Hands) -> None:
        seat = event.seat
        assert seat == self.turn
        legal = self.legal(hands[seat])
        if not self.drew:
            assert allowed(self.game, step, seat) == legal
        match event:
            case Play(_, card, named):
                assert card in legal
                assert (named is not None) == (card[0] == self.wild)
                self.top, self.suit = card, named or card[1]
                self.out = seat if len(hands[seat]) == 1 else ""
                if self.wild == "J" and card[0] == "7":
                    self.due += 2
                self.pass_on(1 + (self.wild == "J" and card[0] == "8"))
            case Drew():
                assert not legal or (self.drew and not step.before.until)
                assert not self.due
                self.drew = step.after.turn == step.before.turn
                if not self.drew:  # nothing was left to draw
                    self.pass_on()
            case Pass():
                assert not legal
                assert self.due or self.drew
                assert self.due or not step.before.until or not step.before.can_draw()
                there = 52 - sum(step.before.hands) - 1
                drawn = sum(step.after.hands) - sum(step.before.hands)
                assert drawn == min(self.due, there)
                self.due = 0
                self.pass_on()

    def pass_on(self, steps: int = 1) -> None:
        self.turn, self.drew = self.after(self.turn, steps), False

    def over(self) -> bool:
        if self.rules != "match":
            return bool(self.out)
        return max(self.scores.values()) >= 100 and set(self.left) | {self.out} == set(self.names)

    def winners(self) -> list[str]:
        return [self.out]
