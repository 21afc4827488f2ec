"""The bar of long work: one line, however narrow the terminal, and away while something else is printed."""

from __future__ import annotations

import io
import os
import shutil
import sys

import pytest

from facilitator.cli.show import Progress


class Tty(io.StringIO):
    def isatty(self) -> bool:
        return True


def narrow(monkeypatch: pytest.MonkeyPatch, stream: io.StringIO) -> None:
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(shutil, "get_terminal_size", lambda *_: os.terminal_size((40, 24)))


def test_a_bar_fits_its_line_and_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    out = Tty()
    narrow(monkeypatch, out)
    bar = Progress("of very many enumerated")
    with bar as tell:
        for done in (0, 7, 1000):
            tell(done, 1000)
        bar.clear()
        assert out.getvalue().endswith("\r")
        assert out.getvalue().rpartition("\r")[0].rpartition("\r")[2].strip() == ""
        tell(1000, 1000)
    assert "\n" not in out.getvalue()
    assert max(map(len, out.getvalue().split("\r"))) < 40
    assert out.getvalue().rpartition("\r")[0].rpartition("\r")[2].strip() == ""


def test_where_there_is_no_terminal_there_is_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    narrow(monkeypatch, out)
    with Progress("enumerated") as tell:
        tell(1, 2)
    assert out.getvalue() == ""
