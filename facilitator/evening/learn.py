"""How long this table takes: past games' measured minutes over what was planned for the same turns, one factor.

A virtual turn is measured from the input before it to its last answer; a person's from the input before it to its
event.  Long pauses are left out, and of all turns the middle one counts, so that a mistake makes no difference.
"""

from __future__ import annotations

import glob
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from math import inf
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from facilitator.errors import FacilitatorError, JournalError
from facilitator.evening.clock import Learned, Pace, hands_at, pace_of, seconds_left
from facilitator.evening.handling import words_by_operation
from facilitator.games.rules import Ask
from facilitator.play.journal import EVENT, WORDING, Journal, JournalEntry, game_path, shown
from facilitator.telling.handling import Handling
from facilitator.words.catalogue import sentence

if TYPE_CHECKING:
    from facilitator.play.match import Match
    from facilitator.play.run import Run
    from facilitator.table.load import Table


FEWEST = 3  # turns of a kind below which nothing is learned
PAUSE = 540.0
"""Seconds between two inputs above which somebody fetched drinks: no act takes so long."""
LATEST = 3  # games that `play` learns from
ENOUGH = 500
"""Inputs of these that teach it its pace: to go through all of them would be felt before the first prompt."""


class Measured(NamedTuple):
    """One turn of a past game: whether it was virtual, and how many times as long as planned it took."""

    virtual: bool
    times: float


def learn(turns: Sequence[Measured]) -> Learned:
    """Return what some turns teach; of a kind of which there are too few, that it goes as planned."""
    virtual, people = ([one.times for one in turns if one.virtual is kind] for kind in (True, False))
    virtual, people = (times if len(times) >= FEWEST else [] for times in (virtual, people))
    return Learned(median(virtual or [1.0]), median(people or [1.0]), len(virtual) + len(people))


def measured(journal: Journal, most: float = inf) -> list[Measured]:
    """Return the turns of a game; raises `FacilitatorError` if it cannot be replayed.

    ``most``: after so many inputs the rest is left out.
    """
    from facilitator.play.match import Match
    from facilitator.table.load import make_table

    entries = tuple(entry for entry in journal.entries if entry.input <= most)
    body = journal.facts.get("table")
    table = make_table(body if isinstance(body, dict) else {})
    game = Match.open(table, None)
    try:
        with game.together():  # written once, not for each input
            found = list(_turns(game, table, entries))
        if _derived(game.journal.entries) != _derived(entries):
            raise JournalError("the game its answers make", "another", "Restore a copy.")
        return found
    finally:
        game.close()


def _derived(entries: Iterable[JournalEntry]) -> list[tuple[str, dict[str, object]]]:
    return [(entry.kind, entry.body) for entry in entries if entry.derived]


def _turns(game: Match, table: Table, entries: Iterable[JournalEntry]) -> Iterator[Measured]:
    """Yield each turn as it ends."""
    pace = pace_of(table.helpers)
    before, spent = None, 0.0
    for entry in (one for one in entries if not one.derived):
        run, need = game.run, game.need
        gap = 0.0 if before is None else (_at(entry) - _at(before)).total_seconds()
        spent += gap if gap < PAUSE else 0.0
        game.replay(entry)
        before = entry
        if entry.kind == WORDING or (run is not None and game.run is run):
            continue
        if run is not None and run.outcome is not None:
            yield Measured(True, spent / planned(run, table, pace))
        elif entry.kind == EVENT and isinstance(need, Ask) and need.seat is not None and not need.again:
            yield Measured(False, spent / pace.seconds[Handling.PERSON])
        spent = 0.0


def planned(run: Run, table: Table, pace: Pace) -> float:
    """Return the seconds that were planned for a run, as it was told."""
    words = words_by_operation(run.ops, run.telling.speech, run.telling.wording)
    return seconds_left(run.ops, words, hands_at(table), pace)[0]


def _at(entry: JournalEntry) -> datetime:
    return datetime.fromisoformat(entry.at)


def past_games(table_file: Path) -> list[Path]:
    """Return the games played at this table: beside its file, those put aside and last the present one."""
    folder, stem = table_file.parent, glob.escape(table_file.stem)
    found = [*sorted(folder.glob(f"{stem}-*.game")), game_path(str(table_file))]
    return [path for path in found if _is_game(path)]


def _is_game(path: Path) -> bool:
    try:
        return path.is_file() and not path.name.endswith(".rehearsal.game")
    except OSError:
        return False


def learn_from(paths: Iterable[Path], most: float = inf) -> tuple[Learned, list[str]]:
    """Return what past games teach, and a sentence for each game that could not be read.

    ``most``: with so many inputs it is enough, the first games first.
    """
    turns: list[Measured] = []
    troubles: list[str] = []
    for path in paths:
        if most <= 0:
            break
        try:
            journal = Journal(path, to_read=True)
            if "rehearsal" not in journal.facts:
                turns += measured(journal, most)
                most -= journal.entries[-1].input if journal.entries else 0
        except Exception as err:  # whatever is wrong with an old game must not stop today's
            found = err.found if isinstance(err, FacilitatorError) else repr(err)
            troubles.append(sentence("learn.left_out", game=shown(Path(path.name)), why=found))
    return learn(turns), troubles


def pace_at(table: Table, table_file: Path | None) -> Pace:
    """Return a table's pace with what its latest games teach, for minutes left while playing.

    Games that cannot be read teach nothing here; `facilitator plan` tells of them.
    """
    latest = past_games(table_file)[-LATEST:] if table_file else []
    learned, _ = learn_from(reversed(latest), ENOUGH)
    return pace_of(table.helpers, learned)
