"""Choices that fit a game session: forms, pools, hand sizes, equipment and helpers, each with its cost.

A choice is a complete table. Tables that are not allowed are rejected by the table's own check before their
cost is computed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product
from math import ceil
from typing import TYPE_CHECKING

from facilitator.errors import CommandError
from facilitator.games.registry import get_game
from facilitator.i18n.catalogue import decimal, phrase, refusal, sentence
from facilitator.operations.faces import SLEEVES
from facilitator.planning.attempt_cost import EQUIPMENT
from facilitator.planning.forecast import (
    Times,
    compute_times,
    estimate_times,
    get_prices,
    get_turn_settings,
    setup_of,
    simulate_games,
    sum_work,
)
from facilitator.planning.pace import pace_of
from facilitator.planning.plan import NOBODY_WINS
from facilitator.planning.shopping import hiding_at, shopping
from facilitator.protocols.forms import FORMS, get_form, list_offered_forms
from facilitator.table_files.load import check
from facilitator.table_files.model import FOR_COLUMNS, game_of, get_masks, uses_printed_deck

if TYPE_CHECKING:
    from facilitator.games.records import GameRecord
    from facilitator.planning.pace import MeasuredFactors
    from facilitator.table_files.load import Table


MOST = 4
"""Largest number of helpers that is tried. More helpers get in each other's way."""
_POOLS = ("half-54", "compact-27")
_HANDS = (7, 5, 4, 3)
_KEYS = ("protocol", "pool", "pool_deck", "hand_size", "equipment", "helpers")


@dataclass(frozen=True, slots=True)
class Option:
    """One choice: a table with some settings changed.

    Attributes:
        table: The changed table.
        now: The table as it is now.
        times: Forecast for the changed table.
        hides_among: Number of cards among which a virtual hand is hidden in its first turn.
        before: The same number for the table as it is now.
    """

    table: Table
    now: Table
    times: Times
    hides_among: int
    before: int

    @property
    def wallet(self) -> bool:
        """Whether virtual players use a printed deck with a wallet, so that no columns are laid out."""
        return bool(self.table.virtual) and uses_printed_deck(self.table.protocol)

    @property
    def off_hand(self) -> int:
        """Difference between the hand size and the usual hand size of the game."""
        usual = get_game(self.table.game).about.hand_for(len(self.table.seats))
        return abs(self.table.hand_size - (usual or self.table.hand_size))

    @property
    def to_print(self) -> int:
        """Number of cards of a printed deck."""
        return len(get_masks(self.table).deck) if self.wallet else 0

    @property
    def changes(self) -> dict[str, object]:
        """Settings that differ from the current table."""
        unused = {"equipment"} if self.wallet else set[str]()
        unused |= {"pool_deck"} if self.table.pool == "shared" else set()
        told = {key: getattr(self.table, key) for key in _KEYS if key not in unused}
        return {key: value for key, value in told.items() if value != getattr(self.now, key)}

    @property
    def gain(self) -> tuple[str, ...]:
        """Advantages of this choice, apart from its duration."""
        return tuple(self._gain())

    @property
    def price(self) -> tuple[str, ...]:
        """Disadvantages of this choice, apart from its duration."""
        return tuple(self._price())

    def _gain(self) -> Iterator[str]:
        if self.hides_among > self.before:
            yield self._hiding()
        if self.wallet and not uses_printed_deck(self.now.protocol):
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
        if self.wallet and (not uses_printed_deck(now.protocol) or get_masks(table) != get_masks(now)):
            yield sentence("choice.print", cards=phrase("n.cards", n=self.to_print))
        if (outside := table.helpers - len(table.people)) > 0:
            yield sentence("choice.helpers", n=outside)
        elif (more := table.helpers - now.helpers) > 0:
            yield sentence("choice.hands_more", n=more)

    def _hiding(self) -> str:
        return sentence("choice.hides", cards=self.hides_among, before=self.before)

    def to_json(self) -> dict[str, object]:
        """Return the choice as an entry of `plan --json`."""
        return {
            "changes": self.changes,
            "minutes_per_game": self.times.per_game.to_json(),
            "minutes_per_virtual_turn": self.times.per_virtual_turn.to_json(),
            "hides_among": self.hides_among,
            "gain": list(self.gain),
            "price": list(self.price),
        }


def format_value(value: object) -> str:
    """Return a short text for a setting. A list of cards is shown as its size."""
    return sentence("n.listed", n=len(value)) if isinstance(value, list | tuple) else str(value)


# ----------------------------------------------------------------------------------------------------
# Building all choices.


def every_choice(  # noqa: PLR0913
    table: Table,
    factors: MeasuredFactors | None = None,
    *,
    count: int | None = None,
    hands: Iterable[int] = range(1, MOST + 1),
    forms: Iterable[str] | None = None,
    equipment: Sequence[str] = EQUIPMENT,
    tell: Callable[[int, int], None] | None = None,
) -> list[Option]:
    """Return all choices for a table.

    Args:
        table: Table as it is now.
        factors: Measured pace of past games.
        count: Number of games to simulate for each forecast, as `simulate_games` takes it.
        hands: Numbers of helpers to try, in addition to the table's own.
        forms: Forms to try. `None` means all forms with the same coding as the table's form.
        equipment: Equipment to try with forms that need some.
        tell: Called with the number of forecasts made and the number of all forecasts, to show progress.

    Raises:
        FacilitatorError: As `hiding_at` for this table.
    """
    before, every = hiding_at(table).among, list(_dealt(table))
    wanted = tuple(forms or _forms(table))
    helping = sorted({*hands, table.helpers}) if table.virtual else [table.helpers]
    pace = pace_of(1, factors)
    found: list[Option] = []
    for done, dealt in enumerate(every, 1):
        setup = setup_of(dealt)
        records, among = simulate_games(setup, count), hiding_at(dealt).among
        for way in () if _often_unfinished(records) else _ways(dealt, wanted, equipment):
            spent = sum_work(setup, records, get_turn_settings(way), *get_prices(way, pace))
            for n in (table.helpers,) if uses_printed_deck(way.protocol) else helping:
                variant = way.model_copy(update={"helpers": n})
                found.append(Option(variant, table, compute_times(spent, n), among, before))
        if tell is not None:
            tell(done, len(every))
    return found


def _often_unfinished(records: Sequence[GameRecord]) -> bool:
    """Return whether too many games end without a winner. One game alone is no evidence."""
    return sum(record.winner is None for record in records) > max(1, NOBODY_WINS * len(records))


def _dealt(table: Table) -> Iterator[Table]:
    """Yield the table with each possible pool and hand size, from its own settings and the usual settings."""
    rules = game_of(table)
    if "hand_size" not in rules.about.choices:
        yield table
        return
    pools = [("shared", table.pool_deck), *(("split", deck) for deck in _POOLS if deck in rules.about.pools)]
    own = [(table.pool, table.pool_deck)]
    sizes = [table.hand_size, *(n for n in _HANDS if n < table.hand_size)]
    for (pool, deck), size in product(
        dict.fromkeys([*pools, *own] if table.virtual else own), dict.fromkeys(sizes)
    ):
        yield from _with(table, pool=pool, pool_deck=deck, hand_size=size)


def _ways(dealt: Table, forms: Iterable[str], equipment: Sequence[str]) -> Iterator[Table]:
    """Yield the table with each allowed combination of form and equipment.

    A table without virtual players is yielded unchanged.
    """
    if not dealt.virtual:
        yield dealt
        return
    for form in forms:
        for holders in EQUIPMENT[:1] if uses_printed_deck(form) else equipment:
            usual = FOR_COLUMNS if uses_printed_deck(form) else {}
            yield from _with(dealt, **{"protocol": form, "equipment": holders, **usual})


def _with(table: Table, **keys: object) -> Iterator[Table]:
    """Yield the table with these settings, if they are allowed."""
    found, _ = check({**table.model_dump(mode="json"), **keys})
    if found is not None:
        yield found


def _forms(table: Table) -> tuple[str, ...]:
    """Return the table's own form, and other forms with the same coding.

    If a seat has a style, only the table's own form is possible.
    """
    own = get_form(table.protocol)
    if any(seat.style != "uniform" for seat in table.virtual):
        return (own.name,)
    alike = (
        form.name for form in FORMS.values() if form.offered and form.suggested and form.coding is own.coding
    )
    return tuple(dict.fromkeys((own.name, *alike)))


# ----------------------------------------------------------------------------------------------------
# Selecting and ordering the choices to show: those that end in time, without choices that are worse than
# another.


SHOWN = 4
"""Largest number of choices to show."""
SURE, LIKELY = 0.9, 0.5
"""Smallest shares of games that end in time for a choice that is sure to fit, and for a choice that is likely
to fit.
"""


def rank_options(found: list[Option], minutes: float) -> list[Option]:
    """Return the choices that fit into a number of minutes, best first.

    Choices whose games end in time nine times out of ten come before choices whose games end in time more
    often than not. Within each group the order is: with a wallet, fewest departures from the usual game, most
    cards to hide among, fewest changes to this table, shortest. The list is empty if no choice fits.
    """
    sure = [option for option in found if option.times.in_time(minutes) >= SURE]
    likely = [option for option in found if LIKELY <= option.times.in_time(minutes) < SURE]
    best, next_best = (_distinct(sorted(some, key=_rank)) for some in (sure, likely))
    return [*best[:SHOWN], *next_best][:SHOWN]


def _rank(option: Option) -> tuple[float, ...]:
    """Return the sort key of a choice, most important criterion first. The smallest key is the best choice.

    A wallet comes first, and the fewer cards have to be printed for it the better.
    """
    departures = (option.table.pool == "split") + (option.off_hand > 0)
    other_form = option.table.protocol != option.now.protocol
    least = (not option.wallet, departures, option.to_print, -option.hides_among)
    return (*least, option.off_hand, len(option.changes), other_form, option.times.per_game.p90)


def _distinct(ranked: Iterable[Option]) -> list[Option]:
    """Return the options without those that have the protocol and the deck of an earlier option."""
    kept: dict[tuple[str, object], Option] = {}
    for option in ranked:
        table = option.table
        kept.setdefault((table.protocol, table.pool == "split" and table.pool_deck), option)
    return [*kept.values()]


def nothing_fits(minutes: float, found: list[Option]) -> CommandError:
    """Build the error for a session in which no choice fits. It names the shortest choice."""
    if not found:
        return CommandError(*refusal("refused.choice.evening"))
    shortest = min(found, key=lambda option: option.times.per_game.median)
    game = shortest.times.per_game
    what = ", ".join(f"{key}: {format_value(value)}" for key, value in shortest.changes.items())
    slots = {
        "median": str(ceil(game.median)),
        "most": f"{game.p90:.0f}",
        "what": what or sentence("choice.now"),
    }
    return CommandError(
        *refusal("refused.evening", least=ceil(game.median), minutes=decimal(f"{minutes:g}"), **slots)
    )


GLANCE, PROPOSED = 2, 20
"""Numbers of simulated games for choices that are far too long, and for all other choices."""
FAR_TOO_LONG = 1.5
"""Multiple of the session that all of the first games of a choice exceed if no more are simulated for it."""


def propose_options(
    table: Table,
    minutes: float,
    tell: Callable[[int, int], None] | None = None,
    forms: Sequence[str] | None = None,
    equipment: Sequence[str] = EQUIPMENT,
) -> tuple[Option, ...]:
    """Return at most `SHOWN` choices, best first, for the table's number of helpers.

    If no choice ends in time more often than not, return the two choices that come closest. The minutes are
    rougher than in a plan, because they come from `PROPOSED` games.

    Args:
        table: Table as it is now.
        minutes: Length of the session.
        tell: Called to show progress, with the number of forms and decks tried and the number of all.
        forms: Forms to try. `None` means a printed deck and the default form.
        equipment: Equipment to try with forms that need some.

    Raises:
        FacilitatorError: As `hiding_at` for this table.
    """
    if forms is None:
        forms = [*filter(uses_printed_deck, list_offered_forms()), list_offered_forms()[0]]
    usual = get_game(table.game).about.hand_for(len(table.seats)) or table.hand_size
    decks: dict[tuple[object, ...], list[Table]] = {}
    for dealt in sorted(_dealt(table), key=lambda dealt: abs(dealt.hand_size - usual)):
        decks.setdefault((dealt.pool, dealt.pool_deck), []).append(dealt)
    found: list[Option] = []
    families = [*product(forms, decks.values())]
    for done, (form, tables) in enumerate(families, 1):
        ways = chain.from_iterable(_ways(dealt, [form], equipment) for dealt in tables)
        found += _try_until_sure(ways, table, minutes)
        if tell is not None:
            tell(done, len(families))
    closest = sorted(found, key=lambda option: (-option.times.in_time(minutes), option.times.per_game.median))
    return tuple(rank_options(found, minutes) or map(_estimate_again, closest[:2]))


def _try_until_sure(ways: Iterable[Table], now: Table, minutes: float) -> Iterator[Option]:
    """Yield choices with the same form and deck in order of rank, until one of them is sure to fit."""
    before = hiding_at(now).among
    for way in ways:
        records = simulate_games(setup_of(way), GLANCE)
        times = estimate_times(way, None, records)
        if times.game_minutes[0] <= minutes * FAR_TOO_LONG:
            records = simulate_games(setup_of(way), PROPOSED)
            times = estimate_times(way, None, records)
        if not _often_unfinished(records):
            yield Option(way, now, times, hiding_at(way).among, before)
            if times.in_time(minutes) >= SURE:
                return


def _estimate_again(option: Option) -> Option:
    """Return a choice that seemed far too long with minutes from as many games as other choices."""
    records = simulate_games(setup_of(option.table), PROPOSED)
    return replace(option, times=estimate_times(option.table, None, records))
