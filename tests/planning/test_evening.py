"""The command `time`: how many more virtual turns fit into the evening."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from facilitator.planning.evening import EveningClock, evening_start
from facilitator.planning.forecast import estimate_times, setup_of, simulate_games, summarize_games
from facilitator.planning.pace import MeasuredFactors, Pace, pace_of
from facilitator.play.session import Session
from facilitator.table_files.load import make_table

VERA = {"name": "Vera", "virtual": True}
START = datetime(2026, 3, 6, 19, 0, tzinfo=UTC)
WALLET: dict[str, Any] = {"protocol": "wallet", "pool": "split", "pool_deck": "compact-27", "hand_size": 4}


def ask_time(after: int, line: str = "time", pace: Pace | None = None, *before: str, **keys: Any) -> str:
    """Return the answer some minutes after the start of the evening, and after some lines."""
    table = make_table({"seats": ["Ana", VERA, "Ben"], **WALLET, **keys})
    with closing(Session.open(table, None, None, lambda _: 3.0)) as session:
        clock: Callable[[], datetime] = lambda: START + timedelta(minutes=after)  # noqa: E731
        evening = EveningClock(table, lambda: pace or pace_of(1), lambda _: START, clock)
        session.dialog.evening = evening.describe
        assert [typed for typed in before if session.take(typed).refused is not None] == []
        reply = session.take(line)
        if reply.refused is not None:
            return str(reply.refused)
        return " ".join(str(getattr(item, "text", "")) for item in reply.messages)


def count_turns(answer: str) -> int:
    """Return the number of turns in an answer."""
    return int(answer.partition(" more virtual turn")[0].split()[-1])


def test_time_counts_the_turns_that_fit_into_a_session() -> None:
    full, half = ask_time(0, minutes=120), ask_time(60, minutes=120)
    assert "120 minutes are left" in full
    assert "60 minutes are left" in half
    assert count_turns(full) in (2 * count_turns(half), 2 * count_turns(half) + 1)
    assert ask_time(0, "time 60", minutes=120) == half == ask_time(0, "time 60")
    table = make_table({"seats": ["Ana", VERA, "Ben"], **WALLET})
    records = simulate_games(setup_of(table))
    planned = estimate_times(table, records=records).per_game.median
    each = planned / summarize_games(records).virtual_turns.median
    assert count_turns(full) == pytest.approx(120 / each, rel=0.2), "time and plan disagree"
    assert ask_time(120, minutes=120) == ask_time(150, minutes=120) == "Your 120 minutes are over."


def test_time_counts_the_seats_of_now() -> None:
    """Turns of more people lie between two virtual turns."""
    joined = ask_time(0, "time 600", None, "7R Ana", "Zoe joins", "Max joins", "Ida joins")
    assert count_turns(joined) < 0.9 * count_turns(ask_time(0, "time 600"))


def test_time_uses_the_measured_pace_of_the_table() -> None:
    slow = ask_time(0, pace=pace_of(1, MeasuredFactors(2.0, 2.0, 9)), minutes=120)
    estimated = ask_time(0, minutes=120)
    assert "I estimate" in estimated
    assert "At your table's pace" in slow
    assert count_turns(estimated) in (2 * count_turns(slow), 2 * count_turns(slow) + 1)


def test_time_explains_what_it_needs_to_know() -> None:
    assert "doesn't say how long your evening is" in ask_time(0)
    assert "doesn't say how many minutes" in ask_time(0, "time long", minutes=90)
    with closing(Session.open(make_table({"seats": ["Ana", "Ben"]}), None, 3, lambda _: 3.0)) as rehearsal:
        assert "A rehearsal has no clock" in str(rehearsal.take("time").refused)


def test_a_session_starts_with_its_first_game(tmp_path: Path) -> None:
    keys = {"name": "Friday", "seats": ["Ana", VERA, "Ben"], **WALLET, "minutes": 120}
    table = make_table(keys)
    file = tmp_path / "friday.yaml"
    starts = []
    for name in ("friday.game", "friday.1.game"):
        path = tmp_path / name
        with closing(Session.open(table, path, None, lambda _: 3.0)) as session:
            session.take("7r ana")
            starts.append(datetime.fromisoformat(str(session.match.journal.facts["begun"])))
    start = partial(evening_start, table, file, path)
    assert start(max(starts) + timedelta(minutes=30)) == min(starts)
    later = max(starts) + timedelta(minutes=121)
    assert start(later) == later
