"""Count the shuffles, extra cards and envelopes of an attempt from its operations."""

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
    """Number of shuffles, extra cards, envelopes and sleeves for an attempt.

    Attributes:
        shuffles: Number of pile-scramble shuffles.
        designations: For each kind of extra card, the largest number in use at the same time. Masks are not
            counted.
        envelopes: Largest number of piles in a shuffle.
        sleeves: Number of columns that stay in sleeves.
        besides: Number of opaque envelopes needed in addition to sleeves, for shuffles outside columns and
            piles.
    """

    shuffles: int = 0
    designations: Counter[Face] = field(default_factory=Counter)
    envelopes: int = 0
    sleeves: int = 0
    besides: int = 0

    @property
    def extra_cards(self) -> int:
        """Total number of extra cards of all kinds."""
        return sum(self.designations.values())


def count_cost(run: Iterable[Op], table: Iterable[tuple[Place, Face]] = ()) -> Cost:
    """Count the shuffles and the material of an attempt.

    Args:
        run: Operations of the attempt.
        table: Cards on the table before the attempt.
    """
    faces = dict(table)
    columns = sum(place.area == COLUMN and place.row == CARD_ROW for place in faces)
    spent = Cost(designations=_count_extra_cards(faces), sleeves=columns)
    for op in run:
        match op:
            case ops.Encode():
                faces.update(_list_bit_cards(op))
            case ops.LayHand() | ops.LayTop():
                places = ops.places_of(op)
                spent.sleeves += sum(place.area == COLUMN for place in places)
                faces.update(dict.fromkeys(places, "?"))
            case ops.Scramble() | ops.Spin():
                _count_shuffle(op.piles, spent)
            case _ if isinstance(op, _CARRIES):
                change(op, faces)
        if isinstance(op, ops.Put | ops.Encode):
            spent.designations |= _count_extra_cards(faces)
    return spent


_CARRIES = (ops.Put, ops.Collect, ops.Move, ops.Return, ops.Draw, ops.Insert, ops.Withdraw)
"""Operations that add, remove or move cards. Other operations do not change the number of extra cards."""


def _list_bit_cards(op: ops.Encode) -> Iterable[tuple[Place, Face]]:
    # It does not matter here which bits lie at which card, so the cards are assumed to lie in the order of the
    # list.
    code = dict(op.code)
    bits = (bit_cards(code[card]) for card in op.shown)
    return zip(flat(op.bits), chain.from_iterable(bits), strict=True)


def _count_shuffle(piles: Sequence[Row], spent: Cost) -> None:
    """Add a shuffle and its envelopes to the cost. Single cards and a wallet are shuffled without envelopes."""
    first = piles[0]
    spent.shuffles += 1
    if first[0].area == WALLET or len(first) == 1:
        return
    spent.envelopes = max(spent.envelopes, len(piles))
    if first[0].area not in (COLUMN, PILE) or first[0].row == TOP_ROW:
        spent.besides = max(spent.besides, len(piles))


def _count_extra_cards(faces: Faces) -> Counter[Face]:
    """Count the extra cards among these cards. Play cards and masks are not counted."""
    every = Counter(faces.values())
    return Counter({face: n for face, n in every.items() if is_extra(face) and not is_mask(face)})
