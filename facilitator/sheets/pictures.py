"""Pictures of the table as marks."""

from __future__ import annotations

from facilitator.machine.faces import ALPHA, BETA, named_by, owner_of
from facilitator.sheets.drawing.marks import Box, Mark, Rect, Text
from facilitator.sheets.drawing.patterns import pattern
from facilitator.sheets.drawing.tiles import is_tile, tile
from facilitator.sheets.page import fitted
from facilitator.telling.diagram import CardPicture, Picture


def drawn(picture: Picture, x: float, y: float, scale: float = 1.0) -> list[Mark]:
    """Return a picture's marks, its origin at x, y."""
    marks: list[Mark] = [
        Rect(Box(x + left * scale, y + top * scale, w * scale, h * scale), None, 0.3, 0.8 * scale)
        for left, top, w, h in picture.sleeves
    ]
    for card in picture.cards:
        marks += _card(card, x, y, scale)
    for left, base, text in picture.words:
        size = 3.9 * max(scale, 0.75)
        marks.append(Text(x + left * scale, y + base * scale, text, size))
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
    return marks
