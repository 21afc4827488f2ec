"""`facilitator play --auto`: whole rehearsals as text and as JSON lines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from facilitator.games.uno import cards as uno
from facilitator.table_files.load import PROTOCOLS
from programs import process, run, run_well, table

AUTO = ("play", "sample:three", "--dry-run", "--auto", "--seed", "7")
Line = dict[str, Any]

STATE = {"n", "turn", "direction", "top", "color", "hands", "unplayed", "discards", "winner"}
STEP = {"number", "stage", "op", "text", "seen"}
RUN = {"seat", "form", "k", "m", "shuffles", "extra_cards", "outcome"}
EVENTS = ({"start", "first"}, {"seat", "play"}, {"seat", "play", "color"}, {"seat", "draw"}, {"seat", "pass"})
"""The shapes of DESIGN.md; keys may be added to all but events."""


def lines(out: str) -> list[Line]:
    return [json.loads(line) for line in out.splitlines()]


@pytest.fixture(scope="module")
def seven() -> list[Line]:
    """The JSON lines of the rehearsal with seed 7."""
    found = run_well(*AUTO, "--json")
    return lines(found.stdout)


def of_kind(found: list[Line], kind: str) -> Iterator[Line]:
    return (line[kind] for line in found if kind in line)


def test_the_rehearsal_with_seed_seven_has_a_winner(seven: list[Line]) -> None:
    result = seven[-1]["result"]
    last = list(of_kind(seven, "state"))[-1]
    assert result["over"] is True
    assert result["winner"] == last["winner"]
    assert last["hands"][last["winner"]] == 0
    assert result["events"] == last["n"] == sum(1 for _ in of_kind(seven, "event"))
    assert result["runs"] == sum(1 for _ in of_kind(seven, "run")) > 3


def test_every_json_line_has_the_documented_keys(seven: list[Line]) -> None:
    assert [line for line in seven if "result" in line] == seven[-1:]
    for line, after in zip(seven, [*seven[1:], {}], strict=True):
        (kind,) = line
        body = line[kind]
        match kind:
            case "event":
                assert set(body) in EVENTS
                assert "state" in after
            case "state":
                assert set(body) >= STATE
                assert body["direction"] in ("clockwise", "counterclockwise")
                assert body["top"] in uno.KINDS
                assert body["color"] in tuple(uno.COLORS)
            case "step":
                assert set(body) >= STEP
                assert body["stage"]
                assert body["text"]
                assert body["seen"] is None or all(isinstance(face, str) for face in body["seen"])
            case "run":
                assert set(body) >= RUN
            case _:
                assert kind in ("result", "note")


def test_no_message_mentions_markers_while_there_are_enough(seven: list[Line]) -> None:
    assert not any("make" in str(note) for note in of_kind(seven, "note"))


def test_hidden_cards_are_not_in_the_json_lines(seven: list[Line]) -> None:
    """A state tells sizes; only a reveal shows cards, and a virtual hand is never told."""
    for line in seven:
        assert "holds" not in json.dumps(line.get("note", ""))
        if "step" in line and line["step"]["seen"]:
            assert line["step"]["op"] in ("Reveal", "Choose", "Collect")


@pytest.mark.parametrize("form", PROTOCOLS)
@pytest.mark.every(2)
def test_an_attempt_costs_what_the_formulas_of_its_form_say(form: str, tmp_path: Path) -> None:
    """PROTOCOLS: m+5, m+4, m+1 (m = 1: 2), m (m = 1: 0) shuffles; 3k+4, 3k+2 (m = 1: 3k), no extra cards."""
    found = run_well("play", table(tmp_path, form, 2), "--dry-run", "--auto", "--seed", "3", "--json")
    runs = list(of_kind(lines(found.stdout), "run"))
    assert runs
    for line in runs:
        k, m = line["k"], line["m"]
        shuffles, extra = {
            "published-2023": (m + 5, 3 * k + 4),
            "published": (m + 4, 3 * k + 4),
            "knockout": (m + 1, 3 * k + 2) if m > 1 else (2, 3 * k),
            "wallet": (m if m > 1 else 0, 0),
        }[line["form"]]
        assert (line["shuffles"], line["extra_cards"]) == (shuffles, extra)


@pytest.mark.parametrize("more", [("--turns", "12"), ("--json",)])
@pytest.mark.every(2)
def test_the_same_seed_prints_the_same_bytes(more: tuple[str, ...]) -> None:
    """In two programs, this one and another, so that no order of a set or dictionary hides."""
    first, second = process(*AUTO, *more), run(*AUTO, *more)
    assert first.returncode == second.exit_code == 0
    assert first.stdout == second.stdout_bytes
    assert not first.stderr
    assert run(*AUTO[:-1], "8", "--turns", "2").stdout_bytes != first.stdout


@pytest.mark.parametrize("name", ["published-split", "sevens", "hearts", "dominoes", "eights"])
@pytest.mark.every(3)
def test_replay_accepts_the_json_lines_of_a_rehearsal(name: str, tmp_path: Path) -> None:
    """What `play --json` writes `replay` reads, and reaches the same states."""
    found = lines(run("play", f"sample:{name}", *AUTO[2:], "--turns", "14", "--json").stdout)
    record = tmp_path / "record.jsonl"
    record.write_text("".join(json.dumps(line) + "\n" for line in found), encoding="utf-8")
    again = run_well("replay", f"sample:{name}", record, "--json")
    states = [*of_kind(found, "state")]
    replayed = [line.get("state", line) for line in lines(again.stdout)]
    assert replayed == [{key: state[key] for key in state if key != "told"} for state in states]


@pytest.mark.parametrize("turns", [1, 4])
def test_the_option_turns_stops_after_this_number_of_turns(turns: int) -> None:
    found = lines(run(*AUTO, "--json", "--turns", str(turns)).stdout)
    assert sum("play" in event or "pass" in event for event in of_kind(found, "event")) == turns
    assert found[-1]["result"]["over"] is False


def test_a_rehearsal_in_two_parts_equals_a_rehearsal_in_one_part(tmp_path: Path) -> None:
    kept = ("--journal", tmp_path / "r.game", "--json", "--turns", "2")
    found = [line for _ in range(2) for line in lines(run(*AUTO, *kept).stdout)]
    once = lines(run(*AUTO, "--json", "--turns", "4").stdout)
    parts, whole = ([x for x in some if "result" not in x and "note" not in x] for some in (found, once))
    assert parts == whole
