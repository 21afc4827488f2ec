"""Rehearsals as a front-end has them: opened at small tables, gone on to an act, and what is kept of them."""

from __future__ import annotations

from collections.abc import Sequence

from facilitator.evening.clock import Pace, RunClock
from facilitator.play.journal import JournalEntry
from facilitator.play.match import Match
from facilitator.play.prompt import ActPrompt
from facilitator.play.session import Session
from facilitator.table.load import Table, make_table
from sessions import VERA

TABLES: dict[str, dict[str, object]] = {
    "uno": {"seats": ["Ana", "Ben", VERA], "hand_size": 3, "pool": "split", "pool_deck": "compact-27"},
    "dominoes": {"game": "dominoes", "seats": ["Ana", VERA], "hand_size": 4},
}


def table(name: str, **keys: object) -> Table:
    return make_table({**TABLES[name], **keys})


def session_of(game: Match) -> Session:
    return Session(game, RunClock(game.table, Pace).minutes)


def rehearsed(seed: int = 3, name: str = "uno", **keys: object) -> Session:
    return session_of(Match.open(table(name, **keys), None, seed))


def entries(session: Session) -> list[tuple[str, dict[str, object]]]:
    return bare(session.match.journal.entries)


def bare(rows: Sequence[JournalEntry]) -> list[tuple[str, dict[str, object]]]:
    return [(entry.kind, entry.body) for entry in rows]


def act_of(session: Session) -> object:
    """The wording, and the number of the act at hand among how many."""
    run = session.match.run
    return session.match.wording, None if run is None else (run.number - run.pressed, run.total)


def to_an_act(session: Session, ask: bool = False) -> ActPrompt:
    """Rehearse up to an act; with ``ask``, one that asks something."""
    while True:
        now = session.now().asked
        if isinstance(now, ActPrompt) and bool(now.ask) >= ask:
            return now
        session.rehearse()
