"""Rehearsal of a game in which the host enters only virtual turns. People are simulated in memory.

The complete game is simulated, including people's hands, their turns and the first card. Only events that the
host would enter become events of the rehearsed game. When a virtual turn is entered, the complete game
continues up to the next virtual turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy, deepcopy
from dataclasses import dataclass, field, replace
from typing import Any

from facilitator.errors import CommandError, ProtocolBug
from facilitator.games.events import (
    Begin,
    Drew,
    Event,
    GameEnds,
    Leave,
    Named,
    OwnTop,
    Pass,
    Play,
    SitDown,
    VirtualTop,
)
from facilitator.games.registry import get_game, get_virtual_only
from facilitator.games.rules import AwaitMove, Effect, GameOver, Mixed, PublicState, RandomDraw, Select
from facilitator.i18n.catalogue import refusal
from facilitator.instructions.simulate import pick
from facilitator.operations.faces import NONE, POOL, Face
from facilitator.play.rehearsal import Rehearsal
from facilitator.table_files.model import Table, state_before


@dataclass(frozen=True)
class CompleteGame:
    """Position of the simulated complete game.

    Attributes:
        state: Public state.
        owed: For each virtual player, the number of drawn penalty cards that the host has not entered yet.
        kept: The card that stayed on the discard pile when the virtual players' other discards were last
            reshuffled. "none" if no card stayed.
    """

    state: Any
    owed: Mapping[str, int] = field(default_factory=dict)
    kept: Face = NONE


class PeopleRehearsal(Rehearsal):
    """Simulated cards of a complete game. The host enters only the virtual turns."""

    def __init__(self, table: Table, seed: int) -> None:
        """Deal the cards.

        Args:
            table: Table settings.
            seed: Seed of all random draws.
        """
        complete = table.model_copy(update={"track": "all"})
        start = state_before(complete)
        super().__init__(get_game(table.game), start, seed)
        # The complete game by the number of entered events, so that an undo finds it again.
        self._games = {0: CompleteGame(start)}

    def move(self, state: PublicState) -> Event:
        """Return the entry that the host would make next."""
        ahead = copy(self)
        ahead.table = deepcopy(self.table)
        return self._find_entry(state, ahead._run_ahead(self._games[state.n]))

    def _find_entry(self, state: Any, game: CompleteGame) -> Event:
        """Return the event that the host enters next.

        Args:
            state: Public state of the host's game.
            game: Simulated game, which waits for a virtual player's turn or is over.
        """
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
        """Return the answer to the current question about the top card or the winner."""
        if state.asks == "winner":
            winner = next(iter(game.state.winners), None)
            return GameEnds(winner, nobody=winner is None)
        if state.owed:
            return OwnTop(game.kept)
        return OwnTop(game.state.top if game.state.origin[-1] else NONE)

    def _run_ahead(self, game: CompleteGame) -> CompleteGame:
        """Simulate people's turns until a virtual player must select a card or the game ends."""
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
        """Apply an entered event, or an event of a virtual turn, to the complete game.

        Raises:
            CommandError: The entry contradicts the simulated game.
        """
        game = self._games[state.n - 1]
        if isinstance(event, Play | Pass) or (isinstance(event, Drew) and not event.forced):
            game = self._apply(game, event, by_run)
        elif isinstance(event, Drew) and self._answers_chain(game, event):
            game = self._apply(game, Pass(event.seat))
        elif isinstance(event, Leave | SitDown):
            game = self._apply(game, event)
        elif not isinstance(event, Begin | OwnTop):
            game = self._run_ahead(game)
            if isinstance(event, Drew | VirtualTop):
                game = replace(game, owed={**game.owed, event.seat: 0})
        self._games[state.n] = game

    def _answers_chain(self, game: CompleteGame, event: Drew) -> bool:
        """Return whether a player draws cards because of a draw penalty that the player cannot pass on."""
        need = self.rules.get_next_action(game.state)
        return isinstance(need, Select) and need.seat == event.seat and bool(game.state.pending)

    def check(self, event: Event, state: PublicState) -> None:
        """Check that an entered event is the next event of the simulated game.

        A player may also come or go, unless the host must first enter that a virtual player draws cards.

        Raises:
            CommandError: The simulated game continues with another event.
            TableError: The rules forbid that players come or go now.
        """
        if isinstance(event, Begin):  # recorded before the first entry
            return
        game = self._games[state.n]
        if isinstance(event, Leave | SitDown) and not any(game.owed.values()):
            self.rules.apply(game.state, event)
            return
        expected = self.move(state)
        if event != expected and not (isinstance(event, GameEnds) and isinstance(expected, GameEnds)):
            rules = get_virtual_only(self.rules.about.name)
            slots = {"expected": rules.codec.text(expected), "found": rules.codec.text(event)}
            raise CommandError(*refusal("refused.rehearsed.entry", **slots))

    def agree(self, state: Any) -> None:
        """Raise `ProtocolBug` if the public state contradicts the complete game or its cards."""
        game = self._games[state.n]
        super().agree(game.state)
        if state.is_over or state.asks:
            return
        for seat, size, cards in zip(state.seats, state.hands, game.state.hands, strict=True):
            held = cards - game.owed.get(seat.name, 0)
            if seat.virtual and size != held:
                raise ProtocolBug(f"{held} cards of {seat.name}", str(size), "Please report this.")
