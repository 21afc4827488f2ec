"""How long hands take: the pace of a table, the minutes left in a run.

Seconds are for one pair of hands: the assumed ones, as many times as long as past games took (`evening.learn`).
What a run asks of hands is counted elsewhere (`evening.handling`); here acts become seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from facilitator.errors import CommandError
from facilitator.i18n.catalogue import refusal, sentence
from facilitator.instructions.hand_actions import Handling, HandlingCounter, Task
from facilitator.operations.definitions import Op
from facilitator.planning.attempt_cost import words_of_cues

if TYPE_CHECKING:
    from facilitator.play.attempt import Run, Telling
    from facilitator.table_files.load import Table


class Price(NamedTuple):
    """Seconds of some work: what waits for one pair of hands, what several can share, and the voice's."""

    alone: float
    shared: float
    voice: float = 0.0

    @property
    def work(self) -> float:
        """Seconds of work, whoever does it; reading is work too."""
        return self.alone + self.shared + self.voice

    def times(self, n: float) -> Price:
        """Return the seconds of so many times this work."""
        return Price(n * self.alone, n * self.shared, n * self.voice)

    def clock(self, hands: int) -> float:
        """Return seconds on the clock with so many pairs of hands.

        Voice and hands hardly overlap: a sentence is read before its act, so their seconds add up.
        """
        return self.voice + self.alone + self.shared / hands


def total(prices: Sequence[Price]) -> Price:
    """Return the seconds of several works together."""
    return Price(
        sum([price.alone for price in prices]),
        sum([price.shared for price in prices]),
        sum([price.voice for price in prices]),
    )


SPEEDS: Mapping[Handling, float] = {
    Handling.WORD: 0.4,
    Handling.LAY: 0.7,
    Handling.PUT: 0.9,
    Handling.PAIR: 1.8,
    Handling.COVER: 0.4,
    Handling.REVEAL: 0.5,
    Handling.FILL: 1.1,
    Handling.EMPTY: 0.9,
    Handling.SLEEVE: 1.6,
    Handling.SLIP: 0.7,
    Handling.SET: 0.5,
    Handling.MIX: 10.0,
    Handling.MIX_PILE: 0.4,
    Handling.TWO_PILES: 8.0,
    Handling.INSERT: 3.0,
    Handling.HALF_TURNS: 8.0,
    Handling.LOOK: 2.0,
    Handling.SORT: 1.0,
    Handling.MOVE: 0.6,
    Handling.TAKE: 0.25,
    Handling.APART: 0.5,
    Handling.GIVE: 0.4,
    Handling.PERSON: 12.0,
    Handling.DEAL: 0.8,
}
"""Seconds of each act, and of a word, for one pair of hands.

No measurement of a run at k = 107 is published, so every figure is assumed, set so that the published form in
envelopes takes about forty minutes of one pair of hands a turn.
"""


@dataclass(frozen=True, slots=True)
class Pace:
    """The seconds of a table, and how many pairs of hands work."""

    hands: int = 1
    seconds: Mapping[Handling, float] = field(default_factory=lambda: SPEEDS)

    @property
    def measured(self) -> bool:
        """Whether past games taught any of them."""
        return self.seconds != SPEEDS

    def price(self, tasks: Iterable[Task]) -> Price:
        """Return the seconds of some acts and words, by who can do them."""
        alone = shared = voice = 0.0
        for act, times, by_several in tasks:
            seconds = times * self.seconds[act]
            if act is Handling.WORD:
                voice += seconds
            elif by_several:
                shared += seconds
            else:
                alone += seconds
        return Price(alone, shared, voice)

    def elapsed(self, tasks: Iterable[Task]) -> float:
        """Return seconds on the clock: shared acts are divided among the hands, others wait for one."""
        return self.price(tasks).clock(self.hands)


def hands_at(table: Table) -> HandlingCounter:
    """Return the reading of acts for a table's equipment and people."""
    return HandlingCounter(table.equipment, (seat.name for seat in table.people))


def seconds_left(run: Sequence[Op], words: Sequence[int], hands: HandlingCounter, pace: Pace) -> list[float]:
    """Return the seconds on the clock from each of a run's operations on to its end, one an operation.

    ``words``: said for each of them.
    """
    voice = pace.seconds[Handling.WORD]
    each = [said * voice + pace.elapsed(hands(op)) for op, said in zip(run, words, strict=True)]
    return list(accumulate(reversed(each)))[::-1]


class Learned(NamedTuple):
    """How many times as long as planned virtual turns and people's took, and how many turns were measured."""

    virtual: float = 1.0
    people: float = 1.0
    turns: int = 0

    def of(self, act: Handling) -> float:
        """Return how many times as long an act takes as assumed."""
        return self.people if act is Handling.PERSON else self.virtual


def pace_of(hands: int, learned: Learned | None = None) -> Pace:
    """Return a table's pace: the assumed seconds, as past games stretch them."""
    if hands < 1:
        raise CommandError(*refusal("refused.hands", hands=hands))
    yours = learned or Learned()
    return Pace(hands, {act: seconds * yours.of(act) for act, seconds in SPEEDS.items()})


# ----------------------------------------------------------------------------------------------------
# Minutes left in a run, for the head of a turn and of a stage, and the toolbar.


MINUTE = 60.0
SHORT = 45.0
"""Seconds below which nobody wants to hear of minutes."""


class RunClock:
    """Tells what is left of a run at a table's pace; an open question is taken to get its expected answer.

    ``pace`` is asked when the first run begins: learning it from past games would be felt at start-up.
    """

    def __init__(self, table: Table, pace: Callable[[], Pace]) -> None:
        self._table, self._pace = table, cache(pace)
        self._whole: tuple[list[Op], Telling] | None = None
        self._left: list[float] = []

    def minutes(self, run: Run) -> float:
        """Return the minutes from the operation at hand to the end, hands and voice, as the run is told now."""
        whole, telling = run.foresight.whole, run.telling
        if self._whole is None or whole is not self._whole[0] or telling is not self._whole[1]:
            words = words_of_cues(run.foresight.cues)
            self._left = seconds_left(whole, words, hands_at(self._table), self._pace())
            self._whole = whole, telling
        return self._left[len(run.ops) - 1] / MINUTE


def minutes_in_words(minutes: float) -> str:
    """Return minutes as told at the table."""
    if minutes * MINUTE < SHORT:
        return sentence("minutes.none")
    return sentence("minutes.about", minutes=max(1, round(minutes)))
