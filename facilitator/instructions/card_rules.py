"""Describe lists of cards by colours and ranks, such as "every green, every 9, every black".

A description is correct only for cards on the table. It may be wrong for a whole deck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from facilitator.operations.faces import Face

Traits = Callable[[Face], tuple[str, ...]]
"""Function that returns the traits of a card, most general first. For ``7G``: ``("green", "7")``."""

MOST_PARTS = 8
"""Largest number of parts of a description. The cards are listed instead of a longer description."""


class Rule(NamedTuple):
    """Description of a set of cards, such as "every green, every 9, wild".

    Attributes:
        traits: Traits that only cards of the set have, such as ``("green", "9")``.
        singles: Cards of the set without these traits, such as ``("W",)``.
    """

    traits: tuple[str, ...]
    singles: tuple[Face, ...]

    def parts(self, describe: Callable[[Face], str]) -> tuple[str, ...]:
        """Return the parts of the description: `traits`, followed by the names of the cards in `singles`.

        The result is empty if the description has more than `MOST_PARTS` parts.

        >>> Rule(("green", "9"), ("W",)).parts({"W": "wild"}.__getitem__)
        ('green', '9', 'wild')
        """
        parts = (*self.traits, *map(describe, self.singles))
        return parts if len(parts) <= MOST_PARTS else ()


def find_rule(wanted: Iterable[Face], table: Iterable[Face], traits: Traits) -> Rule:
    """Return a description of exactly the wanted cards, compared with the other cards on the table.

    The trait that covers the most wanted cards is chosen first. Traits of unwanted cards are never used.

    Args:
        wanted: Cards to describe.
        table: All cards on the table.
        traits: Function that returns the traits of a card.
    """
    open_ = dict.fromkeys(wanted)
    usable = _find_usable_traits(open_, table, traits)
    used: list[str] = []
    while usable:
        trait = max(usable, key=lambda trait: sum(face in open_ for face in usable[trait]))
        gained = [face for face in usable.pop(trait) if face in open_]
        if len(gained) < 2:
            break
        used.append(trait)
        for face in gained:
            del open_[face]
    return Rule(tuple(used), tuple(open_))


def _find_usable_traits(
    wanted: Iterable[Face], table: Iterable[Face], traits: Traits
) -> dict[str, list[Face]]:
    """Return the traits that only wanted cards have, each with its cards."""
    having: dict[str, list[Face]] = {}
    for face in dict.fromkeys(table):
        for trait in traits(face):
            having.setdefault(trait, []).append(face)
    inside = set(wanted)
    return {trait: faces for trait, faces in having.items() if inside.issuperset(faces)}
