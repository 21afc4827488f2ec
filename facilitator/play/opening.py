"""The first virtual turn of a table: what the script reads aloud and the labels are counted from."""

from __future__ import annotations

from dataclasses import dataclass

from facilitator.errors import ProtocolBug, TableError
from facilitator.games.uno import cards as uno
from facilitator.games.uno.events import Start
from facilitator.games.uno.state import State
from facilitator.play.game import Game, narrator_for
from facilitator.play.turn import Selection
from facilitator.readings.narrate import Narrator
from facilitator.table.load import Table

TOP = "2R"
"""The top card the sheets assume: the paper's own example (§4)."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A virtual seat's turn right after the deal."""

    state: State
    plan: Selection
    narrator: Narrator


def opening(table: Table, seat: str, top: str = TOP) -> Opening:
    """Return a virtual seat's first turn, as `play` would begin it with this seat starting on ``top``.

    If the deck has no such card, on the first number card it has.
    """
    for card in dict.fromkeys((top, *uno.KINDS)):
        game = Game.open(table, None)
        try:
            game.submit(Start(card, seat))
        except TableError:
            continue
        finally:
            game.close()
        if game.plan is not None and game.plan.layout is not None:
            return Opening(game.state, game.plan, narrator_for(table))
    raise ProtocolBug("a first turn", f"none for {seat}", "Report this table.")
