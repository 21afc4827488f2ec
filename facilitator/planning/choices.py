"""Which choices fit an evening: forms, pools, hand sizes, equipment and helpers, each with its price.

A choice is a table like any other: what no table can have is refused by the table's own check, and never priced.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import ceil
from typing import TYPE_CHECKING

from facilitator.errors import CommandError
from facilitator.games.registry import game_named
from facilitator.i18n.catalogue import decimal, phrase, refusal, sentence
from facilitator.operations.faces import SLEEVES
from facilitator.planning.attempt_cost import EQUIPMENT
from facilitator.planning.forecast import (
    CHUNK,
    Times,
    games,
    setup_of,
    spent_on,
    times,
    times_at,
    told_at,
    way_at,
)
from facilitator.planning.pace import pace_of
from facilitator.planning.plan import NOBODY_WINS
from facilitator.planning.shopping import hiding_at, shopping
from facilitator.protocols.forms import FORMS, form_named, offered
from facilitator.table_files.load import check
from facilitator.table_files.model import FOR_COLUMNS, masks_at, printed

if TYPE_CHECKING:
    from facilitator.games.records import GameRecord
    from facilitator.planning.pace import Learned
    from facilitator.table_files.load import Table


MOST = 4
"""Pairs of hands that are chosen from; more get in each other's way."""
_POOLS = ("half-54", "compact-27")
_HANDS = (7, 5, 4, 3)
_KEYS = ("protocol", "pool", "pool_deck", "hand_size", "equipment", "helpers")


@dataclass(frozen=True, slots=True)
class Option:
    """One way to spend the evening: the table with it, and the table as it is ``now``.

    ``hides_among``: cards among which a virtual hand hides at the first turn; ``before``: as it is now.
    """

    table: Table
    now: Table
    times: Times
    hides_among: int
    before: int

    @property
    def wallet(self) -> bool:
        """Whether virtual seats play with a printed deck, and nothing is laid out."""
        return bool(self.table.virtual) and printed(self.table.protocol)

    @property
    def off_hand(self) -> int:
        """How many cards the hand is off the usual one."""
        usual = game_named(self.table.game).about.hand_for(len(self.table.seats))
        return abs(self.table.hand_size - (usual or self.table.hand_size))

    @property
    def to_print(self) -> int:
        """How many cards of a deck are printed."""
        return len(masks_at(self.table).deck) if self.wallet else 0

    @property
    def changes(self) -> dict[str, object]:
        """The keys that differ from the table as it is now."""
        unused = {"equipment"} if self.wallet else set[str]()
        unused |= {"pool_deck"} if self.table.pool == "shared" else set()
        told = {key: getattr(self.table, key) for key in _KEYS if key not in unused}
        return {key: value for key, value in told.items() if value != getattr(self.now, key)}

    @property
    def gain(self) -> tuple[str, ...]:
        """What it betters, but for time."""
        return tuple(self._gain())

    @property
    def price(self) -> tuple[str, ...]:
        """What it costs, but for time."""
        return tuple(self._price())

    def _gain(self) -> Iterator[str]:
        if self.hides_among > self.before:
            yield self._hiding()
        if self.wallet and not printed(self.now.protocol):
            yield sentence("choice.nothing_laid")
        if (fewer := self.now.helpers - self.table.helpers) > 0:
            yield sentence("choice.hands_fewer", n=fewer)

    def _price(self) -> Iterator[str]:
        table, now = self.table, self.now
        if self.hides_among < self.before:
            yield self._hiding()
        if table.pool == "split" != now.pool:
            yield sentence("choice.own_deck")
        if table.hand_size != now.hand_size:
            yield sentence("choice.hand_size", cards=table.hand_size, before=now.hand_size)
        if table.equipment == SLEEVES != now.equipment:
            yield sentence("choice.buy", n=shopping(table).envelopes)
        if self.wallet and (not printed(now.protocol) or masks_at(table) != masks_at(now)):
            yield sentence("choice.print", cards=phrase("n.cards", n=self.to_print))
        if (outside := table.helpers - len(table.people)) > 0:
            yield sentence("choice.helpers", n=outside)
        elif (more := table.helpers - now.helpers) > 0:
            yield sentence("choice.hands_more", n=more)

    def _hiding(self) -> str:
        return sentence("choice.hides", cards=self.hides_among, before=self.before)

    def to_json(self) -> dict[str, object]:
        return {
            "changes": self.changes,
            "minutes_per_game": self.times.per_game.to_json(),
            "minutes_per_virtual_turn": self.times.per_virtual_turn.to_json(),
            "hides_among": self.hides_among,
            "gain": list(self.gain),
            "price": list(self.price),
        }


def words(value: object) -> str:
    """Return a key's value in short: a listed deck as its size."""
    return sentence("n.listed", n=len(value)) if isinstance(value, list | tuple) else str(value)


# ----------------------------------------------------------------------------------------------------
# All choices there are.


def every_choice(
    table: Table,
    learned: Learned | None = None,
    *,
    count: int | None = None,
    hands: Iterable[int] = range(1, MOST + 1),
    forms: Iterable[str] | None = None,
    tell: Callable[[int, int], None] | None = None,
) -> list[Option]:
    """Return all choices there are; ``tell`` is told how many of how many are priced.

    ``count``: of the games behind each price, as `games` takes it.  ``hands``: pairs of hands to choose from besides
    the table's own; ``forms``: None for those alike.

    Raises: what `hiding_at` raises for the table.
    """
    before, every = hiding_at(table).among, list(_dealt(table))
    wanted = tuple(forms or _forms(table))
    helping = sorted({*hands, table.helpers}) if table.virtual else [table.helpers]
    pace = pace_of(1, learned)
    found: list[Option] = []
    for done, dealt in enumerate(every, 1):
        setup = setup_of(dealt)
        records, among = games(setup, count), hiding_at(dealt).among
        for way in () if _often_unfinished(records) else _ways(dealt, wanted):
            spent = spent_on(setup, records, way_at(way), *told_at(way, pace))
            for n in (table.helpers,) if printed(way.protocol) else helping:
                one = way.model_copy(update={"helpers": n})
                found.append(Option(one, table, times(spent, n), among, before))
        if tell is not None:
            tell(done, len(every))
    return found


def _often_unfinished(records: Sequence[GameRecord]) -> bool:
    """Return whether too many games end without a winner. One game alone is no evidence."""
    return sum(record.winner is None for record in records) > max(1, NOBODY_WINS * len(records))


def _dealt(table: Table) -> Iterator[Table]:
    """Yield the table with each pool and hand size that can be dealt: its own, and the usual ones."""
    law = game_named(table.game)
    if "hand_size" not in law.about.choices:
        yield table
        return
    pools = [("shared", table.pool_deck), *(("split", deck) for deck in _POOLS if deck in law.about.pools)]
    own = [(table.pool, table.pool_deck)]
    sizes = [table.hand_size, *(n for n in _HANDS if n < table.hand_size)]
    for (pool, deck), size in product(
        dict.fromkeys([*pools, *own] if table.virtual else own), dict.fromkeys(sizes)
    ):
        yield from _with(table, pool=pool, pool_deck=deck, hand_size=size)


def _ways(dealt: Table, forms: Iterable[str]) -> Iterator[Table]:
    """Yield the table with each form and equipment it can have: people alone need neither."""
    if not dealt.virtual:
        yield dealt
        return
    for form in forms:
        for equipment in EQUIPMENT[:1] if printed(form) else EQUIPMENT:
            usual = FOR_COLUMNS if printed(form) else {}
            yield from _with(dealt, **{"protocol": form, "equipment": equipment, **usual})


def _with(table: Table, **keys: object) -> Iterator[Table]:
    """Yield the table with these keys, unless no table can have them."""
    found, _ = check({**table.model_dump(mode="json"), **keys})
    if found is not None:
        yield found


def _forms(table: Table) -> tuple[str, ...]:
    """Return the table's own form and those alike in what they choose, where no seat has a style."""
    own = form_named(table.protocol)
    if any(seat.style != "uniform" for seat in table.virtual):
        return (own.name,)
    alike = (
        form.name for form in FORMS.values() if form.offered and form.suggested and form.coding is own.coding
    )
    return tuple(dict.fromkeys((own.name, *alike)))


# ----------------------------------------------------------------------------------------------------
# Which choices are shown, and in which order: those that fit and that no other beats.


SHOWN = 4
SURE, LIKELY = 0.9, 0.5
"""Shares of games that end in time."""


def fitting(found: list[Option], minutes: float) -> list[Option]:
    """Return the choices that fit, best first: those whose games end within ``minutes`` nine times in ten, then
    those whose games do more often than not.

    Best: with a wallet, then fewest departures from the usual game, then the most cards to hide among, then the
    fewest changes to this table, then the shortest.  None if none fits.
    """
    sure = [option for option in found if option.times.in_time(minutes) >= SURE]
    likely = [option for option in found if LIKELY <= option.times.in_time(minutes) < SURE]
    best, next_best = (_distinct(sorted(some, key=_rank)) for some in (sure, likely))
    return [*best[:SHOWN], *next_best][:SHOWN]


def _rank(option: Option) -> tuple[float, ...]:
    """Return what makes a choice good, the weightiest first; the least is best.

    A wallet comes before all else, and the less there is to print for it the better.
    """
    departures = (option.table.pool == "split") + (option.off_hand > 0)
    other_form = option.table.protocol != option.now.protocol
    least = (not option.wallet, departures, option.to_print, -option.hides_among)
    return (*least, option.off_hand, len(option.changes), other_form, option.times.per_game.p90)


def _distinct(ranked: Iterable[Option]) -> list[Option]:
    """Keep of each form with each deck the best."""
    kept: dict[tuple[str, object], Option] = {}
    for option in ranked:
        table = option.table
        kept.setdefault((table.protocol, table.pool == "split" and table.pool_deck), option)
    return [*kept.values()]


def nothing_fits(minutes: float, found: list[Option]) -> CommandError:
    """Return the error that names the shortest of all choices there are."""
    if not found:
        return CommandError(*refusal("refused.choice.evening"))
    shortest = min(found, key=lambda option: option.times.per_game.median)
    game = shortest.times.per_game
    what = ", ".join(f"{key}: {words(value)}" for key, value in shortest.changes.items())
    slots = {
        "median": str(ceil(game.median)),
        "most": f"{game.p90:.0f}",
        "what": what or sentence("choice.now"),
    }
    return CommandError(
        *refusal("refused.evening", least=ceil(game.median), minutes=decimal(f"{minutes:g}"), **slots)
    )


FEW_GAMES = CHUNK
"""Number of games that `proposals` simulates for each deck and hand size before it chooses."""


def proposals(
    table: Table, minutes: float, tell: Callable[[int, int], None] | None = None
) -> tuple[Option, ...]:
    """Return at most `SHOWN` choices, best first, with the pairs of hands the table has.

    If no game ends in time more often than not, the two choices that come nearest. All choices are compared over
    `FEW_GAMES` games; those that are returned are then priced over as many games as in a plan.

    Raises: what `hiding_at` raises for the table.
    """
    forms = [*filter(printed, offered()), offered()[0]]
    found = every_choice(table, count=FEW_GAMES, hands=(), forms=forms, tell=tell)
    exact: list[Option] = []
    while True:
        best = fitting(found, minutes) or _nearest(found, minutes)
        rough = [option for option in best if option not in exact]
        if not rough:
            return tuple(best)
        exact += filter(None, map(_price_exactly, rough))
        found = [*exact, *(option for option in found if option not in [*rough, *exact])]


def _nearest(found: Sequence[Option], minutes: float) -> list[Option]:
    """Return the two choices whose games come nearest to ending in time."""
    return sorted(found, key=lambda option: (-option.times.in_time(minutes), option.times.per_game.median))[
        :2
    ]


def _price_exactly(option: Option) -> Option | None:
    """Price a choice over as many games as in a plan. Return None if too many of them end without a winner."""
    records = games(setup_of(option.table))
    return (
        None if _often_unfinished(records) else replace(option, times=times_at(option.table, None, records))
    )
