"""Putting a run right in place: what hands do between two of its operations, after which it goes on as ever.

Both repairs begin and end with all columns scrambled and covered, just before something of them is shown: so
what was seen of a column before lies nobody knows where.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import assert_never

from facilitator.machine.operations import (
    COLUMN,
    FIRST_BIT_ROW,
    Collect,
    Cover,
    Encode,
    Heading,
    Op,
    Reveal,
    Scramble,
    places_of,
)
from facilitator.machine.parts import Part
from facilitator.machine.perform import Outcome, R, Recipe, Stage, Steps, follow


class Repair(Enum):
    """A way to put a run right; its value is the word by which a game keeps it."""

    SCRAMBLE_AGAIN = "scramble again"  # a covered column was seen, or could be followed
    PAIRS_ANEW = "lay the pairs anew"  # a wrong pair lies under some column, nobody knows which


@dataclass(frozen=True, slots=True)
class Mend:
    """Operations done before the one that has ``at`` operations before it, headings among them."""

    at: int
    ops: tuple[Op, ...]


def repairs(done: Sequence[Op], doing: Op) -> tuple[Repair, ...]:
    """Return what can be put right before ``doing``: only between a scramble of columns and what it shows of them."""
    mixed = _mixed(done, doing)
    if mixed is None:
        return ()
    paired = any(place.row >= FIRST_BIT_ROW for place in places_of(mixed))
    return (Repair.SCRAMBLE_AGAIN, *((Repair.PAIRS_ANEW,) if paired else ()))


def _mixed(done: Sequence[Op], doing: Op) -> Scramble | None:
    last = next((op for op in reversed(done) if not isinstance(op, Heading)), None)
    if not isinstance(last, Scramble) or last.piles[0][0].area != COLUMN:
        return None
    there = {place.number for op in done for place in places_of(op) if place.area == COLUMN}
    if len(last.piles) < len(there):  # some were given back: what is seen now is none of their owner's
        return None
    return last if isinstance(doing, Reveal) and doing.places[0].area == COLUMN else None


def mend(repair: Repair, done: Sequence[Op], doing: Op) -> Mend | None:
    """Return a repair as operations, shown nothing that was not shown before; None where it cannot be done."""
    mixed = _mixed(done, doing)
    if mixed is None or repair not in repairs(done, doing):
        return None
    heading = next(op for op in reversed(done) if isinstance(op, Heading))
    again = tuple(_again(repair, done, mixed))
    return Mend(len(done), (Heading(Part.PUT_RIGHT), *again, heading))


def _again(repair: Repair, done: Sequence[Op], mixed: Scramble) -> Sequence[Op]:
    match repair:
        case Repair.SCRAMBLE_AGAIN:
            return (mixed,)
        case Repair.PAIRS_ANEW:
            laid = next(op for op in reversed(done) if isinstance(op, Encode))
            bits = tuple(place for places in laid.bits for place in places)
            shown = Reveal(laid.cards, expect=laid.shown)
            return (mixed, shown, Collect(bits), laid, Cover(laid.cards + bits), mixed)
        case _:
            assert_never(repair)


def mended(recipe: Recipe, mends: Sequence[Mend]) -> Recipe:
    """Return a recipe with repairs, the first first, as one stage."""
    if not mends:
        return recipe

    def steps(_: Outcome) -> Steps[Outcome]:
        going = follow(recipe)
        next(going)  # the first stage's heading, which this one has
        return (yield from with_mends(going, mends, 1))

    return (Stage(recipe[0].heading, steps),)


def mended_stage(stage: Stage, one: Mend) -> Stage:
    """Return a stage with a repair; it is counted from the stage's first operation."""
    return Stage(stage.heading, partial(_in_stage, stage, one))


def _in_stage(stage: Stage, one: Mend, known: Outcome) -> Steps[Outcome]:
    return (yield from with_mends(stage.steps(known), (one,), 0))


def with_mends(going: Steps[R], mends: Sequence[Mend], count: int) -> Steps[R]:
    """Follow steps, of which ``count`` were taken before, with what is put right between them."""
    waiting = list(mends)
    try:
        op = going.send("") if count else next(going)
        while True:
            while waiting and waiting[0].at == count:
                for other in waiting.pop(0).ops:
                    yield other
                    count += 1
            answer = yield op
            count += 1
            op = going.send(answer)
    except StopIteration as end:
        result: R = end.value
        return result
