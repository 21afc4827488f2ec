"""Installation command for a missing Python package."""

from __future__ import annotations

import sys
from pathlib import Path


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
