"""Find every path through a protocol, and check the branches that its questions declare.

A branch is a group of answers that lead to the same steps. Each stage depends only on cards on the table and
on previous outcomes. It is explored once for each kind of previous outcome: with or without a card, with or
without a draw.
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
"""Answers to the questions of an attempt, in order."""
DRAWS = 2
"""Largest number of drawn cards to explore. Further draws repeat the same steps."""


def branches(recipe: Recipe) -> list[Script]:
    """Return lists of answers that together cover every path through a protocol.

    If an answer names a card, only the first accepted card is used, because all cards lead to the same steps.
    Questions after the end of a list get the default answer from `get_expected_answer`.

    Raises:
        ProtocolBug: The protocol behaves differently from its declared branches.
    """
    entries: list[tuple[Script, Outcome]] = [((), Outcome())]
    scripts: list[Script] = []
    for stage in recipe:
        ways = [
            ((*before, *said), end) for before, known in entries for said, end in _iter_paths(stage, known)
        ]
        ends = [script for script, _ in ways]
        scripts = ends + [
            script for script in scripts if not any(script == end[: len(script)] for end in ends)
        ]
        alike = {(end.card is not None, end.drawn > 0): (script, end) for script, end in reversed(ways)}
        entries = [way for way in ways if way in alike.values()]
    check_branches(recipe, scripts)
    return scripts


def _iter_paths(stage: Stage, known: Outcome) -> Iterator[tuple[Script, Outcome]]:
    """Yield each path through a stage, as its list of answers and its outcome."""
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
    """Perform a stage with these answers, and return the branches of the next question or the outcome.

    Returns:
        Declared branches of the first question without an answer, or the outcome of the stage. Both are missing
        if more than `DRAWS` cards are drawn.
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
    """Callable that answers a protocol's questions from a list, then with default answers.

    Attributes:
        given: Answers so far, one for each operation, or "" for operations without a question.
    """

    def __init__(self, script: Sequence[str]) -> None:
        self._left, self.given = list(script), list[str]()

    def __call__(self, op: Op) -> str:
        """Return the answer to an operation, and append it to `given`."""
        self.given.append(self._left.pop(0) if get_answers(op) and self._left else get_expected_answer(op))
        return self.given[-1]


# ----------------------------------------------------------------------------------------------------
# Comparison of the declared branches with the actual behaviour of a protocol.


StepKey = tuple[Kind, Label]
"""Kind and label of a step."""
Segment = dict[StepKey, set[tuple[Op, ...]]]
"""Steps between two questions. The value contains each sequence of operations that was found for the step."""


def check_branches(recipe: Recipe, scripts: Iterable[Script]) -> None:
    """Compare the declared branches of a protocol with its actual steps and outcomes.

    Args:
        recipe: Stages of the protocol.
        scripts: Lists of answers that together cover every path.

    Raises:
        ProtocolBug: An answer has a different meaning from its declared branch, or leads to different steps.
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
        for question, branch, steps in _iter_segments(done):
            segment = found.setdefault(question, {}).setdefault(branch, {})
            for step, some in steps.items():
                segment.setdefault(step, set()).add(tuple(some))
    for (_, label), ways in found.items():
        if len(ways) > 1:
            _check_steps(label, ways)


def _check_steps(label: Label, ways: dict[AnswerBranch, Segment]) -> None:
    """Compare the actual steps after each answer with the steps that its branch declares.

    Raises:
        ProtocolBug: The labels of the steps differ.
    """
    everywhere = reduce(set.intersection, ({*steps} for steps in ways.values()))
    for branch, steps in ways.items():
        others = [segment for other, segment in ways.items() if other != branch]
        only = {*steps}.difference(*others)
        altered = {step for step in everywhere if steps[step].isdisjoint(*(other[step] for other in others))}
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


def _iter_segments(
    done: Iterable[tuple[Op, str]],
) -> Iterator[tuple[StepKey, AnswerBranch, dict[StepKey, list[Op]]]]:
    """Yield each question on a path, with the branch of its answer and the steps up to the next question.

    Steps that return cards are left out, because they follow every answer. Steps that keep columns on the
    table are included.
    """
    returning = False
    current: tuple[StepKey, AnswerBranch, dict[StepKey, list[Op]]] | None = None
    for op, answer in done:
        if isinstance(op, Heading):
            returning = op.part.phase is Phase.GIVE_BACK
        elif op.step is not None:
            step = op.step.kind, op.step.label
            if current is not None and (not returning or op.step.group_kind is Kind.HAND_OVER):
                current[2].setdefault(step, []).append(op)
            for branch in (candidate for candidate in split_branches(op) if answer in candidate.answers):
                yield from filter(None, [current])
                any_card = replace(branch, answers=()) if branch.meaning.names_card else branch
                current = step, any_card, {}
    yield from filter(None, [current])
