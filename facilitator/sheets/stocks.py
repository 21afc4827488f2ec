"""Sheets of labels, slips or cards to print on, and the positions of these labels on the sheets.

The sheets come from three sources: products on the market (stocks.yaml), a file with a user's measurements, and
cards that are cut from whole sheets. All lengths are in mm.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

from facilitator.errors import CommandError
from facilitator.i18n.catalogue import Either, Listed, refusal, sentence
from facilitator.pictures.marks import CARD_SIZES, PAPERS, UNPRINTABLE, Box, Extent, Line, Mark, Paper, Use
from facilitator.table_files.files import LARGEST_YAML, read_file, reason

CARD = CARD_SIZES["56x87"]
OWN = "own"
COVERING = Extent(48, 78)
"""Size of the smallest label that covers the printed front of a card, except its white border."""
LABELS, SLIPS, CARDS = USES = ("labels", "slips", "cards")
"""Uses of a sheet: labels to stick on cards, slips to put into sleeves, or cards to tear off or cut out."""
BUSINESS, PLAIN = "business cards", "plain"
"""Further values of the setting `extras`: perforated cards, and unchanged cards of an ordinary deck.

In this setting, "cards" means cards that are cut out. In `USES`, "cards" also means perforated cards.
"""


# ----------------------------------------------------------------------------------------------------
# Arrangement of cards on a sheet.


CUT_MARKS = 2.0
"""Distance between the outer cuts and the ends of the crop marks, in mm."""
CROP_GAP, STUB = 0.6, 1.4
"""Distance between cards and crop marks, and length of the crop marks, in mm."""


@dataclass(frozen=True, slots=True)
class CardSheet:
    """Arrangement of cards on a sheet.

    Attributes:
        boxes: Position of each card.
        block: Area that text in the margins must avoid.
        turn: Clockwise rotation of the card faces, in degrees.
        cuts: Box around all cards, with crop marks outside it. `None` if no cuts are needed.
    """

    boxes: tuple[Box, ...]
    block: Box
    turn: int = 0
    cuts: Box | None = None

    def place_stamps(self, stamps: Sequence[str]) -> list[Mark]:
        """Place card faces on the sheet, and add crop marks.

        Args:
            stamps: Name of the drawing for each card, beginning with the first card on the sheet.
        """
        boxes = self.boxes[: len(stamps)]
        found = (Use(stamp, box.x, box.y, self.turn) for stamp, box in zip(stamps, boxes, strict=True))
        return [*found, *(_draw_crop_marks(boxes, self.cuts) if self.cuts is not None else ())]


def list_cuts(boxes: Sequence[Box]) -> tuple[list[float], list[float]]:
    """Return the x coordinates of all vertical cuts around cards, and the y coordinates of all horizontal cuts."""
    across = {round(edge, 3) for box in boxes for edge in (box.x, box.right)}
    down = {round(edge, 3) for box in boxes for edge in (box.y, box.bottom)}
    return sorted(across), sorted(down)


def _draw_crop_marks(boxes: Sequence[Box], block: Box) -> Iterator[Mark]:
    """Yield crop marks: short lines outside the cards at both ends of each cut."""
    across, down = list_cuts(boxes)
    for x in across:
        yield Line(x, block.y - CROP_GAP, x, block.y - CROP_GAP - STUB, 0.15)
        yield Line(x, block.bottom + CROP_GAP, x, block.bottom + CROP_GAP + STUB, 0.15)
    for y in down:
        yield Line(block.x - CROP_GAP, y, block.x - CROP_GAP - STUB, y, 0.15)
        yield Line(block.right + CROP_GAP, y, block.right + CROP_GAP + STUB, y, 0.15)


# ----------------------------------------------------------------------------------------------------
# Sheets that can be bought.


@dataclass(frozen=True, slots=True)
class SheetStock:
    """Product that consists of sheets with labels, slips or cards. All of these are called labels below.

    Attributes:
        id: Name in commands and files.
        title: Maker and part number.
        paper: Paper format.
        size: Label size. All lengths are in mm.
        cols: Number of labels per row.
        rows: Number of rows.
        left: Distance from the left edge of the sheet to the first label.
        top: Distance from the top edge of the sheet to the first label.
        pitch_x: Distance between the left edges of neighbouring labels.
        pitch_y: Distance between the top edges of neighbouring labels.
        turned: Whether a label is wider than a card, so that people stick it on sideways.
        source: Origin of the lengths, such as a web page.
        aka: Part numbers of the same sheet from other makers.
        use: One of `USES`.
        cut: Whether the user cuts the labels out of a whole sheet.
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
        """Name to print: maker and part number, or a description such as "Whole-sheet label A4"."""
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
        """Return the box of the label with a number. Labels are numbered row by row, starting at 1."""
        row, col = divmod(position - 1, self.cols)
        return Box(self.left + col * self.pitch_x, self.top + row * self.pitch_y, *self.size)

    @property
    def cuts(self) -> int:
        """Number of straight cuts through a sheet that separate its labels. 0 for precut labels."""
        return self.cols + self.rows + 2 if self.cut else 0

    @property
    def covers(self) -> bool:
        """True if a label covers the printed front of a card."""
        short, long = sorted(self.size)
        return short >= COVERING.w and long >= COVERING.h

    @property
    def block(self) -> Box:
        """Box around all labels."""
        last = self.label(self.per_sheet)
        return Box(self.left, self.top, last.right - self.left, last.bottom - self.top)

    @property
    def clear_area(self) -> Box:
        """Area of the labels and crop marks. Text in the margins must avoid it."""
        return self.block.inset(-CUT_MARKS) if self.cut else self.block

    @property
    def sheet(self) -> CardSheet:
        """Arrangement of all labels on a sheet."""
        boxes = tuple(self.label(n + 1) for n in range(self.per_sheet))
        return CardSheet(boxes, self.clear_area, 90 if self.turned else 0, self.block if self.cut else None)


@lru_cache
def stocks() -> dict[str, SheetStock]:
    """Return the products in stocks.yaml by name."""
    import yaml

    text = resources.files("facilitator.sheets").joinpath("stocks.yaml").read_text(encoding="utf-8")
    return {row["id"]: _make_stock(row) for row in yaml.safe_load(text)["stocks"]}


def _make_stock(row: dict[str, Any]) -> SheetStock:
    measured = {key: float(value) for key, value in row.items() if key.endswith("_mm")}
    lengths: dict[str, Any] = {key.removesuffix("_mm"): value for key, value in measured.items()}
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
"""Keys of the lengths that a user's stock file must contain."""
DEFAULT = {
    LABELS: {"A4": "whole-a4", "Letter": "whole-letter"},
    SLIPS: {"A4": "slips-a4", "Letter": "slips-letter"},
    BUSINESS: {"A4": "avery-c32011", "Letter": "avery-8377"},
}
"""Names of the default sheets, by the method of making extra cards and by the paper format."""


def check_face(stock: SheetStock, blank: bool) -> None:
    """Check that labels cover the printed front of the cards to stick them on.

    Args:
        stock: Sheets of labels. Other sheets are not checked.
        blank: Whether the cards are blank, so that labels of any size are allowed.

    Raises:
        CommandError: The labels leave part of the printed front visible.
    """
    if stock.use == LABELS and not stock.covers and not blank:
        raise CommandError(
            *refusal("refused.small", least=str(COVERING), stock=stock.name, size=str(stock.size))
        )


def get_stock(name: str) -> SheetStock:
    """Return the product with a name or part number. A name such as "mine.yaml" is a user's stock file.

    Raises:
        CommandError: The product is unknown, or the file has errors.
    """
    if name.endswith(".yaml"):
        return _read_stock_file(Path(name))
    for stock in stocks().values():
        names = (stock.id, stock.title, stock.title.split()[-1], *stock.aka)
        if _normalize_name(name) in map(_normalize_name, names):
            return stock
    raise CommandError(*refusal("refused.stock", name=name))


def _read_stock_file(file: Path) -> SheetStock:
    """Read a user's stock file, which has the same keys as a product in stocks.yaml.

    Raises:
        CommandError: The file cannot be read, or keys are missing or wrong.
        TableFileError: The file is not YAML.
    """
    row = _read_values(file)
    known = {"page": [*PAPERS], "use": USES, "cols": range(1, 21), "rows": range(1, 41)}
    wrong = [key for key, values in known.items() if row.get(key) not in values]
    wrong += [key for key in MEASURES if not isinstance(row.get(key), int | float) or row[key] < 0]
    if not wrong:
        stock = _make_stock({"id": file.stem, "brand": "", "part": file.stem, "fits": "portrait"} | row)
        if stock.block.right <= stock.paper.w and stock.block.bottom <= stock.paper.h:
            return stock
        wrong = ["left_mm + cols", "top_mm + rows"]
    keys, found = Listed((*known, *MEASURES)), Listed(tuple(wrong))
    raise CommandError(
        *refusal("refused.stock.file", file=str(file), uses=Either(USES), keys=keys, wrong=found)
    )


def _read_values(file: Path) -> dict[str, Any]:
    """Return the keys and values in a user's stock file, without checking them."""
    from facilitator.table_files.yaml import YamlText, decode_yaml

    try:
        raw = read_file(file, LARGEST_YAML)
    except (OSError, ValueError) as err:
        raise CommandError(*refusal("refused.stock.unread", file=str(file), reason=reason(err))) from None
    value = YamlText(decode_yaml(raw, str(file)), str(file)).value
    return value if isinstance(value, dict) else {}


def _normalize_name(name: str) -> str:
    return "".join(c for c in name.casefold() if c.isalnum())


# ----------------------------------------------------------------------------------------------------
# Cards that are cut from whole sheets.


LOW = UNPRINTABLE + CUT_MARKS
"""Smallest margin of a sheet of cards, in mm. It has space for crop marks, but not for text."""
ROOM_FOR_WORDS = 11.0
"""Smallest margin that has enough space for text, in mm."""


def cut_stock(paper: Paper, size: Extent = CARD) -> SheetStock:
    """Return a sheet of cards to cut out, with space for crop marks and a line of text.

    The cards touch each other and are centred on the sheet. If the space above the cards is then too small for
    text, the cards are moved down.
    """
    cols, rows = int((paper.w - 2 * LOW) / size.w), int((paper.h - LOW - 8.5) / size.h)
    left, above = (paper.w - cols * size.w) / 2, (paper.h - rows * size.h) / 2
    top = above if above > ROOM_FOR_WORDS else 2 * above - LOW
    return SheetStock(OWN, str(size), paper, size, cols, rows, left, top, *size, use=CARDS, cut=True)


def stock_for(route: str, paper: str, size: Extent | None = None) -> SheetStock:
    """Return the default sheets for a method of making extra cards.

    Args:
        route: Method, such as "labels".
        paper: Name of the paper format.
        size: Size of cards that are cut from whole sheets. `None` means the default size.
    """
    if route == CARDS:
        return cut_stock(PAPERS[paper], size or CARD)
    return stocks()[DEFAULT[route][paper]]
