"""Catalogue of mistakes: those possible at each operation, and those possible at any time.

A game file stores a mistake by its enum value, so a value must never change. `bounds` computes the leaks, and
`options` the options to continue.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from facilitator.operations import definitions as ops
from facilitator.operations.definitions import Op
from facilitator.operations.faces import is_mask


class Mishap(Enum):
    """A mistake while handling cards. The value is the word stored in the game file."""

    MISREAD = "misread"  # an answer was read or typed wrongly
    NO_DOT = "no dot"  # the wallet shows no dot, or two
    CARD_SEEN = "card seen"
    MARKER_SEEN = "marker seen"
    BIT_SEEN = "bit card seen"
    MISCOUNTED = "wrong count"
    WRONG_BITS = "wrong pair"
    SPILLED = "spilled"  # all cards of one pile were seen together
    MIXED_UP = "mixed up"  # cards of two columns or piles can no longer be assigned
    UNSCRAMBLED = "not scrambled"  # the shuffle was left out, or somebody could follow a pile
    CROSSED = "wrong way"  # moved or swapped the wrong way round
    MISGIVEN = "wrong owner"  # a card was given to the wrong owner
    LAYER_SEEN = "layer seen"  # somebody saw which of two cards in a wallet is in front
    LOSER_KEPT = "loser kept"  # the wrong one of two cards was pulled out of a wallet
    WRONG_MASK = "wrong mask"


class Besides(Enum):
    """An event or request that can occur at any time. The value is the word stored in the game file."""

    SHOWN = "person's card shown"
    ENTERED = "wrong entry"
    SEATS = "other seats"
    CLEAR = "clear the table"
    MARKED = "marked sleeve"
    OTHER = "other"


Happened = Mishap | Besides
"""Everything that the host can report."""

_CARDS = (Mishap.CARD_SEEN, Mishap.MARKER_SEEN, Mishap.BIT_SEEN)
SEEN = (*_CARDS, Mishap.LAYER_SEEN)
"""Mistakes in which a covered card was seen."""
LOSES_OWNERS = (Mishap.CROSSED, Mishap.MIXED_UP, Mishap.MISCOUNTED)
"""Mistakes after which the owners of some cards may be unknown."""
_PILES = (Mishap.SPILLED, Mishap.MIXED_UP)

ALWAYS: Mapping[type[Op], tuple[Mishap, ...]] = {
    ops.Heading: (),
    ops.LayHand: (Mishap.CARD_SEEN, Mishap.MISCOUNTED),
    ops.LayTop: (Mishap.CARD_SEEN,),
    ops.Put: (Mishap.MISCOUNTED, *_CARDS),
    ops.Encode: (Mishap.WRONG_BITS, Mishap.MISCOUNTED, Mishap.MARKER_SEEN),
    ops.Cover: (Mishap.CROSSED, *_CARDS),
    ops.Scramble: (Mishap.UNSCRAMBLED, *_CARDS),
    ops.Reveal: (Mishap.MISCOUNTED, *_CARDS),
    ops.Sort: _CARDS,
    ops.Rearrange: (Mishap.CROSSED, *_CARDS),
    ops.Move: _CARDS,
    ops.Choose: (Mishap.MISREAD, Mishap.CARD_SEEN),
    ops.Collect: (Mishap.BIT_SEEN, Mishap.CARD_SEEN),
    ops.Return: (Mishap.CARD_SEEN, Mishap.BIT_SEEN, Mishap.MISGIVEN),
    ops.Draw: (Mishap.CARD_SEEN, Mishap.BIT_SEEN, Mishap.MISGIVEN),
    ops.Insert: (Mishap.CARD_SEEN,),
    ops.Spin: (Mishap.UNSCRAMBLED, Mishap.CARD_SEEN, Mishap.LAYER_SEEN),
    ops.Look: (Mishap.LAYER_SEEN, Mishap.CARD_SEEN, Mishap.NO_DOT),
    ops.Withdraw: (Mishap.CARD_SEEN,),
}
"""Mistakes that are possible at every operation of a type, most common first. A heading involves no cards."""


def mishaps(op: Op) -> tuple[Mishap, ...]:
    """Return the mistakes that are possible at an operation, most common first.

    They are the mistakes of its type (`ALWAYS`) and those that need a property of this operation:

    - Cards can be mixed up only if there are several.
    - An answer can be misread only if the operation asks for one.
    - The losing card of a wallet duel comes out at the free end. At the end that is held, a card is pulled
      out only if it is alone.
    """
    always = ALWAYS[type(op)]
    match op:
        case ops.Put() if is_mask(op.faces[0]):
            return (Mishap.WRONG_MASK,)
        case ops.Scramble() if len(op.piles[0]) > 1:
            return (*always, *(_PILES if len(op.piles) > 1 else _PILES[:1]))
        case ops.Reveal() | ops.Look() if op.ask:
            return (Mishap.MISREAD, *always[1:])
        case ops.Sort() if len(op.columns) > 1:
            return (Mishap.CROSSED, *always, *_PILES)
        case ops.Move() if len(op.source) > 1:
            return (Mishap.CROSSED, *always, *_PILES)
        case ops.Withdraw() if op.end.number > 1:
            return (*always, Mishap.LOSER_KEPT)
    return always
