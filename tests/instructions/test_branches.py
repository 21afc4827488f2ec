"""Questions declare what their answers mean and where they lead; script, forecast, mistakes and undo read it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial, reduce

import pytest

from facilitator.errors import ProtocolBug
from facilitator.instructions.branches import Answers, Script, branches
from facilitator.instructions.conditions import Conditions
from facilitator.instructions.grouping import Wording
from facilitator.instructions.merging import AttemptWithFacts, merge
from facilitator.mistakes.bounds import NOTHING, measure_void
from facilitator.mistakes.public_knowledge import AttemptMoment
from facilitator.operations import definitions as ops
from facilitator.operations.faces import SLEEVES
from facilitator.operations.perform import (
    Outcome,
    Recipe,
    Steps,
    change_stages,
    operations,
    replace_operations,
    run_stages,
)
from facilitator.operations.purposes import Phase
from facilitator.operations.steps import AnswerBranch, Factor, Kind, Label, Meaning, Step, labels_of
from facilitator.play.attempt import Attempt, Foresight, StepRenderer
from facilitator.play.turn_cases import get_factor_values
from facilitator.protocols.forms import Form, example_layout, get_certified_forms
from facilitator.protocols.gates import STRAIGHT
from facilitator.protocols.layout import Layout
from facilitator.protocols.recovery import is_decided
from facilitator.sheets.turns import EveryTurn
from facilitator.table_files.load import sample
from running import perform
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
        check_branches(form.recipe(layout))
        asked = [op for op in operations(form.recipe(layout)) if ops.get_answers(op)]
        chosen = [op for op in asked if {way.meaning for way in ops.branches_of(op)} != {Meaning.EITHER}]
        assert form.certain or (not layout.playable) is all(len(ops.get_answers(op)) == 1 for op in chosen)


# ----------------------------------------------------------------------------------------------------
# The declared branches of a protocol are those that its steps show.


StepKey = tuple[Kind, Label]
Change = Callable[[int, ops.Op], Steps[str]]
"""What is done in place of an operation, of which so many came before in its stage."""
Segment = dict[StepKey, set[tuple[ops.Op, ...]]]
"""Steps between two questions, each with every sequence of operations that was found for it."""


def check_branches(recipe: Recipe) -> None:
    """Compare the declared branches of a protocol with its steps and outcomes, on every path."""
    found = dict[StepKey, dict[AnswerBranch, Segment]]()
    scripts = branches(recipe)
    assert scripts
    for script in scripts:
        done, outcome = follow_script(recipe, script)
        check_meanings(done, outcome)
        for question, branch, steps in iter_segments(done):
            segment = found.setdefault(question, {}).setdefault(branch, {})
            for step, some in steps.items():
                segment.setdefault(step, set()).add(tuple(some))
    for question, ways in found.items():
        check_steps(question, ways)


def follow_script(recipe: Recipe, script: Script) -> tuple[list[tuple[ops.Op, str]], Outcome]:
    """Return the operations of a path, each with its answer, and the outcome."""
    done, answers = list[ops.Op](), Answers(script)

    def table(op: ops.Op) -> str:
        done.append(op)
        return answers(op)

    outcome = perform(run_stages(recipe), table)
    return [*zip(done, answers.given, strict=True)], outcome


def check_meanings(done: Iterable[tuple[ops.Op, str]], outcome: Outcome) -> None:
    """Compare the meanings of the answers with the outcome: whether a card is played, and whether it was drawn."""
    meant = {branch.meaning for op, answer in done if (branch := ops.branch_of(op, answer))}
    assert any(meaning.finds for meaning in meant) is (outcome.card is not None)
    assert outcome.drawn or Meaning.DRAWN_PLAYED not in meant
    assert not outcome.drawn or Meaning.PLAYED not in meant


def check_steps(question: StepKey, ways: dict[AnswerBranch, Segment]) -> None:
    """Compare the steps after each answer to a question with the steps that its branch declares."""
    if len(ways) < 2:
        return
    everywhere = reduce(set.intersection, ({*steps} for steps in ways.values()))
    for branch, steps in ways.items():
        others = [segment for other, segment in ways.items() if other != branch]
        only = {*steps}.difference(*others)
        altered = {step for step in everywhere if steps[step].isdisjoint(*(other[step] for other in others))}
        for declared, some in ((branch.leads_to, only), (branch.alters, altered)):
            labels = labels_of([Step(kind, label=label) for kind, label in some])
            assert {*labels} - {""} == {*declared}, (question, branch.meaning)


def iter_segments(
    done: Iterable[tuple[ops.Op, str]],
) -> Iterator[tuple[StepKey, AnswerBranch, dict[StepKey, list[ops.Op]]]]:
    """Yield each question on a path, with the branch of its answer and the steps up to the next question.

    Steps that return cards are left out, because they follow every answer. Steps that keep columns are not.
    """
    returning = False
    current: tuple[StepKey, AnswerBranch, dict[StepKey, list[ops.Op]]] | None = None
    for op, answer in done:
        if isinstance(op, ops.Heading):
            returning = op.part.phase is Phase.GIVE_BACK
        elif op.step is not None:
            step = op.step.kind, op.step.label
            if current is not None and (not returning or op.step.group_kind is Kind.HAND_OVER):
                current[2].setdefault(step, []).append(op)
            if branch := ops.branch_of(op, answer):
                yield from filter(None, [current])
                any_card = replace(branch, answers=()) if branch.meaning.names_card else branch
                current = step, any_card, {}
    yield from filter(None, [current])


# ----------------------------------------------------------------------------------------------------
# What is declared wrongly: every reader of the declarations notices.


def changed(recipe: Recipe, substitute: Change) -> Recipe:
    return change_stages(recipe, lambda _, steps: replace_operations(steps, substitute))


def deleted(_: int, op: ops.Op) -> Steps[str]:
    return (yield replace(op, branches=()) if isinstance(op, ops.HandOperation) else op)


def swapped(one: Meaning, other: Meaning, _: int, op: ops.Op) -> Steps[str]:
    if isinstance(op, ops.HandOperation):
        other_way = {one: other, other: one}
        found = [replace(way, meaning=other_way.get(way.meaning, way.meaning)) for way in op.branches]
        op = replace(op, branches=tuple(found))
    return (yield op)


def undeclared(_: int, op: ops.Op) -> Steps[str]:
    """Delete the labels that answers lead to."""
    if isinstance(op, ops.HandOperation):
        op = replace(op, branches=tuple(replace(way, leads_to=()) for way in op.branches))
    return (yield op)


def undeclared_factors(_: int, op: ops.Op) -> Steps[str]:
    """Delete the factors that decide about steps."""
    if isinstance(op, ops.HandOperation) and op.step is not None:
        op = replace(op, step=replace(op.step, given=()))
    return (yield op)


def unchanged(_: int, op: ops.Op) -> Steps[str]:
    return (yield op)


def one_more_step(_: int, op: ops.Op) -> Steps[str]:
    """Turn the champion's pair down if it reads α β, and up again, without a word of it."""
    said = yield op
    if isinstance(op, ops.Reveal) and ops.get_answers(op) and said == STRAIGHT:
        yield ops.Cover(op.places, step=Step(Kind.COVER_PAIR, label=Label("9a")))
        shares = (("V", 1),)
        yield ops.Reveal(op.places, step=Step(Kind.RESULT, shares=shares, label=Label("9b")))
    return said


def one_more_question(_: int, op: ops.Op) -> Steps[str]:
    """Ask what the champion's pair reads once more, if it reads α β."""
    said = yield op
    if isinstance(op, ops.Reveal) and ops.get_answers(op) and said == STRAIGHT:
        act = Step(Kind.COVER_PAIR, label=Label("9a"))
        yield ops.Cover(op.places, step=act)
        yield ops.Reveal(op.places, ask=op.ask, step=act)
    return said


Reader = Callable[[Recipe], object]


def done(recipe: Recipe, end: int) -> list[tuple[ops.Op, str]]:
    """Return the operations of a run with their answers: the first to every question, or the last."""
    found = list[tuple[ops.Op, str]]()

    def answer(op: ops.Op) -> str:
        found.append((op, (ops.get_answers(op) or ("",))[end]))
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
    for _, answer in [pair for pair in done(recipe, -1) if not isinstance(pair[0], ops.Heading)]:
        run.answer(answer)
    settled = [op for end in (0, -1) for op, _ in done(recipe, end) if is_decided([op])]
    return settled, [run.can_replace_answer(index) for index, op in enumerate(run.ops) if ops.get_answers(op)]


READERS = (script, forecast, mistakes, undo)
TURNS = EveryTurn(sample("three"))
FORM = get_certified_forms()["knockout"]
TABLE = example_layout((3, 2, 1, 2), 4, FORM)
SWAPPED: dict[Reader, tuple[Meaning, Meaning]] = {
    script: (Meaning.HOLDS, Meaning.PLAYED),
    forecast: (Meaning.DRAWN_MISSES, Meaning.DRAWN_FITS),
    mistakes: (Meaning.LACKS, Meaning.HOLDS),
    undo: (Meaning.HOLDS, Meaning.PLAYED),
}


def noticed(reader: Reader, substitute: Change) -> bool:
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
def test_an_undeclared_branch_is_noticed(substitute: Change, reader: Reader) -> None:
    assert noticed(reader, substitute)


@pytest.mark.parametrize(
    "substitute",
    [*(partial(swapped, *SWAPPED[reader]) for reader in (forecast, mistakes)), undeclared, one_more_step],
)
def test_a_declaration_that_differs_from_the_steps_is_noticed(substitute: Change) -> None:
    recipe = FORM.recipe(TABLE)
    check_branches(changed(recipe, unchanged))
    with pytest.raises(AssertionError):
        check_branches(changed(recipe, substitute))


def test_an_undeclared_factor_is_noticed() -> None:
    """A single card fights no duels. If the duels do not declare that, the turn script cannot say it."""
    tables = [example_layout(sizes, 1, FORM) for sizes in SIZES[::-1]]

    def conditions(substitute: Change) -> Conditions:
        recipes = [(changed(FORM.recipe(at), substitute), at) for at in tables]
        return Conditions(merge(run for recipe, at in recipes for run in paths(recipe, at)))

    when = conditions(unchanged)
    assert [act.first.step.kind for act in when.merged.steps if when[act].never] == [Kind.ROUND]
    with pytest.raises(ProtocolBug, match="declared factors"):
        conditions(undeclared_factors)
