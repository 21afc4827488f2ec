"""Somebody reads the game's file while it is played: the answer waits, and if it cannot be kept it is asked again."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from disks import host_mark, inputs_of, rows, table
from facilitator.cli.input_lines import LineQuestion
from facilitator.cli.loop import LeaveTable, TableLoop
from facilitator.cli.text_view import TextScreen
from facilitator.errors import NotWritten
from facilitator.planning.measured_pace import pace_at
from facilitator.planning.pace import AttemptClock
from facilitator.play import journal
from facilitator.play.journal import Journal
from facilitator.play.match import Match
from facilitator.play.session import Session
from programs import Typist
from sure import sure


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
