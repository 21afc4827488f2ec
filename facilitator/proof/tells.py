"""What a run tells beyond its outcome, in bits: exact chances from the enumeration, every deal alike before it.

The outcome is what the rules make public: the card played or none, and how many were drawn.  Whatever else is
seen counts as told.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log2

from facilitator.machine.perform import Outcome
from facilitator.proof.verdict import FinalOutcome, Leaf, ToldBits, Unseen

Secret = tuple[int, tuple[Unseen, ...]]


@dataclass(frozen=True, slots=True)
class Observation:
    """One thing that may be seen: what the rules make public of it, and each secret's chance together with it."""

    public: Outcome
    chances: Mapping[Secret, Fraction]


def told(leaves: Iterable[Leaf], law: Sequence[Mapping[FinalOutcome, Fraction]], secret: bool) -> ToldBits:
    """Return what the view says of the deal and of cards drawn unseen, given the public outcome.

    ``secret``: the view says no more than the outcome the run returns, as has been checked; then that is the sight.
    """
    sights = list(_outcomes(law) if secret else _views(leaves, len(law)))
    if len({sight.public for sight in sights}) == len(sights):
        return ToldBits()
    before: dict[Outcome, dict[Secret, Fraction]] = {}
    for sight in sights:
        sums = before.setdefault(sight.public, {})
        for hidden, chance in sight.chances.items():
            sums[hidden] = sums.get(hidden, Fraction(0)) + chance
    whole = {public: sum(sums.values(), Fraction(0)) for public, sums in before.items()}
    bits = most = 0.0
    for sight in sights:
        seen, sums, all_ = sum(sight.chances.values(), Fraction(0)), before[sight.public], whole[sight.public]
        for hidden, chance in sight.chances.items():
            likelier = chance * all_ / (sums[hidden] * seen)
            if likelier != 1:
                bits += float(chance) * log2(likelier)
                most = max(most, log2(likelier))
    return ToldBits(bits, most)


def _outcomes(law: Sequence[Mapping[FinalOutcome, Fraction]]) -> Iterator[Observation]:
    found: defaultdict[Outcome, dict[Secret, Fraction]] = defaultdict(dict)
    for deal, ends in enumerate(law):
        for end, chance in ends.items():
            found[end.outcome][deal, end.unseen] = chance / len(law)
    for outcome, chances in found.items():
        yield Observation(outcome, chances)


def _views(leaves: Iterable[Leaf], deals: int) -> Iterator[Observation]:
    for leaf in leaves:
        chances = {
            (deal, unseen): leaf.scale * weight / deals
            for unseen, weights in leaf.weights.items()
            for deal, weight in weights.items()
            if weight
        }
        if chances:
            yield Observation(leaf.outcome, chances)


def entropy(counts: Iterable[int]) -> float:
    """Return the bits it takes to say which of several groups something is in, by their sizes."""
    sizes = [count for count in counts if count]
    return -sum(size / sum(sizes) * log2(size / sum(sizes)) for size in sizes) if len(sizes) > 1 else 0.0


def best_guess(sights: Iterable[Observation], holds: Iterable[int]) -> Fraction:
    """Return how often the best guess is right whether the deal is one of these, made from what is seen."""
    these = frozenset(holds)
    right = Fraction(0)
    for sight in sights:
        yes = sum((chance for (deal, _), chance in sight.chances.items() if deal in these), Fraction(0))
        right += max(yes, sum(sight.chances.values(), Fraction(0)) - yes)
    return right


def sights_of(leaves: Iterable[Leaf], deals: int) -> list[Observation]:
    """Return every view as something that may be seen."""
    return list(_views(leaves, deals))
