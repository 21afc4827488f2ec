"""A form that nothing in the package names: its recipe and its entry are enough to play, plan, print and prove it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from facilitator.errors import ProtocolBug
from facilitator.operations.perform import Recipe
from facilitator.operations.purposes import Part
from facilitator.protocols.forms import CONCEALED, FORMS, Form, register_form
from facilitator.protocols.layout import Layout
from facilitator.protocols.published import build_published
from facilitator.table_files.load import load_table
from facilitator.verification.cases import PROOFS, Proof
from facilitator.verification.certificate import certify, default_specs, names_for, sabotaged_specs
from facilitator.verification.faulty import Finding
from programs import run_well

TABLE = "seats: [Ana, Ben, {name: Vera, virtual: true}]\nhand_size: 3\nprotocol: toy\n"


def unmixed(layout: Layout) -> Recipe:
    """The paper's selection without the lottery's own first scramble."""
    return tuple(stage for stage in build_published(layout) if stage.heading.part is not Part.MIX)


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[Form]:
    before, hidden = dict(FORMS), dict(CONCEALED)
    form = Form("toy", unmixed, lambda layout: layout.m + 3, lambda layout: 3 * layout.k + 4)
    register_form(form)
    monkeypatch.setitem(PROOFS, "toy", Proof(3, cancel_sizes=((1, 1, 1),)))
    monkeypatch.setitem(PROOFS, CONCEALED["toy"], Proof(2, cancel_sizes=()))
    yield form
    for registry, old in ((FORMS, before), (CONCEALED, hidden)):
        registry.clear()
        registry.update(old)  # type: ignore[arg-type]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "friday.yaml"
    path.write_text(TABLE, encoding="utf-8")
    return path


def test_the_toy_form_can_be_played(file: Path) -> None:
    done = run_well("play", file, "--dry-run", "--auto", "--json", "--seed", "3")
    assert not done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    runs = [line["run"] for line in lines if "run" in line]
    assert {run["form"] for run in runs} == {"toy"}
    assert all(run["shuffles"] == run["m"] + 3 for run in runs)
    assert lines[-1]["result"]["winner"]


def test_the_toy_form_can_be_planned(file: Path) -> None:
    done = run_well("plan", file, "--json", "--games", "20")
    assert not done.stderr
    told = json.loads(done.stdout)
    assert told["time"]["minutes_per_virtual_turn"]["median"] > 0


def test_the_toy_form_can_be_printed(file: Path, tmp_path: Path) -> None:
    assert not run_well("print", file, "--output", tmp_path / "sheets").stderr
    assert list((tmp_path / "sheets").glob("*.pdf"))


def test_the_toy_form_is_proved_with_all_its_faulty_variants(full: bool) -> None:
    """Concealed, with one of its twins; with --full all of them."""
    names = ["toy", CONCEALED["toy"]]
    assert set(names) <= set(names_for())
    hidden = list(sabotaged_specs(names[1:]))
    twins = [*sabotaged_specs(names[:1]), *(hidden if full else hidden[2:3])]
    lines = list(certify([*default_specs(names), *twins], workers=1))
    assert all(line.good for line in lines), [line for line in lines if not line.good]
    assert {line.expected for line in lines} == {None, Finding.WRONG, Finding.LEAKS}
    assert {line.form for line in lines} == set(names)


def test_a_table_file_may_name_the_toy_form_and_form_names_are_unique(file: Path, toy: Form) -> None:
    assert load_table(file).protocol == "toy"
    with pytest.raises(ProtocolBug):
        register_form(toy)
