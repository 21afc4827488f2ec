"""Somebody has to leave in the middle of a game: the steps, the record and the way back. The rules are scenarios."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pypdfium2 import PdfDocument

from facilitator.cli.coverage import shapes_needed, shapes_proved
from facilitator.errors import CommandError, TableError
from facilitator.games.events import DECK_HAND, VIRTUAL_HAND, Leave, SitDown
from facilitator.games.rules import GameOver, Seat, read_move
from facilitator.i18n.catalogue import set_language
from facilitator.instructions.speech import Speech
from facilitator.operations.faces import ALPHA, BETA, DECK
from facilitator.planning.game_times import open_game
from facilitator.planning.shopping import shopping
from facilitator.play.check_codes import canonical_event
from facilitator.play.match import Match
from facilitator.play.messages import Remark
from facilitator.play.prompt import Announced, HostMessage, StepPrompt
from facilitator.play.questions import glimpse
from facilitator.play.session import Session
from facilitator.play.turn_starts import get_turn_numbers
from facilitator.protocols.forms import get_form
from facilitator.table_files.load import make_table, write_table
from facilitator.table_files.model import Table, game_of, seat_players, state_before
from facilitator.verification.cases import deals, form_law, left_by
from facilitator.verification.verifier import Case
from programs import run, run_well
from sessions import POOL, UDO, VERA, opened, said
from sure import sure

FOUR: dict[str, Any] = {"seats": ["Ana", VERA, "Ben", "Kim"], **POOL}


def present_table(session: Session) -> Table:
    """Return the table with the players who are present."""
    return seat_players(session.match.table, session.match.state.seats)


def after(data: dict[str, Any], *lines: str) -> Any:
    """Return the public state after some events."""
    table = make_table(data)
    rules, state = game_of(table), state_before(table)
    for line in lines:
        state = rules.apply(state, read_move(rules, line, state)).state
    return state


def begun(table: Table, *lines: str) -> Session:
    """Begin a game with lines that are taken."""
    session = opened(table, None)
    for line in lines:
        said(session, line)
    return session


def hear(session: Session, line: str) -> str:
    """Type a line that is taken; return everything that was said, with the effects of its event."""
    reply = session.take(line)
    assert reply.refused is None, reply.refused
    effects = (" ".join(item.followed) for item in reply.messages if isinstance(item, Announced))
    return " ".join([*(item.text for item in reply.messages if isinstance(item, Remark)), *effects])


# -- a virtual player takes the seat, or comes late ------------------------------------------------------


def test_events_of_leaving_and_joining_keep_their_json() -> None:
    codec = game_of(make_table(FOUR)).codec
    events = [Leave("Kim", "virtual"), SitDown("Walt", "Ana", "virtual"), SitDown("Walt", hand="virtual")]
    assert [codec.read_line(codec.text(event), ["Ana", "Kim"]) for event in events] == events
    assert [codec.of_json(codec.json(event)) for event in events] == events
    assert codec.json(SitDown("Zoe")) == {"join": "Zoe"}
    assert "hand" not in canonical_event(SitDown("Zoe"), ["Ana"], {})[1]


def test_a_table_without_virtual_players_accepts_only_new_people(tmp_path: Path) -> None:
    table, record = make_table({"seats": ["Ana", "Ben", "Kim"]}), tmp_path / "events.txt"
    record.write_text("start 7R Ana first\nKim leaves virtual\n", "utf-8")
    write_table(tmp_path / "friday.yaml", table)
    done = run("replay", tmp_path / "friday.yaml", record)
    assert done.exit_code == 2
    assert "no virtual players" in " ".join(done.output.split())
    session = begun(table, "7r ana")
    for line in ("leave kim virtual", "join Zoe virtual"):
        refused = session.take(line).refused
        assert "no virtual players" in str(refused)
    assert session.match.names == ["Ana", "Ben", "Kim"]


def test_leaving_and_joining_work_in_german() -> None:
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
    session = begun(table, "7r kim", "leave kim virtual")
    plan = sure(session.match.plan)
    assert sure(plan.layout).hands == (("Kim", 1), ("Vera", 1), (DECK, 2))
    form = get_form(plan.form)
    every = tuple(deals(sure(plan.layout)))
    verdict = Case(plan.recipe, every, form_law(form, sure(plan.layout)), left=left_by(form)).verify()
    assert (verdict.correct, verdict.secret) == (True, True)
    assert shapes_needed(present_table(session)) <= shapes_proved()


def test_a_front_end_offers_who_can_leave() -> None:
    session = begun(make_table(FOUR), "7r ana")
    offers = [offer.path[0] for offer in session.list_departures()]
    assert offers[-2:] == ["Kim leaves", "Kim leaves, and a virtual player takes over"]
    assert "Vera leaves" in offers
    assert len(offers) == 7
    said(session, "8r")
    assert session.list_departures() == ()


def test_joining_between_two_rounds_asks_for_no_markers() -> None:
    keys = {**FOUR, "seats": ["Ana", VERA, "Ben"], "rules": "official", "hand_size": 1, "scores": "match"}
    session = open_game(make_table({**keys, "protocol": "knockout"}), None, None, None)
    for line in ("7r ana", "8r", "vera shows 1r", "ben shows 2r"):
        said(session, line)
    assert "θ" not in said(session, "join walt virtual")


def test_a_seat_can_join_although_full_hands_could_not_be_dealt() -> None:
    """In the middle of a game, hands may be small enough for one more player."""
    table = make_table({**FOUR, "hand_size": 10})
    seats = [Seat("Ana"), *(Seat(name, virtual=True) for name in ("Vera", "Udo", "Walt"))]
    assert state_before(seat_players(table, seats)).hands == (8, 8, 8, 8)


def test_a_new_virtual_player_gets_the_style_of_a_printed_deck() -> None:
    """A printed deck shows one style, so a new player has it, too."""
    saver = {**VERA, "style": "saver"}
    for seats, style in ((["Ana", saver, "Kim"], "saver"), (["Ana", saver, UDO, "Kim"], "uniform")):
        session = begun(
            make_table({**FOUR, "seats": seats, "protocol": "knockout"}), "7r ana", "leave kim virtual"
        )
        assert session.match.policy.style("Kim") == style
        assert present_table(session).virtual[-1].style == style


def test_the_turn_script_for_now_names_the_current_seats(tmp_path: Path) -> None:
    path = tmp_path / "friday.yaml"
    write_table(path, make_table({**FOUR, "protocol": "knockout"}))
    session = opened(make_table({**FOUR, "protocol": "knockout"}), tmp_path / "friday.game")
    for line in ("7r ana", "leave kim virtual", "leave vera"):
        said(session, line)
    session.match.close()
    run_well("print", path, "script", "--now", "-o", tmp_path)
    with closing(PdfDocument(tmp_path / "script.pdf")) as pdf:
        printed = " ".join(page.get_textpage().get_text_range() for page in pdf)
    assert "Kim's hand" in printed
    assert "Vera" not in printed


def test_a_game_reopens_within_the_turn_of_a_new_player(tmp_path: Path) -> None:
    table, path = make_table({**FOUR, "protocol": "knockout"}), tmp_path / "friday.game"
    session = opened(table, path)
    for line in ("7r kim", "leave kim virtual", "", ""):
        said(session, line)
    here, attempt = session.match.position, sure(session.match.attempt)
    session.match.close()
    again = opened(table, path)
    assert replace(again.match.position, plan=here.plan) == here
    assert sure(again.match.attempt).ops == attempt.ops
    again.match.close()


# -- only virtual turns are entered ----------------------------------------------------------------------


def test_people_and_virtual_players_come_and_go_between_virtual_turns() -> None:
    keys = {**FOUR, "seats": ["Ana", VERA, UDO, "Ben", "Kim"], "track": "virtual"}
    state = after(keys, "leave Udo", "leave Kim", "join Zoe after Vera", "Walt joins virtual")
    assert [seat.name for seat in state.seats] == ["Ana", "Vera", "Zoe", "Ben", "Walt"]
    shown = game_of(make_table(keys)).state_json(state)
    assert (shown["hands"], shown["unplayed"]) == ({"Vera": 2, "Walt": 2}, 23)


@settings(max_examples=settings().max_examples // 6, deadline=None)
@example(people=2, virtual=2, seed=67)  # a player who has cards to draw can't leave yet
@given(st.integers(2, 3), st.integers(1, 2), st.integers(0, 10**6))
def test_virtual_turns_in_which_seats_leave_and_come(people: int, virtual: int, seed: int) -> None:
    """Afterwards the simulated complete game still agrees with the turns that are entered."""
    chance, names = Random(seed), ["Ana", "Ben", "Kim"][:people]
    seats: list[Any] = [*names[:1], *[VERA, UDO][:virtual], *names[1:]]
    play_with_changes(make_table({**POOL, "seats": seats, "hand_size": 3, "track": "virtual"}), seed, chance)


# -- the record --------------------------------------------------------------------------------------


def test_leaving_and_joining_are_rejected_during_a_virtual_turn() -> None:
    session = begun(make_table(FOUR), "7r ana", "8r")
    assert isinstance(session.get_prompt().asked, StepPrompt)
    refused = sure(session.take("leave kim").refused)
    assert "Finish Vera's turn" in str(refused)
    assert "Kim" in session.match.names


def test_an_undo_brings_the_seat_back_and_says_what_to_deal() -> None:
    session = begun(make_table(FOUR), "7r kim")
    state = session.match.state
    assert "Shuffle Kim's hand into the people's draw pile" in hear(session, "leave kim")
    assert [seat["name"] for seat in glimpse(session.match)["seats"]] == ["Ana", "Vera", "Ben"]
    assert "deal Kim as many cards" in hear(session, "u")
    assert session.match.state == state


def test_an_undo_returns_the_cards_of_the_virtual_player_first() -> None:
    session = begun(make_table(FOUR), "7r ana", "leave kim virtual")
    undone = hear(session, "u")
    assert undone.index("2 cards of Kim's hand") < undone.index("deal Kim as many cards")
    assert not session.match.state.seats[3].virtual


def test_a_card_played_by_somebody_who_left_can_still_be_fixed() -> None:
    session = begun(make_table(FOUR), "7r ben", "8r", "9r", "leave kim")
    said(session, "fix 3 6r")
    assert session.match.state.top == "6R"


def test_no_step_names_somebody_who_left() -> None:
    session = begun(make_table(FOUR), "7r ana", "leave ana")
    assert isinstance(session.get_prompt().asked, StepPrompt)
    assert session.match.voice.humans == ("Ben", "Kim")
    assert Speech(session.match.voice).second == "Kim"


def test_the_steps_name_the_draw_pile_of_the_virtual_player_left() -> None:
    two = {**FOUR, "seats": ["Ana", VERA, UDO, "Ben"]}
    session = begun(make_table(two), "7r ana")
    assert [*session.match.voice.pool] == ["Vera", "Udo"]
    assert "the virtual players' draw pile" in hear(session, "leave vera")
    assert [*session.match.voice.pool] == ["Udo"]
    assert get_turn_numbers(session.match).seat == 0
    said(session, "leave udo")
    rules, state = session.match.rules, session.match.state
    assert " · draw pile 103 · virtual players' draw pile 27 · " in rules.describe_state(state)
    with pytest.raises(CommandError, match="no virtual player"):
        get_turn_numbers(session.match)


def test_replay_and_log_show_leaving_and_joining(tmp_path: Path) -> None:
    table, path = make_table(FOUR), tmp_path / "friday.yaml"
    write_table(path, table)
    session = opened(table, tmp_path / "friday.game")
    for line in ("7r ben", "8r", "9r", "leave kim", "u", "leave kim"):
        said(session, line)
    session.match.close()
    told = run_well("log", path)
    assert told.stdout.count("Kim leaves") == 2
    record = tmp_path / "events.txt"
    record.write_text('start 7R Ben first\nBen plays 8R\n{"leave":"Kim","hand":"deck"}\n', "utf-8")
    done = run_well("replay", path, record, "--json")
    assert '"hands":{"Ana":2,"Vera":2,"Ben":1}' in done.stdout.splitlines()[-1]


# -- somebody comes late -----------------------------------------------------------------------------


def test_a_name_that_would_mislead_cannot_join() -> None:
    session = begun(make_table(FOUR), "7r kim")
    for name in ("7R", "undo"):
        assert session.take(f"join {name}").refused is not None
    assert session.match.names == ["Ana", "Vera", "Ben", "Kim"]


def test_an_undo_takes_the_hand_back_and_a_redo_deals_it_again() -> None:
    session = begun(make_table(FOUR), "7r kim")
    state = session.match.state
    assert "Zoe draws 2 from the people's draw pile" in hear(session, "join Zoe after Ana")
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
    first, *_ = (item.text for item in reply.messages if isinstance(item, HostMessage | Announced))
    assert lacks in first
    assert ("θ" in first) == bool(lacks)
    then, now = (Counter(shopping(at).designations) for at in (session.match.table, present_table(session)))
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
            sure(game.truth).check(event, game.state)
        except (TableError, CommandError):
            continue
        found.append(event)
    return found


def count_cards(session: Session) -> Counter[str]:
    truth = sure(session.match.truth)
    return Counter(card for cards in truth.table.hands.values() for card in cards)


@settings(max_examples=settings().max_examples // 6, deadline=None)
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
        sure(game.truth).agree(game.state)
        assert count_cards(session) == cards
    session.dialog.gather()
