"""What an enumeration finds, and how it is judged: the law of the outcomes, and whether the view leaks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from facilitator.machine.faces import Face
from facilitator.machine.operations import Place
from facilitator.machine.perform import Outcome


class Deal(NamedTuple):
    """One hidden possibility: what each owner holds, and covered cards already on the table."""

    hands: tuple[tuple[str, tuple[Face, ...]], ...] = ()
    table: tuple[tuple[Place, Face], ...] = ()

    def words(self) -> str:
        """The deal as people would say it."""
        held = [f"{owner} holds {' '.join(cards) or 'nothing'}" for owner, cards in self.hands]
        return "; ".join(held) or " ".join(face for _, face in self.table)


class Unseen(NamedTuple):
    """One card that went unseen to somebody, or that a part leaves covered for what follows."""

    owner: str
    face: Face


class FinalOutcome(NamedTuple):
    """How a run ends: the public outcome, and the cards that went unseen into hands, in their order."""

    outcome: Outcome
    unseen: tuple[Unseen, ...] = ()


Law = Callable[[Deal], Mapping[FinalOutcome, Fraction]]
"""What the game demands: each end's probability for a deal."""

Weights = dict[int, int]
"""For each deal (by its number) the weight of a hidden state, in units of the branch's scale."""


@dataclass(frozen=True, slots=True)
class DistinguishingView:
    """A view that tells two hidden situations apart though the outcome is the same."""

    outcome: Outcome
    first: str
    second: str
    view: tuple[str, ...]
    chances: tuple[Fraction, Fraction]
    variation: Fraction  # total variation distance between the two, given the outcome

    def words(self) -> str:
        return (
            f"Outcome {outcome_words(self.outcome)}. If {self.first}, the table sees [{' | '.join(self.view)}] with "
            f"chance {self.chances[0]}; if {self.second}, with chance {self.chances[1]}. "
            f"Total variation {self.variation}."
        )


@dataclass(frozen=True, slots=True)
class ToldBits:
    """What is told beyond the outcome of what is hidden, every deal alike before the run.

    ``bits``: on average (mutual information).  ``most``: the most one view can tell; 1 bit: it makes one deal twice
    as likely as the outcome alone does.
    """

    bits: float = 0.0
    most: float = 0.0


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the enumeration found.  ``cases``: deals; ``tables``: hidden states followed after merging."""

    cases: int
    tables: int
    correct: bool
    secret: bool
    wrong: str | None
    leak: DistinguishingView | None
    law: tuple[Mapping[FinalOutcome, Fraction], ...]
    told: ToldBits = ToldBits()


@dataclass(slots=True)
class Leaf:
    """One complete view: its outcome, and for each unseen draw the deals' weights."""

    outcome: Outcome
    weights: dict[tuple[Unseen, ...], Weights]
    scale: Fraction
    view: tuple[str, ...]


Secret = tuple[int, tuple[Unseen, ...]]
"""What must stay hidden: the deal, and which cards were drawn unseen."""


def law_of(leaves: Iterable[Leaf], deals: int) -> list[dict[FinalOutcome, Fraction]]:
    """Return each deal's probability of each end, added up over all views."""
    law: list[dict[FinalOutcome, Fraction]] = [{} for _ in range(deals)]
    for leaf in leaves:
        for unseen, weights in leaf.weights.items():
            end = FinalOutcome(leaf.outcome, unseen)
            for deal, weight in weights.items():
                law[deal][end] = law[deal].get(end, Fraction(0)) + leaf.scale * weight
    return law


def wrong_law(
    deals: Sequence[Deal], law: Sequence[Mapping[FinalOutcome, Fraction]], demanded: Law
) -> str | None:
    """Say where the law differs from what the game demands, if it does."""
    for deal, found in zip(deals, law, strict=True):
        wanted = {end: chance for end, chance in demanded(deal).items() if chance}
        if dict(found) != wanted:
            return f"{deal.words()}: expected {_law_words(wanted)}; found {_law_words(found)}"
    return None


def find_leak(
    leaves: Sequence[Leaf], law: Sequence[Mapping[FinalOutcome, Fraction]], deals: Sequence[Deal]
) -> DistinguishingView | None:
    """Return the first view whose chance, given the outcome, depends on what is hidden."""
    for leaf in leaves:
        base: tuple[Secret, Fraction] | None = None
        for deal, ends in enumerate(law):
            for end in ends:
                if end.outcome != leaf.outcome:
                    continue
                secret = (deal, end.unseen)
                chance = _chance(leaf, secret, law)
                if base is None:
                    base = (secret, chance)
                elif chance != base[1]:
                    return _tell(leaf, leaves, law, deals, (base[0], secret))
    return None


def _chance(leaf: Leaf, secret: Secret, law: Sequence[Mapping[FinalOutcome, Fraction]]) -> Fraction:
    """The chance of a view, given its outcome and what is hidden."""
    deal, unseen = secret
    weight = leaf.weights.get(unseen, {}).get(deal, 0)
    return leaf.scale * weight / law[deal][FinalOutcome(leaf.outcome, unseen)]


def _tell(
    leaf: Leaf,
    leaves: Sequence[Leaf],
    law: Sequence[Mapping[FinalOutcome, Fraction]],
    deals: Sequence[Deal],
    pair: tuple[Secret, Secret],
) -> DistinguishingView:
    alike = [other for other in leaves if other.outcome == leaf.outcome]
    apart = (abs(_chance(at, pair[0], law) - _chance(at, pair[1], law)) for at in alike)
    words = [deals[deal].words() + _unseen_words(unseen) for deal, unseen in pair]
    chances = (_chance(leaf, pair[0], law), _chance(leaf, pair[1], law))
    return DistinguishingView(
        leaf.outcome, words[0], words[1], leaf.view, chances, sum(apart, Fraction(0)) / 2
    )


def outcome_words(outcome: Outcome) -> str:
    """Return an outcome as people would say it: each run's card, whether it was drawn."""
    own = f"{outcome.card or 'none'}{' drawn' if outcome.drawn else ''}"
    return ", then ".join([*map(outcome_words, outcome.before), own])


def _unseen_words(unseen: Iterable[Unseen]) -> str:
    return "".join(f", {face} unseen to {owner}" for owner, face in unseen)


def _law_words(law: Mapping[FinalOutcome, Fraction]) -> str:
    parts = [
        f"{outcome_words(end.outcome)}{_unseen_words(end.unseen)} {chance}"
        for end, chance in sorted(law.items(), key=str)
    ]
    return "; ".join(parts)
