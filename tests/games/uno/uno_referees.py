"""Referees written from the texts of the rules, not from the code: they follow a game and say what must hold.

"The complexity of UNO", appendix 0.A, and the house-rule book "kingi89 Pro Gamer Uno Tour".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from facilitator.games import events
from facilitator.games.rules import AwaitMove, Select
from facilitator.games.uno.game import UNO
from facilitator.games.uno.state import UnoState
from game_driver import Step


class Referee:
    """Names in the order of play, whose turn first; how many cards lie where."""

    def __init__(self, state: UnoState) -> None:
        self.virtual = {seat.name: seat.virtual for seat in state.seats}
        self.circle = [seat.name for seat in state.seats]
        self.decks = 1
        self.deal()

    def deal(self) -> None:
        self.hands = dict.fromkeys(self.virtual, 7)
        self.deck = 108 * self.decks - 7 * len(self.virtual)
        self.pile: list[str] = []
        self.color = ""
        self.due = 0  # cards that are waiting for somebody
        self.order = list(self.circle)

    def turn_to(self, name: str) -> None:
        at = self.order.index(name)
        self.order = self.order[at:] + self.order[:at]

    def next(self, times: int = 1) -> None:
        for _ in range(times):
            self.order.append(self.order.pop(0))

    def turn_round(self) -> None:
        self.order = [self.order[0], *reversed(self.order[1:])]

    def draw(self, name: str, count: int) -> None:
        for _ in range(count):
            if not self.deck:
                self.deck, self.pile = len(self.pile) - 1, self.pile[-1:]
            if self.deck:
                self.deck -= 1
                self.hands[name] += 1

    def drew(self, seat: str) -> None:
        """A draw of one's own accord: in turn, and only while no card makes the seat draw."""
        assert (seat, self.due) == (self.order[0], 0)
        self.draw(seat, 1)

    def passed(self, seat: str) -> None:
        """The end of a turn without a card: what is due is drawn."""
        assert seat == self.order[0]
        self.draw(seat, self.due)
        self.due = 0
        self.next()

    def lay(self, event: events.Play) -> None:
        cards = [event.card, *event.more]
        self.pile += cards
        self.hands[event.seat] -= len(cards)
        self.color = event.named if cards[-1] in "WD" else cards[-1][1]  # type: ignore[assignment]

    def matches(self, card: str) -> bool:
        return card in "WD" or card[1] == self.color or card[0] == self.pile[-1][0]

    def agrees(self, step: Step, waiting: str | None) -> None:
        """Hold what the program says against what was counted here; ``waiting``: who must act, if a turn is taken."""
        state = step.after
        assert dict(zip(self.virtual, state.hands, strict=True)) == self.hands, step.event
        assert (state.draw_pile_size, list(state.discards)) == (self.deck, self.pile), step.event
        assert (state.color or "") == self.color, step.event
        if waiting is not None:
            assert state.name(state.turn) == waiting, step.event


class Official(Referee):
    """The appendix, a paragraph at a time."""

    def __init__(self, state: UnoState) -> None:
        super().__init__(state)
        self.points = dict.fromkeys(self.virtual, 0)
        self.number = 1
        self.over = False
        self.before = ("", "", "")  # who played the D, who must take it, the colour before it
        self.fresh = False  # the seat in turn has drawn in this turn

    def see(self, step: Step) -> None:
        """Follow one event."""
        self.rule(step.event, step)
        playing = not (self.to_show or self.ended) and bool(self.pile)
        self.agrees(step, self.order[0] if playing else None)
        assert dict(zip(self.virtual, step.after.scores, strict=True)) == self.points
        assert (step.after.winner is not None) == self.over

    to_show: int = 0
    ended: bool = False

    def rule(self, event: events.Event, step: Step) -> None:
        match event:
            case events.Start(card, first):
                assert card is not None
                assert card != "D"  # "it is returned to the deck and another card is picked"
                self.begin(card, first)
            case events.Named(seat, color):
                assert seat == self.order[0]
                self.color = color
            case events.Play():
                self.play(event, step)
            case events.Drew(seat):
                assert not self.fresh  # "the player must draw a card"
                assert not (self.virtual[seat] and any(map(self.matches, step.held[seat])))
                self.drew(seat)
                self.fresh = self.hands[seat] > len(step.held[seat])
                if not self.fresh:
                    self.next()
            case events.Pass(seat):
                assert self.fresh or self.due or not (self.deck or len(self.pile) > 1)
                self.fresh = False
                self.passed(seat)
            case events.Challenge(seat, made):
                assert seat == self.before[1]
                assert self.due == 4
                assert made or self.virtual[seat]
                if not made:
                    self.passed(seat)
            case events.ChallengeVerdict(seat, guilty):
                self.settle(seat, guilty, step)
            case events.Show(seat, cards):
                self.show(seat, cards, step)
            case events.Round(number):
                self.number += 1
                assert number == self.number
                self.ended = False
                self.deal()
            case _:
                raise AssertionError(event)

    def begin(self, card: str, first: str) -> None:
        self.deck -= 1
        self.pile.append(card)
        self.color = "" if card == "W" else card[1]
        self.turn_to(first)
        if card[0] == "R" and card != "W":  # "the dealer goes first, then play moves to the right"
            self.order = [self.order[-1], *reversed(self.order[:-1])]
        elif card[0] == "+":
            self.draw(first, 2)
            self.next()
        elif card[0] == "S":
            self.next()

    def play(self, event: events.Play, step: Step) -> None:
        seat, card = event.seat, event.card
        hand, two = step.held[seat], len(self.order) == 2
        assert seat == self.order[0]
        assert card in (hand[-1:] if self.fresh else hand)  # not "a card from the hand after the draw"
        self.fresh = False
        assert self.matches(card)
        assert not event.more
        # "when the player ... does not have a card ... to match the color"
        if card == "D" and self.virtual[seat]:
            assert not any(other not in "WD" and other[1] == self.color for other in hand)
        self.before = (seat, self.order[1], self.color)
        self.lay(event)
        if not self.hands[seat]:
            self.go_out(card)
            return
        if card[0] == "R" and not two:
            self.turn_round()
        self.next()
        if card[0] in "S" or (card[0] == "R" and two):
            self.next()
        if card[0] == "+":
            self.draw(self.order[0], 2)
            self.next()
        if card == "D":
            if self.virtual[seat]:  # never guilty, so never challenged
                self.draw(self.order[0], 4)
                self.next()
            else:
                self.due = 4

    def settle(self, seat: str, guilty: bool, step: Step) -> None:
        accused, challenger, color = self.before
        assert seat == accused
        assert not self.virtual[seat]
        assert guilty == any(card not in "WD" and card[1] == color for card in step.held[seat])
        self.due = 0
        if guilty:
            self.draw(accused, 4)
        else:
            self.draw(challenger, 6)
            self.next()

    def go_out(self, card: str) -> None:
        self.winner = self.order[0]
        # "If the last card played in a hand is a Draw Two or Wild Draw Four card, the next player must draw"
        self.draw(self.order[1], {"+": 2, "D": 4}.get(card[0], 0))
        self.to_show = sum(1 for size in self.hands.values() if size)
        self.sum = 0

    def show(self, seat: str, cards: tuple[str, ...], step: Step) -> None:
        assert Counter(cards) == Counter(step.held[seat])
        for card in cards:
            self.sum += 50 if card in ("W", "D") else int(card[0]) if card[0] in "0123456789" else 20
        self.to_show -= 1
        if not self.to_show:
            self.points[self.winner] += self.sum
            self.ended = True
            self.over = self.points[self.winner] >= 500


class Kpgut(Referee):
    """The house-rule book, a section at a time."""

    def __init__(self, state: UnoState) -> None:
        super().__init__(state)
        self.decks = -(-len(self.virtual) // 7)  # "one deck for each seven players"
        self.size = state.hands[0]
        self.deal()
        self.hands = dict.fromkeys(self.virtual, self.size)
        self.deck = 108 * self.decks - self.size * len(self.virtual)
        self.way = 1
        self.done: list[str] = []
        self.gone: list[str] = []  # § 9
        self.ejected: set[str] = set()  # § 15
        self.any = False  # "the next player can play any card"
        # the last D, and whether it may be suspected
        self.accused, self.guilt, self.doubtful = "", False, False
        self.silent = ""  # who may have forgotten to say UNO
        self.drawing = ""  # who draws in this turn
        self.idle = 0  # turns in a row that ended with nothing to play and nothing to draw
        self.leaving = ""
        self.stopped = False  # § 5 or § 6
        self.shown: dict[str, tuple[str, ...]] = {}
        self.asked = False

    def draw(self, name: str, count: int) -> None:
        """Whoever draws has more than one card again."""
        super().draw(name, count)
        if name == getattr(self, "silent", ""):
            self.silent = ""

    @property
    def doubted(self) -> bool:
        """Whether the hand of who played a D may be, or is being, looked at: nothing is drawn to it then."""
        return self.doubtful or self.asked

    def turn_round(self) -> None:
        super().turn_round()
        self.way = -self.way

    def see(self, step: Step) -> None:
        """Follow one event."""
        self.offers(step)
        self.rule(step.event, step)
        # § 5: "the game ends as in Special Situation § 6"
        if self.idle >= len(self.order) and not self.stopped:
            self.stopped, self.due = True, 0
        quiet = not (self.over or self.stopped or self.leaving)
        self.agrees(step, self.order[0] if quiet else None)
        names = [seat.name for seat in step.after.seats]
        assert [names[seat] for seat in step.after.finished] == self.done
        assert step.after.pending == self.due
        assert bool(step.after.places) == self.over
        if self.over:
            assert [{names[seat] for seat in place} for place in step.after.places] == self.ranking()

    @property
    def tied(self) -> list[str]:
        """Who must show a hand, the time being up: all whose number of cards another has too."""
        many = Counter(self.hands[name] for name in self.order)
        return [name for name in self.order if many[self.hands[name]] > 1]

    @property
    def over(self) -> bool:
        return len(self.order) == 1 or (self.stopped and set(self.tied) <= self.shown.keys())

    def ranking(self) -> list[set[str]]:
        """§ 6, and who gave up last of all; § 15: "not given any rank at all"."""
        places: dict[tuple[int, ...], set[str]] = {}
        for name in self.order:
            cards = self.shown.get(name, ())
            numbers = [card[0] for card in cards if card[0].isdigit()]
            key = (self.hands[name], len(numbers), *(-numbers.count(str(n)) for n in range(10)))
            places.setdefault(key, set()).add(name)
        last = set(self.gone) - self.ejected
        return [
            *({name} for name in self.done),
            *(places[key] for key in sorted(places)),
            *([last] if last else []),
        ]

    def offers(self, step: Step) -> None:
        """Hold what the program lets the seat in turn play against the book."""
        due = UNO.get_next_action(step.before)
        if not self.pile and not isinstance(step.event, events.Play):
            return
        seat = self.order[0]
        hand = step.held[seat]
        mine = {card for card in hand if self.may(card)}
        if self.any and {*hand} != {"D"}:  # "(not Wild+Draw 4, if they have any other cards)"
            mine.discard("D")
        if isinstance(due, AwaitMove) and due.seat == seat and not self.asked:
            moves = UNO.list_moves(step.before, hand)
            plays = [move for move in moves if isinstance(move, events.Play) and move.seat == seat]
            assert {play.card for play in plays} == mine
            others = {type(move) for move in moves} - {events.Play}
            assert others <= ({events.Pass, events.Challenge} if self.due else {events.Drew})
            assert plays or others
            twins = {card for card in mine if sum(other[0] == card[0] for other in hand) > 1}
            assert {play.card for play in plays if play.more} == twins  # after a draw too
        if isinstance(due, Select) and due.seat == seat:
            held: frozenset[str] | set[str] = next(
                (found for kinds in due.classes if (found := kinds & {*hand})), set()
            )
            assert set(held) == ((mine - {"D"}) or mine)

    def rule(self, event: events.Event, step: Step) -> None:
        match event:
            case events.Start(card, first):
                assert card is None
                self.turn_to(first)
            case events.Play():
                self.idle = 0
                (self.play if event.seat == self.order[0] else self.slide)(event, step)
            case events.Drew(seat):
                self.drew(seat)
                nothing = self.hands[seat] == len(step.held[seat])
                self.drawing = "" if nothing else seat
                if nothing:
                    self.any = False
                    self.next()
                    self.idle += 1
            case events.Pass(seat):
                assert self.due
                self.any, self.doubtful, self.drawing = False, False, ""
                self.passed(seat)
                nothing = self.hands[seat] == len(step.held[seat])
                self.idle = self.idle + 1 if nothing else 0
            case events.Challenge(seat, made):
                assert seat == self.order[0]
                assert self.doubtful  # the D last played, which answered no other D
                assert made or self.virtual[seat]
                self.doubtful, self.asked = False, made
            case events.ChallengeVerdict(seat, guilty):
                self.settle(seat, guilty)
            case _:
                self.aside(event, step)

    def aside(self, event: events.Event, step: Step) -> None:
        """What happens beside the play: §§ 1, 3, 6, 8, 9, 13, 14, 15."""
        match event:
            case events.Caught(seat):
                assert seat == self.silent
                self.draw(seat, 2)
            case events.Penalty(seat, count):
                self.draw(seat, count)
            case events.Absent(seat):
                assert seat == self.order[0]
                self.draw(seat, 2)
                self.any, self.due, self.drawing = False, 0, ""
                self.next()
            case events.Doubt(seat, of, right):
                assert of == self.drawing
                if not right:
                    self.draw(seat, 4)
            case events.Join(seat):
                assert not self.done
                self.virtual[seat], self.hands[seat] = False, 0
                self.circle.append(seat)
                left = [name for name in self.circle[:: self.way] if name in {*self.order, seat}]
                at = left.index(self.order[0])
                self.order = left[at:] + left[:at]
                self.draw(seat, 9)
            case events.SeatLeaves(seat, ejected):
                self.leaving = seat
                self.silent = "" if self.silent == seat else self.silent
                if ejected:
                    self.ejected.add(seat)
            case events.Show(seat, cards) if self.leaving:
                assert seat == self.leaving
                assert Counter(cards) == Counter(step.held[seat])
                self.deck += self.hands[seat]
                self.hands[seat], self.leaving = 0, ""
                self.gone.append(seat)
                if seat == self.order[0]:
                    self.any, self.drawing = False, ""
                self.order.remove(seat)
            case events.Show(seat, cards):
                assert seat in self.tied
                assert Counter(cards) == Counter(step.held[seat])
                self.shown[seat] = cards
            case events.TimeUp():
                self.stopped, self.due = True, 0
            case _:
                raise AssertionError(event)

    def may(self, card: str) -> bool:
        if not self.pile:
            return card != "D"
        if self.any:
            return True
        if self.due:
            return card == "D" or (card[0] == "+" and self.pile[-1][0] == "+")
        return self.matches(card)

    def suitable(self, hand: Sequence[str]) -> bool:
        return any(card != "D" and self.may(card) for card in hand)

    def slide(self, event: events.Play, step: Step) -> None:
        assert event.card == self.pile[-1]
        assert event.card[0] in "0123456789"
        self.lay(event)
        self.silent = event.seat if self.hands[event.seat] == 1 else ""  # only people slide
        if not self.hands[event.seat]:
            self.done.append(event.seat)
            self.order.remove(event.seat)

    def play(self, event: events.Play, step: Step) -> None:
        seat, cards = event.seat, [event.card, *event.more]
        symbol, count, hand = event.card[0], len(cards), step.held[event.seat]
        assert self.may(event.card)
        assert not Counter(cards) - Counter(hand)
        assert {card[0] for card in cards} == {symbol}
        if self.virtual[seat]:
            assert count == 1
            assert symbol != "D" or not self.suitable(hand)
        rest = Counter(hand) - Counter(cards)
        answers = bool(self.pile) and self.due > 0 and self.pile[-1] == "D"
        self.accused, self.guilt = seat, self.suitable([*rest])
        # whoever has no other card, or answers a D, or plays for nobody cannot have been wrong
        self.doubtful = symbol == "D" and not answers and not self.virtual[seat] and bool(rest)
        self.any, self.drawing = False, ""
        self.lay(event)
        two = len(self.order) == 2
        self.silent = seat if self.hands[seat] == 1 and not self.virtual[seat] else ""
        if not self.hands[seat] and symbol not in "0123456789":  # § 2
            self.draw(seat, 1)
        out = not self.hands[seat]
        if out:
            self.done.append(seat)
        self.due += {"+": 2, "D": 4}.get(symbol, 0) * count
        if symbol == "R" and not two and count % 2:
            self.turn_round()
        self.next()
        if symbol == "S" or (symbol == "R" and two):
            self.next(count)
        if out:
            self.order.remove(seat)

    def settle(self, seat: str, guilty: bool) -> None:
        assert (seat, guilty) == (self.accused, self.guilt)
        self.due, self.asked = 0, False
        if guilty:  # "must draw four cards, and the next player can play any card"
            self.draw(seat, 4)
            self.any = True
        else:  # "draws six cards and loses turn"
            self.draw(self.order[0], 6)
            self.next()
