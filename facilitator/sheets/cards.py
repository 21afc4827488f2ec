"""Cards: markers and bit cards at full size, so that no extra deck need be bought.

Fronts and backs alternate for printing on both sides over the long edge; or both lie on one side of the sheet,
mirrored about a line to fold along.  The back is one even texture with a bleed and without an edge of its own:
however the two sides register, no card can be told by its back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from facilitator.machine.faces import Face
from facilitator.sheets.art import face_stamp
from facilitator.sheets.drawing.geometry import CARD_SIZES, UNPRINTABLE, Box, Paper, Size
from facilitator.sheets.drawing.marks import Document, Line, Mark, Polygon, Stamp, Use
from facilitator.sheets.furniture import Brief, Draft, finish
from facilitator.sheets.kinds import Design
from facilitator.supplies.needs import Need
from facilitator.wording import plural

DUPLEX, FOLD, NONE = BACKS = ("duplex", "fold", "none")
"""Where the backs are printed: on the sheet's other side, beside the fronts to be folded behind them, nowhere."""
BLEED = 2.0
"""How far the back's texture reaches beyond the outermost cuts, mm."""
HOW_TO_FOLD = "Fold along the dashed line, the print outside; glue; then cut along the marks."
GAP, STUB = 0.6, 1.4
"""Crop marks, mm: how far from the cards they begin, and how long they are."""
LOW = UNPRINTABLE + BLEED + 0.2
"""The narrowest margin, mm, where the cards nearly fill the sheet; the other one then takes words and symbol."""
ROOM_BESIDE, ROOM_ABOVE, ROOM_FOR_WORDS = 18.5, 15.5, 11.0
"""Margins wide enough for the page's symbol, and for its words, with the cards in the middle, mm."""
GUTTER = 3.0
"""Between fold and cards, mm: the fold is cut away, so that no edge of a card is folded and others cut."""
MARGIN = 6.0
"""White around a card's face, mm: a cut that is a little off takes nothing away."""


@dataclass(frozen=True, slots=True)
class CardRun:
    """How cards are printed: their size, one of `BACKS`, and how far backs of the other side are moved, mm."""

    size: Size = CARD_SIZES["56x87"]
    backs: str = DUPLEX
    back_x: float = 0.0
    back_y: float = 0.0


def cards(brief: Brief, needed: Sequence[Need], kinds: dict[Face, Design], run: CardRun) -> Document:
    """Return the sheets of cards; with backs of their own side each front is followed by its back."""
    grid = Grid.of(brief.paper, run.size, run.backs == FOLD)
    faces = [need.face for need in needed for _ in range(need.total)]
    totals = {need.face: need.total for need in needed}
    drafts: list[Draft] = []
    stamps = {kind.slug: face_stamp(kind, run.size, MARGIN) for kind in kinds.values()}
    for start in range(0, len(faces), grid.per_page):
        part = faces[start : start + grid.per_page]
        front, name = _front(grid, part, kinds, totals), f"back{len(part)}"
        drafts.append(front)
        if run.backs != NONE:
            stamps.setdefault(name, _back_stamp(grid, len(part)))
        if run.backs == FOLD:
            front.marks += _folded(grid, name)
        elif run.backs == DUPLEX:
            drafts.append(_back(grid, name, run))
    return finish("cards", "Cards", brief, drafts, stamps, totals, duplex=run.backs == DUPLEX)


@dataclass(frozen=True, slots=True)
class Grid:
    """Cards edge to edge, as many as fit; ``fold``: a column of them lying down, its backs beside it."""

    paper: Paper
    size: Size
    cols: int
    rows: int
    fold: bool = False

    @classmethod
    def of(cls, paper: Paper, size: Size, fold: bool = False) -> Grid:
        """Return the largest grid that leaves room for crop marks, and for a line of text above."""
        cols = 1 if fold else int((paper.w - 2 * LOW) / size.w)
        rows = int((paper.h - LOW - 8.5) / (size.w if fold else size.h))
        return cls(paper, size, cols, rows, fold)

    @property
    def per_page(self) -> int:
        return self.cols * self.rows

    @property
    def cell(self) -> Size:
        """What a card takes on the sheet: lying down where the sheet is folded, so that more of them fit."""
        return Size(self.size.h, self.size.w) if self.fold else self.size

    @property
    def whole(self) -> Box:
        """The box of all that is cut: in the middle, or aside where only so a margin has room for the symbol."""
        w, h = self.cols * self.cell.w, self.rows * self.cell.h
        w = 2 * (w + GUTTER) if self.fold else w
        beside, above = (self.paper.w - w) / 2, (self.paper.h - h) / 2
        centred = beside > ROOM_BESIDE or above > ROOM_ABOVE
        x = beside if centred else 2 * beside - LOW
        return Box(x, above if above > ROOM_FOR_WORDS else 2 * above - LOW, w, h)

    @property
    def block(self) -> Box:
        """The fronts' box."""
        return self.whole._replace(w=self.cols * self.cell.w)

    @property
    def axis(self) -> float:
        """The upright line that front and back mirror each other about, mm: the fold, or the sheet's middle."""
        return self.whole.x + self.whole.w / 2 if self.fold else self.paper.w / 2

    @property
    def behind(self) -> Box:
        """The backs' box: on the sheet's back, turned over its long edge, or beyond the fold."""
        return self.block._replace(x=2 * self.axis - self.block.right)

    def place(self, index: int) -> Box:
        """Return a card's box, counted from 0, row by row."""
        row, col = divmod(index, self.cols)
        return Box(self.block.x + col * self.cell.w, self.block.y + row * self.cell.h, *self.cell)


def _front(grid: Grid, faces: Sequence[Face], kinds: dict[Face, Design], totals: dict[Face, int]) -> Draft:
    places = [grid.place(i) for i in range(len(faces))]
    turn = 90 if grid.fold else 0
    marks: list[Mark] = [
        Use(kinds[face].slug, box.x, box.y, turn) for face, box in zip(faces, places, strict=True)
    ]
    marks += _crop_marks(places, grid.block)
    counted = [(face, len(list(group))) for face, group in groupby(faces)]
    said = ", ".join(
        f"{face} × {n}" + (f" (of {totals[face]})" if n < totals[face] else "") for face, n in counted
    )
    return Draft(
        marks,
        bookmark=" … ".join(dict.fromkeys((counted[0][0], counted[-1][0]))),
        lines=(f"{plural(len(faces), 'card')} of {grid.size}: {said}", *([HOW_TO_FOLD] if grid.fold else [])),
        block=grid.whole.inset(-BLEED),
    )


def _folded(grid: Grid, stamp: str) -> Iterator[Mark]:
    """The texture beyond the fold, and the fold itself."""
    back = grid.behind.inset(-BLEED)
    yield Use(stamp, back.x, back.y)
    yield Line(grid.axis, back.y, grid.axis, back.bottom, 0.15, 0.4, (2.0, 2.0))


def _crop_marks(places: Sequence[Box], block: Box) -> Iterator[Mark]:
    """Short lines along the edges of the sheet, outside all cards, only for the cuts that are needed."""
    for x in sorted({round(edge, 3) for box in places for edge in (box.x, box.right)}):
        yield Line(x, block.y - GAP, x, block.y - GAP - STUB, 0.15)
        yield Line(x, block.bottom + GAP, x, block.bottom + GAP + STUB, 0.15)
    for y in sorted({round(edge, 3) for box in places for edge in (box.y, box.bottom)}):
        yield Line(block.x - GAP, y, block.x - GAP - STUB, y, 0.15)
        yield Line(block.right + GAP, y, block.right + GAP + STUB, y, 0.15)


def _back(grid: Grid, stamp: str, run: CardRun) -> Draft:
    """The texture behind all places that have a front."""
    block = grid.behind.inset(-BLEED)
    use = Use(stamp, block.x + run.back_x, block.y + run.back_y)
    said = "the back of the page before: turn the sheet over its long edge"
    return Draft([use], lines=(said,), block=block)


def _back_stamp(grid: Grid, count: int) -> Stamp:
    """Return the texture for a sheet of so many cards, with its bleed; the last row lies to the right."""
    block, cell = grid.block, grid.cell
    size = Size(block.w + 2 * BLEED, block.h + 2 * BLEED)
    rows, rest = divmod(count, grid.cols)
    marks: list[Mark] = []
    if rows:
        marks += _texture(Box(BLEED, BLEED, block.w, rows * cell.h), cell)
    if rest:
        w = rest * cell.w
        marks += _texture(Box(size.w - BLEED - w, BLEED + rows * cell.h, w, cell.h), cell, rows > 0)
    return Stamp(size, tuple(marks))


def _texture(box: Box, card: Size, below: bool = False) -> Iterator[Mark]:
    """Small diamonds, a whole number of them on a card, so that all cards are cut alike."""
    w, h = card.w / round(card.w / 4), card.h / round(card.h / 4)
    left, right = box.x - BLEED, box.right + BLEED
    top, bottom = box.y - (0 if below else BLEED), box.bottom + BLEED
    for i in range(-1, round(box.w / w) + 1):
        for j in range(0 if below else -1, round(box.h / h) + 1):
            x, y = box.x + (i + 0.5) * w, box.y + (j + 0.5) * h
            points = ((x, y - 0.42 * h), (x + 0.42 * w, y), (x, y + 0.42 * h), (x - 0.42 * w, y))
            yield Polygon(
                tuple((min(max(u, left), right), min(max(v, top), bottom)) for u, v in points), 0.35
            )
