"""Where labels and cards lie on a sheet: what can be bought, what a user measured, and what is cut from whole sheets.

Measures are in mm.  What is printed on a card is no matter of this module: a card is the name of a stamp.
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
from facilitator.sheets.drawing.marks import (
    CARD_SIZES,
    PAPERS,
    UNPRINTABLE,
    Box,
    Extent,
    Line,
    Mark,
    Paper,
    Use,
)
from facilitator.table.files import LARGEST_YAML, read_file, reason
from facilitator.words.catalogue import Either, Listed, phrase, refusal, sentence

CARD = CARD_SIZES["56x87"]
OWN = "own"
COVERING = Extent(48, 78)
"""The smallest label that covers a card's printed face: what shows around it must be the white border alone."""
LABELS, SLIPS, CARDS = USES = ("labels", "slips", "cards")
"""What a stock is for: labels to stick, slips for sleeves, perforated cards."""
BUSINESS, PLAIN = "business cards", "plain"
"""What a table calls perforated cards, to tell them from those that are cut; and cards of a deck as they are."""


# ----------------------------------------------------------------------------------------------------
# Cards on a sheet, wherever they come from.


CUT_MARKS = 2.0
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

    def laid(self, stamps: Sequence[str]) -> list[Mark]:
        """Return stamps on the first places, with marks for the cuts that are needed."""
        boxes = self.boxes[: len(stamps)]
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
    def sheet(self) -> CardSheet:
        """All labels of a sheet, in their order."""
        boxes = tuple(self.label(n + 1) for n in range(self.per_sheet))
        return CardSheet(boxes, self.around, 90 if self.turned else 0, self.block if self.cut else None)


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
"""Of a row: what a user measures."""
DEFAULT = {
    LABELS: {"A4": "whole-a4", "Letter": "whole-letter"},
    SLIPS: {"A4": "slips-a4", "Letter": "slips-letter"},
    BUSINESS: {"A4": "avery-c32011", "Letter": "avery-8377"},
}
"""What is taken when nobody says otherwise, by route and paper: labels that cover a whole face."""


def check_face(stock: SheetStock, blank: bool) -> None:
    """Refuse labels that leave a printed face in sight; raises `CommandError`.  ``blank``: the cards have none."""
    if stock.use == LABELS and not stock.covers and not blank:
        raise CommandError(
            *refusal("refused.small", least=str(COVERING), stock=stock.title, size=str(stock.size))
        )


def stock_named(name: str) -> SheetStock:
    """Return a stock by its id, its part number, another maker's number for the same sheet, or out of a user's file.

    Raises: CommandError naming the closest, or what is wrong with the file.
    """
    if name.endswith(".yaml"):
        return _measured(Path(name))
    known = stocks()
    for stock in known.values():
        if _folded(name) in map(_folded, (stock.id, stock.title, stock.title.split()[-1], *stock.aka)):
            return stock
    close = difflib.get_close_matches(name.lower(), known, 1, 0.5)
    hint = phrase("refused.stock.near", close=close[0]) if close else ""
    raise CommandError(*refusal("refused.stock", name=name, hint=hint))


def _measured(file: Path) -> SheetStock:
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
    from facilitator.table.yaml import TableFileError, YamlText

    try:
        value = YamlText(read_file(file, LARGEST_YAML).decode("utf-8-sig")).value
    except UnicodeDecodeError:
        raise CommandError(*refusal("refused.stock.text", file=str(file))) from None
    except (OSError, ValueError) as err:
        raise CommandError(*refusal("refused.stock.unread", file=str(file), reason=reason(err))) from None
    except TableFileError as err:
        line = err.problems[0].line
        found = sentence("refused.stock.yaml", file=str(file), line=line, found=err.found)
        raise CommandError(err.expected, found, err.todo) from None
    return value if isinstance(value, dict) else {}


def _folded(name: str) -> str:
    return "".join(c for c in name.casefold() if c.isalnum())


# ----------------------------------------------------------------------------------------------------
# Cards cut from whole sheets.


LOW = UNPRINTABLE + CUT_MARKS
"""The narrowest margin, mm, where the cards nearly fill the sheet; the other one then takes words."""
ROOM_FOR_WORDS = 11.0
"""A margin high enough for the page's words, with the cards in the middle, mm."""


def cut_stock(paper: Paper, size: Extent = CARD) -> SheetStock:
    """Return cards edge to edge, as many as fit with room for crop marks and for a line of text above.

    They lie in the middle, or lower where only so the margin above has room for words.
    """
    cols, rows = int((paper.w - 2 * LOW) / size.w), int((paper.h - LOW - 8.5) / size.h)
    left, above = (paper.w - cols * size.w) / 2, (paper.h - rows * size.h) / 2
    top = above if above > ROOM_FOR_WORDS else 2 * above - LOW
    return SheetStock(OWN, str(size), paper, size, cols, rows, left, top, *size, use=CARDS, cut=True)


def stock_for(route: str, paper: str, size: Extent | None = None) -> SheetStock:
    """Return the sheets that a route takes when nobody names others; ``size``: of cards that are cut."""
    if route == CARDS:
        return cut_stock(PAPERS[paper], size or CARD)
    return stocks()[DEFAULT[route][paper]]
