"""Kinds of mistakes at an operation, and incidents that can happen at any time.

Game files contain the enum values, so the values must never change. `bounds` computes the leaks of mistakes,
and `options` lists the options to continue.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from facilitator.operations import definitions as ops
from facilitator.operations.definitions import STIRRED, Op
from facilitator.operations.faces import is_mask


class Mistake(Enum):
    """Mistake while handling cards. Game files contain the value."""

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
    BOTH_OUT = "both out"  # both cards were pulled out of a wallet
    STUCK_OUT = "stuck out"  # a card was not all the way in the wallet
    WRONG_MASK = "wrong mask"


class OtherIncident(Enum):
    """Incident that can happen at any time. Game files contain the value."""

    SHOWN = "person's card shown"
    ENTERED = "wrong entry"
    SEATS = "other seats"
    CLEAR = "clear the table"
    MARKED = "marked sleeve"
    OTHER = "other"


Incident = Mistake | OtherIncident
"""Mistake or incident that the host can report."""

_CARDS = (Mistake.CARD_SEEN, Mistake.MARKER_SEEN, Mistake.BIT_SEEN)
SEEN = (*_CARDS, Mistake.LAYER_SEEN)
"""Mistakes that reveal a covered card."""
LOSES_OWNERS = (Mistake.CROSSED, Mistake.MIXED_UP, Mistake.MISCOUNTED)
"""Mistakes after which the owner of a card may be unknown."""
_PILES = (Mistake.SPILLED, Mistake.MIXED_UP)

ALWAYS: Mapping[type[Op], tuple[Mistake, ...]] = {
    ops.Heading: (),
    ops.LayHand: (Mistake.CARD_SEEN, Mistake.MISCOUNTED),
    ops.LayTop: (Mistake.CARD_SEEN,),
    ops.Put: (Mistake.MISCOUNTED, *_CARDS),
    ops.Encode: (Mistake.WRONG_BITS, Mistake.MISCOUNTED, Mistake.MARKER_SEEN),
    ops.Cover: (Mistake.CROSSED, *_CARDS),
    ops.Scramble: (Mistake.UNSCRAMBLED, *_CARDS),
    ops.Stir: (Mistake.UNSCRAMBLED, *_CARDS),
    ops.Reveal: (Mistake.MISCOUNTED, *_CARDS),
    ops.Sort: _CARDS,
    ops.Rearrange: (Mistake.CROSSED, *_CARDS),
    ops.Move: _CARDS,
    ops.Choose: (Mistake.MISREAD, Mistake.CARD_SEEN),
    ops.Collect: (Mistake.BIT_SEEN, Mistake.CARD_SEEN),
    ops.Return: (Mistake.CARD_SEEN, Mistake.BIT_SEEN, Mistake.MISGIVEN),
    ops.Draw: (Mistake.CARD_SEEN, Mistake.BIT_SEEN, Mistake.MISGIVEN),
    ops.Insert: (Mistake.CARD_SEEN, Mistake.STUCK_OUT),
    ops.Spin: (Mistake.UNSCRAMBLED, Mistake.CARD_SEEN, Mistake.LAYER_SEEN, Mistake.STUCK_OUT),
    ops.Look: (Mistake.LAYER_SEEN, Mistake.CARD_SEEN, Mistake.NO_DOT, Mistake.STUCK_OUT),
    ops.Withdraw: (Mistake.CARD_SEEN,),
}
"""Mistakes that are possible at each type of operation, most common first."""


def list_mistakes(op: Op) -> tuple[Mistake, ...]:
    """Return the possible mistakes at an operation, most common first.

    They are the mistakes for the operation's type (`ALWAYS`), with these differences:

    - Cards can be mixed up only if there are several.
    - An answer can be misread only if the operation asks for one.
    - After a wallet duel, people can pull out the winner instead of the loser, or both cards.
    """
    always = ALWAYS[type(op)]
    match op:
        case ops.Put() if is_mask(op.faces[0]):
            return (Mistake.WRONG_MASK,)
        case ops.Scramble() if len(op.piles[0]) > 1:
            return (*always, *(_PILES if len(op.piles) > 1 else _PILES[:1]))
        case ops.Reveal() | ops.Look() if op.ask:
            return (Mistake.MISREAD, *always[1:])
        case ops.Sort() if len(op.columns) > 1:
            return (Mistake.CROSSED, *always, *_PILES)
        case ops.Move() if op.target[0].area == STIRRED:
            return ALWAYS[ops.Collect]  # the pairs are mixed anyway
        case ops.Move() if len(op.source) > 1:
            return (Mistake.CROSSED, *always, *_PILES)
        case ops.Withdraw() if op.end.number > 1:
            return (*always, Mistake.LOSER_KEPT, Mistake.BOTH_OUT)
    return always
