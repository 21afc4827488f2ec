"""Which games there are, by the names a table file gives them."""

from __future__ import annotations

from typing import Any

from facilitator.errors import CommandError
from facilitator.games.base import Game
from facilitator.games.uno.game import UNO

_GAMES: dict[str, Game[Any]] = {}


def register(game: Game[Any]) -> None:
    """Make a game known by its name; a later one of the same name takes its place."""
    _GAMES[game.name] = game


def games() -> tuple[str, ...]:
    """Return the names of all games, in the order they were registered."""
    return tuple(_GAMES)


def game_named(name: str) -> Game[Any]:
    """Return the game of this name; raises `CommandError` if there is none."""
    if name not in _GAMES:
        raise CommandError(f"one of the games {', '.join(_GAMES)}", name, "Correct the word after game:.")
    return _GAMES[name]


register(UNO)
