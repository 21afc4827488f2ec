"""Extra cards: how markers and bit cards look, and the sheets of them, stuck, slipped in, torn off or cut out.

Faces have no frame and a wide white border, backs stay blank, and α and β are mixed on each sheet.  Last the pages
by which a label is stuck, and a printer measured.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from facilitator.evening.needs import Need
from facilitator.machine.faces import ALPHA, BETA, Face, is_lot_card, named_by
from facilitator.sheets.drawing.marks import (
    CARD_SIZES,
    Align,
    Box,
    Document,
    Extent,
    Line,
    Mark,
    Page,
    Paper,
    Rect,
    Stamp,
    Text,
    Use,
    tagged,
)
from facilitator.sheets.figures import Design, kinds_of, pattern, symbol
from facilitator.sheets.page import Brief, Column, PageDraft, clipped, finish, fitted, points
from facilitator.sheets.stocks import SheetStock
from facilitator.table.load import Table
from facilitator.table.model import PRINTER_EXAMPLE
from facilitator.words.catalogue import sentence

# ----------------------------------------------------------------------------------------------------
# The face of an extra card, for a label of any shape or for a whole card.


WIDE = 1.2
"""From this ratio of width to height the parts stand beside each other, below it one above the other."""
SMALLEST_NAME = points(8)
GAP = 0.6
"""From the middle of a face to either of its halves, mm."""


def face_stamp(kind: Design, size: Extent, margin: float = 1.3) -> Stamp:
    """Return the face of a kind for a label or card: one half of it drawn twice, so that it has no way up.

    ``margin``: white all around, mm.  Nothing is framed: a frame would show how its card was cut.
    """
    across = size.w >= WIDE * size.h
    half = Extent(size.w / 2, size.h) if across else Extent(size.w, size.h / 2)
    right, low = (GAP, margin) if across else (margin, GAP)
    box = Box(margin, margin, half.w - margin - right, half.h - margin - low)
    marks = _beside(kind, box) if box.w >= WIDE * box.h else _stacked(kind, box)
    return Stamp(size, tuple(marks), twice=True)


def _beside(kind: Design, box: Box) -> list[Mark]:
    """Strip, letter, then the symbol over the name (and a second strip)."""
    strip = min(0.13 * box.w, 0.4 * box.h)
    first, last = box._replace(w=strip), Box(box.right - strip, box.y, strip, box.h)
    marks = _strips(kind, first, last)
    box = box if kind.strips else box.inset(0.9)
    left = box.x + (strip + 0.8 if kind.strips else 0)
    right = box.right - (strip + 0.8 if kind.strips == 2 else 0)
    cell = min(0.92 * box.h, 0.42 * (right - left))
    marks += _glyph(kind, Box(left, box.y, cell, box.h))
    rest = Box(left + cell + 0.4, box.y, right - left - cell - 0.4, box.h)
    if not kind.symbol:
        return [*marks, *_name(kind, rest)]
    below = 0.46 * box.h
    above = Box(rest.x, rest.y + 0.04 * box.h, rest.w, box.h - below - 0.08 * box.h)
    name = Box(rest.x, rest.bottom - below, rest.w, below)
    return [*marks, *symbol(kind.symbol, above, kind.ink), *_name(kind, name)]


def _stacked(kind: Design, box: Box) -> list[Mark]:
    """Strip on top, letter and symbol side by side, the name below (and a second strip)."""
    strip = 0.12 * box.h
    first, last = box._replace(h=strip), Box(box.x, box.bottom - strip, box.w, strip)
    marks = _strips(kind, first, last)
    box = box if kind.strips else box.inset(0.9)
    top = box.y + (strip + 0.8 if kind.strips else 0)
    bottom = box.bottom - (strip + 0.8 if kind.strips == 2 else 0)
    high = min(0.26 * (bottom - top), 12)
    middle = Box(box.x, top, box.w, bottom - top - high)
    name = _name(kind, Box(box.x, bottom - high, box.w, high))
    if not kind.symbol:
        return [*marks, *_glyph(kind, middle), *name]
    half = middle._replace(w=middle.w * 0.56)
    side = min(middle.w * 0.36, middle.h * 0.6)
    beside = Box(half.right + (middle.w - half.w - side) / 2, middle.y, side, middle.h)
    return [*marks, *_glyph(kind, half), *symbol(kind.symbol, beside, kind.ink), *name]


def _strips(kind: Design, *places: Box) -> list[Mark]:
    """As many patterned strips as the kind has, the first of them in the first place."""
    return [mark for box in places[: kind.strips] for mark in pattern(kind.pattern, box, kind.ink)]


def _glyph(kind: Design, box: Box) -> list[Mark]:
    """The letter, as large as the box: small Greek letters are about 0.5 sizes high, tall ones 0.75."""
    size = fitted(kind.glyph, box.w * 0.94, box.h * 1.08, "bold")
    x_height = kind.glyph == "α"
    drop = 0.25 * size if x_height else 0.33 * size
    return [Text(box.x + box.w / 2, box.y + box.h / 2 + drop, kind.glyph, size, "bold", "centre")]


def _name(kind: Design, box: Box) -> list[Mark]:
    """The name in one line, or two where it breaks well, or cut short: symbol and pattern tell the rest."""
    width = box.w - 0.6
    lines = _lines(kind.name, width, box.h * 0.7)
    size = min(fitted(line, width, 0.86 * box.h / len(lines), "bold") for line in lines)
    size = max(size, SMALLEST_NAME) if box.h >= SMALLEST_NAME else size
    block = len(lines) * size * 1.05
    y = box.y + (box.h - block) / 2 + 0.8 * size
    said, middle = [clipped(line, box.w, size, "bold") for line in lines], box.x + box.w / 2
    return [Text(middle, y + i * 1.05 * size, one, size, "bold", "centre") for i, one in enumerate(said)]


def _lines(name: str, width: float, size: float) -> list[str]:
    """Break a name at the blank nearest its middle where one line would be small."""
    if " " not in name or fitted(name, width, size, "bold") > 0.55 * size:
        return [name]
    at = min((i for i, c in enumerate(name) if c == " "), key=lambda i: abs(i - len(name) / 2))
    return [name[:at], name[at + 1 :]]


# ----------------------------------------------------------------------------------------------------
# Which card lies where on the sheets: kinds mixed, so that no sheet's own slip of cut or print tells a kind.


BITS, MARKERS, OTHERS = range(3)


def mixed(needed: Sequence[Need], per_sheet: int) -> list[list[Face]]:
    """Return the faces of every sheet in the order of its places.

    Markers, bit cards and the rest never meet under one pile's card, so each sort is mixed in itself: spread
    evenly, and every sheet begins at another place of it, so that a place is no kind's own.
    """
    faces: list[Face] = []
    for sort in (MARKERS, BITS, OTHERS):
        spread = [
            ((j + 0.5) / need.total, i, need.face)
            for i, need in enumerate(needed)
            if _sort(need.face) == sort
            for j in range(need.total)
        ]
        faces += [face for _, _, face in sorted(spread)]
    parts = [faces[start : start + per_sheet] for start in range(0, len(faces), per_sheet)]
    return [_turned(part, n * (n + 1) // 2) for n, part in enumerate(parts)]


def _turned(part: list[Face], by: int) -> list[Face]:
    """Return a sheet's faces from another one on; 0, 1, 3, 6, …: no rhythm that kinds could share."""
    at = by % len(part)
    return [*part[at:], *part[:at]]


def _sort(face: Face) -> int:
    return BITS if face in (ALPHA, BETA) else MARKERS if face.startswith("θ") else OTHERS


def called(face: Face) -> str:
    """Return what a margin calls a face: a lot's card as it is printed."""
    return named_by(face) if is_lot_card(face) else face


def said(faces: Sequence[Face], totals: dict[Face, int]) -> str:
    """Return what a sheet holds, each kind with its number here and in all."""
    return ", ".join(
        sentence("cards.some", face=called(face), count=n, total=totals[face])
        if n < totals[face]
        else f"{called(face)} × {n}"
        for face, n in Counter(faces).items()
    )


# ----------------------------------------------------------------------------------------------------
# Labels, slips and cards: sheets of extra cards on a stock.
#
# All of a kind are one stamp on whole dots, so they come out equal to the last dot: one that could be told from
# its like would give a hidden card away.  Counts and part names stand in the margin only.


CARD_MARGIN = 8.0
"""White around a card's face, mm: so wide that a cut or tear that is a little off is not seen against it."""


def labels(table: Table, brief: Brief, needed: Sequence[Need], stock: SheetStock) -> Document:
    """Return the sheets of labels, slips or cards."""
    totals = {need.face: need.total for need in needed}
    kinds = kinds_of(totals, table)
    drafts = [_sheet(stock, part, kinds, totals) for part in mixed(needed, stock.per_sheet)]
    stamps = {kind.slug: label_stamp(kind, stock) for kind in kinds.values()}
    about = replace(brief, paper=stock.paper)
    return finish(stock.use, sentence(f"sheet.{stock.use}"), about, drafts, stamps, totals, duplex=False)


def label_stamp(kind: Design, stock: SheetStock) -> Stamp:
    """Return a kind's label; turned stocks are drawn upright and placed sideways."""
    size = Extent(stock.size.h, stock.size.w) if stock.turned else stock.size
    margin = 0.9 if min(size) < 14 else 1.5 if min(size) < 45 else CARD_MARGIN
    return face_stamp(kind, size, margin)


def _sheet(
    stock: SheetStock, faces: Sequence[Face], kinds: dict[Face, Design], totals: dict[Face, int]
) -> PageDraft:
    marks = stock.sheet.laid([kinds[face].slug for face in faces])
    line = sentence(f"{stock.use}.line", n=len(faces), stock=stock.title, faces=said(faces, totals))
    return PageDraft(marks, span(faces), lines=(line,), block=stock.around, kind=stock.use)


def span(faces: Sequence[Face]) -> str:
    """Return what the outline calls a page of cards: its first kind and its last."""
    return " … ".join(dict.fromkeys(map(called, (min(faces), max(faces)))))


def jig(brief: Brief, stock: SheetStock) -> Document:
    """Return a page to stick by: a card's outline with two stops, and where the label's edges lie."""
    about = replace(brief, paper=stock.paper)
    area, card = about.area, CARD_SIZES["56x87"]
    size = Extent(min(stock.size), max(stock.size))
    at = Box(area.x + 40, area.y + 90, *card)
    label = Box(at.x + (card.w - size.w) / 2, at.y + (card.h - size.h) / 2, *size)
    far = 18.0
    page = Column(area.x, area.y + 18, area.w)
    page.add(
        *tagged("H1", [Text(area.x, area.y + 9, sentence("jig.head"), points(24), "bold")]),
        Rect(at, None, 0.2, 3.0),
        Line(at.x, at.y - 0.6, at.x, at.bottom, 1.2),
        Line(at.x - 0.6, at.bottom, at.right, at.bottom, 1.2),
    )
    ends = [(x, at.y - far, x, at.bottom + far) for x in (label.x, label.right)]
    ends += [(at.x - far, y, at.right + far, y) for y in (label.y, label.bottom)]
    page.add(*(Line(*end, 0.15, 0.3, (1.0, 1.0)) for end in ends))
    page.dots(sentence("jig.steps").splitlines(), points(14), 1.5)
    drafts = [PageDraft(page.marks, sentence("jig.head"))]
    return finish("jig", sentence("jig.head"), about, drafts, duplex=False)


# ----------------------------------------------------------------------------------------------------
# A picture of each card, for a service that prints cards.


POKER, BLEED = Extent(63.5, 88.9), 3.175
"""A card as services have it, mm; what they may cut off beyond its edges, and within.  Source: The Game Crafter's
templates (size, bleed-zone, safe-zone)."""


def images(table: Table, needed: Sequence[Need]) -> Document:
    """Return a page for each kind, a card with its bleed; what is drawn keeps clear of any edge."""
    counts = {need.face: need.total for need in needed}
    kinds = kinds_of(counts, table)
    paper = Paper("card", POKER.w + 2 * BLEED, POKER.h + 2 * BLEED)
    stamps = {kind.slug: face_stamp(kind, POKER, CARD_MARGIN) for kind in kinds.values()}
    pages = [
        Page(paper, (Use(kind.slug, BLEED, BLEED),), sentence("image.name", name=kind.name, n=counts[face]))
        for face, kind in kinds.items()
    ]
    return Document("images", sentence("sheet.images"), tuple(pages), stamps, counts, duplex=False)


# ----------------------------------------------------------------------------------------------------
# Calibration: what one printer does to a sheet, read off in tenths of a millimetre.


STEPS = range(-20, 21)
"""The vernier's lines: tenths of a millimetre from where the edge should be."""
RUNG = 1.7
"""Length of each of a vernier's lines, mm."""


def calibration(brief: Brief, stock: SheetStock) -> Document:
    """Return what to do, and a ladder at each edge of where a stock's labels lie."""
    about = replace(brief, paper=stock.paper)
    drafts = [PageDraft(_steps(about, stock), sentence("calibrate.head")), _ladders(stock)]
    return finish("calibration", sentence("sheet.calibration"), about, drafts, duplex=False)


def _steps(brief: Brief, stock: SheetStock) -> list[Mark]:
    """What to do."""
    page = Column(brief.area.x, brief.area.y + 3, brief.area.w)
    page.head(sentence("calibrate.head"), points(20))
    for text in sentence("calibrate.steps", example=PRINTER_EXAMPLE, use=stock.use).splitlines():
        typed = text.startswith(("printers:", "facilitator"))
        page.y += 2.5
        page.say(text, points(12), "bold" if typed else "regular", 4.0 if typed else 0.0)
    return page.marks


def _ladders(stock: SheetStock) -> PageDraft:
    """A ladder at each of the four edges of the block."""
    block, high = stock.block, len(STEPS) * RUNG
    low, far = min(block.y + 0.35 * block.h, block.bottom - high - 2), block.x + 0.3 * block.w
    marks = [
        *_ladder(block.x, low, 1, True),
        *_ladder(block.right, low, -1, True),
        *_ladder(block.y, far, 1, False),
        *_ladder(block.bottom, far, -1, False),
    ]
    edges = sentence("calibrate.edges", use=stock.use, stock=stock.title)
    return PageDraft(marks, stock.title, lines=(edges,), block=block.inset(-2.2), kind="grid")


def _ladder(edge: float, start: float, inward: int, upright: bool) -> Iterator[Mark]:
    """Lines from 2 mm before an edge to 2 mm behind it, side by side; ``upright``: of a left or right edge."""
    side: Align = "left" if inward > 0 else "right"
    for i, tenth in enumerate(STEPS):
        at, low = edge + tenth / 10, start + i * RUNG
        far, said = low + RUNG - 0.3, f"{tenth / 10:+.1f}" if tenth else "0"
        yield Line(at, low, at, far, 0.08) if upright else Line(low, at, far, at, 0.08)
        if tenth % 5 == 0 and upright:
            yield Text(edge + inward * 2.6, low + 1.6, said, points(8), align=side)
        elif tenth % 5 == 0:
            yield Text(low + 0.7, edge + (4.8 if inward > 0 else -3.0), said, points(8), align="centre")
