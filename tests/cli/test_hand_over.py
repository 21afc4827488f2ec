"""A host hands a game over: what the terminal draws is photographed, and the other device goes on."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
import zxingcpp

from facilitator.cli import app as program
from facilitator.play.handover import received
from facilitator.table.load import table_text
from handed_games import as_real, damaged, long_game, long_table, write
from program_helpers import RUNNER, new
from terminal_helpers import Host

BLACK_ON_WHITE = "\x1b[30;107m"
CELL = 4
"""Pixels of a sign's width; it is twice as high."""
UP, DOWN = {"▀", "█"}, {"▄", "█"}


def drawn(raw: str) -> list[str]:
    """The lines of a symbol, as a terminal was told to draw them: black signs on white."""
    return re.findall(re.escape(BLACK_ON_WHITE) + r"([ ▀▄█]+)\x1b\[0m", raw)


def photographed(lines: Sequence[str]) -> list[str]:
    """What a reader finds in a picture of these lines, on a dark screen."""
    rows = [[sign in half for sign in line] for line in lines for half in (UP, DOWN)]
    picture = np.where(np.array(rows), 0, 255).astype(np.uint8).repeat(CELL, axis=0).repeat(CELL, axis=1)
    screen = np.pad(picture, 40, constant_values=30)
    return [found.text for found in zxingcpp.read_barcodes(screen)]


def symbols(one: Host) -> Iterator[str]:
    """Hand over, and read one symbol after the other until the game goes on."""
    one.told("hand over", "Symbol 1 of")
    while lines := drawn(one.raw):
        assert len(lines) + 4 <= one.lines  # with the question below it, whole in the window
        assert len(lines[0]) <= one.columns
        (text,) = photographed(lines)
        yield text
        one.answer("")


def entries(path: Path) -> list[tuple[object, ...]]:
    """The rows of a game's file without their times and digests."""
    with closing(sqlite3.connect(path)) as db:
        return db.execute("SELECT n, input, kind, body, derived FROM entry ORDER BY n").fetchall()


@pytest.fixture
def friday(folder: Path) -> Path:
    """A real game of 300 turns, in the midst of a run."""
    write(as_real(long_game()), folder / "friday.game")
    (folder / "friday.yaml").write_text(table_text(long_table()), encoding="utf-8")
    return folder


def act_at_hand(out: str) -> list[str]:
    """Number and verb of the last act that was shown."""
    found = re.findall(r"^ *(\d+/\d+) +(\w+)", out, re.MULTILINE)
    return list(found[-1])


def test_at_300_turns_through_pictures_of_the_terminal(friday: Path) -> None:
    """In a narrow window several symbols, in a large one a single one: the same game, at the same act."""
    one = Host(60, friday, "play", "friday.yaml")
    act = act_at_hand(one.asked("Enter when done"))
    several = list(symbols(one))
    assert len(several) > 3
    assert all(len(line) <= 60 for line in one.wrote.split("\n") if line.startswith("FG1"))
    code, out, err = new("other.yaml", "--from-code", "\n".join(reversed(several)))
    assert (code, err) == (0, "")
    assert "facilitator play other.yaml" in out
    assert (friday / "other.yaml").read_text(encoding="utf-8") == table_text(long_table())
    assert entries(friday / "other.game") == entries(friday / "friday.game")
    assert act_at_hand(RUNNER.invoke(program.app, ["play", "other.yaml"], input="").stdout) == act
    one.window(150, 76)
    (single,) = symbols(one)
    assert (
        len(received(single).inputs) == len(received(" ".join(several)).inputs) + 1
    )  # that it was handed over
    one.window(60, 12)
    one.told("hand over", "too small for symbols")
    assert one.leave()[0] == 0


# -- as text -------------------------------------------------------------------------------------------------


def handed(*lines: str, json: bool = False) -> str:
    """What the program says to these lines in a pipe."""
    arguments = ["play", "friday.yaml", *(["--json"] if json else [])]
    done = RUNNER.invoke(
        program.app, arguments, input="".join(f"{line}\n" for line in lines), prog_name="facilitator"
    )
    assert done.exit_code == 0, done.stderr
    return done.stdout


@pytest.fixture
def begun(folder: Path) -> Path:
    (folder / "friday.yaml").write_text("seats: [Ana, {name: Vera, virtual: true}]\n", encoding="utf-8")
    handed("7R Ana", "note Ana coughed", "7G", "", "u")
    return folder


def test_as_text_and_as_json(begun: Path) -> None:
    out = handed("hand over")
    assert "its 10 entries" in " ".join(out.split())
    assert "▀" not in out
    text = re.search(r"^FG1:.*?(?=^There:)", out, re.MULTILINE | re.DOTALL)
    assert text is not None
    told = [json.loads(line) for line in handed("handover", json=True).splitlines()]
    (second,) = (line["handover"] for line in told if "handover" in line)
    assert (second["entries"], second["rehearsal"]) == (11, False)
    (begun / "code.txt").write_text(text[0], encoding="utf-8")
    _, out, _ = new("b.yaml", "--from-code", "code.txt", "--json")
    assert json.loads(out) == {
        "table": "b.yaml",
        "game": "b.game",
        "entries": 10,
        "command": "facilitator play b.yaml",
    }
    done = RUNNER.invoke(program.app, ["new", "c d.yaml", "--from-code", "-"], input=second["code"])
    assert 'facilitator play "c d.yaml"' in done.stdout
    log = RUNNER.invoke(program.app, ["log", "c d.yaml"]).stdout
    assert "Up to entry 11 from another device" in log
    assert "handed over to another device" in log


def test_a_rehearsal_says_that_it_is_one(folder: Path) -> None:
    (folder / "friday.yaml").write_text("seats: [Ana, {name: Vera, virtual: true}]\n", encoding="utf-8")
    arguments = ["play", "friday.yaml", "--dry-run", "--seed", "4"]
    out = RUNNER.invoke(program.app, arguments, input="\n\nhand over\n").stdout
    assert "its seed is in it" in " ".join(out.split())
    text = re.search(r"^FG1:.*?(?=^There:)", out, re.MULTILINE | re.DOTALL)
    assert text is not None
    assert "play b.yaml --dry-run --seed 4" in new("b.yaml", "--from-code", text[0])[1]
    assert (folder / "b.rehearsal.game").exists()


def test_what_is_not_whole_writes_nothing(begun: Path) -> None:
    out = handed("hand over", json=True)
    code = json.loads(next(line for line in out.splitlines() if "handover" in line))["handover"]["code"]
    before = sorted(path.name for path in begun.iterdir())
    for wrong in (code[:-9], damaged(code, 60), code + code[20:]):
        exit_code, _, err = new("b.yaml", "--from-code", wrong)
        assert exit_code == 2
        assert "Expected the code of a game, FG1:…; found" in " ".join(err.split())
        assert "hand over" in " ".join(err.split())
    assert new("b.yaml", "--from-code", code, "--seat", "Ben")[0] == 2
    assert sorted(path.name for path in begun.iterdir()) == before


def test_files_that_are_there_stay_unless_forced(begun: Path) -> None:
    out = handed("hand over", json=True)
    code = json.loads(next(line for line in out.splitlines() if "handover" in line))["handover"]["code"]
    assert new("friday.yaml", "--from-code", code)[0] == 2
    (begun / "friday.yaml").rename(begun / "b.yaml")
    (begun / "friday.game").rename(begun / "b.game")
    kept = (begun / "b.game").read_bytes()
    (begun / "b.yaml").unlink()
    exit_code, _, err = new("b.yaml", "--from-code", code)
    assert exit_code == 4
    assert "put aside" in " ".join(err.split())
    assert (begun / "b.game").read_bytes() == kept
    assert not (begun / "b.yaml").exists()
    assert new("b.yaml", "--from-code", code, "--force")[0] == 0
    aside = list(begun.glob("b-*.game"))
    assert [path.read_bytes() for path in aside] == [kept]


def test_before_the_start_there_is_nothing_to_hand_over(folder: Path) -> None:
    (folder / "friday.yaml").write_text("seats: [Ana, {name: Vera, virtual: true}]\n", encoding="utf-8")
    done = RUNNER.invoke(program.app, ["play", "friday.yaml"], input="hand over\n")
    assert done.exit_code == 2
    assert "one without entries" in " ".join(done.stderr.split())
