"""Kills, failing writes, power failures: what was acknowledged is there, and nothing else but the last input."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic

import pytest

import disks
from facilitator.errors import CannotLock, InUse, JournalError, NotWritten
from facilitator.planning.measured_pace import past_games
from facilitator.play.journal import NOTE, Journal, copy_of

FACTS: dict[str, object] = {"table": {}}
LONG = "x" * 9_000  # pages of its own, so that a commit writes several


def texts(journal: Journal) -> list[str]:
    return [str(entry.body["text"]) for entry in journal.entries]


def typed(count: int) -> list[str]:
    return [f"{n} {LONG if n % 3 == 1 else ''}" for n in range(count)]


def evening(path: Path, recorder: disks.Recorder, count: int) -> None:
    """Begin a game and type remarks, noting each time that the program was told that it is kept."""
    with disks.recorded(recorder):
        journal = Journal(path, FACTS)
        recorder.ops.append(disks.Op("done"))
        for text in typed(count):
            journal.append(NOTE, {"text": text})
            recorder.ops.append(disks.Op("done"))
        journal.close()


def check(states: Iterator[tuple[int, disks.Disk]], folder: Path, count: int) -> tuple[int, int]:
    """Open each state; return how many there were and in how many an acknowledged input was missing."""
    seen = set[tuple[int, tuple[tuple[str, bytes], ...]]]()
    lost = 0
    for done, disk in states:
        key = (done, tuple(sorted(disk.items())))
        if key in seen:
            continue
        seen.add(key)
        for old in folder.iterdir():
            old.unlink()
        for name, data in disk.items():
            (folder / name).write_bytes(data)
        try:
            journal = Journal(folder / "x.game", FACTS)
        except JournalError:
            lost += done > 0  # before the game was begun nothing was acknowledged
            continue
        found = texts(journal)
        journal.close()
        lost += found not in (typed(count)[: max(done - 1, 0)], typed(count)[:done])
    return len(seen), lost


@pytest.fixture
def states(tmp_path: Path) -> Path:
    folder = tmp_path / "states"
    folder.mkdir()
    return folder


def history(folder: Path, count: int) -> list[disks.Op]:
    recorder = disks.Recorder()
    evening(folder / "x.game", recorder, count)
    return recorder.ops


def test_the_simulated_disk_sees_every_operation_of_sqlite(tmp_path: Path) -> None:
    ops = history(tmp_path, 3)
    for kind in ("create", "write", "sync", "delete", "sync folder"):
        assert sum(op.kind == kind for op in ops) >= 3, kind
    before = [[op.kind for op in ops[:n]][-3:-1] for n, op in enumerate(ops, 1) if op.kind == "done"]
    assert before == [["delete", "sync folder"]] * 4


@pytest.mark.parametrize(("happens", "each"), [(disks.killed, 20), (disks.powerless, 40)])
def test_a_crash_at_any_disk_operation_loses_no_acknowledged_input(
    happens: Callable[[list[disks.Op]], Iterator[tuple[int, disks.Disk]]],
    each: int,
    tmp_path: Path,
    states: Path,
    full: bool,
) -> None:
    """Killed, in the middle of every write too; power lost, with what was not synced there, not there, or in part.

    What a power failure loses may be changes of the folder, too.  ``each``: so many states an input, at least.
    """
    count = 60 if full else 9
    number, lost = check(happens(history(tmp_path, count)), states, count)
    print(number, "states")
    assert number > each * count
    assert not lost


class Ill:
    """A disk on which one operation fails, or every one from there on, until it is well again."""

    def __init__(self, at: int, for_good: bool) -> None:
        self.at, self.for_good, self.well = at, for_good, False

    def __call__(self, n: int) -> bool:
        return not self.well and (n >= self.at if self.for_good else n == self.at)


@pytest.mark.parametrize("for_good", [False, True])
def test_a_failing_disk_operation_loses_no_input(for_good: bool, tmp_path: Path, full: bool) -> None:
    """What was not written is said so and counts nowhere; when the disk is well again, play goes on."""
    count = 8 if full else 2
    ops = len(history(tmp_path, count))
    refused = 0
    for number in range(ops):
        ill = Ill(number, for_good)
        with disks.recorded(disks.Recorder(fails=ill)):
            path = tmp_path / f"{number}.game"
            try:
                journal = Journal(path, FACTS)
            except JournalError:
                refused += 1
                ill.well = True
                journal = Journal(path, FACTS)
            for text in typed(count):
                before = texts(journal)
                try:
                    journal.append(NOTE, {"text": text})
                except NotWritten:
                    assert texts(journal) == before
                    refused += 1
                    ill.well = True
                    journal.append(NOTE, {"text": text})
            journal.close()
            ill.well = True
            again = Journal(path)
            assert texts(again) == typed(count)
            again.close()
    assert refused > ops / 2


def test_a_repeated_write_after_a_failure_is_atomic(tmp_path: Path) -> None:
    """Three remarks at once, refused, and cut off again at each of their writes: all of them are kept, or none."""
    kept, point = set[int](), 0
    while 3 not in kept:
        path, recorder = tmp_path / f"{point}.game", disks.Recorder()
        with disks.recorded(recorder):
            journal = Journal(path, FACTS)
            recorder.fails = lambda _: True
            with pytest.raises(NotWritten):
                thrice(journal)
            last = recorder.asked + point
            recorder.fails = lambda number: number >= last  # noqa: B023
            with suppress(NotWritten):
                thrice(journal)
            recorder.fails = lambda _: False
            journal.close()
        again = Journal(path, FACTS)
        kept.add(again.size)
        again.close()
        point += 1
    assert kept == {0, 3}


def thrice(journal: Journal) -> None:
    with journal.transaction():
        for text in typed(3):
            journal.append(NOTE, {"text": text})


# -- a file that is deleted or replaced during play --------------------------------------------------------------


def other_game(folder: Path) -> Path:
    path = folder / "other.game"
    evening(path, disks.Recorder(), 4)
    return path


TAKEN: dict[str, Callable[[Path], object]] = {
    "deleted": Path.unlink,
    "renamed": lambda path: path.rename(path.with_name("elsewhere.game")),
    "replaced": lambda path: other_game(path.parent).replace(path),
    "written over by another game": lambda path: shutil.copyfile(other_game(path.parent), path),
    "written over by an older copy": lambda path: shutil.copyfile(copy_of(path), path),
    "emptied": lambda path: os.truncate(path, 0),
    "cut short": lambda path: os.truncate(path, 4096),
}


@pytest.mark.parametrize("then", ["write", "close"])
@pytest.mark.parametrize("taken", TAKEN)
def test_a_game_whose_file_is_gone_is_saved_under_another_name(taken: str, then: str, tmp_path: Path) -> None:
    """The rescued game has everything that was typed, and what lies at the old place is left alone."""
    path = tmp_path / "t.game"
    evening(path, disks.Recorder(), 5)
    journal = Journal(path)
    journal.append(NOTE, {"text": "after the copy was made"})
    TAKEN[taken](path)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    expected = [*texts(journal), *["one more"] * (then == "write")]
    with pytest.raises(JournalError, match=r"the whole game is in .*t\.rescued\.game"):
        journal.append(NOTE, {"text": "one more"}) if then == "write" else journal.close()
    with suppress(JournalError):
        journal.append(NOTE, {"text": "too late"})
    journal.close()
    rescued = Journal(tmp_path / "t.rescued.game")
    assert texts(rescued) == expected
    assert rescued.facts == journal.facts
    rescued.close()
    after = {file.name: file.read_bytes() for file in tmp_path.iterdir() if ".rescued." not in file.name}
    assert after == before


def test_a_rescued_game_never_replaces_another_file(tmp_path: Path) -> None:
    path, taken = tmp_path / "t.game", tmp_path / "t.rescued.game"
    taken.write_text("mine", encoding="utf-8")
    journal = Journal(path, FACTS)
    path.unlink()
    with pytest.raises(JournalError, match=r"t\.rescued-.*\.game"):
        journal.append(NOTE, {"text": "one"})
    assert taken.read_text(encoding="utf-8") == "mine"


def test_play_continues_after_a_drive_is_reconnected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drive, pulled = tmp_path / "drive", tmp_path / "pulled"
    drive.mkdir()
    monkeypatch.chdir(drive)
    journal = Journal(drive / "t.game", FACTS)
    journal.append(NOTE, {"text": "one"})
    drive.rename(pulled)
    monkeypatch.setattr(Path, "cwd", lambda: drive)
    with pytest.raises(NotWritten, match="could not be written beside it"):
        journal.append(NOTE, {"text": "two"})
    pulled.rename(drive)
    journal.append(NOTE, {"text": "two"})
    journal.close()
    assert texts(Journal(drive / "t.game", to_read=True)) == ["one", "two"]


def test_play_continues_after_the_file_was_only_touched(tmp_path: Path) -> None:
    path = tmp_path / "t.game"
    journal = Journal(path, FACTS)
    for text in ("one", "two"):
        journal.append(NOTE, {"text": text})
        os.utime(path, (1, 1))
    journal.close()
    assert texts(Journal(path, to_read=True)) == ["one", "two"]


# -- a drive that cannot lock files ------------------------------------------------------------------------------


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait long for a file that looks busy."""
    monkeypatch.setattr("facilitator.play.journal.PATIENCE", 0.1)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("to_read", [False, True])
@pytest.mark.parametrize("there", [False, True])
@pytest.mark.parametrize(
    ("code", "said"),
    [
        (disks.BUSY, "database is locked (SQLITE_BUSY)"),
        (disks.PERM, "access permission denied (SQLITE_PERM)"),
        (disks.PROTOCOL, "locking protocol (SQLITE_PROTOCOL)"),
        (disks.IOERR_LOCK, "disk I/O error (SQLITE_IOERR_LOCK)"),
        (disks.IOERR_RDLOCK, "disk I/O error (SQLITE_IOERR_RDLOCK)"),
    ],
)
def test_a_drive_without_locks_is_reported_and_left_unchanged(
    code: int, said: str, there: bool, to_read: bool, tmp_path: Path
) -> None:
    path = tmp_path / "t.game"
    if there:
        Journal(path, FACTS).close()
    before = {file: file.read_bytes() for file in tmp_path.iterdir()}
    with disks.recorded(disks.Recorder(lock_error=code)), pytest.raises(JournalError) as caught:
        Journal(path, FACTS, to_read=to_read)
    assert {file: file.read_bytes() for file in tmp_path.iterdir()} == before
    if there or not to_read:
        assert isinstance(caught.value, CannotLock)
        assert said in caught.value.problem
        assert "--journal FILE" in caught.value.remedy


@pytest.mark.parametrize(
    ("entries", "advice"), [(0, "name a file there"), (1, "copy .* there and name the copy")]
)
def test_an_existing_game_on_a_drive_without_locks_is_copied_first(
    entries: int, advice: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new game beside it would lose what was played."""
    monkeypatch.setattr("facilitator.play.journal.PATIENCE", 0.1)
    path = tmp_path / "t.game"
    if entries:
        journal = Journal(path, FACTS)
        journal.append(NOTE, {"text": "one"})
        journal.close()
    for code in (disks.BUSY, disks.IOERR_LOCK):
        with disks.recorded(disks.Recorder(lock_error=code)), pytest.raises(CannotLock) as caught:
            Journal(path, FACTS)
        assert re.search(advice, caught.value.remedy)


def test_reading_without_locks_does_not_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("facilitator.play.journal.PATIENCE", 0.1)
    for number in range(8):
        Journal(tmp_path / f"{number}.game", FACTS).close()
    begun = monotonic()
    with disks.recorded(disks.Recorder(lock_error=disks.BUSY)):
        with pytest.raises(CannotLock):
            Journal(tmp_path / "0.game", to_read=True)
        assert past_games(disks.table(), [tmp_path]).unreadable == [tmp_path / "0.game"]
    assert monotonic() - begun < 2


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(JournalError) as caught:
        Journal(tmp_path / "no" / "t.game", FACTS)
    assert str(tmp_path / "no") in caught.value.problem
    assert "Make this folder" in caught.value.remedy


def test_a_file_in_use_is_distinguished_from_a_drive_without_locks(tmp_path: Path) -> None:
    first = Journal(tmp_path / "t.game", FACTS)
    with pytest.raises(InUse, match="other window"):
        Journal(tmp_path / "t.game")
    first.close()


def test_a_full_disk_is_distinguished_from_a_failing_disk(tmp_path: Path) -> None:
    """SQLite's own words are in the message, and a start that is refused leaves no file."""
    path, advice = tmp_path / "new.game", dict[str, str]()
    for number in range(history(tmp_path, 0).index(disks.Op("done"))):
        with disks.recorded(disks.Recorder(fails=number.__le__)), pytest.raises(JournalError) as caught:
            Journal(path, FACTS)
        advice[caught.value.problem] = caught.value.remedy
        assert sorted(file.name for file in tmp_path.iterdir()) == ["x.game"]
    said = {words: todo for problem, todo in advice.items() for words in re.findall(r"SQLITE_\w+", problem)}
    assert "Make room" in said["SQLITE_FULL"]
    assert "Check that" in said["SQLITE_IOERR_FSYNC"]
    assert all("--journal FILE" in todo for todo in advice.values())
