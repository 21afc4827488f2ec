"""What is stated of an accident in one of two chained runs, beside what their joint view tells."""

from __future__ import annotations

from functools import cache

import pytest

from facilitator.mistakes import public_knowledge
from facilitator.mistakes.bounds import NOTHING
from facilitator.mistakes.public_knowledge import PublicKnowledge
from facilitator.operations.definitions import COLUMN, Place
from facilitator.protocols.forms import FORMS, Sizes, get_certified_forms
from facilitator.protocols.layout import Layout
from facilitator.verification.cases import CHAINED, tables_of
from judges import accidents
from judges.chain_accidents import Chain

NEARLY = 1e-9
PLAYED = [(name, form) for name, form in get_certified_forms().items() if form.played]
"""What hands can go wrong with."""
SAMPLE: tuple[tuple[str, Sizes, int, int], ...] = (
    ("knockout", (1, 2, 1), 1, 61),
    ("knockout", (1, 1, 1), 2, 47),
    ("knockout", (1, 1, 1), 1, 47),
)
"""Forms, tables and how many cards fit, of which every so-manieth accident is judged here."""
MORE_THAN_OF_TWO = 1.5
"""A card of one of three hands of one, which was seen and whose: more than of a hand of two."""


@cache
def chain(name: str, sizes: Sizes, valid: int) -> Chain:
    return Chain(get_certified_forms()[name], sizes, valid)


def judged(one: Chain, step: int) -> list[float]:
    """What is true of every so-manieth accident of either run: never more bits than are stated."""
    first = one.stated_first()
    found = []
    for accident in list(first)[step // 3 :: step]:
        found.append(one.true_first(accident))
        assert found[-1] <= first[accident] + NEARLY, (one.form.name, accident)
    for outcome in one.outcomes:
        later = one.stated_after(outcome)
        for accident in list(later)[step // 3 :: step]:
            found.append(one.true_after(outcome, accident))
            assert found[-1] <= later[accident] + NEARLY, (one.form.name, outcome, accident)
    return found


@pytest.mark.parametrize(("name", "sizes", "valid", "step"), SAMPLE)
def test_no_fewer_bits_are_stated_than_the_joint_view_tells(
    name: str, sizes: Sizes, valid: int, step: int
) -> None:
    found = judged(chain(name, sizes, valid), step)
    assert len(found) > 5
    assert max(found) > NEARLY


def test_on_every_table_on_which_chains_are_proved(full: bool) -> None:
    """With --full; here one more."""
    tables = [(name, sizes) for name, form in PLAYED if name in FORMS for sizes in tables_of(CHAINED, form)]
    assert {name for name, _ in tables} == {"knockout"}
    for name, sizes in tables if full else [("knockout", (2, 1, 1))]:
        for valid in range(1, sum(sizes) + 1) if full else (1,):
            judged(chain(name, sizes, valid), 17 if full else 61)


# -- columns that stand lie in the order of the run before -----------------------------------------------

FIRST_COLUMN = Place(COLUMN, 1, 1)


def shown_at_once() -> tuple[float, float]:
    """What is true and what is stated of the first column, seen before anything is scrambled in the second run.

    It is still the first seat's, whose only card it is; by the second run's own order it would be the second's.
    """
    one = Chain(get_certified_forms()["knockout"], (1, 2, 1), 1)
    after = next(outcome for outcome in one.outcomes if outcome.drawn)
    stated = one.stated_after(after)
    (whole,) = (
        accident
        for accident in stated
        if accident.at == (0, 0)
        and accident.home
        and accident.seen[0] == FIRST_COLUMN
        and len(accident.seen) > 1
    )
    return one.true_after(after, whole), stated[whole]


def test_a_column_that_stands_is_anybodys_until_it_is_sorted_anew() -> None:
    true, stated = shown_at_once()
    assert MORE_THAN_OF_TWO < true <= stated + NEARLY


def test_columns_taken_by_the_numbers_of_the_wrong_run_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def by_number(_: Layout) -> PublicKnowledge:
        return PublicKnowledge()

    monkeypatch.setattr(public_knowledge, "get_initial_knowledge", by_number)
    true, stated = shown_at_once()
    assert stated < true - NEARLY


def test_a_leak_that_is_passed_over_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accidents, "measure_sighting", lambda *_: NOTHING)
    with pytest.raises(AssertionError):
        judged(Chain(get_certified_forms()["knockout"], (1, 1, 1), 2), 7)
