"""A sleeve that keeps its card is a thing everybody sees: once its card lay open in it, a scratch tells it for good.

A scramble takes no card out of its sleeve, so the scratch is seen again where the owners' markers come out.
"""

from __future__ import annotations

from facilitator.machine.faces import marked, plain
from facilitator.machine.operations import CARD_ROW, COLUMN, MARKER_ROW, Encode, Move, Op, Reveal
from facilitator.machine.physics import Faces


def looked_at(op: Op) -> tuple[Op, ...]:
    """Do ``op``; before the markers are drawn out, everybody looks at the sleeves."""
    if not isinstance(op, Reveal) or (op.places[0].area, op.places[0].row) != (COLUMN, MARKER_ROW):
        return (op,)
    return Move(op.places, op.places), op


def scratch(op: Op, faces: Faces) -> None:
    """Scratch the first sleeve while its card lies open in it; where sleeves are looked at, it is told by that.

    No other is ever scratched, however many runs there are.
    """
    if isinstance(op, Encode) and not any(map(_scratched, faces.values())):
        faces[op.cards[0]] = marked(faces[op.cards[0]])
    elif isinstance(op, Move) and op.source == op.target:
        for place in op.source:
            if _scratched(faces[place._replace(row=CARD_ROW)]):
                faces[place] = marked(faces[place])


def _scratched(face: str) -> bool:
    return face != plain(face)
