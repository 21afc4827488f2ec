"""What lies on the table, drawn whole: every area that is taken, what is open, and what it took out of the box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from facilitator.machine.faces import DECK, NONE, Face
from facilitator.machine.operations import (
    CARD_ROW,
    CHOSEN,
    COLUMN,
    LOT,
    MARKER_ROW,
    PILE,
    Choose,
    Cover,
    Draw,
    LayHand,
    Op,
    Place,
    Return,
    Reveal,
)
from facilitator.readings.before_after import SHOWN, UNKNOWN, follow
from facilitator.readings.draw import NARROW, picture
from facilitator.wording import plural

PLAY_CARDS, MARKERS, BIT_CARDS, LOT_CARDS = "play card", "marker", "bit card", "card of a lot"


def open_faces(done: Iterable[tuple[Op, str]], surface: Mapping[Place, bool]) -> dict[Place, Face]:
    """Return what lies face up; of what nobody read out only that it does (``??``).

    ``done``: each operation carried out, and what was read at it.
    """
    known: dict[Place, Face] = {}
    for op, answer in done:
        follow(op, known)
        read = op.places if isinstance(op, Reveal) else op.piles[0][:1] if isinstance(op, Choose) else ()
        if answer and answer != NONE:
            faces = (answer,) if len(read) == 1 else tuple(answer)
            known.update(zip(read, faces, strict=False) if len(faces) == len(read) else ())
    return {place: known.get(place, UNKNOWN) for place, up in surface.items() if up}


def kind_of(place: Place) -> str:
    """Return what kind of card lies at a place."""
    if place.area == LOT:
        return LOT_CARDS
    if place.row == CARD_ROW and place.area in (COLUMN, PILE, CHOSEN):
        return PLAY_CARDS
    return MARKERS if place.row == MARKER_ROW and place.area == COLUMN else BIT_CARDS


def counted(surface: Mapping[Place, bool]) -> tuple[tuple[str, int, int], ...]:
    """Return what lies there: a kind of card, how many, and how many of them face up."""
    there, up = Counter(map(kind_of, surface)), Counter(kind_of(place) for place in surface if surface[place])
    return tuple((kind, count, up[kind]) for kind, count in there.items())


def counts_in_words(kinds: Iterable[tuple[str, int, int]]) -> str:
    """Return counts in words.

    >>> counts_in_words([("marker", 4, 4), ("bit card", 8, 0), ("play card", 4, 1)])
    '4 markers, face up; 8 bit cards, covered; 4 play cards, 1 face up'
    """
    many = {LOT_CARDS: "cards of a lot"}
    return "; ".join(
        f"{plural(count, kind, many.get(kind))}, "
        f"{'covered' if not up else 'face up' if up == count else f'{up} face up'}"
        for kind, count, up in kinds
    )


def owners(done: Iterable[Op]) -> tuple[tuple[str, int], ...]:
    """Return whose cards the operations laid out and have not given back, and how many."""
    out = Counter[str]()
    for op in done:
        match op:
            case LayHand():
                out[op.owner] += len(op.places)
            case Return():
                out[op.owner] -= len(op.places)
            case Draw():
                out[DECK] -= 1
            case _:
                pass
    return tuple((owner, count) for owner, count in out.items() if count > 0)


def drawn(surface: Mapping[Place, bool], up: Mapping[Place, Face], width: int = 72) -> list[str]:
    """Return lines that show every card on the table, covered ones as covered; none is longer than ``width``.

    Of many columns in a row that look alike the first few are drawn, and the others counted.
    """
    lines: list[str] = []
    for area in dict.fromkeys(place.area for place in surface):
        looks: dict[int, dict[int, Face | None]] = {}
        for place in sorted(place for place in surface if place.area == area):
            looks.setdefault(place.number, {})[place.row] = up.get(place)
        for near, more in _chunks(list(looks.items())):
            seen = {p: surface[p] for p in sorted(surface) if p.area == area and p.number in near}
            lines += picture(Cover(tuple(seen)), seen, {p: up[p] for p in seen if p in up}, width)
            if more:
                lines.append(f"… and {more} more alike, up to {near[-1] + more}")
    return lines


def _chunks(looks: Sequence[tuple[int, object]]) -> Iterator[tuple[list[int], int]]:
    """Yield the numbers to draw side by side, and how many more after them look like the last of them."""
    pending: list[int] = []
    for _, group in groupby(looks, key=lambda one: one[1]):
        alike = [number for number, _ in group]
        if len(alike) <= SHOWN + 1:
            pending += alike
            continue
        yield from ((part, 0) for part in _parts(pending))
        pending = []
        yield alike[:SHOWN], len(alike) - SHOWN
    yield from ((part, 0) for part in _parts(pending))


def _parts(numbers: list[int]) -> Iterator[list[int]]:
    return (numbers[at : at + NARROW] for at in range(0, len(numbers), NARROW))
