"""Where mutants are judged: for each form and way back, the small tables on which it is done wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from facilitator.machine.operations import Heading, Op
from facilitator.machine.perform import Answers, operations
from facilitator.proof.cases import Case, deals, form_law, left_by, selection_cases
from facilitator.proof.certificate import UNTIL
from facilitator.proof.parts import COLOURS, part_case
from facilitator.proof.voided import VOID, voided
from facilitator.proof.way_back import GIVE_UP, given_up
from facilitator.protocols.form import Coding, Form, Sizes
from facilitator.protocols.forms import example_layout, proved
from facilitator.protocols.layout import class_code

SMALL: Sizes = (2, 1, 1)
WIDER: tuple[Sizes, ...] = ((2, 2, 1), (2, 1, 2))
"""Where a form is done wrong, and where what survived is tried again, two cards playable and all but one."""
CONCEALED_WIDER: tuple[Sizes, ...] = ((2, 2),)
"""The second, with a discarded card in the layout."""
DRAWING: Sizes = (1, 1, 2)
"""Where a seat draws on, until it can play."""
FORMS_BACK = ("knockout", "published")
"""The forms whose ways back are done wrong; those of the others are the same."""
FORMS_ON = ("knockout", "open")
"""The forms that draw on."""
SWEPT = (COLOURS, GIVE_UP, VOID, UNTIL)
"""What is swept besides every form, by its certificate's name."""


@dataclass(frozen=True, slots=True)
class Bench:
    """A table on which mutants are enumerated, each case with the protocol's own number of states.

    ``hands``: each owner's columns.  ``spare``: the stages whose scramble the form could do without.  ``start``:
    the stage and the number of the first operation that is done wrong.
    """

    hands: Mapping[str, range]
    cases: tuple[tuple[Case, int], ...]
    spare: frozenset[int] = frozenset()
    start: tuple[int, int] = (0, 0)


def subjects(name: str) -> tuple[str, ...]:
    """Return what is done wrong under a certificate's name: one form, or every different way back."""
    if name == GIVE_UP:
        return tuple(f"{name} {form} {i}" for form in FORMS_BACK for i in range(len(_ways_back(form))))
    if name == VOID:
        return tuple(f"{name} {form} {i}" for form in FORMS_ON for i in range(len(_voids(form))))
    if name == UNTIL:
        return tuple(f"{name} {form}" for form in FORMS_ON)
    return (name,)


@lru_cache
def benches(subject: str) -> tuple[Bench, ...]:
    """Return the small table, with every number of playable cards, and the wider ones."""
    name, *of = subject.split()
    if name in (GIVE_UP, VOID):
        start, cases = (_ways_back if name == GIVE_UP else _voids)(of[0])[int(of[1])]
        return (_bench(proved()[of[0]], SMALL, cases, start),)
    if name == UNTIL:
        form = proved()[of[0]]
        return (_bench(form, DRAWING, selection_cases(form, DRAWING, until=True)),)
    if name == COLOURS:
        return (Bench({}, _counted([part_case(COLOURS, 3)])),)
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


def _bench(form: Form, sizes: Sizes, cases: Iterable[Case], start: tuple[int, int] = (0, 0)) -> Bench:
    layout = example_layout(sizes, 2, form)
    parts = enumerate(stage.heading.part for stage in form.recipe(layout))
    return Bench(
        {owner: layout.numbers(owner) for owner, _ in layout.hands},
        _counted(cases),
        frozenset(number for number, part in parts if part in form.spare),
        start,
    )


def _counted(cases: Iterable[Case]) -> tuple[tuple[Case, int], ...]:
    return tuple((case, case.verify().tables) for case in cases)


Way = tuple[tuple[int, int], tuple[Case, ...]]
"""A way back: the stage and the number of its first operation, and the cases that judge it."""


@lru_cache
def _ways_back(name: str) -> tuple[Way, ...]:
    """Every way back that has other kinds of operation than the others."""
    ways = dict[tuple[type[Op], ...], Way]()
    for stop in given_up(proved()[name], SMALL, 2):
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


def _kinds(case: Case, start: tuple[int, int]) -> tuple[type[Op], ...]:
    """Of what kinds the operations are from the given one on, along the run that finds nothing to play."""
    at, count, found = -1, 0, list[type[Op]]()
    for op in operations(case.recipe, Answers()):
        if isinstance(op, Heading):
            at, count = at + 1, -1
        count += 1
        if (at, count) > start:
            found.append(type(op))
    return tuple(found)
