"""What a protocol costs, counted from its operations: scrambles, extra cards, envelopes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain

from facilitator.operations import definitions as ops
from facilitator.operations.definitions import CARD_ROW, COLUMN, PILE, TOP_ROW, WALLET, Op, Place, Row
from facilitator.operations.effects import Faces, change
from facilitator.operations.faces import Face, bit_cards, is_extra, is_mask
from facilitator.protocols.layout import flat


@dataclass(slots=True)
class Cost:
    """Counts of one run.

    ``shuffles``: pile-scramble shuffles.  ``designations``: for each kind of extra card the most that were
    out of the box at once; a mask is no card.  ``envelopes``: the most piles in one shuffle.  ``sleeves``: as many
    as there are columns, which keep theirs; ``besides``: the opaque envelopes that tickets, the six-card row and
    duels are scrambled in all the same.
    """

    shuffles: int = 0
    designations: Counter[Face] = field(default_factory=Counter)
    envelopes: int = 0
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
    faces = dict(table)
    columns = sum(place.area == COLUMN and place.row == CARD_ROW for place in faces)
    spent = Cost(designations=_from_box(faces), sleeves=columns)
    for op in run:
        match op:
            case ops.Encode():
                # which bit lies where is the table's business: as if the cards lay in list order
                code = dict(op.code)
                bits = (bit_cards(code[card]) for card in op.shown)
                faces.update(zip(flat(op.bits), chain.from_iterable(bits), strict=True))
            case ops.LayHand() | ops.LayTop():
                places = ops.places_of(op)
                spent.sleeves += sum(place.area == COLUMN for place in places)
                faces.update(dict.fromkeys(places, "?"))
            case ops.Scramble() | ops.Spin():
                _scramble(op.piles, spent)
            case _ if isinstance(op, _CARRIES):
                change(op, faces)
        if isinstance(op, ops.Put | ops.Encode):
            spent.designations |= _from_box(faces)
    return spent


_CARRIES = (ops.Put, ops.Collect, ops.Move, ops.Return, ops.Draw, ops.Insert, ops.Withdraw)
"""By these cards come, go or lie elsewhere: nothing else makes a difference here."""


def _scramble(piles: Sequence[Row], spent: Cost) -> None:
    """Count a shuffle, and the envelopes it takes: single cards are shuffled as they are, a wallet is turned."""
    first = piles[0]
    spent.shuffles += 1
    if first[0].area == WALLET or len(first) == 1:
        return
    spent.envelopes = max(spent.envelopes, len(piles))
    if first[0].area not in (COLUMN, PILE) or first[0].row == TOP_ROW:
        spent.besides = max(spent.besides, len(piles))


def _from_box(faces: Faces) -> Counter[Face]:
    """Count the cards that the box must have: no cards of the game, and no masks."""
    every = Counter(faces.values())
    return Counter({face: n for face, n in every.items() if is_extra(face) and not is_mask(face)})
