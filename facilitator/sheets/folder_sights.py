"""The table before and after an act of the turn folder, drawn beside it."""

from __future__ import annotations

from facilitator.readings.before_after import AreaSight, sights
from facilitator.readings.diagram import as_seen
from facilitator.readings.merged import EveryAct
from facilitator.sheets.drawing.geometry import Box
from facilitator.sheets.drawing.marks import Line, Mark, Rect, Text
from facilitator.sheets.drawing.typeset import points
from facilitator.sheets.pictures import drawn

SMALLEST = points(5)
"""What is written on a card of a picture is left out where it would be smaller."""
ARROW = 0.7
"""How wide the arrow between the pictures is drawn, mm."""
COLUMNS = 3
"""Of a row of columns so many are drawn."""


def around(act: EveryAct, box: Box) -> tuple[list[Mark], float]:
    """Return the table before and after, side by side, with an arrow between, and the y below; both bare: nothing."""
    before, after = sights(act.first.cue.ops, act.first.before, act.first.faces, COLUMNS)
    if not before.seen and not after.seen:
        return [], box.y
    half = (box.w - 7) / 2
    boxes = Box(box.x, box.y, half, box.h), Box(box.x + half + 7, box.y, half, box.h)
    pictures = [_sight(*one) for one in zip((before, after), boxes, strict=True)]
    low = max(bottom for _, bottom in pictures)
    y, x = box.y + (low - box.y) / 2, box.x + half + 1
    arrow = [Line(x, y, x + 4, y, ARROW), *_head(x + 5, y)]
    sides = (
        marks or [_bare(one._replace(h=low - box.y))] for (marks, _), one in zip(pictures, boxes, strict=True)
    )
    return [*arrow, *(mark for marks in sides for mark in marks)], low


def _bare(box: Box) -> Mark:
    """The table where nothing of it lies there: a frame of its own shape, lower than any card."""
    h = min(box.h, box.w / 2.4)
    return Rect(Box(box.x, box.y + (box.h - h) / 2, box.w, h), None, 0.25, 0.8)


def _head(x: float, y: float) -> list[Mark]:
    return [Line(x, y, x - 2.2, y - 1.6, ARROW), Line(x, y, x - 2.2, y + 1.6, ARROW)]


def _sight(sight: AreaSight, box: Box) -> tuple[list[Mark], float]:
    if not sight.seen:
        return [], box.y
    picture = as_seen(sight.seen, dict(sight.up), sight.area)
    bare = type(picture)(picture.cards)
    w, h = bare.size
    scale = min(box.w / w, box.h / h, 0.62)
    marks = drawn(bare, box.x + (box.w - w * scale) / 2, box.y, scale)
    legible = [mark for mark in marks if not isinstance(mark, Text) or mark.size >= SMALLEST]
    return legible, box.y + h * scale
