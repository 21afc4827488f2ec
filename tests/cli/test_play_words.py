"""What `play_table` says to a family: how it ended, how many steps, what a word means where it does not fit."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from facilitator.cli.input_lines import folded_prompt
from facilitator.cli.play import play_table
from facilitator.i18n.columns import count_cells
from programs import Typist, run


@pytest.mark.parametrize("columns", [40, 60, 100])
def test_lines_break_between_words_but_not_in_a_pair(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    out = run("play", "sample:three", "--dry-run", "--auto", "--seed", "7", "--turns", "4").stdout
    assert max(map(count_cells, out.splitlines())) <= columns
    told = "\n".join(line for line in out.splitlines() if not line.startswith("        : "))  # no picture
    assert not re.search(r"[αβ]\s*\n\s*[αβ](?! on)", told)
    assert "2×\n" not in out


def test_a_prompt_is_wrapped_and_ends_with_a_space(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    prompt = "        What do they read (β α: the card fits, α β: it does not)? "
    lines = folded_prompt(prompt).split("\n")
    assert " ".join(" ".join(lines).split()) == prompt.strip()
    assert lines[0].startswith("        What")
    assert lines[-1].endswith("? ")
    assert max(map(len, lines)) <= 40  # with room for the cursor


@pytest.mark.parametrize(("sample", "dot"), [("published-split", False), ("demo", True)])
def test_help_lists_what_can_be_typed_with_this_method(sample: str, dot: bool) -> None:
    """And the words are explained once, also if the turn is stopped and starts again."""
    typed = "\n" * 3 + "??\n" + "\n" * 4 + "stop\n?\n??\nq\n"
    done = run("play", f"sample:{sample}", "--dry-run", "--seed", "15", typed=typed)
    turn, back = done.stdout.split("start this turn again. (u")
    assert ("\ndoubt or stop: no dot" in turn, "\nstop: a CHECK" in turn) == (dot, not dot)
    assert "\nvoid WHY" in turn
    assert not re.search(r"^ *\|? *(stop|doubt|void)\b.*:", back, re.MULTILINE)
    assert done.stdout.count("What the words mean:") == 1


def test_no_words_are_announced_if_a_turn_uses_none_of_the_things() -> None:
    """The first turn of Hearts turns over the top card of the stirred hand, without a wallet."""
    done = run("play", "sample:hearts", "--dry-run", "--auto", "--turns", "1", "--seed", "3")
    assert "── Udo's turn" in done.stdout
    assert "What the words mean:" not in done.stdout


def test_a_fixed_card_does_not_change_who_won(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ana's blue 3 fits only because entry 3 became a blue 5."""
    at = tmp_path / "friday.yaml"
    at.write_text("seats: [Ana, Ben]\nhand_size: 2\n", encoding="utf-8")
    host = Typist(["7R Ana", "5R", "4R", "fix 3 5B", "3B", "", ""])
    monkeypatch.setattr("facilitator.cli.input_lines.choose_source", lambda echo: host)
    assert play_table(str(at), False, None, False, None, False, False, None) == 0
    assert "Games won at this table: Ana 1." in capsys.readouterr().out


def test_a_game_ends_with_the_score_and_the_next_dealer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two games of one card each; who deals goes round among the people; the old game lies beside."""
    at = tmp_path / "friday.yaml"
    at.write_text("seats: [Ana, Ben]\nhand_size: 1\n", encoding="utf-8")
    host = Typist(["7R Ana", "2R", "", "y", "7R Ben", "3R", "", ""])
    monkeypatch.setattr("facilitator.cli.input_lines.choose_source", lambda echo: host)
    assert play_table(str(at), False, None, False, None, False, False, None) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "Ana wins after 2 events and 0 virtual turns" in told
    assert "Games won at this table: Ana 1." in told
    assert (
        "Games won at this table: Ana 1, Ben 1." in told or "Games won at this table: Ben 1, Ana 1." in told
    )
    again = [question for question in host.asked if question.startswith("Play again?")]
    assert [question.split()[2] for question in again] == ["Ben", "Ana"]
    assert len(list(tmp_path.glob("friday-*.game"))) == 1
    assert not host.lines
