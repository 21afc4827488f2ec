"""Words for what happened: an event as it is read out at the table, and what followed from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from facilitator.games.events import Drew, Play, Show, Start
from facilitator.games.registry import game_named
from facilitator.games.rules import Moved, Over, Rules
from facilitator.machine.faces import DISCARDS, SLEEVES
from facilitator.play.news import EventNews
from facilitator.play.prompt import Announced
from facilitator.table.model import state_before
from facilitator.words import listed

if TYPE_CHECKING:
    from facilitator.table.load import Table


# ----------------------------------------------------------------------------------------------------
# Sentences for the deal: who gets cards of which deck, and what goes into sleeves for the evening.


def dealing(table: Table) -> str:
    """Return what to do before the first turn."""
    law, virtual = game_named(table.game), [seat.name for seat in table.virtual]
    what = "tiles" if law.kinds.tiles else "cards"
    hands, begins = told(table)
    parts = ["" if law.about.turns_first else f"Shuffle the {law.about.pack}.", hands]
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


# ----------------------------------------------------------------------------------------------------


def announced(item: EventNews, law: Rules[Any]) -> Announced:
    """Return an event with its words, and as JSON with the state it led to."""
    followed = tuple(said for happened in item.happened if (said := law.say(happened)))
    again = " (again as before: do only what is missing)" if item.again else ""
    state = law.state_json(item.state)
    if item.voids:
        state["void"] = item.voids
    if followed:
        state["told"] = list(followed)
    return Announced(item, f"{_words(item, law)}{again}.", followed, law.codec.json(item.event), state)


def _words(item: EventNews, law: Rules[Any]) -> str:
    event, text = item.event, law.codec.text(item.event)
    card = event.card if isinstance(event, Start | Play) else None
    described = law.kinds.describe(card) if card else ""
    if isinstance(event, Start) and card:
        need = law.need(item.state)
        starts = event.first if isinstance(need, Over) or need.seat is None else need.seat
        return f"The first top card is {card} ({described}); {starts} starts"
    if item.virtual and isinstance(event, Drew):
        seat = event.seat
        if item.done:
            return f"{seat} has drawn a card, in the steps just done"
        return f"{seat} draws: put the top card of the deck, face down and unseen by all, on {seat}'s hand"
    if item.virtual and isinstance(event, Show):
        return f"{text}: it goes back into {event.seat}'s hand, face down; shuffle that hand"
    if item.virtual and card:
        zone = next((m.target for h in item.happened for m in h.motions if isinstance(m, Moved)), DISCARDS)
        where = "on the discard pile" if zone == DISCARDS else f"in the {zone}"
        return f"{text} ({described}): lay it {where}"
    return f"{text}{f' ({described})' if card else ''}"
