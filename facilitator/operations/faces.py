"""Faces of cards and names of owners.

A face is a string. For cards of the game, it is the code that the game uses. Extra cards (markers, bit cards,
cards of a random draw, masks) have faces that are never a code of a game. This module is independent of
places and operations.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import Enum

Face = str
"""Face of a card: the code of a play card (``7R``), ``α``, ``β``, a marker, or a card of a random draw."""

ALPHA: Face = "α"
BETA: Face = "β"
ZERO: tuple[Face, Face] = (ALPHA, BETA)
"""The bit 0, left to right (paper §2.3)."""
ONE: tuple[Face, Face] = (BETA, ALPHA)
"""The bit 1, left to right (paper §2.3)."""


def bit_cards(bits: tuple[int, ...]) -> tuple[Face, ...]:
    """Return the bit cards that represent some bits, left to right: β α for 1 and α β for 0 (paper §2.3)."""
    return tuple(face for bit in bits for face in (ONE if bit else ZERO))


DECK = "deck"
"""Owner of the draw pile, the hypothetical last player of paper §4."""
POOL = "pool"  # owner of the virtual players' draw pile, if they have their own
DISCARDS = "discards"
"""Owner of the discard pile if it is part of the layout (concealed forms)."""
NONE = "none"
"""Outcome "no card is playable"."""
SOME = "some"
"""Outcome of asking whether a hand has a playable card, if it has. Nobody learns which card it is."""
SLEEVES = "sleeves"
"""Equipment that holds a column together. The alternative is envelopes."""

FRONT, BEHIND = "front", "behind"
"""Layers of a wallet. The card in front shows through the windows.

A layer is not a card, but it is recorded as a face because it is just as hidden.
"""
LEFT_END, RIGHT_END = "left", "right"
"""Ends of a wallet with two cards at which the dot can show."""
TO_CARD, TO_TAB = "opposite", "tab"
"""Sides of the dot when a single card is in the wallet and the NONE tab is in the other end.

The dot is on the card's side, opposite the tab, if the card is playable, and otherwise on the tab's side.
"""

_MARKER = "θ-"
_LOT = "lot "
_POSITION = "place "
_MASK = "mask "


def marker(owner: str) -> Face:
    """Return the face of an owner's markers (θ in paper §4). All markers of an owner are identical."""
    return _MARKER + owner


def owner_of(face: Face) -> str:
    """Return the owner of a marker. Any other face is returned unchanged."""
    return face.removeprefix(_MARKER)


def lot_card(named: str) -> Face:
    """Return the face of a card of a random draw, for a colour or an end of the row."""
    return _LOT + named


def is_lot_card(face: Face) -> bool:
    """Return whether a face belongs to a random draw."""
    return face.startswith(_LOT)


def get_drawn_name(face: Face) -> str:
    """Return the colour or end that a card of a random draw represents."""
    return face.removeprefix(_LOT)


def position_marker(number: int) -> Face:
    """Return the face of the position marker for pile ``number``, counted from 1 (weighted knockout).

    The marker is face down while the tickets are mixed, and identifies the winner's pile at the end.
    """
    return f"{_POSITION}{number}"


def position_of(face: Face) -> int:
    """Return the number of the pile that a position marker identifies."""
    return int(face.removeprefix(_POSITION))


def mask_face(number: int) -> Face:
    """Return the face of the mask for a priority class. The best class is 1."""
    return f"{_MASK}{number}"


def is_mask(face: Face) -> bool:
    """Return whether a face belongs to a mask, which comes from the box but is not a card."""
    return face.startswith(_MASK)


class AnswerKind(Enum):
    """Kind of an answer: a pair, a card of a random draw, a play card, or an arrow of a wallet."""

    PAIR = "pair"
    LOT = "lot"
    CARD = "card"
    ARROW = "arrow"


def classify_answers(answers: Collection[str]) -> AnswerKind:
    """Return the kind of a question, given its possible answers ("none" may be one of them)."""
    first = next(iter(face for face in answers if face != NONE), "")
    if first in ("".join(ZERO), "".join(ONE)):
        return AnswerKind.PAIR
    if first in (TO_CARD, TO_TAB):
        return AnswerKind.ARROW
    return AnswerKind.LOT if first.startswith(_LOT) else AnswerKind.CARD


def is_extra(face: Face) -> bool:
    """Return whether a face belongs to an extra card or a mask.

    All other cards belong to a hand, the draw pile or the discard pile.
    """
    return face in (ALPHA, BETA) or face.startswith((_MARKER, _LOT, _POSITION, _MASK))


def add_scratches(face: Face, times: int = 1) -> Face:
    """Return a face with scratches, which make the card distinguishable by eye (for faulty variants).

    Args:
        face: Face.
        times: Number of scratches. They do not change the value of the card, see `remove_scratches`.
    """
    return face + "'" * times


def remove_scratches(face: Face) -> Face:
    """Return a face without scratches."""
    return face.rstrip("'")
