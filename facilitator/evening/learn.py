"""How long this table takes: seconds for each act and for a word, from the times between answers of past games.

Every answer says that an operation is done; the time since the input before it is what its acts took (those of
a scramble together: it is one operation) and the words that were read before them.  The wording they were read in
is told from where the table stopped to confirm.  `learn` finds the seconds behind them.
"""

from __future__ import annotations

import glob
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate, product
from math import inf
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from facilitator.errors import FacilitatorError, JournalError
from facilitator.evening.clock import Pace, hands_at, pace_of
from facilitator.evening.handling import words_by_operation
from facilitator.games.rules import Ask
from facilitator.machine.operations import Heading, Op
from facilitator.play.journal import (
    ANSWER,
    EVENT,
    MEND,
    REMARKS,
    UNDO,
    WORDING,
    Journal,
    JournalEntry,
    game_path,
    shown,
    taken_back,
)
from facilitator.play.run import Run
from facilitator.table.model import SPEEDS
from facilitator.telling.grouping import Wording
from facilitator.telling.handling import Acts, Handling, Task, bits_mixed
from facilitator.telling.speech import Speech
from facilitator.telling.wording import cues

if TYPE_CHECKING:
    from facilitator.play.match import Match
    from facilitator.table.load import Table


# ----------------------------------------------------------------------------------------------------
# Seconds for each act and for a word that explain many stretches of work.
#
# Those that fit all of them best are found by least squares of relative errors, each held close to the table's one
# overall pace where little was seen of it.  Pauses (someone fetched drinks) and steps confirmed late are cut off.


FEWEST = 12  # stretches of work below which nothing is learned
_PAUSE = 3.0  # times as long as expected
_HASTE = 0.2
_HOLD = 0.1  # how strongly an act is held to the overall pace, in stretches of work
_LEAST = 0.1  # of the overall pace: seconds are not negative
_ROUNDS, _SWEEPS = 6, 200


@dataclass(frozen=True, slots=True)
class Stretch:
    """Seconds between two inputs, and the acts done in them (and words said), as if by one pair of hands.

    Shared acts are already divided among the hands that were at work.
    """

    seconds: float
    acts: Mapping[Handling, float]


@dataclass(frozen=True, slots=True)
class Learned:
    """Seconds of the acts that were seen, from how many stretches, and how many were cut off as pauses."""

    seconds: Mapping[Handling, float]
    stretches: int
    cut: int


def learn(stretches: Sequence[Stretch]) -> Learned:
    """Return the seconds that explain these stretches; nothing if there are too few."""
    rows = kept = [row for row in stretches if row.seconds > 0 and row.acts]
    seconds = {act: _usual(rows) * speed.seconds for act, speed in SPEEDS.items()} if rows else {}
    for _ in range(_ROUNDS):
        kept = [row for row in rows if _HASTE <= row.seconds / _expected(row, seconds) <= _PAUSE]
        if len(kept) < FEWEST:
            return Learned({}, len(rows), len(rows) - len(kept))
        seconds = _fit(kept, _usual(kept))
    return Learned(seconds, len(kept), len(rows) - len(kept))


def _expected(row: Stretch, seconds: Mapping[Handling, float]) -> float:
    return sum(n * seconds.get(act, SPEEDS[act].seconds) for act, n in row.acts.items())


def _usual(rows: Sequence[Stretch]) -> float:
    """Return the table's pace: how many times as long as assumed most work takes."""
    return median(row.seconds / _expected(row, {}) for row in rows)


def _fit(rows: Sequence[Stretch], pace: float) -> dict[Handling, float]:
    """Return the seconds of each act that was seen: least squares, one act after the other, until they settle.

    Unknown is each act's seconds as a multiple of the assumed ones; each is held to the ``pace``.
    """
    acts = [act for act in Handling if any(act in row.acts for row in rows)]
    times = dict.fromkeys(acts, pace)
    both = {one: {other: _HOLD * (one is other) for other in acts} for one in acts}
    right = dict.fromkeys(acts, _HOLD * pace)
    for row in rows:
        share = {act: n * SPEEDS[act].seconds / row.seconds for act, n in row.acts.items()}
        for one, other in product(share, share):
            both[one][other] += share[one] * share[other]
        for act, x in share.items():
            right[act] += x
    for _ in range(_SWEEPS):
        for act, line in both.items():
            rest = sum(line[other] * times[other] for other in acts) - line[act] * times[act]
            times[act] = max((right[act] - rest) / line[act], _LEAST * pace)
    return {act: times[act] * SPEEDS[act].seconds for act in acts}


# ----------------------------------------------------------------------------------------------------


TOGETHER = 0.4  # seconds; answers closer than this were given for one stretch of work ("s" at the prompt)
_BETWEEN = (UNDO, MEND, *REMARKS)
"""What is typed while an act is at hand."""
LATEST = 3  # games that `play` learns from
ENOUGH = 500
"""Inputs of these that teach it its pace: to go through all of them would be felt before the first prompt."""


def stretches_of(journal: Journal, most: float = inf) -> list[Stretch]:
    """Return the stretches of work of a game; raises `FacilitatorError` if it cannot be replayed.

    ``most``: after so many inputs the rest is left out.
    """
    from facilitator.play.match import Match
    from facilitator.table.load import make_table

    entries = tuple(entry for entry in journal.entries if entry.input <= most)
    body = journal.facts.get("table")
    table = make_table(body if isinstance(body, dict) else {})
    game = Match.open(table, None)
    try:
        with game.together():  # written once, not for each input
            found = list(_merged(_timed(game, table, entries), table.helpers))
        if _derived(game.journal.entries) != _derived(entries):
            raise JournalError("the game its answers make", "another", "Restore a copy.")
        return found
    finally:
        game.close()


def _derived(entries: Iterable[JournalEntry]) -> list[tuple[str, dict[str, object]]]:
    return [(entry.kind, entry.body) for entry in entries if entry.derived]


class _Operations:
    """The acts of a run's operations, one operation after the other, and the words said for them.

    Words are known when the run is over: where the table stopped to confirm tells the wording.
    """

    def __init__(self, run: Run, table: Table) -> None:
        self.run, self._hands = run, hands_at(table)
        self._heard = 0
        self.timed: list[tuple[int, float, Acts]] = []  # number of the operation (-1: none), seconds, acts

    @property
    def mixed(self) -> int:
        """How many bit cards its run leaves to be sorted."""
        return sum(map(bits_mixed, self.run.ops)) if self.run.outcome is not None else 0

    def next(self) -> tuple[int, Acts]:
        """Return the number of the operation at hand, and its acts; called once for each."""
        acts: Acts = ()
        for op in self.run.ops[self._heard :]:
            acts = self._hands(op)
        self._heard = len(self.run.ops)
        return self._heard - 1, acts

    def with_words(self) -> Iterator[tuple[float, Acts]]:
        """Yield seconds and acts of the inputs, the words among them that were said for each."""
        ops = self.run.ops
        speech = self.run.telling.speech
        stops = {number for number, gap, acts in self.timed if gap >= TOGETHER and acts and number >= 0}
        words = words_by_operation(ops, speech, heard_in(ops, speech, stops))
        for number, gap, acts in self.timed:
            said = words[number] if acts and 0 <= number < len(words) else 0
            yield gap, (*acts, Task(Handling.WORD, said)) if said else acts


def heard_in(ops: Sequence[Op], speech: Speech, stops: Collection[int]) -> Wording:
    """Return the wording in which a run was told that was confirmed before these operations.

    It is the shortest that stops at all of them; a brief one says nothing in the middle of an act.
    """
    for wording in (Wording.BRIEF, Wording.FULL):
        told = cues(ops, speech, wording)
        firsts = zip(accumulate((len(cue.ops) for cue in told), initial=0), told, strict=False)
        begun = {
            begin + next((i for i, op in enumerate(cue.ops) if not isinstance(op, Heading)), 0)
            for begin, cue in firsts
        }
        if begun.issuperset(stops):
            return wording
    return Wording.WALK


def _timed(game: Match, table: Table, entries: Sequence[JournalEntry]) -> Iterator[tuple[float, Acts]]:
    """Yield seconds and acts of each input; acts are empty where the time says nothing.

    The α and β of a run are sorted before the next input that counts, or while others are at work.
    """
    undone, mixed = taken_back(entries), 0
    before: JournalEntry | None = None
    steps: _Operations | None = None
    for entry in entries:
        if entry.derived or entry.kind == WORDING:
            continue
        if steps is not None and steps.run is not game.run:
            yield from steps.with_words()
            mixed, steps = steps.mixed, None
        if steps is None and entry.kind == ANSWER and game.run is not None:
            steps = _Operations(game.run, table)
        number, acts = steps.next() if steps and entry.kind == ANSWER else (-1, _new_turn(game, entry))
        if acts and mixed:
            acts, mixed = (*acts, Task(Handling.APART, mixed, True)), 0
        seconds, useful = _seconds(before, entry), entry.kind != UNDO and entry.input not in undone
        if (
            not useful or _repeated(game) or before is None or before.kind in _BETWEEN
        ):  # not all of the act's time
            acts = ()
        game.replay(entry)
        before = entry
        if steps is None:
            yield seconds, acts
        else:
            steps.timed.append((number, seconds, acts))
    if steps is not None:
        yield from steps.with_words()


def _new_turn(game: Match, entry: JournalEntry) -> Acts:
    """Return the acts of an input that is no answer of a run: a person's turn, where one begins."""
    need = game.need
    begins = entry.kind == EVENT and isinstance(need, Ask) and need.seat is not None and not need.again
    return (Task(Handling.PERSON, 1),) if begins else ()


def _repeated(game: Match) -> bool:
    """Whether what is answered has been done before, or puts a mistake right."""
    return game.recovering or (game.run is not None and game.run.done_already)


def _seconds(before: JournalEntry | None, entry: JournalEntry) -> float:
    """Return the seconds between two inputs; none before the first."""
    return (_at(entry) - _at(before or entry)).total_seconds()


def _at(entry: JournalEntry) -> datetime:
    return datetime.fromisoformat(entry.at)


def _merged(timed: Iterable[tuple[float, Acts]], hands: int) -> Iterator[Stretch]:
    """Join what was answered in one go: the time lies before its first answer, the acts in all of them."""
    seconds, acts = 0.0, dict[Handling, float]()
    for gap, done in timed:
        if gap >= TOGETHER or not done:
            if acts:
                yield Stretch(seconds, acts)
            seconds, acts = gap, {}
        for task in done:
            acts[task.act] = acts.get(task.act, 0) + task.times / (hands if task.shared else 1)
    if acts:
        yield Stretch(seconds, acts)


def past_games(table_file: Path) -> list[Path]:
    """Return the games played at this table: beside its file, those put aside and last the present one."""
    folder, stem = table_file.parent, glob.escape(table_file.stem)
    found = [*sorted(folder.glob(f"{stem}-*.game")), game_path(str(table_file))]
    return [path for path in found if _is_game(path)]


def _is_game(path: Path) -> bool:
    try:
        return path.is_file() and not path.name.endswith(".rehearsal.game")
    except OSError:
        return False


def learn_from(paths: Iterable[Path], most: float = inf) -> tuple[Learned, list[str]]:
    """Return what past games teach, and a sentence for each game that could not be read.

    ``most``: with so many inputs it is enough, the first games first.
    """
    stretches: list[Stretch] = []
    troubles: list[str] = []
    for path in paths:
        if most <= 0:
            break
        try:
            journal = Journal(path, to_read=True)
            if "rehearsal" not in journal.facts:
                stretches += stretches_of(journal, most)
                most -= journal.entries[-1].input if journal.entries else 0
        except Exception as err:  # whatever is wrong with an old game must not stop today's
            found = err.found if isinstance(err, FacilitatorError) else repr(err)
            troubles.append(f"{shown(Path(path.name))} was left out: {found}.")
    return learn(stretches), troubles


def pace_at(table: Table, table_file: Path | None) -> Pace:
    """Return a table's pace with what its latest games teach, for minutes left while playing.

    Games that cannot be read teach nothing here; `facilitator plan` tells of them.
    """
    latest = past_games(table_file)[-LATEST:] if table_file else []
    learned, _ = learn_from(reversed(latest), ENOUGH)
    return pace_of(table.helpers, learned.seconds, table.seconds)
