"""Simulated cards of a rehearsal. They follow the public events and provide people's moves.

The cards exist only in memory. They include information that is hidden at a real table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

from facilitator.errors import CommandError, ProtocolBug
from facilitator.games.events import Correct, Event, Lacks, Play, Round, Show, Start
from facilitator.games.rules import (
    AwaitMove,
    Effect,
    HandQuestion,
    NextAction,
    PublicState,
    Rules,
    Select,
    SharedDeck,
    ShowHand,
    Zone,
)
from facilitator.i18n import tally_faces
from facilitator.i18n.catalogue import refusal
from facilitator.instructions.simulate import pick, shuffle_decks
from facilitator.operations.effects import same_cards
from facilitator.operations.faces import DISCARDS, Face


class Rehearsal:
    """Simulated cards for a complete game.

    A game is reproducible because it only depends on the seed and the inputs.

    Attributes:
        rules: Rules of the game.
        seed: Seed of all random draws.
        table: Simulated cards in their zones.
    """

    def __init__(self, rules: Rules[Any], start: PublicState, seed: int) -> None:
        self.rules, self.seed = rules, seed
        self._due: tuple[PublicState, NextAction] = start, rules.get_next_action(start)
        self.table = shuffle_decks(rules.find_zones(start).decks, seed)
        for effect in rules.deal(start):
            self._carry_out(effect)
        self._turn_up(start)
        self._prepare(start)

    def _turn_up(self, state: PublicState) -> None:
        """Turn over the first top card if the game needs one."""
        self._first: Face | None = None
        if not self.rules.about.turns_first:
            return
        first_cards = _first_cards(self.rules, state)
        if None not in first_cards:
            self._first = self.table.turn_up(first_cards.__contains__)

    def follow(
        self, event: Event, happened: Sequence[Effect], state: PublicState, by_run: bool = False
    ) -> None:
        """Move the simulated cards according to an accepted event.

        Args:
            event: The event.
            happened: Effects of the event.
            state: Public state after the event.
            by_run: Whether the attempt has already moved the cards.

        Raises:
            CommandError: The event names another first card.
            TableError: A hand does not contain the card.
        """
        if isinstance(event, Start) and event.card != self._first:
            slots = {"first": str(self._first), "card": str(event.card)}
            raise CommandError(*refusal("refused.rehearsed.first", **slots))
        for effect in () if by_run else happened:
            self._carry_out(effect)
        if isinstance(event, Show):
            self.table.put_back(event.seat)
        if isinstance(event, Round):
            self._turn_up(state)
        self._prepare(state)

    def _carry_out(self, effect: Effect) -> None:
        for motion in effect.motions:
            self.table.carry_out(motion)

    def _prepare(self, state: PublicState) -> None:
        """Prepare the draw pile and the discard pile for the next attempt."""
        need = self.get_due(state)
        if isinstance(need, Select | HandQuestion):
            stock = self.rules.get_shared_deck(state, need.seat)
            self.table.lend(stock.zone, stock.discards)

    def get_due(self, state: PublicState) -> NextAction:
        """Return the next action. The result is cached for the same state object."""
        if self._due[0] is not state:
            self._due = state, self.rules.get_next_action(state)
        return self._due[1]

    def move(self, state: PublicState) -> Event:
        """Return a random move for the person whose turn it is, or a random start of the game."""
        need = self.get_due(state)
        if isinstance(need, ShowHand):
            return Show(need.seat, tuple(self.get_hand(need.seat)))
        if not isinstance(need, AwaitMove):
            raise ProtocolBug("a person's turn", repr(need), "Please report this.")
        return self._choose_move(state, need)

    def _choose_move(self, state: PublicState, need: AwaitMove) -> Event:
        moves = self.rules.list_moves(state, self.get_hand(need.seat) if need.seat else ())
        if need.seat is None and self._first and not any(isinstance(move, Round) for move in moves):
            return Start(self._first, pick(self.seed, 0, [seat.name for seat in state.seats]))
        plays = [move for move in moves if isinstance(move, Play)]
        return pick(self.seed, state.n, moves) if len(plays) < len(moves) else self._play(state, plays)

    def _play(self, state: PublicState, plays: Sequence[Play]) -> Event:
        """Return a random play: first select the card, then the declared colour or another variant."""
        card = pick(self.seed, state.n, list(dict.fromkeys(play.card for play in plays)))
        return pick(self.seed, -state.n, [play for play in plays if play.card == card])

    def get_hand(self, seat: str) -> list[Face]:
        """Return the cards of a seat in dealing and drawing order."""
        return self.table.hands.setdefault(seat, [])

    def agree(self, state: PublicState) -> None:
        """Raise `ProtocolBug` if the public state contradicts the cards."""
        lying = {zone: cards + self.table.list_kept_cards(zone) for zone, cards in self.table.hands.items()}
        zones = self.rules.find_zones(state)
        sizes = Counter(zones.sizes)
        if sizes != (seen_sizes := Counter({zone: len(cards) for zone, cards in lying.items()})):
            raise ProtocolBug(f"in each zone {dict(sizes)}", str(dict(seen_sizes)), _REPORT)
        for zone, cards in zones.open.items():
            _agree_open(zone, cards, lying.get(zone, []))
        for seat in state.seats:
            self._agree_hidden(self.rules.get_shared_deck(state, seat.name), lying)
        every = [*chain.from_iterable(zones.decks.values())]
        if not same_cards([*chain.from_iterable(lying.values())], every):
            raise ProtocolBug("every card of the decks, once", "another number of some", _REPORT)

    def _agree_hidden(self, stock: SharedDeck, lying: Mapping[Zone, Sequence[Face]]) -> None:
        """Raise `ProtocolBug` if the hidden cards of a deck contradict the state."""
        zones = {*(name for name, _ in stock.hands), *(() if stock.deck is None else (stock.zone,))}
        hidden = [card for zone in zones for card in lying.get(zone, ())]
        # cards that are passed from hand to hand are in neither hand, but hidden too
        away = len(hidden) < len(stock.cards)
        if Counter(hidden) - Counter(stock.cards) if away else not same_cards(hidden, stock.cards):
            raise ProtocolBug(f"hidden cards {tally_faces(stock.cards)}", tally_faces(hidden), _REPORT)

    # -- validation of typed events ------------------------------------------------------------------

    def check(self, event: Event, state: PublicState) -> None:
        """Raise `CommandError` for a correction, or if the simulated cards contradict a typed move."""
        if isinstance(event, Correct):
            raise CommandError(*refusal("refused.rehearsed.correct"))
        if isinstance(event, Play | Show | Lacks):
            self._check_hand(event, state)

    def _check_hand(self, event: Play | Show | Lacks, state: PublicState) -> None:
        """Raise `CommandError` if the event contradicts the cards in the hand."""
        hand = self.get_hand(event.seat)
        moves = self.rules.list_moves(state, hand)
        if isinstance(event, Play):
            may = list(dict.fromkeys(move.card for move in moves if isinstance(move, Play)))
            true = event.card in may
        else:
            may = list(hand)
            true = set(event.cards) <= set(hand) if isinstance(event, Show) else event in moves
        if not true:
            self.rules.apply(state, event)  # the error of an impossible event has precedence
            raise self._contradict(event, may, hand)

    def _contradict(
        self, event: Play | Show | Lacks, may: Sequence[Face], hand: Sequence[Face]
    ) -> CommandError:
        """Build the error for an event that contradicts the cards in the hand."""
        cards = ", ".join(sorted(may or hand, key=self.rules.kinds.order))
        found = event.card if isinstance(event, Play) else self.rules.codec.text(event)
        key = "refused.rehearsed.play" if may and isinstance(event, Play) else "refused.rehearsed.holds"
        return CommandError(*refusal(key, seat=event.seat, cards=cards, found=found))


def _agree_open(zone: Zone, cards: Sequence[Face], seen: Sequence[Face]) -> None:
    """Raise `ProtocolBug` if a zone's open cards differ from the cards seen there."""
    if not same_cards(seen, cards) or (zone == DISCARDS and seen[-1:] != list(cards[-1:])):
        raise ProtocolBug(f"open in {zone}: {tally_faces(cards)}", tally_faces(seen), _REPORT)


@lru_cache(maxsize=16)
def _first_cards(rules: Rules[Any], state: PublicState) -> frozenset[Face | None]:
    """Return the possible first top cards, and `None` if the game can begin without a top card."""
    return frozenset(move.card for move in rules.list_moves(state, ()) if isinstance(move, Start))


_REPORT = "Please report this."
