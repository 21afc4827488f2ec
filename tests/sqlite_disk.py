"""SQLite's own file operations, recorded or made to fail: a layer between SQLite and the system, by ctypes.

Recorded are writes, truncations, syncs, creations and deletions of files, in order, as SQLite asks for them;
`states` then tells what a disk may hold if power fails after any of them.
"""

from __future__ import annotations

import _sqlite3
import ctypes
import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

OK, IOERR_WRITE, IOERR_FSYNC, IOERR_DIR_FSYNC, IOERR_TRUNCATE, CANTOPEN, FULL = (
    0,
    778,
    1034,
    1290,
    1546,
    14,
    13,
)
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
        ("others", P * 13),
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


@dataclass(frozen=True, slots=True)
class Op:
    """One operation on one file; or, with ``kind`` "done", that the program was told that all before is kept."""

    kind: str
    name: str = ""
    at: int = 0
    data: bytes = b""


@dataclass(slots=True)
class Recorder:
    """What was done so far; ``fails``: told the number of an operation, whether it goes wrong."""

    ops: list[Op] = field(default_factory=list)
    fails: Callable[[int], bool] = lambda _: False
    asked: int = 0

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
    really_write, really_truncate, really_sync = (
        WRITE(usual.xWrite),
        TRUNCATE(usual.xTruncate),
        SYNC(usual.xSync),
    )
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

    methods = Methods.from_buffer_copy(usual)
    calls = (WRITE(write), TRUNCATE(truncate), SYNC(sync))
    methods.xWrite, methods.xTruncate, methods.xSync = (ctypes.cast(call, P).value for call in calls)
    _KEPT.extend((methods, calls, really_write, really_truncate, really_sync))
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
