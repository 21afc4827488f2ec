"""`facilitator play --mistakes`: what was noticed and missed is told at the end, and only in rehearsals."""

from __future__ import annotations

import json
from pathlib import Path

from facilitator.cli.app import app
from program_helpers import RUNNER


def run(*arguments: str, typed: str = "") -> tuple[int, str, str]:
    done = RUNNER.invoke(app, ["play", *arguments], input=typed)
    return done.exit_code, " ".join(done.stdout.split()), " ".join(done.stderr.split())


def test_the_program_tells_what_was_noticed_and_what_was_missed() -> None:
    rehearse = ("sample:duel", "--dry-run", "--mistakes", "--seed", "3")
    code, out, err = run(*rehearse, typed="\n" * 8 + "q\n")
    assert (code, err) == (0, "")
    assert "SEEN" in out
    assert "MISSED. At worst: " in out
    assert "missed. What was missed comes at worst to: " in out
    lines = RUNNER.invoke(app, ["play", *rehearse, "--json"], input="\n" * 8 + "q\n").stdout.splitlines()
    told = [json.loads(line) for line in lines]
    mistakes = [one["mistake"] for one in told if "mistake" in one]
    assert {one["found"] for one in mistakes} == {"missed"}
    assert any("witnessed" in one for one in told)


def test_a_refused_line_of_a_pipe_ends_it_with_its_sum_too() -> None:
    code, out, err = run(
        "sample:duel", "--dry-run", "--mistakes", "--seed", "3", typed="\n" * 6 + "nonsense\n"
    )
    assert code == 2
    assert "nonsense" in err
    assert "Rehearsed mistakes" in out


def test_only_in_rehearsals_and_said_why(tmp_path: Path) -> None:
    for more in ((), ("--auto",)):
        code, _, err = run("sample:duel", "--mistakes", *more, "--journal", str(tmp_path / "a.game"))
        assert code == 2
        assert "--dry-run" in err
    assert not [*tmp_path.iterdir()]
