"""Start games with a clock and a box of extra cards, measure their duration, and count wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from facilitator.errors import FacilitatorError
from facilitator.games.rules import GameOver
from facilitator.planning.evening import EveningClock, evening_start
from facilitator.planning.extra_cards import ExtrasBox
from facilitator.planning.measured_pace import pace_at
from facilitator.planning.pace import AttemptClock
from facilitator.play.journal import (
    ANSWER,
    EVENT,
    REACHED,
    RUN,
    Journal,
    JournalEntry,
    find_fixes,
    list_live_entries,
    measure_entries,
)
from facilitator.play.kept_games import table_of
from facilitator.play.session import Session
from facilitator.table_files.model import game_of, state_before

if TYPE_CHECKING:
    from facilitator.table_files.load import Table


SHOWN_SEED = 18
"""Seed of a rehearsal with an easy first mask: Vera answers a green 7 with a red 7, and then Ana has a turn."""


def open_game(table: Table, path: Path | None, seed: int | None, file: Path | None) -> Session:
    """Start a new game, or resume the game in a file.

    Args:
        table: The table.
        path: Game file. `None` keeps the game in memory.
        seed: Seed of the simulated cards in a rehearsal. `None` for a real game.
        file: Table file. Its folder is searched for past games. `None` if the table has no file.

    Raises:
        FacilitatorError: `Session.open` rejects the game.
    """
    pace = partial(pace_at, table, file, path)
    box = ExtrasBox(table) if table.virtual else None
    session = Session.open(table, path, seed, AttemptClock(table, pace).minutes, box)
    if seed is None:
        session.dialog.evening = EveningClock(table, pace, partial(evening_start, table, file, path)).describe
    return session


class GameTime(NamedTuple):
    """Duration of a game.

    Attributes:
        minutes: Minutes of the game.
        turns: Number of virtual turns.
        each: Minutes per virtual turn.
    """

    minutes: float
    turns: int
    each: float


def measure_game(entries: Sequence[JournalEntry]) -> GameTime:
    """Return the duration of a game without pauses.

    The time before an answer or before a completed step counts as part of a virtual turn.
    """
    gaps = measure_entries(entries)
    virtual = sum(
        gap for gap, entry in zip(gaps, entries[1:], strict=False) if entry.kind in (ANSWER, REACHED)
    )
    turns = sum(entry.kind == RUN for entry in entries)
    return GameTime(sum(gaps) / 60, turns, virtual / 60 / turns if turns else 0.0)


def winners(table: Table, entries: Sequence[JournalEntry]) -> tuple[str, ...]:
    """Return the winners of a game, or an empty tuple if the game has not ended."""
    rules, state, fixes = game_of(table), state_before(table), find_fixes(entries)
    for entry in list_live_entries(entries):
        if entry.kind == EVENT:
            state, _ = rules.apply(state, rules.codec.of_json(fixes.get(entry.input, entry.body)))
    need = rules.get_next_action(state)
    return tuple(need.winners) if isinstance(need, GameOver) else ()


def score(games: Iterable[Path]) -> dict[str, int]:
    """Return the number of wins for each player, most wins first. Unreadable game files are skipped."""
    found: Counter[str] = Counter()
    for path in games:
        with suppress(FacilitatorError, ValueError, OSError):
            journal = Journal(path, to_read=True)
            found.update(winners(table_of(journal), journal.entries))
    return dict(found.most_common())
