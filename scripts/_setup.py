"""Make `.venv` ready: shared by scripts/check and scripts/demo.

Standard library only.  The syntax is kept old enough for an old Python to read the file and say that it is old.
"""

from __future__ import annotations

import hashlib
import io
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / "installed"
OLDEST = (3, 11)


class SetupFailed(Exception):
    """The environment cannot be made ready; the message says what to do."""


def speak_utf8() -> None:
    """Print any text, whatever the platform's encoding."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")


def python() -> Path:
    """Return the interpreter of `.venv`."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def ready(dev: bool) -> Path:
    """Create `.venv` if there is none, install what pyproject.toml asks for if that changed.

    Raises: SetupFailed.
    """
    if sys.version_info[:2] < OLDEST:
        have = ".".join(str(part) for part in sys.version_info[:2])
        need = ".".join(str(part) for part in OLDEST)
        raise SetupFailed(f"Python {need} or newer is needed; this is {have}. Start with a newer python3.")
    if not python().exists():
        print("Making .venv (once).", flush=True)
        _run(
            [sys.executable, "-m", "venv", "--clear", str(VENV)],
            "Python cannot make a virtual environment. On Debian and Ubuntu: apt install python3-venv.",
        )
    wanted = stamp((ROOT / "pyproject.toml").read_bytes(), dev)
    if not satisfied(STAMP.read_text(encoding="utf-8") if STAMP.exists() else "", wanted):
        print("Installing what pyproject.toml asks for (once, and when it changes).", flush=True)
        what = f"{ROOT}[dev]" if dev else str(ROOT)
        _run(
            [str(python()), "-m", "pip", "install", "-q", "--disable-pip-version-check", "-e", what],
            "Installing failed: is there a network? If .venv looks damaged, delete it. Then start again.",
        )
        STAMP.write_text(wanted, encoding="utf-8")
    return python()


def stamp(pyproject: bytes, dev: bool) -> str:
    """Return what the stamp file says once this has been installed."""
    return f"{hashlib.sha256(pyproject).hexdigest()} {'dev' if dev else 'run'}"


def satisfied(found: str, wanted: str) -> bool:
    """Tell whether an installation does: the same pyproject.toml, and dev holds all that run does."""
    return found == wanted or found == wanted.replace(" run", " dev")


def _run(command: list[str], advice: str) -> None:
    """Run quietly; show the output only if it fails."""
    done = subprocess.run(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    )
    if done.returncode:
        raise SetupFailed(f"{done.stdout.strip()}\n\n{advice}".strip())
