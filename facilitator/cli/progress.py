"""A bar for work that takes longer than a moment."""

from __future__ import annotations

import sys
from collections.abc import Callable

BAR = "█"


class Progress:
    """A bar on stderr while games are played, on a terminal only."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._shown = sys.stderr.isatty()

    def __enter__(self) -> Callable[[int, int], None]:
        return self._tell

    def __exit__(self, *_: object) -> None:
        if self._shown:
            sys.stderr.write("\r" + " " * 60 + "\r")
            sys.stderr.flush()

    def _tell(self, done: int, of: int) -> None:
        if self._shown:
            bar = (BAR * (30 * done // max(of, 1))).ljust(30, "·")
            sys.stderr.write(f"\r{bar} {done} of {of} {self._what}")
            sys.stderr.flush()
