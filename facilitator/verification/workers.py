"""Work spread over all cores, in processes that end when the program does, however it ends.

A killed parent cannot tell its children; each of them waits for it in a thread of its own, and leaves.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import InvalidStateError, ProcessPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

from facilitator.signals import as_ever, delayed

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
    processes = ProcessPoolExecutor(count, initializer=_begin)
    with _quiet_ending():
        try:
            with delayed():  # until a worker has its own handlers, a signal would make it print a traceback
                done = processes.map(work, listed, chunksize=at_once)
            yield from done
        finally:  # after an interrupt, the tasks that have not begun are not done
            processes.shutdown(cancel_futures=True)


@contextmanager
def _quiet_ending() -> Iterator[None]:
    """Keep a thread of the executor from printing a traceback when a signal ends program and workers together.

    The program then cancels its futures while that thread reports the lost workers to the same futures.
    """
    report = threading.excepthook

    def report_others(args: threading.ExceptHookArgs) -> None:
        if not isinstance(args.exc_value, InvalidStateError):
            report(args)

    threading.excepthook = report_others
    try:
        yield
    finally:
        threading.excepthook = report


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
