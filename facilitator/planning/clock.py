"""Minutes left in a run, for the head of a turn and of a stage, and the toolbar."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from facilitator.planning.times import Pace, hands_at, seconds_left
from facilitator.planning.voice import words_by_operation

if TYPE_CHECKING:
    from facilitator.machine.operations import Op
    from facilitator.play.run import Run
    from facilitator.play.telling import Telling
    from facilitator.table.load import Table

MINUTE = 60.0
SHORT = 45.0
"""Seconds below which nobody wants to hear of minutes."""


class RunClock:
    """Tells what is left of a run at a table's pace; an open question is taken to get its expected answer.

    ``pace`` is asked when the first run begins: learning it from past games would be felt at start-up.
    """

    def __init__(self, table: Table, pace: Callable[[], Pace]) -> None:
        self._table, self._pace = table, pace
        self._known: Pace | None = None
        self._whole: tuple[list[Op], Telling] | None = None
        self._left: list[float] = []

    def minutes(self, run: Run) -> float:
        """Return the minutes from the operation at hand to the end, hands and voice, as the run is told now."""
        whole, telling = run.whole(), run.telling
        if self._whole is None or whole is not self._whole[0] or telling is not self._whole[1]:
            if self._known is None:
                self._known = self._pace()
            words = words_by_operation(whole, telling.speech, telling.wording)
            self._left = seconds_left(whole, words, hands_at(self._table), self._known)
            self._whole = whole, telling
        return self._left[len(run.ops) - 1] / MINUTE


def minutes_in_words(minutes: float) -> str:
    """Return minutes as told at the table."""
    return "less than a minute" if minutes * MINUTE < SHORT else f"about {max(1, round(minutes))} min"
