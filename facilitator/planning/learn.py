"""How long this table takes: seconds for each act from the times between answers of past games.

Every answer says that a step, or several, is done; the time since the input before it is what their acts
took.  The seconds that fit all of them best are found by least squares, held close to the table's overall pace
where little was seen.  Pauses (someone fetched drinks) and steps confirmed late are cut off.
"""

from __future__ import annotations

import glob
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from facilitator.errors import FacilitatorError, JournalError
from facilitator.planning.times import Acts, Hands, Pace, Task, pace_of
from facilitator.play.journal import ANSWER, EVENT, GIVE_UP, UNDO, Entry, Journal, game_path
from facilitator.play.run import Run
from facilitator.table.measures import SPEEDS, Act

if TYPE_CHECKING:
    from facilitator.play.game import Game
    from facilitator.table.load import Table

TOGETHER = 0.4  # seconds; answers closer than this were given for one stretch of work ("s" at the prompt)
LATEST = 3  # games that `play` learns from: reading one takes as long as opening it
FEWEST = 12  # stretches of work below which nothing is learned
_PAUSE = 3.0  # times as long as expected
_HASTE = 0.2
_HOLD = 0.3  # how strongly an act is held to the overall pace, in stretches of work
_ROUNDS = 6


@dataclass(frozen=True, slots=True)
class Stretch:
    """Seconds between two inputs, and the acts done in them, as if one pair of hands had done them.

    Shared acts are already divided among the hands that were at work.
    """

    seconds: float
    acts: Mapping[Act, float]


@dataclass(frozen=True, slots=True)
class Learned:
    """Seconds of the acts that were seen, from how many stretches, and how many were cut off as pauses."""

    seconds: Mapping[Act, float]
    stretches: int
    cut: int


def learn(stretches: Sequence[Stretch]) -> Learned:
    """Return the seconds that explain these stretches; nothing if there are too few."""
    rows = [row for row in stretches if row.seconds > 0 and row.acts]
    if len(rows) < FEWEST:
        return Learned({}, len(rows), 0)
    acts = sorted({act for row in rows for act in row.acts}, key=list(Act).index)
    usual = median(row.seconds / _expected(row, {}) for row in rows)
    found = {act: usual * SPEEDS[act].seconds for act in acts}
    kept = rows
    for _ in range(_ROUNDS):
        kept = [row for row in rows if _HASTE <= row.seconds / _expected(row, found) <= _PAUSE]
        if len(kept) < FEWEST:
            return Learned({}, len(rows), len(rows) - len(kept))
        usual = median(row.seconds / _expected(row, {}) for row in kept)
        found = _fit(kept, acts, usual)
    seen = {act for row in kept for act in row.acts}
    return Learned({act: found[act] for act in acts if act in seen}, len(kept), len(rows) - len(kept))


def _expected(row: Stretch, seconds: Mapping[Act, float]) -> float:
    return sum(n * seconds.get(act, SPEEDS[act].seconds) for act, n in row.acts.items())


def _fit(rows: Sequence[Stretch], acts: Sequence[Act], usual: float) -> dict[Act, float]:
    """Least squares of relative errors: unknown is each act's seconds as a multiple of the assumed ones.

    No act comes out below a tenth of the overall pace: seconds are not negative.
    """
    index = {act: i for i, act in enumerate(acts)}
    matrix = [[_HOLD * (i == j) for j in range(len(acts))] for i in range(len(acts))]
    right = [_HOLD * usual] * len(acts)
    for row in rows:
        line = [(index[act], n * SPEEDS[act].seconds / row.seconds) for act, n in row.acts.items()]
        for i, x in line:
            right[i] += x
            for j, y in line:
                matrix[i][j] += x * y
    times = _solved(matrix, right)
    return {act: max(times[i], usual / 10) * SPEEDS[act].seconds for act, i in index.items()}


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve a symmetric positive definite system by elimination (the hold on each act makes it definite)."""
    n = len(right)
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for i in range(n):
        for j in range(i + 1, n):
            ratio = rows[j][i] / rows[i][i]
            for c in range(i, n + 1):
                rows[j][c] -= ratio * rows[i][c]
    solution = [0.0] * n
    for i in reversed(range(n)):
        known = sum(rows[i][j] * solution[j] for j in range(i + 1, n))
        solution[i] = (rows[i][n] - known) / rows[i][i]
    return solution


def stretches_of(journal: Journal) -> list[Stretch]:
    """Return the stretches of work of a game; raises `FacilitatorError` if it cannot be replayed."""
    from facilitator.play.game import Game
    from facilitator.table.load import make_table

    body = journal.facts.get("table")
    table = make_table(body if isinstance(body, dict) else {})
    game = Game.open(table, None)
    try:
        return list(_merged(_timed(game, table, journal), table.helpers))
    finally:
        game.close()


class _Steps:
    """The acts of a run's steps, one step after the other."""

    def __init__(self, run: Run, hands: Hands) -> None:
        self.run, self._hands = run, hands
        self._heard = 0
        self._groups: list[Acts] = []

    def next(self) -> Acts:
        """Return the acts of the step at hand; called once for each."""
        for op in self.run.ops[self._heard :]:
            self._groups = list(self._hands(op))
        self._heard = len(self.run.ops)
        return self._groups.pop(0) if self._groups else ()


def _timed(game: Game, table: Table, journal: Journal) -> Iterator[tuple[float, Acts]]:
    """Yield seconds and acts of each input; acts are empty where the time says nothing."""
    live = {entry.input for entry in journal.live()}
    before: Entry | None = None
    steps: _Steps | None = None
    for entry in journal.entries:
        if entry.derived:
            continue
        gap, after_undo = _seconds(before, entry), before is None or before.kind == UNDO
        before = entry
        if entry.input not in live:
            continue
        acts: Acts = ()
        if entry.kind == ANSWER and game.run is not None:
            if steps is None or steps.run is not game.run:
                steps = _Steps(game.run, Hands.at(table))
            acts = steps.next()
        elif entry.kind == EVENT and game.state.started and not game.state.drawn:
            acts = (Task(Act.PERSON, 1),)
        useless = after_undo or game.recovering
        _replay(game, entry)
        yield gap, () if useless else acts


def _replay(game: Game, entry: Entry) -> None:
    if entry.kind == EVENT:
        game.submit(game.law.event_of(entry.body, game.names))
    elif entry.kind == ANSWER:
        game.answer(str(entry.body["said"]))
    elif entry.kind == GIVE_UP:
        game.stop_run()


def _seconds(before: Entry | None, entry: Entry) -> float:
    if before is None:
        return 0.0
    return (datetime.fromisoformat(entry.at) - datetime.fromisoformat(before.at)).total_seconds()


def _merged(timed: Iterable[tuple[float, Acts]], hands: int) -> Iterator[Stretch]:
    """Join what was answered in one go: the time lies before its first answer, the acts in all of them."""
    seconds, acts = 0.0, dict[Act, float]()
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
    return [path for path in found if path.is_file() and not path.name.endswith(".rehearsal.game")]


def learn_from(paths: Iterable[Path]) -> tuple[Learned, list[str]]:
    """Return what past games teach, and a sentence for each game that could not be read."""
    stretches: list[Stretch] = []
    troubles: list[str] = []
    for path in paths:
        try:
            journal = Journal(path, to_read=True)
        except JournalError as err:
            troubles.append(f"{path.name} was left out: {err.found}.")
            continue
        try:
            if "rehearsal" not in journal.facts:
                stretches += stretches_of(journal)
        except (FacilitatorError, KeyError, ValueError) as err:
            troubles.append(f"{path.name} was left out: {getattr(err, 'found', err)}.")
        finally:
            journal.close()
    return learn(stretches), troubles


def pace_at(table: Table, table_file: Path | None) -> Pace:
    """Return a table's pace with what its latest games teach, for minutes left while playing.

    Games that cannot be read teach nothing here; `facilitator plan` tells of them.
    """
    learned, _ = learn_from(past_games(table_file)[-LATEST:] if table_file else [])
    return pace_of(table.helpers, learned.seconds, table.seconds)
