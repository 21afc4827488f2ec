"""The rules of Sevens (§5.1), each as a named test with its source."""

from __future__ import annotations

from facilitator.games.decks import CARDS
from facilitator.games.events import Lacks, Pass, Play
from facilitator.games.rules import Ask, Seat, Select
from facilitator.games.sevens import SEVENS
from states import ANA, BEN, FOUR, VERA, dealt, played, refusal_of


def test_uneven_hands_first_seats_get_one_more() -> None:
    state = dealt(SEVENS, (ANA, VERA, BEN))
    assert state.hands == (18, 17, 17)
    assert SEVENS.say(SEVENS.deal(state)[0]) == "Deal 18 cards to Ana and 17 cards each to Vera and Ben."


def test_a_virtual_holder_of_the_seven_is_found_by_selections() -> None:
    state = dealt(SEVENS, FOUR)
    assert SEVENS.need(state) == Ask("Ana")
    state = played(SEVENS, state, "no", "Ben lacks it")
    need = SEVENS.need(state)
    assert need == Select("Vera", (frozenset({"7D"}),))
    assert SEVENS.concluded(state, need, None, 0) == (Lacks("Vera"),)
    state = played(SEVENS, state, "no")
    assert "nobody holds" in refusal_of(SEVENS, state, "no")  # the last seat must have it
    assert SEVENS.need(played(SEVENS, state, "7d")) == Ask("Ana")


def test_a_person_speaks_up_unasked() -> None:
    state = played(SEVENS, dealt(SEVENS, FOUR), "Ben plays 7d")
    need = SEVENS.need(state)
    assert isinstance(need, Select)
    assert need == Select("Udo", (frozenset({"6D", "8D", "7C", "7H", "7S"}),))  # §5.1's second sentence
    assert SEVENS.concluded(state, need, None, 0) == (Pass("Udo"),)


def test_next_to_five_to_eight_only_four_and_nine_fit() -> None:
    people = (ANA, BEN, Seat("Ida"))
    state = played(SEVENS, dealt(SEVENS, people), "7d", "6d", "5d", "8d")
    fits = {event.card for event in SEVENS.moves(state, CARDS.cards) if isinstance(event, Play)}
    assert {card for card in fits if card[1] == "D"} == {"4D", "9D"}  # §5.1's example
    assert "4D" in refusal_of(SEVENS, state, "3d")
    assert "still lies in a hand" in refusal_of(SEVENS, state, "8d")


def test_who_passed_cannot_hold_what_fitted_then() -> None:
    state = played(SEVENS, dealt(SEVENS, (ANA, BEN, Seat("Ida"))), "7d", "pass", "pass")
    assert "nobody holds" in refusal_of(SEVENS, state, "pass")
    state = played(SEVENS, state, "6d")
    assert "showed not to hold" in refusal_of(SEVENS, state, "Ben plays 8d")
    assert SEVENS.need(played(SEVENS, state, "5d")) == Ask("Ida")
