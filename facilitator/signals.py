"""Handle signals that terminate the program like Ctrl-C.

The program can then restore the terminal's echo and release the game file before it ends.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""Signals for a request to terminate and for a closed terminal, if the operating system has them."""
ALL = (signal.SIGINT, *ENDING)


def as_ctrl_c() -> None:
    """Make termination signals raise KeyboardInterrupt, like Ctrl-C.

    Signals that the parent process ignores are still ignored, for example under nohup.
    """
    for number in ENDING:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, signal.default_int_handler)


@contextmanager
def redirect_signals(answer: Callable[[], None]) -> Iterator[None]:
    """Call a function for termination signals within the context, instead of raising KeyboardInterrupt.

    An exception could interrupt an asynchronous task at any point and leave other tasks unfinished.

    Args:
        answer: Function to call.
    """
    ours = [number for number in ENDING if signal.getsignal(number) is signal.default_int_handler]
    for number in ours:
        signal.signal(number, lambda *_: answer())
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.default_int_handler)


@contextmanager
def delay_signals() -> Iterator[None]:
    """Block termination signals and Ctrl-C within the context, and deliver them afterwards.

    A child process that starts within the context must call `restore_signals`, or it never receives these signals. On
    Windows, signals are not blocked.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ALL)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def restore_signals() -> None:
    """Make termination signals and Ctrl-C end this process without a message, as they do by default."""
    for number in ALL:
        signal.signal(number, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ALL)
