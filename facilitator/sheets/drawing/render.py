"""The only module that imports reportlab: what type measures, and a document as the bytes of a PDF."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Any, assert_never

from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from facilitator.errors import CommandError
from facilitator.sheets.drawing import qr
from facilitator.sheets.drawing.marks import (
    AS_DRAWN,
    BLACK,
    POINT,
    Box,
    Circle,
    Document,
    Extent,
    Font,
    Ink,
    Line,
    Mark,
    Page,
    Polygon,
    Qr,
    Rect,
    Stamp,
    Text,
    Use,
    turned,
)

MM = 1 / POINT
"""Points in a millimetre."""
AUTHOR = "facilitator"
rl_config.useA85 = 0  # streams as they are: a fifth smaller, and sooner done
_FILES: dict[Font, str] = {"regular": "SourceSansPro-Regular.ttf", "bold": "SourceSansPro-Bold.ttf"}


# -- what type measures ------------------------------------------------------------------------------


@cache
def _face(font: Font) -> TTFont:
    """Return a typeface, registered.  It comes from the PyPI package font-source-sans-pro (SIL OFL)."""
    package = find_spec("font_source_sans_pro")
    if package is None or package.origin is None:
        raise CommandError(
            "the typeface of the sheets", "none", "Install it: pip install font-source-sans-pro"
        )
    face = TTFont(font, str(Path(package.origin).parent / "files" / _FILES[font]))
    pdfmetrics.registerFont(face)
    return face


@cache
def text_width(text: str, size: float, font: Font = "regular") -> float:
    """Return the width of a line of text in mm; ``size`` in mm too."""
    return float(_face(font).stringWidth(text, size))


def missing(text: str) -> str:
    """Return the letters of a text that our typeface cannot draw; reportlab would draw them as blanks."""
    glyphs = [_face(font).face.charToGlyph for font in _FILES]
    return "".join(dict.fromkeys(c for c in text if any(ord(c) not in known for known in glyphs)))


# -- the PDF -----------------------------------------------------------------------------------------


def pdf(document: Document) -> bytes:
    """Return a document as a PDF: the same document gives the same bytes.

    The file asks viewers to print at full size, and to turn the paper over its long edge or to use one side.
    """
    for font in _FILES:
        _face(font)
    stream = BytesIO()
    canvas = Canvas(stream, invariant=1, pageCompression=1, initialFontName="regular", lang="en")
    canvas.setTitle(document.title)
    canvas.setAuthor(AUTHOR)
    canvas.setCreator(AUTHOR)
    canvas.setSubject(document.name)
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("Duplex", "DuplexFlipLongEdge" if document.duplex else "Simplex")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    pen = _Pen(canvas, {name: stamp.size for name, stamp in document.stamps.items()})
    for name, stamp in document.stamps.items():
        pen.stamp(name, stamp)
    for page in document.pages:
        pen.page(page)
    canvas.save()
    return stream.getvalue()


@dataclass(frozen=True, slots=True)
class _Pen:
    """Draws with reportlab; here millimetres become points, and y turns upwards."""

    canvas: Any
    sizes: dict[str, Extent]

    def stamp(self, name: str, stamp: Stamp) -> None:
        """Define a stamp as a form."""
        w, h = stamp.size
        self.canvas.beginForm(name, 0, 0, w * MM, h * MM)
        self.marks(stamp.marks, h)
        if stamp.twice:
            self.canvas.saveState()
            self.canvas.transform(-1, 0, 0, -1, w * MM, h * MM)
            self.marks(stamp.marks, h)
            self.canvas.restoreState()
        self.canvas.endForm()

    def page(self, page: Page) -> None:
        """Draw a page: first its stamps, which lie on whole dots and so outside the page's own adjustment."""
        adjust, height = page.adjust, page.paper.h
        self.canvas.setPageSize((page.paper.w * MM, height * MM))
        if page.bookmark:
            key = f"p{self.canvas.getPageNumber()}"
            self.canvas.bookmarkPage(key)
            self.canvas.addOutlineEntry(page.bookmark, key, 0)
        for mark in page.marks:
            if isinstance(mark, Use):
                stretch = (adjust.sx * mark.scale, adjust.sy * mark.scale)
                self._form(mark, adjust.on_dots(mark.x, mark.y), height, stretch)
        if adjust != AS_DRAWN:
            rise = height * (1 - adjust.sy) - adjust.dy
            self.canvas.transform(adjust.sx, 0, 0, adjust.sy, adjust.dx * MM, rise * MM)
        self.marks([mark for mark in page.marks if not isinstance(mark, Use)], height)
        self.canvas.showPage()

    def marks(self, marks: Iterable[Mark], height: float) -> None:
        """Draw marks in their order on what is so high."""
        for mark in marks:
            self._mark(mark, height)

    def _form(self, mark: Use, at: tuple[float, float], height: float, stretch: tuple[float, float]) -> None:
        """Place a form, on a page or in another form; its own origin is its bottom left corner."""
        (x, y), (sx, sy) = at, stretch
        w, h = turned(self.sizes[mark.stamp], mark.turn)
        left, low, right, high = x, height - y - h * sy, x + w * sx, height - y
        a, b, c, d, e, f = {
            0: (sx, 0, 0, sy, left, low),
            90: (0, -sy, sx, 0, left, high),
            180: (-sx, 0, 0, -sy, right, high),
        }[mark.turn]
        self.canvas.saveState()
        self.canvas.transform(a, b, c, d, e * MM, f * MM)
        self.canvas.doForm(mark.stamp)
        self.canvas.restoreState()

    def _mark(self, mark: Mark, height: float) -> None:
        match mark:
            case Text():
                self._text(mark, height)
            case Line():
                self._line(mark, height)
            case Polygon():
                self._polygon(mark, height)
            case Circle():
                self.canvas.circle(mark.x * MM, (height - mark.y) * MM, mark.r * MM, *self._style(mark))
            case Rect():
                x, y, w, h = mark.box
                place = (x * MM, (height - y - h) * MM, w * MM, h * MM)
                if mark.radius:
                    self.canvas.roundRect(*place, mark.radius * MM, *self._style(mark))
                else:
                    self.canvas.rect(*place, *self._style(mark))
            case Qr():
                self._qr(mark.box, mark.text, height)
            case Use():
                self._form(mark, (mark.x, mark.y), height, (mark.scale, mark.scale))
            case _:
                assert_never(mark)

    def _text(self, mark: Text, height: float) -> None:
        if lost := missing(mark.text):
            raise CommandError(
                "letters the sheets' typeface has", f"{lost} in {mark.text!r}", "Write it in other letters."
            )
        wide = text_width(mark.text, mark.size, mark.font)
        x = mark.x - {"left": 0.0, "centre": wide / 2, "right": wide}[mark.align]
        self._fill(mark.ink)
        self.canvas.setFont(mark.font, mark.size * MM)
        self.canvas.drawString(x * MM, (height - mark.y) * MM, mark.text)

    def _line(self, mark: Line, height: float) -> None:
        self._stroke(mark.width, mark.ink)
        if mark.dash:
            self.canvas.setDash([length * MM for length in mark.dash])
        self.canvas.line(mark.x1 * MM, (height - mark.y1) * MM, mark.x2 * MM, (height - mark.y2) * MM)
        if mark.dash:
            self.canvas.setDash([])

    def _polygon(self, mark: Polygon, height: float) -> None:
        stroke, fill = self._style(mark)
        path = self.canvas.beginPath()
        (x, y), *rest = mark.points
        path.moveTo(x * MM, (height - y) * MM)
        for x, y in rest:
            path.lineTo(x * MM, (height - y) * MM)
        path.close()
        self.canvas.drawPath(path, stroke, fill)

    def _qr(self, box: Box, text: str, height: float) -> None:
        """All dark modules as one path, a run of them one rectangle."""
        cells = qr.matrix(text)
        module = box.w / len(cells) * MM
        path = self.canvas.beginPath()
        for row, line in enumerate(cells):
            y = (height - box.y) * MM - (row + 1) * module
            for dark, run in groupby(enumerate(line), key=lambda cell: cell[1]):
                (first, _), *more = run
                if dark:
                    path.rect(box.x * MM + first * module, y, (len(more) + 1) * module, module)
        self._fill(BLACK)
        self.canvas.drawPath(path, 0, 1)

    def _style(self, mark: Polygon | Circle | Rect) -> tuple[int, int]:
        if mark.fill is not None:
            self._fill(mark.fill)
        if mark.width:
            self._stroke(mark.width, mark.ink)
        return int(bool(mark.width)), int(mark.fill is not None)

    def _stroke(self, width: float, ink: Ink) -> None:
        self.canvas.setLineWidth(width * MM)
        _ink(ink, self.canvas.setStrokeColorRGB, self.canvas.setStrokeGray)

    def _fill(self, ink: Ink) -> None:
        _ink(ink, self.canvas.setFillColorRGB, self.canvas.setFillGray)


def _ink(ink: Ink, colour: Callable[..., None], grey: Callable[[float], None]) -> None:
    """Take an ink, a grey as grey: black told in red, green and blue is mixed from four inks by many printers."""
    if isinstance(ink, tuple):
        colour(*ink)
    else:
        grey(ink)
