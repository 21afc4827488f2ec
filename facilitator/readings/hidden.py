"""Hidden states of a table with exact weights: equal ones combined, scrambled piles spread over their orders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, permutations

from facilitator.operations import Place, Row, Scramble
from facilitator.protocols.layout import flat
from facilitator.readings.physics import Faces
from facilitator.readings.verdict import Weights
from facilitator.words import Face


def combine(states: Iterable[tuple[Faces, Weights]]) -> list[tuple[Faces, Weights]]:
    """Merge equal tables, adding their weights deal by deal."""
    found: dict[tuple[Face, ...], tuple[Faces, Weights]] = {}
    places: list[Place] | None = None
    for faces, weights in states:
        if places is None:
            places = sorted(faces)
        key = tuple(map(faces.__getitem__, places))
        if key in found:
            sums = found[key][1]
            for deal, weight in weights.items():
                sums[deal] = sums.get(deal, 0) + weight
        else:
            found[key] = (faces, dict(weights))
    return list(found.values())


def in_fixed_order(faces: Faces, piles: Sequence[Row]) -> Faces:
    """Lay piles in one fixed order, standing for all orders."""
    contents = sorted([tuple(map(faces.__getitem__, pile)) for pile in piles])
    for pile, content in zip(piles, contents, strict=True):
        faces.update(zip(pile, content, strict=True))
    return faces


def arrangements(faces: Faces, hit: Sequence[Row], rest: Sequence[Row]) -> Iterator[tuple[Faces, int]]:
    """Yield every way the piles can come to lie at ``hit`` that looks different underneath, and its weight.

    The piles left over lie at ``rest`` in one fixed order, standing for all orders.
    """
    contents = [tuple(map(faces.__getitem__, pile)) for pile in (*hit, *rest)]
    if not rest and len(set(contents)) == len(contents):
        places = flat(hit)
        for order in permutations(contents):
            yield {**faces, **dict(zip(places, chain.from_iterable(order), strict=True))}, 1
        return
    stock = Counter(contents)
    for chosen, times in _choices(stock, len(hit)):
        arranged = dict(faces)
        left = sorted(stock.elements())  # the generator has taken the chosen ones out
        for pile, content in zip((*hit, *rest), (*chosen, *left), strict=True):
            arranged.update(zip(pile, content, strict=True))
        yield arranged, times


Content = tuple[Face, ...]


def _choices(stock: Counter[Content], count: int) -> Iterator[tuple[tuple[Content, ...], int]]:
    """Yield each different sequence of ``count`` contents and in how many ways it can be taken."""
    if count == 0:
        yield (), 1
        return
    for content in list(stock):
        ways = stock[content]
        if ways:
            stock[content] -= 1
            for tail, times in _choices(stock, count - 1):
                yield (content, *tail), ways * times
            stock[content] += 1


def swallows(op: Scramble, piles: Sequence[Row]) -> bool:
    """Whether a scramble mixes at least these piles, each whole in one of its own, at the same rows."""
    inside = {place: (number, i) for number, pile in enumerate(op.piles) for i, place in enumerate(pile)}
    shapes = set()
    for pile in piles:
        if any(place not in inside for place in pile):
            return False
        if len({inside[place][0] for place in pile}) > 1:
            return False
        shapes.add(tuple(inside[place][1] for place in pile))
    return len(shapes) == 1


def by_unseen(
    states: Iterable[tuple[Faces, Weights]], unseen: Callable[[Faces], Face | None]
) -> dict[Face | None, Weights]:
    """Add the weights up deal by deal, apart for each thing left unseen."""
    found: dict[Face | None, Weights] = {}
    for faces, weights in states:
        sums = found.setdefault(unseen(faces), {})
        for deal, weight in weights.items():
            sums[deal] = sums.get(deal, 0) + weight
    return found
