"""The public facts that every game has: who sits where, and how much has happened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeVar

Zone = str
"""Where cards lie: a seat's name for its hand, `DECK`, `POOL`, `DISCARDS`, or a game's own (``trick``)."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table; at a virtual one nobody sits, and nobody may see its hand."""

    name: str
    virtual: bool = False


class Facts(Protocol):
    """What the public state of any game has."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits where, clockwise."""

    @property
    def n(self) -> int:
        """How many events there have been."""


S = TypeVar("S", bound=Facts)
