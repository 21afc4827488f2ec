"""What can be saved of a game's file that is damaged, cut short, or of another format; written as a new game.

The file itself is only read: all is done on a copy of it, with what a crash left beside it.  A row counts if the
chain of digests leads to it from the first fact, and an input if with those before it it makes a game.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from facilitator.errors import FacilitatorError, JournalError
from facilitator.play import format as layout
from facilitator.play.afresh import write_afresh
from facilitator.play.carve import MAGIC, Candidates, candidates_in
from facilitator.play.fold import Fold
from facilitator.play.format import LARGEST_FILE, MOST_ROWS, Damage, Row
from facilitator.play.going_on import facts_of, same_game
from facilitator.play.history import TAKES
from facilitator.play.journal import ANSWER, EVENT, UNDO, Entry, Journal, dumped, entry_of, fact_of
from facilitator.play.settling import copied, settled
from facilitator.play.shelf import reread
from facilitator.play.store import shown, there
from facilitator.system.files import scratch

if TYPE_CHECKING:
    from facilitator.table.load import Table

CHAINED_FROM = 3
"""The first format whose rows carry digests; what an older one says cannot be checked."""


@dataclass(frozen=True, slots=True)
class Saved:
    """What can be saved of a game's file.

    ``trouble``: what is wrong with it, empty if nothing is.  ``version``: the format it says it is of (None: it
    says none).  ``facts``: what it opens with, as JSON; ``lent``: the table file had to say it, for the file no
    longer does.  ``found``: rows that can be read, and ``written``: rows there should be, as far as the file still
    says so.  ``chained``: up to which row the digests hold.  ``stops``: why an input after ``rows`` is not kept;
    empty if none is lost.
    """

    trouble: str
    version: int | None
    facts: Mapping[str, str]
    lent: bool
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
            "facts_from_table_file": self.lent,
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

    def follow(self, entry: Entry) -> list[tuple[str, dict[str, object]]]:
        """Let one input take effect and return what is worked out from it; raises if it cannot be."""
        self._fold(entry.kind, entry.body)
        return self._derived


def survey(table: Table, path: Path) -> Saved:
    """Return what can be saved of a game's file, which is left as it is.

    Raises `JournalError` where nothing can: no file of ours, an older format than `CHAINED_FROM`, another
    table's game, no row that fits; `CommandError` where there is no room for a copy.
    """
    if there(path) and path.stat().st_size > LARGEST_FILE:
        raise JournalError(
            f"a game's file of at most {LARGEST_FILE // 2**20} MiB", f"more in {shown(path)}", "Name another."
        )
    with scratch() as folder:
        copy = copied(path, folder)
        trouble = _trouble(table, copy).replace(f"{folder}{os.sep}", "")
        data = settled(copy)
    return _saved(table, shown(path), trouble, data)


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


def _saved(table: Table, name: str, trouble: str, data: bytes) -> Saved:
    version = int.from_bytes(data[60:64], "big") if data.startswith(MAGIC) and len(data) >= 64 else None
    found = candidates_in(data)
    facts, chain = _facts(found)
    if not found.entries and not facts:
        old = version is not None and 0 < version < CHAINED_FROM
        todo = (
            "Use the version of the program that began this game: finish it there, or print it with its log."
            if old
            else "Restore a copy, or begin afresh with --new."
        )
        what = f"format {version}, whose rows carry no digests" if old else trouble or "none"
        raise JournalError(f"rows of a game in {name}", what, todo)
    lent = "begun" not in facts
    rows = _chained(found.entries, "" if lent else chain)
    if lent:
        facts = _lent(table, facts, rows)
    ends = [n for n, digest in found.heads if 0 < n <= len(rows) and rows[n - 1][1] == digest]
    rows = rows[: max(ends, default=len(rows))]  # what comes after its end was never acknowledged
    written = max(ends, default=max([*(n for n, _ in found.heads), *found.entries], default=0))
    kept, stops = _playable(table, facts, [row for row, _ in rows])
    if not stops and len(rows) < written and not ends:
        stops = f"entry {len(rows) + 1} is missing, or not as it was written"
    return Saved(trouble, version, facts, lent, len(found.entries), written, len(rows), kept, stops)


def _facts(found: Candidates) -> tuple[dict[str, str], str]:
    """Return the facts that the chain leads to (name: JSON), and its digest after them."""
    facts, chain = dict[str, str](), layout.START
    for n in range(1, len(found.facts) + 1):
        for name, value, digest in found.facts.get(n, ()):
            if digest == layout.chained(chain, "fact", n, name, value) and _is_fact(name, value):
                facts[name], chain = value, digest
                break
        else:
            break
    return facts, chain


def _is_fact(name: str, value: str) -> bool:
    try:
        fact_of(name, value)
    except Damage:
        return False
    return True


def _lent(table: Table, facts: Mapping[str, str], rows: Sequence[tuple[Row, str]]) -> dict[str, str]:
    """Return the facts, those that are lost as a real game at this table has them, begun with its first entry."""
    begun = {"begun": rows[0][0].at} if rows else {}
    return {name: dumped(value) for name, value in {**facts_of(table, None), **begun}.items()} | dict(facts)


def _chained(entries: Mapping[int, list[tuple[Row, str]]], chain: str) -> list[tuple[Row, str]]:
    """Return the rows that the chain leads to, one after the other.

    ``chain``: the digest before the first; empty where it is lost: then the first is taken as it is, if it is
    the only one, and the second tells whether its digest is right.
    """
    rows: list[tuple[Row, str]] = []
    while len(rows) < MOST_ROWS:
        n = len(rows) + 1
        fits = [
            (row, digest)
            for row, digest in entries.get(n, ())
            if not chain or digest == layout.chained(chain, "entry", n, *row)
        ]
        if not fits or (not chain and len(set(fits)) > 1):
            break
        rows.append(fits[0])
        chain = fits[0][1]
    return rows


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
