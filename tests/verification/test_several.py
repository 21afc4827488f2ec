"""Several cards of one value in a turn: proved on small tables, though no table plays it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial

import pytest
from test_verified import changed, leave_out

from facilitator.operations.definitions import Scramble
from facilitator.operations.perform import Outcome
from facilitator.operations.purposes import Part
from facilitator.verification.cases import SEVERAL
from facilitator.verification.certificate import Spec, default_specs, verify_spec
from facilitator.verification.linked import several_cases
from facilitator.verification.verifier import FinalOutcome


@pytest.mark.parametrize("spec", list(default_specs([SEVERAL])), ids=str)
def test_it_is_proved(spec: Spec) -> None:
    line = verify_spec(spec)
    assert line.good, line.leak
    assert (line.correct, line.secret) == (True, True)


FIVE = [*several_cases((3, 1, 1), "knockout")][-1]
"""Five cards that all fit first; then a, c and e go along with each other."""


def test_three_cards_in_a_turn_are_proved_too() -> None:
    verdict = FIVE.verify()
    assert (verdict.correct, verdict.secret) == (True, True)
    assert any(len(end.outcome.before) > 2 for law in verdict.law for end in law)


def test_the_law_by_hand() -> None:
    """V holds a, c and b, of which a and b fit: a brings c along, b nothing."""
    case = [*several_cases((3, 1), "knockout")][1]
    deal = next(deal for deal in case.deals if dict(deal.hands)["V"] == ("a", "b", "c"))
    half = Fraction(1, 2)
    laid = {("a", "c", None): half, ("b", None): half}
    assert case.law(deal) == {
        FinalOutcome(Outcome(before=tuple(Outcome(card) for card in cards))): chance
        for cards, chance in laid.items()
    }
    verdict = case.verify()
    assert dict(verdict.law[case.deals.index(deal)]) == case.law(deal)


def test_the_large_scrambles_of_a_further_look_are_needed_and_its_duels_hide_nothing(full: bool) -> None:
    """All that goes along is laid in the end, so who won a duel tells no more than the outcome does."""
    parts = [stage.heading.part for stage in FIVE.recipe]
    again = parts.index(Part.CHAMPION) + 4  # the draw check, what stays, the card laid
    every = ((again + 1, False), (again, False), (again + 3, True))
    for number, harmless in every if full else every[:1]:
        verdict = replace(FIVE, recipe=changed(FIVE.recipe, number, partial(leave_out, Scramble))).verify()
        assert (verdict.correct and verdict.secret) is harmless, number
