"""What a run costs to read aloud: the words of its cues, in the wording a table hears.

A sentence is read before its act, and nobody's hands move meanwhile.  A round's sentences are read once in full;
then its loop goes by itself, however many duels it has.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, assert_never

from facilitator.machine.faces import DECK, DISCARDS, SLEEVES
from facilitator.machine.operations import Heading, Op
from facilitator.protocols.layout import Layout
from facilitator.readings.brief import Speech
from facilitator.readings.brief_sleeves import SleeveSpeech
from facilitator.readings.grouping import Wording
from facilitator.readings.narrate import Narrator
from facilitator.readings.sleeves import SleeveNarrator
from facilitator.readings.wording import cues

if TYPE_CHECKING:
    from facilitator.table.load import Table


class Habit(StrEnum):
    """Which wording a table hears: always one, or in full until brief is offered, which it then takes."""

    FULL = "full"
    BRIEF = "brief"
    AUTO = "auto"

    @property
    def wordings(self) -> tuple[Wording, Wording]:
        """The wording of a game's first runs, and of those after brief is offered."""
        match self:
            case Habit.FULL:
                return Wording.FULL, Wording.FULL
            case Habit.BRIEF:
                return Wording.BRIEF, Wording.BRIEF
            case Habit.AUTO:
                return Wording.FULL, Wording.BRIEF
            case _:
                assert_never(self)


class VoiceHabits(NamedTuple):
    """How a table is spoken to; ``alone``: one person sits there, who swaps piles with nobody to help."""

    wording: Wording = Wording.BRIEF
    alone: bool = False


def words_by_operation(ops: Sequence[Op], speech: Speech, wording: Wording) -> list[int]:
    """Return the words said for each operation: those of a cue all fall to its first act.

    ``ops``: of a whole run.
    """
    words = [0] * len(ops)
    begin = 0
    for cue in cues(ops, speech, wording):
        acts = (i for i, op in enumerate(cue.ops) if not isinstance(op, Heading))
        if cue.ops:
            words[begin + next(acts, 0)] += cue.words
        begin += len(cue.ops)
    return words


def small_speech(equipment: str, people: tuple[str, ...], pairs: int) -> Speech:
    """Return what speaks where words are only counted: every name and every card is one word."""
    boxes = equipment.removesuffix("s")
    if equipment == SLEEVES:
        return SleeveSpeech(SleeveNarrator(people, boxes), pairs=pairs)
    return Speech(Narrator(people, boxes), pairs=pairs)


def voice_at(table: Table, wording: Wording) -> VoiceHabits:
    """Return how a table is spoken to in this wording."""
    return VoiceHabits(wording, len(table.people) < 2)


def hearers(owners: Sequence[str], outside: bool, alone: bool) -> tuple[str, ...]:
    """Return who sits at a small table: whoever's cards lie there, if people's cards do, else two others."""
    if alone:
        return (owners[0],) if outside else ("somebody",)
    there = tuple(owner for owner in owners if owner != DISCARDS) if outside else ()
    return there if len(there) > 1 else (*there, "somebody", "another")


def with_discards(layout: Layout) -> Layout:
    """Return the layout as it is told: the last hand but the deck's is the discard pile."""
    last = max(i for i, (owner, _) in enumerate(layout.hands) if owner != DECK)
    hands = [(DISCARDS if i == last else owner, size) for i, (owner, size) in enumerate(layout.hands)]
    return replace(layout, hands=tuple(hands))
