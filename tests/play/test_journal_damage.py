"""Files that are no game, or no longer: each said as such, by every command, and left as it was."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from disks import forged, inputs_of, sql, table
from facilitator.cli.app import app
from facilitator.errors import JournalError
from facilitator.planning.measured_pace import learn_from, pace_at, past_games
from facilitator.play.journal import LONGEST_BODY, VERSION, Journal, copy_of
from facilitator.play.kept_games import table_of
from facilitator.play.match import Match
from facilitator.play.salvage import survey, write
from facilitator.table_files.load import table_text

NOTHING = b""


def renumbered(version: int) -> Callable[[Path], None]:
    """Write a game in format 5, but with another number in its header."""

    def damage(path: Path) -> None:
        forged("UPDATE fact SET n = n", version=5)(path)
        sql(f"PRAGMA user_version={version}")(path)

    return damage


def bytes_of(change: Callable[[bytes], bytes]) -> Callable[[Path], None]:
    def damage(path: Path) -> None:
        path.write_bytes(change(path.read_bytes()))

    return damage


DAMAGE = {
    "empty": bytes_of(lambda _: NOTHING),
    "zeros": bytes_of(lambda old: bytes(len(old))),
    "text": bytes_of(lambda _: b"name: Friday\n"),
    "noise": bytes_of(lambda old: bytes((i * 73 + 41) % 256 for i in range(len(old)))),
    "ten bytes": bytes_of(lambda old: old[:10]),
    "header only": bytes_of(lambda old: old[:100]),
    "half": bytes_of(lambda old: old[: len(old) // 2]),
    "a byte short": bytes_of(lambda old: old[:-1]),
    "foreign": sql("PRAGMA application_id=5"),
    "newer": sql("PRAGMA user_version=9"),
    "another way of writing": sql("PRAGMA journal_mode=WAL"),
    "nothing in it": sql("DROP TABLE entry; DROP TABLE fact; DROP TABLE head; PRAGMA application_id=0"),
    "no rows": sql("DROP TABLE entry"),
    "no facts": sql("DELETE FROM fact"),
    "no head": sql("DELETE FROM head"),
    "first row lost": sql("DELETE FROM entry WHERE n = 1"),
    "last row lost": sql("DELETE FROM entry WHERE n = (SELECT max(n) FROM entry)"),
    "every row lost": sql("DELETE FROM entry"),
    "row invented": sql(
        "INSERT INTO entry SELECT n + 90, input + 90, at, kind, body, 0, chain FROM entry LIMIT 1"
    ),
    "rows exchanged": sql(
        "UPDATE entry SET n = -1 WHERE n = 2; UPDATE entry SET n = 2 WHERE n = 3; UPDATE entry SET n = 3 WHERE n = -1"
    ),
    "input changed": sql("UPDATE entry SET input = 1 WHERE n = 3"),
    "time changed": sql("UPDATE entry SET at = replace(at, '20', '19') WHERE n = 2"),
    "kind changed": sql("UPDATE entry SET kind = 'note', body = '{\"text\":\"x\"}' WHERE n = 2"),
    "derived changed": sql("UPDATE entry SET derived = 1 - derived WHERE n = 2"),
    "seat renamed": sql("UPDATE fact SET value = replace(value, 'Vera', 'Nora') WHERE name = 'table'"),
    "begun changed": sql("UPDATE fact SET value = replace(value, '20', '19') WHERE name = 'begun'"),
    "a trigger": sql("CREATE TRIGGER t AFTER INSERT ON entry BEGIN DELETE FROM fact; END"),
    "a view": sql("CREATE VIEW v AS SELECT * FROM entry"),
    "a table more": sql("CREATE TABLE other (x)"),
    "an index": sql("CREATE INDEX i ON entry (input)"),
    "a column more": sql("ALTER TABLE entry ADD COLUMN x"),
    # from here on every digest fits
    "fact no JSON": forged("UPDATE fact SET value = '{' WHERE name = 'table'"),
    "fact nested": forged(f"UPDATE fact SET value = '{'[' * 90}{']' * 90}' WHERE name = 'table'"),
    "fact deeper": forged(f"UPDATE fact SET value = '{'[' * 9000}{']' * 9000}' WHERE name = 'table'"),
    "fact too deep": forged("UPDATE fact SET value = json_insert(value, '$.x', json('[[[[[[[[[]]]]]]]]]'))"),
    "fact unknown": forged("INSERT INTO fact SELECT 9, 'magic', '1', chain FROM head"),
    "table a number": forged("UPDATE fact SET value = '7' WHERE name = 'table'"),
    "table of nobody": forged("UPDATE fact SET value = '{}' WHERE name = 'table'"),
    "no table": forged("DELETE FROM fact WHERE name = 'table'"),
    "seed a word": forged("UPDATE fact SET value = '\"five\"' WHERE name = 'rehearsal'"),
    "body no JSON": forged("UPDATE entry SET body = '{' WHERE n = 2"),
    "body a list": forged("UPDATE entry SET body = '[]' WHERE n = 2"),
    "body nested": forged(f"UPDATE entry SET body = '{'[' * 9000}' WHERE n = 2"),
    "body nested and closed": forged(f"UPDATE entry SET body = '{'[' * 900}{']' * 900}' WHERE n = 2"),
    "body with a list": forged("UPDATE entry SET body = '{\"said\":[[]]}' WHERE kind = 'answer'"),
    "body with half a sign": forged("""UPDATE entry SET body = '{"said":"\\ud800"}' WHERE kind = 'answer'"""),
    "body too long": forged(f'UPDATE entry SET body = \'{{"said":"{"x" * LONGEST_BODY}"}}\' WHERE n = 4'),
    "body empty": forged("UPDATE entry SET body = '{}' WHERE kind = 'answer'"),
    "body with more": forged('UPDATE entry SET body = \'{"said":"","x":1}\' WHERE kind = \'answer\''),
    "kind unknown": forged("UPDATE entry SET kind = 'zzz' WHERE kind = 'answer'"),
    "kind retired": forged("UPDATE entry SET kind = 'mistake', body = '{}' WHERE kind = 'note'"),
    "fact retired": forged("INSERT INTO fact SELECT 9, 'carried', '1', chain FROM head"),
    "steps a word": forged(
        """UPDATE entry SET kind = 'reached', body = '{"steps":"1","of":2}' WHERE kind = 'note'"""
    ),
    "an undo without a number": forged(
        "INSERT INTO entry SELECT 900, max(input) + 1, at, 'undo', '{}', 0, chain FROM entry"
    ),
    "a format that it was not written in": sql("PRAGMA user_version=5"),
    "written in a format that it is not": renumbered(VERSION),
    "time nonsense": forged("UPDATE entry SET at = 'yesterday' WHERE n = 2"),
    "time impossible": forged("UPDATE entry SET at = '2026-13-45T99:00:00.000+00:00' WHERE n = 2"),
    "time without a zone": forged("UPDATE entry SET at = '2026-01-01T09:00:00.000' WHERE n = 2"),
    "event impossible": forged("""UPDATE entry SET body = '{"seat":"Vera","play":"7R"}' WHERE n = 2"""),
    "event unknown seat": forged("""UPDATE entry SET body = '{"seat":"Zoe","draw":1}' WHERE n = 2"""),
    "event no event": forged("UPDATE entry SET body = '{}' WHERE n = 2"),
    "draw without end": forged("""UPDATE entry SET body = '{"seat":"Ana","draw":99999}' WHERE n = 2"""),
    "answer impossible": forged("""UPDATE entry SET body = '{"said":"xx"}' WHERE kind = 'answer'"""),
    "give-up of nothing": forged("UPDATE entry SET kind = 'give-up', body = '{}' WHERE n = 1"),
    "answer to nothing": forged("""UPDATE entry SET kind = 'answer', body = '{"said":""}' WHERE n = 1"""),
    "start lost": forged("DELETE FROM entry WHERE n = 1"),
    "derived invented": forged(
        'INSERT INTO entry SELECT 900, max(input), at, \'event\', \'{"seat":"Ana","pass":true}\', 1, chain'
        " FROM entry"
    ),
    "derived note": forged(
        "INSERT INTO entry SELECT 900, max(input), at, 'note', '{\"text\":\"x\"}', 1, chain FROM entry"
    ),
    "inputs not in order": forged("UPDATE entry SET input = input + 7 WHERE input > 2"),
    "huge number": forged(f'UPDATE entry SET body = \'{{"seat":"Ana","draw":{"9" * 5000}}}\' WHERE n = 2'),
}


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game in mid-run, sound: a file of a table and its game."""
    folder = tmp_path_factory.mktemp("sound")
    game = Match.open(table(), folder / "sound.game", 5)
    for _ in zip(range(8), inputs_of(game), strict=False):
        pass
    game.note("Ben fetched drinks")
    assert game.run is not None
    game.close()
    return folder / "sound.game"


def damaged(damage: str, sound: Path, folder: Path) -> Path:
    path = folder / "damaged.game"
    shutil.copy(sound, path)
    DAMAGE[damage](path)
    return path


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_game_is_refused_and_untouched(damage: str, sound: Path, tmp_path: Path) -> None:
    path = damaged(damage, sound, tmp_path)
    before = path.read_bytes()
    with pytest.raises(JournalError) as caught:
        Match.open(table(), path, 5)
    assert caught.value.exit_code == 4
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["damaged.game"]


@pytest.mark.parametrize("damage", DAMAGE)
def test_every_command_says_damage_as_damage(damage: str, sound: Path, tmp_path: Path, full: bool) -> None:
    """All that read a game (an undo waits at `play`'s prompt) exit with 4; to `plan` it is a neighbour left out."""
    yaml = tmp_path / "friday.yaml"
    yaml.write_text(table_text(table()), encoding="utf-8")
    path = damaged(damage, sound, tmp_path)
    before = path.read_bytes()
    commands = (
        ("log", yaml, "--journal", path),
        ("play", yaml, "--dry-run", "--journal", path),
        ("log", yaml, "--journal", path, "--format", "json"),
        ("play", yaml, "--dry-run", "--seed", "5", "--journal", path),
    )
    for words in commands if full else commands[:2]:
        done = CliRunner().invoke(app, [str(word) for word in words], input="u\nq\n", prog_name="facilitator")
        assert (done.exit_code, done.stdout) == (4, ""), (words[0], done.output)
    assert path.read_bytes() == before


@pytest.mark.parametrize("damage", ["half", "table of nobody"])
def test_a_folder_of_this_moment_says_it_too(damage: str, sound: Path, tmp_path: Path) -> None:
    """It takes the table from the game's own file."""
    yaml = tmp_path / "friday.yaml"
    yaml.write_text(table_text(table()), encoding="utf-8")
    damaged(damage, sound, tmp_path).rename(tmp_path / "friday.game")
    done = CliRunner().invoke(app, ["print", str(yaml), "folder", "--now"], prog_name="facilitator")
    assert (done.exit_code, done.stdout) == (4, "")
    assert "friday.game" in " ".join(done.stderr.split())


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_neighbour_harms_nobody(damage: str, sound: Path, tmp_path: Path) -> None:
    """An old game put aside, a real one: `plan` tells that it was left out, `play` goes on."""
    real = tmp_path / "real.game"
    shutil.copy(sound, real)
    forged("DELETE FROM fact WHERE name = 'rehearsal'")(real)
    assert learn_from([real])[1] == []
    broken = damaged(damage, real, tmp_path).rename(tmp_path / "friday-2026.game")
    real.unlink()  # else this copy of the same game would be read instead
    before = broken.read_bytes()
    found = past_games(table(), [tmp_path])
    learned, troubles = learn_from([*found.unreadable, *found.played])
    assert not learned.turns
    assert pace_at(table(), tmp_path / "friday.yaml").hands
    assert broken.read_bytes() == before
    try:  # what is not as it was written, or at no table, is told; that inputs make no game, `play` and `log` find
        table_of(Journal(broken, to_read=True))
        sound_file = True
    except JournalError:
        sound_file = False
    assert len(troubles) == (not sound_file)


@pytest.mark.parametrize(
    ("damage", "where"),
    [
        ("body no JSON", "entry 2 cannot be read"),
        ("body nested", "entry 2 cannot be read"),
        ("body too long", "entry 4 is longer than 16384 letters"),
        ("fact no JSON", 'the fact "table" is none of a game'),
        ("fact unknown", 'the fact "magic" is none of a game'),
        ("half", "malformed"),
        ("time impossible", "the time of entry 2 cannot be"),
        ("input changed", "entry 3 is missing, or differs from what was written"),
        ("last row lost", "something is missing"),
        ("a trigger", "other tables than a game's"),
    ],
)
def test_damage_is_said_where_it_is(damage: str, where: str, sound: Path, tmp_path: Path) -> None:
    path = damaged(damage, sound, tmp_path)
    with pytest.raises(JournalError) as caught:
        Journal(path)
    assert caught.value.expected == f"a whole game in {path}"
    assert caught.value.found.startswith("damage: ")
    assert where in caught.value.found
    assert "Restore a copy" in caught.value.todo


# -- no damage -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", [1, 2])
def test_a_game_of_an_old_format_says_what_to_do(version: int, sound: Path, tmp_path: Path) -> None:
    """Format 1 has an answer for each step, 2 no digests."""
    path = tmp_path / "old.game"
    shutil.copy(sound, path)
    sql(f"PRAGMA user_version={version}")(path)
    with pytest.raises(
        JournalError, match=f"format {version} in .*version of the program that wrote it last"
    ):
        Journal(path)


@pytest.mark.parametrize("version", [3, 4, 5])
def test_an_earlier_game_can_be_read_but_not_continued(version: int, sound: Path, tmp_path: Path) -> None:
    """Its retired rows are skipped. Its log shows no check codes and says so."""
    yaml, path, new = (tmp_path / name for name in ("friday.yaml", "older.game", "new.game"))
    yaml.write_text(table_text(table()), encoding="utf-8")
    shutil.copy(sound, path)
    retired = (
        "INSERT INTO entry SELECT 900, max(input) + 1, at, 'mistake', '{\"slip\":\"x\"}', 0, chain FROM entry;"
        "INSERT INTO fact SELECT 9, 'carried', '7', chain FROM head;"
    )
    forged(retired, version)(path)
    before = path.read_bytes()

    def run(*words: str | Path) -> tuple[int, list[str]]:
        done = CliRunner().invoke(
            app, [str(word) for word in (*words, "--journal", path)], prog_name="facilitator"
        )
        return done.exit_code, done.output.splitlines()

    whole = CliRunner().invoke(app, ["log", str(yaml), "--journal", str(sound)]).stdout.splitlines()
    code, (title, remark, *log) = run("log", yaml)
    lines = [line for line in whole[1:-1] if "check code" not in line]
    assert (code, title, log[:-1]) == (0, whole[0], lines)
    assert "check codes are not shown" in remark
    assert whole[-1] == f"{log[-1]} 1 check code was shown."
    _, json_lines = run("log", yaml, "--format", "json")
    assert "check codes are not shown" in json.loads(json_lines[0])["remark"]
    assert not [
        line for line in map(json.loads, json_lines) if "mark" in line or "marks" in line.get("sum", ())
    ]
    with pytest.raises(JournalError, match=f"format {version} in .*earlier version.*facilitator log"):
        Match.open(table(), path, 5)
    for words in (("play", yaml, "--dry-run"), ("log", yaml, new, "--salvage")):
        code, output = run(*words)
        assert code == 4
        assert f"format {version} in" in " ".join(output)
    assert not new.exists()
    assert path.read_bytes() == before


def test_a_wrong_format_number_loses_nothing(sound: Path, tmp_path: Path) -> None:
    """The digests show the format, so a game whose header was damaged can be saved."""
    path, new = tmp_path / "hurt.game", tmp_path / "new.game"
    shutil.copy(sound, path)
    for version in (*range(8), 14, 22):
        sql(f"PRAGMA user_version={version}")(path)
        write(survey(table(), path), new)
        game = Match.open(table(), new, 5)
        assert game.journal.entries == Journal(sound, to_read=True).entries
        game.close()
        new.unlink()
        copy_of(new).unlink(missing_ok=True)


def test_a_folder_that_cannot_be_written_to_is_no_damage(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="unable to open") as caught:
        Journal(tmp_path / "none" / "x.game", {})
    assert "folder can be written to" in caught.value.todo


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


def test_an_empty_file_can_be_put_aside(tmp_path: Path) -> None:
    """It is said, and --new begins beside it."""
    yaml, path = tmp_path / "friday.yaml", tmp_path / "friday.game"
    yaml.write_text("seats: [Ana, Ben]\n", encoding="utf-8")
    path.touch()
    refused = CliRunner().invoke(app, ["play", str(yaml)], input="q\n")
    assert refused.exit_code == 4
    assert "found an empty file" in " ".join(refused.stderr.split())
    assert path.read_bytes() == NOTHING
    assert CliRunner().invoke(app, ["play", str(yaml), "--new"], input="q\n").exit_code == 0
    assert sorted(file.stat().st_size > 0 for file in tmp_path.glob("*.game")) == [False, True]
