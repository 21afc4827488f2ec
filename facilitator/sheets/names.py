"""Names the typeface cannot draw: an honest substitute instead of black squares."""

from __future__ import annotations

from dataclasses import dataclass

from facilitator.sheets.drawing.render import missing
from facilitator.table.load import SeatKeys, Table

UNNAMED = "this table"


@dataclass(frozen=True, slots=True)
class Substitute:
    """A name that could not be printed, and what stands for it."""

    name: str
    instead: str

    @property
    def remark(self) -> str:
        """What the host is told on the screen."""
        lost = missing(self.name)
        return f'The sheets\' typeface lacks letters of "{self.name}" ({lost}): it is printed as "{self.instead}".'

    @property
    def on_paper(self) -> str:
        """What the set-up sheet says: only letters it has."""
        return f"{self.instead} stands for a name this typeface cannot draw; write it here: ______________"


def printable(table: Table) -> tuple[Table, tuple[Substitute, ...]]:
    """Return the table as it can be printed, and every name that had to be replaced.

    A seat whose name has letters our typeface lacks is called by its number, clockwise from the first seat.
    """
    found: list[Substitute] = []
    seats: list[SeatKeys] = []
    taken = {seat.name.casefold() for seat in table.seats}
    for number, seat in enumerate(table.seats, 1):
        if not missing(seat.name):
            seats.append(seat)
            continue
        name = f"Seat {number}"
        while name.casefold() in taken:
            name += "*"
        seats.append(seat.model_copy(update={"name": name}))
        found.append(Substitute(seat.name, name))
    name = table.name
    if missing(name):
        name = UNNAMED
        found.append(Substitute(table.name, name))
    return table.model_copy(update={"seats": tuple(seats), "name": name}), tuple(found)
