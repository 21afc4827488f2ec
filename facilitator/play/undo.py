"""What hands put back when events are taken back or declared void, in words.

An undo takes back what was typed.  What hands did in a run is no part of it: see the ledger in
`facilitator.play.attempt`; how an undo takes effect is told in `facilitator.play.match`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from facilitator.errors import TableError
from facilitator.games.rules import Mixed, Motion, Moved, Zone
from facilitator.i18n.catalogue import Between, Listed, Phrase, phrase, refusal, sentence
from facilitator.operations.faces import DECK, DISCARDS, POOL
from facilitator.play.messages import EventNews


def motions_of(told: Sequence[EventNews]) -> Iterator[tuple[Motion, EventNews]]:
    """Yield every motion that events brought about, the last first, with its event."""
    for item in reversed(told):
        for one in reversed(item.happened):
            for motion in reversed(one.motions):
                yield motion, item


def undone_by_hand(told: Sequence[EventNews]) -> str:
    """Return what hands put back of one input's events that were taken back; empty if nothing."""
    mixed = [(motion, item) for motion, item in motions_of(told) if isinstance(motion, Mixed)]
    if mixed:
        return _mixed_words(*mixed[-1])
    parts = [events_back([item for item in told if not item.virtual])]
    run = [item for item in told if item.virtual and not item.done]
    if moved := [_after_run(motion, item) for motion, item in motions_of(run)]:
        parts.append(sentence("back.after_run", moves="; ".join(moved)))
    return " ".join(part for part in parts if part)


def _mixed_words(motion: Mixed, told: EventNews) -> str:
    """Say that nobody can take back what was mixed."""
    if motion.target in (DECK, POOL):
        return sentence("back.mixed")
    return sentence("back.shuffled", zone=_zone(motion.target, told))


def _after_run(motion: Motion, told: EventNews) -> str:
    """Say what a run's outcome moved; a card it played goes back to where the run left it."""
    if isinstance(motion, Moved) and motion.faces:
        return sentence(
            "back.to_run", cards=Listed(motion.faces, Between.AND), zone=_zone(motion.target, told)
        )
    return _put_back(motion, told)


def events_back(told: Sequence[EventNews]) -> str:
    """Return what hands put back of events declared void, or taken back; empty if nothing.

    Raises `TableError` where a deck was made of discards since: nobody can find those cards again unseen.
    """
    parts = [_put_back(motion, item) for motion, item in motions_of(told)]
    return sentence("back.moves", moves="; ".join(parts)) if parts else ""


def _put_back(motion: Motion, told: EventNews) -> str:
    match motion:
        case Moved(faces=faces):
            ends = {"from_zone": _zone(motion.target, told), "to_zone": _zone(motion.source, told)}
            if faces:
                return sentence("back.cards", cards=Listed(faces, Between.AND), **ends)
            return sentence("back.unseen", cards=phrase("n.cards", n=motion.count), **ends)
        case Mixed():
            raise TableError(*refusal("refused.back.deck"))
        case _:
            assert_never(motion)


def _zone(zone: Zone, told: EventNews) -> Phrase:
    """Say where cards lie: a seat's hand, or what its own game calls it, such as the trick."""
    if any(zone == seat.name for seat in told.state.seats):
        return phrase("zone.hand", owner=zone)
    return phrase(ZONES[zone]) if zone in ZONES else phrase("zone.other", zone=zone)


ZONES = {
    DECK: "zone.deck",
    POOL: "zone.pool",
    DISCARDS: "zone.discards",
    "trick": "zone.trick",
    "row": "zone.row",
    "rows": "zone.rows",
}
"""What everybody's zones are called, and where games lay their cards out."""
