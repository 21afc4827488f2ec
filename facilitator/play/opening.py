"""The first virtual turn of a table: what the script reads aloud and the labels are counted from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from facilitator.errors import ProtocolBug, TableError
from facilitator.games.base import Facts
from facilitator.games.base import Game as Law
from facilitator.games.registry import game_named
from facilitator.machine.faces import DISCARDS
from facilitator.play.course import narrator_for
from facilitator.play.game import Game
from facilitator.play.turn import Selection, state_before
from facilitator.readings.narrate import Narrator
from facilitator.table.load import Table


@dataclass(frozen=True, slots=True)
class Opening:
    """A virtual seat's turn right after the deal."""

    state: Facts
    plan: Selection
    narrator: Narrator
    law: Law[Any]

    @property
    def facts(self) -> str:
        """What lies open on top, for the reader who sets the table up so."""
        lying = self.law.open_cards(self.state).get(DISCARDS, ())
        return f"top card {lying[-1]}" if lying else "nothing played yet"


def opening(table: Table, seat: str) -> Opening:
    """Return a virtual seat's first turn, as `play` would begin it with this seat starting."""
    law, before = game_named(table.game), state_before(table)
    for events in law.firsts(before, seat):
        game = Game.open(table, None)
        try:
            for event in events:
                game.submit(event)
        except TableError:
            continue
        finally:
            game.close()
        if game.plan is not None and game.plan.layout is not None:
            return Opening(game.state, game.plan, narrator_for(table), law)
    raise ProtocolBug("a first turn", f"none for {seat}", "Report this table.")
