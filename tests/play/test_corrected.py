"""Corrections of the record as a host meets them: kept, listed, undone and typed again, told by log and replay."""

from __future__ import annotations

import json
from pathlib import Path

from facilitator.errors import CommandError, TableError
from facilitator.pictures.marks import Text
from facilitator.play.turn_starts import get_turn_numbers
from facilitator.sheets.build import SheetOptions, build
from facilitator.table_files.load import make_table
from programs import run, run_well
from sessions import VERA, opened
from sure import sure

TABLE = make_table({"seats": ["Ana", "Ben", "Cem", VERA]})


def test_a_correction_is_saved_listed_undone_and_redone(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    session = opened(TABLE, path)
    for line in ("7R Ana", "7G"):
        assert session.take(line).refused is None
    before = session.match.state
    assert session.take("correct Ben 6").refused is not None
    assert isinstance(session.take("correct Ben 6: counted").refused, TableError)
    assert session.match.state == before
    assert session.take("correct Ben 6, deck 80: two stuck together").refused is None
    after = session.match.state
    assert (after.hands, after.draw_pile_size) == ((6, 6, 7, 7), 80)
    assert "correct Ben 6, deck 80: two stuck together" in session.match.history()[-1].text
    assert session.take("u").refused is None
    assert session.match.state == before
    assert session.take("redo").refused is None
    assert session.match.state == after
    session.close()
    again = opened(TABLE, path)
    assert again.match.state == after
    for move in ("4G", "4Y"):  # then Vera's run is of the sizes that were counted
        assert again.take(move).refused is None
    assert dict(sure(sure(again.match.plan).layout).hands)["deck"] == 80
    assert "in the middle of a virtual turn" in str(again.take("correct Ben 5, deck 80: counted").refused)
    again.close()


def test_a_rehearsal_needs_no_corrections() -> None:
    session = opened(TABLE, None, 4)
    while session.match.attempt is not None or session.match.turn is None:
        session.rehearse()
    before = session.match.state
    assert isinstance(session.take("correct lost 5R: so").refused, CommandError)
    assert session.match.state == before


def test_a_lost_card_is_saved_undone_and_left_out_of_a_virtual_turn(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    session = opened(TABLE, path)
    for line in ("7R Ana", "7G", "4G"):
        assert session.take(line).refused is None
    before = session.match.state
    assert session.take("correct one red 5 fewer: the dog ate it").refused is None
    after = session.match.state
    assert (before.remaining().count("5R"), after.remaining().count("5R")) == (2, 1)
    assert "correct lost 5R: the dog ate it" in session.match.history()[-1].text
    assert session.take("u").refused is None
    assert session.match.state == before
    assert session.take("redo").refused is None
    session.close()
    again = opened(TABLE, path)
    assert again.match.state == after
    assert again.take("4Y").refused is None
    layout = sure(sure(again.match.plan).layout)
    assert layout.cards.count("5R") == 1
    assert layout.k == 108 - 1 - 4
    now = get_turn_numbers(again.match)
    assert (len(now.cards), len(now.deck), now.deck.count("5R")) == (103, 107, 1)
    sheets, _ = build(again.match.table, SheetOptions(now=now), ["script"])
    said = [mark.text for mark in sheets[0].pages[-1].marks if isinstance(mark, Text)]
    assert "The list: 107 cards. Cross each out when it has been played." in " ".join(said)
    again.close()


def test_check_codes_are_the_same_however_a_lost_card_is_typed() -> None:
    found = set()
    lines = (
        "correct lost 5R 9G: eaten",
        "correct deck 77, lost 9G, one red 5 fewer: so",
        "correct lost 9g 5r: a",
    )
    for line in lines:
        session = opened(TABLE, None)
        for typed in ("7R Ana", line):
            assert session.take(typed).refused is None
        found.add(session.match.record.get_digest(session.match.journal.input_count))
    assert len(found) == 1


def test_log_and_replay_show_corrections(folder: Path) -> None:
    (folder / "friday.yaml").write_text("seats: [Ana, Ben, Cem]\n", encoding="utf-8")
    lines = ["7R Ana", "7G", "correct Ben 6, deck 87: two stuck", "correct lost 5R: eaten", "3G"]
    typed = "".join(f"{line}\n" for line in lines)
    done = run_well("play", "friday.yaml", "--json", typed=typed)
    (folder / "record.jsonl").write_text(done.stdout, encoding="utf-8")
    for form, said in (
        ("text", "correct Ben 6, deck 87: two stuck.  The record is corrected: Ben 6 (it said 7)"),
        ("text", "correct lost 5R: eaten.  The record is corrected: deck 86 (it said 87). Out of the game"),
    ):
        out = run("log", "friday.yaml", "--format", form).stdout
        assert said in out
    states = run_well("replay", "friday.yaml", "record.jsonl", "--json")
    last = json.loads(states.stdout.splitlines()[-1])
    assert (last["hands"], last["unplayed"], last["top"]) == ({"Ana": 6, "Ben": 5, "Cem": 7}, 86, "3G")
    assert last["lost"] == ["5R"]
    counted = run("play", "friday.yaml", typed="count 7R, 7G, 3G\nq\n")
    assert "That's right" in counted.stdout
