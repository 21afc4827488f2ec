"""Run protocols: pass each operation to a table, and send the answer back to the protocol.

A protocol is a generator. It yields operations, which name places but never a card that nobody has seen.
After each operation it receives an answer: the face or word that it asked for, or "". The caller plays the
role of the table: a host with real cards, a simulation, or the verifier, which follows every possible answer.
`effects` defines the effects of operations, and `purposes` those of stages.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from facilitator.operations.definitions import Heading, Op, get_answers

Answer = str
"""Answer to an operation; empty if the operation asks nothing."""

R = TypeVar("R")
Steps = Generator[Op, Answer, R]
"""Running protocol: a generator that yields operations, receives answers and returns its outcome."""


class Outcome(NamedTuple):
    """Public outcome of an attempt: the played card, if any, and the number of drawn cards.

    Examples: ``Outcome(None, drawn=1)`` means that one card went face down from the draw pile into the hand
    and was not playable. ``Outcome("7R", drawn=2)`` means that the second drawn card was 7R and is played,
    and that the first one went into the hand.

    Attributes:
        card: Face that is played, or None. If the attempt only asks whether the hand has a certain card, the
            value is `SOME` or None.
        drawn: Number of cards that left the draw pile in this attempt.
        before: Outcomes of the preceding attempts on the same layout, in order, if they are judged together.
    """

    card: str | None = None
    drawn: int = 0
    before: tuple[Outcome, ...] = ()

    @property
    def unseen(self) -> int:
        """Number of cards drawn face down into the hand, excluding the card that was played."""
        return self.drawn - (self.drawn > 0 and self.card is not None)


NOTHING_KNOWN = Outcome()
"""Outcome passed to the first stage."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Part of a protocol with its heading.

    Stages exchange only the outcome and the cards on the table. This allows the verifier to merge equal
    tables between stages. So a stage must not use anything that an earlier stage learned, except through the
    outcome. It may use what is public before the attempt, such as the layout.

    Attributes:
        heading: Heading of the stage.
        steps: Function that takes the outcome of the previous stage and returns the steps of this one.
    """

    heading: Heading
    steps: Callable[[Outcome], Steps[Outcome]]


Recipe = tuple[Stage, ...]
"""Protocol, as a sequence of stages."""


def run_stages(recipe: Recipe, known: Outcome = NOTHING_KNOWN) -> Steps[Outcome]:
    """Run the stages one after the other and return the outcome of the last one.

    The heading of each stage is yielded before its operations.

    Args:
        recipe: Protocol.
        known: Outcome passed to the first stage.
    """
    for stage in recipe:
        yield stage.heading
        known = yield from stage.steps(known)
    return known


def replace_operations(steps: Steps[R], deed: Callable[[int, Op], Steps[Answer]]) -> Steps[R]:
    """Run steps with each operation replaced by other operations, and return the result of the steps.

    All deliberate mistakes, and all protocols that are carried out with cards at other places, use this
    function.

    Args:
        steps: Steps to run.
        deed: Takes the number of operations so far and the next operation, and returns the steps that replace
            this operation. Their result is sent to ``steps`` as the answer.
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
    """Carry out steps on a table and return their result.

    Args:
        steps: Steps to carry out.
        table: Carries out each operation and returns the answer, or "" if the operation asks nothing.
    """
    try:
        op = next(steps)
        while True:
            op = steps.send(table(op))
    except StopIteration as end:
        result: R = end.value
        return result


def first_answer(op: Op) -> Answer:
    """Return the first answer that an operation accepts, or "" if it asks nothing.

    For a pair it is α β. With these answers an attempt finds no playable card and draws if possible, which is
    the longest path through most forms.
    """
    return next(iter(get_answers(op)), "")


def operations(recipe: Recipe, answer: Callable[[Op], Answer] = first_answer) -> Iterator[Op]:
    """Yield the operations of one performance, including headings.

    The outcome is discarded. Use `run_stages` to get it.

    Args:
        recipe: Protocol.
        answer: Returns the answer to each operation. It is also called for operations that ask nothing.
    """
    steps = run_stages(recipe)
    try:
        op = next(steps)
        while True:
            yield op
            op = steps.send(answer(op))
    except StopIteration:
        return
