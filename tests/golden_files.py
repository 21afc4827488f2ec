"""Comparison of an output with its golden file."""

from __future__ import annotations

import os
from pathlib import Path

GOLDEN = Path(__file__).parent / "golden"


def check_golden(path: Path, output: str) -> None:
    """Compare an output with its golden file. If ``REGOLDEN`` is set, write the file instead."""
    if os.environ.get("REGOLDEN"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(output, encoding="utf-8", newline="\n")
    assert path.read_text(encoding="utf-8") == output
