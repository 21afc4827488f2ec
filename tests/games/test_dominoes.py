"""The rules of Muggins (§5.3), each as a named test with its source."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from facilitator.errors import CommandError
from facilitator.games.decks import TILES
from facilitator.games.dominoes import DOMINOES, lengthened, open_sum, points
from facilitator.games.events import Drew, Pass, Play, Round, Show
from facilitator.games.rules import Ask, Lot, Over, Select, ShowHand, read_move
from states import ANA, BEN, UDO, VERA, dealt, played, refusal_of


def turn(state: Any) -> object:
    return DOMINOES.state_json(state)["turn"]


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


@pytest.mark.parametrize("rules", ["paper", "usual"])
def test_a_virtual_seat_shows_its_highest_doublet_only(rules: str) -> None:
    """§5.3: the largest doublet of the real players is 4-4; then 6-6 is looked for, and 5-5 if nobody has it."""
    state = played(DOMINOES, dealt(DOMINOES, (ANA, VERA, BEN, UDO), rules), "4-4", "Ben shows 2-2")
    need = DOMINOES.need(state)
    assert need == Select("Vera", (frozenset({"6-6"}),), until=True)
    assert DOMINOES.concluded(state, need, "6-6", 0) == (Show("Vera", ("6-6",)),)
    assert "one doublet of 6-6" in refusal_of(DOMINOES, state, "Vera shows 5-5")
    assert turn(played(DOMINOES, state, "Vera shows 6-6")) == "Vera"
    five = played(DOMINOES, state, "Vera lacks it", "Udo lacks it")
    assert DOMINOES.need(five) == Select("Vera", (frozenset({"5-5"}),), until=True)
    none = played(DOMINOES, five, "Vera lacks it", "Udo lacks it")
    assert DOMINOES.need(none) == Ask("Ana")
    plays = DOMINOES.moves(none, ("4-4", *TILES.cards[:4]))
    assert len(plays) == 5 if rules == "paper" else plays == (Play("Ana", "4-4"),)


def test_usual_the_doublet_itself_opens() -> None:
    lines = ("no", "Vera lacks it", "Vera shows 5-5")
    state = played(DOMINOES, dealt(DOMINOES, (ANA, VERA), "usual"), *lines)
    assert DOMINOES.need(state) == Select("Vera", (frozenset({"5-5"}),), until=True, lacks=frozenset({"6-6"}))
    assert played(DOMINOES, state, "Vera plays 55").scores == (0, 10)


def test_what_opens_is_known_and_enter_says_that_it_lies_there() -> None:
    """By the rules at home the doublet that was shown; by the paper any tile, which must be said."""
    shown = ("Ana shows 6-6", "Ben lacks it")
    usual = played(DOMINOES, dealt(DOMINOES, (ANA, BEN, VERA), "usual"), *shown)
    assert read_move(DOMINOES, "", usual) == read_move(DOMINOES, "6-6", usual) == Play("Ana", "6-6")
    assert DOMINOES.prompt(usual).question.startswith("6-6, ")
    assert "tile" in DOMINOES.prompt(played(DOMINOES, usual, "")).question
    paper = played(DOMINOES, dealt(DOMINOES, (ANA, BEN, VERA)), *shown)
    with pytest.raises(CommandError):
        read_move(DOMINOES, "", paper)


def test_without_any_doublet_the_tiles_are_dealt_anew() -> None:
    state = played(DOMINOES, dealt(DOMINOES, (ANA, VERA)), *["no"] * 8)
    assert DOMINOES.moves(state, ()) == (Round(1),)
    assert "round 1" in refusal_of(DOMINOES, state, "round 2")
    assert DOMINOES.need(played(DOMINOES, state, "round 1")) == Ask("Ana")


def test_a_tile_that_fits_both_ends() -> None:
    """A person says where; for a virtual seat a lot decides, and what was drawn before is kept."""
    state = played(DOMINOES, dealt(DOMINOES, (ANA, VERA)), "6-6", "Ana plays 5-6")
    need = DOMINOES.need(state)
    assert isinstance(need, Select)
    assert need.wanted == {tile for tile in TILES.cards if "5" in tile or "6" in tile} - {"5-6"}
    assert (need.may_draw, need.until) == (True, True)
    state = played(DOMINOES, state, "Vera plays 4-5", "Ana plays 4-6 left")
    assert state.row == ((6, 4), (4, 5), (5, 6))
    lot = DOMINOES.concluded(state, DOMINOES.need(state), "2-6", 1)
    assert lot == Lot("Vera", ("left", "right"), "2-6", 1)
    assert isinstance(lot, Lot)
    assert DOMINOES.concluded(state, lot, "left", 0) == (Drew("Vera"), Play("Vera", "2-6", "left"))
    assert "both" in refusal_of(DOMINOES, state, "Vera plays 2-6")
    assert DOMINOES.concluded(state, DOMINOES.need(state), None, 0) == (Drew("Vera", 1),)


def test_nobody_passes_while_tiles_are_left_to_draw() -> None:
    state = played(DOMINOES, dealt(DOMINOES, (ANA, VERA)), "6-6", "Ana plays 6-6")
    assert "draw" in refusal_of(DOMINOES, state, "pass")
    assert "draw" in refusal_of(DOMINOES, state, "draw 19")
    state = played(DOMINOES, state, "draw 18")
    assert DOMINOES.need(state) == Select(
        "Vera", (frozenset(t for t in TILES.cards if "6" in t) - {"6-6"},), until=True, again=True
    )
    assert DOMINOES.concluded(state, DOMINOES.need(state), None, 0) == (Pass("Vera"),)


def test_usual_who_is_out_scores_the_others_tiles_to_the_nearest_five() -> None:
    """Britannica: "the multiple of five that is nearest to the number of pips on pieces remaining"."""
    state = played(
        DOMINOES, dealt(DOMINOES, (ANA, VERA), "usual"), "6-6", "6-6", "0-6", "0-0", "0-1", "1-1", "1-2"
    )
    state = played(DOMINOES, state, "2-3")
    assert state.scores == (15, 0)  # double six and three
    state = played(DOMINOES, state, "3-3", "3-4")
    assert DOMINOES.need(state) == ShowHand("Vera")
    assert DOMINOES.moves(state, ["4-5"]) == (Show("Vera", ("4-5",)),)
    assert "1 tile" in refusal_of(DOMINOES, state, "4-5, 5-5")
    assert "elsewhere" in refusal_of(DOMINOES, state, "6-6")
    counted = played(DOMINOES, state, "4-5")
    assert counted.scores == (25, 0)  # 9 pips are nearest to 10
    assert DOMINOES.zones(counted).open["Vera"] == ("4-5",)
    assert played(DOMINOES, state, "2-5").scores == (20, 0)  # 7 pips: 5
    assert DOMINOES.moves(counted, ()) == (Round(2),)
    again = played(DOMINOES, counted, "round 2")
    assert (again.scores, again.hands, again.deck, again.row) == ((25, 0), (5, 5), 18, ())


def test_usual_nobody_draws_or_passes_once_the_round_is_over() -> None:
    """What is left is counted as it lies: a tile drawn then would be counted too, and the winner score it."""
    state = played(
        DOMINOES, dealt(DOMINOES, (ANA, VERA), "usual"), "6-6", "6-6", "0-6", "0-0", "0-1", "1-1", "1-2"
    )
    state = played(DOMINOES, state, "2-3", "3-3", "3-4")
    assert DOMINOES.prompt(state).question == "every tile left in the hand"
    for over, line in ((state, "draw"), (state, "draw 3"), (replace(state, deck=0), "pass")):
        assert "every tile left in the hand" in refusal_of(DOMINOES, over, line)


def test_paper_ends_with_an_empty_hand_and_the_highest_score_wins() -> None:
    state = played(DOMINOES, dealt(DOMINOES, (ANA, VERA)), "6-6", "6-6", "0-6", "0-0", "0-1", "1-1", "1-2")
    state = played(DOMINOES, state, "2-3", "3-3", "3-4")
    assert DOMINOES.need(state) == Over(("Ana",))
    assert DOMINOES.state_json(state)["winner"] == "Ana"
    assert "over" in refusal_of(DOMINOES, state, "Vera plays 4-5")


@pytest.mark.parametrize("rules", ["paper", "usual"])
@pytest.mark.parametrize("end", ["", " left", " right"])
def test_at_a_doublet_alone_either_end_may_be_said(rules: str, end: str) -> None:
    """Its ends are alike, so that nobody has to say one; who says one is understood."""
    state = played(DOMINOES, dealt(DOMINOES, (ANA, BEN), rules), "4-4", "no", "Ana plays 4-4")
    after = played(DOMINOES, state, f"Ben plays 2-4{end}")
    assert {after.row[0][0], after.row[-1][1]} == {2, 4}
