"""How a missing package is installed, in the environment that the program runs in."""

from __future__ import annotations

import sys
from pathlib import Path


def install_command(*packages: str, prefix: Path | None = None) -> str:
    """Return the command that installs packages where this program finds them, whatever `pip` the shell finds.

    Args:
        packages: Names of packages.
        prefix: The folder of the environment, by default that of this program.
    """
    folder = prefix or Path(sys.prefix)
    python = sys.executable or "python"
    python = f'"{python}"' if " " in python else python
    if (folder / "pipx_metadata.json").is_file():
        start = f"pipx inject {folder.name}"
    elif (folder / "uv-receipt.toml").is_file():  # an environment of `uv tool`, which has no pip
        start = f"uv pip install --python {python}"
    else:
        start = f"{python} -m pip install"
    return " ".join([start, *packages])
