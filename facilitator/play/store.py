"""The file of a game, opened: who may read and write it, and nothing acknowledged before it is on disk.

What the file holds is told in `facilitator.play.format`; what its rows mean is the journal's business.
"""

from __future__ import annotations

import shlex
import sqlite3
import stat
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path

from facilitator.errors import JournalError, NotWritten
from facilitator.play import format as layout
from facilitator.play.format import LARGEST_FILE, LONGEST_TEXT, OLDEST, VERSION, Damage, Row
from facilitator.system.files import replace_whole

SALVAGE = "facilitator log TABLE --salvage"
"""The command that saves what can be saved; a game does not know what its table's file is called."""
IN_USE = "it is in use"
BEING_READ = "somebody else is reading it"
PATIENCE, SHORT = 5.0, 0.5
"""Seconds to wait for readers, who are soon gone; and for another window that plays, which is not."""
NO_ACCESS = (
    "SQLITE_READONLY",
    "SQLITE_CANTOPEN",
    "SQLITE_IOERR",
    "SQLITE_FULL",
    "SQLITE_PERM",
    "SQLITE_AUTH",
)
"""SQLite's names for what is the folder's or the disk's fault, not the file's."""


def there(path: Path) -> bool:
    """Return whether a file lies at ``path``; raises `JournalError` for what cannot be a game's file."""
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except (OSError, ValueError) as err:
        reason = getattr(err, "strerror", None) or str(err)
        raise JournalError(
            "the name of a game's file", f"{shown(path)} ({reason})", "Name another."
        ) from None
    if not stat.S_ISREG(found.st_mode):
        raise JournalError("a game's file", f"{shown(path)}, which is none", "Name another file.")
    return True


def shown(path: Path) -> str:
    """Return a path as it can be printed on one line."""
    name = "".join(sign if sign.isprintable() else "?" for sign in str(path))
    return name if len(name) <= 300 else f"…{name[-300:]}"


def save_words(path: Path | None) -> str:
    """Return what to do where a game's file is not whole: the command names the file, wherever it is kept."""
    named = "" if path is None else f" --journal {shlex.quote(shown(path))}"
    return f"save what can be saved with {SALVAGE}{named}"


def copy_of(path: Path) -> Path:
    """Return where the last good copy of a game's file lies: beside it."""
    return path.with_name(f"{path.name}.bak")


def keep_copy(path: Path) -> None:
    """Write the last good copy of a game's file anew, by SQLite's own backup; what was there stays if it cannot be.

    Only a game that is whole is copied, so that damage never comes over a good copy.
    """
    with (
        suppress(
            sqlite3.Error, OSError, ValueError
        ),  # ValueError: `Damage`, and what SQLite cannot say of it
        closing(_connected(path, True)) as game,
        closing(sqlite3.connect(":memory:")) as copy,
    ):
        game.backup(copy)
        layout.check_pages(copy)
        layout.read(copy)
        replace_whole({copy_of(path): copy.serialize()})


class Store:
    """An open game file, or one in memory; who writes holds a lock that lets others read."""

    def __init__(self, path: Path | None, facts: Mapping[str, str] | None, to_read: bool) -> None:
        """Open ``path``, creating it with ``facts`` (name: JSON) if there is none; None: keep it in memory.

        ``to_read``: read-only, and let go of at once, so that a game under way can be looked at.

        Raises `JournalError` if the file is damaged, not a game, of a format that is not gone on with, or in use.
        """
        self._path = path
        self._name = shown(path) if path else "the game"
        self._was = self._size()
        try:
            self._db = _connected(path, to_read)
            if not to_read:
                self._db.execute("PRAGMA synchronous=EXTRA")  # the folder too, when the rollback journal goes
                if facts is not None and self._to_begin():
                    self._create(facts)
            self._wait(PATIENCE if to_read else SHORT)
            self._db.execute("BEGIN" if to_read else "BEGIN IMMEDIATE")
            self._identify()
            layout.check_pages(self._db)
            self.facts, self.rows, self._head = layout.read(self._db)
            self._now_in_file = self._in_file()
            if to_read:
                self._db.close()
        except (sqlite3.Error, OSError, ValueError, JournalError) as err:
            with suppress(AttributeError):
                self._db.close()
            if isinstance(err, JournalError):
                raise
            refusal = self._refusal(err)
            if self._was is None and refusal.found != IN_USE and not to_read:
                self._leave_nothing()
            raise refusal from err

    def _leave_nothing(self) -> None:
        """Take away the empty file that a creation leaves which could not be written."""
        with suppress(OSError, JournalError):
            if self._path and self._size() == 0:
                self._path.unlink()

    def _size(self) -> int | None:
        """The bytes of the file, None if there is none; raises for what is no file, or too large for a game."""
        if self._path is None or not there(self._path):
            return None
        size = self._path.stat().st_size
        if size > LARGEST_FILE:
            most = f"a game's file of at most {LARGEST_FILE // 2**20} MiB"
            raise JournalError(most, f"{size // 2**20} MiB in {self._name}", "Name another file.")
        return size

    def _to_begin(self) -> bool:
        """Whether there is no game yet: no file, or one whose creation was cut short.

        That leaves a rollback journal, with which SQLite makes the file as empty as it was.
        """
        if self._was is None or self._path is None:
            return True
        cut_short = self._was > 0 or self._path.with_name(f"{self._path.name}-journal").exists()
        return self._blank() and cut_short and not self._size()

    def _blank(self) -> bool:
        tables = self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        return not tables and not self._db.execute("PRAGMA application_id").fetchone()[0]

    def _create(self, facts: Mapping[str, str]) -> None:
        self._db.execute("BEGIN EXCLUSIVE")
        if self._blank():  # or another window was quicker
            layout.make(self._db, facts)
        self._db.execute("COMMIT")

    def _identify(self) -> None:
        """Raise `JournalError` unless the file is a game of a format that can be gone on with."""
        if self._path and not self._size():
            todo = "Restore a copy. If no game was kept there yet, begin one with --new."
            raise JournalError(f"a game in {self._name}", "an empty file", todo)
        if self._db.execute("PRAGMA application_id").fetchone()[0] != layout.APPLICATION:
            raise JournalError(
                "a game of this program", f"{self._name} is something else", "Name another file."
            )
        self._version = self._db.execute("PRAGMA user_version").fetchone()[0]
        if not OLDEST <= self._version <= VERSION:
            raise JournalError(
                f"a game of format {OLDEST} or {VERSION}",
                f"format {self._version} in {self._name}",
                f"Use the version of the program that wrote it last, or {save_words(self._path)}.",
            )

    # -- writing ---------------------------------------------------------------------------------------------

    def append(self, rows: Sequence[Row]) -> None:
        """Write rows in one transaction and wait for the disk.

        Raises `NotWritten` if nothing was written, so that it can be tried again; another `JournalError` if
        a second window took over, be it before the rows were written or, then they count, after.
        """
        head: layout.ChainHead | None = None
        try:
            if not self._db.in_transaction:  # the last attempt failed
                self._lock_again()
            if self._version != VERSION:
                layout.stamp(self._db)
            head = layout.insert(self._db, self._head, rows)
            self._wait(PATIENCE)
            self._db.execute("COMMIT")
        except sqlite3.Error as err:
            with suppress(sqlite3.Error):
                self._db.rollback()
            if head is None or not self._arrived(head):
                raise self._not_written(err) from err
        self._head, self._version = head, VERSION
        self._now_in_file = (*head, *self._now_in_file[2:])
        self.rows += rows
        self._lock_again()

    def _lock_again(self) -> None:
        """Take the lock back that a commit gives up for a moment; raise if another window was in between."""
        try:
            self._wait(SHORT)
            self._db.execute("BEGIN IMMEDIATE")
            alone = self._in_file() == self._now_in_file
        except (sqlite3.Error, OSError) as err:
            with suppress(sqlite3.Error):
                self._db.rollback()
            raise self._refusal(err) from err
        if not alone:
            self._db.rollback()
            raise self._in_use()

    def _in_file(self) -> tuple[int, str, int, int]:
        """What changes when another window writes to the file, or puts it aside and begins anew."""
        found = self._path.stat() if self._path else None
        rows, chain = self._db.execute("SELECT rows, chain FROM head").fetchone()
        return rows, chain, found.st_dev if found else 0, found.st_ino if found else 0

    def _arrived(self, head: layout.ChainHead) -> bool:
        """Whether rows are in the file although writing them failed: at the very last, syncing the folder."""
        with suppress(sqlite3.Error, OSError, TypeError):
            return self._in_file()[:2] == head
        return False

    def _wait(self, seconds: float) -> None:
        self._db.execute(f"PRAGMA busy_timeout={round(seconds * 1000)}")

    def close(self) -> None:
        """Give the file free."""
        with suppress(sqlite3.Error):
            self._db.rollback()
            self._db.close()

    # -- what went wrong -------------------------------------------------------------------------------------

    def _refusal(self, err: Exception) -> JournalError:
        name = getattr(err, "sqlite_errorname", "")
        if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            return self._in_use()
        if name == "SQLITE_READONLY_ROLLBACK":
            todo = "Open the game with play: that takes back what was cut short. What was acknowledged stays."
            return JournalError(f"a whole game in {self._name}", "an answer cut short while written", todo)
        if isinstance(err, OSError) or name.startswith(NO_ACCESS):
            todo = "Look whether the file and its folder can be written to, and whether the disk is full."
            return JournalError(f"to read and write {self._name}", str(err), todo)
        if name == "SQLITE_TOOBIG":
            err = Damage(f"a row of more than {LONGEST_TEXT // 1024} KiB")
        return self.damaged(str(err))

    def damaged(self, what: str) -> JournalError:
        """Return the error that says what is wrong in this file."""
        todo = f"Restore a copy of the file, {save_words(self._path)}, or begin afresh with --new."
        return JournalError(f"a whole game in {self._name}", f"damage: {what}", todo)

    def _in_use(self) -> JournalError:
        todo = "Close the other window that plays this game, then start again."
        return JournalError(f"{self._name} to be free", IN_USE, todo)

    def _not_written(self, err: sqlite3.Error) -> NotWritten:
        if getattr(err, "sqlite_errorname", "").startswith("SQLITE_BUSY"):
            todo = "Nothing was lost: close what looks at the file, then type the same again."
            return NotWritten(f"{self._name} to be free for a moment", BEING_READ, todo)
        refusal = self._refusal(err)
        return NotWritten(refusal.expected, refusal.found, refusal.todo)


def _connected(path: Path | None, to_read: bool) -> sqlite3.Connection:
    """Several threads may use it, one after the other: desks wait for each other (`play.desk`)."""
    if path is None:
        db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    else:
        name = f"{path.absolute().as_uri()}?mode={'ro' if to_read else 'rwc'}"
        db = sqlite3.connect(name, uri=True, isolation_level=None, timeout=SHORT, check_same_thread=False)
    db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_TEXT)
    return db
