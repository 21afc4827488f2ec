"""Data model of a printed document: pages, and the shapes (`Mark`) on them.

All measures are in millimetres. A shape is a line of text, a geometric figure, a QR symbol, or a copy of a
`Stamp`. Tags between shapes describe the page structure for screen readers. The module
`sheets.drawing.render` turns documents into PDF.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, TypeAlias

# ----------------------------------------------------------------------------------------------------
# Papers and boxes, the margin that printers cannot print on, and the corrections for a printer.
#
# x grows to the right and y downwards from the top left corner of the sheet, as in the data of every label
# maker.


POINT = 25.4 / 72
"""Length of a typographic point in mm."""
UNPRINTABLE = 4.3
"""Width of the page margin on which common office printers cannot print, in mm."""
DOT = 25.4 / 300
"""Size of a printer dot at 300 dpi, in mm. Aligned labels start on a multiple of it."""


class Box(NamedTuple):
    """Rectangle, given by its top left corner, width and height in mm."""

    x: float
    y: float
    w: float
    h: float

    @classmethod
    def around(cls, x: float, y: float, w: float, h: float) -> Box:
        """Return the box with its centre at (x, y)."""
        return cls(x - w / 2, y - h / 2, w, h)

    @property
    def right(self) -> float:
        """X coordinate of the right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """Y coordinate of the bottom edge."""
        return self.y + self.h

    def inset(self, by: float) -> Box:
        """Return a box with all edges moved inwards by a distance in mm."""
        return Box(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)


class Extent(NamedTuple):
    """Width and height in mm."""

    w: float
    h: float

    def __str__(self) -> str:
        return f"{self.w:g} × {self.h:g} mm"


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper format."""

    name: str
    w: float
    h: float

    @property
    def printable(self) -> Box:
        """The area on which common office printers can print."""
        return Box(0, 0, self.w, self.h).inset(UNPRINTABLE)

    @property
    def landscape(self) -> Paper:
        """The same paper in landscape format."""
        return Paper(self.name, max(self.w, self.h), min(self.w, self.h))

    def margins(self, block: Box) -> tuple[Box, Box]:
        """Return the printable areas above and below a block of labels or cards."""
        all_, gap = self.printable, 0.1
        above = all_._replace(h=block.y - gap - all_.y)
        return above, all_._replace(y=block.bottom + gap, h=all_.bottom - block.bottom - gap)


PAPERS = {"A4": Paper("A4", 210.0, 297.0), "Letter": Paper("Letter", 215.9, 279.4)}
CARD_SIZES = {"56x87": Extent(56, 87), "63x88": Extent(63, 88)}
"""Card sizes: UNO cards, and poker cards, which fit most sleeves."""


@dataclass(frozen=True, slots=True)
class Adjust:
    """Corrections for an inaccurate printer.

    For example, the corrected x coordinate is ``dx + sx·x``, measured from the left edge of the sheet.

    Attributes:
        dx: Offset to the right, in mm.
        dy: Offset downwards, in mm.
        sx: Horizontal scale factor.
        sy: Vertical scale factor.
    """

    dx: float = 0.0
    dy: float = 0.0
    sx: float = 1.0
    sy: float = 1.0

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Return the corrected position of a point."""
        return self.dx + self.sx * x, self.dy + self.sy * y

    def on_dots(self, x: float, y: float) -> tuple[float, float]:
        """Return the corrected position of a point, rounded to multiples of `DOT`.

        Copies of a drawing that start at such positions are printed identically, dot for dot.
        """
        x, y = self.point(x, y)
        return round(x / DOT) * DOT, round(y / DOT) * DOT


AS_DRAWN = Adjust()


# ----------------------------------------------------------------------------------------------------


Font: TypeAlias = Literal["regular", "bold"]
Align: TypeAlias = Literal["left", "centre", "right"]
Ink: TypeAlias = float | tuple[float, float, float]
"""Shade of grey from 0 (black) to 1 (white), or red, green and blue values from 0 to 1."""
BLACK, WHITE = 0.0, 1.0


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text.

    Attributes:
        x: Left end, centre or right end of the line, depending on ``align``.
        y: Baseline position.
        size: Type size in mm.
    """

    x: float
    y: float
    text: str
    size: float
    font: Font = "regular"
    align: Align = "left"
    ink: Ink = BLACK


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line.

    Attributes:
        dash: Dash and gap lengths in mm, empty for a solid line.
    """

    x1: float
    y1: float
    x2: float
    y2: float
    width: float = 0.2
    ink: Ink = BLACK
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled or outlined polygon."""

    points: tuple[tuple[float, float], ...]
    fill: Ink | None = BLACK
    width: float = 0.0
    ink: Ink = BLACK


@dataclass(frozen=True, slots=True)
class Circle:
    """A filled or outlined circle."""

    x: float
    y: float
    r: float
    fill: Ink | None = None
    width: float = 0.0
    ink: Ink = BLACK


@dataclass(frozen=True, slots=True)
class Rect:
    """A filled or outlined rectangle.

    Attributes:
        radius: Corner radius in mm.
    """

    box: Box
    fill: Ink | None = None
    width: float = 0.2
    radius: float = 0.0
    ink: Ink = BLACK


@dataclass(frozen=True, slots=True)
class Qr:
    """A QR symbol without its white border. Sheets must leave space for the border."""

    box: Box
    text: str


@dataclass(frozen=True, slots=True)
class Use:
    """A copy of a stamp at a position on the page.

    Attributes:
        stamp: Stamp name.
        x: Left edge after rotation.
        y: Top edge after rotation.
        turn: Clockwise rotation in degrees: 0, 90 or 180.
        scale: Scale factor.
    """

    stamp: str
    x: float
    y: float
    turn: int = 0
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class Tag:
    """Start of a page part for screen readers, such as a heading or a figure.

    The part ends at the matching `END`. Tags are invisible on paper.

    Attributes:
        role: PDF structure type, such as P, H1, LI, TD or Figure. Screen readers skip the type Artifact.
        alt_text: Description of a figure, or title of another part in the document outline. May be empty.
    """

    role: str
    alt_text: str = ""


END = Tag("")
Mark: TypeAlias = Text | Line | Polygon | Circle | Rect | Qr | Use | Tag


def enclose_in_tag(role: str, marks: Iterable[Mark], alt_text: str = "") -> list[Mark]:
    """Return shapes with a start tag before them and an end tag after them."""
    return [Tag(role, alt_text), *marks, END]


@dataclass(frozen=True, slots=True)
class Stamp:
    """Drawing that pages contain once or several times.

    Attributes:
        size: Width and height.
        marks: Shapes of the drawing.
        twice: Whether to repeat the shapes, rotated by 180 degrees about the centre.
        bleed: Distance in mm by which shapes may extend beyond the edges.
    """

    size: Extent
    marks: tuple[Mark, ...]
    twice: bool = False
    bleed: float = 0.0


@dataclass(frozen=True, slots=True)
class Page:
    """One side of a sheet of paper.

    Attributes:
        bookmark: Page title in the document outline. May be empty.
        adjust: Printer corrections.
        kind: Name that similar pages of a document share, for example "backs". Empty for a unique page.
    """

    paper: Paper
    marks: tuple[Mark, ...]
    bookmark: str = ""
    adjust: Adjust = AS_DRAWN
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """Contents of a PDF file.

    Attributes:
        name: File name without its suffix.
        stamps: Stamps by name.
        counts: Numbers of printed items, such as cards or labels, by item name.
        duplex: Whether duplex printing is allowed. Pages to cut, fold or glue are printed on one side.
    """

    name: str
    title: str
    pages: tuple[Page, ...]
    stamps: Mapping[str, Stamp] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    duplex: bool = True

    def adjust_pages(self, adjust: Adjust) -> Document:
        """Return a copy of the document with corrections for a printer."""
        return replace(self, pages=tuple(replace(page, adjust=adjust) for page in self.pages))


def iter_stamp_boxes(document: Document, page: Page) -> Iterator[tuple[str, Box]]:
    """Yield the name and the printed box of every stamp on a page."""
    for mark in page.marks:
        if isinstance(mark, Use):
            w, h = turn_size(document.stamps[mark.stamp].size, mark.turn)
            x, y = page.adjust.on_dots(mark.x, mark.y)
            yield mark.stamp, Box(x, y, w * mark.scale * page.adjust.sx, h * mark.scale * page.adjust.sy)


def turn_size(size: Extent, turn: int) -> Extent:
    """Return the size of a drawing after a rotation by 0, 90 or 180 degrees."""
    return size if turn % 180 == 0 else Extent(size.h, size.w)


def place_marks(
    marks: Iterable[Mark], dx: float, dy: float, scale: float = 1.0, weight: float = 1.0
) -> Iterator[Mark]:
    """Yield scaled and shifted copies of shapes.

    Args:
        marks: The shapes.
        dx: Distance to the right, in mm.
        dy: Distance downwards, in mm.
        scale: Scale of positions and sizes.
        weight: Scale of line widths and dashes.
    """
    return (_place(mark, dx, dy, scale, weight) for mark in marks)


def _place(mark: Mark, dx: float, dy: float, scale: float, weight: float) -> Mark:
    def move_point(x: float, y: float) -> tuple[float, float]:
        return x * scale + dx, y * scale + dy

    match mark:
        case Line(x1, y1, x2, y2):
            dash = tuple(length * weight for length in mark.dash)
            return Line(*move_point(x1, y1), *move_point(x2, y2), mark.width * weight, mark.ink, dash)
        case Polygon():
            points = tuple(move_point(x, y) for x, y in mark.points)
            return Polygon(points, mark.fill, mark.width * weight, mark.ink)
        case Circle(x, y, r):
            return Circle(*move_point(x, y), r * scale, mark.fill, mark.width * weight, mark.ink)
        case Rect(Box(x, y, w, h)):
            box = Box(*move_point(x, y), w * scale, h * scale)
            return Rect(box, mark.fill, mark.width * weight, mark.radius * scale, mark.ink)
        case Text(x, y):
            return Text(*move_point(x, y), mark.text, mark.size * scale, mark.font, mark.align, mark.ink)
        case Use(stamp, x, y):
            return Use(stamp, *move_point(x, y), mark.turn, mark.scale * scale)
        case Qr(Box(x, y, w, h)):
            return Qr(Box(*move_point(x, y), w * scale, h * scale), mark.text)
        case Tag():
            return mark
