"""The ways on after a mistake: what may have happened where a run stands, what can be done, what it gives away.

Decided over operations alone.  Whose run it is, what a way is called, how it is taken and how long it takes, is
play's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from facilitator.machine.operations import (
    COLUMN,
    MARKER_ROW,
    MASK,
    Choose,
    Encode,
    Look,
    Mixing,
    Op,
    Reveal,
    places_of,
)
from facilitator.mistakes.bounds import NOTHING, Leakage, again, covered, gives, most_of, voided
from facilitator.mistakes.catalogue import LOSES_OWNERS, SEEN, Mishap, mishaps
from facilitator.mistakes.known import Moments, RunMoment
from facilitator.protocols.recovery import Repair, decided

# ----------------------------------------------------------------------------------------------------
# The ways on; each has the word by which a game keeps it.


@dataclass(frozen=True, slots=True)
class CarryOn:
    """Go on with the act at hand; ``astray``: on the way home, cards whose owner nobody can tell going to any."""

    word: ClassVar[str] = "carry on"
    astray: bool = False


@dataclass(frozen=True, slots=True)
class DoAgain:
    """Do the act at hand again: mix all of it once more."""

    word: ClassVar[str] = "do it again"


@dataclass(frozen=True, slots=True)
class PutRight:
    """Put the run right in place, by acts of its own."""

    word: ClassVar[str] = "put right"
    repair: Repair


@dataclass(frozen=True, slots=True)
class BackTo:
    """Go back to a number of the history, and do it again from there.

    ``turns``: the act at hand, which may be begun, turns something over: then it is too late.
    """

    word: ClassVar[str] = "back"
    number: int
    turns: bool = False


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Give the run up; every card goes home, ``astray``: or those whose owner nobody can tell, to any.

    ``doubt``: of a wallet, which has told nothing.
    """

    word: ClassVar[str] = "give up"
    astray: bool = False
    doubt: bool = False


@dataclass(frozen=True, slots=True)
class DeclareVoid:
    """Declare the turn void, whose result is in sight."""

    word: ClassVar[str] = "void"


Way = CarryOn | DoAgain | PutRight | BackTo | GiveUp | DeclareVoid
Ways = Iterator[tuple[Way, Leakage]]
"""Ways on, each with what is given away if it is taken."""

# ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Standing:
    """Where a run stands when a mistake is told of, as far as the ways on depend on it.

    ``courses``: what may have been done, up to the act at hand and in it; only on a way home more than one, and of a
    lot none.  ``acts``: the operations of the act at hand.  ``reached``: where hands have been at most.
    ``home``: the operations of the way back from here; ``led``: that is what is under way.  ``may_stop``: the run may
    be given up, ``doubt``: as a wallet's is; else the turn can only be declared void.  ``asks``: the step at hand
    asks for an answer.
    ``typed``: the number of the last answer that was typed, ``retaken``: another could be typed still; ``laid``: the
    number under which pairs were laid that hands can take away again; None: there is none.  ``repairs``: what can be
    put right in place.
    """

    acts: Sequence[Op]
    courses: Sequence[Moments] = ()
    reached: RunMoment | None = None
    home: Sequence[Op] = ()
    led: bool = False
    may_stop: bool = False
    doubt: bool = False
    asks: bool = False
    typed: int | None = None
    retaken: bool = False
    laid: int | None = None
    repairs: Sequence[Repair] = ()

    # -- what may have happened ----------------------------------------------------------------------

    @property
    def moments(self) -> Moments:
        """Where the run stands before the act at hand, and after each of its operations, with what lies there."""
        return self.courses[0]

    @property
    def at_hand(self) -> set[Mishap]:
        """What can go wrong at the act at hand."""
        return {one for op in self.acts for one in mishaps(op)}

    def possible(self) -> list[Mishap]:
        """Return what can have happened at the act at hand, or before it and be noticed now."""
        found = self.at_hand
        if not self.courses:  # a lot
            found &= {Mishap.MISREAD, Mishap.UNSCRAMBLED}
        else:
            found -= {one for one in SEEN if not any(covered(one, self.moments))}
            found |= {Mishap.UNSCRAMBLED} if self.led and self.turns_over else set()
            found |= set() if self.led else set(self._noticed())
        return [one for one in Mishap if one in found]

    def _noticed(self) -> Iterator[Mishap]:
        """Return what may have happened earlier in the run."""
        (moment, lies), *_ = self.moments
        done = {type(op) for op in moment.ops}
        kept = any(Mishap.LOSER_KEPT in mishaps(op) for op in moment.ops)
        bits = any(place.area == COLUMN and place.row > MARKER_ROW for place in lies)
        may = {
            Mishap.MISREAD: self.typed is not None,
            Mishap.UNSCRAMBLED: any(issubclass(one, Mixing) for one in done),
            Mishap.LOSER_KEPT: kept,
            Mishap.WRONG_MASK: any(place.area == MASK for place in lies),
            Mishap.WRONG_BITS: bits and Encode in done,
        }
        return (what for what, it_may in may.items() if it_may)

    @property
    def turns_over(self) -> bool:
        """Whether something is shown in the act at hand, be it begun or not."""
        return any(isinstance(op, Reveal | Choose) for op in self.acts)

    @property
    def from_result(self) -> bool:
        """Whether the run that is led home had come to its result: the turn was declared void."""
        return self.led and any(map(_decided, self.courses))

    @property
    def _scrambles(self) -> list[Mixing]:
        return [op for op in self.acts if isinstance(op, Mixing)]

    @property
    def _mixes_columns(self) -> bool:
        return any(op.piles[0][0].area == COLUMN for op in self._scrambles)

    # -- what can be done then -----------------------------------------------------------------------

    def ways(self, what: Mishap) -> Ways:
        """Yield the ways on after a mistake, each with what it gives away; in no order of cost."""
        if not self.courses:  # a lot: it says nothing of any hand
            yield (CarryOn() if what is Mishap.MISREAD else DoAgain()), NOTHING
        elif self.led:
            yield from self._homeward(what)
        else:
            leak = gives(what, self.moments)
            yield from self._kept(what, leak)
            yield from self._put_right(what, leak)
            yield self._ended(what)

    def _kept(self, what: Mishap, leak: Leakage) -> Ways:
        """Yield the ways on that keep the run as it stands; ``leak``: what is given away if it just goes on."""
        match what:
            case Mishap.MISREAD:
                if self.asks:
                    yield CarryOn(), NOTHING
                if self.typed is not None and self.retaken:
                    yield BackTo(self.typed, self.turns_over), NOTHING
            case Mishap.UNSCRAMBLED:
                if self._scrambles:
                    yield DoAgain(), NOTHING
                if not self._scrambles or leak.most:
                    yield CarryOn(), leak
            case Mishap.WRONG_BITS if what not in self.at_hand:
                if self.laid is not None:
                    yield BackTo(self.laid, self.turns_over), NOTHING
            case _ if not self._too_late(what):
                yield CarryOn(), leak
                yield from self._once_more(what, leak, again(what, self.moments))

    def _once_more(self, what: Mishap, leak: Leakage, again: Leakage) -> Ways:
        """Yield that all is mixed once more, where it helps against what was seen; ``again``: what it then tells."""
        if what in SEEN and self._mixes_columns and again.most < leak.most:
            yield DoAgain(), again

    def _too_late(self, what: Mishap) -> bool:
        """Whether hands cannot mend it any more: another card lies in the wallet, or a dot was looked for."""
        if what is Mishap.LOSER_KEPT:
            return what not in self.at_hand
        looks = (isinstance(op, Look) for op in (*self.moments[0][0].ops, *self.acts))
        return what is Mishap.WRONG_MASK and any(looks)

    def _put_right(self, what: Mishap, leak: Leakage) -> Ways:
        """Yield the repair that helps, if there is one here."""
        helps = what is Mishap.WRONG_BITS or (what in (Mishap.UNSCRAMBLED, *SEEN) and leak.most)
        repair = Repair.PAIRS_ANEW if what is Mishap.WRONG_BITS else Repair.SCRAMBLE_AGAIN
        if helps and repair in self.repairs:
            yield PutRight(repair), NOTHING

    def _ended(self, what: Mishap) -> tuple[Way, Leakage]:
        """Return the way on that ends the run: it is given up, or, its result being in sight, declared void."""
        leak = gives(what, self.moments, self.home)
        if not self.may_stop:
            assert self.reached is not None
            return DeclareVoid(), voided(self.reached, leak)
        columns = any(place.area == COLUMN for op in self.acts for place in places_of(op))
        return GiveUp(bool(leak.most) and columns and what in LOSES_OWNERS, self.doubt), leak

    # -- on the way home ---------------------------------------------------------------------------------

    def _homeward(self, what: Mishap) -> Ways:
        """Yield the ways on where no more can be given up.

        What is given away is counted over all that was done of the run that is led home, and since; of a void turn,
        with its result.
        """
        leak, mixes = self._most(lambda act: gives(what, act)), self._scrambles
        last = self.moments[0][0].ops[-1]
        if what is Mishap.UNSCRAMBLED and (mixes or isinstance(last, Mixing)):
            yield DoAgain(), self._most(lambda _: NOTHING)
        if what is not Mishap.UNSCRAMBLED or not mixes or leak.most:
            yield CarryOn(), leak
        yield from self._once_more(what, leak, self._most(lambda act: again(what, act)))
        if what in LOSES_OWNERS:
            lost = self._most(lambda act: gives(what, act, act[-1][0].ahead))
            if lost.most > leak.most:
                yield CarryOn(astray=True), lost

    def _most(self, of: Callable[[Moments], Leakage]) -> Leakage:
        """Return the worst over all that may have been done."""
        return most_of(voided(act[-1][0], of(act)) if _decided(act) else of(act) for act in self.courses)


def _decided(act: Moments) -> bool:
    return decided(act[-1][0].ops)
