"""Conversion of documents to files.

Every document becomes a PDF file. The document "images" also becomes a PNG file and an SVG file per page. PNG
files are rendered from the PDF file, and SVG files are generated from the shapes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from typing import Any, assert_never
from xml.sax.saxutils import escape

from facilitator.errors import CommandError
from facilitator.i18n.catalogue import refusal
from facilitator.installing import install_command
from facilitator.pictures.marks import (
    Circle,
    Document,
    Ink,
    Line,
    Mark,
    Page,
    Polygon,
    Qr,
    Rect,
    Tag,
    Text,
    Use,
)
from facilitator.sheets.drawing.render import glyphs, left_of, modules, pdf

DPI = 600
"""Resolution of a PNG file. Printing services ask for half of it."""
DRAWN_BY = ("pypdfium2", "fontTools")
"""Packages that render PDF pages (pypdfium2) and read the outlines of a typeface (fontTools)."""
IMAGES = "images"
"""Name of the document that is also converted to PNG and SVG files."""


def files(document: Document) -> dict[str, bytes]:
    """Return the contents of all files for a document, by file name.

    The result contains a PDF file. The document `IMAGES` also has a PNG file and an SVG file per page.
    Bookmarks give the names of these files.

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


def svg(document: Document, page: Page) -> str:
    """Return a page as an SVG file. The output is deterministic."""
    w, h = page.paper.w, page.paper.h
    size = f'width="{w:g}mm" height="{h:g}mm" viewBox="0 0 {w:g} {h:g}"'
    head = f'<svg xmlns="http://{STANDARD}/2000/svg" {size}><title>{escape(page.bookmark)}</title>'
    white = f'<rect width="{w:g}" height="{h:g}" fill="#fff"/>'
    return "\n".join([head, white, *_render_marks(document, page.marks), "</svg>", ""])


def _render_marks(document: Document, marks: Iterable[Mark]) -> Iterator[str]:
    for mark in marks:
        match mark:
            case Text():
                yield f'<path d="{_outlines(mark)}" fill="{_colour(mark.ink)}"/>'
            case Line():
                ends = f'x1="{mark.x1:.3f}" y1="{mark.y1:.3f}" x2="{mark.x2:.3f}" y2="{mark.y2:.3f}"'
                dash = f' stroke-dasharray="{" ".join(map(str, mark.dash))}"' if mark.dash else ""
                yield f"<line {ends}{_stroke(mark)}{dash}/>"
            case Polygon():
                corners = " ".join(f"{x:.3f},{y:.3f}" for x, y in mark.points)
                yield f'<polygon points="{corners}" fill-rule="evenodd"{_style(mark)}/>'
            case Circle():
                yield f'<circle cx="{mark.x:.3f}" cy="{mark.y:.3f}" r="{mark.r:.3f}"{_style(mark)}/>'
            case Rect(box):
                size = f'x="{box.x:.3f}" y="{box.y:.3f}" width="{box.w:.3f}" height="{box.h:.3f}"'
                yield f'<rect {size} rx="{mark.radius:.3f}"{_style(mark)}/>'
            case Qr():
                dark = (f"M{x:.3f} {y:.3f}h{w:.3f}v{h:.3f}h-{w:.3f}z" for x, y, w, h in modules(mark))
                yield f'<path d="{"".join(dark)}"/>'
            case Use():
                yield from _used(document, mark)
            case Tag():
                pass
            case _:
                assert_never(mark)


def _used(document: Document, mark: Use) -> Iterator[str]:
    """Yield the SVG elements of a stamp at its position and with its rotation."""
    stamp = document.stamps[mark.stamp]
    (w, h), marks = stamp.size, list(_render_marks(document, stamp.marks))
    upside_down = f"rotate(180 {w / 2:.3f} {h / 2:.3f})"
    turn = {0: "", 90: f" translate({h:.3f} 0) rotate(90)", 180: f" {upside_down}"}[mark.turn]
    yield f'<g transform="translate({mark.x:.3f} {mark.y:.3f}) scale({mark.scale:g}){turn}">'
    yield from marks
    if stamp.twice:
        yield from (f'<g transform="{upside_down}">', *marks, "</g>")
    yield "</g>"


def _outlines(mark: Text) -> str:
    """Return the outlines of a line of text as SVG path data."""
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen

    left, found = left_of(mark), ""
    for file, number, x, y in glyphs(mark.text, mark.font):
        face = _typeface(file)
        shapes, scale = face.getGlyphSet(), mark.size / face["head"].unitsPerEm
        pen = SVGPathPen(shapes, lambda at: f"{at:.3f}")
        place = (scale, 0, 0, -scale, left + x * mark.size, mark.y - y * mark.size)
        shapes[face.getGlyphName(number)].draw(TransformPen(pen, place))
        found += pen.getCommands()
    return found


@cache
def _typeface(file: str) -> Any:
    from fontTools.ttLib import TTFont

    return TTFont(file)


def _style(mark: Polygon | Circle | Rect) -> str:
    fill = "none" if mark.fill is None else _colour(mark.fill)
    return f' fill="{fill}"{_stroke(mark) if mark.width else ""}'


def _stroke(mark: Line | Polygon | Circle | Rect) -> str:
    return f' stroke="{_colour(mark.ink)}" stroke-width="{mark.width:.3f}"'


def _colour(ink: Ink) -> str:
    parts = ink if isinstance(ink, tuple) else (ink,) * 3
    return "#" + "".join(f"{round(255 * part):02x}" for part in parts)
