"""Which game a command is about: the table's, its rehearsal, or one that is named."""

from __future__ import annotations

import shlex
from pathlib import Path

from facilitator.errors import CommandError
from facilitator.play.journal import game_path
from facilitator.play.store import SALVAGE, shown, there


def kept_in(table_name: str, rehearsal: bool, journal: Path | None) -> Path:
    """Return where it is kept; raises `CommandError` where nothing is, saying how such a game begins."""
    path = journal or game_path(table_name, rehearsal)
    if not there(path):
        todo = f"Begin one: facilitator play {words(table_name, rehearsal, journal)}"
        raise CommandError(f"the game in {shown(path)}", "no such file", todo)
    return path


def words(table_name: str, rehearsal: bool, journal: Path | None = None) -> str:
    """Return how it is named to any command."""
    named = [] if journal is None else ["--journal", shlex.quote(shown(journal))]
    return " ".join([table_name, *["--dry-run"] * rehearsal, *named])


def at_this_table(todo: str, table_name: str) -> str:
    """Return what is advised for a game's file, with the table file as it was typed."""
    return todo.replace(SALVAGE, SALVAGE.replace("TABLE", shlex.quote(table_name)))
