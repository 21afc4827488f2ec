"""What is stated of an accident in one of two chained runs, beside what their joint view tells.

The second run goes on with the columns of the first: what is seen in either may tell something of the other's.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from facilitator.operations.perform import Outcome, Recipe
from facilitator.protocols.forms import Form, Sizes
from facilitator.protocols.layout import Layout
from facilitator.verification.linked import (
    chained_cases,
    first_outcomes,
    join_attempts,
    make_first_layout,
    opening_of,
    second_layout,
)
from facilitator.verification.recovery import cancel_attempt
from facilitator.verification.substitution import OpPosition
from facilitator.verification.verifier import Case, Leaf, measure_leak, sum_probabilities
from judges.accidents import Accident, stated
from judges.witness import Witness, first_deciding


@dataclass(frozen=True)
class Chain:
    """Two virtual seats in a row on one layout; accidents are numbered by the stages of their own run."""

    form: Form
    sizes: Sizes
    valid: int

    @cached_property
    def case(self) -> Case:
        """Both clean runs."""
        return list(chained_cases(self.sizes, self.form.name))[self.valid - 1]

    @cached_property
    def first(self) -> Layout:
        """The table before the first run."""
        return make_first_layout(self.sizes, self.form, self.valid)

    @cached_property
    def _opening(self) -> Recipe:
        return opening_of(self.form).recipe(self.first)

    @property
    def outcomes(self) -> list[Outcome]:
        """The outcomes after which the second run comes, where one can come about."""
        met = {leaf.outcome.before[0] for leaf in self._clean if leaf.outcome.before}
        return [outcome for outcome in first_outcomes(self.first) if outcome in met]

    def stated_first(self) -> dict[Accident, float]:
        """What play states of each accident of the first run, in bits: at most so many on average, in any course."""
        return dict(sorted(stated(self.first, self._opening).items(), key=str))

    def stated_after(self, outcome: Outcome) -> dict[Accident, float]:
        """What play states of each accident of the second run; given up only where no course has its result yet."""
        layout, recipe = self.second(outcome)
        first = first_deciding(recipe)
        found = stated(layout, recipe).items()
        return dict(
            sorted(((one, bits) for one, bits in found if not (one.home and one.at.stage > first)), key=str)
        )

    def true_first(self, one: Accident) -> float:
        """Return what the joint view tells of an accident of the first run, in bits beyond the clean runs'."""
        recipe = self.case.recipe
        if one.home:
            recipe = cancel_attempt(self.first, self._opening, one.at.stage, one.at.before + 1)
        return self.bits(self._seen(one, one.at, recipe)) - self.bits(self._seen(None, one.at, recipe))

    def true_after(self, outcome: Outcome, one: Accident) -> float:
        """Return the same of the second run, among the games in which the first came out so."""
        layout, recipe = self.second(outcome)
        at = OpPosition(len(self._opening) + 1 + one.at.stage, one.at.before)
        whole = self.case.recipe
        if one.home:
            back = cancel_attempt(layout, recipe, one.at.stage, one.at.before + 1)
            whole = join_attempts(self.first, opening_of(self.form), self.form, {outcome: back})
        here, clean = (
            self.after(outcome, leaves)
            for leaves in (self._seen(one, at, whole), self._seen(None, at, whole))
        )
        return self.bits(here) - self.bits(clean)

    @staticmethod
    def after(outcome: Outcome, leaves: Iterable[Leaf]) -> list[Leaf]:
        """Return the views of the games in which the first run came out so."""
        return [leaf for leaf in leaves if leaf.outcome.before and leaf.outcome.before[0] == outcome]

    def second(self, outcome: Outcome) -> tuple[Layout, Recipe]:
        """Return the second run after an outcome of the first: its table and its recipe."""
        layout = second_layout(self.first, outcome, self.form)
        return layout, self.form.recipe(layout)

    @cached_property
    def _clean(self) -> list[Leaf]:
        return self._seen(None, OpPosition(-1, 0), self.case.recipe)

    def _seen(self, one: Accident | None, at: OpPosition, recipe: Recipe) -> list[Leaf]:
        if one is None:
            return Witness(self.case, OpPosition(-1, 0), recipe=recipe).views()
        return Witness(self.case, at, one.seen, unscrambled=not one.seen, recipe=recipe).views()

    def bits(self, leaves: Iterable[Leaf]) -> float:
        """Return what some views tell beyond the public outcomes, on average over them."""
        some, count = list(leaves), len(self.case.deals)
        law = sum_probabilities(some, count)
        whole = sum((chance for ends in law for chance in ends.values()), Fraction(0)) / count
        return measure_leak(some, count).bits / float(whole)
