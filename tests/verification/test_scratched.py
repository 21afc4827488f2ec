"""A sleeve that keeps its card: one scratch tells whose the card is, in this turn and in the next."""

from __future__ import annotations

from dataclasses import replace

import pytest

from facilitator.operations.effects import Faces
from facilitator.operations.faces import remove_scratches
from facilitator.operations.purposes import Part
from facilitator.verification.certificate import Spec, verify_spec
from facilitator.verification.faulty import Finding, list_faulty_variants, looked_at, scratch_sleeve
from facilitator.verification.linked import in_a_row_cases
from facilitator.verification.substitution import change_protocol
from facilitator.verification.verifier import Unseen

SCRATCHED = "twin.scratched"


def test_wherever_backs_are_turned_a_sleeve_is_scratched_and_it_leaks() -> None:
    found = {twin.form: twin.verdict for twin in list_faulty_variants() if twin.name.key == SCRATCHED}
    assert found == {
        twin.form: Finding.LEAKS for twin in list_faulty_variants() if twin.name.key == "twin.backs"
    }
    assert len(found) > 10


@pytest.mark.parametrize("form", ["knockout", "published"])
def test_a_scratched_sleeve_tells_whose_its_card_is(form: str) -> None:
    number = next(
        i for i, twin in enumerate(list_faulty_variants()) if (twin.form, twin.name.key) == (form, SCRATCHED)
    )
    line = verify_spec(Spec(form, (2, 1, 1), twin=number))
    assert line.good
    assert line.leak is not None
    assert "'" in line.leak, "a marker beside the scratched sleeve"
    assert "with probability 0. " in line.leak


def test_a_sleeve_scratched_in_one_turn_tells_whose_its_card_is_in_the_next() -> None:
    """In the second turn everybody looks at the sleeves; without that look nothing is told."""
    whole = next(iter(in_a_row_cases((2, 1, 3), "knockout", (1,))))

    def held(faces: Faces) -> tuple[Unseen, ...]:
        return whole.unseen({place: remove_scratches(face) for place, face in faces.items()})

    case = replace(whole, deals=whole.deals[:2], unseen=held)
    second = [i for i, stage in enumerate(case.recipe) if stage.heading.part is Part.LAY_OUT][-1]
    looked = (*case.recipe[:second], *change_protocol(case.recipe[second:], looked_at))
    assert replace(case, mark=scratch_sleeve).verify().secret
    assert not replace(case, recipe=looked, mark=scratch_sleeve).verify().secret
    assert replace(case, recipe=looked).verify().secret, "it is the scratch that tells, not the look"
