"""Seeded dry games of every rule set and mix of seats, followed by a referee written from the texts."""

from __future__ import annotations

from collections import Counter

import pytest
from paper_referee import Paper
from uno_driver import MIXES, Driver, seats_of
from uno_referees import Kpgut, Official

from facilitator.games.events import Challenge, ChallengeVerdict, Play
from facilitator.games.rules import Ask, Over
from facilitator.games.uno.law import need

REFEREES: dict[str, type[Paper] | type[Official] | type[Kpgut]] = {
    "paper": Paper,
    "official": Official,
    "kpgut": Kpgut,
}


def sliding(driver: Driver) -> Play | None:
    """A side slide that somebody could do now, every other time."""
    state = driver.state
    quiet = isinstance(need(state), Ask) and not (
        state.pending or state.drawn or state.free or state.challenged
    )
    if not quiet or not state.top or not state.top[0].isdigit() or driver.chance.random() < 0.5:
        return None
    for seat in state.seats:
        other = seat.name != state.name(state.turn) and not seat.virtual
        if other and state.top in driver.truth.held(seat.name):
            return Play(seat.name, state.top)
    return None


GAMES = {"paper": 12, "official": 4, "kpgut": 6}
"""Games followed of each rule set; with --full 500."""


def refereed(rules: str, seed: int, met: Counter[str]) -> None:
    """Follow one game to its end; count in ``met`` what is seldom."""
    driver = Driver(seats_of(seed), seed, {"rules": rules})
    referee = REFEREES[rules](driver.state)
    for step in driver.steps():
        referee.see(step)
        if isinstance(step.event, Challenge):
            met[f"challenge {step.event.made} by virtual {step.virtual}"] += 1
        if isinstance(step.event, ChallengeVerdict):
            met[f"guilty {step.event.guilty} to virtual {step.virtual}"] += 1
        if rules == "kpgut" and (event := sliding(driver)):
            referee.see(driver.do(event))
            met["slid"] += 1
    assert isinstance(need(driver.state), Over), "a game that does not end"


@pytest.mark.parametrize("rules", REFEREES)
def test_a_referee_agrees_at_every_event(rules: str, full: bool) -> None:
    met = Counter[str]()
    for seed in range(500 if full else GAMES[rules]):
        refereed(rules, seed, met)
    assert bool(met["slid"]) == (rules == "kpgut")
    if rules == "paper":
        assert not met
    elif full:
        assert {f"challenge {made} by virtual True" for made in (True, False)} <= met.keys()
        assert {
            f"guilty {one} to virtual {other}" for one in (True, False) for other in (True, False)
        } <= met.keys()


def test_every_mix_of_seats_is_met() -> None:
    assert {seats_of(seed) for seed in range(len(MIXES))} == set(MIXES)
