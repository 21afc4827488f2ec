"""Pictures as data: the things on the table, where they lie, and the one movement that a step makes.

All positions are in millimetres on the table, seen from above by the actor: x grows to the right, and y towards the
actor. A thing is placed by its middle. A picture shows the things *before* its movement.
The arrow shows the movement, and things that are only outlined show where it ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple, TypeAlias

from facilitator.operations.faces import Face
from facilitator.pictures.marks import Box, Extent

CARD = Extent(54.0, 85.0)
WALLET = Extent(78.0, 86.0)
TAB = Extent(54.0, 44.0)
LID = Extent(128.0, 118.0)
ENVELOPE = Extent(70.0, 100.0)
SLEEVE = Extent(64.0, 94.0)
BOX = Extent(66.0, 46.0)
"""Real sizes of things on the table, in mm."""
SCENE = Extent(210.0, 130.0)
"""Smallest part of the table in a picture. It gives things the same size in most pictures."""
PUSHED_IN = (WALLET.w - CARD.w) / 2
"""Distance between the wallet centre and the centre of a fully inserted card."""
TAB_IN = WALLET.w / 2 + TAB.w / 2 - 20
"""Distance between the wallet centre and the centre of a NONE tab that is inserted up to its line."""


class End(Enum):
    """End of the wallet, seen by the actor. Its value points outwards."""

    LEFT = -1
    RIGHT = 1

    @property
    def other(self) -> End:
        """The opposite end."""
        return End(-self.value)


class Spot(NamedTuple):
    """A position on the table in mm."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class TableCard:
    """A card.

    Attributes:
        face: Code of the face, or "" for a face-down card. `UNREAD`, `FITS` and `OTHER` are face-up cards
            that the program does not know.
        turn: Clockwise rotation in degrees.
        outline: Whether only the outline is drawn, for a hidden card or a future position.
    """

    x: float
    y: float
    face: Face = ""
    turn: float = 0.0
    outline: bool = False


FITS, OTHER = "✓", "✗"
"""Faces for unknown cards, the first for playable cards and the second for all other cards."""
HIDDEN: Face = " "
"""Face of a face-up card that another card covers."""


@dataclass(frozen=True, slots=True)
class Pile:
    """A neat pile of face-down cards."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class TableWallet:
    """The wallet: a flat tube, open at the left and right.

    If its windows point down, the notches show which ends contain a card. If its windows point up, the mask
    is on top, and one of its holes shows a dot beside the bold line.

    Attributes:
        up: Whether the windows point up.
        cards: Ends that contain a card.
        tab: End that contains the NONE tab.
        dot: Side of the line that shows the dot, or None if it is unknown.
        masked: Whether the mask is in its rails.
        outline: Whether only the outline is drawn, for a hidden wallet or a future position.
    """

    x: float
    y: float
    up: bool = False
    cards: frozenset[End] = frozenset()
    tab: End | None = None
    dot: End | None = None
    masked: bool = True
    outline: bool = False


@dataclass(frozen=True, slots=True)
class SideView:
    """The wallet from the side. A card slides in from the right, on top of the card inside."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Mask:
    """A mask: a card with two holes, a bold line and a printed name."""

    x: float
    y: float
    name: str = ""


@dataclass(frozen=True, slots=True)
class Tab:
    """The NONE tab: a strip of card, narrower than the wallet.

    Attributes:
        outline: Whether only the outline is drawn, for a future position.
    """

    x: float
    y: float
    outline: bool = False


@dataclass(frozen=True, slots=True)
class Lid:
    """The lid, which hides the wallet.

    Attributes:
        lifted: Whether the lid is held above the table, seen from the side. A lid on the table is seen from
            above, drawn dashed as if it were transparent.
    """

    x: float
    y: float
    lifted: bool = False


@dataclass(frozen=True, slots=True)
class Envelope:
    """An opaque envelope that opens at the top."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class TableSleeve:
    """A card sleeve with an opaque side, a clear side and an opening towards the actor.

    Attributes:
        face: Face of the card inside, or "" if the opaque side is up.
        empty: Whether the sleeve is empty.
        outline: Whether only the outline is drawn, for a future position.
    """

    x: float
    y: float
    face: Face = ""
    empty: bool = False
    outline: bool = False


@dataclass(frozen=True, slots=True)
class CardBox:
    """An open box with extra cards."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Frame:
    """A numbered place on the mat."""

    x: float
    y: float
    number: int


@dataclass(frozen=True, slots=True)
class Together:
    """A line around cards that move together.

    Attributes:
        w: Width of the enclosed area, in mm.
        h: Height of the enclosed area, in mm.
    """

    x: float
    y: float
    w: float
    h: float


class Pose(Enum):
    """Pose of a hand."""

    PINCH = auto()  # the thumb on top, the fingers below
    POINT = auto()  # one finger
    FLAT = auto()


@dataclass(frozen=True, slots=True)
class HelpingHand:
    """A hand. Its fingertips are at (x, y), and its arm points towards the person.

    Attributes:
        turn: Clockwise rotation in degrees.
    """

    x: float
    y: float
    pose: Pose
    turn: float = 0.0


@dataclass(frozen=True, slots=True)
class Eye:
    """An eye, which asks people to look here.

    Attributes:
        away: Whether the eye is crossed out, which asks everybody else to look away.
    """

    x: float
    y: float
    away: bool = False


@dataclass(frozen=True, slots=True)
class Crown:
    """A crown beside the champion, for a wallet end or a pile."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Name:
    """A label beside a thing, such as "Vera's hand". Its centre is at (x, y)."""

    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class Callout:
    """A label with a line to its thing.

    Attributes:
        target: Point on the thing.
    """

    x: float
    y: float
    text: str
    target: Spot


@dataclass(frozen=True, slots=True)
class More:
    """Three dots for further columns."""

    x: float
    y: float


Thing: TypeAlias = (
    TableCard
    | Pile
    | TableWallet
    | SideView
    | Mask
    | Tab
    | Lid
    | Envelope
    | TableSleeve
    | CardBox
    | Frame
    | Together
    | HelpingHand
    | Eye
    | Crown
    | Name
    | Callout
    | More
)


class Movement(Enum):
    """Kind of movement."""

    SLIDE = auto()  # flat on the table
    CARRY = auto()  # through the air, over other things
    TURN_PAGE = auto()  # like the page of a book
    FLIP = auto()  # turned over in its place
    SPIN = auto()  # flat on the table, by half turns
    STIR = auto()
    SWAP = auto()  # two things change places


@dataclass(frozen=True, slots=True)
class Arrow:
    """A movement between two positions.

    Attributes:
        start: Centre of the thing before the movement.
        end: Centre of the thing after the movement.
    """

    movement: Movement
    start: Spot
    end: Spot


@dataclass(frozen=True, slots=True)
class Picture:
    """The table before a movement, and arrows for the movement.

    Attributes:
        things: Things on the table, from the lowest to the highest.
        arrows: Arrows. Several arrows show things that move together.
    """

    things: tuple[Thing, ...]
    arrows: tuple[Arrow, ...] = ()

    def without_names(self) -> Picture:
        """Return a copy of the picture without names."""
        return Picture(tuple(thing for thing in self.things if not isinstance(thing, Name)), self.arrows)

    @property
    def bounds(self) -> Box:
        """The smallest rectangle around all things and arrows."""
        boxes = [*map(bounds_of, self.things), *map(_arrow_bounds, self.arrows)]
        left, top = min(box.x for box in boxes), min(box.y for box in boxes)
        w = max(box.right for box in boxes) - left
        h = max(box.bottom for box in boxes) - top
        wide, high = max(0.0, SCENE.w - w), max(0.0, SCENE.h - h)
        return Box(left - wide / 2, top - high / 2, w + wide, h + high)


HAND = {Pose.PINCH: Extent(48.0, 76.0), Pose.POINT: Extent(50.0, 84.0), Pose.FLAT: Extent(70.0, 104.0)}
"""Hand size in each pose, from fingertips to wrist."""
NAME = 14.0
"""Height of a name in mm."""


SIZES: Mapping[type, Extent] = {
    Pile: Extent(CARD.w + 4, CARD.h + 4),
    Mask: CARD,
    SideView: Extent(WALLET.w + 90, 34),
    Tab: TAB,
    Lid: LID,
    Envelope: ENVELOPE,
    TableSleeve: SLEEVE,
    CardBox: BOX,
    Frame: Extent(CARD.w + 6, CARD.h + 24),
    Eye: Extent(26, 24),
    Crown: Extent(26, 20),
    More: Extent(26, 6),
}
"""Sizes of things that never vary."""


def bounds_of(thing: Thing) -> Box:
    """Return the rectangle around a thing."""
    match thing:
        case TableCard(turn=turn):
            return _around(thing, CARD if turn % 180 == 0 else Extent(CARD.h, CARD.h))
        case TableWallet(tab=tab):
            return _around(thing, WALLET if tab is None else Extent(2 * TAB_IN + TAB.w, WALLET.h))
        case Lid(lifted=True):
            return Box(thing.x - LID.w / 2, thing.y - 40, LID.w, 78)
        case HelpingHand(pose=pose, turn=turn):
            return _hand_bounds(thing, HAND[pose], turn)
        case Together(w=w, h=h):
            return _around(thing, Extent(w + 8, h + 8))
        case Name(text=text) | Callout(text=text):
            return _around(thing, Extent(0.6 * NAME * len(text), NAME))
        case _:
            return _around(thing, SIZES[type(thing)])


def _around(thing: Thing, size: Extent) -> Box:
    return Box(thing.x - size.w / 2, thing.y - size.h / 2, *size)


def _hand_bounds(hand: HelpingHand, size: Extent, turn: float) -> Box:
    half = size.w / 2
    match turn % 360:
        case 90:
            return Box(hand.x - size.h, hand.y - half, size.h, size.w)
        case 180:
            return Box(hand.x - half, hand.y - size.h, *size)
        case 270:
            return Box(hand.x, hand.y - half, size.h, size.w)
        case _:
            return Box(hand.x - half, hand.y, *size)


HOPS = {Movement.CARRY: 0.35, Movement.TURN_PAGE: 0.5}
"""Arc height of a movement through the air, as a fraction of its length."""
SIDEWAYS = 0.5
"""Arc width of a movement towards or away from the actor, as a fraction of its width."""
FLIP_RISE, FLIP_LOW = 12.0, 34.0
"""Arc height of a card that is turned over, and the distance between arc and card centre, in mm. The arc does not
cover the face.
"""


def _arrow_bounds(arrow: Arrow) -> Box:
    (x1, y1), (x2, y2) = arrow.start, arrow.end
    rise = HOPS.get(arrow.movement, 0.0) * abs(x2 - x1) + 6
    if arrow.movement in (Movement.SPIN, Movement.STIR):
        return Box(x1 - 44, y1 - 44, 88, 88)
    return Box(min(x1, x2), min(y1, y2) - rise, abs(x2 - x1), abs(y2 - y1) + rise + 6)


def iter_ends(ends: frozenset[End]) -> Iterator[End]:
    """Yield ends from left to right."""
    return (end for end in End if end in ends)
