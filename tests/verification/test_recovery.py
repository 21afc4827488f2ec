"""Recovery: repairs in place, and turns that are declared void."""

from __future__ import annotations

from dataclasses import replace

import pytest

from facilitator.protocols.forms import get_certified_forms
from facilitator.protocols.recovery import Repair
from facilitator.verification import recovery
from facilitator.verification.cases import PUT_RIGHT, VOID, selection_cases
from facilitator.verification.certificate import Spec, default_specs, verify_spec

OF_COLUMNS = (Repair.SCRAMBLE_AGAIN, Repair.PAIRS_ANEW)
NO_DRAWN_CARD = {name: {Repair.SLIDE_AGAIN} for name in ("wallet-any", "wallet-top")}
"""Forms of wallets that never look at a drawn card, with the repair that they do not need."""


def good(one: recovery.RepairedAttempt) -> bool:
    verdict = one.case.verify()
    return verdict.correct and verdict.secret


def test_repaired_attempts_end_correctly_and_reveal_nothing(full: bool) -> None:
    """Continue to the end after every accident for which a repair is offered."""
    every = [name for name, form in get_certified_forms().items() if not form.conceals]
    for name in every if full else ["knockout"]:
        form, found = get_certified_forms()[name], set()
        sizes = (2, 1, 1) if full else (1, 1, 1)
        for valid in range(sum(sizes) + 1) if full else (1, 2):
            runs = list(recovery.iter_repaired_attempts(form, sizes, valid))
            found |= {run.repair for run in runs}
            for run in runs if full else runs[valid::3]:
                assert good(run), (name, valid, run.at, run.seen, run.repair)
        expected = set(OF_COLUMNS) if form.columns else {Repair.SLIDE_AGAIN} - NO_DRAWN_CARD.get(name, set())
        assert found == expected, name


def test_repairs_are_in_the_certificate(full: bool) -> None:
    specs = {spec.of: spec for spec in default_specs([PUT_RIGHT])}
    assert specs.keys() >= {"knockout", "weighted-knockout", "published"}
    for spec in specs.values() if full else [Spec(PUT_RIGHT, (1, 1), of="knockout")]:
        line = verify_spec(spec)
        assert line.good, line.leak
        assert line.cases > 10


@pytest.mark.parametrize("name", ["wallet", "wallet-2-classes"])
def test_a_drawn_card_that_is_inserted_again_reveals_nothing(name: str) -> None:
    """Whatever the card is, at the look for each class."""
    every = [
        repaired
        for valid in range(4)
        for repaired in recovery.iter_repaired_attempts(get_certified_forms()[name], (1, 2), valid)
    ]
    assert {repaired.repair for repaired in every} == {Repair.SLIDE_AGAIN}
    assert all(map(good, every))
    assert len({repaired.at for repaired in every}) == (2 if "classes" in name else 1)


def test_laying_all_pairs_again_corrects_a_wrong_pair() -> None:
    """Which without them plays a card that does not fit."""
    (case,) = selection_cases(get_certified_forms()["knockout"], (1, 1, 1), playable=[1])
    laid = next(
        repaired
        for repaired in recovery.iter_repaired_attempts(get_certified_forms()["knockout"], (1, 1, 1), 1)
        if repaired.repair is Repair.PAIRS_ANEW
    )
    assert good(laid)
    assert laid.wrong is not None
    assert not replace(case, recipe=recovery.wrong_bits(case.recipe, laid.wrong)).verify().correct


# -- a turn declared void after a card was drawn unseen -----------------------------------------------


def test_a_turn_can_be_voided_at_every_point_after_a_draw() -> None:
    """With two cards in the deck and drawing on, one or both have to go back."""
    line = verify_spec(Spec(VOID, (1, 1, 2), of="knockout"))
    assert line.good, line.leak
    form = get_certified_forms()["knockout"]
    until = [layout for layout in recovery.voided_layouts(form, (1, 1, 2)) if layout.until]
    twice = [case.verify() for layout in until for case in recovery.voided_cases(form, layout)]
    drawn = {
        end.outcome.before[0].drawn for v in twice for ends in v.law for end in ends if end.outcome.before
    }
    assert drawn == {1, 2}
