"""Sizes of a printed deck and of its wallet, and the paper that they need. The sheets draw them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Any, NamedTuple

from facilitator.errors import CommandError
from facilitator.games.masks import FEW, ROWS, Masks, TopState, masks_of
from facilitator.games.rules import Rules
from facilitator.i18n.catalogue import phrase, refusal, sentence
from facilitator.pictures.marks import CARD_SIZES, PAPERS, Box, Extent, Paper, turn_size
from facilitator.sheets import stocks
from facilitator.table_files.load import Table
from facilitator.table_files.model import game_of, state_before

FOLD, FLAP = 0.8, 12.0
"""Measures of a flap:

- `FOLD`: distance between its two creases, with space for two cards
- `FLAP`: depth of the flap
"""
SLOT_PLAY, GRIP = 0.3, 5.3
"""Clearance at each side of a mask, and width of the strip at each side that a rail covers."""
TAB_OUT, TAB_HIGH = 28.0, 22.0
"""Visible length and total height of an inserted NONE tab, in mm."""
GAP = 2.0
"""Distance between the parts on a sheet, in mm."""
PARTS = ("front", "back", "rail", "rail", "spacer", "spacer", "tab")
"""Parts of a wallet, largest first."""
EDGE = 5.0
"""Width of the blank strip along each long edge of a card, in mm."""

# ----------------------------------------------------------------------------------------------------
# Measures of a card, of the places on it, and of the wallet.


@dataclass(frozen=True, slots=True)
class Measures:
    """Measures of a printed deck and its wallet, in mm.

    Attributes:
        card: Card size.
        cols: Number of places per row. A place is a position at which a card shows a dot or a ring.
        pitch: Distance between neighbouring places, across and down.
        first: Distance between the centre of the wallet and the first row of places.
        dot: Diameter of a dot.
        hole: Size of a hole in a mask.
        overlap: Width of the zone in which the two cards overlap.
        rows: Number of rows of places.
        white: Height of the blank strip above a card's name, at both short ends.
    """

    card: Extent
    cols: int
    pitch: Extent
    first: float
    dot: float
    hole: Extent
    overlap: float
    rows: int = ROWS
    white: float = 0.9

    @property
    def has_round_holes(self) -> bool:
        """True if the holes are round, for a hole punch."""
        return self.hole.w == self.hole.h

    @property
    def wallet(self) -> float:
        """Width of the wallet."""
        return 2 * self.card.w - self.overlap

    @property
    def high(self) -> float:
        """Height of the wallet: a card and 1 mm of clearance."""
        return self.card.h + 1

    @property
    def shift(self) -> float:
        """Horizontal distance between the centres of the wallet and of an inserted card."""
        return (self.wallet - self.card.w) / 2

    def place(self, state: TopState) -> tuple[float, float]:
        """Return the place of a state, in mm to the right and upwards from the wallet centre."""
        return (state.col - (self.cols - 1) / 2) * self.pitch.w, self.first + state.row * self.pitch.h

    @property
    def visible_radius(self) -> float:
        """Distance from the centre of a hole to the farthest visible point, if the hole is cut imprecisely."""
        return max(self.hole) / 2 + (1.2 if self.has_round_holes else 0.8)

    @property
    def window(self) -> Box:
        """Upper window of the front panel, with coordinates in mm to the right and downwards from the centre."""
        across, down = (self.cols - 1) * self.pitch.w, (self.rows - 1) * self.pitch.h
        w, h = across + self.hole.w + 2, down + self.hole.h + 2
        return Box(-w / 2, -(self.first + down + self.hole.h / 2 + 1), w, h)

    @property
    def parts(self) -> dict[str, Extent]:
        """Size of each part of the wallet. Two rails hold the mask in front of the windows."""
        rail = Extent((self.wallet - self.card.w) / 2 - SLOT_PLAY + GRIP, self.high)
        return {
            "front": Extent(self.wallet, self.high + 2 * (FOLD + FLAP)),
            "back": Extent(self.wallet, self.high),
            "rail": rail,
            "spacer": Extent(rail.w - GRIP, rail.h),
            "tab": Extent(self.single + TAB_OUT, TAB_HIGH),
        }

    @property
    def single(self) -> float:
        """Depth in mm to which the NONE tab is inserted. The tab must not cover the zone in which cards overlap."""
        return (self.wallet - self.overlap) / 2 - 4


TORN = Measures(Extent(54, 85), FEW, Extent(6.0, 4.6), 4.5, 2.4, Extent(5, 5), 30)
"""Measures for perforated cards."""
SMALL = Measures(CARD_SIZES["56x87"], FEW, Extent(6.2, 4.7), 4.6, 2.4, Extent(5, 5), 31)
LARGE = Measures(Extent(74, 105), 2 * FEW, Extent(4.5, 5.8), 5.0, 2.4, Extent(3, 4), 38, white=4.6)
"""Measures for cards to cut out: small cards for games with few states of the top card, otherwise large cards."""


def measures(masks: Masks, paper: Paper, size: Extent | None) -> Measures:
    """Return the measures of a printed deck and its wallet.

    Args:
        masks: Masks of the deck.
        paper: Paper format.
        size: Card size that the user selected. `None` means the default size.

    Raises:
        CommandError: The deck cannot have the selected size.
    """
    usual = TORN if stocks.stock_for(stocks.BUSINESS, paper.name).size == Extent(85, 54) else SMALL
    of = LARGE if masks.cols != FEW else SMALL if size == SMALL.card else usual
    if size not in (None, of.card):
        raise CommandError(*refusal("refused.card_size", size=str(of.card), found=str(size)))
    rows = max(ROWS, masks.rows)
    return replace(of, rows=rows)


@dataclass(frozen=True, slots=True)
class PrintedDeck:
    """Printed deck of a table.

    Attributes:
        masks: States of the top card, and the masks for them.
        m: Measures of the cards and the wallet.
        rules: Rules of the game.
        label: Game, rules and deck code, as text to print on cards and masks.
        paper: Paper format.
    """

    masks: Masks
    m: Measures
    rules: Rules[Any]
    label: str
    paper: Paper

    @classmethod
    def from_table(cls, table: Table, size: Extent | None = None) -> PrintedDeck:
        """Return the printed deck of a table.

        Raises:
            CommandError: No printed deck suits the table. The message gives the reason.
        """
        rules, paper = game_of(table), PAPERS[table.paper]
        styles = [seat.style for seat in table.virtual]
        masks = masks_of(rules, state_before(table), styles, table.conceal)
        label = f"{table.game} {table.rules} {masks.code}"
        return cls(masks, measures(masks, paper, size), rules, label, paper)

    @property
    def torn(self) -> bool:
        """True if the cards are perforated."""
        return self.m.card == TORN.card

    @property
    def sheet(self) -> stocks.CardSheet:
        """Positions of the cards on a sheet. There are as many cards per sheet as possible."""
        paper, (w, h) = self.paper, self.m.card
        if self.torn:
            return replace(stocks.stock_for(stocks.BUSINESS, paper.name).sheet, turn=90)
        if self.m.card == LARGE.card:
            # Two cards fill the width of the sheet, but their faces keep clear of its edges.
            x, y, rows = (paper.w - 2 * h) / 2, (paper.h - 3 * w) / 2, 3
            boxes = tuple(Box(x + col * h, y + row * w, h, w) for row in range(rows) for col in range(2))
            block = Box(0, y - stocks.CUT_MARKS, paper.w, rows * w + 2 * stocks.CUT_MARKS)
            return stocks.CardSheet(boxes, block, 90, block.inset(stocks.CUT_MARKS))
        upright, sideways = (stocks.cut_stock(paper, Extent(*size)).sheet for size in ((w, h), (h, w)))
        return max(upright, replace(sideways, turn=90), key=lambda sheet: len(sheet.boxes))

    @property
    def parts_area(self) -> Box:
        """Area of a sheet for parts of the wallet."""
        return Box(6.5, 11.5, self.paper.w - 13, self.paper.h - 18)

    def split_masks(self) -> tuple[list[str], list[str]]:
        """Return the masks on sheets of their own, and the masks on the sheet with the parts of the wallet."""
        masks = [f"mask{n}" for n in range(len(self.masks.sides))]
        room = len(shelve_parts(masks, self)) - len(PARTS)
        apart = max(0, len(masks) - room)
        return masks[:apart], masks[apart:]

    @property
    def deck_sheets(self) -> int:
        """Number of sheets for the cards."""
        return ceil(len(self.masks.deck) / len(self.sheet.boxes))

    @property
    def mask_sheets(self) -> int:
        """Number of sheets that contain only masks. Further masks are on the sheet with the parts of the wallet."""
        return ceil(len(self.split_masks()[0]) / len(self.sheet.boxes))

    def list_purchases(self) -> list[str]:
        """Return sentences that list the paper, the tools and the materials to buy."""
        count, holes = self.deck_sheets + self.mask_sheets, 2 * len(self.masks.sides)
        if self.torn:
            stock = stocks.stock_for(stocks.BUSINESS, self.paper.name).title
            sheets, parts = phrase("n.sheets", n=count), phrase("n.sheets", n=1)
            paper = sentence("wallet.buy.torn", sheets=sheets, stock=stock, parts=parts)
        else:
            sheets = phrase("n.sheets", n=count + 1)
            paper = sentence("wallet.buy.plain", sheets=sheets, deck=self.deck_sheets)
        tool = "wallet.buy.punch" if self.m.has_round_holes else "wallet.buy.knife"
        return [paper, sentence(tool, holes=holes), sentence("wallet.buy.glue"), sentence("wallet.lamp")]

    @property
    def rooms(self) -> list[tuple[float, float]]:
        """Sections of a short end that have room for the card name, each as its left and right edge in mm.

        No hole of a mask ever shows a part of these sections. There are several sections only if the masks have
        more than the usual seven rows.
        """
        m, edge = self.m, EDGE
        if m.rows == ROWS:
            return [(edge, m.card.w - edge)]
        found, left = [], edge
        for state in self.masks.states:
            if state.row >= ROWS:
                x, _ = m.place(state)
                taken = sorted(m.card.w / 2 + side for side in (x - m.shift, x + m.shift))
                for at in taken:
                    found.append((left, at - m.visible_radius - 0.6))
                    left = at + m.visible_radius + 0.6
        return [room for room in found if room[1] - room[0] > 5]

    @property
    def hidden_height(self) -> float:
        """Height in mm of the strip along a card's short end that masks with seven rows of holes never show."""
        m, rows = self.m, min(self.masks.rows, ROWS)
        return m.card.h / 2 - (m.first + (rows - 1) * m.pitch.h) - m.visible_radius


# ----------------------------------------------------------------------------------------------------
# Arrangement of parts and masks on sheets.


class Lying(NamedTuple):
    """Position of a wallet part or mask on a sheet.

    Attributes:
        name: Name of the part's drawing, for example "rail".
        box: Box of the part on the sheet.
        turn: Clockwise rotation in degrees.
    """

    name: str
    box: Box
    turn: int = 0


def shelve_parts(masks: Sequence[str], printed: PrintedDeck) -> list[Lying]:
    """Arrange wallet parts and masks in rows on a sheet. Parts that do not fit are left out.

    Args:
        masks: Names of the masks, which follow the parts of the wallet.
        printed: The printed deck.
    """
    area, parts = printed.parts_area, printed.m.parts
    left, found, y = [*PARTS, *masks], list[Lying](), area.y
    sizes = {name: parts.get(name, printed.m.card) for name in left}  # a mask is as large as a card
    while left:
        here, left = _fill_row(left, sizes, Box(area.x, y, area.w, area.bottom - y))
        if not here:
            break
        found += here
        y += here[0].box.h + GAP
    return found


def _fill_row(names: Sequence[str], sizes: Mapping[str, Extent], room: Box) -> tuple[list[Lying], list[str]]:
    """Arrange parts side by side in a row. The first part determines the height of the row.

    Only masks may be rotated.

    Args:
        names: Names of the parts in order of preference.
        sizes: Size of each part.
        room: Available area, from the top of the row down to the bottom of the sheet.

    Returns:
        Parts in the row, and the names of the remaining parts.
    """
    found: list[Lying] = []
    left: list[str] = []
    gaps = [room]
    for name in names:
        for turn in (0, 90) if "mask" in name else (0,):
            w, h = turn_size(sizes[name], turn)
            gap = next((gap for gap in gaps if w <= gap.w and h <= gap.h), None)
            if gap is None:
                continue
            high = gap.h if found else h
            gaps.remove(gap)
            gaps.append(Box(gap.x + w + GAP, gap.y, gap.w - w - GAP, high))
            gaps.append(Box(gap.x, gap.y + h + GAP, w, high - h - GAP))
            found.append(Lying(name, Box(gap.x, gap.y, w, h), turn))
            break
        else:
            left.append(name)
    return found, left
