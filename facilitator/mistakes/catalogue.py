"""What can go wrong at each operation: the catalogue, one `match` over all operations."""

from __future__ import annotations

from enum import Enum
from typing import assert_never

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


_CARDS = (Mishap.CARD_SEEN, Mishap.MARKER_SEEN, Mishap.BIT_SEEN)
SEEN = (*_CARDS, Mishap.LAYER_SEEN)
"""Something covered was seen."""
LOSES_OWNERS = (Mishap.CROSSED, Mishap.MIXED_UP, Mishap.MISCOUNTED)
"""After it nobody may be able to tell whose some cards are."""


_PILES = (Mishap.SPILLED, Mishap.MIXED_UP)


def mishaps(op: Op) -> tuple[Mishap, ...]:
    """Return what can go wrong at an operation, the commonest first; none at a heading, where hands do nothing."""
    match op:
        case ops.Heading():
            return ()
        case ops.LayHand():
            return (Mishap.CARD_SEEN, Mishap.MISCOUNTED)
        case ops.Put():
            return (Mishap.WRONG_MASK,) if is_mask(op.faces[0]) else (Mishap.MISCOUNTED, *_CARDS)
        case ops.Encode():
            return (Mishap.WRONG_BITS, Mishap.MISCOUNTED, Mishap.MARKER_SEEN)
        case ops.Cover() | ops.Rearrange():
            return (Mishap.CROSSED, *_CARDS)
        case ops.Spin():
            return (Mishap.UNSCRAMBLED, Mishap.CARD_SEEN, Mishap.LAYER_SEEN)
        case ops.Scramble():
            whole = _PILES if len(op.piles[0]) > 1 else ()
            return (Mishap.UNSCRAMBLED, *_CARDS, *(whole if len(op.piles) > 1 else whole[:1]))
        case ops.Reveal():
            return (*((Mishap.MISREAD,) if op.ask else (Mishap.MISCOUNTED,)), *_CARDS)
        case ops.Choose():
            return (Mishap.MISREAD, Mishap.CARD_SEEN)
        case ops.Look():
            return (Mishap.MISREAD if op.ask else Mishap.LAYER_SEEN, Mishap.CARD_SEEN)
        case ops.Sort() | ops.Move():
            several = len(op.columns if isinstance(op, ops.Sort) else op.source) > 1
            return (Mishap.CROSSED, *_CARDS, *_PILES) if several else _CARDS
        case ops.LayTop() | ops.Insert():
            return (Mishap.CARD_SEEN,)
        case ops.Withdraw():  # from the end that is held only what lies in alone
            return (Mishap.CARD_SEEN, *((Mishap.LOSER_KEPT,) if op.end.number > 1 else ()))
        case ops.Collect():
            return (Mishap.BIT_SEEN, Mishap.CARD_SEEN)
        case ops.Return() | ops.Draw():
            return (Mishap.CARD_SEEN, Mishap.BIT_SEEN, Mishap.MISGIVEN)
        case _:
            assert_never(op)
