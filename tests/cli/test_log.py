"""What `log` says of an evening that did not go straight on: marks, stops, a void turn, a result typed again."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from facilitator.cli.log import FORMATS
from facilitator.planning.game_times import measure_game
from facilitator.play import journal
from facilitator.play.session import Session
from facilitator.protocols.gates import CROSSED
from facilitator.table_files.load import table_text
from golden_files import GOLDEN, check_golden
from programs import run, run_well
from sessions import opened, small


def likely(session: Session) -> str:
    """The line that goes on: a pair that says that there is a card, or the first answer there is."""
    run = session.match.attempt
    asked = () if run is None else run.ask
    return CROSSED if CROSSED in asked else asked[0] if asked else ""


def on(session: Session, presses: int) -> None:
    for _ in range(presses):
        assert session.take(likely(session)).refused is None


def stopped(session: Session, presses: int) -> None:
    """Go on so far; give the run up, and lead every card home."""
    on(session, presses)
    assert session.take("stop").refused is None
    while session.match.recovering:
        on(session, 1)


def to_the_card(session: Session) -> None:
    """Go on to the question which card it is."""
    while not (run := session.match.attempt) or not run.ask or CROSSED in run.ask:
        on(session, 1)


def evening(path: Path) -> None:
    """Two stops in the first turn and a card misread in it, a stop in the second, a third that is declared void."""
    session = opened(small(wording="brief"), path)
    session.take("7R Vera")
    stopped(session, 2)
    stopped(session, 5)
    to_the_card(session)
    for line in ("1R", "u", "3R"):
        assert session.take(line).refused is None
    while session.match.attempt is not None:
        on(session, 1)
    assert session.take("5R").refused is None
    stopped(session, 3)
    to_the_card(session)
    assert session.take("7R").refused is None
    assert session.take("void two cards were turned over").refused is None
    while session.match.recovering:
        on(session, 1)
    session.close()


@pytest.fixture
def yaml(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, zone: Callable[[str], None]) -> Path:
    """The table file of an evening, in which every second something is typed."""
    seconds = count()
    monkeypatch.setattr(journal, "_get_time", lambda: f"2025-03-07T20:{next(seconds) // 60:02}:00.000+00:00")
    path = tmp_path / "friday.yaml"
    path.write_text(table_text(small(wording="brief")), encoding="utf-8")
    evening(tmp_path / "friday.game")
    return path


def logged(yaml: Path, form: str) -> str:
    done = run_well("log", yaml, "--format", form)
    return str(done.stdout)


@pytest.mark.golden
@pytest.mark.parametrize("language", ["en", "de"])
def test_three_stops_and_a_retyped_result_are_logged_as_approved(language: str, yaml: Path) -> None:
    with yaml.open("a", encoding="utf-8") as file:
        file.write(f"language: {language}\n")
    said = "\n".join(f"$ facilitator log friday.yaml --format {how}\n{logged(yaml, how)}" for how in FORMATS)
    check_golden(GOLDEN / f"log.{language}.txt", said)


def test_an_unknown_format_is_refused_in_the_language_of_the_table(yaml: Path) -> None:
    with yaml.open("a", encoding="utf-8") as file:
        file.write("language: de\n")
    for more, formats in (((), "text, markdown oder json"), (("--salvage",), "text")):
        done = run("log", yaml, "--format", "pdf", *more)
        assert done.exit_code == 2
        assert " ".join(done.output.split()) == (
            f"Das Protokoll gibt es nicht als pdf. Wählt {formats} mit --format."
        )


def test_the_log_as_json_is_a_record_that_replay_reads(yaml: Path, tmp_path: Path) -> None:
    lines = [json.loads(line) for line in logged(yaml, "json").splitlines()]
    assert [line["give-up"]["before"] for line in lines if "give-up" in line] == [0, 1, 0]
    assert lines[-1] == {"sum": {"void": 1, "stops": 3, "retyped": 1, "marks": 6}}
    record = tmp_path / "record.jsonl"
    record.write_text(logged(yaml, "json"), encoding="utf-8")
    done = run_well("replay", yaml, record, "--json")
    assert json.loads(done.stdout.splitlines()[-1])["n"] == sum("event" in line for line in lines)


def test_sums_leave_out_undone_stops_and_count_the_shown_codes(tmp_path: Path) -> None:
    session = opened(small(wording="brief"), tmp_path / "friday.game")
    session.take("7R Ana")
    session.take("5R")
    marks = [session.result().mark]
    stopped(session, 2)
    marks.append(session.result().mark)
    session.take("u")  # with the way home the stop is taken back
    session.take("note no stop after all")
    session.close()
    (tmp_path / "friday.yaml").write_text(table_text(small(wording="brief")), encoding="utf-8")
    said = logged(tmp_path / "friday.yaml", "text")
    assert [mark in said for mark in marks] == [True, True]
    assert len(set(marks)) == 2
    assert said.endswith("In all: 0 void turns, 0 stops and 0 retyped results. 2 check codes were shown.\n")


def test_the_minutes_of_a_game_exclude_a_long_pause(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hours = iter([18, 18, *[21] * 9])
    monkeypatch.setattr(journal, "_get_time", lambda: f"2025-03-07T{next(hours)}:00:00.000+00:00")
    session = opened(small(), tmp_path / "friday.game")
    for said in ("7R Ana", "5R", "note dinner was good"):
        session.take(said)
    measured = measure_game(session.match.journal.entries).minutes
    assert session.result().minutes == measured == journal.PAUSE / 60
    session.close()
