"""Rehearsal of a table that enters only its virtual players' turns: the people are simulated in memory.

A complete game is simulated, with people's hands, their turns and the first card. Of its events, only those that
the table would enter become events of the rehearsed game. The complete game runs ahead to the next virtual turn when
the entry of that turn is accepted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy, deepcopy
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from facilitator.errors import CommandError, ProtocolBug
from facilitator.games.events import Begin, Drew, Event, GameEnds, Named, OwnTop, Pass, Play, VirtualTop
from facilitator.games.registry import get_game, get_virtual_only
from facilitator.games.rules import AwaitMove, Effect, GameOver, Mixed, PublicState, RandomDraw, Select
from facilitator.i18n.catalogue import refusal
from facilitator.instructions.simulate import pick
from facilitator.operations.faces import NONE, POOL, Face
from facilitator.play.rehearsal import Rehearsal
from facilitator.table_files.model import state_before

if TYPE_CHECKING:
    from facilitator.table_files.model import Table


@dataclass(frozen=True)
class CompleteGame:
    """The simulated game at one moment.

    Attributes:
        state: Its public state.
        owed: Cards that each virtual seat has drawn because of others, and that are not entered yet.
        kept: Virtual players' card that lay on top at the last reshuffle of their draw pile, or "none".
    """

    state: Any
    owed: Mapping[str, int] = field(default_factory=dict)
    kept: Face = NONE


class PeopleRehearsal(Rehearsal):
    """Simulated cards of a complete game, of which only the virtual turns are entered."""

    def __init__(self, table: Table, seed: int) -> None:
        """Deal the cards.

        Args:
            table: Settings of the table.
            seed: Seed of all random draws.
        """
        complete = table.model_copy(update={"track": "all"})
        start = state_before(complete)
        super().__init__(get_game(table.game), start, seed)
        # The complete game by the number of entered events, so that an undo finds it again.
        self._games = {0: CompleteGame(start)}

    def move(self, state: PublicState) -> Event:
        """Return the entry that the table would make next."""
        ahead = copy(self)
        ahead.table = deepcopy(self.table)
        return self._find_entry(state, ahead._run_ahead(self._games[state.n]))

    def _find_entry(self, state: Any, game: CompleteGame) -> Event:
        """Return the entry for a moment at which the complete game waits for a virtual seat, or is over."""
        complete = game.state
        need = self.rules.get_next_action(complete)
        if state.asks:
            return self._answer(state, game)
        if isinstance(need, GameOver):
            return GameEnds(next(iter(need.winners), None))
        assert isinstance(need, Select)
        for seat, count in game.owed.items():
            if seat != need.seat and count:
                return Drew(seat, count, forced=True)
        black = complete.color if complete.top in ("W", "D") else None
        return VirtualTop(need.seat, complete.top, black, game.owed.get(need.seat, 0), complete.pending)

    @staticmethod
    def _answer(state: Any, game: CompleteGame) -> Event:
        """Return the answer to a question about the top card or the winner."""
        if state.asks == "winner":
            return GameEnds(next(iter(game.state.winners), None))
        if state.owed:
            return OwnTop(game.kept)
        return OwnTop(game.state.top if game.state.origin[-1] else NONE)

    def _run_ahead(self, game: CompleteGame) -> CompleteGame:
        """Let people play until a virtual seat must select a card, or the game is over."""
        while not isinstance(need := self.rules.get_next_action(game.state), Select | GameOver):
            if isinstance(need, AwaitMove):
                event = super().move(game.state)
            else:
                assert isinstance(need, RandomDraw)  # the colour of a wild that lies first
                event = Named(need.seat, pick(self.seed, game.state.n, need.faces))
            game = self._apply(game, event)
        return game

    def _apply(self, game: CompleteGame, event: Event, by_run: bool = False) -> CompleteGame:
        """Return the complete game after an event, and move its cards."""
        state, happened = self.rules.apply(game.state, event)
        super().follow(event, happened, state, by_run)
        owed, kept = dict(game.owed), game.kept
        for effect in happened:
            seat = effect.args.get("seat")
            if effect.key == "draw" and effect.args.get("virtual") and seat != getattr(event, "seat", ""):
                owed[str(seat)] = owed.get(str(seat), 0) + int(effect.args["count"])
            if any(isinstance(motion, Mixed) and motion.target == POOL for motion in effect.motions):
                kept = next(iter(state.discards_from(1)), NONE)
        return CompleteGame(state, owed, kept)

    def follow(
        self, event: Event, happened: Sequence[Effect], state: PublicState, by_run: bool = False
    ) -> None:
        """Follow an entry, or an event of a virtual turn, in the complete game.

        Raises:
            CommandError: The entry is not what the simulated people would say.
        """
        game = self._games[state.n - 1]
        if isinstance(event, Play | Pass) or (isinstance(event, Drew) and not event.forced):
            game = self._apply(game, event, by_run)
        elif isinstance(event, Drew) and self._answers_chain(game, event):
            game = self._apply(game, Pass(event.seat))
        elif not isinstance(event, Begin | OwnTop):
            game = self._run_ahead(game)
            if isinstance(event, Drew | VirtualTop):
                game = replace(game, owed={**game.owed, event.seat: 0})
        self._games[state.n] = game

    def _answers_chain(self, game: CompleteGame, event: Drew) -> bool:
        """Return whether a seat draws in its turn because it has no answer to a chain of draw cards."""
        need = self.rules.get_next_action(game.state)
        return isinstance(need, Select) and need.seat == event.seat and bool(game.state.pending)

    def check(self, event: Event, state: PublicState) -> None:
        """Raise `CommandError` if the table would not make this entry."""
        if isinstance(event, Begin):  # recorded before the first entry
            return
        expected = self.move(state)
        if event != expected and not (isinstance(event, GameEnds) and isinstance(expected, GameEnds)):
            rules = get_virtual_only(self.rules.about.name)
            slots = {"expected": rules.codec.text(expected), "found": rules.codec.text(event)}
            raise CommandError(*refusal("refused.rehearsed.entry", **slots))

    def agree(self, state: Any) -> None:
        """Raise `ProtocolBug` unless the public state agrees with the complete game and its cards."""
        game = self._games[state.n]
        super().agree(game.state)
        if state.is_over or state.asks:
            return
        hands = zip(state.seats, state.hands, game.state.hands, strict=True)
        known = [(seat.name, size) for seat, size, _ in hands if seat.virtual]
        hands = zip(state.seats, state.hands, game.state.hands, strict=True)
        held = [(seat.name, size - game.owed.get(seat.name, 0)) for seat, _, size in hands if seat.virtual]
        if known != held:
            raise ProtocolBug(f"hands {held}", str(known), "Please report this.")
