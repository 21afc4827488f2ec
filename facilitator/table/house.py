"""House rules in a table file: what its rules say where it is silent, and what cannot be combined."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from facilitator.games.registry import house_of
from facilitator.protocols.form import form_named, offered
from facilitator.table.problems import Problem, shown
from facilitator.table.whole import DEFAULT_GAME

if TYPE_CHECKING:
    from facilitator.table.model import Table

USUAL: dict[str, Any] = {
    "draw": "one",
    "stacking": (),
    "seven_zero": False,
    "jump_in": "no",
    "wild_draw_four": "any",
    "end_on_action": "ends",
    "scores": "none",
}
"""What stands there for a game without house rules."""


def filled(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keys of a table with those that it leaves to its rules."""
    house = house_of(data.get("game", DEFAULT_GAME))
    return {**(USUAL if house is None else house.usual(data.get("rules"))), **data}


def house_keys(data: Mapping[str, Any]) -> set[str]:
    """Return the house rules that a table's game does not know, and refuses."""
    return set[str]() if house_of(data.get("game", DEFAULT_GAME)) is not None else set(USUAL) - {"draw"}


def spared(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keys of a whole table without those house rules that its rules have anyway."""
    usual = filled({key: data[key] for key in ("game", "rules") if key in data})
    return {
        key: value
        for key, value in data.items()
        if key == "draw" or key not in USUAL or not _same(value, usual[key])
    }


def _same(value: object, usual: object) -> bool:
    return value == (list(usual) if isinstance(usual, tuple) and isinstance(value, list) else usual)


def rules_of(table: Table) -> dict[str, object]:
    """Return the house rules of a table as a game begins with them."""
    return {key: getattr(table, key) for key in USUAL}


def changed_rules(table: Table) -> tuple[tuple[str, object], ...]:
    """Return those house rules of a table that are not as its rules have them, but for drawing."""
    house = house_of(table.game)
    usual = USUAL if house is None else house.usual(table.rules)
    here = rules_of(table)
    return tuple((key, here[key]) for key in here if key != "draw" and here[key] != usual[key])


def house_problems(data: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield which house rules of a table cannot be: not in this game, or not together."""
    game = data.get("game", DEFAULT_GAME)
    house = house_of(game)
    if house is None:
        for key in USUAL:
            if key in house_keys(data) and key in data and not _same(data[key], USUAL[key]):
                todo = f"The game {shown(game)} has no such rule: take {key} out."
                yield Problem((key,), "no house rule of another game", shown(data[key]), todo)
        return
    name = data.get("protocol", offered()[0])
    known = isinstance(name, str) and name in offered()
    classes = not known or form_named(str(name)).orders
    for key, expected, found, todo in house.at_odds(data, classes):
        yield Problem((key,), expected, found, todo)
