"""Faulty variants, and how much a leak tells."""

from __future__ import annotations

from dataclasses import replace

import pytest

from facilitator.operations.effects import Faces
from facilitator.operations.faces import remove_scratches
from facilitator.operations.purposes import Part
from facilitator.verification.cases import VOID
from facilitator.verification.certificate import Spec, names_for, verify_spec
from facilitator.verification.faulty import Finding, list_faulty_variants, look_at_sleeves, scratch_sleeve
from facilitator.verification.linked import in_a_row_cases
from facilitator.verification.substitution import change_protocol
from facilitator.verification.verifier import LeakedBits, Unseen, entropy

SCRATCHED = "twin.scratched"


def test_every_form_with_a_variant_of_backs_has_a_scratched_variant_that_leaks() -> None:
    found = {twin.form: twin.verdict for twin in list_faulty_variants() if twin.name.key == SCRATCHED}
    backs = [twin.form for twin in list_faulty_variants() if twin.name.key == "twin.backs"]
    assert found == dict.fromkeys(backs, Finding.LEAKS)
    assert len(found) > 10


@pytest.mark.parametrize("form", ["knockout", "published"])
def test_a_scratched_sleeve_reveals_the_owner_of_its_card(form: str) -> None:
    number = next(
        i for i, twin in enumerate(list_faulty_variants()) if (twin.form, twin.name.key) == (form, SCRATCHED)
    )
    line = verify_spec(Spec(form, (2, 1, 1), twin=number))
    assert line.good
    assert line.leak is not None
    assert "'" in line.leak, "a marker beside the scratched sleeve"
    assert "with probability 0. " in line.leak


def test_a_scratched_sleeve_reveals_an_owner_in_the_next_turn() -> None:
    """In the second turn everybody looks at the sleeves; without that look nothing is told."""
    whole = next(iter(in_a_row_cases((2, 1, 3), "knockout", (1,))))

    def held(faces: Faces) -> tuple[Unseen, ...]:
        return whole.unseen({place: remove_scratches(face) for place, face in faces.items()})

    case = replace(whole, deals=whole.deals[:2], unseen=held)
    second = [i for i, stage in enumerate(case.recipe) if stage.heading.part is Part.LAY_OUT][-1]
    looked = (*case.recipe[:second], *change_protocol(case.recipe[second:], look_at_sleeves))
    assert replace(case, mark=scratch_sleeve).verify().secret
    assert not replace(case, recipe=looked, mark=scratch_sleeve).verify().secret
    assert replace(case, recipe=looked).verify().secret, "it is the scratch that tells, not the look"


# -- what a run tells beyond its outcome --------------------------------------------------------------


def test_leaked_bits_are_computed_independently_of_the_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    """The two are worked out apart, so that one objects if the other misses a leak."""
    found = enumerate((twin.form, twin.name.key) for twin in list_faulty_variants())
    number = next(i for i, one in found if one == ("knockout", "twin.others-pairs"))
    monkeypatch.setattr("facilitator.verification.verifier.find_leak", lambda *_: None)
    assert max(case.verify().leaked.bits for case in list_faulty_variants()[number].cases()) > 0
    clean = Spec("knockout", (2, 1, 1))
    assert verify_spec(clean).good
    monkeypatch.setattr("facilitator.verification.verifier.measure_leak", lambda *_: LeakedBits(0.1, 0.2))
    assert not verify_spec(clean).good


def test_two_equal_groups_have_an_entropy_of_one_bit() -> None:
    assert entropy([3, 3]) == 1
    assert entropy([4]) == entropy([]) == 0
    assert VOID in names_for()
