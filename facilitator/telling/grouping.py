"""From operations to acts: what belongs together is told together, decided over operations alone.

A group never goes on past an operation that asks, so that what is told does not depend on an answer; and it
can begin at any operation, so that a game resumes in whichever wording.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum, StrEnum, auto
from itertools import takewhile
from typing import NamedTuple, assert_never

from facilitator.machine import operations as ops
from facilitator.machine.operations import Op
from facilitator.protocols.gates import asks_pair


class Wording(StrEnum):
    """How much is told at once: one act a number, what belongs together, or every duel by itself too."""

    FULL = "full"
    BRIEF = "brief"
    WALK = "walk"


class Kind(Enum):
    """What a group of operations is for."""

    LAY = auto()  # hands, and in brief their markers
    MARK = auto()
    COVER = auto()
    SCRAMBLE = auto()  # large piles; in brief covered first
    CARDS = auto()
    PAIRS = auto()
    OWNERS = auto()
    TAKE = auto()  # the virtual seat's columns become piles
    ROUND = auto()  # all duels
    DUEL = auto()  # one
    RESULT = auto()
    CARD = auto()
    ASIDE = auto()  # told with the card before it
    DRAWN = auto()
    BACK = auto()
    HAND_OVER = auto()
    COLOUR = auto()
    OTHER = auto()  # one operation, in the narrator's own words


class OpGroup(NamedTuple):
    """Operations told together; ``ops`` with the headings before them, ``acts`` without."""

    kind: Kind
    ops: tuple[Op, ...]

    @property
    def acts(self) -> tuple[Op, ...]:
        """The operations that hands do something for."""
        return tuple(op for op in self.ops if not isinstance(op, ops.Heading))


Found = tuple[Kind, int]
"""What the next operations are, and how many of them."""


def grouped(given: Sequence[Op], wording: Wording) -> tuple[OpGroup, ...]:
    """Return the groups, which together hold every operation once and in order."""
    places = [i for i, op in enumerate(given) if not isinstance(op, ops.Heading)]
    real = [given[i] for i in places]
    found: list[tuple[Kind, int]] = []  # each kind with the number of real operations up to its end
    done = 0
    while done < len(real):
        kind, count = _next(real[done:], wording)
        done += count
        found.append((kind, done))
    if not found:
        return (OpGroup(Kind.ASIDE, tuple(given)),) if given else ()
    ends = [places[end - 1] + 1 for _, end in found]
    ends[-1] = len(given)
    starts = [0, *ends[:-1]]
    return tuple(
        OpGroup(kind, tuple(given[start:end]))
        for (kind, _), start, end in zip(found, starts, ends, strict=True)
    )


def _next(rest: Sequence[Op], wording: Wording) -> Found:
    brief = wording is Wording.BRIEF
    match op := rest[0]:
        case ops.Heading():
            return Kind.ASIDE, 1
        case ops.LayHand():
            hands = _run(rest, lambda one: isinstance(one, ops.LayHand))
            return Kind.LAY, hands + (brief and _puts(rest[hands:], ops.COLUMN))
        case ops.Put():
            return _put(rest, brief)
        case ops.Cover():
            large = brief and len(rest) > 1 and _is_large(rest[1])
            if large:
                return Kind.SCRAMBLE, 2
            return (Kind.COVER if op.places[0].area == ops.COLUMN else Kind.OTHER), 1
        case ops.Scramble():
            return (Kind.SCRAMBLE if _is_large(op) else Kind.OTHER), 1
        case ops.Encode():
            return Kind.PAIRS, 1
        case ops.Reveal():
            return _reveal(op), 1
        case ops.Sort():
            if op.by[0].row == ops.TOP_ROW:
                return Kind.OTHER, 1
            return Kind.TAKE, 1 + (_apart(rest[1:]) if brief else 0)
        case ops.Move():
            return _move(rest, wording)
        case ops.Collect() | ops.Return():
            return _back(rest) if brief else _same(rest)
        case ops.Rearrange() | ops.Choose() | ops.Draw():
            return Kind.OTHER, 1
        case ops.LayTop() | ops.Insert() | ops.Look() | ops.Withdraw():
            return Kind.OTHER, 1
        case _:
            assert_never(op)


def _run(rest: Sequence[Op], wanted: Callable[[Op], bool]) -> int:
    return sum(1 for _ in takewhile(wanted, rest))


def _puts(rest: Sequence[Op], area: str) -> bool:
    return bool(rest) and isinstance(rest[0], ops.Put) and rest[0].places[0].area == area


def _put(rest: Sequence[Op], brief: bool) -> Found:
    """Markers; or in brief the cards of a lot up to where one is turned over."""
    area, types = _areas(rest[0]), tuple(map(type, rest[:3]))
    if area == ops.COLUMN:
        return Kind.MARK, 1
    if brief and area == ops.LOT and types == (ops.Put, ops.Cover, ops.Scramble):
        return Kind.COLOUR, 3
    return Kind.OTHER, 1


def _areas(op: Op) -> str:
    return op.places[0].area if isinstance(op, ops.Put) else ""


def _is_large(op: Op) -> bool:
    """Whether a scramble needs an envelope a pile: neither single cards, nor a duel, nor the six-card row."""
    if not isinstance(op, ops.Scramble) or len(op.piles) < 2:
        return False
    first = op.piles[0]
    return len(first) > 1 and first[0].area != ops.SIX and first[0].row != ops.TOP_ROW


def _reveal(op: ops.Reveal) -> Kind:
    first = op.places[0]
    if op.ask:
        if first.area in (ops.SIX, ops.LOT):
            return Kind.OTHER
        return Kind.RESULT if asks_pair(op.ask) else Kind.CARD
    if first.area == ops.COLUMN:
        return {ops.CARD_ROW: Kind.CARDS, ops.MARKER_ROW: Kind.OWNERS}.get(first.row, Kind.OTHER)
    return Kind.OTHER


def _move(rest: Sequence[Op], wording: Wording) -> Found:
    op = rest[0]
    assert isinstance(op, ops.Move)
    if apart := _apart(rest):
        return Kind.TAKE, apart
    if length := duel_length(rest):
        return (Kind.DUEL, length) if wording is Wording.WALK else (Kind.ROUND, _round(rest))
    brief = wording is Wording.BRIEF
    if brief and op.target[0].area == ops.CHOSEN:
        return Kind.ASIDE, 1
    if brief and op.target[0].area == ops.COLUMN and _puts(rest[1:], ops.COLUMN):
        return Kind.HAND_OVER, 2
    return Kind.OTHER, 1


def _apart(rest: Sequence[Op]) -> int:
    """How many operations set the virtual seat's columns apart as piles and take their markers away."""
    if not rest or not isinstance(rest[0], ops.Move):
        return 0
    if rest[0].source[0].area != ops.COLUMN or rest[0].target[0].area != ops.PILE:
        return 0
    return 1 + (len(rest) > 1 and _takes_markers(rest[1]))


def _takes_markers(op: Op) -> bool:
    return isinstance(op, ops.Collect) and all(
        p.area == ops.COLUMN and p.row == ops.MARKER_ROW for p in op.places
    )


def duel_length(rest: Sequence[Op]) -> int:
    """Return how many operations the duel has that begins here; 0 if none does."""
    first = rest[0]
    if not isinstance(first, ops.Move) or first.target[0].row != ops.TOP_ROW:
        return 0
    laid = 1 + (len(rest) > 1 and isinstance(rest[1], ops.Put))
    types = tuple(map(type, rest[laid : laid + 4]))
    return laid + 4 if types == (ops.Cover, ops.Scramble, ops.Reveal, ops.Sort) else 0


def _round(rest: Sequence[Op]) -> int:
    """How many operations all duels have."""
    done = 0
    while done < len(rest):
        if not (length := duel_length(rest[done:])):
            break
        done += length
    return done


def _same(rest: Sequence[Op]) -> Found:
    """Full wording: neighbours of one sort are one act, of which each is as simple as the next."""
    first = rest[0]
    if isinstance(first, ops.Collect) and not _takes_markers(first):
        return Kind.BACK, _run(rest, lambda op: isinstance(op, ops.Collect) and not _takes_markers(op))
    return Kind.BACK, _run(rest, lambda op: type(op) is type(first))


def _back(rest: Sequence[Op]) -> Found:
    """All that goes home; or what comes between a pair shown in the draw check and the card itself."""
    if isinstance(rest[0], ops.Collect) and len(rest) > 1:
        if isinstance(rest[1], ops.Draw):
            return Kind.DRAWN, 2
        if isinstance(rest[1], ops.Reveal) and _reveal(rest[1]) is Kind.CARD:
            return Kind.CARD, 2
    home = _run(rest, lambda op: isinstance(op, ops.Collect | ops.Return))
    after = rest[home:]
    if after and isinstance(after[0], ops.Move) and after[0].target[0].area == ops.COLUMN:
        return Kind.HAND_OVER, home + 1 + _puts(after[1:], ops.COLUMN)
    return Kind.BACK, home
