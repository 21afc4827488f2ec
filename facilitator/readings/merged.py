"""Many runs told, made one: every act once, in order, with what it is said under and where it repeats."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise

from facilitator.machine.parts import Phase
from facilitator.readings.grouping import Kind
from facilitator.readings.heard import HeardAct, stage
from facilitator.readings.letters import HAND, INDEX, LetteredInstruction, Sizes
from facilitator.readings.wording import Cue

Facets = Mapping[str, str]
"""What sets a run apart from others of its table: for each question the answer in words."""


@dataclass(frozen=True, slots=True)
class ToldRun:
    """One run, told; ``facets``: what sets it apart, or only its acts ``of`` a kind."""

    acts: tuple[HeardAct, ...]
    facets: Facets
    of: Kind | None = None


@dataclass(eq=False, slots=True)
class EveryAct:
    """One act, true for every run it comes up in."""

    key: Hashable
    first: HeardAct
    wordings: list[LetteredInstruction]
    facets: dict[str, dict[str, None]] = field(default_factory=dict)
    runs: set[frozenset[tuple[str, str]]] = field(default_factory=set)  # the same, together, run for run
    answers: dict[Hashable, dict[str, None]] = field(default_factory=dict)
    again: EveryAct | None = None  # after this act the run may go back to that one
    beside: set[EveryAct] = field(default_factory=set)  # what comes up in one run with it, itself too
    number: int = 0
    last: set[bool] = field(
        default_factory=set
    )  # where it comes with one pile of many, whether with the last
    times: list[tuple[Facets, int, int]] = field(default_factory=list)  # then how many these are, by the hand

    def hear(self, heard: HeardAct, facets: Facets, whole: bool) -> None:
        """Take in another telling of it; ``whole``: these are all the facets of its run."""
        if INDEX in heard.sizes and heard.cue.kind is Kind.OTHER:
            self.last.add(heard.heading.number == heard.heading.of)
            self.times += [(facets, heard.sizes[HAND], heard.heading.of)] if whole else []
        for wording, said in zip(self.wordings, heard.cue.told, strict=True):
            wording.add(said, heard.sizes)
        if whole:
            self.runs.add(frozenset(facets.items()))
        self.set_apart(facets)
        self.answers.setdefault(heard.asked, {})[heard.answer] = None

    def set_apart(self, facets: Facets) -> None:
        """Take in what sets a run apart in which it comes up."""
        for name, value in facets.items():
            self.facets.setdefault(name, {})[value] = None

    def says(self, cue: Cue, sizes: Sizes) -> bool:
        """Tell whether it says exactly what a cue tells, with these sizes put in."""
        told = cue.told
        return (
            cue.kind is self.first.cue.kind
            and len(told) == len(self.wordings)
            and all(wording.says(said, sizes) for wording, said in zip(self.wordings, told, strict=True))
        )


def like(one: EveryAct, other: EveryAct) -> bool:
    """Tell whether two acts are of one kind, in one stage: two wordings of an act, perhaps."""
    kinds = {Kind.BACK if it is Kind.HAND_OVER else it for it in (one.first.cue.kind, other.first.cue.kind)}
    return (
        len(kinds) == 1
        and Kind.OTHER not in kinds
        and stage(one.first.heading.part) is stage(other.first.heading.part)
        and len(one.wordings) == len(other.wordings)
    )


@dataclass(frozen=True, slots=True)
class CourseStep:
    """One act of a course, and what it was answered; ``counted``: it is one of several, perhaps the ``last``."""

    act: EveryAct
    answer: str
    counted: bool
    last: bool


@dataclass(frozen=True, slots=True)
class ToldCourse:
    """One run that was told whole: what is so in it, and its acts."""

    so: frozenset[str]
    steps: tuple[CourseStep, ...]


@dataclass(eq=False, slots=True)
class Merged:
    """All acts in order; and all facets and answers there are, to tell what is the rule from what is not.

    ``runs``: the facets that some run has, together.  ``courses``: the runs that were told whole.
    """

    acts: list[EveryAct]
    facets: dict[str, dict[str, None]]
    answers: dict[Hashable, dict[str, None]]
    runs: set[frozenset[str]]
    courses: tuple[ToldCourse, ...] = ()

    @property
    def letters(self) -> set[str]:
        """The letters that stand in some act."""
        slots = (slot for act in self.acts for wording in act.wordings for slot in wording.slots)
        return {letter for slot in slots for one in slot.sums for letter, _ in one.parts}

    def now(self, facets: Facets) -> list[EveryAct]:
        """Return the acts that may come up in a run of which so much is known."""
        return [
            act
            for act in self.acts
            if all(value in act.facets.get(name, {value: None}) for name, value in facets.items())
            and (not act.runs or any(facets.items() <= {**facets, **dict(run)}.items() for run in act.runs))
        ]

    def by_key(self, key: Hashable) -> EveryAct:
        """Return the act of a key."""
        return next(act for act in self.acts if act.key == key)

    def before(self, act: EveryAct) -> set[EveryAct]:
        """Return what may be done just before an act, in runs that were told whole; nothing that leads back to it."""
        steps = (both for course in self.courses for both in pairwise(course.steps))
        return {one.act for one, other in steps if other.act is act and one.act.number < act.number}

    @property
    def usual(self) -> Facets:
        """What was told first: the rule, beside which all else is an exception."""
        return {name: next(iter(values)) for name, values in self.facets.items()}

    def counts(self, act: EveryAct) -> bool:
        """Tell whether an act is done for one of several piles, the last, or for all but it."""
        return len(act.last) == 1 and any(len(one.last) == 1 and one.last != act.last for one in self.acts)

    def only(self, act: EveryAct) -> tuple[tuple[str, ...], ...]:
        """Return under which values of each facet an act comes up, where the usual is not among them."""
        found = list[tuple[str, ...]]()
        for name, values in self.facets.items():
            own = act.facets.get(name, {})
            if 0 < len(own) < len(values) and self.usual[name] not in own:
                found.append(tuple(value for value in values if value in own))
        return tuple(found)


def merge(runs: Iterable[ToldRun]) -> Merged:
    """Return the acts of all these runs, in an order that every run keeps but where it goes back to do more again."""
    acts: dict[Hashable, EveryAct] = {}
    after: dict[EveryAct | None, dict[EveryAct, None]] = {None: {}}
    onward: dict[EveryAct | None, dict[EveryAct, None]] = {}
    facets: dict[str, dict[str, None]] = {}
    answers: dict[Hashable, dict[str, None]] = {}
    together, partly = set[frozenset[str]](), list[tuple[EveryAct, Facets]]()
    whole, phases = dict[ToldCourse, Facets](), dict[tuple[Phase, ...], None]()
    for run in runs:  # which may be many and large: nothing of one is kept but its course
        phases[tuple(dict.fromkeys(one.heading.part.phase for one in run.acts))] = None
        together.add(frozenset(run.facets.values()))
        for name, value in run.facets.items():
            facets.setdefault(name, {})[value] = None
        last: EveryAct | None = None
        there, steps = set[EveryAct](), list[CourseStep]()
        for heard in run.acts:
            answers.setdefault(heard.asked, {})[heard.answer] = None
            if (key := heard.key) not in acts:
                acts[key] = EveryAct(key, heard, [LetteredInstruction(one) for one in heard.cue.told])
            act = acts[key]
            own = run.of in (None, heard.cue.kind)
            act.hear(heard, run.facets if own else {}, run.of is None)
            if not own:
                partly.append((act, run.facets))
            after.setdefault(last, {})[act] = None
            if act not in there:  # else the run goes back
                onward.setdefault(last, {})[act] = None
            last = act
            there.add(act)
            steps.append(
                CourseStep(act, heard.reply, INDEX in heard.sizes, heard.heading.number == heard.heading.of)
            )
        for act in there:
            act.beside |= there
        if run.of is None:
            whole[ToldCourse(frozenset(run.facets.values()), tuple(steps))] = run.facets
    for act, seldom in [(act, seldom) for act, seldom in partly if not act.facets]:
        act.set_apart(seldom)  # it comes up nowhere else
    order = _in_order(acts.values(), onward, [*dict.fromkeys(chain(*sorted(phases, key=len, reverse=True)))])
    for number, act in enumerate(order, 1):
        act.number = number
        for wording in act.wordings:
            for slot in wording.slots:
                slot.find()
    for act in order:
        back = [one for one in after.get(act, ()) if one.number <= act.number]
        act.again = min(back, key=lambda one: one.number, default=None)
    usual = {name: next(iter(values)) for name, values in facets.items()}  # what a run does not say of itself
    courses = (ToldCourse(frozenset({**usual, **own}.values()), one.steps) for one, own in whole.items())
    return Merged(order, facets, answers, together, tuple(dict.fromkeys(courses)))


def _in_order(
    acts: Iterable[EveryAct], onward: Mapping[EveryAct | None, Iterable[EveryAct]], phases: Sequence[Phase]
) -> list[EveryAct]:
    """Return the acts so that each stands before those that follow it; else stage by stage, as they were heard."""
    left = {act: (phases.index(act.first.heading.part.phase), number) for number, act in enumerate(acts)}
    found: list[EveryAct] = []
    while left:
        waiting = {one for act, then in onward.items() if act in left for one in then if one is not act}
        # where one comes before another in one run and after it in the next, the one heard first stands first
        act = min([one for one in left if one not in waiting] or left, key=lambda one: left[one])
        found.append(act)
        del left[act]
    return found
