"""Hands do not rewind: undo takes back what was typed, and what was done and seen stays a fact."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from facilitator.errors import TableError
from facilitator.games.events import Start
from facilitator.games.registry import get_game
from facilitator.games.uno import cards as uno
from facilitator.operations.faces import lot_card
from facilitator.play.commands import read_answer
from facilitator.play.match import Match
from facilitator.table_files.load import make_table
from performer import VERA, AtTheTable, Case, check, every_case, some_cases, table_t
from programs import run, run_well
from sessions import count_voids, settled, short, undone_as_far_as_it_goes
from sure import sure, sure_of
from turns import go_on


def t(**keys: object) -> Case:
    return Case(tuple(table_t(**keys).items()), 1, 0, 0)


def test_undo_then_stop_at_tables_of_every_kind(full: bool) -> None:
    """Drawn from every form, rule, equipment, seat mix, concealment and pool; the full sweep takes its time."""
    counts = Counter(check(case) for case in some_cases(3000 if full else 16, 11))
    assert counts["stopped"] > 5


def test_undo_then_stop_at_every_step_of_every_form(full: bool) -> None:
    """Every step, undone 0 to 12 times: all of these cases in the full sweep, else a few of each form."""
    counts = Counter(check(case) for case in every_case(1 if full else 101))
    assert counts["finished"] == 0
    assert min(counts["stopped"], counts["void"]) > 1


@pytest.mark.parametrize(("steps", "undos"), [*product((6, 8), (4,)), (12, 12), (22, 9)])
def test_an_undo_before_a_stop_reveals_no_owner_of_a_seen_card(steps: int, undos: int) -> None:
    """After row 1 was seen, and past a scramble: every card goes home, and nobody's markers lie beside open cards."""
    assert check(t()._replace(steps=steps, undos=undos)) in ("stopped", "void")


def at_result() -> AtTheTable:
    """The table of the attack with its result read and ticked off."""
    at = AtTheTable(t().table(), 1)
    while at.game.attempt is not None and not settled(at.game):
        at.type(at.hands.typed())
    at.type(at.hands.typed())
    assert settled(at.game)
    return at


def test_an_undone_random_result_stays_in_the_record() -> None:
    at = at_result()
    at.undo(9)
    with pytest.raises(TableError, match="You have seen the result already") as caught:
        at.type("stop")
    assert "void and your reason" in caught.value.remedy
    at.lead_home("void two pairs read β α")
    void = [entry for entry in at.game.journal.entries if entry.kind == "voided"]
    assert [entry.body["reason"] for entry in void] == ["two pairs read β α"]
    assert void[0].body["seen"]


def test_redo_repeats_no_operation() -> None:
    at = at_result()
    run = sure(at.game.attempt)
    done = len(run.log.entries)
    at.undo(9)
    again = sure(at.game.attempt)
    assert again.done_already
    at.go(9)
    assert len(sure(at.game.attempt).log.entries) == done


def test_a_void_turn_stays_in_the_record(tmp_path: Path) -> None:
    path = tmp_path / "t.yaml"
    seats = "[{name: Vera, virtual: true}, Ana]"
    path.write_text(f"seats: {seats}\nhand_size: 2\n", encoding="utf-8")
    keys = "7R Vera\n" + "\n" * 8 + "u\nu\nvoid somebody looked\nq\n"
    found = run_well("play", path, typed=keys)
    assert "DONE ALREADY" in found.stdout
    for form in ("text", "markdown", "json"):
        told = run("log", path, "--format", form).stdout
        assert "somebody looked" in told
        assert "taken back" in told or '"undone"' in told


def test_a_misread_pair_is_corrected_by_hand_or_rejected() -> None:
    """The pair of an AND, read the wrong way: its moves are put back, but not past the next scramble."""
    at = AtTheTable(t(protocol="published").table(), 1)
    run = sure(at.game.attempt)
    while not run.ask:
        at.type(at.hands.typed())
    right = at.hands.typed()
    wrong = "b" if right == "a" else "a"
    at.type(wrong)
    at.type("")
    at.type("u", "u")
    at.type(right)
    assert at.game.attempt is not None
    assert at.game.attempt.put_back.startswith("Put this back by hand")
    at = AtTheTable(t(protocol="published").table(), 1)
    while at.game.attempt is not None and not at.game.attempt.ask:
        at.type(at.hands.typed())
    at.type(wrong)
    while at.game.attempt is not None and not at.game.attempt.ask:
        at.type("")
    at.type("u")
    while at.game.attempt is not None and not at.game.attempt.ask:
        at.type("u")
    with pytest.raises(TableError, match="can't take this one back any more"):
        at.type(right)


def test_a_move_before_a_finished_attempt_can_be_changed_only_by_a_void() -> None:
    game = Match.open(make_table({"seats": [VERA, "Ana"], "hand_size": 2}), None, 3)
    first = sure_of(Start, game.find_likely_event())
    game.submit(Start(first.card, "Vera"))
    while game.attempt is not None:
        go_on(game)
    assert "type void and your reason, and put the cards back" in undone_as_far_as_it_goes(game).remedy
    game.stop_attempt("Ana starts")
    assert count_voids(game) == 1
    game.undo()
    game.submit(Start(first.card, "Ana"))
    sure(game.truth).agree(game.state)


def test_every_kind_of_answer_can_be_typed() -> None:
    kinds = get_game("uno").kinds
    for ask in (("αβ", "βα"), ("αβ",), tuple(map(lot_card, uno.COLORS)), (*uno.KINDS, "none")):
        for said in ask:
            assert read_answer(short(said, ask, kinds), ask, kinds) == said
            assert read_answer(said, ask, kinds) == said


def test_a_forecast_plays_no_card_if_none_is_playable() -> None:
    pool = [f"{n}{c}" for c in "RY" for n in range(1, 8)]
    seats = ["Ana", *({"name": name, "virtual": True} for name in "VW")]
    keys = {"seats": seats, "hand_size": 2, "draw": "until playable", "pool": "split", "pool_deck": pool}
    game = Match.open(make_table(keys), None)
    game.submit(Start("9G", "V"))
    assert sure(game.attempt).total > 10


def test_a_win_can_be_undone(tmp_path: Path) -> None:
    path = tmp_path / "t.yaml"
    path.write_text("seats: [Ana, Ben]\nhand_size: 1\n", encoding="utf-8")
    first = run("play", path, typed="7R Ana\n7B\n")
    assert "Ana wins" in first.stdout
    again = run("play", path, typed="u\ndraw\nq\n")
    assert "Taken back: Ana plays 7B" in again.stdout
    assert again.exit_code == 0
