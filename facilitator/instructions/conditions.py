"""Derive the condition under which each step of a turn script is performed.

Theory of operation: a protocol declares two kinds of reasons for a step.

- A question declares the labels of the steps that follow each answer (`AnswerBranch`).
- A step declares the factors that determine its presence (`Step.given`), such as the size of the hand. A
  factor has one value for the whole attempt.

`merging` collects the attempts that contain each step. A condition (`When`) must select exactly these
attempts. `Conditions` constructs it in this order:

1. Answers: the last relevant question before the step decides. If all answers to a question lead to the step,
   the questions before it are used instead.
2. Variants: some steps replace a usual step. The condition of such a step contains the factors whose values
   differ from the usual attempt.
3. Factors: if the answers select too many attempts, the condition also depends on a single factor, on several
   factors in order, or on a combination of factors. The first sufficient condition is used.

If no condition selects exactly the right attempts, a declaration is missing and `ProtocolBug` is raised. The
turn script expresses a condition as the "if" of a sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from facilitator.errors import ProtocolBug
from facilitator.i18n.catalogue import render_value
from facilitator.instructions.merging import Facts, FactSet, Merged, MergedStep, Path, Ways
from facilitator.operations.steps import Factor, Kind

Lead = tuple[MergedStep, tuple[str, ...]]
"""Question with answers that lead to a step."""
Values = tuple[tuple[Factor, tuple[str, ...]], ...]
"""Factors with selected values."""


class When(NamedTuple):
    """Condition under which a step of the turn script is performed.

    Attributes:
        asked: Questions, each with answers that lead to the step. The last answered question decides. Empty
            if the step follows every answer.
        unasked: Whether the step is also performed without any previous question.
        only: Factors with required values.
        never: Factors with excluded values.
        together: Whether an attempt is excluded only if all factors in `never` have excluded values.
            Otherwise, a single excluded value is enough.
        last: Whether the step belongs to the last of several piles (True) or to the other piles (False). None
            if the pile does not matter.
    """

    asked: tuple[Lead, ...] = ()
    unasked: bool = False
    only: Values = ()
    never: Values = ()
    together: bool = False
    last: bool | None = None

    def allows_facts(self, facts: Facts) -> bool:
        """Return whether `only` and `never` allow the step in an attempt.

        Args:
            facts: Value of each factor in the attempt.
        """
        against = [facts.get(factor) in values for factor, values in self.never]
        never = bool(against) and (all(against) if self.together else any(against))
        return not never and all(facts.get(factor) in values for factor, values in self.only)

    def select_runs(self, runs: Iterable[FactSet]) -> set[FactSet]:
        """Return the attempts in which `only` and `never` allow the step.

        Args:
            runs: Attempts, each as a set of factors with their values.
        """
        return {run for run in runs if self.allows_facts(dict(run))}

    def matches_answers(self, read: Sequence[tuple[MergedStep, str]]) -> bool:
        """Return whether the answers so far lead to the step.

        Args:
            read: Questions with their answers, in order.
        """
        if not self.asked:
            return True
        led = dict(self.asked)
        asked, answer = next((entry for entry in reversed(read) if entry[0] in led), (None, ""))
        return answer in led[asked] if asked is not None else self.unasked and not read


class Conditions:
    """Conditions of all steps of a turn script.

    Attributes:
        merged: Merged list of the steps.
        main: Steps of the usual attempts.
        instead: Usual step that each variant replaces, by variant.
    """

    def __init__(self, merged: Merged) -> None:
        self.merged = merged
        self.main = merged.list_possible_steps(merged.usual_facts)
        self.instead = self._find_variants()
        self._found = {step: self._condition(step) for step in merged.steps}

    def __getitem__(self, step: MergedStep) -> When:
        return self._found[step]

    @property
    def pile_counts(self) -> list[tuple[str, int]]:
        """Priority classes, usual class first, each with its number of lottery piles.

        If all classes have equally many piles, only the usual class is listed.
        """
        found: dict[str, int] = {}
        for step in self.merged.steps:
            for ends in step.lottery_piles.values():
                found |= ends
        same = len({render_value(n, {}) for n in found.values()}) == 1
        return list(found.items())[:1] if same else list(found.items())

    # -- steps in each other's place -----------------------------------------------------------------

    def _find_variants(self) -> dict[MergedStep, MergedStep]:
        """Return the steps that replace a usual step in some attempts, each with the usual step."""
        others = (step for step in self.merged.steps if step not in self.main)
        pairs = ((step, usual) for step in others for usual in self.main[::-1] if are_variants(usual, step))
        return {step: usual for step, usual in pairs if not self._share_run(usual, step)}

    def _share_run(self, one: MergedStep, other: MergedStep) -> bool:
        there = ({path_step.merged for path_step in path.steps} for path in self.merged.paths)
        return any({one, other} <= steps for steps in there)

    def _is_replaced(self, facts: FactSet, step: MergedStep) -> bool:
        """Return whether attempts with these facts contain another variant of a step instead of the step."""
        usual = self.instead.get(step, step)
        family = (variant for variant, main in self.instead.items() if main is usual and variant is not step)
        return any(facts in variant.leading_branches for variant in family)

    # -- answers -------------------------------------------------------------------------------------

    def _find_leads(self, step: MergedStep) -> tuple[tuple[Lead, ...], bool]:
        """Return the answers that lead to a step, and whether the step also occurs without any answer."""
        runs = step.leading_branches
        ways = _find_deciding_questions(step.find_leading_answers(runs), runs)
        led = [question for question in ways if question is not None and question is not step]
        led.sort(key=lambda question: question.number)
        answers = (tuple(each for each in question.replies if each in ways[question]) for question in led)
        return tuple(zip(led, answers, strict=True)), bool(led) and None in ways

    def _is_condition_met(self, path: Path, step: MergedStep, when: When) -> bool:
        """Return whether a path satisfies the answers and the pile that a condition requires.

        Args:
            path: Path.
            step: Step to which the condition belongs. Only earlier answers count.
            when: Condition.
        """
        several = when.last is None or any(path_step.last is when.last for path_step in path.steps)
        read = [(earlier.merged, earlier.reply) for earlier in path.steps if earlier.reply]
        return several and when.matches_answers([pair for pair in read if pair[0].number < step.number])

    # -- factors -------------------------------------------------------------------------------------

    def _condition(self, step: MergedStep) -> When:
        """Construct the condition of a step.

        Raises:
            ProtocolBug: The declared factors do not determine which attempts contain the step.
        """
        asked, unasked = self._find_leads(step)
        apart = self._distinguish_variant(step) if step in self.instead else ()
        last = None
        if Factor.PILE in step.deciding_factors and len(step.lottery_piles) == 1:
            (last,) = step.lottery_piles
        when = When(asked, unasked, apart, last=last)
        come = {path.facts for path in self.merged.paths if self._is_condition_met(path, step, when)}
        may = step.runs | {facts for facts in come if not self._is_replaced(facts, step)}
        for found in self._iter_conditions(when, step, may):
            if found.select_runs(may) == step.runs:
                return found._replace(only=_in_order(found.only), never=_in_order(found.never))
        factors = f"{step.first.step.kind} {step.deciding_factors}"
        raise ProtocolBug("declared factors", factors, "Declare its factors.")

    def _iter_conditions(self, when: When, step: MergedStep, may: Set[FactSet]) -> Iterator[When]:
        """Yield conditions that may describe when a step is done, from general to specific.

        The first condition is `when`. The others also restrict factors, such as the size of the hand.

        Args:
            when: Condition on the answers before the step.
            step: Step.
            may: Attempts in which the answers allow the step.
        """
        given = (*step.deciding_factors, *self.merged.given)
        yield when
        yield from (self._narrow_condition(when, factor, step, when.select_runs(may)) for factor in given)
        for factor in given:
            when = self._narrow_condition(when, factor, step, when.select_runs(may))
            yield when
        yield self._exclude_combination(when, step, when.select_runs(may))

    def _distinguish_variant(self, step: MergedStep) -> Values:
        """Return the properties that distinguish all attempts with a step from the usual attempt.

        For example, ``((Factor.HAND, ("m = 1",)),)`` means that the step occurs only with a hand of one card,
        and that the usual hand has more cards.
        """
        factors, usual = (*step.deciding_factors, *self.merged.given), self.merged.usual_facts
        own = ((factor, self._values(factor, step.leading_branches)) for factor in factors)
        return tuple((factor, values) for factor, values in own if values and usual[factor] not in values)

    def _narrow_condition(self, when: When, factor: Factor, step: MergedStep, may: Set[FactSet]) -> When:
        """Add a factor to a condition, unless attempts with the step contain every value of the factor."""
        own = self._values(factor, step.leading_branches)
        missing = tuple(value for value in self._values(factor, may) if value not in own)
        if not missing:
            return when
        if self.merged.usual_facts[factor] in own:
            return when._replace(never=(*when.never, (factor, missing)))
        return when._replace(only=(*when.only, (factor, own)))

    def _exclude_combination(self, when: When, step: MergedStep, may: Set[FactSet]) -> When:
        """Return a condition that excludes a combination of properties, instead of single properties.

        For example, it excludes attempts with a single card in the hand and without permission to draw. An
        attempt with only one of these two properties is not excluded.

        Args:
            when: Condition to extend.
            step: Step of the condition. Attempts without this step have all properties of the combination.
            may: Attempts that `when` selects, with and without the step.
        """
        others = ((factor, self._values(factor, may - step.runs)) for factor in step.deciding_factors)
        never = ((factor, values) for factor, values in others if values != self._values(factor, may))
        return when._replace(never=tuple(never), together=True)

    def _values(self, factor: Factor, runs: Iterable[FactSet]) -> tuple[str, ...]:
        """Return the values of a factor that occur in these attempts, usual value first."""
        found = frozenset[tuple[Factor, str]]().union(*runs)
        return tuple(value for value in self.merged.facts.get(factor, ()) if (factor, value) in found)


def _in_order(values: Values) -> Values:
    return tuple(sorted(values, key=lambda pair: pair[0].value))


def _find_deciding_questions(ways: Ways, runs: Mapping[FactSet, object]) -> Ways:
    """Return the questions that decide whether a step is performed, with their answers.

    If all answers to a question lead to the step, previous questions decide instead.
    """
    gone = set[MergedStep]()
    while certain := [asked for asked in ways if asked and ways[asked] >= asked.replies.keys()]:
        for asked in certain:
            gone.add(asked)
            del ways[asked]
            for question, answers in asked.find_leading_answers(runs).items():
                if question not in gone:
                    ways.setdefault(question, set()).update(answers)
    return ways


def are_variants(one: MergedStep, other: MergedStep) -> bool:
    """Return whether two steps can be variants of each other.

    Variants have the same stage, the same kind and equally many instructions. Returning cards and keeping
    them for the next turn count as the same kind.
    """
    (kind, part), (its, other_part) = one.identity, other.identity
    over = {Kind.BACK, Kind.HAND_OVER}  # What is returned in one attempt stays for the next turn in others.
    same = kind is its or {kind, its} == over
    looked = kind is not Kind.OUT or one.first.which == other.first.which  # A card may be looked at first.
    return part is other_part and same and looked and len(one.parts) == len(other.parts)
