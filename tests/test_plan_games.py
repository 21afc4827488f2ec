"""Whole games at rules level: the fast engine against the public state, event by event."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from facilitator.events import Draw, Event, Pass, Play, Start
from facilitator.game import Game, RunLine, Told
from facilitator.games import uno
from facilitator.planning.forecast import games_like, runs_of, way_of
from facilitator.planning.handling import run_work
from facilitator.planning.montecarlo import (
    CHUNK,
    DREW,
    KEPT,
    PLAYED,
    STUCK,
    Engine,
    GameRecord,
    Log,
    Setup,
    VirtualTurn,
    games,
)
from facilitator.planning.plan import setup_of
from facilitator.planning.pools import deck_named
from facilitator.state import Seat, State, apply, new_game
from facilitator.table import make_table

SMALL = tuple(card for card in uno.DECK if card[-1] in "RY" or card in "WD")


def _event(entry: tuple[str, int, str, str]) -> Event:
    verb, seat, card, colour = entry
    name = f"seat {seat}"
    match verb:
        case "start":
            return Start(card, name)
        case "play":
            return Play(name, card, colour or None)
        case "draw":
            return Draw(name)
    return Pass(name)


def _on_table(state: State) -> int:
    """The paper's k, as the layout of a virtual turn has it."""
    return len(state.pool_remaining() if state.pool else state.remaining())


def _follow(setup: Setup, log: Log) -> tuple[State, list[VirtualTurn], Counter[int]]:
    """Apply the events and note every virtual turn as the runs would see it."""
    seats = [Seat(f"seat {i}", v) for i, v in enumerate(setup.virtual)]
    state = new_game(seats, setup.hand_size, setup.deck, setup.pool)
    seen: list[VirtualTurn] = []
    most = Counter(dict.fromkeys(range(len(setup.virtual)), setup.hand_size))
    k2 = 0
    for number, entry in enumerate(log):
        verb, seat, card, _ = entry
        before, state = state, apply(state, _event(entry)).state
        for i, size in enumerate(state.hands):
            most[i] = max(most[i], size)
        if verb == "start":
            continue
        assert before.turn == seat
        k, m = _on_table(before), before.hands[seat]
        after = log[number + 1][0] if number + 1 < len(log) else ""
        if not setup.virtual[seat]:
            continue
        if verb == "draw":
            k2 = _on_table(state) if state.drawn and not before.unplayed_for(seat) else 0
            if not state.drawn:
                seen.append(VirtualTurn(k, m, STUCK, 0, False))
            elif after == "pass":
                seen.append(VirtualTurn(k, m, KEPT, k2, False))
            else:
                seen.append(VirtualTurn(k, m, DREW, k2, log[number + 1][2] in "WD"))
        elif verb == "play" and not before.drawn:
            seen.append(VirtualTurn(k, m, PLAYED, 0, card in "WD"))
    return state, seen, most


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize(
    ("deck", "pool"),
    [(uno.DECK, ()), (SMALL, ()), (uno.DECK, deck_named("compact-27")), (SMALL, deck_named("half-54"))],
    ids=["full", "small", "split 27", "small, split 54"],
)
def test_every_event_is_legal_and_every_size_agrees(
    seats: int, deck: tuple[str, ...], pool: tuple[str, ...]
) -> None:
    """Many seeds; the small decks run out, so discards are shuffled into new decks."""
    setup = Setup((False, True, True, False, True)[:seats], 7, deck, pool)
    engine = Engine(setup)
    ends: Counter[int] = Counter()
    for seed in range(80):
        log: Log = []
        record = engine.game(Random(seed).random, log)
        state, seen, most = _follow(setup, log)
        assert state.winner == record.winner
        assert tuple(seen) == record.virtual_turns
        assert tuple(most[i] for i in range(seats)) == record.most
        ends.update(turn.end for turn in seen)
    assert {PLAYED, KEPT, DREW} <= ends.keys()


def test_a_deck_that_runs_out_is_made_anew() -> None:
    found = games(Setup((False, True, True, False, True), 7, SMALL), 400, workers=1)
    turns = [turn for record in found for turn in record.virtual_turns]
    assert any(turn.k2 for turn in turns)
    assert any(turn.end == STUCK for turn in turns)


@pytest.mark.parametrize("pool", ["compact-27", "half-54", "full-108"])
def test_a_split_pool_keeps_to_itself(pool: str) -> None:
    """k never exceeds the pool; it is the pool at the first turn but for what others played of it: nothing."""
    cards = deck_named(pool)
    found = games(Setup((False, True, True), 7, pool=cards), 200, seed=5, workers=1)
    for record in found:
        assert record.virtual_turns == () or record.virtual_turns[0].k == len(cards)
        assert all(0 < turn.m <= turn.k <= len(cards) for turn in record.virtual_turns)
        assert all(turn.k2 <= len(cards) for turn in record.virtual_turns)


def test_the_first_cards_are_dealt_fairly() -> None:
    """The card that opens 3000 games is uniform over the 100 that are not black: within five deviations."""
    tops: Counter[str] = Counter()
    engine, chance = Engine(Setup((False, False), 7)), Random(1).random
    for _ in range(3000):
        log: Log = []
        engine.game(chance, log)
        tops[log[0][2]] += 1
    for kind in uno.KINDS[:-2]:
        expected = 3000 * uno.copies(kind) / 100
        assert abs(tops[kind] - expected) < 5 * expected**0.5
    assert not tops["W"] + tops["D"]


def test_results_depend_on_the_seed_alone() -> None:
    setup, told = Setup((False, True, False), 7), list[int]()
    alone = games(setup, CHUNK * 2 + 7, seed=3, workers=1, tell=lambda done, of: told.append(done))
    assert games(setup, CHUNK * 2 + 7, seed=3, workers=2) == alone
    assert games(setup, CHUNK * 2 + 7, seed=4, workers=1) != alone
    assert told == [CHUNK, 2 * CHUNK, 2 * CHUNK + 7]


def test_a_game_nobody_can_win_ends() -> None:
    """All cards in hands, none fits: the record says that nobody won."""
    found = games(Setup((False, True), 2, ("1R", "1R", "2Y", "2Y", "3G")), 20, workers=1)
    assert games_like(found).unfinished > 0.1


def test_runs_of_a_turn() -> None:
    setup = Setup((False, True, False), 7)
    old, new = way_of(setup, "published", False), way_of(setup, "streamlined", False)
    kept = VirtualTurn(90, 5, KEPT, 0, False)
    assert [(r.k, r.m, r.end, r.may_draw) for r in runs_of(kept, old)] == [
        (90, 5, "none", True),
        (90, 6, "none", False),
    ]
    assert [(r.k, r.m, r.end) for r in runs_of(kept, new)] == [(90, 5, "kept")]
    anew = VirtualTurn(30, 5, DREW, 100, False)
    assert [(r.k, r.m, r.end) for r in runs_of(anew, new)] == [(30, 5, "none"), (100, 6, "card")]
    assert runs_of(VirtualTurn(30, 5, STUCK, 0, False), old)[0].end == "none"
    everything = runs_of(kept, way_of(setup, "published", True))
    assert [run.k for run in everything] == [108, 108]


@pytest.mark.parametrize("protocol", ["published", "streamlined"])
@pytest.mark.parametrize("pool", ["shared", "split"])
def test_runs_and_shuffles_are_those_of_the_real_game(protocol: str, pool: str) -> None:
    """A rehearsal on known cards: every run's k, m and shuffles, told from its public events alone."""
    table = make_table(
        {
            "seats": ["seat 0", {"name": "seat 1", "virtual": True}, "seat 2"],
            "protocol": protocol,
            "pool": pool,
            "pool_deck": "compact-27",
        }
    )
    setup = setup_of(table)
    for seed in range(3 if pool == "split" else 1):
        game, log, lines = Game.open(table, None, seed), Log(), list[RunLine]()
        assert game.truth is not None
        while not game.over:
            if not game.state.started:
                game.submit(game.truth.start(game.state))
            elif game.run is not None:
                game.answer(game.run.truth if game.run.step.instruction.ask else "")
            else:
                game.submit(game.truth.move(game.state))
            for item in game.news:
                if isinstance(item, RunLine):
                    lines.append(item)
                elif isinstance(item, Told):
                    log.append(_entry(item.event))
            game.news.clear()
        game.close()
        _, turns, _ = _follow(setup, log)
        runs = [run for turn in turns for run in runs_of(turn, way_of(setup, protocol, False))]
        assert [(run.k, run.m) for run in runs] == [(line.k, line.m) for line in lines]
        assert [run_work(run, "sleeves").shuffles for run in runs] == pytest.approx(
            [line.shuffles for line in lines]
        )


def _entry(event: Event) -> tuple[str, int, str, str]:
    """Write a game's event as the engine logs it."""
    match event:
        case Start(card, first):
            return ("start", int(first[-1]), card, "")
        case Play(seat, card, colour):
            return ("play", int(seat[-1]), card, colour or "")
        case Draw(seat):
            return ("draw", int(seat[-1]), "", "")
        case Pass(seat):
            return ("pass", int(seat[-1]), "", "")


def test_what_games_are_like() -> None:
    record = GameRecord(
        10, (9, 7), (VirtualTurn(50, 7, PLAYED, 0, False), VirtualTurn(50, 6, KEPT, 0, False)), 0
    )
    like = games_like([record] * 3)
    assert like.virtual_turns == (2, 2)
    assert like.none_turns == (1, 1)
    assert like.markers == (9, 7)
