"""Moves as hosts type them: what each line means, and lines that are refused with the reason."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import pytest
import yaml

from facilitator.cli.text_view import TextScreen
from facilitator.i18n.catalogue import set_language
from facilitator.operations.faces import TO_CARD, TO_TAB
from facilitator.play.prompt import Announced, ChoicePrompt
from facilitator.play.session import Session
from facilitator.table_files.load import make_table
from golden_files import GOLDEN, check_golden
from sure import sure, sure_of

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
    return [text(item.message.event) for item in reply.messages if isinstance(item, Announced)]


def type_apart(keys: dict[str, Any], before: str, line: str) -> str:
    """Type a line into a game of its own, after other lines with bars between them; return what comes of it."""
    with closing(Session.open(make_table(keys), None, None, lambda _: 3.0)) as session:
        for earlier in filter(None, before.split(" | ")):
            type_line(session, earlier)
        state, size = session.match.state, session.match.journal.size
        reply = session.take(line)
        if reply.refused is None:
            text = session.match.rules.codec.text
            return ", ".join(text(one.message.event) for one in reply.messages if isinstance(one, Announced))
        assert (session.match.state, session.match.journal.size) == (state, size)
        return f"! {reply.refused.problem} {reply.refused.remedy}"


@pytest.mark.golden
def test_typed_lines_are_understood_as_people_mean_them() -> None:
    """A refused line changes nothing."""
    path, lines, keys, before = GOLDEN / "typed_moves.txt", list[str](), dict[str, Any](), ""
    for line in path.read_text(encoding="utf-8").splitlines():
        verb, _, rest = line.partition(" ")
        if not line.startswith("    "):
            lines.append(line)
        if verb == ":":
            keys = yaml.safe_load(rest)
        elif verb == "<":
            before = rest
        elif verb == ">":
            lines.append(f"    {type_apart(keys, before, rest)}")
    check_golden(path, "\n".join(lines) + "\n")


def test_a_line_stops_before_a_virtual_turn() -> None:
    with closing(open_table("Ana", "Ben", VERA, **WALLET)) as session:
        type_line(session, "7r ana")
        refused = sure(session.take("7b, 5b, 3b").refused)
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
    keys: dict[str, Any], before: str, line: str, answer: str, event: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(open_table(**keys)) as session:
        for earlier in filter(None, before.split("|")):
            type_line(session, earlier)
        state = session.match.state
        assert type_line(session, line) == []
        asked = sure_of(ChoicePrompt, session.get_prompt().asked)
        assert asked.kind == "rest"
        TextScreen().choices(asked)
        assert not capsys.readouterr().out, "The question itself lists the options."
        assert session.match.state is state
        assert session.take("kittens").refused is not None
        assert ", ".join(type_line(session, answer)) == event


def test_enter_closes_the_question_about_the_missing_part() -> None:
    with closing(open_table()) as session:
        type_line(session, "7r ana")
        type_line(session, "w")
        assert type_line(session, "") == []
        assert type_line(session, "5r") == ["Ana plays 5R"]


def test_the_key_of_an_answer_is_not_a_command() -> None:
    """The last look of a wallet shows [o] for the other side, and o alone is otherwise the word for a mistake."""
    with closing(open_table("Ana", VERA, **WALLET, hand_size=1)) as session:
        type_line(session, "7r vera")
        while TO_TAB not in (ask := session.match.attempt.ask if session.match.attempt else ()):
            count = getattr(session.get_prompt().asked, "expected_count", "")
            assert session.take(ask[0] if ask else count).refused is None
        reply = session.take("o")
        assert reply.refused is None
        assert not isinstance(session.get_prompt().asked, ChoicePrompt)
        assert TO_CARD in {entry.body.get("said") for entry in session.match.journal.entries}


def test_german_letters_are_accepted() -> None:
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
