"""The mat: two pages side by side, at full size, with a place for everything the host handles."""

from __future__ import annotations

from facilitator.machine.faces import SLEEVES
from facilitator.machine.operations import SIX, places_of
from facilitator.machine.perform import Answers, operations
from facilitator.play.opening import opening
from facilitator.sheets.drawing.geometry import Box, Size
from facilitator.sheets.drawing.marks import BOLD, CENTRE, Circle, Document, Line, Mark, Rect, Text
from facilitator.sheets.drawing.typeset import fitted, paragraph, points
from facilitator.sheets.furniture import Brief, Draft, finish
from facilitator.table.load import Table

PLACE, GAP = Size(59.6, 93.0), 1.4
"""A place, large enough for a card in its sleeve, and the room between two of them, mm."""
STEP = PLACE.w + GAP
FIRST, SECOND = (1, 3, 4), (2, 5, 6)
"""The positions of the six-card row that go into the one pile and into the other."""
ASIDE = ("discards", "box of extra cards")
DUEL = ("champion", "challenger", "out: back in the hand")
CHAIN = ("piles to come", "pile in work", "piles done")
BELOW = (
    ("β, kept for the next", "α, kept for the next", "piles to come"),
    ("champion's pair, open", "the card to play", "drawn card's pair"),
)
"""The lower row of either page where there are duels."""
ROW_OF_SIX = (
    "The ring: positions 1 3 4 are one pile, the dashed 2 5 6 the other. After the swap: 1 4 2 3 5 6."
)
DUELS = {
    False: "A challenger's left card goes onto it, its right card onto the champion; β α is laid in their place.",
    True: "A challenger's lower card goes onto it, its upper card onto the champion; β α goes into its sleeve.",
}
"""How a duel begins, by whether there are sleeves."""


def mat(table: Table, brief: Brief) -> Document:
    """Return the mat's left and right page, for the forms that this table's virtual seats use."""
    ops = [
        op for seat in table.virtual for op in operations(opening(table, seat.name).plan.recipe, Answers())
    ]
    six = any(place.area == SIX for op in ops for place in places_of(op))
    how = ROW_OF_SIX if six else DUELS[table.equipment == SLEEVES]
    deck = "pool deck" if table.pool == "split" else "unplayed deck"
    drafts = []
    for right in (False, True):
        title = "The mat: right page" if right else "The mat: left page, the right one beside it"
        upper = (deck, *ASIDE) if right else CHAIN if six else DUEL
        marks: list[Mark] = [Text(brief.area.x, brief.area.y + 6, title, points(14), BOLD)]
        marks += _row(brief.area, brief.area.y + 9, upper)
        low = brief.area.y + 9 + 6 + PLACE.h + 4
        marks += _six(brief, low, right) if six else _row(brief.area, low, BELOW[right])
        told, _ = paragraph(
            "" if right else how, brief.area.x, brief.area.bottom - 6, brief.area.w, points(12)
        )
        drafts.append(Draft([*marks, *told], title))
    return finish("mat", "Mat", brief, drafts, duplex=False)


def _places(area: Box, y: float) -> list[Box]:
    left = area.x + (area.w - 3 * STEP + GAP) / 2
    return [Box(left + i * STEP, y, *PLACE) for i in range(3)]


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
