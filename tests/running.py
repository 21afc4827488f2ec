"""A protocol that is carried out on a table, for tests that need its result."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from facilitator.operations.definitions import Op
from facilitator.operations.perform import Answer, Steps

R = TypeVar("R")


def perform(steps: Steps[R], table: Callable[[Op], Answer]) -> R:
    """Carry out steps on a table, and return their result."""
    try:
        op = next(steps)
        while True:
            op = steps.send(table(op))
    except StopIteration as end:
        result: R = end.value
        return result
