"""A damaged game's file looked at: a copy of it, with what a crash left beside it taken back or taken over."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from facilitator.errors import JournalError
from facilitator.play.format import LARGEST_FILE
from facilitator.play.store import shown
from facilitator.system.files import no_room

BESIDE = ("-wal", "-journal")
"""What SQLite leaves beside a file when it is stopped: what is not in it yet, or what is to be taken back."""
UNWRITTEN = ("SQLITE_FULL", "SQLITE_IOERR", "SQLITE_CANTOPEN")
"""SQLite's names for what is the disk's fault, where the file itself can be read and written."""


def beside(path: Path) -> Iterator[Path]:
    """Yield the places of what a crash may leave beside a file; raises ValueError for a folder without a name."""
    return (path.with_name(path.name + suffix) for suffix in BESIDE)


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
