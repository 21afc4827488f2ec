"""What a table's form tells of a virtual hand, in the words of plan and new."""

from __future__ import annotations

from facilitator.play.first import first_turn
from facilitator.protocols.forms import form_named
from facilitator.protocols.told import bits_told
from facilitator.table.load import Table


def told_by(table: Table) -> str:
    """Return what a run tells beyond its outcome, in words and in bits at the first turn; empty: nothing.

    Bits are those of the virtual seat of whose hand most is told.
    """
    found = ""
    most = -1.0
    for seat in table.virtual:
        plan = first_turn(table, seat.name)
        tells, layout = form_named(plan.form).tells, plan.layout
        if not tells or layout is None:
            continue
        fits = sum(card in frozenset(layout.playable) for card in layout.cards)
        bits = bits_told(layout.k, fits, layout.m)
        if bits > most:
            most = bits
            found = (
                f"Each run also tells {tells}: at the first turn {bits:.2f} bits on average about how many of the "
                f"{layout.m} cards fit"
            )
    return found
