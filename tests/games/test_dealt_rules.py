"""The rules of Sevens, Hearts and Muggins, each as a named test with its source."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from facilitator.errors import CommandError, TableError
from facilitator.games.base import Game
from facilitator.games.dominoes import DOMINOES
from facilitator.games.dominoes_facts import lengthened, open_sum, points
from facilitator.games.due import Ask, Blind, Lot, Over, Select, ShowHand
from facilitator.games.events import Drew, Event, Give, Lacks, Pass, Play, Round, Show, Start
from facilitator.games.facts import Seat
from facilitator.games.hearts import HEARTS
from facilitator.games.packs import CARDS, TILES
from facilitator.games.sevens import SEVENS

ANA, VERA, BEN, UDO = Seat("Ana"), Seat("Vera", True), Seat("Ben"), Seat("Udo", True)
FOUR = (ANA, VERA, BEN, UDO)


def begun(game: Game[Any], seats: Sequence[Seat], rules: str = "paper") -> Any:
    return game.begin(seats, {"rules": rules})


def after(game: Game[Any], state: Any, *lines: str) -> Any:
    for line in lines:
        state = game.apply(state, game.read(line, state)).state
    return state


def refused(game: Game[Any], state: Any, line: str) -> str:
    with pytest.raises((CommandError, TableError)) as refusal:
        after(game, state, line)
    return str(refusal.value)


def turn(state: Any) -> object:
    return DOMINOES.state_json(state)["turn"]


# Every game


@pytest.mark.parametrize(
    ("game", "seats", "said"),
    [
        (SEVENS, (ANA, VERA), "3 to 7 seats"),
        (HEARTS, (ANA, VERA, BEN), "4 seats"),
        (DOMINOES, (ANA,), "2 to 4 seats"),
        (DOMINOES, (VERA, UDO), "a person"),
        (DOMINOES, (ANA, Seat("ANA")), "a name of its own"),
        (DOMINOES, (ANA, Seat("row")), "a name of its own"),
        (HEARTS, (ANA, VERA, BEN, Seat("trick")), "a name of its own"),
    ],
)
def test_a_table_that_cannot_be(game: Game[Any], seats: tuple[Seat, ...], said: str) -> None:
    with pytest.raises(TableError, match=said):
        begun(game, seats)


def test_rules_are_paper_or_usual() -> None:
    assert begun(SEVENS, FOUR).rules == SEVENS.begin(FOUR, {}).rules == "paper"
    with pytest.raises(TableError, match="paper or usual"):
        begun(SEVENS, FOUR, "kpgut")


EVENTS: list[tuple[Game[Any], Event, dict[str, object], str]] = [
    (SEVENS, Play("Ana", "7D"), {"seat": "Ana", "play": "7D"}, "Ana plays 7D"),
    (SEVENS, Pass("Ana"), {"seat": "Ana", "pass": True}, "Ana passes"),
    (SEVENS, Lacks("Vera"), {"seat": "Vera", "lacks": True}, "Vera lacks it"),
    (HEARTS, Give("Ana", "Ben", 3), {"seat": "Ana", "give": 3, "to": "Ben"}, "Ana gives 3 to Ben"),
    (HEARTS, Start(None, "Ana"), {"first": "Ana"}, "Ana first"),
    (HEARTS, Round(2), {"round": 2}, "round 2"),
    (
        DOMINOES,
        Play("Ana", "5-6", "left"),
        {"seat": "Ana", "play": "5-6", "end": "left"},
        "Ana plays 5-6 left",
    ),
    (DOMINOES, Drew("Ana"), {"seat": "Ana", "draw": 1}, "Ana draws"),
    (DOMINOES, Drew("Ana", 2), {"seat": "Ana", "draw": 2}, "Ana draws 2"),
    (DOMINOES, Show("Vera", ("5-5",)), {"seat": "Vera", "show": ["5-5"]}, "Vera shows 5-5"),
]


@pytest.mark.parametrize(("game", "event", "wire", "text"), EVENTS)
def test_an_event_as_text_and_json(game: Game[Any], event: Event, wire: dict[str, object], text: str) -> None:
    state = begun(game, FOUR)
    assert game.event_json(event) == wire
    assert game.event_of(wire, state.names) == event
    assert game.text(event) == text
    assert game.read(text, state) == game.read(text.upper(), state) == event


@pytest.mark.parametrize(
    "wire",
    [7, {}, {"seat": "Ana"}, {"seat": "Eve", "pass": True}, {"seat": "Ana", "pass": False}, {"round": "2"},
     {"seat": "Ana", "play": 7}, {"seat": "Ana", "draw": True}, {"seat": "Ana", "draw": 1, "end": "left"},
     {"seat": "Ana", "play": "5-6", "end": "top"}, {"seat": "Ana", "play": "5-6", "draw": 1}],
)  # fmt: skip
def test_json_that_says_no_event(wire: object) -> None:
    with pytest.raises(CommandError):
        DOMINOES.event_of(wire, ("Ana", "Ben"))


@pytest.mark.parametrize("line", ["", "{", "[]", "Ana plays", "Eve plays 5-6", "Ana frobs", "draw many"])
def test_text_that_says_no_event(line: str) -> None:
    with pytest.raises(CommandError):
        DOMINOES.read(line, after(DOMINOES, begun(DOMINOES, (ANA, BEN)), "6-6", "no"))


@pytest.mark.parametrize("rules", ["paper", "usual"])
@pytest.mark.parametrize("game", [SEVENS, HEARTS, DOMINOES])
@pytest.mark.parametrize("seat", ["Ana", "Vera", "Ben", "Udo"])
def test_a_way_to_begin_gives_a_seat_the_first_turn(game: Game[Any], rules: str, seat: str) -> None:
    for mix in (FOUR, (VERA, ANA, UDO, BEN)):
        state = begun(game, mix, rules)
        for event in next(iter(game.firsts(state, seat))):
            state = game.apply(state, event).state
        assert game.state_json(state)["turn"] == seat
        assert isinstance(game.need(state), Ask | Select)


def test_a_line_of_a_record_names_its_seat() -> None:
    assert SEVENS.read_line("Vera has none", ("Ana", "Vera")) == Lacks("Vera")
    assert SEVENS.read_line('{"seat":"ana","play":"7d"}', ("Ana", "Vera")) == Play("Ana", "7D")
    with pytest.raises(CommandError):
        SEVENS.read_line("7D", ("Ana", "Vera"))


def test_no_is_a_pass_where_nothing_is_looked_for() -> None:
    state = after(SEVENS, begun(SEVENS, FOUR), "Ana plays 7d")
    assert SEVENS.read("no", state) == SEVENS.read("pass", state) == Pass("Vera")


# Sevens (§5.1)


def test_uneven_hands_first_seats_get_one_more() -> None:
    state = begun(SEVENS, (ANA, VERA, BEN))
    assert state.hands == (18, 17, 17)
    assert SEVENS.say(SEVENS.deal(state)[0]) == "Deal 18 cards to Ana, and 17 cards each to Vera and Ben."


def test_a_virtual_holder_of_the_seven_is_found_by_selections() -> None:
    state = begun(SEVENS, FOUR)
    assert SEVENS.need(state) == Ask("Ana")
    state = after(SEVENS, state, "no", "Ben lacks it")
    need = SEVENS.need(state)
    assert need == Select("Vera", (frozenset({"7D"}),))
    assert SEVENS.concluded(state, need, None, 0) == (Lacks("Vera"),)
    state = after(SEVENS, state, "no")
    assert "nobody holds" in refused(SEVENS, state, "no")  # the last seat must have it
    assert SEVENS.need(after(SEVENS, state, "7d")) == Ask("Ana")


def test_a_person_speaks_up_unasked() -> None:
    state = after(SEVENS, begun(SEVENS, FOUR), "Ben plays 7d")
    need = SEVENS.need(state)
    assert isinstance(need, Select)
    assert need == Select("Udo", (frozenset({"6D", "8D", "7C", "7H", "7S"}),))  # §5.1's second sentence
    assert SEVENS.concluded(state, need, None, 0) == (Pass("Udo"),)


def test_next_to_five_to_eight_only_four_and_nine_fit() -> None:
    people = (ANA, BEN, Seat("Ida"))
    state = after(SEVENS, begun(SEVENS, people), "7d", "6d", "5d", "8d")
    fits = {event.card for event in SEVENS.moves(state, CARDS.cards) if isinstance(event, Play)}
    assert {card for card in fits if card[1] == "D"} == {"4D", "9D"}  # §5.1's example
    assert "4D" in refused(SEVENS, state, "3d")
    assert "still lies in a hand" in refused(SEVENS, state, "8d")


def test_who_passed_cannot_hold_what_fitted_then() -> None:
    state = after(SEVENS, begun(SEVENS, (ANA, BEN, Seat("Ida"))), "7d", "pass", "pass")
    assert "nobody holds" in refused(SEVENS, state, "pass")
    state = after(SEVENS, state, "6d")
    assert "showed not to hold" in refused(SEVENS, state, "Ben plays 8d")
    assert SEVENS.need(after(SEVENS, state, "5d")) == Ask("Ida")


# Hearts (§5.2)


def test_paper_first_player_leads_any_card_and_suit_is_followed() -> None:
    state = begun(HEARTS, FOUR)
    assert HEARTS.need(state) == Ask(None)
    state = after(HEARTS, state, "Vera first")
    assert HEARTS.need(state) == Select("Vera", (frozenset(CARDS.cards),))
    state = after(HEARTS, state, "Vera plays QH", "Ben plays 2h")
    need = HEARTS.need(state)
    assert isinstance(need, Select)
    assert [len(kinds) for kinds in need.classes] == [11, 39]
    with pytest.raises(TableError):
        HEARTS.concluded(state, need, None, 0)
    state = after(HEARTS, state, "Udo plays KS", "Ana plays JH")
    assert HEARTS.need(state) == Select("Vera", (frozenset(CARDS.cards) - {"QH", "2H", "KS", "JH"},))
    assert state.points == (0, 3, 0, 0)
    state = after(HEARTS, state, "3H", "4H")
    assert "showed not to hold" in refused(HEARTS, state, "Udo plays 5h")


def test_usual_passes_left_right_across_none() -> None:
    state = begun(HEARTS, FOUR, "usual")
    assert HEARTS.need(state) == Ask("Ana")
    assert HEARTS.moves(state, ()) == (Give("Ana", "Vera", 3),)
    state = after(HEARTS, state, "Ana gives 3 to Vera")
    assert HEARTS.need(state) == Ask("Ben")  # the people first
    given = after(HEARTS, state, "Ben gives 3 to Udo")
    assert HEARTS.need(given) == Blind("Vera", "Ben", 3)
    assert HEARTS.concluded(given, HEARTS.need(given), None, 0) == (Give("Vera", "Ben", 3),)
    assert HEARTS.sizes(state)["cards passed to Vera"] == 3
    assert HEARTS.sizes(state)["Vera"] == 13
    assert "receiver" in refused(HEARTS, state, "Ben gives 3 to Ana")
    state = after(HEARTS, state, "Vera gives 3 to Ben", "Ben gives 3 to Udo", "Udo gives 3 to Ana")
    assert state.hands == (13, 13, 13, 13)
    assert HEARTS.question(state) == "the 2♣, or no"


SUIT = "AKQJT98765432"


def rounds(state: Any, leader: str, moon: bool) -> Any:
    """Play a round in which every seat holds a suit: the leader takes every trick, or none of the others' points."""
    names = list(state.names)
    order = names[names.index(leader) :] + names[: names.index(leader)]
    suits = "HSDC" if moon else "CDSH"
    for rank in SUIT:
        for name, suit in zip(order, suits, strict=True):
            state = after(HEARTS, state, f"{name} plays {rank}{suit}")
    return state


@pytest.mark.parametrize("words", ["done", "Done.", "3", "give 3", "Ana gives 3 to Vera"])
def test_that_three_cards_are_passed_is_said_in_a_word(words: str) -> None:
    """To whom is no question: the round says it."""
    state = HEARTS.begin(FOUR, {"rules": "usual"})
    assert HEARTS.question(state).endswith("then done")
    assert HEARTS.read(words, state) == Give("Ana", "Vera", 3)


def test_paper_all_points_are_the_takers_and_who_reaches_100_loses() -> None:
    state = after(HEARTS, begun(HEARTS, FOUR), "Ana first")
    state = rounds(state, "Ana", moon=True)
    assert state.scores == (26, 0, 0, 0)
    assert HEARTS.moves(state, ()) == (Round(2),)
    for number, leader in ((2, "Vera"), (3, "Ben"), (4, "Udo")):
        state = after(HEARTS, state, f"round {number}")
        assert HEARTS.state_json(state)["turn"] == leader  # the lead passes clockwise
        state = rounds(state, leader, moon=True)
    assert state.scores == (26, 26, 26, 26)
    for number, leader in zip(range(5, 17), "Ana Vera Ben Udo".split() * 3, strict=True):
        if isinstance(HEARTS.need(state), Over):
            break
        state = rounds(after(HEARTS, state, f"round {number}"), leader, moon=True)
    assert state.scores == (104, 78, 78, 78)
    assert HEARTS.need(state) == Over(("Vera", "Ben", "Udo"))
    assert "over" in refused(HEARTS, state, "round 14")


def test_usual_shooting_the_moon() -> None:
    """All thirteen hearts and the queen of spades in one hand: 26 points for each of the others."""
    state = after(HEARTS, begun(HEARTS, FOUR, "usual"), "Ana gives 3 to Vera", "Vera gives 3 to Ben")
    state = after(HEARTS, state, "Ben gives 3 to Udo", "Udo gives 3 to Ana", "Ana plays 2c")
    # Ana holds the clubs and takes every trick; in the first one nobody may let go of a point
    state = after(HEARTS, state, "Vera plays 2D", "Ben plays 2S")
    need = HEARTS.need(state)
    assert isinstance(need, Select)
    assert [sorted({kind[1] for kind in kinds}) for kinds in need.classes] == [["C"], ["D", "S"], ["H", "S"]]
    state = after(HEARTS, state, "Udo plays 2H")  # nothing but hearts
    for rank in SUIT[:-1]:
        state = after(HEARTS, state, *(f"{rank}{suit}" for suit in "CDSH"))
    assert state.points == (26, 0, 0, 0)
    assert state.scores == (0, 26, 26, 26)


def test_usual_hearts_are_led_once_one_has_been_played() -> None:
    state = after(HEARTS, begun(HEARTS, FOUR, "usual"), "Ana gives 3 to Vera", "Vera gives 3 to Ben")
    state = after(HEARTS, state, "Ben gives 3 to Udo", "Udo gives 3 to Ana", "2c", "3c", "4c", "ac")
    need = HEARTS.need(state)
    assert isinstance(need, Select)
    assert [{kind[1] for kind in kinds} for kinds in need.classes] == [{"C", "D", "S"}, {"H"}]
    state = after(HEARTS, state, "Udo plays 3d", "2h", "4d", "5d")
    assert HEARTS.moves(state, ["9H", "9S"]) == (Play("Ben", "9H"), Play("Ben", "9S"))


# Dominoes (§5.3)


@pytest.mark.parametrize(
    ("row", "total"),
    [  # Encyclopaedia Britannica, "muggins": leads that score the pips on the piece
        (((5, 5),), 10),
        (((6, 4),), 10),
        (((5, 0),), 5),
        (((3, 2),), 5),
        # "if the leader … to 2-4 the next player plays 4-3, the second player scores 5 (2 + 3)"
        (((2, 4), (4, 3)), 5),
        # "if to 2-4 he can play 4-4, he scores 10 because a doublet scores its whole value"
        (((2, 4), (4, 4)), 10),
        # Wikipedia, "Muggins": "all pips on a crosswise double are included in the count"; no spinner
        (((5, 5), (5, 0)), 10),
        (((5, 5), (5, 5)), 20),
        (((0, 5), (5, 5), (5, 0)), 0),  # a doublet inside the row has no open end
        (((6, 6), (6, 3)), 15),
    ],
)
def test_open_ends_of_worked_examples(row: tuple[tuple[int, int], ...], total: int) -> None:
    assert open_sum(row) == points(row) == total


@pytest.mark.parametrize("row", [((2, 4),), ((3, 5), (5, 5)), ((6, 6),)])
def test_other_sums_score_nothing(row: tuple[tuple[int, int], ...]) -> None:
    assert open_sum(row) % 5
    assert points(row) == 0


def test_tiles_touch_with_equal_halves() -> None:
    row = lengthened(lengthened(lengthened((), "5-6", "right"), "2-6", "right"), "3-5", "left")
    assert row == ((3, 5), (5, 6), (6, 2))


def test_the_paper_s_example_of_finding_the_highest_doublet() -> None:
    """§5.3: the largest doublet of the real players is 4-4; then 5-5 and 6-6 are the valid tiles."""
    state = after(DOMINOES, begun(DOMINOES, (ANA, VERA, BEN)), "4-4", "Ben shows 2-2")
    need = DOMINOES.need(state)
    assert need == Select("Vera", (frozenset({"5-5", "6-6"}),))
    assert DOMINOES.concluded(state, need, "5-5", 0) == (Show("Vera", ("5-5",)),)
    assert turn(after(DOMINOES, state, "Vera shows 5-5")) == "Vera"
    lacking = after(DOMINOES, state, *(DOMINOES.text(e) for e in (Lacks("Vera"),)))
    assert DOMINOES.need(lacking) == Ask("Ana")
    assert len(DOMINOES.moves(lacking, TILES.cards[:5])) == 5  # "the first player plays any domino"


def test_a_virtual_doublet_outdone_by_another_is_asked_about_again() -> None:
    state = after(DOMINOES, begun(DOMINOES, (ANA, VERA, UDO)), "no", "Vera shows 1-1", "Udo shows 2-2")
    above = frozenset({"3-3", "4-4", "5-5", "6-6"})
    assert DOMINOES.need(state) == Select("Vera", (above,))
    assert turn(after(DOMINOES, state, "no")) == "Udo"
    usual = after(DOMINOES, begun(DOMINOES, (ANA, VERA, UDO), "usual"), "no", "Vera shows 1-1")
    assert DOMINOES.need(usual) == Select("Vera", (above | {"2-2"},))  # which doublet it is must be known


def test_usual_the_doublet_itself_opens() -> None:
    state = after(DOMINOES, begun(DOMINOES, (ANA, VERA), "usual"), "no", "Vera shows 5-5", "Vera lacks it")
    assert DOMINOES.need(state) == Select("Vera", (frozenset({"5-5"}),))
    assert after(DOMINOES, state, "Vera plays 55").scores == (0, 10)


def test_what_opens_is_known_and_enter_says_that_it_lies_there() -> None:
    """By the rules at home the doublet that was shown; by the paper any tile, which must be said."""
    shown = ("Ana shows 6-6", "Ben lacks it")
    usual = after(DOMINOES, begun(DOMINOES, (ANA, BEN, VERA), "usual"), *shown)
    assert DOMINOES.read("", usual) == DOMINOES.read("6-6", usual) == Play("Ana", "6-6")
    assert DOMINOES.question(usual).startswith("6-6, ")
    assert "tile" in DOMINOES.question(after(DOMINOES, usual, ""))
    paper = after(DOMINOES, begun(DOMINOES, (ANA, BEN, VERA)), *shown)
    with pytest.raises(CommandError):
        DOMINOES.read("", paper)


def test_facts_say_what_their_numbers_are() -> None:
    assert "cards (points + this round's): Ana 13 (0+0)" in HEARTS.facts(begun(HEARTS, FOUR))
    assert "tiles (points): Ana 5 (0)" in DOMINOES.facts(begun(DOMINOES, (ANA, VERA)))


def test_without_any_doublet_the_tiles_are_dealt_anew() -> None:
    state = after(DOMINOES, begun(DOMINOES, (ANA, VERA)), "no", "no")
    assert DOMINOES.moves(state, ()) == (Round(1),)
    assert "round 1" in refused(DOMINOES, state, "round 2")
    assert DOMINOES.need(after(DOMINOES, state, "round 1")) == Ask("Ana")


def test_a_tile_that_fits_both_ends() -> None:
    """A person says where; for a virtual seat a lot decides, and what was drawn before is kept."""
    state = after(DOMINOES, begun(DOMINOES, (ANA, VERA)), "6-6", "Ana plays 5-6")
    need = DOMINOES.need(state)
    assert isinstance(need, Select)
    assert need.wanted == {tile for tile in TILES.cards if "5" in tile or "6" in tile} - {"5-6"}
    assert (need.may_draw, need.until) == (True, True)
    state = after(DOMINOES, state, "Vera plays 4-5", "Ana plays 4-6 left")
    assert state.row == ((6, 4), (4, 5), (5, 6))
    lot = DOMINOES.concluded(state, DOMINOES.need(state), "2-6", 1)
    assert lot == Lot("Vera", ("left", "right"), "2-6", 1)
    assert isinstance(lot, Lot)
    assert DOMINOES.concluded(state, lot, "left", 0) == (Drew("Vera"), Play("Vera", "2-6", "left"))
    assert "both" in refused(DOMINOES, state, "Vera plays 2-6")
    assert DOMINOES.concluded(state, DOMINOES.need(state), None, 0) == (Drew("Vera", 1),)


def test_nobody_passes_while_tiles_are_left_to_draw() -> None:
    state = after(DOMINOES, begun(DOMINOES, (ANA, VERA)), "6-6", "Ana plays 6-6")
    assert "draw" in refused(DOMINOES, state, "pass")
    assert "draw" in refused(DOMINOES, state, "draw 19")
    state = after(DOMINOES, state, "draw 18")
    assert DOMINOES.need(state) == Select(
        "Vera", (frozenset(t for t in TILES.cards if "6" in t) - {"6-6"},), again=True
    )
    assert DOMINOES.concluded(state, DOMINOES.need(state), None, 0) == (Pass("Vera"),)


def test_usual_who_is_out_scores_the_others_tiles_to_the_nearest_five() -> None:
    """Britannica: "the multiple of five that is nearest to the number of pips on pieces remaining"."""
    state = after(
        DOMINOES, begun(DOMINOES, (ANA, VERA), "usual"), "6-6", "6-6", "0-6", "0-0", "0-1", "1-1", "1-2"
    )
    state = after(DOMINOES, state, "2-3")
    assert state.scores == (15, 0)  # double six and three
    state = after(DOMINOES, state, "3-3", "3-4")
    assert DOMINOES.need(state) == ShowHand("Vera")
    assert DOMINOES.moves(state, ["4-5"]) == (Show("Vera", ("4-5",)),)
    assert "1 tile" in refused(DOMINOES, state, "4-5, 5-5")
    assert "elsewhere" in refused(DOMINOES, state, "6-6")
    counted = after(DOMINOES, state, "4-5")
    assert counted.scores == (25, 0)  # 9 pips are nearest to 10
    assert DOMINOES.open_cards(counted)["Vera"] == ("4-5",)
    assert after(DOMINOES, state, "2-5").scores == (20, 0)  # 7 pips: 5
    assert DOMINOES.moves(counted, ()) == (Round(2),)
    again = after(DOMINOES, counted, "round 2")
    assert (again.scores, again.hands, again.deck, again.row) == ((25, 0), (5, 5), 18, ())


def test_paper_ends_with_an_empty_hand_and_the_highest_score_wins() -> None:
    state = after(DOMINOES, begun(DOMINOES, (ANA, VERA)), "6-6", "6-6", "0-6", "0-0", "0-1", "1-1", "1-2")
    state = after(DOMINOES, state, "2-3", "3-3", "3-4")
    assert DOMINOES.need(state) == Over(("Ana",))
    assert DOMINOES.state_json(state)["winner"] == "Ana"
    assert "over" in refused(DOMINOES, state, "Vera plays 4-5")
