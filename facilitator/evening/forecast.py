"""From games played at rules level to an evening's figures: turns, hands, minutes, markers."""

from __future__ import annotations

import itertools
import marshal
import os
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import repeat
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, assert_never

from facilitator.errors import ProtocolBug
from facilitator.evening.clock import MINUTE, Pace
from facilitator.evening.handling import (
    BRIEF,
    EndKind,
    Habit,
    RunKey,
    Share,
    VoiceHabits,
    Work,
    combined,
    hands_work,
    lot_work,
    shares_of,
    sleeving,
    told_like,
    voice_at,
    voice_work,
    work_of_runs,
)
from facilitator.games.events import Drew, Event, Show
from facilitator.games.records import (
    COUNTED,
    DREW,
    KEPT,
    PLAYED,
    STUCK,
    GameRecord,
    QuestionSize,
    Setup,
    VirtualTurn,
)
from facilitator.games.registry import Engine, engine_of, game_named
from facilitator.games.rules import (
    Ask,
    Blind,
    HandQuestion,
    Lot,
    Need,
    Over,
    Seat,
    Select,
    ShowHand,
    classes_by,
)
from facilitator.machine.faces import SOME
from facilitator.play.match import CLEAN_RUNS, Rehearsal
from facilitator.play.turn import classed, first_turn
from facilitator.proof.workers import pool
from facilitator.protocols.forms import CHALLENGE, CONCEALED, Coding, form_named
from facilitator.table.model import changed_rules, pool_cards
from facilitator.telling.handling import Handling

if TYPE_CHECKING:
    from facilitator.table.load import Table


# ----------------------------------------------------------------------------------------------------
# Many games at rules level, on all cores, by the engine that a game has.


CHUNK = 100  # games with one stream of chance: results do not depend on the number of workers
WORTH_A_WORKER = 4000  # games below which starting processes costs more than it saves

GAMES = 1000
"""Games played in thought where an engine lives beside the game."""
PRICED = 300
"""Games of those whose minutes are counted, run by run."""
FEW, TURNS = 100, 12_000
"""Games played through their law, where each takes long; no more after so many turns, for a match has hundreds."""
_AT_ONCE = 10  # of them


def engine_for(setup: Setup) -> Engine:
    """Return the engine that lives beside the game, or one that plays it through its law."""
    made = engine_of(setup)
    if made is None:
        return Through(setup)
    return made


def deck_of(setup: Setup) -> tuple[str, ...]:
    """Return all cards of the deck that people are dealt from."""
    return setup.deck or game_named(setup.game).kinds.cards


def chunk(setup: Setup, seed: int, number: int, count: int = CHUNK) -> list[GameRecord]:
    """Play one chunk of games; the same seed and number always the same games."""
    engine, chance = engine_for(setup), Random(f"games {seed} {number}").random
    return [engine.game(chance) for _ in range(count)]


def games(
    setup: Setup,
    count: int | None = None,
    seed: int = 0,
    workers: int | None = None,
    tell: Callable[[int, int], None] | None = None,
    usual: int = PRICED,
    turns: int = TURNS,
) -> list[GameRecord]:
    """Play games on all cores (``workers`` None), or on so many; ``tell`` is told how many of how many are done.

    ``count``: None for the ``usual`` number; through the law for `FEW`, or until so many ``turns`` were played.
    The games depend on the seed alone, never on the number of workers.
    """
    found: list[GameRecord] = []
    played, quick = 0, engine_of(setup) is not None
    most = count or (usual if quick else FEW)
    for done in _chunks(setup, most, seed, workers, CHUNK if quick else _AT_ONCE):
        found += done
        played += sum(record.turns for record in done)
        enough = count is None and not quick and played > turns
        if tell is not None:
            tell(most if enough else len(found), most)
        if enough:
            break
    return found


def _chunks(
    setup: Setup, count: int, seed: int, workers: int | None, size: int
) -> Iterator[list[GameRecord]]:
    numbers = range(-(-count // size))
    sizes = [min(size, count - size * number) for number in numbers]
    if workers is None:
        workers = min(os.cpu_count() or 1, 1 + count // WORTH_A_WORKER)
    if workers == 1:
        yield from map(chunk, repeat(setup), repeat(seed), numbers, sizes)
        return
    with pool(workers) as processes:
        batch = max(1, len(numbers) // (8 * workers))
        for packed in processes.map(_packed, repeat(setup), repeat(seed), numbers, sizes, chunksize=batch):
            yield [_unpacked(record) for record in marshal.loads(packed)]


_Turn = tuple[int, int, int, bool, int, int, int, bool, int, int]
_Plain = tuple[int, tuple[int, ...], list[_Turn], int | None, list[tuple[int, int]], int]
"""A game's record as it travels."""


def _packed(setup: Setup, seed: int, number: int, count: int) -> bytes:
    """Play a chunk in a worker; plain tuples travel many times faster than named ones."""
    records = chunk(setup, seed, number, count)
    return marshal.dumps(
        [
            (*r[:2], [tuple(t) for t in r.virtual_turns], r.winner, [tuple(q) for q in r.asked], r.lots)
            for r in records
        ]
    )


def _unpacked(record: _Plain) -> GameRecord:
    turns, most, told, winner, asked, lots = record
    virtual = tuple([VirtualTurn(*turn) for turn in told])
    return GameRecord(turns, most, virtual, winner, tuple([QuestionSize(*one) for one in asked]), lots)


# ----------------------------------------------------------------------------------------------------
# What runs take in seconds, at one table's pace: by hands that wait, by hands that share, by voice.


class Price(NamedTuple):
    """Seconds of a run, or of a game: work for one pair of hands, work that several can share, and the voice's."""

    alone: float
    shared: float
    voice: float = 0.0

    @property
    def work(self) -> float:
        """Seconds of work, whoever does it; reading is work too."""
        return self.alone + self.shared + self.voice

    def clock(self, hands: int) -> float:
        """Return seconds on the clock with so many pairs of hands; voice and hands hardly overlap."""
        return self.voice + self.alone + self.shared / hands


class Prices:
    """Seconds of runs for one equipment, pace and voice; every kind of run is worked out once."""

    def __init__(self, equipment: str, pace: Pace, voice: VoiceHabits = BRIEF) -> None:
        self.equipment, self.pace, self.voice = equipment, pace, voice
        self._hands: dict[tuple[Share, RunKey], Price] = {}
        self._voice: dict[RunKey, Price] = {}

    def lot(self, cards: int) -> Price:
        """Return what a lot of so many cards takes."""
        return self.price(lot_work(self.equipment, cards, self.voice))

    def price(self, work: Work) -> Price:
        """Return what this pace needs for this work."""
        each = self.pace.seconds
        shared = sum(n * each[item.act] for item, n in work.acts.items() if item.shared)
        voice = work.words * each[Handling.WORD]
        every = sum(n * each[item.act] for item, n in work.acts.items())
        return Price(every - shared - voice, shared, voice)

    def __call__(self, key: RunKey) -> Price:
        """Return what a run takes."""
        told, shares = told_like(key), shares_of(key)
        if told not in self._voice:
            self._voice[told] = self.price(voice_work(told, self.equipment, self.voice))
        for share in shares:
            if share not in self._hands:
                self._hands[share] = self.price(hands_work(*share, self.equipment))
        return _total([self._voice[told], *(self._hands[share] for share in shares)])


def told_at(table: Table, equipment: str, pace: Pace, habit: Habit) -> tuple[Prices, Prices]:
    """Return what runs take at a table, and what the first ones of a game take, in the wordings it hears."""
    first, then = (Prices(equipment, pace, voice_at(table, wording)) for wording in habit.wordings)
    return then, then if first.voice == then.voice else first


# ----------------------------------------------------------------------------------------------------
# Which runs a virtual turn asks for: one look or several, columns that stand, layouts nobody needs.


class Way(NamedTuple):
    """How virtual turns are run.

    ``forms``: each seat's form, and the pairs of bit cards under each column.  ``shortened``: turns may be
    chained, and a layout nobody needs is left out; the published forms and concealment know neither.
    """

    forms: tuple[tuple[str, int], ...]
    conceal: bool
    owners: int  # others than the seat in turn, the discards among them, the unplayed deck not
    on_table: int  # cards of the layout's deck, wherever they are
    people: int  # cards of people in the layout, taken to be as many as were dealt
    shortened: bool
    lot: int = 4  # cards of a lot
    certain: bool = False  # where there are several classes, every card is of one


def way_of(setup: Setup, form: str, conceal: bool, pairs: int = 1) -> Way:
    """Return how virtual turns are run at a table of this kind, every seat in one form."""
    return _way(setup, [(form, pairs)] * len(setup.virtual), conceal, not form_named(form).literal)


def way_at(table: Table) -> Way:
    """Return how virtual turns are run at a table, each seat in its own form; raises as `first_turn` does."""
    forms = [("", 0)] * len(table.seats)
    for number, seat in enumerate(table.seats):
        if seat.virtual:
            first = first_turn(table, seat.name)
            forms[number] = (first.form, first.layout.pairs if first.layout else 1)
    return _way(setup_of(table), forms, table.conceal, not form_named(table.protocol).literal)


def setup_of(table: Table) -> Setup:
    """Return the table as the engine plays it."""
    virtual = tuple(seat.virtual for seat in table.seats)
    until = table.draw == "until playable"
    return Setup(
        virtual,
        table.hand_size,
        pool=pool_cards(table),
        until=until,
        game=table.game,
        rules=table.rules,
        house=changed_rules(table),
        styles=tuple(seat.style for seat in table.seats),
    )


def _way(setup: Setup, forms: Sequence[tuple[str, int]], conceal: bool, ours: bool) -> Way:
    others = (sum(setup.virtual) if setup.pool else len(setup.virtual)) - 1
    people = 0 if setup.pool else (len(setup.virtual) - sum(setup.virtual)) * setup.hand_size
    on_table = len(setup.pool or deck_of(setup))
    return Way(
        tuple(forms),
        conceal,
        others + conceal,
        on_table,
        people,
        ours and not conceal,
        len(game_named(setup.game).about.lot),
        classes_by(game_named(setup.game), setup.rules) > 1,
    )


def _run(way: Way, turn: VirtualTurn, k: int, m: int, end: EndKind, drawn: int = 0) -> RunKey:
    """Return one run; a hand of one card needs no classes.  Source: `turn.plan_selection`."""
    form, pairs = way.forms[turn.seat]
    if turn.classes > 1:
        form = classed(form_named(form)).name
        pairs = 1 if form_named(form).coding is Coding.ELSE_ANY else turn.classes
    if m == 1:
        form, pairs = form_named(form).single or form, 1
    discards = k - turn.k if way.conceal else 0
    return RunKey(
        form,
        k,
        m,
        end,
        way.owners,
        True,
        True,
        pairs,
        min(turn.rank, pairs - 1),
        drawn,
        outside=way.people + discards,
        certain=way.certain and pairs > 1 and not form_named(form).columns,
    )


@cache
def runs_of(turn: VirtualTurn, way: Way, follows: bool = False) -> tuple[RunKey, ...]:
    """Return the runs of a virtual turn; ``follows``: the next turn can go on with its columns.

    A form that draws within the run looks once, unless its deck had to be made anew in mid-turn; any other
    form looks again after each draw, with one card more.  Source: paper §3.2; `turn.events_of`.
    """
    if turn.end == COUNTED and way.shortened and not turn.stands:
        return ()
    runs = _looks(turn, way)
    if way.shortened and turn.stands:
        runs[0] = runs[0]._replace(standing=True)
    if way.shortened and follows and form_named(runs[-1].form).chains:
        runs[-1] = runs[-1]._replace(hands_over=True)
    return tuple(run.fitting() for run in runs)


def _looks(turn: VirtualTurn, way: Way) -> list[RunKey]:
    k, again = (way.on_table,) * 2 if way.conceal else (turn.k, turn.k2 or turn.k)
    if turn.end == PLAYED:
        return [_run(way, turn, k, turn.m, EndKind.CARD)]
    before = turn.m2 - turn.m if turn.k2 else 0  # drawn when the deck had been made anew, the first of it too
    first = _run(way, turn, k, turn.m, EndKind.NONE)
    stuck = turn.end == STUCK or (turn.end == COUNTED and not turn.drawn)
    if stuck or before == 1:
        first = first._replace(deck=False)
    if stuck:
        return [first]
    fits = turn.end == DREW
    if not form_named(way.forms[turn.seat][0]).draws:
        last = EndKind.CARD if fits else EndKind.NONE
        ends = [*[EndKind.NONE] * (turn.drawn - 1), last]
        return [first] + [
            _run(way, turn, again if j >= before else k, turn.m + j, end)._replace(may_draw=False)
            for j, end in enumerate(ends, 1)
        ]
    if not turn.k2:
        return [_drawing(first, fits, turn.drawn)]
    second = _run(way, turn, again, turn.m2, EndKind.CARD if fits else EndKind.NONE)
    if turn.drawn > before:
        second = _drawing(second, fits, turn.drawn - before)
    elif turn.drawn == 1:  # one card a turn, and it is drawn
        second = second._replace(may_draw=False)
    return [_drawing(first, False, before - 1) if before > 1 else first, second]


def _drawing(run: RunKey, fits: bool, drawn: int) -> RunKey:
    """Return a run in which so many cards are drawn, the last of them to be played or kept.

    A deck drawn to its end is handled like one whose last card fits.
    """
    return run._replace(end=EndKind.DRAWN if fits or drawn > 1 else EndKind.KEPT, drawn=drawn)


def question_run(asked: QuestionSize, way: Way) -> RunKey:
    """Return the run of a question to a person's hand: laid out as for a turn, and nothing is drawn.

    ``outside`` counts all people's cards, those of the hand too, for they leave their sleeves again.
    """
    form = CONCEALED[CHALLENGE] if way.conceal else CHALLENGE
    k = way.on_table if way.conceal else asked.k
    outside = way.people + k - asked.k
    return RunKey(form, k, asked.m, EndKind.NONE, way.owners, True, False, outside=outside).fitting()


def chain(turns: Sequence[VirtualTurn], way: Way) -> Iterator[tuple[VirtualTurn, bool]]:
    """Yield each turn as it is run, and whether the next one goes on with its columns."""
    stood = False
    for turn, after in zip(turns, (*turns, None)[1:], strict=True):
        mine = turn._replace(stands=stood)
        follows = after is not None and after.stands and way.shortened and turn.end in (PLAYED, DREW)
        stood = follows and form_named(runs_of(mine, way)[-1].form).chains
        yield mine, stood


# ----------------------------------------------------------------------------------------------------
# Games of any kind, played through their own law on simulated cards: slower than an engine beside a game.


MOST_EVENTS = 6000  # a game that goes round in a circle ends without a winner
SEEDS = 2**32

T = TypeVar("T")


class Through:
    """Plays games of one setup; the only state between games is the stream of chance it is given."""

    def __init__(self, setup: Setup) -> None:
        self.setup, self.law = setup, game_named(setup.game)
        self._seats = [Seat(f"seat {i}", virtual) for i, virtual in enumerate(setup.virtual)]

    def game(self, chance: Callable[[], float]) -> GameRecord:
        """Play one game; ``chance`` gives numbers in [0, 1)."""
        setup = self.setup
        options = {
            "hand_size": setup.hand_size,
            "pool": setup.pool,
            "until": setup.until,
            "rules": setup.rules,
            **dict(setup.house),
        }
        one = _Played(self.law, self.law.begin(self._seats, options), int(chance() * SEEDS), chance)
        while not isinstance(need := self.law.need(one.state), Over) and one.state.n < MOST_EVENTS:
            one.go_on(need)
        winners = need.winners if isinstance(need, Over) else ()
        winner = next((i for i, seat in enumerate(self._seats) if seat.name in winners), None)
        return GameRecord(
            one.turns, tuple(one.most.values()), tuple(one.virtual), winner, tuple(one.asked), one.lots
        )


class _Played:
    """One game: its public facts, its cards, and what is noted of it."""

    def __init__(self, law: Any, state: Any, seed: int, chance: Callable[[], float]) -> None:
        self.law, self.state, self._chance = law, state, chance
        self._truth = Rehearsal(law, state, seed)
        self._names = [seat.name for seat in state.seats]
        self.most = {name: law.zones(state).sizes[name] for name in self._names}
        self.turns = 0
        self.virtual: list[VirtualTurn] = []
        self.asked: list[QuestionSize] = []
        self.lots = 0

    def go_on(self, need: Need) -> None:
        """Let happen what the table must do now."""
        match need:
            case Ask(seat, again):
                self.turns += seat is not None and not again
                self._happen((self._truth.move(self.state),))
            case Select():
                self._select(need)
            case Lot(_, faces):
                self.lots += 1
                self._happen(self.law.concluded(self.state, need, self._one(faces), 0))
            case Blind():
                self._happen(self.law.concluded(self.state, need, None, 0))
            case ShowHand(seat):
                self._happen((Show(seat, tuple(self._truth.held(seat))),))
            case HandQuestion():
                self._ask(need)
            case Over():
                raise ProtocolBug("a game under way", "one that is over", "Please report this.")
            case _:
                assert_never(need)

    def _select(self, need: Select) -> None:
        hand, stock = self._truth.held(need.seat), self.law.stock(self.state, need.seat)
        k, m, index = len(stock.cards), len(hand), self._names.index(need.seat)
        held = hand[-1:] if need.again and not need.until else hand
        fits = next((found for one in need.classes if (found := [c for c in held if c in one])), [])
        follows = self.law.concluded(self.state, need, self._one(fits) if fits else None, 0)
        black = isinstance(follows, Lot)
        if isinstance(follows, Lot):
            follows = self.law.concluded(self.state, follows, self._one(follows.faces), 0)
        if need.again and self.virtual:
            last = self.virtual.pop()
        else:
            self.turns += 1
            known = not (fits or need.may_draw or need.wanted)  # everybody can count that nothing fits
            end = PLAYED if fits else COUNTED if known else STUCK
            last = VirtualTurn(k, m, end, seat=index, classes=len(need.classes))
        draws = sum(isinstance(event, Drew) for event in follows)
        end = last.end if not need.again else DREW if fits else KEPT
        end = KEPT if draws and not fits else end
        self.virtual.append(last._replace(end=end, black=black, drawn=last.drawn + draws))
        self._happen(follows)

    def _ask(self, need: HandQuestion) -> None:
        hand, stock = self._truth.held(need.of), self.law.stock(self.state, need.of)
        self.asked.append(QuestionSize(len(stock.cards), len(hand)))
        holds = any(card in need.kinds for card in hand)
        self._happen(self.law.concluded(self.state, need, SOME if holds else None, 0))

    def _happen(self, events: Sequence[Event]) -> None:
        for event in events:
            self.state, happened = self.law.apply(self.state, event)
            self._truth.follow(event, happened, self.state)
        for name, size in self.law.zones(self.state).sizes.items():
            if name in self.most:
                self.most[name] = max(self.most[name], size)

    def _one(self, choices: Sequence[T]) -> T:
        return choices[int(self._chance() * len(choices))]


# ----------------------------------------------------------------------------------------------------


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


def handling(
    records: Sequence[GameRecord], way: Way, equipment: str, voices: Iterable[VoiceHabits]
) -> list[Work]:
    """Return the acts of the average virtual turn, all told in one wording, for each of some."""
    turns = [turn for record in records for turn in chain(record.virtual_turns, way)]
    runs = Counter(key for turn, follows in turns for key in runs_of(turn, way, follows))
    share, lots = 1 / len(turns), sum(turn.black for turn, _ in turns) / len(turns)
    return [
        combined(
            [
                (share, work_of_runs(runs, equipment, voice)),
                (lots, lot_work(equipment, way.lot, voice)),
            ]
        )
        for voice in voices
    ]
