"""Commands that start this program, or install a missing Python package for it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

STARTED_AS = "FACILITATOR_PROGRAM"
"""Environment variable in which a script that starts the program, such as ``scripts/demo``, stores its own name."""


def get_program() -> str:
    """Return the command with which this program was started, for commands to type next."""
    return os.environ.get(STARTED_AS) or "facilitator"


def install_command(*packages: str, prefix: Path | None = None) -> str:
    """Return the command that installs packages for this program.

    It does not use the shell's `pip`, which may belong to another environment.

    Args:
        packages: Package names.
        prefix: Environment folder, by default the program's own environment.
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
