"""Operations: everything people do with cards in a protocol, as immutable values.

An operation names *places*, not the cards on them, unless the cards are face up or come from the box of extra
cards. So a protocol cannot depend on a card that nobody has seen.

Some operations (`Encode`, `Sort`, `Choose`, and `Look` in a duel) let people act on face-up cards without
telling the program which card lies where. This saves typing.

Two operations are equal if they do the same with the same places, whatever step they belong to. The
fingerprint of a form is a hash of its operations. `effects` defines their effects, and each protocol decides
their order.
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
WALLET, MASK = "wallet", "mask"
CARD_ROW, MARKER_ROW, FIRST_BIT_ROW = 1, 2, 3
TOP_ROW = 0
"""Row of the card on top of a pile, in a duel."""
LAYER_ROW = 2
"""Row for the layer (front or behind) of the card at an end of the wallet."""


class Place(NamedTuple):
    """A spot on the table: an area, a number within the area, and a row.

    Numbers count from 1, and so do rows except for `TOP_ROW`. The areas are:

    - ``column``: row 1 is the play card, row 2 its marker, rows 3 and 4 its first pair of bit cards, rows 5
      and 6 its second pair.
    - ``pile``: a pile of the virtual seat, with the same rows. Row 0 is a bit card on top of the pile, in a
      duel.
    - ``row``: the six-card row of the AND, numbers 1 to 6.
    - ``chosen``: the selected card.
    - ``lot``: the cards of a random draw.
    - ``ticket``: the tickets of a weighted knockout.
    - ``wallet``: number 1 is the end that is held, number 2 the free end. Row 1 is the card, row 2 its layer.
      The layer is a hidden fact that moves with the card.
    - ``mask``: the mask.
    """

    area: str
    number: int
    row: int


Row = tuple[Place, ...]
"""Places from left to right, or the places of one pile from top to bottom."""

Code = tuple[tuple[Face, tuple[int, ...]], ...]
"""The bits for each card that may be face up. Each bit is represented by one pair of bit cards."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The beginning of a stage.

    After it, only the cards on the table and the outcome of the previous stage matter.

    Attributes:
        part: Purpose of the stage.
        number: Position among the stages of the same part, for example the ANDs of a lottery.
        of: Number of stages of the same part.
    """

    part: Part
    number: int = 1
    of: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOperation:
    """Base class of all operations that people carry out.

    Attributes:
        act: Step that the operation belongs to. It has no effect on the cards.
        branches: Meanings of the answers, if the operation asks a question. They have no effect on the cards.
    """

    act: Step | None = field(default=None, compare=False, repr=False)
    branches: tuple[AnswerBranch, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class LayHand(HandOperation):
    """Lay an owner's whole hand face down, one card per place (paper §4 step 1)."""

    owner: str
    places: Row


@dataclass(frozen=True, slots=True)
class LayTop(HandOperation):
    """Lay the top card of an owner's pile face down. Nobody knows the order of the pile."""

    owner: str
    place: Place


@dataclass(frozen=True, slots=True)
class Put(HandOperation):
    """Put extra cards from the box face up on empty places."""

    places: Row
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Encode(HandOperation):
    """Put bit cards face up under each face-up card according to ``code`` (paper §4 step 6).

    A bit is a pair: β α for 1 and α β for 0. People look up each card in a printed list, so the program does
    not learn which card lies where.

    Attributes:
        cards: Places of the face-up cards.
        bits: For each card, the places of its bit cards.
        code: The bits for each face.
        shown: The faces of the cards, in the order of the list (not in the order of the places).
    """

    cards: Row
    bits: tuple[Row, ...]
    code: Code
    shown: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Cover(HandOperation):
    """Turn face-up cards face down."""

    places: Row


@dataclass(frozen=True, slots=True)
class Scramble(HandOperation):
    """Pile-scramble shuffle: mix whole piles until nobody knows their order (paper §2.2).

    All piles have the same size and are face down. The cards within a pile keep their order, and every order
    of the piles is equally likely.
    """

    piles: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Reveal(HandOperation):
    """Turn face-down cards face up.

    Attributes:
        places: Places of the cards.
        expect: Cards that must appear (in any order), listed in a readable order. People check them in this
            step. Empty if they are not known.
        ask: Answers that the program accepts. Empty if the check is sufficient. A question concerns all
            places together: a pair is read from left to right as one word.
    """

    places: Row
    expect: tuple[Face, ...] = ()
    ask: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sort(HandOperation):
    """Group whole columns by the marker that each column shows.

    The groups are laid in ``order``, and the columns within a group keep their order. After a duel, the two
    piles are sorted by the bit card on top of each pile, β first. Everybody sees where each column goes, so
    the program needs no answer.

    Attributes:
        columns: Columns to group.
        by: Place of each column's marker.
        order: Each marker with the number of times that it must appear.
    """

    columns: tuple[Row, ...]
    by: Row
    order: tuple[tuple[Face, int], ...]


@dataclass(frozen=True, slots=True)
class Rearrange(HandOperation):
    """Change the order of the cards in a row.

    Attributes:
        row: Places of the row.
        order: For each position, the current position of the card that moves there (counted from 1).
    """

    row: Row
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Move(HandOperation):
    """Move cards all at once, each to the target with the same index, without turning them over."""

    source: Row
    target: Row


@dataclass(frozen=True, slots=True)
class Choose(HandOperation):
    """Find the pile whose pair reads β α, bring it to the first place, and turn its first card face up.

    The pairs are face up. Each pile consists of a covered card and pairs of bit cards. At most one pair may
    read β α.

    Attributes:
        piles: Piles to search.
        ask: Answers that the program accepts: the card, or "none".
    """

    piles: tuple[Row, ...]
    ask: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Collect(HandOperation):
    """Return extra cards to the box, face down and mixed, so that nobody can tell where each card was.

    Cards of the game must never be put into the box.
    """

    places: Row


@dataclass(frozen=True, slots=True)
class Return(HandOperation):
    """Give play cards back to the owner who held them before, face down."""

    places: Row
    owner: str


@dataclass(frozen=True, slots=True)
class Draw(HandOperation):
    """Move a card of the draw pile into a hand, face down, so that nobody knows it (the seat included)."""

    place: Place
    owner: str


@dataclass(frozen=True, slots=True)
class Insert(HandOperation):
    """Slide a covered card into an end of the wallet, while its windows face down.

    The lower of two cards is in front. Only the card in front shows through the windows.

    Attributes:
        card: Place of the card.
        end: End of the wallet.
        above: Whether the card goes above (or below) the card that is already in the wallet.
    """

    card: Place
    end: Place
    above: bool = True


@dataclass(frozen=True, slots=True)
class Spin(HandOperation):
    """Shuffle the two ends of the wallet by half turns that nobody can follow.

    Each end is a pile of a card and its layer.
    """

    piles: tuple[Row, ...]


Mixing = Scramble | Spin
"""Operations after which nobody knows the order of the piles."""


@dataclass(frozen=True, slots=True)
class Look(HandOperation):
    """Turn the windows up and look at which of the ``ends`` the dot shows.

    If the card in front is playable (one of the faces that fit under the ``mask``), the dot shows at its own
    end, otherwise at the other end. Of two cards, the card at the dot's end has won, and this end is held and
    called the first end from now on. A single card stays where it is.

    Attributes:
        ends: Ends of the wallet that contain a card.
        mask: Place of the mask.
        fits: Faces that fit under the mask.
        ask: Answers that the program accepts for a single card.
        drawn: Whether the card was drawn just now.
    """

    ends: Row
    mask: Place
    fits: tuple[Face, ...]
    ask: tuple[str, ...] = ()
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class Withdraw(HandOperation):
    """Pull a covered card out of an end of the wallet. The card that remains is then in front."""

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
    """Return the place that records the layer of an end's card. It is hidden, but contains no card."""
    return end._replace(row=LAYER_ROW)


def is_layer(place: Place) -> bool:
    """Return whether a place records a layer and so contains no card."""
    return place.area == WALLET and place.row == LAYER_ROW


def get_answers(op: Op) -> tuple[str, ...]:
    """Return the answers that an operation accepts, as typed, or an empty tuple if it asks nothing."""
    return op.ask if isinstance(op, Reveal | Choose | Look) else ()


def branches_of(op: Op) -> tuple[AnswerBranch, ...]:
    """Return the branches of a question, or an empty tuple if the operation asks nothing.

    Raises:
        ProtocolBug: The branches do not cover exactly the accepted answers.
    """
    if not (ask := get_answers(op)):
        return ()
    branches = op.branches if isinstance(op, HandOperation) else ()
    if {*chain.from_iterable(one.answers for one in branches)} != {*ask}:
        raise ProtocolBug("declared branches", str(op), "Declare its branches.")
    return branches


def split_branches(op: Op) -> tuple[AnswerBranch, ...]:
    """Return the branches of a question, split so that all answers of a branch lead to the same steps."""
    return tuple(chain.from_iterable(branch.parts() for branch in branches_of(op)))


def branch_of(op: Op, answer: str) -> AnswerBranch | None:
    """Return the branch that an answer belongs to, or None if the operation asks nothing."""
    return next((one for one in branches_of(op) if answer in one.answers), None)


def places_of(op: Op) -> Row:  # noqa: C901
    """Return every place that an operation touches, in its own order, or pile by pile from top to bottom."""
    match op:
        case Heading():
            return ()
        case LayHand() | Put() | Cover() | Reveal() | Collect() | Return():
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

    Both are empty for operations that move whole piles (`Sort`, `Scramble`, `Choose`) or no cards at all.
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
