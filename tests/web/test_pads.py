"""Every event of every game can be entered by pads: offered whole, or put together from several cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from facilitator.errors import FacilitatorError
from facilitator.games.events import Play, Show
from facilitator.games.registry import get_game, list_games
from facilitator.planning.pace import AttemptClock, Pace
from facilitator.play.commands import event_taps
from facilitator.play.match import Match
from facilitator.play.prompt import MovePrompt, OpeningPrompt
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
    return Session(Match.open(table, None, seed), AttemptClock(table, Pace).minutes)


def without(session: Session, most: int) -> Iterator[str]:
    """Play on as the cards say; yield every event that no pad of a real game leads to."""
    game = session.match
    for _ in range(most):
        now = session.get_prompt().asked
        if session.is_over:
            return
        if isinstance(now, MovePrompt | OpeningPrompt) and now.likely is not None:
            event = now.likely.event
            offered = any(tap.input.said == event for tap in event_taps(game.rules, game.state))
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
        return session.read(line).said
    except FacilitatorError:
        return None


@pytest.mark.parametrize(("game", "rules"), RULES)
def test_every_event_of_a_rehearsed_game_has_a_pad(game: str, rules: str, full: bool) -> None:
    seeds, most = (range(200 // len(RULES) + 1), 10_000) if full else (range(1), MOST)
    assert [said for seed in seeds for said in without(rehearsal(game, rules, seed), most)] == []
