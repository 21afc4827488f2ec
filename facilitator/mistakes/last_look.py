"""What the end of a wallet's duels tells where they were fought wrongly: counted exactly.

Up to the last look the dots say nothing whatever: half turns that nobody followed put either card at either end, with
a mask that is wrong and with a loser that was kept as well.  So all that is given away is what is read then: whether
the champion fits, or which card it is.  That depends on nothing of a hand but on how many of its cards are of which
sort.  Whether the hand has a card that fits, and of which class, the turn tells anyway when it is begun again:
counted is what is read beside that.

A hand is m of k cards, all sets of m as likely before the run.  For a reading r, and hands H with their best class c,

    bits(r) = Σ P(H | r) · log2( P(r | H) / P(r | c) ),

the mean over the hands that may have led to it.  Nobody knows in which duel the loser was kept, nor which other mask
lay there: what is stated is the worst of them.  So it is never less than what is true, and as much where it happened
there.  Of 27 cards, seven in hand, 12 of which fit, none found: 2.8 bits for a loser kept and 7.1 for a wrong mask,
where all that there is to know of the hand is 20.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import comb, log2, prod
from typing import NamedTuple

from facilitator.machine.faces import Face
from facilitator.protocols.layout import Layout

Sorts = tuple[int, ...]
"""How many cards are of each class, the best first, and of none: of those that show the dot under a mask, then of the
others."""


class Reading(NamedTuple):
    """What was read when the duels had been fought.

    ``chains``: how many chains of duels there were; all but the last found no card.  ``found``: whether the last look
    showed a card that fits; None: nobody looked, as any is played.  ``card``: which it was; None: it stayed covered.
    """

    chains: int
    found: bool | None = None
    card: Face | None = None


class Chain(NamedTuple):
    """A chain of duels: the sorts for which it looks, and the duel whose loser was kept (0: none)."""

    fits: tuple[int, ...]
    kept: int = 0

    def none(self, hand: Sorts) -> float:
        """Return how likely its champion is not of those sorts.

        A duel whose loser is kept leaves one of them only where both its cards were.  So of several all must have
        fought before it, and of one alone at most in it: the heap is shuffled, and each is as likely anywhere.
        """
        fit, m = self.of(hand), sum(hand)
        if not self.kept or fit == 0:
            return float(fit == 0)
        return (self.kept + 1) / m if fit == 1 else comb(self.kept, fit) / comb(m, fit)

    def of(self, hand: Sorts) -> int:
        """Return how many cards of a hand it looks for."""
        return sum(hand[sort] for sort in self.fits)


def loser_kept(layout: Layout, reading: Reading) -> float:
    """Return the bits that a reading gives away after the loser of one duel was kept; 0 where none was fought."""
    chains = _right(layout, reading.chains)
    wrong = (
        (chain, chains[chain]._replace(kept=duel))
        for chain in range(len(chains))
        for duel in range(1, layout.m)
    )
    return max((_bits(layout, reading, _instead(chains, *one)) for one in wrong), default=0.0)


def wrong_mask(layout: Layout, reading: Reading, masks: Iterable[frozenset[Face]]) -> float:
    """Return the bits that a reading gives away through a mask that is not the one that was named.

    ``masks``: for each mask of the deck the cards that show the dot under it; where they are not known it may be any,
    and all that there is to know of the hand is stated.
    """
    chains, shown = _right(layout, reading.chains), Chain(tuple(range(layout.classes + 1)))
    every = {(_sorts(layout, mask), reading.card in mask): mask for mask in masks}.values()
    wrong = [_instead(chains, chain, shown) for chain in range(len(chains))]
    found = (_bits(layout, reading, one, mask) for mask in every for one in wrong)
    return max(found, default=log2(comb(len(layout.cards), layout.m)))


def _right(layout: Layout, count: int) -> list[Chain]:
    """Return so many chains as they should be, each looking for its class, whatever a mask shows."""
    return [Chain((rank, layout.classes + 1 + rank)) for rank in range(count)]


def _instead(chains: Sequence[Chain], number: int, wrong: Chain) -> list[Chain]:
    return [*chains[:number], wrong, *chains[number + 1 :]]


def _sort(layout: Layout, mask: frozenset[Face], card: Face) -> int:
    rank = (*dict(layout.code)[card], 1).index(1)
    return rank if card in mask else layout.classes + 1 + rank


def _sorts(layout: Layout, mask: frozenset[Face]) -> Sorts:
    """Return how many of all cards are of each sort, under this mask."""
    found = Counter(_sort(layout, mask, card) for card in layout.cards)
    return tuple(found[sort] for sort in range(2 * layout.classes + 2))


def _bits(
    layout: Layout, reading: Reading, chains: Sequence[Chain], mask: frozenset[Face] = frozenset()
) -> float:
    """Return what a reading says of the hand beside its best class, if these chains were fought."""
    sorts = _sorts(layout, mask)
    card = None if reading.card is None else _sort(layout, mask, reading.card)
    held, seen = defaultdict[int, int](int), defaultdict[int, float](float)
    led: list[tuple[int, float, float]] = []
    for hand in _hands(sorts, int(layout.m)):
        best, ways, chance = (
            _best(hand),
            prod(map(comb, sorts, hand)),
            _chance(chains, hand, reading.found, card),
        )
        weight = chance * ways * (1 if card is None else hand[card] / sorts[card])  # of them hold the card
        held[best] += ways
        seen[best] += weight
        led += [(best, weight, chance)] if weight else []
    whole = sum(seen.values())
    return sum(weight / whole * log2(chance * held[best] / seen[best]) for best, weight, chance in led)


def _chance(chains: Sequence[Chain], hand: Sorts, found: bool | None, card: int | None) -> float:
    """Return how likely a hand leads to a reading; with a card, one that holds it, by its sort.

    Of the cards a chain looks for each is as likely to be its champion, and so is each of the others.
    """
    *before, last = chains
    none, fit = last.none(hand), last.of(hand)
    if card is None:
        end = 1 - none if found else none
    elif card in last.fits:
        end = (1 - none) / fit if fit else 0.0
    else:
        end = none / (sum(hand) - fit) if found is None and fit < sum(hand) else 0.0
    return prod(chain.none(hand) for chain in before) * end


def _best(hand: Sorts) -> int:
    """The best class a hand has a card of; the number of classes if of none."""
    none = len(hand) // 2 - 1
    return next((rank for rank in range(none) if hand[rank] or hand[none + 1 + rank]), none)


def _hands(sorts: Sorts, m: int) -> Iterator[Sorts]:
    """Yield every make-up of a hand of m of these cards."""
    if not sorts:
        yield from [()] if m == 0 else []
        return
    for count in range(min(m, sorts[0]) + 1):
        yield from ((count, *others) for others in _hands(sorts[1:], m - count))
