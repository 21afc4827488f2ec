"""Doing a slip: the recipe of a mutant, run as hands would that slip there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from facilitator.machine.operations import (
    COLUMN,
    PILE,
    Choose,
    Cover,
    Draw,
    Move,
    Op,
    Place,
    Return,
    Reveal,
    Scramble,
)
from facilitator.machine.perform import Outcome, Recipe, Stage, Steps
from facilitator.proof.misdone import Peek
from facilitator.proof.mutants import ENDS, TURNED, Mutant, Slip, place_of


@dataclass
class Slipper:
    """Does a mutant's slip.  ``pairs``: the operations it exchanged.

    ``to_end``: everything from the slip on becomes one stage, so that nothing is merged after it.
    """

    mutant: Mutant
    hands: Mapping[str, range]
    pairs: dict[tuple[Op, Op], None] = field(default_factory=dict)
    to_end: bool = False

    def recipe(self, recipe: Recipe) -> Recipe:
        """Return the recipe with the slip; where two stages' operations may be exchanged they become one stage."""
        number = self.mutant.site.stage
        end = len(recipe) if self.to_end else number + 1 + (self.mutant.slip is Slip.EXCHANGED)
        joined = recipe[number:end]
        stage = Stage(joined[0].heading, partial(self._steps, joined))
        return (*recipe[:number], stage, *recipe[number + len(joined) :])

    def _steps(self, stages: Recipe, known: Outcome) -> Steps[Outcome]:
        going, count = _joined(stages, known), 0
        site = self.mutant.site
        try:
            op = next(going)
            while True:
                if (count, type(op)) != site[1:]:
                    answer = yield op
                elif self.mutant.slip is Slip.EXCHANGED:
                    later = going.send("")
                    self.pairs[op, later] = None
                    answer = yield later
                    yield op
                    count += 1
                else:
                    answer = yield from self._instead(op)
                count += 1
                op = going.send(answer)
        except StopIteration as end:
            outcome: Outcome = end.value
            return outcome

    def _instead(self, op: Op) -> Steps[str]:
        """What is done where the slip happens; an answer nobody got is taken to be the first there could be."""
        asked: tuple[str, ...] = getattr(op, "ask", ())
        said = asked[0] if asked else ""
        ops = self.ops(op)
        for number, other in enumerate(ops):
            answer = yield other
            said = said if number else answer
        return said

    def ops(self, op: Op) -> tuple[Op, ...]:
        """Return what is done instead of an operation."""
        detail = self.mutant.detail
        match self.mutant.slip, op:
            case Slip.DELETED, _:
                return ()
            case Slip.REDIRECTED, Return() | Draw():
                return (replace(op, owner=str(detail[0])),)
            case Slip.REDIRECTED, Move():
                turned = (*op.target[1:], op.target[0])
                away = tuple(
                    Place(PILE if p.area == COLUMN else COLUMN, 90 + p.number, p.row) for p in op.target
                )
                return (replace(op, target=turned if detail == (TURNED,) else away),)
            case Slip.UNSCRAMBLED, Scramble():
                return (replace(op, piles=op.piles[1:] if detail == ENDS[:1] else op.piles[:-1]),)
            case Slip.ASKED_LESS, Reveal() | Choose() if len(op.ask) > 1:
                return (replace(op, ask=op.ask[1:] if detail == ENDS[:1] else op.ask[:-1]),)
            case Slip.SEEN_MORE, _:
                extra = Peek((place_of(detail, self.hands),))
                return (op, extra, Cover(extra.places))
            case _:
                return (op,)


def _joined(stages: Recipe, known: Outcome) -> Steps[Outcome]:
    for stage in stages:
        known = yield from stage.steps(known)
    return known
