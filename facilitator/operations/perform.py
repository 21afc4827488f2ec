"""Execution of protocols: send each operation to a table, and return the answer to the protocol.

A protocol is a generator. It yields operations, which refer to places and never to hidden cards. After each
operation, the generator receives the answer: a face or word, or "" if the operation does not ask a question.
The caller represents the table: a host with real cards, a simulation, or the verifier, which follows every
possible answer. The module `effects` defines the effects of operations, and `purposes` the purposes of
stages.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from facilitator.operations.definitions import Heading, Op, get_answers

Answer = str
"""Answer to an operation. Empty if the operation does not ask a question."""

R = TypeVar("R")
Steps = Generator[Op, Answer, R]
"""A running protocol: a generator that yields operations, receives answers and returns an outcome."""


class Outcome(NamedTuple):
    """Public outcome of an attempt: the played card, if any, and the number of drawn cards.

    Examples: ``Outcome(None, drawn=1)`` means that a card from the draw pile was added to the hand, face
    down, and was not playable. ``Outcome("7R", drawn=2)`` means that the second drawn card was 7R and is
    played. The first drawn card was added to the hand.

    Attributes:
        card: Face of the played card, or None. If the attempt only asks whether a hand contains certain
            cards, the value is `SOME` or None.
        drawn: Number of cards that were drawn from the draw pile in this attempt.
        before: Outcomes of the previous attempts on the same layout, in order, if these attempts are
            evaluated together.
    """

    card: str | None = None
    drawn: int = 0
    before: tuple[Outcome, ...] = ()

    @property
    def unseen(self) -> int:
        """Number of cards that were drawn face down and added to the hand, excluding the played card."""
        return self.drawn - (self.drawn > 0 and self.card is not None)


NOTHING_KNOWN = Outcome()
"""Outcome that is passed to the first stage."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Part of a protocol with a heading, such as the lottery.

    The stages of a protocol share only the outcome and the cards on the table. This allows the verifier to
    merge identical tables between two stages. Therefore a stage must not use any other result of an earlier
    stage. It may use the public state before the attempt, such as the layout.

    Attributes:
        heading: Heading of the stage.
        steps: Function that receives the outcome of the previous stage and returns the steps of this stage.
    """

    heading: Heading
    steps: Callable[[Outcome], Steps[Outcome]]


Recipe = tuple[Stage, ...]
"""A protocol: a sequence of stages."""


def run_stages(recipe: Recipe, known: Outcome = NOTHING_KNOWN) -> Steps[Outcome]:
    """Run the stages of a protocol in order, and return the outcome of the last stage.

    The heading of each stage is yielded before its operations.

    Args:
        recipe: Protocol to run.
        known: Outcome that is passed to the first stage.
    """
    for stage in recipe:
        yield stage.heading
        known = yield from stage.steps(known)
    return known


def replace_operations(steps: Steps[R], deed: Callable[[int, Op], Steps[Answer]]) -> Steps[R]:
    """Run the steps of a protocol with replacements for its operations, and return the result of the steps.

    This function is the basis of all deliberate mistakes, and of all protocols that are carried out at other
    places.

    Args:
        steps: Steps to run.
        deed: Function that receives the index and the operation, and returns the steps that replace the
            operation. The result of these steps is sent to ``steps`` as the answer.
    """
    count = 0
    try:
        op = next(steps)
        while True:
            answer = yield from deed(count, op)
            count += 1
            op = steps.send(answer)
    except StopIteration as end:
        result: R = end.value
        return result


def perform(steps: Steps[R], table: Callable[[Op], Answer]) -> R:
    """Carry out the steps of a protocol on a table, and return the result of the steps.

    Args:
        steps: Steps to carry out.
        table: Function that carries out an operation and returns the answer, or "" if the operation asks
            nothing.
    """
    try:
        op = next(steps)
        while True:
            op = steps.send(table(op))
    except StopIteration as end:
        result: R = end.value
        return result


def first_answer(op: Op) -> Answer:
    """Return the first accepted answer to an operation, or "" if the operation does not ask a question.

    The first answer for a pair is α β. With these answers, an attempt does not find a playable card, and
    draws a card if possible. In most forms this is the longest path.
    """
    return next(iter(get_answers(op)), "")


def operations(recipe: Recipe, answer: Callable[[Op], Answer] = first_answer) -> Iterator[Op]:
    """Yield the operations of a protocol in order, with the headings of its stages.

    The outcome is discarded. Use `run_stages` to get the outcome.

    Args:
        recipe: Protocol to run.
        answer: Function that returns the answer to an operation. It is called for all operations, with or
            without a question.
    """
    steps = run_stages(recipe)
    try:
        op = next(steps)
        while True:
            yield op
            op = steps.send(answer(op))
    except StopIteration:
        return
