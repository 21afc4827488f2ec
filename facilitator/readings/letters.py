"""Words true for every size: the same act told at several sizes, and each number that differs as a letter.

No sentence is written here.  Numbers are compared, never words: what they are made of is found from the sizes
of each telling, which are chosen so that no two sums of them agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, permutations

from facilitator.readings.instruction import Instruction

Sizes = Mapping[str, int]
"""What each letter stands for when an act is told."""
HAND, ALL, FITS, INDEX, DREW = "m", "k", "fgh", "i", "x"
"""The letters for the virtual hand, all cards, those that fit (by kind of pair), which time it is, cards drawn."""

PLAIN = 2
"""A sum of one letter or none is worth so many others, where several must be told: it may say less by chance."""

NUMBER = re.compile(r"\d+")
"""A number in a sentence."""


@dataclass(frozen=True, order=True)
class Sum:
    """A number made of letters: each with how often it is added, and what is added besides."""

    parts: tuple[tuple[str, int], ...] = ()
    plus: int = 0

    @property
    def plain(self) -> bool:
        """Whether it is one letter, taken once, or none."""
        return [times for _, times in self.parts] in ([1], [])

    def at(self, sizes: Sizes) -> int | None:
        """Return its value; None where a letter stands for nothing."""
        if any(letter not in sizes for letter, _ in self.parts):
            return None
        return self.plus + sum(times * sizes[letter] for letter, times in self.parts)

    def __str__(self) -> str:
        """Return it as it is printed.

        >>> str(Sum((("k", 1), ("f", -1)))), str(Sum((("m", 2),), 1)), str(Sum((), 3))
        ('k−f', '2m+1', '3')
        """
        said = ""
        for letter, times in self.parts:
            sign = "−" if times < 0 else "+" if said else ""
            said += f"{sign}{abs(times) if abs(times) > 1 else ''}{letter}"
        if not said or self.plus:
            said += f"{'−' if self.plus < 0 else '+' if said else ''}{abs(self.plus)}"
        return said


@dataclass(slots=True)
class Slot:
    """A number of an act: every value it was told with, and the sums that say all of them."""

    told: dict[tuple[tuple[tuple[str, int], ...], int], None] = field(default_factory=dict)
    sums: tuple[Sum, ...] = ()

    def fits(self, value: int, sizes: Sizes) -> bool:
        """Tell whether it may be this number at these sizes."""
        return any(one.at(sizes) == value for one in self.sums)

    def find(self) -> None:
        """Find the sums, the simplest first: one for all tellings if there is any, else as few as will do."""
        left, found = [(dict(sizes), value) for sizes, value in self.told], list[Sum]()
        while left:
            best, covered = Sum((), left[0][1]), -1
            first, wanted = left[0]
            for one in _candidates(left):
                if one.at(first) != wanted:
                    continue
                hits = sum(one.at(sizes) == value for sizes, value in left)
                worth = hits * (PLAIN if one.plain else 1)
                if worth > covered:
                    best, covered = one, worth
                if hits == len(left):
                    best = one
                    break
            found.append(best)
            left = [(sizes, value) for sizes, value in left if best.at(sizes) != value]
        self.sums = tuple(found)

    def words(self, sizes: Sizes) -> str:
        """Return what is printed for it: letters, and numbers where these sizes tell them."""
        said = (one if (one := two.at(sizes)) is not None else two for two in self.sums)
        return " or ".join(dict.fromkeys(map(str, said)))


def _candidates(told: Sequence[tuple[Sizes, int]]) -> Iterator[Sum]:
    """Yield sums that could say the numbers, the simplest first."""
    values = dict.fromkeys(value for _, value in told)
    if len(values) == 1:
        yield Sum((), next(iter(values)))
    letters = tuple(dict.fromkeys(letter for sizes, _ in told for letter in sizes))
    steps = (0, -1, 1, -2, 2)
    for times in (1, 2, 3, 4, 5, 6, 7, 8, 9, 12):
        for plus in steps:
            yield from (Sum(((letter, times),), plus) for letter in letters)
    for times in (1, 2, 3, 4, 6, 8):
        for one, other in permutations(letters, 2):
            yield from (
                Sum(((one, times), (other, less)), plus)
                for less in (-1, -2, -3, -4, -6, -8, 1, 2)
                for plus in steps[:3]
            )
    if ALL in letters:
        others = [letter for letter in letters if letter in FITS]
        yield from (Sum(((ALL, 1), *((letter, -1) for letter in others[:n]))) for n in (2, 3))
    if ALL in letters and DREW in letters:  # where a deck's columns stand, some of which are drawn
        yield from (Sum(((ALL, 1), (one, -1), (DREW, 1)), plus) for one in letters for plus in steps[:3])
    yield from (Sum((), value) for value in values)


@dataclass(slots=True)
class Wording:
    """One instruction of an act, its numbers as slots; ``sample``: one telling of it."""

    sample: Instruction
    slots: list[Slot] = field(default_factory=list)

    def add(self, told: Instruction, sizes: Sizes) -> None:
        """Take in another telling in the same words."""
        numbers = [int(number) for part in parts_of(told) for number in NUMBER.findall(part)]
        self.slots = self.slots or [Slot() for _ in numbers]
        for slot, number in zip(self.slots, numbers, strict=True):
            slot.told[tuple(sizes.items()), number] = None

    def says(self, told: Instruction, sizes: Sizes) -> bool:
        """Tell whether it says exactly this, with these sizes put in."""
        numbers = [int(number) for part in parts_of(told) for number in NUMBER.findall(part)]
        return skeleton(told) == skeleton(self.sample) and all(
            slot.fits(number, sizes) for slot, number in zip(self.slots, numbers, strict=True)
        )

    def lettered(self, sizes: Sizes) -> tuple[str, str, str]:
        """Return its sentence, its check and its question, letters for the numbers that these sizes do not tell."""
        numbers = iter(self.slots)
        sentence, check, question = (
            NUMBER.sub(lambda _: next(numbers).words(sizes), part) for part in parts_of(self.sample)
        )
        return sentence, check, question


def parts_of(told: Instruction) -> tuple[str, str, str]:
    """Return everything that an instruction says, but for lists."""
    return told.sentence, told.check, told.question


def skeleton(told: Instruction) -> tuple[str, ...]:
    """Return what an instruction says, without its numbers: what is the same at every size."""
    return (told.verb, *(NUMBER.sub("#", part) for part in parts_of(told)))


def letters_for(owners: Iterable[str], taken: str) -> dict[str, str]:
    """Return a letter for each owner: its own first one where it is free.

    >>> letters_for(["Ana", "Anton", "Kim"], "mk")
    {'Ana': 'a', 'Anton': 'b', 'Kim': 'c'}
    """
    free = [letter for letter in "abcdenpqrstuvwxyz" if letter not in taken]
    spare = (f"{letter}{number}" for number in count(2) for letter in "abcde")
    found: dict[str, str] = {}
    for owner in owners:
        own = owner[:1].casefold()
        letter = own if own in free else free[0] if free else next(spare)
        if letter in free:
            free.remove(letter)
        found[owner] = letter
    return found
