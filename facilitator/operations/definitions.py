"""Definitions of the operations on cards that people carry out in a protocol, as immutable values.

An operation refers to *places* on the table. It names a card only if the card is face up or comes from the
box of extra cards. Therefore a protocol cannot depend on the face of a hidden card.

Some operations (`Encode`, `Sort`, `Choose`, and `Look` in a duel) act on face-up cards whose places the
program does not know. The host does not have to enter these places.

Two operations are equal if they have the same effect on the same places, even if they belong to different
steps. The fingerprint of a form is a hash of its operations. The module `effects` defines the effect of each
operation.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

from facilitator.errors import ProtocolBug
from facilitator.operations.faces import Face
from facilitator.operations.purposes import Part
from facilitator.operations.steps import AnswerBranch, Step

COLUMN, PILE, SIX, LOT, CHOSEN, TICKET = "column", "pile", "row", "lot", "chosen", "ticket"
STIRRED = "stirred"
WALLET, MASK = "wallet", "mask"
CARD_ROW, MARKER_ROW, FIRST_BIT_ROW = 1, 2, 3
TOP_ROW = 0
"""Row of the card on top of a pile during a duel."""
LAYER_ROW = 2
"""Row that records the layer (in front or behind) of the card in an end of the wallet."""


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
"""Places in a fixed order: a row from left to right, or a pile from top to bottom."""

Code = tuple[tuple[Face, tuple[int, ...]], ...]
"""Code of a layout: the bits for each face. Each bit is represented by a pair of bit cards."""


@dataclass(frozen=True, slots=True)
class Heading:
    """Heading that announces a stage of a protocol, such as the lottery.

    Only the cards on the table and the outcome of the previous stage are available to the stage.

    Attributes:
        part: Purpose of the stage.
        number: Index among the stages with the same purpose, for example the ANDs of a lottery. Starts at 1.
        of: Number of stages with the same purpose.
    """

    part: Part
    number: int = 1
    of: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOperation:
    """Base class of all operations that people carry out with their hands.

    Attributes:
        act: Step that contains the operation. Ignored in comparisons.
        branches: Branches of the question, if the operation asks for an answer. Ignored in comparisons.
    """

    act: Step | None = field(default=None, compare=False, repr=False)
    branches: tuple[AnswerBranch, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class LayHand(HandOperation):
    """Lay the complete hand of an owner face down, with a single card at each place (paper §4 step 1)."""

    owner: str
    places: Row


@dataclass(frozen=True, slots=True)
class LayTop(HandOperation):
    """Lay the top card of an owner's draw pile face down. The order of the pile is unknown."""

    owner: str
    place: Place


@dataclass(frozen=True, slots=True)
class Put(HandOperation):
    """Take extra cards (markers, bit cards and others) from the box and put them face up on empty places."""

    places: Row
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Encode(HandOperation):
    """Put bit cards face up under each face-up card, as ``code`` says for its face (paper §4 step 6).

    The pair β α represents the bit 1, and α β the bit 0. People look up each card in a printed list. The
    program does not learn the place of any card.

    Attributes:
        cards: Places of the face-up cards.
        bits: For each card, the places of its bit cards.
        code: Bits for each face.
        shown: Faces of the cards, in the order of the printed list (independent of their places).
    """

    cards: Row
    bits: tuple[Row, ...]
    code: Code
    shown: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Cover(HandOperation):
    """Turn the face-up cards at the given places face down."""

    places: Row


@dataclass(frozen=True, slots=True)
class Scramble(HandOperation):
    """Pile-scramble shuffle: bring the piles into a random order that is hidden from everybody (paper §2.2).

    The piles are face down and have the same size. The order of the cards within each pile does not change.
    All orders of the piles have the same probability.
    """

    piles: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Stir(HandOperation):
    """Stir single face-down cards on the table until nobody can follow one.

    Every order of the cards has the same probability. Stirring needs no envelopes and is not counted among the
    shuffles of a form.
    """

    places: Row

    @property
    def piles(self) -> tuple[Row, ...]:
        """The stirred cards as piles of one card each."""
        return tuple((place,) for place in self.places)


@dataclass(frozen=True, slots=True)
class Reveal(HandOperation):
    """Turn face-down cards face up.

    Attributes:
        places: Places of the cards.
        expect: Cards that must appear, in any order. People compare them with the table. Empty if the cards
            are unknown.
        ask: Accepted answers of the people. Empty if the comparison is sufficient. The answer describes all
            places together: a pair is read from left to right as a single word.
    """

    places: Row
    expect: tuple[Face, ...] = ()
    ask: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sort(HandOperation):
    """Group complete columns by their markers.

    The groups are laid out in ``order``. The order of the columns within a group does not change. After a
    duel, two piles are sorted by the bit card on top of each pile, β first. The result is visible to
    everybody, so the program does not ask for an answer.

    Attributes:
        columns: Columns to group.
        by: Place of the marker of each column.
        order: Markers in the required order, each with its number of columns.
    """

    columns: tuple[Row, ...]
    by: Row
    order: tuple[tuple[Face, int], ...]


@dataclass(frozen=True, slots=True)
class Rearrange(HandOperation):
    """Change the order of the cards in a row, such as the six-card row.

    Attributes:
        row: Places of the row.
        order: For each position in the row, the previous position of its card (starting at 1).
    """

    row: Row
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Move(HandOperation):
    """Move the card at each source place to the target place with the same index, without turning it over.

    All cards are moved at the same time, so the source and the target may overlap.
    """

    source: Row
    target: Row


@dataclass(frozen=True, slots=True)
class Choose(HandOperation):
    """Bring the pile with the pair β α to the first place, and turn the first card of this pile face up.

    The pairs are face up. Each pile consists of a covered card and pairs of bit cards. The pair β α appears
    at most once.

    Attributes:
        piles: Piles to search.
        ask: Accepted answers: the faces of the cards, and "none".
    """

    piles: tuple[Row, ...]
    ask: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Collect(HandOperation):
    """Put extra cards back into the box, face down and mixed, which hides their previous places.

    The cards of the game are never put into the box.
    """

    places: Row


@dataclass(frozen=True, slots=True)
class Return(HandOperation):
    """Return play cards to their owner, face down."""

    places: Row
    owner: str


@dataclass(frozen=True, slots=True)
class Draw(HandOperation):
    """Move a card from the draw pile into a hand, face down.

    The face of the card is hidden from everybody, including the seat.
    """

    place: Place
    owner: str


@dataclass(frozen=True, slots=True)
class Insert(HandOperation):
    """Insert a covered card into an end of the wallet, with the windows facing down.

    The lower of two cards is in front. Only the card in front is visible through the windows.

    Attributes:
        card: Place of the card.
        end: Place of the wallet's end at which the card goes in.
        above: True if the card is inserted above the card in the wallet, False if it is inserted below.
    """

    card: Place
    end: Place
    above: bool = True


@dataclass(frozen=True, slots=True)
class Spin(HandOperation):
    """Shuffle the two ends of the wallet by half turns, so that their order is hidden from everybody.

    Each pile consists of the card in an end and the layer of this card.
    """

    piles: tuple[Row, ...]


Mixing = Scramble | Spin | Stir
"""Operations that bring piles into a random, hidden order."""


@dataclass(frozen=True, slots=True)
class Look(HandOperation):
    """Turn the windows up and look which of the ``ends`` the dot indicates.

    The dot indicates the end of the card in front if this card is playable (a face in ``fits``), and the
    opposite end otherwise. With two cards in the wallet, the card at the indicated end is the winner, and its
    end becomes the first end, which the helper holds. A single card does not change its place.

    Attributes:
        ends: Ends of the wallet that contain a card.
        mask: Place of the mask.
        fits: Faces that are playable under the mask.
        ask: Accepted answers for a single card.
        drawn: True if the single card was drawn in this attempt.
    """

    ends: Row
    mask: Place
    fits: tuple[Face, ...]
    ask: tuple[str, ...] = ()
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class Withdraw(HandOperation):
    """Pull a face-down card out of an end of the wallet. The other card is in front afterwards."""

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
    """Return the place that records whether the card at an end of the wallet is in front or behind.

    Args:
        end: Place of the card: an end of the wallet.
    """
    return end._replace(row=LAYER_ROW)


def is_layer(place: Place) -> bool:
    """Return whether a place only records the layer of a card in the wallet. It contains no card."""
    return place.area == WALLET and place.row == LAYER_ROW


def get_answers(op: Op) -> tuple[str, ...]:
    """Return the answers that people may give to the question of an operation, in the form in which they are typed.

    The result is empty if the operation does not ask a question.
    """
    return op.ask if isinstance(op, Reveal | Choose | Look) else ()


def branches_of(op: Op) -> tuple[AnswerBranch, ...]:
    """Return the declared branches of an operation's question: each meaning of an answer, and what follows.

    The result is empty if the operation does not ask a question.

    Raises:
        ProtocolBug: The answers in the branches differ from the accepted answers.
    """
    if not (ask := get_answers(op)):
        return ()
    branches = op.branches if isinstance(op, HandOperation) else ()
    if {*chain.from_iterable(branch.answers for branch in branches)} != {*ask}:
        raise ProtocolBug("declared branches", str(op), "Declare its branches.")
    return branches


def split_branches(op: Op) -> tuple[AnswerBranch, ...]:
    """Return the declared branches of an operation's question, split by the steps that follow.

    All answers of a resulting branch lead to the same steps.
    """
    return tuple(chain.from_iterable(branch.parts() for branch in branches_of(op)))


def branch_of(op: Op, answer: str) -> AnswerBranch | None:
    """Return the declared branch for an answer to an operation, or None if the operation asks no question."""
    return next((branch for branch in branches_of(op) if answer in branch.answers), None)


def places_of(op: Op) -> Row:  # noqa: C901
    """Return all places on the table that an operation uses, in the order of its attributes.

    Piles count from top to bottom.
    """
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
    """Return the source and the target places of an operation that moves single cards, in matching order.

    Both are empty for operations that move complete piles (`Sort`, `Scramble`, `Choose`) or no cards.
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
