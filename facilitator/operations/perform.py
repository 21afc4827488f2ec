"""Execution of protocols: send each operation to a table, and return the answer to the protocol.

A protocol is a generator. It yields operations, which refer to places and never to hidden cards. After each
operation, the generator receives the answer: a face or word, or "" without a question. The table is a
function: a host with real cards, a simulation, or the verifier, which follows every possible answer. The
module `effects` defines the effects of operations, and `purposes` the purposes of stages.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, TypeVar

from facilitator.operations.definitions import Heading, Op, get_answers

Answer = str
"""Answer to an operation, such as "7R" or "none". Empty without a question."""

R = TypeVar("R")
Steps = Generator[Op, Answer, R]
"""Running protocol: a generator that yields operations, receives answers and returns an outcome."""


class Outcome(NamedTuple):
    """Public outcome of an attempt: the played card, if any, and the number of drawn cards.

    Examples: ``Outcome(None, drawn=1)`` means that a drawn card was not playable and was added to the hand,
    face down. ``Outcome("7R", drawn=2)`` means that the second drawn card was 7R and is played. The first
    drawn card was added to the hand.

    Attributes:
        card: Face of the played card, or None. For a question about a hand, `SOME` or None.
        drawn: Number of drawn cards in this attempt.
        before: Earlier outcomes, in order, if a proof evaluates several attempts together.
    """

    card: str | None = None
    drawn: int = 0
    before: tuple[Outcome, ...] = ()

    @property
    def unseen(self) -> int:
        """Number of cards drawn face down into the hand."""
        return self.drawn - (self.drawn > 0 and self.card is not None)


@dataclass(frozen=True, slots=True)
class Stage:
    """Part of a protocol with a heading, such as the lottery.

    A stage knows only the previous outcome and the public state before the attempt. It must not use any other
    result of an earlier stage. The verifier can therefore merge identical tables between two stages.

    Attributes:
        heading: Heading of the stage.
        steps: Function that takes the previous outcome and returns the steps of this stage.
    """

    heading: Heading
    steps: Callable[[Outcome], Steps[Outcome]]


Recipe = tuple[Stage, ...]
"""Protocol: a sequence of stages."""


def run_stages(recipe: Recipe) -> Steps[Outcome]:
    """Run the stages of a protocol in order, and return the last outcome. Each stage begins with its heading."""
    known = Outcome()
    for stage in recipe:
        yield stage.heading
        known = yield from stage.steps(known)
    return known


def replace_operations(steps: Steps[R], substitute: Callable[[int, Op], Steps[Answer]]) -> Steps[R]:
    """Run steps with other operations in place of their own, and return their result.

    Deliberate mistakes use this function. So do protocols that are carried out on other places of the table.

    Args:
        steps: Steps to run.
        substitute: Function that takes the index of an operation and the operation, and returns the steps that
            replace it. Their result becomes the answer to the operation.
    """
    count = 0
    try:
        op = next(steps)
        while True:
            answer = yield from substitute(count, op)
            count += 1
            op = steps.send(answer)
    except StopIteration as end:
        result: R = end.value
        return result


def follow(steps: Steps[R], script: Sequence[Answer]) -> tuple[list[Op], R | None]:
    """Run steps with these answers to their questions.

    Returns:
        The operations, and the result of the steps. If the answers do not suffice, the last operation is the first
        question without an answer, and there is no result.
    """
    done, left = list[Op](), list(script)
    try:
        done.append(next(steps))
        while left or not get_answers(done[-1]):
            done.append(steps.send(left.pop(0) if get_answers(done[-1]) else ""))
    except StopIteration as end:
        return done, end.value
    return done, None


def change_stages(recipe: Recipe, change: Callable[[int, Steps[Outcome]], Steps[Outcome]]) -> Recipe:
    """Return a protocol with other steps in its stages.

    Args:
        recipe: Protocol.
        change: Function that takes the index of a stage and its steps, and returns the new steps.
    """

    def steps(number: int, known: Outcome) -> Steps[Outcome]:
        return change(number, recipe[number].steps(known))

    return tuple(Stage(stage.heading, partial(steps, number)) for number, stage in enumerate(recipe))


def first_answer(op: Op) -> Answer:
    """Return the first accepted answer to an operation, or "" without a question.

    With first answers only, an attempt finds no playable card, and draws a card if possible. In most forms
    this is the longest path through the protocol.
    """
    return next(iter(get_answers(op)), "")


def operations(recipe: Recipe, answer: Callable[[Op], Answer] = first_answer) -> Iterator[Op]:
    """Yield the operations of a protocol in order, including headings.

    Use `run_stages` to get the outcome, too.

    Args:
        recipe: Protocol to run.
        answer: Function that answers an operation. It is called for every operation, with or without a
            question.
    """
    steps = run_stages(recipe)
    try:
        op = next(steps)
        while True:
            yield op
            op = steps.send(answer(op))
    except StopIteration:
        return
