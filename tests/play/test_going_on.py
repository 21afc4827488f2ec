"""A kept game goes on at its own table: what may change between evenings, and what would make it another game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from facilitator.machine.operations import Heading
from facilitator.play.game import Game
from facilitator.play.going_on import COUNTS
from facilitator.table.load import Table, make_table

VERA: dict[str, Any] = {"name": "Vera", "virtual": True}
KEYS: dict[str, Any] = {"seats": ["Ana", VERA], "hand_size": 3, "pool": "split", "pool_deck": "half-54"}

ANOTHER_GAME: dict[str, list[Any]] = {
    "seats": [["Ana", {**VERA, "style": "saver"}], ["Ana", "Vera"], ["Eva", VERA], ["Ana", "Ben", VERA]],
    "hand_size": [4],
    "draw": ["until playable"],
    "protocol": ["published", "priority"],
    "conceal": [True],
    "pool": ["shared"],
    "pool_deck": ["compact-27", ["7R", "7R", "8R", "W", "D"]],
}
"""Other values for each key that counts; the keys `game` and `rules` have one value yet."""

SAME_GAME: dict[str, Any] = {
    "name": "Saturday",
    "equipment": "sleeves",
    "helpers": 3,
    "extras": "plain",
    "paper": "Letter",
    "printers": {"office": {"offset_x": 1}},
    "seconds": {"lay": 4.5},
    "table_size": "150x90",
}
"""Another value for each key that may change."""


def kept(folder: Path, **keys: Any) -> Path:
    """A rehearsal in mid-run."""
    path = folder / "kept.game"
    game = Game.open(make_table({**KEYS, **keys}), path, 5)
    assert game.truth is not None
    game.submit(game.truth.start(game.state))
    while game.run is None:
        game.submit(game.truth.move(game.state))
    for _ in range(9):
        game.answer(game.run.truth)
    game.close()
    return path


def step(path: Path, table: Table) -> tuple[int, Heading]:
    game = Game.open(table, path, 5)
    try:
        assert game.run is not None
        return game.run.number, game.run.heading
    finally:
        game.close()


def test_every_key_either_counts_or_does_not() -> None:
    """A new key must be thought about: does a game begun before go on when it changes?"""
    assert not set(SAME_GAME) & set(COUNTS)
    assert set(Table.model_fields) <= set(SAME_GAME) | set(COUNTS)
    assert set(ANOTHER_GAME) == set(COUNTS) - {"game", "rules"}


@pytest.mark.parametrize("key", sorted(set(SAME_GAME) & set(Table.model_fields)))
def test_what_may_change_between_evenings(key: str, tmp_path: Path) -> None:
    path = kept(tmp_path)
    assert step(path, make_table({**KEYS, key: SAME_GAME[key]})) == step(path, make_table(KEYS))
