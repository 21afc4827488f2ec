"""Wrong input of every kind: a clear error, the right exit code, nothing changed on disk, no traceback."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest
from typer.testing import CliRunner

from facilitator.cli.app import app

TYPED, CANNOT_BE, FILE = 2, 3, 4


class Bad(NamedTuple):
    """What is typed where, the exit code it deserves, and words the error must have."""

    args: str
    code: int
    says: str = ""
    stdin: str | bytes = ""
    file: str | bytes | None = None  # written to bad.yaml
    expects: bool = True  # "Expected …; found …", ours; not so where typer itself objects


REPLAY = "replay t.yaml"
SEATS = "seats: [Ana, Ben, {name: Vera, virtual: true}]\n"
NOBODY = "seats: [{name: A, virtual: true}, {name: B, virtual: true}]\n"
START = "start 7R Ana first\n"

SEVENS = START + "Ana plays 7R\nBen plays 7R\n"
EIGHT_PLUS = "start +R Ana first\n" + "".join(
    f"Ana plays {card}\n" for card in "+R +Y +Y +G +G +B +B".split()
)

CASES = {
    # new
    "new: no seats and no sample": Bad("new x.yaml", TYPED, "seats"),
    "new: one seat": Bad("new x.yaml --seat Ana", TYPED, "2 to 10"),
    "new: eleven seats": Bad("new x.yaml" + "".join(f" --seat S{i}" for i in range(11)), TYPED, "2 to 10"),
    "new: virtual seats only": Bad("new x.yaml --seat A:virtual --seat B:virtual", TYPED, "person"),
    "new: two of one name": Bad("new x.yaml --seat Ana --seat ana", TYPED, "name"),
    "new: no name": Bad("new x.yaml --seat :virtual --seat Ana", TYPED, "name"),
    "new: hand too large": Bad("new x.yaml --sample three --hand-size 36", TYPED, "35"),
    "new: hand of none": Bad("new x.yaml --sample three --hand-size 0", TYPED, "1"),
    "new: unknown protocol": Bad("new x.yaml --sample three --protocol magic", TYPED, "knockout"),
    "new: unknown sample": Bad("new x.yaml --sample four", TYPED, "three"),
    "new: file exists": Bad("new t.yaml --sample three", TYPED, "exists"),
    "new: a folder": Bad("new folder --sample three", TYPED, "file"),
    "new: no such folder": Bad("new no/x.yaml --sample three", TYPED, "place"),
    "new: unknown option": Bad("new x.yaml --colour red", TYPED, expects=False),
    # a table file
    "table: missing": Bad("play none.yaml", TYPED, "no such file"),
    "table: a folder": Bad("play folder", TYPED, "folder"),
    "table: empty": Bad("play bad.yaml", TYPED, "empty", file=""),
    "table: garbage": Bad("play bad.yaml", TYPED, "", file=b"\x00\x01\x80\xff" * 40),
    "table: no YAML": Bad("play bad.yaml", TYPED, "YAML", file="seats: [Ana, Ben"),
    "table: a list": Bad("play bad.yaml", TYPED, "a list", file="- Ana\n- Ben\n"),
    "table: a word": Bad("play bad.yaml", TYPED, "keys", file="Ana"),
    "table: unknown key": Bad("play bad.yaml", TYPED, "protocol", file=SEATS + "protokol: knockout\n"),
    "table: one seat": Bad("play bad.yaml", TYPED, "2 to 10", file="seats: [Ana]\n"),
    "table: no person": Bad("play bad.yaml", TYPED, "person", file=NOBODY),
    "table: two of one name": Bad("replay bad.yaml", TYPED, "name of its own", file="seats: [Ana, ANA]\n"),
    "table: hand size": Bad("log bad.yaml", TYPED, "35", file=SEATS + "hand_size: 40\n"),
    "table: a game's name": Bad("play bad.yaml", TYPED, "uno", file=SEATS + "game: chess\n"),
    "table: unknown sample": Bad("play sample:tree", TYPED, "sample:three"),
    "table: a game file": Bad("play kept.game", TYPED),
    # options
    "play: no table": Bad("play", TYPED, "--dry-run"),
    "play: seed without dry-run": Bad("play t.yaml --seed 3", TYPED, "--dry-run"),
    "play: auto without dry-run": Bad("play t.yaml --auto", TYPED, "--dry-run"),
    "play: seed no number": Bad("play --dry-run --seed seven", TYPED, expects=False),
    "play: no turns": Bad("play --dry-run --auto --turns 0", TYPED, expects=False),
    "play: unknown option": Bad("play --dry-runn", TYPED, expects=False),
    "play: two tables": Bad("play t.yaml t.yaml", TYPED, expects=False),
    "play: a dash for two hyphens": Bad("play —dry-run", TYPED, "Type --dry-run."),
    "play: a dash after the table": Bad("play t.yaml —seed=3", TYPED, "Type --seed=3."),
    "print: a dash for one hyphen": Bad("print t.yaml –o x", TYPED, "Type -o."),
    "new: a hyphen that does not break": Bad("new x.yaml --from\u2011code FT2", TYPED, "Type --from-code."),
    "table: missing, with shell's signs": Bad("play q$x.yaml", TYPED, "facilitator new 'q$x.yaml'"),
    "table: misspelled": Bad("play duell.yaml", TYPED, "Did you mean duel.yaml?"),
    "table: without its ending": Bad("plan other", TYPED, "Did you mean other.yaml?"),
    "table: in typographic quotes": Bad("log “duel.yaml”", TYPED, "Did you mean duel.yaml?"),
    "table: a sample's name alone": Bad("play hearts", TYPED, "Did you mean sample:hearts?"),
    "table: a dash in its name": Bad("play —x.yaml", TYPED, "a dash (—, U+2014) instead of a hyphen"),
    "no such command": Bad("plya", TYPED, expects=False),
    "log: no game yet": Bad("log t.yaml", TYPED, "facilitator play"),
    "log: format": Bad("log t.yaml --format pdf --journal kept.game", TYPED, "markdown"),
    "log: another table's game": Bad("log other.yaml --journal kept.game", FILE, "table"),
    # the game's file
    "journal: a table file": Bad("play t.yaml --journal t.yaml", FILE, "t.yaml"),
    "journal: a folder": Bad("play t.yaml --journal folder", FILE, "folder"),
    "journal: no such folder": Bad("play t.yaml --journal no/x.game", FILE, "no/x.game"),
    "journal: garbage": Bad("play t.yaml --journal bad.yaml", FILE, "bad.yaml", file=b"\x80\xff" * 700),
    "journal: another table's": Bad("play other.yaml --journal kept.game", FILE, "--new"),
    "journal: a real game rehearsed": Bad(
        "play t.yaml --dry-run --seed 3 --journal kept.game", FILE, "--new"
    ),
    "journal: log of garbage": Bad("log t.yaml --journal bad.yaml", FILE, "bad.yaml", file="no game"),
    # a record
    "replay: missing record": Bad(REPLAY + " none.txt", TYPED, "none.txt"),
    "replay: a folder": Bad(REPLAY + " folder", TYPED, "folder"),
    "replay: not UTF-8": Bad(REPLAY + " bad.yaml", TYPED, "UTF-8", file=b"start 7R Ana first\n\xff\xfe\n"),
    "replay: no event": Bad(REPLAY, TYPED, "in line 2 of", START + "Ana sleeps\n"),
    "replay: unknown seat": Bad(REPLAY, TYPED, "Ana, Ben, Vera", START + "Anna plays 7R\n"),
    "replay: unknown card": Bad(REPLAY, TYPED, "line 2", START + "Ana plays 17R\n"),
    "replay: no colour": Bad(REPLAY, TYPED, "colour", START + "Ana plays W\n"),
    "replay: a colour too many": Bad(REPLAY, TYPED, "colour", START + "Ana plays 7R blue\n"),
    "replay: draws two": Bad(REPLAY, TYPED, "1 card", START + "Ana draws 2\n"),
    "replay: no start": Bad(REPLAY, CANNOT_BE, "start", "Ana plays 7R\n"),
    "replay: two starts": Bad(REPLAY, CANNOT_BE, "one start", START + START),
    "replay: black start": Bad(REPLAY, CANNOT_BE, "coloured", "start W Ana first\n"),
    "replay: unknown first": Bad(REPLAY, TYPED, "Ana, Ben, Vera", "start 7R Zoe first\n"),
    "replay: illegal play": Bad(REPLAY, CANNOT_BE, "a red card", START + "Ana plays 5G\n"),
    "replay: wrong turn": Bad(REPLAY, CANNOT_BE, "Ana, whose turn", START + "Ben plays 5R\n"),
    "replay: pass undrawn": Bad(REPLAY, CANNOT_BE, "draw", START + "Ana passes\n"),
    "replay: draws twice": Bad(REPLAY, CANNOT_BE, "one draw", START + "Ana draws\nAna draws\n"),
    "replay: third 7R": Bad(REPLAY, CANNOT_BE, "at most 2", SEVENS),
    "replay: ninth +": Bad("replay duel.yaml", CANNOT_BE, "at most 2", EIGHT_PLUS + "Ana plays +B\n"),
    "replay: JSON broken": Bad(REPLAY, TYPED, "JSON", '{"start":"7R","first":\n'),
    "replay: JSON list": Bad(REPLAY, TYPED, "event", '["start"]\n'),
    "replay: JSON two verbs": Bad(REPLAY, TYPED, "exactly one", '{"seat":"Ana","play":"7R","pass":true}\n'),
    "replay: JSON draw true": Bad(REPLAY, TYPED, '"draw":1', START + '{"seat":"Ana","draw":true}\n'),
    "replay: JSON card a number": Bad(REPLAY, TYPED, "text", START + '{"seat":"Ana","play":7}\n'),
    "replay: JSON other state": Bad(
        REPLAY, CANNOT_BE, "unplayed", START + '{"state":{"n":1,"unplayed":80}}\n'
    ),
    "replay: deep JSON": Bad(REPLAY, TYPED, "JSON", '{"a":' * 5000 + "\n"),
    # a game, typed on a pipe
    "play: no start": Bad("play t.yaml", TYPED, "First top card", "hello\n"),
    "play: black start": Bad("play t.yaml", CANNOT_BE, "coloured", "D Ana\n"),
    "play: unknown card": Bad("play t.yaml", TYPED, "card", "7R Ana\nkittens\n"),
    "play: d could be two things": Bad("play t.yaml", TYPED, "one meaning", "7R Ana\nd\n"),
    "play: nothing typed": Bad("play t.yaml", TYPED, "card", "7R Ana\n\n"),
    "play: nothing to take back": Bad("play t.yaml", TYPED, "take back", "u\n"),
    "play: a card no one can hold": Bad("play duel.yaml", CANNOT_BE, "at most 2", "+B Ana\n+B\n+B\n"),
}


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with tables, a game and a folder in it."""
    there = tmp_path_factory.mktemp("tables")
    (there / "t.yaml").write_text(SEATS, encoding="utf-8")
    (there / "other.yaml").write_text("seats: [Zoe, Ben]\n", encoding="utf-8")
    (there / "duel.yaml").write_text("seats: [Ana, Ben]\nhand_size: 9\n", encoding="utf-8")
    (there / "folder").mkdir()
    words = ["play", str(there / "t.yaml"), "--journal", str(there / "kept.game")]
    kept = CliRunner().invoke(app, words, input="7R Ana\n5R\n")
    assert kept.exit_code == 0
    return there


@pytest.fixture
def here(tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same, for one test alone."""
    shutil.copytree(tables, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def contents(folder: Path) -> dict[str, bytes | None]:
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
    }


@pytest.mark.parametrize("name", CASES)
def test_bad_input(name: str, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told in three parts, in a narrow terminal too, and changes no file."""
    monkeypatch.setenv("COLUMNS", "60")
    bad = CASES[name]
    if bad.file is not None:
        raw = bad.file if isinstance(bad.file, bytes) else bad.file.encode()
        (here / "bad.yaml").write_bytes(raw)
    before = contents(here)
    good, _, wrong = (bad.stdin if isinstance(bad.stdin, str) else "").rstrip("\n").rpartition("\n")
    book = here / (bad.args.split()[-1].replace(".yaml", ".game"))
    if bad.args.startswith("play") and wrong and good:  # what was right before the bad line is kept
        CliRunner().invoke(app, bad.args.split(), input=good + "\n")
        before = contents(here)
        bad = bad._replace(stdin=wrong + "\n")
    found = CliRunner().invoke(app, bad.args.split(), input=bad.stdin, prog_name="facilitator")
    assert found.exit_code == bad.code, found.output
    assert not isinstance(found.exception, Exception) or isinstance(found.exception, SystemExit)
    told = " ".join(found.stderr.split())
    assert bad.says in told
    assert "Traceback" not in found.output
    assert told
    if bad.expects:
        assert "xpected " in told
        assert "found " in told
        assert re.search(r"found .+[.?] \S", told), "what to do now is missing"
        for line in found.stderr.splitlines():
            assert len(line) <= 60 or " " not in line.strip(), line
    after = contents(here)
    if book.name in after and book.name not in before:  # a game begun by this very command holds no input
        assert wrong
        assert not good
        del after[book.name]
        after.pop(f"{book.name}.bak", None)  # its last good copy
    assert after == before


def test_there_are_at_least_thirty() -> None:
    assert len(CASES) >= 30


def test_several_mistakes_are_told_at_once(here: Path) -> None:
    (here / "bad.yaml").write_text("seats: [Ana, Ben]\nhand_size: 99\npaper: A9", encoding="utf-8")
    found = CliRunner().invoke(app, ["play", "bad.yaml"])
    assert found.exit_code == TYPED
    assert "2 things" in found.stderr
    assert "hand_size" in found.stderr
    assert "paper" in found.stderr
