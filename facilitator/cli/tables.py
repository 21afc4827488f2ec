"""Load the table that a command names, and name the table in suggested commands."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from facilitator.cli import output
from facilitator.i18n import shell_path, shell_word
from facilitator.i18n.catalogue import Listed, phrase, sentence

if TYPE_CHECKING:
    from facilitator.table_files.load import Table


def open_table(name: str) -> Table:
    """Load the table from a file or a sample. Print a warning for each seat name that is easily confused.

    Raises:
        TableFileError: The file is invalid. The error lists all problems.
    """
    from facilitator.play.names import misleading_names
    from facilitator.table_files.load import load_table

    table = load_table(name)
    for problem in misleading_names(table):
        output.complain(sentence("name.warning", problem=str(problem._replace(file=name))))
    return table


def describe_seats(table: Table) -> Listed:
    """Return the names of all players, such as "Ana, Vera (virtual), Ben"."""
    return Listed(
        tuple(phrase("plan.virtual", seat=seat.name) if seat.virtual else seat.name for seat in table.seats)
    )


def render_arguments(table_name: str | None, rehearsal: bool, journal: Path | None = None) -> str:
    """Return the command-line arguments that select a game, such as ``friday.yaml --dry-run``."""
    named = [shell_path(table_name)] if table_name else []
    kept = ["--journal", shell_word(str(journal))] if journal else []
    return " ".join([*named, *["--dry-run"] * rehearsal, *kept])
