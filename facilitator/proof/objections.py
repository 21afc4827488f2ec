"""What else the verifier objects to: cards left behind or lost, answers nobody asked for, other cards than told.

A run may have the right law and a quiet view and still lose a card.  When all is done nothing may lie on the
table but what was played.  Then every extra card is in the box, since only extra cards go there, and every card
of the game at home, since it can leave the table only to an owner who held it, or unseen from the deck to the
owner whom the law names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from facilitator.machine.faces import Face, is_extra, plain
from facilitator.machine.operations import CHOSEN, Choose, Collect, Encode, Place, Reveal, Sort
from facilitator.machine.perform import Outcome
from facilitator.machine.physics import Faces, same_cards
from facilitator.proof.hidden import reader
from facilitator.proof.verdict import Weights

DRAWN = "drawn"
"""The area where the verifier keeps the cards that went unseen from the deck into a hand."""

Left = Callable[[Outcome], tuple[Face, ...]]
"""Which cards must lie on the table in the end, by the outcome."""

Objection = tuple[str, Weights]
"""What is wrong, and the deals in which it is."""

States = Sequence[tuple[Faces, Weights]]


def played(outcome: Outcome) -> tuple[Face, ...]:
    """Return the cards that lie on the table when all is done: those that were played."""
    return tuple(one.card for one in (*outcome.before, outcome) if one.card is not None)


def nothing(_: Outcome) -> tuple[Face, ...]:
    """Return what lies there after a run that plays no card."""
    return ()


def left_over(wanted: Sequence[Face], surface: Mapping[Place, bool], states: States) -> Objection | None:
    """Object if anything else than these cards lies on the table in the end, or one of them not face up."""
    for faces, weights in states:
        lying = [place for place in faces if place.area != DRAWN]
        shown = Counter(faces[place] for place in lying if place.area == CHOSEN and surface[place])
        if len(lying) > len(wanted) or shown != Counter(wanted):
            found = " ".join(faces[place] for place in lying) or "nothing"
            return f"in the end {found} lies on the table, not just what was played", weights
    return None


def other_cards(op: Sort | Encode, states: States) -> Objection | None:
    """Object if the cards that lie open are not those the operation counts on."""
    if isinstance(op, Sort):
        places, wanted = op.by, sorted(face for face, count in op.order for _ in range(count))
    else:
        places, wanted = op.cards, sorted(op.shown)
    look = reader(places)
    for faces, weights in states:
        if sorted(map(plain, look(faces))) != wanted:
            return "other cards lie open than hands were told", weights
    return None


def strange(op: Reveal | Choose | Collect, view: Sequence[Face]) -> str | None:
    """Say what is wrong with what is seen: not what was announced, not asked for, or no extra card."""
    faces = [*map(plain, view)]
    if isinstance(op, Collect):
        return None if all(map(is_extra, faces)) else "a card of the game goes into the box"
    if isinstance(op, Reveal) and op.expect and not same_cards(faces, op.expect):
        return "a reveal shows other cards than announced"
    if op.ask and "".join(faces) not in op.ask:
        return f"{' '.join(faces)} was not among the answers asked for"
    return None
