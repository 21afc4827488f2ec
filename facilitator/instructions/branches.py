"""Find every path through a protocol.

A branch is a group of answers that lead to the same steps. Each stage depends only on cards on the table and
on previous outcomes. It is explored once for each kind of previous outcome: with or without a card, with or
without a draw.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from facilitator.operations.definitions import Op, branches_of, get_answers
from facilitator.operations.perform import Outcome, Recipe, Stage, follow
from facilitator.protocols.gates import get_expected_answer

Script = tuple[str, ...]
"""Answers to the questions of an attempt, in order."""


def branches(recipe: Recipe) -> list[Script]:
    """Return lists of answers that together cover every path through a protocol.

    If an answer names a card, only the first accepted card is used, because all cards lead to the same steps.
    Questions after the end of a list get the default answer from `get_expected_answer`.
    """
    entries: list[tuple[Script, Outcome]] = [((), Outcome())]
    scripts: list[Script] = []
    for stage in recipe:
        ways = list[tuple[Script, Outcome]]()
        for before, known in entries:
            ways += [((*before, *said), end) for said, end in _iter_paths(stage, known)]
        ends = [script for script, _ in ways]
        scripts = ends + [
            script for script in scripts if not any(script == end[: len(script)] for end in ends)
        ]
        alike = {(end.card is not None, end.drawn > 0): (script, end) for script, end in reversed(ways)}
        entries = [way for way in ways if way in alike.values()]
    return scripts


def _iter_paths(stage: Stage, known: Outcome) -> Iterator[tuple[Script, Outcome]]:
    """Yield each path through a stage, as its list of answers and its outcome."""
    waiting: list[Script] = [()]
    while waiting:
        script = waiting.pop(0)
        done, end = follow(stage.steps(known), script)
        if end is not None:
            yield script, end
            continue
        waiting[:0] = [(*script, branch.answers[0]) for branch in reversed(branches_of(done[-1]))]


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
