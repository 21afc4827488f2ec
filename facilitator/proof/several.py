"""Several cards of one value in one turn, proved and not in play: after each card the same hand is asked for another.

The columns stand, as between two virtual turns; what goes along with the card just played is what fits now.  That
there is none more is an outcome too, and is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from facilitator.machine.faces import DECK, Face
from facilitator.machine.operations import CHOSEN, Heading, Move, Place
from facilitator.machine.parts import Part
from facilitator.machine.perform import Outcome, Recipe, Stage, Steps
from facilitator.proof.cases import Case, deals, selection_law
from facilitator.proof.objections import played
from facilitator.proof.verdict import Deal, FinalOutcome
from facilitator.protocols.forms import form_named
from facilitator.protocols.layout import CHOSEN_PLACE, Layout, uniform_code

SEVERAL = "several"
SEAT = "V"
Looks = tuple[Outcome, ...]
"""What the looks up to now found, the last one perhaps nothing."""


def several_cases(sizes: tuple[int, ...], name: str) -> Iterator[Case]:
    """Yield a case for every number of playable cards: the seat's hand, perhaps people's, the deck last."""
    names = [SEAT, *"ABC"[: len(sizes) - 2], DECK]
    cards = tuple("abcdefghij"[: sum(sizes)])
    hands = tuple(zip(names, sizes, strict=True))
    for valid in range(1, len(cards) + 1):
        first = _goes_on(Layout(hands, cards, uniform_code(cards, frozenset(cards[:valid]))))
        turn = _Turn(name, first)
        yield Case(turn.recipe(), tuple(deals(first)), turn.law, left=played)


def goes_along(card: Face, cards: tuple[Face, ...]) -> frozenset[Face]:
    """Some public rule of what has the same value: every other letter."""
    return frozenset(other for other in cards if other != card and (ord(other) - ord(card)) % 2 == 0)


def _goes_on(layout: Layout) -> Layout:
    """Let the columns stay after a card of the hand, while the hand has more; a drawn card is played alone."""
    more = layout.m > 1
    return replace(layout, hands_over=lambda found: more and found.card is not None and not found.drawn)


@dataclass(frozen=True, slots=True)
class _Turn:
    """One turn of as many looks as there may be."""

    form: str
    first: Layout

    def after(self, looks: Looks) -> Layout | None:
        """Return the layout of the next look; None where the turn has ended."""
        layout = self.first
        for found in looks:
            if layout.hands_over is None or not layout.hands_over(found):
                return None
            assert found.card is not None
            cards = tuple(card for card in layout.cards if card != found.card)
            code = uniform_code(cards, goes_along(found.card, cards))
            (seat, size), *others = layout.hands
            hands = ((seat, size - 1), *others)
            layout = _goes_on(Layout(hands, cards, code, may_draw=False, standing=True))
        return layout

    def recipe(self) -> Recipe:
        """Return all looks as one recipe; what they found is carried along."""
        stages = list(form_named(self.form).recipe(self.first))
        stages.append(Stage(Heading(Part.GIVE_BACK), self.note))
        for look in range(1, self.first.m):
            longest = len(form_named(self.form).recipe(self.first))
            stages += [Stage(Heading(Part.GIVE_BACK), partial(self.later, look, i)) for i in range(longest)]
            stages.append(Stage(Heading(Part.GIVE_BACK), partial(self.noted, look)))
        return tuple(stages)

    def note(self, known: Outcome) -> Steps[Outcome]:
        """Lay a card played onto the discard pile, no part of the layout, and remember it."""
        if known.card is not None:
            place = Place(CHOSEN, 2 + len(known.before), 1)
            yield Move((CHOSEN_PLACE,), (place,))
        return Outcome(before=(*known.before, known._replace(before=())))

    def noted(self, look: int, known: Outcome) -> Steps[Outcome]:
        """The same after a further look, if it was taken."""
        return (yield from self.note(known)) if self.taken(look, known) else known

    def taken(self, look: int, known: Outcome) -> bool:
        """Whether this look is taken: every one before it found a card, and the hand has more."""
        return len(known.before) == look and self.after(known.before) is not None

    def later(self, look: int, number: int, known: Outcome) -> Steps[Outcome]:
        """One stage of a further look."""
        if not self.taken(look, known):
            return known
        layout = self.after(known.before)
        assert layout is not None
        recipe = form_named(self.form).recipe(layout)
        if number >= len(recipe):
            return known
        found = yield from recipe[number].steps(known._replace(before=()))
        return found._replace(before=known.before)

    def law(self, deal: Deal, looks: Looks = ()) -> Mapping[FinalOutcome, Fraction]:
        """Return the law: the first card as ever, each further one uniformly among those that go along."""
        layout = self.after(looks)
        if layout is None:
            return {FinalOutcome(Outcome(before=looks)): Fraction(1)}
        found: dict[FinalOutcome, Fraction] = {}
        whole = replace(layout, standing=False)
        for end, chance in selection_law(whole, draws=True)(deal).items():
            left = tuple((o, tuple(c for c in held if c != end.outcome.card)) for o, held in deal.hands)
            for last, share in self.law(Deal(left), (*looks, end.outcome)).items():
                both = last._replace(unseen=(*end.unseen, *last.unseen))
                found[both] = found.get(both, Fraction(0)) + chance * share
        return found
