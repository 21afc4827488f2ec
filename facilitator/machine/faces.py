"""The nouns: faces of extra cards and names of owners.

A face is a string: what is printed on a card of the game is its code, as the game spells it; extra cards have faces
of their own (markers, bit cards, lots, masks), which no game's code can be.  Nothing here knows a place or an
operation.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import Enum

Face = str
"""What is printed on a card: a play card's code (``7R``), ``α``, ``β``, a marker, a card of a lot."""

ALPHA: Face = "α"
BETA: Face = "β"
ZERO: tuple[Face, Face] = (ALPHA, BETA)
"""The bit 0, left to right (paper §2.3)."""
ONE: tuple[Face, Face] = (BETA, ALPHA)
"""The bit 1, left to right (paper §2.3)."""


def bit_cards(bits: tuple[int, ...]) -> tuple[Face, ...]:
    """Return the bit cards of some bits, left to right: a pair a bit, β α for 1 and α β for 0 (paper §2.3)."""
    return tuple(face for bit in bits for face in (ONE if bit else ZERO))


DECK = "deck"
"""Owner of the unplayed deck, the hypothetical last player of paper §4."""
POOL = "pool"  # owner of the pool's unplayed deck, when the virtual seats have a deck of their own
DISCARDS = "discards"
"""Owner of the discard pile when it joins the layout (concealed form)."""
NONE = "none"
"""The outcome "no card is valid"."""
SOME = "some"
"""The outcome of a question to a hand: it holds such a card, and nobody learns which."""
SLEEVES = "sleeves"
"""The equipment in which a column stays; the other is envelopes."""

FRONT, BEHIND = "front", "behind"
"""In which layer of a wallet a card lies: whether the windows show it.  No card, but as hidden as one."""
LEFT_END, RIGHT_END = "left", "right"
"""At which end of a wallet with two cards in it the dot shows."""
TO_CARD, TO_OTHER = "card", "other"
"""At which end it shows for a card that lies in alone: its own, and it fits; the other, and it does not."""

_MARKER = "θ-"
_LOT = "lot "
_POSITION = "place "
_MASK = "mask "


def marker(owner: str) -> Face:
    """Return the face of an owner's markers, θ of paper §4; all markers of one owner are alike."""
    return _MARKER + owner


def owner_of(face: Face) -> str:
    """Return whose marker this is; of any other face, the face."""
    return face.removeprefix(_MARKER)


def lot_card(named: str) -> Face:
    """Return the face of a lot's card: of a colour, of an end of the row."""
    return _LOT + named


def is_lot_card(face: Face) -> bool:
    """Tell whether a face is a lot's."""
    return face.startswith(_LOT)


def named_by(face: Face) -> str:
    """Return what a card of a lot stands for."""
    return face.removeprefix(_LOT)


def position_marker(number: int) -> Face:
    """Return the face of the position marker for pile ``number``, counted from 1 (knockout with weights).

    It is covered when the tickets are mixed, and names the winner's pile at the end.
    """
    return f"{_POSITION}{number}"


def position_of(face: Face) -> int:
    """Return the pile a position marker names."""
    return int(face.removeprefix(_POSITION))


def mask_face(number: int) -> Face:
    """Return the face of the mask for a class of cards, the best being 1."""
    return f"{_MASK}{number}"


def is_mask(face: Face) -> bool:
    """Tell whether a face is a mask's: a thing from the box, and no card."""
    return face.startswith(_MASK)


class AnswerKind(Enum):
    """What kind of thing an answer names: how a pair reads, a lot's card, a card, an arrow of a wallet."""

    PAIR = "pair"
    LOT = "lot"
    CARD = "card"
    ARROW = "arrow"


def asked(answers: Collection[str]) -> AnswerKind:
    """Return the kind of a question by its answers ("none" may stand beside any cards)."""
    first = next(iter(face for face in answers if face != NONE), "")
    if first in ("".join(ZERO), "".join(ONE)):
        return AnswerKind.PAIR
    if first in (TO_CARD, TO_OTHER):
        return AnswerKind.ARROW
    return AnswerKind.LOT if first.startswith(_LOT) else AnswerKind.CARD


def is_extra(face: Face) -> bool:
    """Tell whether a face belongs to an extra card (or a mask), never to the game.

    So whatever is no extra card belongs to somebody's hand, to the deck or to the discards.
    """
    return face in (ALPHA, BETA) or face.startswith((_MARKER, _LOT, _POSITION, _MASK))


def marked(face: Face, times: int = 1) -> Face:
    """Return a face that eyes can tell from its like: a scratch, a fold (for sabotaged twins).

    ``times``: how many scratches; a card counts as what it is without them, see `plain`.
    """
    return face + "'" * times


def plain(face: Face) -> Face:
    """Return a face without such marks: what the card counts as."""
    return face.rstrip("'")
