"""The mutation sweep's small part: slips are caught, and a verifier that checks less catches fewer."""

from __future__ import annotations

import pytest

from facilitator.machine.operations import Collect, Draw, Move, Return, Reveal, Scramble
from facilitator.proof import verify
from facilitator.proof.mutants import Mutant, Slip, mutants
from facilitator.proof.mutations import Fate, Judged, Reason, judge, score, sweep
from facilitator.protocols.forms import proved

EVERY = 13
"""One mutant of so many is judged here; ``verify --mutants`` judges all."""


def some(form: str) -> list[Mutant]:
    return list(mutants(form))[::EVERY]


def of_kind(form: str, slip: Slip, *kinds: type) -> list[Mutant]:
    return [one for one in mutants(form) if one.slip is slip and one.site.kind in kinds]


@pytest.mark.parametrize("form", ["open", "knockout"])
def test_slips_are_caught_or_explained(form: str) -> None:
    found = [*sweep(some(form), workers=1)]
    assert [one.mutant.words() for one in found if not one.explained] == []
    assert {one.fate for one in found} >= {Fate.WRONG, Fate.LEAKS}
    assert "(100.0 %)" in score(found)
    assert "0 unexplained" in score(found)


def test_every_kind_of_slip_comes_up() -> None:
    for form in proved():
        if form in ("knockout", "open", "streamlined"):
            found = {one.slip for one in mutants(form)}
            assert found == set(Slip)
    sites = {one.site for one in mutants("knockout")}
    assert {Collect, Draw, Move, Return, Reveal, Scramble} <= {site.kind for site in sites}


def test_every_scramble_and_every_return_left_out_is_caught() -> None:
    for one in of_kind("knockout", Slip.DELETED, Scramble, Return, Draw):
        assert judge(one).killed, one.words()


def test_a_return_or_a_draw_to_another_owner_is_caught() -> None:
    """Found missing from outside: the verifier said correct and secret."""
    found = of_kind("open", Slip.REDIRECTED, Return, Draw)
    assert len(found) > 6
    assert {judge(one).fate for one in found} == {Fate.WRONG}


def test_where_less_is_checked_more_live(monkeypatch: pytest.MonkeyPatch) -> None:
    found = of_kind("open", Slip.DELETED, Return)[-1:]
    assert all(judge(one).killed for one in found)
    monkeypatch.setattr(verify, "left_over", lambda *_: None)
    alive = [one for one in map(judge, found) if not one.killed]
    assert alive
    assert not any(one.explained for one in alive)
    assert f"{len(alive)} unexplained" in score(alive)


def test_a_score_names_its_reasons() -> None:
    one = next(iter(mutants("open")))
    text = score(
        [Judged(one, Fate.WRONG), Judged(one, Fate.SURVIVED, Reason.APART), Judged(one, Fate.SURVIVED)]
    )
    assert text.startswith("3 mutants. Of 2 that do harm 1 are killed (50.0 %)")
    assert Reason.APART in text
