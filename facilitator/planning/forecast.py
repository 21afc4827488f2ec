"""From games played at rules level to an evening's figures: turns, hands, minutes, markers."""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from facilitator.games.records import PLAYED, GameRecord, Setup, VirtualTurn
from facilitator.planning.handling import BRIEF, lot_work, work_of_runs
from facilitator.planning.montecarlo import deck_of
from facilitator.planning.prices import Price, Prices
from facilitator.planning.runs import Way, chain, question_run, runs_of
from facilitator.planning.voice import VoiceHabits
from facilitator.planning.work import Work, combined, sleeving
from facilitator.play.course import CLEAN_RUNS
from facilitator.readings.acts import Handling

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


class Spent(NamedTuple):
    """Work of many games, run one way: every virtual turn's, every game's, and people's seconds of each game."""

    turns: list[Price]
    games: list[Price]
    people: list[float]


def spent_on(
    setup: Setup, records: Sequence[GameRecord], way: Way, prices: Prices, first: Prices | None = None
) -> Spent:
    """Return the work of games played; people's seconds are their own turns and the deal.

    A game's work is its virtual turns' and, where there are sleeves, putting the cards into them.  ``first``: what
    each of its first virtual turns costs, before another wording is offered.
    """
    each = prices.pace.seconds
    deal = setup.hand_size * len(setup.virtual) * each[Handling.DEAL]
    once = prices.price(sleeving(unseen_cards(setup), prices.equipment))
    known: dict[tuple[VirtualTurn, bool, Prices], Price] = {}
    spent = Spent([], [], [])
    for record in records:
        pricing = itertools.chain([first or prices] * CLEAN_RUNS, itertools.repeat(prices))
        turns_of = chain(record.virtual_turns, way)
        told = [(turn, follows, by) for (turn, follows), by in zip(turns_of, pricing, strict=False)]
        for turn, follows, by in told:
            if (turn, follows, by) not in known:
                parts = [*map(by, runs_of(turn, way, follows)), *[by.lot(way.lot)] * turn.black]
                known[turn, follows, by] = _total(parts)
        turns = [known[key] for key in told]
        between = [prices(question_run(asked, way)) for asked in record.asked]
        between += [prices.lot(way.lot)] * record.lots
        spent.turns.extend(turns)
        spent.games.append(_total([once, *turns, *between]))
        spent.people.append(deal + (record.turns - len(turns)) * each[Handling.PERSON])
    return spent


class Questions(NamedTuple):
    """How often a covered hand is asked something in the average game, and the minutes of that on the clock."""

    per_game: float
    minutes: float

    def to_json(self) -> dict[str, float]:
        return {"per_game": round(self.per_game, 2), "minutes": round(self.minutes, 1)}

    def words(self) -> str:
        """Return both in words."""
        return (
            f"a person's hand is asked a question about {self.per_game:.1f} times a game, "
            f"{self.minutes:.0f} min each"
        )


def questions_in(records: Sequence[GameRecord], way: Way, prices: Prices, hands: int) -> Questions | None:
    """Return how often hands are asked in these games, and how long that takes; None if none is."""
    asked = [one for record in records for one in record.asked]
    if not asked:
        return None
    seconds = [prices(question_run(one, way)).clock(hands) for one in asked]
    return Questions(len(asked) / len(records), sum(seconds) / MINUTE / len(asked))


def unseen_cards(setup: Setup) -> int:
    """Return how many cards of the layout's deck nobody looks at after the deal: virtual hands and the deck."""
    people = 0 if setup.pool else len(setup.virtual) - sum(setup.virtual)
    return len(setup.pool or deck_of(setup)) - people * setup.hand_size


def _total(prices: Sequence[Price]) -> Price:
    return Price(
        sum([price.alone for price in prices]),
        sum([price.shared for price in prices]),
        sum([price.voice for price in prices]),
    )


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
        hands * sum(price.clock(hands) for price in spent.games) / MINUTE / len(work),
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


def handling(records: Sequence[GameRecord], way: Way, equipment: str, voice: VoiceHabits = BRIEF) -> Work:
    """Return the acts of the virtual turns of the average game, all told in one wording."""
    turns = [turn for record in records for turn in chain(record.virtual_turns, way)]
    keys = (key for turn, follows in turns for key in runs_of(turn, way, follows))
    runs = work_of_runs(keys, equipment, voice)
    colours = sum(turn.black for turn, _ in turns)
    return combined([(1 / len(records), runs), (colours / len(records), lot_work(equipment, way.lot, voice))])
