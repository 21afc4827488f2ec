"""What people type at their turn, as they say it: a draw with its count, "I" and "play" before the card."""

from __future__ import annotations

import pytest
from rules_helpers import PEOPLE, after, game

from facilitator.errors import CommandError
from facilitator.games.events import Caught, Drew, Event, Pass, Play
from facilitator.games.registry import game_named
from facilitator.games.rules import Seat, read_move
from facilitator.games.uno.game import UNO
from facilitator.games.uno.state import UnoState
from facilitator.i18n.catalogue import speak

FOUR, CHAIN = ("Ana plays D blue",), ("Ana plays +R",)


def turn(rules: str = "official", *lines: str) -> UnoState:
    """Ana's turn on a red 7, or what follows."""
    begins = ("Ana begins",) if rules == "kpgut" else ("start 7R Ana first",)
    return after(game(rules, PEOPLE), *begins, *lines)


@pytest.mark.parametrize(
    ("typed", "event"),
    [
        *((typed, Drew("Ana")) for typed in ("draw", "take", "I draw", "i take", "draw 1", "draw a card")),
        *((typed, Play("Ana", "5R")) for typed in ("5r", "play 5r", "I play red 5", "Plays 5R", "i 5r")),
        ("I play w blue", Play("Ana", "W", "B")),
        ("play +4 blue", Play("Ana", "D", "B")),
        ("draw four blue", Play("Ana", "D", "B")),
        ("Ana takes", Drew("Ana")),
    ],
)
def test_a_turn_as_it_is_said(typed: str, event: Event) -> None:
    assert read_move(UNO, typed, turn()) == event


@pytest.mark.parametrize(
    "typed", ["draw 4", "draw four", "take 4 cards", "I draw 4", "Ben draws 4", "draw", "pass"]
)
@pytest.mark.parametrize("rules", ["official", "kpgut"])
def test_as_many_as_there_are_to_draw_are_drawn(rules: str, typed: str) -> None:
    """Never the card of that name, which has a colour."""
    before = ("Ana plays 7R", "Ben plays 5R", "Cleo plays 5B") if rules == "kpgut" else ()
    state = turn(rules, *before, *FOUR)
    assert state.pending == 4
    assert read_move(UNO, typed, state) == Pass("Ben")
    assert UNO.apply(state, read_move(UNO, typed, state)).state.hands[1] == state.hands[1] + 4
    assert read_move(UNO, "draw 4 red", state) == Play("Ben", "D", "R")


def test_another_count_than_there_is_to_draw_is_refused() -> None:
    chain = turn("kpgut", "Ana plays 7R", "Ben plays 5R", "Cleo plays 5B", "Ana plays +B")
    assert read_move(UNO, "draw 2", chain) == Pass("Ben")
    for typed in ("draw 4", "draw 1", "take three"):
        with pytest.raises(CommandError, match="Expected 2 cards drawn, or a card"):
            read_move(UNO, typed, chain)


def test_who_is_called_so_is_meant() -> None:
    """A seat called I, and one called Play, are no words before a card."""
    seats = (Seat("I"), Seat("Play"))
    state = after(game("paper", seats), "start 7R I first")
    assert read_move(UNO, "I draw", state) == Drew("I")
    assert read_move(UNO, "I plays 5r", state) == Play("I", "5R")
    assert read_move(UNO, "play plays 5r", state) == Play("Play", "5R")


@pytest.mark.parametrize(
    ("name", "typed", "event"),
    [
        ("sevens", "I pass", Pass("Ana")),
        ("sevens", "I play 8d", Play("Ana", "8D")),
        ("dominoes", "i take", Drew("Ana")),
    ],
)
def test_the_other_games_hear_it_too(name: str, typed: str, event: Event) -> None:
    law, seats = game_named(name), [Seat("Ana"), Seat("Ben"), Seat("Cleo")]
    state = law.begin(seats, {})
    opens = {"sevens": ("Cleo plays 7D",), "dominoes": ("Cleo shows 66", "no", "no", "Cleo plays 66")}[name]
    for line in opens:
        state = law.apply(state, read_move(law, line, state)).state
    assert read_move(law, typed, state) == event


@pytest.mark.parametrize(
    ("typed", "event"),
    [
        *((typed, Play("Ana", "7R")) for typed in ("7 rot", "rot 7", "Ana legt 7 rot", "ana plays 7R")),
        ("aussetzen blau", Play("Ana", "SB")),
        ("zieh zwei gelb", Play("Ana", "+Y")),
        ("Farbwahl blau", Play("Ana", "W", "B")),
        *((typed, Drew("Ana")) for typed in ("ziehen", "ich ziehe", "draw")),
        *((typed, Pass("Ana")) for typed in ("passen", "Ana passt", "pass")),
        ("Ben vergaß UNO", Caught("Ben")),
    ],
)
def test_german_is_read_at_a_german_table_and_english_always(typed: str, event: Event) -> None:
    speak("de")
    try:
        state = turn()
        assert read_move(UNO, typed, state) == event
        assert read_move(UNO, UNO.codec.text(event), state) == event
    finally:
        speak("en")
