"""Puzzles on the page: what the server and the app answer, what is refused, and that no game is touched."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from served import Served, served, session_of, small

from facilitator.i18n.catalogue import set_language
from facilitator.play.puzzles import show_puzzle
from puzzle_judge import fits, loses
from sessions import entries

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts" / "app"))
from alone import Alone


@pytest.fixture
def one() -> Iterator[Served]:
    with served(session_of(small())) as found:
        yield found


def ask(one: Served, body: object) -> tuple[int, Any]:
    sent = json.dumps(body).encode()
    status, said, _ = one.caller.ask("puzzle", "POST", sent, content_type="application/json")
    return status, json.loads(said) if status == 200 else said.decode()


def codes(cards: list[Any]) -> tuple[str, ...]:
    return tuple(card["face"] for card in cards)


def winning(shown: Any) -> set[str]:
    """The cards with which the person wins, found by playing all games."""
    own, others, row = codes(shown["own"]["cards"]), codes(shown["other"]["cards"]), codes(shown["row"])
    return {
        card
        for at, card in enumerate(own)
        if (not row or fits(card, row[-1])) and loses(card, others, (*own[:at], *own[at + 1 :]))
    }


def test_a_solitaire_is_solved_by_its_solution(one: Served) -> None:
    status, shown = ask(one, {"kind": "solitaire", "seed": 3, "moves": []})
    assert status == 200
    told = (shown["title"], shown["other"], shown["over"], shown["message"])
    assert told == ("Solitaire 3", None, False, "")
    assert all(card["playable"] for card in shown["own"]["cards"])
    words = {card["words"]: card["face"] for card in shown["own"]["cards"]}
    order = [words[name] for name in shown["solution"].removeprefix("One solution: ").rstrip(".").split(", ")]
    for number, card in enumerate(order, 1):
        status, shown = ask(one, {"kind": "solitaire", "seed": 3, "moves": order[:number]})
        assert status == 200
        assert codes(shown["row"])[-1] == card
        for left in shown["own"]["cards"]:
            assert left["playable"] == fits(left["face"], card)
    assert (shown["over"], shown["message"]) == (True, "Every card is in the row: solved!")
    assert all(fits(first, second) for first, second in pairwise(codes(shown["row"])))


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("errs", [False, True])
def test_the_program_wins_whenever_it_can(seed: int, errs: bool) -> None:
    moves = list[str]()
    lost = False
    while not (shown := show_puzzle("duel", seed, moves))["over"]:
        good = winning(shown)
        assert not (lost and good), "the program let a won duel go"
        playable = [card["face"] for card in shown["own"]["cards"] if card["playable"]]
        card = next((card for card in playable if (card in good) != errs), playable[0])
        lost = lost or card not in good
        moves.append(card)
    assert shown["message"].endswith("Ben wins." if lost else "you win!")
    assert not any(card["playable"] for card in shown["own"]["cards"])


def test_a_new_duel_can_be_won_and_lost(one: Served) -> None:
    seen = set()
    for _ in range(8):
        status, shown = ask(one, {"kind": "duel", "seed": None, "moves": []})
        assert status == 200
        assert set() < winning(shown) < {*codes(shown["own"]["cards"])}
        assert ask(one, {"kind": "duel", "seed": shown["seed"], "moves": []})[1] == shown
        seen.add(shown["seed"])
    assert len(seen) > 1


def test_a_puzzle_changes_no_game(one: Served) -> None:
    before = one.caller.state(), entries(one.session)
    _, shown = ask(one, {"kind": "duel", "seed": None, "moves": []})
    ask(one, {"kind": "duel", "seed": shown["seed"], "moves": [shown["own"]["cards"][0]["face"]]})
    assert (one.caller.state(), entries(one.session)) == before


SOLITAIRE = {"kind": "solitaire", "seed": 3, "moves": []}


WRONG: dict[str, list[object]] = {
    "kind": ["chess"],
    "seed": [-1, 10**12, "3", 1.5],
    "moves": ["9Y", [1], ["kittens"], ["W"], ["8B"], ["9Y", "3R"], ["9Y", "9Y"]],
    "more": [1],
}
INVALID = [{**SOLITAIRE, key: value} for key, values in WRONG.items() for value in values]


@pytest.mark.parametrize("body", [[], None, {}, *INVALID], ids=str)
def test_invalid_puzzle_requests_are_rejected(one: Served, body: object) -> None:
    status, said = ask(one, body)
    assert status == 400
    assert said.rstrip().endswith(".")


def test_a_request_is_checked_like_any_other(one: Served) -> None:
    assert one.caller.ask("puzzle")[0] == 404
    assert one.caller.ask("puzzle", "POST", b"{}")[0] == 415
    assert one.caller.ask("puzzle", "POST", b" " * 5000, content_type="application/json")[0] == 413
    assert one.caller.ask("/puzzle", "POST", b"{}", content_type="application/json")[0] == 403
    assert one.caller.ask("puzzle.js")[0] == 200


def test_a_page_in_german_shows_a_puzzle_in_german() -> None:
    set_language("de")
    with served(session_of(small(language="de"))) as one:
        _, shown = ask(one, SOLITAIRE)
    assert shown["title"] == "Solitär 3"
    assert {card["group"] for card in shown["own"]["cards"]} <= {"rot", "gelb", "grün", "blau"}


def test_the_app_shows_the_same_puzzles(folder: Path) -> None:
    alone = Alone(folder / "tables")
    answer = json.loads(alone.call("puzzle", json.dumps(SOLITAIRE)))
    assert answer == {"done": json.loads(json.dumps(show_puzzle("solitaire", 3, [])))}
    assert "failed" in json.loads(alone.call("puzzle", json.dumps({**SOLITAIRE, "moves": ["8B"]})))
    alone.call("enter", json.dumps({"file": "sample:demo", "rehearsal": True}))
    before = json.loads(alone.call("ask", '{"what": "table"}'))["state"]
    assert json.loads(alone.call("puzzle", json.dumps(SOLITAIRE)))["state"] == before
