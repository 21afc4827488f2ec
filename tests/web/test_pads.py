"""Every event of every game can be entered by pads: offered whole, or put together from several cards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from served import Served, served, session_of

from facilitator.errors import FacilitatorError
from facilitator.games.events import Play, Show
from facilitator.games.registry import get_game, list_games
from facilitator.play.commands import event_taps
from facilitator.play.prompt import ChoicePrompt, MovePrompt, OpeningPrompt
from facilitator.play.session import Session
from facilitator.table_files.load import make_table

PEOPLE = ("Ana", "Ben", "Cleo", "Dan")
RULES = [(game, rules) for game in list_games() for rules in get_game(game).about.rules]
MOST = 60
"""Prompts of a game that are looked at, unless all is wanted."""


def rehearsal(game: str, rules: str, seed: int) -> Session:
    """A rehearsal of people alone, who do whatever a hand can do."""
    seats = [{"name": name} for name in PEOPLE[: max(2, get_game(game).about.seats[0])]]
    table = make_table({"game": game, "rules": rules, "seats": seats})
    return session_of(table, seed)


def without(session: Session, most: int) -> Iterator[str]:
    """Play on as the cards say; yield every event that no pad of a real game leads to."""
    game = session.match
    for _ in range(most):
        now = session.get_prompt().asked
        if session.is_over:
            return
        if isinstance(now, MovePrompt | OpeningPrompt) and now.likely is not None:
            event = now.likely.event
            offered = any(tap.input.argument == event for tap in event_taps(game.rules, game.state))
            if not offered and not told(session, event):
                yield now.likely.text
        session.rehearse()


def told(session: Session, event: Any) -> bool:
    """Whether an event of several cards is what the page puts together from them."""
    match event:
        case Show(_, cards):
            named = ""
        case Play(_, card, code, more):
            cards, named = (card, *more), session.match.rules.kinds.describe_named(code) if code else ""
        case _:
            return False
    lines = (
        f"{sequence.begin} {' '.join(cards)} {named}".strip()
        for sequence in session.list_several_cards(session.get_prompt().asked)
    )
    return any(_reads(session, line) == event for line in lines)


def _reads(session: Session, line: str) -> object:
    try:
        return session.read(line).argument
    except FacilitatorError:
        return None


@pytest.mark.parametrize(("game", "rules"), RULES)
@pytest.mark.every(2)
def test_every_event_of_a_rehearsed_game_has_a_pad(game: str, rules: str, full: bool) -> None:
    seeds, most = (range(200 // len(RULES) + 1), 10_000) if full else (range(1), MOST)
    assert [said for seed in seeds for said in without(rehearsal(game, rules, seed), most)] == []


# -- moves as people type them, on a page -------------------------------------------------------------


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
    assert isinstance(page.session.get_prompt().asked, ChoicePrompt)
    view = page.caller.state()
    assert (view["kind"], view["heading"]) == ("rest", "Sue plays a wild: which colour?")
    assert [offer["path"][0] for offer in view["offers"]][:4] == ["red", "yellow", "green", "blue"]
    assert send(page, "blue") == 200
    assert page.session.match.state.color == "B"


def test_several_turns_are_typed_on_one_line(page: Served) -> None:
    assert send(page, "7g, n, b 7b") == 200
    assert page.session.match.state.top == "7B"
