"""The name of the host on the sheets."""

from __future__ import annotations

from facilitator.i18n.catalogue import sentence
from facilitator.table_files.load import Table


def name_host(table: Table, by_name: bool) -> str:
    """Return the name of the host.

    Args:
        table: Table of the sheet. Its first person is the host.
        by_name: Whether the sheet mentions people by name. Otherwise, return "the host".
    """
    return table.people[0].name if by_name else sentence("sheet.host")
