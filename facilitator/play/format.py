"""What the file of a game looks like: its tables, its chain of digests, its bounds.

Each row of facts and of entries carries a SHA-256 over the digest before it and everything it says; the one
row of ``head`` says how many entries there are and the last digest, so nothing can be changed, left out or
cut off unnoticed.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Mapping
from typing import NamedTuple

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
