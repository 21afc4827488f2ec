"""Two whole turns: the joint view, and what gives it away."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from facilitator.operations.definitions import COLUMN, Mixing, Op
from facilitator.operations.perform import Outcome, Recipe, Stage, Steps
from facilitator.operations.purposes import Part
from facilitator.verification.linked import in_a_row_cases

SIZES = (2, 1, 2)


def without_scrambles(stage: Stage, known: Outcome) -> Steps[Outcome]:
    """A stage without the scrambles of its columns."""
    steps, answer = stage.steps(known), ""
    try:
        op: Op = next(steps)
        while True:
            answer = ""
            if not (isinstance(op, Mixing) and op.piles[0][0].area == COLUMN):
                answer = yield op
            op = steps.send(answer)
    except StopIteration as end:
        outcome: Outcome = end.value
        return outcome


def spoiled(recipe: Recipe, part: Part, which: int) -> Recipe:
    number = [i for i, stage in enumerate(recipe) if stage.heading.part is part][which]
    stage = recipe[number]
    return (*recipe[:number], Stage(stage.heading, partial(without_scrambles, stage)), *recipe[number + 1 :])


def test_two_turns_tell_no_more_than_their_outcomes() -> None:
    case = next(iter(in_a_row_cases(SIZES, "knockout")))
    verdict = case.verify()
    assert verdict.correct, verdict.wrong
    assert verdict.secret, verdict.leak
    twice = {end.outcome for ends in verdict.law for end in ends}
    assert {len(outcome.before) for outcome in twice} == {2}  # the first turn, and what the person drew
    assert {outcome.before[0].card for outcome in twice} == {"a", None}


def test_a_scramble_left_out_of_the_first_turn_is_noticed() -> None:
    """On so small a table the second turn has nothing left to hide that the outcomes do not tell."""
    case = next(iter(in_a_row_cases(SIZES, "knockout")))
    assert not replace(case, recipe=spoiled(case.recipe, Part.SHOW_CARDS, 0)).verify().secret


def test_a_scramble_left_out_of_the_second_turn_is_noticed() -> None:
    """With a card more in the deck the second turn has something to hide; whole, it hides it.  Two deals show it."""
    whole = next(iter(in_a_row_cases((2, 1, 3), "knockout", (1,))))
    case = replace(whole, deals=whole.deals[:2])
    assert case.verify().secret
    assert not replace(case, recipe=spoiled(case.recipe, Part.SHOW_CARDS, 1)).verify().secret


def test_a_part_of_a_larger_table_is_in_every_certificate() -> None:
    """One playable card, and the person holds another; the whole table is for --deep."""
    some = list(in_a_row_cases((2, 1, 3), "knockout", (1,)))
    assert len(some) == 2
    assert {dict(deal.hands)["A"] for case in some for deal in case.deals} == {("f",)}
