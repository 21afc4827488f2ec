"""Perform a protocol on any table: hand each operation over, send back what was seen.

A protocol is a generator.  It yields operations, which name places and never cards it has not seen, and is sent an
answer after each: the face or word that was asked for, or nothing.  Whoever drives it is the table: hands and a
keyboard, a simulation, or the verifier, which follows every answer there may be.  What an operation does to cards is
`physics`; what a stage is for is `parts`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from facilitator.machine.operations import Heading, Op, asked_by

Answer = str
"""What the program is told after an operation; empty where it asked nothing."""

R = TypeVar("R")
Steps = Generator[Op, Answer, R]
"""A protocol under way: yields operations, is sent answers, returns its outcome."""


class Outcome(NamedTuple):
    """What a run says aloud in the end: the card played or None, and how many cards were drawn in this run.

    A run that only asks whether a hand holds such a card says `SOME` for a card, or None.

    ``card``: the face that is played.  ``drawn``: how many cards left the deck in this run.  ``before``: how the runs
    just before on the same layout ended, the first first, where several are judged as one.

    ``Outcome(None, drawn=1)``: one card went unseen from the deck into the hand and did not fit.  ``Outcome("7R",
    drawn=2)``: the second card drawn was 7R and is played, the first went into the hand.
    """

    card: str | None = None
    drawn: int = 0
    before: tuple[Outcome, ...] = ()

    @property
    def unseen(self) -> int:
        """How many cards went unseen into the hand: all that were drawn but the one that is played."""
        return self.drawn - (self.drawn > 0 and self.card is not None)


NOTHING_KNOWN = Outcome()
"""Before a run."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of a protocol under its heading.

    ``steps`` is given what the stage before it returned and returns what the next one needs to know. Nothing else
    passes between stages but the cards on the table: this is what lets the verifier merge equal tables between
    stages, and it is why a stage may not close over anything it learned.  It may close over what is public before the
    run, the layout.
    """

    heading: Heading
    steps: Callable[[Outcome], Steps[Outcome]]


Recipe = tuple[Stage, ...]
"""A whole protocol, stage after stage."""


def follow(recipe: Recipe, known: Outcome = NOTHING_KNOWN) -> Steps[Outcome]:
    """Run the stages one after the other and return what the last one says.

    ``recipe``: its headings are yielded too, each before its stage's operations.  ``known``: what is known before the
    first stage; after it each stage is given what the one before returned.
    """
    for stage in recipe:
        yield stage.heading
        known = yield from stage.steps(known)
    return known


def otherwise(steps: Steps[R], deed: Callable[[int, Op], Steps[Answer]]) -> Steps[R]:
    """Follow steps, and do in place of each operation what ``deed`` says; return what the steps return.

    ``deed``: given how many operations came before this one, and the operation itself, the steps that are taken
    in its place; what they return is sent to ``steps`` as the answer.  Everything that is done wrong on purpose, or
    done with cards that lie elsewhere, is done through this.
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
    """Carry steps out on a table and return what they return.

    ``table``: does each operation and returns the answer it asks for, "" where it asks for none.
    """
    try:
        op = next(steps)
        while True:
            op = steps.send(table(op))
    except StopIteration as end:
        result: R = end.value
        return result


def first_answer(op: Op) -> Answer:
    """Return the first answer that an operation asks for; "" where it asks for none.

    That of a pair is α β, so a run that is answered so finds nothing to play, and draws if it can: the longest way
    through most forms.
    """
    return next(iter(asked_by(op)), "")


def operations(recipe: Recipe, answer: Callable[[Op], Answer] = first_answer) -> Iterator[Op]:
    """Yield the operations of one performance, headings among them.

    ``answer``: says what is seen at each; it is called for every operation, also where nothing is asked.  What the
    run returns is lost: `follow` has it.
    """
    steps = follow(recipe)
    try:
        op = next(steps)
        while True:
            yield op
            op = steps.send(answer(op))
    except StopIteration:
        return
