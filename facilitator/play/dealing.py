"""Sentences for the deal: who gets cards of which deck, and what goes into sleeves for the evening."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facilitator.games.registry import game_named
from facilitator.machine.faces import SLEEVES
from facilitator.play.turn import state_before
from facilitator.wording import listed

if TYPE_CHECKING:
    from facilitator.table.load import Table


def dealing(table: Table) -> str:
    """Return what to do before the first turn."""
    law, virtual = game_named(table.game), [seat.name for seat in table.virtual]
    what = "tiles" if law.kinds.tiles else "cards"
    hands, begins = told(table)
    parts = ["" if law.turns_first else f"Shuffle the {law.pack}.", hands]
    parts += [f"Nobody looks at the {what} of {listed(virtual)}."] if virtual else []
    return " ".join(filter(None, (*parts, begins, sleeving(table))))


def told(table: Table) -> tuple[str, str]:
    """Return what a game's law says of the deal: who gets what, and how the game then begins (perhaps nothing)."""
    law = game_named(table.game)
    deal = law.deal(state_before(table))
    hands, begins = (
        " ".join(filter(None, (law.say(one) for one in deal if bool(one.motions) == moves)))
        for moves in (True, False)
    )
    return hands, begins


def sleeving(table: Table) -> str:
    """Return which cards go into sleeves after the deal, and stay there; empty where there are no sleeves."""
    if table.equipment != SLEEVES or not table.virtual:
        return ""
    law, hands = game_named(table.game), listed([seat.name for seat in table.virtual])
    if not any(law.stock(state_before(table), seat.name).deck for seat in table.virtual):
        return f"Put the cards of {hands} into sleeves, one each, unseen, faces to the clear side: there they stay."
    deck = "pool deck" if table.pool == "split" else "rest of the deck"
    return (
        f"Put the cards of {hands} and the {deck} into sleeves, one each, unseen, faces to the clear side: there "
        "they stay. Whoever draws one for a hand of their own takes it out; reshuffled cards go in again."
    )
