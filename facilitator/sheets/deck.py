"""The printed deck of a wallet: faces that bear a mark for every state of the top card, alike when turned by half.

Measures are in mm; places of marks count from the middle of the wallet, to the right and upwards, as its windows
show them.  A card lies `Measures.shift` beside that middle, to either end.  Source: "Wallet duels", on paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from facilitator.errors import CommandError
from facilitator.games.events import Kinds
from facilitator.games.masks import FEW, ROWS, Masks, TopState, masks_of
from facilitator.games.packs import CARDS as SUITED
from facilitator.games.registry import game_named
from facilitator.games.rules import Rules
from facilitator.machine.faces import Face
from facilitator.sheets.drawing.marks import (
    BLACK,
    CARD_SIZES,
    Box,
    Circle,
    Document,
    Extent,
    Ink,
    Mark,
    Paper,
    Stamp,
    Text,
)
from facilitator.sheets.drawing.suits import suit
from facilitator.sheets.drawing.tiles import is_tile, tile
from facilitator.sheets.page import Brief, PageDraft, finish, fitted, points, reach
from facilitator.sheets.stocks import CARDS, CUT_MARKS, CardSheet, SheetStock, cut_stock, usual_stock
from facilitator.table.load import Table
from facilitator.table.model import state_before
from facilitator.words.catalogue import phrase, refusal, sentence

# ----------------------------------------------------------------------------------------------------
# Measures: of a card, of its places, of the wallet that two of them overlap in.


@dataclass(frozen=True, slots=True)
class Measures:
    """The measures of a printed deck and its wallet, mm.

    ``pitch``: from place to place; ``first``: from the middle to the first row; ``overlap``: what two cards share in
    the wallet; ``white``: what stays blank at a card's short ends; ``reach``: how far from a place's middle a hole
    may show, out of place and askew.
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
    reach: float = 3.2

    @property
    def wallet(self) -> float:
        """How wide the wallet is."""
        return 2 * self.card.w - self.overlap

    @property
    def high(self) -> float:
        """How high it is: a card, and a little play."""
        return self.card.h + 1

    @property
    def shift(self) -> float:
        """From the wallet's middle to a card's, at either end."""
        return (self.wallet - self.card.w) / 2

    def place(self, state: TopState) -> tuple[float, float]:
        """Return where a state's place is in the upper half of the wallet: right and up from its middle."""
        return (state.col - (self.cols - 1) / 2) * self.pitch.w, self.first + state.row * self.pitch.h

    @property
    def window(self) -> Box:
        """The upper window, from the wallet's middle (y downwards): a pitch around all places."""
        w = (self.cols - 1) * self.pitch.w + (6.0 if self.cols == FEW else 5.4)
        top = -(self.first + (self.rows - 0.5) * self.pitch.h)
        return Box(-w / 2, top, w, self.rows * self.pitch.h)


TORN = Measures(Extent(54, 85), FEW, Extent(6.0, 4.6), 4.5, 3.0, Extent(4, 4), 30)
"""Perforated cards."""
SMALL = Measures(CARD_SIZES["56x87"], FEW, Extent(6.2, 4.7), 4.6, 3.0, Extent(4, 4), 31)
LARGE = Measures(Extent(74, 105), 2 * FEW, Extent(4.5, 5.8), 5.0, 2.4, Extent(3, 4), 38, white=4.6, reach=2.8)
"""Cards that are cut: for few states, and for many; of the large ones two take the whole width of a sheet."""


def measures(masks: Masks, paper: Paper, size: Extent | None) -> Measures:
    """Return the measures of a deck; ``size``: as it was asked for, None for the usual one.

    Raises: CommandError if the deck cannot have that size.
    """
    usual = TORN if perforated(paper).size == Extent(85, 54) else SMALL
    of = LARGE if masks.cols != FEW else SMALL if size == SMALL.card else usual
    if size not in (None, of.card):
        raise CommandError(*refusal("refused.card_size", size=str(of.card), found=str(size)))
    rows = max(ROWS, masks.rows)
    return replace(of, rows=rows)


def perforated(paper: Paper) -> SheetStock:
    """Return the usual stock of perforated cards."""
    return usual_stock(CARDS, paper.name)


# ----------------------------------------------------------------------------------------------------
# Where cards lie on a sheet: torn, or cut edge to edge.


def sheet_of(paper: Paper, m: Measures) -> CardSheet:
    """Return the sheet that holds most cards of a size."""
    if m.card == TORN.card:
        return replace(perforated(paper).sheet, turn=90)
    w, h = m.card
    if m.card == LARGE.card:  # two lie side by side from edge to edge: what is printed keeps clear of it
        x, y, rows = (paper.w - 2 * h) / 2, (paper.h - 3 * w) / 2, 3
        boxes = tuple(Box(x + col * h, y + row * w, h, w) for row in range(rows) for col in range(2))
        block = Box(0, y - CUT_MARKS, paper.w, rows * w + 2 * CUT_MARKS)
        return CardSheet(boxes, block, 90, block.inset(CUT_MARKS))
    stands, lies = cut_stock(paper, m.card).sheet, replace(cut_stock(paper, Extent(h, w)).sheet, turn=90)
    return max(stands, lies, key=lambda sheet: len(sheet.boxes))


# ----------------------------------------------------------------------------------------------------
# Faces.


NAME = points(20)
"""The least size of a card's name."""
SMALL_PRINT = points(4)
CAPITAL = 0.66
"""Height of a capital letter, in sizes."""
INKS: dict[str, Ink] = {
    "red": (0.80, 0.11, 0.14),
    "yellow": (0.72, 0.50, 0.0),
    "green": (0.10, 0.48, 0.22),
    "blue": (0.10, 0.33, 0.65),
    "hearts": (0.80, 0.11, 0.14),
    "diamonds": (0.80, 0.11, 0.14),
}
"""Of groups that have a colour; all others are black."""
RING, THIN, LIGHT = 0.55, 0.12, 0.55
"""Grey and width of a ring, which is no dot; and how much lighter pips are than a name."""


@dataclass(frozen=True, slots=True)
class PrintedDeck:
    """A table's deck as it is printed: its masks, its measures, and what it says of itself."""

    masks: Masks
    m: Measures
    law: Rules[Any]
    label: tuple[str, str]

    @classmethod
    def of(cls, table: Table, paper: Paper, size: Extent | None = None) -> PrintedDeck:
        """Return it; raises `CommandError` with the reason where no printed deck serves the table."""
        law = game_named(table.game)
        styles = [seat.style for seat in table.virtual]
        masks = masks_of(law, state_before(table), styles, table.conceal)
        label = f"{table.game} {table.rules}", f"{masks.style} {masks.code}"
        return cls(masks, measures(masks, paper, size), law, label)

    @property
    def torn(self) -> bool:
        """Whether its cards are perforated, and not cut."""
        return self.m.card == TORN.card

    def face(self, kind: Face) -> Stamp:
        """Return a card's face: one half of it drawn twice, so that it has no way up."""
        marks = [*self._dots(kind), *self._strip(kind)]
        return Stamp(self.m.card, tuple(marks), twice=True)

    def _dots(self, kind: Face) -> list[Mark]:
        """At a state's place a dot if the card fits, at its mirror image one if it does not; else rings."""
        m, middle = self.m, Extent(self.m.card.w / 2, self.m.card.h / 2)
        marks: list[Mark] = []
        for state in self.masks.states:
            x, up = m.place(state)
            for sign, filled in ((1, kind in state.fits), (-1, kind not in state.fits)):
                at = middle.w - m.shift + sign * x, middle.h - sign * up
                r = m.dot / 2
                marks.append(
                    Circle(*at, r, fill=BLACK) if filled else Circle(*at, r - THIN, None, THIN, RING)
                )
        return marks

    @property
    def rooms(self) -> list[tuple[float, float]]:
        """From where to where a name may stand along a short end: what no hole of an eighth row may show."""
        m, edge = self.m, 1.3
        if m.rows == ROWS:
            return [(edge, m.card.w - edge)]
        found, left = [], edge
        for state in self.masks.states:
            if state.row >= ROWS:
                x, _ = m.place(state)
                taken = sorted(m.card.w / 2 + side for side in (x - m.shift, x + m.shift))
                for at in taken:
                    found.append((left, at - m.reach - 0.6))
                    left = at + m.reach + 0.6
        return [room for room in found if room[1] - room[0] > 5]

    @property
    def free(self) -> float:
        """How deep the end of a card is that no hole shows."""
        m, rows = self.m, min(self.masks.rows, ROWS)
        return m.card.h / 2 - (m.first + (rows - 1) * m.pitch.h) - m.reach

    def _strip(self, kind: Face) -> list[Mark]:
        """The card's name along its short end, from the left corner on, and small what the deck serves."""
        m, rooms = self.m, self.rooms
        ink = INKS.get(self.law.kinds.group(kind), BLACK)
        lines, size = self.label, SMALL_PRINT
        wide = max(reach(Text(0, 0, line, size)).w for line in lines)
        top = m.white
        marks: list[Mark] = []
        left, right = rooms[0]
        if right - left > 28:
            step = CAPITAL * size + 1.0
            marks += [
                Text(right, top + (n + 0.8) * step, line, size, align="right") for n, line in enumerate(lines)
            ]
            rooms = [(left, right - wide - 1), *rooms[1:]]
        else:
            top += CAPITAL * size + 0.4
            marks.append(Text(left, top - 0.4, " ".join(lines), size))
        if is_tile(kind):
            high = min(self.free - top - 0.6, 13.0)
            box = Box(rooms[0][0], top, 2 * high, high)
            said = Text(box.right + 3, top + high / 2 + CAPITAL * NAME / 1.6, kind, NAME * 1.25, "bold")
            return [*marks, *tile(kind, box), said]
        if kind in SUITED.cards:
            return [*marks, *_index(kind, rooms[0][0], top, ink), *self._pips(kind, top, ink)]
        return [*marks, *_named(self.law.kinds, kind, rooms, top, ink)]

    def _pips(self, kind: Face, top: float, ink: Ink) -> list[Mark]:
        """A suit as often as the card counts, or its letter, in the part of the face that no hole shows."""
        m = self.m
        box = Box(4, top + 8.5, m.card.w - 8, self.free - top - 9.5)
        rank, letter = kind[0], kind[1]
        pale = tuple(1 - (1 - part) * LIGHT for part in (ink if isinstance(ink, tuple) else (ink,) * 3))
        shade: Ink = (pale[0], pale[1], pale[2]) if isinstance(ink, tuple) else pale[0]
        count = {"A": 1, "T": 10}.get(rank, int(rank) if rank.isdigit() else 0)
        middle = box.x + box.w / 2
        if not count:
            size = min(box.h * 1.3, 18.0)
            low = box.y + box.h / 2 + CAPITAL * size / 2
            return [
                Text(middle - 1, low, rank, size, "bold", "right", shade),
                *suit(letter, Box(middle + 1, box.y, size * 0.6, box.h), shade),
            ]
        upper, lower = -(-count // 2), count // 2
        step, side = 8.6, min(7.0, box.h / 2 - 0.8)
        marks: list[Mark] = []
        for row, many in enumerate((upper, lower)):
            for i in range(many):
                x = middle + (i - (many - 1) / 2) * step - side / 2
                y = box.y + (row + 0.5) * box.h / 2 - side / 2 + (0 if lower else box.h / 4)
                marks += suit(letter, Box(x, y, side, side), shade)
        return marks


def _index(kind: Face, x: float, top: float, ink: Ink) -> list[Mark]:
    """Rank and suit in the corner, as in a fan."""
    size = 1.25 * NAME
    rank = "10" if kind[0] == "T" else kind[0]
    high = CAPITAL * size
    at = x + 0.6 * size * len(rank) + 0.8
    return [Text(x, top + high, rank, size, "bold", ink=ink), *suit(kind[1], Box(at, top, high, high), ink)]


SHORT = (("wild draw four", "wild +4"), ("draw two", "+2"))
"""Names of cards that are too long to be read across a table, and what stands for them on the strip."""


def _named(
    kinds: Kinds, kind: Face, rooms: Sequence[tuple[float, float]], top: float, ink: Ink
) -> list[Mark]:
    """The name in one line, or a part of it in each room."""
    said = kinds.describe(kind)
    for long, short in SHORT:
        said = said.replace(long, short)
    high = CAPITAL * NAME
    first, _, rest = said.partition(" ")
    if len(rooms) == 1:
        left, right = rooms[0]
        size = fitted(said.upper(), right - left, NAME, "bold")
        return [Text(left, top + high, said.upper(), size, "bold", ink=ink)]
    marks: list[Mark] = []
    for (left, right), part in zip(rooms, (first.capitalize(), rest.capitalize()), strict=False):
        size = fitted(part, right - left, NAME, "bold") if part else NAME
        marks.append(Text(left, top + high, part, size, "bold", ink=ink))
    return marks


# ----------------------------------------------------------------------------------------------------
# The sheet.


def slug(kind: Face) -> str:
    """Return a name for a card's stamp."""
    return "face" + "".join(c if c.isascii() and c.isalnum() else f"{ord(c):x}" for c in kind)


def deck(printed: PrintedDeck, brief: Brief) -> Document:
    """Return the sheets of cards; their backs stay blank."""
    sheet, cards = sheet_of(brief.paper, printed.m), printed.masks.deck
    drafts: list[PageDraft] = []
    stamps = {slug(kind): printed.face(kind) for kind in dict.fromkeys(cards)}
    each = len(sheet.boxes)
    for part in (cards[start : start + each] for start in range(0, len(cards), each)):
        many = phrase("n.cards", n=len(part))
        line = sentence("deck.line", cards=many, size=str(printed.m.card), deck=" ".join(printed.label))
        marks = sheet.laid([*map(slug, part)])
        drafts.append(PageDraft(marks, part[0], lines=(line,), block=sheet.block, kind="front"))
    return finish("deck", sentence("sheet.deck"), brief, drafts, stamps, {"cards": len(cards)}, duplex=False)
