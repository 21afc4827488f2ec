"""Journal of a game: an append-only SQLite file with all inputs.

Theory of operation
===================
A game file has three tables. ``fact`` contains the settings of the table and the start time, ``entry`` the
entries, and ``head`` a single row with the number of entries and the last digest. Entries are only added. An
undo is a new entry, and the undone entries remain in the file.

An entry is either an *input* of the host (an event, an answer, an undo, a note, a cancellation, a void, ...)
or *derived* from an input: a public event that follows from an attempt, or the summary of the attempt.
Derived entries make the file readable without the program. `facilitator.play.match` computes them again when
the file is opened, and rejects a file with other derived entries.

An operation has a single answer in the journal, even if its explanation consists of several movements.
Therefore the explanations may change between versions of the program.

*Transactions.* `Journal.append` collects entries, and `Journal.transaction` writes them in a single SQLite
transaction. An input counts only after the commit. If the commit fails, the collected entries are dropped and
`NotWritten` is raised, so the host can try again.

*Digests.* Each row contains a SHA-256 digest of the previous digest and of all values in the row. A reader
therefore detects a row that is changed or missing, and the ``head`` row reveals missing rows at the end.
`read` returns the entries up to the first damaged row.

*Locks.* The journal keeps a write lock (``BEGIN IMMEDIATE``) between two inputs. Other processes can read the
file. A commit releases the lock for a moment. Afterwards the journal takes the lock again and checks that no
other process has written to the file.

*Lost files.* Before each write, the journal checks that the file at its path is still the file that it has
opened. If the file was deleted or replaced, the journal writes the complete game to a new file beside it
(`Journal._rescue`).

*Last good copy.* A background thread writes a copy of the file (suffix ``.bak``) after every `COPIED_EVERY`
entries and at the end of the session. Only an undamaged game is copied. `facilitator.play.salvage` recovers a
damaged file, if necessary from this copy.
"""

from __future__ import annotations

import errno
import hashlib
import json
import shlex
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, NamedTuple, TypeGuard

from facilitator.errors import CannotLock, CommandError, InUse, JournalError, NotWritten, ProtocolBug
from facilitator.i18n.catalogue import phrase, refusal, sentence
from facilitator.table_files.files import (
    LARGEST_FILE,
    NotAFile,
    TooLarge,
    check_readable,
    reason,
    replace_whole,
)

# ----------------------------------------------------------------------------------------------------
# Entries.


EVENT, ANSWER, UNDO, NOTE, GIVE_UP, VOID = "event", "answer", "undo", "note", "give-up", "void"
OOPS, REPAIR = "oops", "mend"
"""Kinds of entries for a reported mistake, and for a repair of an attempt."""
FIX, FIXES = "fix", "fixes"
"""Kind of entry that corrects a card, and its key for the history number of the wrong entry."""
REMARKS = (NOTE, OOPS)
"""Kinds of inputs without an effect on the game."""
WORDING = "wording"
"""Kind of an entry for a change of the wording."""
REACHED = "reached"
"""Kind of an entry for the number of completed movements in the current step."""
MISTAKE = "mistake"
"""Kind of an entry for a mistake of a simulated helper in formats 3 to 5. These entries are ignored."""
BESIDE = (WORDING, REACHED, MISTAKE)
"""Kinds of entries outside the history. They have no entry number and cannot be undone."""
RUN, VOIDED = "run", "voided"
CARRIED = "carried"
"""Fact in formats 3 to 5: number of inputs from another device. It is ignored."""
RETIRED = (MISTAKE, CARRIED)
"""Kinds of entries and facts that are valid only in formats 3 to 5."""
BEGUN, SEED = "begun", "rehearsal"
"""Fact names for the start time and for the seed of a rehearsal."""
TAKES = "takes"
"""Key for the number of inputs that an undo takes back. It is greater than 1 after a cancelled attempt."""
INPUTS, DERIVED = (EVENT, ANSWER, UNDO, NOTE, GIVE_UP, VOID, OOPS, REPAIR, FIX, *BESIDE), (EVENT, RUN, VOIDED)
_BODIES: Mapping[str, Mapping[str, type]] = {
    ANSWER: {"said": str},
    UNDO: {TAKES: int},
    NOTE: {"text": str},
    GIVE_UP: {},
    VOID: {"reason": str},
    OOPS: {"mishap": str, "way": str, "text": str},
    REPAIR: {"repair": str},
    WORDING: {"told": str, "over": str},
    REACHED: {"steps": int, "of": int},
    VOIDED: {"seat": str, "reason": str, "seen": str},
    RUN: {"seat": str, "form": str, "k": int, "m": int, "shuffles": int, "extra_cards": int, "outcome": str},
}
"""Keys and types of the body of each kind of entry. The bodies of events are checked by the rules."""
_FACTS: Mapping[str, type] = {"table": dict, SEED: int, BEGUN: str, CARRIED: int}
LONGEST_BODY = 16_384
"""Maximum length of an entry body in JSON characters."""


class Damage(ValueError):
    """Error for a damaged file. Its argument is the sentence for the message."""


StoredRow = tuple[int, str, str, str, int]
"""Entry as a row in the file: the values of a `JournalEntry`, its body as JSON and ``derived`` as 0 or 1."""


class JournalEntry(NamedTuple):
    """Journal entry.

    Attributes:
        input: Number of the input that contains or caused the entry.
        at: UTC time in ISO 8601 format.
        kind: Kind of entry.
        body: Contents.
        derived: Whether the entry is derived from an input.
    """

    input: int
    at: str
    kind: str
    body: dict[str, object]
    derived: bool


def entry_of(n: int, row: StoredRow, version: int) -> JournalEntry:
    """Parse a row of a game file.

    Args:
        n: Row number.
        row: Row values.
        version: File format.

    Raises:
        Damage: The row is invalid in this format.
    """
    number, at, kind, text, derived = row
    body = _load_json(text)
    if isinstance(body, dict) and kind == UNDO and version < VERSION:
        body.setdefault(TAKES, 1)  # missing in format 3
    is_known = kind in (DERIVED if derived else INPUTS) and not _is_retired(kind, version)
    if not (is_known and _is_time(at) and len(text) <= LONGEST_BODY and _is_body(body, kind)):
        raise Damage(sentence("damage.entry", number=n))
    return JournalEntry(number, at, kind, body, bool(derived))


def _is_body(body: object, kind: str) -> TypeGuard[dict[str, object]]:
    """Return whether a value can be the body of this kind of entry."""
    if not isinstance(body, dict) or not all(map(_is_plain, body.values())):
        return False
    return kind not in _BODIES or {key: type(value) for key, value in body.items()} == _BODIES[kind]


def checked_row(n: int, entry: JournalEntry) -> StoredRow:
    """Convert an entry to a row and check that the row can be parsed.

    Args:
        n: Row number.
        entry: Entry to store.

    Raises:
        CommandError: The entry is too long, or contains a surrogate from a terminal without UTF-8.
        ProtocolBug: Opening the game would reject the row or parse a different entry.
    """
    text = dumped(entry.body)
    row = entry.input, entry.at, entry.kind, text, int(entry.derived)
    if len(text) > LONGEST_BODY:
        raise CommandError(*refusal("refused.note.long", most=LONGEST_BODY, letters=len(text)))
    try:
        text.encode()
        found = "" if entry_of(n, row, VERSION) == entry else f"entry {n} read as another"
    except UnicodeEncodeError:
        raise CommandError(*refusal("refused.utf8")) from None
    except Damage as err:
        found = str(err)
    if found:
        raise ProtocolBug("an entry that can be read again", found, "It is not kept. Please report this.")
    return row


def _is_retired(name: str, version: int) -> bool:
    """Return whether a kind of entry or fact is invalid in this format."""
    return version >= VERSION and name in RETIRED


def _fact_of(name: str, text: str, version: int) -> object:
    """Parse the value of a fact, such as the seed of a rehearsal.

    Args:
        name: Fact name.
        text: Value as JSON.
        version: File format.

    Raises:
        Damage: The fact is invalid in this format.
    """
    value = _load_json(text)
    if name not in _FACTS or _is_retired(name, version) or type(value) is not _FACTS[name]:
        raise Damage(sentence("damage.fact", name=name))
    return value


def _is_time(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).astimezone(UTC).isoformat(timespec="milliseconds") == text
    except (ValueError, OverflowError):
        return False


def _is_plain(value: object) -> bool:
    """Return whether the value is a string, a number, a Boolean, `None`, or a list of strings."""
    if isinstance(value, list):
        return all(type(item) is str for item in value)
    return value is None or type(value) in (str, int, bool)


def _load_json(text: str) -> object:
    """Parse a JSON text. Return `None` for other text, and for characters that UTF-8 cannot encode."""
    try:
        value: object = json.loads(text)
        if "\\u" in text:  # Without escapes there are no surrogates, because SQLite returns UTF-8.
            dumped(value).encode()
    except (ValueError, RecursionError):
        return None
    return value


dumped = json.JSONEncoder(ensure_ascii=False).encode
"""Return a value in the stored JSON form."""
_ascii = json.JSONEncoder().encode


def _get_time() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


# ----------------------------------------------------------------------------------------------------
# The file of a game: its tables, its chain of digests, its limits.
#
# Each row of ``fact`` and ``entry`` contains a SHA-256 digest of the previous digest and of all values in the row.
# The single row of ``head`` contains the number of entries and the last digest.


APPLICATION = 0x464E4F31
VERSION, OLDEST = 6, 3
"""Format of new files, which can be continued, and oldest format that can be read.

Format 6 added the `REACHED` entries and the check codes of six letters (`play.check_codes`). It rejects
`RETIRED` entries and facts. Format 5 added `WORDING`. Format 4 added the number of inputs that an undo takes
back. Formats before 3 had no digests.
"""
LONGEST_TEXT = 2**19
"""Maximum size of a row in the file, in bytes. Typical rows have a few hundred bytes."""
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
_FACT = "SELECT name, value, chain FROM fact"
_ENTRY = "SELECT input, at, kind, body, derived, chain FROM entry"
START = hashlib.sha256(b"a game of the facilitator, format 6").hexdigest()
"""Digest before the first fact.

It identifies the format, even if the number in the header of the file was changed.
"""
EARLIER_START = hashlib.sha256(b"a game of the facilitator").hexdigest()
"""Digest before the first fact in formats 3 to 5."""


class ChainHead(NamedTuple):
    """End of the digest chain: number of entries and last digest."""

    rows: int
    chain: str


@dataclass(slots=True)
class Contents:
    """Readable contents of a game file, up to the first damaged row.

    Attributes:
        version: File format.
        facts: Facts at the beginning of the file.
        entries: Entries, oldest first.
        heads: Chain ends after the facts and after each entry.
        trouble: Error at the first damaged or missing row. `None` for a complete game.
    """

    version: int = VERSION
    facts: dict[str, object] = field(default_factory=dict)
    entries: list[JournalEntry] = field(default_factory=list)
    heads: list[ChainHead] = field(default_factory=list)
    trouble: Exception | None = None


def chain_digest(before: str, *values: object) -> str:
    """Return the digest of a row.

    Args:
        before: Digest of the previous row.
        values: SQL table name, row number, and row values.
    """
    return hashlib.sha256(_ascii([before, *values]).encode("ascii")).hexdigest()


def make(db: sqlite3.Connection, facts: Mapping[str, str], version: int = VERSION) -> ChainHead:
    """Create the SQL tables of a game file and insert the facts, within the caller's transaction.

    Args:
        db: Connection to an empty file.
        facts: Fact values as JSON, by name.
        version: File format.

    Returns:
        The end of the digest chain.
    """
    db.execute(f"PRAGMA application_id={APPLICATION}")
    db.execute(f"PRAGMA user_version={version}")
    for table in _TABLES.values():
        db.execute(table)
    chain = START if version == VERSION else EARLIER_START
    for n, (name, value) in enumerate(facts.items(), 1):
        chain = chain_digest(chain, "fact", n, name, value)
        db.execute("INSERT INTO fact VALUES (?, ?, ?, ?)", (n, name, value, chain))
    db.execute("INSERT INTO head VALUES (1, 0, ?)", (chain,))
    return ChainHead(0, chain)


def insert(db: sqlite3.Connection, head: ChainHead, rows: Iterable[StoredRow]) -> ChainHead:
    """Append rows to a game file, within the caller's transaction.

    Args:
        db: Connection to the file.
        head: End of the digest chain before the rows.
        rows: Rows to append.

    Returns:
        The end of the digest chain after the rows.
    """
    count, chain = head
    for row in rows:
        count, chain = count + 1, chain_digest(chain, "entry", count + 1, *row)
        db.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)", (count, *row, chain))
    db.execute("UPDATE head SET rows = ?, chain = ?", (count, chain))
    return ChainHead(count, chain)


def serialize(facts: Mapping[str, object], entries: Iterable[JournalEntry]) -> bytes:
    """Return the bytes of a game file with these facts and entries."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        head = make(db, {name: dumped(value) for name, value in facts.items()})
        insert(db, head, (checked_row(n, entry) for n, entry in enumerate(entries, 1)))
        return db.serialize()


def check_pages(db: sqlite3.Connection) -> None:
    """Raise `Damage` if the file is damaged or has other SQL tables than a game file."""
    schema = db.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name")
    if schema.fetchmany(9) != [("table", name, name, sql) for name, sql in _TABLES.items()]:
        raise Damage(sentence("damage.tables"))
    if db.execute("PRAGMA journal_mode").fetchone()[0] not in ("delete", "memory"):  # a tool has changed it
        raise Damage(sentence("damage.tables"))
    if db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        raise Damage(sentence("damage.pages"))


def read(db: sqlite3.Connection) -> Contents:
    """Return the contents of a game, up to the first damaged row."""
    found = Contents()
    try:
        _read(db, found)
    except (sqlite3.Error, ValueError) as err:  # ValueError: `Damage`, or a name that is not UTF-8
        found.trouble = err
    return found


def _read(db: sqlite3.Connection, found: Contents) -> None:
    """Read a game file into ``found``. Raise an error if the game is incomplete."""
    header = db.execute("PRAGMA user_version").fetchone()[0]
    chain, number = _read_facts(db, found, header), 0
    found.heads.append(ChainHead(0, chain))
    for n, (*values, digest) in rows_of(db, _ENTRY):
        if [*map(type, values)] != [int, str, str, str, int]:
            raise Damage(sentence("damage.entry", number=n))
        chain = _check_digest(chain, digest, "entry", n, *values)
        entry = entry_of(n, (*values,), found.version)
        number += not entry.derived
        if entry.input != number:
            raise Damage(sentence("damage.entry", number=n))
        found.entries.append(entry)
        found.heads.append(ChainHead(n, chain))
    said = db.execute("SELECT n, rows, chain, (SELECT count(*) FROM entry) FROM head").fetchmany(2)
    if said != [(1, *found.heads[-1], len(found.entries))]:
        raise Damage(sentence("damage.end", number=len(found.entries)))
    if header != found.version:
        raise Damage(sentence("damage.format", found=header))


def _read_facts(db: sqlite3.Connection, found: Contents, header: int) -> str:
    """Read the facts and the format of a game file.

    Args:
        db: Connection to the file.
        found: Contents to fill.
        header: Format in the file header.

    Returns:
        The digest of the last fact.

    Raises:
        Damage: A fact is invalid.
    """
    chain = START
    for n, (name, value, digest) in rows_of(db, _FACT):
        if {type(name), type(value)} != {str}:
            raise Damage(sentence("damage.fact", name=n))
        if n == 1 and digest == chain_digest(EARLIER_START, "fact", n, name, value):
            chain, found.version = EARLIER_START, min(header, VERSION - 1)
        chain = _check_digest(chain, digest, "fact", n, name, value)
        found.facts[name] = _fact_of(name, value, found.version)
    return chain


def rows_of(db: sqlite3.Connection, query: str) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """Yield numbered rows, starting at 1, up to the first missing row.

    The rows are selected one by one. Otherwise a damaged page would prevent SQLite from returning any rows.
    """
    n = 1
    while (row := db.execute(f"{query} WHERE n = ?", (n,)).fetchone()) is not None:
        yield n, row
        n += 1


_CHANGED = {"entry": "damage.digest.entry", "fact": "damage.digest.fact"}
"""Message keys for a row that differs from its digest, by the kind of row."""


def _check_digest(before: str, digest: object, what: str, n: int, *values: object) -> str:
    """Compute the digest of a row and compare it with the stored digest.

    Raises:
        Damage: The two digests differ.
    """
    chain = chain_digest(before, what, n, *values)
    if digest != chain:
        raise Damage(sentence(_CHANGED[what], number=n))
    return chain


# ----------------------------------------------------------------------------------------------------
# Paths of the game file and its last good copy, and connections to them.


SALVAGE, PLAY = "facilitator log TABLE --salvage", "facilitator play TABLE"
"""Commands in error messages. The name of the table file is unknown here."""
PATIENCE = 1.0
"""Timeout for a file that another process is reading or writing, in seconds."""
BUSY = ("SQLITE_BUSY", "SQLITE_LOCKED")
"""Names of the SQLite errors for a file that is locked by another process."""
NO_LOCK = (
    *BUSY,
    "SQLITE_PERM",
    "SQLITE_PROTOCOL",
    *(f"SQLITE_IOERR_{lock}" for lock in ("LOCK", "RDLOCK", "UNLOCK", "CHECKRESERVEDLOCK")),
)
"""Names of the SQLite errors on a drive without file locks. With some of them, the file seems to be busy."""
NO_ACCESS = ("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_IOERR", "SQLITE_PERM", "SQLITE_AUTH")
"""Names of the SQLite errors for a problem with the drive or the folder. The file itself is undamaged."""
COPIED_EVERY = 64
"""Number of entries between two copies, which is about two or three virtual turns."""


def game_path(table_name: str, rehearsal: bool = False) -> Path:
    """Return the game-file path for a table file. A sample's game file is in the current folder."""
    return Path(table_name.removeprefix("sample:")).with_suffix(".rehearsal.game" if rehearsal else ".game")


def game_file_exists(path: Path) -> bool:
    """Return whether the game file exists.

    Raises:
        JournalError: The path is not a regular file, the file is too large, or the file cannot be read.
    """
    try:
        check_readable(path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except NotAFile:
        raise JournalError(*refusal("refused.file.none", file=format_path(path))) from None
    except TooLarge:
        sizes = {"most": LARGEST_FILE // 2**20, "size": path.stat().st_size // 2**20}
        raise JournalError(*refusal("refused.file.large", file=format_path(path), **sizes)) from None
    except (OSError, ValueError) as err:
        reason = getattr(err, "strerror", None) or str(err)
        raise JournalError(*refusal("refused.file.name", file=format_path(path), why=reason)) from None
    return True


def format_path(path: Path) -> str:
    """Return a path as a single line of printable text."""
    name = "".join(sign if sign.isprintable() else "?" for sign in str(path))
    return name if len(name) <= 300 else f"…{name[-300:]}"


def save_words(path: Path | None) -> str:
    """Return the advice for a damaged file, including the recovery command."""
    named = "" if path is None else f" --journal {shlex.quote(format_path(path))}"
    return sentence("file.save", command=f"{SALVAGE}{named}")


def copy_of(path: Path) -> Path:
    """Return the path of a game file's last good copy."""
    return path.with_name(f"{path.name}.bak")


def has_copy(path: Path) -> bool:
    """Return whether a game file has a last good copy."""
    try:
        return game_file_exists(copy_of(path))
    except JournalError:  # for example a folder
        return False


def archive_name(path: Path) -> Path:
    """Return an unused archive path that contains the local time."""
    at = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    target, number = path.with_name(f"{path.stem}-{at}{path.suffix}"), 1
    while game_file_exists(target) or game_file_exists(copy_of(target)):
        number += 1
        target = path.with_name(f"{path.stem}-{at}-{number}{path.suffix}")
    return target


def stored_facts(path: Path) -> dict[str, object] | None:
    """Return the facts of a game file without reading its entries, or `None` if the facts are unreadable."""
    with suppress(sqlite3.Error, OSError, ValueError), closing(_connect(path, True)) as db:
        found = Contents()
        _read_facts(db, found, db.execute("PRAGMA user_version").fetchone()[0])
        return found.facts if BEGUN in found.facts else None
    return None


def lost_game(path: Path, rehearsal: bool) -> JournalError:
    """Build the error for a missing game file whose last good copy exists."""
    named = shlex.quote(format_path(path))
    slots = {
        "file": format_path(path),
        "copy": format_path(copy_of(path)),
        "new": f"{PLAY}{' --dry-run' * rehearsal} --new --journal {named}",
        "save": f"{SALVAGE} --journal {named} saved.game",
    }
    return JournalError(*refusal("refused.file.gone", **slots))


def can_lock(folder: Path) -> bool:
    """Return whether SQLite can lock a file in the folder, using a temporary file."""
    try:
        with (
            TemporaryDirectory(dir=folder, prefix=".", ignore_cleanup_errors=True) as name,
            closing(sqlite3.connect(Path(name) / "probe", isolation_level=None, timeout=0)) as db,
        ):
            db.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as err:
        return not _name_of(err).startswith(NO_LOCK)
    except OSError:  # the folder is not writable
        return True
    return True


def keep_copy(path: Path, facts: Mapping[str, object], entries: Iterable[JournalEntry]) -> None:
    """Replace the last good copy of a game file. If writing fails, the previous copy remains unchanged.

    The copy is made from memory, so damage to the file is not copied.
    """
    with suppress(sqlite3.Error, OSError):
        replace_whole({copy_of(path): serialize(facts, entries)})


def _was_creation_interrupted(path: Path) -> bool:
    """Return whether a rollback journal is left beside a game file. The creation is then repeated."""
    return path.with_name(f"{path.name}-journal").exists()


def _is_disk_full(err: Exception) -> bool:
    return _name_of(err) == "SQLITE_FULL" or getattr(err, "errno", None) == errno.ENOSPC


def _connect(path: Path | None, to_read: bool) -> sqlite3.Connection:
    """Open a connection to a game file. Threads must take turns using the connection."""
    name = (
        "file::memory:" if path is None else f"{path.absolute().as_uri()}?mode={'ro' if to_read else 'rwc'}"
    )
    db = sqlite3.connect(name, uri=True, isolation_level=None, timeout=PATIENCE, check_same_thread=False)
    db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_TEXT)
    return db


# ----------------------------------------------------------------------------------------------------


class Journal:
    """Open game file, or game in memory.

    Other processes can only read the file. If the file is deleted or replaced during play, the journal writes
    the complete game to a new file beside it.

    This class is long because opening, writing, locking and rescuing share a connection and the same
    knowledge about the file.

    Attributes:
        path: File path. `None` for a game in memory.
        name: Path as printable text.
        facts: Facts at the beginning of the file.
    """

    def __init__(
        self, path: Path | None, facts: Mapping[str, object] | None = None, *, to_read: bool = False
    ) -> None:
        """Open or create a game file.

        Args:
            path: File path. `None` keeps the game in memory.
            facts: Facts for a new game. Used if the file does not exist.
            to_read: Whether to open the file for reading only. The file is not locked, so another process may
                be writing to it.

        Raises:
            JournalError: The file is damaged, in use, not a game, or has a format that cannot be continued.
                The error is also raised if only the last good copy exists, and on a drive without file locks.
        """
        self.path = path
        self._copying: Thread | None = None  # writes the last good copy, so that the host does not wait
        self._made: Mapping[str, object] | None = None  # facts of a game that this object has created
        self.name = format_path(path) if path else sentence("file.in_memory")
        new = path is None or not game_file_exists(path)
        self._created = new
        self._entries: list[JournalEntry] = []
        begins = new or (path is not None and _was_creation_interrupted(path))
        try:
            self.db = _connect(path, to_read)
            found = self._read_file(facts if begins else None, to_read)
        except (sqlite3.Error, OSError, ValueError, JournalError) as err:
            self.let_go()
            found_out = self._refusal(err)
            if new and not to_read and not isinstance(found_out, InUse):
                self._remove_unless_other(self._made)
            raise found_out from err
        self.facts, self._entries, self._head = found.facts, found.entries, found.heads[-1]
        self.version = found.version
        self.beginning = found.heads[0].chain  # digest of the facts, which identifies this game
        # number of entries when the last copy was started, or when the file was opened
        self._copied = len(self._entries)
        self._closed = to_read
        self._keeps_copy = path is not None and not to_read and self._spare_other_copy(path)
        self._taken: JournalError | None = None  # error that names the rescued file
        self.gathering = False  # whether a transaction is in progress
        self._unwritten: list[StoredRow] = []

    def _read_file(self, facts: Mapping[str, object] | None, to_read: bool) -> Contents:
        """Read the connected file. If the file is empty and there are facts, create a game first."""
        db = self.db
        if not to_read:
            db.execute("PRAGMA synchronous=EXTRA")  # sync the folder too
            if facts is not None and self._blank():
                self._create_game(facts)
        db.execute("BEGIN" if to_read else "BEGIN IMMEDIATE")
        self._identify(to_read)
        check_pages(db)
        found = read(db)
        if found.trouble is not None:
            raise found.trouble
        self._stamp = self._stamp_of_file()
        if to_read:
            db.close()
        return found

    def _create_game(self, facts: Mapping[str, object]) -> None:
        """Create a game in the empty file.

        Raises:
            JournalError: The file has a last good copy, so a game was lost.
        """
        if self.path is not None and has_copy(self.path):
            raise lost_game(self.path, SEED in facts)
        self._made = {**facts, BEGUN: _get_time()}
        self.db.execute("BEGIN EXCLUSIVE")
        if self._blank():  # unless another process was faster
            make(self.db, {name: dumped(value) for name, value in self._made.items()})
        self.db.execute("COMMIT")

    def _blank(self) -> bool:
        tables = self.db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        return not tables and not self.db.execute("PRAGMA application_id").fetchone()[0]

    def _identify(self, to_read: bool) -> None:
        """Raise `JournalError` if the file is not a game in a supported format.

        Earlier formats are supported for reading only.
        """
        if self.path and not self.path.stat().st_size:
            raise JournalError(*refusal("refused.file.empty", file=self.name))
        if self.db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
            raise JournalError(*refusal("refused.file.other", file=self.name))
        version = self.db.execute("PRAGMA user_version").fetchone()[0]
        slots = {"file": self.name, "found": version, "wanted": VERSION, "save": save_words(self.path)}
        if OLDEST <= version < VERSION and not to_read:
            raise JournalError(*refusal("refused.file.old", **slots))
        if not OLDEST <= version <= VERSION:
            raise JournalError(*refusal("refused.file.format", oldest=OLDEST, **slots))

    # -- contents --------------------------------------------------------------------------------------------

    @property
    def entries(self) -> tuple[JournalEntry, ...]:
        """All entries, oldest first."""
        return tuple(self._entries)

    @property
    def size(self) -> int:
        """Number of entries."""
        return len(self._entries)

    @property
    def input_count(self) -> int:
        """Number of inputs."""
        return self._entries[-1].input if self._entries else 0

    @property
    def has_begun(self) -> bool:
        """True if the game has an input that is part of its history."""
        return any(entry.kind not in BESIDE for entry in self._entries)

    @property
    def seed(self) -> int | None:
        """Seed of a rehearsal. `None` for a real game."""
        seed = self.facts.get(SEED)
        return seed if isinstance(seed, int) else None

    # -- writing ---------------------------------------------------------------------------------------------

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Return a context manager that writes all appended entries in a single transaction.

        Raises:
            NotWritten: The entries were not written. The host can try again.
        """
        if self.gathering:  # part of a larger transaction
            yield
            return
        self.gathering = True
        try:
            yield
            if self._unwritten:
                self.write(self._unwritten)
        finally:  # if another process took over after the commit, the entries count
            self._unwritten, self.gathering = [], False
            if len(self._entries) > self._head.rows:
                del self._entries[self._head.rows :]
        if len(self._entries) - self._copied >= COPIED_EVERY and not self._is_copying:
            self._start_copy()

    def append(
        self, kind: str, body: dict[str, object], derived: Iterable[tuple[str, dict[str, object]]] = ()
    ) -> None:
        """Append an input and its derived entries. The end of the transaction writes them to disk.

        Args:
            kind: Kind of input.
            body: Contents of the input.
            derived: Kinds and contents of the derived entries.

        Raises:
            NotWritten: The entries were not written. The host can try again.
            CommandError: The input is too long.
            ProtocolBug: Opening the game would reject the entry.
        """
        number, at = 1 + self.input_count, _get_time()
        entries = [JournalEntry(number, at, kind, body, False)]
        entries.extend(JournalEntry(number, at, *row, True) for row in derived)
        with self.transaction():
            rows = [checked_row(n, entry) for n, entry in enumerate(entries, self.size + 1)]
            self._entries += entries
            self._unwritten += rows

    def write(self, rows: Sequence[StoredRow]) -> None:
        """Write rows to disk in a single transaction.

        Raises:
            NotWritten: The rows were not written. The host can try again.
            JournalError: Another process has written to the file. If this happened after the commit, the rows
                are valid. The error is also raised after the file was deleted or replaced and the game was
                written to another file.
        """
        head: ChainHead | None = None
        if not self._is_in_place():
            raise self._rescue()
        try:
            if not self.db.in_transaction:  # the previous write failed
                self._lock_again()
            head = insert(self.db, self._head, rows)
            self.db.execute("COMMIT")
        except sqlite3.Error as err:
            with suppress(sqlite3.Error):
                self.db.rollback()
            if not self._is_in_place():
                raise self._rescue() from err
            if head is None or not self._is_written(head):
                raise self._not_written(err) from err
        self._head = head
        with suppress(NotWritten):  # the rows are written; the next input reports the problem
            self._lock_again()

    def _lock_again(self) -> None:
        """Take the write lock again after a commit.

        Raise an error if another process has written to the file.
        """
        try:
            self.db.execute("BEGIN IMMEDIATE")
            stamp = self._stamp_of_file()
            alone = (self._read_head(), stamp[:2]) == (self._head, self._stamp[:2])
        except (sqlite3.Error, OSError) as err:
            with suppress(sqlite3.Error):
                self.db.rollback()
            raise (self._refusal(err) if self._is_in_place() else self._rescue()) from err
        if not alone:
            self.db.rollback()
            raise self._in_use() if self._is_in_place() else self._rescue()
        self._stamp = stamp

    def _read_head(self) -> ChainHead:
        """Return the end of the digest chain in the file. It changes if another process writes to the file."""
        return ChainHead(*self.db.execute("SELECT rows, chain FROM head").fetchone())

    def _is_written(self, head: ChainHead) -> bool:
        """Return whether the rows are in the file although writing ended with an error."""
        with suppress(sqlite3.Error, TypeError):
            return self._read_head() == head
        return False

    @property
    def _is_copying(self) -> bool:
        return self._copying is not None and self._copying.is_alive()

    def _start_copy(self) -> None:
        """Write the last good copy in the background."""
        self._copied = len(self._entries)
        if self.path is not None and self._keeps_copy:
            copying = Thread(target=keep_copy, args=(self.path, self.facts, self.entries))
            try:
                copying.start()
            except RuntimeError:  # there are no threads in a browser
                keep_copy(self.path, self.facts, self.entries)
            else:
                self._copying = copying

    def _spare_other_copy(self, path: Path) -> bool:
        """Archive another game's last good copy so that it is not overwritten.

        Returns:
            Whether this game's copy can be written.
        """
        copy = copy_of(path)
        with suppress(OSError, JournalError):
            if has_copy(path) and stored_facts(copy) not in (None, self.facts):
                copy.rename(copy_of(archive_name(path)))
            return True
        return False

    # -- a file that is deleted or replaced during play ------------------------------------------------------

    def _stamp_of_file(self) -> tuple[int, int, int, int]:
        """Return the identity, size and time of the file. They change if the file is replaced or rewritten."""
        if self.path is None:
            return 0, 0, 0, 0
        found = self.path.stat()
        return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns

    def _is_in_place(self) -> bool:
        """Return whether the path still refers to this journal's file with this game's contents.

        The contents are only read if the file size or the modification time has changed.
        """
        if self.path is None or self._taken is not None:
            return self.path is None
        try:
            stamp = self._stamp_of_file()
        except (FileNotFoundError, NotADirectoryError):
            return False
        except OSError:  # the drive does not respond, so a second try may help
            return True
        if stamp[:2] != self._stamp[:2]:
            return False
        if stamp == self._stamp or not self.db.in_transaction:
            return True  # without the lock, another process may have written; `_lock_again` detects this
        self._stamp = stamp
        return self._holds_this_game(self.path)

    def _holds_this_game(self, path: Path) -> bool:
        """Return whether a file ends with this journal's last entry, or is temporarily unreadable."""
        try:
            with closing(_connect(path, True)) as db:
                db.execute("BEGIN")
                check_pages(db)
                found = read(db)
        except sqlite3.Error as err:
            found = Contents(trouble=err)
        except ValueError:
            return False
        if _name_of(found.trouble).startswith((*NO_LOCK, *NO_ACCESS)):
            return True
        return found.trouble is None and (found.facts, found.heads[-1]) == (self.facts, self._head)

    def _rescue(self) -> JournalError:
        """Write the complete game to a new file beside the missing file.

        Returns:
            The error with the new file location. If the game cannot be written anywhere, the error is
            `NotWritten`, so that the host can try again.
        """
        if self._taken is not None:
            return self._taken
        assert self.path is not None
        with suppress(sqlite3.Error):
            self.db.rollback()
        why = ""
        for folder in (self.path.parent, Path.cwd()):
            target = folder / f"{self.path.stem}.rescued{self.path.suffix}"
            try:
                while game_file_exists(target):
                    target = archive_name(target)
                replace_whole({target: serialize(self.facts, self._entries)})
            except (OSError, JournalError) as err:
                why = why or reason(err)
                continue
            again = (
                f"{PLAY}{' --dry-run' * (SEED in self.facts)} --journal {shlex.quote(format_path(target))}"
            )
            slots = {"file": self.name, "target": format_path(target), "again": again}
            self._keeps_copy = False  # the file at the old path is another game
            self._taken = JournalError(*refusal("refused.file.taken", **slots))
            return self._taken
        return NotWritten(*refusal("refused.file.taken.lost", file=self.name, why=why))

    # -- closing ---------------------------------------------------------------------------------------------

    def let_go(self) -> None:
        """Close the file and wait for a copy in progress."""
        with suppress(sqlite3.Error, AttributeError):
            self.db.rollback()
            self.db.close()
        if self._copying is not None:
            self._copying.join()

    def close(self) -> None:
        """Close the file and update its last good copy.

        Raises:
            JournalError: The file was deleted or replaced. The error names the file that contains the rescued
                game.
        """
        if self._closed:
            return
        rescued, self._closed = None, True
        if self._entries and self._taken is None and not self._is_in_place():
            rescued = self._rescue()
        self.let_go()
        if rescued is not None:
            raise rescued
        if self.path is not None and self._keeps_copy and len(self._entries) > self._copied:
            self._copied = len(self._entries)
            keep_copy(self.path, self.facts, self._entries)

    def discard(self) -> None:
        """Close a game that could not start, and remove its file if the file is new and empty."""
        unused = self._is_unused
        self.close()
        if unused:
            self._remove_unless_other(self.facts)

    @property
    def _is_unused(self) -> bool:
        """Whether this object has created the file and has not written an entry."""
        return self._created and not self._entries

    def _remove_unless_other(self, facts: Mapping[str, object] | None) -> None:
        """Remove the file of a game that did not start. Keep the file if it contains another process's game.

        Args:
            facts: Facts of the game that did not start.
        """
        with suppress(OSError):
            if self.path is not None and stored_facts(self.path) in (None, facts):
                self.path.unlink()
                self.path.with_name(f"{self.path.name}-journal").unlink()

    # -- errors ----------------------------------------------------------------------------------------------

    def _refusal(self, err: Exception) -> JournalError:
        """Build the `JournalError` for an SQLite error or an operating-system error."""
        if isinstance(err, JournalError):
            return err
        name = _name_of(err)
        if name.startswith(NO_LOCK) and self.path is not None and not can_lock(self.path.parent):
            return CannotLock(*self._refuse_drive("refused.file.no_lock", err))
        if name.startswith(BUSY):
            return self._in_use()
        if name == "SQLITE_READONLY_ROLLBACK":
            return JournalError(*refusal("refused.file.cut", file=self.name))
        if _is_disk_full(err):
            return JournalError(*self._refuse_drive("refused.file.full", err))
        if self.path is not None and self._is_unused and not self.path.parent.exists():
            folder = format_path(self.path.parent)
            return JournalError(*refusal("refused.file.folder", file=self.name, folder=folder))
        if isinstance(err, OSError) or name.startswith(NO_ACCESS):
            return JournalError(*self._refuse_drive("refused.file.access", err))
        what, save = _describe_damage(err), save_words(self.path)
        return JournalError(*refusal("refused.file.damaged", file=self.name, what=what, save=save))

    def _refuse_drive(self, key: str, err: Exception) -> tuple[str, str]:
        """Return the problem and the advice to move the game to another drive."""
        move = phrase("file.move.new") if self._is_unused else phrase("file.move.begun", file=self.name)
        return refusal(key, file=self.name, why=_explain(err), move=move)

    def _in_use(self) -> InUse:
        return InUse(*refusal("refused.file.in_use", file=self.name))

    def _not_written(self, err: sqlite3.Error) -> NotWritten:
        found = self._refusal(err)
        if isinstance(found, InUse):
            return NotWritten(*refusal("refused.file.read", file=self.name))
        return NotWritten(found.problem, found.remedy)


def _name_of(err: object) -> str:
    """Return SQLite's name for an error, or "" if it is no SQLite error."""
    return getattr(err, "sqlite_errorname", "")


def _explain(err: Exception) -> str:
    name = _name_of(err)
    return f"{err} ({name})" if name else reason(err)


def _describe_damage(err: Exception) -> str:
    """Return the damage to a file: a message of this program or of SQLite, or text that is not UTF-8."""
    if isinstance(err, Damage):
        return str(err)
    name = _name_of(err)
    if name == "SQLITE_TOOBIG":
        return sentence("damage.row", most=LONGEST_TEXT // 1024)
    return sentence("damage.sqlite", why=_explain(err)) if name else sentence("damage.text")


# ----------------------------------------------------------------------------------------------------
# Inputs that count. Undone inputs remain in the file.


def find_live(inputs: Iterable[tuple[str, Mapping[str, object]]]) -> list[int]:
    """Return the indices of the inputs that count, without undos and undone inputs.

    Args:
        inputs: Kind and body of each input of the history, oldest first.
    """
    live: list[int] = []
    for index, (kind, body) in enumerate(inputs):
        if kind != UNDO:
            live.append(index)
        elif isinstance(takes := body[TAKES], int) and takes > 0:
            del live[-takes:]
    return live


def list_typed(entries: Iterable[JournalEntry]) -> list[JournalEntry]:
    """Return the inputs of the history, in the order of their numbers. The first number is 1."""
    return [entry for entry in entries if not entry.derived and entry.kind not in BESIDE]


def find_undone(entries: Iterable[JournalEntry]) -> set[int]:
    """Return the journal numbers of all undone inputs, without the undos themselves."""
    typed = list_typed(entries)
    live = find_live((entry.kind, entry.body) for entry in typed)
    return {entry.input for entry in typed if entry.kind != UNDO} - {typed[index].input for index in live}


def find_fixes(entries: Sequence[JournalEntry]) -> dict[int, dict[str, object]]:
    """Return the latest correction of each fixed input, by input number. Undone corrections are omitted."""
    inputs = {n: entry.input for n, entry in enumerate(list_typed(entries), 1)}
    fixes = [entry.body for entry in list_live_entries(entries) if entry.kind == FIX]
    return {inputs[n]: body for body in fixes if isinstance(n := body.get(FIXES), int) and n in inputs}


def list_live_entries(entries: Sequence[JournalEntry]) -> list[JournalEntry]:
    """Return the valid entries of the history, without undos and undone inputs."""
    undone = find_undone(entries)
    return [entry for entry in entries if entry.kind not in (UNDO, *BESIDE) and entry.input not in undone]


PAUSE = 600.0
"""Maximum duration of an entry, in seconds. Longer intervals are pauses."""


def measure_entries(entries: Sequence[JournalEntry]) -> list[float]:
    """Return the duration of all entries except the first, in seconds and at most `PAUSE`."""
    times = [datetime.fromisoformat(entry.at) for entry in entries]
    return [min(PAUSE, (after - before).total_seconds()) for before, after in pairwise(times)]
