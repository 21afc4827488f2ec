"""Words true for every size: the same act told at several sizes, and each number that differs as a letter.

No sentence is written here.  Numbers are compared, never words: what they are made of is found from the sizes
of each telling, which are chosen so that no two sums of them agree.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, count, permutations

from facilitator.readings.instruction import Instruction

Sizes = Mapping[str, int]
"""What each letter stands for when an act is told."""
HAND, ALL, FITS, INDEX, DREW, PAIRS = "m", "k", "fghjqz", "i", "x", "p"
"""The letters for the virtual hand, all cards, those that fit (by kind of pair), which time it is, cards drawn,
pairs a column."""

MULTIPLIED = (HAND, ALL, DREW)
"""What may be there for each pair of a column: ``pk`` pairs, say."""

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
        total = self.plus
        for letter, times in self.parts:
            if (size := sizes.get(letter)) is None:
                return None
            total += times * size
        return total

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
        """Find the sums: one for all tellings if there is any, else as few simple ones as will do."""
        told = [(dict(sizes), value) for sizes, value in self.told]
        if whole := _whole(told, _any):
            self.sums = (whole,)
            return
        values = dict.fromkeys(value for _, value in told)
        if len(values) <= FEW:  # no letter has so few values in all tellings: cards a pile, by kind of run
            self.sums = tuple(Sum((), value) for value in values)
            return
        covers = (_cover(told, wanted, few) for wanted in (_single, _balanced) for few in range(2, FEW + 1))
        self.sums = next(filter(None, covers), ()) or _greedy(told)

    def words(self, sizes: Sizes) -> str:
        """Return what is printed for it: letters, and numbers where these sizes tell them."""
        said = (one if (one := two.at(sizes)) is not None else two for two in self.sums)
        return " or ".join(dict.fromkeys(map(str, said)))


def with_products(sizes: Sizes) -> dict[str, int]:
    """Return these sizes and, where the pairs a column are told, what is there for each of them.

    >>> with_products({"m": 4, "k": 9, "p": 2})
    {'m': 4, 'k': 9, 'p': 2, 'pm': 8, 'pk': 18}
    """
    pairs = sizes.get(PAIRS)
    times = () if pairs is None else MULTIPLIED
    return {**sizes, **{PAIRS + one: sizes[PAIRS] * sizes[one] for one in times if one in sizes}}


FEW = 3
"""So many simple sums for a number are likelier than one of several letters that says some of them by chance."""
TIMES, LESS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12), (-1, -2, -3, -4, -5, -6, -8, 1, 2)


Wanted = Callable[[Sum], bool]


def _single(one: Sum) -> bool:
    return len(one.parts) <= 1


def _balanced(one: Sum) -> bool:
    """Whether everything counts alike: so many cards, or bit cards, of the columns that are left."""
    return len({abs(times) for _, times in one.parts}) <= 1


def _any(_: Sum) -> bool:
    return True


def _whole(told: Sequence[tuple[Sizes, int]], wanted: Wanted) -> Sum | None:
    """Return the simplest sum of a kind that says every number."""
    candidates = (one for one in _candidates(told) if wanted(one))
    return next((one for one in candidates if all(one.at(s) == value for s, value in told)), None)


def _cover(told: Sequence[tuple[Sizes, int]], wanted: Wanted, few: int) -> tuple[Sum, ...]:
    """Return so many sums of a kind that say every number, one of them the first of those left; none if none do."""
    if few == 1:
        return (whole,) if (whole := _whole(told, wanted)) else ()
    for one in _by_hits(told, wanted):
        left = [(sizes, value) for sizes, value in told if one.at(sizes) != value]
        if more := _cover(left, wanted, few - 1):
            return (one, *more)
    return ()


def _by_hits(told: Sequence[tuple[Sizes, int]], wanted: Wanted) -> list[Sum]:
    """Return the sums of a kind that say the first number, those first that say most of them, then the simplest.

    No number but a letter's, where one says it: it comes by chance.
    """
    hits = {
        one: sum(one.at(sizes) == value for sizes, value in told) for one in _candidates(told) if wanted(one)
    }
    return sorted(hits, key=lambda one: (bool(one.parts), hits[one]), reverse=True)


def _greedy(told: Sequence[tuple[Sizes, int]]) -> tuple[Sum, ...]:
    """Return sums that say every number, each the one that says most of what is left."""
    left, found = list(told), list[Sum]()
    while left:
        best = _by_hits(left, _any)[0]
        found.append(best)
        left = [(sizes, value) for sizes, value in left if best.at(sizes) != value]
    return tuple(found)


def _candidates(told: Sequence[tuple[Sizes, int]]) -> Iterator[Sum]:
    """Yield sums that say the first of the numbers, the simplest first."""
    sizes, value = told[0]
    letters = tuple(sizes)
    if all(value == other for _, other in told):
        yield Sum((), value)
    for parts in _parts(letters):
        plus = value - sum(times * sizes[letter] for letter, times in parts)
        if abs(plus) <= 2 or -plus in {times for _, times in parts}:
            yield Sum(parts, plus)
    yield Sum((), value)


@cache
def _parts(letters: tuple[str, ...]) -> tuple[tuple[tuple[str, int], ...], ...]:
    """Return what sums of these letters may be made of, the simplest first."""
    one = [((letter, times),) for times in TIMES for letter in letters]
    two = [
        ((letter, times), (other, less))
        for times in TIMES
        for letter, other in permutations(letters, 2)
        for less in LESS
    ]
    fits = [letter for letter in letters if letter in FITS]
    three = [((ALL, 1), *((letter, -1) for letter in fits))] if ALL in letters and len(fits) > 2 else []
    three += [((ALL, 1), *((letter, -1) for letter in fits[:2]))] if ALL in letters and len(fits) > 1 else []
    if ALL in letters:  # the next column of the deck: behind all hands, before the discards, if they are laid
        last = ((DREW, 1),) if DREW in letters else ()
        owners = [letter for letter in letters if letter[0] not in (ALL, DREW, INDEX, PAIRS, *FITS)]
        three += [((ALL, 1), (one, -1), *last) for one in owners if last]
        three += [((ALL, 1), (one, -1), (other, -1), *last) for one, other in combinations(owners, 2)]
    if PAIRS + DREW in letters:  # the bit cards of the columns that are left
        three += [((PAIRS + ALL, 2), (PAIRS + HAND, -2), (PAIRS + DREW, -2))]
    return (*one, *two, *three)


@dataclass(slots=True)
class LetteredInstruction:
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
