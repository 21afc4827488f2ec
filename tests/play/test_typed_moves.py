"""Moves as hosts type them: what each line means, and lines that are refused with the reason."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import pytest

from facilitator.i18n.catalogue import set_language
from facilitator.operations.faces import TO_CARD, TO_TAB
from facilitator.play.prompt import Announced, RestOfMove, WhatHappened
from facilitator.play.session import Session
from facilitator.table_files.load import make_table
from typist import type_game

VERA = {"name": "Vera", "virtual": True}
WALLET = {"protocol": "wallet", "pool": "split", "pool_deck": "compact-27"}
PEOPLE = ("Ana", "Ben", "Sue")


def open_table(*seats: Any, **keys: Any) -> Session:
    """Return the session of a game without simulated cards."""
    return Session.open(make_table({"seats": [*(seats or PEOPLE)], **keys}), None, None, lambda _: 3.0)


def type_line(session: Session, line: str) -> list[str]:
    """Type a line, and return the events that it recorded."""
    reply = session.take(line)
    assert reply.refused is None, reply.refused
    text = session.match.rules.codec.text
    return [text(item.told.event) for item in reply.told if isinstance(item, Announced)]


def read_at(before: str, line: str, *seats: Any, **keys: Any) -> list[str]:
    """Return the events of a line after other lines, which stand before it with bars between them."""
    with closing(open_table(*seats, **keys)) as session:
        for earlier in filter(None, before.split("|")):
            type_line(session, earlier)
        return type_line(session, line)


@pytest.mark.parametrize(
    ("before", "line", "events"),
    [
        ("", "red 7, ana", ["start 7R Ana first"]),
        ("", "7r ana", ["start 7R Ana first"]),
        ("", "7r a", ["start 7R Ana first"]),
        ("", "ana starts, red 7", ["start 7R Ana first"]),
        ("", "ana red 7", ["start 7R Ana first"]),
        ("", "7r, ana starts", ["start 7R Ana first"]),
        ("7r ben", "ben 5r", ["Ben plays 5R"]),
        ("7r ben", "ben red 5", ["Ben plays 5R"]),
        ("7r ben", "ben: red 5", ["Ben plays 5R"]),
        ("7r ben", "b 5r", ["Ben plays 5R"]),
        ("7r ben", "be: 5r", ["Ben plays 5R"]),
        ("7b ben", "b 5", ["Ben plays 5B"]),
        ("7b ana", "b 5", ["Ana plays 5B"]),
        ("7r ben", "5r uno", ["Ben plays 5R"]),
        ("7r ben", "wr", ["Ben plays W red"]),
        ("7r ben", "red wild", ["Ben plays W red"]),
        ("7r ben", "+4r", ["Ben plays D red"]),
        ("7r ben", "wd4 green", ["Ben plays D green"]),
        ("7r ben", "n", ["Ben draws", "Ben passes"]),
        ("7r ben", "ben n", ["Ben draws", "Ben passes"]),
        ("7r ben|dr", "n", ["Ben passes"]),
        ("7r ben|dr", "sue 7b", ["Sue plays 7B"]),
        ("7r ben|dr", "s 7b", ["Sue plays 7B"]),
        ("7r ben", "dr 7b", ["Ben draws", "Ben plays 7B"]),
        ("7r ben", "draws 7b", ["Ben draws", "Ben plays 7B"]),
        ("7r ben", "b dr7b", ["Ben draws", "Ben plays 7B"]),
        ("7r ben", "he drew and plays 7b", ["Ben draws", "Ben plays 7B"]),
        ("7r ben", "ben draws, passes", ["Ben draws", "Ben passes"]),
        ("7r ben", "can't", ["Ben draws", "Ben passes"]),
        ("7r ben", "no card", ["Ben draws", "Ben passes"]),
        ("7r ben", "7b, dr, a 4b", ["Ben plays 7B", "Sue draws", "Ana plays 4B"]),
        ("7r ben", "7b; n; 4b", ["Ben plays 7B", "Sue draws", "Sue passes", "Ana plays 4B"]),
        ("7r ben", "wild draw four, red", ["Ben plays D red"]),
    ],
)
def test_a_line_means_what_people_mean_by_it(before: str, line: str, events: list[str]) -> None:
    assert read_at(before, line) == events


@pytest.mark.parametrize(
    ("before", "line", "events"),
    [
        ("7r ana|+4g", "c", ["Ben challenges"]),
        ("7r ana|+4g|c", "y", ["Ana is guilty"]),
        ("7r ana|+4g|c", "n", ["Ana is innocent"]),
        ("7r ana|+4g", "n", ["Ben passes"]),
        ("7r ana|+4g", "draw 4", ["Ben passes"]),
        ("7r ana|+4g", "ben dr", ["Ben passes"]),
    ],
)
def test_a_challenge_takes_one_letter(before: str, line: str, events: list[str]) -> None:
    assert read_at(before, line, rules="official", scores="none") == events


@pytest.mark.parametrize(
    ("keys", "before", "line", "events"),
    [
        ({"rules": "kpgut"}, "", "a", ["Ana begins"]),
        ({"rules": "kpgut"}, "a|7r", "dr 3 7b", ["Ben draws 3", "Ben plays 7B"]),
        ({"rules": "kpgut"}, "a|7r", "draw 4", ["Ben draws 4"]),
        ({"rules": "kpgut"}, "a|7r", "draw four blue", ["Ben plays D blue"]),
        ({"rules": "kpgut"}, "a|7r", "7b, 7g", ["Ben plays 7B 7G"]),
        ({"rules": "kpgut"}, "a|7r", "7b; 7g", ["Ben plays 7B", "Sue plays 7G"]),
        ({"draw": "until playable"}, "7r a", "draws 2", ["Ana draws 2"]),
        ({"game": "eights"}, "7d a", "8ch", ["Ana plays 8C hearts"]),
        ({"game": "eights"}, "7d a", "8c h", ["Ana plays 8C hearts"]),
        ({"game": "eights"}, "7d a", "n", ["Ana draws", "Ana passes"]),
        ({"game": "eights"}, "7d a", "9d, b 9h", ["Ana plays 9D", "Ben plays 9H"]),
        ({"game": "eights", "draw": "until playable"}, "7d a", "dr 3", ["Ana draws 3"]),
        ({"game": "sevens", "equipment": "envelopes"}, "ana 7d", "ben 8d", ["Ben plays 8D"]),
        ({"game": "sevens", "equipment": "envelopes"}, "ana 7d", "n", ["Ben passes"]),
    ],
)
def test_other_rules_and_games_read_the_same_short_forms(
    keys: dict[str, Any], before: str, line: str, events: list[str]
) -> None:
    assert read_at(before, line, **keys) == events


@pytest.mark.parametrize(
    ("before", "line", "words"),
    [
        ("7r ana", "b 7b", ("It is Ana's turn", "Ben plays 7B")),
        ("7r ana", "ben 5b", ("It is Ana's turn", "Ben plays 5B")),
        ("7r ana", "x 7b", ("x 7b",)),
        ("7r ana", "g 7b", ("has its own colour",)),
        ("7r ana", "red 7 red", ("has its own colour",)),
        ("7r ana", "ana uno", ("UNO calls need no entry",)),
        ("7r ana", "draw 3", ("one card at a time",)),
        ("7r ana", "7b, kittens", ("kittens", "Nothing of the line was recorded")),
        ("7r ana", "7b, 5g", ('"5g"', "Nothing of the line was recorded")),
        ("7r ana", "7b, w", ('"w"', "needs a colour", "Nothing of the line was recorded")),
    ],
)
def test_a_refused_line_says_why_and_changes_nothing(before: str, line: str, words: tuple[str, ...]) -> None:
    with closing(open_table()) as session:
        for earlier in before.split("|"):
            type_line(session, earlier)
        state, size = session.match.state, session.match.journal.size
        refused = session.take(line).refused
        assert refused is not None
        assert all(word in f"{refused.problem} {refused.remedy}" for word in words), refused
        assert (session.match.state, session.match.journal.size) == (state, size)


def test_an_initial_that_two_people_share_is_refused_with_both_names() -> None:
    with closing(open_table("Ana", "Ben", "Bea")) as session:
        type_line(session, "7r ana")
        refused = session.take("b 7b").refused
    assert refused is not None
    assert "Ben or Bea" in refused.problem


def test_a_line_stops_before_a_virtual_turn() -> None:
    with closing(open_table("Ana", "Ben", VERA, **WALLET)) as session:
        type_line(session, "7r ana")
        refused = session.take("7b, 5b, 3b").refused
        assert refused is not None
        assert 'After "5b" it is Vera\'s turn' in refused.problem
        assert session.match.state.n == 1
        assert type_line(session, "7b, 5b") == ["Ana plays 7B", "Ben plays 5B"]
        assert session.match.attempt is not None


@pytest.mark.parametrize(
    ("keys", "before", "line", "answer", "event"),
    [
        ({}, "7r ana", "wild", "b", "Ana plays W blue"),
        ({}, "7r ana", "ana +4", "green", "Ana plays D green"),
        ({}, "7r ana", "w", "2", "Ana plays W yellow"),
        ({"game": "eights"}, "7d a", "8c", "hearts", "Ana plays 8C hearts"),
        ({}, "", "red 7", "b", "start 7R Ben first"),
        ({}, "", "7r", "sue", "start 7R Sue first"),
        ({"rules": "kpgut"}, "a|7r", "dr 2 w", "y", "Ben draws 2, Ben plays W yellow"),
    ],
)
def test_the_program_asks_for_the_missing_part_of_a_move(
    keys: dict[str, Any], before: str, line: str, answer: str, event: str
) -> None:
    with closing(open_table(**keys)) as session:
        for earlier in filter(None, before.split("|")):
            type_line(session, earlier)
        state = session.match.state
        assert type_line(session, line) == []
        assert isinstance(session.get_prompt().asked, RestOfMove)
        assert session.match.state is state
        assert session.take("kittens").refused is not None
        assert ", ".join(type_line(session, answer)) == event


def test_enter_closes_the_question_about_the_missing_part() -> None:
    with closing(open_table()) as session:
        type_line(session, "7r ana")
        type_line(session, "w")
        assert type_line(session, "") == []
        assert type_line(session, "5r") == ["Ana plays 5R"]


def test_the_key_of_an_answer_is_no_command() -> None:
    """The last look of a wallet shows [o] for the other side, and o alone is otherwise the word for a mistake."""
    with closing(open_table("Ana", VERA, **WALLET, hand_size=1)) as session:
        type_line(session, "7r vera")
        while TO_TAB not in (ask := session.match.attempt.ask if session.match.attempt else ()):
            count = getattr(session.get_prompt().asked, "expected_count", "")
            assert session.take(ask[0] if ask else count).refused is None
        reply = session.take("o")
        assert reply.refused is None
        assert not isinstance(session.get_prompt().asked, WhatHappened)
        assert TO_CARD in {entry.body.get("said") for entry in session.match.journal.entries}


def test_german_letters_are_read_too() -> None:
    set_language("de")
    with closing(open_table(language="de")) as session:
        for line, count in (("ana beginnt, rot 7", 1), ("ana blau 7", 1), ("n", 2), ("zieh 7g", 2)):
            assert len(type_line(session, line)) == count, line


def test_the_page_has_a_button_for_a_draw_without_a_card() -> None:
    with closing(open_table()) as session:
        type_line(session, "7r ana")
        offers = session.offers(session.get_prompt().asked)
        reply = session.take(next(offer.input for offer in offers if offer.key == "no card"))
        assert reply.refused is None
        assert session.match.turn == "Ben"
        assert session.match.state.hands[0] == 8


@pytest.mark.parametrize(
    ("keys", "most_lines", "most_keys"),
    [({}, 35, 108), ({"rules": "kpgut"}, 208, 881), ({"game": "eights"}, 24, 72)],
    ids=["paper", "kpgut", "eights"],
)
def test_a_game_takes_few_lines_and_keys(keys: dict[str, Any], most_lines: int, most_keys: int) -> None:
    """On average of three games."""
    games = [type_game(seed, **keys) for seed in range(1, 4)]
    assert sum(map(len, games)) / len(games) <= most_lines
    assert sum(len(line) + 1 for game in games for line in game) / len(games) <= most_keys
