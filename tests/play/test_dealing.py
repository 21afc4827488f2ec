"""The deal and the beginning are told as a table's rules have them: at the prompt, in refusals, on the sheets."""

from __future__ import annotations

import pytest

from drawings import read_words
from facilitator.games.registry import get_game, list_games
from facilitator.games.rules import read_move
from facilitator.play.announcements import dealing
from facilitator.play.match import Match
from facilitator.play.prompt import Announced, MovePrompt, OpeningPrompt
from facilitator.play.session import Session
from facilitator.sheets.build import SheetOptions, build
from facilitator.table_files.load import Table, make_table
from facilitator.table_files.model import state_before
from sessions import VERA, opened, said
from sure import sure, sure_of
from turns import go_on

TURNED, YOUNGEST, LEFT = "turn over the top card", "the youngest starts", "on the dealer's left"
TABLES = {
    "paper": {},
    "official": {"rules": "official"},
    "kpgut": {"rules": "kpgut"},
    "split": {"pool": "split", "pool_deck": "compact-27"},
    "dominoes": {"game": "dominoes"},
    "hearts": {"game": "hearts"},
    "sevens": {"game": "sevens"},
}
SAID = {"paper": {TURNED}, "official": {TURNED, LEFT}, "kpgut": {YOUNGEST, LEFT}, "split": {TURNED}}


def table(name: str) -> Table:
    return make_table({"seats": ["Ana", VERA, "Ben", "Cem"], **TABLES[name]})


def asked(session: Session) -> OpeningPrompt | MovePrompt:
    now = session.get_prompt().asked
    assert isinstance(now, OpeningPrompt | MovePrompt)
    return now


def sheet(name: str, which: str) -> str:
    pages = build(table(name), SheetOptions(), [which])[0][0].pages
    return read_words(*pages)


@pytest.mark.parametrize("name", TABLES)
def test_the_instructions_for_the_deal_follow_the_rules(name: str) -> None:
    """What is said before the first event, on the screen and on the set-up sheet, is what these rules begin with."""
    law = get_game(table(name).game)
    setting = sure(asked(opened(table(name), None)).setting)
    told = [said for effect in law.deal(state_before(table(name))) if (said := law.describe_effect(effect))]
    assert told
    for words in (setting.dealing, dealing(table(name)), sheet(name, "setup")):
        assert all(said in words for said in told)
        assert {said for said in (TURNED, YOUNGEST, LEFT) if said in words} == SAID.get(name, set())


@pytest.mark.parametrize("name", TABLES)
def test_the_example_of_every_prompt_is_accepted(name: str) -> None:
    """Also where the next hand is dealt; a prompt of nobody's turn has an example, and no other."""
    law, state = get_game(table(name).game), state_before(table(name))
    now = asked(opened(table(name), None))
    if isinstance(now, OpeningPrompt):
        assert law.apply(state, read_move(law, now.example, state)).state.n == 1


def test_after_a_hand_the_example_is_the_next_deal() -> None:
    game = Match.open(make_table({"seats": ["Ana", "Ben"], "rules": "official", "hand_size": 1}), None, 3)
    while not (game.state.ended and game.turn is None):
        go_on(game)
    assert game.rules.make_prompt(game.state).example == "round 2"
    assert read_move(game.rules, "round 2", game.state) in game.rules.list_moves(game.state, ())


def test_a_kpgut_game_begins_with_a_seat_name() -> None:
    session = opened(table("kpgut"), None)
    refused = sure(session.take("7R Ana").refused)
    assert "Ana begins" in refused.remedy
    law, state = get_game("uno"), state_before(table("kpgut"))
    with pytest.raises(Exception, match="Type who begins, for example: Ana begins"):
        law.apply(state, law.codec.read_line("Ana plays 7R", ["Ana", "Vera", "Ben", "Cem"]))
    assert session.take(asked(session).example).refused is None  # type: ignore[union-attr]
    on_record = sheet("kpgut", "log")
    assert "Ana begins" in on_record
    assert "first top card" not in on_record


@pytest.mark.parametrize(
    ("card", "starts"), [("7R", "Vera"), ("RG", "Ana"), ("SG", "Ben"), ("+G", "Ben"), ("W", "Vera")]
)
def test_the_named_first_seat_has_the_first_turn(card: str, starts: str) -> None:
    """Left of the dealer sits Vera: a reverse lets the dealer start, Ana; a skip or a draw two passes Vera over."""
    session = opened(table("official"), None)
    assert LEFT in asked(session).question
    reply = session.take(f"{card} Vera")
    assert reply.refused is None
    told = [item.text for item in reply.messages if isinstance(item, Announced)]
    assert any(said.endswith(f"; {starts} starts.") for said in told), told
    assert session.match.turn == starts


def test_with_the_papers_rules_the_host_names_the_first_seat() -> None:
    session = opened(table("paper"), None)
    assert asked(session).question == "The first top card, and who starts"
    reply = session.take("RG Ben")
    (said,) = [item.text for item in reply.messages if isinstance(item, Announced)]
    assert said == "The first top card is RG (green reverse); Ben starts."


# -- examples name who sits at the table --------------------------------------------------------------


NAMES = ("Kim", "Opa", "Lu", "Vera")
SEATS = [*NAMES[:3], {"name": NAMES[3], "virtual": True}]


@pytest.mark.parametrize("rules", ["paper", "kpgut"])
def test_help_and_counts_use_the_names_of_the_table(rules: str) -> None:
    session = opened(make_table({"seats": SEATS, "rules": rules}), None)
    before = said(session, "?")
    session.take("7R Kim" if rules == "paper" else "Kim")
    assert isinstance(session.get_prompt().asked, MovePrompt)
    for told in (before, said(session, "?"), said(session, "count 9x7R")):
        assert "Kim" in told
        assert "Ana" not in told
        assert "Ben" not in told


@pytest.mark.parametrize("name", list_games())
def test_the_example_of_an_opening_is_accepted_at_this_table(name: str) -> None:
    session = opened(make_table({"seats": SEATS, "game": name}), None)
    asked = session.get_prompt().asked
    if isinstance(asked, OpeningPrompt):
        assert any(name in asked.example for name in NAMES[:3])
        assert session.take(asked.example).refused is None


def test_example_names_that_sit_at_the_table_are_not_replaced() -> None:
    seats = ["Ben", "Ana", {"name": "Vera", "virtual": True}]
    asked = sure_of(OpeningPrompt, opened(make_table({"seats": seats}), None).get_prompt().asked)
    assert asked.example == "7R Ana"
