"""Data model of a picture: things on the table, their positions, and a movement.

Positions are in millimetres on the table, seen from above by the actor: x grows to the right, and y towards the
actor. The position of a thing is the position of its centre. A picture shows the table before its movement.
Arrows show the movement, and dashed outlines show where it ends.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto
from typing import ClassVar, NamedTuple

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
"""Smallest area of the table that a picture shows, in mm."""
PUSHED_IN = (WALLET.w - CARD.w) / 2
"""Distance between the centres of the wallet and of a fully inserted card, in mm."""
TAB_IN = WALLET.w / 2 + TAB.w / 2 - 20
"""Distance between the centres of the wallet and of an inserted NONE tab, in mm."""


class End(Enum):
    """End of the wallet, seen by the actor. The value is the sign of x at this end."""

    LEFT = -1
    RIGHT = 1

    @property
    def other(self) -> End:
        """The opposite end."""
        return End(-self.value)


class Spot(NamedTuple):
    """Position on the table, in mm."""

    x: float
    y: float


@dataclass(frozen=True)
class Thing:
    """Thing on the table.

    Attributes:
        size: Size in mm, which all things of a class share.
        x: Horizontal position of the centre, in mm.
        y: Vertical position of the centre, in mm.
    """

    size: ClassVar[Extent]
    x: float
    y: float

    @property
    def bounds(self) -> Box:
        """The rectangle around the thing."""
        return Box.around(self.x, self.y, *self.size)


@dataclass(frozen=True)
class TableCard(Thing):
    """Card on the table.

    Attributes:
        face: Code of the card face, for example "7R", or "" for a face-down card. `UNREAD`, `FITS` and `OTHER`
            are faces of unknown face-up cards.
        turn: Clockwise rotation in degrees.
        outline: Whether only the outline is drawn, for a hidden card or a future position.
    """

    face: Face = ""
    turn: float = 0.0
    outline: bool = False

    @property
    def bounds(self) -> Box:
        """Rectangle around the card. For a rotated card, this is a square."""
        return Box.around(self.x, self.y, CARD.w if self.turn % 180 == 0 else CARD.h, CARD.h)


FITS, OTHER = "✓", "✗"
"""Faces of unknown cards: playable cards, and all other cards."""
HIDDEN: Face = " "
"""Face of a face-up card under another card. It is drawn blank."""


class Pile(Thing):
    """A neat pile of face-down cards."""

    size = Extent(CARD.w + 4, CARD.h + 4)


@dataclass(frozen=True)
class TableWallet(Thing):
    """The wallet: a flat tube, open at the left and right.

    If the windows point down, notches at the ends show the cards inside. If the windows point up, the mask is on
    top, and a hole in the mask shows a dot beside the bold line.

    Attributes:
        up: Whether the windows point up.
        cards: Ends that contain a card.
        tab: End that contains the NONE tab.
        dot: Side of the line that shows the dot, or `None` if unknown.
        masked: Whether the mask is in its rails.
        outline: Whether only the outline is drawn, for a hidden wallet or a future position.
    """

    up: bool = False
    cards: frozenset[End] = frozenset()
    tab: End | None = None
    dot: End | None = None
    masked: bool = True
    outline: bool = False

    @property
    def bounds(self) -> Box:
        """Rectangle around the wallet. A tab in the wallet widens the rectangle equally at both ends."""
        return Box.around(self.x, self.y, WALLET.w if self.tab is None else 2 * TAB_IN + TAB.w, WALLET.h)


class SideView(Thing):
    """Side view of the wallet while a card slides in from the right, on top of the card inside."""

    size = Extent(WALLET.w + 90, 34)


@dataclass(frozen=True)
class Mask(Thing):
    """A mask: a card with two holes, a bold line and a printed name."""

    size = CARD
    name: str = ""


@dataclass(frozen=True)
class Tab(Thing):
    """The NONE tab: a strip of card, narrower than the wallet.

    Attributes:
        outline: Whether only the outline is drawn, for a future position.
    """

    size = TAB
    outline: bool = False


@dataclass(frozen=True)
class Lid(Thing):
    """The lid, which hides the wallet.

    Attributes:
        lifted: Whether the lid is above the table, drawn from the side. A lid on the table is drawn from above
            as a dashed line.
    """

    size = LID
    lifted: bool = False

    @property
    def bounds(self) -> Box:
        """Rectangle around the lid."""
        return Box(self.x - LID.w / 2, self.y - 40, LID.w, 78) if self.lifted else super().bounds


class Envelope(Thing):
    """An opaque envelope that opens at the top."""

    size = ENVELOPE


@dataclass(frozen=True)
class TableSleeve(Thing):
    """A card sleeve with an opaque side, a clear side and an opening towards the actor.

    Attributes:
        face: Face of the card inside, or "" if the opaque side is up.
        empty: Whether the sleeve is empty.
        outline: Whether only the outline is drawn, for a future position.
    """

    size = SLEEVE
    face: Face = ""
    empty: bool = False
    outline: bool = False


class CardBox(Thing):
    """An open box with extra cards."""

    size = BOX


@dataclass(frozen=True)
class Frame(Thing):
    """A numbered place on the mat."""

    size = Extent(CARD.w + 6, CARD.h + 24)
    number: int


@dataclass(frozen=True)
class Together(Thing):
    """Line around cards that move together.

    Attributes:
        w: Width of the enclosed area, in mm.
        h: Height of the enclosed area, in mm.
    """

    w: float
    h: float

    @property
    def bounds(self) -> Box:
        """Rectangle of the line, slightly larger than the enclosed area."""
        return Box.around(self.x, self.y, self.w + 8, self.h + 8)


class Pose(Enum):
    """Pose of a person's hand. The value is the size of the hand, from fingertips to wrist."""

    PINCH = Extent(48.0, 76.0)  # the thumb on top, the fingers below
    POINT = Extent(50.0, 84.0)  # one finger
    FLAT = Extent(70.0, 104.0)


@dataclass(frozen=True)
class HelpingHand(Thing):
    """Hand of a person. The fingertips are at (x, y).

    Attributes:
        pose: Pose of the hand.
        turn: Clockwise rotation in degrees. At 0, the arm points towards the actor.
    """

    pose: Pose
    turn: float = 0.0

    @property
    def bounds(self) -> Box:
        """Rectangle around the hand. Rotations other than right angles are ignored."""
        w, h = self.pose.value
        turned = {90: (-h, -w / 2, h, w), 180: (-w / 2, -h, w, h), 270: (0, -w / 2, h, w)}
        left, top, w, h = turned.get(int(self.turn) % 360, (-w / 2, 0, w, h))
        return Box(self.x + left, self.y + top, w, h)


@dataclass(frozen=True)
class Eye(Thing):
    """Eye, which means that people look here.

    Attributes:
        away: Whether the eye is crossed out, which means that people look away.
    """

    size = Extent(26, 24)
    away: bool = False


class Crown(Thing):
    """Crown, which marks the champion's wallet end or pile."""

    size = Extent(26, 20)


NAME = 14.0
"""Height of a name in mm."""


@dataclass(frozen=True)
class Name(Thing):
    """Label beside a thing, such as "Vera's hand"."""

    text: str

    @property
    def bounds(self) -> Box:
        """Approximate rectangle around the text."""
        return Box.around(self.x, self.y, 0.6 * NAME * len(self.text), NAME)


@dataclass(frozen=True)
class Callout(Thing):
    """Label with a line to a thing.

    Attributes:
        text: Text of the label.
        target: Point on the thing, where the line ends.
    """

    text: str
    target: Spot

    @property
    def bounds(self) -> Box:
        """The rectangle around the text."""
        return Name(self.x, self.y, self.text).bounds


class More(Thing):
    """Three dots, which mean that further columns follow."""

    size = Extent(26, 6)


class Movement(Enum):
    """Kind of movement."""

    SLIDE = auto()  # flat on the table
    CARRY = auto()  # through the air, over other things
    TURN_PAGE = auto()  # like the page of a book
    FLIP = auto()  # turned over in its place
    SPIN = auto()  # flat on the table, by half turns
    STIR = auto()
    SWAP = auto()  # two things change places


HOPS = {Movement.CARRY: 0.35, Movement.TURN_PAGE: 0.5}
"""Height of an arrow's arc, as a fraction of the arrow's width, for movements through the air."""
SIDEWAYS = 0.5
"""Curvature of an arrow towards the actor or away, as a fraction of the arrow's width."""
FLIP_RISE, FLIP_LOW = 12.0, 34.0
"""Height of the arrow's arc for turning a card over, and distance from the arc to the card centre, in mm."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """Arrow for a movement.

    Attributes:
        movement: Kind of movement.
        start: Start of the arrow.
        end: Tip of the arrow.
    """

    movement: Movement
    start: Spot
    end: Spot

    @property
    def bounds(self) -> Box:
        """The rectangle around the arrow."""
        (x1, y1), (x2, y2) = self.start, self.end
        if self.movement in (Movement.SPIN, Movement.STIR):
            return Box.around(x1, y1, 88, 88)
        rise = HOPS.get(self.movement, 0.0) * abs(x2 - x1) + 6
        return Box(min(x1, x2), min(y1, y2) - rise, abs(x2 - x1), abs(y2 - y1) + rise + 6)


@dataclass(frozen=True, slots=True)
class Picture:
    """Picture of the table before a movement, with arrows for the movement.

    Attributes:
        things: Things on the table, lowest thing first.
        arrows: Arrows. Several arrows show things that move at the same time.
    """

    things: tuple[Thing, ...]
    arrows: tuple[Arrow, ...] = ()

    @classmethod
    def of_movement(cls, movement: Movement, start: Spot, end: Spot, things: Iterable[Thing]) -> Picture:
        """Return a picture with a single arrow.

        Args:
            movement: Kind of movement.
            start: Start of the arrow.
            end: Tip of the arrow.
            things: Things on the table, lowest thing first.
        """
        return cls(tuple(things), (Arrow(movement, start, end),))

    @classmethod
    def of_slide(cls, start: Spot, end: Spot, *things: Thing) -> Picture:
        """Return a picture with a single arrow, for a thing that slides over the table."""
        return cls.of_movement(Movement.SLIDE, start, end, things)

    @property
    def bounds(self) -> Box:
        """Rectangle around all things and arrows, at least as large as `SCENE`."""
        boxes = [thing.bounds for thing in self.things] + [arrow.bounds for arrow in self.arrows]
        left, top = min(box.x for box in boxes), min(box.y for box in boxes)
        w = max(box.right for box in boxes) - left
        h = max(box.bottom for box in boxes) - top
        wide, high = max(0.0, SCENE.w - w), max(0.0, SCENE.h - h)
        return Box(left - wide / 2, top - high / 2, w + wide, h + high)
