"""Names that cannot be, files and rows and remarks too large: said, with the bound, before they are read."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from disks import forged, inputs_of, play, sql, table
from facilitator.errors import CommandError, JournalError, ProtocolBug
from facilitator.planning.measured_pace import learn_from, pace_at, past_games
from facilitator.play.journal import EVENT, LONGEST_TEXT, NOTE, Journal
from facilitator.play.match import Match
from facilitator.table_files.files import LARGEST_FILE
from facilitator.table_files.load import table_text
from programs import run, run_well


@pytest.mark.parametrize("command", [("play",), ("play", "--new"), ("play", "--dry-run"), ("log",)])
def test_an_impossible_file_name_is_reported(command: tuple[str, ...], folder: Path) -> None:
    (folder / "friday.yaml").write_text("seats: [Ana, Ben]\n", encoding="utf-8")
    (folder / "loop").symlink_to("loop")
    (folder / "a folder").mkdir()
    for name in ("loop", "loop/x.game", "x" * 300, "a folder"):
        done = run(*command, "friday.yaml", "--journal", name, typed="q\n")
        assert done.exit_code == 4, (name, done.output)
    assert sorted(file.name for file in folder.iterdir()) == ["a folder", "friday.yaml", "loop"]


def test_files_with_invalid_names_in_the_folder_are_ignored(folder: Path) -> None:
    path = folder / "friday.yaml"
    path.write_text(table_text(table()), encoding="utf-8")
    (folder / "friday-loop.game").symlink_to("friday-loop.game")
    (folder / "friday-a folder.game").mkdir()
    for name in (b"friday-\xff\xfe.game", b"friday-\x1b[31m%3f#.game"):
        Path(name.decode("utf-8", "surrogateescape")).write_bytes(b"no game")
    learned, troubles = learn_from(past_games(table(), [folder]).unreadable)
    assert not learned.turns
    assert len(troubles) == 2
    assert all(trouble.isprintable() for trouble in troubles)
    run_well("play", path, typed="7R Ana\nq\n")


def test_oversized_files_and_entries_are_rejected(tmp_path: Path) -> None:
    path = tmp_path / "large.game"
    with path.open("wb") as stream:
        stream.truncate(LARGEST_FILE + 1)
    with pytest.raises(JournalError, match="at most 64 MiB"):
        Journal(path)
    path.unlink()
    play(path, 8)
    sql(f"UPDATE entry SET body = hex(zeroblob({LONGEST_TEXT})) WHERE n = 2")(path)
    with pytest.raises(JournalError, match="a row of more than 512 KiB"):
        Journal(path)


def test_the_length_of_a_note_is_limited() -> None:
    journal = Journal(None, {})
    for text, bound in (("x" * 20_000, "only 16384 fit"), ("\udcff", "UTF-8")):
        with pytest.raises(CommandError, match=re.escape(bound)):
            journal.append(NOTE, {"text": text})
    assert journal.entries == ()
    journal.append(NOTE, {"text": "ä"})
    assert len(journal.entries) == 1
    journal.close()


@pytest.mark.parametrize(
    ("kind", "body", "derived"),
    [
        (EVENT, {"seat": "Ana", "draw": 1.5}, ()),
        (EVENT, {"seat": {"name": "Ana"}, "pass": True}, ()),
        (EVENT, {"seat": "Ana", "show": [7]}, ()),
        (EVENT, {"seat": "Ana", "show": ("7R",)}, ()),  # read again it is a list
        (NOTE, {"text": None}, ()),
        (NOTE, {"text": "once", "twice": "again"}, ()),
        ("sigh", {}, ()),
        (NOTE, {"text": "so"}, [(NOTE, {"text": "it follows"})]),
        (NOTE, {"text": "so"}, [(EVENT, {"seat": None, "draw": [None]})]),
    ],
)
def test_only_readable_entries_are_written(
    kind: str, body: dict[str, object], derived: list[tuple[str, dict[str, object]]], tmp_path: Path
) -> None:
    """Each entry passes the reader's own check before it is on disk: what is there opens again."""
    path = tmp_path / "kept.game"
    journal = Journal(path, {})
    journal.append(EVENT, {"start": None, "first": "Ana"})
    kept = journal.entries

    def together() -> None:
        with journal.transaction():
            journal.append(NOTE, {"text": "goes with it"})
            journal.append(kind, body, derived)

    with pytest.raises(ProtocolBug, match="not kept"):
        journal.append(kind, body, derived)
    with pytest.raises(ProtocolBug):
        together()
    assert journal.entries == kept
    journal.close()
    again = Journal(path)
    assert again.entries == kept
    again.append(NOTE, {"text": "and goes on"})
    again.close()


def test_an_overlong_line_of_a_record_is_rejected(folder: Path) -> None:
    """Lines are read one at a time, so only a line can be too long."""
    Path("friday.yaml").write_text("seats: [Ana, Ben]\n", encoding="utf-8")
    text = "\n" * 9 + "(" * (1 << 17)
    Path("record").write_text(text, encoding="utf-8")
    for source, typed in (("record", ""), ("-", text)):
        done = run("replay", "friday.yaml", source, typed=typed)
        assert done.exit_code == 2
        assert "line 10" in " ".join(done.stderr.split())


# -- damaged games beside others, and games whose creation was cut short --------------------------------


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game in mid-run, sound: a file of a table and its game."""
    folder = tmp_path_factory.mktemp("sound")
    game = Match.open(table(), folder / "sound.game", 5)
    for _ in zip(range(8), inputs_of(game), strict=False):
        pass
    game.note("Ben fetched drinks")
    assert game.attempt is not None
    game.close()
    return folder / "sound.game"


@pytest.mark.parametrize(
    ("damage", "unreadable"),
    [
        (lambda path: path.write_bytes(path.read_bytes()[:10]), True),
        (sql("DROP TABLE entry"), True),
        (sql("UPDATE entry SET at = replace(at, '20', '19') WHERE n = 2"), True),
        (forged("UPDATE entry SET body = '{' WHERE n = 2"), True),
        (forged("UPDATE fact SET value = '{}' WHERE name = 'table'"), True),
        (forged(f'UPDATE entry SET body = \'{{"seat":"Ana","draw":{"9" * 5000}}}\' WHERE n = 2'), True),
        (forged("""UPDATE entry SET body = '{"seat":"Zoe","draw":1}' WHERE n = 2"""), False),
    ],
)
def test_a_damaged_past_game_is_ignored(
    damage: Callable[[Path], object], unreadable: bool, sound: Path, tmp_path: Path
) -> None:
    """A damaged past game is left out of the pace; impossible events are found only by `play` and `log`."""
    broken = tmp_path / "friday-2026.game"
    shutil.copy(sound, broken)
    forged("DELETE FROM fact WHERE name = 'rehearsal'")(broken)
    assert learn_from([broken])[1] == []
    damage(broken)
    before = broken.read_bytes()
    found = past_games(table(), [tmp_path])
    learned, troubles = learn_from([*found.unreadable, *found.played])
    assert not learned.turns
    assert pace_at(table(), tmp_path / "friday.yaml").hands
    assert broken.read_bytes() == before
    assert len(troubles) == unreadable


def test_an_interrupted_creation_of_a_file_is_repeated(tmp_path: Path) -> None:
    """A crash while the file is made leaves pages and a rollback journal: nothing is lost, so it begins anew."""
    path, copy = tmp_path / "cut.game", tmp_path / "copy.game"
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA cache_size=1")
    db.execute("BEGIN EXCLUSIVE")
    db.execute("CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
    db.executemany("INSERT INTO fact VALUES (?, ?)", [(str(i), "x" * 900) for i in range(40)])
    shutil.copy(path, copy)
    shutil.copy(f"{path}-journal", f"{copy}-journal")
    db.close()
    assert copy.stat().st_size > 4096
    game = Match.open(table(), copy, 5)
    assert game.journal.entries == ()
    game.close()
