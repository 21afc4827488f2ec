"""Number of virtual turns for which there is still time this evening, at the table's measured pace."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from facilitator.errors import CommandError
from facilitator.i18n.catalogue import decimal, phrase, refusal, sentence
from facilitator.planning.forecast import estimate_from_games, setup_of, simulate_games
from facilitator.planning.measured_pace import past_games
from facilitator.play.journal import BEGUN, stored_facts
from facilitator.table_files.model import seat_players

if TYPE_CHECKING:
    from facilitator.planning.pace import Pace
    from facilitator.play.match import Match
    from facilitator.table_files.load import Table

Clock = Callable[[], datetime]
FEW_GAMES = 10
"""Number of games to simulate, so that the answer comes at once."""


def read_clock() -> datetime:
    """Return the current time."""
    return datetime.now(UTC)


def evening_start(table: Table, file: Path | None, present: Path | None, now: datetime) -> datetime:
    """Return the time at which the evening's first game began.

    A game counts as a game of this evening if it began less than `table.minutes` ago. Without such a game,
    the result is `now`.

    Args:
        table: The table.
        file: Table file. Its folder is searched for games. `None` if the table has no file.
        present: Game file of the open game.
        now: Current time.
    """
    begun = [now]
    folders = [path.parent for path in (file, present) if path is not None]
    for path in past_games(table, folders, present).played:
        facts = stored_facts(path) or {}
        start = datetime.fromisoformat(str(facts[BEGUN])) if BEGUN in facts else now
        if now - start < timedelta(minutes=table.minutes):
            begun.append(start)
    return min(begun)


class EveningClock:
    """Estimate of how many virtual turns can still be played this evening."""

    def __init__(
        self,
        table: Table,
        pace: Callable[[], Pace],
        start: Callable[[datetime], datetime],
        clock: Clock = read_clock,
    ) -> None:
        """Create the clock.

        Args:
            table: The table, including the length of its evening.
            pace: Function that returns the table's pace, including turns of the open game.
            start: Function that maps the current time to the start of the evening.
            clock: Function that returns the current time.
        """
        self._table, self._pace, self._start, self._clock = table, pace, start, clock

    def describe(self, match: Match, minutes: int | None = None) -> str:
        """Return a sentence with the remaining time and the number of virtual turns that fit into it.

        Args:
            match: The open game.
            minutes: Remaining minutes entered by the host. `None` means the rest of the evening.

        Raises:
            CommandError: The table file does not set the length of the evening.
        """
        whole = self._table.minutes
        if minutes is None and not whole:
            raise CommandError(*refusal("refused.time.unknown"))
        if minutes is None:
            now = self._clock()
            minutes = whole - int((now - self._start(now)).total_seconds() / 60)
        if minutes <= 0:
            return sentence("time.over", minutes=whole)
        if not any(seat.virtual for seat in match.state.seats):
            return sentence("time.left", minutes=minutes)
        pace = self._pace()
        each = self.estimate_round(match, pace)
        key = "time.fit" if pace.is_measured else "time.fit.estimate"
        turns = phrase("n.virtual_turns", n=int(minutes / each))
        return sentence(key, minutes=minutes, turns=turns, each=decimal(f"{each:.1f}"))

    def estimate_round(self, match: Match, pace: Pace) -> float:
        """Return the minutes of simulated games for each virtual turn, as `plan` estimates them for these seats."""
        table = seat_players(self._table, match.state.seats)
        records = simulate_games(setup_of(table), FEW_GAMES)
        minutes = sum(estimate_from_games(table, records, pace).game_minutes)
        return minutes / max(1, sum(len(record.virtual_turns) for record in records))
