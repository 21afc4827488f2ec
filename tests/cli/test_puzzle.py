"""The command `puzzle`: its JSON, its errors, and a person who plays in a pipe or at a terminal."""

from __future__ import annotations

import json
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from facilitator.games.puzzles.generate import NUMBER_CARDS
from programs import ENV, at_terminal, plain, run, wait_for_end
from puzzle_judge import fits, loses

LETTERS = {"red": "R", "yellow": "Y", "green": "G", "blue": "B"}


def puzzle(*words: str, typed: str = "", **variables: str) -> tuple[int, str, str]:
    """Run the command; return its exit code, its output and its error messages, each on one line."""
    ran = run("puzzle", *words, typed=typed, **ENV, **variables)
    return ran.exit_code, " ".join(ran.stdout.split()), " ".join(ran.stderr.split())


def read(*words: str) -> dict[str, Any]:
    code, said, _ = puzzle(*words, "--json")
    assert code == 0
    found: dict[str, Any] = json.loads(said)["puzzle"]
    return found


def without(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


def winning(own: tuple[str, ...], others: tuple[str, ...], top: str = "") -> list[str]:
    """The cards with which the player to move wins, found by playing all games."""
    return [card for card in own if (not top or fits(card, top)) and loses(card, others, without(own, card))]


def card_in(words: str) -> str:
    """The card that the program says it plays, such as "Ben plays red 7."."""
    color, number = words.split()
    return number + LETTERS[color]


def test_a_solitaire_as_json() -> None:
    found = read("--seed", "1")
    assert [*found] == ["kind", "seed", "cards", "solution"]
    assert (found["kind"], found["seed"], len(found["cards"])) == ("solitaire", 1, 10)
    assert sorted(found["solution"]) == sorted(found["cards"])
    assert {*found["cards"]} <= {*NUMBER_CARDS}
    assert all(fits(first, second) for first, second in pairwise(found["solution"]))
    assert len(read("--cards", "40", "--seed", "1")["solution"]) == 40
    assert len(read("--cards", "1", "--seed", "1")["solution"]) == 1


@pytest.mark.parametrize("seed", range(6))
def test_a_duel_as_json(seed: int) -> None:
    found = read("--kind", "duel", "--seed", str(seed), "--cards", "4")
    assert [*found] == ["kind", "seed", "hands", "starter", "wins"]
    assert (found["kind"], found["seed"], found["starter"]) == ("duel", seed, "Ana")
    own, others = tuple(found["hands"]["Ana"]), tuple(found["hands"]["Ben"])
    assert len(own) == len(others) == 4
    assert found["wins"] == [*dict.fromkeys(winning(own, others))]


def test_a_seed_shows_a_puzzle_again() -> None:
    assert puzzle("--seed", "5") == puzzle("--seed", "5")
    assert puzzle("--seed", "5") != puzzle("--seed", "6")
    assert puzzle("--kind", "duel", "--seed", "5") != puzzle("--kind", "duel", "--seed", "6")
    found = read("--kind", "duel")
    assert read("--kind", "duel", "--seed", str(found["seed"])) == found


def test_a_duel_without_a_seed_can_be_won_and_lost() -> None:
    for _ in range(10):
        found = read("--kind", "duel")
        won = winning(tuple(found["hands"]["Ana"]), tuple(found["hands"]["Ben"]))
        assert set() < {*won} < {*found["hands"]["Ana"]}


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ("--kind chess", 'There is no puzzle called "chess". Write --kind solitaire or --kind duel.'),
        ("--cards 0", "can't have 0 cards. Write a number from 1 to 40 after --cards"),
        ("--cards 41", "can't have 41 cards. Write a number from 1 to 40 after --cards"),
        ("--kind duel --cards 21", "can't have 21 cards. Write a number from 1 to 20 after --cards"),
        ("--kind duel --cards -1", "can't have -1 cards. Write a number from 1 to 20 after --cards"),
    ],
)
def test_numbers_out_of_range_are_rejected(words: str, error: str) -> None:
    code, said, complained = puzzle(*words.split())
    assert (code, said) == (2, "")
    assert error in complained


def test_a_puzzle_and_its_solution_in_a_pipe() -> None:
    code, said, _ = puzzle("--seed", "3")
    assert code == 0
    assert "Lay these 10 cards in a row" in said
    assert "One solution: red 6, red 4," in said
    assert ">" not in said
    _, said, _ = puzzle("--kind", "duel", "--seed", "3", LC_ALL="de_DE.UTF-8")
    assert "Ana gewinnt mit diesen ersten Karten: " in said
    starved = next(s for s in range(99) if not read("--kind", "duel", "--seed", str(s))["wins"])
    _, said, _ = puzzle("--kind", "duel", "--seed", str(starved))
    assert "Ana loses with every first card." in said
    hand = read("--kind", "duel", "--seed", str(starved))["hands"]["Ana"]
    _, said, _ = puzzle("--kind", "duel", "--seed", str(starved), "--play", typed="\n".join(hand * len(hand)))
    assert "You can't play: Ben wins." in said


def test_a_solitaire_laid_in_a_pipe() -> None:
    found = read("--seed", "3")
    _, said, _ = puzzle("--seed", "3", "--play", typed="\n".join(found["solution"]))
    assert said.endswith("Every card is in the row: solved!")
    # A wrong card, a card that is not there, a word, one card too many taken back: none of them does any harm.
    first, second, *others = found["solution"]
    wrong = next(card for card in others if not fits(card, first))
    typed = ["u", first, wrong, first if first not in others else "kittens", "kittens", second, "u", second]
    code, said, complained = puzzle("--seed", "3", "--play", typed="\n".join([*typed, *others]))
    assert code == 0
    assert said.endswith("Every card is in the row: solved!")
    assert "because neither the colour nor the number is the same. Play a card that matches." in complained
    assert "kittens" in complained
    assert (
        "You don't have a blue 8. Play one of your cards: red 3,"
        in puzzle("--seed", "3", "--play", typed="8B")[2]
    )
    assert "One solution: " in puzzle("--seed", "3", "--play", typed=first)[1]


def test_a_solitaire_reports_a_dead_end() -> None:
    cards = read("--seed", "3")["cards"]
    rows = (play_at_random(cards, Random(seed)) for seed in range(100))
    row = next(row for row in rows if len(row) < len(cards))
    _, said, _ = puzzle("--seed", "3", "--play", typed="\n".join(row))
    assert "No card matches now. Take the last card back." in said


def play_at_random(cards: list[str], random: Random) -> list[str]:
    """Lay any card that matches, until none does."""
    left, row = [*cards], list[str]()
    while playable := [card for card in left if not row or fits(card, row[-1])]:
        row.append(random.choice(playable))
        left.remove(row[-1])
    return row


@pytest.mark.parametrize("columns", [40, 100])
def test_a_duel_at_a_terminal(columns: int) -> None:
    found = read("--kind", "duel", "--seed", "1")
    own, others, top = tuple(found["hands"]["Ana"]), tuple(found["hands"]["Ben"]), ""
    assert winning(own, others)
    host = at_terminal("puzzle", "--kind", "duel", "--seed", "1", "--play", columns=columns, lines=40)
    host.expect_exact("> ")
    assert all(len(line) <= columns for line in plain(str(host.before)).split("\n"))
    host.sendline("kittens")
    host.expect_exact('kittens"')
    host.expect_exact("> ")
    while True:
        (card, *_) = winning(own, others, top)
        own = without(own, card)
        host.sendline(card)
        if host.expect([r"Ben plays (\w+\s+\d)\.", r"you\s+win!"]):
            break
        top = card_in(host.match[1])  # type: ignore[index]
        others = without(others, top)
        host.expect_exact("> ")
    host.expect_exact("Ana wins with these")
    assert wait_for_end(host) == 0


def test_a_solution_at_a_terminal_waits_for_enter() -> None:
    host = at_terminal("puzzle", "--seed", "3")
    host.expect_exact("Press Enter to see a solution.")
    host.expect_exact("> ")
    assert "One solution" not in str(host.before)
    host.sendline("")
    host.expect_exact("One solution: ")
    assert wait_for_end(host) == 0


def test_ctrl_c_ends_a_puzzle_with_a_message() -> None:
    host = at_terminal("puzzle", "--seed", "3", "--play")
    host.expect_exact("> ")
    host.sendintr()
    wait_for_end(host)
    assert "Traceback" not in str(host.before)
    assert host.exitstatus == 130
