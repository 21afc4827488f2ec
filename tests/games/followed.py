"""Games the program plays: a rehearsal of `play.Game`, cut into events with the true cards before each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from unittest.mock import patch

from facilitator.games.events import Drew, Event
from facilitator.games.rules import Effect, PublicState, Select, Zone
from facilitator.operations.faces import DECK, Face
from facilitator.play.match import Match
from facilitator.play.messages import RunLine
from facilitator.protocols.layout import CHOSEN_PLACE
from game_driver import Step
from sure import sure, sure_of
from turns import go_on

Held = dict[Zone, tuple[Face, ...]]


def lying(game: Match) -> Held:
    """Return every card of a rehearsal by zone: what stands in columns counts to whose it is."""
    table = sure(game.truth).table
    return {zone: (*cards, *table.list_kept_cards(zone)) for zone, cards in table.hands.items()}


@dataclass
class Watch:
    """Collects the events of one input, each with the cards as they lay before it.

    A run carries the cards it draws before its events are told; they are put in that order again here.
    """

    game: Match
    before: Held
    steps: list[Step] = field(default_factory=list)
    drawn: list[Face] = field(default_factory=list)  # by a run, and not told yet

    def follow(
        self, event: Event, happened: Sequence[Effect], state: PublicState, by_run: bool = False
    ) -> None:
        """Stand in for `Rehearsal.follow`: look, let it happen, look again."""
        game, truth = self.game, sure(self.game.truth)
        assert by_run or not self.drawn
        if by_run:
            self._draws(sure_of(Drew, event))
        held, need = self.before, game.rules.get_next_action(game.state)
        type(truth).follow(truth, event, happened, state, by_run)
        self.steps.append(Step(game.state, need, event, state, tuple(happened), held))
        if isinstance(event, Drew) and by_run:
            self._told(event)
        else:
            self.before = lying(game)

    def _draws(self, event: Drew) -> None:
        """Lay the deck so that what the run drew lies on top of it, the card it selected under the others."""
        table = sure(self.game.truth).table
        chosen = table.faces.get(CHOSEN_PLACE)
        if not self.drawn:
            now = Counter(lying(self.game)[event.seat]) + Counter([chosen] if chosen else [])
            new = (now - Counter(self.before[event.seat])).elements()
            self.drawn = sorted(new, key=lambda card: card == chosen)
        rest = Counter(self.before[DECK]) - Counter(self.drawn)
        self.before = {**self.before, DECK: (*rest.elements(), *reversed(self.drawn))}

    def _told(self, event: Drew) -> None:
        """Move what was drawn into the hand."""
        taken, self.drawn = self.drawn[: event.count], self.drawn[event.count :]
        assert len(taken) == event.count
        deck = self.before[DECK]
        hand = (*self.before[event.seat], *taken)
        self.before = {**self.before, DECK: deck[: len(deck) - event.count], event.seat: hand}


def followed(
    game: Match, on_run: Callable[[RunLine], None] = lambda run: None
) -> Generator[Step, None, None]:
    """Play a rehearsal to its end; every result of a run must be among what was asked for.

    ``on_run``: told of each finished run before the events it amounts to.
    """
    watch = Watch(game, lying(game))
    with patch.object(sure(game.truth), "follow", watch.follow):
        while not game.is_over:
            need = game.next_action
            go_on(game)
            for line in game.news:
                if isinstance(line, RunLine):
                    assert line.outcome.split(",")[0] in {"none", *sure_of(Select, need).all_kinds}
                    on_run(line)
            game.news.clear()
            yield from watch.steps
            watch.steps.clear()
