"""Words for places: which columns, which pair, which row."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from facilitator.machine.operations import CARD_ROW, FIRST_BIT_ROW, LOT, MARKER_ROW, SIX, TOP_ROW, Place
from facilitator.protocols.gates import LEFT, MIDDLE, RIGHT

_NOUNS = {LOT: "card", SIX: "card"}


def number_range(places: Sequence[Place]) -> str:
    """Return the numbers of places as people say them.

    >>> number_range([Place(COLUMN, n, 1) for n in (1, 2, 3, 7)])
    'columns 1–3, 7'
    """
    noun = _NOUNS.get(places[0].area, places[0].area)
    numbers = sorted({place.number for place in places})
    runs = []
    for _, group in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        run = [number for _, number in group]
        runs.append(span(run[0], run[-1]))
    return f"{noun if len(numbers) == 1 else noun + 's'} {', '.join(runs)}"


def span(first: int, last: int, noun: str = "") -> str:
    """Return numbers in a row as people say them.

    >>> span(1, 7), span(1, 1, "pile"), span(1, 2, "pile")
    ('1–7', 'pile 1', 'piles 1–2')
    """
    numbers = f"{first}" if first == last else f"{first}–{last}"
    return f"{noun}{'' if first == last else 's'} {numbers}" if noun else numbers


def pair_words(places: Sequence[Place]) -> str:
    """Return the name of a pair in the six-card row."""
    return {LEFT: "the left pair", MIDDLE: "the middle pair", RIGHT: "the right pair"}[tuple(places)]


def pair_of(place: Place) -> str:
    """Return which pair of its column or pile a place belongs to.

    >>> pair_of(Place(PILE, 3, 3)), pair_of(Place(PILE, 3, 5))
    ('the pair directly under the card of pile 3', 'the second pair of pile 3')
    """
    count = (place.row - FIRST_BIT_ROW) // 2
    where = number_range([place])
    return f"the {_ORDER[count]} of {where}" if count < len(_ORDER) else f"pair {count + 1} of {where}"


_ORDER = ("pair directly under the card", "second pair", "third pair", "fourth pair")


def in_order(pile: Sequence[Place]) -> str:
    """Return which card of a pile lies on which, from the top; in the same words for one pair and for several.

    >>> in_order([Place(PILE, 1, row) for row in (TOP_ROW, CARD_ROW, 3, 4)])
    'loose card on play card on bit cards, left on right'
    """
    rows = {place.row for place in pile}
    bits = sum(row >= FIRST_BIT_ROW for row in rows)
    cards = (
        ("loose card", TOP_ROW in rows),
        ("play card", CARD_ROW in rows),
        ("marker", MARKER_ROW in rows),
        ("bit cards, left on right" if bits > 1 else "bit card", bits > 0),
    )
    return " on ".join(name for name, there in cards if there)


def area_words(places: Sequence[Place]) -> str:
    """Return what a group of places is called.

    >>> area_words([Place(PILE, 3, 1)])
    'pile 3'
    """
    areas = sorted({place.area for place in places})
    return " and ".join(_area([place for place in places if place.area == area]) for area in areas)


def _area(places: Sequence[Place]) -> str:
    first = places[0]
    one = len({place.number for place in places}) == 1
    match first.area:
        case "column" if one and len(places) == 1:
            of = {CARD_ROW: "", MARKER_ROW: "the marker of "}.get(first.row, "the bit card of ")
            return f"{of}column {first.number}"
        case "column":
            rows = {place.row for place in places}
            names = [
                name
                for name, there in (
                    ("the play cards", CARD_ROW in rows),
                    ("the markers", MARKER_ROW in rows),
                    (_pairs(places), any(row > MARKER_ROW for row in rows)),
                )
                if there
            ]
            return f"{' and '.join(names)} of {number_range(places)}"
        case _ if any(place.row == TOP_ROW for place in places):
            return _with_tops(places)
        case "pile" if one and first.row == CARD_ROW:
            return f"pile {first.number}"
        case "pile":
            return f"{_pairs(places)} of {number_range(places)}"
        case "row":
            return _row(places)
        case "lot":
            return f"the {len(places)} cards"
        case "chosen":
            return "the selected card"
        case _:
            return number_range(places)


def _pairs(places: Sequence[Place]) -> str:
    """Return what the bit cards among these places are called."""
    return "the pair" if sum(place.row > MARKER_ROW for place in places) == 2 else "the pairs"


def _with_tops(places: Sequence[Place]) -> str:
    """Return what the cards on top of piles and those below them are called."""
    tops = [place for place in places if place.row == TOP_ROW]
    below = [place for place in places if place.row != TOP_ROW]
    upper = f"the bit card{'' if len(tops) == 1 else 's'} on top of {number_range(tops)}"
    return f"{upper} and {_area(below)}" if below else upper


def _row(places: Sequence[Place]) -> str:
    names = [
        name
        for pair, name in ((LEFT, "left"), (MIDDLE, "middle"), (RIGHT, "right"))
        if set(pair) <= set(places)
    ]
    return f"the {' and '.join(names)} pair{'s' if len(names) > 1 else ''} of the six-card row"
