"""A sheet as data: what is drawn where, in millimetres, before anybody draws it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, TypeAlias

# ----------------------------------------------------------------------------------------------------
# Millimetres: papers, boxes, the strip no printer reaches, and a printer's own error.
#
# x grows to the right, y downwards, both from the sheet's top left corner; so says every label maker's data.


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
        """What a common printer reaches."""
        return Box(0, 0, self.w, self.h).inset(UNPRINTABLE)

    def margins(self, block: Box) -> tuple[Box, Box]:
        """Return the printable strips above and below a block, a little white between."""
        all_, gap = self.printable, 0.1
        return (
            Box(all_.x, all_.y, all_.w, block.y - gap - all_.y),
            Box(all_.x, block.bottom + gap, all_.w, all_.bottom - block.bottom - gap),
        )


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


# ----------------------------------------------------------------------------------------------------


Font: TypeAlias = Literal["regular", "bold"]
Align: TypeAlias = Literal["left", "centre", "right"]
Ink: TypeAlias = float | tuple[float, float, float]
"""A grey from 0 (black) to 1 (white), or red, green and blue from 0 to 1."""
BLACK, WHITE = 0.0, 1.0


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text; ``y`` is its baseline, ``size`` the height of the type in mm."""

    x: float
    y: float
    text: str
    size: float
    font: Font = "regular"
    align: Align = "left"
    ink: Ink = BLACK


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line; ``dash``: lengths of dash and gap in mm, nothing for a line without gaps."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float = 0.2
    ink: Ink = BLACK
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed figure, filled or outlined."""

    points: tuple[tuple[float, float], ...]
    fill: Ink | None = BLACK
    width: float = 0.0
    ink: Ink = BLACK


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle, filled or outlined."""

    x: float
    y: float
    r: float
    fill: Ink | None = None
    width: float = 0.0
    ink: Ink = BLACK


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle, filled or outlined, its corners rounded by ``radius``."""

    box: Box
    fill: Ink | None = None
    width: float = 0.2
    radius: float = 0.0
    ink: Ink = BLACK


@dataclass(frozen=True, slots=True)
class Qr:
    """A QR symbol; the white border around it is the sheet's business."""

    box: Box
    text: str


@dataclass(frozen=True, slots=True)
class Use:
    """A stamp of the document, its top left corner at x, y.

    ``turn``: 0, 90 (clockwise, the corner being the one on paper) or 180 degrees.  ``scale``: of its size.
    """

    stamp: str
    x: float
    y: float
    turn: int = 0
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class Tag:
    """What all up to its `END` is to who hears the page read: paper shows nothing of it.

    ``role``: as PDF has it (P, H1, H2, LI with its Lbl, TR, TH, TD, Figure), or Artifact, which is not read at all.
    ``said``: a figure in words; of anything else its name in the viewer's outline, empty for none.
    """

    role: str
    said: str = ""


END = Tag("")
Mark: TypeAlias = Text | Line | Polygon | Circle | Rect | Qr | Use | Tag


def tagged(role: str, marks: Iterable[Mark], said: str = "") -> list[Mark]:
    """Return marks within a tag."""
    return [Tag(role, said), *marks, END]


@dataclass(frozen=True, slots=True)
class Stamp:
    """A drawing used many times: every use is the same to the last dot.

    ``twice``: drawn once more, turned by 180 degrees about its middle, so that it has no way up.
    """

    size: Extent
    marks: tuple[Mark, ...]
    twice: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """One side of a sheet of paper.

    ``bookmark``: names it in the viewer's outline, empty for none.  ``kind``: pages of a document that have the same
    are alike, and an index shows one of them; a page without is like no other.
    """

    paper: Paper
    marks: tuple[Mark, ...]
    bookmark: str = ""
    adjust: Adjust = AS_DRAWN
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """One PDF file: what it is called, its pages, its stamps, and what it holds, counted.

    ``duplex``: it may be printed on both sides; not so what is stuck, cut out or folded.
    """

    name: str
    title: str
    pages: tuple[Page, ...]
    stamps: Mapping[str, Stamp] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    duplex: bool = True

    def adjusted(self, adjust: Adjust) -> Document:
        """Return the document for a printer that needs ``adjust``."""
        return replace(self, pages=tuple(replace(page, adjust=adjust) for page in self.pages))


def placed(document: Document, page: Page) -> Iterator[tuple[str, Box]]:
    """Yield every stamp on a page, by name, with the box it takes on paper."""
    for mark in page.marks:
        if isinstance(mark, Use):
            w, h = turned(document.stamps[mark.stamp].size, mark.turn)
            x, y = page.adjust.on_dots(mark.x, mark.y)
            yield mark.stamp, Box(x, y, w * mark.scale * page.adjust.sx, h * mark.scale * page.adjust.sy)


def turned(size: Extent, turn: int) -> Extent:
    """Return the size something takes when turned by so many degrees."""
    return size if turn % 180 == 0 else Extent(size.h, size.w)


def shifted(marks: Iterable[Mark], dx: float, dy: float) -> Iterator[Mark]:
    """Yield the same marks elsewhere."""
    for mark in marks:
        match mark:
            case Text() | Circle() | Use():
                yield replace(mark, x=mark.x + dx, y=mark.y + dy)
            case Line(x1, y1, x2, y2, width, ink, dash):
                yield Line(x1 + dx, y1 + dy, x2 + dx, y2 + dy, width, ink, dash)
            case Polygon():
                yield replace(mark, points=tuple((x + dx, y + dy) for x, y in mark.points))
            case Rect() | Qr():
                box = mark.box
                yield replace(mark, box=Box(box.x + dx, box.y + dy, box.w, box.h))
            case Tag():
                yield mark
