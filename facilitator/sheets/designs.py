"""Designs of extra cards. Letter, symbol, name and pattern identify a card, so colour is not needed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from facilitator.games.registry import get_game
from facilitator.i18n.catalogue import sentence
from facilitator.operations.faces import ALPHA, BETA, DECK, DISCARDS, Face, lot_card, marker, owner_of
from facilitator.pictures.marks import BLACK, Ink
from facilitator.table_files.load import Table

SEAT_SYMBOLS = "moon triangle square diamond star cross bolt frame hourglass half".split()
SEAT_PATTERNS = "teeth rising bars dots columns falling plusses checks grid chevrons".split()
"""Symbols and patterns for up to ten seats, in table order.

Draw pile, discard pile, α and β have other patterns.
"""

_LOTS: tuple[tuple[Ink, str, str], ...] = (
    ((0.80, 0.11, 0.14), "disc", "bars"),
    ((0.96, 0.76, 0.05), "triangle", "dots"),
    ((0.13, 0.55, 0.26), "square", "rising"),
    ((0.10, 0.33, 0.65), "diamond", "columns"),
)
"""Ink, symbol and pattern of the cards for a random draw. A fifth card has the same look as the first."""


@dataclass(frozen=True, slots=True)
class Design:
    """Printed design of an extra card.

    Attributes:
        face: Code of the card face, for example ``α``.
        glyph: Large letter on the card.
        name: Printed name.
        symbol: Name of the symbol. May be empty.
        pattern: Name of the pattern. May be empty.
        ink: Ink of symbol and pattern.
        strips: Number of patterned strips: 0, 1 or 2.
    """

    face: Face
    glyph: str
    name: str
    symbol: str = ""
    pattern: str = ""
    ink: Ink = BLACK
    strips: int = 1

    @property
    def slug(self) -> str:
        """Name of the design in drawings and file names."""
        return spell_face(self.face)


def spell_face(face: Face) -> str:
    """Return the code of a card face with ASCII letters and digits only, for example "3b1" for α."""
    return "".join(c if c.isascii() and c.isalnum() else f"{ord(c):x}" for c in face)


LOOKS = {
    ALPHA: Design(ALPHA, ALPHA, "design.alpha", "ring", strips=0),
    BETA: Design(BETA, BETA, "design.beta", "target", "rungs", strips=2),
    marker(DECK): Design(marker(DECK), "θ", "label.draw_pile", "stack", "waves"),
    marker(DISCARDS): Design(marker(DISCARDS), "θ", "design.discards", "saltire", "mesh", strips=2),
}
"""Designs of extra cards that no player owns. Names are message keys."""


def get_design(face: Face, table: Table) -> Design:
    """Return the design of an extra card at a table."""
    if face in LOOKS:
        return replace(LOOKS[face], name=sentence(LOOKS[face].name))
    rules = get_game(table.game)
    for number, named in enumerate(rules.about.lot):
        if face == lot_card(named):
            ink, symbol, pattern = _LOTS[number % len(_LOTS)]
            return Design(face, named, rules.kinds.describe_named(named), symbol, pattern, ink)
    seat = [player.name for player in table.seats].index(owner_of(face))
    return Design(face, "θ", owner_of(face), SEAT_SYMBOLS[seat], SEAT_PATTERNS[seat])


def kinds_of(faces: Iterable[Face], table: Table) -> dict[Face, Design]:
    """Return the designs of several extra cards, by card face."""
    return {face: get_design(face, table) for face in faces}
