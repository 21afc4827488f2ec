"""Cancelling a long virtual turn at a terminal is asked about once."""

from __future__ import annotations

from contextlib import closing, suppress
from typing import Any

import pytest

from facilitator.cli.json_lines import JsonScreen
from facilitator.cli.loop import LeaveTable, TableLoop
from facilitator.play.session import Session
from facilitator.table_files.load import make_table
from programs import Typist

SEATS: list[Any] = ["Ana", {"name": "Vera", "virtual": True}, "Ben"]


def cancel(steps: int, *lines: str) -> tuple[Session, list[str]]:
    """Type some lines after some steps of a long virtual turn. Return the session and the questions."""
    table = make_table({"seats": SEATS, "protocol": "published", "pool": "split", "pool_deck": "compact-27"})
    with closing(Session.open(table, None, 4, lambda attempt: 30.0)) as session:
        session.rehearse()
        while session.match.attempt is None:
            session.rehearse()
        for _ in range(steps):
            session.rehearse()
        host = Typist(lines)
        with suppress(LeaveTable):
            TableLoop(session, JsonScreen(), host, now=host.now).play()
        return session, [asked for asked in host.asked if "Sure?" in asked]


@pytest.mark.parametrize("line", ["stop", "void a card fell down"])
def test_stop_and_void_in_a_long_turn_ask_for_confirmation_once(line: str) -> None:
    session, asked = cancel(40, line, "", "state")
    assert (len(asked), session.match.recovering) == (1, False)
    session, asked = cancel(40, line, "y")
    assert (len(asked), session.match.recovering) == (1, True)


def test_no_confirmation_is_needed_at_the_start_of_a_turn_or_for_other_inputs() -> None:
    assert cancel(2, "stop")[1] == []
    assert cancel(40, "state", "void", "history")[1] == []


def test_a_rejected_stop_asks_for_no_confirmation() -> None:
    """Not once the result was seen, and not while the cards are put back already."""
    session, asked = cancel(88, "stop", "state")
    assert (asked, session.match.recovering) == ([], False)
    assert len(cancel(88, "void the card does not fit", "")[1]) == 1
    for line in ("stop", "void a card fell down"):
        assert len(cancel(40, "stop", "y", line, "state")[1]) == 1
