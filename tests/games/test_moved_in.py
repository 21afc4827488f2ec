"""Sevens, Hearts and dominoes as whole games: rehearsed, played, replayed, planned and printed by the program."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from facilitator.cli import app as program
from facilitator.errors import CommandError
from facilitator.games.events import Give, Play
from facilitator.games.hearts import SUITED
from facilitator.games.rules import AwaitMove, Select
from facilitator.play.match import Match
from facilitator.play.messages import EventMessage, RunLine
from facilitator.protocols.forms import get_form
from facilitator.protocols.layout import Layout, class_code
from facilitator.table_files.load import Table, keys_of, make_table, parse_table, table_text
from facilitator.verification.cases import deals, selection_law
from facilitator.verification.certificate import Spec, verify_spec
from facilitator.verification.verifier import Case
from game_driver import NAMES
from programs import RUNNER
from turns import go_on

RULES = ("paper", "usual")
TABLES = ("sevens PVP", "sevens VPVP", "hearts PVPV", "dominoes PV", "dominoes VPV", "dominoes VVPV")
MANY = ("sevens PVVPV", "sevens PVVVVVP", "hearts VVVP", "hearts PPPV", "dominoes PPVV")


def table(said: str, rules: str = "paper", **more: object) -> Table:
    """Return a table from its game and P for a person, V for a virtual seat, clockwise."""
    game, kinds = said.split()
    seats = [{"name": name, "virtual": kind == "V"} for name, kind in zip(NAMES, kinds, strict=False)]
    return make_table({"game": game, "rules": rules, "seats": seats, **more})


def rehearse(made: Table, seed: int, most: int) -> Counter[str]:
    """Play to the end or for so many events; `Match` holds facts against cards at every event."""
    game, seen = Match.open(made, None, seed), Counter[str]()
    while not game.is_over and seen["event"] < most:
        before, need = game.state, game.next_action
        go_on(game)
        for item in game.news:
            seen[type(item).__name__] += 1
            if isinstance(item, EventMessage):
                seen["event"] += 1
                seen[type(item.event).__name__] += 1
                if item.virtual and isinstance(item.event, Play):
                    assert isinstance(need, Select)
            elif isinstance(item, RunLine) and isinstance(need, Select) and item.outcome != "none":
                assert item.outcome.split(",")[0] in need.all_kinds
        game.news.clear()
        assert game.state.n >= before.n
    if game.is_over:
        assert game.rules.state_json(game.state)["winner"]
    game.close()
    return seen


@pytest.mark.parametrize("protocol", ["knockout", "published"])
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.every(3)
def test_whole_rehearsals(rules: str, protocol: str, full: bool) -> None:
    few = 14 if protocol == "knockout" else 8
    for seed, said in enumerate(TABLES + (MANY if full else ())):
        if said.startswith("hearts") and (rules, protocol) == ("usual", "published"):
            continue  # three classes
        for more in range(8 if full else 1):
            seen = rehearse(table(said, rules, protocol=protocol), 10 * seed + more, 10**5 if full else few)
            assert seen["RunLine"]
            assert seen["Play"]


def test_a_virtual_seat_passes_three_cards_unseen() -> None:
    game = Match.open(table("hearts PVPV", "usual"), None, 1)
    while not any(isinstance(item, EventMessage) and isinstance(item.event, Play) for item in game.news):
        go_on(game)
    gives = [item for item in game.news if isinstance(item, EventMessage) and isinstance(item.event, Give)]
    assert [(item.event.seat, item.virtual) for item in gives if isinstance(item.event, Give)] == [
        ("Vera", True),
        ("Udo", True),
    ]
    assert "Shuffle Vera's hand" in game.rules.describe_effect(gives[0].happened[0])


def test_a_shown_doublet_goes_back_into_its_hand() -> None:
    game = Match.open(table("dominoes PV"), None, 3)
    while game.state.turn is None and not game.is_over:
        go_on(game)
    assert game.truth is not None
    assert game.state.hands == (5, 5)
    shown = dict(game.state.shown)
    assert shown[1] in [*game.truth.get_hand("Vera"), *game.truth.table.faces.values()]


def test_a_word_that_is_not_true_of_the_rehearsals_cards() -> None:
    game = Match.open(table("sevens PVP"), None, 2)
    assert game.truth is not None
    holder = next(name for name in ("Ana", "Ben") if "7D" not in game.truth.get_hand(name))
    with pytest.raises(CommandError):
        game.submit(Play(holder, "7D"))
    assert game.state.n == 0


def test_a_hand_without_the_suit_plays_any_card_alike() -> None:
    """Two classes, the suit and the rest: by knockout or by the original lottery, exactly uniform."""
    cards = ("7D", "8D", "2C", "3C", "QS")
    suit = frozenset(cards) & SUITED["D"]
    code = class_code(cards, suit, frozenset(cards) - suit)
    layout = Layout((("Vera", 2), ("Ana", 2), ("Ben", 1)), cards, code, may_draw=False, classes=2)
    for name in ("knockout", "published-original"):
        case = Case(get_form(name).recipe(layout), tuple(deals(layout)), selection_law(layout, False))
        verdict = case.verify()
        assert verdict.correct
        assert verdict.secret
    law = selection_law(layout, False)
    void = next(deal for deal in deals(layout) if set(dict(deal.hands)["Vera"]) == {"2C", "QS"})
    assert {end.outcome.card: chance for end, chance in law(void).items()} == {"2C": 0.5, "QS": 0.5}


def test_three_classes_keep_the_law() -> None:
    cards = ("7C", "2D", "3D", "QS")
    code = class_code(cards, frozenset({"7C"}), frozenset({"2D", "3D"}), frozenset({"QS"}))
    layout = Layout((("Vera", 2), ("Ana", 2)), cards, code, may_draw=False, classes=3)
    case = Case(get_form("knockout").recipe(layout), tuple(deals(layout)), selection_law(layout, False))
    verdict = case.verify()
    assert verdict.correct
    assert verdict.secret


def test_the_papers_form_for_hearts_is_proved() -> None:
    assert verify_spec(Spec("published-original", (2, 1, 1))).good


@pytest.mark.parametrize("said", TABLES)
def test_a_table_file_has_only_the_keys_of_its_game(said: str) -> None:
    made = table(said, "usual")
    assert parse_table(table_text(made)) == made
    assert "conceal" not in keys_of(made)
    assert ("hand_size" in keys_of(made)) == (made.game == "dominoes")


def run(*arguments: str) -> str:
    done = RUNNER.invoke(program.app, [*arguments], prog_name="facilitator")
    assert done.exit_code == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("said", ["sevens PVP", "hearts PVPV", "dominoes PVV", "eights PVP"])
def test_played_and_replayed(said: str, tmp_path: Path) -> None:
    file = tmp_path / "t.yaml"
    file.write_text(table_text(table(said, "usual")), encoding="utf-8")
    lines = [
        json.loads(line)
        for line in run(
            "play", str(file), "--dry-run", "--auto", "--json", "--seed", "3", "--turns", "14"
        ).splitlines()
    ]
    assert lines[-1]["result"]["runs"]
    record = tmp_path / "record.txt"
    record.write_text("\n".join(json.dumps(line) for line in lines if "event" in line), encoding="utf-8")
    states = [line["state"] for line in lines if "state" in line]
    again = [json.loads(line) for line in run("replay", str(file), str(record), "--json").splitlines()]
    assert again == [{key: state[key] for key in state if key != "told"} for state in states]
    run("replay", str(file), str(record))


def test_kept_and_told(tmp_path: Path) -> None:
    made = table("dominoes PV")
    game = Match.open(made, tmp_path / "g.game", 5)
    while not game.is_over:
        go_on(game)
    state = game.state
    game.close()
    again = Match.open(made, tmp_path / "g.game", 5)
    assert again.state == state
    assert again.is_over
    again.close()


def test_a_card_that_cannot_be_changes_nothing() -> None:
    """The host misreads the selected tile: it was shown to lie elsewhere, and the run stands as before."""
    game = Match.open(table("sevens PVP"), None)
    game.submit(Play("Ana", "7D"))
    assert isinstance(game.next_action, Select)
    assert not isinstance(game.next_action, AwaitMove)
    assert game.attempt is not None
    with pytest.raises(CommandError):
        game.answer("7D")
    assert game.state.n == 1
    game.close()
