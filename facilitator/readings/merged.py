"""Many runs told, made one: every act once, in order, with what it is said under and where it repeats."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from facilitator.machine.faces import ALPHA, BETA, DOT, NONE, RING, Face
from facilitator.machine.operations import (
    CHOSEN,
    COLUMN,
    DRAWN,
    PILE,
    Ask,
    Cover,
    Draw,
    Heading,
    Move,
    Op,
    Place,
    Rearrange,
    Reveal,
    places_of,
)
from facilitator.machine.operations import HAND as ROW
from facilitator.machine.parts import Part
from facilitator.machine.physics import Surface
from facilitator.readings.before_after import follow
from facilitator.readings.grouping import Kind
from facilitator.readings.letters import DREW, HAND, INDEX, Sizes, Wording, skeleton, with_products
from facilitator.readings.wording import Cue

Facets = Mapping[str, str]
"""What sets a run apart from others of its table: for each question the answer in words."""
CARD = "a card"
"""Any card that a question may be answered with: they all lead on alike."""


@dataclass(frozen=True, slots=True)
class Heard:
    """One act of one run: its cue, its sizes, what lies there before it, and the question and answer before it."""

    cue: Cue
    heading: Heading
    sizes: Sizes
    before: Mapping[Place, bool]
    faces: Mapping[Place, Face]
    asked: Hashable = None
    answer: str = ""

    @property
    def key(self) -> Hashable:
        """What it is at every size."""
        orders = tuple(op.order for op in self.cue.group.acts if isinstance(op, Rearrange))
        # what covers a class's pair leads to the next class, which is another for each
        covers = self.heading.part is Part.CHAMPION and isinstance(self.cue.group.acts[0], Cover)
        number = self.heading.number if covers else 0
        return self.cue.kind, self.heading.part, number, orders, tuple(map(skeleton, self.cue.told))


@dataclass(frozen=True, slots=True)
class Told:
    """One run, told; ``facets``: what sets it apart, or only its acts ``of`` a kind."""

    acts: tuple[Heard, ...]
    facets: Facets
    of: Kind | None = None


@dataclass(eq=False, slots=True)
class EveryAct:
    """One act, true for every run it comes up in."""

    key: Hashable
    first: Heard
    wordings: list[Wording]
    facets: dict[str, dict[str, None]] = field(default_factory=dict)
    runs: set[frozenset[tuple[str, str]]] = field(default_factory=set)  # the same, together, run for run
    answers: dict[Hashable, dict[str, None]] = field(default_factory=dict)
    again: EveryAct | None = None  # after this act the run may go back to that one
    beside: set[EveryAct] = field(default_factory=set)  # what comes up in one run with it, itself too
    number: int = 0
    last: set[bool] = field(
        default_factory=set
    )  # whether it comes with the last pile, where it is one of many

    def hear(self, heard: Heard, facets: Facets, whole: bool) -> None:
        """Take in another telling of it; ``whole``: these are all the facets of its run."""
        if INDEX in heard.sizes and heard.cue.kind is Kind.OTHER:
            self.last.add(heard.sizes[INDEX] == heard.sizes[HAND])
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
    same = one.first.cue.kind is other.first.cue.kind is not Kind.OTHER
    return (
        same
        and one.first.heading.part is other.first.heading.part
        and len(one.wordings) == len(other.wordings)
    )


@dataclass(slots=True)
class Merged:
    """All acts in order; and all facets and answers there are, to tell what is the rule from what is not.

    ``runs``: the facets that some run has, together.
    """

    acts: list[EveryAct]
    facets: dict[str, dict[str, None]]
    answers: dict[Hashable, dict[str, None]]
    runs: set[frozenset[str]]

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

    @property
    def usual(self) -> Facets:
        """What was told first: the rule, beside which all else is an exception."""
        return {name: next(iter(values)) for name, values in self.facets.items()}

    def pile(self, act: EveryAct) -> str:
        """Return for which of the piles an act is done, where it is not for all: the last, or all but it."""
        if len(act.last) != 1 or not any(len(one.last) == 1 and one.last != act.last for one in self.acts):
            return ""
        return f"{INDEX} {'=' if True in act.last else '<'} {HAND}"

    def only(self, act: EveryAct) -> tuple[tuple[str, ...], ...]:
        """Return under which values of each facet an act comes up, where the usual is not among them."""
        found = list[tuple[str, ...]]()
        for name, values in self.facets.items():
            own = act.facets.get(name, {})
            if 0 < len(own) < len(values) and self.usual[name] not in own:
                found.append(tuple(value for value in values if value in own))
        return tuple(found)


def hear(cues: Sequence[Cue], answers: Sequence[str], sizes: Sizes, surface: Surface) -> tuple[Heard, ...]:
    """Return the acts of a run that was told whole; ``answers``: one for each operation, most of them empty."""
    heading, found, done = Heading(Part.LAY_OUT), list[Heard](), 0
    asked: Hashable = None
    answer, drawn, known = "", 0, dict[Place, Face]()
    for cue in cues:
        heading = next((op for op in reversed(cue.ops) if isinstance(op, Heading)), heading)
        before, faces = dict(surface), dict(known)
        for op in cue.ops:
            surface.note(op, answers[done])
            follow(op, known)
            done += 1
            drawn += left_the_deck(op)
        if not cue.told:
            continue
        heard = Heard(cue, heading, at_this(cue, heading, sizes, drawn), before, faces, asked, answer)
        found.append(heard)
        if answers[done - 1]:
            asked, answer = heard.key, said(answers[done - 1])
    return tuple(found)


def at_this(cue: Cue, heading: Heading, sizes: Sizes, drawn: int) -> dict[str, int]:
    """Return the sizes at an act: with which time it is, and how many cards were drawn."""
    time = time_of(cue, heading)
    found = {INDEX: time} if time else {}
    return with_products(found | dict(sizes) | ({DREW: drawn} if DREW in sizes else {}))


def left_the_deck(op: Op) -> bool:
    """Tell whether an operation ends a card's stay in the deck: it goes into the hand, or is played."""
    return isinstance(op, Draw) or (
        isinstance(op, Move) and op.target[0].area == CHOSEN and op.source[0].area in (COLUMN, DRAWN)
    )


def said(answer: str) -> str:
    """Return an answer, any card being as good as another."""
    return answer if answer in (NONE, DOT, RING) or {*answer} <= {ALPHA, BETA} else CARD


def time_of(cue: Cue, heading: Heading) -> int:
    """Return which time an act comes, where a stage comes several times or cards are tried one by one; else 0."""
    first = cue.group.acts[0]
    if cue.kind in (Kind.TRY, Kind.ASK, Kind.CARD) and isinstance(first, Reveal | Ask):
        place = places_of(first)[0]
        return place.number if place.area in (PILE, ROW) else 0
    return heading.number if heading.part is Part.AND else 0


def merge(runs: Iterable[Told]) -> Merged:
    """Return the acts of all these runs, in an order that every run keeps but where it goes back to do more again."""
    acts: dict[Hashable, EveryAct] = {}
    after: dict[EveryAct | None, dict[EveryAct, None]] = {None: {}}
    facets: dict[str, dict[str, None]] = {}
    answers: dict[Hashable, dict[str, None]] = {}
    together, partly = set[frozenset[str]](), list[tuple[EveryAct, Facets]]()
    for run in runs:
        together.add(frozenset(run.facets.values()))
        for name, value in run.facets.items():
            facets.setdefault(name, {})[value] = None
        last: EveryAct | None = None
        there = set[EveryAct]()
        for heard in run.acts:
            answers.setdefault(heard.asked, {})[heard.answer] = None
            if (key := heard.key) not in acts:
                acts[key] = EveryAct(key, heard, [Wording(one) for one in heard.cue.told])
            act = acts[key]
            own = run.of in (None, heard.cue.kind)
            act.hear(heard, run.facets if own else {}, run.of is None)
            if not own:
                partly.append((act, run.facets))
            after.setdefault(last, {})[act] = None
            last = act
            there.add(act)
        for act in there:
            act.beside |= there
    for act, seldom in [(act, seldom) for act, seldom in partly if not act.facets]:
        act.set_apart(seldom)  # it comes up nowhere else
    order = _in_order(after)
    for number, act in enumerate(order, 1):
        act.number = number
        for wording in act.wordings:
            for slot in wording.slots:
                slot.find()
    for act in order:
        back = [one for one in after.get(act, ()) if one.number <= act.number]
        act.again = min(back, key=lambda one: one.number, default=None)
    return Merged(order, facets, answers, together)


def _in_order(after: Mapping[EveryAct | None, Iterable[EveryAct]]) -> list[EveryAct]:
    """Return the acts so that each stands before those that follow it; what leads back into a round is left aside."""
    found: list[EveryAct] = []
    seen: set[EveryAct] = set()

    def visit(act: EveryAct | None) -> None:
        for one in reversed(list(after.get(act, ()))):
            if one not in seen:
                seen.add(one)
                visit(one)
        if act is not None:
            found.append(act)

    visit(None)
    return found[::-1]
