"""Many runs told, made one: every act once, in order, with what it is said under and where it repeats."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import chain, combinations, count, dropwhile, pairwise, permutations
from typing import NamedTuple

from facilitator.machine.faces import ALPHA, BETA, NONE, Face
from facilitator.machine.operations import CHOSEN, COLUMN, Cover, Draw, Heading, Move, Op, Place, Rearrange
from facilitator.machine.parts import Part, Phase
from facilitator.machine.physics import Surface
from facilitator.telling.draw import follow
from facilitator.telling.grouping import Kind
from facilitator.telling.instruction import Instruction
from facilitator.telling.wording import Cue

# ----------------------------------------------------------------------------------------------------
# Words true for every size: the same act told at several sizes, and each number that differs as a letter.
#
# No sentence is written here.  Numbers are compared, never words: what they are made of is found from the sizes
# of each telling, which are chosen so that no two sums of them agree.


Sizes = Mapping[str, int]
"""What each letter stands for when an act is told."""
HAND, ALL, FITS, INDEX, DREW, PAIRS = "m", "k", "fghjqz", "i", "x", "p"
"""The letters for the virtual hand, all cards, those that fit (by kind of pair), which time it is, cards drawn,
pairs a column."""

MULTIPLIED = (HAND, ALL, DREW)
"""What may be there for each pair of a column: ``pk`` pairs, say."""

NUMBER = re.compile(r"\d+")
"""A number in a sentence."""


@dataclass(frozen=True, order=True)
class Sum:
    """A number made of letters: each with how often it is added, and what is added besides."""

    parts: tuple[tuple[str, int], ...] = ()
    plus: int = 0

    @property
    def plain(self) -> bool:
        """Whether it is one letter, taken once, or none."""
        return [times for _, times in self.parts] in ([1], [])

    def at(self, sizes: Sizes) -> int | None:
        """Return its value; None where a letter stands for nothing."""
        total = self.plus
        for letter, times in self.parts:
            if (size := sizes.get(letter)) is None:
                return None
            total += times * size
        return total

    def __str__(self) -> str:
        """Return it as it is printed.

        >>> str(Sum((("k", 1), ("f", -1)))), str(Sum((("m", 2),), 1)), str(Sum((), 3))
        ('k−f', '2m+1', '3')
        """
        said = ""
        for letter, times in self.parts:
            sign = "−" if times < 0 else "+" if said else ""
            said += f"{sign}{abs(times) if abs(times) > 1 else ''}{letter}"
        if not said or self.plus:
            said += f"{'−' if self.plus < 0 else '+' if said else ''}{abs(self.plus)}"
        return said


@dataclass(slots=True)
class Slot:
    """A number of an act: every value it was told with, and the sums that say all of them."""

    told: dict[tuple[tuple[tuple[str, int], ...], int], None] = field(default_factory=dict)
    sums: tuple[Sum, ...] = ()

    def fits(self, value: int, sizes: Sizes) -> bool:
        """Tell whether it may be this number at these sizes."""
        return any(one.at(sizes) == value for one in self.sums)

    def find(self) -> None:
        """Find the sums: one for all tellings if there is any, else as few simple ones as will do."""
        told = [(dict(sizes), value) for sizes, value in self.told]
        if whole := _whole(told, _any):
            self.sums = (whole,)
            return
        values = dict.fromkeys(value for _, value in told)
        if len(values) <= FEW:  # no letter has so few values in all tellings: cards a pile, by kind of run
            self.sums = tuple(Sum((), value) for value in values)
            return
        covers = (_cover(told, wanted, few) for wanted in (_single, _balanced) for few in range(2, FEW + 1))
        self.sums = next(filter(None, covers), ()) or _greedy(told)

    def words(self, sizes: Sizes) -> str:
        """Return what is printed for it: letters, and numbers where these sizes tell them."""
        said = (one if (one := two.at(sizes)) is not None else two for two in self.sums)
        return " or ".join(dict.fromkeys(map(str, said)))


def with_products(sizes: Sizes) -> dict[str, int]:
    """Return these sizes and, where the pairs a column are told, what is there for each of them.

    >>> with_products({"m": 4, "k": 9, "p": 2})
    {'m': 4, 'k': 9, 'p': 2, 'pm': 8, 'pk': 18}
    """
    pairs = sizes.get(PAIRS)
    times = () if pairs is None else MULTIPLIED
    return {**sizes, **{PAIRS + one: sizes[PAIRS] * sizes[one] for one in times if one in sizes}}


FEW = 3
"""So many simple sums for a number are likelier than one of several letters that says some of them by chance."""
TIMES, LESS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12), (-1, -2, -3, -4, -5, -6, -8, 1, 2)


Wanted = Callable[[Sum], bool]


def _single(one: Sum) -> bool:
    return len(one.parts) <= 1


def _balanced(one: Sum) -> bool:
    """Whether everything counts alike: so many cards, or bit cards, of the columns that are left."""
    return len({abs(times) for _, times in one.parts}) <= 1


def _any(_: Sum) -> bool:
    return True


def _whole(told: Sequence[tuple[Sizes, int]], wanted: Wanted) -> Sum | None:
    """Return the simplest sum of a kind that says every number."""
    candidates = (one for one in _candidates(told) if wanted(one))
    return next((one for one in candidates if all(one.at(s) == value for s, value in told)), None)


def _cover(told: Sequence[tuple[Sizes, int]], wanted: Wanted, few: int) -> tuple[Sum, ...]:
    """Return so many sums of a kind that say every number, one of them the first of those left; none if none do."""
    if few == 1:
        return (whole,) if (whole := _whole(told, wanted)) else ()
    for one in _by_hits(told, wanted):
        left = [(sizes, value) for sizes, value in told if one.at(sizes) != value]
        if more := _cover(left, wanted, few - 1):
            return (one, *more)
    return ()


def _by_hits(told: Sequence[tuple[Sizes, int]], wanted: Wanted) -> list[Sum]:
    """Return the sums of a kind that say the first number, those first that say most of them, then the simplest.

    No number but a letter's, where one says it: it comes by chance.
    """
    hits = {
        one: sum(one.at(sizes) == value for sizes, value in told) for one in _candidates(told) if wanted(one)
    }
    return sorted(hits, key=lambda one: (bool(one.parts), hits[one]), reverse=True)


def _greedy(told: Sequence[tuple[Sizes, int]]) -> tuple[Sum, ...]:
    """Return sums that say every number, each the one that says most of what is left."""
    left, found = list(told), list[Sum]()
    while left:
        best = _by_hits(left, _any)[0]
        found.append(best)
        left = [(sizes, value) for sizes, value in left if best.at(sizes) != value]
    return tuple(found)


def _candidates(told: Sequence[tuple[Sizes, int]]) -> Iterator[Sum]:
    """Yield sums that say the first of the numbers, the simplest first."""
    sizes, value = told[0]
    letters = tuple(sizes)
    if all(value == other for _, other in told):
        yield Sum((), value)
    for parts in _parts(letters):
        plus = value - sum(times * sizes[letter] for letter, times in parts)
        if abs(plus) <= 2 or -plus in {times for _, times in parts}:
            yield Sum(parts, plus)
    yield Sum((), value)


@cache
def _parts(letters: tuple[str, ...]) -> tuple[tuple[tuple[str, int], ...], ...]:
    """Return what sums of these letters may be made of, the simplest first."""
    one = [((letter, times),) for times in TIMES for letter in letters]
    two = [
        ((letter, times), (other, less))
        for times in TIMES
        for letter, other in permutations(letters, 2)
        for less in LESS
    ]
    fits = [letter for letter in letters if letter in FITS]
    three = [((ALL, 1), *((letter, -1) for letter in fits))] if ALL in letters and len(fits) > 2 else []
    three += [((ALL, 1), *((letter, -1) for letter in fits[:2]))] if ALL in letters and len(fits) > 1 else []
    if ALL in letters:  # the next column of the deck: behind all hands, before the discards, if they are laid
        last = ((DREW, 1),) if DREW in letters else ()
        owners = [letter for letter in letters if letter[0] not in (ALL, DREW, INDEX, PAIRS, *FITS)]
        three += [((ALL, 1), (one, -1), *last) for one in owners if last]
        three += [((ALL, 1), (one, -1), (other, -1), *last) for one, other in combinations(owners, 2)]
    if PAIRS + DREW in letters:  # the bit cards of the columns that are left
        three += [((PAIRS + ALL, 2), (PAIRS + HAND, -2), (PAIRS + DREW, -2))]
    return (*one, *two, *three)


@dataclass(slots=True)
class LetteredInstruction:
    """One instruction of an act, its numbers as slots; ``sample``: one telling of it."""

    sample: Instruction
    slots: list[Slot] = field(default_factory=list)

    def add(self, told: Instruction, sizes: Sizes) -> None:
        """Take in another telling in the same words."""
        numbers = [int(number) for part in parts_of(told) for number in NUMBER.findall(part)]
        self.slots = self.slots or [Slot() for _ in numbers]
        for slot, number in zip(self.slots, numbers, strict=True):
            slot.told[tuple(sizes.items()), number] = None

    def says(self, told: Instruction, sizes: Sizes) -> bool:
        """Tell whether it says exactly this, with these sizes put in."""
        numbers = [int(number) for part in parts_of(told) for number in NUMBER.findall(part)]
        return skeleton(told) == skeleton(self.sample) and all(
            slot.fits(number, sizes) for slot, number in zip(self.slots, numbers, strict=True)
        )

    def lettered(self, sizes: Sizes) -> tuple[str, str, str]:
        """Return its sentence, its check and its question, letters for the numbers that these sizes do not tell."""
        numbers = iter(self.slots)
        sentence, check, question = (
            NUMBER.sub(lambda _: next(numbers).words(sizes), part) for part in parts_of(self.sample)
        )
        return sentence, check, question


def parts_of(told: Instruction) -> tuple[str, str, str]:
    """Return everything that an instruction says, but for lists."""
    return told.sentence, told.check, told.question


def skeleton(told: Instruction) -> tuple[str, ...]:
    """Return what an instruction says, without its numbers: what is the same at every size."""
    return (told.verb, *(NUMBER.sub("#", part) for part in parts_of(told)))


def letters_for(owners: Iterable[str], taken: str) -> dict[str, str]:
    """Return a letter for each owner: its own first one where it is free.

    >>> letters_for(["Ana", "Anton", "Kim"], "mk")
    {'Ana': 'a', 'Anton': 'b', 'Kim': 'c'}
    """
    free = [letter for letter in "abcdenpqrstuvwxyz" if letter not in taken]
    spare = (f"{letter}{number}" for number in count(2) for letter in "abcde")
    found: dict[str, str] = {}
    for owner in owners:
        own = owner[:1].casefold()
        letter = own if own in free else free[0] if free else next(spare)
        if letter in free:
            free.remove(letter)
        found[owner] = letter
    return found


# ----------------------------------------------------------------------------------------------------
# One run told, act by act: what it is at every size, what lies there before it, what was asked and answered.


CARD = "a card"
"""Any card that a question may be answered with: they all lead on alike."""


@dataclass(frozen=True, slots=True)
class HeardAct:
    """One act of one run: its cue, its sizes, what lies there before it, what was asked and answered before it.

    ``reply``: what its own question is answered.
    """

    cue: Cue
    heading: Heading
    sizes: Sizes
    before: Mapping[Place, bool]
    faces: Mapping[Place, Face]
    asked: Hashable = None
    answer: str = ""
    reply: str = ""

    @property
    def key(self) -> Hashable:
        """What it is at every size."""
        orders = tuple(op.order for op in self.cue.group.acts if isinstance(op, Rearrange))
        # what covers a class's pair leads to the next class, which is another for each
        covers = self.heading.part is Part.CHAMPION and isinstance(self.cue.group.acts[0], Cover)
        number = self.heading.number if covers else 0
        return self.cue.kind, stage(self.heading.part), number, orders, tuple(map(skeleton, self.cue.told))


def stage(part: Part) -> Part:
    """Return what stands for a part where acts are compared: all is given back in one stage, in chains as else."""
    return Part.GIVE_BACK if part.phase is Phase.GIVE_BACK else part


def hear(cues: Sequence[Cue], answers: Sequence[str], sizes: Sizes, surface: Surface) -> tuple[HeardAct, ...]:
    """Return the acts of a run that was told whole; ``answers``: one for each operation, most of them empty."""
    heading, found, done = Heading(Part.LAY_OUT), list[HeardAct](), 0
    asked: Hashable = None
    answer, drawn, known = "", 0, dict[Place, Face]()
    for cue in cues:
        acts = [
            *dropwhile(lambda op: isinstance(op, Heading), reversed(cue.ops))
        ]  # what comes after it, is none
        heading = next((op for op in acts if isinstance(op, Heading)), heading)
        before, faces = dict(surface), dict(known)
        for op in cue.ops:
            surface.note(op, answers[done])
            follow(op, known)
            done += 1
            drawn += left_the_deck(op)
        if not cue.told:
            continue
        there, reply = at_this(heading, sizes, drawn), said(answers[done - 1])
        heard = HeardAct(cue, heading, there, before, faces, asked, answer, reply)
        found.append(heard)
        if reply:
            asked, answer = heard.key, reply
    return tuple(found)


def at_this(heading: Heading, sizes: Sizes, drawn: int) -> dict[str, int]:
    """Return the sizes at an act: with which time it is, and how many cards were drawn."""
    found = {INDEX: heading.number} if heading.part is Part.AND else {}
    return with_products(found | dict(sizes) | ({DREW: drawn} if DREW in sizes else {}))


def left_the_deck(op: Op) -> bool:
    """Tell whether an operation ends a card's stay in the deck: it goes into the hand, or is played."""
    return isinstance(op, Draw) or (
        isinstance(op, Move) and op.target[0].area == CHOSEN and op.source[0].area == COLUMN
    )


def said(answer: str) -> str:
    """Return an answer, any card being as good as another."""
    return answer if answer in ("", NONE) or {*answer} <= {ALPHA, BETA} else CARD


# ----------------------------------------------------------------------------------------------------


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


# ----------------------------------------------------------------------------------------------------
# Where somebody stands who reads the acts of a told turn in order: what is so, what was read, what play does.


@dataclass(frozen=True, slots=True)
class ReaderPosition:
    """Before an act: the run's facets, what was read since the last way back, what is done, whether this is, too.

    ``last``: whether what comes several times has come to its last; true where it does not come at all.
    """

    so: frozenset[str]
    read: tuple[tuple[EveryAct, str], ...]
    after: frozenset[EveryAct]
    last: bool
    does: bool


@lru_cache(maxsize=64)
def standings(told: Merged) -> dict[EveryAct, tuple[ReaderPosition, ...]]:
    """Return for each act every different way to stand before it, in all runs that were told whole."""
    found: dict[EveryAct, dict[ReaderPosition, None]] = {act: {} for act in told.acts}
    for course in told.courses:
        for act, here in _course(told, course):
            found[act][here] = None
    return {act: tuple(there) for act, there in found.items()}


def _course(told: Merged, course: ToldCourse) -> Iterator[tuple[EveryAct, ReaderPosition]]:
    """Yield what one run comes by, the acts it does and those it passes over."""
    read, last, at = tuple[tuple[EveryAct, str], ...](), True, 0
    after = frozenset[EveryAct]()
    for number, step in enumerate(course.steps):
        act = step.act
        for passed in told.acts[at : act.number - 1]:
            yield passed, ReaderPosition(course.so, read, after, last, does=False)
        yield act, ReaderPosition(course.so, read, after, last, does=True)
        after, last, at = after | {act}, step.last if step.counted else last, act.number
        if step.answer:
            read = (*read, (act, step.answer))
        following = course.steps[number + 1].act if number + 1 < len(course.steps) else None
        if following is not None and act.again is not None and following.number <= act.number:
            back = act.again.number
            at, read = back - 1, tuple(one for one in read if one[0].number < back)
    for passed in told.acts[at:]:
        yield passed, ReaderPosition(course.so, read, after, last, does=False)


# ----------------------------------------------------------------------------------------------------
# What leads to an act of a told turn: the answers to questions before it; and what it is left out for, all the
# same.
#
# What leads there is read off the acts; what it is left out for is found by standing before it in every run.


Lead = tuple[EveryAct, tuple[str, ...]]
"""A question, and answers to it."""
Ways = dict[Hashable, set[str]]
"""For the question that was asked last, the answers it was given; None where nothing was asked yet."""


@lru_cache(maxsize=1024)
def leads(told: Merged, act: EveryAct) -> tuple[Lead, ...]:
    """Return the questions, and the answers to each, one of which leads to an act; none where every way does."""
    ways = _ways(told, act)
    if None in ways:  # it comes first of all, or again: else there are runs in which nothing is asked before
        ways = {key: said for key, said in ways.items() if key not in (None, act.key)}
    if _everywhere(told, act, ways):
        return ()
    found = sorted(((told.by_key(key), said) for key, said in ways.items()), key=lambda one: one[0].number)
    return tuple((one, tuple(each for each in told.answers[one.key] if each in said)) for one, said in found)


class Unless(NamedTuple):
    """What keeps an act from being done: all of what is so, what was read last, an act that was done before it."""

    so: tuple[str, ...] = ()
    read: str = ""
    after: EveryAct | None = None

    def holds(self, here: ReaderPosition) -> bool:
        """Tell whether it is so where somebody stands."""
        return (
            here.so.issuperset(self.so)
            and (not self.read or self.read in {said for _, said in here.read[-1:]})
            and (self.after is None or self.after in here.after)
        )


@lru_cache(maxsize=1024)
def unless(told: Merged, act: EveryAct) -> tuple[Unless, ...]:
    """Return when an act is left out, with nothing in its place, where all else leads to it: as little as will do."""
    here = [one for one in standings(told)[act] if holds(told, act, one)]
    left = wrong = [one for one in here if not one.does and not _outdone(told, act, one)]
    done = [one for one in here if one.does]
    values = [value for known in told.facets.values() if len(known) > 1 for value in known]
    found = list[Unless]()
    before = [one for one in told.acts if one.number < act.number]
    for candidates in (
        [Unless((value,)) for value in values],
        [Unless(after=one) for one in before],
        [Unless(both) for both in combinations(values, 2)],
        [Unless((value,), after=one) for one in before for value in values],
        [Unless(read=read) for read in _answers(told)],
        [Unless((value,), read) for read in _answers(told) for value in values],
    ):
        fair = [one for one in candidates if not any(one.holds(at) for at in done)]
        while fair and left:
            best = max(fair, key=lambda one: (sum(map(one.holds, left)), -sum(map(one.holds, here))))
            if not any(map(best.holds, left)):
                break
            found.append(best)
            left = [at for at in left if not best.holds(at)]
    for one in tuple(found):  # what came first may be said by what came after it
        others = [other for other in found if other is not one]
        if all(any(it.holds(at) for it in others) for at in wrong if one.holds(at)):
            found = others
    return tuple(found)


def _answers(told: Merged) -> dict[str, None]:
    return {said: None for answers in told.answers.values() for said in answers if said}


def holds(told: Merged, act: EveryAct, here: ReaderPosition) -> bool:
    """Tell whether all but what it is left out for leads to an act from where somebody stands."""
    if led_by := dict(leads(told, act)):
        asked, said = next((one for one in reversed(here.read) if one[0] in led_by), (None, ""))
        asked_nothing = None in act.answers and not here.read
        if not (said in led_by[asked] if asked else asked_nothing):
            return False
    if told.counts(act) and here.last not in act.last:
        return False
    return all(here.so.intersection(values) for values in told.only(act))


@lru_cache(maxsize=256)
def pile(told: Merged, act: EveryAct) -> str:
    """Return for which of several piles an act is done; where other turns have more of them, for which there."""
    if not told.counts(act):
        return ""
    last = [one for other in told.acts if told.counts(other) for one in other.times]
    slots: dict[str, Slot] = {}
    for name in ("", *told.facets):
        slots = {facets.get(name, ""): Slot() for facets, _, _ in last}
        for facets, m, times in last:
            slots[facets.get(name, "")].told[((HAND, m),), times] = None
        for slot in slots.values():
            slot.find()
        if all(len(slot.sums) == 1 for slot in slots.values()):
            break
    sign = "=" if True in act.last else "<"
    (_, usual), *others = ((value, f"{INDEX} {sign} {slot.words({})}") for value, slot in slots.items())
    return f"{usual}{''.join(f' ({value}: {one})' for value, one in others)}"


def _outdone(told: Merged, act: EveryAct, here: ReaderPosition) -> bool:
    """Tell whether another act is done there in an act's place: one under whose condition more is said."""
    return any(
        holds(told, one, here) and not any(it.holds(here) for it in unless(told, one))
        for one in told.acts
        if instead(told, one, act)
    )


def instead(told: Merged, one: EveryAct, act: EveryAct) -> bool:
    """Tell whether an act is done in another's place where its condition holds, which says more."""
    alike = _usual_of(told).get(one) is act or like(one, act)
    return alike and one not in act.beside and len(told.only(one)) > len(told.only(act))


@lru_cache(maxsize=64)
def _usual_of(told: Merged) -> dict[EveryAct, EveryAct]:
    return variants(told, told.now(told.usual))


def variants(told: Merged, main: Sequence[EveryAct]) -> dict[EveryAct, EveryAct]:
    """Return which acts are another wording of a usual one, done in its place: where it could be several, led alike.

    What may come up beside it in one run, or beside another wording of it, is done for itself.
    """
    found: dict[EveryAct, EveryAct] = {}
    for act in (one for one in told.acts if one not in main):
        alike = [one for one in main if like(one, act) and one not in act.beside]
        usual = next((one for one in alike if leads(told, one) == leads(told, act)), next(iter(alike), None))
        if usual is not None and not any(at is usual and one in act.beside for one, at in found.items()):
            found[act] = usual
    return found


def _ways(told: Merged, act: EveryAct) -> Ways:
    """Return what was answered last before an act; a question all of whose answers lead there asks nothing new."""
    ways: Ways = {key: set(said) for key, said in act.answers.items() if key is None or _meet(told, act, key)}
    seen = set[Hashable]()
    while whole := [
        key for key in ways if key is not None and key not in seen and ways[key] >= told.answers[key].keys()
    ]:
        for key in whole:
            seen.add(key)
            del ways[key]
            for before, said in told.by_key(key).answers.items():
                if before not in seen and (before is None or _meet(told, act, before)):
                    ways.setdefault(before, set()).update(said)
    return ways


def _meet(told: Merged, act: EveryAct, key: Hashable) -> bool:
    """Tell whether a question comes up in a run in which the act does."""
    return told.by_key(key) in act.beside


def _everywhere(told: Merged, act: EveryAct, ways: Ways) -> bool:
    """Tell whether every way through a run in which the act may come up meets one of these answers."""
    seen = set[Hashable]()

    def after(key: Hashable, answer: str) -> Iterator[EveryAct]:
        for asked in (told.by_key(one) for one in told.answers if one is not None):
            if asked in act.beside and answer in asked.answers.get(key, ()):
                yield asked

    def met(key: Hashable, answer: str) -> bool:
        if answer in ways.get(key, ()):
            return True
        asked = [one for one in after(key, answer) if one.key not in seen]
        seen.update(one.key for one in asked)
        return bool(asked) and all(met(one.key, said) for one in asked for said in told.answers[one.key])

    return not ways or met(None, "")
