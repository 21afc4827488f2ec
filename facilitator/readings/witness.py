"""What whoever looks on sees of an act, in numbers and in words: of a rehearsal whose helpers may err.

It is read from the operations and the public surface alone; a mistake is another `Heap`, or the other sentence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from facilitator.machine import operations as ops
from facilitator.machine.faces import ALPHA, BETA, DECK, Face, called
from facilitator.machine.operations import COLUMN, PILE, Op, Place, places_of
from facilitator.machine.physics import Surface
from facilitator.protocols.gates import expected
from facilitator.readings.lying import counted, counts_in_words
from facilitator.wording import listed


@dataclass(frozen=True, slots=True)
class Heap:
    """Cards that lie together after an act, and whether each lies face up.  ``to``: where they went, empty: nowhere.

    ``op``: what brought them home; None for what still lies there.
    """

    to: str
    lies: Mapping[Place, bool]
    op: Op | None = None

    def without(self, gone: Iterable[Place]) -> Heap:
        """Return it without some places."""
        away = set(gone)
        return replace(self, lies={place: up for place, up in self.lies.items() if place not in away})

    def turned(self, up: Iterable[Place]) -> Heap:
        """Return it with some places face up."""
        return replace(self, lies={**self.lies, **dict.fromkeys(up, True)})


BOX = "the box"


def heaps(acts: Sequence[Op], surface: Mapping[Place, bool]) -> tuple[Heap, ...]:
    """Return what lies there once an act is done, of the areas it touches, and what it brought home.

    ``surface``: which places are taken before it, and whether face up.
    """
    now, home, areas = Surface(surface), list[Heap](), dict[str, None]()
    for op in acts:
        areas |= dict.fromkeys(place.area for place in places_of(op))
        match op:
            case ops.Collect():
                home.append(Heap(BOX, dict.fromkeys(op.places, False), op))
            case ops.Return():
                home.append(Heap(op.owner, dict.fromkeys(op.places, False), op))
            case ops.Draw():
                home.append(Heap(op.owner, {op.place: False}, op))
            case _:
                pass
        now.note(op, expected(op))
    there = {place: up for place, up in now.items() if place.area in areas}
    return (*([Heap("", there)] if there else []), *home)


def in_numbers(found: Sequence[Heap]) -> str:
    """Return heaps in words, those that went to one place together; empty where nothing lies there."""
    told = []
    for to in dict.fromkeys(heap.to for heap in found):
        count, up = Counter[str](), Counter[str]()
        for heap in found:
            for kind, many, open_ in counted(heap.lies) if heap.to == to else ():
                count[kind] += many
                up[kind] += open_
        if count:
            where = "the deck" if to == DECK else to
            words = counts_in_words((kind, many, up[kind]) for kind, many in count.items())
            told.append(f"to {where}: {words}" if to else words)
    return ". ".join(f"{one[:1].upper()}{one[1:]}" for one in told)


def beside(place: Place, lies: Iterable[Place]) -> tuple[Place, ...]:
    """Return what lies in the same column or pile as a place, the place itself among it."""
    if place.area not in (COLUMN, PILE):
        return (place,)
    return tuple(one for one in lies if (one.area, one.number) == (place.area, place.number))


# -- how it is done --------------------------------------------------------------------------------------

Told = Callable[[str, str], str]
"""What one of two people does, in words; of one person alone, the same twice."""

_MIXED: Sequence[Told] = (
    lambda one, other: f"{one} mixes; {other} looks on, and cannot follow a pile",
    lambda one, other: f"{one} and {other} mix in turn, until neither can follow a pile",
)
_UNMIXED: Sequence[Told] = (
    lambda one, other: f'"Done," says {one} at once; nothing was moved',
    lambda one, other: f"{one} mixes; {other} looks on, and follows the first pile",
    lambda one, other: f"{one} lifts two piles and lays them back where they lay",
)
_MOVED: Sequence[Told] = (
    lambda one, other: f"{one} moves the cards as told",
    lambda one, other: f"{one} moves the cards, and {other} nods",
)
_CROSSED: Sequence[Told] = (
    lambda one, other: f"{one} lays the last first, and the first last",
    lambda one, other: f"{one} mistakes left for right",
)


def moves(op: Op) -> bool:
    """Whether hands can carry an operation out the wrong way round, and eyes see it."""
    match op:
        case ops.Rearrange() | ops.Sort():
            return True
        case ops.Move():
            return len({place.number for place in op.source}) > 1
        case (
            ops.Heading()
            | ops.LayHand()
            | ops.Put()
            | ops.Encode()
            | ops.Cover()
            | ops.Scramble()
            | ops.Reveal()
            | ops.Choose()
            | ops.Collect()
            | ops.Return()
            | ops.Draw()
        ):
            return False
        case _:
            assert_never(op)


def sentences(op: Op, wrong: bool) -> Sequence[Told]:
    """Return the ways to tell how an operation is carried out, rightly or not; none where nothing can be told."""
    if isinstance(op, ops.Scramble):
        return _UNMIXED if wrong else _MIXED
    return (_CROSSED if wrong else _MOVED) if moves(op) else ()


def turned_up(faces: Sequence[Face]) -> str:
    """Return what is said of covered cards that lie face up.

    >>> turned_up(["θ-Vera"]), turned_up(["7R", "θ-Vera"])
    ('One that should be covered reads θ-Vera', 'Those that should be covered read 7R and θ-Vera')
    """
    one = len(faces) == 1
    return f"{'One' if one else 'Those'} that should be covered read{'s' if one else ''} {listed(faces)}"


def read_aloud(said: str, named: Callable[[str], str]) -> str:
    """Return an answer as it is read aloud; ``named``: what a colour or an end is called."""
    return " ".join(said) if set(said) <= {ALPHA, BETA} else called(said, named)


def pair_told(before: Mapping[Place, Face], after: Mapping[Place, Face]) -> str:
    """Return which bit cards lie under which card, where two pictures of the same places differ; empty if nowhere."""
    differ = [place for place, face in after.items() if before.get(place) != face]
    if not differ:
        return ""
    area, number, _ = differ[0]
    faces = [after[place] for place in sorted(after) if (place.area, place.number) == (area, number)]
    return f"Under {faces[0]} lies {' '.join(faces[1:])}."
