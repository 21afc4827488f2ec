"""Rehearsed mistakes: what a count can show is always found, what it cannot is said to be missed."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from facilitator.cli import app as program
from facilitator.play.misentries import Misentry, What
from facilitator.play.mistakes import Found, Mistake, err_and_count
from facilitator.protocols.mishaps import Mishap
from facilitator.table.load import Table, make_table
from program_helpers import RUNNER

COUNTABLE: tuple[What, ...] = (Misentry.CARD, Misentry.DRAW, Mishap.MISCOUNTED)
"""Mistakes after which some number or some open card differs."""
MADE: tuple[What, ...] = (*Misentry, Mishap.MISCOUNTED, Mishap.MISREAD)
SEATS: list[object] = ["Ana", {"name": "Vera", "virtual": True}, "Ben"]


def small(**keys: object) -> Table:
    return make_table({"seats": SEATS, "pool": "split", "pool_deck": "compact-27", "hand_size": 3, **keys})


def erred(table: Table, seeds: range, turns: int = 40) -> list[Mistake]:
    return [one for seed in seeds for one in err_and_count(table, seed, turns, lambda run: 7.0)]


def test_every_mistake_that_a_count_can_show_is_caught(full: bool) -> None:
    found = erred(small(), range(1, 201 if full else 6))
    by = {slip: Counter(one.found for one in found if one.slip is slip) for slip in MADE}
    for slip in COUNTABLE:
        assert by[slip].total() > (100 if full else 2), by
        assert not by[slip][Found.MISSED], by
    assert by[Mishap.MISCOUNTED][Found.CHECK] == by[Mishap.MISCOUNTED].total()
    assert {int(one.true.split()[0]) for one in found if one.slip is Mishap.MISCOUNTED} <= set(range(1, 28))
    assert by[Misentry.DRAW][Found.RECOUNT] == by[Misentry.DRAW].total()
    assert by[Mishap.MISREAD][Found.MISSED]  # no count shows a pair misread
    assert by[Misentry.NAMED][Found.MISSED] == by[Misentry.NAMED].total()
    assert {one.true == one.told for one in found} == {False}


@pytest.mark.parametrize("game", ["sevens", "hearts"])
def test_in_other_games_too(game: str) -> None:
    people = ["Ana", "Ben", "Cem"] if game == "hearts" else ["Ana", "Ben"]
    table = make_table({"game": game, "seats": [*people, SEATS[1]]})
    found = erred(table, range(1, 3), 14)
    assert any(one.slip is Misentry.CARD for one in found)
    assert not [one for one in found if one.slip in COUNTABLE and one.found is Found.MISSED]


def test_the_same_seed_errs_alike() -> None:
    assert erred(small(), range(3, 4), 10) == erred(small(), range(3, 4), 10)
    assert erred(small(), range(3, 4), 10) != erred(small(), range(4, 5), 10)


def run(*arguments: str) -> tuple[int, str, str]:
    done = RUNNER.invoke(program.app, ["play", *arguments])
    return done.exit_code, " ".join(done.stdout.split()), " ".join(done.stderr.split())


def test_the_command_tells_each_and_what_they_come_to() -> None:
    rehearse = ("sample:duel", "--dry-run", "--auto", "--mistakes", "--seed", "3", "--turns", "8")
    code, out, err = run(*rehearse)
    assert (code, err) == (0, "")
    assert "caught: " in out
    assert "may make a virtual turn void" in out
    lines = RUNNER.invoke(program.app, ["play", *rehearse, "--json"]).stdout.splitlines()
    told = [json.loads(line)["mistake"] for line in lines]
    assert f"{len(told)} mistakes" in out
    assert {one["slip"] for one in told} <= {slip.value for slip in MADE}
    for few in (["--auto"], []):
        code, _, err = run("sample:duel", "--mistakes", *few)
        assert code == 2
        assert "--dry-run" in err
