"""Events that the rules do not allow, by the referees written from the texts: each is refused with its reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from referee import Referee
from referees import REFEREES

from facilitator.games.events import Absent, Challenge, Drew, Event, Join, Pass, Play, Round, Start
from facilitator.games.registry import get_game
from facilitator.games.rules import AwaitMove, Rules, Select
from game_driver import Driver, Step, mixes
from states import refused_event

ALL = [(name, rules) for name in REFEREES for rules in get_game(name).about.rules]
EACH = 4
"""Events that are tried at each state."""


def wrong(game: Rules[Any], judge: Referee, step: Step, chance: Random) -> Iterator[Event]:
    """Some events that cannot be now, by the text."""
    state, names = step.after, judge.names
    every = [card for deck in game.find_zones(state).decks.values() for card in deck]
    yield Challenge(chance.choice(names))  # nobody challenges in these games
    yield Join("Joe")
    yield Absent(chance.choice(names))
    if judge.over():
        yield Play(chance.choice(names), chance.choice(every))
        yield Drew(chance.choice(names))
        return
    turn: str | None = getattr(judge, "turn", None)
    if (
        not turn
        or not isinstance(game.get_next_action(state), AwaitMove | Select)
        or isinstance(step.event, Round)
    ):
        return
    yield Start(None, chance.choice(names))
    if game.about.name in ("sevens", "hearts"):
        yield Drew(chance.choice(names))
    card = chance.choice(every)
    if not judge.legal({card}):
        yield Play(turn, card)
    for lying in game.find_zones(state).open.values():
        if lying:
            yield Play(turn, chance.choice(list(lying)))
    other = chance.choice(names)
    # who plays next says by it that the one before passes
    if other != turn and not getattr(judge, "drew", False):
        yield Play(other, card)
        yield Pass(other)


@pytest.mark.parametrize(("name", "rules"), ALL)
def test_illegal_events_are_rejected(name: str, rules: str, full: bool) -> None:
    """2,000 events by each rule set with --full."""
    game, (referee, least, most) = get_game(name), REFEREES[name]
    tables, chance, met = mixes(least, most), Random(f"{name} {rules}"), Counter[str]()
    for seed in range(1000):
        seats = tables[(seed * 37 + 5) % len(tables)]
        judge = referee(game, seats, rules)
        for step in Driver(game, seats, seed, {"rules": rules}).steps():
            judge.see(step)
            found = list(wrong(game, judge, step, chance))
            for event in chance.sample(found, min(EACH, len(found))):
                refused_event(game, step.after, event)
                met[type(event).__name__] += 1
            if met.total() >= (2000 if full else 100):
                return
