"""Whole games with a split pool: the simulated table, the public state and the record agree on every card."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from facilitator.cli import app as program
from facilitator.errors import TableError
from facilitator.games.events import Drew, Play, Start
from facilitator.games.rules import Seat
from facilitator.games.uno import cards as uno
from facilitator.games.uno.game import UNO
from facilitator.games.uno.rules import CODEC, apply
from facilitator.games.uno.state import new_game
from facilitator.instructions.simulate import SimulatedTable, pick
from facilitator.operations.faces import DECK, DISCARDS, POOL
from facilitator.play.match import Match
from facilitator.play.messages import EventMessage
from facilitator.play.rehearsal import Rehearsal
from facilitator.table_files.load import Table, make_table, table_text
from turns import go_on

TRIO = (Seat("Ana"), Seat("Vera", virtual=True), Seat("Ben"))
COMPACT = uno.POOLS["compact-27"]
RUNNER = CliRunner()

# The simulated table


def test_a_split_deal_takes_each_hand_from_its_deck() -> None:
    seats = [Seat("Ana"), Seat("Vera", virtual=True)]
    split = Rehearsal(UNO, new_game(seats, pool=COMPACT), 7).table
    assert Counter(split.hands["Vera"] + split.hands[POOL]) == Counter(COMPACT)
    assert Counter(split.hands["Ana"] + split.hands[DECK]) == Counter(uno.DECK)
    assert POOL not in Rehearsal(UNO, new_game(seats), 7).table.hands


@pytest.mark.parametrize(
    ("last", "of", "new"),
    [
        ("Ana", 1, ["1R", "7R"]),
        ("Ana", 0, ["4R", "9R"]),
        ("Vera", 1, ["1R"]),
        ("Vera", 0, ["4R", "7R", "9R"]),
    ],
)
def test_equal_cards_of_two_decks_are_told_apart(last: str, of: int, new: list[str]) -> None:
    """The red 7 of either deck lies on the pile, that of ``last`` on top: it stays."""
    pile, origin = ("4R", "9R", "1R", "7R", "7R"), (0, 0, 1, *((1, 0) if last == "Ana" else (0, 1)))
    table = SimulatedTable({DECK: [], POOL: [], DISCARDS: list(pile)}, 1)
    state = new_game([Seat("Ana"), Seat("Vera", virtual=True)], pool=COMPACT)
    decks = tuple(replace(deck, unplayed=0) for deck in state.decks)
    state = replace(state, discards=pile, origin=origin, color="R", decks=decks, turn=of)
    seat = state.seats[of].name
    after, told = apply(state, Drew(seat))
    for happened in told:
        for motion in happened.motions:
            table.carry_out(motion)
    zone = (DECK, POOL)[of]
    assert sorted(table.hands[zone] + table.hands[seat]) == new
    assert table.hands[DISCARDS] == list(after.discards)


# Whole rehearsals


def test_the_next_hand_of_a_match_gathers_each_deck_apart() -> None:
    seats = ["Ana", {"name": "Vera", "virtual": True}, "Ben"]
    table = make_table(
        {"seats": seats, "rules": "official", "hand_size": 2, "pool": "split", "pool_deck": "compact-27"}
    )
    assert table.scores == "match"
    game = Match.open(table, None, 5)
    while game.state.round < 3 and not game.is_over:
        go_on(game)
    assert game.state.round == 3
    assert game.state.hands == (2, 2, 2)
    assert [deck.unplayed for deck in game.state.decks] == [104, 25]
    assert any(
        "the virtual players' cards separately" in UNO.describe_effect(told)
        for item in game.news
        if isinstance(item, EventMessage)
        for told in item.happened
    )


def test_both_decks_run_out_and_are_made_anew() -> None:
    """Small decks, no protocol: every seat plays from the simulated cards by the public rules alone."""
    counts = Counter[object]()
    for seed in range(60):
        virtual = 1 + seed // 3 % 3
        seats = [Seat("Ana"), Seat("Ben"), *(Seat(f"V{i}", virtual=True) for i in range(virtual))]
        deck = [card for card in uno.DECK if card[0] not in "24680"]
        state = new_game(seats, 5, deck[seed % 3 :: 3], COMPACT)
        truth = Rehearsal(UNO, state, seed)
        start = truth.move(state)
        applied = apply(state, start)
        truth.follow(start, applied.happened, applied.state)
        while applied.state.winner is None and applied.state.n < 300:
            held = truth.get_hand(seats[applied.state.turn].name)
            event = pick(seed, applied.state.n, UNO.list_moves(applied.state, held))
            applied = apply(applied.state, event)
            truth.follow(event, applied.happened, applied.state)
            truth.agree(applied.state)
            keyed = [told for told in applied.happened if "deck" in told.args]
            counts.update((told.key, told.args["deck"].key == "draw_pile.people") for told in keyed)
        counts["won"] += applied.state.winner is not None
    assert counts["won"] > 45
    for is_peoples in (True, False):
        assert counts["reshuffle", is_peoples] > 6
        assert counts["draw", is_peoples] > 15


# The journal, and a written record


@dataclass(frozen=True)
class Kept:
    """A whole game, its journal and what was announced."""

    table: Table
    journal: Path
    told: list[EventMessage]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """A game of one person against two virtual seats, left and resumed now and then."""
    seats = ["Ana", {"name": "Vera", "virtual": True}, {"name": "Udo", "virtual": True}]
    keys = {"pool": "split", "pool_deck": "compact-27", "hand_size": 3}
    table, journal = make_table({"seats": seats, **keys}), tmp_path_factory.mktemp("kept") / "pool.game"
    told, number = list[EventMessage](), 0
    game = Match.open(table, journal, 3)
    while not game.is_over:
        go_on(game)
        told += [item for item in game.news if isinstance(item, EventMessage)]
        game.news.clear()
        number += 1
        if number % 150 == 0:
            before = game.state, game.truth and game.truth.table.hands
            game.close()
            game = Match.open(table, journal, 3)
            assert (game.state, game.truth and game.truth.table.hands) == before
    game.close()
    return Kept(table, journal, told)


def test_a_journal_gives_the_same_split_game_again(kept: Kept) -> None:
    again = Match.open(kept.table, kept.journal, 3)
    assert again.state == kept.told[-1].state
    assert again.is_over
    again.close()


@pytest.mark.parametrize("states", [True, False])
def test_replay_knows_the_pool(kept: Kept, tmp_path: Path, states: bool) -> None:
    file, record = tmp_path / "table.yaml", tmp_path / "events.jsonl"
    file.write_text(table_text(kept.table), encoding="utf-8")
    lines = []
    for item in kept.told:
        lines.append(json.dumps({"event": CODEC.json(item.event)}))
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
    event, state = CODEC.json(kept.told[0].event), kept.told[0].state.to_json()
    state["pool"] = {"unplayed": 1, "discards": 0}
    record.write_text("\n".join(json.dumps(body) for body in ({"event": event}, {"state": state})))
    done = RUNNER.invoke(program.app, ["replay", str(file), str(record)])
    assert done.exit_code == TableError.exit_code
    assert "after the events so far it is pool {'unplayed': " in " ".join(done.stderr.split())


def test_undo_takes_back_a_pool_s_draw() -> None:
    game = Match.open(
        make_table({"seats": ["Ana", {"name": "Vera", "virtual": True}], "pool": "split"}), None
    )
    game.submit(Start("7R", "Ana"))
    game.submit(Play("Ana", "+R"))
    assert game.state.decks[1].unplayed == 99
    game.undo()
    assert game.state.decks[1].unplayed == 101
    game.close()


def test_a_deck_without_a_first_top_card_is_told() -> None:
    """Hands of 53 for two leave two cards; both may be black."""
    table = SimulatedTable({DECK: ["W", "D"], DISCARDS: []}, 0)
    with pytest.raises(TableError, match="has only W, D"):
        table.turn_up(lambda face: not uno.is_black(face))
