"""The first turn at a table: what counts are taken from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from facilitator.errors import CommandError, ProtocolBug, TableError
from facilitator.games.base import Rules
from facilitator.games.due import Blind, Select
from facilitator.games.events import Event, Give, Lacks, Start
from facilitator.games.registry import game_named
from facilitator.play.turn import Selection, TurnPolicy, plan_selection, state_before
from facilitator.protocols.layout import Layout

if TYPE_CHECKING:
    from facilitator.table.load import Table


def first_turn(table: Table, seat: str | None = None) -> Selection:
    """Return the run of the first turn, if a virtual seat (the first, or the one named) has it.

    Raises: CommandError if no seat is virtual.
    """
    if not table.virtual:
        todo = "Write {name: Vera, virtual: true} for a seat nobody sits at."
        raise CommandError("at least one virtual seat", "people only, who need no protocol", todo)
    choice = TurnPolicy.of(table)
    return plan_selection(begun(table, seat or table.virtual[0].name), choice)


def begun(table: Table, seat: str) -> Any:
    """Return the public facts when a virtual seat has the first turn, right after the deal."""
    law, state = game_named(table.game), state_before(table)
    for events in law.firsts(state, seat):
        after = happened(law, state, events)
        if after is not None:
            return after
    raise ProtocolBug("a first turn", f"none for {seat}", "Report this table.")


def happened(law: Rules[Any], state: Any, events: Iterable[Event]) -> Any:
    """Return the facts after these events, if they can be and a virtual seat then selects; else None."""
    try:
        for event in events:
            state = law.apply(state, event).state
    except TableError:
        return None
    return state if isinstance(law.need(state), Select) else None


def opens(table: Table, seat: str) -> Selection | None:
    """Return the run with which a virtual seat opens the game itself, where no card is turned over to begin with.

    It leads first, or is the last that is asked for the card to begin with: no card has left a hand by then.
    """
    choice, state = TurnPolicy.of(table), state_before(table)
    law = choice.law
    for _ in range(4 * len(table.seats)):
        need = law.need(state)
        if isinstance(need, Select) and need.seat == seat:
            return plan_selection(state, choice)
        events: Sequence[Event] = (Lacks(need.seat),) if isinstance(need, Select) else law.moves(state, ())
        if isinstance(need, Blind):
            events = (Give(need.seat, need.to, need.count),)
        events = [
            one for one in events if not isinstance(one, Start) or (one.card, one.first) == (None, seat)
        ]
        if not events:
            return None
        state = law.apply(state, events[0]).state
    return None


def first_layout(table: Table) -> Layout:
    """Return the layout of the first turn; raises as `first_turn` does."""
    layout = first_turn(table).layout
    assert layout is not None  # only a lot has none
    return layout
