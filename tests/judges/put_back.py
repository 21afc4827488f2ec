"""An answer that was misread, and what hands did after it, put back by hand: then the right one is followed.

What would have been done after either answer stays as it is; of the rest hands put back what nothing mixed or showed.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import partial

from facilitator.operations.definitions import (
    Collect,
    Cover,
    Encode,
    Insert,
    LayHand,
    LayTop,
    Move,
    Op,
    Put,
    Rearrange,
    Return,
    Reveal,
    Withdraw,
    get_answers,
)
from facilitator.operations.faces import NONE
from facilitator.operations.perform import Outcome, Recipe, Stage, Steps
from facilitator.protocols.layout import flat
from facilitator.verification.substitution import OpPosition
from judges.deeds import crossing
from judges.mutations import join_stages

BY_HAND = (LayHand, Put, Encode, Cover, Rearrange, Move, LayTop, Insert, Withdraw)
"""What hands can put back; what was mixed stays mixed, and what was seen stays seen."""


def put_back(recipe: Recipe, at: OpPosition, later: int) -> Recipe:
    """Return a recipe in which a wrong answer is typed, noticed after some more operations, and put back by hand.

    From the question on it is one stage, for what is done after it may be of later ones.
    """
    rest = recipe[at.stage :]
    return (*recipe[: at.stage], Stage(rest[0].heading, partial(_steps, rest, at.before, later)))


def _steps(stages: Recipe, before: int, later: int, known: Outcome) -> Steps[Outcome]:
    going, past = join_stages(stages, known), list[str]()
    try:
        op = next(going)
        while True:
            said = yield op
            told = _other(op, said) if len(past) == before else said
            past.append(said)
            stays: Sequence[str] = ()
            if told != said:
                ways = [_from(stages, known, [*past[:-1], answer]) for answer in (told, said)]
                stays = yield from _wrong_way(ways[0], ways[1], later)
            op = going.send(said)
            for answer in stays:
                past.append(answer)
                op = going.send(answer)
    except StopIteration as end:
        outcome: Outcome = end.value
        return outcome


def _other(op: Op, said: str) -> str:
    """Another answer than what lies there; of "none" and a card nobody takes one for the other."""
    return next((answer for answer in get_answers(op) if answer != said and NONE not in (answer, said)), said)


class _Way:
    """A course of a run, one operation after the other, as far as it goes."""

    def __init__(self, going: Steps[Outcome], answers: Sequence[str]) -> None:
        self._going = going
        self.op: Op | None = next(going)
        for answer in answers:
            self.go(answer)

    def go(self, answer: str) -> None:
        try:
            self.op = self._going.send(answer)
        except StopIteration:
            self.op = None


def _from(stages: Recipe, known: Outcome, answers: Sequence[str]) -> _Way:
    return _Way(join_stages(stages, known), answers)


def _wrong_way(wrong: _Way, right: _Way, count: int) -> Generator[Op, str, list[str]]:
    """Do so many operations as after the wrong answer, and put back what differs; return the answers that stay."""
    stays, differs = list[str](), list[Op]()
    for _ in range(count):
        op = wrong.op
        if op is None or get_answers(op):
            break
        if op == right.op and not differs:
            answer = yield op
            stays.append(answer)
            right.go(answer)
        elif isinstance(op, BY_HAND):
            answer = yield op
            differs.append(op)
        else:
            break  # nobody can put it back: then this way is not offered
        wrong.go(answer)
    for op in reversed(differs):
        yield from undoing(op)
    return stays


def undoing(op: Op) -> Steps[None]:
    """Yield what puts an operation back."""
    match op:
        case LayHand():
            yield Return(op.places, op.owner)
        case Put():
            yield Collect(op.places)
        case Encode():
            yield Collect(flat(op.bits))
        case Cover():
            yield Reveal(op.places)
        case Move():
            yield Move(op.target, op.source)
        case LayTop():
            yield Return((op.place,), op.owner)
        case Insert():
            yield Withdraw(op.end, op.card)
        case Withdraw():
            yield Insert(op.target, op.end)
        case Rearrange():
            turned = crossing(op)
            assert turned is not None
            (back,), _ = turned
            yield back
        case _:
            raise AssertionError(op)
