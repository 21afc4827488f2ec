"""Where a game stands: values that undo goes back to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from facilitator.instructions.simulate import CardPositions
from facilitator.play.attempt import Selection
from facilitator.play.messages import EventMessage


class Turn(NamedTuple):
    """A virtual turn.

    Attributes:
        began: Number in the journal of the input with which the turn began, or began again.
        events: Number of public events before it.
    """

    began: int
    events: int


@dataclass(frozen=True, slots=True)
class Position:
    """Where a game stands according to the inputs that count.

    The answers to the attempt in progress are not repeated here, because they are inputs themselves.

    Attributes:
        state: Public state of the game that is played.
        plan: Plan of the attempt in progress. `None` if a person moves.
        steps: Number of steps of the current operation that the hands have done.
        standing: Whether the columns of the last attempt still lie on the table, for the next virtual turn.
        voids: Number of turns that were declared void.
        attempts: Number of attempts so far.
        turn: The virtual turn in progress, or the last one.
    """

    state: Any
    plan: Selection | None
    steps: int
    standing: bool
    voids: int
    attempts: int
    turn: Turn | None


@dataclass(slots=True)
class TakenInput:
    """An input that counts, and the position before it.

    Attributes:
        kind: Kind of the input.
        body: Contents of the input.
        before: Position before the input.
        lies: Card positions of a rehearsal that an undo restores.
        number: Number of the input in the history.
        told: Events that the input caused.
        settled: Number of later inputs that led into an attempt and out of it again. An undo takes them back too.
    """

    kind: str
    body: dict[str, object]
    before: Position
    lies: CardPositions | None
    number: int
    told: tuple[EventMessage, ...] = ()
    settled: int = 0
