"""The journal: one game, append-only; what was typed, never what follows from it.

Each *input* of the host (an event, an answer to an operation, an undo, a note, a stop, a void) is one transaction,
and is on disk before the program goes on.  An operation is answered once, in however many steps it is told: words
may change between versions, and a game kept goes on at the same operation, in the wording that was chosen.  Public
events a finished run amounts to, and the run's line, are written with the answer that finished it: for readers of the
file; replay works them out again and compares.
"""

from __future__ import annotations

import hashlib
import json
import re
import shlex
import sqlite3
import stat
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from facilitator.errors import CommandError, JournalError, NotWritten, ProtocolBug
from facilitator.table.files import no_room, replace_whole, scratch

# ----------------------------------------------------------------------------------------------------
# What the file of a game looks like: its tables, its chain of digests, its bounds.
#
# Each row of facts and of entries carries a SHA-256 over the digest before it and everything it says; the one
# row of ``head`` says how many entries there are and the last digest, so nothing can be changed, left out or
# cut off unnoticed.


APPLICATION = 0x464E4F31
VERSION, OLDEST = 5, 4
"""The format that is written, and the oldest that is gone on with, which becomes this one when it is written to.

In 4 no wording was kept: who knows only 4 would take such an entry for damage.
"""
LARGEST_FILE, LONGEST_TEXT, MOST_ROWS = 64 * 2**20, 2**19, 200_000
"""Bytes of a game's file, bytes of one row, rows: far beyond any evening (a long one has 2,000 rows, 1 MB)."""

_CHAIN = "chain TEXT NOT NULL CHECK (typeof(chain) = 'text' AND length(chain) = 64)"
_TABLES = {
    "entry": "CREATE TABLE entry (n INTEGER PRIMARY KEY, input INTEGER NOT NULL CHECK (typeof(input) = 'integer'),"
    " at TEXT NOT NULL CHECK (typeof(at) = 'text'), kind TEXT NOT NULL CHECK (typeof(kind) = 'text'),"
    " body TEXT NOT NULL CHECK (typeof(body) = 'text'), derived INTEGER NOT NULL CHECK (derived IN (0, 1)),"
    f" {_CHAIN})",
    "fact": "CREATE TABLE fact (n INTEGER PRIMARY KEY, name TEXT NOT NULL CHECK (typeof(name) = 'text'),"
    f" value TEXT NOT NULL CHECK (typeof(value) = 'text'), {_CHAIN})",
    "head": "CREATE TABLE head (n INTEGER PRIMARY KEY CHECK (n = 1), rows INTEGER NOT NULL"
    f" CHECK (typeof(rows) = 'integer'), {_CHAIN})",
}
_COLUMNS = "n, input, at, kind, body, derived, chain"
START = hashlib.sha256(b"a game of the facilitator").hexdigest()
"""The digest before the first fact."""


class Row(NamedTuple):
    """One entry as it is stored: the input it belongs to, when, what kind, its body as JSON text.

    ``derived`` is 1 for what was worked out from the input, else 0.
    """

    input: int
    at: str
    kind: str
    body: str
    derived: int


class ChainHead(NamedTuple):
    """Where the chain ends: the number of entries and the last digest."""

    rows: int
    chain: str


class Damage(ValueError):
    """What is wrong in the file, for the message."""


def check_pages(db: sqlite3.Connection) -> None:
    """Raise `Damage` unless the tables are a game's, and their pages fit together."""
    schema = db.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name")
    if schema.fetchmany(9) != [
        ("table", name, name, sql) for name, sql in _TABLES.items()
    ]:  # nor trigger, nor view
        raise Damage("other tables than a game's")
    if db.execute("PRAGMA journal_mode").fetchone()[0] not in ("delete", "memory"):
        raise Damage("another way of writing than a game's")
    if db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        raise Damage("its pages do not fit together")


def read(db: sqlite3.Connection) -> tuple[dict[str, str], list[Row], ChainHead]:
    """Return facts (name: JSON), entries and the end of the chain; raises `Damage` where they are not whole."""
    facts, chain = _read_facts(db)
    rows: list[Row] = []
    for n, *values, digest in db.execute(f"SELECT {_COLUMNS} FROM entry ORDER BY n LIMIT {MOST_ROWS + 1}"):  # noqa: S608
        row = Row(*values)
        if [type(value) for value in row] != [int, str, str, str, int]:
            raise Damage(f"entry {n} cannot be read")
        rows.append(row)
        if len(rows) > MOST_ROWS:
            raise Damage(f"more than {MOST_ROWS:,} entries")
        chain = chained(chain, "entry", len(rows), *row)
        if (n, digest) != (len(rows), chain):
            raise Damage(f"entry {n} is not as it was written, or one before it is missing")
    head = ChainHead(len(rows), chain)
    if db.execute("SELECT n, rows, chain FROM head").fetchmany(2) != [(1, *head)]:
        raise Damage(f"after entry {len(rows)} something is missing")
    return facts, rows, head


def _read_facts(db: sqlite3.Connection) -> tuple[dict[str, str], str]:
    facts, chain = dict[str, str](), START
    for n, name, value, digest in db.execute("SELECT n, name, value, chain FROM fact ORDER BY n LIMIT 100"):
        if (type(name), type(value)) != (str, str) or name in facts:
            raise Damage(f"fact {n} cannot be read")
        facts[name] = value
        chain = chained(chain, "fact", len(facts), name, value)
        if (n, digest) != (len(facts), chain):
            raise Damage(f"fact {n} is not as it was written, or one before it is missing")
    return facts, chain


def make(db: sqlite3.Connection, facts: Mapping[str, str]) -> ChainHead:
    """Lay out the tables, with these facts; within a transaction of the caller's."""
    db.execute(f"PRAGMA application_id={APPLICATION}")
    stamp(db)
    for table in _TABLES.values():
        db.execute(table)
    chain = START
    for n, (name, value) in enumerate(facts.items(), 1):
        chain = chained(chain, "fact", n, name, value)
        db.execute("INSERT INTO fact VALUES (?, ?, ?, ?)", (n, name, value, chain))
    db.execute("INSERT INTO head VALUES (1, 0, ?)", (chain,))
    return ChainHead(0, chain)


def stamp(db: sqlite3.Connection) -> None:
    """Say that the file is of this format; within a transaction of the caller's."""
    db.execute(f"PRAGMA user_version={VERSION}")


def insert(db: sqlite3.Connection, head: ChainHead, rows: Iterable[Row]) -> ChainHead:
    """Add rows after the end of the chain and return the new end; within a transaction of the caller's."""
    count, chain = head
    for row in rows:
        count, chain = count + 1, chained(chain, "entry", count + 1, *row)
        db.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)", (count, *row, chain))
    db.execute("UPDATE head SET rows = ?, chain = ?", (count, chain))
    return ChainHead(count, chain)


def chained(before: str, *said: object) -> str:
    """Return the digest of a row, after the digest before it: what table it is of, its number, its values."""
    return hashlib.sha256(json.dumps([before, *said]).encode("ascii")).hexdigest()


# ----------------------------------------------------------------------------------------------------
# The file of a game, opened: who may read and write it, and nothing acknowledged before it is on disk.
#
# What the file holds is told in `facilitator.play.journal`; what its rows mean is the journal's business.


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
        check_pages(copy)
        read(copy)
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
            check_pages(self._db)
            self.facts, self.rows, self._head = read(self._db)
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
            make(self._db, facts)
        self._db.execute("COMMIT")

    def _identify(self) -> None:
        """Raise `JournalError` unless the file is a game of a format that can be gone on with."""
        if self._path and not self._size():
            todo = "Restore a copy. If no game was kept there yet, begin one with --new."
            raise JournalError(f"a game in {self._name}", "an empty file", todo)
        if self._db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
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
        head: ChainHead | None = None
        try:
            if not self._db.in_transaction:  # the last attempt failed
                self._lock_again()
            if self._version != VERSION:
                stamp(self._db)
            head = insert(self._db, self._head, rows)
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

    def _arrived(self, head: ChainHead) -> bool:
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


# ----------------------------------------------------------------------------------------------------
# A damaged game's file looked at: a copy of it, with what a crash left beside it taken back or taken over.


SQLITE_BESIDE = ("-wal", "-journal")
"""What SQLite leaves beside a file when it is stopped: what is not in it yet, or what is to be taken back."""
UNWRITTEN = ("SQLITE_FULL", "SQLITE_IOERR", "SQLITE_CANTOPEN")
"""SQLite's names for what is the disk's fault, where the file itself can be read and written."""


def beside(path: Path) -> Iterator[Path]:
    """Yield the places of what a crash may leave beside a file; raises ValueError for a folder without a name."""
    return (path.with_name(path.name + suffix) for suffix in SQLITE_BESIDE)


def copied(path: Path, folder: Path) -> Path:
    """Copy a game's file and what a crash left beside it.

    Raises `JournalError` if it cannot be read, `CommandError` if the copy cannot be written.
    """
    found: dict[Path, bytes] = {}
    try:
        found[folder / path.name] = path.read_bytes()
        for left in beside(path):
            if left.is_file() and left.stat().st_size <= LARGEST_FILE:
                found[folder / left.name] = left.read_bytes()
    except OSError as err:
        raise JournalError(
            f"to read {shown(path)}", str(err.strerror or err), "Look whether it can be read."
        ) from None
    try:
        for copy, data in found.items():
            copy.write_bytes(data)
    except OSError as err:
        raise no_room(err) from None
    return folder / path.name


def settle(copy: Path) -> None:
    """Let SQLite take back what was cut short, or take over what was left in a WAL, as far as it can.

    Raises `CommandError` if the disk does not let it: half taken back, an answer that was never acknowledged
    would count.
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


# ----------------------------------------------------------------------------------------------------
# A whole game written as a new file, or nothing: it is a draft elsewhere until all of it is there.


def write_afresh(
    facts: Mapping[str, str],
    rows: Sequence[Row],
    target: Path,
    check: Callable[[Path], object] = lambda _: None,
) -> None:
    """Write a game of these facts (name: JSON) and rows in ``target``; ``check`` may refuse the draft.

    Raises `JournalError` if something is there already, also what a crash left of a game with that name: it
    would be taken for the new one's.  `CommandError` if it cannot be written: then nothing is there, as before.
    """
    for place in chain([target], beside(target)):
        if there(place):
            raise JournalError(
                "a name that is free", f"{shown(place)} is there", "Nothing was written. Name another."
            )
    with scratch() as folder:
        draft = folder / "draft.game"
        _write(draft, facts, rows)
        check(draft)
        whole = draft.read_bytes()
    try:
        replace_whole({target.resolve(): whole})
    except (OSError, RuntimeError, ValueError) as err:  # RuntimeError: links that lead in a circle
        reason = getattr(err, "strerror", None) or err
        todo = "Nothing was written there. Make room, or choose another folder or name, and start the same again."
        raise CommandError("a place to write the game", f"{shown(target)} ({reason})", todo) from None


def _write(draft: Path, facts: Mapping[str, str], rows: Sequence[Row]) -> None:
    """Write a game's file in a folder of our own, where nothing but the disk can refuse it."""
    try:
        store = Store(draft, facts, False)
        try:
            if rows:
                store.append(rows)
        finally:
            store.close()
    except JournalError as err:
        raise no_room(err.__cause__ if isinstance(err.__cause__, Exception) else err) from err


# ----------------------------------------------------------------------------------------------------
# The mark of a virtual turn: four letters of a chain of digests over all that was typed before it.
#
# The chain is of inputs and of what was worked out from them, undone ones too, as they are kept, and of nothing
# else: no time, no name of a file, no setting of a table.  So a rehearsal with the same seed has the same marks
# again, a game that is copied or salvaged keeps its own, and one from which an entry was left out behind the
# table's back has others from there on than were said and written down.  Four letters are twenty bits: they fit
# by chance once in a million, and by search if somebody lets a computer try remarks; all marks of an evening
# together do not.


MARK_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Thirty-two signs; none is taken for another when it is written by hand: no 0, O, 1 or I."""
MARK_LENGTH = 4
FIRST_DIGEST = hashlib.sha256(b"what was typed").hexdigest()
"""The digest before the first entry."""


def digest_after(digest: str, kind: str, body: str, derived: bool) -> str:
    """Return the digest after one more entry; ``body``: as JSON text."""
    return chained(digest, "said", kind, body, derived)


def mark_letters(digest: str) -> str:
    """Return a digest's mark.

    >>> mark_letters(FIRST_DIGEST)
    'F9YM'
    """
    number = int(digest, 16)
    return "".join(MARK_LETTERS[number >> 5 * place & 31] for place in range(MARK_LENGTH))


# ----------------------------------------------------------------------------------------------------


EVENT, ANSWER, UNDO, NOTE, GIVE_UP, VOID = "event", "answer", "undo", "note", "give-up", "void"
OOPS, MEND = "oops", "mend"
"""A mistake that was told of, and a run that was put right in place."""
REMARKS = (NOTE, OOPS)
"""Inputs that change nothing."""
WORDING = "wording"
"""The kind that keeps in which wording a table is told from there on, by a key."""
MISTAKE = "mistake"
"""The kind by which earlier versions kept a mistake of a rehearsal's helpers; it is read over, and never written."""
BESIDE = (MISTAKE, WORDING)
"""Kept, but no input of the game: it has no number in the history, and no undo takes it back."""
RUN, VOIDED = "run", "voided"
CARRIED = "carried"
"""The fact by which earlier versions said how many inputs came from another device, all at one time."""
INPUTS, DERIVED = (EVENT, ANSWER, UNDO, NOTE, GIVE_UP, VOID, OOPS, MEND, *BESIDE), (EVENT, RUN, VOIDED)
_BODIES: Mapping[str, Mapping[str, type]] = {
    ANSWER: {"said": str},
    UNDO: {"takes": int},
    NOTE: {"text": str},
    GIVE_UP: {},
    VOID: {"reason": str},
    OOPS: {"mishap": str, "way": str, "text": str},
    MEND: {"repair": str},
    WORDING: {"told": str, "over": str},
    VOIDED: {"seat": str, "reason": str, "seen": str},
    RUN: {"seat": str, "form": str, "k": int, "m": int, "shuffles": int, "extra_cards": int, "outcome": str},
}
"""What each body holds, neither more nor less; events are checked by who reads them."""
_FACTS: Mapping[str, type] = {"table": dict, "rehearsal": int, "begun": str, CARRIED: int}
LONGEST_BODY, DEEPEST = 16_384, 8
"""Letters of a body as JSON, and how deep a fact may be nested."""
COPIED_EVERY = 64
"""Rows after which the last good copy is written anew: two or three virtual turns."""
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", re.ASCII)


def game_path(table_name: str, rehearsal: bool = False) -> Path:
    """Return where the game of a table file (or of a sample, in the folder at hand) is kept."""
    return Path(table_name.removeprefix("sample:")).with_suffix(".rehearsal.game" if rehearsal else ".game")


class JournalEntry(NamedTuple):
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

        ``to_read``: take no lock and write nothing, so that a game under way can be looked at.

        Raises `JournalError` if the file is damaged, not a game, of a format that is not gone on with, or in use.
        """
        self.path = path
        self.name = shown(path) if path else "the game"
        told = (
            None
            if facts is None
            else {key: dumped(value) for key, value in {**facts, "begun": _now()}.items()}
        )
        self._store = Store(path, told, to_read)
        try:
            self.facts = {name: fact_of(name, value) for name, value in self._store.facts.items()}
            self._entries = [entry_of(n, row) for n, row in enumerate(self._store.rows, 1)]
            _check_inputs(self._entries)
            self._kept: int | None = None  # how many are on disk, while others are appended
            self._copied = len(
                self._entries
            )  # of these the last copy, or what was opened, is known to be whole
            self._digests = [FIRST_DIGEST]  # of so many entries, for marks
        except Damage as err:
            self._store.close()
            raise self._store.damaged(str(err)) from err

    @property
    def entries(self) -> tuple[JournalEntry, ...]:
        """Every row, oldest first."""
        return tuple(self._entries)

    @property
    def size(self) -> int:
        """How many rows there are."""
        return len(self._entries)

    @property
    def inputs(self) -> int:
        """How many inputs there are."""
        return self._entries[-1].input if self._entries else 0

    @property
    def begun(self) -> bool:
        """Whether anything of the game is there: a wording may be chosen before."""
        return any(entry.kind not in BESIDE for entry in self._entries)

    def mark(self, inputs: int) -> str:
        """Return the mark of a turn that began with the input of this number."""
        rows = bisect_right(self._entries, inputs, key=lambda entry: entry.input)
        for entry in self._entries[len(self._digests) - 1 : rows]:
            self._digests.append(
                digest_after(self._digests[-1], entry.kind, dumped(entry.body), entry.derived)
            )
        return mark_letters(self._digests[rows])

    @property
    def gathering(self) -> bool:
        """Whether something is appended that is not on disk yet."""
        return self._kept is not None

    @contextmanager
    def together(self) -> Iterator[None]:
        """Let all that is appended within be on disk together at its end, or none of it.

        Raises `NotWritten` if it does not count and can be tried again.
        """
        if self._kept is not None:  # within a larger whole
            yield
            return
        self._kept = len(self._entries)
        try:
            yield
            self._write(self._entries[self._kept :])
        finally:  # if another window took over after they were written, they count
            del self._entries[max(self._kept, len(self._store.rows)) :]
            del self._digests[len(self._entries) + 1 :]
            self._kept = None

    def append(
        self, kind: str, body: dict[str, object], derived: Iterable[tuple[str, dict[str, object]]] = ()
    ) -> None:
        """Add one input and what was worked out from it; it is on disk when the whole that it belongs to ends.

        Raises as `together` does, `CommandError` if it is too long, `ProtocolBug` if no reader would take it.
        """
        with self.together():
            number, at = 1 + self.inputs, _now()
            told = [(kind, body, False), *((kind, body, True) for kind, body in derived)]
            entries = [JournalEntry(number, at, *one) for one in told]
            texts = [dumped(entry.body) for entry in entries]
            longest = max(map(len, texts))
            if longest > LONGEST_BODY:
                raise CommandError(f"{LONGEST_BODY:,} letters at most", f"{longest:,}", "Say it in fewer.")
            _check_signs("".join(texts))
            for n, entry in enumerate(entries, len(self._entries) + 1):
                _check_reads(n, entry)
            self._entries += entries

    def _write(self, entries: Sequence[JournalEntry]) -> None:
        if entries:
            self._store.append([_row_of(entry) for entry in entries])
            if len(self._entries) - self._copied >= COPIED_EVERY:
                self._keep_copy()

    def _keep_copy(self) -> None:
        self._copied = len(self._entries)
        if self.path is not None:
            keep_copy(self.path)

    def close(self) -> None:
        """Give the file free; what was written since it was last copied is copied."""
        self._store.close()
        if len(self._entries) > self._copied:
            self._keep_copy()


def fact_of(name: str, text: str) -> object:
    """Return what a fact says; raises `Damage` if no game opens with it."""
    value = _loaded(text, f'the fact "{name}"')
    if name not in _FACTS or type(value) is not _FACTS[name] or _deep(value) > DEEPEST:
        raise Damage(f'the fact "{name}" is none of a game')
    return value


def entry_of(n: int, row: Row) -> JournalEntry:
    """Read a row; raises `Damage` if it cannot have been written by a game."""
    if not (_TIME.fullmatch(row.at) and _is_time(row.at)):
        raise Damage(f"the time of entry {n} cannot be")
    if row.kind not in (DERIVED if row.derived else INPUTS):
        raise Damage(f"entry {n} is of no known kind")
    if len(row.body) > LONGEST_BODY:
        raise Damage(f"entry {n} is longer than {LONGEST_BODY:,} letters")
    body = _loaded(row.body, f"entry {n}")
    if not isinstance(body, dict) or not all(map(_plain, body.values())):
        raise Damage(f"entry {n} cannot be read")
    if row.kind in _BODIES and {key: type(value) for key, value in body.items()} != _BODIES[row.kind]:
        raise Damage(f"entry {n} does not hold what its kind does")
    return JournalEntry(row.input, row.at, row.kind, body, bool(row.derived))


def _row_of(entry: JournalEntry) -> Row:
    return Row(entry.input, entry.at, entry.kind, dumped(entry.body), int(entry.derived))


def _check_reads(n: int, entry: JournalEntry) -> None:
    """Raise `ProtocolBug` unless the file would be read as it is to be written: else the game could not be opened."""
    try:
        read = entry_of(n, _row_of(entry))
    except Damage as err:
        found = str(err)
    else:
        if read == entry:
            return
        found = f"entry {n} read as another"
    raise ProtocolBug("an entry that can be read again", found, "It is not kept. Please report this.")


def _check_inputs(entries: Iterable[JournalEntry]) -> None:
    """Raise `Damage` unless inputs are numbered 1, 2, 3 …, and what is derived follows its input."""
    number = 0
    for n, entry in enumerate(entries, 1):
        number += not entry.derived
        if entry.input != number:
            raise Damage(f"entry {n} does not follow the one before it")


def _check_signs(text: str) -> None:
    """Raise `CommandError` for a sign that no file can hold: half of one, from a terminal that is not UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise CommandError("text in UTF-8", "a sign that is none", "Type it another way.") from None


def _is_time(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def _plain(value: object) -> bool:
    """Tell whether a value is a word, a number, yes or no, nothing, or a list of words."""
    if isinstance(value, list):
        return all(type(one) is str for one in value)
    return value is None or type(value) in (str, int, bool)


def _deep(value: object) -> int:
    """Return how deep a value is nested; what is read from JSON is no deeper than that reader can go."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max(map(_deep, inner), default=0)


def _loaded(text: str, what: str) -> object:
    """Return what a JSON text says; raises `Damage` for none, or one with signs that cannot be written."""
    try:
        value: object = json.loads(text)
        if "\\u" in text:  # else there can be no half signs, for SQLite gave us text in UTF-8
            dumped(value).encode()
    except (ValueError, RecursionError):
        raise Damage(f"{what} cannot be read") from None
    return value


def dumped(value: object) -> str:
    """Return a value as the file holds it."""
    return json.dumps(value, ensure_ascii=False)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


# ----------------------------------------------------------------------------------------------------
# What of a journal still counts: an undo takes inputs back, and the rows stay to be read.


TAKES = "takes"
"""How many inputs an undo took back: one, or a move with the run that was given up after it."""


def taken_back(entries: Iterable[JournalEntry]) -> set[int]:
    """Return the numbers of the inputs that were undone, not those of the undos themselves."""
    undone: set[int] = set()
    standing: list[int] = []
    for entry in entries:
        if entry.derived or entry.kind in BESIDE:
            continue
        if entry.kind != UNDO:
            standing.append(entry.input)
            continue
        takes = entry.body.get(TAKES, 1)
        if isinstance(takes, int) and takes > 0:
            undone.update(standing[-takes:])
            del standing[-takes:]
    return undone


def numbered(entries: Iterable[JournalEntry]) -> dict[int, int]:
    """Return by which number the history has each input; what is kept beside the game has none."""
    typed = [entry.input for entry in entries if not entry.derived and entry.kind not in BESIDE]
    return {number: n for n, number in enumerate(typed, 1)}


def live(entries: Iterable[JournalEntry]) -> list[JournalEntry]:
    """Return the rows that still count, without the undos."""
    rows = tuple(entries)
    undone = taken_back(rows)
    return [entry for entry in rows if entry.kind != UNDO and entry.input not in undone]
