"""Pictures of the table as marks."""

from __future__ import annotations

from math import atan2, cos, pi, sin

from facilitator.machine.faces import ALPHA, BETA, named_by, owner_of
from facilitator.sheets.drawing.marks import BLACK, Align, Box, Line, Mark, Polygon, Rect, Text
from facilitator.sheets.drawing.patterns import pattern
from facilitator.sheets.drawing.tiles import is_tile, tile
from facilitator.sheets.page import fitted
from facilitator.telling.diagram import Arrow, CardPicture, Picture

HEAD = 2.4
"""Length of an arrow's head, mm."""


def drawn(picture: Picture, x: float, y: float, scale: float = 1.0) -> list[Mark]:
    """Return a picture's marks, its origin at x, y."""
    marks: list[Mark] = [
        Rect(Box(x + left * scale, y + top * scale, w * scale, h * scale), None, 0.3, 0.8 * scale)
        for left, top, w, h in picture.sleeves
    ]
    for card in picture.cards:
        marks += _card(card, x, y, scale)
    for arrow in picture.arrows:
        marks += _arrow(arrow, x, y, scale)
    for left, base, text in picture.words:
        size = 3.9 * max(scale, 0.75)
        align: Align = "centre" if picture.centred else "left"
        marks.append(Text(x + left * scale, y + base * scale, text, size, align=align))
    return marks


def _card(card: CardPicture, x: float, y: float, scale: float) -> list[Mark]:
    box = Box(x + card.x * scale, y + card.y * scale, card.w * scale, card.h * scale)
    middle = box.x + box.w / 2
    if is_tile(card.face):
        marks: list[Mark] = list(tile(card.face, box))
    elif card.face:
        face = card.face if card.face in (ALPHA, BETA) else named_by(owner_of(card.face))
        size = fitted(face, box.w - 1.2, box.h * (0.75 if len(face) == 1 else 0.42), "bold")
        marks = [
            Rect(box, None, 0.45, 1.2 * scale),
            Text(middle, box.y + box.h / 2 + 0.3 * size, face, size, "bold", "centre"),
        ]
    else:
        marks = [
            Rect(box, 0.92, 0.45, 1.2 * scale),
            *pattern("falling", box.inset(1.4 * scale), 0.62, 1.4 * scale),
        ]
    if card.under:
        marks.append(Text(middle, box.bottom + 4.1 * scale, card.under, 4.2 * scale, "bold", "centre"))
    return marks


def _arrow(arrow: Arrow, x: float, y: float, scale: float) -> list[Mark]:
    x1, y1 = x + arrow.x1 * scale, y + arrow.y1 * scale
    x2, y2 = x + arrow.x2 * scale, y + arrow.y2 * scale
    marks: list[Mark] = [Line(x1, y1, x2, y2, 0.5), _head(x1, y1, x2, y2, scale)]
    return [*marks, _head(x2, y2, x1, y1, scale)] if arrow.both else marks


def _head(x1: float, y1: float, x2: float, y2: float, scale: float) -> Polygon:
    """A filled arrow head at the second point."""
    way = atan2(y2 - y1, x2 - x1)
    wings = [
        (x2 + HEAD * scale * cos(way + turn), y2 + HEAD * scale * sin(way + turn))
        for turn in (pi - 0.42, pi + 0.42)
    ]
    return Polygon(((x2, y2), *wings), BLACK)
