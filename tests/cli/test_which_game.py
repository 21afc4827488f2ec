"""A command that finds no game, or a damaged one, names in what it advises the game it is about."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import suppress
from pathlib import Path

import pytest

from disks import BUSY, Recorder, inputs_of, recorded, rows, table
from facilitator.errors import JournalError
from facilitator.play.journal import Journal, copy_of
from facilitator.play.match import Match
from facilitator.play.salvage import archive_game, inspect_file
from programs import run, run_well

SEATS = "seats: [Ana, Ben, {name: Vera, virtual: true}]\n"


@pytest.mark.usefixtures("folder")
def test_saving_a_damaged_rehearsal_names_the_rehearsal() -> None:
    Path("t.yaml").write_text(SEATS, encoding="utf-8")
    run_well(*"play t.yaml --dry-run --seed 7".split(), typed="\n" * 9)
    kept = Path("t.rehearsal.game")
    kept.write_bytes(kept.read_bytes()[:-4096])
    said = " ".join(run(*"log t.yaml --dry-run --salvage".split()).output.split())
    assert "To save the game: facilitator log t.yaml --dry-run --salvage saved.game" in said


# -- a game's file that is missing, and the last good copies of other games --------------------------------------


def said(command: str, typed: str = "q\n") -> tuple[int, str]:
    done = run(*command.split(), typed=typed)
    return done.exit_code, " ".join(done.output.split())


def begin(path: Path, count: int = 9) -> Path:
    """Begin a game with so many inputs."""
    match = Match.open(table(), path, 5)
    for _ in zip(range(count), inputs_of(match), strict=False):
        pass
    match.close()
    return path


def test_the_copy_of_another_game_is_never_overwritten(tmp_path: Path) -> None:
    path, other = begin(tmp_path / "a.game"), begin(tmp_path / "b.game")
    kept = copy_of(path).read_bytes()
    other.replace(path)
    match = Match.open(table(), path, 5)
    match.note("this is the other game")
    match.close()
    (spared,) = tmp_path.glob("a-*.game.bak")
    assert spared.read_bytes() == kept
    assert rows(copy_of(path)) == rows(path)


@pytest.mark.parametrize("moment", [1, 2])
def test_killing_new_between_two_renames_loses_no_game(
    moment: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The old game is still in its place or is put aside completely; the new one is never mistaken for it."""
    path = begin(tmp_path / "a.game")
    old, really, renames = rows(path), Path.rename, list[Path]()

    def rename(self: Path, target: Path) -> Path:
        renames.append(self)
        if len(renames) == moment + 1:
            raise KeyboardInterrupt
        return really(self, target)

    with monkeypatch.context() as patch, suppress(KeyboardInterrupt):
        patch.setattr(Path, "rename", rename)
        archive_game(path)
    assert len(renames) == 2
    if path.exists():
        assert rows(path) == old
        archive_game(path)
    assert not copy_of(path).exists()
    Journal(path, {"table": table().model_dump(mode="json"), "rehearsal": 6}).close()
    data = path.read_bytes()
    path.write_bytes(b"x" * len(data))  # the new game can no longer be read
    with pytest.raises(JournalError):
        inspect_file(table(), path)
    archived = [*tmp_path.glob("a-*.game"), *tmp_path.glob("a-*.game.bak")]
    assert [rows(file) for file in archived] == [old, old]


def test_the_copy_of_an_earlier_game_is_not_salvaged_as_this_game(tmp_path: Path) -> None:
    """At the same table, with more entries: only the time at which it was begun tells them apart."""
    path = begin(tmp_path / "a.game", 3)
    shutil.copyfile(begin(tmp_path / "b.game", 20), copy_of(path))
    with sqlite3.connect(path) as db:
        db.execute("UPDATE entry SET body = 'x' WHERE n = 2")
    db.close()
    saved = inspect_file(table(), path)
    assert (saved.copy, len(saved.rows)) == (False, 1)


# -- to which table a game belongs -------------------------------------------------------------------------------

UNO = "name: {}\nseats: [Ana, Ben]\nhand_size: 2\n"


@pytest.mark.parametrize(
    "command", ["play uno.yaml", "play uno.yaml --new", "play uno.yaml --dry-run", "log uno.yaml"]
)
@pytest.mark.parametrize("there", [False, True])
def test_a_drive_without_file_locks_is_reported_with_a_remedy(
    command: str, there: bool, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A start that is refused leaves the folder as it was: no empty game, nothing put aside."""
    monkeypatch.setattr("facilitator.play.journal.PATIENCE", 0.1)
    Path("uno.yaml").write_text(UNO.format("uno"), encoding="utf-8")
    if there:
        assert said("play uno.yaml", "2R Ana\nq\n")[0] == 0
    before = {file: file.read_bytes() for file in folder.iterdir()}
    with recorded(Recorder(lock_error=BUSY)):
        code, out = said(command)
    assert {file: file.read_bytes() for file in folder.iterdir()} == before
    if there or not command.startswith("log"):
        assert code == 4
        assert "SQLite says: database is locked (SQLITE_BUSY)" in out
        begun = there and "--dry-run" not in command
        move = "copy uno.game there and name the copy" if begun else "name a file there"
        assert f"{move} with --journal FILE" in out
