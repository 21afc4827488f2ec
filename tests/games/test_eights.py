"""Crazy Eights: its rules, its referee, a game played, planned and printed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from eights_referee import EightsReferee
from simulated import mixes, played

from facilitator.cli import app as program
from facilitator.games.eights import EIGHTS
from programs import RUNNER
from states import ANA, BEN, FOUR, UDO, VERA, refusal_of
from states import played as after

SEATS = "[Ana, {name: Vera, virtual: true}, Ben]"
RULES = EIGHTS.about.rules


def run(*arguments: str) -> tuple[int, str, str]:
    done = RUNNER.invoke(program.app, [*arguments], prog_name="facilitator")
    return done.exit_code, done.stdout, done.stderr


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "friday.yaml"
    path.write_text(f"game: eights\nseats: {SEATS}\nprotocol: knockout\n")
    return path


@pytest.mark.parametrize("rules", RULES)
def test_facts_match_the_cards_and_the_referee_agrees(rules: str, full: bool) -> None:
    tables = mixes(2, 7)
    for seed in range(300 if full else 6):
        seats = tables[seed * 37 % len(tables)]
        judge = EightsReferee(EIGHTS, seats, rules)
        for step in played(EIGHTS, seats, seed, rules):
            judge.see(step)
        assert judge.over()


@pytest.mark.parametrize("rules", RULES)
def test_it_is_played_and_replayed(file: Path, tmp_path: Path, rules: str) -> None:
    file.write_text(f"{file.read_text()}rules: {rules}\nhand_size: 3\n")
    code, said, err = run("play", str(file), "--dry-run", "--auto", "--json", "--seed", "3", "--turns", "40")
    assert (code, err) == (0, "")
    lines = [json.loads(line) for line in said.splitlines()]
    record = tmp_path / "record.txt"
    record.write_text("\n".join(json.dumps(line["event"]) for line in lines if "event" in line))
    code, again, err = run("replay", str(file), str(record), "--json")
    assert (code, err) == (0, "")
    states = [line["state"] for line in lines if "state" in line]
    told = [state.pop("told", None) for state in states]
    assert any(told)
    assert [json.loads(line) for line in again.splitlines()] == states


def test_it_is_planned_and_printed(file: Path, tmp_path: Path) -> None:
    code, _, err = run("plan", str(file), "--games", "20")
    assert (code, err) == (0, ""), err
    code, _, err = run("print", str(file), "--output", str(tmp_path / "sheets"))
    assert (code, err) == (0, ""), err
    assert len(list((tmp_path / "sheets").glob("*.pdf"))) > 3


@pytest.mark.parametrize(("rules", "back"), [("usual", "an eight"), ("mau-mau", "a seven, eight or jack")])
def test_the_deal_says_which_first_cards_are_put_back(rules: str, back: str) -> None:
    state = EIGHTS.begin(FOUR, {"rules": rules})
    said = " ".join(EIGHTS.say(one) for one in EIGHTS.deal(state))
    assert f"Put {back} back" in said
    assert said.index("unplayed deck") < said.index("turn over")


def test_two_seats_are_dealt_seven_cards_more_five() -> None:
    assert EIGHTS.begin((ANA, VERA), {}).hands == (7, 7)
    assert EIGHTS.begin(FOUR, {}).hands == (5, 5, 5, 5)


@pytest.mark.parametrize(
    ("rules", "lines", "line", "said"),
    [
        ("usual", [], "start 8D Ana first", "Put it back"),
        ("usual", ["start 7D Ana first"], "Ana plays 9C", "a card of diamonds, any seven or any eight"),
        ("usual", ["start 7D Ana first"], "Ana plays 8C", "a suit with a card that names one"),
        ("usual", ["start 7D Ana first"], "Ana plays 9D hearts", "a suit with a card that names one"),
        ("usual", ["start 7D Ana first"], "Ben plays 9D", "Ana, whose turn it is"),
        ("usual", ["start 7D Ana first"], "pass", "Ana to play or draw"),
        ("usual", ["start 7D Ana first", "draw"], "Ana draws", "one draw"),
        (
            "usual",
            ["start 7D Ana first", "8c hearts"],
            "Vera plays 9C",
            "a card of hearts, or one that names",
        ),
        ("usual", ["start 7D Ana first", "9d"], "Vera plays 9D", "a card that still lies in a hand"),
        ("usual", ["start 7D Ana first"], "Ana plays 9D 9C", "one card in a turn"),
        ("mau-mau", [], "start 7D Ana first", "Put it back"),
        ("mau-mau", ["start 5D Ana first", "7d"], "Vera plays 9D", "a seven, or a pass"),
        ("mau-mau", ["start 5D Ana first", "7d"], "Vera draws", "a seven, or a pass"),
        ("mau-mau", ["start 5D Ana first", "jc hearts"], "Vera plays JH", "a card of hearts"),
    ],
)
def test_what_cannot_be_is_refused(rules: str, lines: list[str], line: str, said: str) -> None:
    state = after(EIGHTS, EIGHTS.begin(FOUR, {"rules": rules}), *lines)
    assert said in refusal_of(EIGHTS, state, line)


def test_sevens_add_up_and_an_eight_takes_a_turn() -> None:
    begun = after(EIGHTS, EIGHTS.begin(FOUR, {"rules": "mau-mau"}), "start 5D Ana first")
    state = after(EIGHTS, begun, "7d", "Vera plays 7C", "pass")
    assert state.hands == (4, 4, 9, 5)
    assert EIGHTS.prompt(state).seat == "Udo"
    assert EIGHTS.prompt(after(EIGHTS, begun, "8d")).seat == "Ben"


def test_a_match_counts_the_cards_left() -> None:
    state = EIGHTS.begin((ANA, VERA, BEN, UDO), {"rules": "match", "hand_size": 1})
    state = after(EIGHTS, state, "start 5D Ana first", "9d", "Vera shows 8C", "KC", "Udo shows AC")
    assert state.scores == (61, 0, 0, 0)
    assert "the next deal: round 2" in EIGHTS.prompt(state).question
    assert after(EIGHTS, state, "round 2").hands == (1, 1, 1, 1)
