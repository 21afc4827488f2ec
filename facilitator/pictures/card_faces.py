"""Card faces, drawn so that colour alone never identifies a card."""

from __future__ import annotations

from collections.abc import Iterator

from facilitator.games.decks import CARDS as SUITED
from facilitator.instructions.known_faces import UNREAD
from facilitator.operations import faces
from facilitator.operations.faces import Face
from facilitator.pictures.figures import is_tile, suit, symbol, tile
from facilitator.pictures.marks import BLACK, Box, Circle, Ink, Line, Mark, Polygon, Rect, Text

COLOURS: dict[str, tuple[Ink, str]] = {
    "R": ((1.0, 0.76, 0.76), "diamond"),
    "Y": ((1.0, 0.93, 0.59), "star"),
    "G": ((0.72, 0.95, 0.85), "triangle"),
    "B": ((0.70, 0.88, 0.94), "square"),
}
"""Tint and symbol of each UNO colour, by its letter in the card code."""
MARKERS = {faces.marker(faces.DECK): "stack", faces.marker(faces.DISCARDS): "saltire"}
"""Symbols of the markers for the draw pile and the discard pile."""
WRITTEN = {"+": "+2", "D": "+4"}
STROKE = 0.05
"""Line width as a fraction of the card height."""


def _draw_sign(face: Face, box: Box) -> Iterator[Mark]:
    for x1, y1, x2, y2 in _SIGNS[face]:
        points = (box.x + x1 * box.w, box.y + y1 * box.h, box.x + x2 * box.w, box.y + y2 * box.h)
        yield Line(*points, STROKE * 1.6 * box.h)


def draw_face(face: Face, box: Box) -> Iterator[Mark]:
    """Yield the shapes of a card face in a box."""
    if is_tile(face):
        yield from tile(face, box)
    elif face in SUITED.cards:
        yield from _draw_suited(face, box)
    elif face in ("W", "D"):
        yield from _draw_wild(face, box)
    elif len(face) == 2 and face[1] in COLOURS:
        yield from _draw_coloured(face, box)
    elif face in _SIGNS:
        yield from _draw_sign(face, box)
    elif face in MARKERS:
        yield from symbol(MARKERS[face], Box(box.x, box.y + 0.12 * box.h, box.w, 0.56 * box.h))
    elif face.strip() and not faces.is_mask(face):
        yield from _draw_word(_get_text(face), box)


def _get_text(face: Face) -> str:
    """Return the text to draw on an extra card, or a question mark for an unread card."""
    if face == UNREAD:
        return "?"
    return faces.get_drawn_name(face) if faces.is_lot_card(face) else faces.owner_of(face)


_SIGNS = {
    "✓": ((0.2, 0.42, 0.42, 0.6), (0.42, 0.6, 0.82, 0.2)),
    "✗": ((0.22, 0.2, 0.78, 0.6), (0.78, 0.2, 0.22, 0.6)),
}
"""Lines of the check mark on playable cards and of the cross on other cards, as fractions of the card size."""


def _draw_suited(face: Face, box: Box) -> Iterator[Mark]:
    rank = "10" if face[0] == "T" else face[0]
    yield Text(box.x + box.w / 2, box.y + 0.4 * box.h, rank, 0.42 * box.h, "bold", "centre")
    yield from suit(face[1], Box(box.x, box.y + 0.52 * box.h, box.w, 0.4 * box.h), BLACK)


def _draw_coloured(face: Face, box: Box) -> Iterator[Mark]:
    """Yield an UNO card with its number or action. Tint, symbol and letter show its colour."""
    tint, sign = COLOURS[face[1]]
    size = 0.18 * box.h
    yield Rect(box, tint, 0)
    yield from symbol(sign, Box(box.x + 0.06 * box.w, box.y + 0.06 * box.w, size, size))
    yield Text(box.right - 0.2 * box.w, box.y + size, face[1], size, "bold", "centre")
    area = Box(box.x + 0.15 * box.w, box.y + 0.36 * box.h, 0.7 * box.w, 0.5 * box.h)
    if face[0] == "S":
        yield from _draw_skip(area, STROKE * box.h)
    elif face[0] == "R":
        yield from _draw_reverse(area, STROKE * box.h)
    else:
        text, middle = WRITTEN.get(face[0], face[0]), box.x + box.w / 2
        yield Text(middle, box.y + 0.86 * box.h, text, 0.46 * box.h, "bold", "centre")
    if face[0] in "69":  # Otherwise nobody could tell a 6 from a 9 that is turned over.
        yield Rect(Box(box.x + 0.36 * box.w, box.y + 0.9 * box.h, 0.28 * box.w, 0.03 * box.h), BLACK, 0)


def _draw_wild(face: Face, box: Box) -> Iterator[Mark]:
    """Yield a wild card with the symbols of all four colours."""
    w, h = box.w / 2, 0.28 * box.h
    for number, (tint, sign) in enumerate(COLOURS.values()):
        part = Box(box.x + number % 2 * w, box.y + number // 2 * h, w, h)
        yield Rect(part, tint, 0)
        yield from symbol(sign, part.inset(0.2 * min(w, h)))
    if face in WRITTEN:
        yield Text(box.x + w, box.y + 0.92 * box.h, WRITTEN[face], 0.38 * box.h, "bold", "centre")


def _draw_skip(box: Box, width: float) -> Iterator[Mark]:
    x, y, r = box.x + box.w / 2, box.y + box.h / 2, min(box.w, box.h) / 2
    yield Circle(x, y, r, None, width)
    yield Line(x - 0.7 * r, y + 0.7 * r, x + 0.7 * r, y - 0.7 * r, width)


def _draw_reverse(box: Box, width: float) -> Iterator[Mark]:
    wing = 0.2 * box.h
    for sign, start, tip in ((-1, box.x, box.right), (1, box.right, box.x)):
        y, neck = box.y + box.h / 2 + sign * 0.24 * box.h, tip + sign * 1.6 * wing
        yield Line(start, y, neck, y, width)
        yield Polygon(((tip, y), (neck, y - wing), (neck, y + wing)))


def _draw_word(text: str, box: Box) -> Iterator[Mark]:
    """Yield text in the upper part of a box, as large as possible."""
    size = min(0.5 * box.h if len(text) == 1 else 0.3 * box.h, box.w / (0.66 * len(text)))
    if size < 0.12 * box.h:
        text, size = text[0], 0.5 * box.h
    yield Text(box.x + box.w / 2, box.y + 0.42 * box.h + 0.35 * size, text, size, "bold", "centre")
