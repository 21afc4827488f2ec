"""Start-up is felt at the table."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path

BARE = """import typer
app = typer.Typer()
@app.command()
def one() -> None:
    "Do one thing."
@app.command()
def two() -> None:
    "Do another."
app()
"""
MOST = 1.5


def seconds(*args: str) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, *args, "--help"], check=True, capture_output=True, timeout=60)
    return time.perf_counter() - began


def test_help_comes_about_as_fast_as_a_bare_typer_app(tmp_path: Path) -> None:
    """Medians of runs in turns, so that other work on the machine slows both alike."""
    bare = tmp_path / "bare.py"
    bare.write_text(BARE, encoding="utf-8")
    for args in ((str(bare),), ("-m", "facilitator")):
        seconds(*args)  # byte code is written once
    pairs = [(seconds(str(bare)), seconds("-m", "facilitator")) for _ in range(5)]
    theirs, ours = (statistics.median(times) for times in zip(*pairs, strict=True))
    print(f"bare typer {theirs:.3f} s, facilitator {ours:.3f} s, ratio {ours / theirs:.2f}")
    assert ours <= MOST * theirs


def test_help_imports_nothing_heavy() -> None:
    """Large packages wait until a command needs them."""
    heavy = ("pydantic", "yaml", "rich", "prompt_toolkit", "reportlab", "qrcode", "sqlite3")
    code = f"import sys, facilitator.cli.app; print([m for m in {heavy!r} if m in sys.modules])"
    found = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=60
    )
    assert found.stdout.strip() == "[]"
