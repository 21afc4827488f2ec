"""Seeded dry games of every rule set and mix of seats, followed by a referee written from the texts."""

from __future__ import annotations

from collections import Counter

import pytest
from paper_referee import Paper
from test_options import jumping
from uno_referees import Kpgut, Official

from facilitator.games import events
from facilitator.games.rules import AwaitMove, GameOver
from facilitator.games.stacking import STACKS
from facilitator.games.uno.rules import get_next_action
from game_driver import MIXES, Driver, seats_of
from states import UNO

REFEREES: dict[str, type[Paper] | type[Official] | type[Kpgut]] = {
    "paper": Paper,
    "official": Official,
    "kpgut": Kpgut,
}


def aside(driver: Driver, referee: Kpgut) -> events.Event | None:
    """What somebody could do beside the play now, every other time that nothing is waited for: by kpgut's book."""
    state, chance = driver.state, driver.chance
    waits = state.pending or state.drawn or state.free or state.challenged or referee.leaving
    if not isinstance(get_next_action(state), AwaitMove) or referee.over or not referee.pile:
        return None
    anyone, turn = chance.choice(referee.order), referee.order[0]
    one = chance.random()
    if referee.silent and one < 0.2 and not (referee.accused == referee.silent and referee.doubted):
        return events.Caught(referee.silent)
    if referee.drawing and not referee.virtual[referee.drawing] and anyone != referee.drawing and one < 0.05:
        return (
            events.Doubt(anyone, referee.drawing, chance.random() < 0.5)
            if not referee.virtual[anyone]
            else None
        )
    if one < 0.01 and not (referee.virtual[turn] or referee.asked or referee.drawing):
        return events.Absent(turn)
    if waits:
        return None
    if one < 0.5 and state.top and state.top[0].isdigit():
        for seat in state.seats:
            other = seat.name != state.name(state.turn) and not seat.virtual
            if other and state.top in driver.truth.get_hand(seat.name):
                return events.Play(seat.name, state.top)
    if one > 0.995:
        return events.TimeUp()
    people = [name for name in referee.order if not referee.virtual[name]]
    if one > 0.98 and len(referee.order) > 2 and len(people) > 1:
        return events.SeatLeaves(chance.choice(people), chance.random() < 0.5)
    if one > 0.97 and not referee.done and "Joe" not in referee.virtual:
        return events.Join("Joe")
    return events.Penalty(chance.choice(people), 2) if one > 0.96 and people else None


GAMES = {"paper": 8, "official": 2, "kpgut": 4}
"""Games followed of each rule set; with --full 500."""


def refereed(rules: str, seed: int, met: Counter[str]) -> None:
    """Follow one game to its end; count in ``met`` what is seldom."""
    small = {"hand_size": 20} if rules == "kpgut" and seed % 4 == 3 else {}  # little is left to draw: § 5
    driver = Driver(UNO, seats_of(seed), seed, {"rules": rules, **small})
    referee = REFEREES[rules](driver.state)
    for step in driver.steps():
        referee.see(step)
        if isinstance(step.event, events.Challenge):
            met[f"challenge {step.event.made} by virtual {step.virtual}"] += 1
        if isinstance(step.event, events.ChallengeVerdict):
            met[f"guilty {step.event.guilty} to virtual {step.virtual}"] += 1
        if isinstance(referee, Kpgut) and (event := aside(driver, referee)):
            referee.see(driver.do(event))
            met[type(event).__name__] += 1
    met["dead"] += isinstance(referee, Kpgut) and referee.idle > 0 and referee.stopped
    assert isinstance(get_next_action(driver.state), GameOver), "a game that does not end"


@pytest.mark.parametrize("rules", REFEREES)
def test_a_referee_agrees_at_every_event(rules: str, full: bool) -> None:
    met = Counter[str]()
    for seed in range(500 if full else GAMES[rules]):
        refereed(rules, seed, met)
    assert bool(met["Play"]) == (rules == "kpgut")
    if rules == "paper":
        assert not +met
    elif full:
        assert {f"challenge {made} by virtual True" for made in (True, False)} <= met.keys()
        assert {
            f"guilty {guilty} to virtual {other}" for guilty in (True, False) for other in (True, False)
        } <= met.keys()


def test_every_mix_of_seats_occurs() -> None:
    assert {seats_of(seed) for seed in range(len(MIXES))} == set(MIXES)


@pytest.mark.parametrize(
    ("draw", "end", "stacking", "jump"),
    [
        ("until playable", "ends", (), "no"),
        ("one", "draw one", (), "no"),
        ("one", "ends", ("+ on +",), "no"),
        ("one", "ends", ("D on D",), "no"),
        ("one", "ends", ("+ on +", "D on +"), "no"),
        ("one", "ends", ("+ on D",), "no"),
        ("until playable", "draw one", ("+ on +", "D on D"), "no"),
        ("one", "ends", (), "plays on"),
        ("one", "ends", (), "turn stays"),
        ("until playable", "draw one", STACKS, "plays on"),
    ],
)
@pytest.mark.every(2)
def test_a_referee_agrees_with_each_house_rule(
    draw: str, end: str, stacking: tuple[str, ...], jump: str, full: bool
) -> None:
    jumped = 0
    for seed in range(300 if full else 2):
        house = {"draw": draw, "end_on_action": end, "stacking": list(stacking), "jump_in": jump}
        driver = Driver(UNO, seats_of(seed), seed, {"rules": "paper", **house})
        referee = Paper(driver.state, draw, end, stacking, jump)
        for step in driver.steps():
            referee.see(step)
            if event := jumping(driver):
                referee.see(driver.do(event))
                jumped += 1
        assert isinstance(get_next_action(driver.state), GameOver), "a game that does not end"
    assert bool(jumped) == (jump != "no") or not full
