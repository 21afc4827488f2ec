"""Load the table that a command names, and warn of names that would be misread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facilitator.cli import output
from facilitator.i18n.catalogue import sentence

if TYPE_CHECKING:
    from facilitator.table_files.load import Table


def open_table(name: str) -> Table:
    """Return the table of a file or a sample; warn of seats' names that a new table may not have.

    Raises: TableFileError, with every problem of the file.
    """
    from facilitator.play.names import misleading_names
    from facilitator.table_files.load import load_table

    table = load_table(name)
    for problem in misleading_names(table):
        output.complain(sentence("name.warning", problem=str(problem._replace(file=name))))
    return table
