"""What is stated of something done wrong in one of two chained runs, beside what their joint view tells."""

from __future__ import annotations

from functools import cache

import pytest

from facilitator.mistakes.bounds import NOTHING, Leakage, measure_mistake
from facilitator.mistakes.kinds import Mistake
from facilitator.mistakes.public_knowledge import Moments
from facilitator.operations.definitions import Scramble
from facilitator.protocols.forms import Sizes, get_certified_forms
from facilitator.verification.cases import CHAINED, tables_of
from judges import judged as single
from judges.chain_accidents import Chain
from judges.chain_wrongs import KINDS, ChainWrongs
from judges.wrongs import Then, Wrong, halved

NEARLY = 1e-9
PLAYED = [(name, form) for name, form in get_certified_forms().items() if form.played]
"""What hands can go wrong with."""
SAMPLE: tuple[tuple[str, Sizes, int, int], ...] = (
    ("knockout", (1, 1, 1), 2, 11),
    ("knockout", (1, 1, 1, 1), 2, 71),
    ("knockout", (1, 1, 1), 1, 19),
)
"""Forms, tables and how many cards fit, of which every so-manieth mistake is judged here.

At the second a person sits between the virtual seats and the deck, who sees the cards that come to them.
"""


@cache
def chain(name: str, sizes: Sizes, valid: int) -> ChainWrongs:
    return ChainWrongs(Chain(get_certified_forms()[name], sizes, valid))


def judged(one: ChainWrongs, step: int) -> list[tuple[bool, Wrong, float]]:
    """What is true of every so-manieth mistake of either run: never more bits than are stated."""
    found = []
    first = one.stated_first
    for wrong in list(first)[step // 3 :: step]:
        found.append((False, wrong, one.true_first(wrong)))
        assert found[-1][-1] <= first[wrong] + NEARLY, (one.chain.form.name, wrong)
    for outcome in one.chain.outcomes:
        later = one.stated_after(outcome)
        for wrong in list(later)[step // 3 :: step]:
            found.append((True, wrong, one.true_after(outcome, wrong)))
            assert found[-1][-1] <= later[wrong] + NEARLY, (one.chain.form.name, outcome, wrong)
    return found


@pytest.mark.parametrize(("name", "sizes", "valid", "step"), SAMPLE)
def test_no_fewer_bits_are_stated_than_the_joint_view_tells(
    name: str, sizes: Sizes, valid: int, step: int
) -> None:
    assert len(judged(chain(name, sizes, valid), step)) > 5


def test_on_every_table_on_which_chains_are_proved(full: bool) -> None:
    """With --full; here one more."""
    tables = [(name, sizes) for name, form in PLAYED for sizes in tables_of(CHAINED, form)]
    for name, sizes in tables if full else [("knockout", (2, 1, 1))]:
        for valid in range(1, sum(sizes) + 1) if full else (1,):
            judged(chain(name, sizes, valid), 7 if full else 41)


def test_every_kind_is_judged_in_both_runs() -> None:
    """Gone on with when it is put right, and led home."""
    one = chain("knockout", (1, 1, 1), 2)
    runs = [one.stated_first, *(one.stated_after(outcome) for outcome in one.chain.outcomes)]
    for stated in runs:
        assert {wrong.what for wrong in stated if wrong.then is Then.ON} == set(KINDS)
        home = {wrong.what for wrong in stated if wrong.then is Then.HOME}
        assert home == {*KINDS} - {Mistake.MISGIVEN}  # given back to others only once all is decided


# -- broken --------------------------------------------------------------------------------------------


def test_a_leak_halved_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(single, "measure_mistake", halved)
    with pytest.raises(AssertionError):
        judged(ChainWrongs(Chain(get_certified_forms()["knockout"], (1, 1, 1), 2)), 3)


def test_a_card_that_goes_astray_in_the_second_run_is_seen_by_whom_it_reached(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Passed over, for its columns stood already, that is noticed."""
    assert all(NEARLY < true <= said + NEARLY for true, said in astray())

    def none_standing(what: Mistake, act: Moments, home: object = None) -> Leakage:
        return NOTHING if act[0][0].layout.are_columns_kept else measure_mistake(what, act, home)  # type: ignore[arg-type]

    monkeypatch.setattr(single, "measure_mistake", none_standing)
    assert all(true > said + NEARLY for true, said in astray())


def astray() -> list[tuple[float, float]]:
    """What is true and what is stated of columns mixed up with each other, and led home."""
    one = ChainWrongs(Chain(get_certified_forms()["knockout"], (1, 1, 1, 1), 2))
    outcome = one.chain.outcomes[0]
    stated = one.stated_after(outcome)
    mixed = [
        wrong
        for wrong in stated
        if (wrong.what, wrong.kind, wrong.then) == (Mistake.MIXED_UP, Scramble, Then.HOME)
    ]
    assert mixed
    return [(one.true_after(outcome, wrong), stated[wrong]) for wrong in mixed]
