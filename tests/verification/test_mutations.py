"""The mutation sweep's small part: slips are caught, and a verifier that checks less catches fewer."""

from __future__ import annotations

import pytest

from facilitator.operations.definitions import Collect, Draw, Move, Return, Reveal, Scramble
from facilitator.operations.purposes import Part
from facilitator.protocols.forms import get_certified_forms
from facilitator.verification import verifier
from facilitator.verification.cases import COLOURS
from judges.mutations import Fate, Mutant, Reason, Slip, benches, judge, mutants, score, sweep

EVERY = 13
"""One mutant of so many is judged here; all of them with ``--full``."""


def some(form: str) -> list[Mutant]:
    return list(mutants(form))[::EVERY]


def of_kind(form: str, slip: Slip, *kinds: type) -> list[Mutant]:
    return [mutant for mutant in mutants(form) if mutant.slip is slip and mutant.site.kind in kinds]


def test_mutants_are_caught_or_explained() -> None:
    found = [*sweep(some("knockout"), workers=1)]
    assert [verdict.mutant.words() for verdict in found if not verdict.explained] == []
    assert {verdict.fate for verdict in found} >= {Fate.WRONG, Fate.LEAKS}
    assert score(found).endswith("; 0 unexplained")


def test_surviving_mutants_of_every_form_are_explained(full: bool) -> None:
    """All of them at full size, in minutes on all cores; else a few of the form that is swept fastest."""
    for name in (*get_certified_forms(), COLOURS) if full else ("wallet-top",):
        found = [*sweep(list(mutants(name))[:: 1 if full else EVERY])]
        print(name, score(found))
        assert [verdict.mutant.words() for verdict in found if not verdict.explained] == []


def test_mutants_of_a_question_are_caught_or_explained() -> None:
    """Fewer, for it is the knockout up to its answer; all of them with ``--full``."""
    found = [*map(judge, some("challenge")[::4])]
    assert [verdict.mutant.words() for verdict in found if not verdict.explained] == []
    assert any(verdict.killed for verdict in found)


def test_every_kind_of_mutant_occurs() -> None:
    assert {mutant.slip for mutant in mutants("knockout")} == set(Slip)
    sites = {mutant.site for mutant in mutants("knockout")}
    assert {Collect, Draw, Move, Return, Reveal, Scramble} <= {site.kind for site in sites}


def test_every_omitted_shuffle_and_return_is_caught() -> None:
    for mutant in of_kind("knockout", Slip.DELETED, Scramble, Return, Draw):
        assert judge(mutant).killed, mutant.words()


def test_a_return_or_a_draw_to_another_owner_is_caught() -> None:
    """Found missing from outside: the verifier said correct and secret."""
    found = of_kind("knockout", Slip.REDIRECTED, Return, Draw)
    assert len(found) > 6
    assert {judge(mutant).fate for mutant in found} == {Fate.WRONG}


def test_fewer_checks_let_more_mutants_survive(monkeypatch: pytest.MonkeyPatch) -> None:
    found = of_kind("knockout", Slip.DELETED, Return)[-1:]
    assert all(judge(mutant).killed for mutant in found)
    monkeypatch.setattr(verifier, "check_leftover", lambda *_: None)
    alive = [verdict for verdict in map(judge, found) if not verdict.killed]
    assert alive
    assert not any(verdict.explained for verdict in alive)
    assert score(alive).endswith(f"{len(alive)} unexplained")


@pytest.mark.parametrize("name", [COLOURS, "wallet", "wallet-2-classes", "wallet-3-classes"])
def test_mutants_of_random_draws_and_wallets_are_checked(name: str) -> None:
    """Also the stages that are left out on some tables: the second chain if every card is playable."""
    listed = list(mutants(name))
    last = max(mutant.site.stage for mutant in listed)
    found = [*map(judge, [*listed[:: 2 * EVERY], *(one for one in listed if one.site.stage == last)])]
    assert [verdict.mutant.words() for verdict in found if not verdict.explained] == []
    assert any(verdict.killed for verdict in found)


def test_mutants_of_a_wallet_are_checked_with_two_duels() -> None:
    """A slip in the first is judged while another duel follows."""
    parts = [stage.heading.part for stage in benches("wallet")[0].longest]
    assert parts.count(Part.DUEL) == 2
    assert {mutant.site.stage for mutant in mutants("wallet")} == set(range(len(parts)))


def test_an_unnecessary_shuffle_is_identified_by_its_stage() -> None:
    """The stages are those of the table on which it is left out."""
    form = "published-2023"
    bench = benches(form)[0]
    spare = [one for one in mutants(form) if one.slip is Slip.DELETED and one.site.stage in bench.spare]
    found = [judge(mutant) for mutant in spare if mutant.site.kind is Scramble]
    assert [verdict.reason for verdict in found] == [Reason.SPARE] * 2
