"""Which cards a table plays with: one deck for all, or a small deck of their own for the virtual seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facilitator.errors import CommandError, TableError
from facilitator.events import Start
from facilitator.games import uno
from facilitator.protocols.layout import Layout
from facilitator.state import Seat, apply, new_game
from facilitator.turn import Choice, Plan, plan_selection
from facilitator.words import Face

if TYPE_CHECKING:
    from facilitator.table import Table

FIRST_TOP = "7R"
"""The first top card that counts are taken with; any number gives the same counts."""


def deck_named(deck: str | tuple[Face, ...]) -> tuple[Face, ...]:
    """Return the cards of a pool deck, named or listed."""
    return tuple(sorted(uno.POOLS[deck] if isinstance(deck, str) else deck, key=uno.deck_order))


def pool_cards(table: Table) -> tuple[Face, ...]:
    """Return the cards of the virtual seats' own deck; empty where all draw from one."""
    return deck_named(table.pool_deck) if table.pool == "split" else ()


def check_deal(people: int, virtual: int, hand_size: int, pool: int) -> None:
    """See that there is a card left to draw (and one to turn over) after the deal; ``pool``: 0 if shared.

    Raises: TableError with the largest hand that can be dealt; CommandError if no seat is virtual.
    """
    if not virtual:
        todo = "Write {name: Vera, virtual: true} for a seat nobody sits at."
        raise CommandError("at least one virtual seat", "people only, who need no protocol", todo)
    if pool:
        limit = min((pool - 1) // virtual, (len(uno.DECK) - 1) // max(people, 1))
    else:
        limit = (len(uno.DECK) - 1) // (people + virtual)
    if not 1 <= hand_size <= limit:
        cards = f"{pool} cards for {virtual} virtual hands" if pool else f"{len(uno.DECK)} cards for all"
        todo = (
            f"Write hand_size: {limit}." if limit > 0 else "Take a larger pool_deck, or fewer virtual seats."
        )
        found = f"{hand_size} cards a hand from a deck of {cards}"
        raise TableError(f"a hand of 1 to {max(limit, 1)} cards", found, todo)


def first_turn(table: Table, seat: str | None = None) -> Plan:
    """Return the run of the first turn, if a virtual seat (the first, or the one named) has it.

    Raises: TableError if the hands cannot be dealt, CommandError if no seat is virtual.
    """
    pool = pool_cards(table)
    check_deal(len(table.people), len(table.virtual), table.hand_size, len(pool))
    seats = [Seat(s.name, s.virtual) for s in table.seats]
    start = Start(FIRST_TOP, seat or table.virtual[0].name)
    state = apply(new_game(seats, table.hand_size, pool=pool), start).state
    return plan_selection(state, Choice.of(table))


def first_layout(table: Table) -> Layout:
    """Return the layout of the first turn; raises as `first_turn` does."""
    layout = first_turn(table).layout
    assert layout is not None  # only a colour lottery has none
    return layout
