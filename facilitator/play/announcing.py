"""Words for what happened: an event as it is read out at the table, and what followed from it."""

from __future__ import annotations

from typing import Any

from facilitator.games.base import Rules
from facilitator.games.due import Over
from facilitator.games.events import Drew, Play, Show, Start
from facilitator.games.motions import Moved
from facilitator.machine.faces import DISCARDS
from facilitator.play.news import EventNews
from facilitator.play.prompt import Announced


def announced(item: EventNews, law: Rules[Any]) -> Announced:
    """Return an event with its words, and as JSON with the state it led to."""
    followed = tuple(said for happened in item.happened if (said := law.say(happened)))
    again = " (again as before: do only what is missing)" if item.again else ""
    state = law.state_json(item.state)
    if item.voids:
        state["void"] = item.voids
    if followed:
        state["told"] = list(followed)
    return Announced(item, f"{_words(item, law)}{again}.", followed, law.event_json(item.event), state)


def _words(item: EventNews, law: Rules[Any]) -> str:
    event, text = item.event, law.text(item.event)
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
