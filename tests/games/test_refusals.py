"""Events that no game can apply, and answers that no hand allows."""

from __future__ import annotations

import pytest

from facilitator.errors import CommandError, TableError
from facilitator.games.events import Drew, Event, Pass, Play, Start
from facilitator.games.rules import Seat
from facilitator.games.uno.state import UnoState
from facilitator.table_files.load import make_table
from sessions import VERA, opened
from states import UNO

NEW = UNO.begin((Seat("Ana"), Seat("Ben")), {})
BEGUN = UNO.apply(NEW, Start("7R", "Ana")).state


@pytest.mark.parametrize(
    ("state", "event"),
    [
        (NEW, Start("XR", "Ana")),
        (NEW, Start("7R", "Zoe")),
        *((BEGUN, Play("Ana", *codes)) for codes in (("9X",), ("",), ("W", "X"))),
        *((BEGUN, event) for event in (Play("Zoe", "7R"), Drew("Zoe"), Pass("Zoe"))),
    ],
)
def test_cards_and_seats_that_do_not_exist_are_rejected(state: UnoState, event: Event) -> None:
    with pytest.raises(CommandError):
        UNO.apply(state, event)


def test_impossible_answers_are_table_errors_and_not_internal_errors() -> None:
    """In Hearts some card can always be played: all pairs read as having none are refused, and can be taken back."""
    table = make_table({"game": "hearts", "seats": [VERA, "Ana", "Ben", "Cem"], "protocol": "knockout"})
    session = opened(table, None)
    assert session.take("Vera first").refused is None
    refused = None
    while refused is None and session.match.attempt is not None:
        ask = session.match.attempt.ask
        refused = session.take("none" if "none" in ask else ask[0] if ask else "").refused
    assert isinstance(refused, TableError)
    assert "can always be played" in refused.problem
    assert session.take("u").refused is None
