"""What can go wrong at each operation: the catalogue, one `match` over all operations."""

from __future__ import annotations

from enum import Enum
from typing import assert_never

from facilitator.machine import operations as ops
from facilitator.machine.operations import COLUMN, TOP_ROW, Op


class Mishap(Enum):
    """A mistake of tired hands; its value is the word by which a game keeps it."""

    MISREAD = "misread"  # an answer was read or typed wrongly
    CARD_SEEN = "card seen"
    MARKER_SEEN = "marker seen"
    BIT_SEEN = "bit card seen"
    MISCOUNTED = "wrong count"
    WRONG_BITS = "wrong pair"
    SPILLED = "spilled"  # what lay in one pile was seen, or two were mixed
    UNSCRAMBLED = "not scrambled"  # left out, or done so badly that somebody could follow a pile
    CROSSED = "wrong way"  # moved or swapped the wrong way round
    MISGIVEN = "wrong owner"  # a card given to somebody whose it is not


SEEN = (Mishap.CARD_SEEN, Mishap.MARKER_SEEN, Mishap.BIT_SEEN)
"""A covered card was seen."""


def mishaps(op: Op) -> tuple[Mishap, ...]:
    """Return what can go wrong at an operation, the commonest first; none at a heading, where hands do nothing."""
    match op:
        case ops.Heading():
            return ()
        case ops.LayHand():
            return (Mishap.CARD_SEEN, Mishap.MISCOUNTED)
        case ops.Put():
            return (Mishap.MISCOUNTED, *SEEN)
        case ops.Encode():
            return (Mishap.WRONG_BITS, Mishap.MISCOUNTED, Mishap.MARKER_SEEN)
        case ops.Cover() | ops.Rearrange():
            return (Mishap.CROSSED, *SEEN)
        case ops.Scramble():
            return (Mishap.UNSCRAMBLED, *SEEN, Mishap.SPILLED)
        case ops.Reveal():
            return (*((Mishap.MISREAD,) if op.ask else (Mishap.MISCOUNTED,)), *SEEN)
        case ops.Choose() | ops.Ask():
            return (Mishap.MISREAD, Mishap.CARD_SEEN)
        case ops.DrawUp():
            return (Mishap.CARD_SEEN, Mishap.MISCOUNTED)
        case ops.Sort() | ops.Move():
            return (Mishap.CROSSED, *SEEN, Mishap.SPILLED)
        case ops.Collect():
            return (Mishap.BIT_SEEN, Mishap.CARD_SEEN)
        case ops.Return() | ops.Draw():
            return (Mishap.CARD_SEEN, Mishap.BIT_SEEN, Mishap.MISGIVEN)
        case _:
            assert_never(op)


def in_a_round(op: Op) -> bool:
    """Whether an operation belongs to a duel or an AND, where left and right may be exchanged."""
    places = ops.places_of(op)
    return any((place.area != COLUMN and place.row == TOP_ROW) or place.area == ops.SIX for place in places)
