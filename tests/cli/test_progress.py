"""The bar of long work: one line, however narrow the terminal, and away while something else is printed."""

from __future__ import annotations

import io
import os
import re
import shutil
import sys

import pytest

from facilitator.cli.output import progress
from programs import ESCAPES


class Tty(io.StringIO):
    def isatty(self) -> bool:
        return True


def narrow(monkeypatch: pytest.MonkeyPatch, stream: io.StringIO) -> None:
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(shutil, "get_terminal_size", lambda *_: os.terminal_size((40, 24)))


def seen(out: Tty) -> list[str]:
    """What a terminal of forty columns shows after each line that was drawn."""
    return [ESCAPES.sub("", part).strip("\r\n") for part in re.split(r"\x1b\[2K", out.getvalue())]


def test_a_bar_fits_its_line_and_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    out = Tty()
    narrow(monkeypatch, out)
    for _ in range(2):
        with progress("of very many enumerated") as tell:
            for done in (0, 7, 1000):
                tell(done, 1000)
            assert "7 of 1000 of very many enumerated" in " ".join(seen(out))
        assert seen(out)[-1] == ""
    assert max(map(len, seen(out))) <= 40
    assert out.getvalue().count("\n") == out.getvalue().count("\x1b[1A"), "each line is gone back to"
    assert out.getvalue().rindex("\x1b[?25h") > out.getvalue().rindex("\x1b[?25l"), "the cursor is seen again"


def test_where_there_is_no_terminal_there_is_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    narrow(monkeypatch, out)
    with progress("enumerated") as tell:
        tell(1, 2)
    assert out.getvalue() == ""
