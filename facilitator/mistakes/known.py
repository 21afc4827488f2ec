"""What everybody knows of the cards on the table, followed over operations; what is seen by accident adds to it.

A covered card tells something only together with what everybody knows or will be shown of it.  A column's card is
nobody's while nobody knows its owner, and its owner nobody's while nobody knows the card: seen by accident, one
tells nothing until the other comes to light on the same column, and nothing at all if it is scrambled away before.
How many bits that is, is `bounds`' business.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import assert_never

from facilitator.machine import operations as ops
from facilitator.machine.acts import Meaning
from facilitator.machine.faces import DISCARDS
from facilitator.machine.operations import (
    CARD_ROW,
    COLUMN,
    FIRST_BIT_ROW,
    MARKER_ROW,
    SIX,
    TOP_ROW,
    Op,
    Place,
    Row,
    carried,
)
from facilitator.machine.perform import Answer
from facilitator.machine.physics import Surface
from facilitator.protocols.gates import expected
from facilitator.protocols.layout import Layout

Heard = tuple[Op, Answer]
"""An operation that was carried out, and what was read at it."""


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
        """Follow one operation; ``answer``: what was read at it."""
        match op:
            case ops.Heading() | ops.Cover() | ops.LayTop() | ops.Look():
                pass
            case ops.LayHand():
                self.owned = self.grouped = True
            case ops.Put() | ops.Encode():
                self.faces.update(ops.places_of(op))
            case ops.Scramble() | ops.Spin():
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
            case ops.Rearrange() | ops.Move() | ops.Insert() | ops.Withdraw():
                self._carry(*carried(op))
            case ops.Collect() | ops.Return() | ops.Draw():
                self.faces.difference_update(ops.places_of(op))
            case _:
                assert_never(op)
        self.both |= self.owned and any(p.area == COLUMN and p.row == CARD_ROW for p in self.faces)

    def _shown(self, op: ops.Reveal, answer: Answer) -> None:
        self.faces.update(op.places)
        first = op.places[0]
        self.owned |= (first.area, first.row) == (COLUMN, MARKER_ROW)
        branch = ops.branch_of(op, answer)
        if branch is not None and branch.meaning is Meaning.LACKS:
            # the last champion's bit is a 0: so was every pile's of its class
            self.noughts.update((first.area, row) for row in range(FIRST_BIT_ROW, first.row + 2))
        if branch is not None and branch.meaning is Meaning.DRAWN_MISSES:
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


# ----------------------------------------------------------------------------------------------------
# Where a run stands, and what lies there.


@dataclass(frozen=True)
class RunMoment:
    """Where a run stands: what was carried out, and what is still to come if all goes as expected."""

    layout: Layout
    done: Sequence[Heard]
    ahead: Sequence[Op]

    @property
    def ops(self) -> list[Op]:
        """The operations that were carried out."""
        return [op for op, _ in self.done]

    @cached_property
    def known(self) -> Known:
        """What is public now."""
        known = known_before(self.layout)
        for op, answer in self.done:
            known.note(op, answer)
        return known


Moments = Sequence[tuple[RunMoment, Mapping[Place, bool]]]
"""Where a run stands before an act, and after each of its operations, with what lies there."""


def moments(here: RunMoment, surface: Mapping[Place, bool], count: int) -> Moments:
    """Return where a run stands now, and after each of so many operations if all goes as expected.

    ``surface``: what lies there now, each place with whether its card lies face up.
    """
    done, lies = list(here.done), Surface(surface)
    found = [(here, Surface(lies))]
    for index, op in enumerate(here.ahead[:count], 1):
        said = expected(op)
        lies.note(op, said)
        done.append((op, said))
        moment = RunMoment(here.layout, tuple(done), here.ahead[index:])
        found.append((moment, Surface(lies)))
    return tuple(found)


def known_before(layout: Layout) -> Known:
    """Return what is public before a run: columns that stand from the run before lie in that run's order."""
    return Known(grouped=not layout.standing)


def some_covered(layout: Layout, surface: Mapping[Place, bool], known: Known) -> Iterator[Place]:
    """Yield the covered places, of the columns one for each owner (or for all, while nobody knows the owners)."""
    met: set[tuple[tuple[str, ...], int]] = set()
    for place in sorted(place for place, up in surface.items() if not up):
        if place.area == COLUMN:
            whose = owners_of(layout, place, known)
            if (whose, place.row) in met:
                continue
            met.add((whose, place.row))
        yield place


def owners_of(layout: Layout, place: Place, known: Known) -> tuple[str, ...]:
    """Return whose a column may be: by its number, or anybody's."""
    whose = ((owner, layout.numbers(owner)) for owner, size in layout.hands if size)
    return tuple(owner for owner, own in whose if not known.grouped or place.number in own)


def hidden_hands(layout: Layout) -> dict[str, int]:
    """Return the hands nobody may know, each with its size; what was discarded everybody knows."""
    return {owner: size for owner, size in layout.hands if size and owner != DISCARDS}


# ----------------------------------------------------------------------------------------------------
# What becomes of a covered card, and what became of it.


def shown(place: Place, ahead: Sequence[Op]) -> bool:
    """Return whether the card at a place will certainly be turned over before it is mixed with others.

    Nothing is certain beyond a question, because only one of its answers is foreseen. Of two cards in a wallet, only
    the look decides which one is at which end.
    """
    for op in ahead:
        source, target = carried(op)
        match op:
            case ops.Reveal() if place in op.places:
                return True
            case ops.Reveal() | ops.Choose() | ops.Look() if len(op.ask) > 1:
                return False
            case ops.Look() if len(op.ends) > 1 and place in ops.places_of(op):
                return False
            case _ if place in source:
                place = target[source.index(place)]
            case ops.Scramble() | ops.Spin() | ops.Sort() | ops.Collect() | ops.Return() if (
                place in ops.places_of(op)
            ):
                return False
    return False


def swapped(done: Sequence[Heard], place: Place) -> bool:
    """Tell whether a bit card lay first in one of two piles that were swapped unseen: α or β, as chance had it."""
    for op, _ in reversed(done):
        match op:
            case ops.Rearrange() if place in op.row:
                source, target = carried(op)
                place = source[target.index(place)]
            case ops.Scramble() | ops.Spin() if place in ops.places_of(op):
                return swaps(op) and any(pile[0] == place for pile in op.piles)
            case _ if place in ops.places_of(op):
                return False
    return False


def swaps(op: Op) -> bool:
    """Tell whether an operation mixes, or shows, the two halves of the six-card row or the two piles of a duel."""
    first = next(iter(ops.places_of(op)), None)
    return first is not None and (first.area == SIX or first.row == TOP_ROW)


def draws_of(course: Iterable[Op]) -> bool:
    """Tell whether the deck's leftmost column may be drawn from."""
    return any(
        isinstance(op, ops.Draw)
        or (isinstance(op, ops.Reveal) and bool(op.ask) and op.places[0].area == COLUMN)
        for op in course
    )
