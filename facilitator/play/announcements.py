"""Announcements: public events and their effects as sentences that the host reads aloud."""

from __future__ import annotations

from itertools import chain
from typing import Any

from facilitator.games.events import Drew, Play, Show, Start
from facilitator.games.rules import GameOver, Moved, Rules
from facilitator.games.seats import name_pile
from facilitator.i18n.catalogue import Between, Listed, sentence
from facilitator.operations.faces import DECK, SLEEVES
from facilitator.play.messages import EventMessage
from facilitator.play.prompt import Announced
from facilitator.table_files.model import Table, game_of, state_before

# ----------------------------------------------------------------------------------------------------
# Sentences about the deal.


def dealing(table: Table) -> str:
    """Return the dealing instructions that come before the first turn."""
    rules, virtual = game_of(table), Listed(tuple(seat.name for seat in table.virtual), Between.AND)
    hands, begins = describe_deal(table)
    unseen = "deal.unseen.tiles" if rules.kinds.tiles else "deal.unseen"
    parts = [
        "" if rules.about.turns_first else sentence("deal.shuffle", pack=rules.about.pack),
        hands,
        sentence(unseen, seats=virtual) if table.virtual else "",
        begins,
        describe_sleeving(table),
    ]
    return " ".join(filter(None, parts))


def describe_deal(table: Table) -> tuple[str, str]:
    """Return the rules for the deal as text.

    Returns:
        The sentences about each seat's cards, and the sentences about the start of the game. The second text
        may be empty.
    """
    rules = game_of(table)
    deal = rules.deal(state_before(table))
    hands = (rules.describe_effect(effect) for effect in deal if effect.motions)
    begins = (rules.describe_effect(effect) for effect in deal if not effect.motions)
    return " ".join(filter(None, hands)), " ".join(filter(None, begins))


def describe_sleeving(table: Table) -> str:
    """Return the instruction to put the dealt cards into sleeves.

    The text is empty if the table does not use sleeves.
    """
    if table.equipment != SLEEVES or not table.virtual:
        return ""
    rules, hands = game_of(table), Listed(tuple(seat.name for seat in table.virtual), Between.AND)
    if not any(rules.get_shared_deck(state_before(table), seat.name).deck for seat in table.virtual):
        return sentence("deal.sleeves", seats=hands)
    sleeves = sentence("deal.sleeves.deck", seats=hands, pile=name_pile(table.pool_owners))
    return sleeves if table.pool == "split" else " ".join((sleeves, sentence("deal.sleeves.shared")))


# ----------------------------------------------------------------------------------------------------


def announce_event(item: EventMessage, rules: Rules[Any]) -> Announced:
    """Return an event as text and as JSON, including the game state after the event."""
    followed = tuple(said for effect in item.happened if (said := rules.describe_effect(effect)))
    text = _by_hands(item, rules) if item.virtual else _words(item, rules)
    if item.again:
        text = sentence("said.again", event=text)
    state = rules.state_json(item.state)
    if followed:
        state["told"] = list(followed)
    return Announced(item, f"{text}.", followed, rules.codec.json(item.event), state)


def _words(item: EventMessage, rules: Rules[Any]) -> str:
    event, text = item.event, rules.codec.text(item.event)
    if not isinstance(event, Start | Play) or not event.card:
        return text
    name = rules.kinds.describe(event.card)
    if isinstance(event, Play):
        return sentence("said.card", event=text, name=name)
    need = rules.get_next_action(item.state)
    starts = None if isinstance(need, GameOver) else need.seat
    return sentence("said.starts", card=event.card, name=name, seat=starts or event.first)


_LAID = {"trick": "said.lay.trick", "row": "said.lay.row", "rows": "said.lay.rows"}
"""Message keys for cards that are laid on the table instead of the discard pile."""


def _by_hands(item: EventMessage, rules: Rules[Any]) -> str:
    """Return a virtual player's event as text, with instructions for the helpers."""
    event, text = item.event, rules.codec.text(item.event)
    match event:
        case Drew(seat):
            if item.done:
                return sentence("said.has_drawn", seat=seat)
            virtual = tuple(other.name for other in item.state.seats if other.virtual)
            pool = virtual if rules.get_shared_deck(item.state, seat).zone != DECK else ()
            return sentence("said.draws", seat=seat, draw_pile=name_pile(pool))
        case Show(seat):
            return sentence("said.goes_back", event=text, seat=seat)
        case Play(card=card) if card:
            motions = chain.from_iterable(effect.motions for effect in item.happened)
            target = next((motion.target for motion in motions if isinstance(motion, Moved)), "")
            key = _LAID.get(target, "said.lay")
            return sentence(key, event=text, name=rules.kinds.describe(card))
        case _:
            return _words(item, rules)
