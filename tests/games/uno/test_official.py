"""The official rules, a test per paragraph: "The complexity of UNO", appendix 0.A."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from rules_helpers import MIXED, PAIR, PEOPLE, after, game, hands, refused, said, turn

from facilitator.games.events import Challenge, ChallengeVerdict, Round, Start
from facilitator.games.rules import Ask, HandQuestion, Lot, Over, Seat, Select, ShowHand
from facilitator.games.uno import cards as uno
from facilitator.games.uno.rules import need
from facilitator.games.uno.state import UnoState, points
from facilitator.operations.faces import SOME
from states import UNO


def begun(*lines: str, top: str = "7R", seats: tuple[Seat, ...] = PEOPLE) -> UnoState:
    return after(game("official", seats), f"start {top} Ana first", *lines)


def test_contents() -> None:
    kinds = Counter(card[0] for card in uno.DECK)
    assert [kinds[symbol] for symbol in "+RSWD"] == [8, 8, 8, 4, 4]
    for color in "BGRY":
        assert sum(card[0].isdigit() and card[1] == color for card in uno.DECK) == 19


def test_objective_500_points_from_what_is_left() -> None:
    state = replace(hands(begun(), 1, 2, 1), scores=(453, 0, 0))
    state = after(state, "Ana plays 9R", "Ben shows 7B SG")
    assert need(state) == ShowHand("Cleo")
    state = after(state, "Cleo shows RG")
    assert state.scores == (500, 0, 0)
    assert need(state) == Over(("Ana",))


def test_objective_one_point_short_goes_on() -> None:
    state = replace(hands(begun(), 1, 1, 0), scores=(479, 0, 0))
    state = after(state, "Ana plays 9R", "Ben shows RG")
    assert state.scores[0] == 499
    assert need(state) == Ask(None)
    assert UNO.moves(state, ()) == (Round(2),)


def test_how_to_play_seven_cards_and_a_card_turned_over() -> None:
    state = game("official")
    assert state.hands == (7, 7, 7)
    assert need(state) == Ask(None)
    state = after(state, "start 7R Ana first")
    assert (state.top, state.unplayed) == ("7R", 108 - 22)


def test_how_to_play_the_left_of_the_dealer_matches_number_color_or_symbol() -> None:
    state = begun()
    assert turn(state) == "Ana"
    for card in ("3R", "7B", "SR"):
        assert turn(after(state, f"Ana plays {card}")) in ("Ben", "Cleo")
    assert after(state, "Ana plays W blue").color == "B"
    assert "a red card, any 7, a wild" in refused(state, "Ana plays 3B")


@pytest.mark.parametrize("seat", ["Ana", "Ben", "Cleo"])
def test_how_to_play_who_deals_is_picked_and_the_left_of_the_dealer_starts(seat: str) -> None:
    """Picking the highest number is done at the table: whoever deals, the seat at the left is told as the first."""
    state = after(game("official"), f"start 7R {seat} first")
    assert turn(state) == seat
    dealer = PEOPLE[[one.name for one in PEOPLE].index(seat) - 1].name
    assert turn(after(game("official"), f"start RR {seat} first")) == dealer


def test_how_to_play_players_may_choose_not_to_play_a_playable_card() -> None:
    """ "If so, the player must draw a card": in turn, once, and then nothing else of the hand."""
    state = begun("Ana draws")
    assert (state.hands[0], turn(state)) == (8, "Ana")
    assert refused(state, "Ana draws")
    assert turn(after(state, "Ana passes")) == "Ben"


@pytest.mark.parametrize("symbol", ["+", "R", "S"])
def test_action_cards_only_on_matching_colors_and_cards_of_their_kind(symbol: str) -> None:
    """Draw Two, Reverse and Skip: each "may only be played on a matching color or on another" of its kind."""
    assert f"{symbol}R" in begun().legal_cards()
    assert f"{symbol}B" not in begun().legal_cards()
    other = begun(f"Ana plays {symbol}R")
    assert f"{symbol}B" in other.legal_cards()


def test_wild_even_if_the_player_has_another_playable_card() -> None:
    state = begun()
    plays = {move.card for move in UNO.moves(state, ("9R", "W"))}  # type: ignore[attr-defined]
    assert plays == {"9R", "W"}


def test_how_to_play_the_card_picked_up_may_be_put_down() -> None:
    state = begun("Ana draws")
    assert UNO.moves(state, ("5B", "9R"))[0].card == "9R"  # type: ignore[attr-defined]
    assert turn(after(state, "Ana plays 9R")) == "Ben"
    assert turn(after(state, "Ana passes")) == "Ben"


def test_how_to_play_not_a_card_from_the_hand_after_the_draw() -> None:
    state = begun("Ana draws")
    assert need(state) == Ask("Ana", again=True)
    assert list(UNO.moves(state, ("9R", "5B"))) == list(UNO.moves(state, ("5B",)))


def test_draw_two() -> None:
    state = begun("Ana plays +R")
    assert (state.hands, turn(state)) == ((6, 9, 7), "Cleo")
    assert "+B" in state.legal_cards()


def test_draw_two_turned_up() -> None:
    state = begun(top="+R")
    assert (state.hands, turn(state)) == ((9, 7, 7), "Ben")


def test_reverse() -> None:
    state = begun("Ana plays RR")
    assert (turn(state), state.direction) == ("Cleo", -1)


def test_reverse_turned_up_the_dealer_goes_first_to_the_right() -> None:
    state = begun(top="RR")
    assert (turn(state), state.direction) == ("Cleo", -1)
    assert turn(after(state, "Cleo plays 3R")) == "Ben"


def test_reverse_of_two_seats_is_a_skip() -> None:
    """The appendix names no number of players; with two, play to the right is play to the left (RULES)."""
    state = begun("Ana plays RR", seats=PAIR)
    assert turn(state) == "Ana"


def test_skip() -> None:
    assert turn(begun("Ana plays SR")) == "Cleo"


def test_skip_turned_up() -> None:
    assert turn(begun(top="SR")) == "Ben"


def test_wild_any_colour_at_any_time() -> None:
    state = begun("Ana plays W red")
    assert (state.color, turn(state)) == ("R", "Ben")


def test_wild_turned_up_the_left_of_the_dealer_names_the_colour() -> None:
    state = begun(top="W")
    assert (need(state), state.legal_cards()) == (Ask("Ana"), frozenset())
    state = after(state, "Ana names green")
    assert (state.color, turn(state)) == ("G", "Ana")
    assert "only of a first top card W" in refused(state, "Ana names red")


def test_wild_turned_up_a_virtual_seat_draws_the_colour_by_lot() -> None:
    state = after(game("official", MIXED), "start W Vera first")
    assert need(state) == Lot("Vera", tuple("RYGB"))
    (event,) = UNO.concluded(state, need(state), "G", 0)  # type: ignore[misc]
    assert UNO.apply(state, event).state.color == "G"


def test_wild_draw_four_the_next_has_to_pick_up_four() -> None:
    state = begun("Ana plays D blue")
    assert (state.color, need(state)) == ("B", Ask("Ben"))
    state = after(state, "Ben passes")
    assert (state.hands, turn(state)) == ((6, 11, 7), "Cleo")


def test_wild_draw_four_only_without_the_colour_a_virtual_seat_never_plays_it_else() -> None:
    state = begun(seats=MIXED)
    state = after(state, "Ana plays 3R")
    first, second = need(state).classes  # type: ignore[union-attr]
    assert isinstance(need(state), Select)
    assert second == {"D"}
    assert "D" not in first
    assert first | second == state.legal_cards()


def test_wild_draw_four_matching_numbers_do_not_count() -> None:
    state = begun("Ana plays D blue", "Ben challenges")
    assert {uno.color_of(kind) for kind in state.suspects or ()} == {"R"}
    assert UNO.moves(state, ("7B", "W"))[0] == UNO.moves(state, ("9Y",))[0]


@pytest.mark.parametrize(
    ("verdict", "sizes", "then"), [("guilty", (10, 7, 7), "Ben"), ("innocent", (6, 13, 7), "Cleo")]
)
def test_wild_draw_four_bluff_and_challenge(verdict: str, sizes: tuple[int, ...], then: str) -> None:
    """Guilty draws 4, a wrong challenger 6 (RULES; the excerpt: "certain rules apply")."""
    state = begun("Ana plays D blue", "Ben challenges", f"Ana is {verdict}")
    assert (state.hands, turn(state), state.color) == (sizes, then, "B")


def test_wild_draw_four_nobody_draws_before_it_is_known_whether_it_is_challenged() -> None:
    """Said at once, the four would be drawn at once, and again when the challenge is passed up."""
    (told,) = said(begun(), "Ana plays D blue")
    assert told == "Ben may challenge; else Ben draws 4 and misses the turn."
    (told,) = said(begun("Ana plays D blue"), "Ben passes")
    assert told == "Ben draws 4 from the unplayed deck, unseen, and misses the turn."


def test_wild_draw_four_nobody_else_challenges_and_no_virtual_seat_is_guilty() -> None:
    state = begun("Ana plays D blue")
    assert "a challenge of a person's D" in refused(state, "Cleo challenges")
    assert "a challenge first" in refused(state, "Ana is guilty")
    state = begun("Ana plays 3R", "Vera plays D red", seats=MIXED)
    assert (state.hands[2], turn(state)) == (11, "Ana")
    assert "a challenge of a person's D" in refused(state, "Ben challenges")


def test_wild_draw_four_a_virtual_seat_challenges_by_lot_and_the_hand_is_asked() -> None:
    state = begun("Ana plays D blue", seats=MIXED)
    assert need(state) == Lot("Vera", tuple("RYGB"))
    assert UNO.concluded(state, need(state), "B", 0) == (Challenge("Vera"),)
    asked = after(state, "Vera challenges")
    red = frozenset(kind for kind in uno.KINDS if uno.color_of(kind) == "R")
    assert need(asked) == HandQuestion("Vera", "Ana", red)
    assert UNO.concluded(asked, need(asked), SOME, 0) == (ChallengeVerdict("Ana", True),)
    assert UNO.concluded(asked, need(asked), None, 0) == (ChallengeVerdict("Ana", False),)
    assert said(state, "Vera challenges")[0].startswith(
        "Ana's covered hand is asked one question: is there a red card in it?"
    )
    assert "a person's D" in refused(state, "Ben challenges")


@pytest.mark.parametrize(
    ("lines", "sizes", "then"),
    [
        (("Vera lets it stand",), (6, 11, 7), "Ben"),
        (("Vera passes",), (6, 11, 7), "Ben"),  # as a written record may have it
        (("Vera challenges", "Ana is guilty"), (10, 7, 7), "Vera"),
        (("Vera challenges", "Ana is innocent"), (6, 13, 7), "Ben"),
    ],
)
def test_wild_draw_four_what_a_virtual_challenge_costs(
    lines: tuple[str, ...], sizes: tuple[int, ...], then: str
) -> None:
    state = begun("Ana plays D blue", *lines, seats=MIXED)
    assert (state.hands, turn(state), state.pending) == (sizes, then, 0)


def test_wild_draw_four_a_person_does_not_let_it_stand_but_passes() -> None:
    assert "passes" in refused(begun("Ana plays D blue"), "Ben lets it stand")


def test_wild_draw_four_turned_up_is_returned() -> None:
    state = game("official")
    turned = {move.card for move in UNO.moves(state, ()) if isinstance(move, Start)}
    assert turned == set(uno.KINDS) - {"D"}
    assert "put it back" in refused(state, "start D Ana first").lower()


def test_going_out_uno_missed_and_caught_draws_two() -> None:
    state = after(hands(begun(), 2, 7, 7), "Ana plays 9R")
    state = after(state, "Ana forgot UNO")
    assert (state.hands, turn(state)) == ((3, 7, 7), "Ben")
    assert "one card left" in refused(state, "Ana forgot UNO")


def test_going_out_uno_is_a_persons_own_to_say_and_read_out_for_a_virtual_seat() -> None:
    """Read out for everybody, nobody could forget it."""
    assert said(hands(begun(), 2, 7, 7), "Ana plays 9R") == []
    assert said(hands(begun("Ana plays 9R", seats=MIXED), 6, 2, 7), "Vera plays 3R") == [
        "UNO! Vera has one card left."
    ]


def test_going_out_uno_only_if_caught_in_time_and_never_a_virtual_seat() -> None:
    state = after(hands(begun(), 2, 7, 7), "Ana plays 9R", "Ben plays 3R")
    assert "one card left" in refused(state, "Ana forgot UNO")
    state = after(hands(begun("Ana plays 9R", seats=MIXED), 6, 2, 7), "Vera plays 3R")
    assert "never missed" in refused(state, "Vera forgot UNO")


def test_going_out_points_are_scored_and_play_starts_over() -> None:
    state = after(hands(begun(seats=MIXED), 1, 1, 2), "Ana plays 9R")
    assert need(state) == ShowHand("Vera")
    assert "the hand of Vera" in refused(state, "Ben plays 3R")
    assert "1 cards that are in no other place" in refused(state, "Vera shows 3B 4B")
    state = after(state, "Vera shows W", "Ben shows 3B +G")
    assert state.scores == (73, 0, 0)
    state = after(state, "round 2")
    assert (state.hands, state.unplayed, state.discards) == ((7, 7, 7), 87, ())
    assert turn(after(state, "start 3B Ben first")) == "Ben"


@pytest.mark.parametrize(("card", "drawn"), [("+R", 2), ("D blue", 4), ("SR", 0), ("9R", 0)])
def test_going_out_on_a_draw_two_or_four_the_next_still_draws(card: str, drawn: int) -> None:
    state = after(hands(begun(), 1, 7, 7), f"Ana plays {card}")
    assert state.hands == (0, 7 + drawn, 7)
    assert need(state) == ShowHand("Ben")


def test_draw_pile_depleted_is_reshuffled() -> None:
    state = begun("Ana plays 3R", "Ben plays 4R")
    state = replace(state, decks=(replace(state.decks[0], unplayed=0),))
    assert said(state, "Cleo draws") == [
        "The unplayed deck is empty: shuffle all discards but the top card into a new unplayed deck (2 cards)."
    ]


HANDS = [
    ("7B SG RG", 7 + 20 + 20),
    ("0R", 0),
    ("W", 50),
    ("D", 50),
    ("+B +R", 40),
    ("1R 2R 3R 4R 5R", 15),
    ("9G 9G 8Y", 26),
    ("W W D D", 200),
    ("SR RY +G 6B", 66),
    ("0B 0G 9Y W SB", 0 + 0 + 9 + 50 + 20),
]


@pytest.mark.parametrize(("cards", "worth"), HANDS)
def test_scores_of_ten_hands_worked_by_hand(cards: str, worth: int) -> None:
    """Number: face; S R +: 20; W D: 50; "you score points for cards left in your opponents' hands"."""
    assert points(cards.split()) == worth
    left = len(cards.split())
    state = after(hands(begun(seats=PAIR), 1, left), "Ana plays 9R", f"Ben shows {cards}")
    assert state.scores == (worth, 0)
