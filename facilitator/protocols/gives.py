"""What is given away of hidden hands, and how much of whose: a value."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum


class Gives(Enum):
    """What becomes known of hidden hands, the least first."""

    NOTHING = "nothing"
    FITS = "whether a card fits"
    CARD = "one card"
    TRIES = "where in the hand the first card that fits lay"
    HANDS = "who holds what"


@dataclass(frozen=True, slots=True)
class Leakage:
    """What is given away, and of whose cards how much: for each owner the bits, never fewer than the mean.

    The mean over all that may be seen then, of which one may tell more: a bit card seen tells at most a bit on
    average, and 1.3 bits if it says of a card what is true of two in five.  Counted as if, before the run, every way
    the cards may lie were as likely: the verifier's measure (mutual information).
    """

    gives: Gives = Gives.NOTHING
    bits: tuple[tuple[str, float], ...] = ()

    @property
    def most(self) -> float:
        """The bits on average, of whoever's card it tells most."""
        return max((bits for _, bits in self.bits), default=0.0)


NOTHING = Leakage()


def most_of(leaks: Iterable[Leakage]) -> Leakage:
    """Return the worst of several, owner by owner."""
    gives, bits = Gives.NOTHING, dict[str, float]()
    for leak in leaks:
        gives = max(gives, leak.gives, key=list(Gives).index)
        for owner, most in leak.bits:
            bits[owner] = max(most, bits.get(owner, 0.0))
    return Leakage(gives, tuple(bits.items()))


def together(leaks: Iterable[Leakage]) -> Leakage:
    """Return what several give away together: whosever cards, as many bits as all of them."""
    some = [leak for leak in leaks if leak.bits]
    bits = sum(leak.most for leak in some)
    owners = dict.fromkeys(owner for leak in some for owner, _ in leak.bits)
    return Leakage(most_of(some).gives, tuple((owner, bits) for owner in owners))
