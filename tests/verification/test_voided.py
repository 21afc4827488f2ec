"""A turn declared void after a card was drawn unseen: as many go back, mixed; what is done otherwise is noticed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from facilitator.operations.definitions import Cover, Mixing, Op, Return, Reveal
from facilitator.operations.faces import DECK
from facilitator.operations.perform import Steps
from facilitator.protocols import recovery
from facilitator.protocols.forms import get_certified_forms
from facilitator.protocols.layout import Layout
from facilitator.verification.cases import VOID
from facilitator.verification.certificate import Spec, verify_spec
from facilitator.verification.recovery import voided_cases
from facilitator.verification.verifier import Case, Verdict

SIZES = (2, 1, 1)
whole = recovery._undraw


def case(form: str = "knockout") -> Case:
    """No card fits, declared void as soon as a card was drawn."""
    return next(iter(voided_cases(get_certified_forms()[form], SIZES)))


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
def test_the_wrong_cards_in_hand_are_noticed(
    instead: Callable[[Op], tuple[Op, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert judged().correct
    monkeypatch.setattr(recovery, "_undraw", partial(otherwise, instead))
    verdict = judged()
    assert not verdict.correct
    assert "it should be none drawn" in str(verdict.wrong)


def test_a_look_at_the_card_that_goes_back_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert judged().secret
    monkeypatch.setattr(recovery, "_undraw", partial(otherwise, looked_at))
    assert not judged().secret


def test_cards_that_do_not_go_back_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recovery, "_undraw", lambda layout, drawn: iter_of(()))
    assert not judged().correct


def test_every_point_from_the_draw_to_the_end() -> None:
    """With two cards in the deck and drawing on, one or both have to go back."""
    line = verify_spec(Spec(VOID, (1, 1, 2), of="knockout"))
    assert line.good, line.leak
    twice = [case.verify() for case in voided_cases(get_certified_forms()["knockout"], (1, 1, 2), until=True)]
    drawn = {
        end.outcome.before[0].drawn for v in twice for ends in v.law for end in ends if end.outcome.before
    }
    assert drawn == {1, 2}
