"""Putting a run right, proved: after a mistake and its repair it ends as it should, and tells nothing more.

The mistake is done by operations, too: a scramble left out, a card looked at and covered, bit cards laid wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from facilitator.machine.operations import (
    COLUMN,
    Cover,
    Encode,
    Heading,
    Op,
    Rearrange,
    Reveal,
    Row,
    Scramble,
)
from facilitator.machine.perform import DefaultAnswers, Recipe, Stage, Steps, operations
from facilitator.machine.physics import Surface
from facilitator.proof.cases import Case, selection_cases
from facilitator.proof.misdone import At, answered, done, instead, misdone
from facilitator.protocols.form import Form, Sizes
from facilitator.protocols.forms import example_layout
from facilitator.protocols.known import Known
from facilitator.protocols.leaks import some_covered
from facilitator.protocols.mending import Mend, Repair, mend, mended_stage, repairs

PUT_RIGHT = "put-right"
"""Mistakes put right in place, at every point where a repair is offered."""


class Mended(NamedTuple):
    """A run that was put right after something went wrong.

    ``at``: the scramble before the repair.  ``seen``: what was looked at then.  ``wrong``: the operation that laid
    bit cards wrong.  Neither: that scramble was left out.  ``first``, ``after``: the repair's first operation in
    the recipe, by its stage and the operations before it, and the one that follows it.
    """

    at: At
    seen: Row
    wrong: At | None
    repair: Repair
    first: At
    after: At
    case: Case


def put_right_cases(form: Form, sizes: Sizes) -> Iterator[Case]:
    """Yield a case for every repair and every mistake it is offered for, where some cards fit and some do not."""
    yield from (one.case for valid in range(1, sum(sizes)) for one in mended_runs(form, sizes, valid))


def mended_runs(form: Form, sizes: Sizes, valid: int) -> Iterator[Mended]:
    """Yield every accident that a repair is offered for, with the repair where it is, and the run to its end."""
    layout = example_layout(sizes, valid, form)
    (case,) = selection_cases(form, sizes, playable=[valid])
    course = list(answered(case.recipe, ()))
    stage, before, surface, laid = -1, 0, Surface(), At(-1, 0)
    for index, (op, said) in enumerate(course[:-1]):
        surface.note(op, said)
        stage, before = (stage + 1, 0) if isinstance(op, Heading) else (stage, before + 1)
        laid = At(stage, before - 1) if isinstance(op, Encode) else laid
        doing = next(later for later, _ in course[index + 1 :] if not isinstance(later, Heading))
        so_far = [one for one, _ in course[: index + 1]]
        for repair in repairs(so_far, doing) if isinstance(op, Scramble) else ():
            one = mend(repair, so_far, doing)
            assert one is not None
            put_right = partial(_put_right, case, At(stage, before - 1), repair, one)
            if repair is Repair.PAIRS_ANEW:
                yield put_right(wrong=laid)
            yield put_right()
            for place in some_covered(layout, surface, Known(owned=False, grouped=False)):
                if place.area == COLUMN:
                    yield put_right((place,))


def _put_right(
    case: Case, at: At, repair: Repair, one: Mend, seen: Row = (), wrong: At | None = None
) -> Mended:
    if wrong is not None:
        recipe = wrong_bits(case.recipe, wrong)
    else:
        deed = partial(done, after=(Reveal(seen), Cover(seen))) if seen else partial(instead, ())
        recipe = misdone(case.recipe, at, Scramble, deed)
    stage, before = at.stage, at.before + _length(recipe[at.stage]) - _length(case.recipe[at.stage]) + 1
    if before == _length(recipe[stage]):  # at a stage's end it begins the next one
        stage, before = stage + 1, 0
    mended = (*recipe[:stage], mended_stage(recipe[stage], Mend(before, one.ops)), *recipe[stage + 1 :])
    places = At(stage, before), At(stage, before + len(one.ops))
    return Mended(at, seen, wrong, repair, *places, replace(case, recipe=mended))


def wrong_bits(recipe: Recipe, laid: At) -> Recipe:
    """Return a recipe in which the bit cards under the first two cards go, each, to the next one's place."""

    def laid_wrong(op: Op) -> Steps[str]:
        assert isinstance(op, Encode)
        places: Row = (*op.bits[0], *op.bits[1])
        return done(op, after=(Rearrange(places, (*range(2, len(places) + 1), 1)),))

    return misdone(recipe, laid, Encode, laid_wrong)


def _length(stage: Stage) -> int:
    """How many operations a stage has, its heading aside."""
    return sum(1 for _ in operations((stage,), DefaultAnswers())) - 1
