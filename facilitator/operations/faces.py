"""Faces of the cards, and names of their owners.

A face is a string. The face of a play card is its code in the game. Extra cards (markers, bit cards, cards
for a random draw, masks) have faces that are never codes of play cards. This module does not depend on places
or operations.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import Enum

Face = str
"""Face of a card: the code of a play card (``7R``), ``α``, ``β``, a marker, or a card of a random draw."""

ALPHA: Face = "α"
BETA: Face = "β"
ZERO: tuple[Face, Face] = (ALPHA, BETA)
"""Pair of bit cards for the bit 0, from left to right (paper §2.3)."""
ONE: tuple[Face, Face] = (BETA, ALPHA)
"""Pair of bit cards for the bit 1, from left to right (paper §2.3)."""


def bit_cards(bits: tuple[int, ...]) -> tuple[Face, ...]:
    """Return the bit cards for a sequence of bits: β α for 1, α β for 0 (paper §2.3)."""
    return tuple(face for bit in bits for face in (ONE if bit else ZERO))


DECK = "deck"
"""Owner of the draw pile. In paper §4, this is a hypothetical last player."""
POOL = "pool"
"""Owner of the virtual players' separate draw pile."""
DISCARDS = "discards"
"""Owner of the discard pile, which is laid out only in concealed forms."""
NONE = "none"
"""Outcome of an attempt without a playable card."""
SOME = "some"
"""Outcome of a question about a hand with a playable card. The outcome does not name this card."""
SLEEVES = "sleeves"
"""Setting of a table that keeps each column in a sleeve instead of using envelopes."""

FRONT, BEHIND = "front", "behind"
"""Layers of the wallet. Only the card in front is visible through the windows.

A layer is not a card, but is recorded as a face, because it is hidden like a face.
"""
LEFT_END, RIGHT_END = "left", "right"
"""Answers about the dot in a wallet with two cards: the indicated end."""
TO_CARD, TO_TAB = "opposite", "tab"
"""Answers about the dot in a wallet with a single card and the NONE tab.

If the card is playable, the dot is at the card's end, opposite the tab. Otherwise it is at the tab's end.
"""

_MARKER = "θ-"
_LOT = "lot "
_POSITION = "place "
_MASK = "mask "


def marker(owner: str) -> Face:
    """Return the face of an owner's markers (θ in paper §4). All of them are identical."""
    return _MARKER + owner


def owner_of(face: Face) -> str:
    """Return the owner of a marker. Any other face is returned unchanged."""
    return face.removeprefix(_MARKER)


def lot_card(named: str) -> Face:
    """Return the face of a card for a random draw.

    Args:
        named: Result that the card represents: a colour, or an end of the row of tiles.
    """
    return _LOT + named


def is_lot_card(face: Face) -> bool:
    """Return whether this is a card for a random draw."""
    return face.startswith(_LOT)


def get_drawn_name(face: Face) -> str:
    """Return the result that a card of a random draw represents, such as a colour or an end of the row."""
    return face.removeprefix(_LOT)


def position_marker(number: int) -> Face:
    """Return the face of the marker that identifies a pile in a weighted knockout.

    The marker lies face down during the duels. At the end it shows which pile has won.

    Args:
        number: Number of the pile, starting at 1.
    """
    return f"{_POSITION}{number}"


def position_of(face: Face) -> int:
    """Return the pile number of a position marker."""
    return int(face.removeprefix(_POSITION))


def mask_face(number: int) -> Face:
    """Return the face of the mask for a priority class. The best class has number 1."""
    return f"{_MASK}{number}"


def is_mask(face: Face) -> bool:
    """Return whether this is a mask. Masks are stored in the box, but are no cards."""
    return face.startswith(_MASK)


class AnswerKind(Enum):
    """Content of the answers to a question: a pair of bit cards, a card of a random draw, a play card, or a dot."""

    PAIR = "pair"
    LOT = "lot"
    CARD = "card"
    ARROW = "arrow"


def classify_answers(answers: Collection[str]) -> AnswerKind:
    """Return the content of the accepted answers, such as `AnswerKind.PAIR`. The answer "none" is ignored."""
    first = next(iter(face for face in answers if face != NONE), "")
    if first in ("".join(ZERO), "".join(ONE)):
        return AnswerKind.PAIR
    if first in (TO_CARD, TO_TAB):
        return AnswerKind.ARROW
    return AnswerKind.LOT if first.startswith(_LOT) else AnswerKind.CARD


def is_extra(face: Face) -> bool:
    """Return whether this is an extra card or a mask. All other cards are play cards."""
    return face in (ALPHA, BETA) or face.startswith((_MARKER, _LOT, _POSITION, _MASK))


def add_scratches(face: Face, times: int = 1) -> Face:
    """Return a face with scratches, by which everybody recognises the card even face down.

    Only the faulty variants of protocols, which test the proofs, have scratched cards.

    Args:
        face: Face of the card.
        times: Number of scratches.
    """
    return face + "'" * times


def remove_scratches(face: Face) -> Face:
    """Return the name of a face without its marks for scratches: ``7R`` for ``7R'``."""
    return face.rstrip("'")
