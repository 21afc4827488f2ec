"""Faces as text: cards with the sign of their suit, tiles with both halves, UNO cards with the symbol of a colour."""

from __future__ import annotations

from facilitator.games.decks import CARDS, SUIT_SIGNS, TILES, halves
from facilitator.games.uno.cards import KINDS, is_black
from facilitator.operations.faces import Face

COLOUR_SIGNS = {"R": "◆", "Y": "★", "G": "▲", "B": "■"}
"""Symbols of the UNO colours, as on the printed deck."""
_CARDS, _TILES, _KINDS = frozenset(CARDS.cards), frozenset(TILES.cards), frozenset(KINDS)


def write_card(face: Face) -> str:
    """Return a card of suits with the sign of its suit, a tile with its two halves, and any other face unchanged.

    >>> write_card("TH"), write_card("3-5"), write_card("7R")
    ('10♥', '3|5', '7R')
    """
    if face in _CARDS:
        return face[0].replace("T", "10") + SUIT_SIGNS[face[1]][0]
    return "|".join(map(str, halves(face))) if face in _TILES else face


def write_face(face: Face) -> str:
    """Return a face as text. An UNO card has the symbol of its colour, a black card those of all colours.

    >>> write_face("7R"), write_face("W"), write_face("AS"), write_face("α")
    ('7R◆', 'W◆★▲■', 'A♠', 'α')
    """
    if face not in _KINDS:
        return write_card(face)
    return face + ("".join(COLOUR_SIGNS.values()) if is_black(face) else COLOUR_SIGNS[face[1]])
