"""A command that finds no game, or a damaged one, names in what it advises the game it is about."""

from __future__ import annotations

from pathlib import Path

import pytest

from facilitator.cli.app import app
from programs import RUNNER

SEATS = "seats: [Ana, Ben, {name: Vera, virtual: true}]\n"


@pytest.mark.parametrize("command", ["log", "log --salvage"])
@pytest.mark.parametrize(
    ("words", "named"),
    [("", ""), ("--dry-run", " --dry-run"), ("--journal 'my x.game'", " --journal 'my x.game'")],
)
def test_what_is_advised_is_about_the_same_game(
    command: str, words: str, named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("t.yaml").write_text(SEATS, encoding="utf-8")
    verb, *rest = command.split()
    done = RUNNER.invoke(app, f"{verb} t.yaml {words} {' '.join(rest)}")
    assert done.exit_code == 2
    assert f"Begin one: facilitator play t.yaml{named}" in " ".join(done.stderr.split())


def test_saving_a_damaged_rehearsal_names_the_rehearsal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("t.yaml").write_text(SEATS, encoding="utf-8")
    assert RUNNER.invoke(app, "play t.yaml --dry-run --seed 7", input="\n" * 9).exit_code == 0
    kept = Path("t.rehearsal.game")
    kept.write_bytes(kept.read_bytes()[:-4096])
    said = " ".join(RUNNER.invoke(app, "log t.yaml --dry-run --salvage").output.split())
    assert "Save it: facilitator log t.yaml --dry-run --salvage saved.game" in said
