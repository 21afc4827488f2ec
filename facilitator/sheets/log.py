"""The paper record, for when the battery dies: lines that `facilitator replay` reads as they stand."""

from __future__ import annotations

from facilitator.games.base import Drew, Event, Pass, Play, Start
from facilitator.games.uno.events import to_text
from facilitator.sheets.drawing.geometry import Box
from facilitator.sheets.drawing.marks import BOLD, CENTRE, Document, Line, Mark, Rect, Text
from facilitator.sheets.drawing.typeset import fitted, paragraph, points
from facilitator.sheets.furniture import Brief, Draft, finish
from facilitator.table.load import Table

ROW = 8.4
"""Height of a line to write on, mm."""
COLUMNS = (("line", 12.0), ("who", 40.0), ("plays (card)", 30.0), ("colour named", 34.0), ("draws", 20.0))
"""Heads and widths; what is left is for "passes" and remarks."""

MORE = 2
"""Pages of lines beside the first: about 70 events in all, an evening's game."""


def examples(table: Table) -> tuple[Event, ...]:
    """Return events as this table's record may begin, one of each kind."""
    first, second, *rest = [seat.name for seat in table.seats]
    third = rest[0] if rest else first
    begun = (Start("7R", first), Play(first, "2R"), Drew(second), Pass(second))
    return (*begun, Play(third, "W", "B")) if rest else (*begun, Play(first, "W", "B"))


def log(table: Table, brief: Brief) -> Document:
    """Return how to keep the record, with its first lines, and pages of lines only."""
    area = brief.area
    seats = " · ".join(seat.name for seat in table.seats)
    marks, y = paragraph("The record of a game", area.x, area.y, area.w, points(20), BOLD)
    told = (
        f"One event a line, as it happened; seats clockwise: {seats}. Cards: symbol, then colour, as 7R, SY, RG, +B; "
        "W wild and D wild draw four, with the colour that is named. Forced draws and missed turns are not written: "
        "the program works them out. To have the record checked, type its lines as they stand into a file. The "
        "command below says of each whether it can be, what lies on top after it, how many cards everybody holds and "
        "which way play runs: so much a table needs to go on by paper. A game kept by play goes on from its own "
        "file, where it stopped there; this record it does not read."
    )
    more, y = paragraph(told, area.x, y + 1, area.w, points(11.5))
    marks += more
    marks.append(Text(area.x + 4, y + 5, "facilitator replay TABLE record.txt", points(11.5), BOLD))
    y += 8
    size = points(11)
    for event in examples(table):
        marks.append(Text(area.x + 4, y + 4, to_text(event), size))
        y += 4.9
    start = f"start  ________  {'_' * 24}  first     (first top card, and who begins)"
    marks.append(Text(area.x, y + 9, start, fitted(start, area.w, points(14), BOLD), BOLD))
    first, count = _lines(area, y + 15, 1)
    drafts = [Draft([*marks, *first], "The record")]
    for page in range(MORE):
        lines, count = _lines(area, area.y + 2, count + 1)
        drafts.append(Draft(lines, "" if page else "More lines"))
    return finish("log", "Log", brief, drafts)


def _lines(area: Box, y: float, number: int) -> tuple[list[Mark], int]:
    """Ruled lines down to the foot; return them and the last one's number."""
    head, size = 7.0, points(10)
    rows = int((area.bottom - y - head) / ROW)
    bottom = y + head + rows * ROW
    marks: list[Mark] = [Rect(Box(area.x, y, area.w, head), 0.88, 0)]
    x = area.x
    for name, width in (*COLUMNS, ("passes, or a remark", area.right - area.x - sum(w for _, w in COLUMNS))):
        marks.append(Text(x + width / 2, y + 4.8, name, size, BOLD, CENTRE))
        marks.append(Line(x, y, x, bottom, 0.2, 0.3))
        x += width
    marks.append(Line(area.right, y, area.right, bottom, 0.2, 0.3))
    for i in range(rows + 1):
        low = y + head + i * ROW
        marks.append(Line(area.x, low, area.right, low, 0.2, 0.3))
        if i < rows:
            label = str(number + i)
            marks.append(Text(area.x + COLUMNS[0][1] / 2, low + 5.6, label, size, align=CENTRE))
    return marks, number + rows - 1
