"""Recovery: repairs in place, and turns that are declared void."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pytest

from facilitator.operations.definitions import Cover, Mixing, Op, Return, Reveal, places_of
from facilitator.operations.faces import DECK
from facilitator.operations.perform import Steps
from facilitator.protocols import recovery
from facilitator.protocols.forms import get_certified_forms
from facilitator.protocols.layout import Layout
from facilitator.protocols.recovery import Repair
from facilitator.verification.cases import PUT_RIGHT, VOID, selection_cases
from facilitator.verification.certificate import Spec, default_specs, verify_spec
from facilitator.verification.recovery import (
    RepairedAttempt,
    every_void,
    iter_repaired_attempts,
    voided_cases,
    voided_layouts,
    wrong_bits,
)
from facilitator.verification.verifier import Case, Verdict

OF_COLUMNS = (Repair.SCRAMBLE_AGAIN, Repair.PAIRS_ANEW)
NO_DRAWN_CARD = {name: {Repair.SLIDE_AGAIN} for name in ("wallet-any", "wallet-top")}
"""Forms of wallets that never look at a drawn card, with the repair that they do not need."""


def good(one: RepairedAttempt) -> bool:
    verdict = one.case.verify()
    return verdict.correct and verdict.secret


def test_repaired_attempts_end_correctly_and_reveal_nothing(full: bool) -> None:
    """Continue to the end after every accident for which a repair is offered."""
    names = (
        [name for name, form in get_certified_forms().items() if not form.conceals] if full else ["knockout"]
    )
    for name in names:
        form, found = get_certified_forms()[name], set()
        sizes = (2, 1, 1) if full else (1, 1, 1)
        for valid in range(sum(sizes) + 1) if full else (1, 2):
            runs = list(iter_repaired_attempts(form, sizes, valid))
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
def test_a_drawn_card_that_is_inserted_again_reveals_nothing(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the card is, at the look for each class. If its face showed while it is out, that is noticed."""
    whole = recovery._build_repair

    def shown(repair: Repair, done: Sequence[Op]) -> Sequence[Op]:
        out, into = whole(repair, done)
        face = (places_of(out)[1],)
        return (out, Reveal(face), Cover(face), into)

    every = [
        repaired
        for valid in range(4)
        for repaired in iter_repaired_attempts(get_certified_forms()[name], (1, 2), valid)
    ]
    assert {repaired.repair for repaired in every} == {Repair.SLIDE_AGAIN}
    assert all(map(good, every))
    assert len({repaired.at for repaired in every}) == (2 if "classes" in name else 1)
    monkeypatch.setattr(recovery, "_build_repair", shown)
    assert not all(map(good, iter_repaired_attempts(get_certified_forms()[name], (1, 2), 1)))


@pytest.mark.parametrize("repair", OF_COLUMNS)
def test_a_repair_without_its_shuffles_is_noticed(repair: Repair, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = recovery._build_repair

    def unmixed(repair: Repair, *arguments: object) -> list[Op]:
        return [op for op in whole(repair, *arguments) if not isinstance(op, Mixing)]  # type: ignore[arg-type]

    monkeypatch.setattr(recovery, "_build_repair", unmixed)
    some = [
        repaired
        for repaired in iter_repaired_attempts(get_certified_forms()["knockout"], (2, 1, 1), 2)
        if repaired.repair is repair
    ]
    assert not all(map(good, some))


def test_laying_all_pairs_again_corrects_a_wrong_pair() -> None:
    """Which without them plays a card that does not fit."""
    (case,) = selection_cases(get_certified_forms()["knockout"], (1, 1, 1), playable=[1])
    laid = next(
        repaired
        for repaired in iter_repaired_attempts(get_certified_forms()["knockout"], (1, 1, 1), 1)
        if repaired.repair is Repair.PAIRS_ANEW
    )
    assert good(laid)
    assert laid.wrong is not None
    assert not replace(case, recipe=wrong_bits(case.recipe, laid.wrong)).verify().correct


# -- a turn declared void after a card was drawn unseen -----------------------------------------------


SIZES = (2, 1, 1)
whole = recovery._undraw


def case(form: str = "knockout") -> Case:
    """No card fits, declared void as soon as a card was drawn."""
    return next(iter(every_void(get_certified_forms()[form], SIZES)))


def otherwise(instead: Callable[[Op], tuple[Op, ...]], layout: Layout, drawn: int) -> Steps[None]:
    for op in whole(layout, drawn):
        yield from iter_of(instead(op))


def iter_of(ops: tuple[Op, ...]) -> Steps[None]:
    for op in ops:  # noqa: UP028 - answers are sent here, and a tuple takes none
        yield op


def unmixed(op: Op) -> tuple[Op, ...]:
    return () if isinstance(op, Mixing) else (op,)


def kept(op: Op) -> tuple[Op, ...]:
    return (Return(op.places, "V"),) if isinstance(op, Return) and op.owner == DECK else (op,)


def looked_at(op: Op) -> tuple[Op, ...]:
    return (op, Reveal(op.piles[0]), Cover(op.piles[0])) if isinstance(op, Mixing) else (op,)


def judged() -> Verdict:
    return case().verify()


@pytest.mark.parametrize("instead", [unmixed, kept])
def test_wrong_cards_in_the_hand_are_noticed(
    instead: Callable[[Op], tuple[Op, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert judged().correct
    monkeypatch.setattr(recovery, "_undraw", partial(otherwise, instead))
    verdict = judged()
    assert not verdict.correct
    assert "it should be none drawn" in str(verdict.wrong)


def test_a_look_at_the_returned_card_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert judged().secret
    monkeypatch.setattr(recovery, "_undraw", partial(otherwise, looked_at))
    assert not judged().secret


def test_cards_that_are_not_returned_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recovery, "_undraw", lambda layout, drawn: iter_of(()))
    assert not judged().correct


def test_a_turn_can_be_voided_at_every_point_after_a_draw() -> None:
    """With two cards in the deck and drawing on, one or both have to go back."""
    line = verify_spec(Spec(VOID, (1, 1, 2), of="knockout"))
    assert line.good, line.leak
    form = get_certified_forms()["knockout"]
    until = [layout for layout in voided_layouts(form, (1, 1, 2)) if layout.until]
    twice = [case.verify() for layout in until for case in voided_cases(form, layout)]
    drawn = {
        end.outcome.before[0].drawn for v in twice for ends in v.law for end in ends if end.outcome.before
    }
    assert drawn == {1, 2}
