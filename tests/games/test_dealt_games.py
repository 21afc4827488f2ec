"""Whole games of all games but UNO: a referee follows every event, and the public state matches the cards."""

from __future__ import annotations

from typing import Any

import pytest
from hearts_referee import HeartsReferee
from referees import REFEREES

from facilitator.games import hearts
from facilitator.games.dominoes import DOMINOES
from facilitator.games.eights import EIGHTS
from facilitator.games.hearts import HEARTS
from facilitator.games.rules import Rules
from facilitator.games.sevens import SEVENS
from game_driver import Driver, mixes

GAMES: dict[str, tuple[Rules[Any], int]] = {
    "sevens": (SEVENS, 12),
    "hearts": (HEARTS, 4),
    "dominoes": (DOMINOES, 8),
    "eights": (EIGHTS, 6),
}


@pytest.mark.parametrize(
    ("name", "rules"), [(name, rules) for name, (game, _) in GAMES.items() for rules in game.about.rules]
)
def test_facts_match_the_cards_and_the_referee_agrees(
    name: str, rules: str, full: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match of Hearts to 100 is some six hundred events; but for the full sweep it goes to 30."""
    if not full:
        monkeypatch.setattr(hearts, "LIMIT", 30)
        monkeypatch.setattr(HeartsReferee, "limit", 30)
    (game, few), (referee, least, most) = GAMES[name], REFEREES[name]
    tables = mixes(least, most)
    for seed in range(300 if full else few):
        seats = tables[seed * 37 % len(tables)]
        judge = referee(game, seats, rules)
        for step in Driver(game, seats, seed, {"rules": rules}).steps():
            judge.see(step)
        assert judge.over()


def test_every_mix_of_seats_is_met() -> None:
    for _, least, most in REFEREES.values():
        tables = mixes(least, most)
        assert {tables[seed * 37 % len(tables)] for seed in range(250)} == set(tables)
