"""Duels are counted: Enter or a tap takes one of a round, each is kept, and a game goes on at the next."""

from __future__ import annotations

from pathlib import Path

import pytest

from facilitator.operations.steps import Kind
from facilitator.play.prompt import ActPrompt
from facilitator.play.session import Session
from facilitator.table_files.load import Table
from sessions import VERA, opened, right, small


def to_the_duels(table: Table, path: Path | None, seed: int | None = 4) -> Session:
    session = opened(table, path, seed)
    while session.match.attempt is None or session.match.attempt.cue.kind is not Kind.ROUND:
        session.take(right(session))
    return session


def at_hand(session: Session) -> ActPrompt:
    asked = session.get_prompt().asked
    assert isinstance(asked, ActPrompt)
    return asked


@pytest.mark.parametrize("wording", ["full", "brief"])
def test_a_round_is_told_once_and_its_duels_are_counted(wording: str, tmp_path: Path) -> None:
    """Under one number, each on disk; taken up at the next after a restart, and back one at a time."""
    path, table = tmp_path / "a.game", small(seats=[VERA, "Ana"], hand_size=5, wording=wording)
    session = to_the_duels(table, path)
    first = at_hand(session)
    assert (first.duel, first.times, first.tick) == ((1, 4), 4, False)
    for number in (2, 3):
        size = session.match.journal.size
        assert session.take("", after=0.1 if number > 2 else 9).refused is None  # as fast as hands are
        assert session.match.journal.size > size
        now = at_hand(session)
        assert (now.duel, now.tick, now.times) == ((number, 4), True, None)
        assert (now.number, now.total) == (first.number, first.total)
        assert now.done_label == f"duel {number} of 4"
    session.close()
    session = opened(table, path, 4)
    assert at_hand(session).duel == (3, 4)
    session.take("u")
    assert (at_hand(session).duel, at_hand(session).again) == ((2, 4), True)
    session.take("redo")
    for _ in range(2):
        assert at_hand(session).number == first.number
        session.take("")
    assert at_hand(session).number == first.number + 1
    assert at_hand(session).duel is None
    session.close()


def test_from_within_a_round_every_card_goes_home() -> None:
    session = to_the_duels(small(seats=[VERA, "Ana"], hand_size=4), None)
    session.take("")
    session.take("")
    assert session.take("stop").refused is None
    while session.match.recovering:
        session.take(right(session))
    assert session.match.turn == "Vera"
