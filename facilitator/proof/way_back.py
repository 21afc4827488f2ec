"""Giving up, proved: stopped at any operation, a run leads home and tells nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import log2
from typing import NamedTuple

from facilitator.machine.faces import is_extra
from facilitator.machine.operations import Heading
from facilitator.machine.parts import Part
from facilitator.machine.perform import DefaultAnswers, Outcome, Recipe, Stage, Steps, operations
from facilitator.machine.physics import Surface
from facilitator.proof.cases import Case, best_class, deals
from facilitator.proof.objections import nothing
from facilitator.proof.tells import entropy
from facilitator.proof.verdict import Deal, FinalOutcome, ToldBits
from facilitator.protocols.form import Form, Sizes
from facilitator.protocols.forms import example_layout
from facilitator.protocols.layout import Layout
from facilitator.protocols.recovery import decided, decides, give_up, shows_pairs

GIVE_UP = "give-up"
"""Giving up a run, at every point before its result is decided."""
OPEN_PAIR = "once a pair lay open, of which class the hand's best card is"
"""What giving up tells, in the forms in which a pair may lie open before the result."""

DECIDED = Outcome(before=(Outcome("decided"),))
"""What a run comes to here whose result came to light before it could be given up: no card and no run has it."""


class GivenUp(NamedTuple):
    """A run given up after so many operations of a stage: the cases that judge it, and whether pairs lay open."""

    stage: int
    after: int
    cases: tuple[Case, ...]
    shown: bool


def give_up_cases(form: Form, sizes: Sizes) -> Iterator[Case]:
    """Yield a case for giving up after each operation before chance decides the result."""
    for stop in given_up(form, sizes):
        yield from stop.cases


def given_up(form: Form, sizes: Sizes) -> Iterator[GivenUp]:
    """Yield every point where a run can be given up.

    All cards must come home, and nothing may have been learned; once pairs lie open, nothing but whether the
    hand has a card of that class: so there the deals are judged apart, those that would not have come so far
    left out.
    """
    layout = _layout(form, sizes)
    recipe = form.recipe(layout)
    groups = _by_class(layout, tuple(deals(layout)))
    shown = 0
    for number, stage in enumerate(recipe):
        for count, op in enumerate(operations((stage,), DefaultAnswers())):
            if decides(op):
                return
            tells = shows_pairs(op)
            shown += tells
            left = [group for best, group in groups.items() if best is None or best >= shown - tells]
            judged = left if shown else [tuple(deal for group in left for deal in group)]
            back = stopped(layout, recipe, number, count)
            cases = (
                Case(back, alike, lambda _: {FinalOutcome(Outcome()): Fraction(1)}, left=nothing)
                for alike in judged
            )
            yield GivenUp(number, count, tuple(cases), shown > 0)


def told_by_giving_up(form: Form, sizes: Sizes) -> ToldBits:
    """Return what giving up tells at most: once pairs lay open, of which class the hand's best card is."""
    if not any(stop.shown for stop in given_up(form, sizes)):
        return ToldBits()
    layout = _layout(form, sizes)
    groups = [len(group) for group in _by_class(layout, tuple(deals(layout))).values()]
    return ToldBits(entropy(groups), log2(sum(groups) / min(groups)))


def _layout(form: Form, sizes: Sizes) -> Layout:
    """Return the table: two cards fit, or fewer, so that the hand may have none of them."""
    return example_layout(sizes, min(2, sum(sizes[1:])), form)


def _by_class(layout: Layout, spread: Sequence[Deal]) -> dict[int | None, tuple[Deal, ...]]:
    """Return the deals apart by the best class of card the virtual hand holds."""
    groups: dict[int | None, list[Deal]] = {}
    for deal in spread:
        groups.setdefault(best_class(layout, deal), []).append(deal)
    return {best: tuple(group) for best, group in groups.items()}


def lying(layout: Layout) -> Surface:
    """Return what lies there before a run, as eyes see it."""
    return Surface({place: is_extra(face) for place, face in layout.lying})


def stopped(layout: Layout, recipe: Recipe, number: int, count: int) -> Recipe:
    """Return the recipe given up after ``count`` operations (its heading aside) of stage ``number``.

    In a course in which it was `DECIDED` before, there is nothing to give up any more.
    """
    before = list(operations(recipe[:number], DefaultAnswers()))

    def steps(known: Outcome) -> Steps[Outcome]:
        surface, done = lying(layout), list(before)
        for op in before:
            surface.note(op)
        going = recipe[number].steps(known)
        answer: str | None = None
        for _ in range(count):
            try:
                op = going.send(answer)  # type: ignore[arg-type]
            except StopIteration:
                return DECIDED
            answer = yield op
            surface.note(op, answer)
            done.append(op)
        if decided(done):
            return DECIDED
        return (yield from give_up(layout, surface, done)[0].steps(known))

    return (*recipe[:number], Stage(Heading(Part.GIVE_UP), steps))
