"""The row of places before and after an act, drawn from what everyone sees: in a real game too.

Covered cards are drawn as covered.  Of an open card the program knows the face only if it told to lay it or it
was sorted by it; any other is ``??``, though the table can read it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from facilitator.machine.faces import ONE, Face
from facilitator.machine.operations import (
    Collect,
    Cover,
    Encode,
    Heading,
    LayHand,
    Move,
    Op,
    Place,
    Put,
    Row,
    Sort,
    places_of,
)
from facilitator.machine.physics import Surface
from facilitator.readings.draw import picture
from facilitator.readings.grouping import duel_length

UNKNOWN = "??"
SHOWN = 6
"""Of a long row only so many columns are drawn: the others look alike."""


class Around(NamedTuple):
    """Lines of text; none where nothing of what is touched lies on the table."""

    before: tuple[str, ...]
    after: tuple[str, ...]


def around(
    ops: Sequence[Op],
    surface: Mapping[Place, bool],
    faces: Mapping[Place, Face] | None = None,
    width: int = 72,
    step: int | None = None,
) -> Around:
    """Return the places an act touches, before it and after it; of a round the first duel.

    ``surface``: which places are taken before it, and whether face up.  ``faces``: what is known to lie open.
    ``step``: which of the steps that a duel is told in, from 0; None where it is told at once.
    """
    before, after = sights(ops, surface, faces, step=step)
    return Around(_draw(before, width), _draw(after, width))


class AreaSight(NamedTuple):
    """One area of the table as eyes see it, its first columns: what is taken, and the faces known to lie open."""

    area: str = ""
    seen: Mapping[Place, bool] = {}
    up: Mapping[Place, Face] = {}
    more: int = 0  # columns that look alike and are left out


def sights(
    ops: Sequence[Op],
    surface: Mapping[Place, bool],
    faces: Mapping[Place, Face] | None = None,
    shown: int = SHOWN,
    step: int | None = None,
) -> tuple[AreaSight, AreaSight]:
    """Return what an act touches, as it is seen before it and after it; of a round the first duel.

    ``step``: which of the steps that a duel is told in, from 0; None where it is told at once.
    """
    acts: list[Op] = [op for op in ops if not isinstance(op, Heading)]
    done: Sequence[Op] = ()
    length = duel_length(acts) if acts else 0
    if length:
        acts = acts[:length]
    now, known = Surface(surface), dict(faces or {})
    touched = tuple(dict.fromkeys(place for op in acts for place in places_of(op)))
    if length and step is not None:
        *earlier, acts = _steps(acts)[: step + 1]
        done = [op for one in earlier for op in one]
    _carry_out(done, now, known)
    before = _sight(touched, now, known, shown)
    _carry_out(acts, now, known)
    return before, _sight(touched[::-1], now, known, shown)


def _carry_out(some: Sequence[Op], now: Surface, known: dict[Place, Face]) -> None:
    for op in some:
        now.note(op, "")
        follow(op, known)


def _steps(duel: Sequence[Op]) -> list[list[Op]]:
    """Return what hands do in each step of a duel: the pair apart, the 1 under the challenger, the swap, the look.

    The operations take the open cards of the duel before along with the pair; hands lay them with the 1.
    """
    begun, *_, mixed, look, brought = duel
    assert isinstance(begun, Move)
    pair, opened = begun.source[:2], begun.source[2:]
    taken: list[Op] = [Collect(opened)] if opened else []
    return [[*taken, Move(pair, begun.target[:2])], [Put(pair, ONE), Cover(pair)], [mixed], [look, brought]]


def _sight(touched: Row, surface: Mapping[Place, bool], known: Mapping[Place, Face], shown: int) -> AreaSight:
    """See the area of the first of these places that is taken, with all that lies there.

    Where none is, as before a marker is laid on a card, what lies in the same columns.
    """
    beside = {(place.area, place.number) for place in touched}
    there = [place for place in touched if place in surface] or [
        place for place in sorted(surface) if (place.area, place.number) in beside
    ]
    if not there:
        return AreaSight()
    area = there[0].area
    numbers = sorted({place.number for place in there if place.area == area})
    near = tuple(p for p in sorted(surface) if p.area == area and p.number in numbers[:shown])
    seen = {place: surface[place] for place in near}
    up = {place: known.get(place, UNKNOWN) for place in near if surface[place]}
    return AreaSight(area, seen, up, max(0, len(numbers) - shown))


def _draw(sight: AreaSight, width: int) -> tuple[str, ...]:
    if not sight.seen:
        return ()
    lines = picture(Cover(tuple(sight.seen)), sight.seen, sight.up, width)
    return (*lines, f"… and {sight.more} more alike") if sight.more else tuple(lines)


def follow(op: Op, known: dict[Place, Face]) -> None:
    """Keep what is known of open faces true after an operation."""
    match op:
        case Put():
            known.update(zip(op.places, op.faces, strict=True))
        case Move():
            moved = [known.pop(place, None) for place in op.source]
            known.update({p: face for p, face in zip(op.target, moved, strict=True) if face is not None})
        case Sort():
            for place in (place for column in op.columns for place in column):
                known.pop(place, None)
            order = [face for face, count in op.order for _ in range(count)]
            known.update(zip(op.by, order, strict=True))
        case LayHand() | Encode() | Heading():
            pass
        case _:
            for place in places_of(op):
                known.pop(place, None)
