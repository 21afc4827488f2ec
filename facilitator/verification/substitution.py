"""Replace operations of a protocol, to build protocols with deliberate mistakes.

Faulty variants and tests use this module. Because a mistake consists of operations, the verifier can
enumerate a protocol with a mistake like any other protocol.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from types import UnionType
from typing import NamedTuple

from facilitator.operations import perform
from facilitator.operations.definitions import Heading, Op
from facilitator.operations.perform import Outcome, Recipe, Steps, replace_operations

Substitute = Callable[[Op], Steps[str]]
"""Function from an operation to the steps that replace it. The steps return the answer for the protocol."""
Tamper = Callable[[Op], tuple[Op, ...]]
"""Function from an operation to the operations that replace it."""


class OpPosition(NamedTuple):
    """Position of an operation in a protocol.

    Attributes:
        stage: Index of the stage, counted from 0.
        before: Number of earlier operations in the same stage, not counting the heading. For the heading
            itself, -1.
    """

    stage: int
    before: int


def replace_operation(
    recipe: Recipe, at: OpPosition, kind: type[Op] | UnionType, substitute: Substitute
) -> Recipe:
    """Return a protocol in which one operation is replaced.

    Args:
        recipe: Protocol.
        at: Position of the operation.
        kind: Required type. An operation of another type is not replaced.
        substitute: Function from the operation to the steps that replace it.
    """

    def here(count: int, op: Op) -> Steps[str]:
        return substitute(op) if count == at.before and isinstance(op, kind) else carry_out(op)

    def change(number: int, steps: Steps[Outcome]) -> Steps[Outcome]:
        return replace_operations(steps, here) if number == at.stage else steps

    return perform.change_stages(recipe, change)


def change_protocol(recipe: Recipe, tamper: Tamper) -> Recipe:
    """Return a protocol in which `tamper` has replaced every operation."""

    def everywhere(_: int, op: Op) -> Steps[str]:
        return carry_out_instead(tamper(op), op)

    return perform.change_stages(recipe, lambda _, steps: replace_operations(steps, everywhere))


def carry_out(op: Op, after: Sequence[Op] = ()) -> Steps[str]:
    """Carry out an operation and then further operations. Return the answer to the first operation."""
    said = yield op
    for further in after:  # noqa: UP028 - not `yield from`: answers are sent here, and an iterator takes none
        yield further
    return said


def carry_out_instead(others: Sequence[Op], op: Op) -> Steps[str]:
    """Carry out other operations instead of an operation. Return an answer that the protocol accepts.

    If the other operations have no answer, this is the first accepted answer to the original operation.

    Args:
        others: Operations to carry out.
        op: Original operation.
    """
    said = perform.first_answer(op)
    for substitute in others:
        said = (yield substitute) or said
    return said


def locate_ops(
    recipe: Recipe, answer: Callable[[Op], str] = perform.first_answer
) -> Iterator[tuple[OpPosition, Op]]:
    """Yield each operation along one path through a protocol, with its position.

    Args:
        recipe: Protocol.
        answer: Function that answers each operation. By default, it returns the first accepted answer.
    """
    at = OpPosition(-1, -1)
    for op in perform.operations(recipe, answer):
        at = OpPosition(at.stage + 1, -1) if isinstance(op, Heading) else OpPosition(at.stage, at.before + 1)
        yield at, op
