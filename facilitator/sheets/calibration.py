"""Calibration: what one printer does to a sheet, read off in tenths of a millimetre."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from facilitator.sheets.drawing.marks import Align, Box, Document, Line, Mark, Rect, Text
from facilitator.sheets.page import Brief, Column, PageDraft, finish, points
from facilitator.sheets.stocks import SheetStock, needs_spare
from facilitator.table.model import PRINTER_EXAMPLE

STEPS = range(-20, 21)
"""The vernier's lines: tenths of a millimetre from where the edge should be."""
RUNG = 1.7
"""Length of each of a vernier's lines, mm."""


def calibration(brief: Brief, stock: SheetStock) -> Document:
    """Return rulers and how to read them, the label grid with its verniers, and a vernier on both sides."""
    about = Brief(brief.table, stock.paper, brief.form)
    drafts = [
        PageDraft(_rulers(about, stock), "Rulers"),
        _grid(stock),
        PageDraft(_both_sides(about, front=True), "Both sides: front"),
        PageDraft(_both_sides(about, front=False), "Both sides: back"),
    ]
    return finish("calibration", "Calibration", about, drafts)


def _rulers(brief: Brief, stock: SheetStock) -> list[Mark]:
    """A ruler across and one down, both counted from the sheet's corner, and what to do."""
    area = brief.area
    page = Column(area.x + 26, area.y + 24, area.w - 26)
    page.add(*_across(area.y + 10, area.x, area.right), *_down(area.x + 6, area.y + 20, area.bottom))
    page.say("Calibrate the printer", points(20), "bold")
    told = (
        "1. Print this at 100 %. Lay a real ruler along the printed ones: the printed numbers are distances from the "
        "sheet's left and top edge.",
        "2. Scale. Measure from the line 20 to the line 180 across, and from 50 to 250 (Letter: 230) down. Scale = "
        "what it should be, divided by what you measure. Example: 159.6 instead of 160 mm gives --scale-x 1.0025.",
        "3. Print page 2 on plain paper, lay it on a sheet of the stock it names and hold both against the light. On "
        "each side one line of the ladder meets the edge: its number is how far the print must move, in mm.",
        "4. Offset. The ladders at the left and top edge give --offset-x and --offset-y, as they stand (right and "
        "down are positive). If the far ladders (right, below) read otherwise, the difference is the scale: far "
        "minus near, divided by the distance between the two ladders, added to 1.",
        "5. Keep the four numbers in the table file, under a name for this printer:",
        f"printers: {PRINTER_EXAMPLE}",
        "and name it when you print (where there is only one, it is taken unasked):",
        f"facilitator print TABLE {stock.use} --printer office --outline",
        "Do so on plain paper and hold it against the stock: the outlines now meet the edges. This sheet is "
        "never corrected, so you can measure again. --offset-x, --offset-y, --scale-x, --scale-y correct one print.",
        "6. Cards with backs: print pages 3 and 4 on both sides of one sheet, turned over the long edge, and hold it "
        "against the light; page 3 says how to read --back-x and --back-y off it.",
    )
    for text in told:
        typed = text.startswith(("printers:", "facilitator"))
        page.y += 2.5
        page.say(text, points(12), "bold" if typed else "regular", 4.0 if typed else 0.0)
    return page.marks


def _tall(mm: int) -> float:
    """Return how long the line of a ruler is that stands for so many millimetres."""
    return 5.0 if mm % 10 == 0 else 3.5 if mm % 5 == 0 else 2.0


def _across(y: float, left: float, right: float) -> Iterator[Mark]:
    """A ruler along the sheet's upper edge, its numbers counted in mm from the left edge."""
    yield Line(left, y, right, y, 0.15)
    for mm in range(int(left) + 1, int(right) + 1):
        yield Line(mm, y, mm, y - _tall(mm), 0.15)
        if mm % 10 == 0:
            yield Text(mm, y - 5.8, str(mm), points(8), align="centre")


def _down(x: float, top: float, bottom: float) -> Iterator[Mark]:
    """A ruler along the left edge, its numbers counted in mm from the upper edge."""
    yield Line(x, top, x, bottom, 0.15)
    for mm in range(int(top) + 1, int(bottom) + 1):
        yield Line(x, mm, x + _tall(mm), mm, 0.15)
        if mm % 10 == 0:
            yield Text(x + 6, mm + 1, str(mm), points(8))


def _grid(stock: SheetStock) -> PageDraft:
    """Every label's outline, with a ladder on four edges of the block."""
    reach = stock.block.inset(-2.2)  # the ladders' too
    block, spare = stock.block, needs_spare(stock.paper, reach)
    ladder = len(STEPS) * RUNG
    low, far = min(block.y + 0.35 * block.h, block.bottom - ladder - 2), block.x + 0.3 * block.w
    ladders = [
        *(Box(x - 2.2, low, 4.4, ladder) for x in (block.x, block.right)),
        *(Box(far, y - 2.2, ladder, 4.4) for y in (block.y, block.bottom)),
    ]
    boxes = [stock.label(n) for n in range(1 + spare, stock.per_sheet + 1)]
    # an outline among a ladder's lines would be read as one of them
    clear = [box for box in boxes if not any(box.inset(-0.2).overlaps(one) for one in ladders)]
    marks: list[Mark] = [Rect(box, None, 0.1, stock.radius, 0.35) for box in clear]
    marks += [line for box in boxes if box not in clear for line in _corners(box, ladders)]
    marks += [
        *_ladder_across(block.x, low, 1),
        *_ladder_across(block.right, low, -1),
        *_ladder_down(far, block.y, 1),
        *_ladder_down(far, block.bottom, -1),
    ]
    said = f"the {stock.use} of {stock.title}: hold this against a sheet of them; ladders: tenths of a millimetre"
    spare_label = stock.label(1) if spare else None
    return PageDraft(marks, "Label grid", lines=(said,), block=reach, spare=spare_label)


def _corners(box: Box, ladders: Sequence[Box]) -> Iterator[Mark]:
    """The corners of a label through whose outline a ladder runs, as far as they are clear of all of them."""
    arm = 6.0
    for x, inward in ((box.x, arm), (box.right, -arm)):
        for y, down in ((box.y, arm), (box.bottom, -arm)):
            reach = Box(min(x, x + inward), min(y, y + down), arm, arm)
            if not any(reach.inset(-0.2).overlaps(one) for one in ladders):
                yield Line(x, y, x + inward, y, 0.1, 0.35)
                yield Line(x, y, x, y + down, 0.1, 0.35)


def _ladder_across(edge: float, y: float, inward: int) -> Iterator[Mark]:
    """Upright lines from 2 mm left of an edge to 2 mm right of it, one below the other."""
    for i, tenth in enumerate(STEPS):
        x, top = edge + tenth / 10, y + i * RUNG
        yield Line(x, top, x, top + RUNG - 0.3, 0.08)
        if tenth % 5 == 0:
            align: Align = "left" if inward > 0 else "right"
            yield Text(edge + inward * 2.6, top + 1.4, _tenths(tenth), points(6.5), align=align)


def _ladder_down(x: float, edge: float, inward: int) -> Iterator[Mark]:
    """Level lines from 2 mm above an edge to 2 mm below it, side by side."""
    for i, tenth in enumerate(STEPS):
        y, left = edge + tenth / 10, x + i * RUNG
        yield Line(left, y, left + RUNG - 0.3, y, 0.08)
        if tenth % 5 == 0:
            base = edge + (4.4 if inward > 0 else -3.0)
            yield Text(left + 0.7, base, _tenths(tenth), points(6.5), align="centre")


def _tenths(tenth: int) -> str:
    """Return tenths of a millimetre in millimetres, with their sign."""
    return f"{tenth / 10:+.1f}" if tenth else "0"


def _both_sides(brief: Brief, front: bool) -> list[Mark]:
    """A vernier for front and back: lines 2.0 mm apart here, 1.9 mm apart there, the zeros on one spot.

    The back is drawn as it will be seen through the sheet, so its lines across run the other way.
    """
    area = brief.area
    x, y, low = brief.paper.w / 2, area.y + 75, area.y + 145
    step, way = (2.0, 1) if front else (1.9, -1)
    told = (
        "Hold the sheet against the light, this side towards you. The zeros should meet. If the lines n meet, "
        "move the back by n tenths: --back-x for the lines across, --back-y for those down, e.g. 3 gives 0.3."
        if front
        else "The back of the page before: turn the sheet over its long edge."
    )
    page = Column(area.x, area.y + 2, area.w)
    page.say(f"Both sides: {'front' if front else 'back'}", points(20), "bold")
    page.y = area.y + 14
    page.say(told, points(12))
    for n in range(-8, 9):
        tall = 9.0 if n % 4 == 0 else 6.0
        across, down = x + way * n * step, low - n * step
        page.add(Line(across, y - way * 0.3, across, y - way * tall, 0.12))
        page.add(Line(x - way * 0.3, down, x - way * tall, down, 0.12))
        if n % 4 == 0:
            page.add(Text(across, y - way * 11 + (0 if front else 2), str(n), points(8), align="centre"))
            page.add(Text(x - way * 11, down + 1, str(n), points(8), align="right" if front else "left"))
    return page.marks
