"""Stocks: what can be bought, where its labels or cards lie, and the sheets a user measured."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from facilitator.errors import CommandError
from facilitator.sheets.drawing.marks import CARD_SIZES, PAPERS, Box, Extent, Paper

CARD = CARD_SIZES["56x87"]
SMALLEST = Extent(17, 9)
"""Below this no name could be read from across a table."""
OWN = "own"
COVERING = Extent(48, 78)
"""The smallest label that covers a card's printed face: what shows around it must be the white border alone."""
LABELS, SLIPS, CARDS = USES = ("labels", "slips", "cards")
"""What a stock is for: labels to stick, slips for sleeves, perforated cards."""


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


@lru_cache
def stocks() -> dict[str, SheetStock]:
    """Return every stock of stocks.yaml by its id."""
    import yaml

    text = resources.files("facilitator.sheets").joinpath("stocks.yaml").read_text(encoding="utf-8")
    return {row["id"]: _stock(row) for row in yaml.safe_load(text)["stocks"]}


def _stock(row: dict[str, object]) -> SheetStock:
    def mm(key: str) -> float:
        return float(str(row[key]))

    names = row.get("aka", [])
    return SheetStock(
        str(row["id"]),
        f"{row['brand']} {row['part']}",
        PAPERS[str(row["page"])],
        Extent(mm("width_mm"), mm("height_mm")),
        int(mm("cols")),
        int(mm("rows")),
        mm("left_mm"),
        mm("top_mm"),
        mm("pitch_x_mm"),
        mm("pitch_y_mm"),
        mm("corner_radius_mm"),
        row["fits"] == "rotated",
        str(row["source"]),
        tuple(map(str, names)) if isinstance(names, list) else (),
        str(row.get("use", LABELS)),
        bool(row.get("cut", False)),
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
        from dataclasses import replace

        return replace(stock, turned=True)
    raise CommandError(f"a label that fits on a card of {CARD}", f"{stock.size}", "Take smaller labels.")
