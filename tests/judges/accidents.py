"""What is stated of an accident, beside what is true: a card or a pile seen, a scramble left out, anywhere in a run.

The run goes on as it would, or is given up; what the whole view then tells of the hidden hands beyond the clean run's
is what the accident gave away: exact chances, every deal alike before the run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from facilitator.mistakes.bounds import (
    Leakage,
    measure_missing_shuffle,
    measure_sighting,
    measure_spill,
    measure_spill_at,
)
from facilitator.mistakes.public_knowledge import AttemptMoment, some_covered
from facilitator.operations.definitions import CARD_ROW, COLUMN, PILE, SIX, Heading, Mixing, Place, Row
from facilitator.operations.effects import VisibleTable
from facilitator.operations.perform import Recipe, operations
from facilitator.protocols.forms import Form, Sizes, example_layout
from facilitator.protocols.gates import get_expected_answer
from facilitator.protocols.layout import Layout
from facilitator.protocols.recovery import give_up, is_decided
from facilitator.verification.cases import selection_cases
from facilitator.verification.recovery import cancel_attempt, get_initial_surface
from facilitator.verification.substitution import OpPosition
from facilitator.verification.verifier import Case
from judges.witness import Witness, answered, come_so_far, scripts

NEVER = OpPosition(-1, 0)
"""When nothing goes wrong."""


class Accident(NamedTuple):
    """Something that goes wrong: when, and the places that were seen; none: the scramble there was left out.

    ``home``: the run is given up then; else it goes on.
    """

    at: OpPosition
    seen: Row
    home: bool = False


@dataclass(frozen=True)
class Trial:
    """A form's selection on a small table, in which things go wrong."""

    form: Form
    sizes: Sizes
    valid: int

    @cached_property
    def layout(self) -> Layout:
        """The table."""
        return example_layout(self.sizes, self.valid, self.form)

    @cached_property
    def case(self) -> Case:
        """The clean run."""
        (case,) = selection_cases(self.form, self.sizes, playable=[self.valid])
        return case

    @cached_property
    def stated(self) -> dict[Accident, float]:
        """What play states of each accident, in bits: at most so many on average, in any course of the run."""
        return dict(sorted(stated(self.layout, self.case.recipe).items(), key=str))

    def true(self, one: Accident) -> float:
        """Return what the verifier says of an accident, in bits beyond those of the clean run."""
        case, clean = self._led_home(one.at) if one.home else (self.case, self._clean)
        if not case.deals:
            return 0.0
        return Witness(case, one.at, one.seen, unscrambled=not one.seen).bits() - clean

    @cached_property
    def _clean(self) -> float:
        return Witness(self.case, NEVER).bits()

    @cached_property
    def _homes(self) -> dict[OpPosition, tuple[Case, float]]:
        return {}

    def _led_home(self, at: OpPosition) -> tuple[Case, float]:
        """Return the run given up right after an operation, and what it tells without an accident; kept."""
        if at not in self._homes:
            home = cancel_attempt(self.layout, self.case.recipe, at.stage, at.before + 1)
            case = replace(self.case, recipe=home)
            case = come_so_far(case, Witness(case, NEVER).views())
            self._homes[at] = case, Witness(case, NEVER).bits() if case.deals else 0.0
        return self._homes[at]

    def what(self, one: Accident) -> tuple[object, ...]:
        """Return what kind of accident it is, comparable between tables: in which part, of whose card or bit."""
        stage = self.case.recipe[one.at.stage]
        place = one.seen[0] if one.seen else None
        whose = -1
        if place is not None and place.area == COLUMN:
            hands = [owner for owner, _ in self.layout.hands]
            whose = next(i for i, owner in enumerate(hands) if place.number in self.layout.numbers(owner))
            whose = min(whose, 1) if whose < len(hands) - 1 else 2
        where = (place.area, place.row, whose, len(one.seen) > 1) if place is not None else ()
        return stage.heading.part, one.at.before, where, one.home


def stated(layout: Layout, recipe: Recipe) -> dict[Accident, float]:
    """Return the bits that play states, on average in any course, of a card or pile seen, a scramble left out."""
    most: dict[Accident, float] = {}
    for script in scripts(recipe):
        course = list(answered(recipe, script))
        stage, before, surface = -1, 0, get_initial_surface(layout)
        for index, (op, said) in enumerate(course):
            surface.note(op, said)
            stage, before = (stage + 1, 0) if isinstance(op, Heading) else (stage, before + 1)
            if isinstance(op, Heading):
                continue
            done = course[: index + 1]
            ahead = [later for later, _ in answered(recipe, [said for _, said in done if said])]
            here, at = AttemptMoment(layout, done, ahead[index + 1 :]), OpPosition(stage, before - 1)
            told = [(Accident(at, seen), leak) for seen, leak in told_after(here, surface, index)]
            ops = [one for one, _ in done]
            if not is_decided(ops):
                back = list(operations(give_up(layout, surface, ops), get_expected_answer))
                home = replace(here, upcoming=back)
                told += [(Accident(at, seen, True), leak) for seen, leak in told_after(home, surface, index)]
            for one, leak in told:
                most[one] = max(leak.max_bits, most.get(one, 0.0))
    return most


def sightings(moment: AttemptMoment, surface: Mapping[Place, bool]) -> Iterator[tuple[Place, Row]]:
    """Yield places that may be seen at a moment, each card with its pile, which may be seen with it."""
    for place in some_covered(moment.layout, surface, moment.public_knowledge):
        near = (spot for spot in surface if (spot.area, spot.number) == (place.area, place.number))
        yield place, tuple(sorted(near)) if place.row == CARD_ROW else ()


def told_after(moment: AttemptMoment, surface: VisibleTable, index: int) -> Iterator[tuple[Row, Leakage]]:
    """Yield what is stated right after the operation at ``index``: of each place and pile seen, of its scramble."""
    known = moment.public_knowledge
    for place, pile in sightings(moment, surface):
        yield (place,), measure_sighting(moment, place, known)
        if pile and place.area in (COLUMN, PILE):
            yield pile, measure_spill_at(moment, place, known)
    row = {p: up for p, up in surface.items() if p.area == SIX and not up}
    if len(row) > 1:
        yield tuple(sorted(row)), measure_spill(moment, row)
    if isinstance(moment.done[index][0], Mixing):
        yield (), measure_missing_shuffle(moment, index)
