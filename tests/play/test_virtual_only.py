"""Tables that enter only their virtual players' turns (`track: virtual`), from the entry to the end of the game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from facilitator.errors import CommandError, TableError
from facilitator.games.events import Begin, Drew, GameEnds, OwnTop, VirtualTop
from facilitator.games.rules import read_move
from facilitator.play.commands import event_taps
from facilitator.play.journal import EVENT
from facilitator.play.prompt import Announced, OpeningPrompt, StepPrompt
from facilitator.play.session import Session
from facilitator.table_files.load import check, make_table, write_table
from facilitator.table_files.model import game_of, state_before
from programs import run_well
from sessions import opened
from sure import sure_of

SEATS: list[Any] = ["Ana", {"name": "Vera", "virtual": True}, "Ben"]
TWO: list[Any] = ["Ana", {"name": "Vera", "virtual": True}, "Ben", {"name": "Walt", "virtual": True}]
WALLET = {"seats": SEATS, "protocol": "wallet", "track": "virtual"}
SMALL = {"hand_size": 3, "pool_deck": ["7R", "5R", "+R", "SB", "2Y"]}


def open_session(data: dict[str, Any], seed: int | None = None, path: Path | None = None) -> Session:
    return opened(make_table(data), path, seed)


def after(data: dict[str, Any], *events: str) -> Any:
    """Return the public state after some entries and events of virtual turns."""
    table = make_table(data)
    rules, state = game_of(table), state_before(table)
    names = [seat.name for seat in table.seats]
    for line in events:
        event = (
            rules.codec.read_line(line, names) if line.startswith("Vera ") else read_move(rules, line, state)
        )
        state = rules.apply(state, event).state
    return state


def public(data: dict[str, Any], state: Any) -> dict[str, object]:
    return game_of(make_table(data)).state_json(state)


# -- the table file ----------------------------------------------------------------------------------


def test_official_rules_without_scores_work() -> None:
    assert check({**WALLET, "rules": "official", "scores": "none"})[1] == []


# -- entries -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "event",
    [
        Begin(("Vera", "Walt"), 7),
        VirtualTop("Walt", "7R"),
        VirtualTop("Vera", "W", "B", drawn=4),
        VirtualTop("Vera", "W", "B"),
        VirtualTop("Vera", "7R", drawn=2),
        VirtualTop("Vera", chain=4),
        VirtualTop("Vera", "+R", chain=4),
        VirtualTop("Vera", "D", "G", chain=8),
        Drew("Vera", 1, forced=True),
        Drew("Vera", 2, forced=True),
        OwnTop("SB"),
        OwnTop("none"),
        GameEnds(),
        GameEnds("Ana"),
        GameEnds(nobody=True),
    ],
)
@pytest.mark.parametrize("language", ["en", "de"])
def test_each_event_is_read_again_from_its_line_and_from_json(event: Any, language: str) -> None:
    from facilitator.i18n.catalogue import set_language

    codec, names = game_of(make_table({**WALLET, "seats": TWO})).codec, ["Ana", "Vera", "Ben", "Walt"]
    set_language(language)
    assert codec.read_line(codec.text(event), names) == event
    assert codec.read_line(json.dumps(codec.json(event)), names) == event


def test_the_events_are_those_of_the_contract() -> None:
    lines = (
        '{"begin":["Vera"],"hand":7}',
        '{"virtual":"Vera","top":"W","color":"B","drawn":4}',
        '{"seat":"Vera","play":"SB"}',
        '{"virtual":"Vera","top":"7R"}',
        '{"seat":"Vera","draw":1}',
        '{"virtual":"Vera","chain":4}',
        '{"seat":"Vera","draw":4,"forced":true}',
        '{"seat":"Vera","draw":2,"forced":true}',
        '{"end":true,"winner":"Ana"}',
    )
    data = {**WALLET, "stacking": ["+ on +"]}
    codec = game_of(make_table(data)).codec
    for line in lines:
        assert codec.json(codec.read_line(line, ["Ana", "Vera", "Ben"])) == json.loads(line)
    begun = {"n": 3, "hands": {"Vera": 10}, "unplayed": 16, "top": "SB", "color": "B", "winner": None}
    ended = {"n": 9, "hands": {"Vera": 17}, "unplayed": 9, "top": None, "color": None, "winner": "Ana"}
    assert public(data, after(data, *lines[:3])) == begun
    assert public(data, after(data, *lines)) == ended


# -- whole games -------------------------------------------------------------------------------------


def play_steps(data: dict[str, Any], seed: int) -> tuple[list[object], Session]:
    """Return the steps of a rehearsal with their answers, and the session at the end of the game."""
    session, steps = open_session(data, seed), list[object]()
    while not session.is_over:
        now = session.get_prompt().asked
        if isinstance(now, StepPrompt):
            steps.append((now.label_text, now.ops, now.surface, now.ask, session.rehearsed_input().argument))
        reply = session.rehearse()
        assert reply.refused is None
    return steps, session


@pytest.mark.parametrize(
    ("data", "seeds"),
    [
        ({}, range(1, 5)),
        ({"protocol": "knockout", "pool": "split"}, (3,)),
        ({"stacking": ["+ on +", "D on D"]}, (9, 14)),
        ({"rules": "official", "scores": "none"}, (11, 12)),
        (
            {"draw": "until playable", "pool_deck": ["7R", "+R", "SB", "2Y", "W", "1G", "5B", "4Y", "9R"]},
            (1, 2),
        ),
    ],
)
@pytest.mark.every(2)
def test_virtual_turns_are_those_of_a_tracked_game(data: dict[str, Any], seeds: range, full: bool) -> None:
    for seed in seeds if full else seeds[-1:]:
        all_turns, _ = play_steps({**WALLET, **data, "track": "all"}, seed)
        only, _ = play_steps({**WALLET, **data}, seed)
        assert only == all_turns


def test_a_game_takes_one_entry_per_virtual_turn_and_one_for_the_end() -> None:
    for seed in (1, 2, 3):
        _, session = play_steps(WALLET, seed)
        rows = [row.body for row in session.match.journal.entries if row.kind == EVENT and not row.derived]
        turns = sum("virtual" in body for body in rows)
        assert turns == session.result().runs
        assert len(rows) == 1 + turns + ("end" in rows[-1])
        assert all("virtual" in body or "begin" in body or "end" in body for body in rows)


def test_two_virtual_players_leave_nothing_laid_out() -> None:
    """A column form keeps its columns for the next virtual turn, but here nobody knows that it is next."""
    data = {
        **WALLET,
        "seats": ["Ana", *SEATS[1:2], TWO[-1]],
        "protocol": "knockout",
        "pool": "split",
        "hand_size": 2,
    }
    _, session = play_steps(data, 2)
    assert not any(log.are_columns_kept for log in session.match.logs)
    assert session.is_over


def test_a_rehearsal_accepts_only_what_its_people_say() -> None:
    session = open_session(WALLET, 1)
    reply = session.take("4y")
    assert isinstance(reply.refused, CommandError)
    assert not session.has_begun


# -- a turn at the table -----------------------------------------------------------------------------


def enter(session: Session, *lines: str) -> list[object]:
    """Type lines, all of which are accepted, and return the messages."""
    told = list[object]()
    for line in lines:
        reply = session.take(line)
        assert reply.refused is None, (line, reply.refused)
        told += reply.messages
    return told


def to_question(session: Session) -> None:
    """Do the steps of a wallet turn up to its final look. Each duel is won by the card on the left."""
    for _ in range(200):
        now = sure_of(StepPrompt, session.get_prompt().asked)
        if now.label_text.startswith("5") and now.ask:
            return
        enter(session, "l" if now.ask else "")
    raise AssertionError("no final look")


def test_the_first_entry_records_the_deal_and_a_reopened_game_goes_on(tmp_path: Path) -> None:
    session = open_session(WALLET, path=tmp_path / "game.sqlite")
    assert isinstance(session.get_prompt().asked, OpeningPrompt)
    enter(session, "7r")
    code = session.match.turn_code
    session.close()
    session = open_session(WALLET, path=tmp_path / "game.sqlite")
    assert [next(iter(entry.body)) for entry in session.match.journal.entries if entry.kind == EVENT] == [
        "begin",
        "virtual",
    ]
    assert session.match.turn_code == code != ""
    session.close()


def test_a_wrong_top_card_is_undone_at_once_and_after_a_shuffle_once_the_turn_is_stopped() -> None:
    session = open_session(WALLET)
    enter(session, "7r", "u", "7b")
    assert session.public()["top"] == "7B"
    enter(session, "", "")  # the hand has been stirred
    assert isinstance(session.take("back 4").refused, TableError)
    enter(session, "doubt")
    while isinstance(session.get_prompt().asked, StepPrompt) and session.match.recovering:
        enter(session, "")
    enter(session, "u", "7g")
    assert session.public()["top"] == "7G"


def test_after_the_reveal_a_wrong_top_card_makes_the_turn_void() -> None:
    session = open_session({**WALLET, "hand_size": 2})
    enter(session, "7r")
    to_question(session)
    now = sure_of(StepPrompt, session.get_prompt().asked)
    enter(session, now.spelled[-1], "void the top card was a blue 7")
    while session.match.recovering:
        now = sure_of(StepPrompt, session.get_prompt().asked)
        enter(session, now.spelled[0] if now.ask else "")
    enter(session, "u", "7b")
    assert session.public()["top"] == "7B"


def test_a_draw_between_turns_can_be_entered_and_undone() -> None:
    session = open_session(WALLET)
    told = enter(session, "vera +2")
    assert any(isinstance(item, Announced) and "without looking" in " ".join(item.followed) for item in told)
    assert session.public()["hands"] == {"Vera": 9}
    told = enter(session, "u")
    assert session.public()["hands"] == {"Vera": 7}
    assert told


def test_the_public_state_has_no_counts_of_people() -> None:
    session = open_session(WALLET)
    enter(session, "7r")
    cards = {seat["name"]: seat["cards"] for seat in session.glimpse()["seats"]}
    assert cards == {"Ana": None, "Vera": 7, "Ben": None}


def test_buttons_enter_what_can_be_typed() -> None:
    """One tap for the colour and one for the symbol; with two virtual players another tap says whose turn it is."""
    session = open_session(WALLET)
    offers = session.offers(session.get_prompt().asked)
    assert len({offer.path for offer in offers}) == len(offers)
    paths = {offer.path: offer.input for offer in offers}
    assert paths["red", "7"].argument == VirtualTop("Vera", "7R")
    assert paths["black", "wild", "blue"].argument == VirtualTop("Vera", "W", "B")
    assert paths["Vera has to draw", "2"].argument == Drew("Vera", 2, forced=True)
    assert paths["game over",].argument == GameEnds()
    assert session.take(paths["red", "7"]).refused is None
    assert session.public()["top"] == "7R"
    two = open_session({**WALLET, "seats": TWO})
    paths = {offer.path: offer.input for offer in two.offers(two.get_prompt().asked)}
    assert paths["red", "7", "Walt"].argument == VirtualTop("Walt", "7R")


def test_buttons_enter_a_chain_with_its_number_of_cards() -> None:
    session = open_session({**WALLET, "seats": TWO, "stacking": ["+ on +"]})
    paths = {offer.path: offer.input.argument for offer in session.offers(session.get_prompt().asked)}
    assert paths["red", "draw two", "4 cards to draw", "Vera"] == VirtualTop("Vera", "+R", chain=4)
    assert paths["red", "draw two", "none to draw", "Walt"] == VirtualTop("Walt", "+R")
    assert paths["black", "wild draw four", "red", "Vera"] == VirtualTop("Vera", "D", "R")
    assert not any(short != path and path[: len(short)] == short for short in paths for path in paths)


def test_buttons_name_the_winner_and_whose_the_top_card_is() -> None:
    session = open_session(WALLET)
    enter(session, "end")
    now = sure_of(OpeningPrompt, session.get_prompt().asked)
    assert now.heading == "Who won?"
    paths = [offer.path for offer in session.offers(now) if not offer.aside]
    assert paths == [("Ana",), ("Vera",), ("Ben",), ("leave it open",)]
    enter(session, "")
    assert [line.text for line in session.match.history()[-2:]] == ["The game ends", "Nobody won"]
    data = {**WALLET, **SMALL}
    state = after(data, "1r", "Vera plays 7r", "vera +2", "9y", "Vera plays 2y", "7r")
    words = [offer.path for offer in event_taps(game_of(make_table(data)), state)]
    assert words == [("no",), ("yes, red 7",)]


def test_the_first_button_of_a_rehearsal_is_the_entry_of_its_people() -> None:
    session = open_session(WALLET, 1)
    first = session.offers(session.get_prompt().asked)[0]
    assert (first.key, first.path) == ("done", ("Vera to play on 3R",))


def test_plan_and_log_say_that_people_are_not_tracked(tmp_path: Path) -> None:
    file = tmp_path / "friday.yaml"
    write_table(file, make_table({**WALLET, "name": "Friday"}))
    session = open_session({**WALLET, "name": "Friday"}, path=tmp_path / "friday.game")
    enter(session, "vera +1", "end ben")
    session.close()
    for command, words in (("plan", "the table's word"), ("log", "are what the table said")):
        shown = run_well(command, file)
        assert words in " ".join(shown.output.split())
