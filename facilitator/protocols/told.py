"""What open tries tell of a hand beyond the outcome, in bits: exact, from what everybody can count."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import comb, log2


def tries_law(m: int, fits: int) -> dict[int, Fraction]:
    """Return the chances of the number of tries in a hand of ``m`` cards, ``fits`` of which (1 or more) fit."""
    return {t: Fraction(comb(m - t, fits - 1), comb(m, fits)) for t in range(1, m - fits + 2)}


def bits_told(k: int, fits: int, m: int) -> float:
    """Return how much one selection tells, on average, of how many cards of the hand fit.

    The mutual information of the number of tries and of that count, given the outcome, in bits.  ``k``: cards on
    the table, ``fits`` of them fit; ``m``: the hand.  "None" tells nothing more: all were tried.
    """
    held = {n: Fraction(comb(fits, n) * comb(k - fits, m - n), comb(k, m)) for n in range(1, m + 1)}
    known = sum(held.values())
    if not known:
        return 0.0
    laws = [(chance / known, tries_law(m, n)) for n, chance in held.items() if chance]
    seen = (sum(chance * law.get(t, 0) for chance, law in laws) for t in range(1, m + 1))
    apart = sum(float(chance) * _entropy(law.values()) for chance, law in laws)
    return max(0.0, float(known) * (_entropy(seen) - apart))


def _entropy(chances: Iterable[Fraction | int]) -> float:
    """Return bits of entropy."""
    return -sum(float(p) * log2(p) for p in chances if p)
