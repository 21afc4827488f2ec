"""What a run tells beyond its outcome: counted from the enumeration."""

from __future__ import annotations

import pytest

from facilitator.verification.cases import VOID
from facilitator.verification.certificate import Spec, names_for, verify_spec
from facilitator.verification.faulty import list_faulty_variants
from facilitator.verification.verifier import LeakedBits, entropy


def test_a_form_that_keeps_its_secret_tells_nothing() -> None:
    line = verify_spec(Spec("knockout", (2, 1, 1)))
    assert (line.tells, line.bits, line.most) == ("", 0, 0)


def test_bits_are_computed_whether_or_not_a_leak_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The two are worked out apart, so that one objects if the other misses a leak."""
    found = enumerate((twin.form, twin.name.key) for twin in list_faulty_variants())
    number = next(i for i, one in found if one == ("knockout", "twin.others-pairs"))
    monkeypatch.setattr("facilitator.verification.verifier.find_leak", lambda *_: None)
    assert max(case.verify().leaked.bits for case in list_faulty_variants()[number].cases()) > 0
    clean = Spec("knockout", (2, 1, 1))
    assert verify_spec(clean).good
    monkeypatch.setattr("facilitator.verification.verifier.measure_leak", lambda *_: LeakedBits(0.1, 0.2))
    assert not verify_spec(clean).good


def test_a_leak_has_bits() -> None:
    """Turned over in place the opponents' pairs tell part of what each holds."""
    found = enumerate((twin.form, twin.name.key) for twin in list_faulty_variants())
    number = next(i for i, one in found if one == ("knockout", "twin.others-pairs"))
    line = verify_spec(Spec("knockout", (2, 1, 1), twin=number))
    assert not line.secret
    assert 0 < line.bits <= line.most


def test_two_equal_groups_are_one_bit() -> None:
    assert entropy([3, 3]) == 1
    assert entropy([4]) == entropy([]) == 0
    assert VOID in names_for()
