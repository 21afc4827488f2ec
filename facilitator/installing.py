"""The command that installs a missing package into the environment in which the program runs."""

from __future__ import annotations

import sys
from pathlib import Path


def install_command(*packages: str, prefix: Path | None = None) -> str:
    """Return the command that installs packages where this program finds them.

    The shell's `pip` may belong to another environment, so the command does not rely on it.

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
