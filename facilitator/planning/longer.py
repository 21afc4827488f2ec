"""How much longer or shorter games are by a table's rules: from games played in thought, both ways."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING

from facilitator.games.registry import engine_of, game_named, house_of
from facilitator.planning.forecast import spent_on, times
from facilitator.planning.montecarlo import games
from facilitator.planning.prices import told_at
from facilitator.planning.runs import setup_of, way_at
from facilitator.planning.times import pace_of
from facilitator.planning.voice import Habit
from facilitator.table.house import USUAL, rules_of
from facilitator.table.load import check

if TYPE_CHECKING:
    from facilitator.table.load import Table

FEW, SOME, MANY = 12, 150, 600
"""Games played in thought: where each is long, where it goes through the law, where an engine plays it."""
_LONG = 100
"""Turns of a long game: a match of many hands, or play for all places; it varies less."""
_SURE = 2.0
"""Standard errors within which a difference may be chance."""


@dataclass(frozen=True, slots=True)
class Longer:
    """How often as long a game is as by the plain rules, and how far that may be off by chance (one way)."""

    times: float
    error: float

    def to_json(self) -> dict[str, float]:
        return {"times_as_long": round(self.times, 2), "standard_error": round(self.error, 2)}

    @property
    def sure(self) -> bool:
        """Whether there is a difference that chance alone would hardly make."""
        return abs(self.times - 1) > _SURE * self.error

    def words(self) -> str:
        """Return it in words."""
        if not self.sure:
            return "about as long as by the plain rules"
        if self.times >= 2:
            return f"about {self.times:.0f} times as long as by the plain rules"
        kind = "longer" if self.times > 1 else "shorter"
        return f"about {100 * abs(self.times - 1):.0f} % {kind} than by the plain rules"


def plain(table: Table) -> Table:
    """Return a table with its game's first rule set and no house rule."""
    return table.model_copy(update={"rules": game_named(table.game).rules[0], **USUAL})


def is_plain(table: Table) -> bool:
    """Tell whether no rule of a table is another than the plain ones."""
    return table.rules == game_named(table.game).rules[0] and rules_of(table) == rules_of(plain(table))


def longer(table: Table, seed: int = 0) -> Longer | None:
    """Return how much longer games are by a table's rules than by the plain ones; None where they are those.

    From a small fixed sample.  Raises: what `first_layout` raises for the table.
    """
    if is_plain(table) or not table.virtual:
        return None
    here, there = _minutes(table, seed), _minutes(plain(table), seed)
    if not fmean(there):
        return None
    ratio = fmean(here) / fmean(there)
    off = [stdev(one) / fmean(one) / sqrt(len(one)) for one in (here, there)]
    return Longer(ratio, ratio * sqrt(sum(part * part for part in off)))


@dataclass(frozen=True, slots=True)
class ByRules:
    """One change of a table's rules, by its keys, and how long games are with it."""

    changes: Mapping[str, object]
    longer: Longer

    def to_json(self) -> dict[str, object]:
        return {"changes": dict(self.changes), **self.longer.to_json()}


def by_rules(
    table: Table, seed: int = 0, tell: Callable[[int, int], None] | None = None
) -> tuple[ByRules, ...]:
    """Return what each other rule set, and each house rule alone, does to the length of games at a table.

    Only what can be combined with the rest of the table; ``tell`` is told how many of how many are done.
    """
    wanted = list(_changes(table))
    found: list[ByRules] = []
    for done, changes in enumerate(wanted, 1):
        other, wrong = check({**plain(table).model_dump(mode="json"), **changes})
        if other is not None and not wrong and (told := longer(other, seed)) is not None:
            found.append(ByRules(changes, told))
        if tell is not None:
            tell(done, len(wanted))
    return tuple(found)


def _changes(table: Table) -> Iterator[dict[str, object]]:
    """Yield the other rule sets, each with what it changes, and each house rule by itself."""
    house = house_of(table.game)
    if house is not None:
        for name in game_named(table.game).rules[1:]:
            usual = house.usual(name)
            yield {"rules": name, **{key: usual[key] for key in usual if usual[key] != USUAL[key]}}
        yield from ({offer.key: offer.value} for offer in house.offers)


def _minutes(table: Table, seed: int) -> tuple[float, ...]:
    setup = setup_of(table)
    records = games(setup, FEW, seed, workers=1)
    if fmean(record.turns for record in records) < _LONG:
        records = games(setup, MANY if engine_of(setup) else SOME, seed, workers=1)
    told = told_at(table, table.equipment, pace_of(table.helpers, None, table.seconds), Habit(table.wording))
    return times(spent_on(setup, records, way_at(table), *told), table.helpers).game_minutes
