"""Operations done otherwise than a run says: where they stand, and what is done in their place.

The one engine of all that is done wrong on purpose: twins, and what is judged in tests, the mutants without a name
and the mistakes of hands.  A mistake is made of operations like everything else, so the verifier follows it like
everything else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from types import UnionType
from typing import NamedTuple

from facilitator.machine.operations import Heading, Op
from facilitator.machine.perform import Outcome, Recipe, Stage, Steps, first_answer, operations, otherwise

Deed = Callable[[Op], Steps[str]]
"""What is done in place of an operation; it returns the answer that is typed."""
Tamper = Callable[[Op], tuple[Op, ...]]
"""What comes in place of an operation: nothing, the same, or something else."""


class At(NamedTuple):
    """Right after an operation: the stage it is of, and how many operations of the stage came before it.

    Stages are counted from 0, in the order of the recipe; headings are none of their operations.
    """

    stage: int
    before: int


def misdone(recipe: Recipe, at: At, kind: type[Op] | UnionType, deed: Deed) -> Recipe:
    """Return a recipe in which something else is done where an operation of a kind comes.

    ``at``: the place; in courses of the run in which an operation of another kind comes there, nothing is changed.
    ``deed``: what is done, given the operation.
    """

    def here(count: int, op: Op) -> Steps[str]:
        return deed(op) if count == at.before and isinstance(op, kind) else done(op)

    def steps(known: Outcome) -> Steps[Outcome]:
        return otherwise(recipe[at.stage].steps(known), here)

    return (*recipe[: at.stage], Stage(recipe[at.stage].heading, steps), *recipe[at.stage + 1 :])


def changed(recipe: Recipe, tamper: Tamper) -> Recipe:
    """Return a recipe in which each operation is replaced as ``tamper`` says, wherever it comes.

    Stages stay stages, so that as much is merged as in the protocol.
    """

    def everywhere(_: int, op: Op) -> Steps[str]:
        return instead(tamper(op), op)

    def steps(stage: Stage, known: Outcome) -> Steps[Outcome]:
        return otherwise(stage.steps(known), everywhere)

    return tuple(Stage(stage.heading, partial(steps, stage)) for stage in recipe)


def done(op: Op, after: Sequence[Op] = ()) -> Steps[str]:
    """Do an operation, and others after it; return what was read at it."""
    said = yield op
    for one in after:  # noqa: UP028 - not `yield from`: answers are sent here, and an iterator takes none
        yield one
    return said


def instead(others: Sequence[Op], op: Op) -> Steps[str]:
    """Do others in its place; return what was read, or, where nobody reads it, the first answer there could be.

    Of several that are read the last one's answer counts; looks that nobody asks about have none.
    """
    said = first_answer(op)
    for one in others:
        said = (yield one) or said
    return said


def located(recipe: Recipe, answer: Callable[[Op], str] = first_answer) -> Iterator[tuple[At, Op]]:
    """Yield each operation of a run with where it stands, a heading just before its stage's first operation.

    ``answer``: what its questions are answered; left out, the first answer there is.
    """
    at = At(-1, -1)
    for op in operations(recipe, answer):
        at = At(at.stage + 1, -1) if isinstance(op, Heading) else At(at.stage, at.before + 1)
        yield at, op
