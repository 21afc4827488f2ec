"""Giving up, proved: stopped at any operation, a run leads home and tells nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import log2
from typing import NamedTuple

from facilitator.machine.faces import DECK, Face, is_extra
from facilitator.machine.operations import (
    COLUMN,
    Cover,
    Draw,
    Encode,
    Heading,
    LayHand,
    LayTop,
    Look,
    Move,
    Op,
    Place,
    Rearrange,
    Return,
    Reveal,
    Row,
    Scramble,
)
from facilitator.machine.parts import Part
from facilitator.machine.perform import DefaultAnswers, Outcome, Recipe, Stage, Steps, operations
from facilitator.machine.physics import Faces, Surface
from facilitator.mistakes.bounds import Known, some_covered
from facilitator.proof.cases import Case, best_class, deals, selection_cases, selection_law, unseen_to
from facilitator.proof.misdone import At, answered, done, instead, misdone
from facilitator.proof.verify import Deal, FinalOutcome, ToldBits, Unseen, entropy, nothing
from facilitator.protocols.forms import Form, Sizes, example_layout
from facilitator.protocols.layout import CHOSEN_PLACE, Layout
from facilitator.protocols.recovery import (
    Mend,
    Repair,
    decided,
    decides,
    give_up,
    mend,
    mended_stage,
    repairs,
    shows_pairs,
)

# ----------------------------------------------------------------------------------------------------
# Putting a run right, proved: after a mistake and its repair it ends as it should, and tells nothing more.
#
# The mistake is done by operations, too: a scramble left out, a card looked at and covered, bit cards laid wrong.


PUT_RIGHT = "put-right"
"""Mistakes put right in place, at every point where a repair is offered."""


class Mended(NamedTuple):
    """A run that was put right after something went wrong.

    ``at``: the scramble before the repair.  ``seen``: what was looked at then.  ``wrong``: the operation that laid
    bit cards wrong.  Neither: that scramble was left out.  ``first``, ``after``: the repair's first operation in
    the recipe, by its stage and the operations before it, and the one that follows it.
    """

    at: At
    seen: Row
    wrong: At | None
    repair: Repair
    first: At
    after: At
    case: Case


def put_right_cases(form: Form, sizes: Sizes) -> Iterator[Case]:
    """Yield a case for every repair and every mistake it is offered for, where some cards fit and some do not."""
    yield from (one.case for valid in range(1, sum(sizes)) for one in mended_runs(form, sizes, valid))


def mended_runs(form: Form, sizes: Sizes, valid: int) -> Iterator[Mended]:
    """Yield every accident that a repair is offered for, with the repair where it is, and the run to its end."""
    layout = example_layout(sizes, valid, form)
    (case,) = selection_cases(form, sizes, playable=[valid])
    course = list(answered(case.recipe, ()))
    stage, before, surface, laid = -1, 0, Surface(), At(-1, 0)
    for index, (op, said) in enumerate(course[:-1]):
        surface.note(op, said)
        stage, before = (stage + 1, 0) if isinstance(op, Heading) else (stage, before + 1)
        laid = At(stage, before - 1) if isinstance(op, Encode) else laid
        doing = next(later for later, _ in course[index + 1 :] if not isinstance(later, Heading))
        so_far = [one for one, _ in course[: index + 1]]
        for repair in repairs(so_far, doing) if isinstance(op, Scramble) else ():
            one = mend(repair, so_far, doing)
            assert one is not None
            put_right = partial(_put_right, case, At(stage, before - 1), repair, one)
            if repair is Repair.PAIRS_ANEW:
                yield put_right(wrong=laid)
            yield put_right()
            for place in some_covered(layout, surface, Known(owned=False, grouped=False)):
                if place.area == COLUMN:
                    yield put_right((place,))


def _put_right(
    case: Case, at: At, repair: Repair, one: Mend, seen: Row = (), wrong: At | None = None
) -> Mended:
    if wrong is not None:
        recipe = wrong_bits(case.recipe, wrong)
    else:
        deed = partial(done, after=(Reveal(seen), Cover(seen))) if seen else partial(instead, ())
        recipe = misdone(case.recipe, at, Scramble, deed)
    stage, before = at.stage, at.before + _length(recipe[at.stage]) - _length(case.recipe[at.stage]) + 1
    if before == _length(recipe[stage]):  # at a stage's end it begins the next one
        stage, before = stage + 1, 0
    mended = (*recipe[:stage], mended_stage(recipe[stage], Mend(before, one.ops)), *recipe[stage + 1 :])
    places = At(stage, before), At(stage, before + len(one.ops))
    return Mended(at, seen, wrong, repair, *places, replace(case, recipe=mended))


def wrong_bits(recipe: Recipe, laid: At) -> Recipe:
    """Return a recipe in which the bit cards under the first two cards go, each, to the next one's place."""

    def laid_wrong(op: Op) -> Steps[str]:
        assert isinstance(op, Encode)
        places: Row = (*op.bits[0], *op.bits[1])
        return done(op, after=(Rearrange(places, (*range(2, len(places) + 1), 1)),))

    return misdone(recipe, laid, Encode, laid_wrong)


def _length(stage: Stage) -> int:
    """How many operations a stage has, its heading aside."""
    return sum(1 for _ in operations((stage,), DefaultAnswers())) - 1


# ----------------------------------------------------------------------------------------------------
# A void turn, proved: declared void after a card was drawn unseen, a run leads home and tells nothing more.
#
# Nobody can tell any more which card was drawn, so as many of the hand, mixed and covered, go back.  Hands and
# deck lie at home here, since the drawn card must be found among them.  Given what the run had shown and who holds
# what in the end, all that is seen must not depend on who held what before.


VOID = "void"
"""Declaring a turn void after an unseen draw, at every point from the draw to the end."""
_HOME = "home "
_TABLE, _ASTRAY = "the table", "nobody"


class VoidPoint(NamedTuple):
    """Where a run is declared void: after so many operations of a stage, so many cards having been drawn."""

    stage: int
    after: int
    drawn: int


def voided_cases(form: Form, sizes: tuple[int, ...], until: bool = False) -> Iterator[Case]:
    """Yield a case for no and for one playable card, and for each operation from the draw on."""
    yield from (case for _, case in voided(form, sizes, until))


def every_void(form: Form, sizes: tuple[int, ...]) -> Iterator[Case]:
    """Yield the cases of `voided_cases`, and those of the house rule of drawing on where it makes a difference."""
    yield from voided_cases(form, sizes)
    if sizes[-1] > 1:
        yield from voided_cases(form, sizes, until=True)


def voided(form: Form, sizes: tuple[int, ...], until: bool = False) -> Iterator[tuple[VoidPoint, Case]]:
    """Yield every point where a turn is declared void, with the case that judges it.

    ``until``: the seat draws until it can play, so several cards may have to go back.
    """
    for valid in (0, 1):
        layout = replace(example_layout(sizes, valid, form), until=until)
        recipe = form.recipe(layout)
        spread = tuple(deal._replace(table=_dealt(deal)) for deal in deals(layout))
        for stop in _stops(recipe):
            law = partial(_law, layout, stop.drawn)
            yield stop, Case(_voided(layout, recipe, stop), spread, law, partial(_held, layout))


def _stops(recipe: Recipe) -> Iterator[VoidPoint]:
    """Yield every point after a draw up to the next card that is shown, along the run that finds nothing to play."""
    stage, count, drawn, quiet = -1, 0, 0, False
    for op in operations(recipe, DefaultAnswers()):
        if isinstance(op, Heading):
            stage, count = stage + 1, 0
            continue
        count, drawn = count + 1, drawn + isinstance(op, Draw)
        quiet = isinstance(op, Draw) or (quiet and not isinstance(op, Reveal | Look))
        if quiet:
            yield VoidPoint(stage, count, drawn)


# -- the recipe --------------------------------------------------------------------------------------


@dataclass
class _Home:
    """Where everybody's cards lie while they are not on the table; follows every operation of one run."""

    lying: dict[str, list[Place]]

    def moved(self, op: Op) -> Op:
        """The operation, with cards that come from home or go there moved."""
        match op:
            case LayHand():
                source, self.lying[op.owner] = tuple(self.lying[op.owner]), []
                return Move(source, op.places)
            case LayTop():
                return Move((self.lying[op.owner].pop(0),), (op.place,))
            case Return():
                return Move(op.places, self._room(op.owner, len(op.places)))
            case Draw():
                return Move((op.place,), self._room(op.owner, 1))
            case _:
                return op

    def _room(self, owner: str, count: int) -> Row:
        last = self.lying[owner][-1].number if self.lying[owner] else 0
        room = tuple(Place(_HOME + owner, last + i, 1) for i in range(1, count + 1))
        self.lying[owner] += room
        return room


def at_home(places: Row) -> bool:
    """Whether all these places are in hands or the deck, where the order of cards is nothing anyone relies on."""
    return all(place.area.startswith(_HOME) for place in places)


def _dealt(deal: Deal) -> tuple[tuple[Place, Face], ...]:
    return tuple(
        (Place(_HOME + owner, i, 1), face) for owner, held in deal.hands for i, face in enumerate(held, 1)
    )


def _voided(layout: Layout, recipe: Recipe, stop: VoidPoint) -> Recipe:
    """The recipe declared void where a stop says; a card played before that ends the run as ever."""
    stages = enumerate(recipe)
    return tuple(Stage(one.heading, partial(_stage, layout, recipe, number, stop)) for number, one in stages)


def _stage(layout: Layout, recipe: Recipe, number: int, stop: VoidPoint, known: Outcome) -> Steps[Outcome]:
    if known.before:
        return known
    home = _Home({owner: [Place(_HOME + owner, i + 1, 1) for i in range(n)] for owner, n in layout.hands})
    surface, done = Surface(), list(operations(recipe[:number], DefaultAnswers()))
    for op in done:
        home.moved(op)
        surface.note(op)
    if number == 0 and any(isinstance(op, LayTop) for op in operations(recipe, DefaultAnswers())):
        yield Scramble(tuple((place,) for place in home.lying[DECK]))  # dealt from a shuffled deck
    going = recipe[number].steps(known)
    count, drawn = 0, known.drawn
    try:
        op = next(going)
        while True:
            answer = yield home.moved(op)
            count, drawn = count + 1, drawn + isinstance(op, Draw)
            if known.card is None:  # else something else was done before
                surface.note(op, answer)
                done.append(op)
                if VoidPoint(number, count, drawn) == stop:
                    break
            op = going.send(answer)
    except StopIteration as end:
        outcome: Outcome = end.value
        return outcome
    yield from _back(layout, surface, done, home)
    return Outcome(before=(Outcome(drawn=drawn),))


def _back(layout: Layout, surface: Surface, done: list[Op], home: _Home) -> Steps[None]:
    """The way back; in the end everything at home must lie covered, or it could not be mixed."""
    going = give_up(layout, surface, done)[0].steps(Outcome())
    try:
        op = next(going)
        while True:
            op = going.send((yield home.moved(op)))
    except StopIteration:
        for lying in filter(None, home.lying.values()):
            yield Scramble(tuple((place,) for place in lying))


# -- the law -----------------------------------------------------------------------------------------


def _held(layout: Layout, faces: Faces) -> tuple[Unseen, ...]:
    """Who holds what in the end, whatever the order, and what lies on the table."""
    homes = {_HOME + owner: owner for owner, _ in layout.hands}
    found: dict[str, list[Face]] = {}
    for place, face in faces.items():
        at = _TABLE if place == CHOSEN_PLACE else homes.get(place.area, _ASTRAY)
        found.setdefault(at, []).append(face)
    return _named(found)


def _named(held: Mapping[str, list[Face]]) -> tuple[Unseen, ...]:
    return tuple(one for owner in sorted(held) for one in unseen_to(owner, sorted(held[owner])))


def _law(layout: Layout, drawn: int, deal: Deal) -> Mapping[FinalOutcome, Fraction]:
    """A card played before the stop stays played; else any of the hand and the drawn cards may have gone back."""
    found: dict[FinalOutcome, Fraction] = {}
    for end, chance in selection_law(layout, draws=True)(deal).items():
        for whole, share in _ends(layout, deal, drawn, end).items():
            found[whole] = found.get(whole, Fraction(0)) + chance * share
    return found


def _ends(layout: Layout, deal: Deal, drawn: int, end: FinalOutcome) -> Mapping[FinalOutcome, Fraction]:
    held = {owner: list(cards) for owner, cards in deal.hands}
    unseen = [one.face for one in end.unseen[:drawn]]
    left = {owner: [card for card in cards if card not in unseen] for owner, cards in held.items()}
    own = held[layout.seat] + unseen
    if len(unseen) < drawn:
        card = end.outcome.card
        assert card is not None
        after = {owner: [one for one in cards if one != card] for owner, cards in left.items()}
        after[layout.seat] = [one for one in own if one != card]
        return {FinalOutcome(end.outcome, _named(after | {_TABLE: [card]})): Fraction(1)}
    void = Outcome(before=(Outcome(drawn=drawn),))
    ways = list(combinations(own, drawn))
    return {
        FinalOutcome(
            void,
            _named(left | {layout.seat: [one for one in own if one not in back], DECK: [*left[DECK], *back]}),
        ): Fraction(1, len(ways))
        for back in ways
    }


# ----------------------------------------------------------------------------------------------------


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
