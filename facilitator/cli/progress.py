"""A bar for work that takes longer than a moment."""

from __future__ import annotations

import sys
from collections.abc import Callable

from facilitator.cli import show

BAR = "█"
LONGEST = 30


class Progress:
    """A bar on stderr while something is counted, in one line and on a terminal only."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._shown = sys.stderr.isatty()
        self._drawn = 0

    def __enter__(self) -> Callable[[int, int], None]:
        return self._tell

    def __exit__(self, *_: object) -> None:
        self.clear()

    def clear(self) -> None:
        """Take the bar away, so that something else can be printed on its line."""
        if self._drawn:
            sys.stderr.write("\r" + " " * self._drawn + "\r")
            sys.stderr.flush()
            self._drawn = 0

    def _tell(self, done: int, of: int) -> None:
        if self._shown:
            told = f" {done} of {of} {self._what}"
            long = max(1, min(LONGEST, show.width() - show.cells(told) - 1))
            line = (BAR * (long * done // max(of, 1))).ljust(long, "·") + told
            sys.stderr.write("\r" + line)
            sys.stderr.flush()
            self._drawn = max(self._drawn, show.cells(line))
