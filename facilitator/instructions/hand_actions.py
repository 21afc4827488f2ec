"""What hands do for an operation: which acts, how often, and whether several hands can share them.

The clock and the learned times read acts here.  What is said is no matter of an operation: one sentence may cover
many.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple, assert_never

from facilitator.operations import definitions as ops
from facilitator.operations.definitions import Op, Place, Row
from facilitator.operations.faces import DISCARDS, SLEEVES


class Handling(StrEnum):
    """Everything a pair of hands (or a voice) spends time on; the value is the key in a table file."""

    WORD = "word"
    LAY = "lay"
    PUT = "put"
    PAIR = "pair"
    COVER = "cover"
    REVEAL = "reveal"
    FILL = "fill"
    EMPTY = "empty"
    SLEEVE = "sleeve"
    SLIP = "slip"
    SET = "set"
    MIX = "mix"
    MIX_PILE = "mix pile"
    TWO_PILES = "two piles"
    SORT = "sort"
    MOVE = "move"
    TAKE = "take"
    APART = "apart"
    GIVE = "give"
    PERSON = "person"
    DEAL = "deal"
    INSERT = "insert"
    HALF_TURNS = "half turns"
    LOOK = "look"


class Task(NamedTuple):
    """So many times one act; ``shared``: several hands can do it at once."""

    act: Handling
    times: float
    shared: bool = False


Acts = tuple[Task, ...]
"""What one operation asks hands to do."""


_ONCE = {
    ops.Draw: Handling.GIVE,
    ops.LayTop: Handling.GIVE,
    ops.Choose: Handling.REVEAL,
    ops.Look: Handling.LOOK,
    ops.Insert: Handling.INSERT,
    ops.Withdraw: Handling.INSERT,
}
"""What is done with a single card, or once."""


class HandlingCounter:
    """The reading: told each operation in turn, says what hands do for it.

    Columns and piles are in sleeves, where there are any.  A sleeve has a clear side, for the play card; its
    marker and its pair are slipped behind it and out again, the column turns with its sleeve, and nothing is
    stuffed twice.  Only the cards of ``outside`` (people) and the discards go in when they are laid and out
    when they are given back; the others stay in.  Source: "Sleeves instead of envelopes"; `readings.sleeves`.
    """

    def __init__(self, equipment: str, outside: Iterable[str] = ()) -> None:
        self._sleeves = equipment == SLEEVES
        self._outside = {*outside, DISCARDS}

    def __call__(self, op: Op) -> Acts:
        """Return the acts of one operation."""
        match op:
            case ops.Heading():
                return ()
            case ops.LayHand():
                return (Task(self._laying(op.owner), len(op.places), True),)
            case ops.Put():
                return (Task(Handling.PUT, len(op.places), _wide(op.places)),)
            case ops.Encode():
                return (Task(Handling.PAIR, sum(map(len, op.bits)) / 2, True),)
            case ops.Cover():
                return self._cover(op.places)
            case ops.Scramble() | ops.Spin():
                return self._scramble(op.piles)
            case ops.Reveal():
                return self._reveal(op.places)
            case ops.Sort():
                return (Task(Handling.SORT, len(op.columns), True),)
            case ops.Rearrange():
                return (Task(Handling.MOVE, len(op.row)),)
            case ops.Move():
                return self._move(op)
            case ops.Collect():
                return self._collect(op.places)
            case ops.Return():
                return self._give_back(op)
            case ops.Draw() | ops.LayTop() | ops.Choose() | ops.Look() | ops.Insert() | ops.Withdraw():
                return (Task(_ONCE[type(op)], 1),)
            case _:
                assert_never(op)

    def _slip(self, places: Iterable[Place], shared: bool = True) -> Acts:
        """One slip for each sleeve that something is put into or drawn from."""
        slipped = len(self._sleeved(places))
        return (Task(Handling.SLIP, slipped, shared),) if slipped else ()

    def _sleeved(self, places: Iterable[Place]) -> set[tuple[str, int]]:
        """Return the sleeves that these places are in."""
        return (
            {place[:2] for place in places if place.area in (ops.COLUMN, ops.PILE)}
            if self._sleeves
            else set()
        )

    def _collect(self, places: Row) -> Acts:
        """Pairs that were never shown are drawn out of their sleeves; markers and shown pairs lie outside."""
        taken = Task(Handling.TAKE, len(places), _wide(places))
        inside = self._sleeved(
            place for place in places if place.area == ops.COLUMN and place.row > ops.MARKER_ROW
        )
        return (taken, Task(Handling.SLIP, len(inside), True)) if len(inside) > 1 else (taken,)

    def _give_back(self, op: ops.Return) -> Acts:
        """Cards that somebody looks at are drawn out of their sleeves."""
        given = Task(Handling.GIVE, len(op.places), True)
        return (given, *self._slip(op.places)) if op.owner in self._outside else (given,)

    def _laying(self, owner: str) -> Handling:
        """Return how an owner's cards are laid: a person's go into sleeves, the others are in theirs."""
        if not self._sleeves:
            return Handling.LAY
        return Handling.SLEEVE if owner in self._outside else Handling.SET

    def _cover(self, places: Row) -> Acts:
        """Markers or pairs are slipped into their sleeves, where they show to nobody; a play card's is turned."""
        sleeves = self._sleeved(places)
        if not sleeves:
            return (Task(Handling.COVER, len(places), _wide(places)),)
        turned = [Task(Handling.COVER, len(sleeves), True)] * _with_cards(places)
        return (*turned, *self._slip(places))

    def _reveal(self, places: Row) -> Acts:
        """A sleeve is turned with all that is behind its play card; markers or pairs are drawn out."""
        sleeves = self._sleeved(places)
        if sleeves and _with_cards(places):
            return (Task(Handling.REVEAL, len(sleeves), True),)
        return (Task(Handling.REVEAL, len(places), _wide(places)), *self._slip(places))

    def _scramble(self, piles: Sequence[Row]) -> Acts:
        """A wallet is turned, two piles of an AND or a duel change places, single cards are shuffled.

        Other piles, of which there is more than one, are filled into envelopes, mixed and emptied; in sleeves they
        are gathered, mixed and laid.
        """
        n, size, first = len(piles), len(piles[0]), piles[0][0]
        if first.area == ops.WALLET:
            return (Task(Handling.HALF_TURNS, 1),)
        if first.area == ops.SIX or first.row == ops.TOP_ROW or size == 1:
            return (Task(Handling.TWO_PILES, 1),)
        if n == 1:
            return ()
        mix = (Task(Handling.MIX, 1), Task(Handling.MIX_PILE, n))
        if self._sleeves:
            return (*mix, Task(Handling.SET, n, True))
        return (Task(Handling.FILL, n * size, True), *mix, Task(Handling.EMPTY, n * size, True))

    def _move(self, op: ops.Move) -> Acts:
        source, target = op.source[0], op.target[0]
        if source.area == ops.COLUMN and target.area == ops.PILE:
            return (Task(Handling.SORT, len({p.number for p in op.source}), True),)
        return (Task(Handling.MOVE, len(op.source)), *self._slip(op.source + op.target, shared=False))


def bits_mixed(op: Op) -> int:
    """Return how many bit cards go to the box mixed: somebody sorts α from β before the next run."""
    if not isinstance(op, ops.Collect):
        return 0
    return sum(
        place.row not in (ops.CARD_ROW, ops.MARKER_ROW) or place.area == ops.SIX
        for place in op.places
        if place.area in (ops.COLUMN, ops.PILE, ops.SIX)
    )


def _with_cards(places: Row) -> bool:
    """Tell whether play cards are among what lies there."""
    return any(place.row == ops.CARD_ROW for place in places)


def _wide(places: Row) -> bool:
    """Whether places lie so far apart that several hands can work on them."""
    area, first, _ = places[0]
    return area != ops.SIX and any(place.number != first for place in places)
