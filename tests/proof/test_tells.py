"""What a run tells beyond its outcome: counted from the enumeration, and by the formula plan prints."""

from __future__ import annotations

from dataclasses import replace

import pytest

from facilitator.proof.cases import selection_cases
from facilitator.proof.certificate import Spec, check, names_for
from facilitator.proof.tells import entropy
from facilitator.proof.twins import twins
from facilitator.proof.voided import VOID
from facilitator.protocols.forms import FORMS, proved
from facilitator.protocols.told import bits_told


@pytest.mark.parametrize("form", ["open", "asking"])
@pytest.mark.parametrize(("sizes", "valid"), [((2, 1, 1), 2), ((2, 2), 3), ((3, 1), 1), ((2, 1, 1), 4)])
def test_tries_tell_what_the_formula_says(form: str, sizes: tuple[int, ...], valid: int) -> None:
    """Two ways to the same bits: every deal and every scramble, or the chances of the counts alone."""
    case = next(iter(selection_cases(proved()[form], sizes, playable=[valid])))
    found = case.verify().told
    assert found.bits == pytest.approx(bits_told(sum(sizes), valid, sizes[0]))
    assert found.most >= found.bits


def test_the_certificate_says_it_in_words_and_in_bits() -> None:
    line = check(Spec("open", (2, 1, 1)))
    assert line.tells == FORMS["open"].tells
    by_count = [bits_told(4, valid, 2) for valid in range(5)]
    assert line.bits == pytest.approx(max(by_count))
    assert line.with_playable == by_count.index(max(by_count))
    assert line.good
    secret = check(Spec("knockout", (2, 1, 1)))
    assert (secret.tells, secret.bits, secret.most, secret.with_playable) == ("", 0, 0, None)


def test_a_form_that_tells_more_than_it_says_is_bad(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FORMS, "open", replace(FORMS["open"], tells=""))
    line = check(Spec("open", (2, 1, 1)))
    assert line.correct
    assert line.secret
    assert not line.good


def test_a_leak_has_bits() -> None:
    """Turned over in place the opponents' pairs tell part of what each holds."""
    number = next(i for i, t in enumerate(twins()) if t.form == "knockout" and "turned over" in t.name)
    line = check(Spec("knockout", (2, 1, 1), twin=number))
    assert not line.secret
    assert 0 < line.bits <= line.most


def test_two_equal_groups_are_one_bit() -> None:
    assert entropy([3, 3]) == 1
    assert entropy([4]) == entropy([]) == 0
    assert VOID in names_for(None)
