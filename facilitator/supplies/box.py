"""The box of extra cards at the table: what it must hold, how it is made, the warning before a run asks for more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from facilitator.games.material import Kinds
from facilitator.games.registry import game_named
from facilitator.machine.faces import DECK, DISCARDS, Face, is_lot_card, marker, named_by, owner_of
from facilitator.play.turn import pool_cards
from facilitator.readings.cost import cost
from facilitator.supplies.needs import Need, hands_grow, made, together
from facilitator.supplies.shopping import holders
from facilitator.table.whole import slips_show
from facilitator.wording import plural

if TYPE_CHECKING:
    from facilitator.play.run import Run
    from facilitator.protocols.layout import Layout
    from facilitator.table.load import Table

SOON = 4
"""Cards a hand may take at once: a wild draw four."""


def stock(seats: Sequence[str], most: Sequence[int], deck: int) -> dict[str, int]:
    """Return the markers that are enough: for each seat the hand 99 % of games do not exceed, all of the deck."""
    return {**dict(zip(seats, most, strict=True)), DECK: deck}


class ExtrasBox:
    """The extra cards a table has: those of `facilitator print`, and what it was told to make since."""

    def __init__(self, table: Table) -> None:
        self._kinds = game_named(table.game).kinds
        self._needs = made(table)
        self._largest = len(pool_cards(table) or self._kinds.cards)  # no hand ever has more cards
        self._soon = SOON if hands_grow(table) else 0
        self._holders = " and ".join(holders(table))
        self._slips = not slips_show(table.equipment, "slips")
        self.holds = Counter({need.face: need.total for need in self._needs})

    def contents(self) -> str:
        """Return what the box must hold before the first turn, in a sentence."""
        told = counted(self._needs, self._kinds)
        return (
            f"The box must hold (+: in reserve, for later): {told}; and {self._holders}. "
            f"That is {together(self._needs, self._kinds)}."
        )

    def warning(self, layout: Layout, run: Run) -> str:
        """Return what to make before this run; empty while there is enough, also if a hand takes four cards.

        What was told to be made counts as made, so nothing is told twice.
        """
        needed = cost(run.whole(), layout.lying).designations
        hands = {marker(owner): size for owner, size in layout.hands if owner not in (DECK, DISCARDS)}
        soon = {
            face: min(n + self._soon, self._largest) if face in hands else n for face, n in needed.items()
        }
        wanted = {face: n - self.holds[face] for face, n in soon.items() if n > self.holds[face]}
        if not wanted:
            return ""
        said = [self._lack(face, more, hands[face]) for face, more in wanted.items() if face in hands]
        others = [Need(face, more) for face, more in wanted.items() if face not in hands]
        if others:
            said.append(
                f"This run needs more than the box has; make before it: {counted(others, self._kinds)}."
            )
        spare = self.holds[marker(DECK)] - needed[marker(DECK)]
        total = sum(wanted.values())
        slips = " or on slips in opaque-backed sleeves" if self._slips else ""
        how = f"write them on blank cards{slips}, all of one kind alike"
        if spare >= total:
            how = f"relabel {total} of the {spare} spare {marker(DECK)}, which the deck needs no more"
            self.holds[marker(DECK)] -= total
        self.holds.update(wanted)
        return f"{' '.join(said)} To make them: {how}."

    def _lack(self, face: Face, more: int, size: int) -> str:
        have = self.holds[face]
        grown = f"{owner_of(face)} has {plural(size, 'card')}, the box {have} {face}"
        return f"{grown}: make {more} more{' before this run' if size > have else ''}."


def counted(needed: Sequence[Need], kinds: Kinds) -> str:
    """Return each kind with its number, those drawn by lot in one."""
    return "; ".join(_kinds(needed, kinds))


def _kinds(needed: Sequence[Need], kinds: Kinds) -> Iterator[str]:
    for kind, group in groupby(needed, key=lambda need: (_family(need.face), need.first, need.reserve)):
        faces = [need.face for need in group]
        family, first, reserve = kind
        number = f"{first} + {reserve}" if reserve else f"{first}"
        if family == "lot":
            yield f"a card for {', '.join(kinds.describe_named(named_by(face)) for face in faces)}"
        else:
            yield f"{family}: {number}"


def _family(face: Face) -> str:
    return "lot" if is_lot_card(face) else face
