"""Judge what goes wrong in an attempt, on its way home, or in one of two linked attempts, with the verifier."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from facilitator.mistakes.bounds import classify_sighting, measure_missing_shuffle, measure_void
from facilitator.mistakes.kinds import SEEN, Mistake, list_mistakes
from facilitator.mistakes.public_knowledge import Heard
from facilitator.operations.definitions import Heading, Mixing, Op, Rearrange, Scramble, Spin
from facilitator.operations.faces import DECK, mask_face
from facilitator.operations.perform import Outcome, Recipe, operations
from facilitator.protocols.forms import Form, Sizes, example_layout
from facilitator.protocols.gates import get_expected_answer
from facilitator.protocols.layout import Layout
from facilitator.protocols.recovery import build_recovery, is_decided
from facilitator.protocols.wallet import WalletTurn
from facilitator.verification import linked
from facilitator.verification.cases import selection_cases
from facilitator.verification.recovery import cancel_attempt
from facilitator.verification.substitution import OpPosition, replace_operation
from facilitator.verification.verifier import Case, Leaf, measure_leak, return_no_cards, sum_probabilities
from judges.deeds import Bystander
from judges.faults import (
    ANYWHERE,
    Course,
    Fault,
    Moment,
    Spot,
    Then,
    faults_of,
    going_on,
    losing_owners,
    make_faulty_steps,
    moments_along,
)
from judges.put_back import put_back
from judges.undrawn import law
from judges.void_result import void_after, void_bits
from judges.witness import answered, come_so_far, first_deciding, scripts

NEVER = OpPosition(-1, 0)
"""Position of no operation: nothing goes wrong."""
Triple = tuple[Mistake, type[Op], Then]
NEARLY = 1e-9


class Found(NamedTuple):
    """What is true: the bits beyond those of the clean run, and whether the run ended correctly."""

    bits: float
    right: bool = True


class Judged(ABC):
    """Runs in which something goes wrong, with what play states of it."""

    layout: Layout
    stated: dict[Fault, float]

    @abstractmethod
    def true(self, fault: Fault) -> Found:
        """Return what the verifier says of a fault."""

    def must_be_right(self, fault: Fault) -> bool:
        """Return whether the run must end correctly: not if a card may go astray, or a wrong pair lies open."""
        row = fault.kind is Rearrange and fault.what is Mistake.CROSSED  # then it may show two cards alike
        return not fault.odd and (fault.then is not Then.HOME or not (row or self.stated[fault]))

    def check(self, faults: Iterable[Fault]) -> dict[Fault, float]:
        """Return the true bits of some faults, and check that no more are leaked than stated."""
        here = {}
        for fault in faults:
            found = self.true(fault)
            here[fault] = found.bits
            assert found.bits <= self.stated[fault] + NEARLY, (self, fault)
            assert found.right or not self.must_be_right(fault), (self, fault)
        return here


@dataclass(frozen=True)
class Run:
    """A recipe that is enumerated, whole or up to where all cards are home.

    Attributes:
        layout: Layout of the run.
        case: Verifier case.
        void: Whether the turn is declared void at the end.
        after: Outcome before a second run of a chain.
        join: Makes the recipe of a chain from that of the run.
        before: Number of stages of the chain before the run.
        people: Who looks at the cards that are given to them.
    """

    layout: Layout
    case: Case
    people: frozenset[str]
    void: bool = False
    after: Outcome | None = None
    join: Callable[[Recipe], Recipe] | None = None
    before: int = 0

    def true(self, fault: Fault) -> Found:
        """Return what the verifier says of a fault in this run."""
        if not self.case.deals:
            return Found(0.0)
        recipe = self.case.recipe
        if fault.what is Mistake.MISREAD and fault.then is Then.ON:
            recipe = put_back(recipe, fault.at, fault.stop)
        else:
            recipe = replace_operation(recipe, fault.at, fault.to, make_faulty_steps(fault))
        witness = self._witness(recipe, fault)
        if self.void:
            return Found(void_bits(self.layout, self.case.deals, witness.views()))
        if self.join or fault.what in ANYWHERE:
            return Found(self._bits(witness.views()) - self._clean)
        verdict = witness.run()
        return Found(verdict.leaked.bits - self._clean, verdict.correct)

    @property
    def come_so_far(self) -> Run:
        """The run for those deals only that are not decided before it ends."""
        return replace(self, case=come_so_far(self.case, self._witness(self.case.recipe).views()))

    def views(self) -> list[Leaf]:
        """Return the views of the clean run."""
        return self._witness(self.case.recipe).views()

    @cached_property
    def _clean(self) -> float:
        return self._bits(self.views())

    def _witness(self, recipe: Recipe, fault: Fault | None = None) -> Bystander:
        recipe = self.join(recipe) if self.join else recipe
        if fault is None:
            witness = Bystander(self.case, NEVER, recipe=recipe)
        else:
            followed = fault.what is Mistake.STUCK_OUT and fault.to is Spin  # the half turns become visible
            at = OpPosition(self.before + fault.at.stage, fault.at.before - fault.early)
            looks = fault.seen if fault.what in ANYWHERE and fault.then is not Then.AGAIN else ()
            left_out = followed or fault.what is Mistake.UNSCRAMBLED
            witness = Bystander(self.case, at, looks, left_out, recipe)
            witness.odd, witness.kinds = fault.odd, self.layout.cards
            classes = range(self.layout.classes)
            masks = [mask for mask in classes if fault.odd.endswith(mask_face(mask + 1))]
            witness.under = WalletTurn(self.layout).kinds(*masks)
        witness.people = self.people
        return witness

    def _bits(self, views: Iterable[Leaf]) -> float:
        """Return what some views tell beyond the public outcomes, on average over them."""
        leaves, count = list(views), len(self.case.deals)
        if self.after is not None:
            leaves = [leaf for leaf in leaves if leaf.outcome.before[:1] == (self.after,)]
        ends = sum_probabilities(leaves, count)
        whole = sum((chance for chances in ends for chance in chances.values()), Fraction(0)) / count
        return measure_leak(leaves, count).bits / float(whole)


# -- one attempt -------------------------------------------------------------------------------------


class Attempt(Judged):
    """An attempt on a small table, in which things go wrong."""

    def __init__(self, layout: Layout, case: Case) -> None:
        self.layout, self.case = layout, case
        self.people = frozenset(owner for owner, _ in layout.hands[1:]) - {DECK}
        self._runs: dict[object, Run] = {}

    @classmethod
    def of(cls, form: Form, sizes: Sizes, valid: int) -> Attempt:
        """Return an attempt by hand sizes and the number of playable cards."""
        (case,) = selection_cases(form, sizes, playable=[valid])
        return cls(example_layout(sizes, valid, form), case)

    @cached_property
    def stated(self) -> dict[Fault, float]:  # type: ignore[override]
        """What play states of each fault, in bits: at most so many on average, in any course of the attempt."""
        return faults_of(self.layout, self.case.recipe)

    def true(self, fault: Fault) -> Found:
        """Return what the verifier says of a fault."""
        key = (fault.then, fault.end, fault.stop, fault.said if fault.in_course else None)
        key = key if fault.then in (Then.HOME, Then.VOID) else (Then.ON, 0, 0, None)
        if key not in self._runs:
            self._runs[key] = self._run(fault)
        return self._runs[key].true(fault)

    def _run(self, fault: Fault) -> Run:
        recipe = self.case.recipe
        if fault.in_course:
            return self.declare_void(OpPosition(fault.end, fault.stop), fault.said, fault.then is Then.HOME)
        if fault.then is Then.HOME:
            *before, last = recipe[: fault.end + 1]
            stage = list(operations((last,)))
            return self.lead_home(
                OpPosition(fault.end, fault.stop), [*operations(tuple(before)), *stage[: fault.stop + 1]]
            )
        return Run(self.layout, self.case, self.people)

    def declare_void(self, end: OpPosition, said: Sequence[str], forks: bool = False) -> Run:
        """Return the attempt declared void after some operations, in the course with the given answers.

        ``forks``: bounds are averages over the answers that follow a misread one.
        """
        recipe = void_after(self.layout, self.case.recipe, end.stage, end.before, said, forks)
        return Run(self.layout, replace(self.case, recipe=recipe), self.people, void=True)

    def lead_home(self, end: OpPosition, course: Sequence[Op]) -> Run:
        """Return the attempt given up after some operations of a stage; ``course``: all that was done by then."""
        recipe = cancel_attempt(self.layout, self.case.recipe, end.stage, end.before)
        case = Case(recipe, self.case.deals, law(self.layout, course), left=return_no_cards)
        return Run(self.layout, case, self.people).come_so_far

    @property
    def judged(self) -> set[Triple]:
        """Every kind of mistake at every kind of operation, and how the attempt continues: those that are judged.

        A look between two operations is judged for both.
        """
        around: defaultdict[OpPosition, set[type[Op]]] = defaultdict(set)
        for course in self._courses():
            last = NEVER
            for op, spot in zip(course.ops, course.spots, strict=True):
                if not isinstance(op, Heading):
                    around[spot.at].add(type(op))
                    around[last].add(type(op))
                    last = spot.at
        found: set[Triple] = set()
        for fault in self.stated:
            kinds = around[fault.at] if fault.kind is Op else [fault.kind]
            found |= {(fault.what, kind, fault.then) for kind in kinds if isinstance(kind, type)}
        return found

    @property
    def wanted(self) -> set[Triple]:
        """The same of all that the catalogue names, wherever an operation comes in an attempt."""
        found: set[Triple] = set()
        for course in self._courses():
            for index, op in enumerate(course.ops):
                ways = [Then.ON, Then.VOID if is_decided(course.ops[: index + 1]) else Then.HOME]
                may = possible(course.moments, index, op)
                found |= {(what, type(op), then) for what in may for then in ways}
        return found

    def _courses(self) -> Iterator[Course]:
        recipe = self.case.recipe
        return (Course(self.layout, recipe, script) for script in scripts(recipe))


def possible(moments: Sequence[Moment], index: int, op: Op) -> list[Mistake]:
    """Return the mistakes of the catalogue that can come at an operation, of looks those at what is covered."""
    around = [item for _, surface in moments[index : index + 2] for item in surface.items()]
    lie = {classify_sighting(place) for place, up in around if not up}
    return [what for what in list_mistakes(op) if what not in SEEN or what in lie]


# -- the way home ------------------------------------------------------------------------------------


class WayHome(Judged):
    """The way home from one operation of an attempt, on which something goes wrong.

    ``course``: what was done of the attempt, and what was read.
    """

    def __init__(self, attempt: Attempt, course: tuple[Heard, ...]) -> None:
        self.attempt, self.course, self.layout = attempt, course, attempt.layout
        done = [op for op, _ in course]
        self.void = is_decided(done)
        """Whether the attempt is declared void, because its result is in sight; else it is given up."""
        *_, (_, surface) = moments_along(self.layout, course)
        way = operations(build_recovery(self.layout, surface, done), get_expected_answer)
        self.home = [op for op in way if not isinstance(op, Heading)]
        """The operations of the way home."""

    @cached_property
    def ats(self) -> list[OpPosition]:
        """Where each operation of the attempt and of the way home comes, headings too."""
        found, first = list[OpPosition](), first_deciding(self.attempt.case.recipe) if self.void else None
        stage, before = -1, 0
        for op, _ in self.course:
            begins = isinstance(op, Heading) and (first is None or stage < first)
            stage, before = (stage + 1, -1) if begins else (stage, before + (not isinstance(op, Heading)))
            found.append(OpPosition(stage, before))
        return [*found, *(OpPosition(stage, before + number) for number in range(1, len(self.home) + 1))]

    @cached_property
    def run(self) -> Run:
        """The run led home, nothing going wrong."""
        end = self.ats[len(self.course) - 1]
        count = OpPosition(end.stage, end.before + 1)
        if not self.void:
            return self.attempt.lead_home(count, [op for op, _ in self.course])
        heard = zip(self.course, self.ats, strict=False)
        said = tuple(answer for (_, answer), at in heard if answer and at.stage >= end.stage)
        return self.attempt.declare_void(count, said)

    def true(self, fault: Fault) -> Found:
        """Return what the verifier says of a fault."""
        return self.run.true(fault)

    def must_be_right(self, fault: Fault) -> bool:
        """Return whether all cards must come home: if the fault is put right."""
        return fault.then is Then.ON

    @cached_property
    def moments(self) -> list[Moment]:
        """Where the attempt and the way home stand before each operation and at the end."""
        return list(moments_along(self.layout, [*self.course, *((op, "") for op in self.home)]))

    @cached_property
    def stated(self) -> dict[Fault, float]:  # type: ignore[override]
        """What play states of each fault, in bits: at most so many on average."""
        most: dict[Fault, float] = {}
        first, spots = len(self.course), [Spot(at, at, ()) for at in self.ats]
        found = [
            (fault, leak, self.moments[index + 1][0])
            for index in range(first, len(spots))
            for generate in (going_on, losing_owners)
            for fault, leak in generate(self.moments, index, spots)
        ]
        for index in [index for index, (op, _) in enumerate(self.course) if isinstance(op, Mixing)][-1:]:
            here = self.moments[first][0]  # noticed only now
            late = Fault(Mistake.UNSCRAMBLED, Scramble, Then.ON, self.ats[index], Scramble)
            found.append((late, measure_missing_shuffle(here, index), here))
        for fault, leak, here in found:
            bits = (measure_void(here, leak) if self.void else leak).max_bits
            most[fault] = max(bits, most.get(fault, 0.0))
        return most


def ways_home(attempt: Attempt) -> Iterator[WayHome]:
    """Yield the way home from every operation of every course an attempt may take."""
    met = set[Sequence[Heard]]()
    for script in scripts(attempt.case.recipe):
        course = tuple(answered(attempt.case.recipe, script))
        for count, (op, _) in enumerate(course, 1):
            past = course[:count]
            if not isinstance(op, Heading) and past not in met:
                met.add(past)
                way = WayHome(attempt, past)
                if way.home:
                    yield way


# -- two attempts in a row ---------------------------------------------------------------------------

LINKED = (
    *(*ANYWHERE, Mistake.MISCOUNTED, Mistake.WRONG_BITS, Mistake.MIXED_UP, Mistake.CROSSED),
    Mistake.MISGIVEN,
)
"""What is judged in linked attempts: gone on with, put right, or led home while nothing is decided."""


class Linked(Judged):
    """One of two virtual seats in a row on one layout: the first, or the second after an outcome of the first.

    The second attempt goes on with the columns of the first: what is seen in either may tell of the other's cards.
    """

    def __init__(self, form: Form, case: Case, first: Layout, outcome: Outcome | None) -> None:
        self.form, self.case, self.first, self.outcome = form, case, first, outcome
        self.layout = first if outcome is None else linked.second_layout(first, outcome, form)
        self.recipe = (linked.get_first_form(form) if outcome is None else form).recipe(self.layout)
        self._runs: dict[OpPosition | None, Run] = {}

    @cached_property
    def stated(self) -> dict[Fault, float]:  # type: ignore[override]
        """What play states of each fault, in bits; an attempt is given up only if no course has its result yet."""
        last = first_deciding(self.recipe)

        def is_judged(fault: Fault) -> bool:
            undecided = fault.end < last or (
                fault.what in ANYWHERE and (self.outcome is None or fault.end == last)
            )
            return (
                fault.what in LINKED
                and not fault.odd
                and (fault.then is Then.ON or (fault.then is Then.HOME and undecided))
            )

        return {one: bits for one, bits in faults_of(self.layout, self.recipe).items() if is_judged(one)}

    def true(self, fault: Fault) -> Found:
        """Return what the joint view tells of a fault, in bits beyond the clean attempts with that outcome."""
        home = OpPosition(fault.end, fault.stop) if fault.then is Then.HOME else None
        if home not in self._runs:
            self._runs[home] = self._run(home)
        return self._runs[home].true(fault)

    def _run(self, home: OpPosition | None) -> Run:
        recipe = self.recipe if home is None else cancel_attempt(self.layout, self.recipe, *home)
        people = frozenset({owner for owner, _ in self.first.hands} - {linked.FIRST, linked.SECOND, DECK})
        outcome, opening = self.outcome, linked.get_first_form(self.form)
        if outcome is None:
            whole = self.case.recipe if home is None else recipe
            run = Run(self.layout, replace(self.case, recipe=whole), people)
            return replace(run, join=lambda recipe: recipe)
        return Run(
            self.layout,
            replace(self.case, recipe=recipe),
            people,
            after=outcome,
            join=lambda later: linked.join_attempts(self.first, opening, self.form, {outcome: later}),
            before=len(opening.recipe(self.first)) + 1,
        )


def linked_attempts(form: Form, sizes: Sizes, valid: int) -> list[Linked]:
    """Return the first of two attempts in a row, and the second after each outcome of the first."""
    case = list(linked.chained_cases(sizes, form.name))[valid - 1]
    layout = linked.make_first_layout(sizes, form, valid)
    first = Linked(form, case, layout, None)
    met = {leaf.outcome.before[0] for leaf in Run(layout, case, frozenset()).views() if leaf.outcome.before}
    found = [outcome for outcome in linked.first_outcomes(layout) if outcome in met]
    return [first, *(Linked(form, case, layout, outcome) for outcome in found)]
