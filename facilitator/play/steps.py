"""Numbered instructions and where they stand: one of a run, or all that a sheet prints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from facilitator.machine.operations import Heading, Op
from facilitator.machine.parts import Part
from facilitator.machine.perform import DefaultAnswers, Recipe, operations
from facilitator.readings.instruction import Instruction
from facilitator.readings.narrate import Narrator


@dataclass(frozen=True, slots=True)
class NumberedStep:
    """One numbered instruction and where it stands."""

    number: int
    heading: Heading
    op: Op
    instruction: Instruction


def all_steps(recipe: Recipe, narrator: Narrator, script: Sequence[str] = ()) -> list[NumberedStep]:
    """Return every step of one performance, answers taken from ``script`` (then the first choice)."""
    found: list[NumberedStep] = []
    heading = Heading(Part.LAY_OUT)
    for op in operations(recipe, DefaultAnswers(*script)):
        if isinstance(op, Heading):
            heading = op
        found += [
            NumberedStep(len(found) + i, heading, op, said) for i, said in enumerate(narrator.narrate(op), 1)
        ]
    return found
