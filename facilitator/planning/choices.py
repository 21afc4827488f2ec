"""Changed settings that make a game fit into a session: forms, decks, hand sizes, equipment and helpers.

Each option is a complete table. Invalid tables are skipped.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, islice, product
from math import ceil
from operator import ne
from typing import TYPE_CHECKING

from facilitator.errors import CommandError
from facilitator.games.registry import get_game
from facilitator.i18n.catalogue import decimal, phrase, refusal, sentence
from facilitator.operations.faces import SLEEVES
from facilitator.planning.attempt_cost import EQUIPMENT
from facilitator.planning.forecast import (
    GameCost,
    Prices,
    Times,
    compute_times,
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
    from facilitator.planning.pace import MeasuredFactors, Pace
    from facilitator.table_files.load import Table


HELPERS = range(1, 5)
"""Numbers of helpers to try. More helpers would get in each other's way."""
_POOLS = ("half-54", "compact-27")
_HANDS = (7, 5, 4, 3)
_KEYS = ("protocol", "pool", "pool_deck", "hand_size", "equipment", "helpers")


@dataclass(frozen=True, slots=True)
class Option:
    """Table with some changed settings, and the changes' advantages and disadvantages.

    Attributes:
        table: Changed table.
        now: Current table.
        times: Forecast for the changed table.
    """

    table: Table
    now: Table
    times: Times

    @property
    def hides_among(self) -> int:
        """Number of cards among which a virtual hand is hidden in its first turn."""
        return hiding_at(self.table).among

    @property
    def wallet(self) -> bool:
        """Whether virtual players use a printed deck with a wallet instead of columns."""
        return bool(self.table.virtual) and uses_printed_deck(self.table.protocol)

    @property
    def off_hand(self) -> int:
        """Difference between the table's hand size and the game's usual hand size."""
        usual_hand = get_game(self.table.game).about.hand_for(len(self.table.seats))
        return abs(self.table.hand_size - (usual_hand or self.table.hand_size))

    @property
    def to_print(self) -> int:
        """Number of printed cards for a wallet."""
        return len(get_masks(self.table).deck) if self.wallet else 0

    @property
    def changes(self) -> dict[str, object]:
        """Settings that differ from the current table, with their new values."""
        unused = {"equipment"} if self.wallet else set[str]()
        unused |= {"pool_deck"} if self.table.pool == "shared" else set()
        settings = {key: getattr(self.table, key) for key in _KEYS if key not in unused}
        return {key: value for key, value in settings.items() if value != getattr(self.now, key)}

    @property
    def gain(self) -> tuple[str, ...]:
        """Advantages over the current table, as sentences. A shorter game is not mentioned."""
        return tuple(self._gain())

    @property
    def price(self) -> tuple[str, ...]:
        """Disadvantages compared with the current table, as sentences. A longer game is not mentioned."""
        return tuple(self._price())

    def _gain(self) -> Iterator[str]:
        if self.hides_among > (before := hiding_at(self.now).among):
            yield sentence("choice.hides", cards=self.hides_among, before=before)
        if self.wallet and not uses_printed_deck(self.now.protocol):
            yield sentence("choice.nothing_laid")

    def _price(self) -> Iterator[str]:
        table, now = self.table, self.now
        if self.hides_among < (before := hiding_at(now).among):
            yield sentence("choice.hides", cards=self.hides_among, before=before)
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

    def to_json(self) -> dict[str, object]:
        """Return the option as an entry of `plan --json`."""
        return {
            "changes": self.changes,
            "minutes_per_game": self.times.per_game.to_json(),
            "minutes_per_virtual_turn": self.times.per_virtual_turn.to_json(),
            "hides_among": self.hides_among,
            "gain": list(self.gain),
            "price": list(self.price),
        }


def format_value(value: object) -> str:
    """Return the value of a setting as a short text. A list is replaced by its number of items."""
    return sentence("n.listed", n=len(value)) if isinstance(value, list | tuple) else str(value)


# ----------------------------------------------------------------------------------------------------
# Building all choices.


def _is_often_unfinished(records: Sequence[GameRecord]) -> bool:
    """Return whether too many games end without a winner. A single game is not counted as too many."""
    return sum(record.winner is None for record in records) > max(1, NOBODY_WINS * len(records))


def _vary_decks(table: Table) -> Iterator[Table]:
    """Yield the table with each possible deck for virtual players and each hand size to try."""
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
        yield from _change_settings(table, pool=pool, pool_deck=deck, hand_size=size)


def _vary_forms(dealt: Table, form: str, equipment: Sequence[str], helpers: Sequence[int]) -> Iterator[Table]:
    """Yield the table with a form and each possible equipment and number of helpers, fewest changes first.

    A table without virtual players is yielded unchanged.
    """
    if not dealt.virtual:
        yield dealt
        return
    wallet = uses_printed_deck(form)
    unused = FOR_COLUMNS if wallet else {}
    pairs = product(EQUIPMENT[:1], [dealt.helpers]) if wallet else product(equipment, helpers)
    usual = dealt.equipment, dealt.helpers
    for holders, n in sorted(pairs, key=lambda pair: sum(map(ne, pair, usual))):
        keys = {"protocol": form, "equipment": holders, "helpers": n}
        yield from _change_settings(dealt, **{**keys, **unused})


def _change_settings(table: Table, **keys: object) -> Iterator[Table]:
    """Yield the table with other settings if they are valid. Otherwise, yield nothing."""
    found, _ = check({**table.model_dump(mode="json"), **keys})
    if found is not None:
        yield found


def list_forms(table: Table) -> tuple[str, ...]:
    """Return the table's form, and other forms with the same coding.

    If a virtual player has a style, or nobody is virtual, only the table's form is returned.
    """
    own = get_form(table.protocol)
    if not table.virtual or any(seat.style != "uniform" for seat in table.virtual):
        return (own.name,)
    alike = (
        form.name for form in FORMS.values() if form.offered and form.suggested and form.coding is own.coding
    )
    return tuple(dict.fromkeys((own.name, *alike)))


# ----------------------------------------------------------------------------------------------------
# Selecting and ordering the choices to show: those that end in time, without choices that are worse than
# another.


SHOWN = 4
"""Maximum number of options to show."""
SURE, LIKELY = 0.9, 0.5
"""Shares of games that must end in time, for a sure option and for a likely option."""


def _rank(option: Option) -> tuple[float, ...]:
    """Return the sort key of an option. The best option has the smallest key.

    Options with a wallet come first. After these, the order depends on changes to the usual game, printed
    cards, cards to hide among, changed settings, and duration.
    """
    departures = (option.table.pool == "split") + (option.off_hand > 0)
    other_form = option.table.protocol != option.now.protocol
    least = (not option.wallet, departures, option.to_print, -option.hides_among)
    return (*least, option.off_hand, len(option.changes), other_form, option.times.per_game.p90)


def _get_form_and_deck(table: Table) -> tuple[str, object]:
    """Return a table's form, and the name of the virtual players' own deck (False without an own deck)."""
    return table.protocol, table.pool == "split" and table.pool_deck


def nothing_fits(minutes: float, found: list[Option]) -> CommandError:
    """Build the error for a session that is too short for all options. It names the shortest option in `found`.

    Only the two closest options are simulated often enough, so others may be a little shorter.
    """
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
"""Numbers of games to simulate: `GLANCE` for a first impression, and `PROPOSED` for options to show.

A plan simulates more games for both purposes.
"""
FAR_TOO_LONG = 1.5
"""Multiple of the session length. If the first simulated games are longer, the option is not simulated further."""


class _Trial:
    """Forecast for a table, based on a growing number of simulated games.

    Attributes:
        table: The table.
        times: Forecast from the games simulated so far.
    """

    def __init__(
        self, table: Table, now: Table, minutes: float, games: int, prices: tuple[Prices, Prices]
    ) -> None:
        self.table, self._now, self._minutes, self._games, self._prices = table, now, minutes, games, prices
        self._setup, self._settings = setup_of(table), get_turn_settings(table)
        self._costs = list[GameCost]()
        self.simulate(GLANCE * games // PROPOSED)

    def simulate(self, count: int) -> None:
        """Simulate games up to a total of `count`."""
        self._records = simulate_games(self._setup, count)
        new = self._records[len(self._costs) :]
        self._costs += sum_work(self._setup, new, self._settings, *self._prices)
        self.times = compute_times(self._costs, self.table.helpers)

    @property
    def option(self) -> Option:
        return Option(self.table, self._now, self.times)

    @property
    def is_often_unfinished(self) -> bool:
        return _is_often_unfinished(self._records)

    def has_in_time(self, share: float) -> bool:
        """Simulate up to the given number of games, and return whether at least this share of games ends in time.

        The simulation stops early if the share cannot be reached.
        """
        if self.times.game_minutes[0] > self._minutes * FAR_TOO_LONG:
            return False
        while (done := len(self._records)) < self._games:
            too_long = done - bisect_right(self.times.game_minutes, self._minutes)
            if self._games - too_long < share * self._games:
                return False
            self.simulate(done + 1)
        return self.times.in_time(self._minutes) >= share and not self.is_often_unfinished


def propose_options(  # noqa: PLR0913
    table: Table,
    minutes: float,
    tell: Callable[[int, int], None] | None = None,
    forms: Sequence[str] | None = None,
    equipment: Sequence[str] = EQUIPMENT,
    *,
    helpers: Iterable[int] = (),
    factors: MeasuredFactors | None = None,
    games: int = PROPOSED,
) -> tuple[Option, ...]:
    """Return at most `SHOWN` options, best first.

    If no option lets most games end in time, the two closest options are returned.

    Args:
        table: Current table.
        minutes: Session length.
        tell: Progress callback. It receives the number of tried forms and decks, and the total number.
        forms: Forms to try. `None` means a printed deck and the default form.
        equipment: Equipment to try with forms that need equipment.
        helpers: Numbers of helpers to try, in addition to the table's number.
        factors: Measured pace of past games.
        games: Number of games to simulate for each returned option. A plan simulates more games.

    Raises:
        FacilitatorError: `hiding_at` rejects the table.
    """
    if forms is None:
        forms = [*filter(uses_printed_deck, list_offered_forms()), list_offered_forms()[0]]
    hands = sorted({table.helpers, *helpers})
    prices = _price_equipment(table, pace_of(table.helpers, factors))
    sure: list[_Trial] = []
    others: list[_Trial] = []
    families = [*product(forms, _group_by_deck(table))]
    for done, (form, tables) in enumerate(families, 1):
        for way in chain.from_iterable(_vary_forms(dealt, form, equipment, hands) for dealt in tables):
            trial = _Trial(way, table, minutes, games, prices(way.equipment))
            if trial.has_in_time(SURE):
                sure.append(trial)
                break
            others.append(trial)
        if tell is not None:
            tell(done, len(families))
    best = sorted((trial.option for trial in sure), key=_rank)[:SHOWN]
    best += islice(_find_likely(others), SHOWN - len(best))
    return tuple(best or _find_closest(others, minutes, games))


def _group_by_deck(table: Table) -> Iterable[list[Table]]:
    """Return the tables with other decks and hand sizes: a list for each deck, the usual hand size first."""
    usual_hand = get_game(table.game).about.hand_for(len(table.seats)) or table.hand_size
    decks: dict[tuple[object, ...], list[Table]] = {}
    for dealt in sorted(_vary_decks(table), key=lambda dealt: abs(dealt.hand_size - usual_hand)):
        decks.setdefault((dealt.pool, dealt.pool_deck), []).append(dealt)
    return decks.values()


def _find_likely(trials: Iterable[_Trial]) -> Iterator[Option]:
    """Yield options with which most games end in time, best first, with only one option per form and deck."""
    found = set[object]()
    for trial in sorted(trials, key=lambda trial: _rank(trial.option)):
        if (family := _get_form_and_deck(trial.table)) not in found and trial.has_in_time(LIKELY):
            found.add(family)
            yield trial.option


def _find_closest(trials: Iterable[_Trial], minutes: float, games: int) -> Iterator[Option]:
    """Yield the two options with which the largest shares of games end within the given minutes."""
    finished = (trial for trial in trials if not trial.is_often_unfinished)
    closest = sorted(finished, key=lambda trial: (-trial.times.in_time(minutes), trial.times.per_game.median))
    for trial in closest[:2]:
        trial.simulate(games)
        yield trial.option


def _price_equipment(table: Table, pace: Pace) -> Callable[[str], tuple[Prices, Prices]]:
    """Return a cached function that returns a table's attempt prices with another equipment."""
    return cache(lambda equipment: get_prices(table.model_copy(update={"equipment": equipment}), pace))
