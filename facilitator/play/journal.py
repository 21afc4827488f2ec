"""The journal of a game: an append-only file of all inputs.

Each input of the host (an event, an answer to an operation, an undo, a note, a cancellation, a void) is one
transaction, and is on disk before the program continues. An operation is answered once, in however many movements it
is explained, because words may change between versions. The public events that follow from an attempt, and the line
about its cost, are written with the answer that ended it, for readers of the file. `facilitator.play.replay` works
them out again and compares.

`facilitator.play.salvage` reads damaged files.
"""

from __future__ import annotations

import errno
import glob
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
from typing import Any, NamedTuple

from facilitator.errors import CannotLock, CommandError, InUse, JournalError, NotWritten, ProtocolBug
from facilitator.i18n.catalogue import Phrase, Value, phrase, refusal, sentence
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
OOPS, MEND = "oops", "mend"
"""The kinds for a reported mistake, and for a repair of an attempt."""
REMARKS = (NOTE, OOPS)
"""Kinds of inputs that do not change the game."""
WORDING = "wording"
"""The kind for the wording that is used from there on."""
REACHED = "reached"
"""The kind for the number of movements of the current step that the hands have done."""
MISTAKE = "mistake"
"""A kind that formats 3 to 5 used for the mistakes of simulated helpers. Such rows are skipped."""
BESIDE = (WORDING, REACHED, MISTAKE)
"""Kinds that are kept beside the game. They have no number in the history and cannot be undone."""
RUN, VOIDED = "run", "voided"
CARRIED = "carried"
"""A fact that formats 3 to 5 used for the number of inputs that came from another device. It is skipped."""
RETIRED = (MISTAKE, CARRIED)
"""Kinds and facts that only formats 3 to 5 may contain."""
BEGUN, SEED = "begun", "rehearsal"
"""The facts for the time at which the game began, and for the seed of a rehearsal."""
TAKES = "takes"
"""Key for the number of inputs that an undo took back: one, or more if an attempt was cancelled after it."""
INPUTS, DERIVED = (EVENT, ANSWER, UNDO, NOTE, GIVE_UP, VOID, OOPS, MEND, *BESIDE), (EVENT, RUN, VOIDED)
_BODIES: Mapping[str, Mapping[str, type]] = {
    ANSWER: {"said": str},
    UNDO: {TAKES: int},
    NOTE: {"text": str},
    GIVE_UP: {},
    VOID: {"reason": str},
    OOPS: {"mishap": str, "way": str, "text": str},
    MEND: {"repair": str},
    WORDING: {"told": str, "over": str},
    REACHED: {"steps": int, "of": int},
    VOIDED: {"seat": str, "reason": str, "seen": str},
    RUN: {"seat": str, "form": str, "k": int, "m": int, "shuffles": int, "extra_cards": int, "outcome": str},
}
"""Keys and types of each body. Events are checked when they are read."""
_FACTS: Mapping[str, type] = {"table": dict, SEED: int, BEGUN: str, CARRIED: int}
LONGEST_BODY, DEEPEST = 16_384, 8
"""Largest number of characters of a body as JSON, and of nested levels of a fact."""


class Damage(ValueError):
    """Damage of a file, with the sentence for the message."""


class StoredEntry(NamedTuple):
    """An entry as it is stored.

    Attributes:
        input: Number of the input that it belongs to.
        at: Time in UTC, as ISO 8601.
        kind: Its kind.
        body: Its contents as JSON.
        derived: 1 if it follows from the input, 0 if it is the input.
    """

    input: int
    at: str
    kind: str
    body: str
    derived: int


class JournalEntry(NamedTuple):
    """An entry.

    Attributes:
        input: Number of the input that it belongs to.
        at: Time in UTC, as ISO 8601.
        kind: Its kind.
        body: Its contents.
        derived: Whether it follows from the input. Otherwise it is the input.
    """

    input: int
    at: str
    kind: str
    body: dict[str, object]
    derived: bool


def entry_of(n: int, row: StoredEntry, version: int) -> JournalEntry:
    """Read row number ``n`` of a file in the format ``version``.

    Raises:
        Damage: No game can have written this row.
    """
    if not _is_time(row.at):
        raise Damage(sentence("damage.time", number=n))
    if row.kind not in (DERIVED if row.derived else INPUTS) or _is_retired(row.kind, version):
        raise Damage(sentence("damage.kind", number=n))
    if len(row.body) > LONGEST_BODY:
        raise Damage(sentence("damage.long", number=n, most=LONGEST_BODY))
    body = _load_json(row.body, "damage.entry", number=n)
    if not isinstance(body, dict) or not all(map(_plain, body.values())):
        raise Damage(sentence("damage.entry", number=n))
    if row.kind == UNDO and version < VERSION:
        body.setdefault(TAKES, 1)  # format 3 leaves it out
    if row.kind in _BODIES and {key: type(value) for key, value in body.items()} != _BODIES[row.kind]:
        raise Damage(sentence("damage.body", number=n))
    return JournalEntry(row.input, row.at, row.kind, body, bool(row.derived))


def checked_row(n: int, entry: JournalEntry) -> StoredEntry:
    """Return the entry of number ``n`` as it is stored.

    Raises:
        CommandError: No file can contain it: it is too long, or has half a character from a terminal without UTF-8.
        ProtocolBug: It would be read differently, so that the game could not be opened.
    """
    row = StoredEntry(entry.input, entry.at, entry.kind, dumped(entry.body), int(entry.derived))
    if len(row.body) > LONGEST_BODY:
        raise CommandError(*refusal("refused.note.long", most=LONGEST_BODY, letters=len(row.body)))
    try:
        row.body.encode()
        found = "" if entry_of(n, row, VERSION) == entry else f"entry {n} read as another"
    except UnicodeEncodeError:
        raise CommandError(*refusal("refused.utf8")) from None
    except Damage as err:
        found = str(err)
    if found:
        raise ProtocolBug("an entry that can be read again", found, "It is not kept. Please report this.")
    return row


def _is_retired(name: str, version: int) -> bool:
    """Return whether a kind of row, or a fact, may no longer be used in the format ``version``."""
    return version >= VERSION and name in RETIRED


def _fact_of(name: str, text: str, version: int) -> object:
    """Return the value of a fact in a file of the format ``version``.

    Raises:
        Damage: No game begins with this fact.
    """
    value = _load_json(text, "damage.fact", name=name)
    if (
        name not in _FACTS
        or _is_retired(name, version)
        or type(value) is not _FACTS[name]
        or _deep(value) > DEEPEST
    ):
        raise Damage(sentence("damage.fact", name=name))
    return value


def _is_time(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).astimezone(UTC).isoformat(timespec="milliseconds") == text
    except (ValueError, OverflowError):
        return False


def _plain(value: object) -> bool:
    """Return whether a value is a string, a number, a Boolean, `None`, or a list of strings."""
    if isinstance(value, list):
        return all(type(one) is str for one in value)
    return value is None or type(value) in (str, int, bool)


def _deep(value: object) -> int:
    """Return the number of nested levels of a value. The JSON reader limits it."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max(map(_deep, inner), default=0)


def _load_json(text: str, wrong: str, **slots: Value) -> object:
    """Return the value of a JSON text.

    Args:
        text: The text.
        wrong: Message key for the error.
        slots: Slots of the message.

    Raises:
        Damage: It is no JSON, or has characters that cannot be written.
    """
    try:
        value: object = json.loads(text)
        if "\\u" in text:  # Otherwise there are no half characters, because SQLite returns UTF-8.
            dumped(value).encode()
    except (ValueError, RecursionError):
        raise Damage(sentence(wrong, **slots)) from None
    return value


dumped = json.JSONEncoder(ensure_ascii=False).encode
"""Returns a value as JSON, as it is stored."""
_ascii = json.JSONEncoder().encode


def _get_time() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


# ----------------------------------------------------------------------------------------------------
# The file of a game: its tables, its chain of digests, its bounds.
#
# Each row of facts and of entries has a SHA-256 digest of the digest before it and of all its values. The single row
# of ``head`` has the number of entries and the last digest. So a changed, missing or cut-off row is noticed.


APPLICATION = 0x464E4F31
VERSION, OLDEST = 6, 3
"""The format that is written and can be continued, and the oldest format that can be read.

Format 6 has the `REACHED` rows and the six-letter check codes (`play.check_codes`), and rejects `RETIRED` rows.
Format 5 added `WORDING`, format 4 the number of inputs that an undo takes back. Before format 3, rows had no digests.
"""
LONGEST_TEXT = 2**19
"""Largest size of a row in bytes. Usual rows have a few hundred."""
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
_FACT, _ENTRY = (
    "SELECT name, value, chain FROM fact",
    "SELECT input, at, kind, body, derived, chain FROM entry",
)
START = hashlib.sha256(b"a game of the facilitator, format 6").hexdigest()
"""The digest before the first fact. It shows the format even if the number in the file's header was changed."""
EARLIER_START = hashlib.sha256(b"a game of the facilitator").hexdigest()
"""The digest before the first fact in formats 3 to 5."""


class ChainHead(NamedTuple):
    """Where the chain ends: the number of entries and the last digest."""

    rows: int
    chain: str


@dataclass(slots=True)
class Contents:
    """The part of a game's file that could be read, from its beginning as far as the digests match.

    Attributes:
        version: The format of the file.
        facts: The facts that the game begins with.
        entries: The entries, oldest first.
        heads: End of the chain after the facts, and after each entry.
        trouble: Error that stopped the reading, or shows that entries are missing. `None` if the game is complete.
    """

    version: int = VERSION
    facts: dict[str, object] = field(default_factory=dict)
    entries: list[JournalEntry] = field(default_factory=list)
    heads: list[ChainHead] = field(default_factory=list)
    trouble: Exception | None = None


def chain_digest(before: str, *said: object) -> str:
    """Return the digest of a row.

    Args:
        before: The digest before it.
        said: Its table, its number and its values.
    """
    return hashlib.sha256(_ascii([before, *said]).encode("ascii")).hexdigest()


def make(db: sqlite3.Connection, facts: Mapping[str, str], version: int = VERSION) -> ChainHead:
    """Create the tables of a game with its facts (name: JSON), within the caller's transaction."""
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


def insert(db: sqlite3.Connection, head: ChainHead, rows: Iterable[StoredEntry]) -> ChainHead:
    """Add rows at the end of the chain, within the caller's transaction, and return the new end."""
    count, chain = head
    for row in rows:
        count, chain = count + 1, chain_digest(chain, "entry", count + 1, *row)
        db.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)", (count, *row, chain))
    db.execute("UPDATE head SET rows = ?, chain = ?", (count, chain))
    return ChainHead(count, chain)


def serialize(facts: Mapping[str, object], entries: Iterable[JournalEntry]) -> bytes:
    """Return the bytes of a game's file with these facts and entries."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        head = make(db, {name: dumped(value) for name, value in facts.items()})
        insert(db, head, (checked_row(n, entry) for n, entry in enumerate(entries, 1)))
        return db.serialize()


def check_pages(db: sqlite3.Connection) -> None:
    """Raise `Damage` unless the file has exactly the tables of a game, and its pages are intact."""
    schema = db.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name")
    if schema.fetchmany(9) != [("table", name, name, sql) for name, sql in _TABLES.items()]:
        raise Damage(sentence("damage.tables"))
    if db.execute("PRAGMA journal_mode").fetchone()[0] not in ("delete", "memory"):
        raise Damage(sentence("damage.writing"))
    if db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        raise Damage(sentence("damage.pages"))


def read(db: sqlite3.Connection) -> Contents:
    """Return the contents of a game, up to the first row that is damaged."""
    found = Contents()
    try:
        _read(db, found)
    except (sqlite3.Error, ValueError) as err:  # ValueError: `Damage`, or a name that is no UTF-8
        found.trouble = err
    return found


def _read(db: sqlite3.Connection, found: Contents) -> None:
    """Fill in the contents of a game's file. Raise an error if the game is not complete."""
    header = db.execute("PRAGMA user_version").fetchone()[0]
    chain, number = _read_facts(db, found, header), 0
    found.heads.append(ChainHead(0, chain))
    for n, (*values, digest) in rows_of(db, _ENTRY):
        if [*map(type, values)] != [int, str, str, str, int]:
            raise Damage(sentence("damage.entry", number=n))
        chain = _check_digest(chain, digest, "entry", n, *values)
        entry = entry_of(n, StoredEntry(*values), found.version)
        number += not entry.derived
        if entry.input != number:
            raise Damage(sentence("damage.order", number=n))
        found.entries.append(entry)
        found.heads.append(ChainHead(n, chain))
    said = db.execute("SELECT n, rows, chain, (SELECT count(*) FROM entry) FROM head").fetchmany(2)
    if said != [(1, *found.heads[-1], len(found.entries))]:
        raise Damage(sentence("damage.end", number=len(found.entries)))
    if header != found.version:
        raise Damage(sentence("damage.format", found=header))


def _read_facts(db: sqlite3.Connection, found: Contents, header: int) -> str:
    """Fill in the facts and the format. Raise an error at the first fact that is damaged.

    Args:
        db: The open file.
        found: The contents to fill in.
        header: The format that the file's header names.

    Returns:
        The digest after the last fact.
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
    """Yield rows with their numbers, from 1 on, up to the first missing one.

    They are read one at a time, because SQLite returns no row of a range with a damaged page.
    """
    n = 1
    while (row := db.execute(f"{query} WHERE n = ?", (n,)).fetchone()) is not None:
        yield n, row
        n += 1


def _check_digest(before: str, digest: object, what: str, n: int, *said: object) -> str:
    """Return the digest of a row.

    Raises:
        Damage: The row has another digest.
    """
    chain = chain_digest(before, what, n, *said)
    if digest != chain:
        raise Damage(sentence("damage.digest", what=what, number=n))
    return chain


# ----------------------------------------------------------------------------------------------------
# Names of the game file and of its last good copy, and how they are opened.


SALVAGE, PLAY = "facilitator log TABLE --salvage", "facilitator play TABLE"
"""Commands in advice. A game does not know the name of its table file."""
PATIENCE, SHORT = 5.0, 0.5
"""Seconds to wait for readers, who are soon gone, and for another window that plays."""
BUSY = ("SQLITE_BUSY", "SQLITE_LOCKED")
"""SQLite's names for a file that another window uses."""
NO_LOCK = (
    *BUSY,
    "SQLITE_PERM",
    "SQLITE_PROTOCOL",
    *(f"SQLITE_IOERR_{lock}" for lock in ("LOCK", "RDLOCK", "UNLOCK", "CHECKRESERVEDLOCK")),
)
"""SQLite's names for errors of a drive without file locks. For some of them, the file just looks busy."""
NO_ACCESS = ("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_IOERR", "SQLITE_PERM", "SQLITE_AUTH")
"""SQLite's names for errors of the drive or the folder. The file itself is not damaged."""
COPIED_EVERY = 64
"""Number of rows after which a new last good copy is started: two or three virtual turns."""


def game_path(table_name: str, rehearsal: bool = False) -> Path:
    """Return the path of the game for a table file, or for a sample in the current folder."""
    return Path(table_name.removeprefix("sample:")).with_suffix(".rehearsal.game" if rehearsal else ".game")


def game_file_exists(path: Path) -> bool:
    """Return whether there is a file.

    Raises:
        JournalError: It cannot be the file of a game.
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
    """Return a path as it can be printed on one line."""
    name = "".join(sign if sign.isprintable() else "?" for sign in str(path))
    return name if len(name) <= 300 else f"…{name[-300:]}"


def save_words(path: Path | None) -> str:
    """Return the advice about a damaged file, with the command that recovers it."""
    named = "" if path is None else f" --journal {shlex.quote(format_path(path))}"
    return sentence("file.save", command=f"{SALVAGE}{named}")


def copy_of(path: Path) -> Path:
    """Return the path of the last good copy of a game's file."""
    return path.with_name(f"{path.name}.bak")


def has_copy(path: Path) -> bool:
    """Return whether a last good copy lies beside a game's file."""
    try:
        return game_file_exists(copy_of(path))
    except JournalError:  # a folder, for instance
        return False


def archive_name(path: Path) -> Path:
    """Return a free name with the local time, under which a game can be archived."""
    at = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    target, number = path.with_name(f"{path.stem}-{at}{path.suffix}"), 1
    while game_file_exists(target) or game_file_exists(copy_of(target)):
        number += 1
        target = path.with_name(f"{path.stem}-{at}-{number}{path.suffix}")
    return target


def stored_facts(path: Path) -> dict[str, object] | None:
    """Return the facts of a game's file without reading its entries. `None` if they cannot be read."""
    with suppress(sqlite3.Error, OSError, ValueError), closing(_connect(path, True)) as db:
        found = Contents()
        _read_facts(db, found, db.execute("PRAGMA user_version").fetchone()[0])
        return found.facts if BEGUN in found.facts else None
    return None


def archived_as(path: Path) -> Path | None:
    """Return the file in the same folder with the game of the last good copy, for example after it was renamed."""
    copied = stored_facts(copy_of(path))
    others = sorted(path.parent.glob(f"*{glob.escape(path.suffix)}"))
    return next((other for other in others if copied and stored_facts(other) == copied), None)


def lost_game(path: Path, rehearsal: bool) -> JournalError:
    """Build the error for a game whose file is missing although its last good copy is there."""
    play, named, other = (
        f"{PLAY}{' --dry-run' * rehearsal}",
        shlex.quote(format_path(path)),
        archived_as(path),
    )
    slots = {
        "file": format_path(path),
        "copy": format_path(copy_of(path)),
        "new": f"{play} --new --journal {named}",
    }
    if other is None:
        slots["save"] = f"{SALVAGE} --journal {named} saved.game"
        return JournalError(*refusal("refused.file.gone", **slots))
    again = f"{play} --journal {shlex.quote(format_path(other))}"
    return JournalError(*refusal("refused.file.gone.moved", other=format_path(other), again=again, **slots))


def can_lock(folder: Path) -> bool:
    """Return whether SQLite can lock a new file in a folder. Nobody else uses this file, so it is never busy."""
    try:
        with (
            TemporaryDirectory(dir=folder, prefix=".", ignore_cleanup_errors=True) as name,
            closing(sqlite3.connect(Path(name) / "probe", isolation_level=None, timeout=0)) as db,
        ):
            db.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as err:
        return not getattr(err, "sqlite_errorname", "").startswith(NO_LOCK)
    except OSError:  # the folder cannot be written to
        return True
    return True


def keep_copy(path: Path, contents: bytes | None = None) -> None:
    """Replace the last good copy of a game's file.

    Only a complete game is copied, so damage never replaces a good copy. If the copy can't be written, the previous
    one is left as it was.

    Args:
        path: The game's file.
        contents: The contents of the file. Without them, the file is read.
    """
    with suppress(sqlite3.Error, OSError, ValueError), closing(sqlite3.connect(":memory:")) as copy:
        if contents is None:
            with closing(_connect(path, True)) as game:
                game.backup(copy)
        else:
            copy.deserialize(contents)
        check_pages(copy)
        if read(copy).trouble is None:
            replace_whole({copy_of(path): copy.serialize()})


class BackgroundCopy:
    """Writes the last good copy of a game's file in a thread of its own, so that no input waits for it.

    The thread gets the contents of the file and takes no lock on it, so the game can go on being written.
    """

    def __init__(self) -> None:
        self._thread: Thread | None = None

    @property
    def is_running(self) -> bool:
        """Whether a copy is being written."""
        return self._thread is not None and self._thread.is_alive()

    def start(self, path: Path, contents: bytes) -> None:
        """Start to write a copy of the game in ``path``."""
        self._thread = Thread(target=keep_copy, args=(path, contents), name="last good copy")
        try:
            self._thread.start()
        except RuntimeError:  # a browser has no threads
            self._thread = None
            keep_copy(path, contents)

    def wait(self) -> None:
        """Wait until the copy that is being written is complete."""
        if self._thread is not None:
            self._thread.join()


def _connect(path: Path | None, to_read: bool) -> sqlite3.Connection:
    """Open a connection. Several threads may use it, one after the other (see `play.clients`)."""
    name = (
        "file::memory:" if path is None else f"{path.absolute().as_uri()}?mode={'ro' if to_read else 'rwc'}"
    )
    db = sqlite3.connect(name, uri=True, isolation_level=None, timeout=SHORT, check_same_thread=False)
    db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_TEXT)
    return db


# ----------------------------------------------------------------------------------------------------


class Journal:
    """An open game file, or a game in memory. Its lock lets others read the file, but not write.

    It notices if its file is deleted or replaced during play, and then writes the game beside the old place. This
    class is long because opening, writing, locking and rescuing share one connection and what is known of the file.

    Attributes:
        path: The file. `None` for a game in memory.
        name: The path as it is printed.
        facts: The facts that the file begins with.
    """

    def __init__(
        self, path: Path | None, facts: Mapping[str, object] | None = None, *, to_read: bool = False
    ) -> None:
        """Open the game in a file, or create it.

        Args:
            path: The file. `None` keeps the game in memory.
            facts: Facts of the new game if there is no file yet.
            to_read: Take no lock and write nothing, so that a game in progress can be read.

        Raises:
            JournalError: The file is damaged, in use, not a game, or has a format that cannot be played on; the
                file of a game is missing, but its last good copy is there; or the drive cannot lock files.
        """
        self.path = path
        self._copy = BackgroundCopy()
        self._made: Mapping[str, object] | None = None  # facts of a game that was begun here
        self.name = format_path(path) if path else sentence("file.in_memory")
        new = path is None or not game_file_exists(path)
        self._created = new
        self._entries: list[JournalEntry] = []
        # A creation that was cut short has left its rollback journal, and is begun again.
        begins = new or (path is not None and path.with_name(f"{path.name}-journal").exists())
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
        self.beginning = found.heads[0].chain  # digest of the facts: it tells this game from all others
        # number of rows when the last copy began, or when the file was opened
        self._copied = len(self._entries)
        self._closed = to_read
        self._keeps_copy = path is not None and not to_read and self._spare_other_copy(path)
        self._taken: JournalError | None = None  # says where the game is, if its file was deleted or replaced
        self.gathering = False  # whether something may be appended that is not on disk yet
        self._unwritten: list[StoredEntry] = []

    def _read_file(self, facts: Mapping[str, object] | None, to_read: bool) -> Contents:
        """Read the connected file. If it is blank, begin a game with some facts."""
        db = self.db
        if not to_read:
            db.execute("PRAGMA synchronous=EXTRA")  # the folder too, when the rollback journal goes
            if facts is not None and self._blank():
                if self.path is not None and has_copy(self.path):
                    raise lost_game(self.path, SEED in facts)
                self._made = {**facts, BEGUN: _get_time()}
                self._create(self._made)
        if to_read:
            self._wait_for_writer()
        else:
            self._wait(SHORT)
        db.execute("BEGIN" if to_read else "BEGIN IMMEDIATE")
        self._identify(to_read)
        check_pages(db)
        found = read(db)
        if found.trouble is not None:
            raise found.trouble
        self._in_file, self._stamp = self._now_in_file(), self._stamp_of_file()
        if to_read:
            db.close()
        return found

    def _blank(self) -> bool:
        tables = self.db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        return not tables and not self.db.execute("PRAGMA application_id").fetchone()[0]

    def _create(self, facts: Mapping[str, object]) -> None:
        self.db.execute("BEGIN EXCLUSIVE")
        if self._blank():  # or another window was quicker
            make(self.db, {name: dumped(value) for name, value in facts.items()})
        self.db.execute("COMMIT")

    def _identify(self, to_read: bool) -> None:
        """Raise `JournalError` unless the file is a game of a format that can be continued, or read."""
        if self.path and not self.path.stat().st_size:
            raise JournalError(*refusal("refused.file.empty", file=self.name))
        if self.db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
            raise JournalError(*refusal("refused.file.other", file=self.name))
        version = self.db.execute("PRAGMA user_version").fetchone()[0]
        told = {"file": self.name, "found": version, "wanted": VERSION, "save": save_words(self.path)}
        if OLDEST <= version < VERSION and not to_read:
            raise JournalError(*refusal("refused.file.old", **told))
        if not OLDEST <= version <= VERSION:
            raise JournalError(*refusal("refused.file.format", oldest=OLDEST, **told))

    # -- what it holds ---------------------------------------------------------------------------------------

    @property
    def entries(self) -> tuple[JournalEntry, ...]:
        """All entries, oldest first."""
        return tuple(self._entries)

    @property
    def size(self) -> int:
        """Number of entries."""
        return len(self._entries)

    @property
    def inputs(self) -> int:
        """Number of inputs."""
        return self._entries[-1].input if self._entries else 0

    @property
    def has_begun(self) -> bool:
        """Whether the game has an input. A wording may be chosen before."""
        return any(entry.kind not in BESIDE for entry in self._entries)

    @property
    def seed(self) -> int | None:
        """Seed of a rehearsal. `None` for a real game."""
        seed = self.facts.get(SEED)
        return seed if isinstance(seed, int) else None

    # -- writing ---------------------------------------------------------------------------------------------

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Write everything that is appended within in one transaction.

        Raises:
            NotWritten: Nothing was written, and the host can try again.
        """
        if self.gathering:  # within a larger whole
            yield
            return
        self.gathering = True
        try:
            yield
            if self._unwritten:
                self.write(self._unwritten)
        finally:  # if another window took over after they were written, they count
            self._unwritten, self.gathering = [], False
            if len(self._entries) > self._head.rows:
                del self._entries[self._head.rows :]
        if len(self._entries) - self._copied >= COPIED_EVERY and not self._copy.is_running:
            self._start_copy()

    def append(
        self, kind: str, body: dict[str, object], derived: Iterable[tuple[str, dict[str, object]]] = ()
    ) -> None:
        """Add one input and the entries that follow from it. They are on disk at the end of the transaction.

        Raises:
            NotWritten: Nothing was written, and the host can try again.
            CommandError: The input is too long.
            ProtocolBug: No reader would accept the entry.
        """
        if not self.gathering:
            with self.transaction():
                self.append(kind, body, derived)
            return
        number, at = 1 + self.inputs, _get_time()
        entries = [JournalEntry(number, at, kind, body, False)]
        entries.extend(JournalEntry(number, at, *one, True) for one in derived)
        rows = list[StoredEntry]()
        for n, entry in enumerate(entries, len(self._entries) + 1):
            rows.append(checked_row(n, entry))
        self._entries += entries
        self._unwritten += rows

    def write(self, rows: Sequence[StoredEntry]) -> None:
        """Write rows in one transaction and wait for the disk.

        Raises:
            NotWritten: Nothing was written, and the host can try again.
            JournalError: A second window took over, either before the rows were written or after (then they
                count); or the file was deleted or replaced, and the game was written beside it.
        """
        head: ChainHead | None = None
        if not self._is_in_place():
            raise self._rescue()
        try:
            if not self.db.in_transaction:  # the last attempt failed
                self._lock_again()
            head = insert(self.db, self._head, rows)
            self._wait(PATIENCE)
            self.db.execute("COMMIT")
        except sqlite3.Error as err:
            with suppress(sqlite3.Error):
                self.db.rollback()
            if not self._is_in_place():
                raise self._rescue() from err
            if head is None or not self._is_written(head):
                raise self._not_written(err) from err
        self._head = head
        self._in_file = (*head, *self._in_file[2:])
        with suppress(NotWritten):  # the rows are written; what is wrong with the place, the next input finds
            self._lock_again()

    def _lock_again(self) -> None:
        """Take back the lock that a commit releases for a moment. Raise an error if another window has written."""
        try:
            self._wait(SHORT)
            self.db.execute("BEGIN IMMEDIATE")
            alone = self._now_in_file() == self._in_file
        except (sqlite3.Error, OSError) as err:
            with suppress(sqlite3.Error):
                self.db.rollback()
            raise (self._refusal(err) if self._is_in_place() else self._rescue()) from err
        if not alone:
            self.db.rollback()
            raise self._in_use() if self._is_in_place() else self._rescue()
        self._stamp = self._stamp_of_file()

    def _now_in_file(self) -> tuple[int, str, int, int]:
        """Return values that change if another window writes to the file, or replaces it."""
        rows, chain = self.db.execute("SELECT rows, chain FROM head").fetchone()
        if self.path is None:
            return rows, chain, 0, 0
        found = self.path.stat()
        return rows, chain, found.st_dev, found.st_ino

    def _is_written(self, head: ChainHead) -> bool:
        """Return whether rows are in the file although writing failed, in its last step."""
        with suppress(sqlite3.Error, OSError, TypeError):
            return self._now_in_file()[:2] == head
        return False

    def _wait_for_writer(self) -> None:
        """Wait until the file can be read, but not on a drive that cannot lock files, where it always looks busy."""
        self._wait(SHORT)
        try:
            self.db.execute("PRAGMA user_version").fetchone()
        except sqlite3.OperationalError as err:
            busy = getattr(err, "sqlite_errorname", "").startswith(BUSY)
            if not busy or self.path is None or not can_lock(self.path.parent):
                raise
        self._wait(PATIENCE)

    def _wait(self, seconds: float) -> None:
        self.db.execute(f"PRAGMA busy_timeout={round(seconds * 1000)}")

    def _start_copy(self) -> None:
        """Start to write the last good copy. If the file can't be read now, the next copy will include its rows."""
        self._copied = len(self._entries)
        if self.path is not None and self._keeps_copy:
            with suppress(sqlite3.Error):
                self._copy.start(self.path, self.db.serialize())

    def _spare_other_copy(self, path: Path) -> bool:
        """Put the last good copy of another game aside, so that it is never overwritten.

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

    def _stamp_of_file(self) -> tuple[int, int]:
        """Return the size and the time of the last change of the file."""
        if self.path is None:
            return 0, 0
        found = self.path.stat()
        return found.st_size, found.st_mtime_ns

    def _is_in_place(self) -> bool:
        """Return whether the file at our path is still the file that this journal writes to, and holds its game.

        The contents are only read if the size or the time of the file is not as this journal left it.
        """
        if self.path is None or self._taken is not None:
            return self.path is None
        try:
            found, stamp = self.path.stat(), self._stamp_of_file()
        except (FileNotFoundError, NotADirectoryError):
            return False
        except OSError:  # the drive does not answer: trying again may help
            return True
        if (found.st_dev, found.st_ino) != self._in_file[2:]:
            return False
        if stamp == self._stamp or not self.db.in_transaction:
            return True  # without our lock, another window may have written: that is found when it is taken again
        self._stamp = stamp
        return self._holds_this_game(self.path)

    def _holds_this_game(self, path: Path) -> bool:
        """Return whether a file has the last entries of this journal, or cannot be read now."""
        try:
            with closing(_connect(path, True)) as db:
                db.execute("BEGIN")
                check_pages(db)
                found = read(db)
        except sqlite3.Error as err:
            found = Contents(trouble=err)
        except ValueError:
            return False
        if getattr(found.trouble, "sqlite_errorname", "").startswith((*NO_LOCK, *NO_ACCESS)):
            return True
        return found.trouble is None and (found.facts, found.heads[-1]) == (self.facts, self._head)

    def _rescue(self) -> JournalError:
        """Write the whole game beside the place of the file that is gone.

        Returns:
            The error that says where the game is now. It is `NotWritten` if the game could not be written
            anywhere, so that the host can try again.
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
            told = {"file": self.name, "target": format_path(target), "again": again}
            self._keeps_copy = False  # what is in the file now is another game
            self._taken = JournalError(*refusal("refused.file.taken", **told))
            return self._taken
        return NotWritten(*refusal("refused.file.taken.lost", file=self.name, why=why))

    # -- closing ---------------------------------------------------------------------------------------------

    def let_go(self) -> None:
        """Release the file if it is open, and wait for a copy that is being written."""
        with suppress(sqlite3.Error, AttributeError):
            self.db.rollback()
            self.db.close()
        self._copy.wait()

    def close(self) -> None:
        """Release the file, and bring its last good copy up to date.

        Raises:
            JournalError: The file was deleted or replaced. The error says where the game was written instead.
        """
        if self._closed:
            return
        rescued, self._closed = None, True
        if self._entries and self._taken is None and not self._is_in_place():
            rescued = self._rescue()
        self.let_go()
        if rescued is not None:
            raise rescued
        if len(self._entries) > self._copied:
            self._copied = len(self._entries)
            if self.path is not None and self._keeps_copy:
                keep_copy(self.path)

    def discard(self) -> None:
        """Close a game that could not start, and remove its file if it was created for it and has no entries."""
        unused = self._created and not self._entries
        self.close()
        if unused:
            self._remove_unless_other(self.facts)

    def _remove_unless_other(self, facts: Mapping[str, object] | None) -> None:
        """Remove the file of a game that did not start, unless another window has begun a game there.

        Args:
            facts: Facts of the game that did not start.
        """
        with suppress(OSError):
            if self.path is not None and stored_facts(self.path) in (None, facts):
                self.path.unlink()
                self.path.with_name(f"{self.path.name}-journal").unlink()

    # -- what went wrong -------------------------------------------------------------------------------------

    def _refusal(self, err: Exception) -> JournalError:
        """Build the error for a failure of SQLite or of the system."""
        if isinstance(err, JournalError):
            return err
        name = getattr(err, "sqlite_errorname", "")
        why = f"{err} ({name})" if name else reason(err)
        if name.startswith(NO_LOCK) and self.path is not None and not can_lock(self.path.parent):
            return CannotLock(
                *refusal("refused.file.no_lock", file=self.name, why=why, move=self._how_to_move())
            )
        if name.startswith(BUSY):
            return self._in_use()
        if name == "SQLITE_READONLY_ROLLBACK":
            return JournalError(*refusal("refused.file.cut", file=self.name))
        if name == "SQLITE_FULL" or getattr(err, "errno", None) == errno.ENOSPC:
            return JournalError(
                *refusal("refused.file.full", file=self.name, why=why, move=self._how_to_move())
            )
        if self.path is not None and self._created and not self._entries and not self.path.parent.exists():
            folder = format_path(self.path.parent)
            return JournalError(*refusal("refused.file.folder", file=self.name, folder=folder))
        if isinstance(err, OSError) or name.startswith(NO_ACCESS):
            return JournalError(
                *refusal("refused.file.access", file=self.name, why=why, move=self._how_to_move())
            )
        what = sentence("damage.row", most=LONGEST_TEXT // 1024) if name == "SQLITE_TOOBIG" else str(err)
        save = save_words(self.path)
        return JournalError(*refusal("refused.file.damaged", file=self.name, what=what, save=save))

    def _how_to_move(self) -> Phrase:
        """Return how to keep the game on another drive. A game that has begun is copied, so that it is not lost."""
        if self._created and not self._entries:
            return phrase("file.move.new")
        return phrase("file.move.begun", file=self.name)

    def _in_use(self) -> InUse:
        return InUse(*refusal("refused.file.in_use", file=self.name))

    def _not_written(self, err: sqlite3.Error) -> NotWritten:
        found = self._refusal(err)
        if isinstance(found, InUse):
            return NotWritten(*refusal("refused.file.read", file=self.name))
        return NotWritten(found.expected, found.found, found.todo)


# ----------------------------------------------------------------------------------------------------
# Which inputs still count. Undone inputs stay in the file.


def find_undone(entries: Iterable[JournalEntry]) -> set[int]:
    """Return the numbers of the inputs that were undone, not those of the undos themselves."""
    undone: set[int] = set()
    standing: list[int] = []
    for entry in entries:
        if entry.derived or entry.kind in BESIDE:
            continue
        if entry.kind != UNDO:
            standing.append(entry.input)
            continue
        takes = entry.body[TAKES]
        if isinstance(takes, int) and takes > 0:
            undone.update(standing[-takes:])
            del standing[-takes:]
    return undone


def number_inputs(entries: Iterable[JournalEntry]) -> dict[int, int]:
    """Return the number of each input in the history. Entries beside the game have none."""
    typed = [entry.input for entry in entries if not entry.derived and entry.kind not in BESIDE]
    return {number: n for n, number in enumerate(typed, 1)}


def list_live_entries(entries: Iterable[JournalEntry]) -> list[JournalEntry]:
    """Return the rows of the game that still count, without undos and without the rows kept beside the game."""
    rows = tuple(entries)
    undone = find_undone(rows)
    return [entry for entry in rows if entry.kind not in (UNDO, *BESIDE) and entry.input not in undone]


PAUSE = 600.0
"""Longest time for one entry, in seconds. During a longer pause, nobody was at the table."""


def measure_entries(entries: Sequence[JournalEntry]) -> list[float]:
    """Return the seconds for each entry except the first. Longer pauses count as `PAUSE`."""
    times = [datetime.fromisoformat(entry.at) for entry in entries]
    return [min(PAUSE, (after - before).total_seconds()) for before, after in pairwise(times)]
