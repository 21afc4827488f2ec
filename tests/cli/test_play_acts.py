"""A turn told in acts: one press takes all operations of an act, in every wording, and nothing else changes."""

from __future__ import annotations

import json
import re
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from facilitator.cli.json_lines import JsonScreen
from facilitator.cli.loop import LeaveTable, TableLoop
from facilitator.cli.text_view import TextScreen
from facilitator.games.events import Start
from facilitator.instructions.grouping import Wording
from facilitator.operations.definitions import Scramble
from facilitator.play.attempt import stays_words
from facilitator.play.journal import ANSWER, BESIDE, GIVE_UP, UNDO, Journal
from facilitator.play.kept_games import make_journal_facts
from facilitator.play.match import Match
from facilitator.play.session import Session
from facilitator.table_files.load import Table, make_table
from golden_files import GOLDEN, check_golden
from programs import Typist, run
from sessions import VERA, session_of
from sure import sure, sure_of


def table(wording: str = "auto", protocol: str = "knockout", **keys: Any) -> Table:
    """A small table of a split pool."""
    small = {"seats": ["Ana", "Ben", VERA], "hand_size": 3, "pool": "split", "pool_deck": "compact-27"}
    return make_table({**small, "wording": wording, "protocol": protocol, **keys})


def rehearsed(wording: str, seed: int = 3, path: Path | None = None, **keys: Any) -> Match:
    """A rehearsal whose virtual seat is at its first act."""
    here = table(wording, **keys)
    kept = Journal(path, make_journal_facts(here, seed))
    game = Match(here, kept)
    first = sure_of(Start, game.find_likely_event())
    game.submit(Start(first.card, "Vera"))
    return game


def press(game: Match) -> None:
    game.press(sure(game.attempt).look().answer if sure(game.attempt).ask else "")


def finish(game: Match) -> int:
    """Press to the end of the turn's runs; return how often."""
    number = 0
    while game.attempt is not None:
        number += bool(game.attempt.lines)
        press(game)
    return number


def entries(game: Match) -> list[tuple[str, dict[str, object]]]:
    """Return the rows of a game without the prompts that were reached, which depend on the wording."""
    return [(entry.kind, entry.body) for entry in game.journal.entries if entry.kind not in BESIDE]


def test_the_wording_can_be_changed_at_any_operation() -> None:
    """From wherever hands are, each wording goes on at the same operation, and the turn ends the same."""
    game = rehearsed("full")
    finish(game)
    whole, answers = entries(game), sum(kind == ANSWER for kind, _ in entries(game))
    for done in range(1, answers, 3):
        game = rehearsed("full")
        for _ in range(done):
            assert game.attempt is not None
            game.attempt.press_to(game.attempt.movements_done + game.attempt.more)
            game.answer(game.attempt.truth)
        assert game.attempt is not None
        here = game.attempt.ops[-1]
        for wording in (Wording.BRIEF, Wording.WALK, Wording.BRIEF):
            game.change_wording(wording)
            assert game.attempt.hand_operations[0] == here
            assert 1 <= game.attempt.number <= game.attempt.total + 1
        finish(game)
        assert entries(game) == whole


def test_undo_undoes_a_whole_step() -> None:
    game = rehearsed("brief")
    press(game)
    assert game.attempt is not None
    acts, stood, lines = len(game.attempt.hand_operations), len(game.attempt.ops), game.attempt.lines
    assert acts == 2
    press(game)
    assert game.unpress() == "the last step"
    assert [kind for kind, _ in entries(game)].count(UNDO) == acts
    assert (len(game.attempt.ops), game.attempt.lines, game.attempt.done_already) == (stood, lines, True)
    assert "shuffled stay shuffled" in stays_words(game.entries_from_current)


def test_stop_finishes_a_step_that_cannot_be_reversed() -> None:
    """Cover and scramble are one act: the covering counts as done, and hands finish the scramble."""
    game = rehearsed("brief")
    press(game)
    told = game.stop_attempt()
    assert "Finish the shuffle" in told
    kinds = [kind for kind, _ in entries(game)]
    assert kinds[-2:] == [ANSWER, GIVE_UP]
    assert isinstance(game.logs[0].ops[-1], Scramble)
    assert game.recovering
    finish(game)


def test_a_rehearsal_shows_a_card_before_it_asks_for_it() -> None:
    """What is read at the end of an act of several operations lies there in a rehearsal when it is asked for."""
    seen = 0
    for seed in range(20):
        game = rehearsed("brief", seed, hand_size=2)
        while game.attempt is not None:
            if game.attempt.ask and len(game.attempt.hand_operations) > 1:
                before = entries(game)
                assert game.attempt.look().answer in game.attempt.ask
                assert entries(game) == before
                seen += 1
            press(game)
        sure(game.truth).agree(game.state)
    assert seen


# -- at the prompt -------------------------------------------------------------------------------------


def evening(game: Match, *lines: str, seconds: float = 5.0) -> None:
    source = Typist(lines, seconds)
    with pytest.raises(LeaveTable):
        TableLoop(session_of(game), TextScreen(), source, now=source.now).play()


def said(capsys: pytest.CaptureFixture[str]) -> str:
    return " ".join(capsys.readouterr().out.split())


def test_help_explains_the_current_step_and_its_keys(capsys: pytest.CaptureFixture[str]) -> None:
    """Codes too: those of cards where a step shows some."""
    game = rehearsed("brief")
    press(game)
    evening(game, "?")
    told = said(capsys)
    for word in ("WHY", "↶", "MISTAKE "):
        assert word in told
    assert "RR (red reverse)" not in told
    done, pair = "Enter: you have done", "a: the pair shows"
    code, card = "check code: six letters", "RR (red reverse)"
    evening(game, "??", "help")
    told = said(capsys)
    assert [told.count(words) for words in (done, pair, code, card)] == [2, 0, 2, 2]
    while not sure(game.attempt).ask:
        press(game)
    evening(game, "??", "help")
    told = said(capsys)
    assert [told.count(words) for words in (done, pair, code, card)] == [0, 2, 2, 2]
    press(game)
    evening(game, "?")
    assert card in said(capsys)


def test_a_key_changes_the_wording(capsys: pytest.CaptureFixture[str]) -> None:
    game = rehearsed("full")
    for key, wording, words in (
        ("brief", Wording.BRIEF, "in brief"),
        ("walk", Wording.WALK, "step by step"),
        ("full", Wording.FULL, "in full"),
    ):
        evening(game, key)
        assert game.wording is wording
        assert f"From now on {words}:" in said(capsys)


def test_a_played_card_is_announced_before_the_cards_are_returned(capsys: pytest.CaptureFixture[str]) -> None:
    game = rehearsed("brief", 1)
    TableLoop(session_of(game), TextScreen(), None, turns=9).play()
    told = said(capsys)
    seen = sure(re.search("(?<!» )Vera plays ", told))
    card = seen.start()
    assert card < told.index("GIVE BACK", card) < told.index("» Vera plays ", card)


def test_a_round_of_duels_is_one_json_line(capsys: pytest.CaptureFixture[str]) -> None:
    game = rehearsed("brief")
    TableLoop(session_of(game), JsonScreen(), None, turns=1).play()
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    steps = [line["step"] for line in lines if "step" in line]
    rounds = [step for step in steps if "round" in step]
    assert [step["round"] for step in rounds] == [{"times": 2}]
    assert [step["duel"] for step in rounds] == [[1, 2]]
    answers = sum(entry.kind == ANSWER for entry in game.journal.entries)
    ops = sum(step["ops"] for step in steps)  # of a round those of its first duel
    assert len(steps) < ops < answers - 1  # the card played is laid aside as it is turned over


@pytest.mark.golden
def test_a_whole_turn_matches_its_golden_file() -> None:
    found = run("play", "sample:three", "--dry-run", "--auto", "--seed", "7", "--turns", "1")
    check_golden(GOLDEN / "play.txt", found.stdout)


# -- cancelling a long virtual turn is asked about once ------------------------------------------------


def cancel(steps: int, *lines: str) -> tuple[Session, list[str]]:
    """Type some lines after some steps of a long virtual turn. Return the session and the questions."""
    made = table(protocol="published", seats=["Ana", VERA, "Ben"], hand_size=7)
    with closing(Session.open(made, None, 4, lambda attempt: 30.0)) as session:
        session.rehearse()
        while session.match.attempt is None:
            session.rehearse()
        for _ in range(steps):
            session.rehearse()
        host = Typist(lines)
        with suppress(LeaveTable):
            TableLoop(session, JsonScreen(), host, now=host.now).play()
        return session, [asked for asked in host.asked if "Sure?" in asked]


@pytest.mark.parametrize("line", ["stop", "void a card fell down"])
def test_stop_and_void_in_a_long_turn_ask_for_confirmation_once(line: str) -> None:
    session, asked = cancel(40, line, "", "state")
    assert (len(asked), session.match.recovering) == (1, False)
    session, asked = cancel(40, line, "y")
    assert (len(asked), session.match.recovering) == (1, True)


def test_no_confirmation_is_needed_at_the_start_of_a_turn_or_for_other_inputs() -> None:
    assert cancel(2, "stop")[1] == []
    assert cancel(40, "state", "void", "history")[1] == []


def test_a_rejected_stop_asks_for_no_confirmation() -> None:
    """Not once the result was seen, and not while the cards are put back already."""
    session, asked = cancel(88, "stop", "state")
    assert (asked, session.match.recovering) == ([], False)
    assert len(cancel(88, "void the card does not fit", "")[1]) == 1
    for line in ("stop", "void a card fell down"):
        assert len(cancel(40, "stop", "y", line, "state")[1]) == 1
