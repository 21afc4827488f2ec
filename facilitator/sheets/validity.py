"""What may be played on any top card, as the table's game says it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from facilitator.games.material import Glance, Kinds
from facilitator.machine.faces import Face
from facilitator.protocols.form import Coding
from facilitator.protocols.layout import Layout
from facilitator.sheets.drawing.geometry import Box, Extent
from facilitator.sheets.drawing.marks import BLACK, BOLD, CENTRE, WHITE, Line, Mark, Rect, Text
from facilitator.sheets.drawing.tiles import is_tile, tile
from facilitator.sheets.drawing.typeset import paragraph, points

LAID = {
    Coding.FITS: "Lay β α under what fits, α β under the rest.",
    Coding.CLASSES: "A pair a class, the best first: β α in the pair of the card's own class, α β in the others.",
    Coding.ELSE_ANY: "Two pairs: under what fits β α, then α β; under the rest α β, then β α.",
}
"""What is laid under the cards, by the form's coding."""


ONE_CLASS = "Where no “else” stands below, one pair."


def validity(
    area: Box, glance: Glance, kinds: Kinds, coding: Coding, turns: Mapping[str, Layout]
) -> list[Mark]:
    """Return the rule in a few lines, an example over the whole deck, and how many cards fit on each.

    ``turns``: what is laid in the first turn of each seat, by who it is and what lies on top: its own style's
    order.
    """
    y = area.y + 15
    marks: list[Mark] = []
    for i, rule in enumerate(glance.rules, 1):
        marks += [
            Rect(Box(area.x, y, 9, 9), BLACK, 0, 1.5),
            Text(area.x + 4.5, y + 6.8, str(i), points(19), BOLD, CENTRE, WHITE),
            Text(area.x + 13, y + 6.9, rule, points(19), BOLD),
        ]
        y += 12.5
    if glance.note:
        more, y = paragraph(glance.note, area.x, y, area.w, points(14))
        marks += more
    rows = [] if glance.grid else glance.rows
    single = coding is Coding.CLASSES and any(len(classes) == 1 for _, classes in rows)
    laid = f"{LAID[coding]} {ONE_CLASS}" if single else LAID[coding]
    more, y = paragraph(laid, area.x, y + 1.5, area.w, points(14), BOLD)
    marks += more
    if not glance.grid:
        tiles = all(is_tile(face) for _, classes in glance.rows for kinds in classes for face in kinds)
        return [*marks, *(_tiles(glance, area, y + 5) if tiles else _rows(glance, kinds, area, y + 5))]
    more, y = _grid(glance, area, y + 5)
    marks += more
    for seat, layout in turns.items():
        for line in _worth(seat, layout, coding):
            more, y = paragraph(line, area.x, y + 1.5, area.w, points(12))
            marks += more
    return [*marks, *_counts(glance, area, y + 6)]


def ranked(layout: Layout) -> list[list[Face]]:
    """Return the kinds that fit, by the pair that is β α for them, the best first."""
    return [
        [face for face, bits in layout.code if any(bits) and bits.index(1) == n] for n in range(layout.pairs)
    ]


def _worth(seat: str, layout: Layout, coding: Coding) -> list[str]:
    """What sets the kinds apart that fit: their classes, the best first; else nothing."""
    ranks = ranked(layout) if coding is Coding.CLASSES else []
    return [f"{seat}, class {n}: {' '.join(faces)}" for n, faces in enumerate(ranks, 1)]


TILE = Extent(19.0, 9.5)
"""A tile on the page, lying, mm; smaller where they would not fit."""


def _tiles(glance: Glance, area: Box, y: float) -> list[Mark]:
    """What fits, a line of tiles a case, below its name."""
    marks: list[Mark] = [Text(area.x, y + 4, glance.title, points(14), BOLD)]
    y += 8
    cases = [(name, [face for kinds in classes for face in kinds]) for name, classes in glance.rows]
    gap = 3.0
    room = (area.bottom - y) / max(1, len(cases))
    across = (area.w + gap) / max(len(faces) for _, faces in cases) - gap
    size = min(1.0, across / TILE.w, (room - 9) / TILE.h)
    for name, faces in cases:
        marks.append(Text(area.x, y + 4.5, name, points(12), BOLD))
        for number, face in enumerate(faces):
            left = area.x + number * (TILE.w * size + gap)
            marks += tile(face, Box(left, y + 6.5, TILE.w * size, TILE.h * size))
        y += min(room, TILE.h * size + 11)
    return marks


FITTING = ((1, 16), (1, 14), (1, 12), (1, 11), (2, 12), (2, 11), (2, 10), (2, 9))
"""Columns of text and its size in points, for a game of more and more cases: the first at which they fit."""


def _rows(glance: Glance, kinds: Kinds, area: Box, y: float) -> list[Mark]:
    """What fits, a paragraph a case: the best class first, the next after else."""
    said = [f"{name}: {'; else '.join(_named(classes, kinds)) or 'nothing'}" for name, classes in glance.rows]
    found: list[Mark] = []
    for columns, size in FITTING:
        found, fit = _cases(said, Box(area.x, y + 8, area.w, area.bottom - y - 8), columns, points(size))
        if fit:
            break
    return [Text(area.x, y + 4, glance.title, points(14), BOLD), *found]


def _named(classes: Sequence[Sequence[Face]], kinds: Kinds) -> list[str]:
    """Return each class in words: whole groups by their name, what is left at last as any other card."""
    whole = {
        group: {face for face in kinds.cards if kinds.group(face) == group}
        for group in map(kinds.group, kinds.cards)
    }
    found, before = list[str](), set[Face]()
    for faces in filter(None, map(set, classes)):
        before |= faces
        if before == set(kinds.cards):
            found.append("any other card" if found else "any card")
            continue
        groups = [f"all {group}" for group, cards in whole.items() if cards <= faces]
        rest = [
            face for one in classes for face in one if face in faces and not whole[kinds.group(face)] <= faces
        ]
        found.append(", ".join(filter(None, [*groups, " ".join(rest)])))
    return found


def _cases(rows: Sequence[str], area: Box, columns: int, size: float) -> tuple[list[Mark], bool]:
    """The cases in so many columns, and whether they fit."""
    marks: list[Mark] = []
    gap, column, y = 6.0, 0, area.y
    width = (area.w - (columns - 1) * gap) / columns
    for said in rows:
        more, low = paragraph(said, area.x + column * (width + gap), y + 2, width, size)
        if low > area.bottom:
            column, y = column + 1, area.y
            more, low = paragraph(said, area.x + column * (width + gap), y + 2, width, size)
        marks, y = [*marks, *more], low
    return marks, column < columns and y <= area.bottom


def _grid(glance: Glance, area: Box, y: float) -> tuple[list[Mark], float]:
    """The deck: a row a group, a column a kind; what fits the example is dark, the rest is crossed out."""
    marks: list[Mark] = [Text(area.x, y + 4, glance.example, points(14), BOLD)]
    y += 8
    names, cell, gap = 20.0, 9.2, 1.6
    step = (area.w - names) / max(len(faces) for _, faces in glance.grid)
    low = y
    for row, (name, faces) in enumerate(glance.grid):
        low = y + row * (cell + gap + 2.4)
        marks.append(Text(area.x, low + 8, name, points(14), BOLD))
        for col, face in enumerate(faces):
            marks += _cell(
                face, Box(area.x + names + col * step, low, step - gap, cell + 2), face in glance.dark
            )
    return marks, low + cell + 2


def _cell(face: Face, box: Box, dark: bool) -> list[Mark]:
    """A kind of card, crossed out unless it fits."""
    ink = WHITE if dark else 0.35
    marks: list[Mark] = [Rect(box, BLACK if dark else None, 0.3, 1.2)]
    if not dark:
        marks.append(Line(box.x + 1, box.bottom - 1, box.right - 1, box.y + 1, 0.25, 0.6))
    return [
        *marks,
        Text(box.x + box.w / 2, box.y + box.h - 3.4, face, points(13), BOLD, CENTRE, ink),
    ]


def _counts(glance: Glance, area: Box, y: float) -> list[Mark]:
    """How many of the deck's cards fit, case by case."""
    marks: list[Mark] = [Text(area.x, y + 4, glance.title, points(14), BOLD)]
    y += 7.5
    for name, count in glance.counts:
        marks += [
            Text(area.x, y + 5, name, points(14)),
            Text(area.x + 118, y + 5, count, points(14), BOLD),
        ]
        y += 7.2
    return [*marks, Text(area.x, y + 4.5, glance.foot, points(11))]
