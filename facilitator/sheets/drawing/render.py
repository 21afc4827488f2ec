"""Measure text and write documents as PDF. Only this module imports reportlab.

Our typeface is Source Sans. If the package weblate-fonts is installed, its typefaces provide the letters of
other scripts.

A PDF also has tags for screen readers. The class `_Reading` collects the document structure from tags between
the shapes, while `_Pen` draws the shapes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from itertools import chain, groupby, zip_longest
from pathlib import Path
from typing import Any, NamedTuple, assert_never
from unicodedata import bidirectional

from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFString
from reportlab.pdfbase.ttfonts import ShapedStr, TTFont, shapeStr
from reportlab.pdfgen.canvas import Canvas

from facilitator.errors import CommandError
from facilitator.i18n.catalogue import get_language
from facilitator.installing import install_command
from facilitator.pictures import marks
from facilitator.pictures.marks import BLACK, Font, Ink, Mark, Tag, Text, Use
from facilitator.sheets.drawing import qr

MM = 1 / marks.POINT
"""Points in a millimetre."""
AUTHOR = "facilitator"
rl_config.useA85 = 0  # Uncoded streams are a fifth smaller and faster to write.
_FILES: dict[Font, str] = {"regular": "SourceSansPro-Regular.ttf", "bold": "SourceSansPro-Bold.ttf"}
_COLLECTION = Path("static", "weblate_fonts", "kurinto", "ttf")
_FAMILIES = ("KurintoSans", "KurintoSansJP", "KurintoSansSC", "KurintoSansTC", "KurintoSansKR")
_WEIGHTS: dict[Font, str] = {"regular": "Rg", "bold": "Bd"}
_KINDS = {"R": "r", "AL": "a", "NSM": "m"}
"""Codes for letters that our typeface lacks, by their Unicode bidirectional class:

- ``r``: letters from right to left, such as Hebrew
- ``a``: Arabic letters
- ``m``: marks that combine with another letter
"""
_PARTS = re.compile("[o.]+|[lm]+|r(?:[rm.]*[rm])?|a(?:[am.]*[am])?")


# -- Measuring text ----------------------------------------------------------------------------------


@cache
def _load_own_typeface(font: Font) -> TTFont:
    """Register and return our typeface, from the PyPI package font-source-sans-pro (SIL OFL)."""
    folder = _find_package("font_source_sans_pro")
    if folder is None:
        raise CommandError(
            "The typeface of the sheets is not installed.",
            f"Install it: {install_command('font-source-sans-pro')}",
        )
    return _register_font(font, folder / "files" / _FILES[font])


@cache
def _load_other_typefaces(font: Font) -> tuple[TTFont, ...]:
    """Register and return the typefaces of other scripts, from the PyPI package weblate-fonts (SIL OFL).

    The result is empty if weblate-fonts is not installed, or uharfbuzz, which reportlab needs for such scripts.
    """
    folder = _find_package("weblate_fonts")
    if folder is None or _find_package("uharfbuzz") is None:
        return ()
    names = [f"{family}-{_WEIGHTS[font]}" for family in _FAMILIES]
    return tuple(_register_font(name, folder / _COLLECTION / f"{name}.ttf") for name in names)


def _find_package(package: str) -> Path | None:
    found = find_spec(package)
    return Path(found.origin).parent if found and found.origin else None


def _register_font(name: str, file: Path) -> TTFont:
    face = TTFont(name, str(file))
    pdfmetrics.registerFont(face)
    return face


def _has_letters(face: TTFont, text: str) -> bool:
    return all(ord(letter) in face.face.charToGlyph for letter in text)


class Piece(NamedTuple):
    """Part of a text line in a single typeface.

    Attributes:
        face: Name of the typeface.
        drawn: Text to draw, or the glyphs for it if the script joins or reorders letters.
        width: Width as a multiple of the type size.
        alt_text: Text for screen readers, if ``drawn`` consists of glyphs. Otherwise empty.
    """

    face: str
    drawn: str
    width: float
    alt_text: str = ""


@cache
def _split_into_pieces(text: str, font: Font) -> tuple[Piece, ...]:
    """Split a line of text into pieces, each set in a single typeface."""
    own = _load_own_typeface(font)
    if _has_letters(own, text):
        return (_make_piece(text, own, own),)
    spans = _split_by_typeface(text, own, _load_other_typefaces(font))
    return tuple(_make_piece(part, face, own) for part, face in spans)


def _split_by_typeface(text: str, own: TTFont, others: Sequence[TTFont]) -> Iterator[tuple[str, TTFont]]:
    """Divide a line into parts, and yield the text and the typeface of each part.

    A part contains only letters that our typeface has, or only letters that it lacks. Neighbouring words of a
    right-to-left script, such as Hebrew, stay in one part, so that they are drawn in the correct order. If no
    typeface contains all letters of a part, each letter becomes a part.

    Args:
        text: The line.
        own: Our typeface.
        others: Other typefaces to try, in order of preference.
    """
    kinds = "".join(_classify_letter(letter, own) for letter in text)
    for found in _PARTS.finditer(kinds):
        part = text[found.start() : found.end()]
        whole = own if found[0][0] in "o." else _find_typeface(part, others)
        for piece in [part] if whole else part:
            yield piece, whole or _find_typeface(piece, others) or own


def _find_typeface(text: str, typefaces: Iterable[TTFont]) -> TTFont | None:
    """Return the first typeface that contains all letters of a text."""
    return next((face for face in typefaces if _has_letters(face, text)), None)


def _classify_letter(letter: str, own: TTFont) -> str:
    if _has_letters(own, letter):
        return "o" if letter.isalnum() else "."
    return _KINDS.get(bidirectional(letter), "l")


def _make_piece(text: str, face: TTFont, own: TTFont) -> Piece:
    """Return the piece that draws a text in a typeface. Its letters are joined as the script requires."""
    if face is own:
        return Piece(face.fontName, text, face.stringWidth(text, 1))
    drawn = shapeStr(text, face.fontName, 1)
    glyphs = drawn.__shapeData__ if isinstance(drawn, ShapedStr) else ()
    width = sum(glyph.x_advance for glyph in glyphs) / 1000 if glyphs else face.stringWidth(text, 1)
    return Piece(face.fontName, drawn, width, text)


def glyphs(text: str, font: Font) -> Iterator[tuple[str, int, float, float]]:
    """Yield the glyphs that draw a line of text, with their positions.

    Yields:
        Path of the typeface file, index of the glyph in this file, and position of the glyph. The position is
        the distance to the right and upwards from the start of the line, in multiples of the type size.
    """
    x = 0.0
    for piece in _split_into_pieces(text, font):
        face = pdfmetrics.getFont(piece.face).face
        shapes = piece.drawn.__shapeData__ if isinstance(piece.drawn, ShapedStr) else ()
        for letter, shape in zip_longest(map(ord, piece.drawn), shapes):
            _, wide, _, dx, dy, _ = shape or (0, face.charWidths[letter], 0, 0, 0, 0)
            yield str(face.filename), face.charToGlyph[letter], x + dx / 1000, dy / 1000
            x += wide / 1000


@cache
def text_width(text: str, size: float, font: Font = "regular") -> float:
    """Return the width of a line of text in mm, for a type size in mm."""
    return size * sum(piece.width for piece in _split_into_pieces(text, font))


def left_of(mark: Text) -> float:
    """Return the x coordinate of the left end of a line of text, in mm."""
    wide = text_width(mark.text, mark.size, mark.font)
    return mark.x - {"left": 0.0, "centre": wide / 2, "right": wide}[mark.align]


def most_scripts() -> bool:
    """Return whether typefaces of other scripts are installed."""
    return bool(_load_other_typefaces("regular"))


@cache
def missing(text: str) -> str:
    """Return the letters of a text that no installed typeface contains."""
    letters = dict.fromkeys(text)
    return "".join(letter for letter in letters if not all(_is_drawable(letter, font) for font in _FILES))


def _is_drawable(letter: str, font: Font) -> bool:
    if _has_letters(_load_own_typeface(font), letter):
        return True  # Nearly every letter: the other typefaces need not be loaded, which takes long.
    return any(_has_letters(face, letter) for face in _load_other_typefaces(font))


# -- Writing the PDF ---------------------------------------------------------------------------------


def pdf(document: marks.Document) -> bytes:
    """Return a document as the contents of a PDF file. The output is deterministic.

    Raises:
        CommandError: Our typeface is not installed, or no installed typeface has a letter of the text.
    """
    for font in _FILES:
        _load_own_typeface(font)
    stream = BytesIO()
    canvas = Canvas(
        stream,
        invariant=1,
        pageCompression=1,
        initialFontName="regular",
        lang=get_language(),
        pdfVersion=(1, 7),
    )
    canvas.setTitle(document.title)
    canvas.setAuthor(AUTHOR)
    canvas.setCreator(AUTHOR)
    canvas.setSubject(document.name)
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("Duplex", "DuplexFlipLongEdge" if document.duplex else "Simplex")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    canvas.addPageLabel(0, "ARABIC", prefix=f"{document.name} ")
    pen = _Pen(canvas, {name: stamp.size for name, stamp in document.stamps.items()}, _Reading(canvas))
    for name, stamp in document.stamps.items():
        pen.stamp(name, stamp)
    for page in document.pages:
        pen.page(page)
    pen.reading.write()
    canvas.save()
    return stream.getvalue()


def modules(mark: marks.Qr) -> Iterator[marks.Box]:
    """Yield boxes that cover the dark modules of a QR symbol."""
    cells = qr.matrix(mark.text)
    side = mark.box.w / len(cells)
    for y, row in enumerate(cells):
        for dark, run in groupby(enumerate(row), key=lambda module: module[1]):
            (x, _), *more = run
            if dark:
                yield marks.Box(mark.box.x + x * side, mark.box.y + y * side, (len(more) + 1) * side, side)


@dataclass(frozen=True, slots=True)
class _Pen:
    """Drawing of shapes with reportlab.

    Shapes are in millimetres, with a y axis that points downwards. In PDF, lengths are in points, and the y
    axis points upwards.

    Attributes:
        canvas: The reportlab canvas.
        sizes: Sizes of the stamps by name.
        reading: Document structure for screen readers.
    """

    canvas: Any
    sizes: dict[str, marks.Extent]
    reading: _Reading

    def stamp(self, name: str, stamp: marks.Stamp) -> None:
        """Define a stamp as a PDF form."""
        w, h = stamp.size
        out = stamp.bleed
        self.canvas.beginForm(name, -out * MM, -out * MM, (w + out) * MM, (h + out) * MM)
        self.draw_marks(stamp.marks, h)
        if stamp.twice:
            self.canvas.saveState()
            self.canvas.transform(-1, 0, 0, -1, w * MM, h * MM)
            self.draw_marks(stamp.marks, h)
            self.canvas.restoreState()
        self.canvas.endForm()

    def page(self, page: marks.Page) -> None:
        """Draw a page: first its stamps, and then all other shapes."""
        adjust, height = page.adjust, page.paper.h
        self.canvas.setPageSize((page.paper.w * MM, height * MM))
        self.reading.begin(page.bookmark)
        # Stamps start on a printer dot. So the corrections for the printer apply to each stamp, and the coordinate
        # system is only changed afterwards.
        for mark in page.marks:
            if isinstance(mark, Use):
                stretch = (adjust.sx * mark.scale, adjust.sy * mark.scale)
                self._place_form(mark, adjust.on_dots(mark.x, mark.y), height, stretch)
        if adjust != marks.AS_DRAWN:
            rise = height * (1 - adjust.sy) - adjust.dy
            self.canvas.transform(adjust.sx, 0, 0, adjust.sy, adjust.dx * MM, rise * MM)
        for mark in page.marks:
            if not isinstance(mark, Use):
                self.reading.add_mark(mark, height)
                self._draw_mark(mark, height)
        self.reading.end()

    def draw_marks(self, given: Iterable[Mark], height: float) -> None:
        for mark in given:
            self._draw_mark(mark, height)

    def _place_form(
        self, mark: Use, at: tuple[float, float], height: float, stretch: tuple[float, float]
    ) -> None:
        """Draw a copy of a stamp on a page or in another stamp.

        Args:
            mark: The copy.
            at: Position of the top left corner, in mm.
            height: Height of the page or of the other stamp, in mm.
            stretch: Scale factors to the right and downwards.
        """
        (x, y), (sx, sy) = at, stretch
        w, h = marks.turn_size(self.sizes[mark.stamp], mark.turn)
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

    def _draw_mark(self, mark: Mark, height: float) -> None:
        match mark:
            case Text():
                self._draw_text(mark, height)
            case marks.Line():
                self._draw_line(mark, height)
            case marks.Polygon():
                self._draw_polygon(mark, height)
            case marks.Circle():
                self.canvas.circle(mark.x * MM, (height - mark.y) * MM, mark.r * MM, *self._set_paint(mark))
            case marks.Rect():
                self._draw_rect(mark, height)
            case marks.Qr():
                self._draw_qr(mark, height)
            case Use():
                self._place_form(mark, (mark.x, mark.y), height, (mark.scale, mark.scale))
            case Tag():
                pass
            case _:
                assert_never(mark)

    def _draw_text(self, mark: Text, height: float) -> None:
        if lost := missing(mark.text):
            raise CommandError(
                f"The typeface of the sheets has no {lost}, which is in {mark.text!r}.",
                "Write it in other letters.",
            )
        x = left_of(mark)
        self._set_fill(mark.ink)
        # A line ends with a space, so that screen readers separate its last word from the next line.
        for piece in _split_into_pieces(f"{mark.text} ", mark.font):
            self.canvas.setFont(piece.face, mark.size * MM)
            with self.reading.replace_text(piece.alt_text):
                self.canvas.drawString(x * MM, (height - mark.y) * MM, piece.drawn)
            x += piece.width * mark.size

    def _draw_rect(self, mark: marks.Rect, height: float) -> None:
        x, y, w, h = mark.box
        place = (x * MM, (height - y - h) * MM, w * MM, h * MM)
        if mark.radius:
            self.canvas.roundRect(*place, mark.radius * MM, *self._set_paint(mark))
        else:
            self.canvas.rect(*place, *self._set_paint(mark))

    def _draw_line(self, mark: marks.Line, height: float) -> None:
        self._set_stroke(mark.width, mark.ink)
        if mark.dash:
            self.canvas.setDash([length * MM for length in mark.dash])
        self.canvas.line(mark.x1 * MM, (height - mark.y1) * MM, mark.x2 * MM, (height - mark.y2) * MM)
        if mark.dash:
            self.canvas.setDash([])

    def _draw_polygon(self, mark: marks.Polygon, height: float) -> None:
        stroke, fill = self._set_paint(mark)
        path = self.canvas.beginPath()
        (x, y), *rest = mark.points
        path.moveTo(x * MM, (height - y) * MM)
        for x, y in rest:
            path.lineTo(x * MM, (height - y) * MM)
        path.close()
        self.canvas.drawPath(path, stroke, fill)

    def _draw_qr(self, mark: marks.Qr, height: float) -> None:
        path = self.canvas.beginPath()
        for x, y, w, h in modules(mark):
            path.rect(x * MM, (height - y - h) * MM, w * MM, h * MM)
        self._set_fill(BLACK)
        self.canvas.drawPath(path, 0, 1)

    def _set_paint(self, mark: marks.Polygon | marks.Circle | marks.Rect) -> tuple[int, int]:
        if mark.fill is not None:
            self._set_fill(mark.fill)
        if mark.width:
            self._set_stroke(mark.width, mark.ink)
        return int(bool(mark.width)), int(mark.fill is not None)

    def _set_stroke(self, width: float, ink: Ink) -> None:
        self.canvas.setLineWidth(width * MM)
        _set_ink(ink, self.canvas.setStrokeColorRGB, self.canvas.setStrokeGray)

    def _set_fill(self, ink: Ink) -> None:
        _set_ink(ink, self.canvas.setFillColorRGB, self.canvas.setFillGray)


def _set_ink(ink: Ink, colour: Callable[..., None], grey: Callable[[float], None]) -> None:
    """Select an ink with one of two functions.

    Args:
        ink: The ink.
        colour: Function that selects red, green and blue values.
        grey: Function that selects a shade of grey.
    """
    if isinstance(ink, tuple):
        colour(*ink)
    else:  # Many printers mix four inks for an RGB black.
        grey(ink)


# -- Structure for screen readers --------------------------------------------------------------------


LEAVES = ("P", "H1", "H2", "Lbl", "TH", "TD", "Figure", "Artifact")
"""Roles of parts that screen readers read as a unit. Tags inside such a part have no effect."""
GROUPS = {"LI": "L", "TR": "Table"}
"""Role of the group that consecutive parts form: list items form a list (L), and rows form a table."""
LEVELS = {"H1": 0, "H2": 1}
"""Level in the document outline, by role. Other roles have level 2."""
INSTEAD = {"Figure": "Alt", "Span": "ActualText"}
"""PDF key of the text that screen readers read instead of the drawing, by role."""


@dataclass(slots=True)
class _Node:
    """Part of the document structure, such as a paragraph or a table.

    Attributes:
        role: PDF structure type, such as "P".
        alt_text: Text that screen readers read instead of the drawing. May be empty.
        kids: Contents in reading order. A number is the index of a piece of content on ``page``.
        page: Index of the last page with content of this part. `None` if all content is in other parts.
    """

    role: str
    alt_text: str = ""
    kids: list[_Node | int] = field(default_factory=list)
    page: int | None = None

    def new(self, role: str, alt_text: str = "") -> _Node:
        self.kids.append(node := _Node(role, alt_text))
        return node

    def last(self, role: str) -> _Node:
        """Return the last part inside this part if it has the given role. Otherwise add such a part."""
        last = self.kids[-1] if self.kids else None
        return last if isinstance(last, _Node) and last.role == role else self.new(role)


_ARTIFACT = _Node("Artifact")


def _format_actual_text(node: _Node) -> str:
    """Return the PDF property with the text that viewers copy instead of the glyphs of a part.

    The result is empty for parts without such a text, and for text from right to left.
    """
    if node.role != "Span" or bidirectional(node.alt_text[0]) in ("R", "AL"):
        return ""
    return f" /ActualText <feff{node.alt_text.encode('utf-16-be').hex()}>"


class _Reading:
    """Builder of a PDF structure tree, which tells screen readers what to read and in which order.

    A line of text outside all tags becomes a paragraph. Screen readers skip other shapes outside figures.
    Source: ISO 32000-1, 14.7 and 14.8.
    """

    def __init__(self, canvas: Any) -> None:
        self._canvas, self._path = canvas, [_Node("Document")]
        self._pages: list[list[_Node]] = []  # for each page, the part that owns each piece of content
        self._open: _Node | None = None
        self._named: list[Tag] = []  # tags that get an outline entry at their first line of text
        self._level = -1

    def begin(self, bookmark: str) -> None:
        """Begin a page. Screen readers skip the shapes before the first tag, such as stamps."""
        self._pages.append([])
        if bookmark:
            self._add_bookmark(bookmark, self._canvas._pagesize[1], 0)
        self._switch_to(_ARTIFACT)

    def add_mark(self, mark: Mark, height: float) -> None:
        """Add a tag or a shape of the current page to the structure tree.

        A tag opens a part of the tree or closes the current part. A shape belongs to the current part.

        Args:
            mark: The tag or shape.
            height: Page height in mm.
        """
        node = self._path[-1]
        match mark:
            case Tag("", _):
                self._path.pop()
            case Tag():
                self._path.append(self._find_or_add_part(mark.role, mark.alt_text))
                self._named += [mark] if mark.alt_text and mark.role != "Figure" else []
            case Text():
                for tag in self._named:
                    top = (height - mark.y + mark.size) * MM
                    self._add_bookmark(tag.alt_text, top, LEVELS.get(tag.role, 2))
                self._named.clear()
                self._switch_to(self._find_or_add_part("TD" if node.role == "TR" else "P"))
            case _:
                self._switch_to(node if node.role == "Figure" else _ARTIFACT)

    @contextmanager
    def replace_text(self, alt_text: str) -> Iterator[None]:
        """Let screen readers read ``alt_text`` instead of the text that is drawn inside the `with` statement.

        An empty ``alt_text`` has no effect.
        """
        if not alt_text or self._open is None or self._open is _ARTIFACT:
            yield
            return
        around = self._open
        self._switch_to(around.new("Span", alt_text))
        yield
        self._switch_to(around)

    def end(self) -> None:
        """End the page."""
        self._switch_to(None)
        self._canvas.showPage()
        page = self._canvas._doc.Pages[-1]
        page.__NoDefault__ = [*page.__NoDefault__, "StructParents"]
        page.StructParents = len(self._pages) - 1

    def write(self) -> None:
        """Write the structure tree into the PDF file, after the last page."""
        doc, refs = self._canvas._doc, dict[int, Any]()
        root = PDFDictionary({"Type": PDFName("StructTreeRoot")})
        root["K"] = self._write_node(self._path[0], doc.Reference(root), refs)
        owners = [PDFArray([refs[id(node)] for node in page]) for page in self._pages]
        root["ParentTree"] = PDFDictionary({"Nums": PDFArray([*chain(*enumerate(owners))])})
        doc.Catalog.StructTreeRoot, doc.Catalog.MarkInfo = root, PDFDictionary({"Marked": "true"})

    def _find_or_add_part(self, role: str, alt_text: str = "") -> _Node:
        """Return the part to which content with a role belongs: the current part or a new part inside it."""
        node = self._path[-1]
        if node.role in LEAVES:
            return node
        if role == "Artifact":
            return _ARTIFACT
        if node.role == "LI" and role != "Lbl":
            node = node.last("LBody")
        return (node.last(GROUPS[role]) if role in GROUPS else node).new(role, alt_text)

    def _switch_to(self, node: _Node | None) -> None:
        """Begin content of the page that belongs to a part of the structure tree, and end the previous content.

        Args:
            node: Part of the structure tree, or `None` at the end of the page.
        """
        code, page = self._canvas._code, self._pages[-1]
        if node is self._open:
            return
        if self._open is not None:
            code.append("EMC")
        if node is _ARTIFACT:
            code.append("/Artifact BMC")
        elif node is not None:
            node.kids.append(len(page))
            node.page = len(self._pages) - 1
            code.append(f"/{node.role} <</MCID {len(page)}{_format_actual_text(node)}>> BDC")
            page.append(node)
        self._open = node

    def _add_bookmark(self, alt_text: str, y: float, level: int) -> None:
        """Add an entry to the document outline, at most one level below the previous entry."""
        key = f"{len(self._pages)} {y:.1f} {alt_text}"
        self._level = min(level, self._level + 1)
        self._canvas.bookmarkPage(key, fit="FitH", top=y)
        self._canvas.addOutlineEntry(alt_text, key, self._level)

    def _write_node(self, node: _Node, parent: Any, refs: dict[int, Any]) -> Any:
        doc = self._canvas._doc
        made = PDFDictionary({"S": PDFName(node.role), "P": parent})
        refs[id(node)] = own = doc.Reference(made)
        if key := INSTEAD.get(node.role):
            made[key] = PDFString(node.alt_text)
        if node.page is not None:
            made["Pg"] = doc.Reference(doc.Pages[node.page])
        kids = (self._write_node(kid, own, refs) if isinstance(kid, _Node) else kid for kid in node.kids)
        made["K"] = PDFArray(kids)
        return own
