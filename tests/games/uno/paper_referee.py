"""A referee of the paper's UNO and its house rules, written from their texts (§3.1 and §3.2), not from the code."""

from __future__ import annotations

from collections.abc import Sequence

from uno_referees import Referee

from facilitator.games.events import Drew, Pass, Play, Start
from facilitator.games.uno.state import UnoState
from game_driver import Step


class Paper(Referee):
    """§3.1, a sentence at a time, with house rules as the table file explains their keys.

    What a virtual seat must do is §3.2.
    """

    def __init__(
        self,
        state: UnoState,
        draw: str = "one",
        end: str = "ends",
        stacking: tuple[str, ...] = (),
        jump: str = "no",
    ) -> None:
        super().__init__(state)
        self.until, self.again, self.stacking = draw == "until playable", end == "draw one", stacking
        self.jump = jump
        self.fresh = False  # the seat in turn has drawn in this turn
        self.won = ""

    def see(self, step: Step) -> None:
        """Follow one event."""
        self.follow(step)
        self.agrees(step, None if self.won else self.order[0])
        winner = step.after.winner
        assert ("" if winner is None else step.after.name(winner)) == self.won

    def follow(self, step: Step) -> None:
        match step.event:
            case Start(card, first):
                assert card is not None
                assert card not in "WD"  # RULES: "A black one is put back"
                self.deck -= 1
                self.pile.append(card)
                self.color = card[1]
                self.turn_to(first)
            case Play(seat) if seat != self.order[0] and self.jump == "turn stays":
                self.check_jump(step.event)
                assert step.event.card[0] in "0123456789"
                self.lay(step.event)
                self.won = "" if self.hands[seat] else seat
            case Play(seat):
                if seat != self.order[0]:
                    assert self.jump == "plays on"
                    self.check_jump(step.event)
                    self.turn_to(seat)
                self.play(step.event, step.held[seat])
            case Drew(seat):  # "they have to draw a card": one, or until one fits
                assert not self.fresh or (self.until and not self.matches(step.held[seat][-1]))
                assert not (self.virtual[seat] and any(map(self.matches, step.held[seat])))
                self.drew(seat)
                self.fresh = self.hands[seat] > len(step.held[seat])
                if not self.fresh:  # nothing was left to draw, so the turn ends
                    self.next()
            case Pass(seat):
                if self.due:  # "the next seat has the sum to draw"
                    assert not (self.virtual[seat] and any(map(self.answers, step.held[seat])))
                else:
                    fits, left = self.matches(step.held[seat][-1]), self.deck or len(self.pile) > 1
                    assert self.fresh or not left
                    assert not (self.virtual[seat] and self.fresh and fits)
                    assert fits or not (self.until and left)
                self.passed(seat)
                self.fresh = False
            case _:
                raise AssertionError(step.event)

    def check_jump(self, event: Play) -> None:
        """Check a play out of turn: "the double of the top card" by a person."""
        assert (event.card, event.more) == (self.pile[-1], ())
        assert (self.due, self.fresh) == (0, False)
        assert {self.virtual[event.seat], self.virtual[self.order[0]]} == {False}  # a run's steps have begun

    def answers(self, card: str) -> bool:
        return self.matches(card) and f"{card[0]} on {self.pile[-1][0]}" in self.stacking

    def play(self, event: Play, hand: Sequence[str]) -> None:
        """Follow a card: it may answer a chain, and as the last card it need not end the game."""
        symbol = event.card[0]
        assert event.seat == self.order[0]
        assert event.card in (hand[-1:] if self.fresh else hand)  # "may optionally play that card"
        assert self.answers(event.card) if self.due else self.matches(event.card)
        assert event.more == ()
        self.fresh = False
        self.lay(event)
        if not self.hands[event.seat] and self.again and symbol not in "0123456789":
            self.draw(event.seat, 1)  # "its seat draws, goes on"
        if not self.hands[event.seat]:  # "The first player who plays all cards in their hand wins the game"
            self.won, self.due = event.seat, 0
            return
        if symbol == "R":
            self.turn_round()
        self.next()
        self.due += {"+": 2, "D": 4}.get(symbol, 0)
        if symbol == "S":  # "the next player misses a turn"
            self.next()
        elif self.due and not any(stack.endswith(f"on {symbol}") for stack in self.stacking):
            self.passed(self.order[0])
