"""The verbs: everything hands do with cards in a protocol, as frozen values.

An operation names *places*, never the cards that lie there, unless they lie face up or come from the box of extra
cards.  So a protocol cannot react to a card the table has not seen.

Some operations (`Encode`, `Sort`, `Choose`, `Look` in a duel) let the table act on what lies open without telling the
program which lies where: hands need no dictation for what eyes can see.

Two operations are equal if they do the same to the same places, whatever act they belong to; a form's fingerprint is
a hash of them.  What they do is `physics`, in which order is a recipe's business.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

from facilitator.errors import ProtocolBug
from facilitator.machine.acts import Act, AnswerBranch
from facilitator.machine.faces import Face
from facilitator.machine.parts import Part

COLUMN, PILE, SIX, LOT, CHOSEN, TICKET = "column", "pile", "row", "lot", "chosen", "ticket"
WALLET, MASK = "wallet", "mask"
CARD_ROW, MARKER_ROW, FIRST_BIT_ROW = 1, 2, 3
TOP_ROW = 0
"""What lies on top of a pile, in a duel."""
LAYER_ROW = 2
"""In a wallet: the layer in which the card of an end lies."""


class Place(NamedTuple):
    """One spot on the table: an area, a number in it, and a row (all counted from 1).

    ``column`` 5, row 1: the play card of column 5; row 2 its marker; rows 3 and 4 its first pair of bit
    cards, 5 and 6 a second.  ``pile`` likewise, for the virtual seat's cards; row 0 is a bit card on top of
    it all, in a duel.  ``row`` 1…6:
    the six-card row of the AND.  ``chosen``: the card that was selected.  ``lot`` 1…: the cards of a lot.
    ``ticket``: a weighted knockout's tickets.  ``wallet`` 1 and 2: the end that is held and the free one, row 1
    the card, row 2 its layer: a hidden fact that goes wherever its card goes.  ``mask``: where the mask lies.
    """

    area: str
    number: int
    row: int


Row = tuple[Place, ...]
"""Places from left to right, or the cards of one pile from top to bottom."""

Code = tuple[tuple[Face, tuple[int, ...]], ...]
"""For each card that may lie face up: the bits it gets, one a pair."""


@dataclass(frozen=True, slots=True)
class Heading:
    """Open a stage: from here on only what lies on the table matters, and the answer carried over.

    ``number`` of ``of``: where a part comes several times, like the ANDs of a lottery.
    """

    part: Part
    number: int = 1
    of: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What an operation for hands declares besides its places: its act, and what answers to it mean.

    For cards neither makes a difference.
    """

    act: Act | None = field(default=None, compare=False, repr=False)
    branches: tuple[AnswerBranch, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class LayHand(Told):
    """Lay an owner's whole hand face down, one card a place (paper §4 step 1)."""

    owner: str
    places: Row


@dataclass(frozen=True, slots=True)
class LayTop(Told):
    """Lay the top card of an owner's pile face down, unseen; the pile's order is unknown to all."""

    owner: str
    place: Place


@dataclass(frozen=True, slots=True)
class Put(Told):
    """Put extra cards from the box face up on empty places."""

    places: Row
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Encode(Told):
    """Put bit cards face up under each face-up card, as ``code`` says (paper §4 step 6).

    A bit is a pair, β α for 1 and α β for 0.  Hands read the code off a list, by the card that lies there: which lies
    where, the program is not told.
    """

    cards: Row
    bits: tuple[Row, ...]  # for each card the places of its bit cards
    code: Code
    shown: tuple[Face, ...]  # the cards that lie there, in list order, not in the order they lie


@dataclass(frozen=True, slots=True)
class Cover(Told):
    """Turn face-up cards face down where they lie."""

    places: Row


@dataclass(frozen=True, slots=True)
class Scramble(Told):
    """Pile-scramble shuffle: mix whole piles until nobody knows their order (paper §2.2).

    All piles are of one size and lie covered; each stays together, in its own order, and every order of the piles is
    as likely.
    """

    piles: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Reveal(Told):
    """Turn face-down cards over.

    ``expect`` is the public multiset that must appear, in the order a list would give it; empty where it is not
    known: the CHECK of the step.  ``ask`` lists the answers the program needs; empty: the check is enough.  A
    question is about all its places together: a pair is read left to right, as one word.
    """

    places: Row
    expect: tuple[Face, ...] = ()
    ask: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sort(Told):
    """Group whole columns by the marker each shows, groups in ``order``, left to right within.

    After a duel: the two piles by the bit card on top of each, β first.  Everybody sees which column goes where, so
    the program needs no answer.
    """

    columns: tuple[Row, ...]
    by: Row  # the place of each column's marker
    order: tuple[tuple[Face, int], ...]  # each marker with how often it must appear


@dataclass(frozen=True, slots=True)
class Rearrange(Told):
    """Lay the cards of a row in another order: position i receives the card of position order[i] (from 1)."""

    row: Row
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Move(Told):
    """Move cards as they lie, the i-th source to the i-th target, all at once."""

    source: Row
    target: Row


@dataclass(frozen=True, slots=True)
class Choose(Told):
    """Find the pile whose face-up pair reads β α, bring it to the first place, reveal its first card.

    Each pile is its covered card and its two bit cards.  The answer is that card, or "none"; at most one pair may
    read so.
    """

    piles: tuple[Row, ...]
    ask: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Collect(Told):
    """Take extra cards to the box, face down and mixed, so that none can be told from where it lay.

    Only extra cards: a card of the game never goes there.
    """

    places: Row


@dataclass(frozen=True, slots=True)
class Return(Told):
    """Give play cards back to their owner, face down and unseen; who held them before holds them again."""

    places: Row
    owner: str


@dataclass(frozen=True, slots=True)
class Draw(Told):
    """Move one of the deck's cards, unseen, into a hand: the seat knows no more of it than anybody."""

    place: Place
    owner: str


@dataclass(frozen=True, slots=True)
class Insert(Told):
    """Slide a covered card into an end of the wallet, windows down, ``above`` (or below) what lies there.

    So the card that lay there first is in front: it alone shows through the windows.
    """

    card: Place
    end: Place
    above: bool = True


@dataclass(frozen=True, slots=True)
class Spin(Told):
    """Half turns of the wallet that nobody can follow: a scramble of its two ends, each a card with its layer."""

    piles: tuple[Row, ...]


Mixing = Scramble | Spin
"""What nobody can follow: whole piles end up in an order that nobody knows."""


@dataclass(frozen=True, slots=True)
class Look(Told):
    """Turn the windows up and look at which of the ``ends`` the dot shows.

    The card in front shows it at its own end if it is of the kinds that fit under the ``mask``, else at the
    other.  Of two cards the one at the dot's end has won: that end is held and from now on called the first.
    A card that lies in alone stays where it is, and ``ask`` lists what the program must be told.

    ``drawn``: the card was drawn just now.
    """

    ends: Row
    mask: Place
    fits: tuple[Face, ...]
    ask: tuple[str, ...] = ()
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class Withdraw(Told):
    """Draw a covered card out at an end of the wallet; what stays in lies in front."""

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
    """Return the place of the layer in which an end's card lies; no card lies there, but it is as hidden as one."""
    return end._replace(row=LAYER_ROW)


def is_layer(place: Place) -> bool:
    """Tell whether a place is that of a layer, where no card lies."""
    return place.area == WALLET and place.row == LAYER_ROW


def asked_by(op: Op) -> tuple[str, ...]:
    """Return the answers an operation asks for, each as it is typed; none where the check is enough."""
    return op.ask if isinstance(op, Reveal | Choose | Look) else ()


def branches_of(op: Op) -> tuple[AnswerBranch, ...]:
    """Return the branches of a question, none if nothing is asked.

    Raises `ProtocolBug` if an answer belongs to no branch.
    """
    if not (ask := asked_by(op)):
        return ()
    branches = op.branches if isinstance(op, Told) else ()
    if {*chain.from_iterable(one.answers for one in branches)} != {*ask}:
        raise ProtocolBug("declared branches", str(op), "Declare its branches.")
    return branches


def ways_of(op: Op) -> tuple[AnswerBranch, ...]:
    """Return the branches of a question, split until all answers of each lead the same way."""
    return tuple(chain.from_iterable(branch.parts() for branch in branches_of(op)))


def branch_of(op: Op, answer: str) -> AnswerBranch | None:
    """Return the branch that an answer belongs to; None if nothing is asked, or the answer is missing."""
    return next((one for one in branches_of(op) if answer in one.answers), None)


def places_of(op: Op) -> Row:
    """Return every place an operation touches, in its own order; of piles one after the other, top to bottom."""
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


def carried(op: Op) -> tuple[Row, Row]:
    """Return from where to where an operation carries single cards, the first from the first to the first, and so on.

    Nowhere if it moves whole piles, or none: a `Sort`, a `Scramble`, a `Choose` are told by their piles.
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
