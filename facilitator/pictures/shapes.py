"""Drawing of pictures: shapes for each thing and arrow. Line widths do not depend on the picture scale."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import atan2, cos, degrees, hypot, pi, radians, sin
from typing import Any

from facilitator.i18n.catalogue import sentence
from facilitator.pictures import objects
from facilitator.pictures.card_faces import draw_face
from facilitator.pictures.marks import BLACK, WHITE, Box, Circle, Line, Mark, Polygon, Rect, Text, place_marks
from facilitator.pictures.objects import CARD, NAME, TAB, WALLET, End, Movement, Picture, Pose, Spot

LINE, THIN, BOLD = 1.4, 0.8, 3.2
"""Line widths of outlines, details and the bold mask line, in mm on the table."""
DASHES = (3.5, 2.5)
"""Dash pattern for hidden things and future positions."""
GREY = 0.55
"""Grey level of less important details."""
CORNER = 3.0
HOLE, DOT = 5.0, 3.8
"""Radius of a hole in a mask, and of the dot in the hole, in mm. Both are larger than in reality."""
HOLES = Spot(11.0, 20.0)
"""Horizontal and vertical distance between the holes and the wallet centre."""
SHAFT, HEAD = 5.0, Spot(17.0, 9.0)
"""Arrow width, head length and half the head width, in mm."""


WEIGHT = 0.22
"""Factor between line widths on paper and the constants above."""


def draw_picture(picture: Picture, box: Box, max_scale: float = 1.0) -> list[Mark]:
    """Return the shapes of a picture on paper, centred in a box and as large as possible.

    Args:
        picture: Picture to draw.
        box: Area to fill, in mm.
        max_scale: Maximum scale.
    """
    bounds = picture.bounds.inset(-MARGIN)
    scale = min(box.w / bounds.w, box.h / bounds.h, max_scale)
    dx = box.x + (box.w - bounds.w * scale) / 2 - bounds.x * scale
    dy = box.y + (box.h - bounds.h * scale) / 2 - bounds.y * scale
    return [*place_marks(draw_things(picture), dx, dy, scale, WEIGHT)]


MARGIN = 4.0
"""Width of the empty border around a picture, in mm on the table."""


def draw_things(picture: Picture) -> list[Mark]:
    """Return the shapes of a picture, with coordinates in mm on the table."""
    marks = [mark for thing in picture.things for mark in _DRAWINGS[type(thing)](thing)]
    return marks + [mark for arrow in picture.arrows for mark in _draw_arrow(arrow)]


# ----------------------------------------------------------------------------------------------------
# Things.


def _draw_card(card: objects.TableCard) -> Iterable[Mark]:
    box = Box.around(card.x, card.y, *CARD)
    if card.outline:
        outline = _rotate_marks(draw_dashes(_get_corners(box), THIN), card.turn, Spot(card.x, card.y))
        return [*outline, *(draw_face(card.face, box.inset(3.5)) if card.face else ())]
    if card.turn:
        marks: list[Mark] = [Polygon(_get_corners(box), WHITE, LINE), *_draw_back(box)]
        return _rotate_marks(marks, card.turn, Spot(card.x, card.y))
    if card.face:
        return [Rect(box, WHITE, LINE, CORNER), *draw_face(card.face, box.inset(3.5))]
    return [Rect(box, WHITE, LINE, CORNER), *_draw_back(box)]


def _draw_back(box: Box) -> Iterator[Mark]:
    """Yield the lattice pattern of a card back."""
    inner = box.inset(5)
    step = 15.0
    reach = inner.w + inner.h
    for i in range(1, int(reach / step)):
        d = i * step
        left, right = max(0.0, d - inner.h), min(inner.w, d)
        yield Line(inner.x + left, inner.y + d - left, inner.x + right, inner.y + d - right, THIN, GREY)
    yield Rect(inner, None, THIN, 1.0, GREY)


def _draw_pile(pile: objects.Pile) -> Iterator[Mark]:
    for lift in (4.0, 2.0):
        yield Rect(Box.around(pile.x + lift, pile.y + lift, *CARD), WHITE, THIN, CORNER)
    yield from _draw_card(objects.TableCard(pile.x, pile.y))


def _draw_wallet(wallet: objects.TableWallet) -> Iterator[Mark]:
    """Yield the shapes of the wallet, with bold lines along the closed edges."""
    if wallet.outline:
        yield from _draw_wallet_outline(wallet)
        return
    box = Box.around(wallet.x, wallet.y, *WALLET)
    if wallet.tab is not None:
        yield from _draw_tab(wallet.x + wallet.tab.value * objects.TAB_IN, wallet.y, wallet.tab)
    yield Rect(box, WHITE, THIN)
    for y in (box.y, box.bottom):
        yield Line(box.x, y, box.right, y, 2 * LINE)
    if wallet.up and wallet.masked:
        yield from _draw_mask(wallet.x, wallet.y, wallet.dot)
    elif wallet.up:
        for side in (-1, 1):
            yield Rect(Box.around(wallet.x, wallet.y + side * HOLES.y, 32, 34), WHITE, THIN)
    else:
        yield from _draw_lower_side(wallet)


def _draw_lower_side(wallet: objects.TableWallet) -> Iterator[Mark]:
    """Yield the dashed outlines of the cards in the wallet, and its thumb notches."""
    for end in (end for end in End if end in wallet.cards):
        middle = wallet.x + end.value * objects.PUSHED_IN
        yield from draw_dashes(_get_corners(Box.around(middle, wallet.y, CARD.w, CARD.h - 5)), THIN, GREY)
    for end in End:
        yield from _draw_notch(wallet, end)


def _draw_wallet_outline(wallet: objects.TableWallet) -> Iterator[Mark]:
    box = Box.around(wallet.x, wallet.y, *WALLET)
    yield from draw_dashes(_get_corners(box), THIN)
    if wallet.tab is not None:
        tab = Box.around(wallet.x + wallet.tab.value * (objects.TAB_IN + 10), wallet.y, TAB.w - 20, TAB.h)
        yield from draw_dashes(_get_corners(tab), THIN)
    if wallet.up:
        yield from draw_dashes(((wallet.x, box.y), (wallet.x, box.bottom)), BOLD, GREY, closed=False)
        for end in End:
            x, y = wallet.x + end.value * HOLES.x, wallet.y - end.value * HOLES.y
            yield Circle(x, y, HOLE, None, THIN, GREY)
    else:
        for end in End:
            rim = _trace_notch(wallet, end)
            yield from draw_dashes(rim, THIN, GREY, closed=False)
            if end in wallet.cards:
                yield from _draw_card_in_notch(wallet, end)


NOTCH = 13.0


def _draw_notch(wallet: objects.TableWallet, end: End) -> Iterator[Mark]:
    """Yield the thumb notch at an end of the wallet, and the visible part of a card in this end."""
    edge = wallet.x + end.value * WALLET.w / 2
    yield Polygon(tuple(_trace_notch(wallet, end)), WHITE, LINE)
    if end in wallet.cards:
        yield from _draw_card_in_notch(wallet, end)
    else:
        yield Line(edge, wallet.y - NOTCH + 1, edge, wallet.y + NOTCH - 1, 2.0, WHITE)


def _trace_notch(wallet: objects.TableWallet, end: End) -> list[Spot]:
    edge = Spot(wallet.x + end.value * WALLET.w / 2, wallet.y)
    return _trace_arc(edge, NOTCH, 90, 270) if end is End.RIGHT else _trace_arc(edge, NOTCH, -90, 90)


def _draw_card_in_notch(wallet: objects.TableWallet, end: End) -> Iterator[Mark]:
    """Yield the part of a card back that is visible in the notch at an end of the wallet."""
    edge = wallet.x + end.value * WALLET.w / 2
    for step in (-8.0, -2.0, 4.0, 10.0):
        depth = max(2.0, (NOTCH**2 - (step - 3) ** 2) ** 0.5 - 1.5)
        outer, inner = edge - end.value, edge - end.value * depth
        yield Line(outer, wallet.y + step, inner, wallet.y + step - 3, THIN, GREY)


def _draw_mask(x: float, y: float, dot: End | None) -> Iterator[Mark]:
    """Yield the mask with its line and holes. The upper hole is to the right of the line.

    Args:
        x: Horizontal position of the centre, in mm.
        y: Vertical position of the centre, in mm.
        dot: Side of the line that shows the dot, or `None` if unknown.
    """
    yield Rect(Box.around(x, y, CARD.w, CARD.h), WHITE, LINE)
    yield Line(x, y - CARD.h / 2, x, y + CARD.h / 2, BOLD)
    for end in End:
        hole = Spot(x + end.value * HOLES.x, y - end.value * HOLES.y)
        yield Circle(*hole, HOLE, WHITE, LINE)
        if dot is end:
            yield Circle(*hole, DOT, BLACK)
        elif dot is not None:
            yield Circle(*hole, DOT - 1, None, THIN, GREY)


def _draw_loose_mask(mask: objects.Mask) -> Iterator[Mark]:
    yield from _draw_mask(mask.x, mask.y, None)
    if mask.name:
        size = min(7.0, 40 / (0.6 * len(mask.name)))
        yield Rect(Box.around(mask.x, mask.y + 2, 46, size + 3), WHITE, 0)
        yield Text(mask.x, mask.y + 2 + 0.35 * size, mask.name, size, "bold", "centre")


def _draw_callout(callout: objects.Callout) -> Iterator[Mark]:
    x, y = callout.target
    beside = abs(callout.y - y) < NAME
    side = 1 if x > callout.x else -1
    start = Spot(callout.x, callout.y + (0.6 if y > callout.y else -0.6) * NAME)
    if beside:
        start = Spot(callout.x + side * (0.3 * len(callout.text) + 0.5) * NAME, callout.y)
    yield Line(*start, x, y, THIN)
    yield Circle(x, y, 2.0, BLACK)
    yield Text(callout.x, callout.y + 0.35 * NAME, callout.text, NAME, "regular", "centre")


def _draw_side_view(view: objects.SideView) -> Iterator[Mark]:
    """Yield the side view of the wallet, with the champion and a card that slides in above the champion."""
    left, right, y = view.x - WALLET.w / 2, view.x + WALLET.w / 2, view.y
    yield Line(left, y + 13, right, y + 13, LINE)
    yield Line(left, y - 13, right, y - 13, LINE)
    yield Line(left + 2, y + 8, left + 2 + CARD.w, y + 8, BOLD, GREY)
    bend = Spot(right - 4, y + 1)
    yield Line(view.x - 16, y - 6, *bend, BOLD)
    yield Line(*bend, right + 26, y + 3, BOLD)


def _draw_tab(x: float, y: float, end: End | None = None) -> Iterator[Mark]:
    """Yield the NONE tab.

    Args:
        x: Horizontal position of the centre, in mm.
        y: Vertical position of the centre, in mm.
        end: End of the wallet that contains the tab, or `None` for a tab beside the wallet.
    """
    yield Rect(Box.around(x, y, *TAB), WHITE, LINE)
    word = sentence("picture.none")
    size = (TAB.w - 24) / (0.65 * len(word))  # as much as sticks out of the wallet
    yield Text(x + (end.value * 10 if end else 0), y + 0.35 * size, word, size, "bold", "centre")


def _draw_loose_tab(tab: objects.Tab) -> Iterator[Mark]:
    """Yield the shapes or the outline of a NONE tab beside the wallet."""
    return draw_dashes(_get_corners(tab.bounds), THIN) if tab.outline else _draw_tab(tab.x, tab.y)


def _draw_crown(crown: objects.Crown) -> Iterator[Mark]:
    points = ((-12, 8), (-12, -6), (-6, 0), (0, -10), (6, 0), (12, -6), (12, 8))
    yield Polygon(tuple((crown.x + x, crown.y + y) for x, y in points), BLACK)


def _draw_lid(lid: objects.Lid) -> Iterator[Mark]:
    """Yield the lid. A lifted lid is drawn from the side, as a bowl above the table, other lids from above."""
    if not lid.lifted:
        yield from draw_dashes(_trace_ellipse(lid.x, lid.y, objects.LID.h / 2, objects.LID.h / 2), LINE)
        return
    w, rim = objects.LID.w / 2, lid.y + 24
    yield Polygon(tuple((lid.x + w * cos(t), rim - 62 * sin(t)) for t in HALF_TURN), WHITE, LINE)
    yield Polygon(_trace_ellipse(lid.x, rim, w, 12), WHITE, LINE)


HALF_TURN = tuple(pi * i / 32 for i in range(33))
"""Angles of the points on half an ellipse."""


def _trace_ellipse(x: float, y: float, w: float, h: float) -> tuple[tuple[float, float], ...]:
    """Return points on an ellipse.

    Args:
        x: Horizontal position of the centre.
        y: Vertical position of the centre.
        w: Half the width.
        h: Half the height.
    """
    return tuple((x + w * cos(t), y + h * sin(t)) for t in (pi * i / 32 for i in range(64)))


def _draw_envelope(envelope: objects.Envelope) -> Iterator[Mark]:
    box = envelope.bounds
    yield Rect(box, WHITE, LINE, 2.0)
    yield Line(box.x, box.y, envelope.x, box.y + 32, THIN)
    yield Line(box.right, box.y, envelope.x, box.y + 32, THIN)


def _draw_sleeve(sleeve: objects.TableSleeve) -> Iterator[Mark]:
    """Yield a sleeve with bold lines along its three closed edges."""
    box = sleeve.bounds
    if sleeve.outline:
        yield from draw_dashes(_get_corners(box), THIN)
        return
    yield Rect(box, WHITE, THIN)
    for x in (box.x, box.right):
        yield Line(x, box.y, x, box.bottom, 2 * LINE)
    yield Line(box.x, box.y, box.right, box.y, 2 * LINE)
    card = Box.around(sleeve.x, sleeve.y, *CARD)
    if sleeve.face:
        yield Rect(card, None, THIN, CORNER)
        yield from draw_face(sleeve.face, card.inset(3.5))
        return
    mouth = Spot(sleeve.x, box.bottom)
    yield Polygon(tuple(_trace_arc(mouth, NOTCH, 180, 360)), WHITE, LINE)
    yield Line(mouth.x - NOTCH + 1, box.bottom, mouth.x + NOTCH - 1, box.bottom, 2.0, WHITE)
    if not sleeve.empty:
        half = (NOTCH**2 - (box.bottom - card.bottom) ** 2) ** 0.5
        yield Line(mouth.x - half, card.bottom, mouth.x + half, card.bottom, LINE)


def _draw_card_box(card_box: objects.CardBox) -> Iterator[Mark]:
    box = card_box.bounds
    corners = ((box.x, box.y), (box.right, box.y), (box.right - 6, box.bottom), (box.x + 6, box.bottom))
    yield Polygon(corners, WHITE, LINE)
    yield Line(box.x, box.y, box.right, box.y, BOLD)


def _draw_frame(frame: objects.Frame) -> Iterator[Mark]:
    yield Rect(Box.around(frame.x, frame.y, CARD.w + 6, CARD.h + 6), None, THIN, CORNER, GREY)
    yield Text(frame.x, frame.y + CARD.h / 2 + 14, str(frame.number), 10, "bold", "centre")


def _draw_eye(eye: objects.Eye) -> Iterator[Mark]:
    upper = [(13 * cos(t), 8 * sin(t)) for t in HALF_TURN[::2]]
    points = [*((eye.x + x, eye.y - y) for x, y in upper), *((eye.x - x, eye.y + y) for x, y in upper)]
    yield Polygon(tuple(points), WHITE, LINE)
    yield Circle(eye.x, eye.y, 4.5, BLACK)
    if eye.away:
        yield Line(eye.x - 12, eye.y + 11, eye.x + 12, eye.y - 11, BOLD)


def _draw_group_line(group: objects.Together) -> Iterator[Mark]:
    yield Rect(group.bounds, None, BOLD, 2 * CORNER, GREY)


def _draw_name(name: objects.Name) -> Iterator[Mark]:
    yield Text(name.x, name.y + 0.35 * NAME, name.text, NAME, "regular", "centre")


def _draw_dots(more: objects.More) -> Iterator[Mark]:
    return (Circle(more.x + step, more.y, 2.2, BLACK) for step in (-9, 0, 9))


# ----------------------------------------------------------------------------------------------------
# Hands. A hand consists of rounded bars that melt into one shape, with a nail on each fingertip.


@dataclass(frozen=True, slots=True)
class Bar:
    """Line with round ends, for a finger or another part of a hand.

    Attributes:
        start: Start of the line. For a finger, this is the fingertip.
        end: End of the line.
        radius: Half the line width.
        nail: Whether a nail is visible at the start.
    """

    start: tuple[float, float]
    end: tuple[float, float]
    radius: float
    nail: bool = False


HANDS: dict[Pose, Sequence[Bar]] = {
    Pose.PINCH: (
        Bar((2, 7), (8, 34), 7.5, nail=True),
        Bar((-14, 18), (-8, 36), 7.5),
        Bar((-5, 44), (4, 44), 17),
        Bar((0, 54), (0, 68), 12),
    ),
    Pose.POINT: (
        Bar((0, 6), (0, 46), 6.5, nail=True),
        Bar((12, 38), (12, 50), 6.5),
        Bar((22, 44), (21, 54), 6),
        Bar((-12, 46), (-4, 60), 6.5),
        Bar((2, 56), (14, 56), 15),
        Bar((7, 66), (7, 76), 11),
    ),
    Pose.FLAT: (
        Bar((-19, 16), (-14, 50), 6, nail=True),
        Bar((-6, 6), (-5, 50), 6.3, nail=True),
        Bar((7, 8), (5, 50), 6.2, nail=True),
        Bar((20, 20), (14, 50), 5.6, nail=True),
        Bar((-33, 46), (-14, 70), 6.5, nail=True),
        Bar((-6, 58), (5, 58), 16),
        Bar((0, 70), (0, 94), 12),
    ),
}
CUFF = 13.0
"""Cuff depth at the wrist, in mm."""


def _draw_hand(hand: objects.HelpingHand) -> Iterable[Mark]:
    bars = HANDS[hand.pose]
    marks: list[Mark] = [Polygon(_trace_capsule(bar), WHITE, 2 * LINE) for bar in bars]
    marks += [Polygon(_trace_capsule(bar), WHITE, 0) for bar in bars]
    for bar in bars:
        if bar.nail:
            marks.append(Polygon(_trace_nail(bar), WHITE, THIN))
    (x, y), r = bars[-1].end, bars[-1].radius + 3
    marks.append(Polygon(((x - r, y), (x + r, y), (x + r, y + CUFF), (x - r, y + CUFF)), WHITE, LINE))
    return _rotate_marks(place_marks(marks, hand.x, hand.y), hand.turn, Spot(hand.x, hand.y))


def _trace_capsule(bar: Bar) -> tuple[tuple[float, float], ...]:
    (x1, y1), (x2, y2) = bar.start, bar.end
    along = degrees(atan2(y2 - y1, x2 - x1))
    r = bar.radius
    return (
        *_trace_arc(Spot(x2, y2), r, along - 90, along + 90),
        *_trace_arc(Spot(x1, y1), r, along + 90, along + 270),
    )


def _trace_nail(bar: Bar) -> tuple[tuple[float, float], ...]:
    (x1, y1), (x2, y2) = bar.start, bar.end
    length = hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    r = bar.radius
    start, end = (x1 - ux * 0.2 * r, y1 - uy * 0.2 * r), (x1 + ux * 0.4 * r, y1 + uy * 0.4 * r)
    return _trace_capsule(Bar(start, end, 0.5 * r))


# ----------------------------------------------------------------------------------------------------
# Arrows.


def _draw_arrow(arrow: objects.Arrow) -> Iterator[Mark]:
    for path in ARROW_PATHS[arrow.movement](arrow.start, arrow.end):
        yield from _draw_arrow_along(path)


def draw_arc(start: Spot, end: Spot, rise: float, scale: float) -> list[Mark]:
    """Return the shapes of an arrow along an arc.

    Args:
        start: Start of the arrow.
        end: Tip of the arrow.
        rise: Height of the arc above its higher end. A negative value bends the arc downwards, below its lower
            end.
        scale: Scale of the arrow width.
    """
    ends = min(start.y, end.y) if rise > 0 else max(start.y, end.y)
    bend = Spot((start.x + end.x) / 2, 2 * (ends - rise) - (start.y + end.y) / 2)
    arrow = _draw_arrow_along([Spot(x / scale, y / scale) for x, y in _trace_curve(start, bend, end, 48)])
    return [*place_marks(arrow, 0, 0, scale, scale)]


def _make_hop_tracer(rise: float) -> Callable[[Spot, Spot], list[list[Spot]]]:
    def path(start: Spot, end: Spot) -> list[list[Spot]]:
        across, down = end.x - start.x, end.y - start.y
        middle = Spot((start.x + end.x) / 2, (start.y + end.y) / 2)
        top = Spot(middle.x, min(start.y, end.y) - 2 * rise * abs(across))
        if abs(down) > abs(across):  # An arc through the air would begin or end with a hook.
            bow = objects.SIDEWAYS * across / down
            top = Spot(middle.x + bow * abs(down), middle.y - abs(bow * across))
        return [_trace_curve(start, top, end)]

    return path


def _trace_curve(start: Spot, middle: Spot, end: Spot, steps: int = 24) -> list[Spot]:
    """Return points on a quadratic Bézier curve with the control point ``middle``."""
    points = []
    for t in (i / steps for i in range(steps + 1)):
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        points.append(Spot(a * start.x + b * middle.x + c * end.x, a * start.y + b * middle.y + c * end.y))
    return points


def _trace_flip(start: Spot, end: Spot) -> list[list[Spot]]:
    left, right = (Spot(start.x + side, start.y + objects.FLIP_LOW) for side in (-20, 20))
    return [_trace_curve(right, Spot(start.x, left.y - 2 * objects.FLIP_RISE), left, 16)]


def _trace_swap(start: Spot, end: Spot) -> list[list[Spot]]:
    low = Spot((start.x + end.x) / 2, start.y + 46)
    high = Spot(low.x, start.y - 46)
    there = _trace_curve(Spot(start.x + 12, start.y - 12), high, Spot(end.x - 12, end.y - 12))
    back = _trace_curve(Spot(end.x - 12, end.y + 12), low, Spot(start.x + 12, start.y + 12))
    return [there, back]


ARROW_PATHS: dict[Movement, Callable[[Spot, Spot], list[list[Spot]]]] = {
    Movement.SLIDE: lambda start, end: [[start, end]],
    Movement.CARRY: _make_hop_tracer(objects.HOPS[Movement.CARRY]),
    Movement.TURN_PAGE: _make_hop_tracer(objects.HOPS[Movement.TURN_PAGE]),
    Movement.FLIP: _trace_flip,
    Movement.SPIN: lambda start, end: [_trace_arc(start, 40, 195, 350), _trace_arc(start, 40, 15, 170)],
    Movement.STIR: lambda start, end: [_trace_arc(start, 33, 135, 395)],
    Movement.SWAP: _trace_swap,
}
"""Functions that return the paths of an arrow, by kind of movement."""


def _draw_arrow_along(path: Sequence[Spot]) -> Iterator[Mark]:
    """Yield the shapes of an arrow along a path, with a white border."""
    path = _straighten_end(path, HEAD.x)
    tip, neck = path[-1], path[-2]
    body = path[:-1]
    length = hypot(tip.x - neck.x, tip.y - neck.y)
    ux, uy = (tip.x - neck.x) / length, (tip.y - neck.y) / length
    head = (
        (tip.x, tip.y),
        (neck.x + uy * HEAD.y, neck.y - ux * HEAD.y),
        (neck.x - uy * HEAD.y, neck.y + ux * HEAD.y),
    )
    yield Polygon(_trace_band(body, SHAFT + 4), WHITE)
    yield Polygon(head, WHITE, 4.0, WHITE)
    yield Polygon(_trace_band(body, SHAFT), BLACK)
    yield Polygon(head, BLACK)


def _straighten_end(path: Sequence[Spot], length: float) -> list[Spot]:
    """Return a path with a straight last section for the arrow head."""
    tip = path[-1]
    for at in range(len(path) - 2, -1, -1):
        far = hypot(tip.x - path[at].x, tip.y - path[at].y)
        if far >= length:
            share = length / far
            neck = Spot(tip.x + (path[at].x - tip.x) * share, tip.y + (path[at].y - tip.y) * share)
            return [*path[: at + 1], neck, tip]
    return [path[0], tip]


def _trace_band(path: Sequence[Spot], width: float) -> tuple[tuple[float, float], ...]:
    """Return the outline of a thick line along a path."""
    left: list[tuple[float, float]] = []
    right: list[tuple[float, float]] = []
    for i, point in enumerate(path):
        before, after = path[max(0, i - 1)], path[min(len(path) - 1, i + 1)]
        length = hypot(after.x - before.x, after.y - before.y) or 1.0
        nx, ny = -(after.y - before.y) / length * width / 2, (after.x - before.x) / length * width / 2
        left.append((point.x + nx, point.y + ny))
        right.append((point.x - nx, point.y - ny))
    return (*left, *reversed(right))


# ----------------------------------------------------------------------------------------------------
# Geometry.


def draw_dashes(
    corners: Sequence[tuple[float, float]], width: float, ink: float = BLACK, closed: bool = True
) -> Iterator[Mark]:
    """Yield dashed lines between corner points."""
    ends = [*corners, corners[0]] if closed else corners
    return (Line(*one, *other, width, ink, DASHES) for one, other in pairwise(ends))


def _get_corners(box: Box) -> tuple[tuple[float, float], ...]:
    return (box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)


def _trace_arc(middle: Spot, r: float, first: float, last: float) -> list[Spot]:
    """Return points on an arc.

    Args:
        middle: Centre of the circle.
        r: Radius.
        first: Angle of the first point, in degrees clockwise from the right.
        last: Angle of the last point.
    """
    steps = max(4, int(abs(last - first) / 9))
    angles = (radians(first + (last - first) * i / steps) for i in range(steps + 1))
    return [Spot(middle.x + r * cos(t), middle.y + r * sin(t)) for t in angles]


def _rotate_marks(marks: Iterable[Mark], turn: float, middle: Spot) -> list[Mark]:
    """Return lines, polygons and rectangles after a rotation. Other shapes are omitted.

    Args:
        marks: Shapes to rotate.
        turn: Clockwise rotation in degrees.
        middle: Centre of the rotation.
    """
    c, s = cos(radians(turn)), sin(radians(turn))

    def move(x: float, y: float) -> tuple[float, float]:
        dx, dy = x - middle.x, y - middle.y
        return middle.x + c * dx - s * dy, middle.y + s * dx + c * dy

    turned: list[Mark] = []
    for mark in marks:
        match mark:
            case Line(x1, y1, x2, y2, width, ink, dash):
                turned.append(Line(*move(x1, y1), *move(x2, y2), width, ink, dash))
            case Polygon(points):
                turned.append(replace(mark, points=tuple(move(x, y) for x, y in points)))
            case Rect(box, fill, width, _, ink):
                turned.append(Polygon(tuple(move(x, y) for x, y in _get_corners(box)), fill, width, ink))
    return turned


_DRAWINGS: Mapping[type, Callable[[Any], Iterable[Mark]]] = {
    objects.TableCard: _draw_card,
    objects.Pile: _draw_pile,
    objects.TableWallet: _draw_wallet,
    objects.SideView: _draw_side_view,
    objects.Mask: _draw_loose_mask,
    objects.Tab: _draw_loose_tab,
    objects.Lid: _draw_lid,
    objects.Envelope: _draw_envelope,
    objects.TableSleeve: _draw_sleeve,
    objects.CardBox: _draw_card_box,
    objects.Frame: _draw_frame,
    objects.Together: _draw_group_line,
    objects.HelpingHand: _draw_hand,
    objects.Eye: _draw_eye,
    objects.Crown: _draw_crown,
    objects.Name: _draw_name,
    objects.Callout: _draw_callout,
    objects.More: _draw_dots,
}
"""Drawing functions by type of thing."""
