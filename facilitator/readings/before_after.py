"""The row of places before and after an act, drawn from what everyone sees: in a real game too.

Covered cards are drawn as covered.  Of an open card the program knows the face only if it told to lay it or it
was sorted by it; any other is ``??``, though the table can read it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from facilitator.machine.faces import Face
from facilitator.machine.operations import (
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
) -> Around:
    """Return the places an act touches, before it and after it; of a round the first duel.

    ``surface``: which places are taken before it, and whether face up.  ``faces``: what is known to lie open.
    """
    acts = [op for op in ops if not isinstance(op, Heading)]
    if acts and (length := duel_length(acts)):
        acts = acts[:length]
    now, known = Surface(surface), dict(faces or {})
    touched = tuple(dict.fromkeys(place for op in acts for place in places_of(op)))
    before = _draw(touched, now, known, width)
    for op in acts:
        now.note(op, "")
        follow(op, known)
    return Around(before, _draw(touched[::-1], now, known, width))


def _draw(
    touched: Row, surface: Mapping[Place, bool], known: Mapping[Place, Face], width: int
) -> tuple[str, ...]:
    """Draw the area of the first of these places that is taken, with all that lies there."""
    there = [place for place in touched if place in surface]
    if not there:
        return ()
    area = there[0].area
    numbers = sorted({place.number for place in there if place.area == area})
    near = tuple(p for p in sorted(surface) if p.area == area and p.number in numbers[:SHOWN])
    seen = {place: surface[place] for place in near}
    up = {place: known.get(place, UNKNOWN) for place in near if surface[place]}
    lines = picture(Cover(near), seen, up, width)
    return (*lines, f"… and {len(numbers) - SHOWN} more alike") if len(numbers) > SHOWN else tuple(lines)


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
