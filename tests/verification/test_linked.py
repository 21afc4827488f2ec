"""Linked attempts: two whole turns in a row, and several cards of one value in a turn."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial

import pytest
from test_verified import changed, leave_out

from facilitator.operations.definitions import COLUMN, Mixing, Op, Scramble
from facilitator.operations.perform import Outcome, Recipe
from facilitator.operations.purposes import Part
from facilitator.verification.cases import SEVERAL
from facilitator.verification.certificate import Spec, default_specs, verify_spec
from facilitator.verification.linked import in_a_row_cases, several_cases
from facilitator.verification.verifier import FinalOutcome

SIZES = (2, 1, 2)


def spoiled(recipe: Recipe, which: int) -> Recipe:
    """Leave the scrambles of the columns out when their cards are shown, in one of two turns."""

    def leave_out_scrambles(op: Op) -> tuple[Op, ...]:
        return () if isinstance(op, Mixing) and op.piles[0][0].area == COLUMN else (op,)

    number = [i for i, stage in enumerate(recipe) if stage.heading.part is Part.SHOW_CARDS][which]
    return changed(recipe, number, leave_out_scrambles)


def test_two_turns_reveal_only_their_outcomes() -> None:
    case = next(iter(in_a_row_cases(SIZES, "knockout")))
    verdict = case.verify()
    assert verdict.correct, verdict.wrong
    assert verdict.secret, verdict.leak
    twice = {end.outcome for ends in verdict.law for end in ends}
    assert {len(outcome.before) for outcome in twice} == {2}  # the first turn, and what the person drew
    assert {outcome.before[0].card for outcome in twice} == {"a", None}


def test_an_omitted_shuffle_in_the_first_turn_is_noticed() -> None:
    """On so small a table the second turn has nothing left to hide that the outcomes do not tell."""
    case = next(iter(in_a_row_cases(SIZES, "knockout")))
    assert not replace(case, recipe=spoiled(case.recipe, 0)).verify().secret


def test_an_omitted_shuffle_in_the_second_turn_is_noticed() -> None:
    """With a card more in the deck the second turn has something to hide; whole, it hides it.  Two deals show it."""
    whole = next(iter(in_a_row_cases((2, 1, 3), "knockout", (1,))))
    case = replace(whole, deals=whole.deals[:2])
    assert case.verify().secret
    assert not replace(case, recipe=spoiled(case.recipe, 1)).verify().secret


def test_every_certificate_contains_part_of_a_larger_table() -> None:
    """One playable card, and the person holds another; the whole table is for --deep."""
    some = list(in_a_row_cases((2, 1, 3), "knockout", (1,)))
    assert len(some) == 2
    assert {dict(deal.hands)["A"] for case in some for deal in case.deals} == {("f",)}


# -- several cards of one value in a turn -------------------------------------------------------------


@pytest.mark.parametrize("spec", list(default_specs([SEVERAL])), ids=str)
def test_proofs_of_linked_attempts_are_correct_and_secret(spec: Spec) -> None:
    line = verify_spec(spec)
    assert line.good, line.leak
    assert (line.correct, line.secret) == (True, True)


FIVE = [*several_cases((3, 1, 1), "knockout")][-1]
"""Five cards that all fit first; then a, c and e go along with each other."""


def test_three_cards_in_a_turn_are_proved_too() -> None:
    verdict = FIVE.verify()
    assert (verdict.correct, verdict.secret) == (True, True)
    assert any(len(end.outcome.before) > 2 for law in verdict.law for end in law)


def test_the_required_probabilities_match_a_manual_computation() -> None:
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


def test_later_attempts_need_their_large_shuffles_but_not_those_of_their_duels(full: bool) -> None:
    """All that goes along is laid in the end, so who won a duel tells no more than the outcome does."""
    parts = [stage.heading.part for stage in FIVE.recipe]
    again = parts.index(Part.CHAMPION) + 4  # the draw check, what stays, the card laid
    every = ((again + 1, False), (again, False), (again + 3, True))
    for number, harmless in every if full else every[:1]:
        verdict = replace(FIVE, recipe=changed(FIVE.recipe, number, partial(leave_out, Scramble))).verify()
        assert (verdict.correct and verdict.secret) is harmless, number
