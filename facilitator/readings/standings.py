"""Where somebody stands who reads the acts of a told turn in order: what is so, what was read, what play does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from facilitator.readings.merged import EveryAct, Merged, ToldCourse


@dataclass(frozen=True, slots=True)
class ReaderPosition:
    """Before an act: the run's facets, what was read since the last way back, what is done, whether this is, too.

    ``last``: whether what comes several times has come to its last; true where it does not come at all.
    """

    so: frozenset[str]
    read: tuple[tuple[EveryAct, str], ...]
    after: frozenset[EveryAct]
    last: bool
    does: bool


@lru_cache(maxsize=64)
def standings(told: Merged) -> dict[EveryAct, tuple[ReaderPosition, ...]]:
    """Return for each act every different way to stand before it, in all runs that were told whole."""
    found: dict[EveryAct, dict[ReaderPosition, None]] = {act: {} for act in told.acts}
    for course in told.courses:
        for act, here in _course(told, course):
            found[act][here] = None
    return {act: tuple(there) for act, there in found.items()}


def _course(told: Merged, course: ToldCourse) -> Iterator[tuple[EveryAct, ReaderPosition]]:
    """Yield what one run comes by, the acts it does and those it passes over."""
    read, last, at = tuple[tuple[EveryAct, str], ...](), True, 0
    after = frozenset[EveryAct]()
    for number, step in enumerate(course.steps):
        act = step.act
        for passed in told.acts[at : act.number - 1]:
            yield passed, ReaderPosition(course.so, read, after, last, does=False)
        yield act, ReaderPosition(course.so, read, after, last, does=True)
        after, last, at = after | {act}, step.last if step.counted else last, act.number
        if step.answer:
            read = (*read, (act, step.answer))
        following = course.steps[number + 1].act if number + 1 < len(course.steps) else None
        if following is not None and act.again is not None and following.number <= act.number:
            back = act.again.number
            at, read = back - 1, tuple(one for one in read if one[0].number < back)
    for passed in told.acts[at:]:
        yield passed, ReaderPosition(course.so, read, after, last, does=False)
