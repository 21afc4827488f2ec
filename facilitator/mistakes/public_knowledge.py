"""Public knowledge about the cards on the table, derived from the operations.

It determines how much an accidental look at a card leaks. For example, the card in a column reveals nothing
about a hand if the column's owner is unknown, and the owner reveals nothing if the card is unknown.
Information leaks only if both become known for the same column, without a shuffle in between. `bounds`
computes the leak in bits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import assert_never

from facilitator.operations import definitions as ops
from facilitator.operations.definitions import CARD_ROW, COLUMN, Op, Place, Row, get_moves
from facilitator.operations.effects import VisibleTable
from facilitator.operations.faces import DISCARDS
from facilitator.operations.perform import Answer
from facilitator.operations.steps import Meaning
from facilitator.protocols.gates import get_expected_answer
from facilitator.protocols.layout import Layout

Heard = tuple[Op, Answer]
"""Completed operation with its answer."""


@dataclass
class PublicKnowledge:
    """Facts about the cards on the table that everybody could know.

    Attributes:
        faces: Places of known cards.
        public_rows: Pairs of an area and a row in which all bit cards are known.
        public_columns: Numbers of the columns in which all bit cards are known.
        owned: Whether the owner of each column is known.
        grouped: Whether each column's number determines its owner.
        both: Whether a column's card and owner were ever known at the same time.
    """

    faces: set[Place] = field(default_factory=set)
    public_rows: set[tuple[str, int]] = field(default_factory=set)
    public_columns: set[int] = field(default_factory=set)
    owned: bool = True
    grouped: bool = True
    both: bool = False

    def __contains__(self, place: Place) -> bool:
        is_bit = place.area == COLUMN and place.row >= ops.FIRST_BIT_ROW
        is_public = is_bit and place.number in self.public_columns
        return is_public or place in self.faces or (place.area, place.row) in self.public_rows

    def note(self, op: Op, answer: Answer = "") -> None:
        """Update the known facts after an operation.

        Args:
            op: Operation.
            answer: Answer to the operation.
        """
        match op:
            case ops.Heading() | ops.Cover() | ops.LayTop() | ops.Look():
                pass
            case ops.LayHand():
                self.owned = self.grouped = True
            case ops.Put() | ops.Encode():
                self.faces.update(ops.places_of(op))
            case ops.Scramble() | ops.Spin() | ops.Stir():
                self._note_shuffle(op)
            case ops.Reveal():
                self._note_reveal(op, answer)
            case ops.Choose():
                self._forget_incomplete_rows(op.piles)
            case ops.Sort():
                self._forget_incomplete_rows(op.columns)
                self.grouped |= op.by[0].area == COLUMN
            case ops.Rearrange() | ops.Move() | ops.Insert() | ops.Withdraw():
                self._carry(*get_moves(op))
            case ops.Collect() | ops.Return() | ops.Draw():
                self.faces.difference_update(ops.places_of(op))
            case _:
                assert_never(op)
        self.both |= self.owned and any(p.area == COLUMN and p.row == CARD_ROW for p in self.faces)

    def _note_shuffle(self, op: ops.Mixing) -> None:
        area = op.piles[0][0].area
        self.faces.difference_update(ops.places_of(op))
        self.public_rows = {row for row in self.public_rows if row[0] != area}
        self.owned &= area != COLUMN
        self.grouped &= area != COLUMN

    def _note_reveal(self, op: ops.Reveal, answer: Answer) -> None:
        self.faces.update(op.places)
        first = op.places[0]
        self.owned |= (first.area, first.row) == (COLUMN, ops.MARKER_ROW)
        branch = ops.branch_of(op, answer)
        if branch is not None and branch.meaning is Meaning.LACKS:
            # The last champion's bit is 0, so the bits of this priority were 0 in every pile.
            self.public_rows.update((first.area, row) for row in range(ops.FIRST_BIT_ROW, first.row + 2))
        if branch is not None and branch.meaning is Meaning.DRAWN_MISSES:
            # A drawn card. Its first bit determines its other bits, and its next priority is shown next.
            self.public_columns.add(first.number)

    def _carry(self, source: Row, target: Row) -> None:
        known = [place in self for place in source]
        self.faces.difference_update(source)
        self.faces.update(place for place, is_known in zip(target, known, strict=True) if is_known)

    def _forget_incomplete_rows(self, piles: Sequence[Row]) -> None:
        """Forget the known cards in each row that also contains an unknown card.

        Args:
            piles: Places of the cards in each pile. A row consists of the cards at the same index in every pile.
        """
        # The piles have changed places. If a whole row is known, its cards are still known.
        for row in zip(*piles, strict=True):
            if not self.faces.issuperset(row):
                self.faces.difference_update(row)


# ----------------------------------------------------------------------------------------------------
# Positions in an attempt, with the visible table.


@dataclass(frozen=True)
class AttemptMoment:
    """Moment between two operations of an attempt.

    Attributes:
        layout: Layout of the attempt.
        done: Completed operations with their answers.
        upcoming: Later operations. Each question gets its expected answer.
    """

    layout: Layout
    done: Sequence[Heard]
    upcoming: Sequence[Op]

    @property
    def ops(self) -> list[Op]:
        """Completed operations."""
        return [op for op, _ in self.done]

    @cached_property
    def public_knowledge(self) -> PublicKnowledge:
        """Facts about the cards on the table that everybody could know at this moment."""
        knowledge = get_initial_knowledge(self.layout)
        for op, answer in self.done:
            knowledge.note(op, answer)
        return knowledge


Moments = Sequence[tuple[AttemptMoment, Mapping[Place, bool]]]
"""Moment before a step and after each operation, with the visible table."""


def list_moments(here: AttemptMoment, surface: Mapping[Place, bool], count: int) -> Moments:
    """Return this moment and the moments after each of the next operations.

    Args:
        here: Current moment.
        surface: Visible table: each occupied place, with True for a face-up card.
        count: Number of operations to carry out, with expected answers.
    """
    done, table = list(here.done), VisibleTable(surface)
    found = [(here, VisibleTable(table))]
    for index, op in enumerate(here.upcoming[:count], 1):
        said = get_expected_answer(op)
        table.note(op, said)
        done.append((op, said))
        moment = AttemptMoment(here.layout, tuple(done), here.upcoming[index:])
        found.append((moment, VisibleTable(table)))
    return tuple(found)


def get_initial_knowledge(layout: Layout) -> PublicKnowledge:
    """Return the public knowledge before an attempt.

    Kept columns are in the order of the previous attempt, so their numbers do not determine their owners.
    """
    return PublicKnowledge(grouped=not layout.are_columns_kept)


def some_covered(
    layout: Layout, surface: Mapping[Place, bool], knowledge: PublicKnowledge
) -> Iterator[Place]:
    """Yield the places of face-down cards. Several columns with the same possible owners are represented by one."""
    met: set[tuple[tuple[str, ...], int]] = set()
    for place in sorted(place for place, up in surface.items() if not up):
        if place.area == COLUMN:
            whose = owners_of(layout, place, knowledge)
            if (whose, place.row) in met:
                continue
            met.add((whose, place.row))
        yield place


def owners_of(layout: Layout, place: Place, knowledge: PublicKnowledge) -> tuple[str, ...]:
    """Return the possible owners of a column.

    If columns are grouped by owner, there is only one. Otherwise every owner with cards is possible.
    """
    whose = ((owner, layout.numbers(owner)) for owner, size in layout.hands if size)
    return tuple(owner for owner, own in whose if not knowledge.grouped or place.number in own)


def hidden_hands(layout: Layout) -> dict[str, int]:
    """Return the hand sizes of all owners except the discard pile, which is public."""
    return {owner: size for owner, size in layout.hands if size and owner != DISCARDS}


# ----------------------------------------------------------------------------------------------------
# The future and the past of a covered card.


def is_shown_later(place: Place, ahead: Sequence[Op]) -> bool:
    """Return whether a card will certainly be turned over before it is mixed with other cards.

    Operations after a question are not certain, because another answer may lead to other operations. A card
    in a wallet duel is not certain, because the duel may exchange it.
    """
    for op in ahead:
        source, target = get_moves(op)
        match op:
            case ops.Reveal() if place in op.places:
                return True
            case ops.Reveal() | ops.Choose() | ops.Look() if len(op.ask) > 1:
                return False
            case ops.Look() if len(op.ends) > 1 and place in ops.places_of(op):
                return False
            case _ if place in source:
                place = target[source.index(place)]
            case ops.Scramble() | ops.Spin() | ops.Stir() | ops.Sort() | ops.Collect() | ops.Return() if (
                place in ops.places_of(op)
            ):
                return False
    return False


def is_swapped(done: Sequence[Heard], place: Place) -> bool:
    """Return whether a bit card is α or β with equal probability, after an unseen swap."""
    for op, _ in reversed(done):
        match op:
            case ops.Rearrange() if place in op.row:
                source, target = get_moves(op)
                place = source[target.index(place)]
            case ops.Scramble() | ops.Spin() | ops.Stir() if place in ops.places_of(op):
                return is_swap(op) and any(pile[0] == place for pile in op.piles)
            case _ if place in ops.places_of(op):
                return False
    return False


def is_swap(op: Op) -> bool:
    """Return whether an operation belongs to an unseen swap of two piles.

    It shuffles the two piles, or shows their bit cards afterwards. The piles are the halves of the six-card
    row, or the two piles of a duel.
    """
    first = next(iter(ops.places_of(op)), None)
    return first is not None and (first.area == ops.SIX or first.row == ops.TOP_ROW)


def about_drawn_card(op: Op) -> bool:
    """Return whether an operation draws a card, or asks about a drawn card."""
    return isinstance(op, ops.Draw) or any(branch.meaning.of_drawn for branch in ops.branches_of(op))
