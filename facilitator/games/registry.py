"""The registry of all games, by the names used in table files.

A game consists of its own module or package and one entry here. Apart from the table package, which knows the
default game, no other code refers to a particular game. A game from outside is added with `register_game` before
the table file is read. This module contains no rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any, cast

from facilitator.errors import CommandError
from facilitator.games.corrections import Correcting
from facilitator.games.rules import Rules, Seat, describe_inputs
from facilitator.i18n.catalogue import build_error

_OURS = {
    "uno": "uno.game:UNO",
    "sevens": "sevens:SEVENS",
    "hearts": "hearts:HEARTS",
    "dominoes": "dominoes:DOMINOES",
    "eights": "eights:EIGHTS",
}
"""Module and attribute of each built-in game. A module is imported when its game is first used."""
_GAMES: dict[str, Rules[Any]] = {}
"""Games that have been used so far, and games from outside."""


def register_game(game: Rules[Any]) -> None:
    """Add a game under its name, replacing any game of the same name.

    The game is wrapped in `Correcting`, which handles corrections of the record.

    Args:
        game: Implementation of the interface. It need not handle corrections.
    """
    _GAMES[game.about.name] = cast("Rules[Any]", Correcting(game))


def list_games() -> tuple[str, ...]:
    """Return the names of all games: built-in games first, then others in the order of registration."""
    return tuple(dict.fromkeys((*_OURS, *_GAMES)))


def get_game(name: str) -> Rules[Any]:
    """Return the rules of the game with this name.

    Raises:
        CommandError: There is no such game.
    """
    if name in _OURS and name not in _GAMES:
        module, _, game = _OURS[name].partition(":")
        register_game(getattr(import_module(f"facilitator.games.{module}"), game))
    if name not in _GAMES:
        raise build_error(CommandError, "game", name, games=", ".join(list_games()))
    return _GAMES[name]


def describe_game_events() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the name of each game and one line of text for each event of the game.

    If an event occurs only with some rule sets or options, its line ends with a list of them.
    """
    for name in list_games():
        law = get_game(name)
        seats = tuple(Seat(name) for name in _NAMES[: max(2, law.about.seats[0])])
        known: dict[str, list[str]] = {}
        for options in (*({"rules": rules} for rules in law.about.rules), *law.about.tables):
            told = ", ".join(f"{key}: {value}" for key, value in options.items())
            for line in describe_inputs(law, law.begin(seats, options)):
                by = known.setdefault(line, [])
                by += [] if told.startswith(tuple(by)) else [told]
        every = len(law.about.rules)
        yield (
            name,
            tuple(line if len(by) == every else f"{line} ({'; '.join(by)})" for line, by in known.items()),
        )


_NAMES = ("Ana", "Ben", "Cem", "Dan")
"""Names of the seats in examples."""
