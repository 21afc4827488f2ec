"""How long hands take: the pace of a table.

Seconds are for one pair of hands: those of `measures`, overridden by the table file, else learned (`learn`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING

from facilitator.errors import CommandError
from facilitator.machine.operations import Op
from facilitator.readings.acts import Handling, HandlingCounter, Task
from facilitator.table.measures import SPEEDS

if TYPE_CHECKING:
    from facilitator.table.load import Table


@dataclass(frozen=True, slots=True)
class Pace:
    """The seconds of a table, and how many pairs of hands work.  ``origin``: "assumed", "table file", "yours".

    Voice and hands hardly overlap: a sentence is read before its act, so their seconds add up.
    """

    hands: int = 1
    seconds: Mapping[Handling, float] = field(
        default_factory=lambda: {act: s.seconds for act, s in SPEEDS.items()}
    )
    origin: Mapping[Handling, str] = field(
        default_factory=lambda: {act: s.source for act, s in SPEEDS.items()}
    )

    def elapsed(self, acts: Iterable[Task]) -> float:
        """Return seconds on the clock: shared acts are divided among the hands, others wait for one."""
        each = self.seconds
        return sum(t.times * each[t.act] / (self.hands if t.shared else 1) for t in acts)

    def work(self, acts: Iterable[Task]) -> float:
        """Return seconds of work, whoever does it: what one pair of hands would need."""
        return sum(task.times * self.seconds[task.act] for task in acts)


def hands_at(table: Table) -> HandlingCounter:
    """Return the reading of acts for a table's equipment and people."""
    return HandlingCounter(table.equipment, (seat.name for seat in table.people))


def seconds_left(run: Sequence[Op], words: Sequence[int], hands: HandlingCounter, pace: Pace) -> list[float]:
    """Return the seconds on the clock from each of a run's operations on to its end, one an operation.

    ``words``: said for each of them.
    """
    voice = pace.seconds[Handling.WORD]
    each = [
        said * voice + sum(pace.elapsed(acts) for acts in hands(op))
        for op, said in zip(run, words, strict=True)
    ]
    return list(accumulate(reversed(each)))[::-1]


def pace_of(
    hands: int, learned: Mapping[Handling, float] | None = None, overrides: Mapping[str, float] | None = None
) -> Pace:
    """Return a table's pace: the table file's seconds, else those learned, else the assumed ones."""
    if hands < 1:
        raise CommandError("at least 1 pair of hands", f"{hands}", "Write e.g. helpers: 1; you are one.")
    seconds = {act: speed.seconds for act, speed in SPEEDS.items()}
    origin = {act: speed.source for act, speed in SPEEDS.items()}
    for act, value in (learned or {}).items():
        seconds[act], origin[act] = value, "yours"
    for name, value in (overrides or {}).items():
        seconds[Handling(name)], origin[Handling(name)] = value, "table file"
    return Pace(hands, seconds, origin)
