"""Every way through the runs a table may have, made one list of acts: each once, with when it is done.

A recipe is walked by all answers to its questions: nothing passes between its stages but the cards on the table and
the outcome so far, so every stage is walked for each outcome it may be entered with.  What is so before a run begins
(its *facts*: how large the hand is, whether the columns stand) is told by whoever walks it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import chain, combinations, pairwise
from typing import NamedTuple

from facilitator.errors import ProtocolBug
from facilitator.i18n.catalogue import Listed, Phrase, Value, merged, written
from facilitator.instructions.instruction import Said
from facilitator.instructions.text_diagram import follow
from facilitator.instructions.wording import Cue
from facilitator.operations.definitions import (
    Draw,
    Heading,
    LayTop,
    Op,
    Place,
    Told,
    asked_by,
    branch_of,
    ways_of,
)
from facilitator.operations.effects import Surface
from facilitator.operations.faces import Face
from facilitator.operations.perform import Outcome, Recipe, Stage, perform
from facilitator.operations.perform import follow as follow_recipe
from facilitator.operations.purposes import Part, Phase
from facilitator.operations.steps import Act, AnswerBranch, Kind, Label, Meaning, labels_of
from facilitator.protocols.gates import expected

# ----------------------------------------------------------------------------------------------------
# Every way through one recipe.


CARD = "a card"
"""Any card that a question may be answered with: they all lead on alike."""
Script = tuple[str, ...]
"""Answers to the questions of a run, in order."""
DRAWS = 2
"""After so many cards drawn the next one leads on as the last did."""


def branches(recipe: Recipe) -> list[Script]:
    """Return scripts of answers that together go every way through every stage; for the rest stands `expected`.

    A stage is walked for each outcome it may be entered with; of several cards one stands for all.
    """
    entries: list[tuple[Script, Outcome]] = [((), Outcome())]
    scripts: list[Script] = []
    for stage in recipe:
        ways = [((*before, *said), end) for before, known in entries for said, end in _ways(stage, known)]
        ends = [script for script, _ in ways]
        scripts = ends + [one for one in scripts if not any(one == end[: len(one)] for end in ends)]
        alike = {(end.card is not None, end.drawn > 0): (script, end) for script, end in reversed(ways)}
        entries = [way for way in ways if way in alike.values()]
    check_branches(recipe, scripts)
    return scripts


Step = tuple[Kind, Label]
"""A step that a branch leads to: what it is for, and its label."""


def check_branches(recipe: Recipe, scripts: Iterable[Script]) -> None:
    """Raise `ProtocolBug` if answers mean something else, or lead to other steps, than their branches declare.

    Args:
        recipe: The recipe.
        scripts: Answers that together go every way through every stage.
    """
    found = dict[Step, dict[AnswerBranch, set[Step]]]()
    for script in scripts:
        ops, answers = list[Op](), Answers(script)

        def table(op: Op, ops: list[Op] = ops, answers: Answers = answers) -> str:
            ops.append(op)
            return answers(op)

        outcome = perform(follow_recipe(recipe), table)
        done = [*zip(ops, answers.given, strict=True)]
        _check_meanings(done, outcome)
        for question, branch, steps in _segments(done):
            found.setdefault(question, {}).setdefault(branch, set()).update(steps)
    for (_, label), ways in found.items():
        for branch, steps in ways.items() if len(ways) > 1 else ():
            others = set[Step]().union(*(there for one, there in ways.items() if one != branch))
            only = labels_of([Act(kind, label=one) for kind, one in steps - others])
            if {*only} - {""} != {*branch.leads_to}:
                name = f"{'/'.join(label.names)} {branch.meaning.name}"
                raise ProtocolBug(
                    f"{name} leads to {sorted(branch.leads_to)}", str(sorted(only)), "Declare its branches."
                )


def _check_meanings(done: Sequence[tuple[Op, str]], outcome: Outcome) -> None:
    """Raise `ProtocolBug` if the answers of a run mean another outcome than it has."""
    branches = filter(None, (branch_of(op, answer) for op, answer in done))
    meant = {branch.meaning for branch in branches}
    if (
        any(one.finds for one in meant) is not (outcome.card is not None)
        or (Meaning.DRAWN_PLAYED in meant and not outcome.drawn)
        or (Meaning.PLAYED in meant and outcome.drawn)
    ):
        names = sorted(one.name for one in meant)
        raise ProtocolBug(f"{outcome}", ", ".join(names), "Declare its branches.")


def _segments(done: Iterable[tuple[Op, str]]) -> Iterator[tuple[Step, AnswerBranch, set[Step]]]:
    """Yield each question of one way through a recipe with its branch and the steps up to the next question.

    The way home belongs to every branch, so only what is handed on to the next turn counts there.
    """
    home = False
    current: tuple[Step, AnswerBranch, set[Step]] | None = None
    for op, answer in done:
        if isinstance(op, Heading):
            home = op.part.phase is Phase.GIVE_BACK
        elif op.act is not None:
            step = op.act.kind, op.act.label
            if current is not None and (not home or op.act.whole is Kind.HAND_OVER):
                current[2].add(step)
            for branch in (one for one in ways_of(op) if answer in one.answers):
                yield from filter(None, [current])
                any_card = replace(branch, answers=()) if branch.meaning.names_card else branch
                current = step, any_card, set()
    yield from filter(None, [current])


def _ways(stage: Stage, known: Outcome) -> Iterator[tuple[Script, Outcome]]:
    """Yield the answers of every way through one stage, and its outcome."""
    waiting: list[Script] = [()]
    while waiting:
        script = waiting.pop(0)
        branches, end = _walk(stage, known, script)
        if end is not None:
            yield script, end
        waiting[:0] = [(*script, branch.answers[0]) for branch in reversed(branches)]


def _walk(stage: Stage, known: Outcome, script: Script) -> tuple[Sequence[AnswerBranch], Outcome | None]:
    """Go through a stage by a script: return the branches of the question after its last answer, or how it ends.

    Neither, where more cards are drawn than make a difference.
    """
    going, given, drawn, answer = stage.steps(known), list(script), 0, ""
    try:
        op = next(going)
        while (drawn := drawn + isinstance(op, Draw)) <= DRAWS:
            ask = asked_by(op)
            if ask and not given:
                return ways_of(op), None
            answer = given.pop(0) if ask else ""
            op = going.send(answer)
    except StopIteration as end:
        return (), end.value
    return (), None


def said(op: Op, answer: str) -> str:
    """Return an answer, any card being as good as another."""
    branch = branch_of(op, answer)
    return CARD if branch is not None and branch.meaning.names_card else answer


class Answers:
    """Answers by a script, then as `expected`; keeps what it said for each operation."""

    def __init__(self, script: Sequence[str]) -> None:
        self._left, self.given = list(script), list[str]()

    def __call__(self, op: Op) -> str:
        self.given.append(self._left.pop(0) if asked_by(op) and self._left else expected(op))
        return self.given[-1]


# ----------------------------------------------------------------------------------------------------
# One way, told: its acts with what was asked and answered.


Facts = Mapping[str, str]
"""What is so in a run, by what it is about: ``hand``: ``m = 1``."""
FactSet = frozenset[tuple[str, str]]
"""The same, where runs are counted by it."""
SHAPE = "pairs"
"""The fact that says of which kind a run is."""


@dataclass(frozen=True, slots=True)
class HeardAct:
    """One act of one run: its cue, what lies there before it, what it was answered, how the run went so far."""

    cue: Cue
    heading: Heading
    before: Mapping[Place, bool]
    faces: Mapping[Place, Face]
    reply: str = ""
    end: str = ""

    @property
    def part(self) -> Part:
        """What stands for its stage where acts are compared: all is given back in one, in chains as else."""
        return Part.GIVE_BACK if self.heading.part.phase is Phase.GIVE_BACK else self.heading.part

    @property
    def which(self) -> int:
        """Which of several it is: pairs of a pile, classes."""
        return self.cue.group.parts[0].which

    @property
    def last(self) -> bool | None:
        """Of an AND, one a pile: whether it is the last pile's; None for all other acts."""
        return self.heading.number == self.heading.of if self.heading.part is Part.AND else None

    @property
    def key(self) -> Hashable:
        """What it is at every size: its stage, its kind and its sentences, without what is counted in them."""
        asks = asked_by(self.cue.group.acts[-1]) and self.cue.kind is not Kind.OUT
        which = 0 if asks else self.which  # what covers a pair leads to the next
        return self.cue.kind, self.part, which, tuple(tuple(map(_bare, one.said)) for one in self.cue.told)


def _bare(value: Value | None) -> Hashable:
    """Return a sentence, or a part of one, without its numbers."""
    match value:
        case Phrase("share" | "marked") | int():
            return None
        case Phrase(key, slots):
            return key, tuple(_bare(content) for _, content in slots)
        case Listed(items):
            return tuple(dict.fromkeys(map(_bare, items)))
        case _:
            return value


def hear(cues: Sequence[Cue], answers: Sequence[str], surface: Surface) -> tuple[HeardAct, ...]:
    """Return the acts of a run that was told whole; ``answers``: one for each operation, most of them empty."""
    heading, found, known = Heading(Part.LAY_OUT), list[HeardAct](), dict[Place, Face]()
    left, card, drawn = iter(answers), False, False
    for cue in cues:
        given = [*zip(cue.ops, left, strict=False)]
        real = max((i for i, op in enumerate(cue.ops) if not isinstance(op, Heading)), default=0)
        heading = _last_heading(cue.ops[:real], heading)
        replies = [said(op, answer) for op, answer in given if asked_by(op)]
        card = card or CARD in replies
        drawn = drawn or any(map(_off_the_deck, cue.ops))
        if cue.told:
            reply = "".join(replies[-1:])
            found.append(HeardAct(cue, heading, dict(surface), dict(known), reply, ENDS[card, drawn]))
        for op, answer in given:
            surface.note(op, answer)
            follow(op, known)
        heading = _last_heading(cue.ops, heading)
    return tuple(found)


ENDS = {
    (True, False): "end.played",
    (True, True): "end.drawn_played",
    (False, True): "end.drawn_kept",
    (False, False): "end.none",
}
"""How a run went, by its key in the catalogue: whether a card was found, and whether one was drawn."""


def _off_the_deck(op: Op) -> bool:
    """Tell whether a card is drawn: off a heap, unseen, or as it is played."""
    seen = isinstance(op, Told) and op.act is not None and op.act.kind is Kind.DECK_CARD
    return seen or isinstance(op, Draw | LayTop)


def _last_heading(ops: Sequence[Op], before: Heading) -> Heading:
    return next((op for op in reversed(ops) if isinstance(op, Heading)), before)


@dataclass(frozen=True, slots=True)
class ToldRun:
    """One run, told, and what is so in it."""

    acts: tuple[HeardAct, ...]
    facts: Facts


# ----------------------------------------------------------------------------------------------------
# All of them, made one.


@dataclass(eq=False, slots=True)
class EveryAct:
    """One act, true for every run it comes up in; ``said``: its instructions, their numbers either way.

    ``runs``: the facts of the runs in which it comes up.  ``replies``: what its question was answered.  ``last``:
    where it comes with one pile of many, whether with the last, and by the kind of run how many these are.
    ``again``: the act that may follow although it comes before.  ``ends``: its instructions by how the run went.
    """

    key: Hashable
    first: HeardAct
    said: list[Said]
    runs: set[FactSet] = field(default_factory=set)
    replies: dict[str, None] = field(default_factory=dict)
    last: dict[bool, dict[str, int]] = field(default_factory=dict)
    again: EveryAct | None = None
    number: int = 0
    ends: dict[str, list[Said]] = field(default_factory=dict)

    @property
    def what(self) -> tuple[Kind, Part]:
        """Its kind and the part of a run it belongs to."""
        return self.first.cue.kind, self.first.part

    def take_in(self, heard: HeardAct, facts: Facts) -> None:
        """Take in another telling of it."""
        told = [one.said for one in heard.cue.told]
        self.said = [*map(both, self.said, told)]
        self.ends[heard.end] = [*map(both, self.ends.get(heard.end, told), told)]
        self.runs.add(frozenset(facts.items()))
        if heard.reply:
            self.replies[heard.reply] = None
        if heard.last is not None:
            self.last.setdefault(heard.last, {})[facts.get(SHAPE, "")] = heard.heading.of


def both(one: Said, other: Said) -> Said:
    """Return what says both of two tellings of an instruction."""
    parts = [a if a is None or b is None else merged(a, b) for a, b in zip(one, other, strict=True)]
    return Said(*parts)  # type: ignore[arg-type]


class PathStep(NamedTuple):
    """An act of a course, what it was answered, whether it is the last of several."""

    act: EveryAct
    reply: str
    last: bool | None


@dataclass(frozen=True, slots=True)
class Path:
    """One way through one run: what is so in it, and its acts."""

    facts: FactSet
    steps: tuple[PathStep, ...]


@dataclass(eq=False, slots=True)
class Merged:
    """All acts in order, and every path there is.

    ``usual``: the facts of the path that was told first.  ``facts``: all that may be so, the usual first.
    """

    acts: list[EveryAct]
    paths: list[Path]
    usual: Facts
    facts: Mapping[str, Mapping[str, None]]

    def now(self, facts: Facts) -> list[EveryAct]:
        """Return the acts that may come up in a run of which so much is known."""
        return [act for act in self.acts if any(_agree(facts, dict(run)) for run in act.runs)]


def _agree(facts: Facts, others: Facts) -> bool:
    """Tell whether both may be so in one run."""
    return all(others.get(name, value) == value for name, value in facts.items())


def merge(runs: Iterable[ToldRun]) -> Merged:
    """Return the acts of all these runs, in an order that every run keeps but where it goes back to do more again."""
    acts, paths, usual = dict[Hashable, EveryAct](), dict[Path, None](), dict[str, str]()
    stages = dict[tuple[Part, ...], None]()
    for run in runs:
        stages[tuple(dict.fromkeys(one.part for one in run.acts))] = None
        usual = usual or dict(run.facts)
        steps = tuple(PathStep(_taken_in(one, run.facts, acts), one.reply, one.last) for one in run.acts)
        paths[Path(frozenset(run.facts.items()), steps)] = None
    parts = [*dict.fromkeys(part for some in sorted(stages, key=len, reverse=True) for part in some)]
    order = _in_order(list(acts.values()), _onward(paths), parts)
    for number, act in enumerate(order, 1):
        act.number = number
    _lead_back(paths)
    return Merged(order, [*paths], usual, _facts(usual, paths))


def _facts(usual: Facts, paths: Iterable[Path]) -> Mapping[str, Mapping[str, None]]:
    """Return all that may be so, by what it is about, the usual first."""
    facts: dict[str, dict[str, None]] = {name: {value: None} for name, value in usual.items()}
    for name, value in chain.from_iterable(path.facts for path in paths):
        facts[name][value] = None
    return facts


def _taken_in(heard: HeardAct, facts: Facts, acts: dict[Hashable, EveryAct]) -> EveryAct:
    """Return the act that was heard, which now knows of this telling too; a new one where it was not heard before."""
    key = heard.key
    if key not in acts:
        acts[key] = EveryAct(key, heard, [one.said for one in heard.cue.told])
    acts[key].take_in(heard, facts)
    return acts[key]


def _onward(paths: Iterable[Path]) -> dict[EveryAct, set[EveryAct]]:
    """Return for each act those that follow it on some path for the first time there: there no path goes back."""
    found: dict[EveryAct, set[EveryAct]] = {}
    for path in paths:
        there = set[EveryAct]()
        for step, then in pairwise(path.steps):
            there.add(step.act)
            if then.act not in there:
                found.setdefault(step.act, set()).add(then.act)
    return found


def _neighbours(paths: Iterable[Path]) -> Iterator[tuple[PathStep, PathStep]]:
    """Return what follows each other on every path."""
    return (both for path in paths for both in pairwise(path.steps))


def _lead_back(paths: Iterable[Path]) -> None:
    """Tell each act which of those before it may follow it: the first of them."""
    for step, then in _neighbours(paths):
        again = step.act.again
        if then.act.number <= step.act.number and (again is None or then.act.number < again.number):
            step.act.again = then.act


def _in_order(
    acts: Sequence[EveryAct], onward: Mapping[EveryAct, set[EveryAct]], parts: Sequence[Part]
) -> list[EveryAct]:
    """Return the acts so that each stands before those that follow it; else stage by stage, as they were heard.

    What is done for the last of several piles stands after what is done for the others.
    """
    left = dict.fromkeys(sorted(acts, key=lambda act: (parts.index(act.first.part), [*act.last] == [True])))
    found = list[EveryAct]()
    while left:
        waiting = {one for act, then in onward.items() if act in left for one in then if one is not act}
        act = next((one for one in left if one not in waiting), next(iter(left)))
        found.append(act)
        del left[act]
    return found


# ----------------------------------------------------------------------------------------------------
# When an act is done: read off the paths.


Lead = tuple[EveryAct, tuple[str, ...]]
"""A question, and answers to it."""


Ways = dict["EveryAct | None", set[str]]
"""The questions asked last before an act, with the answers that led to it; None where nothing was asked before."""


FactValues = dict[str, tuple[str, ...]]
"""Values of facts, by what they are about."""


class When(NamedTuple):
    """When an act is done: after one of these answers, the last that was read; if these facts hold and not those.

    ``asked``: questions and answers, none where it is done whatever was read; ``unasked``: also where nothing was.
    ``only`` and ``never``: for what facts are about the values under which it is done, or is not; ``never``
    together, if ``together``, else each of them.  ``last``: for which of several piles; None where it is all one.
    """

    asked: tuple[Lead, ...] = ()
    unasked: bool = False
    only: tuple[tuple[str, tuple[str, ...]], ...] = ()
    never: tuple[tuple[str, tuple[str, ...]], ...] = ()
    together: bool = False
    last: bool | None = None

    def facts_hold(self, facts: Mapping[str, str]) -> bool:
        """Tell whether the facts are those of the act."""
        against = [facts.get(name) in values for name, values in self.never]
        never = bool(against) and (all(against) if self.together else any(against))
        return not never and all(facts.get(name) in values for name, values in self.only)

    def of(self, runs: Iterable[FactSet]) -> set[FactSet]:
        """Return those runs, each by its facts, in which the facts are those of the act."""
        return {run for run in runs if self.facts_hold(dict(run))}

    def read_so(self, read: Sequence[tuple[EveryAct, str]]) -> bool:
        """Tell whether what was read leads to the act; ``read``: the answers in order."""
        if not self.asked:
            return True
        led = dict(self.asked)
        asked, answer = next((one for one in reversed(read) if one[0] in led), (None, ""))
        return answer in led[asked] if asked is not None else self.unasked and not read


class Conditions:
    """The conditions of all acts of a list."""

    def __init__(self, told: Merged) -> None:
        self.told = told
        self._main = told.now(told.usual)
        self.instead = self._variants()
        self._found = {act: self._when(act) for act in told.acts}

    def __getitem__(self, act: EveryAct) -> When:
        """Return when an act is done."""
        return self._found[act]

    @property
    def ends(self) -> list[tuple[str, int]]:
        """How many piles there are of which an act is done for the last, by the kind of run: the usual one first."""
        found: dict[str, int] = {}
        for act in self.told.acts:
            for ends in act.last.values():
                found |= ends
        same = len({written(n, {}) for n in found.values()}) == 1
        return list(found.items())[:1] if same else list(found.items())

    def preceding(self, act: EveryAct) -> set[EveryAct]:
        """Return what may be done just before an act."""
        return {
            one.act
            for one, other in _neighbours(self.told.paths)
            if other.act is act and one.act.number < act.number
        }

    def back(self, act: EveryAct, earlier: EveryAct) -> list[str]:
        """Return the answers after which an act is followed by an earlier one."""
        pairs = _neighbours(self.told.paths)
        return [*dict.fromkeys(one.reply for one, other in pairs if one.act is act and other.act is earlier)]

    # -- acts in each other's place ------------------------------------------------------------------

    def _variants(self) -> dict[EveryAct, EveryAct]:
        """Return which acts are another wording of a usual one, done in its place."""
        others = (act for act in self.told.acts if act not in self._main)
        pairs = ((act, one) for act in others for one in self._main[::-1] if like(one, act))
        return {act: one for act, one in pairs if not self._beside(one, act)}

    def _beside(self, one: EveryAct, other: EveryAct) -> bool:
        """Tell whether two acts come up in one run."""
        return any({one, other} <= {step.act for step in path.steps} for path in self.told.paths)

    # -- what was read -------------------------------------------------------------------------------

    def _before(self, act: EveryAct, runs: Iterable[Path] | None = None) -> Ways:
        """Return the questions asked last before an act, with the answers that led to it."""
        found: Ways = {}
        for path in self.told.paths if runs is None else runs:
            asked: tuple[EveryAct | None, str] = (None, "")
            for step in path.steps:
                if step.act is act:
                    found.setdefault(asked[0], set()).add(asked[1])
                if step.reply:
                    asked = step.act, step.reply
        return found

    def _asked(self, act: EveryAct, paths: Sequence[Path]) -> tuple[tuple[Lead, ...], bool]:
        """Return which answers lead to an act, and whether no answer does so too, in these runs."""
        if all(any(step.act is act for step in path.steps) for path in paths):
            return (), False
        ways = self._decisive(self._before(act, paths), paths)
        led = sorted((one for one in ways if one is not None and one is not act), key=lambda one: one.number)
        leads = ((one, tuple(each for each in one.replies if each in ways[one])) for one in led)
        return tuple(leads), None in ways

    def _decisive(self, ways: Ways, paths: Sequence[Path]) -> Ways:
        """Return the questions that decide: where all answers of one lead on, what was asked before it does."""
        gone = set[EveryAct | None]()
        while whole := [one for one in ways if one is not None and ways[one] >= one.replies.keys()]:
            for asked in whole:
                gone.add(asked)
                del ways[asked]
                before = self._before(asked, paths)
                for one in before.keys() - gone:
                    ways.setdefault(one, set()).update(before[one])
        return ways

    # -- what is so ----------------------------------------------------------------------------------

    def _when(self, act: EveryAct) -> When:
        own = [path for path in self.told.paths if path.facts in act.runs]
        asked, unasked = self._asked(act, own)
        apart = self._apart(act) if act in self.instead else {}
        when = When(asked, unasked, tuple(apart.items()), last=self._last(act))
        come = {path.facts for path in self.told.paths if self._leads_here(path, act, when)}
        may = act.runs | {facts for facts in come if not self._outdone(facts, act)}
        found = next((one for one in self._on_facts(act, when, may) if one.of(may) == act.runs), None)
        if found is None:
            raise ProtocolBug("facts that say when an act is done", str(act.key), "Please report this table.")
        return found

    def _last(self, act: EveryAct) -> bool | None:
        """Return for which of several piles an act is done, where another is done for the others."""
        others = (one for one in self.told.acts if one.last.keys() != act.last.keys())
        return (
            next(iter(act.last)) if len(act.last) == 1 and any(len(one.last) == 1 for one in others) else None
        )

    def _leads_here(self, path: Path, act: EveryAct, when: When) -> bool:
        """Tell whether what is read on a path leads to an act, where it would stand."""
        several = when.last is None or any(step.last is when.last for step in path.steps)
        read = [(step.act, step.reply) for step in path.steps if step.reply and step.act.number < act.number]
        return several and when.read_so(read)

    def _outdone(self, facts: FactSet, act: EveryAct) -> bool:
        """Tell whether another wording is done in an act's place there."""
        usual = self.instead.get(act, act)
        family = (one for one, main in self.instead.items() if main is usual and one is not act)
        return any(facts in one.runs for one in family)

    def _apart(self, act: EveryAct) -> FactValues:
        """Return the facts of an act that are never the usual ones."""
        usual, own = self.told.usual, self._so(act.runs)
        return {name: values for name, values in own.items() if values and usual[name] not in values}

    def _on_facts(self, act: EveryAct, when: When, may: Set[FactSet]) -> Iterator[When]:
        """Yield conditions that might do, those of the fewest facts first; ``may``: the runs that come to the act.

        An act that is done in the usual run is told by the values under which it is not, others by theirs.
        """
        yield when
        own, missing = self._so(act.runs), self._missing(act, may)
        besides = {name: own[name] for name in missing if self.told.usual[name] not in own[name]}
        for some in _choices([*missing][::-1]):
            never = tuple((name, missing[name]) for name in some[::-1] if name not in besides)
            only = ((name, besides[name]) for name in some[::-1] if name in besides)
            yield when._replace(only=(*when.only, *only), never=never)
        yield self._but_not(when._replace(only=(*when.only, *besides.items())), act, may)

    def _but_not(self, when: When, act: EveryAct, may: Set[FactSet]) -> When:
        """Return a condition but for the runs that are not the act's, by what is so in all of these together."""
        may = when.of(may)
        others, every = self._so(may - act.runs), self._so(may)
        never = tuple((name, values) for name, values in others.items() if values != every[name])
        return when._replace(never=never, together=True)

    def _missing(self, act: EveryAct, may: Set[FactSet]) -> FactValues:
        """Return what may be so but never is where the act is done."""
        own, every = self._so(act.runs), self._so(may)
        missing = {name: tuple(one for one in every[name] if one not in own[name]) for name in every}
        return {name: values for name, values in missing.items() if values}

    def _so(self, runs: Iterable[FactSet]) -> FactValues:
        """Return what may be so in some runs: for all that facts are about the values, the usual first."""
        found = frozenset[tuple[str, str]]().union(*runs)
        return {
            name: tuple(value for value in values if (name, value) in found)
            for name, values in self.told.facts.items()
        }


def _choices(names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Return some of these names, all ways, the fewest first."""
    return chain.from_iterable(combinations(names, n) for n in range(1, len(names) + 1))


def like(one: EveryAct, other: EveryAct) -> bool:
    """Tell whether two acts are of one kind, in one stage: two wordings of an act, perhaps."""
    (kind, part), (its, other_part) = one.what, other.what
    over = {Kind.BACK, Kind.HAND_OVER}  # what goes home goes on to the next turn in others
    same = kind is its or {kind, its} == over
    looked = kind is not Kind.OUT or one.first.which == other.first.which  # a card may be looked at first
    return part is other_part and same and looked and len(one.said) == len(other.said)
