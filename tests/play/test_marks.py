"""Check codes: read out at each virtual turn, the same wherever the game goes on, different once it was altered."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from disks import cut, forged
from facilitator.errors import NotWritten
from facilitator.play import journal as journals
from facilitator.play.check_codes import CODE_LENGTH, CODE_LETTERS, Witness, compare_records
from facilitator.play.journal import Journal, StoredRow
from facilitator.play.salvage import inspect_file, write_saved_game
from facilitator.play.session import Session
from facilitator.table_files.load import table_text
from programs import run
from sessions import opened, possible, right, small

TABLE = small(wording="brief", hand_size=4)
SIGN = f"[{CODE_LETTERS}]{{{CODE_LENGTH}}}"


def said(session: Session) -> str:
    """The mark at the head of the turn."""
    head = session.get_prompt().head
    return "" if head is None else head.check_code


def on(session: Session, presses: int = 1) -> None:
    """Go on as the cards say, or at a real table with the first thing that can be."""
    for _ in range(presses):
        line = right(session) if session.match.truth is not None else (possible(session) or ["7R Vera"])[0]
        assert session.take(line).refused is None, line


def stopped(session: Session) -> str:
    """Give the run up, lead every card home, and return the mark of the turn that begins again."""
    assert session.take("stop").refused is None
    while session.match.recovering:
        on(session)
    return said(session)


def two_turns(path: Path | None, seed: int | None = 15) -> tuple[Session, list[str]]:
    """A turn that is given up once, and the next one begun; with the marks that were said."""
    session, marks = opened(TABLE, path, seed), list[str]()
    while not said(session):
        on(session)
    marks.append(said(session))
    on(session, 2)
    marks.append(stopped(session))
    while said(session) in ("", *marks):
        on(session)
    return session, [*marks, said(session)]


def test_check_codes_use_no_letters_that_look_alike() -> None:
    assert len(CODE_LETTERS) == len(set(CODE_LETTERS)) == 32
    assert not set(CODE_LETTERS) & set("0O1I")


def test_every_virtual_turn_and_every_restart_has_its_own_check_code() -> None:
    session, marks = two_turns(None)
    assert len(set(marks)) == 3
    assert all(re.fullmatch(SIGN, mark) for mark in marks)
    assert session.result().mark == marks[-1]


def test_the_check_code_of_a_turn_does_not_change_and_people_have_none() -> None:
    session = opened(TABLE, None)
    session.take("7R Ana")
    assert said(session) == ""
    session.take("5R")
    mark = said(session)
    assert mark
    for line in ("", "", "u", "note Ben coughed", "redo", "full", "", "u", "brief", "u"):
        session.take(line)
        assert said(session) == mark, line
    session.take("stop")
    while session.match.recovering:
        session.take(right(session))
    session.take("u")
    assert said(session) == ""
    session.take("5R")
    assert said(session) not in ("", mark)


def test_check_codes_do_not_depend_on_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    _, marks = two_turns(None)
    monkeypatch.setattr(journals, "_get_time", lambda: "2001-01-01T00:00:00.000+00:00")
    assert two_turns(None)[1] == marks
    twice = [run("play", "--dry-run", "--auto", "--seed", "7").stdout for _ in range(2)]
    assert twice[0] == twice[1]
    assert len(set(re.findall(rf"Vera's turn · check code ({SIGN}) ", twice[0]))) > 2


def test_json_lines_of_steps_and_attempts_contain_the_check_code() -> None:
    out = run("play", "--dry-run", "--auto", "--json", "--seed", "7").stdout
    lines = [json.loads(line) for line in out.splitlines()]
    marks = [line["step"]["mark"] for line in lines if "step" in line]
    assert list(dict.fromkeys(marks)) == [line["run"]["mark"] for line in lines if "run" in line]
    assert lines[-1]["result"]["mark"] == marks[-1]


def reopened(path: Path, seed: int | None = 15) -> Session:
    return opened(TABLE, path, seed)


def copied(path: Path) -> Path:
    """The same game on another device."""
    return Path(shutil.copy(path, path.with_name("other.game")))


def salvaged(path: Path) -> Path:
    other = path.with_name("saved.game")
    write_saved_game(inspect_file(TABLE, path), other)
    return other


@pytest.mark.parametrize(
    "went", [lambda path: path, copied, salvaged], ids=["reopened", "copied", "salvaged"]
)
def test_the_check_codes_are_the_same_in_a_copied_game(went: Callable[[Path], Path], tmp_path: Path) -> None:
    session, marks = two_turns(tmp_path / "friday.game")
    session.close()
    again = reopened(went(tmp_path / "friday.game"))
    assert (said(again), again.result().mark) == (marks[-1], marks[-1])
    starts = [entry.turn_start for entry in again.match.past_inputs if entry.turn_start]
    assert [again.match.check_code(began) for began in starts] == marks


def test_a_failed_write_does_not_change_the_check_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """The digest of an entry that was taken up and never written is forgotten with it."""
    _, marks = two_turns(None)
    session = opened(TABLE, None, 15)
    while said(session) != marks[0]:
        on(session)
    on(session, 2)
    write, fails = Journal.write, [True]

    def at_first(self: Journal, rows: list[StoredRow]) -> None:
        if fails.pop():
            assert session.match.check_code(session.match.journal.input_count)
            raise NotWritten("The disk is full.", "Make room.")
        write(self, rows)

    monkeypatch.setattr(Journal, "write", at_first)
    assert isinstance(session.take("note never written").refused, NotWritten)
    monkeypatch.undo()
    assert stopped(session) == marks[1]


# -- behind the table's back -----------------------------------------------------------------------------


def without_its_stop(path: Path) -> None:
    """Take the run that was given up out, number the rest anew, and make every digest fit."""
    session = reopened(path, None)
    first, again, *_ = (entry.turn_start for entry in session.match.past_inputs if entry.turn_start)
    session.close()
    forged(
        f"DELETE FROM entry WHERE input > {first} AND input <= {again};"
        f"UPDATE entry SET input = input - {again - first} WHERE input > {first};"
    )(path)


def test_removing_a_stop_from_the_file_changes_the_check_codes(tmp_path: Path) -> None:
    """The file opens without a word; its marks are not those on the paper log."""
    path = tmp_path / "friday.game"
    session, marks = two_turns(path, None)
    session.close()
    without_its_stop(path)
    again = reopened(path, None)
    found = [again.match.check_code(row.turn_start) for row in again.match.past_inputs if row.turn_start]
    assert found[0] == marks[0]
    assert not set(found[1:]) & set(marks[1:])
    assert all(entry.stop is None for entry in again.match.past_inputs)
    again.close()
    (tmp_path / "friday.yaml").write_text(table_text(TABLE), encoding="utf-8")
    words = ["log", str(tmp_path / "friday.yaml"), "--journal", str(path)]
    log = run(*words).stdout
    assert marks[0] in log
    assert marks[1] not in log


def test_an_older_copy_has_another_check_code_than_the_last_one(tmp_path: Path) -> None:
    path, older = tmp_path / "friday.game", tmp_path / "older.game"
    session, marks = two_turns(path)
    began = [entry.turn_start for entry in session.match.past_inputs if entry.turn_start]
    session.close()
    cut(path, older, began[1] - 1)
    (tmp_path / "friday.yaml").write_text(table_text(TABLE), encoding="utf-8")
    for file, mark in ((path, marks[2]), (older, marks[0])):
        words = ["play", str(tmp_path / "friday.yaml"), "--dry-run", "--journal", str(file)]
        told = run(*words, typed="q\n").stdout
        assert f"The last check code was {mark}." in " ".join(told.split())


# -- what a page remembers ---------------------------------------------------------------------------------


def test_a_page_compares_the_codes_it_saw_with_a_reopened_game(tmp_path: Path) -> None:
    """Undo, a copy, a salvaged game and a longer game are the same record; a doctored one is not."""
    path = tmp_path / "friday.game"
    session, marks = two_turns(path, None)
    seen = session.match.witness
    assert len(seen.turns) == len(marks)
    assert session.take("u").refused is None
    undone = session.match.witness
    began = [entry.turn_start for entry in session.match.past_inputs if entry.turn_start]
    session.close()
    cut(path, tmp_path / "older.game", began[1] - 1)
    other, saved = copied(path), salvaged(path)

    def found(file: Path, remembered: Witness = seen) -> int | None:
        again = reopened(file, None)
        again.close()
        return compare_records(remembered, again.match.witness)

    assert compare_records(seen, undone) == 0
    assert [found(file) for file in (path, other, saved)] == [0, 0, 0]
    assert found(path, Witness(seen.game, seen.turns[:1])) == 0
    assert found(path, Witness(seen.game, ())) == 0
    assert found(tmp_path / "older.game") == 2
    assert found(tmp_path / "new.game") == 0
    without_its_stop(path)
    assert found(path) is None


def test_a_page_notices_a_game_without_the_turns_it_saw() -> None:
    assert compare_records(Witness("a", ("1", "2")), Witness("a", ())) == 2
