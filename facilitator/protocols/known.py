"""What everybody knows of the cards on the table: followed over operations, for what was seen by accident."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import assert_never

from facilitator.machine import operations as ops
from facilitator.machine.operations import CARD_ROW, COLUMN, FIRST_BIT_ROW, MARKER_ROW, PILE, Op, Place, Row
from facilitator.machine.perform import Answer
from facilitator.protocols.gates import STRAIGHT


@dataclass
class Known:
    """What is public on the table.

    ``faces``: the places whose face everybody knows.  ``noughts``: areas and rows in which every bit is known.
    ``told``: columns whose bits are, since the first that was shown says the others.  ``owned``: whether each
    column's owner is; ``grouped``: by its number.  ``both``: somewhere a column's card and owner were, at once.
    """

    faces: set[Place] = field(default_factory=set)
    noughts: set[tuple[str, int]] = field(default_factory=set)
    told: set[int] = field(default_factory=set)
    owned: bool = True
    grouped: bool = True
    both: bool = False

    def __contains__(self, place: Place) -> bool:
        told = place.area == COLUMN and place.row >= FIRST_BIT_ROW and place.number in self.told
        return told or place in self.faces or (place.area, place.row) in self.noughts

    def note(self, op: Op, answer: Answer = "") -> None:
        """Follow one operation."""
        match op:
            case ops.Heading() | ops.Cover():
                pass
            case ops.LayHand():
                self.owned = self.grouped = True
            case ops.Put():
                self.faces.update(op.places)
            case ops.Encode():
                self.faces.update(place for places in op.bits for place in places)
            case ops.Scramble():
                area = op.piles[0][0].area
                self.faces.difference_update(ops.places_of(op))
                self.noughts = {one for one in self.noughts if one[0] != area}
                self.owned &= area != COLUMN
                self.grouped &= area != COLUMN
            case ops.Reveal():
                self._shown(op, answer)
            case ops.Choose():
                self._alike(op.piles)
            case ops.Sort():
                self._alike(op.columns)
                self.grouped |= op.by[0].area == COLUMN
            case ops.Rearrange():
                self._carry(tuple(op.row[i - 1] for i in op.order), op.row)
            case ops.Move():
                self._carry(op.source, op.target)
            case ops.Collect() | ops.Return() | ops.Draw():
                self.faces.difference_update(ops.places_of(op))
            case _:
                assert_never(op)
        self.both |= self.owned and any(p.area == COLUMN and p.row == CARD_ROW for p in self.faces)

    def _shown(self, op: ops.Reveal, answer: Answer) -> None:
        self.faces.update(op.places)
        first = op.places[0]
        self.owned |= (first.area, first.row) == (COLUMN, MARKER_ROW)
        if answer == STRAIGHT and first.area == PILE:
            # the last champion's bit is a 0: so was every pile's of its class
            self.noughts.update((first.area, row) for row in range(FIRST_BIT_ROW, first.row + 2))
        if answer == STRAIGHT and first.area == COLUMN:
            self.told.add(first.number)  # a drawn card's: the next class is shown next

    def _carry(self, source: Row, target: Row) -> None:
        known = [place in self for place in source]
        self.faces.difference_update(source)
        self.faces.update(place for place, is_known in zip(target, known, strict=True) if is_known)

    def _alike(self, piles: Sequence[Row]) -> None:
        """Whole piles change places: a row stays known only where all of it was."""
        for row in zip(*piles, strict=True):
            if not self.faces.issuperset(row):
                self.faces.difference_update(row)
