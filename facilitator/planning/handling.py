"""What a run costs in acts of hands, by phase, counted from its operations.

Counts grow evenly with k (a column more is the same acts once more), with m (a pile more, one duel or AND more) and
with the cards drawn, so a run of any size is told from a few small ones performed in full; tests compare it
with runs of full size.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from operator import add
from typing import NamedTuple

from facilitator.machine.faces import ALPHA, BETA, DECK, NONE, SLEEVES, Face
from facilitator.machine.operations import (
    FIRST_BIT_ROW,
    PILE,
    SIX,
    TICKET,
    Choose,
    Heading,
    Op,
    Place,
    Reveal,
)
from facilitator.machine.parts import Phase
from facilitator.machine.perform import Recipe, operations
from facilitator.planning.times import Pace
from facilitator.protocols.forms import Coding, form_named
from facilitator.protocols.gates import CROSSED, STRAIGHT, asks_pair
from facilitator.protocols.layout import Layout, class_code, weighted_code
from facilitator.protocols.lottery import colour_lottery
from facilitator.readings.acts import Act, Hands, Task
from facilitator.readings.cost import cost


class End(StrEnum):
    """How a run ends: with a card of the hand, with none, with the drawn card played or kept."""

    CARD = "card"
    NONE = "none"
    DRAWN = "drawn"
    KEPT = "kept"


OUTSIDE = "people"
"""Whoever's cards go in and out of sleeves, in the small layouts a cost is counted from."""


class RunKey(NamedTuple):
    """All that a run's cost depends on.

    ``owners``: how many others than the seat in turn have cards in the layout; ``deck``: whether the unplayed
    deck has any; ``may_draw``: whether the seat may still draw in this turn; ``pairs``: pairs of bit cards
    under each column (a weight's, or one a class); ``rank``: of which class the played card is, from 0;
    ``drawn``: cards drawn in the run; ``standing``: its columns stand from the run before; ``hands_over``: they
    stay for the next one (chained turns); ``outside``: cards of people and discards, which go in and out of
    sleeves (of the first owner, in the small layouts a cost is counted from).
    """

    form: str
    k: int
    m: int
    end: End
    owners: int
    deck: bool
    may_draw: bool
    pairs: int = 1
    rank: int = 0
    drawn: int = 0
    standing: bool = False
    hands_over: bool = False
    outside: int = 0


class Item(NamedTuple):
    """One kind of act in one phase; ``shared``: several hands can do it at once."""

    phase: Phase
    act: Act
    shared: bool


@dataclass(frozen=True, slots=True)
class Work:
    """Acts by phase, pile-scramble shuffles, touches of single cards, envelopes or sleeves filled."""

    acts: Mapping[Item, float] = field(default_factory=dict)
    shuffles: float = 0
    touches: float = 0
    fillings: float = 0

    @property
    def phases(self) -> tuple[Phase, ...]:
        """The phases, in order."""
        return tuple(dict.fromkeys(item.phase for item in self.acts))

    def tasks(self, phase: Phase | None = None) -> list[Task]:
        """Return the acts as tasks, of one phase or of all."""
        return [Task(i.act, n, i.shared) for i, n in self.acts.items() if phase in (None, i.phase)]


def combined(parts: Iterable[tuple[float, Work]]) -> Work:
    """Return the sum of works, each so many times."""
    acts: dict[Item, float] = {}
    shuffles = touches = fillings = 0.0
    for times, work in parts:
        for item, n in work.acts.items():
            acts[item] = acts.get(item, 0) + times * n
        shuffles += times * work.shuffles
        touches += times * work.touches
        fillings += times * work.fillings
    return Work({item: n for item, n in acts.items() if abs(n) > 1e-9}, shuffles, touches, fillings)


def work_of(ops: Iterable[Op], equipment: str, lying: Iterable[tuple[Place, Face]] = ()) -> Work:
    """Return the acts of one performance; ``lying``: what is on the table before it."""
    hands, phase = Hands(equipment, (OUTSIDE,)), Phase.LAY_OUT
    done, acts = list(ops), dict[Item, float]()
    for op in done:
        if isinstance(op, Heading):
            phase = op.part.phase
        for group in hands(op):
            for task in group:
                item = Item(phase, task.act, task.shared)
                acts[item] = acts.get(item, 0) + task.times
    spent = cost(done, lying)
    sleeved = sum(n for item, n in acts.items() if item.act is Act.SLEEVE)
    filled = sleeved if equipment == SLEEVES else spent.fillings
    return Work({item: n for item, n in acts.items() if n}, spent.shuffles, spent.handled, filled)


def sleeving(cards: int, equipment: str) -> Work:
    """Return what is done once a game: cards nobody looks at go into the sleeves they then stay in."""
    if equipment != SLEEVES:
        return Work()
    return Work({Item(Phase.SLEEVES, Act.SLEEVE, True): cards}, 0, cards, cards)


def counted(key: RunKey, equipment: str) -> Work:
    """Return a run's acts, counted at full size: the mean of all that chance leaves open.

    Each AND reads α β or β α with even chance; open tries find the card at each place alike, so late rather
    than early where several fit.
    """
    layout = _layout(key)
    recipe = form_named(key.form).recipe(layout)
    fits = layout.numbers(DECK)[key.drawn - 1] if key.end is End.DRAWN else 0
    tries = range(1, key.m + 1) if layout.lone and key.end is End.CARD else (0,)
    pairs = _PAIRS if form_named(key.form).literal else _PAIRS[:1]
    ways = [_Said(key, fits, pair, number) for pair in pairs for number in tries]
    works = (work_of(operations(recipe, way.answer), equipment, layout.lying) for way in ways)
    return combined((1 / len(ways), work) for work in works)


_PAIRS = (STRAIGHT, CROSSED)
_M, _K = 4, 32  # the size the small runs have; more columns than a table has seats


@dataclass(frozen=True, slots=True)
class _Said:
    """Answers for a run that ends so.

    ``fits``: the deck's column whose card is played; ``pair``: what an AND reads; ``tries``: which pile's card is.
    """

    key: RunKey
    fits: int = 0
    pair: str = STRAIGHT
    tries: int = 0

    def answer(self, op: Op) -> str:
        end = self.key.end
        if isinstance(op, Choose):
            return op.ask[0] if end is End.CARD else NONE
        if not isinstance(op, Reveal) or not op.ask:
            return ""
        area, number, row = op.places[0]
        if set(op.ask) == {ALPHA, BETA}:
            return BETA if number == (self.tries if area == PILE else self.fits) else ALPHA
        if not asks_pair(op.ask):
            return op.ask[0]
        if area == SIX:
            return self.pair
        if area == TICKET:
            return CROSSED if end is End.CARD else STRAIGHT
        own = end is End.CARD if area == PILE else number == self.fits
        weighs = form_named(self.key.form).coding is Coding.WEIGHTS
        mine = weighs or row == FIRST_BIT_ROW + 2 * self.key.rank
        return CROSSED if own and mine else STRAIGHT


def _layout(key: RunKey) -> Layout:
    """Return a layout of this size; how the others' cards are spread among them costs nothing."""
    sizes = [1] * key.owners
    names = [*(f"seat {i}" for i in range(key.owners)), DECK]
    if key.outside:
        sizes[0], names[0] = key.outside, OUTSIDE
    rest = key.k - key.m - sum(sizes)
    if key.deck:
        sizes.append(rest)
    elif sizes:
        sizes[-1] += rest
    hands = (("virtual", key.m), *zip(names, sizes, strict=False))
    cards = tuple(f"card {i}" for i in range(key.k))
    coding = form_named(key.form).coding
    classes = 1 if coding is Coding.WEIGHTS else key.pairs
    if coding is Coding.WEIGHTS:
        code = weighted_code(dict.fromkeys(cards, 0) | {cards[0]: key.pairs})
    else:
        code = class_code(cards, *(frozenset(cards[i : i + 1]) for i in range(classes)))
    return Layout(
        hands,
        cards,
        code,
        may_draw=key.may_draw,
        classes=classes,
        until=key.drawn > 1,
        standing=key.standing,
        hands_over=(lambda outcome: True) if key.hands_over else None,
        lone=coding is Coding.OPEN,
    )


class _Line(NamedTuple):
    at_zero: Work
    per_k: Work
    per_m: Work
    per_drawn: Work
    per_outside: Work


@cache
def _line(small: RunKey, equipment: str) -> _Line:
    """Return how a run grows from a small one: `counted` for it and for the next sizes."""
    alone = not small.owners and not small.deck
    base = counted(small, equipment)
    if small.m == 1:
        per_m = Work()
    elif alone:
        per_m = _growth(small, small._replace(k=small.k + 1, m=small.m + 1), equipment)
    else:
        per_m = _growth(small, small._replace(m=small.m + 1), equipment)
    per_k = Work() if alone else _growth(small, small._replace(k=small.k + 1), equipment)
    per_drawn = _growth(small, small._replace(drawn=2), equipment) if small.end is End.DRAWN else Work()
    per_outside = _growth(small, small._replace(outside=2), equipment) if small.outside else Work()
    growth = (per_k, per_m, per_drawn, per_outside)
    sizes = ((-n, each) for n, each in zip(_sizes(small)[1:], growth, strict=True))
    return _Line(combined(((1, base), *sizes)), *growth)


def _growth(small: RunKey, large: RunKey, equipment: str) -> Work:
    return combined(((1, counted(large, equipment)), (-1, counted(small, equipment))))


def run_work(key: RunKey, equipment: str) -> Work:
    """Return a run's acts, of any size."""
    return work_of_runs([key], equipment)


def work_of_runs(keys: Iterable[RunKey], equipment: str) -> Work:
    """Return the acts of many runs together: those that grow alike need only their sizes added up."""
    sizes: dict[RunKey, tuple[int, ...]] = {}
    for key in keys:
        small, more = _small(key), _sizes(key)
        sizes[small] = tuple(map(add, sizes[small], more)) if small in sizes else more
    lines = ((counts, _line(small, equipment)) for small, counts in sizes.items())
    return combined(part for counts, line in lines for part in zip(counts, line, strict=True))


def _sizes(key: RunKey) -> tuple[int, ...]:
    """How often a run has each part of a `_Line`."""
    return 1, key.k, key.m, key.drawn, key.outside


def _small(key: RunKey) -> RunKey:
    m = 1 if key.m == 1 else _M
    k = _K if key.owners or key.deck else m
    return key._replace(m=m, k=k, drawn=min(key.drawn, 1), outside=min(key.outside, 1))


@cache
def colour_work(equipment: str) -> Work:
    """Return the acts of a colour lottery."""
    recipe: Recipe = colour_lottery(("R", "Y", "G", "B"))
    return work_of(operations(recipe, _Said(RunKey("", 0, 0, End.CARD, 0, False, False)).answer), equipment)


class Price(NamedTuple):
    """Seconds of work of a run, or of a game: what waits for one pair of hands, and what several can share."""

    alone: float
    shared: float

    @property
    def work(self) -> float:
        """Seconds of work, whoever does it."""
        return self.alone + self.shared

    def clock(self, hands: int) -> float:
        """Return seconds on the clock with so many pairs of hands."""
        return self.alone + self.shared / hands


class Prices:
    """Seconds of runs for one equipment and pace; every kind of run is worked out once."""

    def __init__(self, equipment: str, pace: Pace) -> None:
        self.equipment, self.pace = equipment, pace
        self._lines: dict[RunKey, tuple[Price, ...]] = {}
        self.colour = self.price(colour_work(equipment))

    def price(self, work: Work) -> Price:
        """Return what this pace needs for this work."""
        each = self.pace.seconds
        shared = sum(n * each[item.act] for item, n in work.acts.items() if item.shared)
        return Price(sum(n * each[item.act] for item, n in work.acts.items()) - shared, shared)

    def __call__(self, key: RunKey) -> Price:
        """Return what a run takes."""
        small = _small(key)
        if small not in self._lines:
            self._lines[small] = tuple(map(self.price, _line(small, self.equipment)))
        parts = tuple(zip(_sizes(key), self._lines[small], strict=True))
        return Price(sum([n * each.alone for n, each in parts]), sum([n * each.shared for n, each in parts]))
