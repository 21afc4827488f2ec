"""Which games there are, by the names a table file gives them.

A game is one file and one line here; nothing else in the package names it, but the table, which says which game
is played where a file is silent. A game from outside is registered the same way (`register`) before a table is
read. No rule stands here, and no game is asked anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any, cast

from facilitator.errors import CommandError
from facilitator.games.corrections import Correcting
from facilitator.games.rules import Rules, Seat, typed
from facilitator.words.catalogue import refused

_OURS = {
    "uno": "uno.game:UNO",
    "sevens": "sevens:SEVENS",
    "hearts": "hearts:HEARTS",
    "dominoes": "dominoes:DOMINOES",
    "eights": "eights:EIGHTS",
}
"""In which module of this room each game stands, and by what name; it is read when the game is asked for."""
_GAMES: dict[str, Rules[Any]] = {}
"""The games that were asked for, and those from outside."""


def register(game: Rules[Any]) -> None:
    """Make a game known by its name; a later one of the same name takes its place.

    ``game``: by the interface, its record's corrections left to `Correcting`, which is put around it here.
    """
    _GAMES[game.about.name] = cast("Rules[Any]", Correcting(game))


def games() -> tuple[str, ...]:
    """Return the names of all games, ours first, then in the order they were registered."""
    return tuple(dict.fromkeys((*_OURS, *_GAMES)))


def game_named(name: str) -> Rules[Any]:
    """Return the game of this name; raises `CommandError` if there is none."""
    if name in _OURS and name not in _GAMES:
        module, _, game = _OURS[name].partition(":")
        register(getattr(import_module(f"facilitator.games.{module}"), game))
    if name not in _GAMES:
        raise refused(CommandError, "game", name, games=", ".join(games()))
    return _GAMES[name]


def reference() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield every game with every event that it knows, a line each; behind it the rules, where not all know it."""
    for name in games():
        law = game_named(name)
        seats = tuple(Seat(one) for one in _NAMES[: max(2, law.about.seats[0])])
        known: dict[str, list[str]] = {}
        for options in (*({"rules": rules} for rules in law.about.rules), *law.about.tables):
            told = ", ".join(f"{key}: {value}" for key, value in options.items())
            for line in typed(law, law.begin(seats, options)):
                by = known.setdefault(line, [])
                by += [] if told.startswith(tuple(by)) else [told]
        every = len(law.about.rules)
        yield (
            name,
            tuple(line if len(by) == every else f"{line} ({'; '.join(by)})" for line, by in known.items()),
        )


_NAMES = ("Ana", "Ben", "Cem", "Dan")
"""Who sits at an example."""
