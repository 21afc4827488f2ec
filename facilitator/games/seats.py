"""Seats and zones: who sits at a table, and where cards lie; what may be called so."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from facilitator.errors import TableError
from facilitator.words import fold
from facilitator.words.catalogue import refused

Zone = str
"""Where cards lie: a seat's name for its hand, `DECK`, `POOL`, `DISCARDS`, or a game's own (``trick``)."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table; at a virtual one nobody sits, and nobody may see its hand."""

    name: str
    virtual: bool = False


def check_seats(seats: Sequence[Seat], bounds: tuple[int, int], zones: Collection[Zone] = ()) -> None:
    """See that these seats can sit down to a game.

    ``bounds``: the fewest and the most of them. ``zones``: names of the game's own for where cards lie, that no seat
    may have.

    Raises: TableError for too few or too many, for nobody but virtual seats, and for names that are not apart.
    """
    least, most = bounds
    people = sum(not seat.virtual for seat in seats)
    if not least <= len(seats) <= most or not people:
        key = "seats.number" if least == most else "seats.numbers"
        raise refused(TableError, key, least=least, most=most, n=len(seats), virtual=len(seats) - people)
    taken = {fold(seat.name) for seat in seats} - {""}
    if len(taken) < len(seats) or taken & set(zones):
        raise refused(TableError, "seats.names", ", ".join(seat.name for seat in seats))
