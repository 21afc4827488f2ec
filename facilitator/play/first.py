"""The first turn at a table: what counts are taken from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facilitator.errors import CommandError
from facilitator.games.uno.events import Start
from facilitator.games.uno.state import apply
from facilitator.play.turn import Choice, Selection, plan_selection, state_before
from facilitator.protocols.layout import Layout

if TYPE_CHECKING:
    from facilitator.table.load import Table

FIRST_TOP = "7R"
"""The first top card that counts are taken with; any number gives the same counts."""


def first_turn(table: Table, seat: str | None = None) -> Selection:
    """Return the run of the first turn, if a virtual seat (the first, or the one named) has it.

    Raises: CommandError if no seat is virtual.
    """
    if not table.virtual:
        todo = "Write {name: Vera, virtual: true} for a seat nobody sits at."
        raise CommandError("at least one virtual seat", "people only, who need no protocol", todo)
    start = Start(FIRST_TOP, seat or table.virtual[0].name)
    return plan_selection(apply(state_before(table), start).state, Choice.of(table))


def first_layout(table: Table) -> Layout:
    """Return the layout of the first turn; raises as `first_turn` does."""
    layout = first_turn(table).layout
    assert layout is not None  # only a colour lottery has none
    return layout
