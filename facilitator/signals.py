"""What ends a program from outside, as Ctrl-C does: the terminal has its echo again, the game's file is let go."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""Asked to end, and the terminal was closed; not every system has the second."""


def as_ctrl_c() -> None:
    """Let these signals raise KeyboardInterrupt; one that whoever began the program had ignored (nohup) stays so."""
    for number in ENDING:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, signal.default_int_handler)


@contextmanager
def instead(answer: Callable[[], None]) -> Iterator[None]:
    """Let them call ``answer`` for as long as this lasts: an exception in a task leaves others half done."""
    ours = [number for number in ENDING if signal.getsignal(number) is signal.default_int_handler]
    for number in ours:
        signal.signal(number, lambda *_: answer())
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.default_int_handler)


def as_ever() -> None:
    """End a process by all of them, and by Ctrl-C, at once and without a word."""
    for number in (signal.SIGINT, *ENDING):
        signal.signal(number, signal.SIG_DFL)
