"""What tests of the program share: its environment, and a command run in this process."""

from __future__ import annotations

import os
from pathlib import Path

from typer.testing import CliRunner

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
