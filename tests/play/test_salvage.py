"""What can be saved of a damaged game: as far as digests and law hold, as a new game; the old one stays."""

from __future__ import annotations

import random
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from disks import cut, cut_short, inputs_of, play, rows, sql, table
from facilitator.errors import JournalError
from facilitator.play import journal
from facilitator.play.journal import COPIED_EVERY, NOTE, Journal, JournalEntry, copy_of, keep_copy
from facilitator.play.match import Match
from facilitator.play.salvage import Saved, archive_game, copy_game, inspect_file, settle, write_saved_game

SEED, INPUTS, PAGE = 5, 120, 4096


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A long game on several pages, in the open form, with a remark that fills more than one page."""
    path = tmp_path_factory.mktemp("sound") / "sound.game"
    game = Match.open(table("knockout"), path, SEED)
    for number, _ in enumerate(zip(range(INPUTS), inputs_of(game), strict=False)):
        if number == 60:
            game.note("é" * 4000)
    game.close()
    return path


def saved_from(path: Path, out: Path, protocol: str = "knockout") -> Saved:
    """Survey and write; the file is as it was, nothing lies beside it, and the new one goes on to the end."""
    before, beside = path.read_bytes(), sorted(path.parent.iterdir())
    saved = inspect_file(table(protocol), path)
    assert sorted(path.parent.iterdir()) == beside
    if saved.rows:
        write_saved_game(saved, out)
        game = Match.open(table(protocol), out, SEED)
        assert len(game.journal.entries) == len(saved.rows)
        game.close()
    assert path.read_bytes() == before
    return saved


def changed(sound: Path, folder: Path, change: Callable[[Path], None]) -> Path:
    path = folder / "hurt" / "hurt.game"
    path.parent.mkdir()
    shutil.copy(sound, path)
    change(path)
    return path


def test_an_undamaged_game_is_salvaged_completely(sound: Path, tmp_path: Path) -> None:
    saved = saved_from(sound, tmp_path / "out.game")
    assert saved.is_intact
    assert (saved.stops, saved.copy) == ("", False)
    assert list(saved.rows) == rows(sound) == rows(tmp_path / "out.game")
    with closing(sqlite3.connect(sound)) as old, closing(sqlite3.connect(tmp_path / "out.game")) as new:
        for name in ("fact", "entry", "head"):
            query = f"SELECT * FROM {name}"
            assert old.execute(query).fetchall() == new.execute(query).fetchall()


def each_page_lost(sound: Path, folder: Path) -> Iterator[tuple[int, Path]]:
    """Copies of the game with zeros over one page after the other."""
    whole = sound.read_bytes()
    for page in range(len(whole) // PAGE):
        path = folder / str(page) / "hurt.game"
        path.parent.mkdir()
        path.write_bytes(whole[: page * PAGE] + bytes(PAGE) + whole[(page + 1) * PAGE :])
        yield page, path


def test_a_lost_page_leaves_the_beginning_of_the_game(sound: Path, tmp_path: Path) -> None:
    """Zeros over any one page: a beginning of the game is saved, or, where it can no longer be opened, nothing."""
    before, kept = rows(sound), dict[int, int]()
    for page, path in each_page_lost(sound, tmp_path):
        try:
            saved = saved_from(path, tmp_path / f"{page}.game")
        except JournalError:
            continue
        kept[page] = len(saved.rows)
        assert not saved.copy
        assert list(saved.rows) == before[: kept[page]]
        assert bool(saved.stops) == (kept[page] < len(before))
    assert 0 not in kept  # what the tables are
    assert len(set(kept.values())) > 3
    # where it says how many there are
    assert [page for page, count in kept.items() if count == len(before)] == [3]


def test_with_a_good_copy_a_lost_page_loses_nothing(sound: Path, tmp_path: Path) -> None:
    """The copy is as it was when the game was left; it is saved where it has more than the file itself."""
    before, copies = rows(sound), 0
    for page, path in each_page_lost(sound, tmp_path):
        shutil.copy(copy_of(sound), copy_of(path))
        saved = saved_from(path, tmp_path / f"{page}.game")
        assert saved.trouble
        assert list(saved.rows) == before
        copies += saved.copy
    assert copies > 5


def test_the_file_is_salvaged_if_it_has_more_than_its_copy(sound: Path, tmp_path: Path) -> None:
    path = tmp_path / "hurt" / "hurt.game"
    path.parent.mkdir()
    shutil.copy(sound, path)
    cut(sound, copy_of(path), 9)
    sql("DROP TABLE head")(path)
    saved = saved_from(path, tmp_path / "out.game")
    assert (saved.copy, list(saved.rows)) == (False, rows(sound))


def test_the_copy_of_another_game_is_not_used(sound: Path, tmp_path: Path) -> None:
    """Begun at another time, though at the same table; or damaged itself."""
    path = tmp_path / "hurt" / "hurt.game"
    path.parent.mkdir()
    cut(sound, path, 20)
    sql("UPDATE entry SET body = 'x' WHERE n = 4")(path)
    play(tmp_path / "other.game", 40, SEED, "published")
    for copy in ((tmp_path / "other.game").read_bytes(), b"nothing of ours"):
        copy_of(path).write_bytes(copy)
        saved = saved_from(path, tmp_path / f"{len(copy)}.game")
        assert (saved.copy, len(saved.rows)) == (False, 3)


def test_a_copy_is_written_during_the_game_and_at_its_end(tmp_path: Path) -> None:
    """At any time it is a complete game, and damage is not copied over it."""
    path = tmp_path / "a.game"
    game = Match.open(table("published"), path, SEED)
    for _ in zip(range(3 * COPIED_EVERY), inputs_of(game), strict=False):
        kept = rows(copy_of(path)) if copy_of(path).exists() else []
        assert kept == rows(path)[: len(kept)]
    deadline = time.monotonic() + 60
    while not copy_of(path).exists() or len(rows(copy_of(path))) < COPIED_EVERY:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    game.close()
    assert rows(copy_of(path)) == rows(path)
    good = copy_of(path).read_bytes()
    game = Match.open(table("published"), path, SEED)
    game.undo()
    with path.open("r+b") as file:
        file.seek(len(path.read_bytes()) - PAGE)
        file.write(b"x" * PAGE)
    with pytest.raises(JournalError, match=r"a\.rescued\.game"):
        game.close()
    assert copy_of(path).read_bytes() == good


def test_no_input_waits_for_the_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And while one copy is being written, no other copy is started."""
    may_write, copied_rows = threading.Event(), list[int]()

    def slow(path: Path, facts: dict[str, object], entries: Sequence[JournalEntry]) -> None:
        copied_rows.append(len(entries))
        if len(entries) == COPIED_EVERY:
            assert may_write.wait(60)
        keep_copy(path, facts, entries)

    monkeypatch.setattr(journal, "keep_copy", slow)
    path = tmp_path / "a.game"
    game = Journal(path, {"table": {}})
    try:
        for _ in range(2 * COPIED_EVERY + 5):
            game.append(NOTE, {"text": "on disk"})
        assert len(rows(path)) == 2 * COPIED_EVERY + 5
        assert not copy_of(path).exists()
    finally:
        may_write.set()
    game.close()
    assert copied_rows == [COPIED_EVERY, 2 * COPIED_EVERY + 5]
    assert rows(copy_of(path)) == rows(path)


def test_a_failed_copy_does_not_stop_the_game(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    copy_of(path).mkdir()
    play(path, 80, SEED, "published")
    assert len(rows(path)) > COPIED_EVERY
    assert [file.name for file in tmp_path.iterdir() if file.is_file()] == ["a.game"]


def test_the_copy_of_an_archived_game_is_archived_too(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    play(path, 9, SEED, "published")
    archive_game(path)
    (old,) = tmp_path.glob("a-*.game")
    assert rows(copy_of(old)) == rows(old)
    assert sorted(tmp_path.iterdir()) == sorted([old, copy_of(old)])


@pytest.mark.parametrize("share", [0.5, 0.7, 0.9])
def test_a_truncated_game_is_saved_as_far_as_it_goes(sound: Path, tmp_path: Path, share: float) -> None:
    def truncate(path: Path) -> None:
        data = path.read_bytes()
        path.write_bytes(data[: int(len(data) * share)])

    saved = saved_from(changed(sound, tmp_path, truncate), tmp_path / "out.game")
    assert 0 < len(saved.rows) < len(rows(sound))
    assert saved.stops.startswith(f"Entry {saved.chained + 1} is missing")


def test_flipped_bits_lose_only_later_entries(sound: Path, tmp_path: Path, full: bool) -> None:
    """Whatever is saved is the beginning of what was played; damage never adds nor changes a row."""
    chance, whole = random.Random(20260), sound.read_bytes()
    before, refused = rows(sound), 0
    for number in range(400 if full else 25):
        data = bytearray(whole)
        for _ in range(chance.choice((1, 3, 40))):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        path = tmp_path / str(number) / "hurt.game"
        path.parent.mkdir()
        path.write_bytes(data)
        try:
            saved = inspect_file(table("knockout"), path)
        except JournalError:
            refused += 1
            shutil.copy(copy_of(sound), copy_of(path))
            assert list(inspect_file(table("knockout"), path).rows) == before
            continue
        assert list(saved.rows) == before[: len(saved.rows)]
        assert path.read_bytes() == bytes(data)
    assert refused <= number // 5


def test_rows_in_a_write_ahead_log_are_salvaged(tmp_path: Path) -> None:
    """A copying tool that turned the file into one with a write-ahead log, and left that behind."""
    path, copy = tmp_path / "game.game", tmp_path / "copy" / "game.game"
    play(path, 12, SEED, "knockout")  # few enough that every page of them is written again below
    count = len(rows(path))
    copy.parent.mkdir()
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode=WAL")
        for name, column in (("entry", "body"), ("fact", "value"), ("head", "rows")):
            db.execute("PRAGMA ignore_check_constraints=1")
            db.execute(f"UPDATE {name} SET {column} = {column} || ' '")
            cast = "CAST(rtrim(rows) AS INTEGER)" if name == "head" else f"rtrim({column})"
            db.execute(f"UPDATE {name} SET {column} = {cast}")
        for suffix in ("", "-wal"):
            shutil.copy(f"{path}{suffix}", f"{copy}{suffix}")
    data = bytearray(copy.read_bytes())
    data[4096:] = bytes(len(data) - 4096)  # and the file itself holds nothing of them
    copy.write_bytes(data)
    saved = saved_from(copy, tmp_path / "out.game")
    assert len(saved.rows) == count


def test_incomplete_rows_are_not_salvaged(sound: Path, tmp_path: Path) -> None:
    """A row on the pages that the end does not count was never acknowledged."""

    def unacknowledged(path: Path) -> None:
        game = Journal(path)
        facts, at = game.facts, game.size - 3
        game.close()
        assert facts
        with closing(sqlite3.connect(path)) as db:
            digest = db.execute("SELECT chain FROM entry WHERE n = ?", (at,)).fetchone()[0]
            db.execute("UPDATE head SET rows = ?, chain = ?", (at, digest))
            db.commit()

    saved = saved_from(changed(sound, tmp_path, unacknowledged), tmp_path / "out.game")
    assert saved.written == saved.chained == len(rows(sound)) - 3
    assert len(saved.rows) <= saved.chained


def test_rows_that_a_rollback_journal_removes_are_not_salvaged(tmp_path: Path) -> None:
    path = tmp_path / "copy" / "game.game"
    before = cut_short(tmp_path / "game.game", path, 20)
    assert list(saved_from(path, tmp_path / "out.game").rows) == before


def test_a_rollback_journal_cannot_make_the_file_far_larger(tmp_path: Path) -> None:
    """Flipped bits in what it says of the file's pages: SQLite would stretch the copy to that."""
    path = tmp_path / "copy" / "game.game"
    before = cut_short(tmp_path / "game.game", path, 20)
    left = path.with_name("game.game-journal")
    data = left.read_bytes()
    left.write_bytes(data[:16] + b"\x00\x00\xff\xff" + data[20:])  # 256 MiB, in a file with holes
    assert list(saved_from(path, tmp_path / "out.game").rows)[: len(before)] == before
    (tmp_path / "room").mkdir()
    settle(copy := copy_game(path, tmp_path / "room"))
    assert copy.stat().st_size < 2**20


def test_missing_results_of_the_last_answer_are_computed_again(tmp_path: Path) -> None:
    """The answer that finished a run is there, its events are not: they follow from it."""
    path = tmp_path / "game.game"
    play(path, 60, SEED, "knockout")
    before = rows(path)
    last = max(n for n, row in enumerate(before, 1) if row.derived)
    sql(f"DELETE FROM entry WHERE n >= {last}")(path)
    copy_of(path).unlink()
    saved = saved_from(path, tmp_path / "out.game")
    assert saved.chained == last - 1
    assert list(saved.rows) == before[:last]
