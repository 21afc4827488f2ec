"""Moves as people type them, on a page: the colour of a wild, and the right card for a wrong entry."""

from __future__ import annotations

import json
from typing import Any

import pytest
from served import Served, served, session_of

from facilitator.play.prompt import RestOfMove
from facilitator.table_files.load import make_table

LINES = ("7r a", "5r", "5g")


@pytest.fixture
def page() -> Any:
    """Serve a game with three entries."""
    session = session_of(make_table({"seats": ["Ana", "Ben", "Sue"]}), None)
    for line in LINES:
        assert session.take(line).refused is None
    with served(session) as one:
        yield one


def send(page: Served, text: str) -> int:
    """Type a line on the page, and return the status."""
    body = json.dumps({"prompt": page.caller.state()["prompt"], "text": text}).encode()
    return page.caller.ask("answer", "POST", body, content_type="application/json")[0]


def ask_cards(page: Served, number: int) -> list[str]:
    """Return the lines that the buttons for another card send."""
    status, body, _ = page.caller.ask(f"cards/{number}")
    assert status == 200
    return [offer["key"] for offer in json.loads(body)]


def test_a_tapped_entry_offers_the_cards_that_were_possible(page: Served) -> None:
    lines = json.loads(page.caller.ask("history")[1])
    assert [line["can_fix"] for line in lines] == [True, True, True]
    keys = ask_cards(page, 3)
    assert {"fix 3 5B", "fix 3 7R", "fix 3 W red", "fix 3 D blue"} <= {*keys}
    assert not {"fix 3 5G", "fix 3 7B", "fix 3 W"} & {*keys}
    assert send(page, "fix 3 5B") == 200
    assert page.session.match.state.top == "5B"
    assert page.caller.state()["top"]["face"] == "5B"
    assert ask_cards(page, 4) == ask_cards(page, 99) == []


def test_a_page_offers_who_can_leave_and_takes_who_joins(page: Served) -> None:
    offers = json.loads(page.caller.ask("seats")[1])
    assert [offer["path"] for offer in offers] == [["Ana leaves"], ["Ben leaves"], ["Sue leaves"]]
    assert send(page, offers[1]["key"]) == 200
    assert send(page, "join Zoe after Ana") == 200
    assert [seat["name"] for seat in page.caller.state()["seats"]] == ["Ana", "Zoe", "Sue"]


def test_a_wild_typed_on_a_page_asks_for_its_colour(page: Served) -> None:
    assert send(page, "w") == 200
    assert isinstance(page.session.get_prompt().asked, RestOfMove)
    view = page.caller.state()
    assert (view["kind"], view["heading"]) == ("rest", "Sue plays a wild: which colour?")
    assert [offer["path"][0] for offer in view["offers"]][:4] == ["red", "yellow", "green", "blue"]
    assert send(page, "blue") == 200
    assert page.session.match.state.color == "B"


def test_several_turns_are_typed_on_one_line(page: Served) -> None:
    assert send(page, "7g, n, b 7b") == 200
    assert page.session.match.state.top == "7B"
