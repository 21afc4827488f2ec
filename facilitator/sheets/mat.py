"""The mat: two pages side by side, at full size, with a place for everything the host handles."""

from __future__ import annotations

from facilitator.machine.operations import SIX, places_of
from facilitator.machine.perform import Answers, operations
from facilitator.play.opening import opening
from facilitator.sheets.drawing.geometry import CARD_SIZES, Box
from facilitator.sheets.drawing.marks import BOLD, CENTRE, Circle, Document, Line, Mark, Rect, Text
from facilitator.sheets.drawing.typeset import fitted, paragraph, points
from facilitator.sheets.furniture import Brief, Draft, finish
from facilitator.table.load import Table

CARD = CARD_SIZES["56x87"]
ROOM = 1.0
"""Between a card and the frame of its place, mm."""
STEP = CARD.w + 2 * ROOM + 2.5
FIRST, SECOND = (1, 3, 4), (2, 5, 6)
"""The positions of the six-card row that go into the one pile and into the other."""
RIGHT = ("unplayed deck", "discards", "box of extra cards")
DUEL = ("champion", "challenger", "out: back in the hand")
BESIDE = (
    ("β α, the laid 1", "upper card", "upper card"),
    ("champion's pair", "used pairs, covered", "piles to come"),
)
CHAIN = ("piles to come", "pile in work", "piles done")
HOW = {
    True: "The ring: positions 1 3 4 are one pile, the dashed 2 5 6 the other. After the swap: 1 4 2 3 5 6.",
    False: "A challenger's left card goes onto it, its right card onto the champion; β α is laid in their place.",
}


def mat(table: Table, brief: Brief) -> Document:
    """Return the mat's left and right page, for the forms that this table's virtual seats use."""
    six = any(
        place.area == SIX
        for seat in table.virtual
        for op in operations(opening(table, seat.name).plan.recipe, Answers())
        for place in places_of(op)
    )
    drafts = [_page(brief, right, six) for right in (False, True)]
    return finish("mat", "Mat", brief, drafts, duplex=False)


def _page(brief: Brief, right: bool, six: bool) -> Draft:
    area = brief.area
    title = "The mat: right page" if right else "The mat: left page, the right one beside it"
    marks: list[Mark] = [Text(area.x, area.y + 6, title, points(14), BOLD)]
    upper = RIGHT if right else CHAIN if six else DUEL
    marks += _row(area, area.y + 9, upper)
    low = area.y + 9 + 6 + CARD.h + 2 * ROOM + 6
    if six:
        marks += _six(brief, low, right)
    else:
        marks += _row(area, low, BESIDE[right])
    if not right:
        told, _ = paragraph(HOW[six], area.x, area.bottom - 6, area.w, points(10))
        marks += told
    return Draft(marks, title)


def _places(area: Box, y: float) -> list[Box]:
    left = area.x + (area.w - 3 * STEP + 2.5) / 2
    return [Box(left + i * STEP, y, CARD.w + 2 * ROOM, CARD.h + 2 * ROOM) for i in range(3)]


def _row(area: Box, y: float, names: tuple[str, ...]) -> list[Mark]:
    """Three places of a card each, their names above them."""
    marks: list[Mark] = []
    for box, name in zip(_places(area, y + 6), names, strict=True):
        size = fitted(name, box.w, points(14), BOLD)
        marks += [
            Rect(box, None, 0.4, 3.5),
            Text(box.x + box.w / 2, y + 4.6, name, size, BOLD, CENTRE),
        ]
    return marks


def _six(brief: Brief, y: float, right: bool) -> list[Mark]:
    """Half of the six-card row, with the lines that tie the cards of a pile together, from page to page."""
    marks: list[Mark] = []
    for i, box in enumerate(_places(brief.area, y + 6)):
        number, middle = i + 1 + 3 * right, box.x + box.w / 2
        one = number in FIRST
        depth = 4.0 if one else 9.0
        line, dash = box.bottom + depth, () if one else (2.0, 1.5)
        whole = FIRST if one else SECOND
        marks += [
            Rect(box, None, 1.0 if one else 0.4, 3.5),
            Text(middle, y + 4.6, str(number), points(16), BOLD, CENTRE),
            Circle(middle, y + 2.8, 3.6, None, 0.5)
            if one
            else Rect(Box(middle - 3.4, y - 0.6, 6.8, 6.8), None, 0.3),
            Line(middle, box.bottom, middle, line, 0.8, dash=dash),
        ]
        edge = brief.paper.printable
        at = whole.index(number)
        if at and (whole[at - 1] > 3) == right:
            marks.append(Line(middle - (number - whole[at - 1]) * STEP, line, middle, line, 0.8, dash=dash))
        elif at:
            marks.append(Line(edge.x, line, middle, line, 0.8, dash=dash))
        if at < 2 and not right and whole[at + 1] > 3:
            marks.append(Line(middle, line, edge.right, line, 0.8, dash=dash))
    return marks
