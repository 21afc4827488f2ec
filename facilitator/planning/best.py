"""Which choices of an evening are shown, and in which order: those that fit and that no other beats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from facilitator.games.registry import game_named
from facilitator.machine.faces import SLEEVES

if TYPE_CHECKING:
    from facilitator.planning.evening import Option
    from facilitator.table.load import Table

SHOWN = 6
SURE, LIKELY = 0.9, 0.5
"""Shares of games that end in time."""


def fitting(found: list[Option], minutes: float, table: Table) -> list[Option]:
    """Return the choices that fit, best first: those whose games end within ``minutes`` nine times in ten, then
    those whose games do more often than not.

    Best: fewest departures from the usual game, then the most cards to hide among, then the fewest changes to
    this table, then the shortest.  Only choices are kept that no other beats in every respect; none if none fits.
    """
    sure = [option for option in found if option.times.in_time(minutes) >= SURE]
    likely = [option for option in found if LIKELY <= option.times.in_time(minutes) < SURE]
    best = sorted(_undominated(sure), key=lambda option: _rank(option, table))
    next_best = sorted(_undominated(likely), key=lambda option: _rank(option, table))
    return [*best[:SHOWN], *next_best][:SHOWN]


def _usual(table: Table) -> int:
    """Return the usual hand of a table's game."""
    return game_named(table.game).hand_size or table.hand_size


def _departures(option: Option) -> int:
    return (option.table.pool == "split") + (option.table.hand_size != _usual(option.table))


def _rank(option: Option, table: Table) -> tuple[float, ...]:
    """Return what makes a choice good, the weightiest first; the least is best."""
    hand = abs(option.table.hand_size - _usual(option.table))
    same_form = option.table.protocol == table.protocol
    return (_departures(option), -option.hides_among, hand, len(option.changes), not same_form, _p90(option))


def _undominated(found: list[Option]) -> Iterator[Option]:
    """Drop a choice if another is no worse in anything, and better in something."""
    for option in found:
        if not any(_beats(other, option) for other in found if other is not option):
            yield option


def _beats(one: Option, other: Option) -> bool:
    ours, theirs = _burden(one), _burden(other)
    if ours == theirs:
        return (_p90(one), one.table.protocol) < (_p90(other), other.table.protocol)
    return all(x <= y for x, y in zip(ours, theirs, strict=True))


def _burden(option: Option) -> tuple[int, ...]:
    table = option.table
    hand = abs(table.hand_size - _usual(table))
    sleeves = table.equipment == SLEEVES
    return (table.pool == "split", -option.hides_among, hand, table.helpers, sleeves, len(option.changes))


def _p90(option: Option) -> float:
    return option.times.per_game.p90
