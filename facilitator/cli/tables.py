"""Load the table that a command names, and warn about seat names that are easily confused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facilitator.cli import output
from facilitator.i18n.catalogue import sentence

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
