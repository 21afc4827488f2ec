"""What sabotaged twins turn over that should stay covered: pairs where they lie, a champion."""

from __future__ import annotations

from facilitator.machine.operations import (
    CARD_ROW,
    COLUMN,
    FIRST_BIT_ROW,
    PILE,
    Collect,
    Cover,
    Op,
    Place,
    Reveal,
)


def pairs_of_others(op: Op) -> tuple[Op, ...]:
    """Opponents' pairs are turned over where they lie before they are taken away."""
    if not isinstance(op, Collect) or len({place.number for place in op.places}) < 2:
        return (op,)
    return _first_shown(op, tuple(place for place in op.places if place.area == COLUMN))


def pairs_of_the_hand(op: Op) -> tuple[Op, ...]:
    """The same with the pairs under the hand's piles; the champion's own lies open already."""
    if not isinstance(op, Collect):
        return (op,)
    return _first_shown(op, tuple(place for place in op.places if place.area == PILE and place.number > 1))


def _first_shown(op: Collect, places: tuple[Place, ...]) -> tuple[Op, ...]:
    bits = tuple(place for place in places if place.row >= FIRST_BIT_ROW)
    return (Reveal(bits), op) if bits else (op,)


def champion_shown(op: Op) -> tuple[Op, ...]:
    """The champion is turned over with its own pair, as in a turn."""
    if not isinstance(op, Reveal) or op.places[0].area != PILE or not op.ask:
        return (op,)
    champion = op.places[0]._replace(row=CARD_ROW)
    return (Reveal((champion,)), Cover((champion,)), op)
