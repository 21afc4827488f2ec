"""A referee of the paper's UNO, written from its text (§3.1 and §3.2), not from the code."""

from __future__ import annotations

from collections.abc import Sequence

from uno_referees import Referee

from facilitator.games.events import Drew, Pass, Play, Start
from facilitator.games.uno.state import UnoState
from game_driver import Step


class Paper(Referee):
    """§3.1, a sentence at a time; what a virtual seat must do is §3.2."""

    def __init__(self, state: UnoState) -> None:
        super().__init__(state)
        self.fresh = False  # the seat in turn has drawn in this turn
        self.won = ""

    def see(self, step: Step) -> None:
        """Follow one event."""
        match step.event:
            case Start(card, first):
                assert card is not None
                assert card not in "WD"  # RULES: "A black one is put back"
                self.deck -= 1
                self.pile.append(card)
                self.color = card[1]
                self.turn_to(first)
            case Play():
                self.play(step.event, step.held[step.event.seat])
            case Drew(seat):
                assert not self.fresh  # "they have to draw a card": one
                assert not (self.virtual[seat] and any(map(self.matches, step.held[seat])))
                self.drew(seat)
                self.fresh = self.hands[seat] > len(step.held[seat])
                if not self.fresh:  # nothing was left to draw, so the turn ends
                    self.next()
            case Pass(seat):
                assert self.fresh or not (self.deck or len(self.pile) > 1)
                assert not (self.virtual[seat] and self.fresh and self.matches(step.held[seat][-1]))
                self.passed(seat)
                self.fresh = False
            case _:
                raise AssertionError(step.event)
        self.agrees(step, None if self.won else self.order[0])
        winner = step.after.winner
        assert ("" if winner is None else step.after.name(winner)) == self.won

    def play(self, event: Play, hand: Sequence[str]) -> None:
        card = event.card
        assert event.seat == self.order[0]
        assert card in (hand[-1:] if self.fresh else hand)  # "may optionally play that card"
        assert self.matches(card)
        assert event.more == ()
        self.fresh = False
        self.lay(event)
        if not self.hands[event.seat]:  # "The first player who plays all cards in their hand wins the game"
            self.won = event.seat
            return
        if card[0] == "R":
            self.turn_round()
        self.next()
        if card[0] in "S+D":  # "the next player misses a turn"
            self.draw(self.order[0], {"+": 2, "D": 4}.get(card[0], 0))
            self.next()


class House(Paper):
    """The paper's game with a house rule, as the table file explains its key."""

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

    def see(self, step: Step) -> None:
        """Follow one event; what the house rules change of the paper stands here."""
        event = step.event
        if isinstance(event, Play) and event.seat != self.order[0] and not self.jumps(event):
            self.agrees(step, self.order[0])
            return
        if isinstance(event, Pass) and self.due:  # "the next seat has the sum to draw"
            assert not (self.virtual[event.seat] and any(map(self.answers, step.held[event.seat])))
            self.passed(event.seat)
            self.agrees(step, self.order[0])
            return
        if isinstance(event, Drew) and self.until:
            assert not self.fresh or not self.matches(step.held[event.seat][-1])
            self.fresh = False  # "goes on drawing"
        if isinstance(event, Pass) and self.until:
            assert not (self.deck or len(self.pile) > 1) or self.matches(step.held[event.seat][-1])
        super().see(step)

    def jumps(self, event: Play) -> bool:
        """Follow a play out of turn, "the double of the top card" by a person; tell whether its turn goes on."""
        assert (event.card, event.more) == (self.pile[-1], ())
        assert (self.due, self.fresh) == (0, False)
        assert {self.virtual[event.seat], self.virtual[self.order[0]]} == {False}  # a run's steps have begun
        if self.jump == "plays on":
            self.turn_to(event.seat)
            return True
        assert self.jump == "turn stays"
        assert event.card[0] in "0123456789"
        self.lay(event)
        self.won = "" if self.hands[event.seat] else event.seat
        return False

    def answers(self, card: str) -> bool:
        return self.matches(card) and f"{card[0]} on {self.pile[-1][0]}" in self.stacking

    def play(self, event: Play, hand: Sequence[str]) -> None:
        """Follow a card: it may answer a chain, and as the last card it need not end the game."""
        symbol = event.card[0]
        assert event.seat == self.order[0]
        assert event.card in (hand[-1:] if self.fresh else hand)
        assert self.answers(event.card) if self.due else self.matches(event.card)
        self.fresh = False
        self.lay(event)
        if (
            not self.hands[event.seat] and self.again and symbol not in "0123456789"
        ):  # "its seat draws, goes on"
            self.draw(event.seat, 1)
        if not self.hands[event.seat]:
            self.won, self.due = event.seat, 0
            return
        if symbol == "R":
            self.turn_round()
        self.next()
        self.due += {"+": 2, "D": 4}.get(symbol, 0)
        if symbol == "S":
            self.next()
        elif self.due and not any(stack.endswith(f"on {symbol}") for stack in self.stacking):
            self.passed(self.order[0])
