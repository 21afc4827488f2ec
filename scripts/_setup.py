"""Prepare `.venv`, and run a script in it. All scripts use this module.

It uses only the standard library. Its syntax is old, so that an old Python can read the file and report that
a newer Python is needed.
"""

from __future__ import annotations

import hashlib
import io
import os
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / "installed"
OLDEST = (3, 11)
INSIDE = "FACILITATOR_SCRIPT"  # set where a script was started again in .venv
NOT_RUN = 77
"""Exit code of a check that cannot run on this machine. It means neither success nor failure."""


class SetupFailed(Exception):
    """The environment cannot be prepared. The message says what to do."""


def speak_utf8() -> None:
    """Set the encoding of the standard output to UTF-8 on every platform."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")


def report_not_run(check: str, reason: str) -> int:
    """Print the reason for not running a check, and return the check's exit code.

    In continuous integration (CI=true), a check that cannot run is a failure.
    """
    print(f"{check} was not checked in a browser: {reason}")
    return 1 if os.environ.get("CI") == "true" else NOT_RUN


def python() -> Path:
    """Return the interpreter of `.venv`."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def ready(dev: bool, *more: str) -> Path:
    """Create `.venv` if it does not exist, and install the project's requirements if pyproject.toml has changed.

    The requirements of `play --screen` are always installed. Extras that are already installed remain.

    Args:
        dev: Install the dev extra.
        *more: Names of other extras to install.

    Raises:
        SetupFailed: The environment cannot be prepared.
    """
    if sys.version_info[:2] < OLDEST:
        have = ".".join(str(part) for part in sys.version_info[:2])
        need = ".".join(str(part) for part in OLDEST)
        raise SetupFailed(f"Python {need} or newer is needed; this is {have}. Start with a newer python3.")
    if not python().exists():
        print("Making the folder .venv (only once).", flush=True)
        _run(
            [sys.executable, "-m", "venv", "--clear", str(VENV)],
            "Python cannot make a virtual environment. On Debian and Ubuntu: apt install python3-venv.",
        )
    pyproject = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()
    there = extras_of(STAMP.read_text(encoding="utf-8") if STAMP.exists() else "", pyproject)
    wanted = {"screen", *more, *(["dev"] if dev else [])}
    if there is None or not wanted <= there:
        print("Installing the program and its libraries in .venv. This takes about a minute.", flush=True)
        extras = sorted(wanted | (there or set()))
        what = f"{ROOT}[{','.join(extras)}]"
        _run(
            [str(python()), "-m", "pip", "install", "-q", "--disable-pip-version-check", "-e", what],
            "Installing failed: is there a network? If .venv looks damaged, delete it. Then start again.",
        )
        STAMP.write_text(" ".join([pyproject, *extras]), encoding="utf-8")
    return python()


def inside(
    script: str, main: Callable[[list[str]], int], needs: str = "facilitator", extra: str = "screen"
) -> int:
    """Run a script's `main` with the Python of `.venv`, and return its exit code.

    If another Python has started the script, the script is started again.

    Args:
        script: File of the script.
        main: The script's main function, which receives the arguments.
        needs: Module that the script imports.
        extra: Extra that installs this module.
    """
    speak_utf8()
    try:
        import_module(needs)
    except ImportError:
        if os.environ.get(INSIDE):
            raise
        try:
            again = [str(ready(False, extra)), str(Path(script).resolve()), *sys.argv[1:]]
        except SetupFailed as err:
            print(err, file=sys.stderr)
            return 2
        return subprocess.run(again, env={**os.environ, INSIDE: "1"}).returncode
    return main(sys.argv[1:])


def extras_of(stamp: str, pyproject: str) -> set[str] | None:
    """Return the extras recorded in a stamp file, or None if it was written for another pyproject.toml."""
    known, *extras = stamp.split() or [""]
    return set(extras) if known == pyproject else None


def _run(command: list[str], advice: str) -> None:
    """Run a command, and show its output only if it fails."""
    done = subprocess.run(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    )
    if done.returncode:
        raise SetupFailed(f"{done.stdout.strip()}\n\n{advice}".strip())
