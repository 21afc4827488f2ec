"""Data model of a printed document: pages, and the shapes (`Mark`) on them.

All measures are in millimetres. A shape is a line of text, a geometric figure, a QR symbol, or the use of a
stamp, which is a drawing that is used many times. Tags between the shapes describe the structure of a page
for screen readers. The module `sheets.drawing.render` turns documents into PDF.
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
"""Size of a typographic point in mm."""
UNPRINTABLE = 4.3
"""Margin along every edge that a common office printer cannot print on, in mm (4.2 mm for laser printers)."""
DOT = 25.4 / 300
"""Grid spacing for aligning labels, in mm: a whole number of printer dots at 300, 600 and 1200 dpi."""


class Box(NamedTuple):
    """A rectangle, given by its left and top edges, its width and its height in mm."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """X coordinate of the right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """Y coordinate of the bottom edge."""
        return self.y + self.h

    def inset(self, by: float) -> Box:
        """Return a smaller box, with all edges moved inwards by a distance."""
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
        """The area that a common office printer can print on."""
        return Box(0, 0, self.w, self.h).inset(UNPRINTABLE)

    @property
    def landscape(self) -> Paper:
        """The same paper with its long edge at the top."""
        return Paper(self.name, max(self.w, self.h), min(self.w, self.h))

    def margins(self, block: Box) -> tuple[Box, Box]:
        """Return the printable strips above and below a block, separated from it by a small gap."""
        all_, gap = self.printable, 0.1
        return (
            Box(all_.x, all_.y, all_.w, block.y - gap - all_.y),
            Box(all_.x, block.bottom + gap, all_.w, all_.bottom - block.bottom - gap),
        )


PAPERS = {"A4": Paper("A4", 210.0, 297.0), "Letter": Paper("Letter", 215.9, 279.4)}
CARD_SIZES = {"56x87": Extent(56, 87), "63x88": Extent(63, 88)}
"""Sizes of a card's face: the size of UNO cards, and the poker size, which fits most sleeves."""


@dataclass(frozen=True, slots=True)
class Adjust:
    """Corrections for a printer that prints slightly off: an offset and a scale factor for each axis.

    A point intended for x is drawn at ``dx + sx·x``, measured from the top left corner of the sheet.

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
        """Return the adjusted point."""
        return self.dx + self.sx * x, self.dy + self.sy * y

    def on_dots(self, x: float, y: float) -> tuple[float, float]:
        """Return the adjusted point, rounded to the grid of `DOT`. Rounding moves it by at most 0.06 mm.

        Labels must look identical. Drawings that start on the grid come out identical to the last printer
        dot.
        """
        x, y = self.point(x, y)
        return round(x / DOT) * DOT, round(y / DOT) * DOT


AS_DRAWN = Adjust()


# ----------------------------------------------------------------------------------------------------


Font: TypeAlias = Literal["regular", "bold"]
Align: TypeAlias = Literal["left", "centre", "right"]
Ink: TypeAlias = float | tuple[float, float, float]
"""A shade of grey from 0 (black) to 1 (white), or red, green and blue values from 0 to 1."""
BLACK, WHITE = 0.0, 1.0


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text.

    Attributes:
        x: Left end, centre or right end of the line, depending on ``align``.
        y: Height of the baseline on the page.
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
        dash: Lengths of the dashes and gaps in mm. A solid line has none.
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
    """A closed shape with straight sides, filled or outlined."""

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
    """A rectangle, filled or outlined.

    Attributes:
        radius: Radius of the rounded corners in mm.
    """

    box: Box
    fill: Ink | None = None
    width: float = 0.2
    radius: float = 0.0
    ink: Ink = BLACK


@dataclass(frozen=True, slots=True)
class Qr:
    """A QR symbol. Sheets must leave the white border around it."""

    box: Box
    text: str


@dataclass(frozen=True, slots=True)
class Use:
    """A stamp of the document, drawn at a position on the page.

    Attributes:
        stamp: Name of the stamp.
        x: Left edge of the stamp on paper, after turning.
        y: Top edge of the stamp on paper, after turning.
        turn: Clockwise rotation in degrees: 0, 90 or 180.
        scale: Factor by which the stamp is enlarged.
    """

    stamp: str
    x: float
    y: float
    turn: int = 0
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class Tag:
    """Start of a part of the page that screen readers treat as a unit. The part ends at the matching `END`.

    Tags are invisible on paper.

    Attributes:
        role: Structure type from PDF (P, H1, H2, LI with its Lbl, TR, TH, TD, Figure). Screen readers skip
            parts with the role Artifact.
        said: Description of a figure. For all other roles, title of the entry in the viewer's outline, or
            empty if the part has no such entry.
    """

    role: str
    said: str = ""


END = Tag("")
Mark: TypeAlias = Text | Line | Polygon | Circle | Rect | Qr | Use | Tag


def enclose_in_tag(role: str, marks: Iterable[Mark], said: str = "") -> list[Mark]:
    """Return shapes enclosed in a tag."""
    return [Tag(role, said), *marks, END]


@dataclass(frozen=True, slots=True)
class Stamp:
    """Drawing that is printed many times, with copies identical to the last printer dot.

    Attributes:
        size: Width and height.
        marks: Shapes of the drawing.
        twice: Whether to draw the shapes again, rotated by 180 degrees about the centre. The drawing then
            looks the same both ways up.
        bleed: Distance in mm by which outlines for cutting may extend beyond the edges.
    """

    size: Extent
    marks: tuple[Mark, ...]
    twice: bool = False
    bleed: float = 0.0


@dataclass(frozen=True, slots=True)
class Page:
    """One side of a sheet of paper.

    Attributes:
        bookmark: Title of the page in the viewer's outline, or empty if the page has no entry there.
        adjust: Corrections for the printer.
        kind: Name that similar pages of a document share. The index shows one page of each kind. A page with
            an empty kind is different from all other pages.
    """

    paper: Paper
    marks: tuple[Mark, ...]
    bookmark: str = ""
    adjust: Adjust = AS_DRAWN
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """Contents of one PDF file.

    Attributes:
        name: File name without its suffix.
        stamps: Stamps by name.
        counts: Numbers of the things that the document contains, such as cards or labels, by name.
        duplex: Whether the document may be printed on both sides of the paper. Pages that are cut, folded or
            stuck on something must not.
    """

    name: str
    title: str
    pages: tuple[Page, ...]
    stamps: Mapping[str, Stamp] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    duplex: bool = True

    def adjust_pages(self, adjust: Adjust) -> Document:
        """Return a copy of the document with printer corrections."""
        return replace(self, pages=tuple(replace(page, adjust=adjust) for page in self.pages))


def iter_stamp_boxes(document: Document, page: Page) -> Iterator[tuple[str, Box]]:
    """Yield the name and the position on paper of every stamp."""
    for mark in page.marks:
        if isinstance(mark, Use):
            w, h = turn_size(document.stamps[mark.stamp].size, mark.turn)
            x, y = page.adjust.on_dots(mark.x, mark.y)
            yield mark.stamp, Box(x, y, w * mark.scale * page.adjust.sx, h * mark.scale * page.adjust.sy)


def turn_size(size: Extent, turn: int) -> Extent:
    """Return the size of a drawing after a rotation by ``turn`` degrees."""
    return size if turn % 180 == 0 else Extent(size.h, size.w)


def shift_marks(marks: Iterable[Mark], dx: float, dy: float) -> Iterator[Mark]:
    """Yield copies of the shapes, moved by ``dx`` to the right and ``dy`` downwards."""
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
