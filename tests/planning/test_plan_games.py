"""Simulated games: every count that the forecast reads off a game, checked against its public events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

import pytest

from facilitator.games import records
from facilitator.games.events import Drew, Event, Pass, Play, Start
from facilitator.games.rules import Rules, Seat
from facilitator.games.uno import cards as uno
from facilitator.games.uno.options import options_of
from facilitator.games.uno.rules import apply
from facilitator.games.uno.state import UnoState, new_game
from facilitator.operations.definitions import Scramble, Spin
from facilitator.planning.attempt_cost import AttemptKey, make_sample_layout, simulate_attempt
from facilitator.planning.forecast import (
    CHUNK,
    GAMES,
    TURNS,
    Simulator,
    TurnSettings,
    get_turn_settings,
    link_turns,
    list_attempts,
    setup_of,
    simulate_games,
    summarize_games,
)
from facilitator.play.match import Match
from facilitator.play.messages import EventMessage, RunLine
from facilitator.table_files.load import Table, make_table, sample
from turns import go_on

COMPACT = uno.POOLS["compact-27"]


def _look(state: UnoState, seat: int) -> records.LayoutSize:
    """The paper's k and m, as the layout of a virtual turn has them."""
    return records.LayoutSize(len(state.remaining(len(state.decks) - 1)), state.hands[seat])


def looks(*sizes: tuple[int, int]) -> tuple[records.LayoutSize, ...]:
    return tuple(records.LayoutSize(*size) for size in sizes)


class Followed(NamedTuple):
    """What the public state says of a game: where it ended, and the virtual turns."""

    state: UnoState
    turns: list[records.VirtualTurn]


def _follow(setup: records.Setup, log: Sequence[Event]) -> Followed:
    """Apply the events and note every virtual turn as the runs would see it."""
    seats = [Seat(f"seat {i}", v) for i, v in enumerate(setup.virtual)]
    house = options_of(dict(setup.house))
    state = new_game(seats, setup.hand_size, uno.DECK, setup.pool, house)
    seen: list[records.VirtualTurn] = []
    turn, stands = records.VirtualTurn((), records.KEPT), False
    for event in log:
        before = state
        applied = apply(before, event)
        state = applied.state
        if isinstance(event, Start):
            continue
        assert isinstance(event, Play | Drew | Pass)
        seat = before.turn
        assert event.seat == seats[seat].name
        if not before.drawn:
            turn = records.VirtualTurn((_look(before, seat),), records.KEPT, stands=stands, seat=seat)
            hidden = before.remaining(len(before.decks) - 1)
            if (
                not before.draws_until_playable
                and before.deck_of(seat).unplayed
                and not before.legal_cards() & set(hidden)
            ):
                turn = turn._replace(end=records.COUNTED)
        if isinstance(event, Drew) and state.hands[seat] > before.hands[seat]:
            turn = turn._replace(looks=(*turn.looks, _look(state, seat)))
        elif isinstance(event, Drew):
            turn = turn._replace(end=records.STUCK)
        elif isinstance(event, Play):
            rank = int(event.card == "D" and dict(setup.house).get("wild_draw_four") == "last")
            end = records.DREW if before.drawn else records.PLAYED
            turn = turn._replace(end=end, black=event.card in "WD", rank=rank)
        if state.drawn:
            continue
        if setup.virtual[seat]:
            seen.append(turn)
        stands = isinstance(event, Play) and sum(setup.virtual) > 1 and setup.virtual[seat]
        stands = stands and state.winner is None and setup.virtual[state.turn]
        stands = stands and all(told.key in QUIET for told in applied.happened)
        stands = stands and bool(state.deck_of(state.turn).unplayed)
        stands = stands and sum(look.k == turn.looks[-1].k for look in turn.looks) <= 2
    return Followed(state, seen)


QUIET = ("played", "reverse", "miss", "one left")
"""What may follow a card played while the columns stand."""


@pytest.mark.parametrize("draw", ["one", "until playable"])
@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("pool", [(), COMPACT, uno.POOLS["half-54"]], ids=["shared", "split 27", "split 54"])
@pytest.mark.every(3)
def test_simulated_games_have_legal_events_and_consistent_sizes(
    seats: int, pool: tuple[str, ...], draw: str, full: bool
) -> None:
    """Many seeds; the small pools run out, so discards are shuffled into new draw piles."""
    setup = records.Setup((False, True, True, False, True)[:seats], 7, pool, house=(("draw", draw),))
    ends: Counter[int] = Counter()
    stood = 0
    for seed in range(20 if full else 5):
        record, log = _simulated(setup, seed)
        state, seen = _follow(setup, log)
        assert state.winner == record.winner
        assert [turn._replace(classes=0) for turn in record.virtual_turns] == seen
        ends.update(turn.end for turn in seen)
        stood += sum(turn.stands for turn in seen)
    assert {records.PLAYED, records.DREW} <= ends.keys()
    assert draw != "one" or ends[records.KEPT]
    assert bool(stood) == (seats > 2)


class _Recorder:
    """The rules of a game that also note which event followed each state, the last one if several were tried."""

    def __init__(self, rules: Rules[Any]) -> None:
        self.rules, self.states, self.followed = rules, list[UnoState](), dict[int, tuple[Event, UnoState]]()

    def __getattr__(self, name: str) -> object:
        return getattr(self.rules, name)

    def apply(self, state: UnoState, event: Event) -> object:
        applied = self.rules.apply(state, event)
        self.states.append(state)
        self.followed[id(state)] = event, applied.state
        return applied

    def events(self) -> list[Event]:
        state, found = self.states[0], list[Event]()
        while id(state) in self.followed:
            event, state = self.followed[id(state)]
            found.append(event)
        return found


def _simulated(setup: records.Setup, seed: int) -> tuple[records.GameRecord, list[Event]]:
    """Simulate a game; return its record and its public events."""
    simulator: Any = Simulator(setup)
    simulator.rules = _Recorder(simulator.rules)
    return simulator.play_game(Random(seed).random), simulator.rules.events()


def test_discards_refill_an_empty_draw_pile() -> None:
    found = simulate_games(records.Setup((False, True, True, False, True), 8, COMPACT), 20)
    turns = [turn for record in found for turn in record.virtual_turns]
    assert any(turn.looks[0].k < turn.looks[-1].k for turn in turns)


@pytest.mark.parametrize("pool", ["compact-27", "half-54", "full-108"])
def test_a_separate_pool_uses_only_its_own_cards(pool: str) -> None:
    """The layout of the first turn is the whole pool, and no later layout has more cards."""
    cards = uno.POOLS[pool]
    found = simulate_games(records.Setup((False, True, True), 7, pool=cards), 20, seed=5)
    for record in found:
        assert record.virtual_turns == () or record.virtual_turns[0].looks[0].k == len(cards)
        assert all(0 < m <= k <= len(cards) for turn in record.virtual_turns for k, m in turn.looks)


def test_results_depend_only_on_the_seed() -> None:
    setup, told = records.Setup((False, True, False), 7), list[int]()
    alone = simulate_games(setup, CHUNK * 2 + 7, seed=3, tell=lambda done, of: told.append(done))
    assert simulate_games(setup, CHUNK * 2 + 7, seed=3) == alone
    assert simulate_games(setup, CHUNK * 2 + 7, seed=4) != alone
    assert told == [CHUNK, 2 * CHUNK, 2 * CHUNK + 7]


def test_a_deal_that_leaves_no_first_top_card_is_dealt_again() -> None:
    """Two cards are left of the deck: now and then both are black."""
    found = simulate_games(records.Setup((False, True), 53), 10)
    assert all(record.winner is not None for record in found)


def test_fewer_games_are_simulated_if_they_are_long_unless_a_number_is_asked_for() -> None:
    matches = simulate_games(setup_of(sample("hearts")))
    assert len(matches) < GAMES
    assert sum(record.turns for record in matches) > TURNS
    assert len(simulate_games(setup_of(sample("sevens")), GAMES + 1)) == GAMES + 1


def way(protocol: str, **keys: object) -> TurnSettings:
    """How virtual turns are run at a table of three, the second seat virtual."""
    return get_turn_settings(make_table({"seats": SEATS, "protocol": protocol, **keys}))


def test_a_turn_has_the_expected_attempts() -> None:
    old, new = way("published"), way("knockout")
    kept = records.VirtualTurn(looks((90, 5), (90, 6)), records.KEPT, seat=1)
    assert [(r.k, r.m, r.end, r.may_draw) for r in list_attempts(kept, old)] == [
        (90, 5, "none", True),
        (90, 6, "none", False),
    ]
    assert [(r.k, r.m, r.end, r.deck) for r in list_attempts(kept, new)] == [(90, 5, "kept", True)]
    anew = records.VirtualTurn(looks((30, 5), (100, 6)), records.DREW, seat=1)
    assert [(r.k, r.m, r.end, r.deck) for r in list_attempts(anew, new)] == [
        (30, 5, "none", False),
        (100, 6, "card", True),
    ]
    (stuck,) = list_attempts(records.VirtualTurn(looks((30, 5)), records.STUCK, seat=1), old)
    assert (stuck.end, stuck.deck) == ("none", False)
    everything = list_attempts(kept, way("published", conceal=True))
    assert [run.k for run in everything] == [108, 108]


def test_an_unnecessary_layout_is_left_out() -> None:
    counted = records.VirtualTurn(looks((20, 5), (20, 6)), records.COUNTED, seat=1)
    split = {"pool": "split", "pool_deck": "compact-27"}
    assert list_attempts(counted, way("knockout", **split)) == ()
    assert len(list_attempts(counted, way("published", **split))) == 2
    assert len(list_attempts(counted, way("knockout", conceal=True, **split))) == 1
    assert len(list_attempts(counted._replace(stands=True), way("knockout", **split))) == 1


def test_drawing_until_playable_is_one_attempt_or_one_per_card() -> None:
    """Three cards drawn, the third played; and the deck made anew before the second."""
    old, new = (way(protocol, draw="until playable") for protocol in ("published", "knockout"))
    three = records.VirtualTurn(looks(*((90, m) for m in (5, 6, 7, 8))), records.DREW, seat=1)
    assert [(r.m, r.end, r.drawn) for r in list_attempts(three, new)] == [(5, "drawn", 3)]
    assert [(r.m, r.end) for r in list_attempts(three, old)] == [
        (5, "none"),
        (6, "none"),
        (7, "none"),
        (8, "card"),
    ]
    anew = three._replace(looks=looks((20, 5), (20, 6), (70, 7), (70, 8)))
    assert [(r.k, r.m, r.end, r.drawn) for r in list_attempts(anew, new)] == [
        (20, 5, "kept", 1),
        (70, 7, "drawn", 1),
    ]
    assert [r.k for r in list_attempts(anew, old)] == [20, 20, 70, 70]


SEATS = ["seat 0", {"name": "seat 1", "virtual": True}, "seat 2"]
MANY = ["seat 0", *({"name": f"seat {i}", "virtual": True} for i in (1, 2, 3))]
STYLED = [
    "seat 0",
    *({"name": f"seat {i}", "virtual": True, "style": s} for i, s in ((1, "attacker"), (2, "uniform"))),
]


@pytest.mark.parametrize(
    ("keys", "seeds"),
    [
        ({"seats": SEATS, "protocol": "published"}, 1),
        ({"seats": SEATS}, 1),
        ({"seats": SEATS, "protocol": "published", "pool": "split"}, 1),
        ({"seats": SEATS, "pool": "split"}, 1),
        ({"seats": MANY, "pool": "split", "hand_size": 4}, 1),
        ({"seats": MANY, "wild_draw_four": "last", "hand_size": 4}, 1),
        ({"seats": MANY, "conceal": True, "pool": "split", "hand_size": 3}, 1),
        ({"seats": STYLED, "pool": "split", "hand_size": 4}, 1),
        ({"seats": SEATS, "pool": "split", "draw": "until playable"}, 1),
    ],
    ids=repr,
)
@pytest.mark.every(2)
def test_simulated_attempts_equal_those_of_a_real_game(keys: dict[str, object], seeds: int) -> None:
    """A rehearsal on known cards: every run's form, size, columns and shuffles, told from its public events.

    A style's classes change with what is public; the plan counts those of the start.
    """
    table = make_table({"pool_deck": "compact-27", **keys})
    setup, way = setup_of(table), get_turn_settings(table)
    plain = all(seat.style == "uniform" for seat in table.seats)
    for seed in range(seeds):
        log, played = _rehearsed(table, seed)
        turns = _follow(setup, log).turns
        runs = [run for turn, follows in link_turns(turns, way) for run in list_attempts(turn, way, follows)]
        assert [(run.k, run.m) for run in runs] == [(each.k, each.m) for each in played]
        told = [(run.form, run.are_columns_kept, _shuffles(run)) for run in runs]
        really = [(each.form, each.are_columns_kept, each.shuffles) for each in played]
        if plain:
            assert told == really
        else:
            same = sum(one == other for one, other in zip(told, really, strict=True))
            assert same > len(told) / 2
        if keys["seats"] is MANY:
            assert any(run.are_columns_kept for run in runs) != table.conceal


def _shuffles(run: AttemptKey) -> int:
    """Return how often columns or piles are scrambled in a run."""
    return sum(isinstance(op, Scramble | Spin) for op in simulate_attempt(run, make_sample_layout(run))[0])


class Played(NamedTuple):
    """A run of the real game."""

    form: str
    k: int
    m: int
    shuffles: int
    are_columns_kept: bool


def _rehearsed(table: Table, seed: int) -> tuple[list[Event], list[Played]]:
    """Play a rehearsal; return its events and its runs."""
    game, log, played = Match.open(table, None, seed), list[Event](), list[Played]()
    while not game.is_over:
        layout = game.plan.layout if game.plan else None
        go_on(game)
        for item in game.news:
            if isinstance(item, RunLine):
                assert layout is not None
                played.append(Played(item.form, item.k, item.m, item.shuffles, layout.are_columns_kept))
            elif isinstance(item, EventMessage):
                log.append(item.event)
        game.news.clear()
    game.close()
    return log, played


def test_statistics_of_simulated_games() -> None:
    first = records.VirtualTurn(looks((50, 7)), records.PLAYED)
    second = records.VirtualTurn(looks((50, 6), (50, 7)), records.KEPT)
    record = records.GameRecord(10, (first, second), 0)
    like = summarize_games([record] * 3)
    assert like.virtual_turns == (2, 2)
