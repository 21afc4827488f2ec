"""Somebody has to leave in the middle of a game: the cards, the turns, the record and the way back."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facilitator.cli.app import app
from facilitator.errors import CommandError, FacilitatorError, TableError
from facilitator.games.events import Leave, SitDown
from facilitator.games.rules import GameOver, read_move
from facilitator.instructions.speech import Speech
from facilitator.play.match import Match
from facilitator.play.messages import Remark
from facilitator.play.prompt import ActPrompt, Announced
from facilitator.play.questions import glimpse
from facilitator.play.session import Session
from facilitator.play.turn_starts import moment
from facilitator.table_files.load import make_table, write_table
from facilitator.table_files.model import game_of, state_before
from programs import RUNNER
from sessions import POOL, UDO, VERA, opened, said

FOUR: dict[str, Any] = {"seats": ["Ana", VERA, "Ben", "Kim"], **POOL}
KIM = Leave("Kim")


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
        ("leave Kim", ["Ana starts"], {"rules": "kpgut", "pool": "shared"}, "Kim gives up"),
        ("leave Kim", [], {"track": "virtual"}, "draw pile"),
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
    assert moment(session.match).seat == 1
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
        ("join Zoe", [], {"rules": "kpgut", "pool": "shared"}, "Zoe joins"),
        ("join Zoe", [], {"track": "virtual"}, "Deal Zoe a hand"),
        ("Zoe joins", [], {"game": "hearts"}, "begin again with Zoe"),
    ],
)
def test_who_cannot_join_hears_why_and_what_to_do(
    line: str, before: list[str], keys: dict[str, Any], remedy: str
) -> None:
    data = {"seats": FOUR["seats"], "game": keys["game"]} if "game" in keys else {**FOUR, **keys}
    if {"pool", "hand_size"} & {*keys}:
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


def test_markers_are_written_if_everybody_draws_from_one_pile() -> None:
    session = opened(make_table({"seats": ["Ana", VERA], "protocol": "knockout"}), None)
    said(session, "7r ana")
    assert "write θ-Zoe on blank cards" in hear(session, "join Zoe")
    other = opened(make_table(FOUR), None)
    said(other, "7r ana")
    assert "θ" not in hear(other, "join Zoe")


# -- whole games -------------------------------------------------------------------------------------


def may_change(session: Session) -> list[Leave | SitDown]:
    """Return the departures and arrivals that are possible now, found by trying all of them."""
    game, found = session.match, list[Leave | SitDown]()
    if game.attempt is not None:
        return []
    names = [seat.name for seat in game.state.seats]
    changes: list[Leave | SitDown] = [*map(Leave, names), *(SitDown("Joe", name) for name in names)]
    for event in changes:
        try:
            game.rules.apply(game.state, event)
        except (TableError, CommandError):
            continue
        found.append(event)
    return found


def count_cards(session: Session) -> Counter[str]:
    truth = session.match.truth
    assert truth is not None
    return Counter(card for cards in truth.table.hands.values() for card in cards)


@settings(max_examples=12, deadline=None)
@given(st.sampled_from(["paper", "official"]), st.integers(2, 4), st.integers(0, 2), st.integers(0, 10**6))
def test_whole_games_in_which_seats_leave_and_come(rules: str, people: int, virtual: int, seed: int) -> None:
    """The cards stay complete, a replay leads to the same game, and an undo leads back."""
    chance, names = Random(seed), ["Ana", "Ben", "Kim", "Zoe"][:people]
    seats: list[Any] = [*names[:1], *[VERA, UDO][:virtual], *names[1:]]
    pool = POOL if virtual else {}
    table = make_table({"seats": seats, "rules": rules, "hand_size": 3, **pool, "scores": "none"})
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
    assert (event.seat in game.names) == isinstance(event, SitDown)
    if game.attempt is None:  # the cards of an attempt are in its columns already
        assert game.truth is not None
        game.truth.agree(game.state)
        assert count_cards(session) == cards
    session.dialog.gather()
