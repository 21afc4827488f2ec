"""`facilitator play`: whole rehearsals as text and as JSON lines, pipes, and how an evening ends."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from facilitator.cli.app import app
from facilitator.games.uno import cards as uno
from facilitator.games.uno.lines import from_json
from facilitator.play.game import Game
from facilitator.table.load import PROTOCOLS, load_table

AUTO = ("play", "sample:three", "--dry-run", "--auto", "--seed", "7")
Line = dict[str, Any]

STATE = {"n", "turn", "direction", "top", "color", "hands", "unplayed", "discards", "winner"}
STEP = {"number", "stage", "op", "text", "seen"}
RUN = {"seat", "form", "k", "m", "shuffles", "extra_cards", "outcome"}
EVENTS = ({"start", "first"}, {"seat", "play"}, {"seat", "play", "color"}, {"seat", "draw"}, {"seat", "pass"})
"""The shapes of DESIGN.md; keys may be added to all but events."""


def run(*args: str | Path, typed: str | bytes = "") -> Result:
    return CliRunner().invoke(app, [str(arg) for arg in args], input=typed, prog_name="facilitator")


def process(*args: str | Path, typed: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    words = [sys.executable, "-m", "facilitator", *map(str, args)]
    return subprocess.run(words, input=typed, capture_output=True, check=False, timeout=60)


def lines(out: str) -> list[Line]:
    return [json.loads(line) for line in out.splitlines()]


def table(folder: Path, protocol: str = "knockout", hand_size: int = 3, seats: str = "Ana, Ben") -> Path:
    path = folder / "friday.yaml"
    text = f"seats: [{seats}, {{name: Vera, virtual: true}}]\nhand_size: {hand_size}\nprotocol: {protocol}\n"
    path.write_text(text, encoding="utf-8")
    return path


def rows(path: Path) -> list[tuple[int, str, str, int]]:
    db = sqlite3.connect(path)
    try:
        return list(db.execute("SELECT input, kind, body, derived FROM entry ORDER BY n"))
    finally:
        db.close()


@pytest.fixture(scope="module")
def seven() -> list[Line]:
    """The JSON lines of the rehearsal with seed 7."""
    found = run(*AUTO, "--json")
    assert found.exit_code == 0, found.stderr
    return lines(found.stdout)


def of_kind(found: list[Line], kind: str) -> Iterator[Line]:
    return (line[kind] for line in found if kind in line)


def test_seed_seven_plays_to_a_winner(seven: list[Line]) -> None:
    result = seven[-1]["result"]
    last = list(of_kind(seven, "state"))[-1]
    assert result["over"] is True
    assert result["winner"] == last["winner"]
    assert last["hands"][last["winner"]] == 0
    assert result["events"] == last["n"] == sum(1 for _ in of_kind(seven, "event"))
    assert result["runs"] == sum(1 for _ in of_kind(seven, "run")) > 3


def test_every_line_has_the_shape_of_the_design(seven: list[Line]) -> None:
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


def test_minutes_left_run_down_in_every_run(seven: list[Line]) -> None:
    before: Line = {}
    for step in of_kind(seven, "step"):
        if step["number"] > 1 and not before.get("ask"):  # an answer may make the run longer
            assert 0 <= step["minutes_left"] <= before["minutes_left"]
        before = step


def test_the_head_of_a_turn_and_of_a_stage_tell_the_time() -> None:
    said = " ".join(run(*AUTO, "--turns", "1").stdout.split())
    assert re.search(r"107 columns · about \d+ acts · about 2\d min for this run", said)
    assert len(re.findall(r"· act \d+ of (?:about )?\d+ · about \d+ min left", said)) > 3


def test_the_box_is_told_before_the_deal_and_only_then(tmp_path: Path) -> None:
    path, words = table(tmp_path), "The box must hold"
    first = run("play", path, typed="7R Ana\n").stdout
    assert first.index(words) < first.index("Deal 3 cards")
    assert words not in run("play", path, typed="5R\n").stdout


def test_a_hand_that_outgrows_its_markers_is_announced_before_the_run(tmp_path: Path) -> None:
    """Three wild draw four on a hand of 7: 19 cards, and 21 markers in the box."""
    path = tmp_path / "friday.yaml"
    path.write_text("seats: [Ana, {name: Vera, virtual: true}]", encoding="utf-8")
    said = " ".join(run("play", path, typed="7R Ana\n+4 r\n+4 r\n+4 r\n5R\n\n").stdout.split())
    warning = (
        "Vera has 19 cards, the box 21 θ-Vera: make 2 more. To make them: relabel 2 of the 14 spare θ-deck"
    )
    assert said.count(warning) == 1
    first = re.search(r"1/\d+ LAY", said)
    assert first is not None
    assert said.index("── Vera's turn") < said.index(warning) < first.start()


def test_nothing_is_said_of_markers_while_there_are_enough(seven: list[Line]) -> None:
    assert not any("make" in str(note) for note in of_kind(seven, "note"))


def test_steps_are_numbered_without_a_gap(seven: list[Line]) -> None:
    last = 0
    for step in of_kind(seven, "step"):
        assert step["number"] in (last + 1, 1)
        last = step["number"]


def test_cards_in_sight_of_nobody_are_not_in_the_lines(seven: list[Line]) -> None:
    """A state tells sizes; only a reveal shows cards, and a virtual hand is never told."""
    for line in seven:
        assert "holds" not in json.dumps(line.get("note", ""))
        if "step" in line and line["step"]["seen"]:
            assert line["step"]["op"] in ("Reveal", "Choose", "Collect")


@pytest.mark.parametrize("form", PROTOCOLS)
def test_a_runs_costs_are_those_of_its_form(form: str, tmp_path: Path) -> None:
    """PROTOCOLS: m+5, m+4, m+1 (m = 1: 2), 2, 1 (m = 1: 0) shuffles; 3k+4, 3k+2 (m = 1: 3k), 2k, no extra cards."""
    found = run("play", table(tmp_path, form, 2), "--dry-run", "--auto", "--seed", "3", "--json")
    assert found.exit_code == 0
    runs = list(of_kind(lines(found.stdout), "run"))
    assert runs
    for line in runs:
        k, m = line["k"], line["m"]
        shuffles, extra = {
            "published-2023": (m + 5, 3 * k + 4),
            "published": (m + 4, 3 * k + 4),
            "knockout": (m + 1, 3 * k + 2) if m > 1 else (2, 3 * k),
            "open": (2, 2 * k),
            "asking": (int(m > 1), 0),
        }[line["form"]]
        assert (line["shuffles"], line["extra_cards"]) == (shuffles, extra)


@pytest.mark.parametrize("more", [("--turns", "12"), ("--json",)])
def test_the_same_seed_gives_the_same_bytes(more: tuple[str, ...]) -> None:
    first, second = process(*AUTO, *more), process(*AUTO, *more)
    assert first.returncode == second.returncode == 0
    assert first.stdout == second.stdout
    assert not first.stderr
    assert process(*AUTO[:-1], "8", "--turns", "2").stdout != first.stdout


def test_a_rehearsal_replays(seven: list[Line], tmp_path: Path) -> None:
    """What `play --json` writes `replay` reads, and reaches the same states."""
    record = tmp_path / "record.jsonl"
    record.write_text("".join(json.dumps(line) + "\n" for line in seven), encoding="utf-8")
    again = run("replay", "sample:three", record, "--json")
    assert again.exit_code == 0, again.stderr
    states = [{key: state[key] for key in STATE} for state in of_kind(seven, "state")]
    assert [{key: line.get("state", line)[key] for key in STATE} for line in lines(again.stdout)] == states


@pytest.mark.parametrize("turns", [1, 4])
def test_turns_stops_after_so_many(turns: int) -> None:
    found = lines(run(*AUTO, "--json", "--turns", str(turns)).stdout)
    assert sum("play" in event or "pass" in event for event in of_kind(found, "event")) == turns
    assert found[-1]["result"]["over"] is False


def test_turns_in_two_evenings_are_turns_in_one(tmp_path: Path) -> None:
    kept = ("--journal", tmp_path / "r.game", "--json", "--turns", "2")
    found = [line for _ in range(2) for line in lines(run(*AUTO, *kept).stdout)]
    once = lines(run(*AUTO, "--json", "--turns", "4").stdout)
    assert [x for x in found if "result" not in x and "note" not in x] == [
        x for x in once[:-1] if "note" not in x
    ]


def test_end_of_input_saves(tmp_path: Path) -> None:
    path = table(tmp_path)
    first = run("play", path, typed="7R Ana\n")
    assert first.exit_code == 0
    assert "saved" in first.stdout
    assert [kind for _, kind, _, _ in rows(path.with_suffix(".game"))] == ["event"]
    second = run("play", path, typed="")
    assert second.exit_code == 0
    assert "after 1 event" in second.stdout
    assert "Ana's turn" in second.stdout


def test_quit_in_a_run_goes_on_at_the_same_operation(tmp_path: Path) -> None:
    path = table(tmp_path)
    first = run("play", path, typed="7R Vera\n" + "\n" * 3 + "q\n")
    second = run("play", path, typed="q\n")
    assert (first.exit_code, second.exit_code) == (0, 0)
    last = first.stdout.rpartition("SLEEVE ")[2].split("Everything up to")[0]
    assert last.split() == second.stdout.rpartition("SLEEVE ")[2].split("Everything up to")[0].split()


def test_a_real_game_told_what_a_rehearsal_showed_goes_the_same_way(tmp_path: Path) -> None:
    """The program learns of a real table only what is typed: the same answers lead to the same game."""
    path = table(tmp_path, hand_size=2, seats="Ana")
    book = tmp_path / "r.game"
    assert run("play", path, "--dry-run", "--auto", "--seed", "2", "--journal", book).exit_code == 0
    names = ["Ana", "Vera"]
    typed = ""
    with closing(Game.open(load_table(str(path)), None)) as real_game:
        told = [(kind, body) for _, kind, body, derived in rows(book) if not derived]
        while told:
            kind, body = told.pop(0)
            if kind != "answer":
                typed += body + "\n"
                real_game.submit(from_json(json.loads(body)))
                continue
            assert real_game.run is not None
            while real_game.run.more:  # an act may be told in several steps
                typed += "\n"
                real_game.press()
            spoken = bool(real_game.run.lines)  # or told with the act before
            for _ in real_game.run.acts[1:]:
                kind, body = told.pop(0)
            said = json.loads(body)["said"]
            typed += f"{said}\n" if spoken else ""
            real_game.press(said)
    real = run("play", path, typed=typed)
    assert real.exit_code == 0, real.stderr
    assert [row for row in rows(book) if row[1] == "event"] == [
        row for row in rows(path.with_suffix(".game")) if row[1] == "event"
    ]
    assert re.search(r"(Ana|Vera) wins after \d+ events", real.stdout)
    assert all(name in real.stdout for name in names)


@pytest.mark.parametrize(
    ("good", "wrong", "code"),
    [
        ("", "7R", 2),
        ("", "W Ana", 3),
        ("", "7R Nobody", 2),
        ("7R Ana\n", "17R", 2),
        ("7R Ana\n", "5G", 3),
        ("7R Ana\n", "W", 2),
        ("7R Ana\n", "pass", 3),
        ("7R Ana\n", "Ben plays 5R", 3),
        ("7R Ana\n", "Vera plays 5R", 3),
        ("7R Ana\n", "stop", 2),
        ("7R Ana\ndraw\n", "draw", 3),
        ("7R Ben\ndraw\n", "Vera plays 5R", 2),
        ("7R Ben\ndraw\n", "Vera draws", 2),
        ("7R Vera\n\n\n", "yes", 2),
        ("7R Vera\n\n\n", "Vera plays 5R", 2),
        ("7R Vera\n" + "\n" * 20, "αα", 2),
    ],
)
def test_a_wrong_line_on_a_pipe_ends_the_program_and_changes_nothing(
    good: str, wrong: str, code: int, tmp_path: Path
) -> None:
    path = table(tmp_path)
    book = path.with_suffix(".game")
    run("play", path, typed=good)
    before = rows(book)
    found = run("play", path, typed=f"{wrong}\n\n\n")
    assert found.exit_code == code, found.stdout
    assert "Expected" in found.stderr
    assert "found" in found.stderr
    assert rows(book) == before


def test_a_virtual_hand_is_not_told_by_a_refusal(tmp_path: Path) -> None:
    """After a person drew, a line for the virtual seat may not bring its cards to light."""
    path = table(tmp_path)
    for seed in range(6):
        args = ("play", path, "--dry-run", "--seed", str(seed), "--new")
        opening = run(*args, typed="\n").stdout
        if "Ben's turn" in opening:
            found = run("play", path, "--dry-run", typed="draw\nVera plays W blue\n")
            assert found.exit_code == 2
            assert "holds" not in found.stderr
            assert "," not in found.stderr.partition("found")[0]


def test_json_on_a_pipe_is_json(tmp_path: Path) -> None:
    """Answered by a pipe, every line on stdout still parses."""
    found = run(
        "play", table(tmp_path), "--dry-run", "--seed", "5", "--json", typed="\n" * 12 + "?\nstate\nu\nq\n"
    )
    assert found.exit_code == 0
    for line in found.stdout.splitlines():
        assert isinstance(json.loads(line), dict)


@pytest.mark.parametrize(
    "typed", [b"\xff\xfe\n", b"7R Ana\nnote \xff\n", b"\x00\n", b"7R Ana\nnote \xed\xa0\x80\n"]
)
@pytest.mark.parametrize("locale", ["C.UTF-8", "C"])
def test_bytes_that_are_no_text_are_not_our_fault(
    typed: bytes, locale: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    found = process("play", table(tmp_path), typed=typed)
    assert found.returncode in (0, 2), found.stderr
    assert b"Traceback" not in found.stderr


def test_stop_leads_back_and_the_turn_starts_again(tmp_path: Path) -> None:
    """At step 10 the cards were turned up: before the markers tell whose they are, the columns are mixed."""
    path = table(tmp_path)
    found = run("play", path, typed="7R Vera\n" + "\n" * 9 + "stop\n" + "\n" * 14)
    assert found.exit_code == 0, found.stderr
    back = found.stdout.partition("GIVE UP THE RUN")[2]
    assert "SCRAMBLE" in back
    assert back.index("SCRAMBLE") < back.index("REVEAL")
    assert "LAY OUT" in back


def test_undo_takes_back_one_input(tmp_path: Path) -> None:
    path = table(tmp_path)
    found = run("play", path, typed="7R Ana\n5R\nu\nstate\nu\nu\n")
    assert found.exit_code == 2  # nothing is left to take back
    assert "Taken back: Ana plays 5R" in found.stdout
    assert "Taken back: start 7R Ana first" in found.stdout
