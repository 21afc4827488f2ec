"""Somebody has to leave in the middle of a game: the cards, the turns, the record and the way back."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdfium2 import PdfDocument

from facilitator.cli.app import app
from facilitator.cli.coverage import shapes_needed, shapes_proved
from facilitator.errors import CommandError, FacilitatorError, TableError
from facilitator.games.events import DECK_HAND, VIRTUAL_HAND, Leave, SitDown
from facilitator.games.rules import GameOver, read_move
from facilitator.i18n.catalogue import set_language
from facilitator.instructions.speech import Speech
from facilitator.operations.faces import ALPHA, BETA, DECK
from facilitator.planning.game_times import open_game
from facilitator.planning.shopping import shopping
from facilitator.play.check_codes import canonical_event
from facilitator.play.match import Match
from facilitator.play.messages import Remark
from facilitator.play.prompt import ActPrompt, Announced, HostMessage
from facilitator.play.questions import glimpse
from facilitator.play.session import Session
from facilitator.play.turn_starts import moment
from facilitator.protocols.forms import get_form
from facilitator.table_files.load import make_table, write_table
from facilitator.table_files.model import Table, game_of, state_before
from facilitator.verification.cases import deals, form_law, left_by
from facilitator.verification.verifier import Case
from programs import RUNNER
from sessions import POOL, UDO, VERA, opened, said

FOUR: dict[str, Any] = {"seats": ["Ana", VERA, "Ben", "Kim"], **POOL}
MATCH = {"rules": "official", "scores": "match"}


def after(data: dict[str, Any], *lines: str) -> Any:
    """Return the public state after some events."""
    table = make_table(data)
    rules, state = game_of(table), state_before(table)
    for line in lines:
        state = rules.apply(state, read_move(rules, line, state)).state
    return state


def facts(data: dict[str, Any], *lines: str) -> Any:
    return game_of(make_table(data)).state_json(after(data, *lines))


def reject(data: dict[str, Any], line: str, *before: str) -> FacilitatorError:
    """Return the error of a line that is rejected after some others."""
    state, rules = after(data, *before), game_of(make_table(data))
    with pytest.raises(FacilitatorError) as error:
        rules.apply(state, read_move(rules, line, state))
    return error.value


def play(lines: list[str], *, seats: list[Any] | None = None, **keys: Any) -> Any:
    return facts({"seats": seats or ["Ana", "Ben", "Kim"], "hand_size": 3, **keys}, *lines)


# -- the rules ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["leave Kim", "Kim leaves", "kim has to go", "LEAVE k", '{"leave":"Kim"}'])
def test_a_hand_goes_into_the_draw_pile_and_the_seat_is_skipped(line: str) -> None:
    before, gone = play(["7R Ben"]), play(["7R Ben", line])
    assert gone["hands"] == {"Ana": 3, "Ben": 3}
    assert gone["unplayed"] == before["unplayed"] + 3
    assert play(["7R Ben", line, "8R"])["turn"] == "Ana"


def test_the_hand_goes_into_the_draw_pile_that_it_came_from() -> None:
    gone = facts(FOUR, "7R Ben", "leave Kim")
    assert gone["unplayed"] == facts(FOUR, "7R Ben")["unplayed"] + 2
    assert gone["pool"] == facts(FOUR, "7R Ben")["pool"]


def test_the_hand_of_a_virtual_player_goes_into_the_virtual_players_draw_pile() -> None:
    before, gone = facts(FOUR, "7R Ben"), facts(FOUR, "7R Ben", "leave Vera")
    assert gone["pool"]["unplayed"] == before["pool"]["unplayed"] + 2
    assert gone["unplayed"] == before["unplayed"]
    assert facts(FOUR, "7R Ana", "leave Vera", "8R")["turn"] == "Ben"


@pytest.mark.parametrize(
    ("lines", "turn", "direction"),
    [
        (["7R Kim", "leave Kim"], "Ana", "clockwise"),
        (["7R Kim", "draw", "leave Kim"], "Ana", "clockwise"),
        (["7R Ana", "RR", "leave Kim"], "Ben", "counterclockwise"),
        (["7R Ana", "leave Ana"], "Ben", "clockwise"),
        (["7R Kim", "leave Ana"], "Kim", "clockwise"),
        (["7R Ben", "leave Ana", "8R"], "Kim", "clockwise"),
    ],
)
def test_the_turn_goes_on_in_the_direction_of_play(lines: list[str], turn: str, direction: str) -> None:
    state = play(lines)
    assert (state["turn"], state["direction"]) == (turn, direction)


def test_cards_that_were_to_be_drawn_are_drawn_by_nobody() -> None:
    lines = ["7R Ben", "+R"]
    assert play(lines, stacking=["+ on +"])["pending"] == 2
    gone = play([*lines, "leave Kim"], stacking=["+ on +"])
    assert (gone.get("pending"), gone["turn"], gone["hands"]) == (None, "Ana", {"Ana": 3, "Ben": 2})


def test_with_two_seats_left_a_reverse_skips() -> None:
    assert play(["7R Ben", "leave Kim", "RR"], rules="official")["turn"] == "Ben"


def test_the_next_seat_declares_the_colour_of_a_first_wild() -> None:
    state = play(["W Kim", "leave Kim", "Ana names blue"], rules="official")
    assert (state["turn"], state["color"]) == ("Ana", "B")


def test_the_last_player_left_wins() -> None:
    assert play(["7R Ben", "leave Kim", "leave Ben"])["winner"] == "Ana"


def test_a_seat_stays_away_in_the_next_round() -> None:
    lines = ["7R Ana", "8R", "leave Kim", "8B", "7B", "7G", "8G"]
    shown = [*lines, "Ben shows 1R"]
    state = play([*shown, "round 2"], rules="official", hand_size=3)
    assert state["hands"] == {"Ana": 3, "Ben": 3}


@pytest.mark.parametrize(
    ("line", "before", "keys", "remedy"),
    [
        ("leave Kim", [], {}, "type it again"),
        ("leave Ana", ["7R Ana", "leave Ben", "leave Kim"], {}, "take over Ana's hand"),
        ("leave Joe", ["7R Ana"], {}, "The players are"),
        ("leave Kim", ["7R Kim", "W4 blue"], {"rules": "official"}, "next player challenge"),
        ('{"leave":"Kim","hand":"sold"}', ["7R Ana"], {}, '"hand": "deck"'),
        ("leave Kim virtual", ["7R Kim", "W4 blue"], {"rules": "official"}, "next player challenge"),
        ("leave Vera virtual", ["7R Ana"], {}, "type: leave Vera"),
        ("leave Ana virtual", ["7R Ana", "leave Ben virtual", "leave Kim"], {}, "take over Ana's hand"),
        ("leave Ben virtual", ["7R Ana"], {"pool_deck": ["1R", "2R", "3R"]}, "larger draw pile"),
        ("leave Kim", ["Ana starts"], {"rules": "kpgut", "pool": "shared"}, "Kim gives up"),
        ("leave Vera", [], {"track": "virtual"}, "only virtual player"),
        ("leave Kim virtual", [], {"track": "virtual"}, "join Kim virtual after Ben"),
        ("leave Kim", ["7R"], {"track": "virtual"}, "Finish it first"),
        ("leave Kim", ["end"], {"track": "virtual"}, "who won"),
        ("leave Ana", ["leave Kim", "leave Ben"], {"track": "virtual"}, "take over Ana's hand"),
        ("leave Kim", [], {"game": "hearts"}, "begin another game"),
        ("leave Kim", [], {"game": "sevens"}, "take over Kim's hand"),
        ("leave Kim", [], {"game": "dominoes"}, "take over Kim's tiles"),
        ("leave Kim", [], {"game": "eights"}, "take over Kim's hand"),
    ],
)
def test_who_cannot_leave_hears_why_and_what_to_do(
    line: str, before: list[str], keys: dict[str, Any], remedy: str
) -> None:
    data = {"seats": FOUR["seats"], "game": keys["game"]} if "game" in keys else {**FOUR, **keys}
    if "pool" in keys:
        del data["pool_deck"]
    assert remedy in str(reject(data, line, *before))


def hear(session: Session, line: str) -> str:
    """Type a line that is taken; return everything that was said, with the effects of its event."""
    reply = session.take(line)
    assert reply.refused is None, reply.refused
    effects = (" ".join(item.followed) for item in reply.told if isinstance(item, Announced))
    return " ".join([*(item.text for item in reply.told if isinstance(item, Remark)), *effects])


# -- a virtual player takes the seat, or comes late ------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "leave Kim virtual",
        "kim leaves virtual",
        "Kim leaves, and a virtual player takes over",
        '{"leave":"Kim","hand":"virtual"}',
    ],
)
def test_a_virtual_player_takes_the_seat_with_as_many_cards(line: str) -> None:
    before, now = facts(FOUR, "7R Ana"), facts(FOUR, "7R Ana", line)
    assert now["hands"] == before["hands"]
    assert now["unplayed"] == before["unplayed"] + 2
    assert now["pool"]["unplayed"] == before["pool"]["unplayed"] - 2
    assert [seat.virtual for seat in after(FOUR, "7R Ana", line).seats] == [False, True, False, True]


@pytest.mark.parametrize(
    ("line", "seats"),
    [
        ("join Walt virtual", ["Ana", "Vera", "Ben", "Kim", "Walt"]),
        ("Walt joins virtual", ["Ana", "Vera", "Ben", "Kim", "Walt"]),
        ("join Walt virtual after Ana", ["Ana", "Walt", "Vera", "Ben", "Kim"]),
        ('{"join":"Walt","hand":"virtual","after":"Vera"}', ["Ana", "Vera", "Walt", "Ben", "Kim"]),
    ],
)
def test_a_virtual_player_who_comes_late_is_dealt_a_hand(line: str, seats: list[str]) -> None:
    before, joined = facts(FOUR, "7R Ana"), facts(FOUR, "7R Ana", line)
    assert [*joined["hands"]] == seats
    assert joined["hands"]["Walt"] == 2
    assert joined["pool"]["unplayed"] == before["pool"]["unplayed"] - 2
    assert joined["unplayed"] == before["unplayed"]


def test_events_of_the_new_kinds_keep_their_form() -> None:
    codec = game_of(make_table(FOUR)).codec
    events = [Leave("Kim", "virtual"), SitDown("Walt", "Ana", "virtual"), SitDown("Walt", hand="virtual")]
    assert [codec.read_line(codec.text(event), ["Ana", "Kim"]) for event in events] == events
    assert [codec.of_json(codec.json(event)) for event in events] == events
    assert codec.json(SitDown("Zoe")) == {"join": "Zoe"}
    assert "hand" not in canonical_event(SitDown("Zoe"), ["Ana"], {})[1]


@pytest.mark.parametrize(
    ("lines", "keys", "turn", "hands"),
    [
        (["7R Kim"], {}, "Kim", [2, 2, 2, 2]),
        (["7R Kim", "draw"], {}, "Ana", [2, 2, 2, 3]),
        (["7R Ben", "+R"], {"stacking": ["+ on +"]}, "Kim", [2, 2, 1, 2]),
        (["7R Ben", "D red"], {"rules": "official", "scores": "none"}, "Ana", [2, 2, 1, 6]),
    ],
)
def test_the_turn_of_the_person_who_left_goes_on(
    lines: list[str], keys: dict[str, Any], turn: str, hands: list[int]
) -> None:
    """After a draw the turn is over. Cards that can be neither answered nor challenged are drawn."""
    state = facts({**FOUR, **keys}, *lines, "leave Kim virtual")
    assert (state["turn"], [*state["hands"].values()]) == (turn, hands)


def test_between_two_rounds_the_next_deal_gives_a_virtual_hand() -> None:
    keys: dict[str, Any] = {**FOUR, **MATCH, "seats": ["Ana", VERA, "Ben"]}
    end = ["7R Ana", "8R", "Vera draws", "Ben plays 8B", "7B", "Vera shows 1R 3R 5R", "Ben shows 1R"]
    left = facts(keys, *end, "leave Ben virtual", "join Walt virtual")
    assert left["hands"] == {"Ana": 0, "Vera": 3, "Ben": 0, "Walt": 0}
    dealt = facts(keys, *end, "leave Ben virtual", "join Walt virtual", "round 2")
    assert dealt["hands"] == dict.fromkeys(("Ana", "Vera", "Ben", "Walt"), 2)
    assert dealt["pool"]["unplayed"] == 21
    assert dealt["scores"] == left["scores"]


def test_a_table_without_virtual_players_keeps_people(tmp_path: Path) -> None:
    table, record = make_table({"seats": ["Ana", "Ben", "Kim"]}), tmp_path / "events.txt"
    record.write_text("start 7R Ana first\nKim leaves virtual\n", "utf-8")
    write_table(tmp_path / "friday.yaml", table)
    done = RUNNER.invoke(app, ["replay", str(tmp_path / "friday.yaml"), str(record)])
    assert done.exit_code == 2
    assert "no virtual players" in " ".join(done.output.split())
    session = opened(table, None)
    said(session, "7r ana")
    for line in ("leave kim virtual", "join Zoe virtual"):
        refused = session.take(line).refused
        assert "no virtual players" in str(refused)
    assert session.match.names == ["Ana", "Ben", "Kim"]


def test_in_german_too() -> None:
    set_language("de")
    lines = ["7R Ana", "Kim geht virtuell", "Zoe kommt virtuell hinter Ana", "dazu walt virtuell", "dazu Eva"]
    seats = after({**FOUR, "language": "de"}, *lines).seats
    assert [seat.name for seat in seats if seat.virtual] == ["Zoe", "Vera", "Kim", "Walt"]
    assert seats[-1].name == "Eva"


@pytest.mark.parametrize("protocol", ["wallet", "knockout", "published"])
def test_the_turn_of_the_new_player_is_certified(protocol: str) -> None:
    """The verifier proves this very attempt, and the certificate has the shapes of all later ones."""
    deck = ["7R", "3R", "5B", "8B"]
    table = make_table({**FOUR, "protocol": protocol, "hand_size": 1, "pool_deck": deck})
    session = opened(table, None)
    for line in ("7r kim", "leave kim virtual"):
        said(session, line)
    plan = session.match.plan
    assert plan is not None
    assert plan.layout is not None
    assert plan.layout.hands == (("Kim", 1), ("Vera", 1), (DECK, 2))
    form = get_form(plan.form)
    every = tuple(deals(plan.layout))
    verdict = Case(plan.recipe, every, form_law(form, plan.layout), left=left_by(form)).verify()
    assert verdict.correct
    assert verdict.secret
    assert shapes_needed(session.match.present_table) <= shapes_proved()


def test_a_front_end_offers_who_can_leave() -> None:
    session = opened(make_table(FOUR), None)
    said(session, "7r ana")
    offers = [offer.path[0] for offer in session.list_departures()]
    assert offers[-2:] == ["Kim leaves", "Kim leaves, and a virtual player takes over"]
    assert "Vera leaves" in offers
    assert len(offers) == 7
    said(session, "8r")
    assert session.list_departures() == ()


def test_styles_of_new_virtual_players() -> None:
    """A printed deck shows one style, so a new player has it, too."""
    saver = {**VERA, "style": "saver"}
    for seats, style in ((["Ana", saver, "Kim"], "saver"), (["Ana", saver, UDO, "Kim"], "uniform")):
        session = opened(make_table({**FOUR, "seats": seats, "protocol": "knockout"}), None)
        said(session, "7r ana")
        said(session, "leave kim virtual")
        assert session.match.policy.style("Kim") == style
        assert session.match.present_table.virtual[-1].style == style


def test_the_turn_script_of_this_moment_names_who_is_there(tmp_path: Path) -> None:
    path = tmp_path / "friday.yaml"
    write_table(path, make_table({**FOUR, "protocol": "knockout"}))
    session = opened(make_table({**FOUR, "protocol": "knockout"}), tmp_path / "friday.game")
    for line in ("7r ana", "leave kim virtual", "leave vera"):
        said(session, line)
    session.match.close()
    done = RUNNER.invoke(app, ["print", str(path), "script", "--now", "-o", str(tmp_path)])
    assert done.exit_code == 0, done.output
    with closing(PdfDocument(tmp_path / "script.pdf")) as pdf:
        printed = " ".join(page.get_textpage().get_text_range() for page in pdf)
    assert "Kim's hand" in printed
    assert "Vera" not in printed


def test_the_game_goes_on_in_the_middle_of_the_new_players_turn(tmp_path: Path) -> None:
    table, path = make_table({**FOUR, "protocol": "knockout"}), tmp_path / "friday.game"
    session = opened(table, path)
    for line in ("7r kim", "leave kim virtual", "", ""):
        said(session, line)
    here, attempt = session.match.position, session.match.attempt
    session.match.close()
    again = opened(table, path)
    assert replace(again.match.position, plan=here.plan) == here
    assert attempt is not None
    assert again.match.attempt is not None
    assert again.match.attempt.ops == attempt.ops
    again.match.close()


# -- only virtual turns are entered ----------------------------------------------------------------------


def test_people_and_virtual_players_come_and_go_between_virtual_turns() -> None:
    keys = {**FOUR, "seats": ["Ana", VERA, UDO, "Ben", "Kim"], "track": "virtual"}
    state = after(keys, "leave Udo", "leave Kim", "join Zoe after Vera", "Walt joins virtual")
    assert [seat.name for seat in state.seats] == ["Ana", "Vera", "Zoe", "Ben", "Walt"]
    shown = game_of(make_table(keys)).state_json(state)
    assert (shown["hands"], shown["unplayed"]) == ({"Vera": 2, "Walt": 2}, 23)


@settings(max_examples=12, deadline=None)
@given(st.integers(2, 3), st.integers(1, 2), st.integers(0, 10**6))
def test_whole_games_of_virtual_turns_in_which_seats_leave_and_come(
    people: int, virtual: int, seed: int
) -> None:
    """Afterwards the simulated complete game still agrees with the turns that are entered."""
    chance, names = Random(seed), ["Ana", "Ben", "Kim"][:people]
    seats: list[Any] = [*names[:1], *[VERA, UDO][:virtual], *names[1:]]
    play_with_changes(make_table({**POOL, "seats": seats, "hand_size": 3, "track": "virtual"}), seed, chance)


# -- the record --------------------------------------------------------------------------------------


def test_during_a_virtual_turn_it_has_to_wait() -> None:
    session = opened(make_table(FOUR), None)
    said(session, "7r ana")
    said(session, "8r")
    assert isinstance(session.get_prompt().asked, ActPrompt)
    refused = session.take("leave kim").refused
    assert refused is not None
    assert "Finish Vera's turn" in str(refused)
    assert "Kim" in session.match.names


def test_an_undo_brings_the_seat_back_and_says_what_to_deal() -> None:
    session = opened(make_table(FOUR), None)
    said(session, "7r kim")
    state = session.match.state
    assert "Shuffle Kim's hand into people's draw pile" in hear(session, "leave kim")
    assert [seat["name"] for seat in glimpse(session.match)["seats"]] == ["Ana", "Vera", "Ben"]
    assert "deal Kim as many cards" in hear(session, "u")
    assert session.match.state == state


def test_a_card_played_by_somebody_who_left_can_still_be_fixed() -> None:
    session = opened(make_table(FOUR), None)
    for line in ("7r ben", "8r", "9r", "leave kim"):
        said(session, line)
    said(session, "fix 3 6r")
    assert session.match.state.top == "6R"


def test_no_step_names_somebody_who_left() -> None:
    session = opened(make_table(FOUR), None)
    for line in ("7r ana", "leave ana"):
        said(session, line)
    assert isinstance(session.get_prompt().asked, ActPrompt)
    assert session.match.voice.humans == ("Ben", "Kim")
    assert Speech(session.match.voice).second == "Kim"


def test_the_steps_name_the_draw_pile_of_the_virtual_player_left() -> None:
    two = {**FOUR, "seats": ["Ana", VERA, UDO, "Ben"]}
    session = opened(make_table(two), None)
    said(session, "7r ana")
    assert [*session.match.voice.pool] == ["Vera", "Udo"]
    assert "the virtual players' draw pile" in hear(session, "leave vera")
    assert [*session.match.voice.pool] == ["Udo"]
    assert moment(session.match).seat == 0
    said(session, "leave udo")
    with pytest.raises(CommandError, match="no virtual player"):
        moment(session.match)


def test_replay_and_log_read_it(tmp_path: Path) -> None:
    table, path = make_table(FOUR), tmp_path / "friday.yaml"
    write_table(path, table)
    session = opened(table, tmp_path / "friday.game")
    for line in ("7r ben", "8r", "9r", "leave kim", "u", "leave kim"):
        said(session, line)
    session.match.close()
    told = RUNNER.invoke(app, ["log", str(path)])
    assert told.exit_code == 0
    assert told.stdout.count("Kim leaves") == 2
    record = tmp_path / "events.txt"
    record.write_text('start 7R Ben first\nBen plays 8R\n{"leave":"Kim","hand":"deck"}\n', "utf-8")
    done = RUNNER.invoke(app, ["replay", str(path), str(record), "--json"])
    assert done.exit_code == 0
    assert '"hands":{"Ana":2,"Vera":2,"Ben":1}' in done.stdout.splitlines()[-1]


# -- somebody comes late -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "seats"),
    [
        ("join Zoe", ["Ana", "Ben", "Kim", "Zoe"]),
        ("Zoe joins", ["Ana", "Ben", "Kim", "Zoe"]),
        ("join Zoe after Ana", ["Ana", "Zoe", "Ben", "Kim"]),
        ("Zoe joins after b", ["Ana", "Ben", "Zoe", "Kim"]),
        ("join zoe", ["Ana", "Ben", "Kim", "Zoe"]),
        ('{"join":"Zoe","after":"Ben"}', ["Ana", "Ben", "Zoe", "Kim"]),
    ],
)
def test_who_comes_late_sits_where_one_wishes_and_gets_a_hand(line: str, seats: list[str]) -> None:
    before, joined = play(["7R Ben"]), play(["7R Ben", line])
    assert [*joined["hands"]] == seats
    assert (joined["hands"]["Zoe"], joined["turn"]) == (3, "Ben")
    assert joined["unplayed"] == before["unplayed"] - 3


def test_the_new_seat_has_its_turn_after_its_neighbour() -> None:
    assert play(["7R Ben", "join Zoe after Ben", "8R"])["turn"] == "Zoe"
    assert play(["7R Ben", "join Zoe after Ana", "RR"])["turn"] == "Zoe"
    assert play(["7R Ben", "+R", "join Zoe after Ben"], stacking=["+ on +"])["turn"] == "Kim"


def test_who_leaves_may_come_back() -> None:
    assert play(["7R Ben", "leave Kim", "join Kim after Ana"])["hands"] == {"Ana": 3, "Kim": 3, "Ben": 3}


def test_between_two_rounds_the_next_deal_gives_the_hand() -> None:
    keys: dict[str, Any] = {"rules": "official", "seats": ["Ana", "Ben"]}
    end = ["7R Ana", "8R", "8B", "7B", "7G", "8G", "Ben shows 1R"]
    assert play([*end, "join Zoe"], **keys)["hands"]["Zoe"] == 0
    assert play([*end, "join Zoe", "round 2"], **keys)["hands"] == {"Ana": 3, "Ben": 3, "Zoe": 3}


@pytest.mark.parametrize(
    ("line", "before", "keys", "remedy"),
    [
        ("join Ben", ["7R Ana"], {}, "another name"),
        ("join deck", ["7R Ana"], {}, "another name"),
        ("join Zoe", [], {}, "type it again"),
        ("join Zoe after Joe", ["7R Ana"], {}, "The players are"),
        ("join Zoe", ["7R Ana"], {"hand_size": 30}, "next game"),
        ("join Zoe virtual", ["7R Ana"], {"pool_deck": ["1R", "2R", "3R"]}, "has 1, and 2 are needed"),
        ("join Zoe virtual", ["7R Ana"], {"pool_deck": ["1R", "2R", "3R", "4R"], **MATCH}, "needs 5 cards"),
        ('{"join":"Zoe","hand":"deck"}', ["7R Ana"], {}, '"hand": "virtual"'),
        ("join Zoe", [], {"rules": "kpgut", "pool": "shared"}, "Zoe joins"),
        ("join Ben", [], {"track": "virtual"}, "another name"),
        ("join Zoe", ["7R"], {"track": "virtual"}, "Finish it first"),
        ("join Zoe virtual", [], {"track": "virtual", "pool_deck": ["1R", "2R", "3R"]}, "larger draw pile"),
        ("Zoe joins", [], {"game": "hearts"}, "begin again with Zoe"),
    ],
)
def test_who_cannot_join_hears_why_and_what_to_do(
    line: str, before: list[str], keys: dict[str, Any], remedy: str
) -> None:
    data = {"seats": FOUR["seats"], "game": keys["game"]} if "game" in keys else {**FOUR, **keys}
    if {"pool", "hand_size"} & {*keys} and "pool_deck" not in keys:
        del data["pool_deck"]
    assert remedy in str(reject(data, line, *before))


def test_a_name_that_would_mislead_cannot_join() -> None:
    session = opened(make_table(FOUR), None)
    said(session, "7r kim")
    for name in ("7R", "undo"):
        assert session.take(f"join {name}").refused is not None
    assert session.match.names == ["Ana", "Vera", "Ben", "Kim"]


def test_an_undo_takes_the_hand_back_and_a_redo_deals_it_again() -> None:
    session = opened(make_table(FOUR), None)
    said(session, "7r kim")
    state = session.match.state
    assert "Zoe draws 2 from people's draw pile" in hear(session, "join Zoe after Ana")
    assert session.match.voice.humans == ("Ana", "Zoe", "Ben", "Kim")
    joined = session.match.state
    assert "Zoe" in hear(session, "u")
    assert session.match.state == state
    said(session, "redo")
    assert session.match.state == joined
    said(session, "8r")
    again = Match(session.match.table, session.match.journal)
    assert again.state == session.match.state


@pytest.mark.parametrize(
    ("keys", "line", "lacks"),
    [
        ({"seats": ["Ana", VERA], "protocol": "knockout"}, "join Zoe", "0 θ-Zoe. Make 11 more"),
        ({**FOUR, "protocol": "knockout"}, "join Zoe", ""),
        ({**FOUR, "protocol": "knockout"}, "join Zoe virtual", "0 θ-Zoe. Make 6 more"),
        ({**FOUR, "protocol": "knockout"}, "leave Kim virtual", "0 θ-Kim. Make 6 more"),
        ({"seats": ["Ana", VERA, "Kim"], "protocol": "knockout"}, "leave Kim virtual", ""),
        ({**FOUR, "protocol": "wallet"}, "leave Kim virtual", ""),
    ],
)
def test_missing_markers_are_named_before_the_cards_move(keys: dict[str, Any], line: str, lacks: str) -> None:
    """The columns are those of the draw pile, so bit cards never lack."""
    session = open_game(make_table(keys), None, None, None)
    said(session, "7r ana")
    reply = session.take(line)
    assert reply.refused is None
    first, *_ = (item.text for item in reply.told if isinstance(item, HostMessage | Announced))
    assert lacks in first
    assert ("θ" in first) == bool(lacks)
    then, now = (
        Counter(shopping(table).designations) for table in (session.match.table, session.match.present_table)
    )
    assert (now[ALPHA], now[BETA]) == (then[ALPHA], then[BETA])


# -- whole games -------------------------------------------------------------------------------------


def may_change(session: Session) -> list[Leave | SitDown]:
    """Return the departures and arrivals that are possible now, found by trying all of them."""
    game, found = session.match, list[Leave | SitDown]()
    if game.attempt is not None:
        return []
    names = [seat.name for seat in game.state.seats]
    kinds = ("", VIRTUAL_HAND)[: 1 + bool(game.table.virtual)]
    changes: list[Leave | SitDown] = [Leave(name, hand or DECK_HAND) for name in names for hand in kinds]
    changes += [SitDown("Joe", name, hand) for name in names for hand in kinds]
    for event in changes:
        try:
            game.rules.apply(game.state, event)
            assert game.truth is not None
            game.truth.check(event, game.state)
        except (TableError, CommandError):
            continue
        found.append(event)
    return found


def count_cards(session: Session) -> Counter[str]:
    truth = session.match.truth
    assert truth is not None
    return Counter(card for cards in truth.table.hands.values() for card in cards)


@settings(max_examples=12, deadline=None)
@given(
    st.sampled_from([{"rules": "paper"}, {"rules": "official"}, {"stacking": ["+ on +", "D on D"]}]),
    st.sampled_from([POOL, POOL, POOL, {"hand_size": 2}]),
    st.integers(2, 4),
    st.integers(0, 2),
    st.integers(0, 10**6),
)
def test_whole_games_in_which_seats_leave_and_come(
    rules: dict[str, Any], pool: dict[str, Any], people: int, virtual: int, seed: int
) -> None:
    """The cards stay complete, a replay leads to the same game, and an undo leads back."""
    chance, names = Random(seed), ["Ana", "Ben", "Kim", "Zoe"][:people]
    seats: list[Any] = [*names[:1], *[VERA, UDO][:virtual], *names[1:]]
    pool = pool if virtual else {}
    table = make_table({"scores": "none", **rules, "hand_size": 3, **pool, "seats": seats})
    play_with_changes(table, seed, chance)


def play_with_changes(table: Table, seed: int, chance: Random) -> None:
    """Play a rehearsal in which seats leave and come at random."""
    session = opened(table, None, seed)
    game = session.match
    for _ in range(400):
        if isinstance(game.next_action, GameOver):
            break
        if game.attempt is None and chance.random() < 0.15 and (changes := may_change(session)):
            change_seats(session, chance.choice(changes))
            continue
        assert session.rehearse().refused is None
    again = Match(table, game.journal)
    assert again.state == game.state


def change_seats(session: Session, event: Leave | SitDown) -> None:
    """Let somebody leave or come, take it back, and let it happen again."""
    game = session.match
    state, cards = game.state, count_cards(session)
    game.submit(event)
    after = game.state
    game.undo()
    assert (game.state, count_cards(session)) == (state, cards)
    game.submit(event)
    assert game.state == after
    virtual = {seat.name: seat.virtual for seat in game.state.seats}
    gone = isinstance(event, Leave) and event.hand == DECK_HAND
    assert virtual.get(event.seat) == (None if gone else event.hand == VIRTUAL_HAND)
    if game.attempt is None:  # the cards of an attempt are in its columns already
        assert game.truth is not None
        game.truth.agree(game.state)
        assert count_cards(session) == cards
    session.dialog.gather()
