"""What a protocol costs, counted from its operations: scrambles, extra cards, envelopes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain

from facilitator.machine import operations as ops
from facilitator.machine.faces import Face, bit_cards, is_extra, is_mask
from facilitator.machine.operations import CARD_ROW, COLUMN, PILE, TOP_ROW, WALLET, Op, Place, Row
from facilitator.machine.physics import Faces, change


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
    counting = _Counting(dict(table))
    for op in run:
        counting.count(op)
    return counting.spent


class _Counting:
    """What was counted so far, where what lies, and which extra cards are out of the box."""

    def __init__(self, faces: Faces) -> None:
        self._faces = faces
        self._out: Counter[Face] = Counter(face for face in faces.values() if is_extra(face))
        columns = sum(place.area == COLUMN and place.row == CARD_ROW for place in faces)
        self.spent = Cost(designations=+self._out, sleeves=columns)

    def count(self, op: Op) -> None:
        """Count one operation."""
        places = ops.places_of(op)
        match op:
            case ops.Put():
                self._lay(op.places, op.faces)
            case ops.Encode():
                # which bit lies where is the table's business: as if the cards lay in list order
                under = {face: bit_cards(bits) for face, bits in op.code}
                self._lay(chain.from_iterable(op.bits), chain.from_iterable(under[card] for card in op.shown))
            case ops.LayHand() | ops.LayTop():
                self.spent.sleeves += sum(place.area == COLUMN for place in places)
                self._faces.update(dict.fromkeys(places, "?"))
            case ops.Scramble():
                self._scramble(op.piles)
            case ops.Collect():
                self._out.subtract(filter(_from_box, (self._faces[place] for place in places)))
                change(op, self._faces)
            case ops.Move() | ops.Return() | ops.Draw() | ops.Insert() | ops.Withdraw():
                change(op, self._faces)
            case _:
                pass  # nothing comes, goes or is mixed

    def _lay(self, places: Iterable[Place], faces: Iterable[Face]) -> None:
        """Take cards out of the box; a mask is none."""
        laid = dict(zip(places, faces, strict=True))
        self._faces.update(laid)
        self._out.update(filter(_from_box, laid.values()))
        self.spent.designations |= self._out

    def _scramble(self, piles: Sequence[Row]) -> None:
        """Count a shuffle, and the envelopes it takes: single cards are shuffled as they are, a wallet is turned."""
        spent, first = self.spent, piles[0]
        spent.shuffles += 1
        if first[0].area == WALLET or len(first) == 1:
            return
        spent.envelopes = max(spent.envelopes, len(piles))
        if first[0].area not in (COLUMN, PILE) or first[0].row == TOP_ROW:
            spent.besides = max(spent.besides, len(piles))


def _from_box(face: Face) -> bool:
    """Tell whether it is a card that the box must have: no card of the game, and no mask."""
    return is_extra(face) and not is_mask(face)
