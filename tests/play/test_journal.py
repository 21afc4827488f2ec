"""The journal is the game: any interruption, undo or damage, and no hidden card in it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from disks import HostMark, cut, host_mark, inputs_of, rows, table
from facilitator.games.uno import cards as uno
from facilitator.games.uno.rules import CODEC
from facilitator.play.journal import (
    EVENT,
    FIXES,
    GIVE_UP,
    NOTE,
    REACHED,
    TAKES,
    UNDO,
    JournalEntry,
    find_fixes,
    find_undone,
    list_live_entries,
    serialize,
)
from facilitator.play.match import Match
from facilitator.play.salvage import inspect_file, write_saved_game
from facilitator.table_files.load import PROTOCOLS


def take_back(game: Match) -> None:
    """Take back the last kept input, and every step of its operation."""
    kept = len(game.journal.entries)
    while len(game.journal.entries) == kept or (game.attempt is not None and game.attempt.movements_done):
        game.undo()


def long_game(path: Path | None, seed: int, inputs: int) -> tuple[list[HostMark], list[JournalEntry]]:
    """The first inputs of a rehearsed game: where it stood after each of them, and its rows."""
    game = Match.open(table(), path, seed)
    marks = [host_mark(game)]
    marks += [host_mark(game) for _ in zip(range(inputs), inputs_of(game), strict=False)]
    entries = list(game.journal.entries)
    game.close()
    return marks, entries


def test_an_interrupted_game_reopens_at_the_same_step(tmp_path: Path, full: bool) -> None:
    whole = tmp_path / "whole.game"
    marks, _ = long_game(whole, 5, 400 if full else 130)
    for number in range(0, len(marks), 1 if full else 11):
        part = tmp_path / "part.game"
        cut(whole, part, number)
        game = Match.open(table(), part, 5)
        assert host_mark(game) == marks[number]
        game.close()


def test_completed_movements_are_not_part_of_the_history(tmp_path: Path) -> None:
    """They have no number in the history, no undo takes them back, and they change no check code.

    This row fits no wording, so it is ignored. What a row does is in `test_resume`.
    """
    path, saved = tmp_path / "reached.game", tmp_path / "saved.game"
    game = Match.open(table(), path, 5)
    marks = [host_mark(game) for _ in zip(range(12), inputs_of(game), strict=False)]
    history, witness, live_rows = game.history(), game.witness, list_live_entries(game.journal.entries)
    game.journal.append(REACHED, {"steps": 1, "of": 17})
    assert list_live_entries(game.journal.entries) == live_rows
    game.close()
    write_saved_game(inspect_file(table(), path), saved)
    for file in (path, saved):
        again = Match.open(table(), file, 5)
        assert again.journal.entries[-1].kind == REACHED
        assert (again.history(), again.witness) == (history, witness)
        assert host_mark(again)[1:] == marks[-1][1:]
        take_back(again)
        assert find_undone(again.journal.entries) == {12}
        assert host_mark(again)[1:] == marks[-2][1:]
        again.close()


def test_undo_and_redo_work_at_every_point(full: bool) -> None:
    marks, entries = long_game(None, 5, 400 if full else 130)
    typed = [entry for entry in entries if not entry.derived]
    game = Match.open(table(), None, 5)
    for number, entry in enumerate(typed):
        again = 2 if full or number % 11 == 0 else 1
        for turn in range(again):
            if entry.kind == EVENT:
                game.submit(CODEC.of_json(entry.body, game.names))
            else:
                while game.attempt is not None and game.attempt.more:
                    game.answer()
                game.answer(str(entry.body["said"]))
            assert host_mark(game) == marks[number + 1]
            if turn < again - 1:
                take_back(game)
                assert host_mark(game) == marks[number]
    game.close()


@pytest.mark.parametrize("value", [1, -1, 10**30, None, True, "x", ["x"]])
def test_an_event_with_keys_of_an_undo_and_a_fix_remains_an_event(value: object, tmp_path: Path) -> None:
    """The rules ignore unknown keys of an event. So must everything that looks for undos and fixes."""
    path = tmp_path / "forged.game"
    game = Match.open(table(), None, 5)
    for _ in zip(range(3), inputs_of(game), strict=False):
        pass
    first, *later = game.journal.entries
    body = {**first.body, TAKES: value, FIXES: value}
    path.write_bytes(serialize(game.journal.facts, [first._replace(body=body), *later]))
    again = Match.open(table(), path, 5)
    entries = again.journal.entries
    assert (find_undone(entries), find_fixes(entries)) == (set(), {})
    assert again.history() == game.history()
    assert len(list_live_entries(entries)) == len(list_live_entries(game.journal.entries))
    again.close()


@pytest.mark.parametrize("takes", [0, -2])
def test_an_undo_without_undone_inputs_leaves_all_entries_valid(takes: int) -> None:
    """A replay rejects it. The log of a game in a former form reads it without a replay."""
    at = "2026-01-01T20:00:00.000+00:00"
    notes = [JournalEntry(number, at, NOTE, {"text": "x"}, derived=False) for number in (1, 2, 3)]
    assert find_undone([*notes, JournalEntry(4, at, UNDO, {TAKES: takes}, derived=False)]) == set()


# -- nothing hidden -------------------------------------------------------------------------------------------


CARD = re.compile(r'"(?:[0-9SR+][RYGB]|W|D)"')


@pytest.mark.parametrize(("form", "stop_at"), [(form, stop_at) for form in PROTOCOLS for stop_at in (0, 20)])
@pytest.mark.every(3)
def test_the_game_file_contains_no_hidden_card(form: str, stop_at: int, tmp_path: Path) -> None:
    """Every card in the file was turned up for all: in a public event, or as the answer to a reveal."""
    path = tmp_path / "r.game"
    game = Match.open(table(form), path, 9)
    shown = set[str]()
    for _ in zip(range(220), inputs_of(game, stop_at), strict=False):
        shown |= set(game.state.discards)
        if game.attempt is not None and game.truth is not None and game.attempt.ask:
            shown |= set(game.truth.table.shown)
    assert game.state.n > 3
    game.close()
    answers = list[str]()
    for _, _, kind, body, derived in rows(path):
        said: Any = body
        match kind:
            case "event":
                assert set(said) <= {"start", "first", "seat", "play", "color", "draw", "pass"}
                card = said.get("start") or said.get("play")
                if derived and card:
                    assert card in answers, "a virtual seat played a card nobody reported"
            case "answer":
                assert set(said) == {"said"}
                answers.append(said["said"])
                assert said["said"] in ({"", "αβ", "βα", "none"} | shown)
            case "run":
                assert said["outcome"].split(",")[0] in {"none", *shown}
            case _:
                assert (kind, said) == (GIVE_UP, {})
    found = set(CARD.findall(path.read_bytes().decode("utf-8", "replace")))
    assert {card.strip('"') for card in found} <= shown
    for name in uno.KINDS:
        if len(name) == 2 and name not in shown:
            assert f'"{name}' not in path.read_bytes().decode("utf-8", "replace")
