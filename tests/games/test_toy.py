"""A game that no file of the package knows is played, planned, printed and replayed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from toy import Toy

from facilitator.cli import app as program
from facilitator.games import registry
from facilitator.play.match import Match
from facilitator.play.messages import EventMessage, Remark, RunLine
from facilitator.table_files.load import Table, make_table
from programs import RUNNER
from turns import go_on

SEATS = "[Ana, {name: Vera, virtual: true}, {name: Udo, virtual: true}]"


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Toy:
    monkeypatch.setattr(registry, "_GAMES", dict(registry._GAMES))
    game = Toy()
    registry.register_game(game)
    return game


@pytest.fixture
def file(toy: Toy, tmp_path: Path) -> Path:
    path = tmp_path / "toys.yaml"
    path.write_text(f"game: toy\nseats: {SEATS}\n")
    return path


def run(*arguments: str) -> tuple[int, str]:
    done = RUNNER.invoke(program.app, [*arguments], prog_name="facilitator")
    return done.exit_code, done.stdout


def table() -> Table:
    return make_table({"game": "toy", "seats": ["Ana", {"name": "Vera", "virtual": True}]})


def test_the_default_hand_size_comes_from_the_game(toy: Toy) -> None:
    assert table().hand_size == 3


def test_whole_rehearsals_agree_at_every_event(toy: Toy, full: bool) -> None:
    runs = 0
    for seed in range(30 if full else 8):
        game = Match.open(table(), None, seed)
        while not game.is_over:
            before = game.state
            go_on(game)
            for item in game.news:
                if isinstance(item, RunLine):
                    runs += 1
                    assert item.outcome == "none" or item.outcome in toy._fit(before)
            assert all(isinstance(item, EventMessage | RunLine | Remark) for item in game.news)
            game.news.clear()
        game.close()
    assert runs > (30 if full else 8)


def test_the_toy_game_can_be_played_and_replayed(file: Path, tmp_path: Path) -> None:
    code, said = run("play", str(file), "--dry-run", "--auto", "--json", "--seed", "3")
    assert code == 0
    lines = [json.loads(line) for line in said.splitlines()]
    events = [json.dumps(line["event"]) for line in lines if "event" in line]
    assert lines[-1]["result"]["over"]
    record = tmp_path / "record.txt"
    record.write_text("\n".join(events))
    code, again = run("replay", str(file), str(record), "--json")
    assert code == 0
    assert [json.loads(line) for line in again.splitlines()] == [
        line["state"] for line in lines if "state" in line
    ]


def test_the_toy_game_can_be_planned_and_printed(file: Path, tmp_path: Path) -> None:
    assert run("plan", str(file), "--games", "20")[0] == 0
    assert run("print", str(file), "--output", str(tmp_path / "sheets"))[0] == 0
