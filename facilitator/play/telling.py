"""What a run's operations are told as: the acts behind and ahead, in the wording the table wants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from facilitator.games.registry import game_named
from facilitator.machine.faces import SLEEVES
from facilitator.machine.operations import Op
from facilitator.readings.brief import Speech
from facilitator.readings.grouping import Wording
from facilitator.readings.narrate import Narrator
from facilitator.readings.sleeves import SleeveNarrator
from facilitator.readings.wording import Cue, cues

if TYPE_CHECKING:
    from facilitator.table.load import Table

NEXT = {Wording.FULL: Wording.BRIEF, Wording.BRIEF: Wording.WALK, Wording.WALK: Wording.FULL}
"""The wording that the key for another one leads to."""


@dataclass(frozen=True, slots=True)
class Telling:
    """Who speaks, and how much is told at once."""

    speech: Speech
    wording: Wording

    def cues(self, ops: Sequence[Op]) -> tuple[Cue, ...]:
        """Return the acts of some operations."""
        return cues(ops, self.speech, self.wording)

    def prompts(self, ops: Sequence[Op]) -> int:
        """Return how often the table says that something is done."""
        return prompts(self.cues(ops))

    def words(self, ops: Sequence[Op]) -> str:
        """Return what the last of some operations is told as: its act's first sentence.

        One that is told with the act before it in this wording is told in full where it stands alone.
        """
        for wording in (self.wording, Wording.FULL):
            told = [cue.told[0].sentence for cue in cues(ops, self.speech, wording) if cue.told]
            if told:
                return told[-1]
        return ""


def prompts(told: Sequence[Cue]) -> int:
    """Return how often the table says that something is done."""
    return sum(cue.prompts for cue in told)


def narrator_for(table: Table) -> Narrator:
    """Return the narrator of a table: its people, its equipment, its decks."""
    people = tuple(seat.name for seat in table.people)
    kind = SleeveNarrator if table.equipment == SLEEVES else Narrator
    kinds = game_named(table.game).kinds
    naming = (kinds.naming, kinds.describe_named)
    narrator = kind(people, table.equipment.removesuffix("s"), kinds.describe, *naming)
    if table.pool == "shared":
        return narrator
    return replace(narrator, deck="the pool deck", pile="the pool's discards")
