"""Damaged games beside others, and games whose creation was cut short. Damages are in ``golden/cli``."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from disks import forged, inputs_of, sql, table
from facilitator.planning.measured_pace import learn_from, pace_at, past_games
from facilitator.play.match import Match


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
def test_a_damaged_neighbour_harms_nobody(
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


def test_a_creation_cut_short_is_begun_again(tmp_path: Path) -> None:
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
