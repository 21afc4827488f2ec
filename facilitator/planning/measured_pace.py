"""Measured pace of a table: actual duration of turns in past games, divided by estimated duration.

A virtual turn lasts until its last answer, and a person's turn until it is entered. Both begin at the
previous input. Long pauses are excluded. The pace is the median of all turns, so that unusual turns do not
change it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from facilitator.errors import FacilitatorError
from facilitator.i18n.catalogue import sentence
from facilitator.instructions.grouping import Wording
from facilitator.instructions.hand_actions import Handling
from facilitator.planning.pace import MeasuredFactors, Pace, pace_of
from facilitator.play.journal import (
    BEGUN,
    EVENT,
    GIVE_UP,
    RUN,
    SEED,
    VOID,
    WORDING,
    Journal,
    can_lock,
    dumped,
    format_path,
    measure_entries,
    stored_facts,
)

if TYPE_CHECKING:
    from facilitator.table_files.load import Table


FEWEST = 3
"""Minimum number of turns for a measured factor."""
PAUSE = 540.0
"""Minimum duration of a pause between two inputs, in seconds. No step takes this long."""
LATEST = 20
"""Maximum number of past games to measure."""


class Measured(NamedTuple):
    """Duration of a turn in a past game.

    Attributes:
        virtual: Whether a virtual player had this turn.
        times: Actual duration divided by estimated duration.
    """

    virtual: bool
    times: float


def learn(turns: Sequence[Measured]) -> MeasuredFactors:
    """Return the medians of the measured durations: one for virtual turns, and one for people's turns.

    A median of fewer than `FEWEST` turns is replaced by 1, the estimated pace.
    """
    virtual, people = ([turn.times for turn in turns if turn.virtual is kind] for kind in (True, False))
    virtual, people = (times if len(times) >= FEWEST else [] for times in (virtual, people))
    return MeasuredFactors(median(virtual or [1.0]), median(people or [1.0]), len(virtual) + len(people))


def measure_turns(journal: Journal) -> Iterator[Measured]:
    """Yield the duration of each turn in a past game.

    Raises:
        FacilitatorError: This version of the program rejects the table in the journal.
    """
    table = _read_table(journal)
    people, each = {seat.name for seat in table.people}, pace_of(table.helpers).seconds[Handling.PERSON]
    seconds, spent, before = make_estimator(table), 0.0, None
    wording = Wording.FULL if table.wording == "auto" else Wording(table.wording)
    gaps = [gap if gap < PAUSE else 0.0 for gap in (0.0, *measure_entries(journal.entries))]
    for entry, gap in zip(journal.entries, gaps, strict=False):
        spent += gap
        if entry.kind == RUN and (wanted := seconds(entry.body, wording)):
            yield Measured(True, spent / wanted)
        elif entry.kind == EVENT and not entry.derived:
            seat = entry.body.get("seat")
            if seat in people and seat != before:  # otherwise the turn was measured at its first event
                yield Measured(False, spent / each)
            before = seat
        elif entry.kind == WORDING:
            wording = Wording(str(entry.body["told"]))
        if entry.kind in (RUN, EVENT, GIVE_UP, VOID):
            spent = 0.0


def _read_table(journal: Journal) -> Table:
    from facilitator.table_files.load import make_table

    body = journal.facts.get("table")
    return make_table(body if isinstance(body, dict) else {})


def make_estimator(table: Table) -> Callable[[Mapping[str, object], Wording], float]:
    """Return a function that estimates the seconds of an attempt.

    The function receives the attempt's journal line and the wording of its instructions. It returns 0 if the
    attempt is not a virtual turn in the table's form.

    Args:
        table: The table.
    """
    from facilitator.planning.attempt_cost import voice_at
    from facilitator.planning.forecast import Prices, get_turn_settings, run_like

    pace, settings = pace_of(table.helpers), get_turn_settings(table)
    seats = {seat.name: number for number, seat in enumerate(table.seats) if seat.virtual}
    prices = cache(lambda wording: Prices(table.equipment, pace, voice_at(table, wording)))

    def seconds(line: Mapping[str, object], wording: Wording) -> float:
        seat = seats.get(str(line["seat"]))
        key = None if seat is None else run_like(seat, line, settings)
        return 0.0 if key is None else prices(wording)(key).clock(pace.hands)

    return seconds


class PastGames(NamedTuple):
    """Result of a search for game files.

    Attributes:
        played: Games of the given table, oldest first.
        unreadable: Files whose table cannot be read.
    """

    played: list[Path]
    unreadable: list[Path]


def past_games(table: Table, folders: Iterable[Path], present: Path | None = None) -> PastGames:
    """Find all game files that belong to a table. Rehearsals are ignored.

    If a game has several copies, only the best copy is returned. In a folder without file locks, the search ends
    at the first unreadable file, because SQLite would wait a long time for each file.

    Args:
        table: Current table settings.
        folders: Folders to search.
        present: Game file of the open game, in any folder.
    """
    games: dict[str, list[Path]] = {}
    unreadable: list[Path] = []
    here = identity(table.model_dump(mode="json"))
    without_locks: set[Path] = set()
    for path in _list_game_files(folders, present):
        if path.parent in without_locks:
            continue
        facts = stored_facts(path)
        table_then = identity(facts.get("table")) if facts else None
        if facts is None or table_then is None:
            unreadable.append(path)
            if not can_lock(path.parent):
                without_locks.add(path.parent)
        elif SEED not in facts and table_then == here:
            games.setdefault(f"{facts[BEGUN]} {dumped(facts)}", []).append(path)
    return PastGames([_best_copy(games[begun], present) for begun in sorted(games)], unreadable)


def _list_game_files(folders: Iterable[Path], present: Path | None) -> list[Path]:
    """Return the game files in these folders, each once, and the file of the open game at the end."""
    found = [path for folder in folders for path in sorted(folder.glob("*.game"))]
    if present is not None:
        found.append(present)
    return [path for path in {path.absolute(): path for path in found}.values() if _is_file(path)]


def _best_copy(copies: Sequence[Path], present: Path | None) -> Path:
    """Return the file of the open game, or else the copy with the most readable entries."""
    if len(copies) == 1:
        return copies[0]
    return max(copies, key=lambda path: (path == present, _count_readable_entries(path)))


def _count_readable_entries(path: Path) -> int:
    try:
        return Journal(path, to_read=True).size
    except FacilitatorError:
        return -1


def identity(table: object) -> object:
    """Return the settings by which a table is recognised in its game files: name, game, rules and seats.

    Args:
        table: Table settings stored in a game file.

    Returns:
        A value for comparisons, or `None` if the argument is not a table.
    """
    seats = table.get("seats") if isinstance(table, dict) else None
    if not isinstance(table, dict) or not isinstance(seats, list) or not seats:
        return None
    seated = {(str(seat.get("name")), bool(seat.get("virtual"))) for seat in seats if isinstance(seat, dict)}
    return *(table.get(key) for key in ("name", "game", "rules")), seated


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return False


def learn_from(paths: Iterable[Path]) -> tuple[MeasuredFactors, list[str]]:
    """Return the pace measured in the latest games, and a message for each unreadable file."""
    turns: list[Measured] = []
    troubles: list[str] = []
    for path in [*paths][-LATEST:]:
        try:
            journal = Journal(path, to_read=True)
            turns += measure_turns(journal) if journal.seed is None else ()
        except Exception as err:  # an error in an old game must not stop the present game
            found = err.problem if isinstance(err, FacilitatorError) else repr(err)
            troubles.append(sentence("learn.left_out", game=format_path(Path(path.name)), why=found))
    return learn(turns), troubles


def pace_at(table: Table, table_file: Path | None, present: Path | None = None) -> Pace:
    """Return a table's pace, including measurements from past games. Unreadable games are skipped.

    Args:
        table: The table.
        table_file: Table file. If `None`, past games are not searched.
        present: Game file of the open game.
    """
    folders = [path.parent for path in (table_file, present) if path is not None]
    return pace_of(
        table.helpers, learn_from(past_games(table, folders, present).played if table_file else [])[0]
    )
