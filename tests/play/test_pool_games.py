"""Whole games with a split pool: the simulated table, the public state and the record agree on every card."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest
from typer.testing import CliRunner

from facilitator.cli import app as program
from facilitator.errors import FacilitatorError, TableError
from facilitator.games.uno import cards as uno
from facilitator.games.uno.consequences import Kind
from facilitator.games.uno.events import Play, Start, to_json
from facilitator.games.uno.state import Seat, State, apply, new_game
from facilitator.machine.faces import DECK, DISCARDS, POOL
from facilitator.play.game import Game
from facilitator.play.news import RunLine, Told
from facilitator.play.rehearsal import Rehearsal
from facilitator.play.turn import pool_cards
from facilitator.readings.simulate import SimulatedTable, deal
from facilitator.table.load import PROTOCOLS, Table, make_table, table_text

TRIO = (Seat("Ana"), Seat("Vera", virtual=True), Seat("Ben"))
COMPACT = uno.POOLS["compact-27"]
RUNNER = CliRunner()

# The simulated table


def test_a_shared_deal_is_the_same_with_and_without_pools_in_the_program() -> None:
    table = deal(["Ana", "Vera"], 7, uno.DECK, 7)
    assert POOL not in table.hands
    assert Counter(card for hand in table.hands.values() for card in hand) == Counter(uno.DECK)


def test_a_split_deal_takes_each_hand_from_its_deck() -> None:
    table = deal(["Ana", "Vera"], 7, uno.DECK, 7, COMPACT, ["Vera"])
    assert Counter(table.hands["Vera"] + table.hands[POOL]) == Counter(COMPACT)
    assert Counter(table.hands["Ana"] + table.hands[DECK]) == Counter(uno.DECK)
    assert table.hands["Ana"] == deal(["Ana"], 7, uno.DECK, 7).hands["Ana"]


def twice_seven(last: str) -> SimulatedTable:
    """A pile with the red 7 of either deck on it, the top card that of ``last``."""
    hands = {"Ana": ["7R", "9R"], "Vera": ["7R", "1R"], DECK: [], POOL: [], DISCARDS: ["4R"]}
    table = SimulatedTable(hands, 1, ["Vera"])
    first = "Ana" if last == "Vera" else "Vera"
    table.play(first, "9R" if first == "Ana" else "1R")
    table.play(first, "7R")
    table.play(last, "7R")
    return table


@pytest.mark.parametrize(
    ("last", "deck", "new", "marked"),
    [
        ("Ana", POOL, ["1R", "7R"], []),
        ("Ana", DECK, ["4R"], ["1R", "7R"]),
        ("Vera", POOL, [], ["7R"]),
        ("Vera", DECK, ["4R", "7R", "9R"], ["7R"]),
    ],
)
def test_equal_cards_of_two_decks_are_told_apart(
    last: str, deck: str, new: list[str], marked: list[str]
) -> None:
    table = twice_seven(last)
    pile = Counter(table.hands[DISCARDS])
    table.reshuffle(deck)
    assert sorted(table.hands[deck]) == new
    assert sorted(table.pool_discards) == marked
    assert table.hands[DISCARDS][-1] == "7R"
    assert Counter(table.hands[DISCARDS]) == pile - Counter(new)


# Whole rehearsals


def by_deck(table: SimulatedTable, state: State) -> tuple[Counter[str], Counter[str]]:
    """Every play card of the people's deck and of the pool's, wherever it lies; a layout is all the pool's."""
    virtual = {seat.name for seat in state.seats if seat.virtual}
    pool = Counter(face for face in table.faces.values() if face in uno.KINDS) + Counter(table.pool_discards)
    people = Counter(table.hands[DISCARDS])
    people.subtract(table.pool_discards)
    for owner, cards in table.hands.items():
        if owner != DISCARDS:
            (pool if owner in virtual | {POOL} else people).update(cards)
    return +people, +pool


def table_of(seed: int) -> Table:
    """A table with a split pool that varies with the seed: its deck, seats, form and hand size."""
    virtual, people = 1 + seed // 3 % 3, 1 + seed % 2
    seats: list[object] = [*["Ana", "Ben"][:people]]
    for place, name in enumerate(["Vera", "Udo", "Ida"][:virtual]):
        style = "attacker" if seed % 7 == place else "uniform"
        seats.insert((seed + 2 * place) % (len(seats) + 1), {"name": name, "virtual": True, "style": style})
    keys = {"pool": "split", "pool_deck": list(uno.POOLS)[seed % 3], "hand_size": 3 + seed % 5}
    form = PROTOCOLS[seed // 9 % len(PROTOCOLS)]
    return make_table({"seats": seats, "protocol": form, "conceal": seed % 5 == 4, **keys})


def step(game: Game) -> None:
    assert game.truth is not None
    if not game.state.started:
        game.submit(game.truth.start(game.state))
    elif game.run is not None:
        game.answer(game.run.truth)
    else:
        game.submit(game.truth.move(game.state))


def check(table: SimulatedTable, state: State) -> None:
    """The public state is true of the cards, and no card of either deck is lost or strange."""
    hands = [len(table.hands[seat.name]) + len(table.standing(seat.name)) for seat in state.seats]
    assert tuple(hands) == state.hands
    assert len(table.hands[DECK]) == state.unplayed
    assert len(table.hands[POOL]) + len(table.standing(POOL)) == state.pool_unplayed
    assert Counter(table.hands[DISCARDS]) == Counter(state.discards)
    assert Counter(table.pool_discards) == Counter(state.discards_from(pool=True))
    assert table.hands[DISCARDS][-1] == state.top
    assert by_deck(table, state) == (Counter(state.deck), Counter(state.pool))
    virtual = sum(size for size, seat in zip(state.hands, state.seats, strict=True) if seat.virtual)
    assert len(state.pool_remaining()) == virtual + state.pool_unplayed
    assert len(state.remaining()) == sum(state.hands) - virtual + state.unplayed


def watch(game: Game, patch: pytest.MonkeyPatch) -> None:
    """Check the table of a rehearsal at every event, while no run has picked up a hand yet."""
    truth = game.truth
    assert truth is not None
    agree = truth.agree

    def agree_and_check(state: State) -> None:
        agree(state)
        check(truth.table, state)

    patch.setattr(truth, "agree", agree_and_check)


def play_through(table: Table, seed: int, patch: pytest.MonkeyPatch) -> Counter[str]:
    """Play a rehearsal to its end, checking it at every event; count what came up."""
    counts, pool = Counter[str](), pool_cards(table)
    game = Game.open(table, None, seed)
    watch(game, patch)
    while not game.over:
        before = game.state
        step(game)
        for item in game.news:
            if isinstance(item, RunLine):
                assert item.k == (len(pool) if table.conceal else len(before.pool_remaining()))
                counts["runs"] += 1
            elif isinstance(item, Told):
                counts["events"] += 1
                counts.update(told.source.name for told in item.consequences if told.kind is Kind.RESHUFFLE)
                if isinstance(item.event, Play):
                    virtual = item.state.seats[item.state.seat_index(item.event.seat)].virtual
                    assert item.state.from_pool[-1] == virtual
        game.news.clear()
    game.close()
    return counts


SHARDS = 8


@pytest.mark.parametrize("shard", range(SHARDS))
def test_state_and_truth_agree_with_a_split_pool(
    shard: int, full: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """25 games a shard, 200 in all; with --full 1,000."""
    counts = Counter[str]()
    for seed in range(shard, (1000 if full else 200), SHARDS):
        counts += play_through(table_of(seed), seed, monkeypatch)
    assert counts["runs"] > 100
    assert counts["events"] > 500


def test_both_decks_run_out_and_are_made_anew() -> None:
    """Small decks, no protocol: every seat plays from the simulated cards by the public rules alone."""
    counts = Counter[str]()
    for seed in range(200):
        virtual = 1 + seed // 3 % 3
        seats = [Seat("Ana"), Seat("Ben"), *(Seat(f"V{i}", virtual=True) for i in range(virtual))]
        deck = [card for card in uno.DECK if card[0] not in "24680"]
        state = new_game(seats, 5, deck[seed % 3 :: 3], COMPACT)
        truth = Rehearsal(state, seed)
        applied = apply(state, truth.start(state))
        while applied.state.winner is None and applied.state.n < 300:
            event = truth.move(applied.state)
            applied = apply(applied.state, event)
            truth.follow(event, applied.consequences)
            truth.agree(applied.state)
            check(truth.table, applied.state)
            counts.update(f"{told.kind.name} {told.source.name}" for told in applied.consequences)
        counts["won"] += applied.state.winner is not None
    assert counts["won"] > 150
    for source in ("PEOPLE", "POOL"):
        assert counts[f"RESHUFFLE {source}"] > 20
        assert counts[f"DRAW {source}"] > 50


def test_a_lost_card_is_noticed() -> None:
    state = new_game(TRIO, 3, pool=COMPACT)
    for owner in (POOL, DECK):
        truth = Rehearsal(state, 5)
        begun = apply(state, truth.start(state)).state
        truth.agree(begun)
        hand = truth.table.hands[owner]
        hand[0] = next(card for card in uno.KINDS if card != hand[0])
        with pytest.raises(FacilitatorError, match="hidden cards"):
            truth.agree(begun)


# The journal, and a written record


@dataclass(frozen=True)
class Kept:
    """A whole game, its journal and what was announced."""

    table: Table
    journal: Path
    told: list[Told]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """A game of one person against two virtual seats, left and resumed now and then."""
    seats = ["Ana", {"name": "Vera", "virtual": True}, {"name": "Udo", "virtual": True}]
    keys = {"pool": "split", "pool_deck": "compact-27", "hand_size": 3}
    table, journal = make_table({"seats": seats, **keys}), tmp_path_factory.mktemp("kept") / "pool.game"
    told, number = list[Told](), 0
    game = Game.open(table, journal, 3)
    while not game.over:
        step(game)
        told += [item for item in game.news if isinstance(item, Told)]
        game.news.clear()
        number += 1
        if number % 150 == 0:
            before = game.state, game.truth and game.truth.table.hands
            game.close()
            game = Game.open(table, journal, 3)
            assert (game.state, game.truth and game.truth.table.hands) == before
    game.close()
    return Kept(table, journal, told)


def test_a_journal_gives_the_same_split_game_again(kept: Kept) -> None:
    again = Game.open(kept.table, kept.journal, 3)
    assert again.state == kept.told[-1].state
    assert again.over
    again.close()


@pytest.mark.parametrize("states", [True, False])
def test_replay_knows_the_pool(kept: Kept, tmp_path: Path, states: bool) -> None:
    file, record = tmp_path / "table.yaml", tmp_path / "events.jsonl"
    file.write_text(table_text(kept.table), encoding="utf-8")
    lines = []
    for item in kept.told:
        lines.append(json.dumps({"event": to_json(item.event)}))
        lines += [json.dumps({"state": item.state.to_json()})] if states else []
    record.write_text("\n".join(lines), encoding="utf-8")
    done = RUNNER.invoke(program.app, ["replay", str(file), str(record), "--json"])
    assert done.exit_code == 0, done.output
    printed = [json.loads(line) for line in done.stdout.splitlines()]
    assert printed == [item.state.to_json() for item in kept.told]
    assert printed[-1]["pool"]["discards"] > 0


def test_replay_notices_a_pool_that_differs(kept: Kept, tmp_path: Path) -> None:
    file, record = tmp_path / "table.yaml", tmp_path / "events.jsonl"
    file.write_text(table_text(kept.table), encoding="utf-8")
    event, state = to_json(kept.told[0].event), kept.told[0].state.to_json()
    state["pool"] = {"unplayed": 1, "discards": 0}
    record.write_text("\n".join(json.dumps(body) for body in ({"event": event}, {"state": state})))
    done = RUNNER.invoke(program.app, ["replay", str(file), str(record)])
    assert done.exit_code == TableError.exit_code
    assert "Expected pool {'unplayed': " in " ".join(done.stderr.split())


def test_undo_takes_back_a_pool_s_draw() -> None:
    game = Game.open(make_table({"seats": ["Ana", {"name": "Vera", "virtual": True}], "pool": "split"}), None)
    game.submit(Start("7R", "Ana"))
    game.submit(Play("Ana", "+R"))
    assert game.state.pool_unplayed == 99
    game.undo()
    assert game.state.pool_unplayed == 101
    game.close()


def test_a_deck_without_a_first_top_card_is_told() -> None:
    """Hands of 53 for two leave two cards; both may be black."""
    table = SimulatedTable({DECK: ["W", "D"], DISCARDS: []}, 0)
    with pytest.raises(TableError, match="only W, D in the deck"):
        table.turn_first(lambda face: not uno.is_black(face))
