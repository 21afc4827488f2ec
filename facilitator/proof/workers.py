"""Worker processes that end when the program does, however it ends.  Imports nothing outside this room.

A killed parent cannot tell its children; each of them waits for it in a thread of its own, and leaves.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor

from facilitator.signals import as_ever

KILLED = 1


def pool(count: int, begin: Callable[[], object] | None = None) -> ProcessPoolExecutor:
    """Return so many worker processes, each of which calls ``begin`` first and ends when its parent is gone."""
    return ProcessPoolExecutor(count, initializer=_worker, initargs=(begin,))


def _worker(begin: Callable[[], object] | None) -> None:
    """Wait for the parent in a thread, listen to signals as ever, and begin."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    as_ever()  # without a word: the parent speaks
    if begin is not None:
        begin()


def _end_with_parent() -> None:
    """Wait for the parent, which a pipe tells on every system, and leave at once: nobody wants the result."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(KILLED)
