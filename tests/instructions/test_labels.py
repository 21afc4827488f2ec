"""Labels: every step has one, and no two steps of a turn have the same."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import groupby
from pathlib import Path

import pytest

from facilitator.operations.definitions import Heading, Op, get_answers
from facilitator.operations.effects import VisibleTable
from facilitator.operations.perform import Recipe, operations
from facilitator.operations.steps import Step
from facilitator.protocols.forms import Form, example_layout, get_certified_forms
from facilitator.protocols.labels import in_attempt
from facilitator.protocols.layout import Layout
from facilitator.protocols.lottery import simple_lot
from facilitator.protocols.recovery import build_recovery, is_decided
from programs import run

PLAYED = [form for form in get_certified_forms().values() if form.played]
SIZES = ((1, 1, 1), (2, 1, 2), (3, 2, 1, 2))


def layouts(form: Form) -> Iterator[Layout]:
    for sizes in SIZES:
        for valid in (0, 1, sum(sizes) - 1):
            layout = example_layout(sizes, valid, form)
            yield layout
            yield replace(layout, until=True)
            if form.chains:
                yield replace(layout, hands_over=lambda known: known.card is not None)


def acts_of(ops: Iterator[Op]) -> list[Step]:
    """Return the acts of some operations, neighbours once; every operation has an act."""
    found = [op.step for op in ops if not isinstance(op, Heading)]
    assert all(act is not None for act in found)
    return [next(same) for _, same in groupby((act for act in found if act is not None), id)]


def steps_of(acts: list[Step]) -> list[tuple[object, ...]]:
    """Return the steps of some acts, each with all that sets it apart; neighbours once."""
    labels = [act.label for act in acts]
    assert all(label.names for label in labels), [act.kind for act in acts if not act.label.names]
    every = [
        (name, label.part, label.run, label.rank)
        for label in labels
        for name in ",".join(label.names).split(",")
    ]
    return [step for step, _ in groupby(every)]


def by(end: int, op: Op) -> str:
    return (get_answers(op) or ("",))[end]


def ways(recipe: Recipe) -> Iterator[list[Op]]:
    for end in (0, -1):
        yield list(operations(recipe, partial(by, end)))


@pytest.mark.parametrize("form", PLAYED, ids=[form.name for form in PLAYED])
def test_every_step_of_a_form_has_a_label_of_its_own(form: Form) -> None:
    for layout in layouts(form):
        for ops in ways(form.recipe(layout)):
            steps = steps_of(acts_of(iter(ops)))
            assert len(set(steps)) == len(steps), steps


EXPECTED = {
    "knockout": "1 2 3 4 5 6 7 8 9 10 11a 11b 11c 11d 11e 12 12a 13a 13b 13c",
    "published": "1 2 3 4 5 6 7 8 9 10 10a 10b 10c 10d 10e 10f 10g 10h 10i 10j 10k 11 12a 12b 12c",
    "published-2023": "1 2 3 4 5 6 7 8 9 10 10a 10b 10c 10d 10e 10f 10g 10h 10i 10j 10k 11 12 13 14 15",
    "wallet": "1 2 3 4a 4b 4c 4d 5 6a 6 7",
}


@pytest.mark.parametrize(("name", "labels"), EXPECTED.items())
def test_every_form_has_the_expected_labels(name: str, labels: str) -> None:
    form = get_certified_forms()[name]
    found: dict[object, None] = {}
    for layout in layouts(form):
        for ops in ways(form.recipe(layout)):
            found |= dict.fromkeys(step[0] for step in steps_of(acts_of(iter(ops))))
    assert sorted(map(str, found)) == sorted(labels.split())


def test_random_draws_and_second_attempts_have_labels() -> None:
    lot = simple_lot(("R", "G"))
    assert [step[0] for step in steps_of(acts_of(operations(lot)))] == ["C1", "C2", "C3"]
    again = steps_of(acts_of(operations(in_attempt(lot, 2))))
    assert again == [(name, None, 2, 1) for name in ("C1", "C2", "C3")]


@pytest.mark.parametrize("form", PLAYED, ids=[form.name for form in PLAYED])
def test_a_recovery_has_its_labels_in_order_wherever_it_begins(form: Form) -> None:
    layout = example_layout((2, 1, 2), 2, form)
    surface, done = VisibleTable(), list[Op]()
    for op in operations(form.recipe(layout)):
        surface.note(op, by(0, op))
        done.append(op)
        if is_decided(done):
            return
        acts = acts_of(operations(build_recovery(layout, surface, done)))
        numbers = [step[0] for step in steps_of(acts)]
        assert numbers == sorted({*numbers}, key=lambda label: int(str(label)[1:]))


TURNS: dict[tuple[str, str], list[str | list[str]]] = {
    ("published", "full"): ["10d", ["10h", "10i"]],
    ("published", "brief"): [["1", "2"]],
    ("knockout", "brief"): [["11a", "11b", "11c", "11d", "11e"]],
    ("wallet", "full"): [["4a", "4b", "4c", "4d"]],
}


@pytest.mark.parametrize(("form", "wording"), TURNS)
@pytest.mark.every(2)
def test_json_lines_have_labels(form: str, wording: str, tmp_path: Path) -> None:
    file = tmp_path / "table.yaml"
    keys = ["seats: [{name: Vera, virtual: true}, Ana]", f"protocol: {form}", f"wording: {wording}"]
    file.write_text("\n".join([*keys, "hand_size: 4"]) + "\n")
    arguments = ["play", str(file), "--dry-run", "--auto", "--json", "--seed", "3", "--turns", "6"]
    done = run(*arguments)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    steps = [line["step"] for line in lines if "step" in line]
    assert all(step["label"] for step in steps)
    assert all(step["labels"][0] == step["label"] for step in steps if "labels" in step)
    told = [step.get("labels", step["label"]) for step in steps]
    assert all(labels in told for labels in TURNS[form, wording])
    repeated = [step["part"] for step in steps if "part" in step]
    name = "pile" if form == "published" else "duel"
    assert repeated
    assert all(part["name"] == name and 1 <= part["n"] <= part["of"] for part in repeated)
