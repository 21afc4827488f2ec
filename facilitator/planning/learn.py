"""How long this table takes: seconds for each act from the times between answers of past games.

Every answer says that an operation is done; the time since the input before it is what its acts took (those of
a scramble together: it is one operation).  The seconds that fit all of them best are found by least squares, held
close to the table's overall pace where little was seen.  Pauses (someone fetched drinks) and steps confirmed late
are cut off.
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
from facilitator.games.base import Ask
from facilitator.planning.times import Pace, hands_at, pace_of
from facilitator.play.history import taken_back
from facilitator.play.journal import ANSWER, EVENT, GIVE_UP, NOTE, UNDO, VOID, Entry, Journal, game_path
from facilitator.play.run import Run
from facilitator.play.store import shown
from facilitator.readings.acts import Act, Acts, Hands, Task
from facilitator.table.measures import SPEEDS

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
        found = list(_merged(_timed(game, table, journal), table.helpers))
        if _derived(game.journal) != _derived(journal):
            raise JournalError("the game its answers make", "another", "Restore a copy.")
        return found
    finally:
        game.close()


def _derived(journal: Journal) -> list[tuple[str, dict[str, object]]]:
    return [(entry.kind, entry.body) for entry in journal.entries if entry.derived]


class _Operations:
    """The acts of a run's operations, one operation after the other."""

    def __init__(self, run: Run, hands: Hands) -> None:
        self.run, self._hands = run, hands
        self._heard = 0

    def next(self) -> Acts:
        """Return the acts of the operation at hand; called once for each."""
        groups: tuple[Acts, ...] = ()
        for op in self.run.ops[self._heard :]:
            groups = self._hands(op)
        self._heard = len(self.run.ops)
        return tuple(task for acts in groups for task in acts)


def _timed(game: Game, table: Table, journal: Journal) -> Iterator[tuple[float, Acts]]:
    """Yield seconds and acts of each input; acts are empty where the time says nothing."""
    undone = taken_back(journal.entries)
    before: Entry | None = None
    steps: _Operations | None = None
    for entry in journal.entries:
        if entry.derived:
            continue
        gap, after_undo = _seconds(before, entry), before is None or before.kind == UNDO
        before = entry
        acts: Acts = ()
        if entry.kind == ANSWER and game.run is not None:
            if steps is None or steps.run is not game.run:
                steps = _Operations(game.run, hands_at(table))
            acts = steps.next()
        elif entry.kind == EVENT and _new_turn(game):
            acts = (Task(Act.PERSON, 1),)
        again = game.run is not None and game.run.done_already
        useless = after_undo or again or game.recovering or entry.kind == UNDO or entry.input in undone
        _replay(game, entry)
        yield gap, () if useless else acts


def _replay(game: Game, entry: Entry) -> None:
    if entry.kind == EVENT:
        game.submit(game.law.event_of(entry.body, game.names))
    elif entry.kind == ANSWER:
        if game.run is not None:
            game.run.press(game.run.more)
        game.answer(str(entry.body["said"]))
    elif entry.kind == GIVE_UP:
        game.stop_run()
    elif entry.kind == NOTE:
        game.note(str(entry.body["text"]))
    elif entry.kind == VOID:
        game.void(str(entry.body["reason"]))
    elif entry.kind == UNDO:
        if game.run is not None:
            game.run.press(-game.run.pressed)
        game.undo()


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
    return [path for path in found if _is_game(path)]


def _is_game(path: Path) -> bool:
    try:
        return path.is_file() and not path.name.endswith(".rehearsal.game")
    except OSError:
        return False


def learn_from(paths: Iterable[Path]) -> tuple[Learned, list[str]]:
    """Return what past games teach, and a sentence for each game that could not be read."""
    stretches: list[Stretch] = []
    troubles: list[str] = []
    for path in paths:
        try:
            journal = Journal(path, to_read=True)
            if "rehearsal" not in journal.facts:
                stretches += stretches_of(journal)
        except Exception as err:  # whatever is wrong with an old game must not stop today's
            found = err.found if isinstance(err, FacilitatorError) else repr(err)
            troubles.append(f"{shown(Path(path.name))} was left out: {found}.")
    return learn(stretches), troubles


def pace_at(table: Table, table_file: Path | None) -> Pace:
    """Return a table's pace with what its latest games teach, for minutes left while playing.

    Games that cannot be read teach nothing here; `facilitator plan` tells of them.
    """
    learned, _ = learn_from(past_games(table_file)[-LATEST:] if table_file else [])
    return pace_of(table.helpers, learned.seconds, table.seconds)


def _new_turn(game: Game) -> bool:
    """Whether a person's turn begins."""
    need = game.need
    return isinstance(need, Ask) and need.seat is not None and not need.again
