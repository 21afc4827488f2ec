"""A disk that fails at any one write of the program's: SQLite's own, and those it makes through Python."""

from __future__ import annotations

import errno
import io
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from sqlite_disk import OK, Op, Recorder, recorded

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
        return Stream(really_fdopen(handle, mode, *args, **kwargs), "a draft", recorder)

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
