"""Where labels and cards lie on a sheet: what can be bought, what a user measured, and what is cut from whole sheets.

Measures are in mm.  What is printed on a card is no matter of this module: a card is the name of a stamp.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import resources
from typing import Any

from facilitator.errors import CommandError
from facilitator.sheets.drawing.marks import (
    CARD_SIZES,
    PAPERS,
    SMALLEST_QR,
    UNPRINTABLE,
    Box,
    Extent,
    Line,
    Mark,
    Paper,
    Rect,
    Stamp,
    Use,
)

CARD = CARD_SIZES["56x87"]
SMALLEST = Extent(17, 9)
"""Below this no name could be read from across a table."""
OWN = "own"
COVERING = Extent(48, 78)
"""The smallest label that covers a card's printed face: what shows around it must be the white border alone."""
LABELS, SLIPS, CARDS = USES = ("labels", "slips", "cards")
"""What a stock is for: labels to stick, slips for sleeves, perforated cards."""


# ----------------------------------------------------------------------------------------------------
# Cards on a sheet, wherever they come from.


CUT_MARKS = 2.2
"""How far crop marks reach from the outermost cuts, mm."""
CROP_GAP, STUB = 0.6, 1.4
"""How far from the cards crop marks begin, and how long they are, mm."""


@dataclass(frozen=True, slots=True)
class CardSheet:
    """Where the cards of one sheet lie.

    ``boxes``: one a card, in their order; ``turn``: by how many degrees what is printed on them is turned.
    ``block``: what the page's words keep out of.  ``cuts``: the box around which the crop marks stand; None if
    nothing is cut.
    """

    boxes: tuple[Box, ...]
    block: Box
    turn: int = 0
    cuts: Box | None = None

    def laid(self, stamps: Sequence[str], first: int = 0) -> list[Mark]:
        """Return stamps on the places from a first one on, with marks for the cuts that are needed."""
        boxes = self.boxes[first : first + len(stamps)]
        found: list[Mark] = [
            Use(stamp, box.x, box.y, self.turn) for stamp, box in zip(stamps, boxes, strict=True)
        ]
        return [*found, *_crop_marks(boxes, self.cuts)] if self.cuts is not None else found


def _crop_marks(boxes: Sequence[Box], block: Box) -> Iterator[Mark]:
    """Short lines along the edges of the sheet, outside all cards, only for the cuts that are needed."""
    for x in sorted({round(edge, 3) for box in boxes for edge in (box.x, box.right)}):
        yield Line(x, block.y - CROP_GAP, x, block.y - CROP_GAP - STUB, 0.15)
        yield Line(x, block.bottom + CROP_GAP, x, block.bottom + CROP_GAP + STUB, 0.15)
    for y in sorted({round(edge, 3) for box in boxes for edge in (box.y, box.bottom)}):
        yield Line(block.x - CROP_GAP, y, block.x - CROP_GAP - STUB, y, 0.15)
        yield Line(block.right + CROP_GAP, y, block.right + CROP_GAP + STUB, y, 0.15)


# ----------------------------------------------------------------------------------------------------
# What can be bought.


@dataclass(frozen=True, slots=True)
class SheetStock:
    """One kind of sheet of labels, slips or perforated cards, in mm.

    ``turned``: the label is wider than a card and sticks on it sideways.  ``source`` tells who says so.
    ``use``: one of `USES`.  ``cut``: the sheet comes whole; labels lie edge to edge and share their cuts.
    """

    id: str
    title: str
    paper: Paper
    size: Extent
    cols: int
    rows: int
    left: float
    top: float
    pitch_x: float
    pitch_y: float
    radius: float = 0.0
    turned: bool = False
    source: str = ""
    aka: tuple[str, ...] = ()
    use: str = LABELS
    cut: bool = False

    @property
    def per_sheet(self) -> int:
        """How many labels there are."""
        return self.cols * self.rows

    def label(self, position: int) -> Box:
        """Return a label's box; positions count from 1, row by row."""
        row, col = divmod(position - 1, self.cols)
        return Box(self.left + col * self.pitch_x, self.top + row * self.pitch_y, *self.size)

    @property
    def cuts(self) -> int:
        """How many straight cuts part a sheet: each runs through it whole."""
        return self.cols + self.rows + 2 if self.cut else 0

    @property
    def covers(self) -> bool:
        """Whether nothing of a card's printed face is left in sight around the label."""
        short, long = sorted(self.size)
        return short >= COVERING.w and long >= COVERING.h

    @property
    def block(self) -> Box:
        """The box that all labels take together."""
        last = self.label(self.per_sheet)
        return Box(self.left, self.top, last.right - self.left, last.bottom - self.top)

    @property
    def around(self) -> Box:
        """The box that the page's words must keep out of: the labels, and the crop marks around them."""
        return self.block.inset(-CUT_MARKS) if self.cut else self.block

    @property
    def spare(self) -> bool:
        """Whether a label is spent on the page's QR symbol, as the margins are too narrow for it."""
        return needs_spare(self.paper, self.around)

    @property
    def sheet(self) -> CardSheet:
        """All labels of a sheet, in their order."""
        boxes = tuple(self.label(n + 1) for n in range(self.per_sheet))
        return CardSheet(boxes, self.around, 90 if self.turned else 0, self.block if self.cut else None)

    def check_room(self) -> None:
        """Raise `CommandError` if neither margins nor a label have room for the symbol and the words."""
        above, below, *_ = self.paper.margins(self.around)
        label = self.label(1)
        if max(above.h, below.h) < 2.2:
            found = f"{max(above.h, below.h) + UNPRINTABLE:.1f} mm above and below the labels"
            raise CommandError("7 mm above or below the labels", found, "Leave a row of labels out.")
        if self.spare and min(label.w, label.h) < SMALLEST_QR + 3:
            found = f"labels of {label.w:g} × {label.h:g} mm and narrow margins"
            raise CommandError(
                "room for a QR symbol of 8 mm", found, "Leave 13 mm above or below the labels."
            )


def needs_spare(paper: Paper, block: Box) -> bool:
    """Whether the margins around a block are too narrow for a page's QR symbol."""
    above, below, *sides = paper.margins(block)
    return max(above.h, below.h, *(box.w - 3 for box in sides)) < SMALLEST_QR


@lru_cache
def stocks() -> dict[str, SheetStock]:
    """Return every stock of stocks.yaml by its id."""
    import yaml

    text = resources.files("facilitator.sheets").joinpath("stocks.yaml").read_text(encoding="utf-8")
    return {row["id"]: _stock(row) for row in yaml.safe_load(text)["stocks"]}


def _stock(row: dict[str, Any]) -> SheetStock:
    """Return a stock of its row in the file, which tells lengths in mm."""
    lengths: dict[str, Any] = {
        key.removesuffix("_mm"): float(value) for key, value in row.items() if key.endswith("_mm")
    }
    size, radius = Extent(lengths.pop("width"), lengths.pop("height")), lengths.pop("corner_radius")
    return SheetStock(
        title=f"{row['brand']} {row['part']}",
        paper=PAPERS[row["page"]],
        size=size,
        radius=radius,
        turned=row["fits"] == "rotated",
        aka=tuple(map(str, row.get("aka", ()))),
        **lengths,
        **{key: row[key] for key in ("id", "cols", "rows", "source", "use", "cut") if key in row},
    )


DEFAULT = {
    LABELS: {"A4": "whole-a4", "Letter": "whole-letter"},
    SLIPS: {"A4": "slips-a4", "Letter": "slips-letter"},
    CARDS: {"A4": "avery-c32011", "Letter": "avery-8377"},
}
"""What is taken when nobody says otherwise, by use and paper: labels that cover a whole face."""


def usual_stock(use: str, paper: str) -> SheetStock:
    """Return the stock taken for a use on a paper when nobody names one."""
    return stocks()[DEFAULT[use][paper]]


def check_face(stock: SheetStock, blank: bool) -> None:
    """Refuse labels that leave a printed face in sight; raises `CommandError`.  ``blank``: the cards have none."""
    if stock.use == LABELS and not stock.covers and not blank:
        raise CommandError(
            f"labels that cover a printed face ({COVERING} at least)",
            f"{stock.title}, {stock.size}",
            "What shows around a small label tells its card from the others, and a hand is known. "
            "Take larger labels, or cards that are blank, and say --blank.",
        )


def stock_named(name: str) -> SheetStock:
    """Return a stock by its id, its part number or another maker's number for the same sheet.

    Raises: CommandError naming the closest.
    """
    known = stocks()
    wanted = _folded(name)
    for stock in known.values():
        if wanted in {_folded(stock.id), _folded(stock.title), _folded(stock.title.split()[-1])}:
            return stock
    for stock in known.values():
        if wanted in map(_folded, stock.aka):
            return stock
    close = difflib.get_close_matches(name.lower(), known, 1, 0.5)
    hint = f"Did you mean {close[0]}? " if close else ""
    raise CommandError("a label stock", f'"{name}"', f"{hint}--list-stocks shows them all.")


def _folded(name: str) -> str:
    return "".join(c for c in name.casefold() if c.isalnum())


def own_stock(measures: str, paper: Paper) -> SheetStock:
    """Return a stock from a user's own measures: ``WxH,COLSxROWS,LEFT,TOP[,PITCHXxPITCHY]`` in mm.

    Raises: CommandError if they are no such measures, or the labels do not fit the sheet.
    """
    example = "Write e.g. --own 40x20,4x12,15,20 or --own 40x20,4x12,15,20,45x21."
    parts = [part.strip().lower().split("x") for part in measures.split(",")]
    try:
        numbers = [[float(number) for number in part] for part in parts]
        (w, h), (cols, rows), (left,), (top,), *rest = numbers
        (px, py) = rest[0] if rest else (w, h)
        if len(rest) > 1 or cols != int(cols) or rows != int(rows):
            raise ValueError
    except ValueError:
        raise CommandError(
            "width x height, columns x rows, left, top in mm", f'"{measures}"', example
        ) from None
    size = Extent(w, h)
    stock = SheetStock(
        OWN,
        f"own labels, {size}",
        paper,
        size,
        int(cols),
        int(rows),
        left,
        top,
        px,
        py,
        source="your measures",
    )
    _check_own(stock)
    return _checked(stock)


def _check_own(stock: SheetStock) -> None:
    sheet = Box(0, 0, stock.paper.w, stock.paper.h)
    if stock.cols < 1 or stock.rows < 1 or stock.pitch_x < stock.size.w or stock.pitch_y < stock.size.h:
        found = (
            f"{stock.cols} × {stock.rows} labels of {stock.size}, {stock.pitch_x:g} × {stock.pitch_y:g} apart"
        )
        raise CommandError(
            "labels beside each other", found, "Measure from one label's edge to the next one's."
        )
    if not sheet.holds(stock.block, 0.05):
        found = f"labels up to {stock.block.right:g} × {stock.block.bottom:g} mm from its corner"
        raise CommandError(f"labels within the {stock.paper.name} sheet", found, "Measure again.")


def _checked(stock: SheetStock) -> SheetStock:
    """Return the stock, turned if only so it fits a card; raises `CommandError` if it fits neither way."""
    w, h = stock.size
    if w < SMALLEST.w or h < SMALLEST.h:
        raise CommandError(
            f"labels of {SMALLEST} or more",
            f"{stock.size}",
            "Take larger ones: they are read across a table.",
        )
    if w <= CARD.w and h <= CARD.h:
        return stock
    if h <= CARD.w and w <= CARD.h:
        return replace(stock, turned=True)
    raise CommandError(f"a label that fits on a card of {CARD}", f"{stock.size}", "Take smaller labels.")


# ----------------------------------------------------------------------------------------------------
# Cards cut from whole sheets, and their backs.


DUPLEX, FOLD, NONE = BACKS = ("duplex", "fold", "none")
"""Where the backs are printed: on the sheet's other side, beside the fronts to be folded behind them, nowhere."""
BLEED = 2.0
"""How far the back's grey reaches beyond the outermost cuts, mm."""
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
    """How cards are printed: their size and one of `BACKS`, the sheet's usual ones where nothing is said.

    ``back_x``, ``back_y``: how far backs of the other side are moved, mm.
    """

    size: Extent | None = None
    backs: str = ""
    back_x: float = 0.0
    back_y: float = 0.0

    def behind(self, sheet: CardSheet, paper: Paper) -> tuple[Mark, Box]:
        """Return the grey on the back of a sheet that is turned over its long edge, and the box it takes there."""
        block = sheet.block._replace(x=paper.w - sheet.block.right)
        return Use(BACK, block.x + self.back_x, block.y + self.back_y), block


def back_stamp(size: Extent) -> Stamp:
    """Return one even grey for a whole sheet, with its bleed: wherever it is cut, no card differs."""
    return Stamp(size, (Rect(Box(0, 0, *size), TINT, 0),))


@dataclass(frozen=True, slots=True)
class Grid:
    """Cards edge to edge, as many as fit; ``fold``: a column of them lying down, its backs beside it."""

    paper: Paper
    size: Extent
    cols: int
    rows: int
    fold: bool = False

    @classmethod
    def of(cls, paper: Paper, size: Extent = CARD, fold: bool = False) -> Grid:
        """Return the largest grid that leaves room for crop marks, and for a line of text above."""
        cols = 1 if fold else int((paper.w - 2 * LOW) / size.w)
        rows = int((paper.h - LOW - 8.5) / (size.w if fold else size.h))
        return cls(paper, size, cols, rows, fold)

    @property
    def per_page(self) -> int:
        """How many cards a sheet has."""
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

    @property
    def sheet(self) -> CardSheet:
        """All cards of a sheet, in their order."""
        boxes = tuple(map(self.place, range(self.per_page)))
        return CardSheet(boxes, self.whole.inset(-BLEED), 90 if self.fold else 0, self.block)
