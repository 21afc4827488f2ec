"""Seats and zones, and a check that a game can be played with certain seats."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from facilitator.errors import TableError
from facilitator.i18n import fold
from facilitator.i18n.catalogue import build_error, join_with_or

Zone = str
"""Name of a place for cards.

A seat name is the zone of a hand. Other zones are `DECK`, `POOL`, `DISCARDS`, and zones of one game such as
``trick``.
"""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place at the table.

    Attributes:
        name: Player name.
        virtual: Whether the player is virtual, so that nobody may see the hand.
    """

    name: str
    virtual: bool = False


def check_seats(seats: Sequence[Seat], bounds: tuple[int, int], zones: Collection[Zone] = ()) -> None:
    """Check that a game can be played with certain seats.

    Args:
        seats: Seats in clockwise order.
        bounds: Minimum and maximum number of seats.
        zones: Zone names in this game, which are not allowed as seat names.

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
