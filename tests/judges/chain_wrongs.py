"""What is stated of something done wrong in one of two chained runs, beside what their joint view tells.

Counts, pairs, places and owners; what was seen, spilled or left unscrambled is `chain_accidents`' business.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from facilitator.mistakes.kinds import Mistake
from facilitator.operations.faces import DECK
from facilitator.operations.perform import Outcome, Recipe
from facilitator.protocols.layout import Layout
from facilitator.verification.linked import FIRST, SECOND, join_attempts, opening_of
from facilitator.verification.recovery import cancel_attempt
from facilitator.verification.substitution import OpPosition, replace_operation
from facilitator.verification.verifier import Leaf
from judges.accidents import Trial
from judges.chain_accidents import Chain
from judges.deeds import Bystander
from judges.judged import Judge
from judges.witness import first_deciding
from judges.wrongs import Then, Wrong, deed

KINDS = (Mistake.MISCOUNTED, Mistake.WRONG_BITS, Mistake.MIXED_UP, Mistake.CROSSED, Mistake.MISGIVEN)
"""What is judged here: gone on with, put right, and led home while nothing is decided."""


@dataclass(frozen=True)
class ChainWrongs:
    """Two virtual seats in a row on one layout, in whose runs things are done wrong; stages are of their own run."""

    chain: Chain

    # -- what is stated --------------------------------------------------------------------------------

    @cached_property
    def stated_first(self) -> dict[Wrong, float]:
        """What play states of each mistake of the first run, in bits: at most so many on average, in any course."""
        return self._stated(self.chain.first, self._opening)

    def stated_after(self, outcome: Outcome) -> dict[Wrong, float]:
        """Return the same of the second run."""
        return self._stated(*self.chain.second(outcome))

    def _stated(self, layout: Layout, recipe: Recipe) -> dict[Wrong, float]:
        chain = self.chain
        trial = Trial(chain.form, chain.sizes, chain.valid)
        trial.__dict__["layout"], trial.__dict__["case"] = layout, replace(chain.case, recipe=recipe)
        first = first_deciding(recipe)
        return {
            one: bits
            for one, bits in Judge(trial).stated.items()
            if one.what in KINDS
            and not one.odd
            and (one.then is Then.ON or (one.then is Then.HOME and one.end < first))
        }

    # -- what is true ----------------------------------------------------------------------------------

    @property
    def _opening(self) -> Recipe:
        return opening_of(self.chain.form).recipe(self.chain.first)

    def true_first(self, one: Wrong) -> float:
        """Return what the joint view tells of a mistake of the first run, in bits beyond the clean runs'."""
        recipe = self.chain.case.recipe
        if one.then is Then.HOME:
            recipe = cancel_attempt(self.chain.first, self._opening, one.end, one.stop)
        return self.chain.bits(self._seen(_made(recipe, one))) - self.chain.bits(self._seen(recipe))

    def true_after(self, outcome: Outcome, one: Wrong) -> float:
        """Return the same of the second run, among the games in which the first came out so."""
        chain = self.chain
        layout, recipe = chain.second(outcome)
        if one.then is Then.HOME:
            recipe = cancel_attempt(layout, recipe, one.end, one.stop)
        opening = opening_of(chain.form)
        here, clean = (
            chain.after(
                outcome, self._seen(join_attempts(chain.first, opening, chain.form, {outcome: later}))
            )
            for later in (_made(recipe, one), recipe)
        )
        return chain.bits(here) - chain.bits(clean)

    def _seen(self, recipe: Recipe) -> list[Leaf]:
        witness = Bystander(self.chain.case, OpPosition(-1, 0), recipe=recipe)
        owners = {owner for owner, _ in self.chain.first.hands}
        witness.people = frozenset(owners - {FIRST, SECOND, DECK})
        return witness.views()


def _made(recipe: Recipe, one: Wrong) -> Recipe:
    return replace_operation(recipe, one.at, one.to, deed(one))
