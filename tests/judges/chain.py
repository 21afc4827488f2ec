"""What is stated of something that goes wrong in one of two chained runs, beside what their joint view tells.

The second run goes on with the columns of the first: what is seen in either may tell something of the other's.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from facilitator.mistakes.kinds import Mistake
from facilitator.operations.faces import DECK
from facilitator.operations.perform import Outcome, Recipe
from facilitator.protocols.forms import Form, Sizes
from facilitator.protocols.layout import Layout
from facilitator.verification.linked import (
    FIRST,
    SECOND,
    chained_cases,
    first_outcomes,
    join_attempts,
    make_first_layout,
    opening_of,
    second_layout,
)
from facilitator.verification.recovery import cancel_attempt
from facilitator.verification.substitution import OpPosition, replace_operation
from facilitator.verification.verifier import Case, Leaf, measure_leak, sum_probabilities
from judges.accidents import NEVER, Accident, Trial, stated
from judges.deeds import Bystander
from judges.judged import Judge
from judges.witness import first_deciding
from judges.wrongs import Then, Wrong, deed

KINDS = (Mistake.MISCOUNTED, Mistake.WRONG_BITS, Mistake.MIXED_UP, Mistake.CROSSED, Mistake.MISGIVEN)
"""What is judged here beside accidents: gone on with, put right, and led home while nothing is decided."""
Fault = Accident | Wrong
"""Something that goes wrong, numbered by the stages of its own run."""


@dataclass(frozen=True)
class Chain:
    """Two virtual seats in a row on one layout. A run is named by the outcome before it, the first by None."""

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
    def runs(self) -> list[Outcome | None]:
        """The first run, and the second after each outcome of the first that can come about."""
        met = {leaf.outcome.before[0] for leaf in self._seen(None, self.case.recipe) if leaf.outcome.before}
        return [None, *(outcome for outcome in first_outcomes(self.first) if outcome in met)]

    def run(self, outcome: Outcome | None) -> tuple[Layout, Recipe]:
        """Return the table and the recipe of a run."""
        if outcome is None:
            return self.first, opening_of(self.form).recipe(self.first)
        layout = second_layout(self.first, outcome, self.form)
        return layout, self.form.recipe(layout)

    # -- what is stated --------------------------------------------------------------------------------

    def accidents(self, outcome: Outcome | None) -> dict[Fault, float]:
        """What play states of each accident of a run, in bits: at most so many on average, in any course.

        The second run is given up only where no course has its result yet.
        """
        layout, recipe = self.run(outcome)
        last = first_deciding(recipe) if outcome else len(recipe)
        found = {
            one: bits for one, bits in stated(layout, recipe).items() if not one.home or one.at.stage <= last
        }
        return dict(sorted(found.items(), key=str))

    def wrongs(self, outcome: Outcome | None) -> dict[Fault, float]:
        """Return the same of counts, pairs, places and owners."""
        layout, recipe = self.run(outcome)
        trial = Trial(self.form, self.sizes, self.valid)
        trial.__dict__["layout"], trial.__dict__["case"] = layout, replace(self.case, recipe=recipe)
        first = first_deciding(recipe)
        return {
            one: bits
            for one, bits in Judge(trial).stated.items()
            if one.what in KINDS
            and not one.odd
            and (one.then is Then.ON or (one.then is Then.HOME and one.end < first))
        }

    # -- what is true ----------------------------------------------------------------------------------

    def true(self, outcome: Outcome | None, one: Fault) -> float:
        """Return what the joint view tells of a fault, in bits beyond the clean runs' with that outcome."""
        layout, recipe = self.run(outcome)
        home = _home(one)
        if home is not None:
            recipe = cancel_attempt(layout, recipe, home.stage, home.before)
        if outcome is None:
            whole = self.case.recipe if home is None else recipe
            return self._bits(self._seen(one, _made(whole, one))) - self._bits(self._seen(None, whole))
        opening, before = opening_of(self.form), len(self.run(None)[1]) + 1
        here, clean = (
            [
                leaf
                for leaf in self._seen(
                    who, join_attempts(self.first, opening, self.form, {outcome: later}), before
                )
                if leaf.outcome.before and leaf.outcome.before[0] == outcome
            ]
            for who, later in ((one, _made(recipe, one)), (None, recipe))
        )
        return self._bits(here) - self._bits(clean)

    def _seen(self, one: Fault | None, recipe: Recipe, before: int = 0) -> list[Leaf]:
        """Return the views of a recipe in which a fault comes, whose run begins after so many stages."""
        witness = Bystander(self.case, NEVER, recipe=recipe)
        if isinstance(one, Accident):
            at = OpPosition(before + one.at.stage, one.at.before)
            witness = Bystander(self.case, at, one.seen, unscrambled=not one.seen, recipe=recipe)
        witness.people = frozenset({owner for owner, _ in self.first.hands} - {FIRST, SECOND, DECK})
        return witness.views()

    def _bits(self, leaves: Iterable[Leaf]) -> float:
        """Return what some views tell beyond the public outcomes, on average over them."""
        some, count = list(leaves), len(self.case.deals)
        law = sum_probabilities(some, count)
        whole = sum((chance for ends in law for chance in ends.values()), Fraction(0)) / count
        return measure_leak(some, count).bits / float(whole)


def _home(one: Fault) -> OpPosition | None:
    """Return the stage and the number of its operations after which a run is given up, or None."""
    if isinstance(one, Accident):
        return OpPosition(one.at.stage, one.at.before + 1) if one.home else None
    return OpPosition(one.end, one.stop) if one.then is Then.HOME else None


def _made(recipe: Recipe, one: Fault) -> Recipe:
    return recipe if isinstance(one, Accident) else replace_operation(recipe, one.at, one.to, deed(one))
