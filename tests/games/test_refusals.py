"""What cannot be is refused with what would be valid, and changes nothing."""

from __future__ import annotations

import pytest

from facilitator.errors import CommandError, TableError
from facilitator.games.events import Drew, Pass, Play, Start
from facilitator.games.uno.rules import CODEC, apply
from facilitator.games.uno.state import new_game
from facilitator.planning.pace import Pace, RunClock
from facilitator.play.session import Session
from facilitator.table_files.load import make_table
from sessions import VERA
from states import TABLE, after, begun, refused


def test_a_wrong_turn_says_whose_turn_it_is() -> None:
    assert "Ana, whose turn it is" in refused(begun(), "Ben plays 8R")


def test_every_refusal_names_its_rules() -> None:
    assert "not in rules: paper" in refused(begun(), "Ana is away")
    assert "Expected by rules: paper an event of Ana" in refused(begun(), "Ben plays 8R")


@pytest.mark.parametrize(
    ("lines", "line", "said"),
    [
        (
            [],
            "Ana plays 4G",
            "a red card, any 7, a wild or a wild draw four (the top card is red 7); found green 4",
        ),
        (["Ana plays SR"], "Ben plays 4G", "a red card, any skip, a wild or"),
        (["Ana plays W blue"], "Vera plays 7R", "a blue card, a wild or a wild draw four (the top"),
        (["Ana plays W blue"], "Vera plays 7R", "wild, with blue named"),
    ],
)
def test_an_illegal_card_says_what_would_be_valid(lines: list[str], line: str, said: str) -> None:
    assert said in refused(begun(*lines), line)


@pytest.mark.parametrize("card", ["W", "D"])
def test_a_black_card_needs_a_colour(card: str) -> None:
    assert f"Ana plays {card} blue" in refused(begun(), f"Ana plays {card}", CommandError)


def test_a_coloured_card_names_no_other_colour() -> None:
    assert "Type: Ana plays 4R." in refused(begun(), "Ana plays 4R blue", CommandError)
    assert after(begun(), "Ana plays 4R red") == after(begun(), "Ana plays 4R")


def test_a_third_copy_is_refused() -> None:
    state = begun("Ana plays 7G", "Vera plays 7R", "Ben plays 8R", "Ana plays 9R")
    said = refused(state, "Vera plays 7R")
    assert "at most 2 of the card red 7" in said
    assert "2 lie in the discard pile" in said
    assert "undo" in said


def test_a_second_zero_and_a_fifth_wild_are_refused() -> None:
    assert "1 lies" in refused(begun("Ana plays 0R", "Vera plays 0G"), "Ben plays 0R")
    wilds = [f"{name} plays W red" for name in ("Ana", "Vera", "Ben", "Ana")]
    assert "4 lie" in refused(begun(*wilds), "Vera plays W red")


def test_codes_that_are_no_cards_are_refused() -> None:
    for event in (Play("Ana", "9X"), Play("Ana", ""), Play("Ana", "W", "X")):
        with pytest.raises(CommandError):
            apply(begun(), event)
    with pytest.raises(CommandError):
        apply(new_game(TABLE), Start("XR", "Ana"))


@pytest.mark.parametrize("event", [Start("7R", "Zoe"), Play("Zoe", "7R"), Drew("Zoe"), Pass("Zoe")])
def test_an_unknown_seat_is_refused(event: Start | Play | Drew | Pass) -> None:
    with pytest.raises(CommandError, match=r"Ana, Vera, Ben"):
        apply(new_game(TABLE) if isinstance(event, Start) else begun(), event)


def test_names_are_found_whatever_their_case() -> None:
    names = [seat.name for seat in TABLE]
    for line in ("ANA plays 8R", '{"seat": "ANA", "play": "8R"}'):
        assert CODEC.read_line(line, names) == Play("Ana", "8R")


def test_answers_that_cannot_be_are_the_tables_fault_not_ours() -> None:
    """In Hearts some card can always be played: all pairs read as having none are refused, and can be taken back."""
    table = make_table({"game": "hearts", "seats": [VERA, "Ana", "Ben", "Cem"], "protocol": "knockout"})
    session = Session.open(table, None, None, RunClock(table, Pace).minutes)
    assert session.take("Vera first").refused is None
    refused = None
    while refused is None and session.match.run is not None:
        ask = session.match.run.ask
        refused = session.take("none" if "none" in ask else ask[0] if ask else "").refused
    assert isinstance(refused, TableError)
    assert "any may be played" in refused.expected
    assert session.take("u").refused is None
