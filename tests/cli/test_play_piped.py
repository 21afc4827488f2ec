"""`facilitator play` told by a pipe: an evening in pieces, a wrong line, what is said before a run, stop and undo."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from disks import rows
from facilitator.games.uno.rules import CODEC
from facilitator.play.match import Match
from facilitator.table_files.load import load_table
from programs import process, run, run_well, table
from sure import sure


def test_a_game_left_in_an_attempt_continues_at_the_same_operation(tmp_path: Path) -> None:
    path = table(tmp_path)
    first = run("play", path, typed="7R Vera\n" + "\n" * 3 + "q\n")
    second = run("play", path, typed="q\n")
    assert (first.exit_code, second.exit_code) == (0, 0)
    last, again = (
        told.stdout.rpartition("4 ENVELOPES ")[2].partition("Everything is saved")[0]
        for told in (first, second)
    )
    assert last.split()[:2] == ["Make", "a"]
    assert last == again


def test_a_real_game_with_the_answers_of_a_rehearsal_has_the_same_events(tmp_path: Path) -> None:
    """The program learns of a real table only what is typed: the same answers lead to the same game."""
    path = table(tmp_path, hand_size=2, seats="Ana")
    book = tmp_path / "r.game"
    run_well("play", path, "--dry-run", "--auto", "--seed", "2", "--journal", book)
    names = ["Ana", "Vera"]
    typed = ""
    with closing(Match.open(load_table(str(path)), None)) as real_game:
        told = [(row.kind, row.body) for row in rows(book) if not row.derived and row.kind != "reached"]
        while told:
            kind, body = told.pop(0)
            if kind != "answer":
                typed += json.dumps(body) + "\n"
                real_game.submit(CODEC.of_json(body))
                continue
            while sure(real_game.attempt).more:  # an act may be told in several steps
                typed += "\n"
                real_game.press()
            spoken = bool(sure(real_game.attempt).lines)  # or told with the act before
            for _ in sure(real_game.attempt).hand_operations[1:]:
                kind, body = told.pop(0)
            said = str(body["said"])
            typed += f"{said}\n" if spoken else ""
            real_game.press(said)
    real = run_well("play", path, typed=typed)
    rehearsed, played = (
        [(row.input, row.body) for row in rows(file) if row.kind == "event"]
        for file in (book, path.with_suffix(".game"))
    )
    assert rehearsed == played
    assert re.search(r"(Ana|Vera) wins after \d+ events", real.stdout)
    assert all(name in real.stdout for name in names)


def test_an_error_message_does_not_reveal_a_virtual_hand(tmp_path: Path) -> None:
    """After a person drew, a line for the virtual seat may not bring its cards to light."""
    path = table(tmp_path)
    for seed in range(6):
        args = ("play", path, "--dry-run", "--seed", str(seed), "--new")
        opening = run(*args, typed="\n").stdout
        if "Ben's turn" in opening:
            found = run("play", path, "--dry-run", typed="draw\nVera plays W blue\n")
            assert found.exit_code == 2
            assert "holds" not in found.stderr
            assert not {*re.findall(r"\b[0-9SR+][RYGB]\b|\b[DW]\b", found.stderr)} - {"W"}


def test_every_output_line_is_json_if_input_comes_from_a_pipe(tmp_path: Path) -> None:
    """Answered by a pipe, every line on stdout still parses."""
    typed = "\n" * 12 + "?\nstate\nu\nq\n"
    found = run_well("play", table(tmp_path), "--dry-run", "--seed", "5", "--json", typed=typed)
    for line in found.stdout.splitlines():
        assert isinstance(json.loads(line), dict)


@pytest.mark.parametrize(
    "typed", [b"\xff\xfe\n", b"7R Ana\nnote \xff\n", b"\x00\n", b"7R Ana\nnote \xed\xa0\x80\n"]
)
@pytest.mark.parametrize("locale", ["C.UTF-8", "C"])
@pytest.mark.every(3)
def test_invalid_utf8_input_is_not_an_internal_error(
    typed: bytes, locale: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    found = process("play", table(tmp_path), typed=typed)
    assert found.returncode in (0, 2), found.stderr
    assert b"Traceback" not in found.stderr


def test_invalid_utf8_input_keeps_all_earlier_lines(tmp_path: Path) -> None:
    path = table(tmp_path)
    found = process("play", path, typed=b"7R Ana\n5R\nnote \xff\n7R\n")
    assert found.returncode == 2
    assert b"Line 3 is not UTF-8 text" in found.stderr
    assert [row.kind for row in rows(path.with_suffix(".game"))] == ["event", "event"]


def _read_until(words: bytes, program: subprocess.Popen[bytes]) -> bytes:
    """Return what a program complained of, up to the line with these words."""
    told = sure(program.stderr).readline()
    while words not in told:
        line = sure(program.stderr).readline()
        assert line, told
        told += line
    return told


@pytest.mark.parametrize(("slip", "code"), [(b"17R\n", 2), (b"note \xff\n", 2), (b"8G\n", 3), (b"\n", 2)])
@pytest.mark.parametrize("last", [b"5R\n", b""])
@pytest.mark.every(3)
def test_an_error_on_an_open_pipe_asks_again(slip: bytes, code: int, last: bytes, tmp_path: Path) -> None:
    """As in Git Bash, or in an IDE's run window: somebody types there. A slip that is not corrected is an error."""
    path = table(tmp_path)
    words = [sys.executable, "-m", "facilitator", "play", str(path)]
    with subprocess.Popen(words, stdin=-1, stdout=-1, stderr=-1) as program:
        assert program.stdin is not None
        program.stdin.write(b"7R Ana\n" + slip)
        program.stdin.flush()
        told = _read_until(b"run window", program)
        program.stdin.write(b"5R\n" + slip)
        program.stdin.flush()
        told += _read_until(b"", program)
        _, more = program.communicate(last, timeout=30)
    assert (told + more).count(b"winpty") == 1
    found = program.returncode, len(rows(path.with_suffix(".game")))
    assert found == ((0, 3) if last else (code, 2))
