"""Every way through the runs a table may have, made one list of acts: each once, with when it is done.

A recipe is walked by all answers to its questions: nothing passes between its stages but the cards on the table and
the outcome so far, so every stage is walked for each outcome it may be entered with.  What is so before a run begins
(its *facts*: how large the hand is, whether the columns stand) is told by whoever walks it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from facilitator.errors import ProtocolBug
from facilitator.machine.acts import Kind
from facilitator.machine.faces import ALPHA, BETA, NONE, TO_CARD, TO_OTHER, Face
from facilitator.machine.operations import Draw, Heading, Op, Place, asked_by
from facilitator.machine.parts import Part, Phase
from facilitator.machine.perform import Outcome, Recipe, Stage
from facilitator.machine.physics import Surface
from facilitator.protocols.gates import expected
from facilitator.telling.draw import follow
from facilitator.telling.instruction import Said
from facilitator.telling.wording import Cue
from facilitator.words.catalogue import ENGLISH, Listed, Phrase, Value, merged, written

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
    return scripts


def _ways(stage: Stage, known: Outcome) -> Iterator[tuple[Script, Outcome]]:
    """Yield the answers of every way through one stage, and its outcome."""
    waiting: list[Script] = [()]
    while waiting:
        script = waiting.pop(0)
        going, given, drawn, answer = stage.steps(known), list(script), 0, ""
        try:
            op = next(going)
            while True:
                drawn += isinstance(op, Draw)
                if drawn > DRAWS:
                    break
                answer = ""
                if ask := asked_by(op):
                    if not given:
                        waiting[:0] = [(*script, one) for one in reversed(_each(ask))]
                        break
                    answer = given.pop(0)
                op = going.send(answer)
        except StopIteration as end:
            yield script, end.value


def _each(ask: Sequence[str]) -> list[str]:
    """Return one answer of each sort."""
    return [*{said(one): one for one in reversed(ask)}.values()][::-1]


def said(answer: str) -> str:
    """Return an answer, any card being as good as another."""
    return answer if answer in ("", NONE, TO_CARD, TO_OTHER) or {*answer} <= {ALPHA, BETA} else CARD


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
SHAPE = "pairs"
"""The fact that says of which kind a run is."""


@dataclass(frozen=True, slots=True)
class HeardAct:
    """One act of one run: its cue, what lies there before it, what it was answered."""

    cue: Cue
    heading: Heading
    before: Mapping[Place, bool]
    faces: Mapping[Place, Face]
    reply: str = ""

    @property
    def part(self) -> Part:
        """What stands for its stage where acts are compared: all is given back in one, in chains as else."""
        return Part.GIVE_BACK if self.heading.part.phase is Phase.GIVE_BACK else self.heading.part

    @property
    def which(self) -> int:
        """Which of several it is: pairs of a pile, classes."""
        return self.cue.group.parts[0].which

    @property
    def key(self) -> Hashable:
        """What it is at every size: its stage, its kind and its sentences, without what is counted in them."""
        asks = asked_by(self.cue.group.acts[-1]) and self.cue.kind is not Kind.OUT
        which = 0 if asks else self.which  # what covers a pair leads to the next
        return self.cue.kind, self.part, which, tuple(_sentences(one.said) for one in self.cue.told)


def _sentences(said: Said | None) -> Hashable:
    assert said is not None
    return tuple(_bare(part) for part in said if part is not None)


def _bare(value: Value) -> Hashable:
    match value:
        case Phrase("share" | "marked"):
            return None
        case Phrase(key, slots):
            return key, tuple(_bare(content) for _, content in slots)
        case Listed(items):
            return tuple(dict.fromkeys(map(_bare, items)))
        case int():
            return None
        case _:
            return value


def hear(cues: Sequence[Cue], answers: Sequence[str], surface: Surface) -> tuple[HeardAct, ...]:
    """Return the acts of a run that was told whole; ``answers``: one for each operation, most of them empty."""
    heading, found, done, known = Heading(Part.LAY_OUT), list[HeardAct](), 0, dict[Place, Face]()
    for cue in cues:
        real = max((i for i, op in enumerate(cue.ops) if not isinstance(op, Heading)), default=0)
        heading = next((op for op in reversed(cue.ops[:real]) if isinstance(op, Heading)), heading)
        before, faces = dict(surface), dict(known)
        for op in cue.ops:
            surface.note(op, answers[done])
            follow(op, known)
            done += 1
        last = max((i for i, op in enumerate(cue.ops) if asked_by(op)), default=None)
        reply = said(answers[done - len(cue.ops) + last]) if last is not None else ""
        if cue.told:
            found.append(HeardAct(cue, heading, before, faces, reply))
        heading = next((op for op in reversed(cue.ops) if isinstance(op, Heading)), heading)
    return tuple(found)


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
    ``again``: the act that may follow although it comes before.
    """

    key: Hashable
    first: HeardAct
    said: list[Said]
    runs: set[frozenset[tuple[str, str]]] = field(default_factory=set)
    replies: dict[str, None] = field(default_factory=dict)
    last: dict[bool, dict[str, int]] = field(default_factory=dict)
    again: EveryAct | None = None
    number: int = 0

    @property
    def what(self) -> tuple[Kind, Part]:
        """Its kind and the part of a run it belongs to."""
        return self.first.cue.kind, self.first.part

    def take_in(self, heard: HeardAct, facts: Facts) -> None:
        """Take in another telling of it."""
        for number, one in enumerate(heard.cue.told):
            assert one.said is not None
            self.said[number] = both(self.said[number], one.said)
        self.runs.add(frozenset(facts.items()))
        if heard.reply:
            self.replies[heard.reply] = None
        if heard.heading.part is Part.AND:
            ends = self.last.setdefault(heard.heading.number == heard.heading.of, {})
            ends[facts.get(SHAPE, "")] = heard.heading.of


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

    facts: frozenset[tuple[str, str]]
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
        return [
            act
            for act in self.acts
            if any(facts.items() <= {**facts, **dict(run)}.items() for run in act.runs)
        ]


def merge(runs: Iterable[ToldRun]) -> Merged:
    """Return the acts of all these runs, in an order that every run keeps but where it goes back to do more again."""
    acts: dict[Hashable, EveryAct] = {}
    onward: dict[EveryAct, set[EveryAct]] = {}
    follows: dict[EveryAct, set[EveryAct]] = {}
    paths, usual, stages = dict[Path, None](), dict[str, str](), set[tuple[Part, ...]]()
    for run in runs:
        stages.add(tuple(dict.fromkeys(one.part for one in run.acts)))
        usual = usual or dict(run.facts)
        steps, there = list[PathStep](), set[EveryAct]()
        for heard in run.acts:
            if (key := heard.key) not in acts:
                acts[key] = EveryAct(key, heard, [one.said for one in heard.cue.told if one.said is not None])
            act = acts[key]
            act.take_in(heard, run.facts)
            if steps:
                follows.setdefault(steps[-1].act, set()).add(act)
                if act not in there:  # else the run goes back
                    onward.setdefault(steps[-1].act, set()).add(act)
            there.add(act)
            last = heard.heading.number == heard.heading.of if heard.heading.part is Part.AND else None
            steps.append(PathStep(act, heard.reply, last))
        paths[Path(frozenset(run.facts.items()), tuple(steps))] = None
    parts = [*dict.fromkeys(part for some in sorted(stages, key=len, reverse=True) for part in some)]
    order = _in_order(list(acts.values()), onward, parts)
    for number, act in enumerate(order, 1):
        act.number = number
    for act in order:
        back = [one for one in follows.get(act, ()) if one.number <= act.number]
        act.again = min(back, key=lambda one: one.number, default=None)
    facts: dict[str, dict[str, None]] = {}
    for name, value in (one for path in paths for one in path.facts):
        facts.setdefault(name, {usual[name]: None})[value] = None
    return Merged(order, [*paths], usual, {name: facts[name] for name in usual})


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
        same = len({written(n, ENGLISH, {}) for n in found.values()}) == 1
        return list(found.items())[:1] if same else list(found.items())

    def preceding(self, act: EveryAct) -> set[EveryAct]:
        """Return what may be done just before an act."""
        steps = (both for path in self.told.paths for both in zip(path.steps, path.steps[1:], strict=False))
        return {one.act for one, other in steps if other.act is act and one.act.number < act.number}

    def back(self, act: EveryAct, earlier: EveryAct) -> list[str]:
        """Return the answers after which an act is followed by an earlier one."""
        found: dict[str, None] = {}
        for path in self.told.paths:
            for step, then in zip(path.steps, path.steps[1:], strict=False):
                if step.act is act and then.act is earlier:
                    found[step.reply] = None
        return list(found)

    # -- acts in each other's place ------------------------------------------------------------------

    def _variants(self) -> dict[EveryAct, EveryAct]:
        """Return which acts are another wording of a usual one, done in its place."""
        found: dict[EveryAct, EveryAct] = {}
        for act in (one for one in self.told.acts if one not in self._main):
            alike = [one for one in self._main if like(one, act) and not self._beside(one, act)]
            same = [one for one in alike if self._before(one).keys() & self._before(act).keys()]
            usual = next(iter(same or alike), None)
            if usual is not None and not any(
                at is usual and self._beside(one, act) for one, at in found.items()
            ):
                found[act] = usual
        return found

    def _beside(self, one: EveryAct, other: EveryAct) -> bool:
        """Tell whether two acts come up in one run."""
        return any({one, other} <= {step.act for step in path.steps} for path in self.told.paths)

    # -- what was read -------------------------------------------------------------------------------

    def _before(self, act: EveryAct, runs: Iterable[Path] | None = None) -> dict[EveryAct | None, set[str]]:
        """Return the questions asked last before an act, with the answers that led to it."""
        found: dict[EveryAct | None, set[str]] = {}
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
        ways, gone = self._before(act, paths), set[EveryAct | None]()
        while whole := [
            one for one in ways if one is not None and one not in gone and ways[one] >= one.replies.keys()
        ]:
            for asked in whole:  # all of its answers lead here: what was asked before it decides
                gone.add(asked)
                del ways[asked]
                for one, answers in self._before(asked, paths).items():
                    if one not in gone:
                        ways.setdefault(one, set()).update(answers)
        led = sorted((one for one in ways if one is not None and one is not act), key=lambda one: one.number)
        return tuple(
            (one, tuple(each for each in one.replies if each in ways[one])) for one in led
        ), None in ways

    # -- what is so ----------------------------------------------------------------------------------

    def _when(self, act: EveryAct) -> When:
        own = [path for path in self.told.paths if path.facts in act.runs]
        asked, unasked = self._asked(act, own)
        last = next(iter(act.last)) if len(act.last) == 1 and self._several(act) else None
        apart = self._apart(act) if act in self.instead else {}
        when = When(asked, unasked, tuple(apart.items()), last=last)
        may = {
            path.facts
            for path in self.told.paths
            if path.facts in act.runs or self._leads_here(path, act, when)
        }
        may = {facts for facts in may if facts in act.runs or not self._outdone(dict(facts), act)}
        return self._by_facts(act, when, may)

    def _read(self, path: Path, act: EveryAct) -> list[tuple[EveryAct, str]]:
        """Return what is read on a path before an act's place."""
        return [(step.act, step.reply) for step in path.steps if step.reply and step.act.number < act.number]

    def _several(self, act: EveryAct) -> bool:
        return any(len(one.last) == 1 and one.last.keys() != act.last.keys() for one in self.told.acts)

    def _leads_here(self, path: Path, act: EveryAct, when: When) -> bool:
        """Tell whether what is read on a path leads to an act, where it would stand."""
        several = when.last is None or any(step.last is when.last for step in path.steps)
        return several and when.read_so(self._read(path, act))

    def _outdone(self, facts: Mapping[str, str], act: EveryAct) -> bool:
        """Tell whether another wording is done in an act's place there, one with more facts of its own."""
        usual = self.instead.get(act, act)
        family = (one for one, main in self.instead.items() if main is usual and one is not act)
        own = len(self._apart(act))
        return any(frozenset(facts.items()) in one.runs and len(self._apart(one)) > own for one in family)

    def _apart(self, act: EveryAct) -> dict[str, tuple[str, ...]]:
        """Return the facts of an act that are never the usual ones."""
        values = {name: self._values(act.runs, name) for name in self.told.facts}
        return {name: some for name, some in values.items() if some and self.told.usual[name] not in some}

    def _by_facts(self, act: EveryAct, when: When, may: set[frozenset[tuple[str, str]]]) -> When:
        """Return the condition with as few facts as will do: so many runs may come here, only the act's own do it."""
        own = may & act.runs

        def exact(found: When) -> bool:
            return {run for run in may if found.facts_hold(dict(run))} == own

        if exact(when):
            return when
        family = (one for one, main in self.instead.items() if main is act)
        aside = {name for one in family for name in self._apart(one)}  # what the act's other wordings say
        out = {
            name: tuple(value for value in every if _has(may, name, value) and not _has(own, name, value))
            for name, every in sorted(self.told.facts.items(), key=lambda fact: fact[0] in aside)
        }
        names = [name for name, values in out.items() if values]
        for some in (some for n in range(1, len(names) + 1) for some in combinations(names, n)):
            never = tuple((name, out[name]) for name in some if _has(own, name, self.told.usual[name]))
            only = tuple((name, self._values(own, name)) for name in some if name not in dict(never))
            if exact(found := when._replace(only=(*when.only, *only), never=never)):
                return found
        usual = self.told.usual
        only = tuple((name, self._values(own, name)) for name in names if not _has(own, name, usual[name]))
        apart = when._replace(only=(*when.only, *only))
        may = {run for run in may if apart.facts_hold(dict(run))}
        rest = may - own
        both = ((name, self._values(rest, name)) for name in self.told.facts)
        never = tuple((name, values) for name, values in both if values != self._values(may, name))
        if exact(found := apart._replace(never=never, together=True)):
            return found
        raise ProtocolBug("facts that say when an act is done", str(act.key), "Please report this table.")

    def _values(self, runs: Iterable[frozenset[tuple[str, str]]], name: str) -> tuple[str, ...]:
        """Return what may be so in some runs, of one name."""
        return tuple(value for value in self.told.facts[name] if _has(runs, name, value))


def _has(runs: Iterable[frozenset[tuple[str, str]]], name: str, value: str) -> bool:
    return any((name, value) in run for run in runs)


def like(one: EveryAct, other: EveryAct) -> bool:
    """Tell whether two acts are of one kind, in one stage: two wordings of an act, perhaps."""
    (kind, part), (its, other_part) = one.what, other.what
    over = {Kind.BACK, Kind.HAND_OVER}  # what goes home goes on to the next turn in others
    same = kind is its or {kind, its} == over
    looked = kind is not Kind.OUT or one.first.which == other.first.which  # a card may be looked at first
    return part is other_part and same and looked and len(one.said) == len(other.said)
