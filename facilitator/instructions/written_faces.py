"""Faces as text: cards with suit signs, tiles with both halves, UNO cards with colour symbols."""

from __future__ import annotations

from facilitator.games.decks import CARDS, SUIT_SIGNS, TILES, halves
from facilitator.operations.faces import Face

COLOUR_SIGNS = {"R": "◆", "Y": "★", "G": "▲", "B": "■"}
"""Symbols of the UNO colours, as on the printed deck."""
BLACK = ("W", "D")
"""Codes of the black UNO cards."""
_CARDS, _TILES = frozenset(CARDS.cards), frozenset(TILES.cards)


def write_card(face: Face) -> str:
    """Return a face as text: a suit sign for playing cards, two halves for tiles, otherwise the face.

    >>> write_card("TH"), write_card("3-5"), write_card("7R")
    ('10♥', '3|5', '7R')
    """
    if face in _CARDS:
        return face[0].replace("T", "10") + SUIT_SIGNS[face[1]][0]
    return "|".join(map(str, halves(face))) if face in _TILES else face


def write_face(face: Face) -> str:
    """Return a face as text. UNO cards get their colour symbol, and black cards all colour symbols.

    >>> write_face("7R"), write_face("W"), write_face("AS"), write_face("α")
    ('7R◆', 'W◆★▲■', 'A♠', 'α')
    """
    if face in BLACK:
        return face + "".join(COLOUR_SIGNS.values())
    return face + COLOUR_SIGNS[face[1]] if len(face) == 2 and face[1] in COLOUR_SIGNS else write_card(face)
