"""How each kind of extra card looks: a letter, a symbol, a name and a pattern, so that no colour is needed."""

from __future__ import annotations

from dataclasses import dataclass

from facilitator.games.uno import cards as uno
from facilitator.machine.faces import (
    ALPHA,
    BETA,
    DECK,
    DISCARDS,
    Face,
    colour_card,
    marker,
    owner_of,
    position_of,
)
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
    "wedge",
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

_COLOURS: dict[str, tuple[Ink, str, str]] = {
    "R": ((0.80, 0.11, 0.14), "disc", "bars"),
    "Y": ((0.96, 0.76, 0.05), "triangle", "dots"),
    "G": ((0.13, 0.55, 0.26), "square", "rising"),
    "B": ((0.10, 0.33, 0.65), "diamond", "columns"),
}


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


def kind_of(face: Face, seats: tuple[str, ...]) -> Design:
    """Return the looks of a face; ``seats``: all names at the table, clockwise."""
    if face == ALPHA:
        return Design(face, ALPHA, "alpha", "ring", strips=0)
    if face == BETA:
        return Design(face, BETA, "beta", "disc", "solid", strips=2)
    if face == marker(DECK):
        return Design(face, "θ", "deck", "stack", "waves")
    if face == marker(DISCARDS):
        return Design(face, "θ", "discards", "saltire", "mesh", strips=2)
    for colour, (ink, symbol, pattern) in _COLOURS.items():
        if face == colour_card(colour):
            return Design(face, colour, uno.COLOR_WORDS[colour], symbol, pattern, ink)
    if face.startswith("θ"):
        seat = seats.index(owner_of(face))
        return Design(face, "θ", owner_of(face), SEAT_SYMBOLS[seat], SEAT_PATTERNS[seat])
    number = position_of(face)
    return Design(face, str(number), f"place {number}", strips=0)


def kinds_of(needed: tuple[Need, ...], seats: tuple[str, ...]) -> dict[Face, Design]:
    """Return the looks of every kind that is needed."""
    return {need.face: kind_of(need.face, seats) for need in needed}
