"""Pace of a table, and the remaining minutes of an attempt.

`planning.attempt_cost` counts the actions in an attempt, and this module converts them to seconds. Each kind
of action has an estimated number of seconds, which is multiplied by the factor measured in past games
(`planning.measured_pace`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from facilitator.i18n.catalogue import sentence
from facilitator.instructions.hand_actions import SPEEDS, Handling, HandlingCounter, RepeatedAction
from facilitator.operations.definitions import Op
from facilitator.planning.attempt_cost import list_waiting_words

if TYPE_CHECKING:
    from facilitator.instructions.wording import WordedStep
    from facilitator.play.attempt import Attempt, StepRenderer
    from facilitator.table_files.load import Table


class Price(NamedTuple):
    """Estimated seconds of work for a single helper.

    Attributes:
        alone: Work for one helper at a time.
        shared: Work that several helpers can share.
        voice: Reading aloud while the helpers only listen.
    """

    alone: float
    shared: float
    voice: float = 0.0

    def times(self, n: float) -> Price:
        """Return the price of doing the work n times."""
        return Price(n * self.alone, n * self.shared, n * self.voice)

    def clock(self, hands: int) -> float:
        """Return the seconds from start to end of the work, for a number of helpers."""
        return self.voice + self.alone + self.shared / hands


def add_prices(prices: Sequence[Price]) -> Price:
    """Return the sum of several prices."""
    return Price(
        sum([price.alone for price in prices]),
        sum([price.shared for price in prices]),
        sum([price.voice for price in prices]),
    )


@dataclass(frozen=True, slots=True)
class Pace:
    """Number of helpers at a table, and their seconds for each kind of action."""

    hands: int = 1
    seconds: Mapping[Handling, float] = field(default_factory=lambda: SPEEDS)

    @property
    def is_measured(self) -> bool:
        """Whether the pace differs from the estimated pace because of past games."""
        return self.seconds != SPEEDS

    def price(self, tasks: Iterable[RepeatedAction]) -> Price:
        """Return the estimated seconds for actions and spoken words."""
        alone = shared = voice = 0.0
        for action, times, by_several in tasks:
            seconds = times * self.seconds[action]
            if action is Handling.WORD:
                voice += seconds
            elif by_several:
                shared += seconds
            else:
                alone += seconds
        return Price(alone, shared, voice)

    def estimate_seconds(self, tasks: Iterable[RepeatedAction]) -> float:
        """Return the seconds from start to end of the actions. Helpers share the work if possible."""
        return self.price(tasks).clock(self.hands)


class MeasuredFactors(NamedTuple):
    """Measured pace: actual duration divided by estimated duration.

    Attributes:
        virtual: Factor for virtual turns.
        people: Factor for people's turns.
        turns: Number of measured turns.
    """

    virtual: float = 1.0
    people: float = 1.0
    turns: int = 0

    def get_factor(self, action: Handling) -> float:
        """Return the factor by which to multiply the estimated seconds of an action of this kind."""
        return self.people if action is Handling.PERSON else self.virtual


def pace_of(hands: int, factors: MeasuredFactors | None = None) -> Pace:
    """Return the pace for a number of helpers: estimated seconds, multiplied by measured factors."""
    yours = factors or MeasuredFactors()
    return Pace(hands, {action: seconds * yours.get_factor(action) for action, seconds in SPEEDS.items()})


# ----------------------------------------------------------------------------------------------------
# Minutes left in an attempt, shown at the head of a turn and of a stage, and in the toolbar.


MINUTE = 60.0
SHORT = 45.0
"""Number of seconds from which on a remaining time is shown in minutes."""


def seconds_left(steps: Sequence[WordedStep], hands: HandlingCounter, pace: Pace) -> list[float]:
    """Return the remaining seconds of an attempt before each operation.

    Args:
        steps: All steps of the attempt.
        hands: Counter of the helpers' actions.
        pace: Pace of the table.
    """
    tasks = [hands(op) for step in steps for op in step.ops]
    spoken = [RepeatedAction(Handling.WORD, words) for words in list_waiting_words(steps)]
    each = [pace.estimate_seconds([*acts, said]) for acts, said in zip(tasks, spoken, strict=True)]
    return list(accumulate(reversed(each)))[::-1]


class AttemptClock:
    """Estimate of the remaining minutes of an attempt, if each question gets its expected answer.

    The pace is measured when the first attempt begins, because measuring past games takes time.
    """

    def __init__(self, table: Table, pace: Callable[[], Pace]) -> None:
        self._table, self._pace = table, cache(pace)
        self._whole: tuple[Sequence[Op], StepRenderer] | None = None
        self._left: list[float] = []

    def minutes(self, attempt: Attempt) -> float:
        """Return the minutes from the current operation to the end of the attempt."""
        whole, telling = attempt.foresight.all_ops, attempt.telling
        if self._whole is None or whole is not self._whole[0] or telling is not self._whole[1]:
            hands = HandlingCounter(self._table.equipment, (seat.name for seat in self._table.people))
            self._left = seconds_left(attempt.foresight.steps, hands, self._pace())
            self._whole = whole, telling
        return self._left[len(attempt.ops) - 1] / MINUTE


def minutes_in_words(minutes: float) -> str:
    """Return minutes as a sentence for the table."""
    if minutes * MINUTE < SHORT:
        return sentence("minutes.none")
    return sentence("minutes.about", minutes=max(1, round(minutes)))
