"""A card drawn unseen that goes back: the hand is laid with it, mixed, and as many cards go to the deck, any of them.

Who holds what is another spread then; hidden is which card was drawn, and which went back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import comb, perm

from facilitator.operations.definitions import LOT, Draw, LayHand, Op, Place, Return
from facilitator.operations.effects import Faces
from facilitator.operations.faces import DECK, Face
from facilitator.operations.perform import Outcome
from facilitator.protocols.layout import Layout
from facilitator.verification.verifier import DRAWN, Deal, FinalOutcome, Law, Unseen, drawn_unseen, unseen_to

_BACK = 3
"""The row, beside those of the cards that were drawn, where the verifier keeps those that went back for them."""


def drawn_of(faces: Faces) -> tuple[Face, ...]:
    """Return the cards that were drawn unseen."""
    return tuple(unseen.face for unseen in drawn_unseen(faces))


def goes_back(op: Op) -> bool:
    """Whether an operation gives cards back of a hand that was laid with what it had drawn."""
    return isinstance(op, Return) and op.places[0].area == LOT


def lay(op: LayHand, faces: Faces, held: Sequence[Face]) -> Faces:
    """Return a table with a hand laid out, and with it what it had drawn."""
    return {**faces, **dict(zip(op.places, (*held, *drawn_of(faces)), strict=True))}


def give(op: Return, faces: Faces, held: Sequence[Face]) -> Face | None:
    """Take cards of such a hand off the table; return one that was neither held nor drawn, if there is one."""
    own = (*held, *drawn_of(faces))
    gone = sorted(faces.pop(place) for place in op.places)
    if op.owner == DECK:
        faces |= {Place(DRAWN, number, _BACK): face for number, face in enumerate(gone, 1)}
    return next((face for face in gone if face not in own), None)


def unseen(faces: Faces) -> tuple[Unseen, ...]:
    """Return the cards that were drawn unseen, and those that went back."""
    back = [faces[place] for place in sorted(faces) if (place.area, place.row) == (DRAWN, _BACK)]
    return (*drawn_unseen(faces), *unseen_to(DECK, back))


def law(layout: Layout, ops: Sequence[Op]) -> Law:
    """Return the law of a run given up after these operations: what was drawn, and what went back, all alike."""
    count = sum(isinstance(op, Draw) for op in ops)

    def found(deal: Deal) -> Mapping[FinalOutcome, Fraction]:
        held = dict(deal.hands)
        deck, own = held.get(DECK, ()), held[layout.seat]
        chance = Fraction(1, perm(len(deck), count) * comb(len(own) + count, count))
        return {
            FinalOutcome(Outcome(), (*unseen_to(layout.seat, drawn), *unseen_to(DECK, back))): chance
            for drawn in permutations(deck, count)
            for back in combinations(sorted((*own, *drawn)), count)
        }

    return found
