"""Markers and bit cards, and the sheets for making them.

The sheets contain labels for cards, slips for sleeves, or cards to tear off or cut out. Cards have no frame
and a wide white border, their backs are blank, and each sheet mixes α and β. Two further sheets help to stick
labels on straight and to adjust the printer.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import replace

from facilitator.i18n.catalogue import sentence
from facilitator.instructions.written_faces import write_card
from facilitator.operations.faces import ALPHA, BETA, Face, get_drawn_name, is_lot_card
from facilitator.pictures import marks as shape
from facilitator.pictures.figures import pattern, symbol
from facilitator.pictures.marks import Box, Document, Extent, Line, Mark, Stamp, Text
from facilitator.planning.extra_cards import CardNeed
from facilitator.sheets.designs import Design, kinds_of
from facilitator.sheets.page import Brief, Column, PageDraft, clip_text, finish, fit_size, points_to_mm
from facilitator.sheets.stocks import SheetStock
from facilitator.table_files.load import Table
from facilitator.table_files.model import PRINTER_EXAMPLE

# ----------------------------------------------------------------------------------------------------
# Face of an extra card, for a label of any shape or for a whole card.


WIDE = 1.2
"""Ratio of width to height above which the parts of a design are side by side instead of stacked."""
SMALLEST_NAME = points_to_mm(8)
GAP = 0.6
"""Distance between the middle of a card and its two printed halves, in mm."""


def face_stamp(kind: Design, size: Extent, margin: float = 1.3) -> Stamp:
    """Draw the front of an extra card, which looks the same upside down.

    Args:
        kind: Design of the card.
        size: Size of the label or card.
        margin: Width of the white border, in mm.
    """
    # There is no frame, because it would show how the card was cut.
    across = size.w >= WIDE * size.h
    half = Extent(size.w / 2, size.h) if across else Extent(size.w, size.h / 2)
    right, low = (GAP, margin) if across else (margin, GAP)
    box = Box(margin, margin, half.w - margin - right, half.h - margin - low)
    marks = _arrange_side_by_side(kind, box) if box.w >= WIDE * box.h else _stack_parts(kind, box)
    return Stamp(size, tuple(marks), twice=True)


def _arrange_side_by_side(kind: Design, box: Box) -> list[Mark]:
    """Draw half of a wide card, from left to right: strip, letter, symbol above name, second strip."""
    strip = min(0.13 * box.w, 0.4 * box.h)
    first, last = box._replace(w=strip), Box(box.right - strip, box.y, strip, box.h)
    marks = _draw_strips(kind, first, last)
    box = box if kind.strips else box.inset(0.9)
    left = box.x + (strip + 0.8 if kind.strips else 0)
    right = box.right - (strip + 0.8 if kind.strips == 2 else 0)
    cell = min(0.92 * box.h, 0.42 * (right - left))
    marks += _draw_glyph(kind, Box(left, box.y, cell, box.h))
    rest = Box(left + cell + 0.4, box.y, right - left - cell - 0.4, box.h)
    if not kind.symbol:
        return [*marks, *_draw_name(kind, rest)]
    below = 0.46 * box.h
    above = Box(rest.x, rest.y + 0.04 * box.h, rest.w, box.h - below - 0.08 * box.h)
    name = Box(rest.x, rest.bottom - below, rest.w, below)
    return [*marks, *symbol(kind.symbol, above, kind.ink), *_draw_name(kind, name)]


def _stack_parts(kind: Design, box: Box) -> list[Mark]:
    """Draw half of a narrow card, from top to bottom: strip, letter beside symbol, name, second strip."""
    strip = 0.12 * box.h
    first, last = box._replace(h=strip), Box(box.x, box.bottom - strip, box.w, strip)
    marks = _draw_strips(kind, first, last)
    box = box if kind.strips else box.inset(0.9)
    top = box.y + (strip + 0.8 if kind.strips else 0)
    bottom = box.bottom - (strip + 0.8 if kind.strips == 2 else 0)
    high = min(0.26 * (bottom - top), 12)
    middle = Box(box.x, top, box.w, bottom - top - high)
    name = _draw_name(kind, Box(box.x, bottom - high, box.w, high))
    if not kind.symbol:
        return [*marks, *_draw_glyph(kind, middle), *name]
    half = middle._replace(w=middle.w * 0.56)
    side = min(middle.w * 0.36, middle.h * 0.6)
    beside = Box(half.right + (middle.w - half.w - side) / 2, middle.y, side, middle.h)
    return [*marks, *_draw_glyph(kind, half), *symbol(kind.symbol, beside, kind.ink), *name]


def _draw_strips(kind: Design, *places: Box) -> list[Mark]:
    """Draw the patterned strips of a design. Only the first places are used if there are fewer strips."""
    return [mark for box in places[: kind.strips] for mark in pattern(kind.pattern, box, kind.ink)]


def _draw_glyph(kind: Design, box: Box) -> list[Mark]:
    """Draw the large letter of a design in the middle of a box."""
    size = fit_size(kind.glyph, box.w * 0.94, box.h * 1.08, "bold")
    x_height = kind.glyph == "α"
    drop = 0.25 * size if x_height else 0.33 * size
    return [Text(box.x + box.w / 2, box.y + box.h / 2 + drop, kind.glyph, size, "bold", "centre")]


def _draw_name(kind: Design, box: Box) -> list[Mark]:
    """Draw the name of a design in one or two lines. A name that is too long is truncated."""
    width = box.w - 0.6
    lines = _break_name(kind.name, width, box.h * 0.7)
    size = min(fit_size(line, width, 0.86 * box.h / len(lines), "bold") for line in lines)
    size = max(size, SMALLEST_NAME) if box.h >= SMALLEST_NAME else size
    block = len(lines) * size * 1.05
    y = box.y + (box.h - block) / 2 + 0.8 * size
    said, middle = [clip_text(line, box.w, size, "bold") for line in lines], box.x + box.w / 2
    return [Text(middle, y + i * 1.05 * size, line, size, "bold", "centre") for i, line in enumerate(said)]


def _break_name(name: str, width: float, size: float) -> list[str]:
    """Return the lines of a name. A name that would be too small in one line is broken at a space."""
    if " " not in name or fit_size(name, width, size, "bold") > 0.55 * size:
        return [name]
    at = min((i for i, c in enumerate(name) if c == " "), key=lambda i: abs(i - len(name) / 2))
    return [name[:at], name[at + 1 :]]


# ----------------------------------------------------------------------------------------------------
# Order of the cards on the sheets. Different cards are mixed, so that an imprecise cut or print affects all of
# them alike.


def distribute_faces(needed: Sequence[CardNeed], per_sheet: int) -> list[list[Face]]:
    """Distribute extra cards over sheets, and return the card faces on each sheet in order.

    Equal cards are spread evenly over the sheets: first the markers, then the bit cards, then all other cards.
    """
    spread = sorted(
        (_get_card_group(need.face), (j + 0.5) / need.total, i, need.face)
        for i, need in enumerate(needed)
        for j in range(need.total)
    )
    parts = (spread[start : start + per_sheet] for start in range(0, len(spread), per_sheet))
    # Otherwise, a position could contain the same card on every sheet. Such irregular steps never match the
    # regular distances between equal cards.
    sheets = [deque(face for *_, face in part) for part in parts]
    for n, sheet in enumerate(sheets):
        sheet.rotate(-n * (n + 1) // 2)
    return [[*sheet] for sheet in sheets]


def _get_card_group(face: Face) -> int:
    return 1 if face in (ALPHA, BETA) else 0 if face.startswith("θ") else 2


def label_face(face: Face) -> str:
    """Return the name of an extra card as text for the margin of a sheet."""
    return get_drawn_name(face) if is_lot_card(face) else write_card(face)


def describe_sheet(faces: Sequence[Face], totals: dict[Face, int]) -> str:
    """Return the text for a sheet's margin: how many of each card are on this sheet, and in total.

    Args:
        faces: Card faces on the sheet.
        totals: Number of each card on all sheets.
    """
    return ", ".join(
        sentence("cards.some", face=label_face(face), count=n, total=totals[face])
        if n < totals[face]
        else f"{label_face(face)} × {n}"
        for face, n in Counter(faces).items()
    )


# ----------------------------------------------------------------------------------------------------
# Sheets of labels, slips and cards.
#
# All cards of a kind use the same stamp, aligned to whole dots, so they are identical to the last dot. Any
# card that differs from others of its kind could be recognised face down. Counts and part names are in the
# margin only.


CARD_MARGIN = 8.0
"""White border of a card, in mm. The border hides an imprecise cut or tear."""


def labels(table: Table, brief: Brief, needed: Sequence[CardNeed], stock: SheetStock) -> Document:
    """Return the document that prints extra cards on sheets of labels, slips or cards."""
    totals = {need.face: need.total for need in needed}
    kinds = kinds_of(totals, table)
    drafts = [_draft_sheet(stock, part, kinds, totals) for part in distribute_faces(needed, stock.per_sheet)]
    stamps = {kind.slug: label_stamp(kind, stock) for kind in kinds.values()}
    about = replace(brief, paper=stock.paper)
    document = finish(stock.use, sentence(f"sheet.{stock.use}"), about, drafts)
    return replace(document, stamps=stamps, counts=totals, duplex=False)


def label_stamp(kind: Design, stock: SheetStock) -> Stamp:
    """Draw the label, slip or card with a design, upright even if it lies sideways on the sheet."""
    size = Extent(stock.size.h, stock.size.w) if stock.turned else stock.size
    margin = 0.9 if min(size) < 14 else 1.5 if min(size) < 45 else CARD_MARGIN
    return face_stamp(kind, size, margin)


def _draft_sheet(
    stock: SheetStock, faces: Sequence[Face], kinds: dict[Face, Design], totals: dict[Face, int]
) -> PageDraft:
    marks = stock.sheet.place_stamps([kinds[face].slug for face in faces])
    line = sentence(f"{stock.use}.line", n=len(faces), stock=stock.name, faces=describe_sheet(faces, totals))
    return PageDraft(marks, span(faces), lines=(line,), block=stock.clear_area, kind=stock.use)


def span(faces: Sequence[Face]) -> str:
    """Return the title of a page in the document outline, which names its first and its last card."""
    return " … ".join(dict.fromkeys(map(label_face, (min(faces), max(faces)))))


def jig(brief: Brief, stock: SheetStock) -> Document:
    """Return a page with the outlines of a card and a label, for sticking labels on straight."""
    about = replace(brief, paper=stock.paper)
    area, card = about.area, shape.CARD_SIZES["56x87"]
    size = Extent(min(stock.size), max(stock.size))
    at = Box(area.x + 40, area.y + 90, *card)
    label = Box(at.x + (card.w - size.w) / 2, at.y + (card.h - size.h) / 2, *size)
    far = 18.0
    page = Column(area.x, area.y + 3, area.w)
    page.add_heading(sentence("jig.head"), points_to_mm(24))
    page.skip(3)
    page.add(
        shape.Rect(at, None, 0.2, 3.0),
        Line(at.x, at.y - 0.6, at.x, at.bottom, 1.2),
        Line(at.x - 0.6, at.bottom, at.right, at.bottom, 1.2),
    )
    ends = [(x, at.y - far, x, at.bottom + far) for x in (label.x, label.right)]
    ends += [(at.x - far, y, at.right + far, y) for y in (label.y, label.bottom)]
    page.add(*(Line(*end, 0.15, 0.3, (1.0, 1.0)) for end in ends))
    page.add_bullets(sentence("jig.steps").splitlines(), points_to_mm(14), 1.5)
    drafts = [PageDraft(page.marks, sentence("jig.head"))]
    return replace(finish("jig", sentence("jig.head"), about, drafts), duplex=False)


# ----------------------------------------------------------------------------------------------------
# Pictures of the cards for printing services.


POKER, BLEED = Extent(63.5, 88.9), 3.175
"""Card size at printing services, and the printed area beyond each edge that is cut off, in mm.

Source: templates of The Game Crafter (size, bleed-zone, safe-zone).
"""


def images(table: Table, needed: Sequence[CardNeed]) -> Document:
    """Return a document for printing services, with a page for each extra card."""
    counts = {need.face: need.total for need in needed}
    kinds = kinds_of(counts, table)
    paper = shape.Paper("card", POKER.w + 2 * BLEED, POKER.h + 2 * BLEED)
    stamps = {kind.slug: face_stamp(kind, POKER, CARD_MARGIN) for kind in kinds.values()}
    names = {face: sentence("image.name", name=kind.name, n=counts[face]) for face, kind in kinds.items()}
    pages = [
        shape.Page(paper, (shape.Use(kind.slug, BLEED, BLEED),), names[face]) for face, kind in kinds.items()
    ]
    return Document("images", sentence("sheet.images"), tuple(pages), stamps, counts, duplex=False)


# ----------------------------------------------------------------------------------------------------
# Calibration: measuring the errors of a printer in tenths of a millimetre.


STEPS = range(-20, 21)
"""Distances of the calibration lines from the correct edge, in tenths of a millimetre."""
RUNG = 1.7
"""Distance between the calibration lines, in mm."""


def calibration(brief: Brief, stock: SheetStock) -> Document:
    """Return the calibration sheet: a page of instructions, and a page with scales at the edges of labels."""
    about = replace(brief, paper=stock.paper)
    drafts = [PageDraft(_draw_instructions(about, stock), sentence("calibrate.head")), _draft_scales(stock)]
    return replace(finish("calibration", sentence("sheet.calibration"), about, drafts), duplex=False)


def _draw_instructions(brief: Brief, stock: SheetStock) -> list[Mark]:
    page = Column(brief.area.x, brief.area.y + 3, brief.area.w)
    page.add_heading(sentence("calibrate.head"), points_to_mm(20))
    for text in sentence("calibrate.steps", example=PRINTER_EXAMPLE, use=stock.use).splitlines():
        typed = text.startswith(("printers:", "facilitator"))
        page.skip(2.5).add_paragraph(
            text, points_to_mm(12), "bold" if typed else "regular", 4.0 if typed else 0.0
        )
    return page.marks


def _draft_scales(stock: SheetStock) -> PageDraft:
    """Return a page with a scale at each edge of the labels. The scales show how inexact the printer is."""
    block, high = stock.block, len(STEPS) * RUNG
    low, far = min(block.y + 0.35 * block.h, block.bottom - high - 2), block.x + 0.3 * block.w
    left, right = _draw_scale(block.x, low, 1, True), _draw_scale(block.right, low, -1, True)
    upper, lower = _draw_scale(block.y, far, 1, False), _draw_scale(block.bottom, far, -1, False)
    edges = sentence("calibrate.edges", use=stock.use, stock=stock.name)
    return PageDraft([*left, *right, *upper, *lower], stock.title, (edges,), block.inset(-2.2), kind="grid")


def _draw_scale(edge: float, start: float, inward: int, upright: bool) -> Iterator[Mark]:
    """Draw a scale across an edge: short lines at distances from -2 mm to 2 mm from the edge.

    Args:
        edge: Position of the edge, in mm.
        start: Position of the first line along the edge, in mm.
        inward: Direction from the edge to the labels, 1 or -1.
        upright: Whether the edge is vertical.
    """
    side: shape.Align = "left" if inward > 0 else "right"
    for i, tenth in enumerate(STEPS):
        at, low = edge + tenth / 10, start + i * RUNG
        far, said = low + RUNG - 0.3, f"{tenth / 10:+.1f}" if tenth else "0"
        yield Line(at, low, at, far, 0.08) if upright else Line(low, at, far, at, 0.08)
        if tenth % 5 == 0 and upright:
            yield Text(edge + inward * 3.4, low + 1.6, said, points_to_mm(8), align=side)
        elif tenth % 5 == 0:
            yield Text(low + 0.7, edge + (4.8 if inward > 0 else -3.0), said, points_to_mm(8), align="centre")
