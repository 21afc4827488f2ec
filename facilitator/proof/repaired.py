"""Putting a run right, proved: after a mistake and its repair it ends as it should, and tells nothing more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from facilitator.machine.operations import COLUMN, Encode, Heading, Row, Scramble
from facilitator.machine.perform import Answers, Recipe, operations
from facilitator.machine.physics import Surface
from facilitator.proof.accidents import At, Witness, answered
from facilitator.proof.cases import selection_cases
from facilitator.protocols.form import Form, Sizes
from facilitator.protocols.forms import example_layout
from facilitator.protocols.known import Known
from facilitator.protocols.leaks import some_covered
from facilitator.protocols.mending import Mend, Repair, mend, mended_stage, repairs


class Mended(NamedTuple):
    """A run that was put right after something went wrong: when, what, how, and the enumeration of it all."""

    at: At
    seen: Row
    repair: Repair
    witness: Witness


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
        for repair in (
            repairs([one for one, _ in course[: index + 1]], doing) if isinstance(op, Scramble) else ()
        ):
            one = mend(repair, [one for one, _ in course[: index + 1]], doing)
            assert one is not None
            recipe = _with(case.recipe, stage, before, one)
            at = At(stage, before - 1)
            if repair is Repair.PAIRS_ANEW:
                yield Mended(laid, (), repair, Witness(case, laid, wrong=True, recipe=recipe))
            yield Mended(at, (), repair, Witness(case, at, unscrambled=True, recipe=recipe))
            for place in some_covered(layout, surface, Known(owned=False, grouped=False)):
                if place.area == COLUMN:
                    yield Mended(at, (place,), repair, Witness(case, at, (place,), recipe=recipe))


def _with(recipe: Recipe, stage: int, before: int, one: Mend) -> Recipe:
    """Put a repair after so many operations of a stage; at a stage's end it begins the next one."""
    ends = before == sum(1 for _ in operations(recipe[stage : stage + 1], Answers())) - 1
    number, at = (stage + 1, 0) if ends else (stage, before)
    again = mended_stage(recipe[number], Mend(at, one.ops))
    return (*recipe[:number], again, *recipe[number + 1 :])
