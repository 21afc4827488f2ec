"""A game in somebody's own package: the guide's example, and packages with mistakes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from facilitator.cli.guide import chapters
from facilitator.errors import CommandError
from facilitator.games import registry
from sure import sure

SEATS = "seats: [Ana, {name: Vera, virtual: true}, Ben]\nprotocol: knockout\nequipment: sleeves\n"


def install(folder: Path, code: str, project: str) -> None:
    """Lay a package out as pip does, without pip."""
    told = tomllib.loads(project)["project"]
    (folder / f"{told['name']}.py").write_text(code, encoding="utf-8")
    info = folder / f"{told['name']}-{told['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {told['name']}\nVersion: {told['version']}")
    lines = [f"[{group}]" + "".join(f"\n{name} = {value}" for name, value in games.items())
             for group, games in told["entry-points"].items()]  # fmt: skip
    (info / "entry_points.txt").write_text("\n".join(lines))


def run(folder: Path, *words: str) -> str:
    """What the program says in a folder, in a process that finds the packages there."""
    env = {**os.environ, "PYTHONPATH": str(folder), "PYTHONUTF8": "1", "COLUMNS": "80"}
    program = [sys.executable, "-m", "facilitator", *words]
    done = subprocess.run(program, cwd=folder, capture_output=True, encoding="utf-8", env=env)
    assert done.returncode == 0, done.stderr
    return done.stdout


def find_example() -> tuple[str, str]:
    """The game of the chapter for contributors, and its `pyproject.toml`."""
    chapter = chapters()["contributing"]
    code, project = (re.search(rf"```{kind}\n(.*?)```", chapter, re.DOTALL) for kind in ("python", "toml"))
    return sure(code)[1], sure(project)[1]


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of packages that this process finds."""
    monkeypatch.syspath_prepend(str(tmp_path))
    registry.find_entry_points.cache_clear()
    yield tmp_path
    registry.find_entry_points.cache_clear()


def test_the_example_game_of_the_guide_is_played_planned_printed_and_replayed(tmp_path: Path) -> None:
    """To the end: one seat loses, all others win."""
    install(tmp_path, *find_example())
    (tmp_path / "friday.yaml").write_text(f"game: backwards\n{SEATS}", encoding="utf-8")
    lines = run(tmp_path, "play", "friday.yaml", "--dry-run", "--auto", "--json", "--seed", "2").splitlines()
    result = json.loads(lines[-1])["result"]
    states = [json.loads(line)["state"] for line in lines if line.startswith('{"state"')]
    (loser,) = (name for name, size in states[-1]["hands"].items() if not size)
    winners = [name for name in ("Ana", "Vera", "Ben") if name != loser]
    assert states[-1]["winner"] == winners
    assert result["winner"] == " and ".join(winners)
    assert f"{loser} has played the last card and loses." in " ".join(lines)
    (tmp_path / "record.jsonl").write_text("\n".join(lines), encoding="utf-8")
    replayed = run(tmp_path, "replay", "friday.yaml", "record.jsonl", "--json").splitlines()
    assert [json.loads(line)["hands"] for line in replayed] == [state["hands"] for state in states]
    assert "Ana, Vera (virtual), Ben" in run(tmp_path, "plan", "friday.yaml", "--games", "20")
    run(tmp_path, "print", "friday.yaml", "setup", "cheats", "log", "--output", "sheets")
    assert len([*(tmp_path / "sheets").glob("*.pdf")]) == 3
    schema = json.loads(run(tmp_path, "guide", "table", "--schema"))
    assert "backwards" in schema["properties"]["game"]["enum"]


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("GAME = 1 / 0", "can't be loaded from odd:GAME: ZeroDivisionError: division by zero"),
        ("OTHER = 1", "can't be loaded from odd:GAME: AttributeError"),
        (
            "from facilitator.games.sevens import SEVENS as GAME",
            "calls a game odd, but the game itself .* sevens",
        ),
    ],
)
def test_a_faulty_game_package_is_named(packages: Path, code: str, words: str) -> None:
    project = '[project]\nname = "odd"\nversion = "1"\nentry-points."facilitator.games".odd = "odd:GAME"\n'
    install(packages, code, project)
    sys.modules.pop("odd", None)
    assert registry.list_games()[-1] == "odd"
    with pytest.raises(CommandError, match=words):
        registry.get_game("odd")


def test_no_package_replaces_a_built_in_game(packages: Path) -> None:
    project = '[project]\nname = "mine"\nversion = "1"\nentry-points."facilitator.games".uno = "mine:GAME"\n'
    install(packages, "raise AssertionError", project)
    assert not registry.find_entry_points()
    assert registry.get_game("uno").about.name == "uno"
