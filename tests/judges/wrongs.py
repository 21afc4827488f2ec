"""Everything that can be done wrong at an operation, in each of its forms, and what hands do then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from functools import partial
from typing import NamedTuple

from facilitator.mistakes.bounds import Leakage, classify_sighting, measure_mistake
from facilitator.mistakes.kinds import SEEN, Mistake
from facilitator.mistakes.public_knowledge import Moments
from facilitator.operations.definitions import (
    CARD_ROW,
    COLUMN,
    Choose,
    Encode,
    Heading,
    LayHand,
    Op,
    Put,
    Reveal,
    Row,
    Spin,
    places_of,
)
from facilitator.operations.faces import ALPHA, BETA
from facilitator.protocols.recovery import is_decided
from facilitator.verification.substitution import Deed, OpPosition, carry_out
from judges.accidents import sightings
from judges.deeds import (
    OTHER_MASK,
    both_out,
    crossed,
    crossing,
    laid_anew,
    looked_at,
    misread,
    mixed_up,
    mixing,
    on_a_wrong_spot,
    one_of_another,
    turned,
)

# ----------------------------------------------------------------------------------------------------
# Leaks stated wrong on purpose, for judges to notice.


def halved(what: Mistake, act: Moments, home: Sequence[Op] | None = None) -> Leakage:
    """Return half of what a mistake gives away."""
    leak = measure_mistake(what, act, home)
    return Leakage(leak.gives, tuple((owner, bits / 2) for owner, bits in leak.bits))


# ----------------------------------------------------------------------------------------------------


ANYWHERE = (*SEEN, Mistake.SPILLED, Mistake.UNSCRAMBLED)
"""What `accidents` judges at every place and moment, while the run goes on or is given up."""
LATER = (Mistake.MISREAD, Mistake.WRONG_BITS, Mistake.LOSER_KEPT, Mistake.WRONG_MASK)
"""What is noticed at any later operation too."""


class Then(Enum):
    """How a run goes on after a mistake."""

    ON = "goes on"
    AGAIN = "done again"
    HOME = "given up"
    VOID = "declared void"


class Wrong(NamedTuple):
    """A mistake, and how the run goes on: at which operation, and after how many of its stage it is led home.

    ``to``: the operation in place of which something else is done, where it is another than the one at which it
    is noticed, and ``end``: the stage in which it is led home, after ``stop`` operations. Of a void turn they are
    counted from the first stage that may decide it. ``seen``: the places looked at; ``early``: before the
    operation. ``odd``: what lies under the first column instead of a pair, or that another mask lies on the
    wallet. ``said``: what was typed from that stage on.
    """

    what: Mistake
    kind: type[Op]
    then: Then
    at: OpPosition
    to: type[Op]
    end: int = 0
    stop: int = 0
    seen: Row = ()
    early: bool = False
    odd: str = ""
    said: tuple[str, ...] = ()


class Spot(NamedTuple):
    """Where an operation comes: in its stage, and counted from the first stage that may decide the run.

    ``said``: what was typed from that stage on, up to it.
    """

    at: OpPosition
    void: OpPosition
    said: tuple[str, ...]


def ends(what: Mistake, index: int, ops: Sequence[Op]) -> Iterator[int]:
    """Yield where a run may be led home after a mistake: there, or later in the same act while nothing is decided.

    What is noticed later: anywhere up to the result; a wrong pair after it too (not where a lottery of wrong pairs
    has no one winner), and so an answer misread that was the result's.
    """
    yield index
    before = is_decided(ops[: index + 1])
    for later in range(index + 1, len(ops)):
        op, now = ops[later], is_decided(ops[: later + 1])
        if what not in LATER and (now or isinstance(op, Heading)):
            return
        if what is Mistake.MISREAD and now != before:
            return
        if what is Mistake.WRONG_BITS and isinstance(op, Choose):
            return
        if not isinstance(op, Heading) and what not in ANYWHERE:
            yield later


def shapes(what: Mistake, index: int, moments: Moments, spots: Sequence[Spot]) -> Iterator[Wrong]:
    """Yield the forms in which a mistake may come at an operation, as if the run went on."""
    (before, lay), (after, lies) = moments[index : index + 2]
    ops = [op for op, _ in after.done]
    op = ops[index]
    plain = Wrong(what, type(op), Then.ON, spots[index].at, type(op))
    match what:
        case (
            Mistake.CARD_SEEN | Mistake.MARKER_SEEN | Mistake.BIT_SEEN | Mistake.LAYER_SEEN | Mistake.SPILLED
        ):
            for moment, surface in ((after, lies), (before, lay)):
                for place, pile in sightings(moment, surface):
                    early = surface is lay
                    if early and lies.get(place) is False:
                        continue
                    if what is classify_sighting(place):
                        yield plain._replace(seen=(place,), early=early)
                    elif what is Mistake.SPILLED and pile:
                        yield plain._replace(seen=tuple(p for p in pile if not surface[p]), early=early)
        case Mistake.MISCOUNTED:
            yield from _miscounts(plain, op, ops, spots)
        case Mistake.WRONG_BITS:
            yield plain
            yield from (plain._replace(odd=odd) for odd in (ALPHA, BETA))
        case Mistake.WRONG_MASK:
            yield plain
            assert isinstance(op, Put)
            yield plain._replace(odd=f"{OTHER_MASK} {op.faces[0]}")
        case Mistake.CROSSED | Mistake.LOSER_KEPT:
            yield from [plain] if crossing(op) is not None else []
        case Mistake.MIXED_UP:
            yield from [plain] if mixing(op) else []
        case Mistake.MISGIVEN:
            yield from (plain._replace(seen=(place,), early=True) for place in places_of(op))
        case Mistake.STUCK_OUT:
            yield plain
            turned_before = ops[index - 1]
            if isinstance(turned_before, Spin):  # the half turns that this look follows
                yield plain._replace(at=spots[index - 1].at, to=Spin)
        case Mistake.MISREAD | Mistake.UNSCRAMBLED | Mistake.NO_DOT | Mistake.BOTH_OUT:
            yield plain


def _miscounts(plain: Wrong, op: Op, ops: Sequence[Op], spots: Sequence[Spot]) -> Iterator[Wrong]:
    """What lacks at a reveal lacked when it was laid: a card, a marker, or a bit card of a pair."""
    yield plain
    if not isinstance(op, Reveal):
        return
    first = op.places[0]
    for index, laid in enumerate(ops):
        if isinstance(laid, LayHand) and (first.area, first.row) == (COLUMN, CARD_ROW):
            yield plain._replace(at=spots[index].at, to=LayHand, seen=laid.places[:1])
        if isinstance(laid, Put) and laid.places == op.places and laid.faces[0] != laid.faces[-1]:
            yield plain._replace(at=spots[index].at, to=Put)
        if isinstance(laid, Encode) and first.area != COLUMN:
            yield from (plain._replace(at=spots[index].at, to=Encode, odd=odd) for odd in (ALPHA, BETA))


def deed(wrong: Wrong) -> Deed:
    """Return what is done in place of the operation."""
    mended = wrong.then is Then.ON
    match wrong.what:
        case Mistake.CROSSED | Mistake.LOSER_KEPT:
            return partial(crossed, mended)
        case Mistake.BOTH_OUT:
            return both_out
        case Mistake.MIXED_UP:
            return partial(mixed_up, mended)
        case Mistake.WRONG_BITS if not wrong.odd:
            return laid_anew if mended else turned
        case Mistake.MISREAD if not mended:
            return misread
        case Mistake.MISCOUNTED if wrong.to is Put and wrong.kind is Reveal:
            return carry_out if mended else one_of_another
        case Mistake.MISCOUNTED if wrong.to is wrong.kind:
            return on_a_wrong_spot
        case Mistake.MISGIVEN:
            return partial(looked_at, wrong.seen, False)
        case Mistake.MISCOUNTED if wrong.seen:
            return partial(looked_at, wrong.seen, True)
        case _ if wrong.then is Then.AGAIN:
            return partial(looked_at, wrong.seen, True, again=True)
        case _:
            return carry_out
