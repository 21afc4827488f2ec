"""The rules of Hearts (§5.2), each as a named test with its source."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from facilitator.errors import TableError
from facilitator.games.decks import CARDS
from facilitator.games.events import AllGive, Give, Play, Round
from facilitator.games.hearts import HEARTS
from facilitator.games.rules import Ask, Blind, Over, Select, read_move
from states import FOUR, dealt, played, refusal_of


def test_paper_first_player_leads_any_card_and_suit_is_followed() -> None:
    state = dealt(HEARTS, FOUR)
    assert HEARTS.need(state) == Ask(None)
    state = played(HEARTS, state, "Vera first")
    assert HEARTS.need(state) == Select("Vera", (frozenset(CARDS.cards),))
    state = played(HEARTS, state, "Vera plays QH", "Ben plays 2h")
    need = HEARTS.need(state)
    assert isinstance(need, Select)
    assert [len(kinds) for kinds in need.classes] == [11, 39]
    with pytest.raises(TableError):
        HEARTS.concluded(state, need, None, 0)
    state = played(HEARTS, state, "Udo plays KS", "Ana plays JH")
    assert HEARTS.need(state) == Select("Vera", (frozenset(CARDS.cards) - {"QH", "2H", "KS", "JH"},))
    assert state.points == (0, 3, 0, 0)
    state = played(HEARTS, state, "3H", "4H")
    assert "showed not to hold" in refusal_of(HEARTS, state, "Udo plays 5h")


def test_usual_passes_left_right_across_none() -> None:
    state = dealt(HEARTS, FOUR, "usual")
    assert HEARTS.need(state) == Ask("Ana")
    assert HEARTS.moves(state, ()) == (AllGive(3),)
    state = played(HEARTS, state, "Ana gives 3 to Vera")
    assert HEARTS.need(state) == Ask("Ben")  # the people first
    given = played(HEARTS, state, "Ben gives 3 to Udo")
    assert HEARTS.need(given) == Blind("Vera", "Ben", 3)
    assert HEARTS.concluded(given, HEARTS.need(given), None, 0) == (Give("Vera", "Ben", 3),)
    assert HEARTS.zones(state).sizes["cards passed to Vera"] == 3
    assert HEARTS.zones(state).sizes["Vera"] == 13
    assert "receiver" in refusal_of(HEARTS, state, "Ben gives 3 to Ana")
    state = played(HEARTS, state, "Vera gives 3 to Ben", "Ben gives 3 to Udo", "Udo gives 3 to Ana")
    assert state.hands == (13, 13, 13, 13)
    assert HEARTS.prompt(state).question == "who leads the 2♣: a name, or nobody"


SUIT = "AKQJT98765432"


def rounds(state: Any, leader: str, moon: bool) -> Any:
    """Play a round in which every seat holds a suit: the leader takes every trick, or none of the others' points."""
    names = list(state.names)
    order = names[names.index(leader) :] + names[: names.index(leader)]
    suits = "HSDC" if moon else "CDSH"
    for rank in SUIT:
        for name, suit in zip(order, suits, strict=True):
            state = played(HEARTS, state, f"{name} plays {rank}{suit}")
    return state


@pytest.mark.parametrize("words", ["done", "Done.", "3", "give 3", "everybody gives 3"])
def test_that_three_cards_are_passed_is_said_in_a_word(words: str) -> None:
    """One entry for all people; to whom is no question: the round says it."""
    state = HEARTS.begin(FOUR, {"rules": "usual"})
    assert HEARTS.prompt(state).question.endswith("then done")
    assert read_move(HEARTS, words, state) == AllGive(3)
    given = played(HEARTS, state, words)
    assert HEARTS.need(given) == Blind("Vera", "Ben", 3)
    one = played(HEARTS, state, "Ana gives 3 to Vera", "Ben gives 3 to Udo")
    assert replace(given, n=one.n) == one


def test_the_two_of_clubs_is_found_by_one_name_or_by_nobody() -> None:
    state = replace(HEARTS.begin(FOUR, {"rules": "usual"}), round=4)
    assert read_move(HEARTS, "ben", state) == Play("Ben", "2C")
    assert HEARTS.need(played(HEARTS, state, "nobody")) == Select("Vera", (frozenset({"2C"}),))


def test_paper_all_points_are_the_takers_and_who_reaches_100_loses() -> None:
    state = played(HEARTS, dealt(HEARTS, FOUR), "Ana first")
    state = rounds(state, "Ana", moon=True)
    assert state.scores == (26, 0, 0, 0)
    assert HEARTS.moves(state, ()) == (Round(2),)
    for number, leader in ((2, "Vera"), (3, "Ben"), (4, "Udo")):
        state = played(HEARTS, state, f"round {number}")
        assert HEARTS.state_json(state)["turn"] == leader  # the lead passes clockwise
        state = rounds(state, leader, moon=True)
    assert state.scores == (26, 26, 26, 26)
    for number, leader in zip(range(5, 17), "Ana Vera Ben Udo".split() * 3, strict=True):
        if isinstance(HEARTS.need(state), Over):
            break
        state = rounds(played(HEARTS, state, f"round {number}"), leader, moon=True)
    assert state.scores == (104, 78, 78, 78)
    assert HEARTS.need(state) == Over(("Vera", "Ben", "Udo"))
    assert "over" in refusal_of(HEARTS, state, "round 14")


def test_usual_shooting_the_moon() -> None:
    """All thirteen hearts and the queen of spades in one hand: 26 points for each of the others."""
    state = played(HEARTS, dealt(HEARTS, FOUR, "usual"), "Ana gives 3 to Vera", "Vera gives 3 to Ben")
    state = played(HEARTS, state, "Ben gives 3 to Udo", "Udo gives 3 to Ana", "Ana plays 2c")
    # Ana holds the clubs and takes every trick; in the first one nobody may let go of a point
    state = played(HEARTS, state, "Vera plays 2D", "Ben plays 2S")
    need = HEARTS.need(state)
    assert isinstance(need, Select)
    assert [sorted({kind[1] for kind in kinds}) for kinds in need.classes] == [["C"], ["D", "S"], ["H", "S"]]
    state = played(HEARTS, state, "Udo plays 2H")  # nothing but hearts
    for rank in SUIT[:-1]:
        state = played(HEARTS, state, *(f"{rank}{suit}" for suit in "CDSH"))
    assert state.points == (26, 0, 0, 0)
    assert state.scores == (0, 26, 26, 26)


def test_usual_hearts_are_led_once_one_has_been_played() -> None:
    state = played(HEARTS, dealt(HEARTS, FOUR, "usual"), "Ana gives 3 to Vera", "Vera gives 3 to Ben")
    state = played(HEARTS, state, "Ben gives 3 to Udo", "Udo gives 3 to Ana", "2c", "3c", "4c", "ac")
    need = HEARTS.need(state)
    assert isinstance(need, Select)
    assert [{kind[1] for kind in kinds} for kinds in need.classes] == [{"C", "D", "S"}, {"H"}]
    state = played(HEARTS, state, "Udo plays 3d", "2h", "4d", "5d")
    assert HEARTS.moves(state, ["9H", "9S"]) == (Play("Ben", "9H"), Play("Ben", "9S"))
