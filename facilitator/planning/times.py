"""How long hands take: which acts an operation asks for, and the pace of a table.

Seconds are for one pair of hands: those of `measures`, overridden by the table file, else learned (`learn`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple, assert_never

from facilitator.errors import CommandError
from facilitator.machine import operations as ops
from facilitator.machine.faces import DISCARDS, SLEEVES
from facilitator.machine.operations import CARD_ROW, COLUMN, MARKER_ROW, PILE, SIX, TOP_ROW, Op, Place
from facilitator.table.measures import SPEEDS, Act

if TYPE_CHECKING:
    from facilitator.table.load import Table


class Task(NamedTuple):
    """So many times one act; ``shared``: several hands can do it at once."""

    act: Act
    times: float
    shared: bool = False


Acts = tuple[Task, ...]
"""What one instruction asks hands to do."""


class Hands:
    """The reading: told each operation in turn, says what hands do for it, an `Acts` an instruction.

    It remembers which columns and piles are in sleeves.  A sleeve has a clear side, for the play card; its
    marker and its pair are slipped behind it and out again, the column turns with its sleeve, and nothing is
    stuffed twice.  Only the cards of ``outside`` (people) and the discards go in when they are laid and out
    when they are given back; the others stay in.  Source: "Sleeves instead of envelopes"; `readings.sleeves`.
    """

    def __init__(self, equipment: str, outside: Iterable[str] = ()) -> None:
        self._sleeves = equipment == SLEEVES
        self._outside = {*outside, DISCARDS}
        self._in_sleeves: set[tuple[str, int]] = set()

    @classmethod
    def at(cls, table: Table) -> Hands:
        """Return the reading for a table's equipment and people."""
        return cls(table.equipment, (seat.name for seat in table.people))

    def __call__(self, op: Op) -> tuple[Acts, ...]:
        """Return the acts of one operation, in as many groups as it has instructions."""
        own = any(place.area == SIX for place in ops.places_of(op))
        read = Task(Act.GLANCE if own else Act.READ, 1)
        return tuple((*acts, read) for acts in self._acts(op))

    def _acts(self, op: Op) -> tuple[Acts, ...]:
        match op:
            case ops.Heading():
                return ()
            case ops.LayHand():
                return ((self._lay(op),),)
            case ops.Put():
                return ((Task(Act.PUT, len(op.places), _wide(op.places)),),)
            case ops.Encode():
                laid = sum(len(places) for places in op.bits)
                return ((Task(Act.PUT, laid, True) if op.lone else Task(Act.PAIR, laid / 2, True),),)
            case ops.Cover():
                return (self._turn(Act.COVER, op.places),)
            case ops.Scramble():
                return self._scramble(op)
            case ops.Reveal():
                return (self._turn(Act.REVEAL, op.places),)
            case ops.Sort():
                return ((Task(Act.SORT, len(op.columns), True),),)
            case ops.Rearrange():
                return ((Task(Act.MOVE, len(op.row)),),)
            case ops.Move():
                return (self._move(op),)
            case ops.Choose():
                return ((Task(Act.REVEAL, 1),),)
            case ops.Collect():
                return ((Task(Act.TAKE, len(op.places), _wide(op.places)), *self._drawn_out(op.places)),)
            case ops.Return():
                out = self._slip(op.places) if op.owner in self._outside else ()
                return ((Task(Act.GIVE, len(op.places), True), *out),)
            case ops.Draw():
                return ((Task(Act.GIVE, 1),),)
            case _:
                assert_never(op)

    def _slip(self, places: Iterable[Place], shared: bool = True) -> Acts:
        """One slip for each sleeve that something is put into or drawn from."""
        sleeves = {(p.area, p.number) for p in places} & self._in_sleeves
        return (Task(Act.SLIP, len(sleeves), shared),) if sleeves else ()

    def _drawn_out(self, places: Sequence[Place]) -> Acts:
        """Pairs that were never shown are drawn out of their sleeves; markers and shown pairs lie outside."""
        inside = [place for place in places if place.area == COLUMN and place.row > MARKER_ROW]
        return self._slip(inside) if len({place.number for place in inside}) > 1 else ()

    def _lay(self, op: ops.LayHand) -> Task:
        if not self._sleeves:
            return Task(Act.LAY, len(op.places), True)
        self._in_sleeves |= {(place.area, place.number) for place in op.places}
        return Task(Act.SLEEVE if op.owner in self._outside else Act.SET, len(op.places), True)

    def _turn(self, act: Act, places: tuple[Place, ...]) -> Acts:
        sleeves = {(p.area, p.number) for p in places}
        if self._sleeves and act is Act.COVER and places[0].area == COLUMN:
            # columns that still stand from the run before (chained turns) are in sleeves too
            self._in_sleeves |= sleeves
        if not sleeves & self._in_sleeves:
            return (Task(act, len(places), _wide(places)),)
        turned = any(place.row == CARD_ROW for place in places)  # with all that is behind its card
        if act is Act.COVER:  # markers or pairs are slipped in: then they show to nobody
            return (*([Task(act, len(sleeves), True)] if turned else []), *self._slip(places))
        return (
            (Task(act, len(sleeves), True),)
            if turned
            else (Task(act, len(places), _wide(places)), *self._slip(places))
        )

    def _scramble(self, op: ops.Scramble) -> tuple[Acts, ...]:
        n, size, area = len(op.piles), len(op.piles[0]), op.piles[0][0].area
        if area == SIX or size == 1 or op.piles[0][0].row == TOP_ROW:
            return ((Task(Act.TWO_PILES, 1),),)
        if n == 1:
            return ((),)
        mix = (Task(Act.MIX, 1), Task(Act.MIX_PILE, n))
        if self._sleeves and area in (COLUMN, PILE):
            return ((), mix, (Task(Act.SET, n, True),))
        return ((Task(Act.FILL, n * size, True),), mix, (Task(Act.EMPTY, n * size, True),))

    def _move(self, op: ops.Move) -> Acts:
        source, target = op.source[0], op.target[0]
        if source.area == COLUMN and target.area == PILE:
            moved = {p.number for p in op.source}
            if self._sleeves:
                self._in_sleeves |= {(PILE, number) for number in moved}
            return (Task(Act.SORT, len(moved), True),)
        return (Task(Act.MOVE, len(op.source)), *self._slip(op.source + op.target, shared=False))


def _wide(places: tuple[Place, ...]) -> bool:
    """Whether places lie so far apart that several hands can work on them."""
    return places[0].area != SIX and len({place.number for place in places}) > 1


@dataclass(frozen=True, slots=True)
class Pace:
    """The seconds of a table, and how many pairs of hands work.  ``origin``: "assumed", "table file", "yours"."""

    hands: int = 1
    seconds: Mapping[Act, float] = field(
        default_factory=lambda: {act: s.seconds for act, s in SPEEDS.items()}
    )
    origin: Mapping[Act, str] = field(default_factory=lambda: {act: s.source for act, s in SPEEDS.items()})

    def elapsed(self, acts: Iterable[Task]) -> float:
        """Return seconds on the clock: shared acts are divided among the hands, others wait for one."""
        each = self.seconds
        return sum(t.times * each[t.act] / (self.hands if t.shared else 1) for t in acts)

    def work(self, acts: Iterable[Task]) -> float:
        """Return seconds of work, whoever does it: what one pair of hands would need."""
        return sum(task.times * self.seconds[task.act] for task in acts)


def seconds_left(run: Iterable[Op], hands: Hands, pace: Pace) -> list[float]:
    """Return the seconds on the clock from each of a run's instructions on to its end, one an instruction."""
    each = [pace.elapsed(acts) for op in run for acts in hands(op)]
    return list(accumulate(reversed(each)))[::-1]


def pace_of(
    hands: int, learned: Mapping[Act, float] | None = None, overrides: Mapping[str, float] | None = None
) -> Pace:
    """Return a table's pace: the table file's seconds, else those learned, else the assumed ones."""
    if hands < 1:
        raise CommandError("at least 1 pair of hands", f"{hands}", "Write e.g. helpers: 1; you are one.")
    seconds = {act: speed.seconds for act, speed in SPEEDS.items()}
    origin = {act: speed.source for act, speed in SPEEDS.items()}
    for act, value in (learned or {}).items():
        seconds[act], origin[act] = value, "yours"
    for name, value in (overrides or {}).items():
        seconds[Act(name)], origin[Act(name)] = value, "table file"
    return Pace(hands, seconds, origin)
