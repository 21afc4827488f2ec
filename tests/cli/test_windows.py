"""Two windows on one game: one plays, the other may read, and their answers never mix."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from disks import rows, table
from facilitator.errors import JournalError, NotWritten
from facilitator.play.journal import EVENT, NOTE, Journal
from facilitator.play.match import Match
from facilitator.play.salvage import archive_game
from programs import run
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
