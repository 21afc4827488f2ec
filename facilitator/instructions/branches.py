"""All paths through a protocol, derived from the declared branches of its questions.

Stages share only the cards on the table and the current outcome. Each stage is therefore explored once for
each kind of outcome before it: with or without a card, with or without a draw. `check_branches` compares the
declared branches with the actual steps of the protocol.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import reduce

from facilitator.errors import ProtocolBug
from facilitator.operations.definitions import Draw, Heading, Op, branch_of, get_answers, split_branches
from facilitator.operations.perform import Outcome, Recipe, Stage, perform
from facilitator.operations.perform import run_stages as follow_recipe
from facilitator.operations.purposes import Phase
from facilitator.operations.steps import AnswerBranch, Kind, Label, Meaning, Step, labels_of
from facilitator.protocols.gates import get_expected_answer

Script = tuple[str, ...]
"""Answer script: the answers to an attempt's questions, in order."""
DRAWS = 2
"""Largest number of drawn cards to explore. Further draws repeat the same steps."""


def branches(recipe: Recipe) -> list[Script]:
    """Return answer scripts (lists of answers) that together cover every path through a protocol.

    If an answer names a card, only the first accepted card is used, because all cards lead to the same steps.
    After the last answer of a script, questions get the default answer from `get_expected_answer`.

    Raises:
        ProtocolBug: The protocol behaves differently from its declared branches.
    """
    entries: list[tuple[Script, Outcome]] = [((), Outcome())]
    scripts: list[Script] = []
    for stage in recipe:
        ways = [((*before, *said), end) for before, known in entries for said, end in _paths(stage, known)]
        ends = [script for script, _ in ways]
        scripts = ends + [
            script for script in scripts if not any(script == end[: len(script)] for end in ends)
        ]
        alike = {(end.card is not None, end.drawn > 0): (script, end) for script, end in reversed(ways)}
        entries = [way for way in ways if way in alike.values()]
    check_branches(recipe, scripts)
    return scripts


def _paths(stage: Stage, known: Outcome) -> Iterator[tuple[Script, Outcome]]:
    """Yield the answer script and the outcome of each path through a stage."""
    waiting: list[Script] = [()]
    while waiting:
        script = waiting.pop(0)
        next_branches, end = _follow_script(stage, known, script)
        if end is not None:
            yield script, end
        waiting[:0] = [(*script, branch.answers[0]) for branch in reversed(next_branches)]


def _follow_script(
    stage: Stage, known: Outcome, script: Script
) -> tuple[Sequence[AnswerBranch], Outcome | None]:
    """Return the declared branches of the first question after an answer script, or the outcome of the stage.

    A path with more than `DRAWS` drawn cards returns neither branches nor an outcome.
    """
    going, given, drawn, answer = stage.steps(known), list(script), 0, ""
    try:
        op = next(going)
        while (drawn := drawn + isinstance(op, Draw)) <= DRAWS:
            ask = get_answers(op)
            if ask and not given:
                return split_branches(op), None
            answer = given.pop(0) if ask else ""
            op = going.send(answer)
    except StopIteration as end:
        return (), end.value
    return (), None


class Answers:
    """Source of answers: an answer script, followed by default answers.

    Attributes:
        given: Answer to each operation so far, or "" without a question.
    """

    def __init__(self, script: Sequence[str]) -> None:
        self._left, self.given = list(script), list[str]()

    def __call__(self, op: Op) -> str:
        """Return and store the answer to an operation."""
        self.given.append(self._left.pop(0) if get_answers(op) and self._left else get_expected_answer(op))
        return self.given[-1]


# ----------------------------------------------------------------------------------------------------
# Comparison of the declared branches with the actual behaviour of a protocol.


StepKey = tuple[Kind, Label]
"""Kind and label of a step."""
Segment = dict[StepKey, set[tuple[Op, ...]]]
"""Steps between two questions, each with all its possible operations."""


def check_branches(recipe: Recipe, scripts: Iterable[Script]) -> None:
    """Compare the declared branches of a protocol with its actual steps and outcomes.

    Args:
        recipe: Protocol.
        scripts: Answer scripts that together cover every path.

    Raises:
        ProtocolBug: An answer has another meaning, or leads to other steps, than its branch declares.
    """
    found = dict[StepKey, dict[AnswerBranch, Segment]]()
    for script in scripts:
        ops, answers = list[Op](), Answers(script)

        def table(op: Op, ops: list[Op] = ops, answers: Answers = answers) -> str:
            ops.append(op)
            return answers(op)

        outcome = perform(follow_recipe(recipe), table)
        done = [*zip(ops, answers.given, strict=True)]
        _check_meanings(done, outcome)
        for question, branch, steps in _segments(done):
            segment = found.setdefault(question, {}).setdefault(branch, {})
            for step, some in steps.items():
                segment.setdefault(step, set()).add(tuple(some))
    for (_, label), ways in found.items():
        if len(ways) > 1:
            _check_steps(label, ways)


def _check_steps(label: Label, ways: dict[AnswerBranch, Segment]) -> None:
    """Compare the steps after each answer with the steps that its branch declares.

    Raises:
        ProtocolBug: The labels of the steps differ.
    """
    everywhere = reduce(set.intersection, ({*steps} for steps in ways.values()))
    for branch, steps in ways.items():
        others = [segment for other, segment in ways.items() if other != branch]
        only = {*steps}.difference(*others)
        altered = {
            step for step in everywhere if all(steps[step].isdisjoint(other[step]) for other in others)
        }
        for declared, some in ((branch.leads_to, only), (branch.alters, altered)):
            labels = labels_of([Step(kind, label=step_label) for kind, step_label in some])
            if {*labels} - {""} != {*declared}:
                name = f"{'/'.join(label.names)} {branch.meaning.name}"
                raise ProtocolBug(
                    f"{name} leads to {sorted(declared)}", str(sorted(labels)), "Declare its branches."
                )


def _check_meanings(done: Sequence[tuple[Op, str]], outcome: Outcome) -> None:
    given = filter(None, (branch_of(op, answer) for op, answer in done))
    meant = {branch.meaning for branch in given}
    if (
        any(meaning.finds for meaning in meant) is not (outcome.card is not None)
        or (Meaning.DRAWN_PLAYED in meant and not outcome.drawn)
        or (Meaning.PLAYED in meant and outcome.drawn)
    ):
        names = sorted(meaning.name for meaning in meant)
        raise ProtocolBug(f"{outcome}", ", ".join(names), "Declare its branches.")


def _segments(
    done: Iterable[tuple[Op, str]],
) -> Iterator[tuple[StepKey, AnswerBranch, dict[StepKey, list[Op]]]]:
    """Yield each question on a path, with the branch of its answer and the steps up to the next question.

    Steps that return cards belong to every branch, so they are left out. Steps that keep columns are
    included.
    """
    returning = False
    current: tuple[StepKey, AnswerBranch, dict[StepKey, list[Op]]] | None = None
    for op, answer in done:
        if isinstance(op, Heading):
            returning = op.part.phase is Phase.GIVE_BACK
        elif op.act is not None:
            step = op.act.kind, op.act.label
            if current is not None and (not returning or op.act.group_kind is Kind.HAND_OVER):
                current[2].setdefault(step, []).append(op)
            for branch in (candidate for candidate in split_branches(op) if answer in candidate.answers):
                yield from filter(None, [current])
                any_card = replace(branch, answers=()) if branch.meaning.names_card else branch
                current = step, any_card, {}
    yield from filter(None, [current])
