"""Crazy Eights: its rules, its referee, a game played, planned and printed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from eights_referee import EightsReferee
from simulated import mixes, played

from facilitator.cli import app as program
from facilitator.games.eights import EIGHTS
from programs import RUNNER

SEATS = "[Ana, {name: Vera, virtual: true}, Ben]"
RULES = EIGHTS.about.rules


def run(*arguments: str) -> tuple[int, str, str]:
    done = RUNNER.invoke(program.app, [*arguments], prog_name="facilitator")
    return done.exit_code, done.stdout, done.stderr


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "friday.yaml"
    path.write_text(f"game: eights\nseats: {SEATS}\nprotocol: knockout\n")
    return path


@pytest.mark.parametrize("rules", RULES)
def test_facts_match_the_cards_and_the_referee_agrees(rules: str, full: bool) -> None:
    tables = mixes(2, 7)
    for seed in range(300 if full else 6):
        seats = tables[seed * 37 % len(tables)]
        judge = EightsReferee(EIGHTS, seats, rules)
        for step in played(EIGHTS, seats, seed, rules):
            judge.see(step)
        assert judge.over()


@pytest.mark.parametrize("rules", RULES)
def test_it_is_played_and_replayed(file: Path, tmp_path: Path, rules: str) -> None:
    file.write_text(f"{file.read_text()}rules: {rules}\nhand_size: 3\n")
    code, said, err = run("play", str(file), "--dry-run", "--auto", "--json", "--seed", "3", "--turns", "40")
    assert (code, err) == (0, "")
    lines = [json.loads(line) for line in said.splitlines()]
    record = tmp_path / "record.txt"
    record.write_text("\n".join(json.dumps(line["event"]) for line in lines if "event" in line))
    code, again, err = run("replay", str(file), str(record), "--json")
    assert (code, err) == (0, "")
    states = [line["state"] for line in lines if "state" in line]
    told = [state.pop("told", None) for state in states]
    assert any(told)
    assert [json.loads(line) for line in again.splitlines()] == states


def test_it_is_planned_and_printed(file: Path, tmp_path: Path) -> None:
    code, _, err = run("plan", str(file), "--games", "20")
    assert (code, err) == (0, ""), err
    code, _, err = run("print", str(file), "--output", str(tmp_path / "sheets"))
    assert (code, err) == (0, ""), err
    assert len(list((tmp_path / "sheets").glob("*.pdf"))) > 3
