"""Lists of cards said as rules: "every green, every 9, every black", true for the cards that lie on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from facilitator.operations.faces import Face

Traits = Callable[[Face], tuple[str, ...]]
"""What a game calls a card's features, the widest first: ``7G`` is ``("green", "7")``."""

MOST_PARTS = 8
"""A rule of more parts is no help: then the list is read."""


class Rule(NamedTuple):
    """A set of kinds, said by their traits; ``singles``: the kinds that no trait covers."""

    traits: tuple[str, ...]
    singles: tuple[Face, ...]

    def fits(self, face: Face, traits: Traits) -> bool:
        """Tell whether the rule means this card."""
        return face in self.singles or any(trait in self.traits for trait in traits(face))

    def parts(self, describe: Callable[[Face], str]) -> tuple[str, ...]:
        """Return every kind of card it names; none where it has too many parts to be followed.

        >>> Rule(("green", "9"), ("W",)).parts({"W": "wild"}.__getitem__)
        ('green', '9', 'wild')
        """
        parts = (*self.traits, *map(describe, self.singles))
        return parts if len(parts) <= MOST_PARTS else ()


def rule(wanted: Iterable[Face], table: Iterable[Face], traits: Traits) -> Rule:
    """Return a rule that means exactly the wanted kinds among those on the table.

    A trait is used only if every card on the table that has it is wanted; of these, the one that covers most
    of what is still open comes first.
    """
    kinds = tuple(dict.fromkeys(table))
    open_, inside = dict.fromkeys(wanted), set(wanted)
    having: dict[str, list[Face]] = {}
    for face in kinds:
        for trait in traits(face):
            having.setdefault(trait, []).append(face)
    usable = {trait: faces for trait, faces in having.items() if inside.issuperset(faces)}
    used: list[str] = []
    while usable:
        trait = max(usable, key=lambda one: sum(face in open_ for face in usable[one]))
        gained = [face for face in usable.pop(trait) if face in open_]
        if len(gained) < 2:
            break
        used.append(trait)
        for face in gained:
            del open_[face]
    return Rule(tuple(used), tuple(open_))


def no_traits(face: Face) -> tuple[str, ...]:
    """A game without traits: its cards are named one by one."""
    return ()
