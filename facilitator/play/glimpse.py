"""What everybody may see of a game at one glance: seats and sizes of hands, the top card, colour and direction."""

from __future__ import annotations

from dataclasses import dataclass, replace

from facilitator.machine.faces import DISCARDS, Face
from facilitator.play.game import Match
from facilitator.play.offering import Card, card_of
from facilitator.play.run import Run
from facilitator.readings.grouping import Wording
from facilitator.readings.instruction import Instruction

OPEN = 14
"""So many of the cards that lie open are shown, the last of them."""


@dataclass(frozen=True, slots=True)
class SeatNow:
    """A seat: how many cards it holds, and whether it is its turn."""

    name: str
    virtual: bool
    cards: int
    turn: bool


@dataclass(frozen=True, slots=True)
class Glimpse:
    """The public facts, to be seen.

    ``top``: the card to play on, and ``color``, ``way`` the colour and the direction in force, each None where the
    game has none or did not begin.  ``open``: what else lies face up.
    """

    seats: tuple[SeatNow, ...]
    top: Card | None
    color: str | None
    way: str | None
    open: tuple[Card, ...]


def glimpse(game: Match) -> Glimpse:
    """Return what everybody may see now."""
    law, state = game.law, game.state
    facts, sizes, kinds = law.state_json(state), law.sizes(state), law.kinds
    seats = tuple(
        SeatNow(seat.name, seat.virtual, sizes.get(seat.name, 0), seat.name == game.turn)
        for seat in state.seats
    )
    top, color, way = (facts.get(key) for key in ("top", "color", "direction"))
    lying = (
        []
        if top
        else [face for zone, some in law.open_cards(state).items() if zone != DISCARDS for face in some]
    )
    return Glimpse(
        seats,
        card_of(top, kinds) if isinstance(top, str) else None,
        kinds.describe_named(color) if isinstance(color, str) else None,
        way if isinstance(way, str) and top else None,
        tuple(card_of(face, kinds) for face in lying[-OPEN:]),
    )


def told_in(run: Run, wording: Wording) -> tuple[Instruction, ...]:
    """Return the act at hand in another wording; nothing where it is told so already, or was with the act before."""
    if run.telling.wording is wording:
        return ()
    other = replace(run.telling, wording=wording)
    return tuple(one for cue in other.cues(run.cue.ops) for one in cue.told)


def known(face: Face, game: Match) -> Card | None:
    """Return a card of the game in words; None for an extra card, or one nobody read out."""
    kinds = game.law.kinds
    return card_of(face, kinds) if face in kinds.cards else None
