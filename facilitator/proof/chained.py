"""Chained turns, proved: two virtual seats in a row on one layout, judged by the joint view of both runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial

from facilitator.machine.faces import DECK, Face
from facilitator.machine.operations import CHOSEN, Heading, Move, Place
from facilitator.machine.parts import Part
from facilitator.machine.perform import Outcome, Recipe, Stage, Steps
from facilitator.proof.cases import Case, deals, selection_law
from facilitator.proof.objections import played
from facilitator.proof.verdict import Deal, FinalOutcome
from facilitator.protocols.forms import Form, form_named
from facilitator.protocols.layout import CHOSEN_PLACE, Layout, uniform_code

CHAINED = "chained"
FIRST, SECOND = "V", "U"


def chained_cases(sizes: tuple[int, ...], then: str) -> Iterator[Case]:
    """Yield a case for every number of playable cards: seats V and U virtual, perhaps people, the deck last.

    ``then``: the second run's form; the first is the same, or its form for one card where it hands nothing over.
    What fits the second run depends on the card the first one played, as it does at a table.
    """
    second = form_named(then)
    for valid in range(1, sum(sizes) + 1):
        first = first_layout(sizes, second, valid)
        law = partial(_law, first, second)
        yield Case(both(first, opening_of(second), second), tuple(deals(first)), law, left=played)


def opening_of(form: Form) -> Form:
    """Return the form of the first run: the same, or that for one card where it hands nothing over."""
    return form if form.chains else form_named(form.single)


def first_layout(sizes: tuple[int, ...], form: Form, valid: int) -> Layout:
    """Return the first run's layout, with so many cards that fit."""
    names = [FIRST, SECOND, *"ABC"[: len(sizes) - 3], DECK]
    cards = tuple("abcdefghij"[: sum(sizes)])
    hands = tuple(zip(names, sizes, strict=True))
    code = uniform_code(cards, frozenset(cards[:valid]))
    return opening_of(form).example(Layout(hands, cards, code, hands_over=_goes_on))


def _goes_on(outcome: Outcome) -> bool:
    return outcome.card is not None


def second_layout(first: Layout, played: Outcome, form: Form) -> Layout:
    """Return the second run's layout after the first played a card."""
    assert played.card is not None
    cards = tuple(card for card in first.cards if card != played.card)
    left = dict(first.hands)
    left[DECK if played.drawn else FIRST] -= 1
    others = [owner for owner, _ in first.hands if owner != SECOND]
    code = uniform_code(cards, fits_on(played.card, cards))
    hands = tuple((owner, left[owner]) for owner in (SECOND, *others))
    return form.example(Layout(hands, cards, code, standing=True))


def fits_on(top: Face, cards: tuple[Face, ...]) -> frozenset[Face]:
    """Some public rule of what may follow: every other letter."""
    return frozenset(card for card in cards if (ord(card) - ord(top)) % 2)


def first_outcomes(first: Layout) -> list[Outcome]:
    """Return the outcomes of a first run after which the second goes on."""
    return [Outcome(card, drawn) for card in first.playable for drawn in (0, 1)]


def both(first: Layout, form: Form, then: Form, later: Mapping[Outcome, Recipe] | None = None) -> Recipe:
    """Return both runs as one recipe; the first outcome is carried along.

    ``later``: other second runs, after some outcomes.
    """
    outcomes = first_outcomes(first)
    seconds = {outcome: then.recipe(second_layout(first, outcome, then)) for outcome in outcomes}
    seconds |= later or {}
    opening = form.recipe(first)

    def turn(known: Outcome) -> Steps[Outcome]:
        if known.card is None:
            return known
        yield Move((CHOSEN_PLACE,), (Place(CHOSEN, 2, 1),))  # onto the discard pile, no part of the layout
        return Outcome(before=(known,))

    def second(number: int, known: Outcome) -> Steps[Outcome]:
        recipe = seconds[known.before[0]] if known.before else ()
        if number >= len(recipe):
            return known
        result = yield from recipe[number].steps(known._replace(before=()))
        return result._replace(before=known.before)

    longest = max(seconds.values(), key=len)
    stages = tuple(Stage(stage.heading, partial(second, i)) for i, stage in enumerate(longest))
    return (*opening, Stage(Heading(Part.GIVE_BACK), turn), *stages)


def _law(first: Layout, then: Form, deal: Deal) -> Mapping[FinalOutcome, Fraction]:
    found: dict[FinalOutcome, Fraction] = {}
    for end, chance in selection_law(first, draws=True)(deal).items():
        if end.outcome.card is None:
            found[end] = found.get(end, Fraction(0)) + chance
            continue
        layout = second_layout(first, end.outcome, then)
        hands = tuple((o, tuple(c for c in held if c != end.outcome.card)) for o, held in deal.hands)
        law = selection_law(replace(layout, standing=False), draws=True)
        for second, share in law(Deal(hands)).items():
            both = FinalOutcome(second.outcome._replace(before=(end.outcome,)), second.unseen)
            found[both] = found.get(both, Fraction(0)) + chance * share
    return found
