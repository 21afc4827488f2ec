"""Seeded dry games of every rule set and mix of seats, followed by a referee written from the texts."""

from __future__ import annotations

import pytest
from uno_driver import Driver, mixes
from uno_referees import Kpgut, Official

from facilitator.games.due import Ask, Over
from facilitator.games.events import Play
from facilitator.games.uno.wants import need

MIXES = mixes(2, 5)
REFEREES: dict[str, type[Official] | type[Kpgut]] = {"official": Official, "kpgut": Kpgut}


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


@pytest.mark.parametrize("rules", REFEREES)
def test_a_referee_agrees_at_every_event(rules: str, full: bool) -> None:
    slid = 0
    for seed in range(500 if full else {"official": 4, "kpgut": 6}[rules]):
        driver = Driver(MIXES[seed * 7 % len(MIXES)], seed, {"rules": rules})
        referee = REFEREES[rules](driver.state)
        for step in driver.steps():
            referee.see(step)
            if rules == "kpgut" and (event := sliding(driver)):
                referee.see(driver.do(event))
                slid += 1
        assert isinstance(need(driver.state), Over), "a game that does not end"
    assert bool(slid) == (rules == "kpgut")
