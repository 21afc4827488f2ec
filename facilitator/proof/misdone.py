"""An operation done otherwise than a run says, once: where it stands, and what is done in its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from facilitator.machine.operations import Op, Reveal
from facilitator.machine.perform import Outcome, Recipe, Stage, Steps, operations
from facilitator.protocols.gates import expected

Deed = Callable[[Op], Steps[str]]
"""What is done in place of an operation; it returns the answer that is typed."""


class At(NamedTuple):
    """Right after an operation: the stage it is of, and how many operations of the stage came before it."""

    stage: int
    before: int


class Peek(Reveal):
    """A look at a card nobody should look at."""


def misdone(recipe: Recipe, at: At, kind: type[Op], deed: Deed) -> Recipe:
    """Return a recipe in which something else is done where an operation of a kind comes."""

    def steps(known: Outcome) -> Steps[Outcome]:
        going, count = recipe[at.stage].steps(known), 0
        try:
            op = next(going)
            while True:
                here = count == at.before and isinstance(op, kind)
                answer = (yield from deed(op)) if here else (yield op)
                count += 1
                op = going.send(answer)
        except StopIteration as end:
            outcome: Outcome = end.value
            return outcome

    return (*recipe[: at.stage], Stage(recipe[at.stage].heading, steps), *recipe[at.stage + 1 :])


def done(op: Op, before: Sequence[Op] = (), after: Sequence[Op] = ()) -> Steps[str]:
    """An operation with others before and after it."""
    for one in before:
        yield one
    said = yield op
    for one in after:
        yield one
    return said


def instead(others: Sequence[Op], _: Op) -> Steps[str]:
    """Others in its place."""
    for one in others:  # noqa: UP028 - answers are sent here, and an iterator takes none
        yield one
    return ""


def answered(recipe: Recipe, script: Sequence[str]) -> Iterator[tuple[Op, str]]:
    """Yield each operation of a run with its answer: the script's, then what is to be expected."""
    answers, course = iter(script), list[tuple[Op, str]]()

    def answer(op: Op) -> str:
        said = expected(op)
        said = next(answers, said) if said else ""
        course.append((op, said))
        return said

    for _ in operations(recipe, answer):
        pass
    yield from course
