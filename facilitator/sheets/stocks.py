"""Positions of labels and cards on a sheet.

Positions come from three sources: commercial stocks (stocks.yaml), a user's own measurements (a file), and
cards that are cut from whole sheets. All measures are in mm. Drawings are referenced by the names of their
stamps, so this module is independent of the card designs.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

from facilitator.errors import CommandError
from facilitator.i18n.catalogue import Either, Listed, phrase, refusal, sentence
from facilitator.pictures.marks import CARD_SIZES, PAPERS, UNPRINTABLE, Box, Extent, Line, Mark, Paper, Use
from facilitator.table_files.files import LARGEST_YAML, read_file, reason

CARD = CARD_SIZES["56x87"]
OWN = "own"
COVERING = Extent(48, 78)
"""Size of the smallest label that covers a card's printed face and leaves only the white border visible."""
LABELS, SLIPS, CARDS = USES = ("labels", "slips", "cards")
"""Uses of a stock: labels to stick on cards, slips for sleeves, or cards to tear off or cut out."""
BUSINESS, PLAIN = "business cards", "plain"
"""Other values of the setting `extras`: perforated cards, and unchanged cards of an ordinary deck.

In this setting, unlike in `USES`, "cards" means only cards that are cut out.
"""


# ----------------------------------------------------------------------------------------------------
# Arrangement of cards on a sheet.


CUT_MARKS = 2.0
"""Distance from the outermost cuts to the ends of the crop marks, in mm."""
CROP_GAP, STUB = 0.6, 1.4
"""Distance from the cards to the crop marks and length of the crop marks, in mm."""


@dataclass(frozen=True, slots=True)
class CardSheet:
    """Arrangement of the cards on a sheet.

    Attributes:
        boxes: Box of each card, in order.
        block: Area that the text in the margins must not enter.
        turn: Clockwise rotation of the drawings in degrees.
        cuts: Box that the crop marks surround, or None if no cuts are needed.
    """

    boxes: tuple[Box, ...]
    block: Box
    turn: int = 0
    cuts: Box | None = None

    def place_stamps(self, stamps: Sequence[str]) -> list[Mark]:
        """Place stamps in the first boxes, and add crop marks for the cuts that these need."""
        boxes = self.boxes[: len(stamps)]
        found: list[Mark] = [
            Use(stamp, box.x, box.y, self.turn) for stamp, box in zip(stamps, boxes, strict=True)
        ]
        return [*found, *_crop_marks(boxes, self.cuts)] if self.cuts is not None else found


def _crop_marks(boxes: Sequence[Box], block: Box) -> Iterator[Mark]:
    """Yield crop marks, which are short lines outside the cards at both ends of each cut."""
    for x in sorted({round(edge, 3) for box in boxes for edge in (box.x, box.right)}):
        yield Line(x, block.y - CROP_GAP, x, block.y - CROP_GAP - STUB, 0.15)
        yield Line(x, block.bottom + CROP_GAP, x, block.bottom + CROP_GAP + STUB, 0.15)
    for y in sorted({round(edge, 3) for box in boxes for edge in (box.y, box.bottom)}):
        yield Line(block.x - CROP_GAP, y, block.x - CROP_GAP - STUB, y, 0.15)
        yield Line(block.right + CROP_GAP, y, block.right + CROP_GAP + STUB, y, 0.15)


# ----------------------------------------------------------------------------------------------------
# Stocks that can be bought.


@dataclass(frozen=True, slots=True)
class SheetStock:
    """A kind of sheet with labels, slips or cards. Lengths are in mm.

    Attributes:
        id: Name of the stock in commands and files.
        title: Maker and part number.
        paper: Paper format.
        size: Size of a label.
        cols: Number of labels in a row.
        rows: Number of rows.
        left: Distance from the left edge of the sheet to the first label.
        top: Distance from the top edge of the sheet to the first label.
        pitch_x: Distance between the left edges of neighbouring labels.
        pitch_y: Distance between the top edges of neighbouring labels.
        turned: Whether labels are wider than a card, so that they are stuck on sideways.
        source: Source of the measures.
        aka: Numbers of the same sheet at other makers.
        use: One of `USES`.
        cut: Whether the user cuts the labels out of a whole sheet. They then lie edge to edge and share their
            cuts.
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
    turned: bool = False
    source: str = ""
    aka: tuple[str, ...] = ()
    use: str = LABELS
    cut: bool = False

    @property
    def name(self) -> str:
        """Name for people: maker and part number, or a description of sheets that have no maker."""
        if self.cut and self.use == LABELS:
            return sentence("stock.labels", paper=self.paper.name)
        if self.cut and self.use == SLIPS:
            return sentence("stock.slips", paper=self.paper.name)
        return self.title

    @property
    def per_sheet(self) -> int:
        """Number of labels on a sheet."""
        return self.cols * self.rows

    def label(self, position: int) -> Box:
        """Return the box of a label. Positions count from 1, row by row."""
        row, col = divmod(position - 1, self.cols)
        return Box(self.left + col * self.pitch_x, self.top + row * self.pitch_y, *self.size)

    @property
    def cuts(self) -> int:
        """Number of straight cuts that divide a sheet. Each cut runs across the whole sheet."""
        return self.cols + self.rows + 2 if self.cut else 0

    @property
    def covers(self) -> bool:
        """Whether a label covers all of a card's printed face."""
        short, long = sorted(self.size)
        return short >= COVERING.w and long >= COVERING.h

    @property
    def block(self) -> Box:
        """The box around all labels."""
        last = self.label(self.per_sheet)
        return Box(self.left, self.top, last.right - self.left, last.bottom - self.top)

    @property
    def clear_area(self) -> Box:
        """Area of labels and crop marks, where the margins have no text."""
        return self.block.inset(-CUT_MARKS) if self.cut else self.block

    @property
    def sheet(self) -> CardSheet:
        """Arrangement of all labels on a sheet."""
        boxes = tuple(self.label(n + 1) for n in range(self.per_sheet))
        return CardSheet(boxes, self.clear_area, 90 if self.turned else 0, self.block if self.cut else None)


@lru_cache
def stocks() -> dict[str, SheetStock]:
    """Return all stocks of stocks.yaml by id."""
    import yaml

    text = resources.files("facilitator.sheets").joinpath("stocks.yaml").read_text(encoding="utf-8")
    return {row["id"]: _stock(row) for row in yaml.safe_load(text)["stocks"]}


def _stock(row: dict[str, Any]) -> SheetStock:
    """Build a stock from a file entry with measures in mm."""
    lengths: dict[str, Any] = {
        key.removesuffix("_mm"): float(value) for key, value in row.items() if key.endswith("_mm")
    }
    size = Extent(lengths.pop("width"), lengths.pop("height"))
    return SheetStock(
        title=f"{row['brand']} {row['part']}",
        paper=PAPERS[row["page"]],
        size=size,
        turned=row["fits"] == "rotated",
        aka=tuple(map(str, row.get("aka", ()))),
        **lengths,
        **{key: row[key] for key in ("id", "cols", "rows", "source", "use", "cut") if key in row},
    )


MEASURES = ("width_mm", "height_mm", "left_mm", "top_mm", "pitch_x_mm", "pitch_y_mm")
"""Keys for the lengths that a user measures."""
DEFAULT = {
    LABELS: {"A4": "whole-a4", "Letter": "whole-letter"},
    SLIPS: {"A4": "slips-a4", "Letter": "slips-letter"},
    BUSINESS: {"A4": "avery-c32011", "Letter": "avery-8377"},
}
"""Default stocks by way to make extra cards and by paper. The labels cover a whole face."""


def check_face(stock: SheetStock, blank: bool) -> None:
    """Check that labels cover the printed face of the cards.

    Args:
        stock: Stock to check.
        blank: Whether the faces of the cards are blank, so that labels of any size will do.

    Raises:
        CommandError: The labels leave part of a printed face visible.
    """
    if stock.use == LABELS and not stock.covers and not blank:
        raise CommandError(
            *refusal("refused.small", least=str(COVERING), stock=stock.name, size=str(stock.size))
        )


def get_stock(name: str) -> SheetStock:
    """Find a stock by its id, its part number or another maker's number, or read it from the user's file.

    Raises:
        CommandError: The stock is unknown (the message suggests the closest name), or the file has errors.
    """
    if name.endswith(".yaml"):
        return _read_measured(Path(name))
    known = stocks()
    for stock in known.values():
        if _normalize_name(name) in map(
            _normalize_name, (stock.id, stock.title, stock.title.split()[-1], *stock.aka)
        ):
            return stock
    close = difflib.get_close_matches(name.lower(), known, 1, 0.5)
    hint = phrase("refused.stock.near", close=close[0]) if close else ""
    raise CommandError(*refusal("refused.stock", name=name, hint=hint))


def _read_measured(file: Path) -> SheetStock:
    """Return a stock that a user measured. Its file has the keys of one row of stocks.yaml.

    Raises: CommandError if the file cannot be read, or if keys are missing or wrong.
    """
    row = _read_stock(file)
    known = {"page": [*PAPERS], "use": USES, "cols": range(1, 21), "rows": range(1, 41)}
    wrong = [key for key, values in known.items() if row.get(key) not in values]
    wrong += [key for key in MEASURES if not isinstance(row.get(key), int | float) or row[key] < 0]
    if not wrong:
        stock = _stock({"id": file.stem, "brand": "", "part": file.stem, "fits": "portrait"} | row)
        if stock.block.right <= stock.paper.w and stock.block.bottom <= stock.paper.h:
            return stock
        wrong = ["left_mm + cols", "top_mm + rows"]
    keys, found = Listed((*known, *MEASURES)), Listed(tuple(wrong))
    raise CommandError(
        *refusal("refused.stock.file", file=str(file), uses=Either(USES), keys=keys, wrong=found)
    )


def _read_stock(file: Path) -> dict[str, Any]:
    """Return the keys and values of a user's stock file, not checked yet.

    Raises: CommandError if the file cannot be read or is not YAML.
    """
    from facilitator.table_files.yaml import TableFileError, YamlText

    try:
        value = YamlText(read_file(file, LARGEST_YAML).decode("utf-8-sig")).value
    except UnicodeDecodeError:
        raise CommandError(*refusal("refused.stock.text", file=str(file))) from None
    except (OSError, ValueError) as err:
        raise CommandError(*refusal("refused.stock.unread", file=str(file), reason=reason(err))) from None
    except TableFileError as err:
        line = err.problems[0].line
        problem = sentence("refused.stock.yaml", file=str(file), line=line, problem=err.problem)
        raise CommandError(problem, err.remedy) from None
    return value if isinstance(value, dict) else {}


def _normalize_name(name: str) -> str:
    return "".join(c for c in name.casefold() if c.isalnum())


# ----------------------------------------------------------------------------------------------------
# Cards that are cut from whole sheets.


LOW = UNPRINTABLE + CUT_MARKS
"""Smallest margin in mm if the cards nearly fill the sheet. The opposite margin then takes the text."""
ROOM_FOR_WORDS = 11.0
"""Smallest margin, in mm, with enough room for text around centred cards."""


def cut_stock(paper: Paper, size: Extent = CARD) -> SheetStock:
    """Return a sheet full of cards that lie edge to edge, with room for crop marks and a line of text above.

    The cards are centred on the sheet. If this leaves too little room for text above them, they are moved
    down.
    """
    cols, rows = int((paper.w - 2 * LOW) / size.w), int((paper.h - LOW - 8.5) / size.h)
    left, above = (paper.w - cols * size.w) / 2, (paper.h - rows * size.h) / 2
    top = above if above > ROOM_FOR_WORDS else 2 * above - LOW
    return SheetStock(OWN, str(size), paper, size, cols, rows, left, top, *size, use=CARDS, cut=True)


def stock_for(route: str, paper: str, size: Extent | None = None) -> SheetStock:
    """Return the default sheets for a way to make extra cards.

    Args:
        route: Way to make the cards.
        paper: Name of the paper format.
        size: Size of cards that are cut from whole sheets.
    """
    if route == CARDS:
        return cut_stock(PAPERS[paper], size or CARD)
    return stocks()[DEFAULT[route][paper]]
