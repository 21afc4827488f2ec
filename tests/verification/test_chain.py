"""What is stated of something that goes wrong in one of two chained runs, beside what their joint view tells."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from facilitator.mistakes import public_knowledge
from facilitator.mistakes.bounds import NOTHING, Leakage, measure_mistake
from facilitator.mistakes.kinds import Mistake
from facilitator.mistakes.public_knowledge import Moments, PublicKnowledge
from facilitator.operations.definitions import COLUMN, Place, Scramble
from facilitator.operations.perform import Outcome
from facilitator.protocols.forms import FORMS, Sizes, get_certified_forms
from facilitator.protocols.layout import Layout
from facilitator.verification.cases import CHAINED, tables_of
from judges import accidents
from judges import judged as single
from judges.accidents import Accident
from judges.chain import KINDS, Chain, Fault
from judges.wrongs import Then, Wrong, halved

NEARLY = 1e-9
PLAYED = [(name, form) for name, form in get_certified_forms().items() if form.played]
"""What hands can go wrong with."""
Stated = Callable[[Chain, Outcome | None], dict[Fault, float]]
SAMPLE: tuple[tuple[Stated, Sizes, int, int], ...] = (
    (Chain.accidents, (1, 2, 1), 1, 61),
    (Chain.accidents, (1, 1, 1), 2, 47),
    (Chain.accidents, (1, 1, 1), 1, 47),
    (Chain.wrongs, (1, 1, 1), 2, 11),
    (Chain.wrongs, (1, 1, 1, 1), 2, 71),
    (Chain.wrongs, (1, 1, 1), 1, 19),
)
"""Tables of the knockout and how many cards fit, of which every so-manieth fault is judged here.

On the table of four a person sits between the virtual seats and the deck, who sees the cards that come to them.
"""
MORE_THAN_OF_TWO = 1.5
"""A card of one of three hands of one, which was seen and whose: more than of a hand of two."""


@cache
def chain(sizes: Sizes, valid: int, name: str = "knockout") -> Chain:
    return Chain(get_certified_forms()[name], sizes, valid)


def judged(one: Chain, stated: Stated, step: int) -> list[float]:
    """What is true of every so-manieth fault of either run: never more bits than are stated."""
    found = []
    for outcome in one.runs:
        every = stated(one, outcome)
        for fault in list(every)[step // 3 :: step]:
            found.append(one.true(outcome, fault))
            assert found[-1] <= every[fault] + NEARLY, (one.form.name, outcome, fault)
    return found


@pytest.mark.parametrize(("stated", "sizes", "valid", "step"), SAMPLE)
def test_no_fewer_bits_are_stated_than_the_joint_view_tells(
    stated: Stated, sizes: Sizes, valid: int, step: int
) -> None:
    found = judged(chain(sizes, valid), stated, step)
    assert len(found) > 5
    assert max(found) > NEARLY or stated is Chain.wrongs


@pytest.mark.parametrize(("stated", "few", "many"), [(Chain.accidents, 61, 17), (Chain.wrongs, 41, 7)])
def test_on_every_table_on_which_chains_are_proved(stated: Stated, few: int, many: int, full: bool) -> None:
    """With --full; here one more."""
    tables = [(name, sizes) for name, form in PLAYED if name in FORMS for sizes in tables_of(CHAINED, form)]
    assert {name for name, _ in tables} == {"knockout"}
    for _, sizes in tables if full else [("knockout", (2, 1, 1))]:
        for valid in range(1, sum(sizes) + 1) if full else (1,):
            judged(chain(sizes, valid), stated, many if full else few)


def test_every_kind_is_judged_in_both_runs() -> None:
    """Gone on with when it is put right, and led home."""
    one = chain((1, 1, 1), 2)
    for outcome in one.runs:
        every = [wrong for wrong in one.wrongs(outcome) if isinstance(wrong, Wrong)]
        assert {wrong.what for wrong in every if wrong.then is Then.ON} == set(KINDS)
        home = {wrong.what for wrong in every if wrong.then is Then.HOME}
        assert home == {*KINDS} - {Mistake.MISGIVEN}  # given back to others only once all is decided


# -- columns that stand lie in the order of the run before -----------------------------------------------

FIRST_COLUMN = Place(COLUMN, 1, 1)


def shown_at_once() -> tuple[float, float]:
    """What is true and what is stated of the first column, seen before anything is scrambled in the second run.

    It is still the first seat's, whose only card it is; by the second run's own order it would be the second's.
    """
    one = chain((1, 2, 1), 1)
    after = next(outcome for outcome in one.runs if outcome is not None and outcome.drawn)
    stated = one.accidents(after)
    (whole,) = (
        accident
        for accident in stated
        if isinstance(accident, Accident)
        and accident.at == (0, 0)
        and accident.home
        and accident.seen[0] == FIRST_COLUMN
        and len(accident.seen) > 1
    )
    return one.true(after, whole), stated[whole]


def test_a_column_that_stands_is_anybodys_until_it_is_sorted_anew() -> None:
    true, stated = shown_at_once()
    assert MORE_THAN_OF_TWO < true <= stated + NEARLY


# -- broken --------------------------------------------------------------------------------------------


def test_columns_taken_by_the_numbers_of_the_wrong_run_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def by_number(_: Layout) -> PublicKnowledge:
        return PublicKnowledge()

    monkeypatch.setattr(public_knowledge, "get_initial_knowledge", by_number)
    true, stated = shown_at_once()
    assert stated < true - NEARLY


@pytest.mark.parametrize(
    ("module", "name", "less", "stated", "step"),
    [
        (accidents, "measure_sighting", lambda *_: NOTHING, Chain.accidents, 7),
        (single, "measure_mistake", halved, Chain.wrongs, 3),
    ],
)
def test_a_leak_stated_too_small_is_noticed(
    module: object, name: str, less: object, stated: Stated, step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, less)
    with pytest.raises(AssertionError):
        judged(chain((1, 1, 1), 2), stated, step)


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
    one = chain((1, 1, 1, 1), 2)
    outcome = one.runs[1]
    stated = one.wrongs(outcome)
    mixed = [
        wrong
        for wrong in stated
        if isinstance(wrong, Wrong)
        and (wrong.what, wrong.kind, wrong.then) == (Mistake.MIXED_UP, Scramble, Then.HOME)
    ]
    assert mixed
    return [(one.true(outcome, wrong), stated[wrong]) for wrong in mixed]
