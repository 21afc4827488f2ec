"""The registry of all games, by their names in table files.

A game consists of its own module or package and one entry here. Apart from the table package, which knows the
default game, no other code refers to a particular game.

An installed package can add games with entry points in the group `facilitator.games`. A program that uses
this package as a library can instead call `register_game` before it reads a table file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, cast

from facilitator.errors import CommandError
from facilitator.games.corrections import Correcting
from facilitator.games.rules import Rules, Seat, describe_inputs
from facilitator.i18n.catalogue import build_error

GROUP = "facilitator.games"
"""Entry-point group for games in other packages."""
_OURS = {
    name: EntryPoint(name, f"facilitator.games.{place}", GROUP)
    for name, place in (
        ("uno", "uno.game:UNO"),
        ("sevens", "sevens:SEVENS"),
        ("hearts", "hearts:HEARTS"),
        ("dominoes", "dominoes:DOMINOES"),
        ("eights", "eights:EIGHTS"),
    )
}
"""Entry points of the built-in games. Modules are imported on first use."""
_VIRTUAL_ONLY = {"uno": "uno.virtual_only:VirtualOnly"}
"""Rules for tables with virtual turns only, by game name."""
_GAMES: dict[str, Rules[Any]] = {}
"""Games by name, loaded on first use or registered from outside."""


@cache
def find_entry_points() -> Mapping[str, EntryPoint]:
    """Return the entry points of games in other packages, by game name.

    Entry points with the name of a built-in game are left out.
    """
    return {entry.name: entry for entry in entry_points(group=GROUP) if entry.name not in _OURS}


def register_game(game: Rules[Any]) -> None:
    """Add a game, which replaces any game of the same name.

    The game is wrapped in `Correcting`, which handles corrections of the record.

    Args:
        game: Implementation of `Rules`, without code for corrections.
    """
    _GAMES[game.about.name] = cast("Rules[Any]", Correcting(game))


def list_games() -> tuple[str, ...]:
    """Return all game names: built-in games first, then games in other packages."""
    return tuple(dict.fromkeys((*_OURS, *find_entry_points(), *_GAMES)))


def get_game(name: str) -> Rules[Any]:
    """Return the rules of a game.

    Raises:
        CommandError: No game has this name, or its package cannot load it.
    """
    if name not in _GAMES:
        entry = _OURS.get(name) or find_entry_points().get(name)
        if entry is None:
            raise build_error(CommandError, "game", name, games=", ".join(list_games()))
        register_game(_load(entry))
    return _GAMES[name]


@cache
def get_virtual_only(name: str) -> Rules[Any]:
    """Return the rules of a game for tables at which the host enters virtual turns only (``track: virtual``)."""
    virtual_only = EntryPoint(name, f"facilitator.games.{_VIRTUAL_ONLY[name]}", GROUP).load()
    return cast("Rules[Any]", Correcting(virtual_only(_OURS[name].load())))


def _load(entry: EntryPoint) -> Rules[Any]:
    """Load a game.

    Raises:
        CommandError: The game's code fails, or its name differs from its entry point.
    """
    try:
        game: Rules[Any] = entry.load()
        name = game.about.name
    except Exception as err:
        reason = f"{type(err).__name__}: {err}"
        raise build_error(CommandError, "game.load", entry.name, place=entry.value, reason=reason) from err
    if name != entry.name:
        raise build_error(CommandError, "game.name", entry.name, place=entry.value, name=name)
    return game


def _list_inputs(law: Rules[Any]) -> dict[str, list[str]]:
    """Return the lines about a game's events, each with the rule sets and options that allow the event."""
    seats = tuple(Seat(name) for name in _NAMES[: max(2, law.about.seats[0])])
    known: dict[str, list[str]] = {}
    for options in (*({"rules": rules} for rules in law.about.rules), *law.about.tables):
        options_text = ", ".join(f"{key}: {value}" for key, value in options.items())
        for line in describe_inputs(law, law.begin(seats, options)):
            by = known.setdefault(line, [])
            by += [] if options_text.startswith(tuple(by)) else [options_text]
    return known


def describe_game_events() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each game name with one line of text for each event of the game.

    If an event is possible only with some rule sets or options, its line ends with a list of them.
    """
    for name in list_games():
        law = get_game(name)
        known, every = _list_inputs(law), len(law.about.rules)
        yield (
            name,
            tuple(line if len(by) == every else f"{line} ({'; '.join(by)})" for line, by in known.items()),
        )
    for name in _VIRTUAL_ONLY:
        law, pool = get_virtual_only(name), next(iter(get_game(name).about.pools.values()))
        state = law.begin((Seat("Ana"), Seat("Vera", True)), {"pool": pool, "stacking": ["+ on +"]})
        yield f"{name}, track: virtual", describe_inputs(law, state)


_NAMES = ("Ana", "Ben", "Cem", "Dan")
"""Example seat names."""
