"""What tests of the program share: its environment, a command in this process or its own, a table."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from typer.testing import CliRunner, Result

from facilitator.cli import app as program

RUNNER = CliRunner()
ENV = {**os.environ, "TERM": "xterm", "PYTHONUTF8": "0"}
for _name in ("NO_COLOR", "COLUMNS", "LINES"):
    ENV.pop(_name, None)


def new(*arguments: str) -> tuple[int, str, str]:
    done = RUNNER.invoke(program.app, ["new", *arguments], prog_name="facilitator")
    return done.exit_code, done.stdout, done.stderr


def files(folder: Path) -> list[str]:
    """The names in a folder, in order."""
    return sorted(path.name for path in folder.iterdir())


def run(*args: str | Path, typed: str | bytes = "") -> Result:
    return RUNNER.invoke(program.app, [str(arg) for arg in args], input=typed, prog_name="facilitator")


def process(*args: str | Path, typed: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    words = [sys.executable, "-m", "facilitator", *map(str, args)]
    return subprocess.run(words, input=typed, capture_output=True, check=False, timeout=60)


def table(folder: Path, protocol: str = "knockout", hand_size: int = 3, seats: str = "Ana, Ben") -> Path:
    path = folder / "friday.yaml"
    text = f"seats: [{seats}, {{name: Vera, virtual: true}}]\nhand_size: {hand_size}\nprotocol: {protocol}\n"
    path.write_text(text, encoding="utf-8")
    return path
