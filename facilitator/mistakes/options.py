"""Options to continue after a mistake, with the information that each option leaks.

The options follow from the operations of the attempt. The package `play` finds the affected attempt, and
describes each option with its name, effect and duration.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from facilitator.mistakes import bounds
from facilitator.mistakes.bounds import NOTHING, Leakage, find_largest_leak, measure_mistake
from facilitator.mistakes.kinds import LOSES_OWNERS, SEEN, Mistake, list_mistakes
from facilitator.mistakes.public_knowledge import AttemptMoment, Moments
from facilitator.operations import definitions as ops
from facilitator.operations.definitions import COLUMN, Op
from facilitator.protocols.recovery import Repair, is_decided

# ----------------------------------------------------------------------------------------------------
# The options. Each has the word that represents it in the game file.


@dataclass(frozen=True, slots=True)
class CarryOn:
    """Option: continue with the current step.

    Attributes:
        astray: Whether a recovery may give cards to wrong owners.
    """

    word: ClassVar[str] = "carry on"
    astray: bool = False


@dataclass(frozen=True, slots=True)
class DoAgain:
    """Option: repeat the shuffle of the current step."""

    word: ClassVar[str] = "do it again"


@dataclass(frozen=True, slots=True)
class RepairInPlace:
    """Option: repair the attempt with additional steps, and continue it."""

    word: ClassVar[str] = "put right"
    repair: Repair


@dataclass(frozen=True, slots=True)
class BackTo:
    """Option: undo the attempt back to an earlier journal entry, and continue from there.

    Attributes:
        number: Number of the journal entry.
        turns: Whether the current step turns cards over. The option is then available only before this step
            begins.
    """

    word: ClassVar[str] = "back"
    number: int
    turns: bool = False


@dataclass(frozen=True, slots=True)
class CancelAttempt:
    """Option: cancel the attempt and return every card to its owner.

    Attributes:
        astray: Whether cards may be given to wrong owners.
        doubt: Whether this is a wallet attempt whose final check is unread. Cancelling it leaks nothing.
    """

    word: ClassVar[str] = "give up"
    astray: bool = False
    doubt: bool = False


@dataclass(frozen=True, slots=True)
class DeclareVoid:
    """Option: declare the turn void, because its result is already visible."""

    word: ClassVar[str] = "void"


MistakeOption = CarryOn | DoAgain | RepairInPlace | BackTo | CancelAttempt | DeclareVoid
OptionsWithLeaks = Iterator[tuple[MistakeOption, Leakage]]
"""Options, each with its leak."""

# ----------------------------------------------------------------------------------------------------


REPAIRS: Mapping[Mistake, Repair] = {
    Mistake.WRONG_BITS: Repair.PAIRS_ANEW,
    Mistake.NO_DOT: Repair.SLIDE_AGAIN,
    **dict.fromkeys((Mistake.UNSCRAMBLED, *SEEN), Repair.SCRAMBLE_AGAIN),
}
"""Repair for each mistake that can be repaired."""


@dataclass(frozen=True)
class AttemptPosition:
    """Position in an attempt at which a mistake is reported. It determines the options to continue.

    Attributes:
        step_operations: Operations of the current step.
        moment_sequences: The moments before, in and after the current step, as one sequence for each possible
            course of events. During a recovery, nobody may know where the recovery began, so there can be
            several sequences. For a random draw, there is none.
        reached: Furthest position that the helpers may have reached.
        recovery: Operations of a recovery that begins here.
        is_recovering: Whether this recovery is already in progress.
        may_stop: Whether the attempt may be cancelled. Otherwise the turn can only be declared void.
        doubt: Whether this is a wallet attempt whose final check is unread. Cancelling it leaks nothing.
        asks: Whether the current step contains a question.
        typed: Number of the journal entry with the last typed answer, or None.
        retaken: Whether the last answer can still be changed.
        laid: Number of the journal entry at which bit cards were laid, or None if they cannot be removed
            again.
        repairs: Possible repairs.
    """

    step_operations: Sequence[Op]
    moment_sequences: Sequence[Moments] = ()
    reached: AttemptMoment | None = None
    recovery: Sequence[Op] = ()
    is_recovering: bool = False
    may_stop: bool = False
    doubt: bool = False
    asks: bool = False
    typed: int | None = None
    retaken: bool = False
    laid: int | None = None
    repairs: Sequence[Repair] = ()

    # -- possible mistakes ---------------------------------------------------------------------------

    @property
    def moments(self) -> Moments:
        """Position before the current step and after each operation, with the visible table."""
        return self.moment_sequences[0]

    @property
    def at_hand(self) -> set[Mistake]:
        """Mistakes that can happen in the current step."""
        return {mistake for op in self.step_operations for mistake in list_mistakes(op)}

    def list_mistakes(self) -> list[Mistake]:
        """Return the mistakes that can happen or can be noticed in the current step."""
        found = self.at_hand
        if not self.moment_sequences:  # a random draw
            found &= {Mistake.MISREAD, Mistake.UNSCRAMBLED}
        else:
            found -= {mistake for mistake in SEEN if not any(bounds.iter_sightings(mistake, self.moments))}
            found |= {Mistake.UNSCRAMBLED} if self.is_recovering and self.turns_over else set()
            if self.is_recovering:
                found -= {Mistake.LOSER_KEPT, Mistake.BOTH_OUT}  # all cards are pulled out
            else:
                found |= {*self._iter_earlier_mistakes()}
        return [mistake for mistake in Mistake if mistake in found]

    def _iter_earlier_mistakes(self) -> Iterator[Mistake]:
        (moment, surface), *_ = self.moments
        done = {type(op) for op in moment.ops}
        kept = any(Mistake.LOSER_KEPT in list_mistakes(op) for op in moment.ops)
        bits = any(place.area == COLUMN and place.row > ops.MARKER_ROW for place in surface)
        may = {
            Mistake.MISREAD: self.typed is not None,
            Mistake.UNSCRAMBLED: any(issubclass(kind, ops.Mixing) for kind in done),
            Mistake.LOSER_KEPT: kept,
            Mistake.WRONG_MASK: any(place.area == ops.MASK for place in surface),
            Mistake.WRONG_BITS: bits and ops.Encode in done,
        }
        return (mistake for mistake, it_may in may.items() if it_may)

    @property
    def turns_over(self) -> bool:
        """Whether the current step shows cards. These cards count as visible even before the step begins."""
        return any(isinstance(op, ops.Reveal | ops.Choose) for op in self.step_operations)

    @property
    def from_result(self) -> bool:
        """Whether this is the recovery of a void turn whose result is visible."""
        return self.is_recovering and any(map(_is_decided, self.moment_sequences))

    @property
    def _scrambles(self) -> list[ops.Mixing]:
        return [op for op in self.step_operations if isinstance(op, ops.Mixing)]

    @property
    def _mixes_columns(self) -> bool:
        return any(ops.is_shuffle_in(op, COLUMN) for op in self.step_operations)

    # -- options -------------------------------------------------------------------------------------

    def list_options(self, mistake: Mistake) -> OptionsWithLeaks:
        """Yield the options after a mistake with their leaks, in no particular order."""
        if not self.moment_sequences:  # a random draw reveals nothing about any hand
            yield (CarryOn() if mistake is Mistake.MISREAD else DoAgain()), NOTHING
        elif self.is_recovering:
            yield from self._iter_recovery_options(mistake)
        else:
            leak = measure_mistake(mistake, self.moments)
            yield from self._iter_continuations(mistake, leak)
            yield from self._iter_repairs(mistake, leak)
            yield self._choose_ending(mistake)

    def _iter_continuations(self, mistake: Mistake, leak: Leakage) -> OptionsWithLeaks:
        """Yield the options that continue the attempt, with their leaks.

        Args:
            mistake: Mistake.
            leak: Leak if the attempt simply continues.
        """
        match mistake:
            case Mistake.MISREAD:
                if self.asks:
                    yield CarryOn(), NOTHING
                if self.typed is not None and self.retaken:
                    yield BackTo(self.typed, self.turns_over), NOTHING
            case Mistake.UNSCRAMBLED | Mistake.STUCK_OUT:
                if self._scrambles:
                    yield DoAgain(), NOTHING
                if not self._scrambles or leak.max_bits:
                    yield CarryOn(), leak
            case Mistake.WRONG_BITS if mistake not in self.at_hand:
                if self.laid is not None:
                    yield BackTo(self.laid, self.turns_over), NOTHING
            case _ if not self._too_late(mistake):
                yield CarryOn(), leak
                yield from self._iter_repetitions(mistake, leak, bounds.measure_repeat(mistake, self.moments))

    def _iter_repetitions(self, mistake: Mistake, leak: Leakage, again: Leakage) -> OptionsWithLeaks:
        """Yield the option to repeat the shuffle of the current step, if this reduces the leak.

        Args:
            mistake: Mistake.
            leak: Leak if the attempt simply continues.
            again: Leak if the shuffle is repeated.
        """
        if mistake in SEEN and self._mixes_columns and again.max_bits < leak.max_bits:
            yield DoAgain(), again

    def _too_late(self, mistake: Mistake) -> bool:
        """Return whether it is too late to correct a wrong card or mask in the wallet.

        It is too late after the next step has begun, or, for a mask, after somebody looked for the dot.
        """
        if mistake is Mistake.LOSER_KEPT:
            return mistake not in self.at_hand
        looks = (isinstance(op, ops.Look) for op in (*self.moments[0][0].ops, *self.step_operations))
        return mistake is Mistake.WRONG_MASK and any(looks)

    def _iter_repairs(self, mistake: Mistake, leak: Leakage) -> OptionsWithLeaks:
        """Yield the option to repair a mistake with additional steps, if possible."""
        repair = REPAIRS.get(mistake)
        if repair in self.repairs and (repair is not Repair.SCRAMBLE_AGAIN or leak.max_bits):
            assert repair is not None
            yield RepairInPlace(repair), NOTHING

    def _choose_ending(self, mistake: Mistake) -> tuple[MistakeOption, Leakage]:
        """Return the option that ends the attempt, with its leak.

        The attempt is cancelled. If its result is already visible, the turn is declared void instead.
        """
        leak = measure_mistake(mistake, self.moments, self.recovery)
        if not self.may_stop:
            assert self.reached is not None
            return DeclareVoid(), bounds.measure_void(self.reached, leak)
        columns = any(place.area == COLUMN for op in self.step_operations for place in ops.places_of(op))
        return CancelAttempt(bool(leak.max_bits) and columns and mistake in LOSES_OWNERS, self.doubt), leak

    # -- options during a recovery -----------------------------------------------------------------------

    def _iter_recovery_options(self, mistake: Mistake) -> OptionsWithLeaks:
        """Yield the options after a mistake during a recovery, with their leaks."""
        leak = self._find_largest_leak(lambda moments: measure_mistake(mistake, moments))
        mixes = self._scrambles
        last = self.moments[0][0].ops[-1]
        if mistake is Mistake.UNSCRAMBLED and (mixes or isinstance(last, ops.Mixing)):
            yield DoAgain(), self._find_largest_leak(lambda _: NOTHING)
        if mistake is not Mistake.UNSCRAMBLED or not mixes or leak.max_bits:
            yield CarryOn(), leak
        again = self._find_largest_leak(lambda moments: bounds.measure_repeat(mistake, moments))
        yield from self._iter_repetitions(mistake, leak, again)
        if mistake in LOSES_OWNERS:
            yield from self._iter_wrong_returns(mistake, leak)

    def _iter_wrong_returns(self, mistake: Mistake, leak: Leakage) -> OptionsWithLeaks:
        """Yield the option to continue a recovery that may give cards to wrong owners, if it leaks more.

        Args:
            mistake: Mistake.
            leak: Leak if the recovery simply continues.
        """
        lost = self._find_largest_leak(
            lambda moments: measure_mistake(mistake, moments, moments[-1][0].upcoming)
        )
        if lost.max_bits > leak.max_bits:
            yield CarryOn(astray=True), lost

    def _find_largest_leak(self, of: Callable[[Moments], Leakage]) -> Leakage:
        return find_largest_leak(
            bounds.measure_void(moments[-1][0], of(moments)) if _is_decided(moments) else of(moments)
            for moments in self.moment_sequences
        )


def _is_decided(moments: Moments) -> bool:
    return is_decided(moments[-1][0].ops)
