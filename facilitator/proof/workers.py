"""Work spread over all cores, in processes that end when the program does, however it ends.

A killed parent cannot tell its children; each of them waits for it in a thread of its own, and leaves.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

from facilitator.signals import as_ever

KILLED = 1
Task = TypeVar("Task")
Done = TypeVar("Done")


def on_all_cores(
    work: Callable[[Task], Done], listed: Sequence[Task], workers: int | None = None, at_once: int = 1
) -> Iterator[Done]:
    """Yield what ``work`` makes of each task, in their order.

    ``workers``: how many processes, None for one a core; with one, or one task, it stays in this process.
    ``at_once``: how many tasks are sent to a process together.
    """
    count = workers or os.cpu_count() or 1
    if count == 1 or len(listed) < 2:
        yield from map(work, listed)
        return
    with ProcessPoolExecutor(count, initializer=_begin) as processes:
        yield from processes.map(work, listed, chunksize=at_once)


def _begin() -> None:
    """Wait for the parent in a thread, and listen to signals as ever."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    as_ever()  # without a word: the parent speaks
    gc.disable()  # what is enumerated has no cycles; collecting garbage would only cost time


def _end_with_parent() -> None:
    """Wait for the parent, which a pipe tells on every system, and leave at once: nobody wants the result."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(KILLED)
