"""A fix of a typed card: the record is as if the right card had been typed, and nobody moves a card."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facilitator.errors import FacilitatorError
from facilitator.games.events import Event, Play, has_card
from facilitator.play.journal import EVENT, JournalEntry
from facilitator.play.match import Match
from facilitator.play.session import Session
from facilitator.table_files.load import Table, make_table
from programs import run, run_well

VERA = {"name": "Vera", "virtual": True}
PEOPLE = ["Ana", "Ben", "Sue"]
WALLET: dict[str, Any] = {"protocol": "wallet", "pool": "split", "pool_deck": "compact-27"}

TABLES: dict[str, dict[str, Any]] = {
    "paper": {"seats": PEOPLE},
    "official": {"seats": PEOPLE, "rules": "official", "scores": "none"},
    "kpgut": {"seats": PEOPLE, "rules": "kpgut"},
    "stacking": {"seats": PEOPLE, "stacking": ["+ on +", "D on D"], "draw": "until playable"},
    "eights": {"seats": PEOPLE, "game": "eights"},
    "mau-mau": {"seats": PEOPLE, "game": "eights", "rules": "mau-mau"},
    "hearts": {"seats": [*PEOPLE, "Tom"], "game": "hearts"},
    "wallet": {"seats": ["Ana", VERA, "Ben"], "hand_size": 4, **WALLET},
    "styles": {"seats": ["Ana", {**VERA, "style": "saver"}, "Ben"], "hand_size": 4, **WALLET},
    "knockout": {"seats": ["Ana", VERA, "Ben"], "hand_size": 3, "pool": "split", "protocol": "knockout"},
}
TRIES = 8
FEW = {"wallet": 9, "styles": 6, "knockout": 7}
"""Number of events in games with virtual turns, which take long."""


def table_of(name: str) -> Table:
    """Return a table of the list above."""
    return make_table(TABLES[name])


@cache
def record_game(name: str, seed: int) -> tuple[JournalEntry, ...]:
    """Return the inputs of a game that chance plays."""
    with closing(Session.open(table_of(name), None, seed, lambda _: 3.0)) as session:
        while not session.is_over and (
            session.match.state.n < FEW.get(name, 40) or session.match.attempt is not None
        ):
            session.rehearse()
        return tuple(entry for entry in session.match.journal.entries if not entry.derived)


def play_entries(name: str, entries: Sequence[JournalEntry], path: Path | None = None) -> Match:
    """Return a game without simulated cards after some inputs."""
    match = Match.open(table_of(name), path)
    for entry in entries:
        match.replay(entry)
    return match


def list_cards(entries: Sequence[JournalEntry], match: Match) -> list[int]:
    """Return the indices of the entries whose card could have been typed wrongly."""
    return [
        at
        for at, entry in enumerate(entries)
        if entry.kind == EVENT and has_card(match.rules.codec.of_json(entry.body, match.names))
    ]


def mistype(entry: JournalEntry, chance: random.Random, match: Match) -> JournalEntry:
    """Return an entry with another card."""
    kinds, codec = match.rules.kinds, match.rules.codec
    event = codec.of_json(entry.body, match.names)
    for _ in range(TRIES):
        card, named = chance.choice(kinds.cards), chance.choice(match.rules.about.lot or ("",))
        for said in (card, f"{card} {kinds.describe_named(named)}", named):
            try:
                wrong = codec.replace_card(event, said)
                assert wrong is not None
                match.rules.apply(match.state, wrong)
                return entry._replace(body=codec.json(wrong))
            except FacilitatorError:
                continue
    return entry


def describe(match: Match) -> list[object]:
    """Return everything that a game's next prompts and undos depend on."""
    inputs = [
        (past.kind, past.number, past.body, past.before.state, past.messages, past.settled)
        for past in match.inputs
        if not past.fixed
    ]
    return [match.state, match.turn, inputs, match.attempt and (match.attempt.ops, match.attempt.lines)]


ACCEPTED: dict[str, int] = dict.fromkeys(TABLES, 0)


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.every(3)
def test_a_fixed_game_equals_the_game_without_the_mistake(name: str) -> None:
    @settings(
        max_examples=settings().max_examples * 2 // 5 if name in FEW else settings().max_examples // 3,
        deadline=None,
        derandomize=True,
    )
    @given(st.integers(1, 4 if name in FEW else 12), st.randoms(use_true_random=False))
    def compare(seed: int, chance: random.Random) -> None:
        entries = record_game(name, seed)
        with closing(play_entries(name, entries)) as right:
            at = chance.choice(list_cards(entries, right))
            with closing(play_entries(name, entries[:at])) as wrong:
                number = len(wrong.past_inputs) + 1
                typed = mistype(entries[at], chance, wrong)
                try:
                    for entry in (typed, *entries[at + 1 :]):
                        wrong.replay(entry)
                except FacilitatorError:
                    return  # the wrong card was noticed at once
                if typed.body == entries[at].body or wrong.attempt is not None:
                    return
                ACCEPTED[name] += fix_and_compare(wrong, right, number, entries[at])

    compare()
    assert ACCEPTED[name], name


def fix_and_compare(wrong: Match, right: Match, number: int, entry: JournalEntry) -> bool:
    """Fix a wrong card, compare the games, undo the fix, and return whether the fix was accepted."""
    event = right.rules.codec.of_json(entry.body, right.names)
    before, codes = describe(wrong), wrong.witness.turns
    said = right.rules.codec.text(event)
    try:
        wrong.fix(number, say_card(right, event))
    except FacilitatorError:
        assert describe(wrong) == before
        return False
    assert describe(wrong) == describe(right), said
    assert wrong.witness.turns[: len(codes)] == codes
    assert right.state == wrong.state
    wrong.undo()
    assert describe(wrong) == before
    wrong.redo()
    assert describe(wrong) == describe(right)
    return True


def say_card(match: Match, event: Event) -> str:
    """Return the card of an event as a host types it after the number."""
    match_named = getattr(event, "named", None)
    cards = [getattr(event, "card", None), *getattr(event, "more", ()), *getattr(event, "cards", ())]
    words = [card for card in cards if card]
    return " ".join((*words, *([match.kinds.describe_named(match_named)] if match_named else [])))


# ----------------------------------------------------------------------------------------------------
# Refusals, each with its reason.


def type_lines(lines: Sequence[str], path: Path | None = None, **keys: Any) -> Session:
    """Return a session after some lines."""
    session = Session.open(make_table({"seats": PEOPLE, **keys}), path, None, lambda _: 3.0)
    for line in lines:
        reply = session.take(line)
        assert reply.refused is None, (line, reply.refused)
    return session


def play_virtual_turn(session: Session) -> None:
    """Answer a virtual turn: the first winner each time, and the first possible card."""
    while session.match.attempt is not None:
        ask = session.match.attempt.ask
        count = getattr(session.get_prompt().asked, "expected_count", "")
        reply = session.take(ask[0] if ask else count)
        assert reply.refused is None, reply.refused


def test_a_fix_of_a_card_that_selected_a_mask_is_rejected() -> None:
    with closing(type_lines(["7b a"], seats=["Ana", VERA, "Ben"], hand_size=3, **WALLET)) as session:
        session.take("5b")
        assert "wait until this virtual turn is over" in str(session.take("fix 1 8b").refused)
        play_virtual_turn(session)
        assert "would have been led differently" in str(session.take("fix 2 7r").refused)
        reply = session.take("fix 1 5r")
        assert reply.refused is None, reply.refused  # the card under it named no mask
        assert session.match.state.discards[0] == "5R"


def test_a_fix_in_a_rehearsal_changes_a_declared_colour_only() -> None:
    made = make_table({"seats": PEOPLE, "rules": "kpgut"})
    with closing(Session.open(made, None, 5, lambda _: 3.0)) as session:
        match = session.match
        event: Event | None = None
        while not (isinstance(event, Play) and event.named):
            event = match.find_likely_event()
            match.submit(event)
        assert not any(line.can_fix for line in match.history()), "history says nothing about fix"
        number, other = len(match.past_inputs), "red" if event.named != "R" else "blue"
        assert "simulated cards" in str(session.take(f"fix {number} 7r").refused)
        assert session.take(f"fix {number} {event.card} {other}").refused is None
        assert match.state.color == other[0].upper()


def test_history_and_undo_handle_a_fix() -> None:
    with closing(type_lines(["7r a", "5r", "5g", "fix 3 5b"])) as session:
        lines = session.match.history()
        assert [line.text for line in lines[2:]] == [
            "Ben plays 5G (corrected)",
            "the fix of entry 3: Ben plays 5B",
        ]
        assert [line.can_fix for line in lines] == [True, True, True, False]
        told = " ".join(str(getattr(item, "text", "")) for item in session.take("back 3").messages)
        assert "5B from the discard pile back to Ben's hand" in told
        assert "5G" not in told.partition("Put this back")[2]
        assert session.match.state.n == 2


def test_a_game_with_a_fix_can_be_opened_logged_replayed_and_salvaged(tmp_path: Path) -> None:
    table = tmp_path / "friday.yaml"
    table.write_text("name: Friday\nseats: [Ana, Ben, Sue]\n", encoding="utf-8")
    lines = "7r a\n5r\n5g\nfix 3 5b\n8b\nq\n"
    played = run_well("play", table, "--json", typed=lines)
    assert '{"fix":3,"event":{"seat":"Ben","play":"5B"}}' in played.output
    logged = run("log", table, "--format", "json")
    told = run("log", table)
    assert "Ben plays 5B (typed as Ben plays 5G)" in " ".join(told.output.split())
    assert "the fix of entry 3: Ben plays 5B" in " ".join(told.output.split())
    record = tmp_path / "record.jsonl"
    record.write_text(logged.output, encoding="utf-8")
    last = json.loads(run_well("replay", table, record, "--json").output.splitlines()[-1])
    assert (last["n"], last["top"], last["turn"]) == (4, "8B", "Ana")
    record.write_text(played.output, encoding="utf-8")
    refused = run("replay", table, record)
    assert (refused.exit_code, "corrects an earlier event" in refused.output) == (2, True), refused.output
    saved = tmp_path / "saved.game"
    run_well("log", table, "--salvage", saved)
    with (
        closing(Match.open(make_table({"name": "Friday", "seats": PEOPLE}), saved)) as copy,
        closing(
            Match.open(make_table({"name": "Friday", "seats": PEOPLE}), tmp_path / "friday.game")
        ) as game,
    ):
        assert describe(copy) == describe(game)
        last = game.journal.input_count
        assert copy.record.get_digest(last) == game.record.get_digest(last)
