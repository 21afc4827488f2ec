"""Events of UNO that the paper, the official rules and the book do not allow: each is refused with its reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from test_referees import REFEREES
from uno_referees import Kpgut, Referee

from facilitator.games.events import Absent, Challenge, Drew, Event, Join, Pass, Play, Start
from facilitator.games.rules import AwaitMove, Select
from facilitator.games.uno import cards
from game_driver import Driver, seats_of
from states import UNO, refused_event

EACH = 4
"""Events that are tried at each state."""


def wrong_uno(judge: Referee, driver: Driver, chance: Random) -> Iterator[Event]:
    """Some events that cannot be now, by the paper, the official rules or the book."""
    names, turn = judge.order, judge.order[0]
    card, other = chance.choice(cards.KINDS), chance.choice(names)
    named = "R" if card in "WD" else None
    yield Start("5R", other)
    if judge.pile.count(card) >= cards.DECK.count(card) * judge.decks:
        yield Play(turn, card, named)  # all copies lie open
    yield Play(turn, card, None if named else "B" if card[1] != "B" else "R")  # a colour too few, or too many
    yield Play(other, card, named, ("0R" if card != "0R" else "1R",))  # cards of two values
    if not isinstance(judge, Kpgut):
        yield Absent(turn)
        yield Join("Joe")
        yield Play(turn, card, named, (card,))  # one card in a turn
    if isinstance(judge, Kpgut):
        fits, doubted = judge.may(card), judge.doubted
        yield from () if judge.due else (Pass(turn),)
    else:
        fits, doubted = judge.matches(card) and not judge.due, bool(judge.due)
    if not fits:
        yield Play(turn, card, named)
    if judge.due:
        yield Drew(turn)
    if not doubted:
        yield Challenge(turn)
    waiting = getattr(judge, "fresh", False) or getattr(judge, "drawing", "")
    if other != turn and not waiting and card != judge.pile[-1]:
        yield Play(other, card, named)
        yield Drew(other)
        yield Pass(other)


@pytest.mark.parametrize("rules", REFEREES)
def test_illegal_uno_events_are_rejected(rules: str, full: bool) -> None:
    """2,000 events by each rule set with --full."""
    chance, met = Random(f"illegal {rules}"), Counter[str]()
    for seed in range(1000):
        driver = Driver(UNO, seats_of(seed), seed, {"rules": rules})
        judge = REFEREES[rules](driver.state)
        for step in driver.steps():
            judge.see(step)
            due = UNO.get_next_action(step.after)
            if not judge.pile or not isinstance(due, AwaitMove | Select):
                continue
            if due.seat != judge.order[0]:
                continue  # between two hands, or while a colour is named
            found = list(wrong_uno(judge, driver, chance))
            for event in chance.sample(found, min(EACH, len(found))):
                refused_event(UNO, step.after, event)
                met[type(event).__name__] += 1
            if met.total() >= (2000 if full else 100):
                return
