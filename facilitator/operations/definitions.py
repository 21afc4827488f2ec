"""Definitions of the operations on cards that people carry out in a protocol, as immutable values.

An operation refers to *places* on the table. It names a card only if the card is face up or comes from the
box of extra cards. Therefore a protocol cannot depend on the face of a hidden card.

Some operations (`Encode`, `Sort`, `Choose`, and `Look` in a duel) act on face-up cards whose places the
program does not know. The host does not have to enter these places.

Two operations are equal if they have the same effect on the same places, even if they belong to different
steps. A form's fingerprint is a hash of its operations. The module `effects` defines the effect of each
operation.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

from facilitator.errors import ProtocolBug
from facilitator.operations.faces import Face
from facilitator.operations.purposes import Part
from facilitator.operations.steps import AnswerBranch, Kind, Step

COLUMN, PILE, SIX, LOT, CHOSEN, TICKET = "column", "pile", "row", "lot", "chosen", "ticket"
STIRRED = "stirred"
WALLET, MASK = "wallet", "mask"
CARD_ROW, MARKER_ROW, FIRST_BIT_ROW = 1, 2, 3
TOP_ROW = 0
"""`Place.row` of a bit card that lies on top of a pile during a duel."""
LAYER_ROW = 2
"""`Place.row` for the layer of a card in the wallet, which is in front or behind."""


class Place(NamedTuple):
    """A place on the table: an area, a number within the area, and a row.

    Numbers and rows start at 1, except for `TOP_ROW`. The areas are:

    - ``column``: row 1 is the play card, row 2 its marker, rows 3 and 4 its first pair of bit cards, rows 5
      and 6 its second pair.
    - ``pile``: a pile of the virtual seat, with the same rows. Row 0 is a bit card on top of the pile, during
      a duel.
    - ``row``: the six-card row of the AND, numbers 1 to 6.
    - ``chosen``: the selected card.
    - ``lot``: the cards of a random draw.
    - ``ticket``: the tickets of a weighted knockout.
    - ``stirred``: unread bit cards, which are stirred before they are turned face up and sorted.
    - ``wallet``: number 1 is the end that the helper holds, number 2 the free end. Row 1 is the card, row 2
      its layer, a hidden value that moves with the card.
    - ``mask``: the mask.
    """

    area: str
    number: int
    row: int


Row = tuple[Place, ...]
"""Places in a fixed order, such as a row from left to right or a pile from top to bottom."""

Code = tuple[tuple[Face, tuple[int, ...]], ...]
"""Card faces with their bits, such as ``(("7R", (1,)), ("SY", (0,)))``. A pair of bit cards stands for a bit."""


@dataclass(frozen=True, slots=True)
class Heading:
    """Heading at the beginning of a stage, such as the lottery. It moves no cards.

    Attributes:
        part: Purpose of the stage.
        number: Index among stages with the same purpose, starting at 1, for example "AND 2".
        of: Number of stages with the same purpose.
    """

    part: Part
    number: int = 1
    of: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOperation:
    """Base class of the operations that people carry out with their hands.

    Attributes:
        step: Step that contains the operation. Ignored in comparisons.
        branches: Possible answers and their consequences, if the operation asks a question. Ignored in
            comparisons.
    """

    step: Step | None = field(default=None, compare=False, repr=False)
    branches: tuple[AnswerBranch, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class LayHand(HandOperation):
    """Lay an owner's complete hand face down, one card per place (paper §4 step 1)."""

    owner: str
    places: Row


@dataclass(frozen=True, slots=True)
class LayTop(HandOperation):
    """Lay the top card of a draw pile face down. The order of the pile is unknown."""

    owner: str
    place: Place


@dataclass(frozen=True, slots=True)
class Put(HandOperation):
    """Put extra cards from the box face up on empty places."""

    places: Row
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Encode(HandOperation):
    """Put bit cards face up under each face-up card (paper §4 step 6).

    The pair β α represents the bit 1, and α β the bit 0. People look up each card in a printed list, so the
    program does not learn the place of any card.

    Attributes:
        cards: Places of the face-up cards.
        bits: Places of the bit cards under each card.
        code: Bits of each face.
        shown: Faces of the cards, in the order of the printed list.
    """

    cards: Row
    bits: tuple[Row, ...]
    code: Code
    shown: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Cover(HandOperation):
    """Turn cards that are face up face down."""

    places: Row


@dataclass(frozen=True, slots=True)
class Scramble(HandOperation):
    """Pile-scramble shuffle: put the piles in a random, hidden order (paper §2.2).

    The piles are face down and have the same size. The order of the cards within each pile does not change.
    All orders of the piles have the same probability.
    """

    piles: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Stir(HandOperation):
    """Stir single face-down cards on the table until nobody can follow a card.

    Every order of the cards has the same probability.
    """

    places: Row

    @property
    def piles(self) -> tuple[Row, ...]:
        """The stirred cards, each as a pile of one card."""
        return tuple((place,) for place in self.places)


@dataclass(frozen=True, slots=True)
class Reveal(HandOperation):
    """Turn face-down cards face up.

    Attributes:
        places: Places of the cards.
        expect: Cards that must appear, in any order. Empty if the cards are unknown.
        ask: Accepted answers, for example ``("αβ", "βα")``, each for all cards from left to right. Empty if
            people only compare the cards with `expect`.
    """

    places: Row
    expect: tuple[Face, ...] = ()
    ask: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sort(HandOperation):
    """Group complete columns by their markers.

    Columns with equal markers keep their order. After a duel, this operation puts the pile with β on top
    first.

    Attributes:
        columns: Columns to group, or both piles of a duel.
        by: Place of each column's marker, or of each pile's top bit card.
        order: Marker faces in the required order, each with its number of columns.
    """

    columns: tuple[Row, ...]
    by: Row
    order: tuple[tuple[Face, int], ...]


@dataclass(frozen=True, slots=True)
class Rearrange(HandOperation):
    """Change the order of the cards in a row, such as the six-card row.

    Attributes:
        row: Places of the row.
        order: For each new position, the old position of its card, starting at 1.
    """

    row: Row
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Move(HandOperation):
    """Move each card from its source place to the target place with the same index, without turning it over.

    All cards move at the same time, so sources and targets may overlap.
    """

    source: Row
    target: Row


@dataclass(frozen=True, slots=True)
class Choose(HandOperation):
    """Move the pile with the pair β α to the first place, and turn its card face up.

    Each pile consists of a covered card and face-up pairs of bit cards. At most one pair reads β α. Without
    such a pair, nothing is moved.

    Attributes:
        piles: Piles to search.
        ask: Accepted answers: card faces, and "none" if possible.
    """

    piles: tuple[Row, ...]
    ask: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Collect(HandOperation):
    """Put extra cards back into the box, face down and mixed.

    Mixing hides their previous places. Play cards are never put into the box.
    """

    places: Row


@dataclass(frozen=True, slots=True)
class Return(HandOperation):
    """Return play cards to their owner, face down."""

    places: Row
    owner: str


@dataclass(frozen=True, slots=True)
class Draw(HandOperation):
    """Move a card from the draw pile into a hand, face down. Nobody sees the card."""

    place: Place
    owner: str


@dataclass(frozen=True, slots=True)
class Insert(HandOperation):
    """Insert a covered card into an end of the wallet, with the windows facing down.

    With two cards in the wallet, the lower card is in front. Only the card in front is visible through the
    windows.

    Attributes:
        card: Place of the card.
        end: End of the wallet.
        above: Whether to insert the card above the other card. Otherwise it goes below.
    """

    card: Place
    end: Place
    above: bool = True


@dataclass(frozen=True, slots=True)
class Spin(HandOperation):
    """Spin the wallet by a secret number of half turns, so that nobody knows which end is which.

    Attributes:
        piles: For each end, the place of its card and the place for the layer of this card (front or behind).
    """

    piles: tuple[Row, ...]


Mixing = Scramble | Spin | Stir
"""Operations that put piles in a random, hidden order."""


@dataclass(frozen=True, slots=True)
class Look(HandOperation):
    """Turn the windows up and read which end the dot indicates.

    The dot indicates the end of the card in front if this card is playable, and the opposite end otherwise.
    With two cards in the wallet, the card at the indicated end wins, and a helper then holds this end. A
    single card keeps its place.

    Attributes:
        ends: Ends of the wallet that contain a card.
        mask: Place of the mask.
        fits: Faces that are playable under the mask.
        ask: Accepted answers for a single card.
        drawn: Whether the single card was drawn in this attempt.
    """

    ends: Row
    mask: Place
    fits: tuple[Face, ...]
    ask: tuple[str, ...] = ()
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class Withdraw(HandOperation):
    """Pull a card out of an end of the wallet, face down. The other card is then in front."""

    end: Place
    target: Place


Op = (
    Heading
    | LayHand
    | LayTop
    | Put
    | Encode
    | Cover
    | Scramble
    | Stir
    | Reveal
    | Sort
    | Rearrange
    | Move
    | Choose
    | Collect
    | Return
    | Draw
    | Insert
    | Spin
    | Look
    | Withdraw
)


def layer(end: Place) -> Place:
    """Return the place that records whether a card in the wallet is in front or behind.

    Args:
        end: End of the wallet that contains the card.
    """
    return end._replace(row=LAYER_ROW)


def is_layer(place: Place) -> bool:
    """Return whether this place records the position of a card in the wallet: in front or behind.

    Such a place holds the text "front" or "behind". Other places hold a card.
    """
    return place.area == WALLET and place.row == LAYER_ROW


def step_of(op: Op) -> Step | None:
    """Return the step that contains an operation. A heading belongs to no step."""
    return op.step if isinstance(op, HandOperation) else None


def kind_of(op: Op) -> Kind | None:
    """Return the kind of the step that contains an operation, or None for a heading."""
    step = step_of(op)
    return None if step is None else step.kind


def list_steps(ops: Iterable[Op]) -> tuple[Step, ...]:
    """Return the steps that the operations belong to, in order. A step with several operations appears once."""
    steps = (op.step for op in ops if isinstance(op, HandOperation) and op.step is not None)
    return tuple({id(step): step for step in steps}.values())


def is_shuffle_in(op: Op, area: str) -> bool:
    """Return whether an operation shuffles piles or cards in this area."""
    return isinstance(op, Mixing) and op.piles[0][0].area == area


def is_reveal_in(op: Op, area: str) -> bool:
    """Return whether an operation turns over cards in this area."""
    return isinstance(op, Reveal) and op.places[0].area == area


def get_answers(op: Op) -> tuple[str, ...]:
    """Return the accepted answers of an operation, or an empty tuple without a question."""
    return op.ask if isinstance(op, Reveal | Choose | Look) else ()


def branches_of(op: Op) -> tuple[AnswerBranch, ...]:
    """Return groups of answers with the same meaning and the same next steps, or () without a question.

    Raises:
        ProtocolBug: The answers in the branches differ from the accepted answers.
    """
    if not (ask := get_answers(op)):
        return ()
    branches = op.branches if isinstance(op, HandOperation) else ()
    if {*chain.from_iterable(branch.answers for branch in branches)} != {*ask}:
        raise ProtocolBug("declared branches", str(op), "Declare its branches.")
    return branches


def branch_of(op: Op, answer: str) -> AnswerBranch | None:
    """Return the group of answers that contains an answer, or None without a question."""
    return next((branch for branch in branches_of(op) if answer in branch.answers), None)


def places_of(op: Op) -> Row:  # noqa: C901
    """Return all places that an operation uses. Piles list their places from top to bottom."""
    match op:
        case Heading():
            return ()
        case LayHand() | Put() | Cover() | Reveal() | Collect() | Return() | Stir():
            return op.places
        case Encode():
            return op.cards + tuple(chain(*op.bits))
        case Scramble() | Spin() | Choose():
            return tuple(chain(*op.piles))
        case Sort():
            return tuple(chain(*op.columns))
        case Rearrange():
            return op.row
        case Move():
            return op.source + op.target
        case Draw() | LayTop():
            return (op.place,)
        case Insert():
            return (op.card, op.end)
        case Look():
            return (*op.ends, op.mask)
        case Withdraw():
            return (op.end, op.target)


def get_moves(op: Op) -> tuple[Row, Row]:
    """Return the source and target places of an operation that moves single cards, in matching order.

    Both are empty for operations that move whole piles (`Sort`, `Scramble`, `Choose`) or no cards.
    """
    match op:
        case Rearrange():
            return tuple(op.row[i - 1] for i in op.order), op.row
        case Move():
            return op.source, op.target
        case Insert():
            return (op.card,), (op.end,)
        case Withdraw():
            return (op.end,), (op.target,)
    return (), ()
