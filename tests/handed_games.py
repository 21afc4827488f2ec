"""Games that are handed over: rehearsals of many turns, real games with the same entries, codes changed by hand."""

from __future__ import annotations

import json
import zlib
from base64 import b32decode
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from facilitator.play.game import Game
from facilitator.play.handover import Handed, HandOver, _letters, _mark, hand_over, received
from facilitator.play.taking_over import keep, rows_of
from facilitator.table.code import squeezed, unsqueezed
from facilitator.table.load import Table, make_table
from helpers import go_on

VERA = {"name": "Vera", "virtual": True}


def long_table() -> Table:
    people = ["Ben", "Cem", "Dora", "Eva"]
    return make_table({"name": "Friday", "seats": ["Ana", VERA, *people], "scores": "match", "hand_size": 2})


@cache
def long_game(turns: int = 300, seed: int = 1) -> HandOver:
    """A rehearsal of so many public events and more, handed over in the midst of a run."""
    game = Game.open(long_table(), None, seed)
    while game.state.n < turns or game.run is None or len(game.run.typed) < 6:
        go_on(game)
        game.news.clear()
    return hand_over(game)


def as_real(code: HandOver) -> Handed:
    """The same entries as of a real game."""
    return replace(received(code.pieces()[0]), seed=None)


def write(handed: Handed, path: Path) -> Table:
    """Write a game that was handed over."""
    table = make_table(handed.table)
    keep(handed, table, rows_of(handed, table), path)
    return table


def forged(code: HandOver, change: Callable[[list[Any]], object]) -> str:
    """The code with something else in it, by somebody who knows how it is made."""
    raw = b32decode(code.letters + "=" * (-len(code.letters) % 8))
    told = json.loads(unsqueezed(raw, 1 << 22))
    change(told)
    made = squeezed(json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode())
    return HandOver(1, _mark(made), _letters(made), False).pieces()[0]


def damaged(text: str, at: int) -> str:
    """The text with another letter somewhere."""
    return f"{text[:at]}{'A' if text[at] != 'A' else 'B'}{text[at + 1 :]}"


def crc(text: str) -> str:
    """The checksum of a piece up to its last colon."""
    return _letters(zlib.crc32(text.encode()).to_bytes(4, "big"))
