"""What runs take in seconds, at one table's pace: by hands that wait, by hands that share, by voice."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from facilitator.planning.handling import BRIEF, RunKey, line_of, lot_work, sizes_of, small_of
from facilitator.planning.times import Pace
from facilitator.planning.voice import Habit, VoiceHabits, voice_at
from facilitator.planning.work import Work
from facilitator.readings.acts import Handling

if TYPE_CHECKING:
    from facilitator.table.load import Table


class Price(NamedTuple):
    """Seconds of a run, or of a game: work for one pair of hands, work that several can share, and the voice's."""

    alone: float
    shared: float
    voice: float = 0.0

    @property
    def work(self) -> float:
        """Seconds of work, whoever does it; reading is work too."""
        return self.alone + self.shared + self.voice

    def clock(self, hands: int) -> float:
        """Return seconds on the clock with so many pairs of hands; voice and hands hardly overlap."""
        return self.voice + self.alone + self.shared / hands


class Prices:
    """Seconds of runs for one equipment, pace and voice; every kind of run is worked out once."""

    def __init__(self, equipment: str, pace: Pace, voice: VoiceHabits = BRIEF) -> None:
        self.equipment, self.pace, self.voice = equipment, pace, voice
        self._lines: dict[RunKey, tuple[Price, ...]] = {}

    def lot(self, cards: int) -> Price:
        """Return what a lot of so many cards takes."""
        return self.price(lot_work(self.equipment, cards, self.voice))

    def price(self, work: Work) -> Price:
        """Return what this pace needs for this work."""
        each = self.pace.seconds
        shared = sum(n * each[item.act] for item, n in work.acts.items() if item.shared)
        voice = work.words * each[Handling.WORD]
        every = sum(n * each[item.act] for item, n in work.acts.items())
        return Price(every - shared - voice, shared, voice)

    def __call__(self, key: RunKey) -> Price:
        """Return what a run takes."""
        small = small_of(key)
        if small not in self._lines:
            self._lines[small] = tuple(map(self.price, line_of(small, self.equipment, self.voice)))
        parts = tuple(zip(sizes_of(key), self._lines[small], strict=True))
        return Price(
            sum([n * each.alone for n, each in parts]),
            sum([n * each.shared for n, each in parts]),
            sum([n * each.voice for n, each in parts]),
        )


def told_at(table: Table, equipment: str, pace: Pace, habit: Habit) -> tuple[Prices, Prices]:
    """Return what runs take at a table, and what the first ones of a game take, in the wordings it hears."""
    first, then = (Prices(equipment, pace, voice_at(table, wording)) for wording in habit.wordings)
    return then, then if first.voice == then.voice else first
