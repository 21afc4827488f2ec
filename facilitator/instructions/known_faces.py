"""Track the face-up cards whose faces the program knows.

The program knows a face-up card only if an instruction laid it or sorted its column. People at the table can
also read all other face-up cards.
"""

from __future__ import annotations

from facilitator.operations import definitions as ops
from facilitator.operations.definitions import Heading, Op, Place
from facilitator.operations.faces import Face

UNREAD: Face = "??"
"""Face of a face-up card that the program does not know."""


def track_faces(op: Op, known: dict[Place, Face]) -> None:
    """Update the dictionary of known faces after an operation."""
    if isinstance(op, ops.LayHand | ops.Encode | Heading | ops.Look):
        return
    before = {place: known.pop(place) for place in ops.places_of(op) if place in known}
    match op:
        case ops.Put():
            known.update(zip(op.places, op.faces, strict=True))
        case ops.Move():
            ways = zip(op.source, op.target, strict=True)
            known.update({target: before[source] for source, target in ways if source in before})
        case ops.Sort():
            order = [face for face, count in op.order for _ in range(count)]
            known.update(zip(op.by, order, strict=True))
