"""Conversion of documents to files.

Every document becomes a PDF file. Each page of the document "images" also becomes a PNG file and an SVG file.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from io import BytesIO
from typing import Any
from xml.sax.saxutils import escape

from facilitator.errors import CommandError
from facilitator.i18n.catalogue import refusal
from facilitator.installing import install_command
from facilitator.pictures.marks import Document, Page, Text, Use, place_marks
from facilitator.pictures.svg import format_colour, shape_to_svg
from facilitator.sheets.drawing.render import glyphs, left_of, pdf

DPI = 600
"""Resolution of a PNG file, in dots per inch. Printing services ask for 300."""
DRAWN_BY = ("pypdfium2", "fontTools")
"""Packages that render PDF pages (pypdfium2) and read the outlines of a typeface (fontTools)."""
IMAGES = "images"
"""Name of the document that is also converted to PNG and SVG files."""


def files(document: Document) -> dict[str, bytes]:
    """Return the contents of all files for a document, by file name.

    The files are a PDF file and, for the document `IMAGES`, a PNG file and an SVG file per page.

    Raises:
        CommandError: A package for PNG or SVG files is not installed.
    """
    book, name = pdf(document), document.name
    found = {f"{name}.pdf": book}
    if name != IMAGES:
        return found
    if not all(map(find_spec, DRAWN_BY)):
        raise CommandError(*refusal("refused.pictures", command=install_command("pypdfium2", "fonttools")))
    import pypdfium2

    for page, drawn in zip(document.pages, pypdfium2.PdfDocument(book), strict=True):
        stem = f"{name}-" + "".join(letter if letter.isalnum() else "-" for letter in page.bookmark)
        stream = BytesIO()
        drawn.render(scale=DPI / 72 * (1 - 1e-12)).to_pil().save(stream, "PNG", dpi=(DPI, DPI))
        found |= {f"{stem}.png": stream.getvalue(), f"{stem}.svg": svg(document, page).encode()}
    return found


# ----------------------------------------------------------------------------------------------------
# SVG files use millimetres, like shapes. Text becomes outlines, because the printing service may lack our
# typeface.


STANDARD = "www.w3.org"
"""Host name in the XML namespace of SVG elements."""
FINE = 100
"""Number of SVG units per millimetre. Coordinates are rounded to a tenth of a unit."""


def svg(document: Document, page: Page) -> str:
    """Return a page as the text of an SVG file. The page must show a single card with two equal halves."""
    w, h = page.paper.w, page.paper.h
    (card,) = page.marks
    assert isinstance(card, Use)
    marks = place_marks(document.stamps[card.stamp].marks, FINE * card.x, FINE * card.y, FINE, FINE)
    half = [_outline_text(mark) if isinstance(mark, Text) else shape_to_svg(mark) for mark in marks]
    size = f'width="{w:g}mm" height="{h:g}mm" viewBox="0 0 {w:g} {h:g}"'
    lines = [
        f'<svg xmlns="http://{STANDARD}/2000/svg" {size} fill="none"><title>{escape(page.bookmark)}</title>',
        f'<rect width="{w:g}" height="{h:g}" fill="#fff"/>',
        *(f'<g transform="scale({1 / FINE:g})">', *half, "</g>"),
        *(f'<g transform="rotate(180 {w / 2:g} {h / 2:g}) scale({1 / FINE:g})">', *half, "</g>"),
        "</svg>\n",
    ]
    return "\n".join(lines)


def _outline_text(mark: Text) -> str:
    """Return a line of text as an SVG path."""
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen

    left, found = left_of(mark), ""
    for file, number, x, y in glyphs(mark.text, mark.font):
        face = _load_typeface(file)
        shapes, scale = face.getGlyphSet(), mark.size / face["head"].unitsPerEm
        pen = SVGPathPen(shapes, lambda at: f"{at:.1f}")
        place = (scale, 0, 0, -scale, left + x * mark.size, mark.y - y * mark.size)
        shapes[face.getGlyphName(number)].draw(TransformPen(pen, place))
        found += pen.getCommands()
    return f'<path d="{found}" fill="{format_colour(mark.ink)}"/>'


@cache
def _load_typeface(file: str) -> Any:
    from fontTools.ttLib import TTFont

    return TTFont(file)
