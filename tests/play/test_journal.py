"""The journal is the game: any interruption, undo or damage, and no hidden card in it."""

from __future__ import annotations

import json
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from facilitator.errors import JournalError
from facilitator.games.uno import cards as uno
from facilitator.games.uno.events import from_json
from facilitator.games.uno.state import State
from facilitator.play.game import Game
from facilitator.play.journal import EVENT, GIVE_UP, Entry, Journal
from facilitator.table.load import PROTOCOLS, Table, make_table
from helpers import go_on

PROGRAM = (sys.executable, "-m", "facilitator")
Mark = tuple[State, int, str, str, bool]


def table(protocol: str = "streamlined", hand_size: int = 2) -> Table:
    listed = ["Ana", {"name": "Vera", "virtual": True}]
    return make_table({"seats": listed, "hand_size": hand_size, "protocol": protocol})


def mark(game: Game) -> Mark:
    """Where a game stands, as the host sees it."""
    run = game.run
    if run is None:
        return game.state, 0, "", "", game.recovering
    return game.state, run.number, run.stage, run.step.instruction.sentence, game.recovering


def inputs_of(game: Game, stop_at: int = 0) -> Iterator[None]:
    """Play a rehearsal to its end, one input at a time; give up once in the run that is on after ``stop_at``."""
    count = 0
    while not game.over:
        if game.run is not None and stop_at and count == stop_at:
            game.stop_run()
        else:
            go_on(game)
        count += 1
        yield


def long_game(path: Path | None, seed: int, inputs: int) -> tuple[list[Mark], list[Entry]]:
    """The first inputs of a rehearsed game: where it stood after each of them, and its rows."""
    game = Game.open(table(), path, seed)
    marks = [mark(game)]
    marks += [mark(game) for _ in zip(range(inputs), inputs_of(game), strict=False)]
    entries = list(game.journal.entries)
    game.close()
    return marks, entries


def cut(source: Path, target: Path, inputs: int) -> None:
    """A copy of a game as a crash after so many inputs leaves it."""
    shutil.copy(source, target)
    db = sqlite3.connect(target)
    with db:
        db.execute("DELETE FROM entry WHERE input > ?", (inputs,))
    db.close()


def rows(path: Path) -> list[tuple[int, str, str, str, int]]:
    db = sqlite3.connect(path)
    try:
        return list(db.execute("SELECT input, at, kind, body, derived FROM entry ORDER BY n"))
    finally:
        db.close()


def test_any_interruption_reopens_at_the_same_step(tmp_path: Path, full: bool) -> None:
    whole = tmp_path / "whole.game"
    marks, _ = long_game(whole, 5, 400 if full else 130)
    for number in range(0, len(marks), 1 if full else 11):
        part = tmp_path / "part.game"
        cut(whole, part, number)
        game = Game.open(table(), part, 5)
        assert mark(game) == marks[number]
        game.close()


def test_undo_at_every_point_and_on_again(full: bool) -> None:
    marks, entries = long_game(None, 5, 400 if full else 130)
    typed = [entry for entry in entries if not entry.derived]
    game = Game.open(table(), None, 5)
    for number, entry in enumerate(typed):
        again = 2 if full or number % 11 == 0 else 1
        for turn in range(again):
            if entry.kind == EVENT:
                game.submit(from_json(entry.body, game.names))
            else:
                game.answer(str(entry.body["said"]))
            assert mark(game) == marks[number + 1]
            if turn < again - 1:
                game.undo()
                assert mark(game) == marks[number]
    game.close()


def test_undo_all_the_way_back_and_reopen(tmp_path: Path) -> None:
    path = tmp_path / "back.game"
    game = Game.open(table(), path, 5)
    marks = [mark(game)]
    marks += [mark(game) for _ in zip(range(12), inputs_of(game), strict=False)]
    for expected in reversed(marks[:-1]):
        game.undo()
        assert mark(game) == expected
    game.close()
    again = Game.open(table(), path, 5)
    assert mark(again) == marks[0]
    again.close()


@pytest.mark.parametrize("stop_at", [3, 11, 25, 36])
def test_a_run_given_up_reopens_on_the_way_back(stop_at: int, tmp_path: Path) -> None:
    path = tmp_path / "stop.game"
    game = Game.open(table(), path, 5)
    steps = inputs_of(game, stop_at)
    for _ in zip(range(stop_at + 1), steps, strict=False):
        pass
    while True:
        before = mark(game)
        game.close()
        game = Game.open(table(), path, 5)
        assert mark(game) == before
        if not game.recovering:
            break
        assert game.run is not None
        game.answer(game.run.truth)
    game.close()


def test_a_killed_program_goes_on_where_it_was(tmp_path: Path) -> None:
    """SIGKILL in mid-game, several times: the game ends as if nothing had happened."""
    path = tmp_path / "killed.game"
    args = [*PROGRAM, "play", "--dry-run", "--auto", "--seed", "7", "--json"]
    whole = subprocess.run(args, capture_output=True, check=True, timeout=60).stdout.splitlines()[-1]
    for _ in range(3):
        program = subprocess.Popen([*args, "--journal", str(path)], stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 20
        size = path.stat().st_size if path.exists() else 0
        while program.poll() is None and time.monotonic() < deadline:
            if path.exists() and path.stat().st_size > size + 4096:
                break
            time.sleep(0.005)
        program.send_signal(signal.SIGKILL)
        program.wait()
    done = subprocess.run([*args, "--journal", str(path)], capture_output=True, check=True, timeout=60)
    assert done.stdout.splitlines()[-1] == whole


# -- files that are no game, or no longer ---------------------------------------------------------------------


def sql(statement: str) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        db = sqlite3.connect(path)
        db.executescript(statement)
        db.commit()
        db.close()

    return change


def bytes_of(change: Callable[[bytes], bytes]) -> Callable[[Path], None]:
    def damage(path: Path) -> None:
        path.write_bytes(change(path.read_bytes()))

    return damage


DAMAGE = {
    "text": bytes_of(lambda _: b"name: Friday\n"),
    "noise": bytes_of(lambda old: bytes((i * 73 + 41) % 256 for i in range(len(old)))),
    "ten bytes": bytes_of(lambda old: old[:10]),
    "header only": bytes_of(lambda old: old[:100]),
    "half": bytes_of(lambda old: old[: len(old) // 2]),
    "foreign": sql("PRAGMA application_id=5"),
    "newer": sql("PRAGMA user_version=9"),
    "no rows": sql("DROP TABLE entry"),
    "no facts": sql("DELETE FROM fact"),
    "fact no JSON": sql("UPDATE fact SET value = '{'"),
    "body no JSON": sql("UPDATE entry SET body = '{' WHERE n = 2"),
    "body a list": sql("UPDATE entry SET body = '[]' WHERE n = 2"),
    "body empty": sql("UPDATE entry SET body = '{}' WHERE kind = 'answer'"),
    "body bytes": sql("UPDATE entry SET body = x'ff00' WHERE n = 2"),
    "kind unknown": sql("UPDATE entry SET kind = 'zzz' WHERE kind = 'answer'"),
    "event impossible": sql("""UPDATE entry SET body = '{"seat":"Vera","play":"7R"}' WHERE n = 2"""),
    "event unknown seat": sql("""UPDATE entry SET body = '{"seat":"Zoe","draw":1}' WHERE n = 2"""),
    "answer impossible": sql("""UPDATE entry SET body = '{"said":"xx"}' WHERE kind = 'answer'"""),
    "row lost": sql("DELETE FROM entry WHERE n = 1"),
    "row invented": sql(
        """INSERT INTO entry VALUES (90, 90, 'x', 'event', '{"seat":"Ana","pass":true}', 1)"""
    ),
}


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game in mid-run, sound."""
    path = tmp_path_factory.mktemp("sound") / "sound.game"
    game = Game.open(table(), path, 5)
    for _ in zip(range(8), inputs_of(game), strict=False):
        pass
    assert game.run is not None
    game.close()
    return path


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_game_is_refused_and_untouched(damage: str, sound: Path, tmp_path: Path) -> None:
    path = tmp_path / "damaged.game"
    shutil.copy(sound, path)
    DAMAGE[damage](path)
    before = path.read_bytes()
    with pytest.raises(JournalError) as caught:
        Game.open(table(), path, 5)
    assert caught.value.exit_code == 4
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["damaged.game"]


@pytest.mark.parametrize(
    ("damage", "where"),
    [
        (bytes_of(lambda old: old[:-1]), "entry 1 cannot be read"),
        (DAMAGE["body no JSON"], "entry 2 cannot be read"),
        (DAMAGE["body bytes"], "entry 2 cannot be read"),
        (DAMAGE["fact no JSON"], 'the fact "table" cannot be read'),
        (DAMAGE["half"], "malformed"),
        (sql("UPDATE fact SET value = x'ff' WHERE name = 'begun'"), 'the fact "begun" cannot be read'),
    ],
)
def test_damage_is_said_where_it_is(
    damage: Callable[[Path], None], where: str, sound: Path, tmp_path: Path
) -> None:
    path = tmp_path / "damaged.game"
    shutil.copy(sound, path)
    damage(path)
    with pytest.raises(JournalError) as caught:
        Journal(path)
    assert caught.value.expected == f"a whole game in {path}"
    assert caught.value.found.startswith("damage: ")
    assert where in caught.value.found
    assert "Restore a copy" in caught.value.todo


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
    game = Game.open(table(), copy, 5)
    assert game.journal.entries == ()
    game.close()


def test_a_folder_and_a_missing_folder_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "no" / "such.game"):
        with pytest.raises(JournalError):
            Game.open(table(), path, 5)


def test_a_full_disk_changes_nothing(tmp_path: Path) -> None:
    """An input that cannot be written does not count, neither here nor on disk."""
    path = tmp_path / "full.game"
    game = Game.open(table(), path, 5)
    assert game.truth is not None
    game.submit(game.truth.move(game.state))
    before, entries = mark(game), game.journal.entries
    db = game.journal._db
    db.execute("PRAGMA query_only=1")  # every write fails from here on
    with pytest.raises(JournalError):
        game.note("does not fit")
    assert (mark(game), game.journal.entries) == (before, entries)
    said = game.truth.move(game.state) if game.run is None else None
    with pytest.raises(JournalError):
        game.submit(said) if said else game.answer()
    assert (mark(game), game.journal.entries) == (before, entries)
    game.close()


# -- nothing hidden -------------------------------------------------------------------------------------------


CARD = re.compile(r'"(?:[0-9SR+][RYGB]|W|D)"')


@pytest.mark.parametrize("form", PROTOCOLS)
@pytest.mark.parametrize("stop_at", [0, 30])
def test_no_hidden_card_is_in_the_file(form: str, stop_at: int, tmp_path: Path) -> None:
    """Every card in the file was turned up for all: in a public event, or as the answer to a reveal."""
    path = tmp_path / "r.game"
    game = Game.open(table(form), path, 9)
    shown = set[str]()
    for _ in zip(range(220), inputs_of(game, stop_at), strict=False):
        shown |= set(game.state.discards)
        if game.run is not None and game.truth is not None and game.run.step.instruction.ask:
            shown |= set(game.truth.table.shown)
    assert game.state.n > 3
    game.close()
    answers = list[str]()
    for _, _, kind, body, derived in rows(path):
        said = json.loads(body)
        match kind:
            case "event":
                assert set(said) <= {"start", "first", "seat", "play", "color", "draw", "pass"}
                card = said.get("start") or said.get("play")
                if derived and card:
                    assert card in answers, "a virtual seat played a card nobody reported"
            case "answer":
                assert set(said) == {"said"}
                answers.append(said["said"])
                assert said["said"] in ({"", "αβ", "βα", "none"} | shown)
            case "run":
                assert said["outcome"].split(",")[0] in {"none", *shown}
            case _:
                assert (kind, said) == (GIVE_UP, {})
    found = set(CARD.findall(path.read_bytes().decode("utf-8", "replace")))
    assert {card.strip('"') for card in found} <= shown
    for name in uno.KINDS:
        if len(name) == 2 and name not in shown:
            assert f'"{name}' not in path.read_bytes().decode("utf-8", "replace")
