"""Questions declare what their answers mean and where they lead; script, forecast, mistakes and undo read it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from facilitator.errors import ProtocolBug
from facilitator.instructions.branches import branches
from facilitator.instructions.conditions import Conditions
from facilitator.instructions.grouping import Wording
from facilitator.instructions.merging import AttemptWithFacts, merge
from facilitator.operations.definitions import HandOperation, Op, branches_of, get_answers
from facilitator.operations.perform import Outcome, Recipe, Stage, Steps, operations, replace_operations
from facilitator.operations.steps import Factor, Kind, Meaning
from facilitator.play.turn_cases import get_factor_values
from facilitator.protocols.forms import Form, example_layout, get_certified_forms
from facilitator.protocols.layout import Layout
from facilitator.sheets.turns import EveryTurn
from facilitator.table_files.load import sample

PLAYED = [form for form in get_certified_forms().values() if form.played]
SIZES = ((1, 1, 1), (3, 1, 2))


def layouts(form: Form) -> Iterator[Layout]:
    """Yield the cases that a turn may have: one card or several, with and without drawing, linked turns."""
    for sizes in SIZES:
        for valid in (0, 2):
            layout = example_layout(sizes, valid, form)
            yield from (layout, replace(layout, until=True), replace(layout, may_draw=False))
            if form.chains:
                yield replace(layout, hands_over=lambda known: known.card not in (None, "b"))


@pytest.mark.parametrize("form", PLAYED, ids=[form.name for form in PLAYED])
def test_a_question_has_one_answer_only_if_the_result_is_public(form: Form) -> None:
    for layout in layouts(form):
        assert branches(form.recipe(layout))
        asked = [op for op in operations(form.recipe(layout)) if get_answers(op)]
        chosen = [op for op in asked if {way.meaning for way in branches_of(op)} != {Meaning.EITHER}]
        assert form.certain or (not layout.playable) is all(len(get_answers(op)) == 1 for op in chosen)


# ----------------------------------------------------------------------------------------------------
# What is not declared: the turn script stops with an error.


def changed(recipe: Recipe, substitute: Callable[[int, Op], Steps[str]]) -> Recipe:
    def stage(one: Stage) -> Stage:
        def steps(known: Outcome) -> Steps[Outcome]:
            return replace_operations(one.steps(known), substitute)

        return replace(one, steps=steps)

    return tuple(map(stage, recipe))


def undeclared_factors(_: int, op: Op) -> Steps[str]:
    """Delete the factors that decide about steps."""
    if isinstance(op, HandOperation) and op.step is not None:
        op = replace(op, step=replace(op.step, given=()))
    return (yield op)


def unchanged(_: int, op: Op) -> Steps[str]:
    return (yield op)


def paths(recipe: Recipe, layout: Layout) -> Iterator[AttemptWithFacts]:
    """Yield every path of an attempt as the turn script has it."""
    facts = {Factor.HAND: get_factor_values(layout)[Factor.HAND]}
    yield from (AttemptWithFacts(acts, facts) for acts in TURNS.iter_paths(recipe, layout, Wording.BRIEF))


TURNS = EveryTurn(sample("three"))
FORM = get_certified_forms()["knockout"]
TABLE = example_layout((3, 2, 1, 2), 4, FORM)


def conditions(substitute: Callable[[int, Op], Steps[str]], *tables: Layout) -> Conditions:
    """Return the conditions of the turn script for a changed protocol."""
    return Conditions(merge(run for at in tables for run in paths(changed(FORM.recipe(at), substitute), at)))


def test_an_undeclared_factor_is_an_error() -> None:
    """A single card fights no duels. If the duels do not declare that, the turn script cannot say it."""
    tables = [example_layout(sizes, 1, FORM) for sizes in SIZES[::-1]]
    when = conditions(unchanged, *tables)
    assert [act.first.step.kind for act in when.merged.steps if when[act].never] == [Kind.ROUND]
    with pytest.raises(ProtocolBug, match="declared factors"):
        conditions(undeclared_factors, *tables)
