"""Recover the game in a damaged file, and write it as a new game.

The file itself is only read. Everything is done on a copy of it, with what a crash left beside it. SQLite returns
the rows in order, up to the first that it cannot read. A row counts if the chain of digests reaches it from the first
fact. An input counts if it is possible after the inputs before it. If the last good copy has more rows, it is used
instead.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from itertools import chain, groupby
from pathlib import Path
from typing import TYPE_CHECKING

from facilitator.errors import CannotLock, CommandError, FacilitatorError, InUse, JournalError
from facilitator.i18n.catalogue import refusal, sentence
from facilitator.play.journal import (
    ANSWER,
    BEGUN,
    EVENT,
    LONGEST_TEXT,
    OLDEST,
    SEED,
    SHORT,
    VERSION,
    Damage,
    Journal,
    JournalEntry,
    archive_name,
    archived_as,
    copy_of,
    format_path,
    game_file_exists,
    read,
    serialize,
)
from facilitator.play.kept_games import check_same_game, table_of
from facilitator.play.match import Match
from facilitator.table_files.files import LARGEST_FILE, no_room, replace_whole, scratch

if TYPE_CHECKING:
    from facilitator.table_files.model import Table


# ----------------------------------------------------------------------------------------------------
# Kept games: whether one is in progress, which rehearsal it is, archiving it, reading it again.


def load_game(table: Table, journal: Journal) -> Match:
    """Return a kept game from its journal.

    Raises:
        JournalError: It belongs to another table, or its inputs are not a possible game.
    """
    check_same_game(journal, table)
    return Match(table, journal)


def game_of_its_own(path: Path) -> Match:
    """Return a kept game with the table of its own file.

    Raises:
        JournalError: The file is damaged.
    """
    journal = Journal(path, to_read=True)
    return Match(table_of(journal), journal)


def is_unfinished(path: Path) -> bool:
    """Return whether a file has a game that has begun and is not over. A file that cannot be read has none."""
    if not game_file_exists(path):
        return False
    try:
        match = game_of_its_own(path)
    except FacilitatorError:
        return False
    return match.journal.has_begun and not match.is_over


def archive_game(path: Path) -> None:
    """Archive an old game under a name with the time, so that a new game can begin.

    The last good copy goes first: if the program is killed in between, the game is still in its place, and the
    copy cannot be taken for a copy of the new game.

    Raises:
        JournalError: The game is in use, or it cannot be renamed.
    """
    if game_file_exists(path):
        try:
            Journal(path).close()
        except (InUse, CannotLock):
            raise
        except JournalError:
            pass  # a damaged game is archived, too
    target = archive_name(path)
    try:
        for suffix in (".bak", "", "-journal"):
            part = path.with_name(f"{path.name}{suffix}")
            if game_file_exists(part):
                part.rename(target.with_name(f"{target.name}{suffix}"))
    except OSError as err:
        raise JournalError(
            *refusal("refused.file.aside", file=format_path(path), why=str(err.strerror))
        ) from err


def kept_seed(path: Path | None, fresh: int) -> int:
    """Return the seed of the rehearsal in a file, or a new one if there is none.

    Nothing else is read. Errors of the file are found when the game is opened.

    Args:
        path: The file. `None` for a game in memory.
        fresh: The new seed.

    Raises:
        CommandError: The file has a real game.
    """
    if path is None or not game_file_exists(path):
        return fresh
    with suppress(sqlite3.Error, ValueError), closing(sqlite3.connect(path, timeout=SHORT)) as db:
        facts = dict(db.execute("SELECT name, value FROM fact LIMIT 9"))
        if facts and SEED not in facts:
            raise CommandError(*refusal("refused.file.real", file=format_path(path)))
        return int(facts.get(SEED, fresh))
    return fresh


# ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Saved:
    """The recovered part of a game's file.

    Attributes:
        trouble: The damage in words. Empty if there is none.
        copy: Whether everything else is from its last good copy.
        version: Format that the file names. `None` if it names none.
        facts: The facts that it begins with.
        written: Number of rows that were written, as far as the file shows.
        chained: Number of rows whose digests are right.
        rows: The recovered rows.
        stops: Why the next input is not recovered. Empty if no input is lost.
    """

    trouble: str
    copy: bool
    version: int | None
    facts: Mapping[str, object]
    written: int
    chained: int
    rows: tuple[JournalEntry, ...]
    stops: str

    @property
    def is_intact(self) -> bool:
        """Whether the file is intact."""
        return not self.trouble

    @property
    def events(self) -> int:
        """Number of recovered public events, undone ones too."""
        return sum(row.kind == EVENT for row in self.rows)

    @property
    def answers(self) -> int:
        """Number of recovered answers to operations."""
        return sum(row.kind == ANSWER for row in self.rows)

    def to_json(self) -> dict[str, object]:
        """Return a summary as JSON. The times are those of the first and the last recovered row."""
        times = [row.at for row in self.rows]
        counts = {"written": self.written, "chained": self.chained, "saved": len(self.rows)}
        return {
            "trouble": self.trouble,
            "format": self.version,
            "last_good_copy": self.copy,
            "rows": counts,
            "events": self.events,
            "answers": self.answers,
            "since": times[0] if times else None,
            "until": times[-1] if times else None,
            "stops": self.stops,
        }


def inspect_file(table: Table, path: Path) -> Saved:
    """Return the recovered part of a game's file or, if the file is missing, of its last good copy.

    Both are left as they are.

    Raises:
        JournalError: Nothing can be recovered: the file is not a game, is of an earlier format, belongs to another
            table, or has no readable row.
        CommandError: There is no room for a copy.
    """
    last = copy_of(path)
    if not game_file_exists(path):
        other = archived_as(path)
        trouble = (
            sentence("salvage.missing.moved", other=format_path(other))
            if other
            else sentence("salvage.missing")
        )
        return replace(_read_saved(table, last), copy=True, trouble=trouble)
    own = _read_saved(table, path)
    if own.trouble and game_file_exists(last):
        with suppress(JournalError):  # another table's
            good = _read_saved(table, last)
            same = BEGUN not in own.facts or good.facts == own.facts
            if good.facts and same and (not own.facts or len(good.rows) > len(own.rows)):
                return replace(good, copy=True, trouble=own.trouble)
    if not own.facts:
        raise _nothing(format_path(path), own)
    return own


def write_saved_game(saved: Saved, target: Path) -> None:
    """Write the recovered game as a new file, completely or not at all.

    Raises:
        JournalError: There is a file already, or a crash left something of a game with this name.
        CommandError: The file cannot be written.
    """
    for place in chain([target], _list_side_files(target)):
        if game_file_exists(place):
            raise JournalError(*refusal("refused.file.there", file=format_path(place)))
    try:
        replace_whole({target.resolve(): serialize(saved.facts, saved.rows)})
    except (OSError, RuntimeError, ValueError) as err:  # RuntimeError: links that lead in a circle
        reason = getattr(err, "strerror", None) or err
        raise CommandError(
            *refusal("refused.file.place", file=format_path(target), why=str(reason))
        ) from None


# -- reading -------------------------------------------------------------------------------------------------


SQLITE_BESIDE = ("-wal", "-journal")
"""Suffixes of the files that SQLite leaves beside a file when it is stopped."""
UNWRITTEN = ("SQLITE_FULL", "SQLITE_IOERR", "SQLITE_CANTOPEN")
"""SQLite's names for errors of the disk, if the file itself can be read and written."""
LONGEST_QUERY = 10**7
"""Number of SQLite's steps after which a query is stopped: a table in a forged file may be an endless view."""


def _read_saved(table: Table, path: Path) -> Saved:
    """Return the recovered part of one file, which is copied for it. It has no facts if there is none.

    Raises:
        JournalError: The game belongs to another table, or has an earlier format, which cannot be continued.
    """
    with scratch() as folder:
        mine, trouble = copy_game(path, folder), ""
        try:
            Journal(mine, to_read=True)
        except JournalError as err:
            trouble = err.problem.replace(f"{folder}{os.sep}", "")
        settle(mine)
        with closing(sqlite3.connect(mine, isolation_level=None)) as db:
            db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_TEXT)
            db.set_progress_handler(lambda: 1, LONGEST_QUERY)
            db.execute("PRAGMA writable_schema=ON")  # else nothing is read of a file that was cut short
            contents = read(db)
            version = _number(db, "PRAGMA user_version")
            rows, most = (
                _number(db, "SELECT rows FROM head") or 0,
                _number(db, "SELECT max(n) FROM entry") or 0,
            )
            digests = [contents.heads[rows].chain] if 0 < rows < len(contents.heads) else []
            ends = (
                bool(_number(db, "SELECT count(*) FROM head WHERE chain = ?", *digests)) if digests else False
            )
    # what comes after the end that the file says was never acknowledged
    entries, written = (
        (contents.entries[:rows], rows)
        if ends
        else (contents.entries, max(len(contents.entries), most, rows))
    )
    if contents.facts and contents.version < VERSION:
        found = contents.version
        raise JournalError(*refusal("refused.file.old", file=format_path(path), found=found, wanted=VERSION))
    kept, stops = _playable(table, contents.facts, entries) if contents.facts else ((), "")
    if not stops and len(entries) < written:
        missing = sentence("damage.digest.entry", number=len(entries) + 1)
        stops = str(contents.trouble) if isinstance(contents.trouble, Damage) else missing
    trouble = trouble or stops
    return Saved(trouble, False, version, contents.facts, written, len(entries), kept, stops)


def _number(db: sqlite3.Connection, query: str, *values: object) -> int | None:
    """Return the number that answers a query, or `None` if there is none or it cannot be read."""
    with suppress(sqlite3.Error, ValueError):
        row = db.execute(query, values).fetchone()
        return row[0] if row and isinstance(row[0], int) else None
    return None


def _list_side_files(path: Path) -> Iterator[Path]:
    """Yield the paths of the files that a crash may leave beside a file.

    Raises:
        ValueError: The path is a folder without a name.
    """
    return (path.with_name(path.name + suffix) for suffix in SQLITE_BESIDE)


def copy_game(path: Path, folder: Path) -> Path:
    """Copy a game's file and what a crash left beside it.

    Raises:
        JournalError: It cannot be read.
        CommandError: The copy cannot be written.
    """
    found: dict[Path, bytes] = {}
    try:
        game_file_exists(path)
        found[folder / path.name] = path.read_bytes()
        for left in _list_side_files(path):
            if left.is_file() and left.stat().st_size <= LARGEST_FILE:
                found[folder / left.name] = left.read_bytes()
    except OSError as err:
        why = str(err.strerror or err)
        raise JournalError(*refusal("refused.file.unreadable", file=format_path(path), why=why)) from None
    try:
        for copy, data in found.items():
            copy.write_bytes(data)
    except OSError as err:
        raise no_room(err) from None
    return folder / path.name


def settle(copy: Path) -> None:
    """Let SQLite roll back an interrupted transaction, or complete it from a WAL, as far as possible.

    Raises:
        CommandError: The disk has an error. After half a rollback, an answer that never counted would count.
    """
    before = copy.read_bytes()
    try:
        with closing(sqlite3.connect(copy, isolation_level=None)) as db:
            db.execute("SELECT count(*) FROM sqlite_master").fetchone()
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    except (sqlite3.Error, ValueError) as err:
        # ValueError: a damaged table's name that is no UTF-8, in SQLite's own message
        if getattr(err, "sqlite_errorname", "").startswith(UNWRITTEN):
            raise no_room(err) from None
    if copy.stat().st_size > LARGEST_FILE:  # a damaged rollback journal may say so, and make it so
        copy.write_bytes(before)


def _nothing(name: str, saved: Saved) -> JournalError:
    """Build the error for a file of which no row can be recovered."""
    if saved.version is not None and 0 < saved.version < OLDEST:
        return JournalError(*refusal("refused.save.format", file=name, found=saved.version))
    return JournalError(
        *refusal("refused.save.none", file=name, what=saved.trouble or sentence("salvage.nothing.there"))
    )


# -- what makes a game ---------------------------------------------------------------------------------------


def _playable(
    table: Table, facts: Mapping[str, object], entries: Sequence[JournalEntry]
) -> tuple[tuple[JournalEntry, ...], str]:
    """Return the entries of all inputs that are a possible game, and why the next input is not possible.

    Derived entries of the last input may be missing. They are worked out again.
    """
    journal = Journal(None, facts)
    check_same_game(journal, table)
    match, kept = Match(table, journal), list[JournalEntry]()
    for number, rows in groupby(entries, lambda entry: entry.input):
        typed, *derived = rows
        try:
            match.replay(typed)
        except (FacilitatorError, LookupError, TypeError, ValueError) as err:
            reason = err.problem if isinstance(err, FacilitatorError) else sentence("damage.value")
            return tuple(kept), sentence("damage.input", number=number, why=reason)
        again = [entry._replace(at=typed.at) for entry in journal.entries[len(kept) :]]
        cut = number == entries[-1].input and len(derived) < len(again) - 1
        if derived != again[1 : len(derived) + 1] or (len(derived) < len(again) - 1 and not cut):
            return tuple(kept), sentence("damage.derived", number=number)
        kept += again
    return tuple(kept), ""
