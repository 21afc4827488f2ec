"""Recovery of damaged game files: copy the file, read its undamaged entries, and write them to a new file.

Theory of operation
===================
The damaged file is never changed. `inspect_file` copies the file to a temporary folder, together with the
files that SQLite leaves behind after a crash (`copy_game`), and lets SQLite complete or roll back an
interrupted transaction in the copy (`settle`). Then the copy is read row by row.

An entry is recovered under three conditions:

- SQLite can read the row and all rows before it.
- The chain of digests is valid from the first fact to the row.
- The entry is part of an input that is possible after the inputs before it. `_playable` replays the inputs in
  a new match and stops at the first error.

Derived entries may be missing after the last input. They are computed again.

If the last row is newer than the ``head`` row, the host never got a confirmation for it. Such a row is not
recovered. If the ``head`` row is damaged, all rows with valid digests are used.

The last good copy is inspected in the same way. It is used if it contains the same game and has more
recoverable entries than the file.

This module also archives games (`archive_game`) and loads stored games without a table file
(`game_of_its_own`).
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from itertools import chain, groupby
from pathlib import Path

from facilitator.errors import CannotLock, CommandError, FacilitatorError, InUse, JournalError
from facilitator.i18n.catalogue import refusal, sentence
from facilitator.play.journal import (
    BEGUN,
    LONGEST_TEXT,
    SEED,
    VERSION,
    Contents,
    Damage,
    Journal,
    JournalEntry,
    archive_name,
    copy_of,
    format_path,
    game_file_exists,
    read,
    serialize,
    stored_facts,
)
from facilitator.play.kept_games import check_same_game, table_of
from facilitator.play.match import Match
from facilitator.table_files.files import LARGEST_FILE, no_room, replace_whole, scratch
from facilitator.table_files.model import Table

# ----------------------------------------------------------------------------------------------------
# Stored games: loading, archiving, the seed of a rehearsal.


def load_game(table: Table, journal: Journal) -> Match:
    """Return the match recorded in a journal.

    Raises:
        JournalError: The game belongs to another table, or its inputs form no possible game.
    """
    check_same_game(journal, table)
    return Match(table, journal)


def game_of_its_own(path: Path) -> Match:
    """Return the match in a game file, using the table settings stored in the file.

    Raises:
        JournalError: The file is damaged.
    """
    journal = Journal(path, to_read=True)
    return Match(table_of(journal), journal)


def is_unfinished(path: Path) -> bool:
    """Return whether a file contains a game in progress. For an unreadable file, return False."""
    if not game_file_exists(path):
        return False
    try:
        match = game_of_its_own(path)
    except FacilitatorError:
        return False
    return match.journal.has_begun and not match.is_over


def archive_game(path: Path) -> None:
    """Archive a game under a name with the current time so that a new game can begin.

    The last good copy is renamed first. If the program is killed before it renames the game, the game remains
    in its place. In the opposite order, the old copy could be mistaken for a copy of the new game.

    Raises:
        JournalError: The game is in use, or cannot be renamed.
    """
    if game_file_exists(path):
        try:
            Journal(path).close()
        except (InUse, CannotLock):
            raise
        except JournalError:
            pass  # a damaged game is archived as well
    target = archive_name(path)
    try:
        for suffix in (".bak", "", "-journal"):
            part = path.with_name(f"{path.name}{suffix}")
            if game_file_exists(part):
                part.rename(target.with_name(f"{target.name}{suffix}"))
    except OSError as err:
        why = str(err.strerror)
        raise JournalError(*refusal("refused.file.aside", file=format_path(path), why=why)) from err


def kept_seed(path: Path | None, fresh: int) -> int:
    """Return the seed of the rehearsal in a file. Without a rehearsal, return a new seed.

    Args:
        path: Game-file path. `None` for a game in memory.
        fresh: New seed.

    Raises:
        CommandError: The file contains a real game.
    """
    if path is None or not game_file_exists(path):
        return fresh
    facts = stored_facts(path)
    if facts is not None and SEED not in facts:
        raise CommandError(*refusal("refused.file.real", file=format_path(path)))
    seed = (facts or {}).get(SEED)
    return seed if isinstance(seed, int) else fresh


# ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Saved:
    """Recoverable contents of a damaged game file, and a description of the damage.

    Attributes:
        trouble: Description of the damage. Empty for an undamaged file.
        copy: Whether the other attributes describe the last good copy.
        facts: Facts at the beginning of the file.
        written: Known number of written entries.
        chained: Number of entries with valid digests.
        rows: Recovered entries.
        stops: Reason why the next input is lost. Empty if all inputs are recovered.
    """

    trouble: str
    copy: bool
    facts: Mapping[str, object]
    written: int
    chained: int
    rows: tuple[JournalEntry, ...]
    stops: str

    @property
    def is_intact(self) -> bool:
        """True if the game file is undamaged."""
        return not self.trouble


def inspect_file(table: Table, path: Path) -> Saved:
    """Return the recoverable contents of a game file or of its last good copy.

    The last good copy is used if the file is missing, or if the copy has more entries. Both files remain
    unchanged.

    Args:
        table: Table settings.
        path: Game-file path.

    Raises:
        JournalError: The file is not a game, has an earlier format, belongs to another table, or has no
            readable row.
        CommandError: There is not enough space for a temporary copy.
    """
    last = copy_of(path)
    if not game_file_exists(path):
        return replace(_read_saved(table, last), copy=True, trouble=sentence("salvage.missing"))
    own = _read_saved(table, path)
    if own.trouble and game_file_exists(last):
        with suppress(JournalError):  # the copy belongs to another table
            good = _read_saved(table, last)
            if _has_more(good, own):
                return replace(good, copy=True, trouble=own.trouble)
    if not own.facts:
        what = own.trouble or sentence("salvage.nothing.there")
        raise JournalError(*refusal("refused.save.none", file=format_path(path), what=what))
    return own


def _has_more(good: Saved, own: Saved) -> bool:
    """Return whether the last good copy has more of the same game than the file itself."""
    same = BEGUN not in own.facts or good.facts == own.facts
    return bool(good.facts) and same and (not own.facts or len(good.rows) > len(own.rows))


def write_saved_game(saved: Saved, target: Path) -> None:
    """Write the recovered game to a new file, either completely or not at all.

    Args:
        saved: Recovered contents.
        target: Path of the new file.

    Raises:
        JournalError: The file or a file with its name and an SQLite suffix already exists.
        CommandError: The file cannot be written.
    """
    for place in chain([target], _list_side_files(target)):
        if game_file_exists(place):
            raise JournalError(*refusal("refused.file.there", file=format_path(place)))
    try:
        replace_whole({target.resolve(): serialize(saved.facts, saved.rows)})
    except (OSError, RuntimeError, ValueError) as err:  # RuntimeError: a loop of symbolic links
        why = str(getattr(err, "strerror", None) or err)
        raise CommandError(*refusal("refused.file.place", file=format_path(target), why=why)) from None


# -- reading -----------------------------------------------------------------------------------------------------


SQLITE_BESIDE = ("-wal", "-journal")
"""Suffixes of files that SQLite leaves behind after a crash."""
UNWRITTEN = ("SQLITE_FULL", "SQLITE_IOERR", "SQLITE_CANTOPEN")
"""Names of SQLite errors that indicate a problem with the disk instead of the file."""
LONGEST_QUERY = 10**7
"""Maximum number of SQLite instructions per query. This stops endless queries in forged files."""


def _read_saved(table: Table, path: Path) -> Saved:
    """Return the recoverable contents of a single file. Without readable facts, the facts are empty.

    Raises:
        JournalError: The game belongs to another table, or has an earlier format that cannot be continued.
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
            db.execute("PRAGMA writable_schema=ON")  # otherwise SQLite rejects a truncated file
            contents = read(db)
            entries, written = _select_entries(db, contents)
    if contents.facts and contents.version < VERSION:
        found = contents.version
        raise JournalError(*refusal("refused.file.old", file=format_path(path), found=found, wanted=VERSION))
    kept, stops = _playable(table, contents.facts, entries) if contents.facts else ((), "")
    if not stops and len(entries) < written:
        missing = sentence("damage.digest.entry", number=len(entries) + 1)
        stops = str(contents.trouble) if isinstance(contents.trouble, Damage) else missing
    trouble = trouble or stops
    return Saved(trouble, False, contents.facts, written, len(entries), kept, stops)


def _select_entries(db: sqlite3.Connection, contents: Contents) -> tuple[Sequence[JournalEntry], int]:
    """Return the readable entries, and the number of entries that the file once had.

    Entries that the game file never confirmed to the host are left out.
    """
    rows = _number(db, "SELECT rows FROM head") or 0  # number of confirmed entries
    if 0 < rows < len(contents.heads):
        digest = contents.heads[rows].chain
        if _number(db, "SELECT count(*) FROM head WHERE chain = ?", digest):
            return contents.entries[:rows], rows
    most = _number(db, "SELECT max(n) FROM entry") or 0
    return contents.entries, max(len(contents.entries), most, rows)


def _number(db: sqlite3.Connection, query: str, *values: object) -> int | None:
    """Return the number in the first row of a query result, or `None` if it is missing or unreadable."""
    with suppress(sqlite3.Error, ValueError):
        row = db.execute(query, values).fetchone()
        return row[0] if row and isinstance(row[0], int) else None
    return None


def _list_side_files(path: Path) -> Iterator[Path]:
    """Yield the paths of files that SQLite may leave behind.

    Raises:
        ValueError: The path has no file name.
    """
    return (path.with_name(path.name + suffix) for suffix in SQLITE_BESIDE)


def copy_game(path: Path, folder: Path) -> Path:
    """Copy a game file and the files that SQLite left behind to a folder.

    Returns:
        Path of the copy.

    Raises:
        JournalError: The file cannot be read.
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
    """Let SQLite complete or roll back an interrupted transaction in a copied game file.

    Raises:
        CommandError: A disk error occurred. An incomplete rollback could leave an unconfirmed answer in the
            file.
    """
    before = copy.read_bytes()
    try:
        with closing(sqlite3.connect(copy, isolation_level=None)) as db:
            db.execute("SELECT count(*) FROM sqlite_master").fetchone()
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    except (sqlite3.Error, ValueError) as err:
        # ValueError: SQLite's message contains a name that is not UTF-8
        if getattr(err, "sqlite_errorname", "").startswith(UNWRITTEN):
            raise no_room(err) from None
    if copy.stat().st_size > LARGEST_FILE:  # a damaged rollback journal can enlarge the file
        copy.write_bytes(before)


# -- replay of the entries ---------------------------------------------------------------------------------------


def _playable(
    table: Table, facts: Mapping[str, object], entries: Sequence[JournalEntry]
) -> tuple[tuple[JournalEntry, ...], str]:
    """Return the entries of all inputs that form a possible game, and the error at the next input.

    Derived entries of the last input may be missing. They are computed again.
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
