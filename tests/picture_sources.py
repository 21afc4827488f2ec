"""A picture as each surface shows it: the shapes of its SVG, and those of its PDF."""

from __future__ import annotations

from facilitator.pictures.marks import PAPERS, Box, Document, Page
from facilitator.pictures.objects import Picture
from facilitator.pictures.shapes import draw_picture
from facilitator.pictures.svg import to_svg
from facilitator.sheets.drawing.render import pdf
from shapes_read import Shape, read_pdf, read_svg


def from_svg(picture: Picture) -> list[Shape]:
    return read_svg(to_svg(picture, "a picture"))


def from_pdf(picture: Picture) -> list[Shape]:
    page = Page(PAPERS["A4"], tuple(draw_picture(picture, Box(20, 30, 90, 70))))
    return read_pdf(pdf(Document("picture", "A picture", (page,))))


READERS = {"svg": from_svg, "pdf": from_pdf}
