"""The house-rule book "kingi89 Pro Gamer Uno Tour", revision of 2016: a test per rule, named after it.

The etiquette, "Printing" and "Rule changes" move no card and change no fact.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from rules_helpers import MIXED, PAIR, PEOPLE, after, game, hands, refused, said, turn

from facilitator.games.events import Challenge, Start
from facilitator.games.rules import Ask, HandQuestion, Lot, Over, Seat, Select, ShowHand
from facilitator.games.uno import cards as uno
from facilitator.games.uno.rules import need
from facilitator.games.uno.state import UnoState, places, session
from states import UNO


def begun(*lines: str, top: str = "7R", seats: tuple[Seat, ...] = PEOPLE, **options: object) -> UnoState:
    last = seats[-1].name
    return after(game("kpgut", seats, **options), f"{last} begins", f"{last} plays {top}", *lines)


@pytest.mark.parametrize(("seats", "decks"), [(2, 1), (7, 1), (8, 2), (10, 2)])
def test_requirements_one_deck_for_each_seven_players(seats: int, decks: int) -> None:
    state = game("kpgut", [Seat(f"s{i}") for i in range(seats)])
    assert len(state.decks[0].cards) == 108 * decks


def test_starting_the_youngest_plays_any_card_but_d() -> None:
    state = game("kpgut")
    assert UNO.moves(state, ()) == tuple(Start(None, name) for name in ("Ana", "Ben", "Cleo"))
    state = after(state, "Ben begins")
    assert turn(state) == "Ben"
    assert refused(state, "Ben plays D blue")
    assert turn(after(state, "Ben plays 7R")) == "Cleo"
    assert "no card turned over" in refused(game("kpgut"), "start 7R Ana first")


def test_basic_gameplay_matts_example() -> None:
    """Matt has R8 G8 B0 B4; red 4 lies: "either the R8, or B4", "both R8 and G8 (R8 first)"."""
    state = begun(top="4R")
    moves = {(move.card, *move.more) for move in UNO.moves(state, ("8R", "8G", "0B", "4B"))}  # type: ignore[attr-defined]
    assert moves == {("8R",), ("4B",), ("8R", "8G")}
    state = after(state, "Ana plays 8R 8G")
    assert (state.top, state.color, state.hands[0]) == ("8G", "G", 5)
    assert refused(begun(top="4R"), "Ana plays 8G 8R")
    assert "cards of one value" in refused(begun(top="4R"), "Ana plays 8R 9R")


def test_basic_gameplay_a_virtual_seat_plays_one() -> None:
    state = begun("Ana plays 3R", seats=MIXED)
    assert "A virtual seat plays one" in refused(state, "Vera plays 3G 3B")


def test_basic_gameplay_draws_until_able_to_play() -> None:
    state = begun("Ana draws", "Ana draws")
    assert need(state) == Ask("Ana", again=True)
    assert "until a card can be played" in refused(state, "Ana passes")


def test_draw_2_the_next_draws_two_and_loses_the_turn() -> None:
    state = begun("Ana plays +R", "Ben passes")
    assert (state.hands, turn(state)) == ((6, 9, 6), "Cleo")


def test_draw_2_two_at_once_draw_four() -> None:
    assert begun("Ana plays +R +B", "Ben passes").hands == (5, 11, 6)


def test_draw_2_chaining() -> None:
    state = begun("Ana plays +R", "Ben plays +B +G", "Cleo passes")
    assert (state.hands, turn(state)) == ((6, 5, 12), "Ana")
    state = begun("Ana plays +R")
    assert state.legal_cards() == {"+R", "+Y", "+G", "+B", "D"}
    assert "an answer" in refused(state, "Ben draws")


def test_draw_2_a_virtual_seat_answers_or_takes_the_sum() -> None:
    state = begun("Ana plays +R", seats=MIXED)
    assert need(state) == Select("Vera", (frozenset({"+R", "+Y", "+G", "+B"}), frozenset({"D"})))
    (event,) = UNO.concluded(state, need(state), None, 0)  # type: ignore[misc]
    assert UNO.apply(state, event).state.hands[1] == 9


@pytest.mark.parametrize(("played", "way"), [("RR", -1), ("RR RB", 1), ("RR RB RG", -1)])
def test_reverse_an_even_number_changes_nothing(played: str, way: int) -> None:
    assert begun(f"Ana plays {played}").direction == way


def test_reverse_of_two_remaining_is_a_skip() -> None:
    assert turn(begun("Ana plays RR", seats=PAIR)) == "Ana"
    four = (*PEOPLE, Seat("Dora"))
    state = after(hands(begun(seats=four), 1, 7, 7, 7), "Ana plays 3R")
    state = after(replace(state, hands=(0, 1, 7, 7)), "Ben plays 4R", "Cleo plays RR")
    assert turn(state) == "Cleo"


@pytest.mark.parametrize(("played", "then"), [("SR", "Cleo"), ("SR SB", "Ana")])
def test_skip_skips_as_many(played: str, then: str) -> None:
    assert turn(begun(f"Ana plays {played}")) == then


def test_wild_several_name_one_colour() -> None:
    state = begun("Ana plays W W blue")
    assert (state.color, state.hands[0]) == ("B", 5)
    assert "cards of one value" in refused(begun(), "Ana plays W 3B")


def test_wild_draw_4_only_if_none_other_is_playable() -> None:
    state = begun("Ana plays D blue", "Ben challenges")
    assert {"7B", "3R", "W"} <= set(state.suspects or ())
    state = begun("Ana plays +R", "Ben plays D blue", "Cleo challenges")
    assert set(state.suspects or ()) == {"+R", "+Y", "+G", "+B"}


def test_wild_draw_4_chaining_and_colours() -> None:
    state = begun("Ana plays D blue", "Ben plays D green")
    assert set(state.legal_cards()) == {"D"}
    assert state.color == "G"
    state = after(state, "Cleo passes")
    assert (state.hands, turn(state), state.color) == ((6, 6, 14), "Ana", "G")


def test_wild_draw_4_suspected_rightly_draws_and_the_next_plays_any_card() -> None:
    state = begun("Ana plays D blue", "Ben challenges", "Ana is guilty")
    assert (state.hands[0], turn(state)) == (10, "Ben")
    assert turn(after(state, "Ben plays 9Y")) == "Cleo"
    assert {move.card for move in UNO.moves(state, ("9Y", "D"))} == {"9Y"}  # type: ignore[attr-defined]
    assert "9Y" not in after(state, "Ben plays 3G").legal_cards()


def test_wild_draw_4_suspected_by_a_virtual_seat() -> None:
    """For nobody a lot suspects; its hand is not shown but asked, and the suspicion has the book's consequences."""
    state = begun("Ana plays D blue", seats=MIXED)
    assert need(state) == Lot("Vera", tuple("RYGB"))
    assert UNO.concluded(state, need(state), "B", 0) == (Challenge("Vera"),)
    assert UNO.concluded(state, need(state), "R", 0) == (Challenge("Vera", made=False),)
    asked = after(state, "Vera challenges")
    due = need(asked)
    assert isinstance(due, HandQuestion)
    assert (due.seat, due.of) == ("Vera", "Ana")
    assert {"7B", "3R", "W"} <= due.kinds
    assert "D" not in due.kinds
    guilty = after(asked, "Ana is guilty")
    assert (guilty.hands, turn(guilty)) == ((10, 7, 6), "Vera")
    assert need(guilty).classes == (frozenset(uno.KINDS) - {"D"}, {"D"})  # type: ignore[union-attr]
    innocent = after(asked, "Ana is innocent")
    assert (innocent.hands, turn(innocent)) == ((6, 13, 6), "Ben")
    stands = after(state, "Vera lets it stand")
    assert need(stands) == Select("Vera", (frozenset({"D"}),))


def test_wild_draw_4_suspected_wrongly_draws_six_and_loses_the_turn() -> None:
    state = begun("Ana plays D blue", "Ben challenges", "Ana is innocent")
    assert (state.hands, turn(state)) == ((6, 13, 6), "Cleo")


def test_s1_say_uno() -> None:
    state = after(hands(begun(), 2, 7, 7), "Ana plays 3R")
    assert after(state, "Ana forgot UNO").hands[0] == 3
    assert refused(after(state, "Ben plays 3B"), "Ana forgot UNO")  # "until the next player plays cards"
    assert after(state, "Ben draws", "Ana forgot UNO").hands[0] == 3


def test_s1_nothing_is_drawn_to_a_hand_that_may_be_looked_at() -> None:
    """Cards drawn meanwhile would count against who played the D; it is caught once that is settled."""
    state = after(hands(begun(), 2, 7, 7), "Ana plays D blue")
    for line in ("Ana forgot UNO", "Ana gets 2"):
        assert "first what follows Ana's D" in refused(state, line)
    assert "first what follows Ana's D" in refused(after(state, "Ben challenges"), "Ana forgot UNO")
    assert after(state, "Ben challenges", "Ana is innocent", "Ana forgot UNO").hands[0] == 3
    assert after(state, "Ben passes", "Ana forgot UNO").hands[0] == 3


@pytest.mark.parametrize("card", ["SR", "RR", "+R", "W blue", "D blue"])
def test_s2_no_end_with_a_special_card(card: str) -> None:
    state = after(hands(begun(), 1, 7, 7), f"Ana plays {card}")
    assert (state.hands[0], state.finished) == (1, ())


def test_s2_the_card_drawn_for_it_makes_nobody_guilty() -> None:
    state = after(hands(begun(), 1, 7, 7), "Ana plays D blue")
    assert "that could be wrong" in refused(state, "Ben challenges")


def test_s3_1_helping_costs_two() -> None:
    state = begun("Cleo gets 2")
    assert (state.hands, turn(state)) == ((7, 7, 8), "Ana")


def test_s3_2_a_helping_spectator_joins_with_eleven() -> None:
    assert begun("Dora joins", "Dora gets 2").hands[3] == 11


def test_s4_draw_pile_exhausted() -> None:
    state = begun("Ana plays 3R")
    state = replace(state, decks=(replace(state.decks[0], unplayed=0),))
    told = said(state, "Ben draws")[0]
    assert told.startswith("The unplayed deck is empty")
    assert "The oldest who has finished shuffles" in told


def test_s5_both_exhausted_ends_as_s6() -> None:
    state = replace(begun(), decks=(replace(begun().decks[0], unplayed=0),))
    assert said(state, "Ana draws") == ["Nothing is left to draw: Ana's turn ends."]
    few = hands(begun(), 3, 2, 1)
    few = replace(few, decks=(replace(few.decks[0], unplayed=0),))
    dead = after(few, "Ana draws", "Ben draws", "Cleo passes")
    assert dead.places == ((2,), (1,), (0,)), "as if the time were up"
    assert after(hands(state, 3, 2, 1), "time is up").places == ((2,), (1,), (0,))


def test_s6_ending_prematurely_ties_are_broken_by_hands_shown() -> None:
    state = after(hands(begun(), 2, 3, 2), "time is up")
    assert need(state) == ShowHand("Ana")
    state = after(state, "Ana shows 3B SB", "Cleo shows SY W")
    assert state.places == ((2,), (0,), (1,))  # fewer number cards
    assert need(state) == Over(("Cleo",))


def test_s6_then_more_zeros_and_equal_at_last() -> None:
    sizes = {0: 2, 1: 2, 2: 2}
    assert places(sizes, {0: ("1B", "9G"), 1: ("0R", "9Y"), 2: ("1R", "9B")}) == ((1,), (0, 2))


def test_s7_side_slide() -> None:
    state = after(begun(), "Ben plays 7R")
    assert (turn(state), state.hands) == ("Ana", (7, 6, 6))
    assert refused(begun(top="SR"), "Ana plays SR")  # a number card only
    assert refused(begun(), "Ben plays 7B")  # equal in colour too
    state = begun("Ana plays 3R", seats=MIXED)
    assert "steps of Vera's turn" in refused(state, "Ben plays 3R")
    assert refused(begun(seats=MIXED), "Vera plays 7R")


def test_s8_player_away() -> None:
    state = begun("Ana is away")
    assert (state.hands, turn(state)) == ((9, 7, 6), "Ben")
    assert refused(begun(), "Ben is away")


def test_s9_giving_up() -> None:
    state = begun("Ana gives up")
    assert need(state) == ShowHand("Ana")
    unplayed = state.unplayed
    state = after(state, "Ana shows 1B 2B 3B 4B 5B 6B 8B")
    assert (state.hands[0], state.unplayed, turn(state)) == (0, unplayed + 7, "Ben")
    state = after(state, "Ben gives up", "Ben shows 1G 2G 3G 4G 5G 6G 8G")
    assert state.places == ((2,), (0, 1))  # "they are considered to share the last position"


def test_s10_cheating_the_play_is_undone_and_two_cards_drawn() -> None:
    assert begun("Ana gets 2").hands[0] == 9


def test_s11_conflicts_a_vote_is_no_event_and_what_it_found_is_entered() -> None:
    """ "Did Matt cheat?": the answer moves cards as § 10 says, the vote itself none."""
    assert "an event, such as" in refused(begun(), "Ana votes yes")
    assert begun("Ana gets 2").hands == (9, 7, 6)


def test_s12_marked_cards_stay_in_the_deck_to_the_end() -> None:
    """ "The card can not be changed or removed": all 108 are there however far the game is."""
    state = after(hands(begun(), 1, 1, 7), "Ana plays 3R", "Ben plays 4R")
    assert need(state) == Over(("Ana",))
    assert state.decks[0].cards == uno.DECK
    assert sum(state.hands) + state.unplayed + len(state.discards) == 108


def test_s15_who_is_ejected_leaves_as_who_gives_up() -> None:
    """ "Ejected … similar to steps in § 9"; a warning before that moves nothing and is no event."""
    assert "an event, such as" in refused(begun(), "Ana is warned")
    state = after(begun("Ana gives up"), "Ana shows 1B 2B 3B 4B 5B 6B 8B", "Ben plays 3R")
    assert (state.gone, turn(state)) == ((0,), "Cleo")


def test_s13_joining_with_nine_cards_while_nobody_has_won() -> None:
    state = begun("Dora joins")
    assert (state.hands, state.seats[3]) == ((7, 7, 6, 9), Seat("Dora"))
    assert turn(after(state, "Ana plays 3R", "Ben plays 3B", "Cleo plays 3G")) == "Dora"
    won = after(hands(begun(), 1, 7, 7), "Ana plays 3R")
    assert "once somebody has won" in refused(won, "Dora joins")
    assert "a new name" in refused(begun(), "Ben joins")


def test_s14_tactical_draw_doubted() -> None:
    state = begun("Ana draws")
    assert after(state, "Ben doubts Ana wrongly").hands == (8, 11, 6)
    assert after(state, "Ben doubts Ana rightly").hands == (8, 7, 6)
    assert refused(begun(), "Ben doubts Ana wrongly")


def test_ending_the_game_goes_on_until_one_is_left() -> None:
    state = after(hands(begun(), 1, 1, 7), "Ana plays 3R")
    assert (state.winner, state.finished) == (None, (0,))
    state = after(state, "Ben plays 4R")
    assert state.places == ((0,), (1,), (2,))
    assert need(state) == Over(("Ana",))


def test_scoring_minutes_of_those_who_finish() -> None:
    state = after(hands(begun(scores="session"), 1, 1, 7), "Ana plays 3R")
    assert UNO.prompt(state).times
    state = after(state, "minutes 12", "Ben plays 4R", "minutes 20")
    assert (state.scores, state.games, state.winner) == ((12, 20, 20), (1, 1, 1), None)
    state = after(hands(after(state, "round 2", "Cleo begins"), 7, 1, 1), "Cleo plays 3R", "minutes 4")
    state = after(state, "Ana plays 5R", "Ben plays 5Y", "minutes 30")
    assert (state.scores, state.games) == ((42, 50, 24), (2, 2, 2))
    assert need(after(state, "time is up")) == Over(("Cleo",))


def test_a_session_is_won_by_all_who_share_the_lowest_average() -> None:
    """The book settles no tie."""
    state = after(
        hands(begun(scores="session"), 1, 1, 7), "Ana plays 3R", "minutes 12", "Ben plays 4R", "minutes 12"
    )
    over = after(state, "time is up")
    assert state.scores == (12, 12, 12)
    assert need(over) == Over(("Ana", "Ben", "Cleo"))
    assert UNO.state_json(over)["winner"] == ["Ana", "Ben", "Cleo"]


def test_scoring_after_one_hour_65_70_75() -> None:
    state = after(
        hands(begun(scores="session"), 1, 4, 3), "Ana plays 3R", "minutes 12", "minutes 60", "time is up"
    )
    assert state.scores == (12, 70, 65)


@pytest.mark.parametrize(("last", "score"), [(20, 60), (40, 70)])
def test_scoring_giving_up_the_second_last_and_30_or_60(last: int, score: int) -> None:
    assert session({0: 10}, ((1,),), (2,), True, last) == {0: 10, 1: last, 2: score}
    ejected = after(begun("Ana is ejected"), "Ana shows 1B 2B 3B 4B 5B 6B 8B")
    assert UNO.state_json(ejected)["ejected"] == ["Ana"]
    assert after(ejected, "Ben gives up", "Ben shows 1G 2G 3G 4G 5G 6G 8G").places == ((2,), (1,))


def test_after_a_draw_several_cards_of_one_value_may_be_played() -> None:
    state = begun("Ana draws", "Ana plays 7G 7B")
    assert (state.hands, state.top) == ((6, 7, 6), "7B")


def test_a_d_that_answers_a_d_cannot_be_challenged() -> None:
    state = begun("Ana plays D blue", "Ben plays D red")
    assert "nor a D that answers a D" in refused(state, "Cleo challenges")


def test_guilty_draws_four_a_wrong_suspicion_six_and_away_two_whatever_waits() -> None:
    state = begun("Ana plays +R", "Ben plays D blue", "Cleo challenges")
    assert after(state, "Ben is guilty").hands == (6, 10, 6)
    assert after(state, "Ben is innocent").hands == (6, 6, 12)
    assert after(begun("Ana plays +R"), "Ben is away").hands == (6, 9, 6)


def test_a_session_lasts_an_hour_at_most() -> None:
    state = after(hands(begun(scores="session"), 1, 2, 3), "Ana plays 3R")
    assert "no game is longer than an hour" in refused(state, "minutes 61")
    assert after(state, "minutes 60").scores == (60, 65, 70)
