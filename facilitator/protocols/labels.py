"""Labels of steps that depend on their context: a recovery, or the second attempt of a turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import TypeVar

from facilitator.operations.definitions import HandOperation, Op
from facilitator.operations.perform import Answer, Recipe, Steps, change_stages, replace_operations
from facilitator.operations.steps import Label, Step

R = TypeVar("R")


def number_recovery(steps: Steps[R]) -> Steps[R]:
    """Return the steps of a repair with the labels R1, R2 and so on.

    Steps with one common description have the same label.
    """
    numbers, last = count(1), None

    def label(step: Step) -> Label:
        nonlocal last
        if last is None or not last[0].adds(step):
            last = step, Label(f"R{next(numbers)}")
        return last[1]

    return _relabel(steps, label)


def in_attempt(recipe: Recipe, attempt: int) -> Recipe:
    """Return a copy of a protocol whose step labels contain the number of the attempt within the turn."""
    if attempt == 1:
        return recipe

    def label(step: Step) -> Label:
        return replace(step.label, run=step.label.run + attempt - 1)

    return change_stages(recipe, lambda _, steps: _relabel(steps, label))


def _relabel(steps: Steps[R], label: Callable[[Step], Label]) -> Steps[R]:
    before = after = None

    def substitute(_: int, op: Op) -> Steps[Answer]:
        nonlocal before, after
        if isinstance(op, HandOperation) and op.step is not None:
            if op.step is not before:
                before, after = op.step, replace(op.step, label=label(op.step))
            op = replace(op, step=after)
        return (yield op)

    return replace_operations(steps, substitute)
