"""Two windows on one game, or a window and a reader: one plays, the other may read, and their answers never mix."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from disks import host_mark, inputs_of, rows, table
from facilitator.cli.input_lines import LineQuestion
from facilitator.cli.loop import LeaveTable, TableLoop
from facilitator.cli.text_view import TextScreen
from facilitator.errors import JournalError, NotWritten
from facilitator.planning.measured_pace import pace_at
from facilitator.planning.pace import AttemptClock
from facilitator.play import journal
from facilitator.play.journal import EVENT, NOTE, Journal
from facilitator.play.match import Match
from facilitator.play.salvage import archive_game
from facilitator.play.session import Session
from programs import Typist, run
from sure import sure

PROGRAM = (sys.executable, "-m", "facilitator")


def yaml_file(folder: Path) -> Path:
    path = folder / "friday.yaml"
    path.write_text("seats: [Ana, {name: Vera, virtual: true}]\nhand_size: 2\n", encoding="utf-8")
    return path


class Window:
    """A first window with the game open, waiting for a line."""

    def __init__(self, path: Path) -> None:
        args = [*PROGRAM, "play", str(path)]
        self.program = subprocess.Popen(
            args, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        sure(self.program.stdin).write("7R Ana\n")
        sure(self.program.stdin).flush()
        while "Ana's turn" not in sure(self.program.stdout).readline():
            pass

    def finish(self, typed: str) -> tuple[int, str]:
        out, _ = self.program.communicate(typed, timeout=60)
        return self.program.returncode, out


@pytest.mark.parametrize("option", ["--json", "--new"])
def test_a_second_window_is_rejected_and_the_first_continues(option: str, tmp_path: Path) -> None:
    path = yaml_file(tmp_path)
    first = Window(path)
    second = run("play", path, option)
    code, out = first.finish("draw\n")
    assert second.exit_code == 4
    assert "Another window is using" in second.stderr
    assert code == 0, out
    assert [row.kind for row in rows(path.with_suffix(".game"))] == [EVENT, EVENT]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["friday.game", "friday.game.bak", "friday.yaml"]


def test_a_game_in_progress_can_be_read(tmp_path: Path) -> None:
    """The lock lets others read, not write: the transcript can be looked at during the game."""
    path = yaml_file(tmp_path)
    first = Window(path)
    read = run("log", path)
    code, out = first.finish("draw\n")
    assert code == 0, out
    assert read.exit_code == 0, read.stderr
    assert "start 7R Ana first" in read.stdout


def test_a_game_deleted_during_play_is_saved_under_another_name(tmp_path: Path) -> None:
    path = yaml_file(tmp_path)
    first = Window(path)
    path.with_suffix(".game").unlink()
    code, out = first.finish("draw\n")
    rescued = tmp_path / "friday.rescued.game"
    assert code == 4
    assert f"facilitator play {path} --journal {rescued}" in " ".join(out.split())
    assert [row.kind for row in rows(rescued)] == [EVENT, EVENT]
    assert run("play", path, "--journal", str(rescued)).exit_code == 0


def test_two_games_archived_in_the_same_second_are_both_kept(tmp_path: Path) -> None:
    path = yaml_file(tmp_path)
    for card in ("7R", "7Y", "7G"):
        assert run("play", path, "--new", typed=f"{card} Ana\n").exit_code == 0
    kept = [rows(book)[0].body["start"] for book in tmp_path.glob("*.game")]
    assert sorted(map(str, kept)) == ["7G", "7R", "7Y"]


# -- the moment between a commit and the next lock ------------------------------------------------------------


class Gap:
    """A journal's connection. Something happens just before it runs a statement, by default when it locks again."""

    def __init__(
        self, journal: Journal, happens: Callable[[], object], statement: str = "BEGIN IMMEDIATE"
    ) -> None:
        self._db, self._happens, self._statement = journal.db, happens, statement
        journal.db = self  # type: ignore[assignment]

    def execute(self, sql: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        if sql == self._statement:
            self._happens()
        return self._db.execute(sql, values)

    def __getattr__(self, name: str) -> object:
        return getattr(self._db, name)


def write(path: Path) -> None:
    other = Journal(path)
    other.append(NOTE, {"text": "from the other window"})
    other.close()


def begin_anew(path: Path) -> None:
    archive_game(path)
    Journal(path, {"table": {}}).close()


another_window = pytest.mark.parametrize(
    ("happens", "found"), [(write, "Another window is using"), (begin_anew, "was deleted, moved or replaced")]
)


@another_window
def test_a_window_overtaken_by_another_stops_writing(
    happens: Callable[[Path], None], found: str, tmp_path: Path
) -> None:
    """What was answered is on disk and counts; the next answer would not fit what the other window wrote."""
    path = tmp_path / "r.game"
    game = Match.open(table(), path, 5)
    once = [lambda: happens(path)]
    Gap(game.journal, lambda: once and once.pop()())
    with pytest.raises(JournalError) as caught:
        game.submit(sure(game.truth).move(game.state))
    assert caught.value.exit_code == 4
    assert found in caught.value.problem
    assert game.state.n == 1
    files = {file: rows(file) for file in tmp_path.iterdir()}
    with pytest.raises(JournalError):
        game.note("too late")
    assert {file: rows(file) for file in tmp_path.iterdir()} == files
    game.close()


@another_window
def test_a_retry_after_a_failed_write_checks_for_another_window(
    happens: Callable[[Path], None], found: str, tmp_path: Path
) -> None:
    """A failed write releases the lock. If another window used that moment, the retry must not write."""
    path = tmp_path / "r.game"
    game = Match.open(table(), path, 5)
    failures = [sqlite3.OperationalError("disk I/O error")]

    def fail_once() -> None:
        if failures:
            raise failures.pop()

    Gap(game.journal, fail_once, "COMMIT")
    with pytest.raises(NotWritten):
        game.note("not written")
    happens(path)
    files = {file: rows(file) for file in tmp_path.iterdir()}
    with pytest.raises(JournalError, match=found):
        game.note("too late")
    assert {file: rows(file) for file in files} == files
    game.close()


def test_a_window_that_loses_its_lock_loses_no_input(tmp_path: Path) -> None:
    path = tmp_path / "r.game"
    game = Match.open(table(), path, 5)
    others = list[Journal]()

    def shut_out() -> None:
        if not others:
            others.append(Journal(path))

    Gap(game.journal, shut_out)
    with pytest.raises(JournalError, match="Another window is using"):
        game.submit(sure(game.truth).move(game.state))
    assert [entry.kind for entry in others[0].entries] == [EVENT]
    others[0].close()
    game.note("goes on, nobody else has written")
    assert [row.kind for row in rows(path)] == [EVENT, NOTE]
    game.close()


def test_reading_the_game_in_between_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "r.game"
    game = Match.open(table(), path, 5)
    Gap(game.journal, lambda: Journal(path).close())
    game.submit(sure(game.truth).move(game.state))
    game.note("still here")
    assert [row.kind for row in rows(path)] == [EVENT, NOTE]
    game.close()


# -- a program that reads the file of a game for long ----------------------------------------------


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Match]:
    """A rehearsal in the midst of a run, at an operation told in one step: the next Enter is written."""
    game = Match.open(table(), tmp_path / "x.game", 5)
    steps = inputs_of(game)
    for _ in range(5):
        next(steps)
    while game.attempt is None or game.attempt.more or game.attempt.ask:
        next(steps)
    yield game
    game.close()


def reading(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    db.execute("BEGIN")
    db.execute("SELECT count(*) FROM entry").fetchone()
    return db


def test_a_write_waits_for_a_reader_of_half_a_second(game: Match) -> None:
    db = reading(sure(game.journal.path))
    timer = threading.Timer(0.6, db.close)
    timer.start()
    game.note("while somebody read")
    timer.join()
    assert game.journal.entries[-1].body == {"text": "while somebody read"}
    game.note("and on")
    assert len(rows(sure(game.journal.path))) == len(game.journal.entries)


def test_a_reader_that_stays_costs_no_answer(game: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "PATIENCE", 0.1)
    before, kept = host_mark(game), game.journal.entries
    with closing(reading(sure(game.journal.path))):
        for _ in range(2):
            with pytest.raises(NotWritten, match="Another program is reading"):
                game.answer()
            assert (host_mark(game), game.journal.entries) == (before, kept)
    game.answer()
    assert host_mark(game) != before
    assert len(rows(sure(game.journal.path))) == len(game.journal.entries) > len(kept)


class Host(Typist):
    """A host at a terminal. Somebody reads the file while the first answer is given."""

    def __init__(self, path: Path, answers: list[str]) -> None:
        super().__init__(answers)
        self.reader = reading(path)

    def ask(self, question: LineQuestion) -> str:
        if len(self.asked) == 1:
            self.reader.close()
        return super().ask(question)


@pytest.mark.parametrize("said", ["", "note Ben saw 7R", "u", "stop"])
def test_the_host_is_asked_again_after_a_failed_write(
    said: str, game: Match, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By keystrokes: refused with a reason, the step shown again, the same typed again, and it counts."""
    monkeypatch.setattr(journal, "PATIENCE", 0.1)
    assert game.journal.path is not None
    session = Session(game, AttemptClock(game.table, partial(pace_at, game.table, None)).minutes)
    before = len(game.journal.entries)
    host = Host(game.journal.path, [said, said])
    with pytest.raises(LeaveTable):
        TableLoop(session, TextScreen(), host, now=host.now).play()
    told = " ".join(capsys.readouterr().err.split())
    assert "Another program is reading" in told
    assert "type the same again" in told
    assert host.asked[0] == host.asked[1]
    assert len(game.journal.entries) > before
    assert [row.kind for row in rows(game.journal.path)] == [entry.kind for entry in game.journal.entries]
    again = Journal(game.journal.path, to_read=True)
    assert again.entries == game.journal.entries
