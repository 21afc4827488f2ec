"""Questions declare what their answers mean and where they lead; script, forecast, mistakes and undo read it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial

import pytest

from facilitator.errors import ProtocolBug
from facilitator.instructions.branches import branches
from facilitator.instructions.conditions import Conditions
from facilitator.instructions.grouping import Wording
from facilitator.instructions.merging import AttemptWithFacts, merge
from facilitator.mistakes.bounds import NOTHING, measure_void
from facilitator.mistakes.public_knowledge import AttemptMoment
from facilitator.operations.definitions import (
    Cover,
    HandOperation,
    Heading,
    Op,
    Reveal,
    branches_of,
    get_answers,
)
from facilitator.operations.faces import SLEEVES
from facilitator.operations.perform import Outcome, Recipe, Stage, Steps, operations, replace_operations
from facilitator.operations.steps import Factor, Kind, Label, Meaning, Step
from facilitator.play.attempt import Attempt, Foresight, StepRenderer
from facilitator.play.turn_cases import get_factor_values
from facilitator.protocols.forms import Form, example_layout, get_certified_forms
from facilitator.protocols.gates import STRAIGHT
from facilitator.protocols.layout import Layout
from facilitator.protocols.recovery import is_decided
from facilitator.sheets.turns import EveryTurn
from facilitator.table_files.load import sample
from told import speaks

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
def test_every_question_leads_where_it_declares(form: Form) -> None:
    for layout in layouts(form):
        assert branches(form.recipe(layout))
        asked = [op for op in operations(form.recipe(layout)) if get_answers(op)]
        chosen = [op for op in asked if {way.meaning for way in branches_of(op)} != {Meaning.EITHER}]
        assert form.certain or layout.has_public_result is all(len(get_answers(op)) == 1 for op in chosen)


# ----------------------------------------------------------------------------------------------------
# What is declared wrongly: every reader of the declarations notices.


def changed(recipe: Recipe, substitute: Callable[[int, Op], Steps[str]]) -> Recipe:
    def stage(one: Stage) -> Stage:
        def steps(known: Outcome) -> Steps[Outcome]:
            return replace_operations(one.steps(known), substitute)

        return replace(one, steps=steps)

    return tuple(map(stage, recipe))


def deleted(_: int, op: Op) -> Steps[str]:
    return (yield replace(op, branches=()) if isinstance(op, HandOperation) else op)


def swapped(one: Meaning, other: Meaning, _: int, op: Op) -> Steps[str]:
    if isinstance(op, HandOperation):
        other_way = {one: other, other: one}
        found = [replace(way, meaning=other_way.get(way.meaning, way.meaning)) for way in op.branches]
        op = replace(op, branches=tuple(found))
    return (yield op)


def undeclared(_: int, op: Op) -> Steps[str]:
    """Delete the labels that answers lead to."""
    if isinstance(op, HandOperation):
        op = replace(op, branches=tuple(replace(way, leads_to=(), only=None) for way in op.branches))
    return (yield op)


def undeclared_factors(_: int, op: Op) -> Steps[str]:
    """Delete the factors that decide about steps."""
    if isinstance(op, HandOperation) and op.step is not None:
        op = replace(op, step=replace(op.step, given=()))
    return (yield op)


def unchanged(_: int, op: Op) -> Steps[str]:
    return (yield op)


def one_more_step(_: int, op: Op) -> Steps[str]:
    """Turn the champion's pair down if it reads α β, and up again, without a word of it."""
    said = yield op
    if isinstance(op, Reveal) and get_answers(op) and said == STRAIGHT:
        yield Cover(op.places, step=Step(Kind.COVER_PAIR, label=Label.from_names("9a")))
        shares = (("V", 1),)
        yield Reveal(op.places, step=Step(Kind.RESULT, shares=shares, label=Label.from_names("9b")))
    return said


def one_more_question(_: int, op: Op) -> Steps[str]:
    """Ask what the champion's pair reads once more, if it reads α β."""
    said = yield op
    if isinstance(op, Reveal) and get_answers(op) and said == STRAIGHT:
        act = Step(Kind.COVER_PAIR, label=Label.from_names("9a"))
        yield Cover(op.places, step=act)
        yield Reveal(op.places, ask=op.ask, step=act)
    return said


Reader = Callable[[Recipe], object]


def done(recipe: Recipe, end: int) -> list[tuple[Op, str]]:
    """Return the operations of a run with their answers: the first to every question, or the last."""
    found = list[tuple[Op, str]]()

    def answer(op: Op) -> str:
        found.append((op, (get_answers(op) or ("",))[end]))
        return found[-1][1]

    assert list(operations(recipe, answer))
    return found


def script(recipe: Recipe) -> object:
    """Return the conditions of the turn script: the numbers of questions, with their answers."""
    when = Conditions(merge(paths(recipe, TABLE)))
    return [[(asked.number, answers) for asked, answers in when[act].asked] for act in when.merged.steps]


def paths(recipe: Recipe, layout: Layout) -> Iterator[AttemptWithFacts]:
    """Yield every path of an attempt as the turn script has it."""
    facts = {Factor.HAND: get_factor_values(layout)[Factor.HAND]}
    yield from (AttemptWithFacts(acts, facts) for acts in TURNS.iter_paths(recipe, layout, Wording.BRIEF))


def forecast(recipe: Recipe) -> object:
    foresight = Foresight(recipe, StepRenderer(speaks(SLEEVES, ("Ana", "Ben")), Wording.FULL))
    return foresight.all_ops


def mistakes(recipe: Recipe) -> object:
    moments = [AttemptMoment(TABLE, done(recipe, end), ()) for end in (0, -1)]
    return [
        (
            measure_void(moment, NOTHING),
            moment.public_knowledge.public_rows,
            moment.public_knowledge.public_columns,
        )
        for moment in moments
    ]


def undo(recipe: Recipe) -> object:
    """Where a run can no longer be given up, and where another answer can still be followed."""
    run = Attempt(recipe, StepRenderer(speaks(SLEEVES, ("Ana", "Ben")), Wording.FULL))
    for _, answer in [pair for pair in done(recipe, -1) if not isinstance(pair[0], Heading)]:
        run.answer(answer)
    settled = [op for end in (0, -1) for op, _ in done(recipe, end) if is_decided([op])]
    return settled, [run.can_replace_answer(index) for index, op in enumerate(run.ops) if get_answers(op)]


READERS = (script, forecast, mistakes, undo)
TURNS = EveryTurn(sample("three"))
FORM = get_certified_forms()["knockout"]
TABLE = example_layout((3, 2, 1, 2), 4, FORM)
SWAPPED: dict[Reader, tuple[Meaning, Meaning]] = {
    script: (Meaning.LACKS, Meaning.HOLDS),
    forecast: (Meaning.DRAWN_MISSES, Meaning.DRAWN_FITS),
    mistakes: (Meaning.LACKS, Meaning.HOLDS),
    undo: (Meaning.HOLDS, Meaning.PLAYED),
}


def noticed(reader: Reader, substitute: Callable[[int, Op], Steps[str]]) -> bool:
    """Tell whether a reader of the declarations fails, or reads something else."""
    recipe = FORM.recipe(TABLE)
    assert reader(changed(recipe, unchanged)) == reader(recipe)
    with suppress(ProtocolBug):
        return reader(changed(recipe, substitute)) != reader(recipe)
    return True


@pytest.mark.parametrize("reader", READERS)
def test_a_missing_declaration_is_noticed(reader: Reader) -> None:
    assert noticed(reader, deleted)


@pytest.mark.parametrize("reader", READERS)
def test_swapped_meanings_are_noticed(reader: Reader) -> None:
    assert noticed(reader, partial(swapped, *SWAPPED[reader]))


@pytest.mark.parametrize("reader", READERS)
def test_a_question_without_branches_is_noticed(reader: Reader) -> None:
    assert noticed(reader, one_more_question)


@pytest.mark.parametrize(
    ("reader", "substitute"), [(script, one_more_step), (script, undeclared), (forecast, one_more_step)]
)
def test_an_undeclared_branch_is_noticed(substitute: Callable[[int, Op], Steps[str]], reader: Reader) -> None:
    assert noticed(reader, substitute)


def test_an_undeclared_factor_is_noticed() -> None:
    """A single card fights no duels. If the duels do not declare that, the turn script cannot say it."""
    tables = [example_layout(sizes, 1, FORM) for sizes in SIZES[::-1]]

    def conditions(substitute: Callable[[int, Op], Steps[str]]) -> Conditions:
        return Conditions(
            merge(run for at in tables for run in paths(changed(FORM.recipe(at), substitute), at))
        )

    when = conditions(unchanged)
    assert [act.first.step.kind for act in when.merged.steps if when[act].never] == [Kind.ROUND]
    with pytest.raises(ProtocolBug, match="declared factors"):
        conditions(undeclared_factors)
