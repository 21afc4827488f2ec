"""Render cards as text, for example ``7R◆`` for a red seven or ``10♥`` for the ten of hearts."""

from __future__ import annotations

from facilitator.games.decks import CARDS, SUIT_SIGNS, TILES, halves
from facilitator.i18n.catalogue import Value, phrase, render_value, template
from facilitator.operations.faces import DECK, DISCARDS, Face, get_drawn_name, marker, owner_of

COLOUR_SIGNS = {"R": "◆", "Y": "★", "G": "▲", "B": "■"}
"""Symbols of the UNO colours, as printed on the deck."""
BLACK = ("W", "D")
"""Codes of the black UNO cards."""
_CARDS, _TILES = frozenset(CARDS.cards), frozenset(TILES.cards)


PILE_LABELS = {DECK: "label.draw_pile", DISCARDS: "picture.discards"}
"""Message keys for the names of the draw pile and the discard pile, without an article."""


def write_owner(face: Face) -> str:
    """Return the name on a marker, such as Vera. Other faces are returned as text."""
    owner = owner_of(face)
    if owner != face and owner in PILE_LABELS:
        return template(PILE_LABELS[owner])
    return write_face(get_drawn_name(owner))


def name_marker(owner: str) -> Value:
    """Return the name of an owner's markers, such as θ-Vera."""
    return phrase(f"marker.{owner}") if owner in (DECK, DISCARDS) else marker(owner)


def write_card(face: Face) -> str:
    """Return a card as text: a suit sign for playing cards, both halves of a tile, the owner on a marker.

    >>> write_card("TH"), write_card("3-5"), write_card("7R"), write_card(marker("deck"))
    ('10♥', '3|5', '7R', 'θ draw pile')
    """
    if face in _CARDS:
        return write_rank(face) + SUIT_SIGNS[face[1]][0]
    if face in _TILES:
        return "|".join(map(str, halves(face)))
    owner = owner_of(face)
    return face if owner == face else render_value(name_marker(owner))


def write_rank(face: Face) -> str:
    """Return the rank of a playing card, for lists of cards by suit. Other faces are returned unchanged.

    >>> write_rank("TH"), write_rank("7R")
    ('10', '7R')
    """
    return face[0].replace("T", "10") if face in _CARDS else face


def write_face(face: Face) -> str:
    """Return a card as text. UNO cards get the symbol of their colour, and black cards get all four symbols.

    >>> write_face("7R"), write_face("W"), write_face("AS"), write_face("α")
    ('7R◆', 'W◆★▲■', 'A♠', 'α')
    """
    if face in BLACK:
        return face + "".join(COLOUR_SIGNS.values())
    return face + COLOUR_SIGNS[face[1]] if len(face) == 2 and face[1] in COLOUR_SIGNS else write_card(face)
