"""Where mutants are judged: for each form and way back, the small tables on which it is done wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from facilitator.machine.operations import Heading, Op
from facilitator.machine.parts import Part
from facilitator.machine.perform import DefaultAnswers, operations
from facilitator.proof.cases import Case, deals, form_law, left_by, selection_cases
from facilitator.proof.certificate import UNTIL
from facilitator.proof.chained import CHAINED, chained_cases
from facilitator.proof.misdone import At
from facilitator.proof.parts import COLOURS, part_case
from facilitator.proof.repaired import PUT_RIGHT, Mended, mended_runs
from facilitator.proof.voided import VOID, voided
from facilitator.proof.way_back import GIVE_UP, given_up
from facilitator.protocols.form import Coding, Form, Sizes
from facilitator.protocols.forms import example_layout, proved
from facilitator.protocols.layout import class_code
from facilitator.protocols.mending import Repair

SMALL: Sizes = (2, 1, 1)
WIDER: tuple[Sizes, ...] = ((2, 2, 1), (2, 1, 2))
"""Where a form is done wrong, and where what survived is tried again, two cards playable and all but one."""
CONCEALED_WIDER: tuple[Sizes, ...] = ((2, 2),)
"""The second, with a discarded card in the layout."""
DRAWING: Sizes = (1, 1, 2)
"""Where a seat draws on, until it can play."""
FORMS_BACK: Mapping[str, Sizes] = {
    "knockout": SMALL,
    "published": SMALL,
    "challenge": SMALL,
    "concealed-knockout": (2, 1),
}
"""The forms whose ways back are done wrong, and where; those of the others are the same."""
FORMS_ON = ("knockout",)
"""The forms that draw on, and whose turns are declared void."""
FORMS_MENDED = ("knockout",)
"""The forms whose runs are put right; with the pairs of more classes it is the same."""
FORMS_CHAINED = ("knockout",)
"""The forms whose columns stand for the next turn."""
STANDING: tuple[Sizes, ...] = ((1, 2, 1), (1, 2, 2))
"""Where the second of two turns begins on standing columns, with a duel to fight; in the wider it may find none."""
MENDED: Sizes = (1, 1, 1)
SWEPT = (COLOURS, GIVE_UP, PUT_RIGHT, VOID, UNTIL, CHAINED)
"""What is swept besides every form, by its certificate's name."""

Spot = tuple[int, int]
"""A stage, and how many of its operations came before."""
NEVER: Spot = (1000, 0)


@dataclass(frozen=True)
class Bench:
    """A table on which mutants are enumerated.

    ``hands``: each owner's columns.  ``spare``: the stages whose scramble the form could do without.  ``start``:
    the stage and the number of the first operation that is done wrong; ``end``: of the first that no longer is.
    """

    hands: Mapping[str, range]
    judged: tuple[Case, ...]
    spare: frozenset[int] = frozenset()
    start: Spot = (0, 0)
    end: Spot = NEVER

    @cached_property
    def cases(self) -> tuple[tuple[Case, int], ...]:
        """Each case with the protocol's own number of states."""
        return tuple((case, case.verify().tables) for case in self.judged)


def subjects(name: str) -> tuple[str, ...]:
    """Return what is done wrong under a certificate's name: one form, or every different way back."""
    if name == GIVE_UP:
        return tuple(f"{name} {form} {i}" for form in FORMS_BACK for i in range(len(_ways_back(form))))
    if name == VOID:
        return tuple(f"{name} {form} {i}" for form in FORMS_ON for i in range(len(_voids(form))))
    if name == PUT_RIGHT:
        return tuple(f"{name} {form} {i}" for form in FORMS_MENDED for i in range(len(_repairs(form))))
    if name == UNTIL:
        return tuple(f"{name} {form}" for form in FORMS_ON)
    if name == CHAINED:
        return tuple(f"{name} {form}" for form in FORMS_CHAINED)
    return (name,)


@lru_cache
def benches(subject: str) -> tuple[Bench, ...]:
    """Return the small table, with every number of playable cards, and the wider ones."""
    name, *of = subject.split()
    if name in (GIVE_UP, VOID):
        start, cases = (_ways_back if name == GIVE_UP else _voids)(of[0])[int(of[1])]
        sizes = FORMS_BACK[of[0]] if name == GIVE_UP else SMALL
        return (_bench(proved()[of[0]], sizes, cases, start),)
    if name == PUT_RIGHT:
        runs = _repairs(of[0])[int(of[1])]
        return (_bench(proved()[of[0]], MENDED, (one.case for one in runs), runs[0].first, runs[0].after),)
    if name == CHAINED:
        return tuple(_chained(proved()[of[0]], sizes) for sizes in STANDING)
    if name == UNTIL:
        form = proved()[of[0]]
        return (_bench(form, DRAWING, selection_cases(form, DRAWING, until=True)),)
    if name == COLOURS:
        return (Bench({}, (part_case(COLOURS, 3),)),)
    form = proved()[name]
    every = sorted(range(sum(SMALL) + 1), key=lambda valid: abs(2 * valid - 3))
    cases = (*selection_cases(form, SMALL, playable=every), *_one_class_only(form))
    small = _bench(form, SMALL, cases)
    wider = CONCEALED_WIDER if form.conceals else WIDER
    tables = ((sizes, (2, sum(sizes) - 1)) for sizes in wider)
    return small, *(_bench(form, at, selection_cases(form, at, playable=some)) for at, some in tables)


def _one_class_only(form: Form) -> Iterator[Case]:
    """Yield, for a form with classes, a case for each class in which it alone has cards, two of them.

    Dealt out to the classes in turn, so few cards leave the later ones with a card each: nothing to hide.
    """
    layout = example_layout(SMALL, 2, form)
    for rank in range(layout.classes) if form.coding is Coding.CLASSES else ():
        ranks = [frozenset(layout.cards[:2]) if one == rank else frozenset() for one in range(layout.classes)]
        alone = replace(layout, code=class_code(layout.cards, *ranks))
        yield Case(form.recipe(alone), tuple(deals(alone)), form_law(form, alone), left=left_by(form))


def _bench(form: Form, sizes: Sizes, cases: Iterable[Case], start: Spot = (0, 0), end: Spot = NEVER) -> Bench:
    layout = example_layout(sizes, 2, form)
    parts = enumerate(stage.heading.part for stage in form.recipe(layout))
    return Bench(
        {owner: layout.numbers(owner) for owner, _ in layout.hands},
        tuple(cases),
        frozenset(number for number, part in parts if part in form.spare),
        start,
        end,
    )


def _chained(form: Form, sizes: Sizes) -> Bench:
    """Return the table where a second run begins with the columns of the first, from where those stay."""
    cases = tuple(chained_cases(sizes, form.name))
    parts = [stage.heading.part for stage in cases[0].recipe]
    owners = tuple((owner, len(held)) for owner, held in cases[0].deals[0].hands)
    layout = replace(example_layout(sizes, 2, form), hands=owners)
    hands = {owner: layout.numbers(owner) for owner, _ in owners}
    return Bench(hands, cases, start=(parts.index(Part.GIVE_BACK), 0))


@lru_cache
def _repairs(name: str) -> tuple[tuple[Mended, ...], ...]:
    """Return every repair at every place where it is offered, after each mistake it is offered for.

    Of a card seen, marker or bit card it is the first column's: the others lie as hidden.
    """
    found: dict[tuple[Repair, At, At], list[Mended]] = {}
    for valid in (1, 2):
        for one in mended_runs(proved()[name], MENDED, valid):
            if not one.seen or one.seen[0].number == 1:
                found.setdefault((one.repair, one.first, one.after), []).append(one)
    return tuple(tuple(every) for every in found.values())


Way = tuple[Spot, tuple[Case, ...]]
"""A way back: the stage and the number of its first operation, and the cases that judge it."""


@lru_cache
def _ways_back(name: str) -> tuple[Way, ...]:
    """Every way back that has other kinds of operation than the others."""
    ways = dict[tuple[type[Op], ...], Way]()
    for stop in given_up(proved()[name], FORMS_BACK[name]):
        start = stop.stage, stop.after
        if kinds := _kinds(stop.cases[0], start):
            ways[kinds] = start, stop.cases
    return tuple(ways.values())


@lru_cache
def _voids(name: str) -> tuple[Way, ...]:
    """The same where a turn is declared void after a draw: with no playable card and with one."""
    every = [((stop.stage, stop.after), case) for stop, case in voided(proved()[name], SMALL)]
    ways = {_kinds(case, start): start for start, case in every}
    return tuple((start, tuple(case for at, case in every if at == start)) for start in ways.values())


def _kinds(case: Case, start: Spot) -> tuple[type[Op], ...]:
    """Of what kinds the operations are from the given one on, along the run that finds nothing to play."""
    at, count, found = -1, 0, list[type[Op]]()
    for op in operations(case.recipe, DefaultAnswers()):
        if isinstance(op, Heading):
            at, count = at + 1, -1
        count += 1
        if (at, count) > start:
            found.append(type(op))
    return tuple(found)
