"""What can go wrong: at each operation of a run, and beside it.  Bounds and ways on stand in this room too.

A mistake is kept in a game by the value of its name, so a value never changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from facilitator.machine import operations as ops
from facilitator.machine.faces import is_mask
from facilitator.machine.operations import Op


class Mishap(Enum):
    """A mistake of tired hands; its value is the word by which a game keeps it."""

    MISREAD = "misread"  # an answer was read or typed wrongly
    CARD_SEEN = "card seen"
    MARKER_SEEN = "marker seen"
    BIT_SEEN = "bit card seen"
    MISCOUNTED = "wrong count"
    WRONG_BITS = "wrong pair"
    SPILLED = "spilled"  # what lay in one pile was seen
    MIXED_UP = "mixed up"  # nobody knows any more what belonged to which of two
    UNSCRAMBLED = "not scrambled"  # left out, or done so badly that somebody could follow a pile
    CROSSED = "wrong way"  # moved or swapped the wrong way round
    MISGIVEN = "wrong owner"  # a card given to somebody whose it is not
    LAYER_SEEN = "layer seen"  # which of two cards in a wallet lies in front
    LOSER_KEPT = "loser kept"  # of two cards in a wallet the wrong one was drawn out
    WRONG_MASK = "wrong mask"


class Besides(Enum):
    """What may have happened, or is wanted, at any time; its value is the word by which a game keeps it."""

    SHOWN = "person's card shown"
    ENTERED = "wrong entry"
    SEATS = "other seats"
    CLEAR = "clear the table"
    MARKED = "marked sleeve"
    OTHER = "other"


Happened = Mishap | Besides
"""What a host may tell of."""

_CARDS = (Mishap.CARD_SEEN, Mishap.MARKER_SEEN, Mishap.BIT_SEEN)
SEEN = (*_CARDS, Mishap.LAYER_SEEN)
"""Something covered was seen."""
LOSES_OWNERS = (Mishap.CROSSED, Mishap.MIXED_UP, Mishap.MISCOUNTED)
"""After it nobody may be able to tell whose some cards are."""
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
    ops.Look: (Mishap.LAYER_SEEN, Mishap.CARD_SEEN),
    ops.Withdraw: (Mishap.CARD_SEEN,),
}
"""By the operation, the commonest first; at a heading hands do nothing."""


def mishaps(op: Op) -> tuple[Mishap, ...]:
    """Return what can go wrong at an operation, the commonest first: what `ALWAYS` can, or what this one can besides.

    Several cards are mixed up where one cannot be, an answer is misread where there is one, and of two cards in a
    wallet the loser comes out at the free end: from the end that is held only what lies in alone.
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
