"""Millimetres: papers, boxes, the strip no printer reaches, and a printer's own error.

x grows to the right, y downwards, both from the sheet's top left corner; so says every label maker's data.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

POINT = 25.4 / 72
"""One typographic point in millimetres."""
UNPRINTABLE = 4.3
"""What a common office printer leaves blank along every edge, mm (laser: 4.2)."""
DOT = 25.4 / 300
"""The grid labels are placed on, mm: a whole number of dots at 300, 600 and 1200 dpi."""


class Box(NamedTuple):
    """A rectangle: left and top edge, width and height, in mm."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    def inset(self, by: float) -> Box:
        return Box(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)

    def overlaps(self, other: Box, by: float = 0.0) -> bool:
        """Whether the two share more than a strip of width ``by``."""
        return (
            min(self.right, other.right) - max(self.x, other.x) > by
            and min(self.bottom, other.bottom) - max(self.y, other.y) > by
        )

    def holds(self, other: Box, slack: float = 0.0) -> bool:
        """Whether the other lies within, give or take ``slack``."""
        return (
            other.x >= self.x - slack
            and other.y >= self.y - slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )


class Extent(NamedTuple):
    """Width and height in mm."""

    w: float
    h: float

    def __str__(self) -> str:
        return f"{self.w:g} × {self.h:g} mm"


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper by its trade name."""

    name: str
    w: float
    h: float

    @property
    def printable(self) -> Box:
        return Box(0, 0, self.w, self.h).inset(UNPRINTABLE)


PAPERS = {"A4": Paper("A4", 210.0, 297.0), "Letter": Paper("Letter", 215.9, 279.4)}
CARD_SIZES = {"56x87": Extent(56, 87), "63x88": Extent(63, 88)}
"""Faces of playing cards: UNO's own, and the poker size most sleeves are made for."""


@dataclass(frozen=True, slots=True)
class Adjust:
    """What one printer needs so that things land where they should: mm to move by, factors to stretch by.

    A point meant for x is drawn at ``dx + sx·x``, measured from the sheet's top left corner.
    """

    dx: float = 0.0
    dy: float = 0.0
    sx: float = 1.0
    sy: float = 1.0

    def point(self, x: float, y: float) -> tuple[float, float]:
        return self.dx + self.sx * x, self.dy + self.sy * y

    def on_dots(self, x: float, y: float) -> tuple[float, float]:
        """Return the adjusted point, moved to the nearest dot (by 0.06 mm at most).

        Equal drawings that start on whole dots come out equal to the last dot, and labels must.
        """
        x, y = self.point(x, y)
        return round(x / DOT) * DOT, round(y / DOT) * DOT


AS_DRAWN = Adjust()
