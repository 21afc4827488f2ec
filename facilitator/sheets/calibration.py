"""Calibration: what one printer does to a sheet, read off in tenths of a millimetre."""

from __future__ import annotations

from collections.abc import Iterator

from facilitator.sheets.drawing.marks import Align, Document, Line, Mark, Text
from facilitator.sheets.page import Brief, Column, PageDraft, finish, points
from facilitator.sheets.stocks import SheetStock
from facilitator.table.model import PRINTER_EXAMPLE
from facilitator.words.catalogue import sentence

STEPS = range(-20, 21)
"""The vernier's lines: tenths of a millimetre from where the edge should be."""
RUNG = 1.7
"""Length of each of a vernier's lines, mm."""


def calibration(brief: Brief, stock: SheetStock) -> Document:
    """Return rulers and how to read them, and a ladder at each edge of where a stock's labels lie."""
    about = Brief(brief.table, stock.paper, brief.form)
    drafts = [PageDraft(_rulers(about, stock), sentence("calibrate.rulers")), _ladders(stock)]
    return finish("calibration", sentence("sheet.calibration"), about, drafts)


def _rulers(brief: Brief, stock: SheetStock) -> list[Mark]:
    """A ruler across and one down, both counted from the sheet's corner, and what to do."""
    area = brief.area
    page = Column(area.x + 26, area.y + 24, area.w - 26)
    page.add(
        *_ruler(area.y + 10, area.x, area.right, True), *_ruler(area.x + 6, area.y + 20, area.bottom, False)
    )
    page.say(sentence("calibrate.head"), points(20), "bold")
    steps = sentence("calibrate.steps", example=PRINTER_EXAMPLE, use=stock.use)
    for text in steps.splitlines():
        typed = text.startswith(("printers:", "facilitator"))
        page.y += 2.5
        page.say(text, points(12), "bold" if typed else "regular", 4.0 if typed else 0.0)
    return page.marks


def _ruler(at: float, low: float, far: float, across: bool) -> Iterator[Mark]:
    """A ruler along the sheet's upper edge, or its left one, its numbers counted in mm from the sheet's corner."""
    yield Line(low, at, far, at, 0.15) if across else Line(at, low, at, far, 0.15)
    for mm in range(int(low) + 1, int(far) + 1):
        tall = 5.0 if mm % 10 == 0 else 3.5 if mm % 5 == 0 else 2.0
        yield Line(mm, at, mm, at - tall, 0.15) if across else Line(at, mm, at + tall, mm, 0.15)
        if mm % 10 == 0 and across:
            yield Text(mm, at - 5.8, str(mm), points(8), align="centre")
        elif mm % 10 == 0:
            yield Text(at + 6, mm + 1, str(mm), points(8))


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
