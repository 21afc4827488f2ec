"""A rehearsal's truth: the simulated table follows the public events, and stands in for the people."""

from __future__ import annotations

from collections import Counter

from facilitator.errors import CommandError, ProtocolBug
from facilitator.games.uno import cards as uno
from facilitator.games.uno.consequences import Consequence, Kind, Source
from facilitator.games.uno.events import Drew, Event, Pass, Play, Start
from facilitator.games.uno.state import State
from facilitator.machine.faces import DECK, DISCARDS, POOL
from facilitator.readings.simulate import deal, pick
from facilitator.wording import tally


class Rehearsal:
    """Known cards for a whole game, from a seed; in memory only.

    The same seed and the same answers give the same game.
    """

    def __init__(self, start: State, seed: int) -> None:
        self.seed = seed
        names = [seat.name for seat in start.seats]
        pooled = [seat.name for seat in start.seats if start.pool and seat.virtual]
        self.table = deal(names, start.hand_size, start.deck, seed, start.pool, pooled)
        self._first = self.table.turn_first(lambda face: not uno.is_black(face))

    def follow(self, event: Event, consequences: tuple[Consequence, ...], by_run: bool = False) -> None:
        """Do with the cards what an accepted event and its consequences say.

        ``by_run``: the run itself already moved a drawn card.  Raises `TableError` if a hand lacks a card.
        """
        reshuffled = [c for c in consequences if c.kind is Kind.RESHUFFLE]
        match event:
            case Play():
                self.table.play(event.seat, event.card)
            case Drew() if not by_run and not any(c.kind is Kind.STUCK for c in consequences):
                for told in reshuffled:
                    self._reshuffle(told)
                self.table.draw(event.seat, event.count)
            case Start() if event.card != self._first:
                raise CommandError(
                    f"{self._first}, which the rehearsal turned over", event.card, "Type that card."
                )
            case Drew() | Pass() | Start():
                pass
        for told in consequences if isinstance(event, Play) else ():
            if told.kind is Kind.RESHUFFLE:
                self._reshuffle(told)
            elif told.kind is Kind.DRAW and told.seat and told.count:
                self.table.draw(told.seat, told.count)

    def _reshuffle(self, told: Consequence) -> None:
        self.table.reshuffle(POOL if told.source is Source.POOL else DECK)

    def start(self, state: State) -> Start:
        """Return the opening: the first top card that is not black, and a random first seat."""
        return Start(self._first, pick(self.seed, 0, [seat.name for seat in state.seats]))

    def move(self, state: State) -> Play | Drew | Pass:
        """Return what the person in turn does: a random playable card, else draw, else pass."""
        name = state.seats[state.turn].name
        hand = self.table.hands[name][-1:] if state.drawn else self.table.hands[name]
        playable = sorted(set(hand) & state.legal_cards(), key=uno.deck_order)
        if not playable:
            more = state.can_draw_after(0) if state.until else not state.drawn
            return Drew(name) if more else Pass(name)
        card = pick(self.seed, state.n, playable)
        color = pick(self.seed, -state.n, list(uno.COLORS)) if uno.is_black(card) else None
        return Play(name, card, color)

    def agree(self, state: State) -> None:
        """Raise `ProtocolBug` unless the public state is true of the cards, and no card is lost or strange."""
        hands = {owner: cards + self.table.standing(owner) for owner, cards in self.table.hands.items()}
        pile = hands[DISCARDS]
        decks = [DECK, POOL] if state.pool else [DECK]
        found = (*(len(hands[owner]) for owner in [*_names(state), *decks]), len(pile))
        unplayed = (state.unplayed, state.pool_unplayed)[: len(decks)]
        expected = (*state.hands, *unplayed, len(state.discards))
        if found != expected:
            raise ProtocolBug(f"hands, decks and discards {expected}", str(found), "Please report this.")
        lying = Counter(pile), pile[-1], Counter(self.table.pool_discards)
        public = Counter(state.discards), state.top, Counter(state.discards_from(pool=True))
        if lying != public:
            raise ProtocolBug(f"the discards {public}", str(lying), "Please report this.")
        people = [name for i, name in enumerate(_names(state)) if state.source(i) is not Source.POOL]
        for owners, cards in (
            ({*people, DECK}, state.remaining()),
            ({*hands} - {*people, DECK, DISCARDS}, state.pool_remaining()),
        ):
            hidden = Counter(card for owner in owners for card in hands[owner])
            if hidden != Counter(cards):
                raise ProtocolBug(f"hidden cards {tally(cards)}", str(hidden), "Please report this.")


def _names(state: State) -> list[str]:
    return [seat.name for seat in state.seats]
