"""Sessions with a clock and a supply of extra cards, game durations, and win counts."""

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
    list_live_entries,
    measure_entries,
)
from facilitator.play.kept_games import table_of
from facilitator.play.session import Session
from facilitator.table_files.model import game_of, state_before

if TYPE_CHECKING:
    from facilitator.table_files.load import Table


SHOWN_SEED = 15
"""Seed of a rehearsal in which the virtual player begins and plays a card."""


def open_game(table: Table, path: Path | None, seed: int | None, file: Path | None) -> Session:
    """Start or resume a game.

    Args:
        table: The table.
        path: Game-file path. `None` keeps the game in memory.
        seed: Rehearsal seed. `None` for a real game.
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
    """Duration of a game: its minutes, its number of virtual turns, and the minutes per virtual turn."""

    minutes: float
    turns: int
    each: float


def measure_game(entries: Sequence[JournalEntry]) -> GameTime:
    """Return the duration of a game without pauses.

    The time before an answer, or before the end of a step, belongs to a virtual turn.
    """
    gaps = measure_entries(entries)
    virtual = sum(
        gap for gap, entry in zip(gaps, entries[1:], strict=False) if entry.kind in (ANSWER, REACHED)
    )
    turns = sum(entry.kind == RUN for entry in entries)
    return GameTime(sum(gaps) / 60, turns, virtual / 60 / turns if turns else 0.0)


def winners(table: Table, entries: Iterable[JournalEntry]) -> tuple[str, ...]:
    """Return the winners of a game according to its events, or an empty tuple before its end."""
    rules, state = game_of(table), state_before(table)
    for entry in list_live_entries(entries):
        if entry.kind == EVENT:
            state, _ = rules.apply(state, rules.codec.of_json(entry.body))
    need = rules.get_next_action(state)
    return tuple(need.winners) if isinstance(need, GameOver) else ()


def score(games: Iterable[Path]) -> dict[str, int]:
    """Return the number of wins for each player, most wins first. Unreadable games are skipped."""
    found: Counter[str] = Counter()
    for path in games:
        with suppress(FacilitatorError, ValueError, OSError):
            journal = Journal(path, to_read=True)
            found.update(winners(table_of(journal), journal.entries))
    return dict(found.most_common())
