"""Games as files, changed from outside: damaged, or forged so that every digest fits."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from facilitator.games.uno.state import UnoState
from facilitator.machine.operations import Heading
from facilitator.play import journal as layout
from facilitator.play.journal import Row
from facilitator.play.match import Match
from facilitator.table.load import Table, make_table
from helpers import go_on

Mark = tuple[UnoState, int, Heading | None, str, bool]


def table(protocol: str = "knockout", hand_size: int = 2) -> Table:
    listed = ["Ana", {"name": "Vera", "virtual": True}]
    return make_table({"seats": listed, "hand_size": hand_size, "protocol": protocol})


def mark(game: Match) -> Mark:
    """Where a game stands, as the host sees it."""
    run = game.run
    if run is None:
        return game.state, 0, None, "", game.recovering
    return game.state, run.number, run.heading, run.step.instruction.sentence, game.recovering


def inputs_of(game: Match, stop_at: int = 0) -> Iterator[None]:
    """Play a rehearsal to its end, one kept input at a time; give up once in the run that is on after ``stop_at``."""
    count = 0
    while not game.over:
        kept = len(game.journal.entries)
        if game.run is not None and stop_at and count == stop_at:
            game.stop_run()
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


def forged(statement: str) -> Callable[[Path], None]:
    """Change a file by SQL and make every digest fit what it says now."""

    def change(path: Path) -> None:
        sql(statement)(path)
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("PRAGMA ignore_check_constraints=1")
            facts, rows = contents(db)
            db.execute("BEGIN")
            for name in ("fact", "entry", "head"):
                db.execute(f"DROP TABLE {name}")
            layout.insert(db, layout.make(db, facts), rows)
            db.execute("COMMIT")

    return change


def contents(db: sqlite3.Connection) -> tuple[dict[str, str], list[Row]]:
    """Facts and entries as they stand there, unchecked."""
    rows = db.execute("SELECT input, at, kind, body, derived FROM entry ORDER BY n").fetchall()
    return dict(db.execute("SELECT name, value FROM fact ORDER BY rowid")), [Row(*row) for row in rows]


def rows(path: Path) -> list[Row]:
    with closing(sqlite3.connect(path)) as db:
        return contents(db)[1]


def cut(source: Path, target: Path, inputs: int) -> None:
    """A copy of a game as a crash after so many inputs leaves it."""
    shutil.copy(source, target)
    forged(f"DELETE FROM entry WHERE input > {inputs}")(target)


def cut_short(path: Path, copy: Path, inputs: int) -> list[Row]:
    """A copy of a game as a crash while notes are written leaves it; returns the rows that were acknowledged.

    The notes' pages are in the file, and its end counts them: the rollback journal beside it takes them back.
    """
    play(path, inputs, 5, "knockout")
    before = rows(path)
    copy.parent.mkdir()
    last = before[-1].input
    notes = [Row(last + i, before[-1].at, "note", json.dumps({"text": "n" * 2000}), 0) for i in range(1, 40)]
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
