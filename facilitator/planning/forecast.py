"""From games played at rules level to an evening's figures: turns, hands, minutes, markers."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from facilitator.planning.handling import End, Price, Prices, RunKey, Work, colour_work, combined, run_work
from facilitator.planning.montecarlo import DREW, KEPT, PLAYED, GameRecord, Setup, VirtualTurn
from facilitator.planning.times import Act
from facilitator.protocols.registry import form_named

MINUTE = 60.0


class Spread(NamedTuple):
    """The middle of a distribution, and what nine in ten do not exceed."""

    median: float
    p90: float

    def to_json(self, digits: int = 1) -> dict[str, float]:
        return {"median": round(self.median, digits), "p90": round(self.p90, digits)}


def quantile(values: Sequence[float], share: float) -> float:
    """Return the smallest value that at least this share of the values does not exceed.

    >>> quantile([3, 1, 2, 4], 0.5), quantile([3, 1, 2, 4], 0.9)
    (2, 4)
    """
    ordered = sorted(values)
    return ordered[max(0, -(-int(share * 1000) * len(ordered) // 1000) - 1)]


def spread(values: Sequence[float]) -> Spread:
    """Return median and 90 %; zeros if there are no values."""
    return Spread(quantile(values, 0.5), quantile(values, 0.9)) if values else Spread(0, 0)


class Way(NamedTuple):
    """How virtual turns are run: the form, whether the discards join, who has a hand in the layout."""

    form: str
    conceal: bool
    owners: int  # others than the seat in turn, the discards among them, the unplayed deck not
    on_table: int  # cards of the layout's deck, wherever they are
    pairs: int = 1  # of bit cards under each column


def way_of(setup: Setup, form: str, conceal: bool, pairs: int = 1) -> Way:
    """Return how virtual turns are run at a table of this kind."""
    others = (sum(setup.virtual) if setup.pool else len(setup.virtual)) - 1
    return Way(form, conceal, others + conceal, len(setup.pool or setup.deck), pairs)


def _run(way: Way, k: int, m: int, end: End, may_draw: bool = True) -> RunKey:
    """Return one run; a hand of one card needs no weights and no classes.  Source: `turn.plan_selection`."""
    if m == 1 and form_named(way.form).plain in ("priority", "weighted"):
        return RunKey("streamlined", k, m, end, way.owners, True, may_draw)
    return RunKey(way.form, k, m, end, way.owners, True, may_draw, way.pairs)


@cache
def runs_of(turn: VirtualTurn, way: Way) -> tuple[RunKey, ...]:
    """Return the runs of a virtual turn.

    Chained turns are counted as if each were laid out anew, so with several virtual seats this is the most.
    A form that draws within the run looks once, unless its deck was empty and had to be made anew; any other
    form looks again after the draw, with one card more.  Source: paper §3.2; `turn.events_of`.
    """
    k, again = (way.on_table,) * 2 if way.conceal else (turn.k, turn.k2 or turn.k)
    first = _run(way, k, turn.m, End.CARD)
    if turn.end == PLAYED:
        return (first,)
    drew = End.DRAWN if turn.end == DREW else End.KEPT
    if form_named(way.form).draws and turn.end in (DREW, KEPT) and not turn.k2:
        return (first._replace(end=drew),)
    first = first._replace(end=End.NONE, deck=not turn.k2)
    if turn.end not in (DREW, KEPT):
        return (first,)
    end = End.CARD if turn.end == DREW else End.NONE
    return (first, _run(way, again, turn.m + 1, end, may_draw=False))


class Spent(NamedTuple):
    """Work of many games, run one way: every virtual turn's, every game's, and people's seconds of each game."""

    turns: list[Price]
    games: list[Price]
    people: list[float]


def spent_on(setup: Setup, records: Sequence[GameRecord], way: Way, prices: Prices) -> Spent:
    """Return the work of games played; people's seconds are their own turns and the deal."""
    each = prices.pace.seconds
    deal = setup.hand_size * len(setup.virtual) * each[Act.DEAL]
    known: dict[VirtualTurn, Price] = {}
    spent = Spent([], [], [])
    for record in records:
        for turn in record.virtual_turns:
            if turn not in known:
                parts = [*map(prices, runs_of(turn, way)), *[prices.colour] * turn.black]
                known[turn] = _total(parts)
        turns = [known[turn] for turn in record.virtual_turns]
        spent.turns.extend(turns)
        spent.games.append(_total(turns))
        spent.people.append(deal + (record.turns - len(turns)) * each[Act.PERSON])
    return spent


def _total(prices: Sequence[Price]) -> Price:
    return Price(sum([price.alone for price in prices]), sum([price.shared for price in prices]))


@dataclass(frozen=True, slots=True)
class Times:
    """Minutes on the clock, and minutes of work on virtual turns, with so many pairs of hands.

    ``game_minutes``: every game's, in order.  ``mean_hands_minutes``: the average game's minutes of virtual
    turns times the pairs of hands, at work or waiting.
    """

    per_virtual_turn: Spread
    game_minutes: tuple[float, ...]
    person_minutes: Spread
    mean_person_minutes: float
    mean_hands_minutes: float

    @property
    def per_game(self) -> Spread:
        return Spread(quantile(self.game_minutes, 0.5), quantile(self.game_minutes, 0.9))

    def in_time(self, minutes: float) -> float:
        """Return the share of games that end within so many minutes."""
        return bisect_right(self.game_minutes, minutes) / len(self.game_minutes)


def times(spent: Spent, hands: int) -> Times:
    """Return the minutes of games with so many pairs of hands."""
    per_turn = [price.clock(hands) / MINUTE for price in spent.turns]
    clock = [price.clock(hands) + people for price, people in zip(spent.games, spent.people, strict=True)]
    work = [price.work / MINUTE for price in spent.games]
    return Times(
        spread(per_turn),
        tuple(sorted(seconds / MINUTE for seconds in clock)),
        spread(work),
        sum(work) / len(work),
        hands * sum(per_turn) / len(work),
    )


@dataclass(frozen=True, slots=True)
class Games:
    """What games are like, however they are run.

    ``markers``: for each seat the hand that 99 % of games do not exceed.  ``unfinished``: share of games
    nobody can win.
    """

    games: int
    turns: Spread
    virtual_turns: Spread
    none_turns: Spread
    hand_cards: Spread
    markers: tuple[int, ...]
    unfinished: float

    def to_json(self) -> dict[str, object]:
        names = ("turns", "virtual_turns", "none_turns", "hand_cards")
        spreads = {name: getattr(self, name).to_json(0) for name in names}
        return {"games": self.games, **spreads, "unfinished": self.unfinished}


def games_like(records: Sequence[GameRecord]) -> Games:
    """Return what these games were like."""
    return Games(
        len(records),
        spread([record.turns for record in records]),
        spread([len(record.virtual_turns) for record in records]),
        spread([sum(turn.end != PLAYED for turn in record.virtual_turns) for record in records]),
        spread([turn.m for record in records for turn in record.virtual_turns]),
        tuple(int(quantile(most, 0.99)) for most in zip(*(r.most for r in records), strict=True)),
        sum(record.winner is None for record in records) / len(records),
    )


def handling(records: Sequence[GameRecord], way: Way, equipment: str) -> Work:
    """Return the acts of the virtual turns of the average game."""
    total = total_work((turn for record in records for turn in record.virtual_turns), way, equipment)
    return combined([(1 / len(records), total)])


def total_work(turns: Iterable[VirtualTurn], way: Way, equipment: str) -> Work:
    """Return the acts of many virtual turns together: counts grow evenly, so the average run stands for all."""
    sizes: dict[RunKey, tuple[int, int, int]] = {}
    colours = 0
    for turn in turns:
        colours += turn.black
        for key in runs_of(turn, way):
            kind = key._replace(k=0, m=min(key.m, 2))
            n, k, m = sizes.get(kind, (0, 0, 0))
            sizes[kind] = (n + 1, k + key.k, m + key.m)
    parts: list[tuple[float, Work]] = []
    for kind, (n, k, m) in sizes.items():
        whole = kind._replace(m=kind.m if kind.m == 1 else 4)
        at = run_work(whole._replace(k=64), equipment)
        by_k = combined(((1, run_work(whole._replace(k=65), equipment)), (-1, at)))
        by_m = (
            combined(((1, run_work(whole._replace(k=64, m=5), equipment)), (-1, at)))
            if kind.m > 1
            else Work()
        )
        parts += [(n, at), (k - 64 * n, by_k), (m - whole.m * n, by_m)]
    return combined([*parts, (colours, colour_work(equipment))])
