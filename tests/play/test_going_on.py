"""A kept game goes on at its own table: what may change between evenings, and what would make it another game."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from disks import forged
from facilitator.errors import JournalError
from facilitator.operations.definitions import Heading
from facilitator.play.journal import EVENT, Journal
from facilitator.play.kept_games import COUNTS
from facilitator.play.match import Match
from facilitator.table_files.load import Table, make_table
from programs import run, run_well
from turns import go_on

VERA: dict[str, Any] = {"name": "Vera", "virtual": True}
KEYS: dict[str, Any] = {"seats": ["Ana", VERA], "hand_size": 3, "pool": "split", "pool_deck": "half-54"}

ANOTHER_GAME: dict[str, list[Any]] = {
    "rules": ["official", "kpgut"],
    "stacking": [["+ on +"]],
    "jump_in": ["plays on"],
    "wild_draw_four": ["last"],
    "end_on_action": ["draw one"],
    "scores": ["match"],
    "seats": [["Ana", {**VERA, "style": "saver"}], ["Ana", "Vera"], ["Eva", VERA], ["Ana", "Ben", VERA]],
    "hand_size": [4],
    "draw": ["until playable"],
    "protocol": ["published", "published-2023"],
    "conceal": [True],
    "pool": ["shared"],
    "pool_deck": ["compact-27", ["7R", "7R", "8R", "W", "D"]],
    "track": ["virtual"],
}
"""Other values for each key that counts; the key `game` has one value yet."""

ALSO: dict[str, dict[str, Any]] = {"rules": {"pool": "shared"}, "scores": {"pool": "shared"}}
"""What else such a table must say."""

SAME_GAME: dict[str, Any] = {
    "name": "Saturday",
    "equipment": "sleeves",
    "wording": "brief",
    "language": "de",
    "readers": 2,
    "minutes": 90,
    "helpers": 3,
    "extras": "plain",
    "paper": "Letter",
    "printers": {"office": {"offset_x": 1}},
}
"""Another value for each key that may change."""


def kept(folder: Path, **keys: Any) -> Path:
    """A rehearsal in mid-run."""
    path = folder / "kept.game"
    game = Match.open(make_table({**KEYS, **keys}), path, 5)
    while game.attempt is None:
        go_on(game)
    for _ in range(9):
        game.answer(game.attempt.truth)
    game.close()
    return path


def step(path: Path, table: Table) -> tuple[int, Heading]:
    game = Match.open(table, path, 5)
    try:
        assert game.attempt is not None
        return len(game.attempt.ops), game.attempt.heading
    finally:
        game.close()


def test_every_table_key_is_declared_fixed_or_changeable_during_a_game() -> None:
    """A new key must be thought about: does a game begun before go on when it changes?"""
    assert not set(SAME_GAME) & set(COUNTS)
    assert set(Table.model_fields) <= set(SAME_GAME) | set(COUNTS)
    assert set(ANOTHER_GAME) == set(COUNTS) - {"game"}


@pytest.mark.parametrize("key", sorted(set(SAME_GAME) & set(Table.model_fields)))
def test_some_settings_may_change_during_a_game(key: str, tmp_path: Path) -> None:
    path = kept(tmp_path)
    assert step(path, make_table({**KEYS, key: SAME_GAME[key]})) == step(path, make_table(KEYS))


@pytest.mark.parametrize(("key", "value"), [(key, one) for key, many in ANOTHER_GAME.items() for one in many])
def test_the_game_of_another_table_is_rejected(key: str, value: Any, tmp_path: Path) -> None:
    path = kept(tmp_path)
    before = path.read_bytes()
    with pytest.raises(JournalError) as caught:
        Match.open(make_table({**KEYS, **ALSO.get(key, {}), key: value}), path, 5)
    assert key in caught.value.problem
    assert path.read_bytes() == before


def test_the_setting_pool_deck_is_ignored_for_a_shared_pool(tmp_path: Path) -> None:
    path = kept(tmp_path, pool="shared")
    for deck in ("compact-27", "full-108"):
        assert step(path, make_table({**KEYS, "pool": "shared", "pool_deck": deck}))[0] > 1


def test_a_game_continues_with_missing_and_unknown_settings(tmp_path: Path) -> None:
    """What its table file did not say then has its default now; what nobody knows any more is passed over."""
    path = kept(tmp_path)
    forged(
        "UPDATE fact SET value = json_insert(json_remove(value, '$.draw', '$.paper', '$.seats[0].style'),"
        " '$.tablecloth', 'red') WHERE name = 'table'"
    )(path)
    assert step(path, make_table(KEYS))[0] > 1


@pytest.mark.parametrize("form", ["open", "asking", "weighted"])
def test_a_game_with_a_removed_form_can_be_read_but_not_continued(form: str, tmp_path: Path) -> None:
    """Its log needs neither the recipe nor the table file, which says the same; every event is there."""
    path, yaml = kept(tmp_path), tmp_path / "friday.yaml"
    events = [entry.body for entry in Journal(path, to_read=True).entries if entry.kind == EVENT]
    forged(f"UPDATE fact SET value = json_set(value, '$.protocol', '{form}') WHERE name = 'table'")(path)
    before = path.read_bytes()
    with pytest.raises(JournalError, match=f"protocol: {form}") as caught:
        Match.open(make_table(KEYS), path, 5)
    assert "facilitator log" in caught.value.remedy
    yaml.write_text("protocol: open\n", encoding="utf-8")
    for how in ("text", "markdown", "json"):
        told = run_well("log", yaml, "--journal", path, "--format", how)
        words = " ".join(told.output.split())
        assert f"This game was begun with protocol: {form}, which no longer exists" in words
    lines = [json.loads(line) for line in told.output.splitlines()]
    assert [line["event"] for line in lines if "event" in line] == events
    assert run("play", yaml, "--journal", path).exit_code == 2
    assert path.read_bytes() == before


@pytest.mark.parametrize("seed", [6, None])
def test_a_rehearsal_file_rejects_another_seed_and_a_real_game(seed: int | None, tmp_path: Path) -> None:
    path = kept(tmp_path)
    before = path.read_bytes()
    with pytest.raises(JournalError, match="a rehearsal with --seed 5"):
        Match.open(make_table(KEYS), path, seed)
    assert path.read_bytes() == before


# -- on the command line --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [(), ("--seed", "11")])
@pytest.mark.parametrize("auto", [(), ("--auto",)])
def test_a_rehearsal_keeps_its_own_seed(seed: tuple[str, ...], auto: tuple[str, ...], tmp_path: Path) -> None:
    kept = ("play", "--dry-run", "--journal", str(tmp_path / "r.game"), "--turns", "1", *auto)
    typed = "" if auto else "\nq\n"
    run_well(*kept, *seed, typed=typed)
    again = run_well(*kept, typed=typed)
    assert "The game continues where it stopped" in again.stdout


def test_the_message_on_leaving_names_the_command_to_continue(tmp_path: Path) -> None:
    path = tmp_path / "my table.yaml"
    path.write_text("seats: [Ana, Ben]\n", encoding="utf-8")
    book = tmp_path / "b.game"
    left = run("play", path, "--journal", book, typed="7R Ana\nq\n")
    words = " ".join(left.stdout.split())
    assert f"facilitator play {shlex.quote(str(path))} --journal {book}" in words
    assert "was not saved" in run("play", "--dry-run", typed="q\n").stdout


def test_a_table_file_is_not_opened_as_a_game(tmp_path: Path) -> None:
    path = tmp_path / "friday.game"
    path.write_text("seats: [Ana, Ben]\n", encoding="utf-8")
    for option in ((), ("--new",)):
        refused = run("play", path, *option)
        assert refused.exit_code == 4
        assert "--journal" in refused.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["friday.game"]


def test_a_game_that_is_over_says_how_to_begin_another(tmp_path: Path) -> None:
    kept = ("play", "--dry-run", "--auto", "--seed", "7", "--journal", tmp_path / "r.game")
    first = run(*kept)
    assert "wins after" in first.stdout
    again = run_well(*kept)
    assert "This game is over" in again.stdout
    assert "--new" in again.stdout
    assert "wins after" in again.stdout
