"""The rules of `paper`, each as a named test."""

from __future__ import annotations

import pytest

from facilitator.errors import CommandError, TableError
from facilitator.games.rules import Happened, Moved, Over, Seat
from facilitator.games.uno import cards as uno
from facilitator.games.uno.game import UNO
from facilitator.games.uno.rules import need
from facilitator.games.uno.state import UnoState, new_game
from facilitator.operations.faces import DECK, DISCARDS
from states import PAIR, TABLE, after, begun, refused, spoken, turn


def quiet(told: tuple[Happened, ...]) -> bool:
    """Whether nothing followed that had to be announced."""
    return not any(map(UNO.say, told))


# Before the first top card


def test_a_new_game_has_dealt_hands_and_nothing_turned() -> None:
    assert new_game(TABLE).to_json() == {
        "n": 0,
        "turn": None,
        "direction": "clockwise",
        "top": None,
        "color": None,
        "hands": {"Ana": 7, "Vera": 7, "Ben": 7},
        "unplayed": 87,
        "discards": 0,
        "winner": None,
    }
    assert new_game(TABLE).legal_cards() == frozenset()
    assert not new_game(TABLE).started


@pytest.mark.parametrize(
    ("seats", "hand_size", "said"),
    [
        ([Seat("Ana")], 7, "2 to 10 seats"),
        ([Seat(str(number)) for number in range(11)], 7, "2 to 10 seats"),
        ([Seat("Vera", True), Seat("Udo", True)], 7, "2, 2 of them virtual"),
        ([Seat("Ana"), Seat("ANA")], 7, "a name of its own"),
        ([Seat("Ana"), Seat(" ")], 7, "a name of its own"),
        ([Seat("Ana"), Seat("Ben")], 0, "1 card or more a hand"),
        ([Seat("Ana"), Seat("Ben")], 54, "one left to turn over"),
    ],
)
def test_a_game_that_cannot_be_dealt_is_refused(seats: list[Seat], hand_size: int, said: str) -> None:
    with pytest.raises(TableError) as refusal:
        new_game(seats, hand_size)
    assert said in str(refusal.value)


def test_the_largest_hands_leave_one_card_to_turn_over() -> None:
    assert new_game(PAIR, 53).unplayed == 2
    assert new_game([Seat(str(number)) for number in range(10)], 10).unplayed == 8


def test_a_deck_of_other_things_is_refused() -> None:
    with pytest.raises(CommandError, match="7♦"):
        new_game(TABLE, 1, [*uno.DECK, "7♦"])


def test_events_before_the_start_are_refused() -> None:
    assert "start 7R Ana first" in refused(new_game(TABLE), "Ana plays 7R")


@pytest.mark.parametrize("card", ["W", "D"])
def test_a_black_first_card_is_put_back(card: str) -> None:
    assert "Put it back" in refused(new_game(TABLE), f"start {card} Ana first")


@pytest.mark.parametrize("card", ["SR", "RR", "+R"])
def test_the_first_card_has_no_effect(card: str) -> None:
    state, told = after(new_game(TABLE), f"start {card} Vera first")
    assert (turn(state), state.direction, state.hands, quiet(told)) == ("Vera", 1, (7, 7, 7), True)
    assert (state.top, state.color, state.unplayed, state.n) == (card, "R", 86, 1)


def test_a_game_starts_once() -> None:
    assert "undo" in refused(begun(), "start 8R Ben first")


def test_the_first_card_is_of_the_deck() -> None:
    with pytest.raises(TableError, match="yellow 9, which is not in it"):
        after(new_game(PAIR, 1, ["7R", "7G", "7B"]), "start 9Y Ana first")


# What a card does


def test_a_number_only_ends_the_turn() -> None:
    state, told = after(begun(), "Ana plays 7G")
    assert state.to_json() == {
        "n": 2,
        "turn": "Vera",
        "direction": "clockwise",
        "top": "7G",
        "color": "G",
        "hands": {"Ana": 6, "Vera": 7, "Ben": 7},
        "unplayed": 86,
        "discards": 2,
        "winner": None,
    }
    assert quiet(told)


def test_skip() -> None:
    applied = after(begun(), "Ana plays SR")
    assert spoken(applied) == ["Vera misses the turn."]
    assert turn(applied.state) == "Ben"


def test_reverse() -> None:
    applied = after(begun(), "Ana plays RR")
    assert spoken(applied) == ["Play now runs counterclockwise."]
    assert turn(applied.state) == "Ben"
    again = after(applied.state, "Ben plays RG")
    assert spoken(again) == ["Play now runs clockwise."]
    assert turn(again.state) == "Ana"


def test_draw_two_on_a_virtual_seat_goes_face_down_onto_the_hand() -> None:
    applied = after(begun(), "Ana plays +R")
    assert spoken(applied) == [
        "Vera draws 2 from the unplayed deck, face down onto the hand, unseen by all, and misses the turn."
    ]
    assert (turn(applied.state), applied.state.hands, applied.state.unplayed) == ("Ben", (6, 9, 7), 84)


def test_draw_two_on_a_person() -> None:
    applied = after(begun("Ana plays 4R"), "Vera plays +R")
    assert spoken(applied) == ["Ben draws 2 from the unplayed deck, unseen, and misses the turn."]
    assert turn(applied.state) == "Ana"


def test_wild_names_the_colour() -> None:
    state, told = after(begun(), "Ana plays W blue")
    assert (state.top, state.color, turn(state), quiet(told)) == ("W", "B", "Vera", True)
    assert state.legal_cards() == uno.valid_kinds("W", "B")


def test_wild_draw_four() -> None:
    state, told = after(begun(), "Ana plays D green")
    assert (state.color, turn(state), state.hands) == ("G", "Ben", (6, 11, 7))
    played, forced = told
    assert played.motions == (Moved("Ana", DISCARDS, 1, ("D",)),)
    assert (forced.key, forced.motions) == ("draw", (Moved(DECK, "Vera", 4),))
    assert forced.args["misses"]


@pytest.mark.parametrize(("card", "hands"), [("SR", (6, 7)), ("+R", (6, 9)), ("D blue", (6, 11))])
def test_two_seats_the_other_misses_so_the_same_seat_is_in_turn(card: str, hands: tuple[int, int]) -> None:
    state = begun(f"Ana plays {card}", seats=PAIR)
    assert (turn(state), state.hands, state.drawn) == ("Ana", hands, False)


def test_two_seats_reverse_only_turns_the_direction() -> None:
    state = begun("Ana plays RR", seats=PAIR)
    assert (turn(state), state.direction) == ("Vera", -1)


def test_play_runs_round_the_table_counterclockwise() -> None:
    state = begun("Ana plays RR", "Ben plays SR")
    assert turn(state) == "Ana"


# Drawing and passing


def test_after_a_draw_the_same_seat_may_play() -> None:
    drawn = begun("Ana draws")
    assert (turn(drawn), drawn.drawn, drawn.hands, drawn.unplayed) == ("Ana", True, (8, 7, 7), 85)
    state, told = after(drawn, "Ana plays 8R")
    assert (turn(state), state.drawn, state.hands, quiet(told)) == ("Vera", False, (7, 7, 7), True)


def test_after_a_draw_the_same_seat_may_pass() -> None:
    state, told = after(begun("Ana draws"), "Ana passes")
    assert (turn(state), state.drawn, quiet(told)) == ("Vera", False, True)


@pytest.mark.parametrize("line", ["Vera plays 8R", "Vera draws"])
def test_the_next_seats_event_says_that_the_seat_passed(line: str) -> None:
    applied = after(begun("Ana draws"), line)
    assert spoken(applied) == ["Ana keeps the drawn card and passes."]
    typed = after(begun("Ana draws", "Ana passes"), line).state.to_json()
    assert applied.state.to_json() == {**typed, "n": 3}


def test_an_implied_pass_is_undone_with_the_event_that_implied_it() -> None:
    state = begun("Ana draws")
    refused(state, "Vera plays 8G")
    assert turn(state) == "Ana"


def test_after_a_draw_only_the_next_seat_can_imply_a_pass() -> None:
    assert "Ana, whose turn it is, or of Vera if Ana passes" in refused(begun("Ana draws"), "Ben plays 8R")


def test_a_second_draw_is_refused() -> None:
    assert "Ana passes" in refused(begun("Ana draws"), "Ana draws")


@pytest.mark.parametrize("line", ["Ana draws 2", "Ana draws 0", '{"seat":"Ana","draw":-1}'])
def test_a_draw_is_one_card(line: str) -> None:
    assert "Type: Ana draws." in refused(begun(), line, CommandError)


def test_a_pass_without_a_draw_is_refused() -> None:
    assert "Let Ana draw one card" in refused(begun(), "Ana passes")


# The unplayed deck runs out.  Nine cards, two hands of three: two are left after the start.

SMALL = ("1R", "2R", "3R", "4R", "5R", "6R", "7R", "+R", "D")


def small(*lines: str) -> UnoState:
    return after(new_game(PAIR, 3, SMALL), "start 7R Ana first", *lines).state


def test_an_empty_unplayed_deck_is_made_anew_when_a_card_is_needed() -> None:
    state = small("Ana plays 1R", "Vera plays 2R", "Ana draws", "Ana passes", "Vera draws")
    assert (state.unplayed, len(state.discards)) == (0, 3)
    applied = after(state, "Vera passes", "Ana draws")
    assert spoken(applied) == [
        "The unplayed deck is empty: shuffle all discards but the top card into a new unplayed deck (2 cards)."
    ]
    assert (applied.state.unplayed, applied.state.discards, applied.state.color) == (1, ("2R",), "R")


def test_cards_of_the_new_unplayed_deck_can_be_played_again() -> None:
    state = small("Ana plays 1R", "Vera plays 2R", "Ana draws", "Vera draws", "Ana draws")
    assert after(state, "Ana plays 1R").state.top == "1R"


def test_a_forced_draw_goes_on_after_the_new_unplayed_deck() -> None:
    applied = after(small("Ana plays 1R", "Vera plays 2R"), "Ana plays D red")
    assert spoken(applied) == [
        "UNO! Ana has one card left.",
        "Vera draws 2 from the unplayed deck, face down onto the hand, unseen by all.",
        "The unplayed deck is empty: shuffle all discards but the top card into a new unplayed deck (3 cards).",
        "Vera draws 2 from the unplayed deck, face down onto the hand, unseen by all, and misses the turn.",
    ]
    assert (applied.state.hands, applied.state.unplayed, applied.state.discards) == ((1, 6), 1, ("D",))


def test_a_forced_draw_takes_what_there_is() -> None:
    state = small("Ana draws", "Ana passes", "Vera draws", "Vera passes")
    applied = after(state, "Ana plays D red")
    assert spoken(applied) == [
        "The unplayed deck is empty: shuffle all discards but the top card into a new unplayed deck (1 card).",
        "Vera draws 1 from the unplayed deck, face down onto the hand, unseen by all.",
        "Nothing is left to draw: Vera goes without 3 of 4 and misses the turn.",
    ]
    assert (turn(applied.state), applied.state.hands, applied.state.unplayed) == ("Ana", (3, 5), 0)


def test_a_turn_with_nothing_to_draw_ends() -> None:
    state = small("Ana draws", "Vera draws", "Vera passes")
    assert (state.unplayed, len(state.discards)) == (0, 1)
    applied = after(state, "Ana draws")
    assert spoken(applied) == ["Nothing is left to draw: Ana's turn ends."]
    assert (turn(applied.state), applied.state.hands) == ("Vera", (4, 4))
    passed = after(state, "Ana passes")
    assert (turn(passed.state), passed.happened) == ("Vera", ())
    dead = after(passed.state, "Vera draws")
    assert spoken(dead)[-1].endswith("the game ends.")
    assert need(dead.state) == Over(())
    refused(dead.state, "Ana plays 8R")


# The end


def test_uno_is_announced() -> None:
    applied = after(begun(hand_size=2), "Ana plays 8R", "Vera plays RR")
    assert spoken(applied) == ["UNO! Vera has one card left.", "Play now runs counterclockwise."]


def test_the_first_empty_hand_wins_and_nobody_draws_after_it() -> None:
    applied = after(begun(hand_size=1), "Ana plays +R")
    assert spoken(applied) == ["Ana wins."]
    assert applied.state.hands == (0, 1, 1)
    assert applied.state.to_json()["winner"] == "Ana"
    assert applied.state.legal_cards() == frozenset()


@pytest.mark.parametrize("line", ["Vera plays 8R", "Vera draws", "Ana passes", "start 7R Ana first"])
def test_nothing_follows_the_end(line: str) -> None:
    refused(begun("Ana plays 8R", hand_size=1), line)


def test_whoever_draws_with_one_card_left_cannot_win_in_that_turn() -> None:
    applied = after(begun("Ana draws", hand_size=1), "Ana plays 8R")
    assert applied.state.winner is None
    assert spoken(applied) == ["UNO! Ana has one card left."]


# What is left


def test_remaining_is_the_deck_without_the_discards() -> None:
    state = begun("Ana plays 7R", "Vera plays W blue")
    left = list(state.remaining())
    assert "7R" not in left
    assert left.count("W") == 3
    assert len(left) == 105 == sum(state.hands) + state.unplayed
    assert left == sorted(left, key=uno.deck_order)
    assert new_game(TABLE).remaining() == uno.DECK


def test_the_deck_is_kept_in_deck_order() -> None:
    assert new_game(PAIR, 3, SMALL[::-1]).decks[0].cards == SMALL
