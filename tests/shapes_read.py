"""Shapes of a picture as a file shows them: read from the text of an SVG, or from the paths of a PDF."""

from __future__ import annotations

import re
from ctypes import c_float, c_int, c_uint
from dataclasses import dataclass
from xml.etree import ElementTree

import pypdfium2
from pypdfium2 import raw

MM = 25.4 / 72
NUMBERS = ("x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "width", "height")


@dataclass(frozen=True)
class Shape:
    """An outline: its corners in mm, whether it is filled with ink or with paper, its line, and its text."""

    points: tuple[tuple[float, float], ...]
    fill: float | None = None
    width: float = 0.0
    dashed: bool = False
    round: bool = False
    text: str = ""
    tint: bool = False

    @property
    def left(self) -> float:
        return min(x for x, _ in self.points)

    @property
    def right(self) -> float:
        return max(x for x, _ in self.points)

    @property
    def top(self) -> float:
        return min(y for _, y in self.points)

    @property
    def bottom(self) -> float:
        return max(y for _, y in self.points)

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @property
    def size(self) -> tuple[float, float]:
        return self.right - self.left, self.bottom - self.top


def read_svg(text: str) -> list[Shape]:
    """Read the shapes of an SVG."""
    found = []
    for one in ElementTree.fromstring(text).iter():
        kind, has = one.tag.partition("}")[2], one.attrib
        value = {name: float(number) for name, number in has.items() if name in NUMBERS}
        paint = _level(has.get("fill")), float(has.get("stroke-width", 0)), "stroke-dasharray" in has
        match kind:
            case "line":
                found.append(Shape(((value["x1"], value["y1"]), (value["x2"], value["y2"])), *paint))
            case "polygon":
                corners = [tuple(map(float, point.split(","))) for point in has["points"].split()]
                found.append(Shape(tuple((x, y) for x, y in corners), *paint))
            case "circle":
                x, y, r = value["cx"], value["cy"], value["r"]
                found.append(Shape(((x - r, y - r), (x + r, y + r)), *paint, round=True))
            case "rect":
                x, y, w, h = value["x"], value["y"], value["width"], value["height"]
                tint = "tint" in has.get("class", "").split()
                found.append(Shape(((x, y), (x + w, y), (x + w, y + h), (x, y + h)), *paint, tint=tint))
            case "text":
                found.append(Shape(((value["x"], value["y"]),), 0.0, text=one.text or ""))
    return found


def _level(colour: str | None) -> float | None:
    """Return how light a colour is, from 0 (ink) to 1 (paper)."""
    if colour in (None, "none"):
        return None
    assert colour is not None
    assert re.fullmatch("#[0-9a-f]{6}", colour)
    return sum(int(colour[i : i + 2], 16) for i in (1, 3, 5)) / 765


def read_pdf(content: bytes, page: int = 0) -> list[Shape]:
    """Read the shapes of a page of a PDF, in mm from its top left corner."""
    document = pypdfium2.PdfDocument(content)
    sheet = document[page]
    high = sheet.get_height()
    found = sheet.get_objects(max_depth=3)
    return [_read_path(one, high) for one in found if one.type == raw.FPDF_PAGEOBJ_PATH]


def _read_path(path: pypdfium2.PdfObject, high: float) -> Shape:
    points, curved = [], False
    x, y, width = c_float(), c_float(), c_float()
    a, b, c, d, e, f = path.get_matrix().get()
    for i in range(raw.FPDFPath_CountSegments(path)):
        segment = raw.FPDFPath_GetPathSegment(path, i)
        raw.FPDFPathSegment_GetPoint(segment, x, y)
        curved = curved or raw.FPDFPathSegment_GetType(segment) == raw.FPDF_SEGMENT_BEZIERTO
        across, up = a * x.value + c * y.value + e, b * x.value + d * y.value + f
        points.append((across * MM, (high - up) * MM))
    filled, stroked = _mode(path)
    raw.FPDFPageObj_GetStrokeWidth(path, width)
    fill = _fill(path) if filled else None
    dashed = raw.FPDFPageObj_GetDashCount(path) > 0
    corners = tuple(dict.fromkeys((round(across, 2), round(down, 2)) for across, down in points))
    return Shape(corners, fill, width.value * MM * stroked, dashed, curved)


def _mode(path: pypdfium2.PdfObject) -> tuple[bool, bool]:
    """Return whether a path is filled, and whether its line is drawn."""
    fill, stroke = c_int(), c_int()
    raw.FPDFPath_GetDrawMode(path, fill, stroke)
    return fill.value != raw.FPDF_FILLMODE_NONE, bool(stroke.value)


def _fill(path: pypdfium2.PdfObject) -> float:
    levels = [c_uint() for _ in range(4)]
    raw.FPDFPageObj_GetFillColor(path, *levels)
    return sum(level.value for level in levels[:3]) / 765
