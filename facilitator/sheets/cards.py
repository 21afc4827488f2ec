"""Cards: markers and bit cards at full size, so that no extra deck need be bought.

Fronts and backs alternate for printing on both sides over the long edge; or both lie on one side of the sheet,
mirrored about a line to fold along.  The back is one even grey with a bleed, no pattern: a pattern would be cut
at another place on every sheet.  Faces have no frame and a wide white border, and α and β are mixed on each sheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from facilitator.machine.faces import Face
from facilitator.sheets.art import face_stamp
from facilitator.sheets.drawing.geometry import CARD_SIZES, UNPRINTABLE, Box, Extent, Paper
from facilitator.sheets.drawing.marks import Document, Line, Mark, Rect, Stamp, Use
from facilitator.sheets.furniture import Brief, PageDraft, crop_marks, finish
from facilitator.sheets.kinds import Design
from facilitator.sheets.labels import CARD_MARGIN
from facilitator.sheets.order import called, mixed, said
from facilitator.supplies.needs import Need
from facilitator.wording import plural

DUPLEX, FOLD, NONE = BACKS = ("duplex", "fold", "none")
"""Where the backs are printed: on the sheet's other side, beside the fronts to be folded behind them, nowhere."""
BLEED = 2.0
"""How far the back's grey reaches beyond the outermost cuts, mm."""
HOW_TO_FOLD = "Fold along the dashed line, the print outside; glue; then cut along the marks."
LOW = UNPRINTABLE + BLEED + 0.2
"""The narrowest margin, mm, where the cards nearly fill the sheet; the other one then takes words and symbol."""
ROOM_BESIDE, ROOM_ABOVE, ROOM_FOR_WORDS = 18.5, 15.5, 11.0
"""Margins wide enough for the page's symbol, and for its words, with the cards in the middle, mm."""
GUTTER = 3.0
"""Between fold and cards, mm: the fold is cut away, so that no edge of a card is folded and others cut."""
TINT = 0.78
"""The grey of the backs: light enough to dry flat, dark enough that a face does not show through."""
BACK = "back"


@dataclass(frozen=True, slots=True)
class CardRun:
    """How cards are printed: their size, one of `BACKS`, and how far backs of the other side are moved, mm."""

    size: Extent = CARD_SIZES["56x87"]
    backs: str = DUPLEX
    back_x: float = 0.0
    back_y: float = 0.0


def cards(brief: Brief, needed: Sequence[Need], kinds: dict[Face, Design], run: CardRun) -> Document:
    """Return the sheets of cards; with backs of their own side each front is followed by its back."""
    stamps = {kind.slug: face_stamp(kind, run.size, CARD_MARGIN) for kind in kinds.values()}
    return sheets_of("cards", brief, needed, {face: kind.slug for face, kind in kinds.items()}, stamps, run)


def sheets_of(
    name: str,
    brief: Brief,
    needed: Sequence[Need],
    slugs: Mapping[Face, str],
    stamps: dict[str, Stamp],
    run: CardRun,
) -> Document:
    """Return sheets of cards whose faces are these stamps; ``slugs``: the stamp of each face."""
    grid = Grid.of(brief.paper, run.size, run.backs == FOLD)
    totals = {need.face: need.total for need in needed}
    drafts: list[PageDraft] = []
    if run.backs != NONE:
        stamps = {**stamps, BACK: _back_stamp(grid)}
    for part in mixed(needed, grid.per_page, grid.per_page):
        front = _front(grid, part, slugs, totals)
        drafts.append(front)
        if run.backs == FOLD:
            front.marks += _folded(grid)
        elif run.backs == DUPLEX:
            drafts.append(_back(grid, run))
    return finish(name, name.capitalize(), brief, drafts, stamps, totals, duplex=run.backs == DUPLEX)


@dataclass(frozen=True, slots=True)
class Grid:
    """Cards edge to edge, as many as fit; ``fold``: a column of them lying down, its backs beside it."""

    paper: Paper
    size: Extent
    cols: int
    rows: int
    fold: bool = False

    @classmethod
    def of(cls, paper: Paper, size: Extent, fold: bool = False) -> Grid:
        """Return the largest grid that leaves room for crop marks, and for a line of text above."""
        cols = 1 if fold else int((paper.w - 2 * LOW) / size.w)
        rows = int((paper.h - LOW - 8.5) / (size.w if fold else size.h))
        return cls(paper, size, cols, rows, fold)

    @property
    def per_page(self) -> int:
        return self.cols * self.rows

    @property
    def cell(self) -> Extent:
        """What a card takes on the sheet: lying down where the sheet is folded, so that more of them fit."""
        return Extent(self.size.h, self.size.w) if self.fold else self.size

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


def _front(
    grid: Grid, faces: Sequence[Face], slugs: Mapping[Face, str], totals: dict[Face, int]
) -> PageDraft:
    places = [grid.place(i) for i in range(len(faces))]
    turn = 90 if grid.fold else 0
    marks: list[Mark] = [
        Use(slugs[face], box.x, box.y, turn) for face, box in zip(faces, places, strict=True)
    ]
    marks += crop_marks(places, grid.block)
    return PageDraft(
        marks,
        bookmark=" … ".join(dict.fromkeys(map(called, (min(faces), max(faces))))),
        lines=(
            *([HOW_TO_FOLD] if grid.fold else []),
            f"{plural(len(faces), 'card')} of {grid.size}: {said(faces, totals)}",
        ),
        block=grid.whole.inset(-BLEED),
        kind="front",
    )


def _folded(grid: Grid) -> Iterator[Mark]:
    """The grey beyond the fold, and the fold itself."""
    back = grid.behind.inset(-BLEED)
    yield Use(BACK, back.x, back.y)
    yield Line(grid.axis, back.y, grid.axis, back.bottom, 0.15, 0.4, (2.0, 2.0))


def _back(grid: Grid, run: CardRun) -> PageDraft:
    """The grey behind all places."""
    block = grid.behind.inset(-BLEED)
    use = Use(BACK, block.x + run.back_x, block.y + run.back_y)
    said = "the back of the page before: turn the sheet over its long edge"
    return PageDraft([use], lines=(said,), block=block, kind=BACK)


def _back_stamp(grid: Grid) -> Stamp:
    """Return one even grey for a whole sheet, with its bleed: wherever it is cut, no card differs."""
    block = grid.block.inset(-BLEED)
    size = Extent(block.w, block.h)
    return Stamp(size, (Rect(Box(0, 0, *size), TINT, 0),))
