"""Conditions of the steps in a merged list, put together from declarations.

A question declares which steps follow each answer (`AnswerBranch`). A step declares the factors that decide about it
(`Act.given`). A condition names these answers, and the values of these factors with which the step comes up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from facilitator.errors import ProtocolBug
from facilitator.i18n.catalogue import render_value
from facilitator.instructions.merging import EveryAct, Facts, FactSet, Merged, Path, Ways, neighbours
from facilitator.operations.steps import Factor, Kind

Lead = tuple[EveryAct, tuple[str, ...]]
"""A question, and answers to it."""
Values = tuple[tuple[Factor, tuple[str, ...]], ...]
"""Factors, each with some of its values."""


class When(NamedTuple):
    """Condition of a step.

    Attributes:
        asked: Questions and answers that lead to the step. The last question that was read counts. Empty if the step
            is performed after every answer.
        unasked: Whether the step is also performed if none of the questions was read.
        only: Values of factors with which the step is performed.
        never: Values of factors with which the step is left out.
        together: Whether the step is left out only if all of ``never`` apply.
        last: Whether the step is for the last of several piles, or for the others. None if it is for all.
    """

    asked: tuple[Lead, ...] = ()
    unasked: bool = False
    only: Values = ()
    never: Values = ()
    together: bool = False
    last: bool | None = None

    def facts_hold(self, facts: Facts) -> bool:
        """Return whether an attempt with these facts may have the step."""
        against = [facts.get(factor) in values for factor, values in self.never]
        never = bool(against) and (all(against) if self.together else any(against))
        return not never and all(facts.get(factor) in values for factor, values in self.only)

    def select_runs(self, runs: Iterable[FactSet]) -> set[FactSet]:
        """Return the facts of those attempts that may have the step."""
        return {run for run in runs if self.facts_hold(dict(run))}

    def read_so(self, read: Sequence[tuple[EveryAct, str]]) -> bool:
        """Return whether answers lead to the step.

        Args:
            read: Questions with their answers, in order.
        """
        if not self.asked:
            return True
        led = dict(self.asked)
        asked, answer = next((one for one in reversed(read) if one[0] in led), (None, ""))
        return answer in led[asked] if asked is not None else self.unasked and not read


class Conditions:
    """Conditions of all steps of a list.

    Attributes:
        told: Steps of the list.
        instead: Steps that replace a usual step in some attempts, with that step.
    """

    def __init__(self, told: Merged) -> None:
        self.told = told
        self._main = told.list_possible_acts(told.usual)
        self.instead = self._variants()
        self._found = {act: self._condition(act) for act in told.acts}

    def __getitem__(self, act: EveryAct) -> When:
        """Return the condition of a step."""
        return self._found[act]

    @property
    def ends(self) -> list[tuple[str, int]]:
        """Number of piles by class, the usual class first, or only this one if all have as many piles."""
        found: dict[str, int] = {}
        for act in self.told.acts:
            for ends in act.last.values():
                found |= ends
        same = len({render_value(n, {}) for n in found.values()}) == 1
        return list(found.items())[:1] if same else list(found.items())

    def preceding(self, act: EveryAct) -> set[EveryAct]:
        """Return the steps that may come just before a step."""
        return {
            one.act
            for one, other in neighbours(self.told.paths)
            if other.act is act and one.act.number < act.number
        }

    def find_return_answers(self, act: EveryAct, earlier: EveryAct) -> list[str]:
        """Return the answers after which an earlier step follows a step."""
        pairs = neighbours(self.told.paths)
        return [*dict.fromkeys(one.reply for one, other in pairs if one.act is act and other.act is earlier)]

    # -- steps in each other's place -----------------------------------------------------------------

    def _variants(self) -> dict[EveryAct, EveryAct]:
        """Return the steps that are another wording of a usual step, with that step."""
        others = (act for act in self.told.acts if act not in self._main)
        pairs = ((act, one) for act in others for one in self._main[::-1] if like(one, act))
        return {act: one for act, one in pairs if not self._share_run(one, act)}

    def _share_run(self, one: EveryAct, other: EveryAct) -> bool:
        """Return whether one attempt has both steps."""
        return any({one, other} <= {step.act for step in path.steps} for path in self.told.paths)

    def _outdone(self, facts: FactSet, act: EveryAct) -> bool:
        """Return whether another wording takes a step's place in attempts with these facts."""
        usual = self.instead.get(act, act)
        family = (one for one, main in self.instead.items() if main is usual and one is not act)
        return any(facts in one.ways for one in family)

    # -- answers -------------------------------------------------------------------------------------

    def _find_leads(self, act: EveryAct) -> tuple[tuple[Lead, ...], bool]:
        """Return the answers that lead to a step, and whether it is also performed without any of them."""
        ways = _without_certain(act.led_to_in(act.ways), act.ways)
        led = sorted((one for one in ways if one is not None and one is not act), key=lambda one: one.number)
        leads = ((one, tuple(each for each in one.replies if each in ways[one])) for one in led)
        return tuple(leads), bool(led) and None in ways

    def _leads_here(self, path: Path, act: EveryAct, when: When) -> bool:
        """Return whether the answers on a path lead to the place of a step."""
        several = when.last is None or any(step.last is when.last for step in path.steps)
        read = [(step.act, step.reply) for step in path.steps if step.reply and step.act.number < act.number]
        return several and when.read_so(read)

    # -- factors -------------------------------------------------------------------------------------

    def _condition(self, act: EveryAct) -> When:
        """Return the condition of a step.

        Raises:
            ProtocolBug: The declared factors do not explain in which attempts the step is performed.
        """
        asked, unasked = self._find_leads(act)
        apart = self._apart(act) if act in self.instead else ()
        last = next(iter(act.last)) if Factor.PILE in act.deciding_factors and len(act.last) == 1 else None
        when = When(asked, unasked, apart, last=last)
        come = {path.facts for path in self.told.paths if self._leads_here(path, act, when)}
        may = act.runs | {facts for facts in come if not self._outdone(facts, act)}
        found = next(
            (one for one in self._on_factors(when, act, may) if one.select_runs(may) == act.runs), None
        )
        if found is None:
            raise ProtocolBug(
                "declared factors", f"{act.first.cue.kind} {act.deciding_factors}", "Declare its factors."
            )
        return found._replace(only=_in_order(found.only), never=_in_order(found.never))

    def _on_factors(self, when: When, act: EveryAct, may: Set[FactSet]) -> Iterator[When]:
        """Yield conditions that depend on no factor, on one, on several in order, or on all of them together."""
        given = (*act.deciding_factors, *self.told.given)
        yield when
        yield from (self._narrow_condition(when, factor, act, when.select_runs(may)) for factor in given)
        for factor in given:
            when = self._narrow_condition(when, factor, act, when.select_runs(may))
            yield when
        yield self._narrowed_together(when, act, when.select_runs(may))

    def _apart(self, act: EveryAct) -> Values:
        """Return the declared factors in which a step never has the usual value."""
        own = (
            (factor, self._values(factor, act.ways)) for factor in (*act.deciding_factors, *self.told.given)
        )
        return tuple(
            (factor, values) for factor, values in own if values and self.told.usual[factor] not in values
        )

    def _narrow_condition(self, when: When, factor: Factor, act: EveryAct, may: Set[FactSet]) -> When:
        """Return a condition that also depends on a factor, if its values differ in attempts without the step."""
        own = self._values(factor, act.ways)
        missing = tuple(value for value in self._values(factor, may) if value not in own)
        if not missing:
            return when
        if self.told.usual[factor] in own:
            return when._replace(never=(*when.never, (factor, missing)))
        return when._replace(only=(*when.only, (factor, own)))

    def _narrowed_together(self, when: When, act: EveryAct, may: Set[FactSet]) -> When:
        """Return a condition that excludes the values which all attempts without the step have together."""
        others = ((factor, self._values(factor, may - act.runs)) for factor in act.deciding_factors)
        never = ((factor, values) for factor, values in others if values != self._values(factor, may))
        return when._replace(never=tuple(never), together=True)

    def _values(self, factor: Factor, runs: Iterable[FactSet]) -> tuple[str, ...]:
        """Return the values of a factor in some attempts, the usual value first."""
        found = frozenset[tuple[Factor, str]]().union(*runs)
        return tuple(value for value in self.told.facts.get(factor, ()) if (factor, value) in found)


def _in_order(values: Values) -> Values:
    return tuple(sorted(values, key=lambda one: one[0].value))


def _without_certain(ways: Ways, runs: Mapping[FactSet, object]) -> Ways:
    """Return the questions that decide: one whose answers all lead on is replaced by those that lead to it."""
    gone = set[EveryAct]()
    while certain := [one for one in ways if one is not None and ways[one] >= one.replies.keys()]:
        for asked in certain:
            gone.add(asked)
            del ways[asked]
            for one, answers in asked.led_to_in(runs).items():
                if one not in gone:
                    ways.setdefault(one, set()).update(answers)
    return ways


def like(one: EveryAct, other: EveryAct) -> bool:
    """Return whether two steps are of one kind and stage, so that they may be two wordings of one step."""
    (kind, part), (its, other_part) = one.identity, other.identity
    over = {Kind.BACK, Kind.HAND_OVER}  # What is returned in one attempt stays for the next turn in others.
    same = kind is its or {kind, its} == over
    looked = kind is not Kind.OUT or one.first.which == other.first.which  # A card may be looked at first.
    return part is other_part and same and looked and len(one.said) == len(other.said)
