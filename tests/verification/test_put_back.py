"""An answer that was misread, put back by hand: the run ends as it should, and nothing more is told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import get_args

import pytest

from facilitator.errors import ProtocolBug
from facilitator.mistakes.bounds import NOTHING, measure_mistake
from facilitator.mistakes.kinds import Mistake
from facilitator.operations.definitions import PILE, Cover, Move, Op, Reveal
from facilitator.operations.perform import Steps
from facilitator.play.attempt import LogEntry
from facilitator.protocols.forms import Sizes, get_certified_forms
from facilitator.protocols.layout import card
from facilitator.verification.cases import selection_cases
from facilitator.verification.verifier import Case, Verdict
from judges import put_back
from judges.put_back import BY_HAND, Misread, misread_at

NEARLY = 1e-9
SAMPLE: tuple[tuple[str, Sizes, int], ...] = (
    ("published-2023", (2, 1, 1), 2),
    ("knockout-2-classes", (2, 1, 1), 2),
    ("knockout", (1, 1, 2), 2),
    ("wallet", (1, 1, 2), 2),
    ("wallet-2-classes", (2, 1, 1), 2),
)
"""Of these forms there are answers after which hands do something that they put back, and others."""


@cache
def clean(case: Case) -> Verdict:
    return case.verify()


@cache
def cases(name: str, sizes: Sizes, valid: int) -> tuple[Case, ...]:
    return tuple(selection_cases(get_certified_forms()[name], sizes, playable=[valid]))


def judged(case: Case, chosen: Iterable[Misread]) -> list[bool]:
    """Whether a run is right after each, and tells no more than the clean one; which is what play states."""
    stated = measure_mistake(Mistake.MISREAD, ()).max_bits
    found = []
    for wrong in chosen:
        verdict = replace(case, recipe=put_back.put_back(case.recipe, wrong)).verify()
        beyond = verdict.leaked.bits - clean(case).leaked.bits
        found.append(verdict.correct and verdict.secret == clean(case).secret and beyond <= stated + NEARLY)
    return found


@pytest.mark.parametrize(("name", "sizes", "valid"), SAMPLE)
def test_put_back_by_hand_it_ends_right_and_tells_nothing(name: str, sizes: Sizes, valid: int) -> None:
    (case,) = cases(name, sizes, valid)
    every = misread_at(case.recipe)
    assert max(attempt.later for attempt in every) > 1
    assert all(judged(case, every[::2]))


def test_every_question_of_every_form(full: bool) -> None:
    """With --full; here a few of another."""
    for name, form in (
        get_certified_forms().items() if full else [("published", get_certified_forms()["published"])]
    ):
        for sizes in [(2, 1)] if form.conceals else [(2, 1, 1), (1, 1, 2)] if full else [(1, 1, 1)]:
            for valid in range(1, sum(sizes)) if full else (2,):
                (case,) = cases(name, sizes, valid)
                assert all(judged(case, misread_at(case.recipe)[:: 1 if full else 5])), (name, sizes, valid)


def test_what_hands_put_back_is_what_play_says_they_can() -> None:
    """There it is decided whether going back is offered; none of it shows or mixes anything."""
    assert measure_mistake(Mistake.MISREAD, ()) == NOTHING
    kinds = {kind for kind in get_args(Op) if kind.__name__ != "Heading"}
    by_hand = {kind for kind in kinds if not LogEntry(object.__new__(kind), ticked=True).lasting}
    assert by_hand == {*BY_HAND}


# -- broken --------------------------------------------------------------------------------------------


def differing() -> tuple[Case, list[Misread]]:
    (case,) = cases("published-2023", (2, 1, 1), 2)
    return case, misread_at(case.recipe)


def test_what_is_not_put_back_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(op: Op) -> Steps[None]:
        if not isinstance(op, Move):
            yield from whole(op)

    whole = put_back.undoing
    monkeypatch.setattr(put_back, "undoing", nothing)
    case, every = differing()
    wrong = 0
    for attempt in every:
        try:
            wrong += not all(judged(case, [attempt]))
        except (KeyError, ProtocolBug):  # a card is looked for where it does not lie
            wrong += 1
    assert wrong


def test_a_look_at_a_card_while_it_is_put_back_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def looking(op: Op) -> Steps[None]:
        if isinstance(op, Move):
            yield Reveal((card(1, PILE),))
            yield Cover((card(1, PILE),))
        yield from whole(op)

    whole = put_back.undoing
    monkeypatch.setattr(put_back, "undoing", looking)
    assert not all(judged(*differing()))
