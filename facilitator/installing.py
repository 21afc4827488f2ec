"""Return the commands that start this program or install a missing Python package for it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

STARTED_AS = "FACILITATOR_PROGRAM"
"""Environment variable that contains the name of the script, such as ``scripts/demo``, that started the
program.
"""


def get_program() -> str:
    """Return the command with which the program was started, for messages that suggest a command."""
    return os.environ.get(STARTED_AS) or "facilitator"


def install_command(*packages: str, prefix: Path | None = None) -> str:
    """Return the command that installs packages for this program.

    The shell's `pip` is not used, because it may belong to another environment.

    Args:
        packages: Names of the packages.
        prefix: Folder of the environment, by default the environment of this program.
    """
    folder = prefix or Path(sys.prefix)
    python = sys.executable or "python"
    python = f'"{python}"' if " " in python else python
    if (folder / "pipx_metadata.json").is_file():
        start = f"pipx inject {folder.name}"
    elif (folder / "uv-receipt.toml").is_file():  # environments of `uv tool` have no pip
        start = f"uv pip install --python {python}"
    else:
        start = f"{python} -m pip install"
    return " ".join([start, *packages])
