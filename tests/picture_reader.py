"""Read from the shapes of a picture where the things lie and what the hands do. Knows only what eyes see.

The wallet is what has two bold long edges. Its measures give the scale, so a picture may have any size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import hypot

from shapes_read import Shape

WALLET, CARD, TAB, CUFF = (78.0, 86.0), (54.0, 85.0), (54.0, 44.0), (30.0, 13.0)
"""Widths and heights in mm."""


@dataclass(frozen=True)
class ArrowSeen:
    tail: tuple[float, float]
    tip: tuple[float, float]
    straight: bool


def like(size: tuple[float, float], wanted: tuple[float, float], scale: float) -> bool:
    return all(abs(one - two * scale) < 0.6 * scale + 0.1 for one, two in zip(size, wanted, strict=True))


def find_arrows(shapes: Sequence[Shape]) -> list[ArrowSeen]:
    """Find the heads, which are triangles of ink, and the shaft that ends where each begins."""
    dark = [shape for shape in shapes if shape.fill == 0 and not shape.round and not shape.text]
    found = []
    for head in dark:
        if len(head.points) != 3:
            continue
        sides = {i: hypot(*_minus(head.points[i - 1], head.points[i - 2])) for i in range(3)}
        tip = min(sides, key=lambda i: sides[i])  # opposite the shortest side
        neck = _between(head.points[tip - 1], head.points[tip - 2])
        shafts = [one for one in dark if len(one.points) >= 4 and _ends(one, neck)]
        if shafts:
            shaft = shafts[0].points
            found.append(ArrowSeen(_between(shaft[0], shaft[-1]), head.points[tip], len(shaft) == 4))
    return found


def _ends(shaft: Shape, neck: tuple[float, float]) -> bool:
    half = len(shaft.points) // 2
    end = _between(shaft.points[half - 1], shaft.points[half])
    return hypot(*_minus(end, neck)) < 0.3


def _minus(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    return one[0] - other[0], one[1] - other[1]


def _between(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


LID_RADIUS = 59.0


class WalletPicture:
    """What eyes see in a picture with a wallet. Positions are in mm from the middle of the wallet."""

    def __init__(self, shapes: Sequence[Shape]) -> None:
        self.shapes = shapes
        edges = [s for s in shapes if s.size[1] < 0.01 and s.width > 0 and not s.dashed and s.size[0] > 0]
        pairs = [
            (one, other)
            for one in edges
            for other in edges
            if one.top < other.top
            and abs(one.left - other.left) < 0.1
            and abs((other.top - one.top) / one.size[0] - WALLET[1] / WALLET[0]) < 0.01
        ]
        upper, lower = pairs[0]
        self.scale = upper.size[0] / WALLET[0]
        self.centre = (upper.left + upper.right) / 2, (upper.top + lower.top) / 2
        rim = [s for s in shapes if s.dashed and abs(hypot(*self._at(s.middle)) - LID_RADIUS) < 1]
        self.covered = len(rim) > 20  # the lid is drawn as a circle of dashes around the wallet
        self.arrows = [ArrowSeen(self._at(a.tail), self._at(a.tip), a.straight) for a in find_arrows(shapes)]

    def _at(self, point: tuple[float, float]) -> tuple[float, float]:
        return (point[0] - self.centre[0]) / self.scale, (point[1] - self.centre[1]) / self.scale

    def _found(
        self, size: tuple[float, float], shapes: Sequence[Shape] | None = None
    ) -> list[tuple[float, float]]:
        solid = [s for s in shapes or self.shapes if not s.dashed and len(s.points) >= 4]
        return [self._at(s.middle) for s in solid if like(s.size, size, self.scale)]

    @property
    def up(self) -> bool:
        """Whether a mask, as large as a card, lies on the wallet: its windows are up."""
        return any(hypot(*at) < 1 for at in self._found(CARD))

    @property
    def cards(self) -> list[tuple[float, float]]:
        """Solid cards beside the wallet."""
        return [at for at in self._found(CARD) if abs(at[0]) > 30]

    @property
    def tabs(self) -> list[tuple[float, float]]:
        return self._found(TAB)

    @property
    def hand(self) -> str:
        """Side of the wallet on which a hand holds it."""
        cuffs = self._found(CUFF[::-1])
        return _side(cuffs[0][0]) if cuffs else ""

    @property
    def lid(self) -> bool:
        """Whether a bowl is above the wallet."""
        return any(
            like(s.size, (128.0, 24.0), self.scale) and self._at(s.middle)[1] < -50 for s in self.shapes
        )

    @property
    def dot(self) -> str:
        """Side of the line on which a black dot is."""
        dots = [
            self._at(s.middle)[0]
            for s in self.shapes
            if s.round and s.fill == 0 and like(s.size, (7.6, 7.6), self.scale)
        ]
        return _side(dots[0]) if len(dots) == 1 else ""

    def tell(self) -> str:
        """Say what the hands do."""
        if not self.arrows:
            return f"read {self.dot}"
        if self.covered:
            crossing = [arrow.tail[0] * arrow.tip[0] < 0 and not arrow.straight for arrow in self.arrows]
            under = [hypot(*arrow.tip) < LID_RADIUS for arrow in self.arrows]
            return "spin" if crossing == under == [True, True] else "?"
        (arrow,) = self.arrows
        (x1, y1), (x2, y2) = arrow.tail, arrow.tip
        if not arrow.straight:
            return f"page{' up' if not self.up else ' down'}{f' pinched {self.hand}' if self.hand else ''}"
        if self.lid:
            return "lid on" if y2 > y1 else "lid off"
        if abs(x1) > 50 and abs(x2) < 50:
            return f"{'tab' if self._near(self.tabs, x1) else 'card'} in {_side(x1)}"
        what = "tab" if self._near(self.tabs, x1) else "card"
        face = " up" if self.up else ""
        held = f" held {self.hand}" if self.hand else ""
        return f"{what} out {_side(x2)}{face}{held}"

    def _near(self, things: Sequence[tuple[float, float]], x: float) -> bool:
        return any(abs(at[0] - x) < 60 for at in things)


def _side(x: float) -> str:
    return "left" if x < 0 else "right"


ENVELOPE, SLEEVE, FRAME, BOX_EDGE = (70.0, 100.0), (64.0, 94.0), (60.0, 91.0), 66.0


class LayoutPicture:
    """What eyes see in a picture of cards in columns or in the row. Positions are in mm on the table."""

    def __init__(self, shapes: Sequence[Shape]) -> None:
        solid = [s for s in shapes if not s.dashed and s.size[1] > 0 and len(s.points) >= 4]
        upright = [s for s in solid if s.fill == 1]
        self.scale = next(
            s.size[0] / size[0]
            for size in (CARD, ENVELOPE, SLEEVE, FRAME)
            for s in (solid if size is FRAME else upright)
            if abs(s.size[0] / s.size[1] - size[0] / size[1]) < 0.004
        )
        self.cards = [self._at(s.middle) for s in upright if like(s.size, CARD, self.scale)]
        self.envelopes = [self._at(s.middle) for s in upright if like(s.size, ENVELOPE, self.scale)]
        self.frames = sorted(
            self._at(s.middle) for s in solid if s.fill is None and like(s.size, FRAME, self.scale)
        )
        self.box = [
            self._at(s.middle)
            for s in shapes
            if len(s.points) == 2 and s.size[1] == 0 and abs(s.size[0] / self.scale - BOX_EDGE) < 0.5
        ]
        self.texts = [(*self._at(s.points[0]), s.text) for s in shapes if s.text]
        self.arrows = [ArrowSeen(self._at(a.tail), self._at(a.tip), a.straight) for a in find_arrows(shapes)]

    def _at(self, point: tuple[float, float]) -> tuple[float, float]:
        return point[0] / self.scale, point[1] / self.scale

    def place(self, point: tuple[float, float]) -> tuple[int, ...]:
        """Return the numbers of the row at a point: one, or two if the point is between two. None is in no row."""
        x, y = point
        if not self.frames or abs(y - self.frames[0][1]) > 60:
            return ()
        return tuple(n for n, (at, _) in enumerate(self.frames, 1) if abs(at - x) < 34)

    def flips(self) -> list[int]:
        """Return the indices of the cards, from left to right and from top to bottom, that are turned over."""
        order = sorted(self.cards, key=lambda at: (round(at[1]), at[0]))
        found = []
        for arrow in self.arrows:
            x, y = (arrow.tail[0] + arrow.tip[0]) / 2, arrow.tip[1]
            found += [i for i, (left, top) in enumerate(order) if abs(left - x) < 9 and 10 < y - top < 45]
        return sorted(found)


CROWN, LINE, PAIR, LOOSE = (24.0, 18.0), 95.0, 32.0, (12.0, -20.0)
"""Size of a crown, the distance between lines, and the offsets of a pair's cards and of a loose card, in mm."""
Point = tuple[float, float]


class ColumnPicture(LayoutPicture):
    """What eyes see in a picture of columns or piles, each with its card, its marker, its pair and a loose card.

    A position has the number of its column, from left to right, and a word: card, marker, left, right or loose.
    """

    def __init__(self, shapes: Sequence[Shape]) -> None:
        super().__init__(shapes)
        self.outlines = [*self._find_outlines(shapes)]
        self.sleeves = [
            self._at(s.middle)
            for s in shapes
            if s.fill == 1 and len(s.points) == 4 and like(s.size, SLEEVE, self.scale)
        ]
        self.groups = [
            (self._at((s.left, s.top)), self._at((s.right, s.bottom)))
            for s in shapes
            if s.fill is None and not s.dashed and s.width > 0 and s.size[0] > 60 * self.scale
            if not like(s.size, FRAME, self.scale) and len(s.points) > 2
        ]
        self.crowns = [
            self._at(s.middle)
            for s in shapes
            if s.fill == 0 and like(s.size, CROWN, self.scale) and s.size[0]
        ]
        # The back of a card is hatched.
        self.hatched = any(
            len(s.points) == 2 and s.size[0] > 6 * self.scale and abs(s.size[0] - s.size[1]) < self.scale
            for s in shapes
        )
        self.away = any(s.fill == 0 and s.round and like(s.size, (9.0, 9.0), self.scale) for s in shapes)

    def _find_outlines(self, shapes: Sequence[Shape]) -> Iterator[Point]:
        """Find the cards and sleeves that will lie here: rectangles of dashed lines."""
        flat = [s for s in shapes if s.dashed and s.size[1] < 0.01]
        for upper in flat:
            for lower in flat:
                size = upper.size[0], lower.top - upper.top
                if abs(upper.left - lower.left) < 0.1 and (
                    like(size, CARD, self.scale) or like(size, SLEEVE, self.scale)
                ):
                    yield self._at(((upper.left + upper.right) / 2, (upper.top + lower.top) / 2))

    def tell(self) -> str:
        """Say what the hands do."""
        arrow = self.arrows[0]
        if self.envelopes:
            return self._tell_envelopes(arrow)
        if len(self.arrows) == 2 and not self.cards and self.sleeves:
            return "mix sleeves"
        if turned := [at for arrow in self.arrows if (at := self._find_turned(arrow))]:
            return f"turn {self._list(turned)}"
        if self.box:
            (box,) = self.box
            if arrow.tip[1] > arrow.tail[1]:
                return "into the box"
            assert abs(arrow.tail[0] - box[0]) < 5
            return f"lay {self._list(self.outlines)} from the box"
        if self.groups and arrow.straight:
            return f"push away {self._name(self._inside(self.groups[0])[0])[0]}{self._crown()}"
        return self._tell_carried(arrow)

    def _tell_envelopes(self, arrow: ArrowSeen) -> str:
        if not (self.cards or self.sleeves or self.outlines):
            return f"swap {len(self.envelopes)}{' unseen' if self.away else ''}"
        if self.outlines:
            return f"unpack {self._list(self.outlines)}"
        assert abs(arrow.tip[0] - self.envelopes[0][0]) < 5
        return f"pack {self._list(self._inside(self.groups[0]))}"

    def _tell_carried(self, arrow: ArrowSeen) -> str:
        if not arrow.straight:
            start = min(self.cards, key=lambda card: _distance(card, arrow.tail))
            end = min(self.outlines, key=lambda card: _distance(card, arrow.tip))
            return f"carry {self._list([start])} to {self._list([end])}{self._crown()}"
        if len(self.sleeves) == 1:
            return ("pull out" if arrow.tip[1] > arrow.tail[1] else "push in") + " face up" * (
                not self.hatched
            )
        return f"lay {self._list(self.outlines or self.sleeves)} from a pile"

    def _crown(self) -> str:
        return "".join(f", champion {self._column(at)}" for at in self.crowns)

    def _inside(self, group: tuple[Point, Point]) -> list[Point]:
        (left, top), (right, bottom) = group
        return [at for at in self.cards + self.sleeves if left < at[0] < right and top < at[1] < bottom]

    def _find_turned(self, arrow: ArrowSeen) -> Point | None:
        """Return the card or the sleeve with an arrow on its lower half from right to left."""
        x, y = (arrow.tail[0] + arrow.tip[0]) / 2, arrow.tip[1]
        if arrow.straight or abs(arrow.tail[1] - arrow.tip[1]) > 3 or arrow.tip[0] > arrow.tail[0]:
            return None
        found = [at for at in self.cards + self.sleeves if abs(at[0] - x) < 9 and 10 < y - at[1] < 45]
        return found[0] if found else None

    @property
    def _first_line(self) -> list[Point]:
        """The playing cards: the highest line, except that loose cards lie a little higher."""
        every = {*self.cards, *self.sleeves, *self.outlines}
        levels = sorted({round(y, 0) for _, y in every})
        loose = len(levels) > 1 and levels[1] - levels[0] < 25
        return sorted(at for at in every if abs(at[1] - levels[loose]) < 2)

    def _column(self, at: Point) -> int:
        columns = [x for x, _ in self._first_line]
        return min(range(len(columns)), key=lambda i: abs(columns[i] - at[0])) + 1

    def _name(self, at: Point) -> tuple[int, str]:
        """Return the column and the word of a position."""
        first = self._first_line
        column = self._column(at)
        x, y = at[0] - first[column - 1][0], at[1] - first[column - 1][1]
        if abs(x - LOOSE[0]) < 2 and abs(y - LOOSE[1]) < 2:
            return column, "loose"
        if abs(abs(x) - PAIR) < 2 and y > 20:
            return column, "left" if x < 0 else "right"
        return column, {0: "card", 1: "marker"}[round(y / LINE)]

    def _list(self, points: Sequence[Point]) -> str:
        words = ("loose", "card", "marker", "left", "right")
        named = sorted({self._name(at) for at in points}, key=lambda one: (one[0], words.index(one[1])))
        return ", ".join(f"{column} {word}" for column, word in named)


def _distance(one: Point, other: Point) -> float:
    return hypot(*_minus(one, other))
