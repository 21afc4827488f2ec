"""One run told, act by act: what it is at every size, what lies there before it, what was asked and answered."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import dropwhile

from facilitator.machine.faces import ALPHA, BETA, NONE, Face
from facilitator.machine.operations import CHOSEN, COLUMN, Cover, Draw, Heading, Move, Op, Place, Rearrange
from facilitator.machine.parts import Part, Phase
from facilitator.machine.physics import Surface
from facilitator.readings.before_after import follow
from facilitator.readings.letters import DREW, INDEX, Sizes, skeleton, with_products
from facilitator.readings.wording import Cue

CARD = "a card"
"""Any card that a question may be answered with: they all lead on alike."""


@dataclass(frozen=True, slots=True)
class HeardAct:
    """One act of one run: its cue, its sizes, what lies there before it, what was asked and answered before it.

    ``reply``: what its own question is answered.
    """

    cue: Cue
    heading: Heading
    sizes: Sizes
    before: Mapping[Place, bool]
    faces: Mapping[Place, Face]
    asked: Hashable = None
    answer: str = ""
    reply: str = ""

    @property
    def key(self) -> Hashable:
        """What it is at every size."""
        orders = tuple(op.order for op in self.cue.group.acts if isinstance(op, Rearrange))
        # what covers a class's pair leads to the next class, which is another for each
        covers = self.heading.part is Part.CHAMPION and isinstance(self.cue.group.acts[0], Cover)
        number = self.heading.number if covers else 0
        return self.cue.kind, stage(self.heading.part), number, orders, tuple(map(skeleton, self.cue.told))


def stage(part: Part) -> Part:
    """Return what stands for a part where acts are compared: all is given back in one stage, in chains as else."""
    return Part.GIVE_BACK if part.phase is Phase.GIVE_BACK else part


def hear(cues: Sequence[Cue], answers: Sequence[str], sizes: Sizes, surface: Surface) -> tuple[HeardAct, ...]:
    """Return the acts of a run that was told whole; ``answers``: one for each operation, most of them empty."""
    heading, found, done = Heading(Part.LAY_OUT), list[HeardAct](), 0
    asked: Hashable = None
    answer, drawn, known = "", 0, dict[Place, Face]()
    for cue in cues:
        acts = [
            *dropwhile(lambda op: isinstance(op, Heading), reversed(cue.ops))
        ]  # what comes after it, is none
        heading = next((op for op in acts if isinstance(op, Heading)), heading)
        before, faces = dict(surface), dict(known)
        for op in cue.ops:
            surface.note(op, answers[done])
            follow(op, known)
            done += 1
            drawn += left_the_deck(op)
        if not cue.told:
            continue
        there, reply = at_this(heading, sizes, drawn), said(answers[done - 1])
        heard = HeardAct(cue, heading, there, before, faces, asked, answer, reply)
        found.append(heard)
        if reply:
            asked, answer = heard.key, reply
    return tuple(found)


def at_this(heading: Heading, sizes: Sizes, drawn: int) -> dict[str, int]:
    """Return the sizes at an act: with which time it is, and how many cards were drawn."""
    found = {INDEX: heading.number} if heading.part is Part.AND else {}
    return with_products(found | dict(sizes) | ({DREW: drawn} if DREW in sizes else {}))


def left_the_deck(op: Op) -> bool:
    """Tell whether an operation ends a card's stay in the deck: it goes into the hand, or is played."""
    return isinstance(op, Draw) or (
        isinstance(op, Move) and op.target[0].area == CHOSEN and op.source[0].area == COLUMN
    )


def said(answer: str) -> str:
    """Return an answer, any card being as good as another."""
    return answer if answer in ("", NONE) or {*answer} <= {ALPHA, BETA} else CARD
