"""The program run: its environment, a command in this process or its own, or at a real terminal (a pty)."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from time import sleep

import pexpect
from typer.testing import CliRunner, Result

from facilitator.cli import app as program
from facilitator.cli.input_lines import LineQuestion
from facilitator.cli.loop import LeaveTable
from facilitator.play.session import QUICKEST

# ----------------------------------------------------------------------------------------------------
# A program at a real terminal (a pty): what it asks, what is typed, and all it wrote.


ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|[()][A-Z0-9]|\][^\x07]*\x07|[=>])")
SLOW = QUICKEST + 0.05
"""Seconds before an Enter: sooner it is not taken for an act."""
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")},
    "TERM": "xterm",
    "PROMPT_TOOLKIT_NO_CPR": "1",  # nobody here answers where the cursor is
}


def at_terminal(
    *words: str,
    folder: Path | None = None,
    columns: int = 100,
    lines: int = 60,
    env: Mapping[str, str] = ENVIRONMENT,
    preexec_fn: Callable[[], None] | None = None,
) -> pexpect.spawn[str]:
    """Start the program at a terminal of this size."""
    return pexpect.spawn(
        sys.executable,
        ["-m", "facilitator", *words],
        cwd=folder and str(folder),
        dimensions=(lines, columns),
        encoding="utf-8",
        timeout=60,
        env=dict(env),
        preexec_fn=preexec_fn,
    )


def wait_for_end(program: pexpect.spawn[str]) -> int | None:
    """Wait until a program has ended; return its exit code, None where a signal ended it."""
    program.expect(pexpect.EOF)
    program.close()
    return program.exitstatus


class Host:
    """The program in a terminal of so many columns, and all it wrote; ``raw``: since the question before, as sent."""

    def __init__(self, columns: int, folder: Path, *args: str, lines: int = 40) -> None:
        self.columns, self.lines, self.wrote, self.raw = columns, lines, "", ""
        self.program = at_terminal(*args, folder=folder, columns=columns, lines=lines)
        self.program.delaybeforesend = None

    def asked(self, text: str = "") -> str:
        """Wait for the next question (a prompt opens with bracketed paste) and return all that came before it."""
        found = ""
        for sign in ("\x1b[?2004h", "\x1b[?25h"):
            self.program.expect_exact(sign)
            found += str(self.program.before)
        self.raw, found = found, plain(found)
        self.wrote += found
        assert text in " ".join(found.split()), found
        return found

    def window(self, columns: int, lines: int) -> None:
        """Make the window as large."""
        self.columns, self.lines = columns, lines
        self.program.setwinsize(lines, columns)

    def type(self, line: str) -> None:
        if not line:
            sleep(SLOW)
        self.program.send(line + "\r")

    def answer(self, line: str, text: str = "") -> str:
        """Type a line, and return what came before the next question; ``text`` must be in it."""
        self.type(line)
        return self.asked(text)

    def told(self, line: str, text: str) -> str:
        """Type a line, and return what comes with ``text`` in it; a window made larger is drawn anew before."""
        self.type(line)
        found = ""
        for _ in range(4):
            found = self.asked()
            if text in " ".join(found.split()):
                break
        else:
            raise AssertionError(found)
        return found

    def leave(self) -> tuple[int, str]:
        """Leave in mid-run, with the table as it is."""
        self.type("q")
        return self.end()

    def end(self) -> tuple[int, str]:
        """Wait for the program's end; return its exit code and last words."""
        code = wait_for_end(self.program)
        found = plain(str(self.program.before))
        self.wrote += found
        assert code is not None, f"signal {self.program.signalstatus}"
        return code, found


class Typist:
    """A host who types some lines at the terminal of this process, each after so many seconds, and then leaves.

    Attributes:
        asked: Questions so far.
    """

    interactive = True

    def __init__(self, lines: Iterable[str], seconds: float = 9.0) -> None:
        self.lines, self.seconds, self.time = [*lines], seconds, 0.0
        self.asked: list[str] = []

    def ask(self, question: LineQuestion) -> str:
        """Return the next line."""
        self.asked.append(question.prompt)
        self.time += self.seconds
        if not self.lines:
            raise LeaveTable
        return self.lines.pop(0)

    def now(self) -> float:
        return self.time


def plain(text: str) -> str:
    return ESCAPES.sub("", text).replace("\r\n", "\n")


# ----------------------------------------------------------------------------------------------------


RUNNER = CliRunner()
ENV = {**ENVIRONMENT, "PYTHONUTF8": "0"}
del ENV["PROMPT_TOOLKIT_NO_CPR"]


def new(*arguments: str) -> tuple[int, str, str]:
    done = RUNNER.invoke(program.app, ["new", *arguments], prog_name="facilitator")
    return done.exit_code, done.stdout, done.stderr


def files(folder: Path) -> list[str]:
    """The names in a folder, in order."""
    return sorted(path.name for path in folder.iterdir())


def run(*args: str | Path, typed: str | bytes = "", **env: str) -> Result:
    words = [str(arg) for arg in args]
    return RUNNER.invoke(program.app, words, input=typed, env=env, prog_name="facilitator")


def run_well(*args: str | Path, typed: str | bytes = "", **env: str) -> Result:
    """Run a command that has to succeed."""
    done = run(*args, typed=typed, **env)
    assert done.exit_code == 0, done.output
    return done


def process(*args: str | Path, typed: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    words = [sys.executable, "-m", "facilitator", *map(str, args)]
    return subprocess.run(words, input=typed, capture_output=True, check=False, timeout=60)


def table(folder: Path, protocol: str = "knockout", hand_size: int = 3, seats: str = "Ana, Ben") -> Path:
    path = folder / "friday.yaml"
    text = f"seats: [{seats}, {{name: Vera, virtual: true}}]\nhand_size: {hand_size}\nprotocol: {protocol}\n"
    path.write_text(text, encoding="utf-8")
    return path
