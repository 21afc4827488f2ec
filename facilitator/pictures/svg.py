"""Pictures as SVG."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from facilitator.operations.faces import Face
from facilitator.pictures.marks import BLACK, WHITE, Box, Circle, Ink, Line, Mark, Polygon, Rect, Text
from facilitator.pictures.objects import CARD, Picture, TableCard
from facilitator.pictures.shapes import MARGIN, draw_things


def to_svg(picture: Picture, title: str) -> str:
    """Return a picture as an SVG document.

    Web pages use the CSS classes of the shapes for a dark colour scheme: ``dark``, ``light``, ``grey`` and
    ``tint`` for fills, and ``dark-line`` and so on for lines.

    Args:
        picture: Picture to convert.
        title: Description for screen readers.
    """
    return marks_to_svg(draw_things(picture), picture.bounds.inset(-MARGIN), title)


def faces_to_svg(faces: Iterable[Face]) -> dict[Face, str]:
    """Return an SVG document for each card face."""
    frame = Box(-CARD.w / 2, -CARD.h / 2, *CARD).inset(-1)
    return {face: marks_to_svg(draw_things(Picture((TableCard(0, 0, face),))), frame, face) for face in faces}


def marks_to_svg(marks: Iterable[Mark], view: Box, title: str) -> str:
    """Return an SVG document that contains shapes.

    Args:
        marks: Shapes.
        view: Visible area, in mm.
        title: Description for screen readers.
    """
    shapes = "".join(map(shape_to_svg, marks))
    box = " ".join(_format_number(value) for value in view)
    head = "".join(f' {name}="{value}"' for name, value in ATTRIBUTES.items())
    return f'<svg{head} viewBox="{box}"><title>{escape(title)}</title>{shapes}</svg>'


W3 = "http://www.w3.org/"
ATTRIBUTES = {
    "xmlns": f"{W3}2000/svg",
    "class": "picture",
    "role": "img",
    "fill": "none",
    "stroke-linejoin": "round",
    "stroke-linecap": "round",
    "font-family": "sans-serif",
}
"""Attributes of every SVG document."""


def shape_to_svg(mark: Mark) -> str:
    """Return a shape as an SVG element, with numbers rounded to one decimal place."""
    match mark:
        case Line():
            place = _format_attributes(x1=mark.x1, y1=mark.y1, x2=mark.x2, y2=mark.y2)
            dash = f' stroke-dasharray="{" ".join(map(_format_number, mark.dash))}"' if mark.dash else ""
            return f"<line{place}{_format_paint(None, mark.width, mark.ink)}{dash}/>"
        case Polygon():
            points = " ".join(f"{_format_number(x)},{_format_number(y)}" for x, y in mark.points)
            return f'<polygon points="{points}"{_format_paint(mark.fill, mark.width, mark.ink)}/>'
        case Circle():
            place = _format_attributes(cx=mark.x, cy=mark.y, r=mark.r)
            return f"<circle{place}{_format_paint(mark.fill, mark.width, mark.ink)}/>"
        case Rect():
            x, y, w, h = mark.box
            place = _format_attributes(x=x, y=y, width=w, height=h, rx=mark.radius)
            return f"<rect{place}{_format_paint(mark.fill, mark.width, mark.ink)}/>"
        case Text():
            return _format_text(mark)
        case _:
            return ""


def _format_text(text: Text) -> str:
    anchor = {"left": "start", "centre": "middle", "right": "end"}[text.align]
    weight = ' font-weight="bold"' if text.font == "bold" else ""
    place, size = _format_attributes(x=text.x, y=text.y), _format_number(text.size)
    font = f' font-size="{size}" text-anchor="{anchor}"{weight}'
    return f"<text{place}{font}{_format_paint(text.ink, 0, text.ink)}>{escape(text.text)}</text>"


def _format_attributes(**values: float) -> str:
    return "".join(f' {name}="{_format_number(value)}"' for name, value in values.items())


def _format_number(value: float) -> str:
    """Return a number with at most one decimal place."""
    return f"{round(value, 1) + 0.0:g}"


CLASSES = {BLACK: "dark", WHITE: "light"}


def _format_paint(fill: Ink | None, width: float, ink: Ink) -> str:
    classes, attributes = list[str](), ""
    if fill is not None:
        classes.append(_name_ink(fill))
        attributes = f' fill="{format_colour(fill)}"'
    if width:
        classes.append(f"{_name_ink(ink)}-line")
        attributes += f' stroke="{format_colour(ink)}" stroke-width="{_format_number(width)}"'
    return f' class="{" ".join(classes)}"{attributes}' if classes else ""


def _name_ink(ink: Ink) -> str:
    return "tint" if isinstance(ink, tuple) else CLASSES.get(ink, "grey")


def format_colour(ink: Ink) -> str:
    """Return an ink as an SVG colour, for example "#ff0000"."""
    levels = ink if isinstance(ink, tuple) else (ink, ink, ink)
    return "#" + "".join(f"{round(255 * level):02x}" for level in levels)
