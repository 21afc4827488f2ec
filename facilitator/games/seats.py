"""Seats and zones, with the check that a game can be played with given seats."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from facilitator.errors import TableError
from facilitator.i18n import fold
from facilitator.i18n.catalogue import build_error, join_with_or

Zone = str
"""Name of a place for cards.

It is the name of a seat (for its hand), `DECK`, `POOL`, `DISCARDS`, or a zone of one game such as ``trick``.
"""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place at the table.

    Attributes:
        name: Name of the seat.
        virtual: Whether the seat belongs to a virtual player, whose hand nobody may see.
    """

    name: str
    virtual: bool = False


def check_seats(seats: Sequence[Seat], bounds: tuple[int, int], zones: Collection[Zone] = ()) -> None:
    """Check that a game can be played with these seats.

    Args:
        seats: Seats in clockwise order.
        bounds: Smallest and largest number of seats.
        zones: Names of zones in the game, which no seat may use.

    Raises:
        TableError: The number of seats is wrong, there is no person, or two names are the same.
    """
    least, most = bounds
    people = sum(not seat.virtual for seat in seats)
    if not least <= len(seats) <= most or not people:
        key = "seats.number" if least == most else "seats.numbers"
        raise build_error(TableError, key, least=least, most=most, n=len(seats), virtual=len(seats) - people)
    taken = {fold(seat.name) for seat in seats} - {""}
    if reserved := taken & set(zones):
        raise build_error(TableError, "seats.reserved", join_with_or(sorted(reserved)))
    if len(taken) < len(seats):
        raise build_error(TableError, "seats.names", ", ".join(seat.name for seat in seats))
