"""Generate everything that can go wrong in an attempt or on its way home, with the leak that play states for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property, partial
from types import UnionType
from typing import NamedTuple

from facilitator.mistakes.bounds import (
    Leakage,
    classify_sighting,
    measure_missing_shuffle,
    measure_mistake,
    measure_repeat,
    measure_sighting,
    measure_spill,
    measure_spill_at,
    measure_void,
)
from facilitator.mistakes.kinds import LOSES_OWNERS, SEEN, Mistake, list_mistakes
from facilitator.mistakes.public_knowledge import AttemptMoment, Heard, some_covered
from facilitator.operations import definitions as ops
from facilitator.operations.definitions import CARD_ROW, COLUMN, PILE, SIX, Heading, Mixing, Op, Place, Row
from facilitator.operations.effects import VisibleTable
from facilitator.operations.faces import ALPHA, BETA
from facilitator.operations.perform import Recipe, operations
from facilitator.protocols.gates import get_expected_answer
from facilitator.protocols.layout import Layout
from facilitator.protocols.recovery import build_recovery, is_decided
from facilitator.protocols.wallet import HELD
from facilitator.verification.recovery import get_initial_surface
from facilitator.verification.substitution import OpPosition, Substitute, carry_out
from judges import deeds
from judges.witness import answered, first_deciding, scripts

ANYWHERE = (*SEEN, Mistake.SPILLED, Mistake.UNSCRAMBLED)
"""Mistakes that replace no operation: a card or pile is seen, or a shuffle is left out, in every course."""
LATER = (Mistake.MISREAD, Mistake.WRONG_BITS, Mistake.LOSER_KEPT, Mistake.WRONG_MASK)
"""Mistakes that may be noticed at any later operation, too."""


Moment = tuple[AttemptMoment, VisibleTable]
"""A position in an attempt, and what lies on the table."""


class Then(Enum):
    """How an attempt continues after a mistake."""

    ON = "goes on"
    AGAIN = "done again"
    HOME = "given up"
    VOID = "declared void"


class Fault(NamedTuple):
    """A mistake at an operation, and how the attempt continues.

    Attributes:
        what: Kind of mistake.
        kind: Type of the operation at which the mistake is noticed; `Op` for any operation.
        then: How the attempt continues.
        at: Position of the operation that is done wrong. In a void turn, stages are joined from the first one
            that may decide the attempt.
        to: Type of the operation that is done wrong.
        end: Stage in which the attempt is given up or declared void.
        stop: Number of operations of that stage by then. For a misread answer that is put back, the number of
            operations done after it.
        seen: Places that are looked at.
        early: Whether they are looked at before the operation.
        odd: What lies under the first column instead of a pair, or that another mask lies on the wallet.
        said: Answers typed from stage ``end`` on.
    """

    what: Mistake
    kind: type[Op] | UnionType
    then: Then
    at: OpPosition
    to: type[Op] | UnionType
    end: int = 0
    stop: int = 0
    seen: Row = ()
    early: bool = False
    odd: str = ""
    said: tuple[str, ...] = ()

    @property
    def in_course(self) -> bool:
        """Whether it is judged in one course of the attempt: the typed answer is believed, whatever lies there."""
        return self.then is Then.VOID or (self.then is Then.HOME and self.what is Mistake.MISREAD)


def sighting(at: OpPosition, seen: Row, home: bool = False) -> Fault:
    """Return the fault that places are seen after an operation; without places, that its shuffle is left out."""
    what = Mistake.SPILLED if len(seen) > 1 else classify_sighting(seen[0]) if seen else Mistake.UNSCRAMBLED
    fault = Fault(what, Op, Then.ON, at, Op, seen=seen)
    return fault._replace(then=Then.HOME, end=at.stage, stop=at.before + 1) if home else fault


# -- courses -----------------------------------------------------------------------------------------


class Spot(NamedTuple):
    """Position of an operation: in its stage, and counted from the first stage that may decide the attempt.

    ``said``: what was typed from that stage on.
    """

    at: OpPosition
    void: OpPosition
    said: tuple[str, ...]


@dataclass(frozen=True)
class Course:
    """One way through an attempt, with an answer to every question."""

    layout: Layout
    recipe: Recipe
    script: tuple[str, ...]

    @cached_property
    def heard(self) -> list[Heard]:
        """The operations and their answers."""
        return list(answered(self.recipe, self.script))

    @cached_property
    def ops(self) -> list[Op]:
        """The operations."""
        return [op for op, _ in self.heard]

    @cached_property
    def spots(self) -> list[Spot]:
        """The position of each operation."""
        first = first_deciding(self.recipe)
        found, stage, before, void, typed = list[Spot](), -1, 0, 0, list[str]()
        for op, said in self.heard:
            stage, before = (stage + 1, -1) if isinstance(op, Heading) else (stage, before + 1)
            if stage >= first and not isinstance(op, Heading):
                void, typed = void + 1, [*typed, *([said] if said else [])]
            found.append(Spot(OpPosition(stage, before), OpPosition(first, void - 1), tuple(typed)))
        return found

    @cached_property
    def moments(self) -> list[Moment]:
        """The attempt before each operation, and at the end."""
        return list(moments_along(self.layout, self.heard, self.recipe))

    @cached_property
    def decided(self) -> list[bool]:
        """Whether the attempt has its result after each operation."""
        return [is_decided(here.ops) for here, _ in self.moments[1:]]

    @cached_property
    def homes(self) -> list[list[Op]]:
        """The way home after each operation."""
        return [
            list(operations(build_recovery(self.layout, surface, here.ops), get_expected_answer))
            for here, surface in self.moments[1:]
        ]

    def faults(self) -> Iterator[tuple[Fault, float]]:
        """Yield everything that can go wrong in this course, with the bits that play states."""
        for index, op in enumerate(self.ops):
            if isinstance(op, Heading):
                continue
            yield from ((fault, leak.max_bits) for fault, leak in going_on(self.moments, index, self.spots))
            here, surface = self.moments[index + 1]
            if not self.decided[index]:
                home = replace(here, upcoming=self.homes[index])
                for seen, leak in looks(home, surface, index):
                    yield sighting(self.spots[index].at, seen, home=True), leak.max_bits
            for what in list_mistakes(op):
                forms = list(shapes(what, index, self.moments, self.spots))
                for end in ends(what, index, self.ops, self.decided):
                    yield from self._given_up(what, forms, index, end)

    def _given_up(
        self, what: Mistake, forms: Sequence[Fault], index: int, end: int
    ) -> Iterator[tuple[Fault, float]]:
        here, _ = self.moments[end + 1]
        void, spot, last = self.decided[end], self.spots[index], self.spots[end]
        if not void and what in ANYWHERE:
            return
        leak = measure_mistake(what, self.moments[index : end + 2], self.homes[end])
        for fault in forms:
            if void:
                at = spot.void if fault.at == spot.at and spot.void.before >= 0 else fault.at
                stop = last.void.before + 1
                gone = fault._replace(then=Then.VOID, at=at, end=last.void.stage, stop=stop, said=last.said)
                yield gone, measure_void(here, leak).max_bits
            elif what is Mistake.MISREAD:
                past = [
                    step
                    for step, one in zip(here.done, self.spots, strict=False)
                    if one.at.stage >= spot.at.stage and not isinstance(step[0], Heading)
                ]
                said = tuple(answer for _, answer in past if answer)
                yield (
                    fault._replace(then=Then.HOME, end=spot.at.stage, stop=len(past), said=said),
                    leak.max_bits,
                )
            else:
                yield (
                    fault._replace(then=Then.HOME, end=last.at.stage, stop=last.at.before + 1),
                    leak.max_bits,
                )


def moments_along(layout: Layout, heard: Sequence[Heard], recipe: Recipe = ()) -> Iterator[Moment]:
    """Yield the moments before each operation and at the end; after each answer, `recipe` tells what follows."""
    surface, whole = get_initial_surface(layout), [op for op, _ in heard]
    for index in range(len(heard) + 1):
        past = tuple(heard[:index])
        if recipe and (not past or past[-1][1]):
            whole = [op for op, _ in answered(recipe, [said for _, said in past if said])]
        yield AttemptMoment(layout, past, whole[index:]), VisibleTable(surface)
        if index < len(heard):
            surface.note(*heard[index])


def faults_of(layout: Layout, recipe: Recipe) -> dict[Fault, float]:
    """Return everything that can go wrong in an attempt, with the largest number of bits stated in any course."""
    most: dict[Fault, float] = {}
    for script in scripts(recipe):
        for fault, bits in Course(layout, recipe, script).faults():
            most[fault] = max(bits, most.get(fault, 0.0))
    return most


# -- what can go wrong at one operation --------------------------------------------------------------


def going_on(moments: Sequence[Moment], index: int, spots: Sequence[Spot]) -> Iterator[tuple[Fault, Leakage]]:
    """Yield what can go wrong at an operation if the attempt goes on: as it is, or after another shuffle."""
    act = moments[index : index + 2]
    here, surface = act[-1]
    op = here.done[index][0]
    for seen, leak in looks(here, surface, index):
        fault = sighting(spots[index].at, seen)
        yield fault, leak
        if fault.what in SEEN and isinstance(op, Mixing) and op.piles[0][0].area == COLUMN:
            again = fault._replace(then=Then.AGAIN, kind=type(op), to=type(op))
            yield again, measure_repeat(fault.what, act)
    for what in list_mistakes(op):
        leak = measure_mistake(what, act)
        for fault in shapes(what, index, moments, spots):
            if what is Mistake.MISREAD:
                yield from ((late, leak) for late in _noticed_later(fault, moments[-1][0].ops[index + 1 :]))
            elif what not in ANYWHERE and not fault.odd:
                yield fault, leak


def _noticed_later(fault: Fault, later: Sequence[Op]) -> Iterator[Fault]:
    """Yield a misread answer that is noticed after any number of operations before the next question."""
    some = [op for op in later if not isinstance(op, Heading)]
    until = next((number for number, op in enumerate(some) if ops.get_answers(op)), len(some))
    yield from (fault._replace(stop=count) for count in range(until + 1))


def losing_owners(
    moments: Sequence[Moment], index: int, spots: Sequence[Spot]
) -> Iterator[tuple[Fault, Leakage]]:
    """Yield the mistakes at an operation of a way home after which nobody knows whose a card is."""
    here = moments[index + 1][0]
    for what in list_mistakes(here.done[index][0]):
        for fault in shapes(what, index, moments, spots) if what in LOSES_OWNERS else ():
            if not fault.odd:
                leak = measure_mistake(what, moments[index : index + 2], here.upcoming)
                yield fault._replace(then=Then.HOME), leak


def looks(moment: AttemptMoment, surface: VisibleTable, index: int) -> Iterator[tuple[Row, Leakage]]:
    """Yield the leak of each place or pile seen after the operation at ``index``, and of its missing shuffle."""
    known = moment.public_knowledge
    for place, pile in sightings(moment, surface):
        yield (place,), measure_sighting(moment, place, known)
        if pile and place.area in (COLUMN, PILE):
            yield pile, measure_spill_at(moment, place, known)
    row = {p: up for p, up in surface.items() if p.area == SIX and not up}
    if len(row) > 1:
        yield tuple(sorted(row)), measure_spill(moment, row)
    if isinstance(moment.done[index][0], Mixing):
        yield (), measure_missing_shuffle(moment, index)


def sightings(moment: AttemptMoment, surface: VisibleTable) -> Iterator[tuple[Place, Row]]:
    """Yield places that may be seen at a moment, each card with its pile, which may be seen with it."""
    for place in some_covered(moment.layout, surface, moment.public_knowledge):
        near = (spot for spot in surface if (spot.area, spot.number) == (place.area, place.number))
        yield place, tuple(sorted(near)) if place.row == CARD_ROW else ()


def ends(what: Mistake, index: int, course: Sequence[Op], decided: Sequence[bool]) -> Iterator[int]:
    """Yield where an attempt may be given up after a mistake: there, or later in the same act, still undecided.

    What is noticed later: anywhere up to the result; a wrong pair after it too (except where a lottery of wrong
    pairs has several winners), and so an answer misread that was the result's.
    """
    yield index
    before = decided[index]
    for later in range(index + 1, len(course)):
        op, now = course[later], decided[later]
        if what not in LATER and (now or isinstance(op, Heading)):
            return
        if what is Mistake.MISREAD and now != before:
            return
        if what is Mistake.WRONG_BITS and isinstance(op, ops.Choose):
            return
        if not isinstance(op, Heading) and what not in ANYWHERE:
            yield later


def shapes(what: Mistake, index: int, moments: Sequence[Moment], spots: Sequence[Spot]) -> Iterator[Fault]:
    """Yield the forms in which a mistake may come at an operation, as if the attempt went on."""
    (before, lay), (after, lies) = moments[index : index + 2]
    op = after.done[index][0]
    plain = Fault(what, type(op), Then.ON, spots[index].at, type(op))
    match what:
        case _ if what in (*SEEN, Mistake.SPILLED):
            for moment, surface in ((after, lies), (before, lay)):
                for place, pile in sightings(moment, surface):
                    early = surface is lay
                    if early and lies.get(place) is False:
                        continue
                    if what is classify_sighting(place):
                        yield plain._replace(seen=(place,), early=early)
                    elif what is Mistake.SPILLED and pile:
                        yield plain._replace(seen=tuple(p for p in pile if not surface[p]), early=early)
        case Mistake.LOSER_KEPT | Mistake.BOTH_OUT if HELD not in lay:
            return  # the other card is out of the wallet already
        case Mistake.MISCOUNTED:
            yield from _miscounts(plain, op, after.ops, spots)
        case Mistake.WRONG_BITS:
            yield from (plain._replace(odd=odd) for odd in ("", ALPHA, BETA))
        case Mistake.WRONG_MASK:
            assert isinstance(op, ops.Put)
            yield from (plain._replace(odd=odd) for odd in ("", f"{deeds.OTHER_MASK} {op.faces[0]}"))
        case Mistake.CROSSED | Mistake.LOSER_KEPT:
            yield from [plain] if deeds.crossing(op) is not None else []
        case Mistake.MIXED_UP:
            yield from [plain] if deeds.mixing(op) else []
        case Mistake.MISGIVEN:
            yield from (plain._replace(seen=(place,), early=True) for place in ops.places_of(op))
        case Mistake.STUCK_OUT:
            yield plain
            if isinstance(after.ops[index - 1], ops.Spin):  # the half turns that this look follows
                yield plain._replace(at=spots[index - 1].at, to=ops.Spin)
        case Mistake.MISREAD | Mistake.UNSCRAMBLED | Mistake.NO_DOT | Mistake.BOTH_OUT:
            yield plain


def _miscounts(plain: Fault, op: Op, course: Sequence[Op], spots: Sequence[Spot]) -> Iterator[Fault]:
    """Yield what is missing at a reveal since it was laid: a card, a marker, or a bit card of a pair."""
    yield plain
    if not isinstance(op, ops.Reveal):
        return
    first = op.places[0]
    for index, laid in enumerate(course):
        at = spots[index].at
        if isinstance(laid, ops.LayHand) and (first.area, first.row) == (COLUMN, CARD_ROW):
            yield plain._replace(at=at, to=ops.LayHand, seen=laid.places[:1])
        if isinstance(laid, ops.Put) and laid.places == op.places and laid.faces[0] != laid.faces[-1]:
            yield plain._replace(at=at, to=ops.Put)
        if isinstance(laid, ops.Encode) and first.area != COLUMN:
            yield from (plain._replace(at=at, to=ops.Encode, odd=odd) for odd in (ALPHA, BETA))


def make_faulty_steps(fault: Fault) -> Substitute:
    """Return what is done in place of the operation."""
    mended = fault.then is Then.ON
    match fault.what:
        case Mistake.CROSSED | Mistake.LOSER_KEPT:
            return partial(deeds.crossed, mended)
        case Mistake.BOTH_OUT:
            return deeds.both_out
        case Mistake.MIXED_UP:
            return partial(deeds.mixed_up, mended)
        case Mistake.WRONG_BITS if not fault.odd:
            return deeds.laid_anew if mended else deeds.turned
        case Mistake.MISREAD:
            return deeds.misread
        case Mistake.MISCOUNTED if fault.to is ops.Put and fault.kind is ops.Reveal:
            return carry_out if mended else deeds.one_of_another
        case Mistake.MISCOUNTED if fault.to is fault.kind:
            return deeds.on_a_wrong_spot
        case Mistake.MISGIVEN:
            return partial(deeds.looked_at, fault.seen, False)
        case Mistake.MISCOUNTED if fault.seen:
            return partial(deeds.looked_at, fault.seen, True)
        case _ if fault.then is Then.AGAIN:
            return partial(deeds.looked_at, fault.seen, True, again=True)
        case _:
            return carry_out
