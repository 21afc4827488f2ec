"""How the program answers, fails and ends, whatever the command."""

from __future__ import annotations

import errno
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from time import sleep

import pexpect
import pytest

from facilitator.cli import app as program
from facilitator.cli import output
from facilitator.cli.output import progress
from facilitator.errors import JournalError, TableError
from facilitator.i18n.columns import count_cells
from programs import ENV, ESCAPES, RUNNER, at_terminal, new

pytestmark = pytest.mark.usefixtures("folder")


# -- the program -------------------------------------------------------------------------------------


def run(*arguments: str, **extra: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "facilitator", *arguments]
    return subprocess.run(command, input=b"", capture_output=True, env={**ENV, **extra}, timeout=60)


@pytest.mark.parametrize("columns", ["60", "80"])
def test_help_fits_the_width_of_a_terminal(columns: str) -> None:
    done = run("--help", COLUMNS=columns)
    lines = done.stdout.decode().splitlines()
    assert done.returncode == 0
    assert max(map(len, lines)) <= int(columns)
    assert b"Traceback" not in done.stderr


def test_the_help_of_new_fits_60_columns() -> None:
    lines = run("new", "--help", COLUMNS="60").stdout.decode().splitlines()
    assert max(map(len, lines)) <= 60


def test_version_and_usage_errors() -> None:
    assert run("--version").stdout.startswith(b"facilitator 0.")
    assert run("bogus").returncode == 2
    assert new("--hand-size", "x")[0] == 2


def test_output_is_utf8_on_every_platform() -> None:
    done = run("new", "--seat", "李雷", "--seat", "Ana", "--json", PYTHONIOENCODING="latin-1")
    assert json.loads(done.stdout.decode("utf-8"))["seats"][0]["name"] == "李雷"


@pytest.mark.parametrize("kind", [TableError, JournalError])
def test_every_failure_has_its_exit_code(monkeypatch: pytest.MonkeyPatch, kind: type[TableError]) -> None:
    def fail(*_: object, **__: object) -> None:
        raise kind("It went wrong.", "Do this.")

    monkeypatch.setattr("facilitator.cli.new.check_place", fail)
    code, out, err = new("--sample", "duel")
    assert (code, out) == (kind.exit_code, "")
    assert " ".join(err.split()) == "It went wrong. Do this."


def test_an_internal_error_is_printed_in_a_few_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(**_: object) -> None:
        raise ZeroDivisionError("nothing to divide by" + "x" * 100_000)  # it may name a whole game

    monkeypatch.setattr(program, "app", fail)
    monkeypatch.delenv("FACILITATOR_DEBUG", raising=False)
    with pytest.raises(SystemExit) as caught:
        program.run_program()
    said = " ".join(capsys.readouterr().err.split())
    assert (caught.value.code, len(said) < 500) == (70, True)
    assert "this is a bug in the program" in said
    assert "ZeroDivisionError: nothing to divide by" in said
    assert "Your game is safe: start the same command again." in said
    monkeypatch.setenv("FACILITATOR_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        program.run_program()


class Full(io.StringIO):
    """An output on a disk without room."""

    def write(self, _: str) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def fileno(self) -> int:
        return os.open(os.devnull, os.O_WRONLY)


@pytest.mark.parametrize(
    "words",
    [
        "--help",
        "--version",
        "plan sample:three --games 20",
        "play --dry-run --auto --turns 1",
        "print --list-stocks",
        "new full.yaml --seat Ana --seat Ben",
    ],
)
def test_a_full_output_device_is_not_reported_as_a_bug(
    words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["facilitator", *words.split()])
    monkeypatch.setattr(sys, "stdout", Full())
    with pytest.raises(SystemExit) as caught:
        program.run_program()
    said = " ".join(capsys.readouterr().err.split())
    assert caught.value.code == 2
    assert said.startswith("The output can't be written (No space left on device). ")


def test_a_closed_output_ends_the_program_quietly() -> None:
    for words, closed in (
        ("guide", ">&-"),
        ("guide", "2>&-"),
        ("replay sample:three", "<&-"),
        ("replay sample:three", ">&- 2>&- <&-"),
    ):
        line = f'"{sys.executable}" -m facilitator {words} {closed}'
        done = subprocess.run(line, shell=True, env=ENV, stdin=subprocess.DEVNULL, capture_output=True)
        assert (done.returncode, done.stderr) == (0, b""), closed


# -- showing -----------------------------------------------------------------------------------------


def test_lines_wrap_and_indent(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for columns, wide in (("10", 40), ("60", 60), ("300", 100)):
        monkeypatch.setenv("COLUMNS", columns)
        assert output.width() == wide
        output.wrap("word " * 60, indent=" 14  ")
        lines = capsys.readouterr().out.splitlines()
        assert lines[0].startswith(" 14  word")
        assert all(line.startswith("     word") for line in lines[1:])
        assert max(map(len, lines)) <= wide
    output.say("plain words", "error")
    output.json_line({"b": "é", "a": [1, None]})
    assert capsys.readouterr().out == 'plain words\n{"b":"é","a":[1,null]}\n'


def test_wide_characters_count_as_two_columns_when_wrapping(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    for text in ("Änne 🦊 plays · " * 30, "花子 draws " * 30, "Cafe\u0301 " * 40, "山札の上の札を取る。" * 9):
        lines = output.fold_text(text)
        assert max(map(count_cells, lines)) <= 60
        assert "".join("".join(lines).split()) == "".join(text.split()), "nothing is added, nothing lost"
        assert min(map(count_cells, lines[:-1])) > 48, "a line without spaces is folded, too"


@pytest.mark.parametrize(
    ("no_color", "term", "coloured"),
    [("", "xterm", True), ("1", "xterm", False), ("", "dumb", False), ("", "unknown", False)],
)
def test_colour_is_printed_only_if_it_is_wanted(no_color: str, term: str, coloured: bool) -> None:
    Path("table.yaml").touch()
    env = {**ENV, "NO_COLOR": no_color, "TERM": term}
    child = at_terminal("new", env=env)
    child.expect(pexpect.EOF)
    assert ("\x1b[" in (child.before or "")) == coloured
    assert "exists already" in (child.before or "")


def test_a_german_game_shows_no_english_warning_about_the_terminal() -> None:
    """Terminals that do not answer where the cursor is: after two seconds prompt_toolkit has a warning of its own."""
    german = {**ENV, "LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"}
    terms = ("xterm", "dumb")
    children = [at_terminal("play", "--dry-run", env={**german, "TERM": term}) for term in terms]
    for child in children:
        child.expect("Enter, um zu beginnen:")
    before = [str(child.before) for child in children]
    sleep(2.5)
    for term, child, wrote in zip(terms, children, before, strict=True):
        child.sendline("q")
        child.expect(pexpect.EOF)
        wrote += str(child.before)
        assert "warning" not in wrote.lower()
        assert (re.search(r"\x1b\[[\d;]*m", wrote) is not None) == (term != "dumb")


@pytest.mark.parametrize("seats", ["Ana, Ben", "Ana, {name: Vera, virtual: true}"])
def test_a_command_that_plan_names_can_be_pasted_into_a_shell(seats: str) -> None:
    name = "-Ana's $(touch x) table.yaml"
    Path(name).write_text(f"seats: [{seats}]\nhand_size: 2\nprotocol: wallet\n", encoding="utf-8")
    told = " ".join(RUNNER.invoke(program.app, ["plan", "--games", "100", "--", name]).stdout.split())
    words = shlex.split(told.partition(": facilitator plan ")[2])
    assert words == [f"./{name}", "--evening", "2h"]


# -- the bar of long work -----------------------------------------------------------------------------


class Tty(io.StringIO):
    def isatty(self) -> bool:
        return True


def narrow(monkeypatch: pytest.MonkeyPatch, stream: io.StringIO) -> None:
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(shutil, "get_terminal_size", lambda *_: os.terminal_size((40, 24)))


def seen(out: Tty) -> list[str]:
    """What a terminal of forty columns shows after each line that was drawn."""
    return [ESCAPES.sub("", part).strip("\r\n") for part in re.split(r"\x1b\[2K", out.getvalue())]


def test_a_progress_bar_fits_its_line_and_is_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    out = Tty()
    narrow(monkeypatch, out)
    for _ in range(2):
        with progress("of very many enumerated") as tell:
            for done in (0, 7, 1000):
                tell(done, 1000)
            assert "7 of 1000 of very many enumerated" in " ".join(seen(out))
        assert seen(out)[-1] == ""
    assert max(map(len, seen(out))) <= 40
    assert out.getvalue().count("\n") == out.getvalue().count("\x1b[1A"), "each line is gone back to"
    assert out.getvalue().rindex("\x1b[?25h") > out.getvalue().rindex("\x1b[?25l"), "the cursor is seen again"


def test_without_a_terminal_there_is_no_progress_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    narrow(monkeypatch, out)
    with progress("enumerated") as tell:
        tell(1, 2)
    assert out.getvalue() == ""


# -- start-up is felt at the table --------------------------------------------------------------------


STARTED = """
import sys, time
times = [time.process_time()]
import typer.main
times.append(time.process_time())
from facilitator.cli.app import app
typer.main.get_command(app)
times.append(time.process_time())
print(times[2] - times[1] < times[1] - times[0], [name for name in sys.argv[1:] if name in sys.modules])
"""


def test_the_program_is_loaded_faster_than_typer_and_imports_nothing_heavy() -> None:
    """Large packages wait until a command needs them."""
    heavy = ("pydantic", "yaml", "rich", "prompt_toolkit", "reportlab", "qrcode", "sqlite3")
    words = [sys.executable, "-c", STARTED, *heavy]
    found = [subprocess.run(words, check=True, capture_output=True, text=True).stdout for _ in range(3)]
    assert "True []\n" in found, found
