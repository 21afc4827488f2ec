"""Counts as an alarm: read in any spelling, held against the record of every game, changing nothing."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from facilitator.errors import CommandError, TableError
from facilitator.games.registry import get_game, list_games
from facilitator.operations.definitions import Reveal
from facilitator.operations.faces import DISCARDS
from facilitator.play.commands import Input
from facilitator.play.counting import read_count
from facilitator.play.journal import NOTE
from facilitator.play.match import Match
from facilitator.play.prompt import HostMessage, Reply
from facilitator.table_files.load import Table, make_table
from sessions import session_of
from sure import sure, sure_of
from turns import go_on

UNO, CARDS, TILES = (get_game(name).kinds for name in ("uno", "hearts", "dominoes"))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("3x7R", {"7R": 3}),
        ("3x7R, red 7;sy\n  skip yellow", {"7R": 4, "SY": 2}),
        ("3 x 7R 2×W, wild draw four, 5 blue", {"7R": 3, "W": 2, "D": 1, "5B": 1}),
        ("2x7R 3*8G", {"7R": 2, "8G": 3}),
        ("0x7R", {"7R": 0}),
        ("12x red 7", {"7R": 12}),
    ],
)
def test_a_count_is_read_in_any_spelling(text: str, found: dict[str, int]) -> None:
    assert dict(read_count(text, UNO)) == found


def test_each_game_reads_its_own_cards() -> None:
    assert dict(read_count("7D, queen of spades, 10h", CARDS)) == {"7D": 1, "QS": 1, "TH": 1}
    assert dict(read_count("5-6 6-6, double blank", TILES)) == {"5-6": 1, "6-6": 1, "0-0": 1}
    for name in list_games():
        kinds = get_game(name).kinds
        every = Counter(kinds.cards)
        text = ", ".join(f"{n}x {kinds.describe(face)}" for face, n in every.items())
        assert read_count(text, kinds) == every
        assert read_count(" ".join(every.elements()), kinds) == every


@pytest.mark.parametrize("text", ["", " ,", "7", "hello", "3x", "7R 7", "x3", "7R -1x8R", "R", "9999x7R"])
def test_invalid_counts_are_rejected(text: str) -> None:
    with pytest.raises(CommandError):
        read_count(text, UNO)


def test_counted_cards_can_be_typed_as_codes_or_names() -> None:
    assert dict(read_count("W D", UNO)) == {"W": 1, "D": 1}  # "wd" would be a wild draw four
    assert dict(read_count("wild +4", UNO)) == {"D": 1}
    assert dict(read_count("wild, +4", UNO)) == {"W": 1, "D": 1}


# -- against the record ----------------------------------------------------------------------------------------


def a_table(name: str, **more: object) -> Table:
    people = ["Ana", "Ben", "Cleo"] if name != "uno" else ["Ana"]
    return make_table({"game": name, "seats": [*people, {"name": "Vera", "virtual": True}], **more})


def played(name: str, events: int, path: Path | None = None, **more: object) -> Match:
    game = Match.open(a_table(name, **more), path, 7)
    while game.state.n < events and not game.is_over:
        go_on(game)
    while game.attempt is not None:
        go_on(game)
    return game


@pytest.mark.parametrize("name", list_games())
def test_a_count_finds_any_exchanged_card(name: str, full: bool) -> None:
    """In every game: the pile fits; with one card exchanged both cards are named, and what to do; no cause is."""
    game = played(name, 40 if full else 9)
    session, zones = session_of(game), game.rules.find_zones(game.state)
    lying = zones.open.get(DISCARDS) or next(iter(zones.open.values()))
    assert len(lying) > 3
    assert said(session.take("count " + " ".join(lying))) == f"That's right: exactly {len(lying)} cards."
    free = Counter(card for deck in zones.decks.values() for card in deck) - Counter(lying)
    real, before = next(iter(free)), game.state
    for mistaken in set(lying):
        pile = (Counter(lying) - Counter([mistaken]) + Counter([real])).elements()
        found = said(session.take("count " + " ".join(pile)))
        assert f"You counted {len(lying)}, and the record has {len(lying)}. Too many: {real}." in found
        assert f"Too few: {mistaken}. The record is as before. Look again." in found
        note = str(game.past_inputs[-1].body["text"])
        assert note.endswith(f"Too few: {mistaken}."), "no advice in the record"
        assert "entry" not in found
    fewer = said(session.take("count " + " ".join(lying[1:])))
    assert f"Too few: {lying[0]}." in fewer
    assert "Too many" not in fewer
    assert game.state == before
    game.close()


# -- in play ---------------------------------------------------------------------------------------------------


def said(reply: Reply) -> str:
    assert reply.refused is None, reply.refused
    return " ".join(item.text for item in reply.messages if isinstance(item, HostMessage))


def test_a_count_at_a_reveal_counts_the_revealed_cards() -> None:
    """The list's cards fit; one too many and one too few are named."""
    game = played("uno", 7, None, hand_size=4)
    session = session_of(game)
    while game.attempt is None:
        go_on(game)
    cards = sure(sure(game.plan).layout).cards
    refused = sure_of(CommandError, session.take("count 7R").refused)
    assert "turns cards over" in refused.remedy
    while not any(
        isinstance(op, Reveal) and op.expect[:1] == cards[:1] for op in game.attempt.hand_operations
    ):
        session.rehearse()
        assert game.attempt is not None
    state, prompt, pressed = game.state, session.get_prompt().number, game.attempt.movements_done
    assert said(session.take("count " + " ".join(cards))) == f"That's right: exactly {len(cards)} cards."
    assert str([entry for entry in game.journal.entries if entry.kind == NOTE][-1].body["text"]).endswith(
        f"exactly {len(cards)} cards."
    )
    assert session.get_prompt().number == prompt + 1  # a note, and no answer: the act is the same
    assert (game.state, game.attempt.movements_done) == (state, pressed)
    last = game.state.discards[-1]
    wrong = said(session.take(Input("count", " ".join([*cards[1:], last]))))
    assert f"Too many: {last}. Too few: {cards[0]}. The record is as before." in wrong
    assert "stop" in wrong
    session.rehearse()
    game.close()


def test_a_typed_number_is_compared_with_the_expected_number() -> None:
    """The right one says that the act is done, another is caught there; where no number is asked, none is taken."""
    session, met = session_of(played("uno", 0)), Counter[bool]()
    for _ in range(60):
        run = session.match.attempt
        if run is not None and not run.ask:
            asks = run.lines[-1].expected.partition(":")[0]  # 107: Vera 3, Ana 3, deck 101
            met[asks.isdecimal()] += 1
            number = session.get_prompt().number
            refused = session.take(f"{int(asks) + 1}" if asks.isdecimal() else "7").refused
            assert isinstance(refused, TableError if asks.isdecimal() else CommandError)
            assert session.get_prompt().number == number
            if asks.isdecimal():
                assert f"should be {asks}, but" in refused.problem
                assert session.take(asks).refused is None
                continue
        session.rehearse()
    assert min(met[True], met[False]) > 2
