"""Hidden states of a table with exact weights: equal ones combined, scrambled piles spread over their orders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, permutations
from operator import itemgetter

from facilitator.machine.faces import Face
from facilitator.machine.operations import Place, Row, Scramble
from facilitator.machine.physics import Faces
from facilitator.proof.verdict import Unseen, Weights
from facilitator.protocols.layout import flat


def combine(states: Iterable[tuple[Faces, Weights]]) -> list[tuple[Faces, Weights]]:
    """Merge equal tables, adding their weights deal by deal."""
    found: dict[tuple[Face, ...], tuple[Faces, Weights]] = {}
    key_of: Callable[[Faces], tuple[Face, ...]] | None = None
    for faces, weights in states:
        key_of = key_of or reader(sorted(faces))
        key = key_of(faces)
        if key in found:
            sums = found[key][1]
            for deal, weight in weights.items():
                sums[deal] = sums.get(deal, 0) + weight
        else:
            found[key] = (faces, dict(weights))
    return list(found.values())


def fixed_order(piles: Sequence[Row]) -> Callable[[Faces], Faces]:
    """Return how to lay these piles in one fixed order, standing for all orders."""
    places, size = flat(piles), len(piles[0])
    look, cuts = reader(places), range(0, len(places), size)

    def lay(faces: Faces) -> Faces:
        cards = look(faces)
        faces.update(
            zip(places, chain.from_iterable(sorted([cards[i : i + size] for i in cuts])), strict=True)
        )
        return faces

    return lay


def arrangements(hit: Sequence[Row], rest: Sequence[Row]) -> Callable[[Faces], Iterator[tuple[Faces, int]]]:
    """Return how to yield every way the piles can come to lie at ``hit`` that looks different, and its weight.

    The piles left over lie at ``rest`` in one fixed order, standing for all orders.
    """
    places, size = flat((*hit, *rest)), len(hit[0])
    look, cuts = reader(places), range(0, len(places), size)

    def spread(faces: Faces) -> Iterator[tuple[Faces, int]]:
        cards = look(faces)
        contents = [cards[i : i + size] for i in cuts]
        if not rest and len(set(contents)) == len(contents):
            for order in permutations(contents):
                arranged = faces.copy()
                arranged.update(zip(places, chain.from_iterable(order), strict=True))
                yield arranged, 1
            return
        stock = Counter(contents)
        for chosen, times in _choices(stock, len(hit)):
            arranged = faces.copy()
            left = sorted(stock.elements())  # the generator has taken the chosen ones out
            arranged.update(zip(places, chain.from_iterable((*chosen, *left)), strict=True))
            yield arranged, times

    return spread


def reader(places: Sequence[Place]) -> Callable[[Faces], tuple[Face, ...]]:
    """Return how to read the cards at these places, in this order."""
    if len(places) > 1:
        return itemgetter(*places)
    return lambda faces: tuple(map(faces.__getitem__, places))


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
    states: Iterable[tuple[Faces, Weights]], unseen: Callable[[Faces], tuple[Unseen, ...]]
) -> dict[tuple[Unseen, ...], Weights]:
    """Add the weights up deal by deal, apart for each thing left unseen."""
    found: dict[tuple[Unseen, ...], Weights] = {}
    for faces, weights in states:
        sums = found.setdefault(unseen(faces), {})
        for deal, weight in weights.items():
            sums[deal] = sums.get(deal, 0) + weight
    return found
