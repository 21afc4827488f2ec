"""What a protocol costs, counted from its operations: scrambles, extra cards, cards through hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain
from typing import assert_never

from facilitator.machine import operations as ops
from facilitator.machine.faces import Face, bit_cards, is_extra, is_mask
from facilitator.machine.operations import CARD_ROW, COLUMN, PILE, TOP_ROW, WALLET, Op, Place, is_layer
from facilitator.machine.physics import Faces, change


@dataclass(slots=True)
class Cost:
    """Counts of one run.

    ``shuffles``: pile-scramble shuffles.  ``designations``: for each kind of extra card the most that were
    out of the box at once; a mask is no card.  ``handled``: card touches (a card
    laid, turned, moved or put into an envelope).
    ``envelopes``: the most piles in one shuffle.  ``fillings``: envelopes filled in all.  ``sleeves``: as many
    as there are columns, which keep theirs; ``besides``: the opaque envelopes that tickets, the six-card row and
    duels are scrambled in all the same.
    """

    shuffles: int = 0
    designations: Counter[Face] = field(default_factory=Counter)
    handled: int = 0
    envelopes: int = 0
    fillings: int = 0
    sleeves: int = 0
    besides: int = 0

    @property
    def extra_cards(self) -> int:
        """Extra cards needed in all: every designation at its peak, since a marker cannot serve as a bit."""
        return sum(self.designations.values())


def cost(run: Iterable[Op], table: Iterable[tuple[Place, Face]] = ()) -> Cost:
    """Count one performance; ``table``: cards that lie there when it begins.

    The box's cards are followed by face; play cards need no faces here, so covered places hold ``?``.
    """
    faces: Faces = dict(table)
    out: Counter[Face] = Counter(face for face in faces.values() if is_extra(face))
    spent = Cost(designations=+out)
    spent.sleeves = sum(place.area == COLUMN and place.row == CARD_ROW for place in faces)
    for op in run:
        spent.handled += sum(not is_layer(place) for place in ops.places_of(op))
        match op:
            case ops.Put():
                out.update(face for face in op.faces if not is_mask(face))
                faces.update(zip(op.places, op.faces, strict=True))
                spent.designations |= out
            case ops.Encode():
                # which bit lies where is the table's business: as if the cards lay in list order
                under = {face: bit_cards(bits) for face, bits in op.code}
                laid = tuple(chain.from_iterable(under[card] for card in op.shown))
                faces.update(zip(chain.from_iterable(op.bits), laid, strict=True))
                out.update(laid)
                spent.designations |= out
            case ops.Collect():
                out.subtract(
                    face for place in op.places if is_extra(face := faces[place]) and not is_mask(face)
                )
                change(op, faces)
            case ops.Scramble():
                spent.shuffles += 1
                first = op.piles[0]
                if first[0].area == WALLET:
                    continue
                if len(first) > 1:  # single cards are shuffled as they are
                    spent.envelopes = max(spent.envelopes, len(op.piles))
                    spent.fillings += len(op.piles)
                if len(first) > 1 and (first[0].area not in (COLUMN, PILE) or first[0].row == TOP_ROW):
                    spent.besides = max(spent.besides, len(op.piles))
            case ops.LayHand():
                spent.sleeves += sum(place.area == COLUMN for place in op.places)
                faces.update(dict.fromkeys(op.places, "?"))
            case ops.LayTop():
                faces[op.place] = "?"
            case ops.Move() | ops.Return() | ops.Draw() | ops.Insert() | ops.Withdraw():
                change(op, faces)
            case ops.Heading() | ops.Cover() | ops.Reveal() | ops.Sort() | ops.Rearrange():
                pass
            case ops.Choose() | ops.Look():
                pass
            case _:
                assert_never(op)
    return spent
