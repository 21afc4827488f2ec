"""The journal: one game, one SQLite file, append-only; what was typed, never what follows from it.

Each *input* of the host (an event, an answer to an operation, an undo, a note) is one transaction, and is on disk
before the program goes on.  An operation is answered once, in however many steps it is told: words may change
between versions, and a game kept goes on at the same operation.  Public events a finished run amounts to, and the
run's line, are written with the answer that finished it: for readers of the file; replay works them out again and
compares.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from facilitator.errors import JournalError

APPLICATION = 0x464E4F31
VERSION = 2
EVENT, ANSWER, UNDO, NOTE, GIVE_UP, RUN = "event", "answer", "undo", "note", "give-up", "run"
IN_USE = "it is in use"
NO_ACCESS = (
    "SQLITE_READONLY",
    "SQLITE_CANTOPEN",
    "SQLITE_IOERR",
    "SQLITE_FULL",
    "SQLITE_PERM",
    "SQLITE_AUTH",
)
"""SQLite's names for what is the folder's or the disk's fault, not the file's."""
INPUTS = (EVENT, ANSWER, UNDO, NOTE, GIVE_UP)


def game_path(table_name: str, rehearsal: bool = False) -> Path:
    """Return where the game of a table file (or of a sample, in the folder at hand) is kept."""
    return Path(table_name.removeprefix("sample:")).with_suffix(".rehearsal.game" if rehearsal else ".game")


class Entry(NamedTuple):
    """One row: the input it belongs to, when, what kind, and its JSON body.

    ``derived``: not typed, but worked out from the input.
    """

    input: int
    at: str
    kind: str
    body: dict[str, object]
    derived: bool


class Journal:
    """An open game file (or one in memory); holds a lock that lets others read, not write."""

    def __init__(
        self, path: Path | None, facts: dict[str, object] | None = None, *, to_read: bool = False
    ) -> None:
        """Open ``path``, creating it with ``facts`` if there is none; None: keep it in memory.

        ``to_read``: take no lock, so that a game under way can be looked at.

        Raises `JournalError` if the file is damaged, not a game, of a newer version or in use.
        """
        self.path = path
        self._name = str(path) if path else "the game"
        try:
            self._db = sqlite3.connect(path or ":memory:", isolation_level=None, timeout=0.5)
            if facts is not None and self._blank():
                self._create(facts)
            self._identify()
            if not to_read:
                self._db.execute("PRAGMA synchronous=FULL")
                self._db.execute("BEGIN IMMEDIATE")
                self._now_in_file = self._in_file()
            self.facts = self._facts()
            self._entries = list(self._read())
        except (sqlite3.Error, OSError, ValueError, JournalError) as err:
            with suppress(AttributeError):
                self._db.close()
            if isinstance(err, JournalError):
                raise
            raise self._refusal(err) from err

    def _blank(self) -> bool:
        """Whether nothing was ever written: a new file, or one whose creation was cut short and rolled back."""
        tables = self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        return not tables and not self._db.execute("PRAGMA application_id").fetchone()[0]

    def _create(self, facts: dict[str, object]) -> None:
        rows = [(name, _dump(value)) for name, value in {**facts, "begun": _now()}.items()]
        self._db.execute("BEGIN EXCLUSIVE")
        if not self._blank():  # another window was quicker
            self._db.execute("ROLLBACK")
            return
        self._db.execute(f"PRAGMA application_id={APPLICATION}")
        self._db.execute(f"PRAGMA user_version={VERSION}")
        self._db.execute("CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
        self._db.execute(
            "CREATE TABLE entry (n INTEGER PRIMARY KEY, input INTEGER NOT NULL, at TEXT NOT NULL,"
            " kind TEXT NOT NULL, body TEXT NOT NULL, derived INTEGER NOT NULL)"
        )
        self._db.executemany("INSERT INTO fact VALUES (?, ?)", rows)
        self._db.execute("COMMIT")

    def _identify(self) -> None:
        if self._db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
            raise JournalError(
                "a game of this program", f"{self._name} is something else", "Name another file."
            )
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        if version != VERSION:
            raise JournalError(
                f"a game of format {VERSION}",
                f"format {version} in {self._name}",
                "Use the version of the program that began this game.",
            )

    def _refusal(self, err: Exception) -> JournalError:
        if "locked" in str(err):
            return self._in_use()
        name = getattr(err, "sqlite_errorname", "")
        if isinstance(err, OSError) or name.startswith(NO_ACCESS):
            todo = "Look whether the file and its folder can be written to, and whether the disk is full."
            return JournalError(f"to read and write {self._name}", str(err), todo)
        todo = "Restore a copy of the file, or begin afresh with --new."
        return JournalError(f"a whole game in {self._name}", f"damage: {err}", todo)

    def _in_use(self) -> JournalError:
        todo = "Close the other window that plays this game, then start again."
        return JournalError(f"{self._name} to be free", IN_USE, todo)

    def _facts(self) -> dict[str, object]:
        rows = self._db.execute("SELECT name, value FROM fact")
        return {name: _loaded(value, f'the fact "{name}"') for name, value in rows}

    def _read(self) -> Iterator[Entry]:
        rows = self._db.execute("SELECT n, input, at, kind, body, derived FROM entry ORDER BY n")
        for n, number, at, kind, body, derived in rows:
            if kind not in (*INPUTS, RUN):
                raise ValueError(f"entry {n} is of no known kind")
            yield Entry(number, at, kind, _loaded(body, f"entry {n}"), bool(derived))

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Every row, oldest first."""
        return tuple(self._entries)

    def live(self) -> list[Entry]:
        """Return the rows that still count: an undo takes back the last input before it, and itself."""
        undone: set[int] = set()
        inputs: list[int] = []
        for entry in self._entries:
            if entry.derived:
                continue
            if entry.kind == UNDO:
                undone |= {entry.input, inputs.pop()} if inputs else {entry.input}
            else:
                inputs.append(entry.input)
        return [entry for entry in self._entries if entry.input not in undone]

    def append(
        self, kind: str, body: dict[str, object], derived: Iterable[tuple[str, dict[str, object]]] = ()
    ) -> None:
        """Write one input and what was worked out from it, in one transaction, and wait for the disk."""
        number = self._entries[-1].input + 1 if self._entries else 1
        at = _now()
        entries = [Entry(number, at, kind, body, False)]
        entries += [Entry(number, at, k, b, True) for k, b in derived]
        rows = [(e.input, e.at, e.kind, _dump(e.body), int(e.derived)) for e in entries]
        try:
            if not self._db.in_transaction:  # the last attempt failed
                self._lock_again()
            self._db.executemany(
                "INSERT INTO entry (input, at, kind, body, derived) VALUES (?, ?, ?, ?, ?)", rows
            )
            self._db.execute("COMMIT")
        except sqlite3.Error as err:
            with suppress(sqlite3.Error):
                self._db.rollback()
            raise self._refusal(err) from err
        self._entries += entries
        self._lock_again()

    def _lock_again(self) -> None:
        """Take the lock back that a commit gives up for a moment; raise if another window was in between."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
            alone = self._in_file() == self._now_in_file
        except (sqlite3.Error, OSError) as err:
            raise self._refusal(err) from err
        if not alone:
            self._db.rollback()
            raise self._in_use()

    def _in_file(self) -> tuple[int, int, int]:
        """What changes when another window writes to the file, or puts it aside and begins anew."""
        found = self.path.stat() if self.path else None
        written = int(self._db.execute("PRAGMA data_version").fetchone()[0])
        return written, found.st_dev if found else 0, found.st_ino if found else 0

    def close(self) -> None:
        """Give the file free."""
        with suppress(sqlite3.Error):
            self._db.rollback()
            self._db.close()


def _loaded(text: str, what: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, TypeError):
        raise ValueError(f"{what} cannot be read") from None


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
