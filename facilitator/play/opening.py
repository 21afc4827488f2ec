"""The first virtual turn of a table: what sheets show as an example and labels are counted from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from facilitator.errors import ProtocolBug
from facilitator.games.base import Rules as Law
from facilitator.games.facts import Facts
from facilitator.games.registry import game_named
from facilitator.machine.faces import DECK, DISCARDS
from facilitator.play.counted import shortcut
from facilitator.play.first import happened
from facilitator.play.game import Match
from facilitator.play.telling import narrator_for
from facilitator.play.turn import Selection, TurnPolicy, plan_selection, state_before
from facilitator.protocols.layout import Layout
from facilitator.readings.narrate import Narrator
from facilitator.table.load import Table


@dataclass(frozen=True, slots=True)
class OpeningTurn:
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


def opening(table: Table, seat: str) -> OpeningTurn:
    """Return a virtual seat's first turn, as `play` would begin it with this seat starting."""
    law, choice, before = game_named(table.game), TurnPolicy.of(table), state_before(table)
    for events in law.firsts(before, seat):
        state = happened(law, before, events)
        if state is not None and shortcut(state, choice) is None:
            return OpeningTurn(state, plan_selection(state, choice), narrator_for(table), law)
    raise ProtocolBug("a first turn", f"none for {seat}", "Report this table.")


def drawing(table: Table, layout: Layout) -> tuple[bool, bool]:
    """Whether a turn may draw, and until a card fits: as in the first turn, or the first in which it may."""
    if layout.may_draw or DECK not in dict(layout.hands):
        return layout.may_draw, layout.until
    game = Match.open(table, None, 1)
    assert game.truth is not None
    while not game.over and not layout.may_draw:
        if game.run is None:
            game.submit(game.likely())
        else:
            game.answer("" if game.run.more else game.run.truth)
        if game.plan is not None and game.plan.layout is not None:
            layout = game.plan.layout
    game.close()
    return layout.may_draw, layout.until
