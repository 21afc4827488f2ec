"""Merge all paths through a table's protocols into one list of steps.

Theory of operation: `build_attempt_steps` converts the operations of an attempt to steps (`AttemptStep`) with
answers, the visible table, and declared branches. `merge` combines the steps of many attempts:

- Steps of different attempts with the same key become one step (`MergedStep`). The key contains the kind, the
  stage, the label and the sentences without numbers, so that hands of every size share their steps.
- The sentences of a merged step cover all variants. Different values become alternatives.
- Each merged step stores the facts of attempts that contain it, and the answers that lead to it. The module
  `conditions` derives conditions from them.
- The list is sorted so that each step precedes its successors on all paths, if possible. A repetition is not
  a successor, but becomes a reference to an earlier step (`MergedStep.again`).

A factor is something that is decided before an attempt, such as the size of the hand. A fact is a factor with
its value in an attempt. The first attempt is the usual attempt. All other attempts are compared with it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise
from typing import NamedTuple

from facilitator.i18n.catalogue import Listed, Phrase, Value, merge_values
from facilitator.instructions.instruction import InstructionParts
from facilitator.instructions.known_faces import track_faces
from facilitator.instructions.wording import WordedStep
from facilitator.operations.definitions import Heading, Op, Place, branch_of, get_answers
from facilitator.operations.effects import VisibleTable
from facilitator.operations.faces import Face
from facilitator.operations.purposes import Part, Phase
from facilitator.operations.steps import AnswerBranch, Factor, Kind, Step, labels_of

# ----------------------------------------------------------------------------------------------------
# One path: its steps, with answers and declared conditions.


CARD = "a card"
"""Answer that represents every card, because all cards lead to the same steps."""
Facts = Mapping[Factor, str]
"""Value of each factor in an attempt."""
FactSet = frozenset[tuple[Factor, str]]
"""Values of all factors in an attempt, as a dictionary key that identifies the attempt."""
Branch = tuple[WordedStep, tuple[str, ...]]
"""Step with a question, and the answers that lead to a declared branch."""


@dataclass(frozen=True, slots=True)
class AttemptStep:
    """One step of one attempt, before it is merged with the steps of other attempts.

    Attributes:
        step: Operations of the step, with their instructions.
        heading: Heading of the stage that contains the step.
        before: Visible table before the step.
        faces: Known faces before the step.
        reply: Answer, if the step asks a question.
        result: Message key of the result so far, from `ENDS`.
        branch: Declared branch that contains the step, or None if the step follows every answer.
    """

    step: WordedStep
    heading: Heading
    before: Mapping[Place, bool]
    faces: Mapping[Place, Face]
    reply: str = ""
    result: str = ""
    branch: Branch | None = None

    @property
    def part(self) -> Part:
        """Stage of the step. All stages that return cards count as one stage."""
        return Part.GIVE_BACK if self.heading.part.phase is Phase.GIVE_BACK else self.heading.part

    @property
    def which(self) -> int:
        """Number that distinguishes steps of the same kind, such as the number of the priority class."""
        return self.step.group.parts[0].which

    @property
    def last(self) -> bool | None:
        """Whether a lottery step belongs to the last pile. None outside lotteries."""
        return self.heading.number == self.heading.of if self.heading.part is Part.AND else None

    @property
    def key(self) -> Hashable:
        """Kind, stage, label, and sentences without numbers. Steps with the same key are merged."""
        asks = get_answers(self.step.hand_operations[-1]) and self.step.kind is not Kind.OUT
        which = 0 if asks else self.which  # The step that covers a pair leads to the next class.
        return (
            self.step.kind,
            self.part,
            which,
            self.step.group.parts[0].label.names,
            tuple(tuple(map(_without_numbers, instruction.parts)) for instruction in self.step.instructions),
        )


def _without_numbers(value: Value | None) -> Hashable:
    match value:
        case Phrase("share" | "marked") | int():
            return None
        case Phrase(key, slots):
            return key, tuple(_without_numbers(content) for _, content in slots)
        case Listed(items):
            return tuple(dict.fromkeys(map(_without_numbers, items)))
        case _:
            return value


def build_attempt_steps(
    steps: Sequence[WordedStep], answers: Sequence[str], surface: VisibleTable
) -> tuple[AttemptStep, ...]:
    """Return the steps of an attempt in order, each with its answer.

    Args:
        steps: All steps of the attempt.
        answers: Answer to each operation, or "" for an operation without a question.
        surface: Visible table before the attempt.
    """
    heading, found, known = Heading(Part.LAY_OUT), list[AttemptStep](), dict[Place, Face]()
    left, card, drawn, entered = iter(answers), False, False, list[tuple[WordedStep, AnswerBranch]]()
    for step in steps:
        given = [*zip(step.ops, left, strict=False)]
        heading = _find_heading(step.ops, heading)
        replies = _list_replies(given)
        card = card or any(way.meaning.names_card for way, _ in replies)
        drawn = drawn or any(way.meaning.of_drawn for way, _ in replies)
        if step.instructions:
            reply = _name_reply(*replies[-1]) if replies else ""
            branch = _branch_of_step(step, entered)
            end, before = ENDS[card, drawn], dict(surface)
            found.append(AttemptStep(step, heading, before, dict(known), reply, end, branch))
        for op, answer in given:
            surface.note(op, answer)
            track_faces(op, known)
        entered += [(step, way) for way, _ in replies]
        heading = _last_heading(step.ops, heading)
    return tuple(found)


def _list_replies(given: Iterable[tuple[Op, str]]) -> list[tuple[AnswerBranch, str]]:
    """Return the answers to questions, each with its branch."""
    return [(way, answer) for op, answer in given if (way := branch_of(op, answer))]


def _name_reply(branch: AnswerBranch, answer: str) -> str:
    """Return an answer, or `CARD` for any card that it names."""
    return CARD if branch.meaning.names_card else answer


def _branch_of_step(step: WordedStep, entered: Sequence[tuple[WordedStep, AnswerBranch]]) -> Branch | None:
    """Return the declared branch to which a step belongs, or None. The branch entered last takes precedence.

    Args:
        step: Step.
        entered: Branches of all answers so far, each with the step that asked the question.
    """
    labels = {*labels_of(step.group.parts[:1])} - {""}
    for asked, branch in reversed(entered):
        if labels & {*branch.leads_to, *branch.alters}:
            return asked, (CARD,) if branch.meaning.names_card else branch.answers
    return None


ENDS = {
    (True, False): "end.played",
    (True, True): "end.drawn_played",
    (False, True): "end.drawn_kept",
    (False, False): "end.none",
}
"""Message keys for results of an attempt, by whether a card was found and whether a card was drawn."""


def _find_heading(ops: Sequence[Op], before: Heading) -> Heading:
    """Return the heading of a step. Headings after its last operation belong to the next step."""
    real = max((i for i, op in enumerate(ops) if not isinstance(op, Heading)), default=0)
    return _last_heading(ops[:real], before)


def _last_heading(ops: Sequence[Op], before: Heading) -> Heading:
    return next((op for op in reversed(ops) if isinstance(op, Heading)), before)


@dataclass(frozen=True, slots=True)
class AttemptWithFacts:
    """Steps of an attempt, and the properties that determine these steps.

    Attributes:
        steps: Steps in order.
        facts: Properties of the attempt, such as ``{Factor.HAND: "m = 1"}`` for a hand with a single card.
    """

    steps: tuple[AttemptStep, ...]
    facts: Facts


# ----------------------------------------------------------------------------------------------------
# All paths as one list.


Ways = dict["MergedStep | None", set[str]]
"""Questions, each with the answers that lead to a step. The key None means that the step follows every
answer.
"""


@dataclass(eq=False, slots=True)
class MergedStep:
    """Step of the turn script, merged from equal steps of many attempts.

    Attributes:
        key: Key that is equal for steps to merge.
        first: The step in the first attempt that contains it.
        parts: Instructions, with all alternatives.
        leading_branches: For each attempt that contains the step, the answers that lead to the step.
        replies: Answers to the question of the step.
        lottery_piles: Number of piles in the step's lottery, by two keys: whether the step is about the last
            pile, and the value of `Factor.CLASSES`. For example, ``{True: {"fact.pairs 1": 3}}``. Empty for
            steps outside a lottery.
        again: Earlier step that may follow when steps are repeated.
        number: Position in the list, from 1.
        parts_by_result: Parts of each instruction by the result of the attempt before the step.
    """

    key: Hashable
    first: AttemptStep
    parts: list[InstructionParts]
    leading_branches: dict[FactSet, Ways] = field(default_factory=dict)
    replies: dict[str, None] = field(default_factory=dict)
    lottery_piles: dict[bool, dict[str, int]] = field(default_factory=dict)
    again: MergedStep | None = None
    number: int = 0
    parts_by_result: dict[str, list[InstructionParts]] = field(default_factory=dict)

    @property
    def runs(self) -> set[FactSet]:
        """Attempts that contain the step, each as a set of factor values."""
        return {*self.leading_branches}

    @property
    def identity(self) -> tuple[Kind, Part]:
        """Kind and stage of the step."""
        return self.first.step.kind, self.first.part

    @property
    def deciding_factors(self) -> tuple[Factor, ...]:
        """Declared factors that affect the step or its presence in an attempt."""
        parts: Sequence[Step] = self.first.step.group.parts
        return tuple(dict.fromkeys(factor for part in parts for factor in part.given))

    def merge_step(self, other: AttemptStep, facts: Facts) -> None:
        """Merge an equal step of another attempt into this step.

        Args:
            other: Step to merge.
            facts: Facts of that attempt.
        """
        parts = [instruction.parts for instruction in other.step.instructions]
        self.parts = [*map(merge_parts, self.parts, parts)]
        known = self.parts_by_result.get(other.result, parts)
        self.parts_by_result[other.result] = [*map(merge_parts, known, parts)]
        if other.reply:
            self.replies[other.reply] = None
        if other.last is not None:
            self.lottery_piles.setdefault(other.last, {})[facts.get(Factor.CLASSES, "")] = other.heading.of

    def find_leading_answers(self, runs: Iterable[FactSet]) -> Ways:
        """Return the answers that lead to the step in any of these attempts, by question.

        Args:
            runs: Attempts, each as a set of factor values.
        """
        found: Ways = {}
        for facts in runs:
            for asked, answers in self.leading_branches.get(facts, {}).items():
                found.setdefault(asked, set()).update(answers)
        return found


def merge_parts(one: InstructionParts, other: InstructionParts) -> InstructionParts:
    """Merge two variants of an instruction. Texts that differ become alternatives."""
    parts = [a if a is None or b is None else merge_values(a, b) for a, b in zip(one, other, strict=True)]
    return InstructionParts(*parts)  # type: ignore[arg-type]


class PathStep(NamedTuple):
    """Step on a path, with the answer to its question.

    Attributes:
        merged: Step.
        reply: Answer, or "" without a question.
        last: Whether a lottery step belongs to the last pile. None outside lotteries.
    """

    merged: MergedStep
    reply: str
    last: bool | None


@dataclass(frozen=True, slots=True)
class Path:
    """Steps of one attempt, in order.

    Attributes:
        facts: Values of all factors in the attempt.
        steps: Steps in order.
    """

    facts: FactSet
    steps: tuple[PathStep, ...]


@dataclass(eq=False, slots=True)
class Merged:
    """All steps of a turn script in order, and all paths through them.

    Attributes:
        steps: Steps.
        paths: Paths.
        usual_facts: Value of each factor in the first path, which is the usual attempt.
        facts: All values of each factor, usual value first.
        given: Factors that affect every step.
    """

    steps: list[MergedStep]
    paths: list[Path]
    usual_facts: Facts
    facts: Mapping[Factor, Mapping[str, None]]
    given: tuple[Factor, ...] = ()

    def list_possible_steps(self, facts: Facts) -> list[MergedStep]:
        """Return all steps that occur in attempts with certain properties.

        Args:
            facts: Required properties, such as ``{Factor.HAND: "m = 1"}`` for a hand with a single card.
        """
        return [step for step in self.steps if any(_agree(facts, dict(run)) for run in step.leading_branches)]

    def complete_facts(self, known: Facts) -> Facts:
        """Return known facts, with the other facts of the first attempt that agrees with them.

        Args:
            known: Known properties of an attempt, such as ``{Factor.SEAT: "Vera"}``.
        """
        attempts = (dict(path.facts) for path in self.paths)
        return {**next((facts for facts in attempts if _agree(known, facts)), self.usual_facts), **known}


def _agree(facts: Facts, others: Facts) -> bool:
    return all(others.get(name, value) == value for name, value in facts.items())


def merge(runs: Iterable[AttemptWithFacts], given: tuple[Factor, ...] = ()) -> Merged:
    """Merge the steps of several attempts into one list.

    The list keeps the order of every attempt, unless an attempt repeats earlier steps.

    Args:
        runs: Attempts, beginning with the usual attempt.
        given: Factors that affect every step.
    """
    merged_steps, paths, usual_facts = dict[Hashable, MergedStep](), dict[Path, None](), dict[Factor, str]()
    stages = dict[tuple[Part, ...], None]()
    for run in runs:
        stages[tuple(dict.fromkeys(heard.part for heard in run.steps))] = None
        usual_facts = usual_facts or dict(run.facts)
        merged = _merge_attempt(run, merged_steps)
        steps = tuple(PathStep(step, heard.reply, heard.last) for heard, step in merged)
        paths[Path(frozenset(run.facts.items()), steps)] = None
    parts = [*dict.fromkeys(part for some in sorted(stages, key=len, reverse=True) for part in some)]
    order = _sort_steps(list(merged_steps.values()), _find_successors(paths), parts)
    for number, step in enumerate(order, 1):
        step.number = number
    _mark_repetitions(paths)
    return Merged(order, [*paths], usual_facts, _collect_facts(usual_facts, paths), given)


def _merge_attempt(
    run: AttemptWithFacts, merged_steps: dict[Hashable, MergedStep]
) -> Iterator[tuple[AttemptStep, MergedStep]]:
    """Merge the steps of an attempt into a dictionary of merged steps.

    Args:
        run: Attempt.
        merged_steps: Merged steps so far, by key. It is extended.

    Yields:
        Each step of the attempt, with the merged step.
    """
    asked = dict[WordedStep, MergedStep]()
    ways = frozenset(run.facts.items())
    for heard in run.steps:
        key = heard.key
        parts = [instruction.parts for instruction in heard.step.instructions]
        step = merged_steps.setdefault(key, MergedStep(key, heard, parts))
        step.merge_step(heard, run.facts)
        asked[heard.step] = step
        question, answers = (
            (None, ("",)) if heard.branch is None else (asked[heard.branch[0]], heard.branch[1])
        )
        step.leading_branches.setdefault(ways, {}).setdefault(question, set()).update(answers)
        yield heard, step


def _collect_facts(usual_facts: Facts, paths: Iterable[Path]) -> Mapping[Factor, Mapping[str, None]]:
    """Return all values of each factor on these paths, usual value first."""
    facts: dict[Factor, dict[str, None]] = {factor: {value: None} for factor, value in usual_facts.items()}
    for factor, value in chain.from_iterable(path.facts for path in paths):
        facts[factor][value] = None
    return facts


def _find_successors(paths: Iterable[Path]) -> dict[MergedStep, set[MergedStep]]:
    found: dict[MergedStep, set[MergedStep]] = {}
    for path in paths:
        there = set[MergedStep]()
        for step, then in pairwise(path.steps):
            there.add(step.merged)
            if then.merged not in there:
                found.setdefault(step.merged, set()).add(then.merged)
    return found


def neighbours(paths: Iterable[Path]) -> Iterator[tuple[PathStep, PathStep]]:
    """Yield each pair of consecutive steps on all paths."""
    return (both for path in paths for both in pairwise(path.steps))


def _mark_repetitions(paths: Iterable[Path]) -> None:
    """Set `again` of each step after which a path goes back to an earlier step."""
    for step, then in neighbours(paths):
        again = step.merged.again
        if then.merged.number <= step.merged.number and (again is None or then.merged.number < again.number):
            step.merged.again = then.merged


def _sort_steps(
    steps: Sequence[MergedStep], following: Mapping[MergedStep, set[MergedStep]], parts: Sequence[Part]
) -> list[MergedStep]:
    """Sort steps by stage, so that each step precedes its successors.

    Within a stage, steps for the last pile come after steps for other piles.

    Args:
        steps: Steps.
        following: Successors of each step.
        parts: Stages in order.
    """
    rank = {step: (parts.index(step.first.part), [*step.lottery_piles] == [True]) for step in steps}
    left, found = dict.fromkeys(sorted(steps, key=rank.__getitem__)), list[MergedStep]()
    while left:
        waiting = {later for step in left for later in following.get(step, ()) if later is not step}
        step = next((candidate for candidate in left if candidate not in waiting), next(iter(left)))
        found.append(step)
        del left[step]
    return found
