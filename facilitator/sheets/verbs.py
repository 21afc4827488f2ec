"""A picture of every verb that hands are told: cards, an envelope, arrows; no words."""

from __future__ import annotations

from itertools import pairwise
from math import cos, pi, sin
from typing import assert_never

from facilitator.readings.instruction import Verb
from facilitator.sheets.drawing.geometry import Box
from facilitator.sheets.drawing.marks import BLACK, BOLD, CENTRE, WHITE, Line, Mark, Polygon, Rect, Text
from facilitator.sheets.drawing.patterns import pattern

CARD = 0.46
"""A card's width as a part of the picture's height."""
MEANS = {
    Verb.LAY: "put it where the act says",
    Verb.COVER: "turn it face down",
    Verb.REVEAL: "turn it face up, for all to see",
    Verb.SLEEVE: "a whole pile into its envelope, in its order and on its side",
    Verb.SCRAMBLE: "mix whole piles until nobody can follow one",
    Verb.TAKE: "move it as it lies; look at nothing",
    Verb.RETURN: "bring it home: hand, deck or box",
    Verb.IF: "only after that answer",
    Verb.ROUND: "the same for each of them, one by one",
}
"""What each verb asks of hands, in a few words."""


def picture(verb: Verb, box: Box) -> list[Mark]:
    """Return what hands do: a hatched card lies face down, one with a letter face up."""
    h, middle = box.h, box.x + box.w / 2
    w = CARD * h
    low = Box(middle - w / 2, box.y + 0.34 * h, w, 0.66 * h)
    match verb:
        case Verb.LAY:
            return [*_down(low), *_arrow(middle, box.y, middle, box.y + 0.3 * h)]
        case Verb.TAKE:
            return [*_down(low), *_arrow(middle, box.y + 0.3 * h, middle, box.y)]
        case Verb.COVER:
            before, after = _halves(box)
            return [*_up(before), *_down(after), *_between(before, after)]
        case Verb.REVEAL:
            before, after = _halves(box)
            return [*_down(before), *_up(after), *_between(before, after)]
        case Verb.SLEEVE:
            return [*_down(Box(low.x, box.y, w, 0.66 * h)), *_envelope(low)]
        case Verb.SCRAMBLE:
            return _mixed(box)
        case Verb.RETURN:
            pile = Box(box.x, box.y + 0.25 * h, w, 0.66 * h)
            card = pile._replace(x=box.right - w)
            return [
                *_down(pile._replace(x=pile.x + 2, y=pile.y + 2)),
                *_down(pile),
                *_down(card),
                *_arrow(card.x, box.y + 0.1 * h, pile.right, box.y + 0.1 * h),
            ]
        case Verb.ROUND:
            return [*_ring(box, 1), *_down(Box(middle - 0.3 * w, box.y + 0.3 * h, 0.6 * w, 0.4 * h))]
        case Verb.IF:
            return _fork(box)
        case _:
            assert_never(verb)


def _down(box: Box) -> list[Mark]:
    """A card face down."""
    return [Rect(box, WHITE, 0.5, 1.4), *pattern("falling", box.inset(1.2), 0.55, 1.5)]


def _up(box: Box) -> list[Mark]:
    """A card face up."""
    size = 0.5 * box.h
    letter = Text(box.x + box.w / 2, box.y + box.h / 2 + 0.33 * size, "A", size, BOLD, CENTRE)
    return [Rect(box, WHITE, 0.5, 1.4), letter]


def _halves(box: Box) -> tuple[Box, Box]:
    """Where a card lies before it is turned over, and where after."""
    left = Box(box.x, box.y + 0.2 * box.h, CARD * 0.8 * box.h, 0.6 * box.h)
    return left, left._replace(x=box.right - left.w)


def _between(before: Box, after: Box) -> list[Mark]:
    y = before.y + before.h / 2
    return _arrow(before.right + 0.8, y, after.x - 0.8, y)


def _envelope(box: Box) -> list[Mark]:
    wide = Box(box.x - 3, box.y + 0.1 * box.h, box.w + 6, 0.9 * box.h)
    return [
        Rect(wide, WHITE, 0.5, 0.8),
        Line(wide.x, wide.y, wide.x + wide.w / 2, wide.y + 0.35 * wide.h, 0.4),
        Line(wide.right, wide.y, wide.x + wide.w / 2, wide.y + 0.35 * wide.h, 0.4),
    ]


def _mixed(box: Box) -> list[Mark]:
    """Envelopes in a circle of arrows."""
    x, y, r = box.x + box.w / 2, box.y + box.h / 2, 0.46 * box.h
    marks = _ring(box, 3)
    for i in range(3):
        turn = 2 * pi * i / 3
        u, v = x + 0.62 * r * sin(turn), y - 0.62 * r * cos(turn)
        w, h = 0.56 * r, 0.4 * r
        marks.append(Rect(Box(u - w / 2, v - h / 2, w, h), WHITE, 0.5, 0.8))
    return marks


def _ring(box: Box, arrows: int) -> list[Mark]:
    """A circle of so many arrows, clockwise."""
    x, y, r = box.x + box.w / 2, box.y + box.h / 2, 0.46 * box.h
    marks: list[Mark] = []
    for i in range(arrows):
        turn, half = 2 * pi * i / arrows, 0.7 * pi / arrows
        ring = [turn + pi / arrows + (n - 10) / 10 * half for n in range(21)]
        at = [(x + r * sin(t), y - r * cos(t)) for t in ring]
        marks += [Line(*a, *b, 0.6) for a, b in pairwise(at)]
        marks += _arrow(*at[-2], *at[-1], shaft=False)
    return marks


def _fork(box: Box) -> list[Mark]:
    """Two ways from one point."""
    x, y = box.x + 3, box.y + box.h / 2
    fork = x + 0.35 * box.w
    return [
        Line(x, y, fork, y, 0.7),
        *_arrow(fork, y, box.right - 3, box.y + 0.18 * box.h),
        *_arrow(fork, y, box.right - 3, box.y + 0.82 * box.h),
    ]


def _arrow(x1: float, y1: float, x2: float, y2: float, shaft: bool = True) -> list[Mark]:
    long = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    u, v = (x2 - x1) / long, (y2 - y1) / long
    back = [(x2 - 2.6 * u - side * v, y2 - 2.6 * v + side * u) for side in (1.5, -1.5)]
    head = Polygon(((x2, y2), *back), BLACK)
    return [*([Line(x1, y1, x2 - u, y2 - v, 0.7)] if shaft else []), head]
