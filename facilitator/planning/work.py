"""The acts of hands and voice that something costs, by phase; counted from operations, added up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from facilitator.machine.faces import SLEEVES, Face
from facilitator.machine.operations import Heading, Op, Place
from facilitator.machine.parts import Phase
from facilitator.readings.acts import Handling, HandlingCounter, Task, bits_mixed
from facilitator.readings.cost import cost

OUTSIDE = "people"
"""Whoever's cards go in and out of sleeves, in the small layouts a cost is counted from."""


class Item(NamedTuple):
    """One kind of act in one phase; ``shared``: several hands can do it at once."""

    phase: Phase
    act: Handling
    shared: bool


_SORTED = Item(Phase.BETWEEN, Handling.APART, True)


@dataclass(frozen=True, slots=True)
class Work:
    """Acts by phase (words too), pile-scramble shuffles, touches of single cards, envelopes or sleeves filled."""

    acts: Mapping[Item, float] = field(default_factory=dict)
    shuffles: float = 0
    touches: float = 0
    fillings: float = 0

    @property
    def words(self) -> float:
        """How many words are said."""
        return sum(n for item, n in self.acts.items() if item.act is Handling.WORD)

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


def work_of(
    ops: Iterable[Op],
    equipment: str,
    lying: Iterable[tuple[Place, Face]] = (),
    words: Sequence[int] = (),
) -> Work:
    """Return the acts of one performance; ``lying``: what is on the table before it; ``words``: of each operation.

    The last of them is to sort α from β, between turns.
    """
    hands, phase = HandlingCounter(equipment, (OUTSIDE,)), Phase.LAY_OUT
    done, acts = list(ops), dict[Item, float]()
    for number, op in enumerate(done):
        if isinstance(op, Heading):
            phase = op.part.phase
        said = Task(Handling.WORD, words[number] if words else 0)
        for task in (said, *(task for group in hands(op) for task in group)):
            item = Item(phase, task.act, task.shared)
            acts[item] = acts.get(item, 0) + task.times
    acts[_SORTED] = sum(map(bits_mixed, done))
    spent = cost(done, lying)
    sleeved = sum(n for item, n in acts.items() if item.act is Handling.SLEEVE)
    filled = sleeved if equipment == SLEEVES else spent.fillings
    return Work({item: n for item, n in acts.items() if n}, spent.shuffles, spent.handled, filled)


def sleeving(cards: int, equipment: str) -> Work:
    """Return what is done once a game: cards nobody looks at go into the sleeves they then stay in."""
    if equipment != SLEEVES:
        return Work()
    return Work({Item(Phase.SLEEVES, Handling.SLEEVE, True): cards}, 0, cards, cards)
