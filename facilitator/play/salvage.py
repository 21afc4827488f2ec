"""What can be saved of a game's file that is damaged, cut short, or of another format; written as a new game.

The file itself is only read: all is done on a copy of it, with what a crash left beside it.  SQLite gives its rows
front to back, up to the first that it cannot read.  A row counts if the chain of digests leads to it from the first
fact, and an input if with those before it it makes a game.  Where the last good copy of the game has more, it is
that which is saved.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from facilitator.errors import CommandError, FacilitatorError, JournalError
from facilitator.play import journal as layout
from facilitator.play.journal import (
    ANSWER,
    EVENT,
    IN_USE,
    LARGEST_FILE,
    LONGEST_TEXT,
    MOST_ROWS,
    TAKES,
    UNDO,
    Damage,
    Journal,
    JournalEntry,
    Row,
    copied,
    copy_of,
    dumped,
    entry_of,
    fact_of,
    settle,
    shown,
    there,
    write_afresh,
)
from facilitator.play.match import Fold, Match, departed, facts_of, no_more, no_table, same_game
from facilitator.table.files import scratch

if TYPE_CHECKING:
    from facilitator.table.load import Table


# ----------------------------------------------------------------------------------------------------
# Games that are kept: whether one is under way, which rehearsal it is, putting it aside, reading it again.


def reread(table: Table, path: Path) -> Journal:
    """Return a kept game's journal, to be read only; its inputs do make its game.

    Raises `JournalError` if it is damaged, or another table's.
    """
    journal = Journal(path, to_read=True)
    same_game(journal, table)
    Match.reread(table, journal)
    return journal


def kept_game(table: Table, journal: Journal) -> Match:
    """Return a kept game as it stands, from its journal that is only read; raises `JournalError` as `reread` does."""
    same_game(journal, table)
    return _at(table, journal)


def game_of_its_own(path: Path) -> Match:
    """Return a kept game as it stands, at the table that its own file tells; raises `JournalError` if damaged."""
    from facilitator.table.load import make_table

    journal = Journal(path, to_read=True)
    if found := departed(journal):
        raise no_more(journal, found)
    kept = journal.facts.get("table")
    try:
        table = make_table(kept if isinstance(kept, dict) else {})
    except CommandError as err:
        raise no_table(journal) from err
    return _at(table, journal)


def _at(table: Table, journal: Journal) -> Match:
    seed = journal.facts.get("rehearsal")
    return Match(table, journal, seed if isinstance(seed, int) else None)


def unfinished(path: Path) -> bool:
    """Whether a game is kept there that began and is not over; what cannot be read is none."""
    if not there(path):
        return False
    try:
        game = game_of_its_own(path)
    except FacilitatorError:
        return False
    return game.journal.begun and not game.over


def put_aside(path: Path) -> None:
    """Keep an old game under a name with the time, so that a new one can begin.

    Raises `JournalError` if it is in use, or the folder does not let it be renamed.
    """
    if not there(path):
        return
    try:
        Journal(path).close()
    except JournalError as err:
        if err.found == IN_USE:
            raise
    at = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    target, number = path.with_name(f"{path.stem}-{at}{path.suffix}"), 1
    while there(target):
        number += 1
        target = path.with_name(f"{path.stem}-{at}-{number}{path.suffix}")
    try:
        path.rename(target)
        for name in ("-journal", ".bak"):  # of this game; they must not be taken for the new one's
            left = path.with_name(f"{path.name}{name}")
            if there(left):
                left.rename(target.with_name(f"{target.name}{name}"))
    except OSError as err:
        raise JournalError(
            f"to put {shown(path)} aside",
            str(err.strerror),
            "Close what has it open, or name another --journal.",
        ) from err


def kept_seed(path: Path | None, table: Table, fresh: int) -> int:
    """Return the seed of the rehearsal that is kept there; ``fresh`` if there is none yet.

    Raises `CommandError` if a real game is.
    """
    if path is None or not there(path):
        return fresh
    journal = Journal(path, facts_of(table, fresh))  # not just to read: takes back what a crash cut short
    seed = journal.facts.get("rehearsal")
    journal.close()
    if not isinstance(seed, int):
        raise CommandError(
            "a rehearsal", f"a real game in {journal.name}", "Leave out --dry-run, or name another --journal."
        )
    return seed


# ----------------------------------------------------------------------------------------------------


CHAINED_FROM = 3
"""The first format whose rows carry digests; what an older one says cannot be checked."""
BEGUN = "begun"
"""The fact that is written last: when the game was begun."""


@dataclass(frozen=True, slots=True)
class Saved:
    """What can be saved of a game's file.

    ``trouble``: what is wrong with it, empty if nothing is.  ``copy``: whether all else is of its last good copy.
    ``version``: the format it says it is of (None: it says none).  ``facts``: what it opens with, as JSON.
    ``found``: rows that can be read, and ``written``: rows there should be, as far as the file still says so.
    ``chained``: up to which row the digests hold.  ``stops``: why an input after ``rows`` is not kept; empty if
    none is lost.
    """

    trouble: str
    copy: bool
    version: int | None
    facts: Mapping[str, str]
    found: int
    written: int
    chained: int
    rows: tuple[Row, ...]
    stops: str

    @property
    def whole(self) -> bool:
        """Whether nothing is wrong with the file."""
        return not self.trouble

    @property
    def events(self) -> int:
        """How many public events are saved, undone ones too."""
        return sum(row.kind == EVENT for row in self.rows)

    @property
    def answers(self) -> int:
        """How many operations of runs are saved."""
        return sum(row.kind == ANSWER for row in self.rows)

    def to_json(self) -> dict[str, object]:
        """Return it as a JSON object; times are those of the first and the last row that is saved."""
        times = [row.at for row in self.rows]
        return {
            "trouble": self.trouble,
            "format": self.version,
            "last_good_copy": self.copy,
            "rows": {
                "written": self.written,
                "found": self.found,
                "chained": self.chained,
                "saved": len(self.rows),
            },
            "events": self.events,
            "answers": self.answers,
            "since": times[0] if times else None,
            "until": times[-1] if times else None,
            "stops": self.stops,
        }


class Refold(Fold):
    """A game built up again from inputs that may not make one."""

    def follow(self, entry: JournalEntry) -> list[tuple[str, dict[str, object]]]:
        """Let one input take effect and return what is worked out from it; raises if it cannot be."""
        self._fold(entry.kind, entry.body)
        return self._derived


def survey(table: Table, path: Path) -> Saved:
    """Return what can be saved of a game's file, which is left as it is.

    Raises `JournalError` where nothing can: no file of ours, an older format than `CHAINED_FROM`, another
    table's game, no row that fits; `CommandError` where there is no room for a copy.
    """
    for one in (path, copy_of(path)):
        if there(one) and one.stat().st_size > LARGEST_FILE:
            most = f"a game's file of at most {LARGEST_FILE // 2**20} MiB"
            raise JournalError(most, f"more in {shown(one)}", "Name another.")
    with scratch() as folder:
        mine = copied(path, folder)
        trouble = _trouble(table, mine).replace(f"{folder}{os.sep}", "")
        settle(mine)
        found = _found(mine)
    own = _saved(table, trouble, found) if found.facts else None
    other = _of_copy(table, path, trouble, found.facts) if trouble else None
    if other is not None and (own is None or len(other.rows) > len(own.rows)):
        return other
    if own is None:
        raise _nothing(shown(path), trouble, found.version)
    return own


def _of_copy(table: Table, path: Path, trouble: str, facts: Mapping[str, str]) -> Saved | None:
    """Return what the last good copy of a game holds; None if there is none, or it is another game's."""
    last = copy_of(path)
    if not there(last):
        return None
    with scratch() as folder:
        copy = copied(last, folder)
        settle(copy)
        found = _found(copy)
    if not found.facts or (BEGUN in facts and found.facts != facts):
        return None
    try:
        return replace(_saved(table, trouble, found), copy=True)
    except JournalError:  # another table's
        return None


def write(saved: Saved, table: Table, target: Path) -> None:
    """Write what can be saved as a new game in ``target``, once it has been read again; raises as `write_afresh`."""
    write_afresh(saved.facts, saved.rows, target, lambda draft: reread(table, draft))


# -- reading -------------------------------------------------------------------------------------------------


def _trouble(table: Table, path: Path) -> str:
    """Return what is wrong with a game's file, empty if nothing is; raises for another table's game."""
    try:
        same_game(Journal(path, to_read=True), table)
    except JournalError as err:
        if err.found.startswith("one begun with other"):
            raise
        return err.found
    try:
        reread(table, path)
    except JournalError as err:
        return err.found
    return ""


class _Found(NamedTuple):
    """What SQLite reads in a file, front to back, up to the first row that it cannot: rows with their digests.

    ``facts``: those that the chain leads to; none where the first fact is lost.  ``head``: how many rows there
    are said to be, and the last digest.  ``most``: the highest number of a row.
    """

    version: int | None
    facts: Mapping[str, str]
    chain: str
    rows: Sequence[tuple[Row, str]]
    head: tuple[int, str] | None
    most: int


def _found(path: Path) -> _Found:
    """Read what can be read of a game's file; row by row, for SQLite names none of a range with a damaged page."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_TEXT)
        db.execute("PRAGMA writable_schema=ON")  # else nothing is read of a file that was cut short
        facts, chain = _facts(db)
        rows = list[tuple[Row, str]]()
        for one in _rows(db, "entry", "input, at, kind, body, derived, chain", MOST_ROWS):
            if [type(value) for value in one] != [int, str, str, str, int, str]:
                break
            rows.append((Row(*one[:5]), one[5]))
        version, head, most = (
            _first(db, query)
            for query in ("PRAGMA user_version", "SELECT rows, chain FROM head", "SELECT max(n) FROM entry")
        )
    whole = head if head is not None and [type(value) for value in head] == [int, str] else None
    last = most[0] if most is not None and isinstance(most[0], int) else 0
    return _Found(None if version is None else version[0], facts, chain, rows, whole, max(last, len(rows)))


def _first(db: sqlite3.Connection, query: str, *values: object) -> tuple[Any, ...] | None:
    """Return the first row of an answer; None where there is none, or it cannot be read."""
    try:
        found = db.execute(query, values).fetchone()
    except (sqlite3.Error, ValueError):
        # ValueError: a damaged table's name that is no UTF-8, in SQLite's own message
        return None
    return None if found is None else tuple(found)


def _rows(db: sqlite3.Connection, table: str, columns: str, most: int) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a table by their numbers from 1 on, up to the first that cannot be read.

    What has that name and is no table has none: a view could go on for ever.
    """
    named = "SELECT 1 FROM sqlite_master WHERE name = ? AND sql LIKE 'CREATE TABLE %'"
    if _first(db, named, table) is None:
        return
    for n in range(1, most + 1):
        if (one := _first(db, f"SELECT {columns} FROM {table} WHERE n = ?", n)) is None:  # noqa: S608
            return
        yield one


def _facts(db: sqlite3.Connection) -> tuple[dict[str, str], str]:
    """Return the facts that the chain leads to (name: JSON), and its digest after them."""
    facts, chain = dict[str, str](), layout.START
    for n, (name, value, digest) in enumerate(_rows(db, "fact", "name, value, chain", 100), 1):
        texts = {type(name), type(value)} == {str}
        if not texts or digest != layout.chained(chain, "fact", n, name, value) or not _is_fact(name, value):
            break
        facts[name], chain = value, digest
    return facts, chain


def _is_fact(name: str, value: str) -> bool:
    try:
        fact_of(name, value)
    except Damage:
        return False
    return True


def _saved(table: Table, trouble: str, found: _Found) -> Saved:
    rows = _chained(found.rows, found.chain)
    end = (
        found.head is not None
        and 0 < found.head[0] <= len(rows)
        and rows[found.head[0] - 1][1] == found.head[1]
    )
    if found.head is not None and end:
        rows = rows[: found.head[0]]  # what comes after its end was never acknowledged
    written = len(rows) if end else max(found.most, 0 if found.head is None else found.head[0])
    kept, stops = _playable(table, found.facts, [row for row, _ in rows])
    if not stops and len(rows) < written:
        stops = f"entry {len(rows) + 1} is missing, or not as it was written"
    return Saved(trouble, False, found.version, found.facts, len(found.rows), written, len(rows), kept, stops)


def _chained(rows: Sequence[tuple[Row, str]], chain: str) -> list[tuple[Row, str]]:
    """Return the rows that the chain leads to, one after the other; ``chain``: the digest before the first."""
    fit: list[tuple[Row, str]] = []
    for n, (row, digest) in enumerate(rows, 1):
        if digest != layout.chained(chain, "entry", n, *row):
            break
        fit.append((row, digest))
        chain = digest
    return fit


def _nothing(name: str, trouble: str, version: int | None) -> JournalError:
    old = version is not None and 0 < version < CHAINED_FROM
    todo = (
        "Use the version of the program that began this game: finish it there, or print it with its log."
        if old
        else "Restore a copy, or begin afresh with --new."
    )
    what = f"format {version}, whose rows carry no digests" if old else trouble or "none"
    return JournalError(f"rows of a game in {name}", what, todo)


def _playable(table: Table, facts: Mapping[str, str], rows: Sequence[Row]) -> tuple[tuple[Row, ...], str]:
    """Return the rows of all inputs that make a game, as this version writes them, and why the next does not.

    What was worked out from the last input may be missing: it is worked out again.
    """
    journal = Journal(None, {name: json.loads(value) for name, value in facts.items()})
    same_game(journal, table)
    seed = journal.facts.get("rehearsal")
    game = Refold(table, journal, seed if isinstance(seed, int) else None)
    kept: list[Row] = []
    inputs = _by_input(rows)
    for number, (first, *derived) in enumerate(inputs, 1):
        try:
            entry = entry_of(len(kept) + 1, _of_now(first))
            if entry.derived or entry.input != number:
                raise Damage(f"entry {len(kept) + 1} does not follow the one before it")
            expected = [(row.kind, json.loads(row.body)) for row in derived]
            worked_out = game.follow(entry)
        except (FacilitatorError, LookupError, TypeError, ValueError) as err:
            reason = err.found if isinstance(err, FacilitatorError) else str(err)
            return tuple(kept), f"input {number} cannot be: {reason}"
        cut = number == len(inputs) and len(derived) < len(worked_out)
        if expected != worked_out[: len(expected)] or (len(expected) < len(worked_out) and not cut):
            return tuple(kept), f"input {number} brought about other events than were written"
        kept.append(_of_now(first))
        kept += [Row(number, first.at, kind, dumped(body), 1) for kind, body in worked_out]
    return tuple(kept), ""


def _by_input(rows: Sequence[Row]) -> list[list[Row]]:
    """Return rows with what was worked out from each input behind it."""
    inputs: list[list[Row]] = []
    for row in rows:
        if row.derived and inputs:
            inputs[-1].append(row)
        else:
            inputs.append([row])
    return inputs


def _of_now(row: Row) -> Row:
    """Return a row as this version writes it: an undo of format 3 took one input back, and did not say so."""
    return row._replace(body=dumped({TAKES: 1})) if (row.kind, row.body) == (UNDO, "{}") else row
