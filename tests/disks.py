"""Games as files, changed from outside, and disks that fail: SQLite's own file operations, recorded or made to fail.

Recorded are writes, truncations, syncs, creations and deletions of files, in order, as SQLite asks for them;
`states` then tells what a disk may hold if power fails after any of them.
"""

from __future__ import annotations

import _sqlite3
import ctypes
import errno
import io
import itertools
import json
import os
import shutil
import sqlite3
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

from facilitator.games.uno.state import UnoState
from facilitator.operations.definitions import Heading
from facilitator.play import journal as layout
from facilitator.play.journal import JournalEntry, StoredRow
from facilitator.play.match import Match
from facilitator.protocols.recovery import is_decided
from facilitator.table_files.load import Table, make_table
from turns import go_on

OK = 0
IOERR_WRITE = 778
IOERR_FSYNC = 1034
IOERR_DIR_FSYNC = 1290
IOERR_TRUNCATE = 1546
CANTOPEN = 14
FULL = 13
BUSY, PERM, PROTOCOL, IOERR_LOCK, IOERR_RDLOCK = 5, 3, 15, 3850, 2314
"""SQLite's codes for a lock that the drive refuses: ENOLCK looks like a busy file."""
CREATE = 0x4
P, N, L = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64
_KEPT: list[Any] = []  # what SQLite holds pointers to, for as long as a connection may be open: for good


class Methods(ctypes.Structure):
    """sqlite3_io_methods; only what is replaced has a type of its own."""

    _fields_ = (
        ("iVersion", N),
        ("xClose", P),
        ("xRead", P),
        ("xWrite", P),
        ("xTruncate", P),
        ("xSync", P),
        ("xFileSize", P),
        ("xLock", P),
        ("others", P * 11),
    )


class File(ctypes.Structure):
    """sqlite3_file."""

    _fields_ = (("pMethods", ctypes.POINTER(Methods)),)


class Vfs(ctypes.Structure):
    """sqlite3_vfs."""

    _fields_ = (
        ("iVersion", N),
        ("szOsFile", N),
        ("mxPathname", N),
        ("pNext", P),
        ("zName", ctypes.c_char_p),
        ("pAppData", P),
        ("xOpen", P),
        ("xDelete", P),
        ("others", P * 20),
    )


OPEN = ctypes.CFUNCTYPE(N, P, P, ctypes.POINTER(File), N, P)
DELETE = ctypes.CFUNCTYPE(N, P, P, N)
WRITE = ctypes.CFUNCTYPE(N, P, P, N, L)
TRUNCATE = ctypes.CFUNCTYPE(N, P, L)
SYNC = ctypes.CFUNCTYPE(N, P, N)
LOCK = ctypes.CFUNCTYPE(N, P, N)


@dataclass(frozen=True, slots=True)
class Op:
    """One operation on one file; or, with ``kind`` "done", that the program was told that all before is kept."""

    kind: str
    name: str = ""
    at: int = 0
    data: bytes = b""


@dataclass(slots=True)
class Recorder:
    """What was done so far; ``fails``: told the number of an operation, whether it goes wrong.

    ``lock_error``: the error code that every attempt to lock a file gets, as on a drive without locks.
    """

    ops: list[Op] = field(default_factory=list)
    fails: Callable[[int], bool] = lambda _: False
    asked: int = 0
    lock_error: int = OK

    def take(self, op: Op, error: int) -> int:
        self.asked += 1
        if self.fails(self.asked - 1):
            return error
        self.ops.append(op)
        return OK


@contextmanager
def recorded(recorder: Recorder) -> Iterator[Recorder]:
    """Let every SQLite database opened meanwhile work through the recorder."""
    sqlite = ctypes.CDLL(_sqlite3.__file__)  # the very library that Python's module is linked with
    sqlite.sqlite3_vfs_find.restype = ctypes.POINTER(Vfs)
    usual = sqlite.sqlite3_vfs_find(None)
    layer = _layer(usual.contents, recorder)
    _KEPT.append(layer)
    assert sqlite.sqlite3_vfs_register(ctypes.byref(layer), 1) == OK
    try:
        yield recorder
    finally:
        sqlite.sqlite3_vfs_unregister(ctypes.byref(layer))
        sqlite.sqlite3_vfs_register(usual, 1)


def _layer(usual: Vfs, recorder: Recorder) -> Vfs:
    layer = Vfs.from_buffer_copy(usual)
    layer.zName = b"recorded"
    really_open, really_delete = OPEN(usual.xOpen), DELETE(usual.xDelete)

    def open_(vfs: int, name: int | None, file: Any, flags: int, out: int) -> int:
        if name is None:  # SQLite's own scratch files
            return int(really_open(vfs, name, file, flags, out))
        path = Path(ctypes.string_at(name).decode())
        if flags & CREATE and not path.exists():
            error = recorder.take(Op("create", path.name), CANTOPEN)
            if error:
                file.contents.pMethods = None
                return error
        found = int(really_open(vfs, name, file, flags, out))
        if found == OK:
            _wrap(file.contents, path.name, recorder)
        return found

    def delete(vfs: int, name: int, folder_too: int) -> int:
        path = Path(ctypes.string_at(name).decode())
        there = path.exists()
        error = recorder.take(Op("delete", path.name), IOERR_WRITE) if there else OK
        found = error or int(really_delete(vfs, name, folder_too))
        if found == OK and there and folder_too:
            found = recorder.take(Op("sync folder"), IOERR_DIR_FSYNC)
        return found

    calls = (OPEN(open_), DELETE(delete))
    _KEPT.extend((calls, really_open, really_delete))
    layer.xOpen, layer.xDelete = (ctypes.cast(call, P).value for call in calls)
    return layer


def _wrap(file: File, name: str, recorder: Recorder) -> None:
    """Put the recorder between SQLite and one open file."""
    usual = file.pMethods.contents
    really_write = WRITE(usual.xWrite)
    really_truncate = TRUNCATE(usual.xTruncate)
    really_sync = SYNC(usual.xSync)
    fresh = name.endswith("-journal")

    def write(it: int, data: int, size: int, at: int) -> int:
        error = recorder.take(Op("write", name, at, ctypes.string_at(data, size)), FULL)
        return error or int(really_write(it, data, size, at))

    def truncate(it: int, size: int) -> int:
        error = recorder.take(Op("truncate", name, size), IOERR_TRUNCATE)
        return error or int(really_truncate(it, size))

    def sync(it: int, flags: int) -> int:
        nonlocal fresh
        error = recorder.take(Op("sync", name), IOERR_FSYNC)
        if not error and fresh:  # as the unix layer does for a journal just made
            fresh = False
            error = recorder.take(Op("sync folder"), IOERR_DIR_FSYNC)
        return error or int(really_sync(it, flags))

    really_lock = LOCK(usual.xLock)

    def lock(it: int, level: int) -> int:
        return recorder.lock_error or int(really_lock(it, level))

    methods = Methods.from_buffer_copy(usual)
    calls = (WRITE(write), TRUNCATE(truncate), SYNC(sync), LOCK(lock))
    methods.xWrite, methods.xTruncate, methods.xSync, methods.xLock = (
        ctypes.cast(call, P).value for call in calls
    )
    _KEPT.extend((methods, calls, really_write, really_truncate, really_sync, really_lock))
    file.pMethods = ctypes.pointer(methods)


# -- what a disk may hold ----------------------------------------------------------------------------------------

Disk = dict[str, bytes]


def killed(ops: list[Op]) -> Iterator[tuple[int, Disk]]:
    """Yield what lies there if the program is killed after each operation, and in the middle of each write.

    With it: how often the program had been told "done".  The system lives on, so nothing waits for a sync.
    """
    for number, op in enumerate(ops):
        done = sum(before.kind == "done" for before in ops[:number])
        yield done, _after(ops[:number])
        if op.kind == "write":
            yield done, _after([*ops[:number], Op("write", op.name, op.at, op.data[: len(op.data) // 2])])
    yield sum(op.kind == "done" for op in ops), _after(ops)


def _after(ops: list[Op]) -> Disk:
    disk: Disk = {}
    for op in ops:
        if op.kind == "delete":
            disk.pop(op.name, None)
        elif op.name:
            disk[op.name] = _applied(disk.get(op.name, b""), op)
    return disk


def _applied(old: bytes, op: Op) -> bytes:
    match op.kind:
        case "write":
            old = old.ljust(op.at, b"\0")
            return old[: op.at] + op.data + old[op.at + len(op.data) :]
        case "truncate":
            return old[: op.at]
    return old


@dataclass(slots=True)
class _Inode:
    kept: bytes = b""
    pending: list[Op] = field(default_factory=list)


def powerless(ops: list[Op]) -> Iterator[tuple[int, Disk]]:
    """Yield what a disk may hold if power fails after each operation, and how often "done" was told by then.

    What was synced is there.  Of what was written since to each file: nothing, all, all but the first write,
    only the first, or the length without the contents; and of what changed in the folder: every subset.
    """
    folder: dict[str, _Inode] = {}
    now: dict[str, _Inode] = {}
    changes: list[tuple[str, _Inode | None]] = []
    done = 0
    for op in ops:
        match op.kind:
            case "done":
                done += 1
            case "create":
                now[op.name] = _Inode()
                changes.append((op.name, now[op.name]))
            case "delete":
                del now[op.name]
                changes.append((op.name, None))
            case "sync folder":
                folder, changes = dict(now), []
            case "sync":
                inode = now[op.name]
                inode.kept, inode.pending = _replayed(inode.kept, inode.pending), []
            case _:
                now[op.name].pending.append(op)
        yield from ((done, disk) for disk in _disks(folder, changes))


def _replayed(kept: bytes, ops: list[Op]) -> bytes:
    for op in ops:
        kept = _applied(kept, op)
    return kept


def _disks(folder: dict[str, _Inode], changes: list[tuple[str, _Inode | None]]) -> Iterator[Disk]:
    for chosen in itertools.product((False, True), repeat=len(changes)):
        names: dict[str, _Inode | None] = dict(folder)
        names.update(change for change, is_kept in zip(changes, chosen, strict=True) if is_kept)
        files = {name: inode for name, inode in names.items() if inode is not None}
        for contents in itertools.product(*(_contents(inode) for inode in files.values())):
            yield dict(zip(files, contents, strict=True))


def _contents(inode: _Inode) -> list[bytes]:
    ops, kept = inode.pending, inode.kept
    whole = _replayed(kept, ops)
    hollow = kept[: len(whole)].ljust(len(whole), b"\0")
    found = [kept, whole, _replayed(kept, ops[1:]), _replayed(kept, ops[:1]), hollow]
    return list(dict.fromkeys(found))


# ----------------------------------------------------------------------------------------------------
# A disk that fails at any one write of the program's: SQLite's own, and those it makes through Python.


WRITES = ("w", "a", "x", "+")
_WATCHED: list[list[str]] = []
"""Where Python's own audit notes what is opened to be written, made or renamed; empty: nowhere."""


class Stream:
    """A file opened to be written: what is written waits until it is flushed, and half of it may arrive."""

    def __init__(self, stream: Any, name: str, recorder: Recorder) -> None:
        self._stream, self._name, self._recorder, self._waits = stream, name, recorder, b""

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def write(self, data: bytes) -> int:
        self._waits += bytes(data)
        return len(data)

    def fileno(self) -> int:
        return int(self._stream.fileno())

    def flush(self) -> None:
        data, self._waits = self._waits, b""
        if data and self._recorder.take(Op("write", self._name, 0, data), errno.ENOSPC):
            self._stream.write(data[: len(data) // 2])
            self._stream.flush()
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self._stream.write(data)
        self._stream.flush()

    def close(self) -> None:
        try:
            self.flush()
        finally:
            self._stream.close()


@contextmanager
def watched(recorder: Recorder) -> Iterator[list[str]]:
    """Let the recorder see, and fail, all that is written meanwhile; yield what Python's audit sees of it."""

    def asked(kind: str, name: object) -> None:
        if recorder.take(Op(kind, Path(str(name)).name), errno.ENOSPC) != OK:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def open_(file: Any, mode: str = "r", *args: Any, **kwargs: Any) -> Any:
        if isinstance(file, int) or not set(mode) & set(WRITES):
            return really_open(file, mode, *args, **kwargs)
        asked("create", file)
        return Stream(really_open(file, mode, *args, **kwargs), str(file), recorder)

    def make(path: Any, flags: int, mode: int = 0o777, **kwargs: Any) -> int:
        if flags & os.O_CREAT:
            asked("create", path)
        return really_make(path, flags, mode, **kwargs)

    def fdopen(handle: int, mode: str = "r", *args: Any, **kwargs: Any) -> Any:
        opened = really_fdopen(handle, mode, *args, **kwargs)
        return Stream(opened, "a draft", recorder) if set(mode) & set(WRITES) else opened

    def before(really: Any, kind: str) -> Any:
        def done(name: Any, *args: Any, **kwargs: Any) -> Any:
            asked(kind, name)
            return really(name, *args, **kwargs)

        return done

    def sync(handle: int) -> None:
        asked("sync folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "fsync", handle)
        really_sync(handle)

    really_open, really_make, really_fdopen, really_sync = io.open, os.open, os.fdopen, os.fsync
    layers: dict[str, Any] = {"open": make, "fdopen": fdopen, "fsync": sync}
    layers |= {name: before(getattr(os, name), name) for name in ("mkdir", "replace", "rename")}
    seen: list[str] = []
    with ExitStack() as stack:
        stack.enter_context(recorded(recorder))
        stack.enter_context(patch.object(io, "open", open_))
        stack.enter_context(patch("builtins.open", open_))
        for name, layer in layers.items():
            stack.enter_context(patch.object(os, name, layer))
        _WATCHED.append(seen)
        try:
            yield seen
        finally:
            _WATCHED.clear()


def _audit(event: str, args: tuple[Any, ...]) -> None:
    if not _WATCHED:
        return
    if event == "open":
        name, _mode, flags = args
        if not isinstance(name, int) and flags & (os.O_WRONLY | os.O_RDWR):
            _WATCHED[-1].append(event)
    elif event in ("os.mkdir", "os.rename"):
        _WATCHED[-1].append(event)


sys.addaudithook(_audit)


# ----------------------------------------------------------------------------------------------------
# Games as files, changed from outside: damaged, or forged so that every digest fits.


HostMark = tuple[UnoState, int, Heading | None, str, bool]


def table(protocol: str = "knockout", hand_size: int = 2) -> Table:
    listed = ["Ana", {"name": "Vera", "virtual": True}]
    return make_table({"seats": listed, "hand_size": hand_size, "protocol": protocol})


def host_mark(game: Match) -> HostMark:
    """Where a game stands, as the host sees it."""
    run = game.attempt
    if run is None:
        return game.state, 0, None, "", game.recovering
    return game.state, run.number, run.heading, " ".join(line.text for line in run.lines), game.recovering


def inputs_of(game: Match, stop_at: int = 0) -> Iterator[None]:
    """Play a rehearsal to its end, one kept input at a time; give up once, in a run that is on after ``stop_at``."""
    count, given_up = 0, not stop_at
    while not game.is_over:
        kept = len(game.journal.entries)
        if (
            not given_up
            and count >= stop_at
            and game.attempt is not None
            and not is_decided(game.attempt.ops)
        ):
            game.stop_attempt()
            given_up = True
        while len(game.journal.entries) == kept:
            go_on(game)
        count += 1
        yield


def play(path: Path, inputs: int, seed: int = 5, protocol: str = "knockout", stop_at: int = 0) -> None:
    """Play the first inputs of a rehearsal into a file."""
    game = Match.open(table(protocol), path, seed)
    for _ in zip(range(inputs), inputs_of(game, stop_at), strict=False):
        pass
    game.close()


def sql(statement: str) -> Callable[[Path], None]:
    """Change a file by SQL and leave the digests as they were."""

    def change(path: Path) -> None:
        with closing(sqlite3.connect(path)) as db:
            db.execute("PRAGMA ignore_check_constraints=1")
            db.executescript(statement)

    return change


def forged(statement: str, version: int = layout.VERSION) -> Callable[[Path], None]:
    """Change a file by SQL and make every digest match the new contents, in the format ``version``."""

    def change(path: Path) -> None:
        sql(statement)(path)
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("PRAGMA ignore_check_constraints=1")
            facts, rows = contents(db)
            db.execute("BEGIN")
            for name in ("fact", "entry", "head"):
                db.execute(f"DROP TABLE {name}")
            layout.insert(db, layout.make(db, facts, version), rows)
            db.execute("COMMIT")

    return change


def contents(db: sqlite3.Connection) -> tuple[dict[str, str], list[StoredRow]]:
    """Facts and entries as they stand there, unchecked."""
    rows = db.execute("SELECT input, at, kind, body, derived FROM entry ORDER BY n").fetchall()
    return dict(db.execute("SELECT name, value FROM fact ORDER BY rowid")), [tuple(row) for row in rows]


def rows(path: Path) -> list[JournalEntry]:
    with closing(sqlite3.connect(path)) as db:
        return [
            JournalEntry(number, at, kind, json.loads(body), bool(derived))
            for number, at, kind, body, derived in contents(db)[1]
        ]


def cut(source: Path, target: Path, inputs: int) -> None:
    """A copy of a game as a crash after so many inputs leaves it."""
    shutil.copy(source, target)
    forged(f"DELETE FROM entry WHERE input > {inputs}")(target)


def cut_short(path: Path, copy: Path, inputs: int) -> list[JournalEntry]:
    """A copy of a game as a crash while notes are written leaves it; returns the rows that were acknowledged.

    The notes' pages are in the file, and its end counts them: the rollback journal beside it takes them back.
    """
    play(path, inputs, 5, "knockout")
    before = rows(path)
    copy.parent.mkdir()
    last = before[-1].input
    notes = [(last + i, before[-1].at, "note", json.dumps({"text": "n" * 2000}), 0) for i in range(1, 40)]
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA cache_size=1")
        db.execute("BEGIN EXCLUSIVE")
        head = layout.ChainHead(*db.execute("SELECT rows, chain FROM head").fetchone())
        layout.insert(db, head, notes)
        db.execute("SELECT sum(length(body)) FROM entry").fetchone()
        for suffix in ("", "-journal"):
            shutil.copy(f"{path}{suffix}", f"{copy}{suffix}")
        db.execute("ROLLBACK")
    return before
