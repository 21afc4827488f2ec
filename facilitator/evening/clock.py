"""How long hands take: the pace of a table, the minutes left in a run, who does what.

Seconds are for one pair of hands: the assumed ones of `table.model.SPEEDS`, else those learned from past games
(`evening.learn`), else the table file's, which come first.  What a run asks of hands is counted elsewhere
(`evening.handling`); here acts become seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from facilitator.errors import CommandError
from facilitator.evening.handling import Work, words_by_operation
from facilitator.machine.operations import Op
from facilitator.table.model import SPEEDS
from facilitator.telling.handling import Handling, HandlingCounter, Task

if TYPE_CHECKING:
    from facilitator.play.run import Run, Telling
    from facilitator.table.load import Table


class Price(NamedTuple):
    """Seconds of some work: what waits for one pair of hands, what several can share, and the voice's."""

    alone: float
    shared: float
    voice: float = 0.0

    @property
    def work(self) -> float:
        """Seconds of work, whoever does it; reading is work too."""
        return self.alone + self.shared + self.voice

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


@dataclass(frozen=True, slots=True)
class Pace:
    """The seconds of a table, and how many pairs of hands work.  ``origin``: "assumed", "table file", "yours"."""

    hands: int = 1
    seconds: Mapping[Handling, float] = field(
        default_factory=lambda: {act: s.seconds for act, s in SPEEDS.items()}
    )
    origin: Mapping[Handling, str] = field(
        default_factory=lambda: {act: s.source for act, s in SPEEDS.items()}
    )

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


def pace_of(
    hands: int, learned: Mapping[Handling, float] | None = None, overrides: Mapping[str, float] | None = None
) -> Pace:
    """Return a table's pace: the table file's seconds, else those learned, else the assumed ones."""
    if hands < 1:
        raise CommandError("at least 1 pair of hands", f"{hands}", "Write e.g. helpers: 1; you are one.")
    yours, own = learned or {}, {Handling(name): value for name, value in (overrides or {}).items()}
    assumed = Pace(hands)
    origin = {**assumed.origin, **dict.fromkeys(yours, "yours"), **dict.fromkeys(own, "table file")}
    return Pace(hands, {**assumed.seconds, **yours, **own}, origin)


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
        self._table, self._pace = table, pace
        self._known: Pace | None = None
        self._whole: tuple[list[Op], Telling] | None = None
        self._left: list[float] = []

    def minutes(self, run: Run) -> float:
        """Return the minutes from the operation at hand to the end, hands and voice, as the run is told now."""
        whole, telling = run.whole(), run.telling
        if self._whole is None or whole is not self._whole[0] or telling is not self._whole[1]:
            if self._known is None:
                self._known = self._pace()
            words = words_by_operation(whole, telling.speech, telling.wording)
            self._left = seconds_left(whole, words, hands_at(self._table), self._known)
            self._whole = whole, telling
        return self._left[len(run.ops) - 1] / MINUTE


def minutes_in_words(minutes: float) -> str:
    """Return minutes as told at the table."""
    return "less than a minute" if minutes * MINUTE < SHORT else f"about {max(1, round(minutes))} min"


# ----------------------------------------------------------------------------------------------------
# Who does what: told from the times, with one to four pairs of hands.


MOST = 4

_SWAPS = "second person of each two-pile scramble"
_SWAPS_ALONE = "swaps the two piles of each two-pile scramble behind the back"
_ROLES = (
    ("host", "reads, answers, works the six-card row"),
    ("second pair", "lays and covers the columns"),
    ("third pair", "fills and empties, lays markers"),
    ("fourth pair", "lays pairs from the list, sorts, brings extra cards back to the box"),
)


_AT_WALLET = (
    ("host", "reads, answers, puts cards into the wallet and draws them out"),
    ("second pair", "reads the mask; shuffles the hand and spins the wallet after the first"),
)


def roles(hands: int, people: int, wallet: bool = False) -> list[tuple[str, str]]:
    """Return each pair of hands with its work; with fewer hands the work of the others falls to those there.

    ``people``: at the table; the first pair swaps the two piles alone if there is nobody else.  ``wallet``: nothing
    is laid out, and two pairs do all.
    """
    if wallet:
        return list(_AT_WALLET[: max(hands, people)])
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


def minutes_by_hands(price: Price) -> dict[int, float]:
    """Return minutes on the clock with one to four pairs of hands."""
    return {n: price.clock(n) / MINUTE for n in range(1, MOST + 1)}


# ----------------------------------------------------------------------------------------------------
# Duels in a wallet: under a lid, or with two turners.


TURNERS = 5.0
"""Seconds more a duel takes where two people, one after the other, turn the wallet out of sight."""


class Duels(NamedTuple):
    """How many duels a virtual turn has, and the seconds of each under a lid."""

    each: float
    seconds: float

    @property
    def more(self) -> float:
        """Minutes more a turn takes with two turners."""
        return self.each * TURNERS / MINUTE

    def to_json(self) -> dict[str, float]:
        return {
            "per_virtual_turn": round(self.each, 1),
            "seconds_under_a_lid": round(self.seconds, 1),
            "seconds_with_turners": round(self.seconds + TURNERS, 1),
        }


def duels_in(work: Work, pace: Pace) -> Duels:
    """Return the duels of some work: a card in, half turns, a look, a card out."""
    each, acts = pace.seconds, (Handling.INSERT, Handling.HALF_TURNS, Handling.LOOK, Handling.INSERT)
    count = sum(n for item, n in work.acts.items() if item.act is Handling.HALF_TURNS)
    return Duels(count, sum(each[act] for act in acts))
