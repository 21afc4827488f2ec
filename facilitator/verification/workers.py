"""Run work on all cores, in worker processes that end when the program ends.

A killed program cannot tell its worker processes to stop. Each worker therefore waits for its parent in a
thread, and exits when the parent has ended.
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

from facilitator.signals import delay_signals, restore_signals

KILLED = 1
Task = TypeVar("Task")
Done = TypeVar("Done")


def on_all_cores(
    work: Callable[[Task], Done], listed: Sequence[Task], workers: int | None = None
) -> Iterator[Done]:
    """Apply a function to each task in worker processes, and yield the results in order.

    Args:
        work: Function to apply.
        listed: Tasks.
        workers: Number of processes, or None for one per core. With one process or one task, no worker is
            started.
    """
    count = workers or os.cpu_count() or 1
    if count == 1 or len(listed) < 2:
        yield from map(work, listed)
        return
    processes = ProcessPoolExecutor(count, initializer=_prepare_worker)
    with _hide_lost_workers():
        try:
            # Until a worker has its own handlers, a signal would make it print a traceback.
            with delay_signals():
                done = processes.map(work, listed)
            yield from done
        finally:  # after an interrupt, tasks that have not begun are cancelled
            processes.shutdown(cancel_futures=True)


@contextmanager
def _hide_lost_workers() -> Iterator[None]:
    """Suppress the traceback of an executor thread when a signal ends the program and its workers.

    The traceback appears because both the program and this thread try to finish the same futures.
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


def _prepare_worker() -> None:
    """Prepare a worker process: it ends with its parent, and signals have their default effect."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    restore_signals()  # workers print no message; the parent does
    gc.disable()  # enumeration creates no reference cycles, so collecting garbage would only cost time


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(KILLED)
