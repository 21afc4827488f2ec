"""Names on the sheets: the host, and the virtual players' draw pile."""

from __future__ import annotations

from facilitator.i18n.catalogue import sentence
from facilitator.instructions.speech import Voice
from facilitator.table_files.load import Table


def name_host(table: Table, by_name: bool) -> str:
    """Return the name of the host.

    Args:
        table: Table of the sheet. Its first person is the host.
        by_name: Whether the sheet mentions people by name. Otherwise, return "the host".
    """
    return table.people[0].name if by_name else sentence("sheet.host")


def name_draw_pile(table: Table) -> str:
    """Return the name of the virtual players' draw pile, such as "Vera's draw pile"."""
    return Voice((), pool=tuple(seat.name for seat in table.virtual)).name_pile().words()
