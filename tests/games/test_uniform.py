"""Turns as the program runs them in games of few cards, proved: every play is valid and uniform in its class."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import count, permutations
from math import factorial
from typing import Any

import pytest
from hearts_referee import HeartsReferee
from referee import Referee
from referees import REFEREES
from test_played_games import FORMS, table

from facilitator.games.registry import get_game
from facilitator.games.rules import Seat, Select
from facilitator.operations.faces import DECK
from facilitator.operations.perform import Outcome
from facilitator.play.virtual_turn import TurnPolicy, plan_selection
from facilitator.protocols.forms import get_form
from facilitator.protocols.layout import Layout
from facilitator.verification.cases import deals
from facilitator.verification.verifier import Case, Deal, FinalOutcome, unseen_to
from facilitator.verification.verifier import list_played_cards as lies_right
from game_driver import Driver

SEATS = {
    "sevens": (Seat("Ana"), Seat("Vera", True), Seat("Ben")),
    "hearts": (Seat("Ana"), Seat("Vera", True), Seat("Ben"), Seat("Ida")),
    "dominoes": (Seat("Ana"), Seat("Vera", True)),
}
SORTS = {"sevens": 1, "hearts": 2, "dominoes": 2}


def small_turns(name: str, rules: str, each: int) -> Iterator[tuple[Any, Referee]]:
    """Yield states of whole games in which a virtual seat selects from two cards or more, of five in all.

    So many of each sort that the game has: without and with a deck, with one class and with two; in every class
    there is a choice, and where there is a deck a hand may have nothing that fits.
    """
    game, seats, met = get_game(name), SEATS[name], Counter[tuple[bool, int]]()
    for seed in count(1):
        judge = REFEREES[name][0](game, seats, rules)
        for step in Driver(game, seats, seed, {"rules": rules}).steps():
            judge.see(step)
            need, state = game.get_next_action(step.after), step.after
            if not isinstance(need, Select) or not any(game.find_zones(state).open.values()):
                continue  # a card is still looked for
            stock = game.get_shared_deck(state, need.seat)
            sort = bool(stock.deck), len(need.classes)
            hand, cards = stock.hands[0][1], set(stock.cards)
            choice = all(len(kinds & cards) > 1 for kinds in need.classes)
            choice &= not stock.deck or len(cards - need.all_kinds) >= hand
            if choice and hand > 1 and len(cards) <= 5 and met[sort] < each:
                met[sort] += 1
                yield state, judge
            if min(met.values(), default=0) == each and len(met) == SORTS[name]:
                return


def possible(state: Any, layout: Layout) -> tuple[Deal, ...]:
    """Return the deals that everybody holds possible: without the cards that hands showed not to hold."""
    lacks = dict(zip(state.names, state.lacks, strict=True))
    return tuple(
        deal
        for deal in deals(layout)
        if not any(lacks.get(owner, frozenset()) & set(cards) for owner, cards in deal.hands)
    )


def law_of(judge: Referee, layout: Layout, draws: bool, deal: Deal) -> Mapping[FinalOutcome, Fraction]:
    """Return what the rules demand of a deal: a legal card, all alike; else what is drawn, in any order alike.

    ``draws``: whether the run itself draws; else it ends with none, and another run follows the draw.
    """
    hands = dict(deal.hands)
    legal = judge.legal(set(hands[layout.seat]))
    if legal:
        return {FinalOutcome(Outcome(card)): Fraction(1, len(legal)) for card in legal}
    deck = hands.get(DECK, ()) if draws else ()
    ends: dict[FinalOutcome, Fraction] = {}
    for order in permutations(deck):
        missed = next((at for at, card in enumerate(order) if judge.legal({card})), len(order))
        card = order[missed] if missed < len(order) else None
        outcome = Outcome(card, drawn=missed + (card is not None))
        end = FinalOutcome(outcome, unseen_to(layout.seat, order[:missed]))
        ends[end] = ends.get(end, Fraction()) + Fraction(1, factorial(len(deck)))
    return ends


@pytest.mark.parametrize("rules", ["paper", "usual"])
@pytest.mark.parametrize("name", SEATS)
@pytest.mark.every(3)
def test_every_play_is_valid_and_uniform_within_its_priority(name: str, rules: str, full: bool) -> None:
    """Among the deals are some with several cards to choose from, and in Hearts some that cannot follow suit."""
    offered = sorted(set(FORMS.get(f"{name} {rules}", FORMS[name])) & {"knockout", "published"})
    several = void = drawn = 0
    for state, judge in small_turns(name, rules, 8 if full else 1):
        for form in offered:
            made = table(name, rules, SEATS[name]).model_copy(update={"protocol": form})
            plan = plan_selection(state, TurnPolicy.from_table(made))
            assert plan.layout is not None
            layout, every = plan.layout, possible(state, plan.layout)
            demanded = partial(law_of, judge, layout, get_form(plan.form).draws)
            verdict = Case(plan.recipe, every, demanded, left=lies_right).verify()
            assert verdict.correct, (form, verdict.wrong, state)
            assert verdict.secret, (form, verdict.leak, state)
            for deal in every:
                hand, law = dict(deal.hands)[layout.seat], demanded(deal)
                several += len(law) > 1
                drawn += any(end.outcome.drawn for end in law)
                if isinstance(judge, HeartsReferee) and judge.trick:
                    void += len(law) > 1 and all(card[1] != judge.trick[0][1][1] for card in hand)
    assert several
    assert bool(void) == (name == "hearts")
    assert bool(drawn) == (name == "dominoes")
