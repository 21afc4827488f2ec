"""Count the helpers' physical actions in each operation, to estimate durations.

The count does not depend on the wording of instructions, because a sentence may cover many operations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple, assert_never

from facilitator.operations import definitions as ops
from facilitator.operations.definitions import Op, Place, Row
from facilitator.operations.faces import DISCARDS, SLEEVES


class Handling(StrEnum):
    """Kind of physical action, such as laying a card or swapping two piles. Speaking a word counts, too.

    Attributes:
        seconds: Estimated time that a helper needs for the action once. The estimates were chosen so that a
            single helper needs about forty minutes for a turn with envelopes in the published form. No
            measurement of an attempt with 107 cards has been published.
    """

    seconds: float

    def __new__(cls, name: str, seconds: float) -> Handling:
        """Return the action with this name and time."""
        action = str.__new__(cls, name)
        action._value_, action.seconds = name, seconds
        return action

    WORD = "word", 0.4
    LAY = "lay", 0.7
    PUT = "put", 0.9
    PAIR = "pair", 1.8
    COVER = "cover", 0.4
    REVEAL = "reveal", 0.5
    FILL = "fill", 1.1
    EMPTY = "empty", 0.9
    SLEEVE = "sleeve", 1.6
    SLIP = "slip", 0.7
    SET = "set", 0.5
    MIX = "mix", 10.0
    MIX_PILE = "mix pile", 0.4
    TWO_PILES = "two piles", 8.0
    INSERT = "insert", 3.0
    HALF_TURNS = "half turns", 8.0
    LOOK = "look", 2.0
    SORT = "sort", 1.0
    MOVE = "move", 0.6
    TAKE = "take", 0.25
    APART = "apart", 0.5
    GIVE = "give", 0.4
    PERSON = "person", 12.0
    DEAL = "deal", 0.8


SPEEDS: Mapping[Handling, float] = {action: action.seconds for action in Handling}
"""Estimated seconds for each physical action and each spoken word."""


class RepeatedAction(NamedTuple):
    """Physical action, and how often an operation repeats it.

    Attributes:
        action: Kind of action.
        times: Number of repetitions.
        shared: Whether several helpers can share the repetitions.
    """

    action: Handling
    times: float
    shared: bool = False


Acts = tuple[RepeatedAction, ...]
"""Physical actions of one operation."""


_ONCE = {
    ops.Draw: Handling.GIVE,
    ops.LayTop: Handling.GIVE,
    ops.Choose: Handling.REVEAL,
    ops.Look: Handling.LOOK,
    ops.Insert: Handling.INSERT,
    ops.Withdraw: Handling.INSERT,
}
"""Action for each operation that consists of a single action."""


class HandlingCounter:
    """Callable that counts the physical actions of operations, with envelopes or sleeves.

    A sleeve has a clear side for the play card. Markers and pairs are inserted behind the play card and
    removed again. A column is turned over together with its sleeve. People's cards and discards enter sleeves
    when they are laid out, and leave them when they are returned. All other cards always stay in their
    sleeves. Source: "Sleeves instead of envelopes".
    """

    def __init__(self, equipment: str, outside: Iterable[str] = ()) -> None:
        self._sleeves = equipment == SLEEVES
        self._outside = {*outside, DISCARDS}

    def __call__(self, op: Op) -> Acts:  # noqa: C901
        """Return the physical actions of an operation."""
        match op:
            case ops.Heading():
                return ()
            case ops.LayHand():
                return (RepeatedAction(self._laying(op.owner), len(op.places), True),)
            case ops.Put():
                return (RepeatedAction(Handling.PUT, len(op.places), _can_share(op.places)),)
            case ops.Encode():
                return (RepeatedAction(Handling.PAIR, sum(map(len, op.bits)) / 2, True),)
            case ops.Cover():
                return self._cover(op.places)
            case ops.Stir():
                return (RepeatedAction(Handling.MIX, 1),)
            case ops.Scramble() | ops.Spin():
                return self._scramble(op.piles)
            case ops.Reveal():
                return self._reveal(op.places)
            case ops.Sort():
                return (RepeatedAction(Handling.SORT, len(op.columns), True),)
            case ops.Rearrange():
                return (RepeatedAction(Handling.MOVE, len(op.row)),)
            case ops.Move():
                return self._move(op)
            case ops.Collect():
                return self._collect(op.places)
            case ops.Return():
                return self._give_back(op)
            case ops.Draw() | ops.LayTop() | ops.Choose() | ops.Look() | ops.Insert() | ops.Withdraw():
                return (RepeatedAction(_ONCE[type(op)], 1),)
            case _:
                assert_never(op)

    def _slip(self, places: Iterable[Place], shared: bool = True) -> Acts:
        """Return the actions for putting cards into sleeves or pulling them out.

        The result has one action per sleeve, or none if no sleeves are used.
        """
        slipped = len(self._find_sleeves(places))
        return (RepeatedAction(Handling.SLIP, slipped, shared),) if slipped else ()

    def _find_sleeves(self, places: Iterable[Place]) -> set[tuple[str, int]]:
        areas = (ops.COLUMN, ops.PILE) if self._sleeves else ()
        return {place[:2] for place in places if place.area in areas}

    def _collect(self, places: Row) -> Acts:
        """Return the actions for taking extra cards to the box.

        With sleeves, pairs in several columns must also be pulled out of their sleeves.
        """
        if places[0].area == ops.STIRRED:
            return ()  # they were sorted when they were turned face up
        taken = RepeatedAction(Handling.TAKE, len(places), _can_share(places))
        pairs = (place for place in places if place.area == ops.COLUMN and place.row > ops.MARKER_ROW)
        inside = self._find_sleeves(pairs)
        return (taken, RepeatedAction(Handling.SLIP, len(inside), True)) if len(inside) > 1 else (taken,)

    def _give_back(self, op: ops.Return) -> Acts:
        """Return the actions for returning cards to their owner.

        People's cards and discards must also be pulled out of their sleeves.
        """
        given = RepeatedAction(Handling.GIVE, len(op.places), True)
        return (given, *self._slip(op.places)) if op.owner in self._outside else (given,)

    def _laying(self, owner: str) -> Handling:
        """Return the action for laying one card on the table.

        With sleeves, cards of people and discards must first be inserted into a sleeve.
        """
        if not self._sleeves:
            return Handling.LAY
        return Handling.SLEEVE if owner in self._outside else Handling.SET

    def _cover(self, places: Row) -> Acts:
        """Return the actions for turning cards face down.

        With sleeves, a play card is turned over together with its sleeve. Markers and pairs are inserted
        behind it.
        """
        sleeves = self._find_sleeves(places)
        if not sleeves:
            return (RepeatedAction(Handling.COVER, len(places), _can_share(places)),)
        turned = [RepeatedAction(Handling.COVER, len(sleeves), True)] * _has_play_cards(places)
        return (*turned, *self._slip(places))

    def _reveal(self, places: Row) -> Acts:
        """Return the actions for turning cards face up.

        With sleeves, a play card is turned over together with its sleeve. Markers and pairs are pulled out.
        """
        if places[0].area == ops.STIRRED:
            return (RepeatedAction(Handling.APART, len(places), True),)
        sleeves = self._find_sleeves(places)
        if sleeves and _has_play_cards(places):
            return (RepeatedAction(Handling.REVEAL, len(sleeves), True),)
        return (RepeatedAction(Handling.REVEAL, len(places), _can_share(places)), *self._slip(places))

    def _scramble(self, piles: Sequence[Row]) -> Acts:
        """Return the actions for a shuffle.

        - A wallet is turned.
        - Two piles of an AND or a duel are swapped. Single cards take the same time.
        - Other piles are inserted into envelopes, mixed and removed. With sleeves, they are only mixed and
          laid out.
        """
        n, size, first = len(piles), len(piles[0]), piles[0][0]
        if first.area == ops.WALLET:
            return (RepeatedAction(Handling.HALF_TURNS, 1),)
        if first.area == ops.SIX or first.row == ops.TOP_ROW or size == 1:
            return (RepeatedAction(Handling.TWO_PILES, 1),)
        if n == 1:
            return ()
        mix = (RepeatedAction(Handling.MIX, 1), RepeatedAction(Handling.MIX_PILE, n))
        if self._sleeves:
            return (*mix, RepeatedAction(Handling.SET, n, True))
        fill, empty = (RepeatedAction(action, n * size, True) for action in (Handling.FILL, Handling.EMPTY))
        return (fill, *mix, empty)

    def _move(self, op: ops.Move) -> Acts:
        source, target = op.source[0], op.target[0]
        if target.area == ops.STIRRED:
            return self._collect(op.source)
        if source.area == ops.COLUMN and target.area == ops.PILE:
            return (RepeatedAction(Handling.SORT, len({p.number for p in op.source}), True),)
        moved = RepeatedAction(Handling.MOVE, len(op.source))
        return (moved, *self._slip(op.source + op.target, shared=False))


def bits_mixed(op: Op) -> int:
    """Return the number of bit cards that an operation returns to the box unsorted.

    These cards must be sorted into α and β before the next attempt.
    """
    if not isinstance(op, ops.Collect):
        return 0
    areas = Counter(place.area for place in op.places if place.row not in (ops.CARD_ROW, ops.MARKER_ROW))
    row = sum(place.area == ops.SIX for place in op.places)
    return areas[ops.COLUMN] + areas[ops.PILE] + row


def _has_play_cards(places: Row) -> bool:
    return any(place.row == ops.CARD_ROW for place in places)


def _can_share(places: Row) -> bool:
    """Return whether several helpers can work on these places at the same time."""
    area, first, _ = places[0]
    return area != ops.SIX and any(place.number != first for place in places)
