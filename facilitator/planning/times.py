"""How long hands take: seconds for each primitive act, and which acts an operation asks for.

Seconds are for one pair of hands.  No measurement of a run at k = 107 is published, so every figure below is
*assumed*, set so that the published form in envelopes takes about forty minutes of one pair of hands a turn.
A table file may override them; past games at the table replace them (`learn`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, assert_never

from facilitator.errors import CommandError
from facilitator.operations import (
    CARD_ROW,
    COLUMN,
    MARKER_ROW,
    PILE,
    SIX,
    Choose,
    Collect,
    Cover,
    Draw,
    Encode,
    Heading,
    LayHand,
    Move,
    Op,
    Place,
    Put,
    Rearrange,
    Return,
    Reveal,
    Scramble,
    Sort,
    places_of,
)

if TYPE_CHECKING:
    from facilitator.table import Table

SLEEVES = "sleeves"


class Act(StrEnum):
    """Everything a pair of hands (or a voice) spends time on; the value is the key in a table file."""

    READ = "read"
    GLANCE = "glance"
    LAY = "lay"
    PUT = "put"
    PAIR = "pair"
    COVER = "cover"
    REVEAL = "reveal"
    FILL = "fill"
    EMPTY = "empty"
    SLEEVE = "sleeve"
    SLIP = "slip"
    SET = "set"
    MIX = "mix"
    MIX_PILE = "mix pile"
    TWO_PILES = "two piles"
    SORT = "sort"
    MOVE = "move"
    TAKE = "take"
    GIVE = "give"
    PERSON = "person"
    DEAL = "deal"


class Speed(NamedTuple):
    """What an act is, its seconds, and where the figure comes from."""

    words: str
    seconds: float
    source: str = "assumed"


SPEEDS: dict[Act, Speed] = {
    Act.READ: Speed("read a step aloud and check it", 2.0),
    Act.GLANCE: Speed("read a step of the host's own", 1.0),
    Act.LAY: Speed("lay a card on its place", 0.7),
    Act.PUT: Speed("lay a marker or another extra card", 0.9),
    Act.PAIR: Speed("find a card in the list, lay its pair", 1.8),
    Act.COVER: Speed("turn a card (or a sleeve) face down", 0.4),
    Act.REVEAL: Speed("turn a card (or a sleeve) face up", 0.5),
    Act.FILL: Speed("put a card of a pile into its envelope", 1.1),
    Act.EMPTY: Speed("take one out and lay it in order", 0.9),
    Act.SLEEVE: Speed("put a card into a sleeve and lay it", 1.6),
    Act.SLIP: Speed("slip cards behind it, or out again", 0.7),
    Act.SET: Speed("lay a full sleeve on its place", 0.5),
    Act.MIX: Speed("pile-scramble, any number of piles", 10.0),
    Act.MIX_PILE: Speed("pile-scramble, more for each pile", 0.4),
    Act.TWO_PILES: Speed("swap two piles until nobody knows", 8.0),
    Act.SORT: Speed("bring a column to its group", 1.0),
    Act.MOVE: Speed("move a card of the six-card row", 0.6),
    Act.TAKE: Speed("take an extra card to the box", 0.25),
    Act.GIVE: Speed("give a card back to its owner", 0.4),
    Act.PERSON: Speed("a person's turn", 12.0),
    Act.DEAL: Speed("deal a card", 0.8),
}


class Task(NamedTuple):
    """So many times one act; ``shared``: several hands can do it at once."""

    act: Act
    times: float
    shared: bool = False


Acts = tuple[Task, ...]
"""What one instruction asks hands to do."""


class Hands:
    """The reading: told each operation in turn, says what hands do for it, an `Acts` an instruction.

    It remembers which columns and piles are in sleeves.  A sleeve has a clear side, for the play card; the
    card goes in when it is laid, its marker and its pair are slipped behind it and out again, the column turns
    with its sleeve, and nothing is stuffed twice.  Source: "Sleeves instead of envelopes".
    """

    def __init__(self, equipment: str) -> None:
        self._sleeves = equipment == SLEEVES
        self._in_sleeves: set[tuple[str, int]] = set()

    def __call__(self, op: Op) -> tuple[Acts, ...]:
        """Return the acts of one operation, in as many groups as it has instructions."""
        own = any(place.area == SIX for place in places_of(op))
        read = Task(Act.GLANCE if own else Act.READ, 1)
        return tuple((*acts, read) for acts in self._acts(op))

    def _acts(self, op: Op) -> tuple[Acts, ...]:
        match op:
            case Heading():
                return ()
            case LayHand():
                return ((self._lay(op),),)
            case Put():
                return ((Task(Act.PUT, len(op.places), _wide(op.places)), *self._slip(op.places)),)
            case Encode():
                pairs = sum(len(places) for places in op.bits) / 2
                return ((Task(Act.PAIR, pairs, True), *self._slip(op.cards)),)
            case Cover():
                return (self._turn(Act.COVER, op.places),)
            case Scramble():
                return self._scramble(op)
            case Reveal():
                return (self._turn(Act.REVEAL, op.places),)
            case Sort():
                return ((Task(Act.SORT, len(op.columns), True),),)
            case Rearrange():
                return ((Task(Act.MOVE, len(op.row)),),)
            case Move():
                return (self._move(op),)
            case Choose():
                return ((Task(Act.REVEAL, 1),),)
            case Collect():
                return ((Task(Act.TAKE, len(op.places), _wide(op.places)), *self._unpack(op.places)),)
            case Return():
                return ((Task(Act.GIVE, len(op.places), True), *self._unpack(op.places)),)
            case Draw():
                return ((Task(Act.GIVE, 1), *self._unpack((op.place,))),)
            case _:
                assert_never(op)

    def _slip(self, places: Iterable[Place], shared: bool = True) -> Acts:
        """One slip for each sleeve that something is put into or drawn from."""
        sleeves = {(p.area, p.number) for p in places} & self._in_sleeves
        return (Task(Act.SLIP, len(sleeves), shared),) if sleeves else ()

    def _unpack(self, places: Iterable[Place]) -> Acts:
        """A sleeve is emptied in one go: card and pair; its marker was drawn out before."""
        inside = [place for place in places if place.row != MARKER_ROW]
        slips = self._slip(inside)
        self._in_sleeves -= {(place.area, place.number) for place in inside}
        return slips

    def _lay(self, op: LayHand) -> Task:
        if not self._sleeves:
            return Task(Act.LAY, len(op.places), True)
        self._in_sleeves |= {(place.area, place.number) for place in op.places}
        return Task(Act.SLEEVE, len(op.places), True)

    def _turn(self, act: Act, places: tuple[Place, ...]) -> Acts:
        sleeves = {(p.area, p.number) for p in places} & self._in_sleeves
        if not sleeves:
            return (Task(act, len(places), _wide(places)),)
        if any(place.row == CARD_ROW for place in places):  # card and all behind it turn with the sleeve
            return (Task(act, len(sleeves), True),)
        if act is Act.COVER:  # a marker slipped behind its card shows to nobody
            return ()
        return (Task(act, len(places), _wide(places)), *self._slip(places))

    def _scramble(self, op: Scramble) -> tuple[Acts, ...]:
        n, size, area = len(op.piles), len(op.piles[0]), op.piles[0][0].area
        if area == SIX or size == 1:
            return ((Task(Act.TWO_PILES, 1),),)
        if n == 1:
            return ((),)
        mix = (Task(Act.MIX, 1), Task(Act.MIX_PILE, n))
        if self._sleeves and area in (COLUMN, PILE):
            # columns that still stand from the run before (chained turns) are in sleeves too
            self._in_sleeves |= {(pile[0].area, pile[0].number) for pile in op.piles}
            return ((), mix, (Task(Act.SET, n, True),))
        return ((Task(Act.FILL, n * size, True),), mix, (Task(Act.EMPTY, n * size, True),))

    def _move(self, op: Move) -> Acts:
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


def seconds_left(ops: Iterable[Op], done: int, equipment: str, pace: Pace) -> float:
    """Return seconds on the clock for all but the first ``done`` of a run's operations."""
    hands = Hands(equipment)
    groups = [hands(op) for op in ops]
    return sum(pace.elapsed(acts) for group in groups[done:] for acts in group)


def pace_of(
    hands: int, learned: Mapping[Act, float] | None = None, overrides: Mapping[str, float] | None = None
) -> Pace:
    """Return a table's pace: the table file's seconds, else those learned, else the assumed ones.

    Raises: CommandError for an act that does not exist, or seconds that cannot be.
    """
    if hands < 1:
        raise CommandError("at least 1 pair of hands", f"{hands}", "Write e.g. helpers: 1; you are one.")
    seconds = {act: speed.seconds for act, speed in SPEEDS.items()}
    origin = {act: speed.source for act, speed in SPEEDS.items()}
    for act, value in (learned or {}).items():
        seconds[act], origin[act] = value, "yours"
    for name, value in (overrides or {}).items():
        if name not in SPEEDS:
            raise CommandError(f"one of {', '.join(SPEEDS)}", name, "Correct it under seconds.")
        if not 0 < value < 3600:
            raise CommandError("seconds above 0 and below 3600", f"{value}", f"Correct seconds: {name}.")
        seconds[Act(name)], origin[Act(name)] = float(value), "table file"
    return Pace(hands, seconds, origin)


def overrides_of(table: Table) -> Mapping[str, float]:
    """Return the seconds the table file gives under ``seconds``, if any."""
    found: Mapping[str, float] = getattr(table, "seconds", None) or {}
    return found
