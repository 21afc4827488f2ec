"""Saving a damaged game on a disk that fails: at every write, once or for good; nothing that is kept is lost."""

from __future__ import annotations

from pathlib import Path
from tempfile import gettempdir

import pytest

from disks import Recorder, cut_short, play, rows, table, watched
from facilitator.play.match import Match
from facilitator.table_files.load import table_text
from programs import run

INPUTS = 4


class Evening:
    """A game that a crash cut short, another that is sound, and a folder to save into, all kept since before."""

    def __init__(self, folder: Path) -> None:
        self.yaml, self.hurt = folder / "friday.yaml", folder / "hurt" / "hurt.game"
        self.out, self.room = folder / "out" / "saved.game", folder / "room"
        self.yaml.write_text(table_text(table("knockout")), encoding="utf-8")
        self.rows = cut_short(folder / "sound.game", self.hurt, INPUTS)
        for place in (self.out.parent, self.room):
            place.mkdir()
        play(self.out.parent / "other.game", 2)
        self.kept = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        self.seen: list[str] = []
        self._folder = folder

    def salvage(self, recorder: Recorder) -> tuple[int, str]:
        with watched(recorder) as self.seen:
            words = ["log", str(self.yaml), str(self.out), "--salvage", "--journal", str(self.hurt)]
            done = run(*words)
        return done.exit_code, " ".join(done.output.split())

    def now(self) -> dict[Path, bytes]:
        """Every file there is, drafts too."""
        return {path: path.read_bytes() for path in self._folder.rglob("*") if path.is_file()}


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Evening:
    evening = Evening(tmp_path)
    gettempdir()  # it is sought once, by writing: not within what is counted
    monkeypatch.setattr("tempfile.tempdir", str(evening.room))
    return evening


def test_the_simulated_disk_sees_every_write_of_salvage(evening: Evening) -> None:
    """Python's own audit tells of no file that is opened to be written, made or renamed past the layer."""
    recorder = Recorder()
    evening.salvage(recorder)
    sqlites = ("draft.game", "draft.game-journal")
    made = ("create", "mkdir", "replace")
    told = [op.kind for op in recorder.ops if op.name not in sqlites and op.kind in made]
    assert told == [
        {"open": "create", "os.mkdir": "mkdir", "os.rename": "replace"}[kind] for kind in evening.seen
    ]
    assert set(told) == {"create", "mkdir", "replace"}
    for kind in ("write", "sync", "sync folder", "fsync", "truncate", "delete"):
        assert kind in [op.kind for op in recorder.ops], kind


def test_the_salvaged_file_is_synced_before_it_is_reported(evening: Evening) -> None:
    """And where the folder cannot be synced, what was written stays all the same."""
    recorder = Recorder()
    evening.salvage(recorder)
    assert [op.kind for op in recorder.ops][-2:] == ["replace", "sync folder"]
    evening.out.unlink()
    last = recorder.asked - 1
    code, said = evening.salvage(Recorder(fails=last.__eq__))
    assert (code, "Saved in" in said) == (0, True)
    assert rows(evening.out) == evening.rows


@pytest.mark.parametrize("for_good", [False, True])
def test_saving_fails_at_every_write_and_works_again(evening: Evening, for_good: bool, full: bool) -> None:
    whole = Recorder()
    assert evening.salvage(whole)[0] == 0
    evening.out.unlink()
    points = range(whole.asked) if full else range(for_good, whole.asked, 3)
    refused = 0
    for point in points:
        fails = point.__le__ if for_good else point.__eq__
        code, said = evening.salvage(Recorder(fails=fails))
        if code == 0:  # what came too late to matter: all is there
            assert "Saved in" in said
        else:
            refused += 1
            assert code == 2, (point, said)
            assert "room" in said
            assert "start the same command again" in said
            assert evening.now() == evening.kept, point
            assert not list(evening.room.iterdir()), point
            assert evening.salvage(Recorder())[0] == 0
        assert rows(evening.out) == evening.rows
        evening.out.unlink()
        assert evening.now() == evening.kept
    print(refused, "of", len(points), "refused")
    assert refused > 0.8 * len(points)
    # what was cut short is still there, to be taken back
    game = Match.open(table("knockout"), evening.hurt, 5)
    assert len(game.journal.entries) == len(evening.rows)
    game.close()


def test_leftovers_of_a_crash_are_not_applied_to_the_salvaged_game(evening: Evening) -> None:
    """A rollback journal of a game that is gone would be played back into the one that is saved there."""
    left = evening.out.with_name(f"{evening.out.name}-journal")
    left.write_bytes(b"left")
    code, said = evening.salvage(Recorder())
    assert code == 4
    assert "saved.game-journal exists already" in said
    assert evening.now() == {**evening.kept, left: b"left"}


@pytest.mark.parametrize("folder", [".", "/", "..", ""])
def test_a_game_is_not_salvaged_into_a_folder(evening: Evening, folder: str) -> None:
    evening.out = Path(folder)
    code, said = evening.salvage(Recorder())
    assert code == 4
    assert "is not a game's file" in said.lower()
    assert evening.now() == evening.kept
