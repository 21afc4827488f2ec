"""Forecast the turns and minutes of a session from simulated games.

Games are simulated without protocols (`simulate_games`). Each virtual turn is then converted to the attempts
that it needs (`list_attempts`). `Prices` returns the estimated seconds of each attempt, and `compute_times`
adds up the minutes. `planning.attempt_cost` counts the operations of a protocol.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, groupby, repeat
from math import ceil
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, assert_never

from facilitator.games.events import Event, Show
from facilitator.games.masks import UNIFORM
from facilitator.games.records import (
    COUNTED,
    DREW,
    KEPT,
    PLAYED,
    STUCK,
    GameRecord,
    LayoutSize,
    Setup,
    VirtualTurn,
)
from facilitator.games.registry import get_game
from facilitator.games.rules import (
    AwaitMove,
    Due,
    Effect,
    GameOver,
    GiveBlind,
    HandQuestion,
    NextAction,
    RandomDraw,
    Seat,
    Select,
    ShowHand,
    conclude_selection,
    list_result_events,
)
from facilitator.instructions.grouping import CLEAN_RUNS
from facilitator.instructions.hand_actions import Handling
from facilitator.operations.faces import NONE, SOME, Face
from facilitator.planning.attempt_cost import (
    BRIEF,
    HEARD,
    AttemptKey,
    EndKind,
    VoiceHabits,
    Work,
    add_work,
    lot_work,
    plan_sleeving,
    run_work,
    split_into_small_runs,
    voice_at,
    work_of_runs,
)
from facilitator.planning.pace import MINUTE, AttemptClock, MeasuredFactors, Pace, Price, add_prices, pace_of
from facilitator.play.rehearsal import Rehearsal
from facilitator.play.turn_starts import first_run
from facilitator.play.virtual_turn import first_turn, in_style, keeps_columns
from facilitator.protocols.forms import CHALLENGE, CONCEALED, Coding, get_form
from facilitator.table_files.model import pool_cards, rules_of

if TYPE_CHECKING:
    from facilitator.table_files.load import Table


# ----------------------------------------------------------------------------------------------------
# Simulating many games.


GAMES = 100
"""Default number of simulated games in a forecast."""
TURNS = 4_000
"""Number of simulated turns after which a forecast needs no more games. A match of Hearts has hundreds of turns."""
CHUNK = 10
"""Number of simulated games that share a random number generator."""


def simulate_games(
    setup: Setup, count: int | None = None, seed: int = 0, tell: Callable[[int, int], None] | None = None
) -> list[GameRecord]:
    """Simulate games without carrying out the protocols. Equal arguments give equal games.

    Args:
        setup: Simulated table.
        count: Number of games. `None` means `GAMES`, or fewer games if they exceed `TURNS` turns.
        seed: Random seed.
        tell: Progress callback. It receives the number of simulated games and the total number.
    """
    most = count or GAMES
    found: list[GameRecord] = []
    for number in range(ceil(most / CHUNK)):
        found += _start_chunk(setup, f"games {seed} {number}")(min(CHUNK, most - len(found)))
        enough = count is None and sum(record.turns for record in found) > TURNS
        if tell is not None:
            tell(most if enough else len(found), most)
        if enough:
            break
    return found


@lru_cache(maxsize=256)
def _start_chunk(setup: Setup, seed: str) -> Callable[[int], Sequence[GameRecord]]:
    """Return a function that simulates games. It receives a number of games and returns their records.

    All calls return the same games in the same order. A call with a larger number than before simulates the
    missing games.
    """
    simulator, chance, played = Simulator(setup), Random(seed).random, list[GameRecord]()

    def play(count: int) -> Sequence[GameRecord]:
        played.extend(simulator.play_game(chance) for _ in range(count - len(played)))
        return played[:count]

    return play


# ----------------------------------------------------------------------------------------------------
# Seconds that attempts take at a table's pace.


class Prices:
    """Estimated seconds for attempts and random draws, with one equipment, pace and length of instructions.

    Results are cached. Call the object with an `AttemptKey`.

    Attributes:
        lot: Function from a number of cards to the price of a random draw among them.
        turn: Function from a virtual turn, whether the next turn uses the same columns, and the settings for
            virtual turns, to the price of the turn.
    """

    def __init__(self, equipment: str, pace: Pace, voice: VoiceHabits = BRIEF) -> None:
        self.equipment, self.pace, self.voice = equipment, pace, voice
        few = cache(lambda key: self.price(run_work(key, equipment, voice)))
        self._run = cache(
            lambda key: add_prices([few(small_key).times(n) for n, small_key in split_into_small_runs(key)])
        )
        self.lot = cache(lambda cards: self.price(lot_work(equipment, cards, voice)))
        self.turn = cache(self._price_turn)

    def price(self, work: Work) -> Price:
        """Return the estimated seconds for an amount of work."""
        return self.pace.price(work.tasks())

    def __call__(self, key: AttemptKey) -> Price:
        """Return the estimated seconds for an attempt."""
        return self._run(key)

    def _price_turn(self, turn: VirtualTurn, follows: bool, settings: TurnSettings) -> Price:
        attempts = map(self, list_attempts(turn, settings, follows))
        return add_prices([*attempts, *[self.lot(settings.lot)] * turn.black])


def get_prices(table: Table, pace: Pace) -> tuple[Prices, Prices]:
    """Return a table's attempt prices, and the prices for the first attempts of a game.

    The first attempts cost more if their instructions are longer.
    """
    first, then = (
        Prices(table.equipment, pace, voice_at(table, wording)) for wording in HEARD[table.wording]
    )
    return then, then if first.voice == then.voice else first


# ----------------------------------------------------------------------------------------------------
# The attempts that a virtual turn needs: one selection or several, kept columns, and layouts that can be
# skipped.


class TurnSettings(NamedTuple):
    """Settings for a table's virtual turns.

    Attributes:
        forms: Form and number of bit-card pairs per column, for each seat.
        conceal: Whether the discards are part of the layout.
        owners: Number of other card owners, without the draw pile.
        on_table: Number of cards in the deck that the virtual players use.
        people: Estimated number of people's cards in the layout. This is the number of cards dealt to people.
        shortened: Whether turns may be linked, and whether an attempt is skipped if its result is public.
        lot: Number of cards in a random draw.
        certain: Whether every card has a priority if there are several priorities.
    """

    forms: tuple[tuple[str, int], ...]
    conceal: bool
    owners: int
    on_table: int
    people: int
    shortened: bool
    lot: int = 4
    certain: bool = False


def get_turn_settings(table: Table) -> TurnSettings:
    """Return the settings for a table's virtual turns.

    Raises:
        FacilitatorError: `first_turn` rejects the table.
    """
    firsts = [first_turn(table, seat.name) if seat.virtual else None for seat in table.seats]
    setup, rules = setup_of(table), get_game(table.game)
    sharing = table.virtual if setup.pool else table.seats
    return TurnSettings(
        tuple(
            (first.form, int(first.layout.pairs) if first.layout else 1) if first else ("", 0)
            for first in firsts
        ),
        table.conceal,
        len(sharing) - 1 + table.conceal,
        len(_get_deck(setup)),
        0 if setup.pool else len(table.people) * table.hand_size,
        not (get_form(table.protocol).literal or table.conceal),
        len(rules.about.lot),
        rules.about.classes.get(table.rules, 1) > 1,
    )


def setup_of(table: Table) -> Setup:
    """Return the settings for simulating a table's games."""
    virtual = tuple(seat.virtual for seat in table.seats)
    return Setup(
        virtual,
        table.hand_size,
        pool=pool_cards(table),
        game=table.game,
        rules=table.rules,
        house=tuple(rules_of(table).items()),
        styles=tuple(seat.style for seat in table.seats),
    )


def _make_attempt(settings: TurnSettings, turn: VirtualTurn, k: int, m: int, end: EndKind) -> AttemptKey:
    """Return the attempt that `virtual_turn.plan_selection` would plan in a simulated turn.

    Args:
        settings: Settings for the table's virtual turns.
        turn: The virtual turn.
        k: Number of cards in the layout.
        m: Number of cards in the virtual hand.
        end: Result of the attempt.
    """
    form, pairs = settings.forms[turn.seat]
    if turn.classes > 1:
        form = get_form(form).classed
        pairs = 1 if get_form(form).coding is Coding.PLAYABLE_FIRST else turn.classes
    if m == 1:
        form, pairs = get_form(form).single or form, 1
    discards = k - turn.looks[0].k if settings.conceal else 0
    return AttemptKey(
        form,
        k,
        m,
        end,
        settings.owners,
        True,
        True,
        pairs,
        min(turn.rank, pairs - 1),
        outside=settings.people + discards,
        certain=settings.certain and pairs > 1 and not get_form(form).columns,
    )


def run_like(seat: int, line: Mapping[str, object], settings: TurnSettings) -> AttemptKey | None:
    """Return an attempt similar to the attempt recorded in a journal line.

    Journal lines do not record kept cards. If the form can draw cards and no card was played, a kept card is
    assumed.

    Args:
        seat: Index of the seat.
        line: Journal line of the attempt.
        settings: Settings for the table's virtual turns.

    Returns:
        The attempt, or `None` if the line has another form.
    """
    k, m, (card, *played) = int(str(line["k"])), int(str(line["m"])), str(line["outcome"]).split(", ")
    draws = get_form(str(line["form"])).draws and card == NONE
    end = EndKind.KEPT if draws else EndKind.NONE if card == NONE else EndKind.CARD
    key = _make_attempt(
        settings, VirtualTurn((LayoutSize(k, m),), PLAYED, seat=seat), k, m, EndKind.DRAWN if played else end
    )
    return key._replace(drawn=int(draws or bool(played))).limit_owners() if key.form == line["form"] else None


@cache
def list_attempts(turn: VirtualTurn, settings: TurnSettings, follows: bool = False) -> tuple[AttemptKey, ...]:
    """Return the attempts of a virtual turn (paper §3.2).

    A form that draws cards needs a single attempt, unless a reshuffle interrupts the turn. Other forms need
    another attempt after each drawn card. Without cards in the hand, no attempt is needed.

    Args:
        turn: The virtual turn.
        settings: Settings for the table's virtual turns.
        follows: Whether the next turn can use the same columns.
    """
    if turn.end == COUNTED and settings.shortened and not turn.stands:
        return ()
    runs = [run for run in _plan_attempts(turn, settings) if run.m]
    if runs and settings.shortened:
        runs[0] = runs[0]._replace(are_columns_kept=turn.stands)
        runs[-1] = runs[-1]._replace(hands_over=follows and get_form(runs[-1].form).chains)
    return tuple(run.limit_owners() for run in runs)


def _plan_attempts(turn: VirtualTurn, settings: TurnSettings) -> Iterator[AttemptKey]:
    """Yield the attempts of a turn, including attempts for an empty hand.

    A form that draws cards continues the same attempt after each of them, until a reshuffle changes the number of
    cards in the layout. Other forms need an attempt for each look.
    """
    draws = get_form(settings.forms[turn.seat][0]).draws
    first = turn.looks[0]
    has_deck = turn.end == PLAYED or (turn.drawn > 0 and turn.looks[1].k == first.k)
    for _, alike in groupby(turn.looks, lambda look: look.k if draws else look):
        look, *drawn = looks = [*alike]
        plays = turn.end in (PLAYED, DREW) and looks[-1] == turn.looks[-1]
        end = EndKind.CARD if plays else EndKind.NONE
        if drawn:
            # If several cards are drawn, the last card is assumed to be played, because keeping it costs as much.
            end = EndKind.DRAWN if plays or len(drawn) > 1 else EndKind.KEPT
        k = settings.on_table if settings.conceal else look.k
        attempt = _make_attempt(settings, turn, k, look.m, end)._replace(drawn=len(drawn))
        if look == first:
            yield attempt._replace(deck=has_deck)
        else:
            yield attempt._replace(may_draw=draws and turn.drawn > 1)


def question_run(asked: LayoutSize, settings: TurnSettings) -> AttemptKey:
    """Return the attempt for a question about a person's hand.

    All people's cards count as `outside`, because they must be taken out of their sleeves.
    """
    form = CONCEALED[CHALLENGE] if settings.conceal else CHALLENGE
    k = settings.on_table if settings.conceal else asked.k
    outside = settings.people + k - asked.k
    return AttemptKey(
        form, k, asked.m, EndKind.NONE, settings.owners, True, False, outside=outside
    ).limit_owners()


def link_turns(turns: Sequence[VirtualTurn], settings: TurnSettings) -> Iterator[tuple[VirtualTurn, bool]]:
    """Yield each turn, and whether the next turn uses the same columns.

    The field `stands` of a turn tells whether it uses the columns of the previous turn.
    """
    stood = False
    for turn, after in zip(turns, (*turns, None)[1:], strict=True):
        mine = turn._replace(stands=stood)
        follows = after is not None and after.stands and settings.shortened and turn.end in (PLAYED, DREW)
        stood = follows and get_form(list_attempts(mine, settings)[-1].form).chains
        yield mine, stood


# ----------------------------------------------------------------------------------------------------
# Simulated games of any kind, played by their own rules on simulated cards.


MOST_EVENTS = 6000  # a game that goes round in a circle ends without a winner
SEEDS = 2**32

T = TypeVar("T")


class Simulator:
    """Simulator of complete games. It applies the rules of the game to simulated cards.

    Attributes:
        setup: Simulated table.
        rules: Rules of the game.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup, self.rules = setup, get_game(setup.game)
        self._seats = [Seat(f"seat {i}", virtual) for i, virtual in enumerate(setup.virtual)]
        options = {
            "hand_size": setup.hand_size,
            "pool": setup.pool,
            "rules": setup.rules,
            **dict(setup.house),
        }
        self._start = self.rules.begin(self._seats, options)

    def play_game(self, chance: Callable[[], float]) -> GameRecord:
        """Simulate a complete game. `chance` returns random numbers in [0, 1)."""
        game = _SimulatedGame(self.rules, self._start, self.setup.styles, int(chance() * SEEDS), chance)
        while not isinstance(need := game.get_due(), GameOver) and game.state.n < MOST_EVENTS:
            game.go_on(need)
        winners = need.winners if isinstance(need, GameOver) else ()
        winner = next((i for i, seat in enumerate(self._seats) if seat.name in winners), None)
        return GameRecord(game.turns, tuple(game.virtual), winner, tuple(game.asked), game.lots)


class _SimulatedGame:
    """Simulated game with public state, hidden cards, and turns so far."""

    def __init__(
        self, rules: Any, state: Any, styles: Sequence[str], seed: int, chance: Callable[[], float]
    ) -> None:
        self.rules, self.state, self._chance = rules, state, chance
        self._truth = Rehearsal(rules, state, seed)
        self._names = [seat.name for seat in state.seats]
        self._styles = dict(zip(self._names, styles, strict=False))
        self._links = sum(seat.virtual for seat in state.seats) > 1
        self._standing = False  # whether the columns of the last turn can stay for the next turn
        self.turns = 0
        self.virtual: list[VirtualTurn] = []
        self.asked: list[LayoutSize] = []
        self.lots = 0

    def get_due(self) -> NextAction:
        return self._truth.get_due(self.state)

    def go_on(self, need: Due) -> None:
        match need:
            case AwaitMove(seat, again):
                self.turns += seat is not None and not again
                self._apply_events((self._truth.move(self.state),))
            case Select():
                self._select(need)
            case RandomDraw():
                self.lots += 1
                self._apply_events(self._draw_lot(need))
            case GiveBlind():
                self._apply_events(list_result_events(need, None))
            case ShowHand(seat):
                self._apply_events((Show(seat, tuple(self._truth.get_hand(seat))),))
            case HandQuestion():
                self._ask(need)
            case _:
                assert_never(need)

    def _select(self, need: Select) -> None:
        hand, before = self._truth.get_hand(need.seat), self.state
        held = hand[-1:] if need.again and not need.until else hand
        rank, fits = self._find_best_cards(need, held)
        card = self._choose(fits) if fits else None
        follows = conclude_selection(self.rules, before, need, card, 0)
        if black := isinstance(follows, RandomDraw):
            follows = self._draw_lot(follows)
        turn = self._add_look(need, len(hand))
        if fits:
            turn = turn._replace(end=DREW if need.again else PLAYED, black=black, rank=rank)
        alike = sum(look.k == turn.looks[-1].k for look in turn.looks)  # looks since the last reshuffle
        effects = self._apply_events(follows)
        may_link = self._links and bool(fits) and alike < 3
        self._standing = may_link and keeps_columns(self.rules, before, need, effects, self.state)
        self.virtual.append(turn)

    def _draw_lot(self, need: RandomDraw) -> tuple[Event, ...]:
        """Carry out a random draw, and return the events that follow."""
        return list_result_events(need, self._choose(need.faces))

    def _find_best_cards(self, need: Select, held: Sequence[Face]) -> tuple[int, list[Face]]:
        """Return the best priority among these cards, and all cards with this priority.

        If no card has a priority, return 0 and an empty list.
        """
        classes = in_style(self.rules, self._styles.get(need.seat, UNIFORM), self.state, need)
        found = ([card for card in held if card in kinds] for kinds in classes)
        return next(((rank, cards) for rank, cards in enumerate(found) if cards), (0, []))

    def _add_look(self, need: Select, m: int) -> VirtualTurn:
        """Return the record of a virtual turn that begins or continues with a look for a playable card.

        The record says that no card is playable. The caller corrects this if a card is played.

        Args:
            need: Selection that the rules require.
            m: Number of cards in the hand.
        """
        stock = self.rules.get_shared_deck(self.state, need.seat)
        look = LayoutSize(len(stock.cards), m)
        if need.again and self.virtual:
            turn = self.virtual.pop()
            is_counted = turn.end == COUNTED and look.k == turn.looks[0].k
            return turn._replace(looks=(*turn.looks, look), end=COUNTED if is_counted else KEPT)
        self.turns += 1
        may_help = need.may_draw and (need.until or not stock.deck)  # a draw can change the count
        countable = not (may_help or need.all_kinds & set(stock.cards))
        end, seat = COUNTED if countable else STUCK, self._names.index(need.seat)
        return VirtualTurn((look,), end, stands=self._standing, seat=seat, classes=len(need.classes))

    def _ask(self, need: HandQuestion) -> None:
        hand, stock = self._truth.get_hand(need.of), self.rules.get_shared_deck(self.state, need.of)
        self.asked.append(LayoutSize(len(stock.cards), len(hand)))
        holds = any(card in need.kinds for card in hand)
        self._apply_events(list_result_events(need, SOME if holds else None))

    def _apply_events(self, events: Sequence[Event]) -> list[tuple[Event, Sequence[Effect]]]:
        """Apply events to the game, and return each event with its effects."""
        effects = list[tuple[Event, Sequence[Effect]]]()
        for event in events:
            self.state, happened = self.rules.apply(self.state, event)
            self._truth.follow(event, happened, self.state)
            effects.append((event, happened))
        return effects

    def _choose(self, choices: Sequence[T]) -> T:
        return choices[int(self._chance() * len(choices))]


# ----------------------------------------------------------------------------------------------------


class Spread(NamedTuple):
    """Median and 90th percentile of some values."""

    median: float
    p90: float

    def to_json(self, digits: int = 1) -> dict[str, float]:
        """Return the median and the 90th percentile for `plan --json`, such as ``{"median": 8.5, "p90": 12.0}``.

        Args:
            digits: Number of decimal places.
        """
        return {"median": round(self.median, digits), "p90": round(self.p90, digits)}


def quantile(values: Sequence[float], share: float) -> float:
    """Return the smallest value that is at least as large as this share of the values.

    >>> quantile([3, 1, 2, 4], 0.5), quantile([3, 1, 2, 4], 0.9)
    (2, 4)
    """
    ordered = sorted(values)
    return ordered[max(0, -(-int(share * 1000) * len(ordered) // 1000) - 1)]


def spread(values: Sequence[float]) -> Spread:
    """Return the median and 90th percentile. Both are 0 if there are no values."""
    return Spread(quantile(values, 0.5), quantile(values, 0.9)) if values else Spread(0, 0)


class GameCost(NamedTuple):
    """Work in a simulated game.

    Attributes:
        turns: Price of each virtual turn.
        whole: Price of the game, including putting its cards into sleeves.
        people: Seconds for people's own turns and the deal.
    """

    turns: tuple[Price, ...]
    whole: Price
    people: float


def sum_work(
    setup: Setup,
    records: Sequence[GameRecord],
    settings: TurnSettings,
    prices: Prices,
    first: Prices | None = None,
) -> list[GameCost]:
    """Return the work in each simulated game.

    Args:
        setup: Simulated table.
        records: Simulated games.
        settings: Settings for the table's virtual turns.
        prices: Attempt prices.
        first: Prices of the first attempts, before brief wording is offered. `None` means `prices`.
    """
    each = prices.pace.seconds
    deal = setup.hand_size * len(setup.virtual) * each[Handling.DEAL]
    once = prices.price(plan_sleeving(unseen_cards(setup), prices.equipment))
    costs = list[GameCost]()
    for record in records:
        pricing = chain([first or prices] * CLEAN_RUNS, repeat(prices))
        linked = zip(link_turns(record.virtual_turns, settings), pricing, strict=False)
        turns = tuple(by.turn(*turn, settings) for turn, by in linked)
        between = [prices(question_run(asked, settings)) for asked in record.asked]
        between += [prices.lot(settings.lot)] * record.lots
        people = deal + (record.turns - len(turns)) * each[Handling.PERSON]
        costs.append(GameCost(turns, add_prices([once, *turns, *between]), people))
    return costs


def unseen_cards(setup: Setup) -> int:
    """Return the number of cards in virtual hands and in their draw pile after the deal.

    Without virtual players, the result is 0.
    """
    if not any(setup.virtual):
        return 0
    people = 0 if setup.pool else len(setup.virtual) - sum(setup.virtual)
    return len(_get_deck(setup)) - people * setup.hand_size


def _get_deck(setup: Setup) -> tuple[str, ...]:
    """Return the deck that the virtual players use: their separate deck, or the deck of the game."""
    return setup.pool or get_game(setup.game).kinds.cards


@dataclass(frozen=True, slots=True)
class Times:
    """Minutes of virtual turns and games, for a fixed number of helpers.

    Attributes:
        per_virtual_turn: Median and 90th percentile of a virtual turn.
        game_minutes: Minutes of all games in ascending order.
    """

    per_virtual_turn: Spread
    game_minutes: tuple[float, ...]

    @property
    def per_game(self) -> Spread:
        """Median and 90th percentile of a game's minutes."""
        return spread(self.game_minutes)

    def in_time(self, minutes: float) -> float:
        """Return the share of games that end within these minutes."""
        return bisect_right(self.game_minutes, minutes) / len(self.game_minutes)


def compute_times(costs: Sequence[GameCost], hands: int) -> Times:
    """Convert the work in simulated games to minutes, for a number of helpers."""
    per_turn = [price.clock(hands) / MINUTE for cost in costs for price in cost.turns]
    return Times(
        spread(per_turn), tuple(sorted((cost.whole.clock(hands) + cost.people) / MINUTE for cost in costs))
    )


def estimate_from_games(table: Table, records: Sequence[GameRecord], pace: Pace) -> Times:
    """Return the minutes of turns and games at a table in simulated games, at a pace.

    Raises:
        FacilitatorError: `first_turn` rejects the table.
    """
    costs = sum_work(setup_of(table), records, get_turn_settings(table), *get_prices(table, pace))
    return compute_times(costs, pace.hands)


def estimate_times(
    table: Table, factors: MeasuredFactors | None = None, records: Sequence[GameRecord] | None = None
) -> Times:
    """Return the estimated minutes of turns and games at a table.

    Args:
        table: The table.
        factors: Measured pace of past games.
        records: Simulated games. `None` means to simulate the usual number of games.

    Raises:
        FacilitatorError: `first_turn` rejects the table.
    """
    played = simulate_games(setup_of(table)) if records is None else records
    return estimate_from_games(table, played, pace_of(table.helpers, factors))


def first_minutes(table: Table, pace: Pace | None = None) -> float:
    """Return the estimated minutes of the game's first virtual turn.

    Args:
        table: The table.
        pace: Pace of the table. `None` means the estimated pace.
    """
    return AttemptClock(table, lambda: pace or pace_of(table.helpers)).minutes(first_run(table))


@dataclass(frozen=True, slots=True)
class Games:
    """Statistics of simulated games. They do not depend on the form of the virtual turns.

    Attributes:
        games: Number of games.
        turns: All players' turns per game.
        virtual_turns: Virtual players' turns per game.
        unfinished: Share of games without a winner.
    """

    games: int
    turns: Spread
    virtual_turns: Spread
    unfinished: float

    def to_json(self) -> dict[str, object]:
        """Return the statistics for `plan --json`."""
        spreads = {"turns": self.turns.to_json(0), "virtual_turns": self.virtual_turns.to_json(0)}
        return {"games": self.games, **spreads, "unfinished": self.unfinished}


def summarize_games(records: Sequence[GameRecord]) -> Games:
    """Return the statistics of simulated games."""
    return Games(
        len(records),
        spread([record.turns for record in records]),
        spread([len(record.virtual_turns) for record in records]),
        sum(record.winner is None for record in records) / len(records),
    )


def average_work(
    records: Sequence[GameRecord], settings: TurnSettings, equipment: str, voices: Iterable[VoiceHabits]
) -> list[Work]:
    """Return the actions and spoken words of the average virtual turn, once for each item in `voices`.

    If the games have no virtual turn, there are no actions and no words.

    Args:
        records: Simulated games.
        settings: Settings for virtual turns.
        equipment: Equipment of the table.
        voices: Different lengths of the spoken instructions, such as full and brief wording.
    """
    turns = [turn for record in records for turn in link_turns(record.virtual_turns, settings)]
    if not turns:
        return [Work() for _ in voices]
    runs = Counter(key for turn, follows in turns for key in list_attempts(turn, settings, follows))
    share, lots = 1 / len(turns), sum(turn.black for turn, _ in turns) / len(turns)
    return [
        add_work(
            [(share, work_of_runs(runs, equipment, voice)), (lots, lot_work(equipment, settings.lot, voice))]
        )
        for voice in voices
    ]
