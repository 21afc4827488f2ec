"""Pictures for sheets: the table before and after a step, and the stages of a wallet duel.

All functions return shapes for a page.
"""

from __future__ import annotations

from itertools import pairwise
from math import cos, radians, sin

from facilitator.i18n.catalogue import Listed, Value, phrase, sentence
from facilitator.instructions.diagram import HEIGHT, PITCH, WIDTH, CardPicture, Picture, as_seen
from facilitator.instructions.merging import MergedStep
from facilitator.instructions.text_diagram import AreaSight, find_sights
from facilitator.operations.definitions import SIX, places_of
from facilitator.operations.faces import ALPHA, BETA, Face, get_drawn_name, is_mask, mask_number, owner_of
from facilitator.operations.steps import Kind
from facilitator.sheets.drawing.marks import (
    BLACK,
    WHITE,
    Box,
    Circle,
    Extent,
    Line,
    Mark,
    Polygon,
    Rect,
    Text,
    enclose_in_tag,
    shift_marks,
)
from facilitator.sheets.figures import is_tile, pattern, tile
from facilitator.sheets.page import Column, fit_size, points_to_mm


def draw_picture(picture: Picture, x: float, y: float, scale: float = 1.0) -> list[Mark]:
    """Return the shapes of a picture.

    Args:
        picture: Picture of cards on the table.
        x: Left edge on the page, in mm.
        y: Top edge on the page, in mm.
        scale: Factor by which the picture is enlarged.
    """
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
        face = card.face if card.face in (ALPHA, BETA) else get_drawn_name(owner_of(card.face))
        high = 0.42 * box.h
        if len(face) == 1 or fit_size(face, box.w - 1.2, high, "bold") < SMALLEST:
            face, high = face[0], 0.75 * box.h
        size = fit_size(face, box.w - 1.2, high, "bold")
        marks = [
            Rect(box, None, 0.45, 1.2 * scale),
            Text(middle, box.y + box.h / 2 + 0.3 * size, face, size, "bold", "centre"),
        ]
    else:
        marks = [
            Rect(box, None, 0.45, 1.2 * scale),
            *pattern("falling", box.inset(1.4 * scale), 0.62, 1.4 * scale),
        ]
    return marks


# ----------------------------------------------------------------------------------------------------
# Pictures of the table before and after a step, for the turn script.


SMALLEST = points_to_mm(8)
"""Smallest type size in a picture. Smaller text on a card is shortened to a letter or left out."""
ARROW = 0.7
"""Line width of the arrow between two pictures, in mm."""
COLUMNS, ROW, PILES = 3, 6, 2
"""Largest numbers of columns or piles in a picture:

- `COLUMNS`: columns of a layout
- `ROW`: all cards of the six-card row
- `PILES`: piles of the six-card row, in the step in which two people exchange them
"""
ENVELOPES = tuple((at * PITCH - 1.1, -1.1, WIDTH + 2.2, HEIGHT + 2.2) for at in range(PILES))
"""Boxes of the envelopes around these piles."""


def illustrate_step(act: MergedStep, box: Box) -> tuple[list[Mark], float]:
    """Draw the table before and after a step, with an arrow between the pictures.

    Args:
        act: Step to illustrate.
        box: Area for the pictures.

    Returns:
        The shapes, and the y coordinate of their lower edge. There are no shapes if both pictures are empty.
    """
    row = any(place.area == SIX for op in act.first.step.ops for place in places_of(op))
    swap = act.first.step.kind is Kind.SWAP_ROW
    shown = PILES if swap else ROW if row else COLUMNS
    before, after = find_sights(act.first.step.ops, act.first.before, act.first.faces, shown)
    if not before.seen and not after.seen:
        return [], box.y
    half = (box.w - 7) / 2
    boxes = Box(box.x, box.y, half, box.h), Box(box.x + half + 7, box.y, half, box.h)
    pictures = [_sight(*pair, ENVELOPES * swap) for pair in zip((before, after), boxes, strict=True)]
    low = max(bottom for _, bottom in pictures)
    y, x = box.y + (low - box.y) / 2, box.x + half + 6
    marks: list[Mark] = [Line(x - 5, y, x - 1, y, ARROW)]
    marks += [Line(x, y, x - 2.2, y + wing, ARROW) for wing in (-1.6, 1.6)]
    for (sight, _), frame in zip(pictures, boxes, strict=True):
        marks += sight or [_bare(frame._replace(h=low - box.y))]
    return enclose_in_tag(
        "Figure",
        marks,
        sentence("figure.around", before=_describe_sight(before), after=_describe_sight(after)),
    ), low


def _describe_sight(sight: AreaSight) -> Value:
    """Describe a picture for screen readers: the faces in order, and the number of face-down cards."""
    up = [_name_face(sight.up[place]) for place in sight.seen if place in sight.up]
    covered = phrase("figure.covered", n=len(sight.seen) - len(up))
    faces = [phrase("figure.up", faces=" ".join(up))] if up else []
    return Listed((*faces, *([covered] if len(up) < len(sight.seen) else [])) or (phrase("figure.bare"),))


def _name_face(face: Face) -> str:
    return sentence("figure.mask", number=mask_number(face)) if is_mask(face) else get_drawn_name(face)


def _bare(box: Box) -> Mark:
    """Draw an empty part of the table as a low frame."""
    h = min(box.h, box.w / 2.4)
    return Rect(Box(box.x, box.y + (box.h - h) / 2, box.w, h), None, 0.25, 0.8)


def _sight(
    sight: AreaSight, box: Box, bands: tuple[tuple[float, float, float, float], ...]
) -> tuple[list[Mark], float]:
    if not sight.seen:
        return [], box.y
    picture = as_seen(sight.seen, dict(sight.up), sight.area)
    bare = Picture(picture.cards, sleeves=bands)
    w, h = bare.size
    scale = min(box.w / w, box.h / h, 0.62)
    marks = draw_picture(bare, box.x + (box.w - w * scale) / 2, box.y, scale)
    legible = [mark for mark in marks if not isinstance(mark, Text) or mark.size >= SMALLEST]
    return legible, box.y + h * scale


# ----------------------------------------------------------------------------------------------------
# The course of a wallet duel: the next card goes in over the champion, the wallet is spun in secret, and the card on
# the side of the dot wins.


FRAMES = Extent(174.0, 52.0)
"""Size of the three frames together, in mm."""
_FRAME, _GAP, _HIGH = 56.0, 3.0, 40.0
_WALLET, _CARD = Extent(24.0, 28.0), Extent(17.0, 24.0)
_OUT = 7.0
"""Visible length of a card that is partly inserted into the wallet, in mm."""
_INNER, _OUTLINE = 0.3, 0.5


def duel_frames(x: float, y: float) -> list[Mark]:
    """Return three pictures of a wallet duel with their captions. `FRAMES` is their total size.

    Args:
        x: Left edge on the page, in mm.
        y: Top edge on the page, in mm.
    """
    marks: list[Mark] = []
    pictures = (_pushed_in(), _turned_unseen(), _draw_result())
    for number, (picture, said) in enumerate(
        zip(pictures, sentence("duel.frames").splitlines(), strict=True)
    ):
        left = x + number * (_FRAME + _GAP)
        column = Column(left + 1, y + _HIGH + 2, _FRAME - 2)
        column.add(Rect(Box(left, y, _FRAME, _HIGH), None, 0.3, 2.0))
        column.add(*shift_marks(picture, left + _FRAME / 2, y + _HIGH / 2))
        column.say(f"{number + 1}  {said}", points_to_mm(11))
        marks += enclose_in_tag("Figure", column.marks, said)
    return marks


def _pushed_in() -> list[Mark]:
    """Draw the wallet with its windows down: the champion is in, and the next card is halfway in."""
    side = _WALLET.w / 2
    tip, tail = side + _OUT + 1.5, _FRAME / 2 - 1.5
    champion = Rect(Box(-side, -_CARD.h / 2, *_CARD), None, _INNER, 1.2, 0.35)
    return [*_draw_back(side + _OUT - _CARD.w / 2), _wallet(), champion, *_arrow(tail, 0, tip, 0)]


def _turned_unseen() -> list[Mark]:
    """Draw the wallet with dashed lines under its lid, with arrows for rotations in both directions."""
    half, high = _WALLET.w / 2, _WALLET.h / 2
    corners = ((-half, -high), (half, -high), (half, high), (-half, high), (-half, -high))
    marks: list[Mark] = [Circle(0, 0, 18.8, None, _OUTLINE)]
    marks += [Line(*start, *end, _INNER, 0.35, (1.5, 1.0)) for start, end in pairwise(corners)]
    for first, last in ((205, 335), (25, 155)):
        path = [(9 * cos(radians(at)), 9 * sin(radians(at))) for at in range(first, last + 1, 10)]
        marks += [Line(*start, *end, 0.7) for start, end in pairwise(path)]
        marks.append(_head(*path[-2], *path[-1]))
    return marks


def _draw_result() -> list[Mark]:
    """Draw the wallet with its windows up: a mask with its middle line and two holes, and a dot in one of them.

    The card on the side of the dot wins. It is the card at the right end, where the arrow is.
    """
    half, x, y, hole = _WALLET.w / 2, 4.2, 6.2, 2.7
    marks: list[Mark] = [_wallet(), *_arrow(half + 2, 0, half + 10, 0)]
    marks += [Line(side * 8.5, -_WALLET.h / 2, side * 8.5, _WALLET.h / 2, _INNER) for side in (-1, 1)]
    marks.append(Line(0, -_WALLET.h / 2, 0, _WALLET.h / 2, 0.9))
    marks += [Circle(side * x, -side * y, hole, WHITE, _INNER) for side in (1, -1)]
    return [*marks, Circle(x, -y, 1.5, BLACK), Circle(-x, y, 1.4, None, _INNER, 0.55)]


def _wallet() -> Mark:
    return Rect(Box(-_WALLET.w / 2, -_WALLET.h / 2, *_WALLET), WHITE, _OUTLINE, 0.6)


def _draw_back(middle: float) -> list[Mark]:
    """Draw the back of a card, centred at x = `middle`."""
    box = Box(middle - _CARD.w / 2, -_CARD.h / 2, *_CARD)
    return [Rect(box, WHITE, _OUTLINE, 1.2), *pattern("falling", box.inset(1.4), 0.62, 1.4)]


def _arrow(x: float, y: float, tip: float, high: float) -> list[Mark]:
    return [Line(x, y, tip, high, 0.7), _head(x, y, tip, high)]


def _head(x: float, y: float, tip: float, high: float) -> Mark:
    """Return the head of an arrow from (x, y) to (tip, high)."""
    far = ((tip - x) ** 2 + (high - y) ** 2) ** 0.5
    dx, dy = (tip - x) / far, (high - y) / far
    ahead, wide = 1.2, 1.3
    sides = ((tip - dx * ahead - dy * wide * s, high - dy * ahead + dx * wide * s) for s in (1, -1))
    return Polygon(((tip + dx * ahead, high + dy * ahead), *sides))
