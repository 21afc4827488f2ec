"""Giving a run up: until when it may be, and the run that leads back.

What a run decides by chance stays decided: whoever could stop after seeing it and start again would choose
among outcomes, and the proof of giving up ends where the result is shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from facilitator.errors import TableError
from facilitator.machine.operations import (
    CARD_ROW,
    LOT,
    PILE,
    SIX,
    Choose,
    Collect,
    Heading,
    Op,
    Place,
    Reveal,
    Scramble,
)
from facilitator.machine.parts import Part
from facilitator.machine.perform import Outcome, Recipe, Stage, Steps
from facilitator.play.run import Step
from facilitator.play.turn import LOT_FORM, Selection
from facilitator.protocols.recovery import give_up
from facilitator.readings.instruction import Verb

RECOVERY = "give up"


def decided(ops: Sequence[Op]) -> bool:
    """Tell whether the result of a run has come to light: a card, "none", a lot, whether a drawn card fits.

    ``ops``: those up to now; the last may have been carried out.  The pairs before the winner's card is turned
    over, and the pair of an only card, decide nothing by chance: begun again they would tell the same.
    """
    *before, now = ops
    return any(map(_decides, before)) or (_decides(now) and not _only_pair(now))


def _decides(op: Op) -> bool:
    asks = isinstance(op, Reveal) and bool(op.ask) and op.places[0].area != SIX
    return asks or isinstance(op, Choose)


def _only_pair(op: Op) -> bool:
    return isinstance(op, Reveal) and op.places[0].area == PILE and op.places[0].row > CARD_ROW


def may_give_up(plan: Selection, ops: Sequence[Op]) -> None:
    """Raise `TableError` where a run may not be given up, saying how to go on."""
    if plan.form == RECOVERY:
        raise TableError(
            "these steps to be finished",
            "stop, on the way back already",
            "They take every card home; u takes a step back.",
        )
    if not decided(ops):
        return
    if plan.form == LOT_FORM:
        raise TableError(
            "the run to be finished",
            "a lot that is drawn already",
            "What was turned over stays. Drawn twice, it would no longer be left to chance.",
        )
    raise TableError(
        "the run to be finished",
        "its result in sight already",
        "What was turned over stays the outcome: begun again, chance would not have chosen it. Finish the "
        "steps. Covered cards whose owner nobody can tell any more: mix them face down, and give everyone, the "
        "deck too, as many as they lack. If it cannot be a result (the card does not fit, two pairs read β α, "
        "a pair is no α and β): type u back to the step that turns the piles' pairs over, cover what lies "
        "open, and type stop there.",
    )


def hands_first(step: Step) -> str:
    """Return what hands do with the step at hand before the way back; `Game` does it for a rehearsal's table.

    What a scramble mixed stays mixed, so one that was begun is finished; everything else can be undone.
    """
    if isinstance(step.op, Scramble) and step.instruction.verb is not Verb.SLEEVE:
        return "Finish the scramble: mix all of it, and lay everything out again, covered"
    return "Bring the table back to where the step before left it"


def way_back(
    plan: Selection, surface: Mapping[Place, bool], done: Sequence[Op], doing: Op | None = None
) -> Selection | None:
    """Return the run that takes home what lies on the table; None if nothing does, so that it starts anew.

    ``surface``, ``done`` and ``doing``: as `protocols.recovery.give_up` wants them.
    """
    if plan.layout is None:
        lot = tuple(sorted(place for place in surface if place.area == LOT))
        lies = tuple((place, surface[place]) for place in lot)
        recipe = lot_back(lot)
        return Selection(plan.seat, RECOVERY, recipe, None, plan.chosen, plan.drawn, lies) if lot else None
    if not surface:
        return None
    recipe = give_up(plan.layout, surface, done, doing)
    return Selection(plan.seat, RECOVERY, recipe, surface=tuple(surface.items()))


def lot_back(lot: tuple[Place, ...]) -> Recipe:
    """Return the way back from a lot that has drawn nothing: its cards go into the box."""

    def steps(known: Outcome) -> Steps[Outcome]:
        yield Collect(lot)
        return known

    return (Stage(Heading(Part.LOT_BACK), steps),)
