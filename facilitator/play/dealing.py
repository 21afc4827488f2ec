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
    size, virtual = table.hand_size, listed([seat.name for seat in table.virtual]) if table.virtual else ""
    law = game_named(table.game)
    what = "tiles" if law.kinds.tiles else "cards"
    unseen = f"Nobody looks at the {what} of {virtual}. " if virtual else ""
    if not law.turns_first:
        told = " ".join(filter(None, map(law.say, law.deal(state_before(table)))))
        return f"Shuffle the {law.pack}. {told} {unseen}{sleeving(table)}".rstrip()
    if table.pool == "split" and virtual:
        people = ", ".join(seat.name for seat in table.people)
        dealt = (
            f"Deal {size} cards of the people's deck to {people}, and {size} of the pool deck to {virtual}. "
        )
        turned = "the people's deck"
    else:
        names = ", ".join(seat.name for seat in table.seats)
        dealt, turned = f"Deal {size} cards to each seat: {names}. ", "the unplayed deck"
    start = f"Then turn over the top card of {turned}, and let chance say who starts."
    return f"{dealt}{unseen}{start} {sleeving(table)}".rstrip()


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
