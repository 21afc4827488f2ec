"""The referee of Muggins, written from the rules' text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee import Hands, Referee, allowed

from facilitator.games.events import Drew, Event, Lacks, Pass, Play, Round, Show
from facilitator.games.rules import Rules, Seat, Select
from game_driver import Step


class DominoesReferee(Referee):
    """§5.3; the line of play is kept as one list of halves, as they touch."""

    def __init__(self, game: Rules[Any], seats: Sequence[Seat], rules: str) -> None:
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

    def legal(self, hand: set[str]) -> set[str]:
        return {tile for tile in hand if self.fits(tile)}

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
        if isinstance(step.need, Select):
            # one doublet, above all shown: and no virtual seat shows a lower one
            (wanted,) = step.need.classes[0]
            assert wanted > max(self.shown.values(), default="")
            mine = [wanted] if wanted in mine else []
        if isinstance(event, Lacks):
            assert not mine
            return
        assert event.cards[0] == mine[-1]
        assert not isinstance(step.need, Select) or mine[-1] == max(doublets(step, self.names))
        self.shown[event.seat] = event.cards[0]

    def play(self, step: Step, seat: str, card: str, named: str | None, hand: set[str]) -> None:
        if not self.line:
            held = doublets(step, self.names)
            assert seat == held[max(held)]
            legal = {max(held)} if self.usual else hand
        else:
            assert seat == self.turn
            legal = self.legal(hand)
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


def doublets(step: Step, names: Sequence[str]) -> dict[str, str]:
    """Return who has which doublet."""
    return {tile: name for name in names for tile in step.held[name] if tile[0] == tile[2]}
