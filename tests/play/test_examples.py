"""Examples name who sits at this table, so that what is shown can be typed as it stands."""

from __future__ import annotations

import pytest

from facilitator.games.registry import list_games
from facilitator.play.prompt import MovePrompt, OpeningPrompt
from facilitator.table_files.load import make_table
from sessions import opened, said

NAMES = ("Kim", "Opa", "Lu", "Vera")
SEATS = [*NAMES[:3], {"name": NAMES[3], "virtual": True}]


@pytest.mark.parametrize("rules", ["paper", "kpgut"])
def test_help_and_counts_name_who_sits_there(rules: str) -> None:
    session = opened(make_table({"seats": SEATS, "rules": rules}), None)
    before = said(session, "?")
    session.take("7R Kim" if rules == "paper" else "Kim")
    assert isinstance(session.get_prompt().asked, MovePrompt)
    for told in (before, said(session, "?"), said(session, "count 9x7R")):
        assert "Kim" in told
        assert "Ana" not in told
        assert "Ben" not in told


@pytest.mark.parametrize("name", list_games())
def test_the_opening_shown_is_one_of_this_table(name: str) -> None:
    session = opened(make_table({"seats": SEATS, "game": name}), None)
    asked = session.get_prompt().asked
    if isinstance(asked, OpeningPrompt):
        assert any(name in asked.example for name in NAMES[:3])
        assert session.take(asked.example).refused is None


def test_where_both_of_the_examples_sit_nothing_is_renamed() -> None:
    seats = ["Ben", "Ana", {"name": "Vera", "virtual": True}]
    asked = opened(make_table({"seats": seats}), None).get_prompt().asked
    assert isinstance(asked, OpeningPrompt)
    assert asked.example == "7R Ana"
