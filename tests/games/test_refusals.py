"""What cannot be is refused with what would be valid, and changes nothing."""

from __future__ import annotations

import pytest

from facilitator.errors import CommandError, TableError
from facilitator.games.events import Drew, Pass, Play, Start
from facilitator.games.uno.rules import apply
from facilitator.games.uno.state import new_game
from facilitator.planning.pace import Pace, RunClock
from facilitator.play.session import Session
from facilitator.table_files.load import make_table
from sessions import VERA
from states import TABLE, begun


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
