"""Referees of Sevens, Hearts and Muggins, written from the rules' text (paper §5), not from the games' code.

A referee sees the true hands and every event; it says who is in turn, which cards may be played, and the score.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from simulated import Step

from facilitator.games.base import Game
from facilitator.games.due import Ask, Over, Select
from facilitator.games.events import Drew, Event, Give, Lacks, Pass, Play, Round, Show, Start
from facilitator.games.facts import Seat

Hands = dict[str, set[str]]


def allowed(game: Game[Any], step: Step, seat: str) -> set[str]:
    """Return the cards that the game lets the seat in turn play, knowing its true hand."""
    hand = step.held[seat]
    match step.need:
        case Select(_, classes):
            return next((held for kinds in classes if (held := set(kinds) & set(hand))), set())
        case Ask():
            return {move.card for move in game.moves(step.before, hand) if isinstance(move, Play)}
    return set()


class Referee(ABC):
    """What every referee does with a step."""

    def __init__(self, game: Game[Any], seats: Sequence[Seat], rules: str) -> None:
        self.game, self.names, self.usual = game, [seat.name for seat in seats], rules == "usual"

    def see(self, step: Step) -> None:
        """Judge one event, then compare what is public with what it must be."""
        hands = {name: set(step.held.get(name, ())) for name in self.names}
        self.judge(step, step.event, hands)
        need = self.game.need(step.after)
        assert isinstance(need, Over) == self.over()
        if isinstance(need, Over):
            assert set(need.winners) == set(self.winners())

    def after(self, name: str, steps: int = 1) -> str:
        """Return the seat so many places clockwise."""
        return self.names[(self.names.index(name) + steps) % len(self.names)]

    @abstractmethod
    def judge(self, step: Step, event: Event, hands: Hands) -> None:
        """Check an event against the rules and count it."""

    @abstractmethod
    def over(self) -> bool:
        """Tell whether the game must have ended."""

    @abstractmethod
    def winners(self) -> list[str]:
        """Return who must have won."""


class SevensReferee(Referee):
    """§5.1: "a 7 of any unplayed suit, or a card of a played suit, … a set of consecutive ranks"."""

    def __init__(self, game: Game[Any], seats: Sequence[Seat], rules: str) -> None:
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

    def judge(self, step: Step, event: Event, hands: Hands) -> None:
        assert isinstance(event, Play | Pass | Lacks)
        seat, hand = event.seat, hands[event.seat]
        legal = {card for card in hand if self.fits(card)}
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


class HeartsReferee(Referee):
    """§5.2, and what most tables add to it."""

    limit = 100

    def __init__(self, game: Game[Any], seats: Sequence[Seat], rules: str) -> None:
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


class DominoesReferee(Referee):
    """§5.3; the line of play is kept as one list of halves, as they touch."""

    def __init__(self, game: Game[Any], seats: Sequence[Seat], rules: str) -> None:
        super().__init__(game, seats, rules)
        self.total = dict.fromkeys(self.names, 0)
        self.number = 1
        self.fresh()

    def fresh(self) -> None:
        self.line: list[int] = []
        self.turn = ""
        self.passes = 0
        self.shown: dict[str, str] = {}
        self.out = self.stuck = False
        self.counted: dict[str, int] = {}

    def fits(self, tile: str) -> bool:
        return not self.line or bool({self.line[0], self.line[-1]} & {int(tile[0]), int(tile[2])})

    def judge(self, step: Step, event: Event, hands: Hands) -> None:
        match event:
            case Round(number):
                doublets = [tile for hand in hands.values() for tile in hand if tile[0] == tile[2]]
                ended = self.out or self.stuck
                assert ended or (not doublets and not self.line)
                assert number == self.number + ended
                self.number = number
                self.fresh()
            case Lacks() | Show() if not self.line:
                self.opening(step, event, hands)
            case Show(seat, cards):
                assert self.usual
                assert set(cards) == hands[seat]
                self.counted[seat] = sum(int(tile[0]) + int(tile[2]) for tile in cards)
                if len(self.counted) == sum(bool(hand) for hand in hands.values()):
                    self.count()
            case Drew(seat, count):
                assert seat == self.turn
                assert not any(self.fits(tile) for tile in hands[seat])
                new = step.held["deck"][::-1][:count]
                assert not any(self.fits(tile) for tile in new[:-1])  # "until they can play"
                self.passes = 0
            case Pass(seat):
                assert seat == self.turn
                assert not step.held.get("deck")
                assert not any(self.fits(tile) for tile in hands[seat])
                self.passes += 1
                self.turn = self.after(seat)
            case Play(seat, card, named):
                self.play(step, seat, card, named, hands[seat])
            case _:
                raise AssertionError(event)
        if self.line:
            hidden = [tile for zone, tiles in step.held.items() if zone != "row" for tile in tiles]
            left = [tile for tile in hidden if not (isinstance(event, Play) and event.card == tile)]
            self.stuck = self.passes == len(self.names) or not any(self.fits(tile) for tile in left)
        assert step.after.scores == tuple(self.total.values())

    def opening(self, step: Step, event: Lacks | Show, hands: Hands) -> None:
        mine = sorted(tile for tile in hands[event.seat] if tile[0] == tile[2])
        virtual = isinstance(step.need, Select)
        wanted = [tile for tile in mine if not virtual or tile > max(self.shown.values(), default="")]
        if isinstance(event, Lacks):
            assert not wanted
            return
        assert event.cards[0] in (wanted if virtual else mine[-1:])
        self.shown[event.seat] = event.cards[0]

    def play(self, step: Step, seat: str, card: str, named: str | None, hand: set[str]) -> None:
        if not self.line:
            doublets = {tile: n for n in self.names for tile in step.held[n] if tile[0] == tile[2]}
            assert seat == doublets[max(doublets)]
            legal = {max(doublets)} if self.usual else hand
        else:
            assert seat == self.turn
            legal = {tile for tile in hand if self.fits(tile)}
        assert allowed(self.game, step, seat) == legal
        assert card in legal
        low, high = int(card[0]), int(card[2])
        if not self.line:
            self.line = [low, high]
        else:
            right = self.line[-1] in (low, high) if named is None else named == "right"
            end = self.line[-1] if right else self.line[0]
            other = high if end == low else low
            self.line = [*self.line, end, other] if right else [other, end, *self.line]
        if len(self.line) == 2:
            total = low + high
        else:
            left_end, right_end = self.line[:2], self.line[-2:]
            total = sum(
                sum(pair) if pair[0] == pair[1] else open_half
                for pair, open_half in ((left_end, left_end[0]), (right_end, right_end[1]))
            )
        if total % 5 == 0:
            self.total[seat] += total
        self.passes, self.turn, self.out = 0, self.after(seat), len(hand) == 1

    def count(self) -> None:
        pips = {name: self.counted.get(name, 0) for name in self.names}
        fewest = [name for name in self.names if name not in self.counted] or [
            name for name in self.names if pips[name] == min(pips.values())
        ]
        if len(fewest) == 1:
            others = sum(pips.values()) - pips[fewest[0]]
            self.total[fewest[0]] += min(range(0, 200, 5), key=lambda five: abs(five - others))

    def over(self) -> bool:
        if not (self.out or self.stuck):
            return False
        return not self.usual or (bool(self.counted) and self.settled and max(self.total.values()) >= 100)

    @property
    def settled(self) -> bool:
        return len(self.counted) >= len(self.names) - self.out

    def winners(self) -> list[str]:
        return [name for name in self.names if self.total[name] == max(self.total.values())]
