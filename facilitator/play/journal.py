"""The journal: one game, append-only; what was typed, never what follows from it.

Each *input* of the host (an event, an answer to an operation, an undo, a note, a stop, a void) is one transaction,
and is on disk before the program goes on.  An operation is answered once, in however many steps it is told: words
may change between versions, and a game kept goes on at the same operation, in the wording that was chosen.  Public
events a finished run amounts to, and the run's line, are written with the answer that finished it: for readers of the
file; replay works them out again and compares.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from facilitator.errors import CommandError, ProtocolBug
from facilitator.play import marks
from facilitator.play.format import Damage, Row
from facilitator.play.store import Store, keep_copy, shown

EVENT, ANSWER, UNDO, NOTE, GIVE_UP, VOID = "event", "answer", "undo", "note", "give-up", "void"
OOPS, MEND = "oops", "mend"
"""A mistake that was told of, and a run that was put right in place."""
REMARKS = (NOTE, OOPS)
"""Inputs that change nothing."""
WORDING = "wording"
"""The kind that keeps in which wording a table is told from there on, by a key."""
MISTAKE = "mistake"
"""The kind by which earlier versions kept a mistake of a rehearsal's helpers; it is read over, and never written."""
BESIDE = (MISTAKE, WORDING)
"""Kept, but no input of the game: it has no number in the history, and no undo takes it back."""
RUN, VOIDED = "run", "voided"
CARRIED = "carried"
"""The fact by which earlier versions said how many inputs came from another device, all at one time."""
INPUTS, DERIVED = (EVENT, ANSWER, UNDO, NOTE, GIVE_UP, VOID, OOPS, MEND, *BESIDE), (EVENT, RUN, VOIDED)
_BODIES: Mapping[str, Mapping[str, type]] = {
    ANSWER: {"said": str},
    UNDO: {"takes": int},
    NOTE: {"text": str},
    GIVE_UP: {},
    VOID: {"reason": str},
    OOPS: {"mishap": str, "way": str, "text": str},
    MEND: {"repair": str},
    WORDING: {"told": str, "over": str},
    VOIDED: {"seat": str, "reason": str, "seen": str},
    RUN: {"seat": str, "form": str, "k": int, "m": int, "shuffles": int, "extra_cards": int, "outcome": str},
}
"""What each body holds, neither more nor less; events are checked by who reads them."""
_FACTS: Mapping[str, type] = {"table": dict, "rehearsal": int, "begun": str, CARRIED: int}
LONGEST_BODY, DEEPEST = 16_384, 8
"""Letters of a body as JSON, and how deep a fact may be nested."""
COPIED_EVERY = 64
"""Rows after which the last good copy is written anew: two or three virtual turns."""
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", re.ASCII)


def game_path(table_name: str, rehearsal: bool = False) -> Path:
    """Return where the game of a table file (or of a sample, in the folder at hand) is kept."""
    return Path(table_name.removeprefix("sample:")).with_suffix(".rehearsal.game" if rehearsal else ".game")


class JournalEntry(NamedTuple):
    """One row: the input it belongs to, when, what kind, and its JSON body.

    ``derived``: not typed, but worked out from the input.
    """

    input: int
    at: str
    kind: str
    body: dict[str, object]
    derived: bool


class Journal:
    """An open game file (or one in memory); holds a lock that lets others read, not write."""

    def __init__(
        self, path: Path | None, facts: dict[str, object] | None = None, *, to_read: bool = False
    ) -> None:
        """Open ``path``, creating it with ``facts`` if there is none; None: keep it in memory.

        ``to_read``: take no lock and write nothing, so that a game under way can be looked at.

        Raises `JournalError` if the file is damaged, not a game, of a format that is not gone on with, or in use.
        """
        self.path = path
        self.name = shown(path) if path else "the game"
        told = (
            None
            if facts is None
            else {key: dumped(value) for key, value in {**facts, "begun": _now()}.items()}
        )
        self._store = Store(path, told, to_read)
        try:
            self.facts = {name: fact_of(name, value) for name, value in self._store.facts.items()}
            self._entries = [entry_of(n, row) for n, row in enumerate(self._store.rows, 1)]
            _check_inputs(self._entries)
            self._kept: int | None = None  # how many are on disk, while others are appended
            self._copied = len(
                self._entries
            )  # of these the last copy, or what was opened, is known to be whole
            self._digests = [marks.START]  # of so many entries, for marks
        except Damage as err:
            self._store.close()
            raise self._store.damaged(str(err)) from err

    @property
    def entries(self) -> tuple[JournalEntry, ...]:
        """Every row, oldest first."""
        return tuple(self._entries)

    @property
    def size(self) -> int:
        """How many rows there are."""
        return len(self._entries)

    @property
    def inputs(self) -> int:
        """How many inputs there are."""
        return self._entries[-1].input if self._entries else 0

    @property
    def begun(self) -> bool:
        """Whether anything of the game is there: a wording may be chosen before."""
        return any(entry.kind not in BESIDE for entry in self._entries)

    def mark(self, inputs: int) -> str:
        """Return the mark of a turn that began with the input of this number."""
        rows = bisect_right(self._entries, inputs, key=lambda entry: entry.input)
        for entry in self._entries[len(self._digests) - 1 : rows]:
            self._digests.append(
                marks.after(self._digests[-1], entry.kind, dumped(entry.body), entry.derived)
            )
        return marks.letters(self._digests[rows])

    @property
    def gathering(self) -> bool:
        """Whether something is appended that is not on disk yet."""
        return self._kept is not None

    @contextmanager
    def together(self) -> Iterator[None]:
        """Let all that is appended within be on disk together at its end, or none of it.

        Raises `NotWritten` if it does not count and can be tried again.
        """
        if self._kept is not None:  # within a larger whole
            yield
            return
        self._kept = len(self._entries)
        try:
            yield
            self._write(self._entries[self._kept :])
        finally:  # if another window took over after they were written, they count
            del self._entries[max(self._kept, len(self._store.rows)) :]
            del self._digests[len(self._entries) + 1 :]
            self._kept = None

    def append(
        self, kind: str, body: dict[str, object], derived: Iterable[tuple[str, dict[str, object]]] = ()
    ) -> None:
        """Add one input and what was worked out from it; it is on disk when the whole that it belongs to ends.

        Raises as `together` does, `CommandError` if it is too long, `ProtocolBug` if no reader would take it.
        """
        with self.together():
            number, at = 1 + self.inputs, _now()
            told = [(kind, body, False), *((kind, body, True) for kind, body in derived)]
            entries = [JournalEntry(number, at, *one) for one in told]
            texts = [dumped(entry.body) for entry in entries]
            longest = max(map(len, texts))
            if longest > LONGEST_BODY:
                raise CommandError(f"{LONGEST_BODY:,} letters at most", f"{longest:,}", "Say it in fewer.")
            _check_signs("".join(texts))
            for n, entry in enumerate(entries, len(self._entries) + 1):
                _check_reads(n, entry)
            self._entries += entries

    def _write(self, entries: Sequence[JournalEntry]) -> None:
        if entries:
            self._store.append([_row_of(entry) for entry in entries])
            if len(self._entries) - self._copied >= COPIED_EVERY:
                self._keep_copy()

    def _keep_copy(self) -> None:
        self._copied = len(self._entries)
        if self.path is not None:
            keep_copy(self.path)

    def close(self) -> None:
        """Give the file free; what was written since it was last copied is copied."""
        self._store.close()
        if len(self._entries) > self._copied:
            self._keep_copy()


def fact_of(name: str, text: str) -> object:
    """Return what a fact says; raises `Damage` if no game opens with it."""
    value = _loaded(text, f'the fact "{name}"')
    if name not in _FACTS or type(value) is not _FACTS[name] or _deep(value) > DEEPEST:
        raise Damage(f'the fact "{name}" is none of a game')
    return value


def entry_of(n: int, row: Row) -> JournalEntry:
    """Read a row; raises `Damage` if it cannot have been written by a game."""
    if not (_TIME.fullmatch(row.at) and _is_time(row.at)):
        raise Damage(f"the time of entry {n} cannot be")
    if row.kind not in (DERIVED if row.derived else INPUTS):
        raise Damage(f"entry {n} is of no known kind")
    if len(row.body) > LONGEST_BODY:
        raise Damage(f"entry {n} is longer than {LONGEST_BODY:,} letters")
    body = _loaded(row.body, f"entry {n}")
    if not isinstance(body, dict) or not all(map(_plain, body.values())):
        raise Damage(f"entry {n} cannot be read")
    if row.kind in _BODIES and {key: type(value) for key, value in body.items()} != _BODIES[row.kind]:
        raise Damage(f"entry {n} does not hold what its kind does")
    return JournalEntry(row.input, row.at, row.kind, body, bool(row.derived))


def _row_of(entry: JournalEntry) -> Row:
    return Row(entry.input, entry.at, entry.kind, dumped(entry.body), int(entry.derived))


def _check_reads(n: int, entry: JournalEntry) -> None:
    """Raise `ProtocolBug` unless the file would be read as it is to be written: else the game could not be opened."""
    try:
        read = entry_of(n, _row_of(entry))
    except Damage as err:
        found = str(err)
    else:
        if read == entry:
            return
        found = f"entry {n} read as another"
    raise ProtocolBug("an entry that can be read again", found, "It is not kept. Please report this.")


def _check_inputs(entries: Iterable[JournalEntry]) -> None:
    """Raise `Damage` unless inputs are numbered 1, 2, 3 …, and what is derived follows its input."""
    number = 0
    for n, entry in enumerate(entries, 1):
        number += not entry.derived
        if entry.input != number:
            raise Damage(f"entry {n} does not follow the one before it")


def _check_signs(text: str) -> None:
    """Raise `CommandError` for a sign that no file can hold: half of one, from a terminal that is not UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise CommandError("text in UTF-8", "a sign that is none", "Type it another way.") from None


def _is_time(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def _plain(value: object) -> bool:
    """Tell whether a value is a word, a number, yes or no, nothing, or a list of words."""
    if isinstance(value, list):
        return all(type(one) is str for one in value)
    return value is None or type(value) in (str, int, bool)


def _deep(value: object) -> int:
    """Return how deep a value is nested; what is read from JSON is no deeper than that reader can go."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max(map(_deep, inner), default=0)


def _loaded(text: str, what: str) -> object:
    """Return what a JSON text says; raises `Damage` for none, or one with signs that cannot be written."""
    try:
        value: object = json.loads(text)
        if "\\u" in text:  # else there can be no half signs, for SQLite gave us text in UTF-8
            dumped(value).encode()
    except (ValueError, RecursionError):
        raise Damage(f"{what} cannot be read") from None
    return value


def dumped(value: object) -> str:
    """Return a value as the file holds it."""
    return json.dumps(value, ensure_ascii=False)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
