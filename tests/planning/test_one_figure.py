"""One clock, one figure: whoever names minutes for a table names the same; and what is proposed for an evening."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from random import Random

import pytest

from facilitator.games.records import PLAYED, GameRecord, LayoutSize, Setup, VirtualTurn
from facilitator.operations.definitions import Return
from facilitator.operations.purposes import Phase
from facilitator.planning import forecast
from facilitator.planning.attempt_cost import run_work
from facilitator.planning.choices import GLANCE, PROPOSED, SHOWN, propose_options
from facilitator.planning.pace import MINUTE, AttemptClock, Pace
from facilitator.planning.plan import make_plan
from facilitator.play.prompt import StepPrompt
from facilitator.play.session import Session
from facilitator.sheets.card_making import kits
from facilitator.table_files.load import Table, check, make_table
from facilitator.table_files.model import uses_printed_deck
from sure import sure, sure_of

SEATS = ["Ana", "Ben", {"name": "Vera", "virtual": True}]
KEYS: dict[str, tuple[object, ...]] = {
    "seats": (SEATS, SEATS[1:], [*SEATS, "Cem"], [*SEATS, {"name": "Udo", "virtual": True}]),
    "rules": ("paper", "paper", "official"),
    "hand_size": (3, 4, 5, 7),
    "protocol": ("wallet", "knockout", "knockout", "published"),
    "pool": ("split", "split", "shared"),
    "pool_deck": ("compact-27", "half-54"),
    "equipment": ("envelopes", "sleeves"),
    "helpers": (1, 2, 3),
    "wording": ("full", "brief", "auto"),
    "draw": ("one", "one", "until playable"),
}
TABLES, FEW = 50, 12
SOON = {"rules": "paper", "hand_size": 3}
"""Of such tables one is priced whole each time: others take seconds."""


def table(**keys: object) -> Table:
    return make_table({"seats": SEATS, "helpers": 2, **keys})


def tables(number: int) -> Iterator[Table]:
    """So many tables, none twice, drawn by one seed from all that differ in what takes time."""
    chance, found = Random("tables"), list[Table]()
    while len(found) < number:
        one, wrong = check({name: chance.choice(values) for name, values in KEYS.items()})
        if one is not None and not wrong and one not in found:
            found.append(one)
            yield one


def test_all_commands_name_the_same_minutes(full: bool) -> None:
    """`new` and `plan --evening` price choices, one of which is the table itself; `plan` and the sheet the table."""
    soon = (one for one in tables(TABLES) if all(getattr(one, key) == SOON[key] for key in SOON))
    for made in tables(TABLES) if full else islice(soon, 1):
        usual, told = forecast.estimate_times(made), make_plan(made, kits(made)).times
        assert (told.per_game, told.per_virtual_turn) == (usual.per_game, usual.per_virtual_turn), made


def test_play_and_plan_estimate_the_same_duration_of_an_attempt(full: bool) -> None:
    """What `play` says is left before a run's first act is what the plan counts for it, but for what is sorted after.

    To 0.6 minutes, as rules on which cards fit have a word more here or there; and but for a table's first duel,
    which is walked through before the loop is told.  `play` expects the longest way: in a wallet's run a card drawn,
    which the plan counts as another end; of several classes the plan expects the best.
    """
    every = (candidate for candidate in tables(TABLES if full else FEW) if candidate.rules == "paper")
    some = (
        candidate if candidate.wording == "brief" else candidate.model_copy(update={"wording": "full"})
        for candidate in every
    )
    for made in (candidate for candidate in some if not uses_printed_deck(candidate.protocol)):
        session = Session.open(made, None, 1, AttemptClock(made, partial(Pace, made.helpers)).minutes)
        while not isinstance(now := session.get_prompt().asked, StepPrompt):
            session.rehearse()
        match = session.match
        layout = sure(sure(match.plan).layout)
        seat = [seat.name for seat in made.seats].index(sure(match.turn))
        turn = VirtualTurn((LayoutSize(layout.k, layout.m),), PLAYED, seat=seat)
        linked = (
            not any(isinstance(op, Return) for op in match.attempt.foresight.all_ops)
            if match.attempt
            else False
        )
        first = forecast.get_prices(made, Pace(made.helpers))[1]
        (key,) = forecast.list_attempts(turn, forecast.get_turn_settings(made), linked)
        after = run_work(key, made.equipment).tasks(Phase.BETWEEN)
        whole = first(key).clock(made.helpers) - Pace(made.helpers).estimate_seconds(after)
        assert now.minutes == pytest.approx(whole / MINUTE, abs=0.6), made


@pytest.mark.parametrize("keys", [{"protocol": "wallet"}, {"protocol": "knockout", "equipment": "sleeves"}])
def test_the_first_turn_has_the_duration_that_play_shows(keys: dict[str, object]) -> None:
    """It is told in full, and its first duel walked through: `plan`, `new` and a lesson name its minutes apart."""
    made = table(pool="split", pool_deck="compact-27", hand_size=7, **keys)
    session = Session.open(made, None, None, AttemptClock(made, partial(Pace, made.helpers)).minutes)
    session.take("7R Vera")
    now = sure_of(StepPrompt, session.get_prompt().asked)
    assert now.number == 1
    assert now.minutes == pytest.approx(forecast.first_minutes(made), abs=0.1)
    assert forecast.first_minutes(made) > forecast.estimate_times(made).per_virtual_turn.median


def test_only_games_needed_for_the_proposals_are_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wallets fill the list at these seats. Of any other setup, a few games show that it is no better."""
    played, play = Counter[Setup](), forecast.Simulator.play_game
    names = [("Uma", True), ("Ana", False), ("Vera", True), ("Ben", False), ("Walt", True)]

    def count(self: forecast.Simulator, chance: Callable[[], float]) -> GameRecord:
        played[self.setup] += 1
        return play(self, chance)

    monkeypatch.setattr(forecast.Simulator, "play_game", count)
    found = propose_options(make_table({"seats": [{"name": n, "virtual": v} for n, v in names]}), 105)
    assert {option.table.protocol for option in found} == {"wallet"}
    shown = {forecast.setup_of(option.table) for option in found}
    assert {setup for setup, n in played.items() if n == PROPOSED} == shown
    assert {n for setup, n in played.items() if not setup.pool} == {GLANCE}, "a shared deck takes hours"


def test_proposals_fit_the_session_or_come_closest() -> None:
    for minutes, fits in ((240, True), (2, False)):
        found = propose_options(table(hand_size=4), minutes)
        assert 1 <= len(found) <= SHOWN
        assert all(option.table.helpers == 2 for option in found)
        for option in found:
            games = forecast.simulate_games(forecast.setup_of(option.table), PROPOSED)
            assert option.times == forecast.estimate_times(option.table, None, games)
        assert all((option.times.in_time(minutes) >= 0.5) == fits for option in found)
        assert len({tuple(option.changes.items()) for option in found}) == len(found)
    forms = [option.table.protocol for option in propose_options(table(hand_size=4), 240)]
    assert forms[0] == "wallet"
    assert set(forms) == {"wallet", "knockout"}
