"""The split pool: the virtual seats have a deck of their own, and both decks' discards share one pile."""

from __future__ import annotations

from collections import Counter

import pytest

from facilitator.errors import CommandError, FacilitatorError, TableError
from facilitator.games.rules import Applied, Happened, Seat
from facilitator.games.uno import cards as uno
from facilitator.games.uno.game import UNO
from facilitator.games.uno.rules import CODEC, apply
from facilitator.games.uno.state import PEOPLES, POOLS, SHARED, UnoState, deck_word, new_game
from facilitator.operations.faces import DECK, DISCARDS
from facilitator.play.virtual_turn import TurnPolicy, layout_of
from facilitator.table_files.load import make_table
from facilitator.table_files.model import pool_cards

TRIO = (Seat("Ana"), Seat("Vera", virtual=True), Seat("Ben"))
FOUR = (*TRIO, Seat("Udo", virtual=True))
COMPACT = uno.POOLS["compact-27"]


def after(state: UnoState, *lines: str) -> Applied[UnoState]:
    """The last of several typed events, applied."""
    applied = Applied(state, ())
    for line in lines:
        applied = apply(applied.state, CODEC.read_line(line, [seat.name for seat in state.seats]))
    return applied


def begun(
    *lines: str, pool: tuple[str, ...] = COMPACT, seats: tuple[Seat, ...] = TRIO, hand_size: int = 7
) -> UnoState:
    return after(new_game(seats, hand_size, pool=pool), "start 7R Ana first", *lines).state


def spoken(applied: Applied[UnoState]) -> list[str]:
    return [said for one in applied.happened if (said := UNO.say(one))]


def refused(state: UnoState, line: str, kind: type[FacilitatorError] = TableError) -> str:
    """Why the event is refused; the state it was refused on is checked to be untouched."""
    before = state.to_json(), state.discards, state.origin
    with pytest.raises(kind) as refusal:
        after(state, line)
    assert (state.to_json(), state.discards, state.origin) == before
    return str(refusal.value)


# The decks


def test_the_decks_have_the_sizes_the_table_file_promises() -> None:
    assert {name: len(cards) for name, cards in uno.POOLS.items()} == {
        "full-108": 108,
        "half-54": 54,
        "compact-27": 27,
    }


@pytest.mark.parametrize("name", uno.POOLS)
def test_a_deck_is_in_deck_order_and_of_one_uno_deck(name: str) -> None:
    cards = uno.POOLS[name]
    assert list(cards) == sorted(cards, key=uno.deck_order)
    assert Counter(cards) <= Counter(uno.DECK)


def test_half_the_deck_is_one_of_each_kind() -> None:
    assert Counter(uno.POOLS["half-54"]) == Counter(uno.KINDS)


def test_the_compact_deck_treats_all_colours_alike_and_has_cards_of_every_sort() -> None:
    by_color = {c: [card[0] for card in COMPACT if uno.color_of(card) == c] for c in uno.COLORS}
    assert len({tuple(symbols) for symbols in by_color.values()}) == 1
    assert {"S", "+"} <= set(by_color["R"])
    assert [card for card in COMPACT if uno.is_black(card)] == ["W", "W", "D"]


@pytest.mark.parametrize(("top", "color"), [(t, c) for t in ("4B", "8Y", "SR", "D") for c in "RYGB"])
def test_the_compact_deck_always_has_something_to_play(top: str, color: str) -> None:
    assert len([card for card in COMPACT if card in uno.valid_kinds(top, color)]) >= 9


def test_a_table_names_its_pool_or_lists_it() -> None:
    seats = ["Ana", {"name": "Vera", "virtual": True}]
    made = [make_table({"seats": seats, "pool": "split", "pool_deck": deck}) for deck in uno.POOLS]
    assert [pool_cards(table) for table in made] == list(uno.POOLS.values())
    own = make_table({"seats": seats, "pool": "split", "pool_deck": ["W", "7R"], "hand_size": 1})
    assert Counter(pool_cards(own)) == Counter(["7R", "W"])
    assert new_game(TRIO, 1, pool=pool_cards(own)).decks[1].cards == ("7R", "W")
    assert pool_cards(make_table({"seats": seats, "pool_deck": "half-54"})) == ()


# Dealing


def test_each_seat_is_dealt_from_its_own_deck() -> None:
    state = new_game(FOUR, pool=COMPACT)
    assert (state.hands, state.unplayed, state.decks[1].unplayed) == ((7, 7, 7, 7), 94, 13)
    assert [state.deck_of(seat).unplayed for seat in range(4)] == [94, 13, 94, 13]
    assert [state.deck_of(seat).whose for seat in range(2)] == [PEOPLES, POOLS]


def test_a_shared_pool_has_one_deck_for_all() -> None:
    state = new_game(FOUR)
    assert [state.deck_of(seat).unplayed for seat in range(4)] == [80] * 4
    assert len(state.decks) == 1
    assert {state.deck_of(seat).whose for seat in range(4)} == {SHARED}
    played = after(state, "start 7R Ana first", "Ana plays 8R", "Vera plays 9R").state
    assert set(played.origin) == {0}
    assert played.discards_from(0) == ("7R", "8R", "9R")


@pytest.mark.parametrize("hand_size", [14, 27])
def test_a_pool_that_cannot_deal_the_virtual_hands_is_refused(hand_size: int) -> None:
    with pytest.raises(TableError) as refusal:
        new_game(FOUR, hand_size, pool=COMPACT)
    assert f"2 virtual hands of {hand_size} from a pool of 27 cards" in str(refusal.value)


def test_the_people_s_deck_counts_only_their_hands() -> None:
    assert new_game(FOUR, 53, pool=uno.DECK + uno.DECK).unplayed == 2
    with pytest.raises(TableError, match="2 hands of 54 from 108 cards"):
        new_game(FOUR, 54, pool=uno.DECK + uno.DECK)


def test_a_pool_of_other_things_is_refused() -> None:
    with pytest.raises(CommandError, match="7♦"):
        new_game(TRIO, 1, pool=("7R", "W", "7♦"))


# Playing: one pile, told apart by where each card came from


def test_the_first_top_card_comes_from_the_people_s_deck() -> None:
    state = begun()
    assert (state.unplayed, state.decks[1].unplayed, state.origin) == (93, 20, (0,))


def test_the_pile_knows_which_deck_each_discard_came_from() -> None:
    state = begun("Ana plays 8R", "Vera plays 5R", "Ben plays 5B", "Ana plays 7B", "Vera plays 7R")
    assert state.discards == ("7R", "8R", "5R", "5B", "7B", "7R")
    assert state.discards_from(1) == ("5R", "7R")
    assert state.discards_from(0) == ("7R", "8R", "5B", "7B")
    assert Counter(state.remaining(1)) == Counter(COMPACT) - Counter(["5R", "7R"])
    assert Counter(state.remaining()) == Counter(uno.DECK) - Counter(["7R", "8R", "5B", "7B"])
    assert len(state.remaining(1)) == state.hands[1] + state.decks[1].unplayed
    assert len(state.remaining()) == state.hands[0] + state.hands[2] + state.unplayed


def test_a_virtual_seat_cannot_play_what_its_pool_lacks() -> None:
    said = refused(begun("Ana plays 8R"), "Vera plays 9R")
    assert "a card of this deck (the pool deck); found red 9, which" in said
    assert after(begun("Ana plays 8R"), "Vera plays 7R").state.top == "7R"


def test_a_person_may_play_what_the_pool_lacks() -> None:
    assert begun("Ana plays 9R").top == "9R"


def test_each_deck_s_copies_are_counted_apart() -> None:
    """7R of the people is out once, at the start; the pool's only 7R does not count as their second."""
    state = begun("Ana plays 1R", "Vera plays 7R")
    after(state, "Ben plays 7R")
    again = after(state, "Ben plays 7R", "Ana plays 5R").state
    said = refused(again, "Vera plays 7R")
    assert "at most 1 of the card red 7 (the pool deck); found one more, while 1 lies" in said


def test_a_third_copy_from_the_people_s_deck_is_refused() -> None:
    state = begun("Ana plays 7R", "Vera plays 5R")
    said = refused(state, "Ben plays 7R")
    assert "at most 2 of the card red 7 (the people's deck)" in said


def test_the_first_card_must_be_of_the_people_s_deck() -> None:
    state = new_game(TRIO, 1, ["7R", "7G", "7B"], COMPACT)
    with pytest.raises(TableError, match=r"a card of this deck .the people's deck."):
        after(state, "start 1Y Ana first")


def test_a_virtual_seat_wins_as_anybody_does() -> None:
    applied = after(begun(hand_size=1, seats=TRIO), "Ana draws", "Vera plays 1R")
    assert spoken(applied)[-1] == "Vera wins."
    assert applied.state.discards_from(1) == ("1R",)


# Drawing: each seat from its own deck


def test_a_virtual_seat_draws_from_the_pool() -> None:
    state = begun("Ana plays 8R", "Vera draws")
    assert (state.unplayed, state.decks[1].unplayed, state.hands) == (93, 19, (6, 8, 7))


def test_a_person_draws_from_the_people_s_deck() -> None:
    state = begun("Ana draws")
    assert (state.unplayed, state.decks[1].unplayed, state.hands) == (92, 20, (8, 7, 7))


def test_a_forced_draw_takes_from_the_drawing_seat_s_own_deck() -> None:
    on_virtual = after(begun(), "Ana plays +R")
    assert spoken(on_virtual) == [
        "Vera draws 2 from the pool deck, face down onto the hand, unseen by all, and misses the turn."
    ]
    assert (on_virtual.state.unplayed, on_virtual.state.decks[1].unplayed) == (93, 18)
    on_person = after(begun("Ana plays 1R"), "Vera plays D red")
    assert spoken(on_person) == ["Ben draws 4 from the people's deck, unseen, and misses the turn."]
    assert (on_person.state.unplayed, on_person.state.decks[1].unplayed) == (89, 20)


# The pool's deck runs out.  Six cards, a hand of three: three are left.

SIX = ("1R", "2R", "3R", "4R", "5R", "W")


def small(*lines: str) -> UnoState:
    return begun(*lines, pool=SIX, seats=TRIO[:2], hand_size=3)


OUT = ("Ana draws", "Vera plays 1R", "Ana plays 8R", "Vera draws", "Vera passes")
ROUND = ("Ana draws", "Vera draws", "Vera passes")
EMPTY = (*OUT, *ROUND, *ROUND)


def test_the_pool_s_discards_become_its_new_deck_and_the_people_s_stay() -> None:
    state = small(*EMPTY)
    assert (state.decks[1].unplayed, state.discards, state.origin) == (0, ("7R", "1R", "8R"), (0, 1, 0))
    state, told = after(state, "Ana draws", "Vera draws")
    assert [UNO.say(one) for one in told if UNO.say(one)] == [
        "Ana keeps the drawn card and passes.",
        "The pool deck is empty. Take its discards off the pile, told by a mark on the face or another printed"
        " back; leave the top card. Shuffle them into a new deck (1 card).",
    ]
    assert (state.decks[1].unplayed, state.discards, state.origin) == (0, ("7R", "8R"), (0, 0))
    assert state.remaining(1) == SIX


def test_a_top_card_of_the_pool_stays_on_the_pile() -> None:
    state = small(*EMPTY, "Ana draws", "Ana passes", "Vera plays 5R", "Ana plays +R")
    assert (state.decks[1].unplayed, state.hands[1], state.discards) == (0, 6, ("7R", "8R", "+R"))
    state = small(*EMPTY[:-2], "Vera plays 5R", "Ana plays 9R", "Vera plays 4R", "Ana draws", "Ana passes")
    assert state.top == "4R"
    assert (state.hands[1], state.decks[1].unplayed) == (2, 1)
    state = after(state, "Vera draws", "Vera passes", "Ana draws", "Ana passes", "Vera draws").state
    assert (state.discards, state.origin) == (("7R", "8R", "9R", "4R"), (0, 0, 0, 1))
    assert state.remaining(1) == ("1R", "2R", "3R", "5R", "W")


def test_a_pool_with_nothing_but_the_top_card_cannot_be_drawn_from() -> None:
    """The people's discards and their deck are no use to it."""
    state = begun(pool=SIX[:4], seats=TRIO[:2], hand_size=3)
    state = after(state, "Ana draws", "Vera draws", "Vera passes", "Ana draws", "Ana passes").state
    assert (state.decks[1].unplayed, state.unplayed, len(state.discards)) == (0, 102, 1)
    applied = after(state, "Vera draws")
    assert spoken(applied) == ["Nothing is left to draw from the pool deck: Vera's turn ends."]
    assert after(state, "Vera passes").state.turn == 0
    short = after(state, "Vera plays 1R", "Ana plays D red")
    assert spoken(short)[-2:] == [
        "Vera draws 1 from the pool deck, face down onto the hand, unseen by all.",
        "Nothing is left to draw from the pool deck: Vera goes without 3 of 4 and misses the turn.",
    ]


def test_the_people_s_deck_is_made_anew_without_the_pool_s_discards() -> None:
    game = new_game(TRIO[:2], 2, ["1R", "2R", "3R", "7R"], COMPACT)
    lines = ["start 7R Ana first", "Ana plays 1R", "Vera plays 3R", "Ana draws", "Vera draws", "Vera passes"]
    applied = after(game, *lines, "Ana draws")
    assert "people's deck is empty" in spoken(applied)[0]
    assert (applied.state.discards, applied.state.origin) == (("3R",), (1,))
    assert (applied.state.unplayed, applied.state.hands) == (1, (3, 2))


@pytest.mark.parametrize("whose", [SHARED, PEOPLES, POOLS])
@pytest.mark.parametrize("key", ["draw", "short", "stuck", "reshuffle"])
def test_what_is_read_aloud_says_which_deck(key: str, whose: str) -> None:
    args = {"seat": "Vera", "count": 2, "of": 4, "misses": True, "virtual": True, "deck": whose}
    said = UNO.say(Happened(key, args))
    decks = {deck: deck_word(deck) for deck in (SHARED, PEOPLES, POOLS)}
    assert {deck for deck, name in decks.items() if name in said.lower()} - {whose} == set()
    assert whose == SHARED or decks[whose] in said.lower()


# JSON


def test_a_shared_state_has_no_word_of_pools() -> None:
    assert "pool" not in after(new_game(TRIO), "start 7R Ana first").state.to_json()
    assert UNO.facts(after(new_game(TRIO), "start 7R Ana first").state).endswith("deck 86 · clockwise")


def test_a_split_state_also_counts_the_pool() -> None:
    state = begun("Ana plays 8R", "Vera plays 5R")
    assert state.to_json() == {
        "n": 3,
        "turn": "Ben",
        "direction": "clockwise",
        "top": "5R",
        "color": "R",
        "hands": {"Ana": 6, "Vera": 6, "Ben": 7},
        "unplayed": 93,
        "discards": 3,
        "winner": None,
        "pool": {"unplayed": 20, "discards": 1},
    }
    assert "people's deck 93 · pool deck 20" in UNO.facts(state)


# The layout


def test_only_the_pool_is_laid_out() -> None:
    state = begun("Ana plays 8R", "Vera plays 5R", "Ben plays 6R", seats=FOUR)
    layout = layout_of(state, TurnPolicy(UNO, "knockout", state))
    assert layout.hands == (("Udo", 7), ("Vera", 6), (DECK, 13))
    assert layout.cards == state.remaining(1)
    assert layout.k == 26
    assert set(layout.playable) == {card for card in COMPACT if card in uno.valid_kinds("6R", "R")} - {"5R"}


def test_concealed_only_the_pool_s_own_discards_join() -> None:
    state = begun("Ana plays 8R", "Vera plays 5R", "Ben plays 6R", seats=FOUR)
    layout = layout_of(state, TurnPolicy(UNO, "knockout", state, conceal=True))
    assert layout.hands == (("Udo", 7), ("Vera", 6), (DECK, 13), (DISCARDS, 1))
    assert layout.cards == COMPACT
    assert "5R" in layout.playable


def test_the_layout_of_a_shared_pool_is_as_it_was() -> None:
    state = after(new_game(TRIO), "start 7R Vera first").state
    assert layout_of(state, TurnPolicy(UNO, "knockout", state)).hands == (
        ("Vera", 7),
        ("Ben", 7),
        ("Ana", 7),
        (DECK, 86),
    )
    assert layout_of(state, TurnPolicy(UNO, "knockout", state, conceal=True)).hands[-1] == (DISCARDS, 1)
    assert layout_of(state, TurnPolicy(UNO, "knockout", state, conceal=True)).cards == uno.DECK
