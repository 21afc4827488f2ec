"""What hands do for an operation: which acts, how often, and whether several hands can share them.

The clock and the learned times read acts here.  What is said is no matter of an operation: one sentence may cover
many.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum, StrEnum, auto
from typing import NamedTuple, assert_never

from facilitator.machine import operations as ops
from facilitator.machine.faces import DISCARDS, SLEEVES
from facilitator.machine.operations import CARD_ROW, COLUMN, MARKER_ROW, PILE, SIX, TOP_ROW, WALLET, Op, Place


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


class Mixing(Enum):
    """How hands carry a scramble out; the last two take three steps, of which the second mixes."""

    TURN = auto()  # the wallet is turned flat on the table, unseen
    SWAP = auto()  # the two piles of an AND or of a duel change places unseen, in opaque envelopes
    SHUFFLE = auto()  # single cards
    NOTHING = auto()  # a single pile
    IN_SLEEVES = auto()  # piles that are in sleeves already are gathered, mixed, laid
    FILLED = auto()  # piles are filled into envelopes, mixed, emptied


def mixing(op: ops.Scramble, sleeves: bool) -> Mixing:
    """Return how this scramble is carried out with sleeves or with envelopes."""
    area = op.piles[0][0].area
    if area == WALLET:
        return Mixing.TURN
    if area == SIX or op.piles[0][0].row == TOP_ROW:
        return Mixing.SWAP
    if len(op.piles[0]) == 1:
        return Mixing.SHUFFLE
    if len(op.piles) == 1:
        return Mixing.NOTHING
    return Mixing.IN_SLEEVES if sleeves else Mixing.FILLED


class Task(NamedTuple):
    """So many times one act; ``shared``: several hands can do it at once."""

    act: Handling
    times: float
    shared: bool = False


Acts = tuple[Task, ...]
"""What one instruction asks hands to do."""


class HandlingCounter:
    """The reading: told each operation in turn, says what hands do for it, an `Acts` an instruction.

    Columns and piles are in sleeves, where there are any.  A sleeve has a clear side, for the play card; its
    marker and its pair are slipped behind it and out again, the column turns with its sleeve, and nothing is
    stuffed twice.  Only the cards of ``outside`` (people) and the discards go in when they are laid and out
    when they are given back; the others stay in.  Source: "Sleeves instead of envelopes"; `readings.sleeves`.
    """

    def __init__(self, equipment: str, outside: Iterable[str] = ()) -> None:
        self._sleeves = equipment == SLEEVES
        self._outside = {*outside, DISCARDS}

    def __call__(self, op: Op) -> tuple[Acts, ...]:
        """Return the acts of one operation, in groups: a large scramble has three, whatever is said of it."""
        match op:
            case ops.Heading():
                return ()
            case ops.LayHand():
                return ((self._lay(op),),)
            case ops.Put():
                return ((Task(Handling.PUT, len(op.places), _wide(op.places)),),)
            case ops.Encode():
                return ((Task(Handling.PAIR, sum(len(places) for places in op.bits) / 2, True),),)
            case ops.Cover():
                return (self._turn(Handling.COVER, op.places),)
            case ops.Scramble():
                return self._scramble(op)
            case ops.Reveal():
                return (self._turn(Handling.REVEAL, op.places),)
            case ops.Sort():
                return ((Task(Handling.SORT, len(op.columns), True),),)
            case ops.Rearrange():
                return ((Task(Handling.MOVE, len(op.row)),),)
            case ops.Move():
                return (self._move(op),)
            case ops.Choose():
                return ((Task(Handling.REVEAL, 1),),)
            case ops.Collect():
                return ((Task(Handling.TAKE, len(op.places), _wide(op.places)), *self._drawn_out(op.places)),)
            case ops.Return():
                out = self._slip(op.places) if op.owner in self._outside else ()
                return ((Task(Handling.GIVE, len(op.places), True), *out),)
            case ops.Draw() | ops.LayTop():
                return ((Task(Handling.GIVE, 1),),)
            case ops.Insert() | ops.Withdraw():
                return ((Task(Handling.INSERT, 1),),)
            case ops.Look():
                return ((Task(Handling.LOOK, 1),),)
            case _:
                assert_never(op)

    def _slip(self, places: Iterable[Place], shared: bool = True) -> Acts:
        """One slip for each sleeve that something is put into or drawn from."""
        slipped = len(self._sleeved(places))
        return (Task(Handling.SLIP, slipped, shared),) if slipped else ()

    def _sleeved(self, places: Iterable[Place]) -> set[tuple[str, int]]:
        """Return the sleeves that these places are in."""
        return {place[:2] for place in places if place.area in (COLUMN, PILE)} if self._sleeves else set()

    def _drawn_out(self, places: Sequence[Place]) -> Acts:
        """Pairs that were never shown are drawn out of their sleeves; markers and shown pairs lie outside."""
        inside = self._sleeved(place for place in places if place.area == COLUMN and place.row > MARKER_ROW)
        return (Task(Handling.SLIP, len(inside), True),) if len(inside) > 1 else ()

    def _lay(self, op: ops.LayHand) -> Task:
        if not self._sleeves:
            return Task(Handling.LAY, len(op.places), True)
        return Task(Handling.SLEEVE if op.owner in self._outside else Handling.SET, len(op.places), True)

    def _turn(self, act: Handling, places: tuple[Place, ...]) -> Acts:
        if not (sleeves := self._sleeved(places)):
            return (Task(act, len(places), _wide(places)),)
        turned = any(place.row == CARD_ROW for place in places)  # with all that is behind its card
        if act is Handling.COVER:  # markers or pairs are slipped in: then they show to nobody
            return (*([Task(act, len(sleeves), True)] if turned else []), *self._slip(places))
        return (
            (Task(act, len(sleeves), True),)
            if turned
            else (Task(act, len(places), _wide(places)), *self._slip(places))
        )

    def _scramble(self, op: ops.Scramble) -> tuple[Acts, ...]:
        n, size = len(op.piles), len(op.piles[0])
        mix = (Task(Handling.MIX, 1), Task(Handling.MIX_PILE, n))
        match mixing(op, self._sleeves):
            case Mixing.TURN:
                return ((Task(Handling.HALF_TURNS, 1),),)
            case Mixing.SWAP | Mixing.SHUFFLE:
                return ((Task(Handling.TWO_PILES, 1),),)
            case Mixing.NOTHING:
                return ((),)
            case Mixing.IN_SLEEVES:
                return ((), mix, (Task(Handling.SET, n, True),))
            case Mixing.FILLED:
                return ((Task(Handling.FILL, n * size, True),), mix, (Task(Handling.EMPTY, n * size, True),))
            case other:
                assert_never(other)

    def _move(self, op: ops.Move) -> Acts:
        source, target = op.source[0], op.target[0]
        if source.area == COLUMN and target.area == PILE:
            return (Task(Handling.SORT, len({p.number for p in op.source}), True),)
        return (Task(Handling.MOVE, len(op.source)), *self._slip(op.source + op.target, shared=False))


def bits_mixed(op: Op) -> int:
    """Return how many bit cards go to the box mixed: somebody sorts α from β before the next run."""
    if not isinstance(op, ops.Collect):
        return 0
    return sum(
        place.row not in (CARD_ROW, MARKER_ROW) or place.area == SIX
        for place in op.places
        if place.area in (COLUMN, PILE, SIX)
    )


def _wide(places: tuple[Place, ...]) -> bool:
    """Whether places lie so far apart that several hands can work on them."""
    area, first, _ = places[0]
    return area != SIX and any(place.number != first for place in places)
