"""Who does what: told from the times, with one to four pairs of hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from facilitator.planning.times import Pace
from facilitator.planning.work import Work
from facilitator.readings.acts import Handling

MOST = 4
MINUTE = 60.0

_SWAPS = "second person of each two-pile scramble"
_SWAPS_ALONE = "swaps the two piles of each two-pile scramble behind the back"
_ROLES = (
    ("host", "reads, answers, works the six-card row"),
    ("second pair", "lays and covers the columns"),
    ("third pair", "fills and empties, lays markers"),
    ("fourth pair", "lays pairs from the list, sorts, brings extra cards back to the box"),
)


def roles(hands: int, people: int) -> list[tuple[str, str]]:
    """Return each pair of hands with its work; with fewer hands the work of the others falls to those there.

    ``people``: at the table; the first pair swaps the two piles alone if there is nobody else.
    """
    swapping, swaps = (0, _SWAPS_ALONE) if people < 2 else (1, _SWAPS)
    parts = [(name, f"{work}; {swaps}" if i == swapping else work) for i, (name, work) in enumerate(_ROLES)]
    there = parts[: max(1, min(hands, MOST))]
    rest = "; ".join(work for _, work in parts[len(there) :])
    if rest:
        name, work = there[-1]
        there[-1] = (name, f"{work}; also {rest}")
    if hands > MOST:
        there.append(("others", "share the laying and sorting of the columns"))
    return there


def minutes_by_hands(work: Work, pace: Pace) -> Mapping[int, float]:
    """Return minutes on the clock with one to four pairs of hands."""
    tasks = work.tasks()
    return {n: replace(pace, hands=n).elapsed(tasks) / MINUTE for n in range(1, MOST + 1)}


class Shares(NamedTuple):
    """Minutes that several hands can share, that wait for one pair of hands, and that are read aloud."""

    shared: float
    alone: float
    voice: float


def shares(work: Work, pace: Pace) -> Shares:
    """Return the minutes of some work by who can do it."""
    shared = pace.work(task for task in work.tasks() if task.shared) / MINUTE
    voice = work.words * pace.seconds[Handling.WORD] / MINUTE
    return Shares(shared, pace.work(work.tasks()) / MINUTE - shared - voice, voice)
