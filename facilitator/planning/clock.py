"""Minutes left in a run, for the head of a turn and of a stage, and the toolbar."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from typing import TYPE_CHECKING

from facilitator.planning.times import Pace, hands_at, seconds_left

if TYPE_CHECKING:
    from facilitator.machine.operations import Op
    from facilitator.play.run import Run
    from facilitator.table.load import Table

MINUTE = 60.0
SHORT = 45.0
"""Seconds below which nobody wants to hear of minutes."""


class Clock:
    """Tells what is left of a run at a table's pace; an open question is taken to get its expected answer.

    ``pace`` is asked when the first run begins: learning it from past games would be felt at start-up.
    """

    def __init__(self, table: Table, pace: Callable[[], Pace]) -> None:
        self._table, self._pace = table, pace
        self._known: Pace | None = None
        self._whole: list[Op] | None = None
        self._left: list[float] = []
        self._starts: list[int] = []  # where each operation begins among them

    def minutes(self, run: Run) -> float:
        """Return the minutes from the step at hand to the end."""
        whole = run.whole()
        if whole is not self._whole:
            if self._known is None:
                self._known = self._pace()
            hands = hands_at(self._table)
            self._whole, self._left = whole, seconds_left(whole, hands, self._known)
            self._starts = list(accumulate((len(hands(op)) for op in whole), initial=0))
        here = self._starts[len(run.ops) - 1]
        return self._left[here] / MINUTE if here < len(self._left) else 0.0

    def words(self, run: Run) -> str:
        """Return the minutes as told at the table."""
        minutes = self.minutes(run)
        return "less than a minute" if minutes * MINUTE < SHORT else f"about {max(1, round(minutes))} min"
