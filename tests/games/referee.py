"""What every referee does. Referees are written from the rules' text (paper §5), not from the games' code.

A referee sees the true hands and every event; it says who is in turn, which cards may be played, and the score.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from facilitator.games.events import Event, Play
from facilitator.games.rules import AwaitMove, GameOver, Rules, Seat, Select
from game_driver import Step

Hands = dict[str, set[str]]


def allowed(game: Rules[Any], step: Step, seat: str) -> set[str]:
    """Return the cards that the game lets the seat in turn play, knowing its true hand."""
    hand = step.held[seat]
    match step.need:
        case Select(_, classes):
            return next((held for kinds in classes if (held := set(kinds) & set(hand))), set())
        case AwaitMove():
            return {move.card for move in game.list_moves(step.before, hand) if isinstance(move, Play)}
    return set()


class Referee(ABC):
    """What every referee does with a step."""

    def __init__(self, game: Rules[Any], seats: Sequence[Seat], rules: str) -> None:
        self.game, self.names, self.usual = game, [seat.name for seat in seats], rules == "usual"

    def see(self, step: Step) -> None:
        """Judge one event, then compare what is public with what it must be."""
        hands = {name: set(step.held.get(name, ())) for name in self.names}
        self.judge(step, step.event, hands)
        need = self.game.get_next_action(step.after)
        assert isinstance(need, GameOver) == self.over()
        if isinstance(need, GameOver):
            assert set(need.winners) == set(self.winners())

    def after(self, name: str, steps: int = 1) -> str:
        """Return the seat so many places clockwise."""
        return self.names[(self.names.index(name) + steps) % len(self.names)]

    @abstractmethod
    def legal(self, hand: set[str]) -> set[str]:
        """Return which cards of a hand the seat in turn may play now."""

    @abstractmethod
    def judge(self, step: Step, event: Event, hands: Hands) -> None:
        """Check an event against the rules and count it."""

    @abstractmethod
    def over(self) -> bool:
        """Tell whether the game must have ended."""

    @abstractmethod
    def winners(self) -> list[str]:
        """Return who must have won."""
