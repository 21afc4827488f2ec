"""One-way backs laid at random: every card lies one way up or the other, as chance has it, and everyone sees which.

A scramble turns no card, so a way up seen in front of its owner is seen again beside its face.
"""

from __future__ import annotations

from facilitator.machine.faces import BETA, ZERO, marked
from facilitator.machine.operations import (
    Collect,
    Cover,
    LayHand,
    Move,
    Op,
    Place,
    Put,
    Reveal,
    Row,
    Scramble,
)
from facilitator.machine.physics import Faces
from facilitator.protocols.layout import flat

_WAY = "way up"
"""Where a coin of two bit cards lies for each column: β first, and the column's card lies the other way up."""


def _coin(number: int) -> Row:
    return Place(_WAY, number, 1), Place(_WAY, number, 2)


def thrown(op: Op) -> tuple[Op, ...]:
    """Do ``op``, and let chance say, for all to see, which way up each card lies that was laid out by it."""
    if not isinstance(op, LayHand):
        return (op,)
    coins = [_coin(place.number) for place in op.places]
    return (
        op,
        Scramble(tuple((place,) for place in op.places)),  # a hand is held in any order
        Put(flat(coins), ZERO * len(coins)),
        Cover(flat(coins)),
        *map(Scramble, (((left,), (right,)) for left, right in coins)),
        Reveal(tuple(left for left, _ in coins)),
        Move(op.places, op.places),
        Collect(flat(coins)),
    )


def turn_as_thrown(op: Op, faces: Faces) -> None:
    """Turn the cards that are taken up as the coins say: each stays so to the end."""
    if isinstance(op, Move) and op.source == op.target:
        for place in op.source:
            if faces[_coin(place.number)[0]] == BETA:
                faces[place] = marked(faces[place])
