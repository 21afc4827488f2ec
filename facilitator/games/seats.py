"""Seats and zones, the names of piles, and a check that a game can be played with certain seats.

Every screen, sheet and message takes the names of the draw piles from here.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from facilitator.errors import TableError
from facilitator.i18n import fold
from facilitator.i18n.catalogue import Phrase, build_error, join_with_or, phrase
from facilitator.operations.faces import DECK

Zone = str
"""Name of a hand or pile.

The name of a hand is the name of its seat. The other names are `DECK`, `POOL`, `DISCARDS`, and names that
only one game uses, such as ``trick``.
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


def name_pile(pool: Sequence[str] = (), key: str = "draw_pile") -> Phrase:
    """Return the words for the pile from which virtual players draw, or for another pile.

    Args:
        pool: Names of virtual players with a draw pile of their own, or empty.
        key: Key of the words in the catalogue.
    """
    if len(pool) == 1:
        return phrase(f"{key}.one", owner=pool[0])
    return phrase(f"{key}.several" if pool else key)


def name_draw_pile(zone: Zone, pool: Sequence[str], key: str = "draw_pile") -> Phrase:
    """Return the words for a draw pile, such as "the draw pile".

    Args:
        zone: Draw pile, `DECK` or `POOL`.
        pool: Names of virtual players with a draw pile of their own. Empty if there are none, also because they
            have left the game.
        key: Catalogue key. The words for ``label.draw_pile`` have no article.
    """
    if zone == DECK:
        return phrase(f"{key}.people" if pool else key)
    return name_pile(pool, key) if pool else phrase(f"{key}.several")


def check_seats(seats: Sequence[Seat], bounds: tuple[int, int], zones: Collection[Zone] = ()) -> None:
    """Check the number and the names of the seats.

    Args:
        seats: Seats in clockwise order.
        bounds: Minimum and maximum number of seats.
        zones: Names of piles in this game, which are not allowed as seat names.

    Raises:
        TableError: The number of seats is wrong, there is no person, or two names are the same.
    """
    _check_number(seats, *bounds)
    taken = {fold(seat.name) for seat in seats} - {""}
    if reserved := taken & set(zones):
        raise build_error(TableError, "seats.reserved", join_with_or(sorted(reserved)))
    if len(taken) < len(seats):
        raise build_error(TableError, "seats.names", ", ".join(seat.name for seat in seats))


def _check_number(seats: Sequence[Seat], least: int, most: int) -> None:
    people = sum(not seat.virtual for seat in seats)
    if not least <= len(seats) <= most or not people:
        key = "seats.number" if least == most else "seats.numbers"
        raise build_error(TableError, key, least=least, most=most, n=len(seats), virtual=len(seats) - people)
