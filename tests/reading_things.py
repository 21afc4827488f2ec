"""Things that hands move when they follow sentences: cards, sleeves, columns; and what a sentence leaves open.

A thing knows which side is up, which way its back lies, and how often it was mixed so that nobody could follow it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

T = TypeVar("T")
TURNED = "one turned round"
"""What anybody may do who lays or turns things and is told nothing of it."""


class NotUnderstood(Exception):
    """Words that the reader does not know."""


class CannotDo(Exception):
    """A sentence that names what is not there."""


class Caught(Exception):
    """A check whose answer is not the one that is expected."""


@dataclass(eq=False)
class Card:
    """A card of the game or an extra one.

    ``up``: its face is up on the table; in a sleeve, towards the clear side.  ``turned``: its back lies another way.
    ``out``: it sticks out of its sleeve.  ``mixed``: how often nobody could follow it.
    """

    name: str
    face: str
    up: bool = False
    turned: bool = False
    out: bool = False
    mixed: int = 0


@dataclass(eq=False)
class Column:
    """What lies together: cards on spots of the table, with or without a sleeve.

    ``spots``: the cards on the table, by what everybody takes them for: ``card``, ``marker``, ``loose``, and bit
    cards by their numbers.  ``inside``: what is in the sleeve, from its clear side to its opaque side; None
    without one.
    """

    spots: dict[str, Card] = field(default_factory=dict)
    inside: list[Card] | None = None
    clear_up: bool = False
    turned: bool = False

    @property
    def cards(self) -> list[Card]:
        """Every card of it."""
        return [*self.spots.values(), *(self.inside or ())]

    @property
    def bits(self) -> list[Card]:
        """The bit cards on the table, left to right."""
        return [self.spots[key] for key in sorted(self.spots) if key.isdigit()]

    def lay_bits(self, cards: Sequence[Card]) -> None:
        """Lay bit cards below it, behind those that lie there."""
        for number, card in enumerate(cards, len(self.bits)):
            self.spots[str(number)] = card

    @property
    def visible(self) -> Iterator[Card]:
        """What shows: open cards, and of a sleeve the card at its clear side, if that is up."""
        yield from (card for card in self.spots.values() if card.up)
        if self.inside and self.clear_up and self.inside[0].up:
            yield self.inside[0]
        for card in self.inside or ():
            if card.out and card.up is self.clear_up:
                yield card

    @property
    def looks(self) -> tuple[object, ...]:
        """What sets it apart from its like, covered as it lies."""
        marks = sorted((card.turned, card.out) for card in self.cards)
        names = sorted(card.name for card in self.visible)
        return self.turned, self.inside is not None and self.clear_up, len(self.cards), *marks, *names


class Ways:
    """One way through what sentences leave open: the choices made, by what they are about.

    ``script``: the number of the option at each choice, in their order; beyond it the first, or with ``chance`` any.
    """

    def __init__(self, script: Sequence[int] = (), chance: Random | None = None) -> None:
        self._script, self._chance = script, chance
        self.taken: list[tuple[str, int, int]] = []

    def pick(self, about: str, *options: T) -> T:
        """Return one of the options; a single one is no choice."""
        if len(options) == 1:
            return options[0]
        at = len(self.taken)
        number = self._chance.randrange(len(options)) if self._chance else 0
        if at < len(self._script):
            number = self._script[at]
        self.taken.append((about, number, len(options)))
        return options[number]

    @property
    def script(self) -> list[int]:
        """The numbers of the options taken."""
        return [number for _, number, _ in self.taken]

    @property
    def meant(self) -> bool:
        """Whether everything was done in the way that comes first."""
        return not any(self.script)

    def __str__(self) -> str:
        return "; ".join(about for about, number, _ in self.taken if number) or "as meant"


def followed(looks: Sequence[tuple[object, ...]]) -> list[bool]:
    """Tell of each of several piles, by their looks, whether eyes follow it through a mixing: it is unlike most."""
    (most, number), *_ = Counter(looks).most_common(1)
    return [look != most or number < 2 for look in looks]
