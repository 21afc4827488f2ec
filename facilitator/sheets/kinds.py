"""How each kind of extra card looks: a letter, a symbol, a name and a pattern, so that no colour is needed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from facilitator.games.base import Rules
from facilitator.machine.faces import ALPHA, BETA, DECK, DISCARDS, Face, lot_card, marker, owner_of
from facilitator.sheets.drawing.marks import BLACK, Ink
from facilitator.supplies.needs import Need

SEAT_SYMBOLS = (
    "moon",
    "triangle",
    "square",
    "diamond",
    "star",
    "cross",
    "bolt",
    "frame",
    "hourglass",
    "half",
)
SEAT_PATTERNS = (
    "teeth",
    "rising",
    "bars",
    "dots",
    "columns",
    "falling",
    "plusses",
    "checks",
    "grid",
    "chevrons",
)
"""One of each for every seat, ten seats at most, in the order of the table; the deck, the discards, α and β have
others."""

_LOTS: tuple[tuple[Ink, str, str], ...] = (
    ((0.80, 0.11, 0.14), "disc", "bars"),
    ((0.96, 0.76, 0.05), "triangle", "dots"),
    ((0.13, 0.55, 0.26), "square", "rising"),
    ((0.10, 0.33, 0.65), "diamond", "columns"),
)
"""The looks of a lot's cards, in its order; more than four go round, told apart by what is written on them."""


@dataclass(frozen=True, slots=True)
class Design:
    """The looks of one kind: all its cards are equal to the last dot."""

    face: Face
    glyph: str
    name: str
    symbol: str = ""
    pattern: str = ""
    ink: Ink = BLACK
    strips: int = 1  # patterned strips: 0, 1 or 2

    @property
    def slug(self) -> str:
        """A name for stamps and files: letters and digits only."""
        return "".join(c if c.isascii() and c.isalnum() else f"{ord(c):x}" for c in self.face)


def kind_of(face: Face, seats: tuple[str, ...], law: Rules[Any]) -> Design:
    """Return the looks of a face; ``seats``: all names at the table, clockwise."""
    if face == ALPHA:
        return Design(face, ALPHA, "alpha", "ring", strips=0)
    if face == BETA:
        return Design(face, BETA, "beta", "target", "rungs", strips=2)
    if face == marker(DECK):
        return Design(face, "θ", "deck", "stack", "waves")
    if face == marker(DISCARDS):
        return Design(face, "θ", "discards", "saltire", "mesh", strips=2)
    for number, named in enumerate(law.lot):
        if face == lot_card(named):
            ink, symbol, pattern = _LOTS[number % len(_LOTS)]
            return Design(face, named, law.kinds.describe_named(named), symbol, pattern, ink)
    seat = seats.index(owner_of(face))
    return Design(face, "θ", owner_of(face), SEAT_SYMBOLS[seat], SEAT_PATTERNS[seat])


def kinds_of(needed: tuple[Need, ...], seats: tuple[str, ...], law: Rules[Any]) -> dict[Face, Design]:
    """Return the looks of every kind that is needed."""
    return {need.face: kind_of(need.face, seats, law) for need in needed}
