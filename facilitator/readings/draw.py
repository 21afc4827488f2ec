"""From operation to picture, in text: what lies on the table, as eyes see it."""

from __future__ import annotations

from collections.abc import Mapping

from facilitator.machine.faces import Face, named_by
from facilitator.machine.operations import (
    CARD_ROW,
    CHOSEN,
    COLUMN,
    LOT,
    MARKER_ROW,
    PILE,
    SIX,
    TOP_ROW,
    Op,
    Place,
    places_of,
)

COVERED = "▒▒"
NARROW = 12
"""Up to this many columns the whole layout is drawn; beyond, only the row or the few columns turned over."""

_ROWS = {TOP_ROW: "on top", CARD_ROW: "card", MARKER_ROW: "marker"}


def picture(op: Op, surface: Mapping[Place, bool], up: Mapping[Place, Face], width: int = 72) -> list[str]:
    """Return lines that show what an operation left in sight.

    ``surface`` tells which places are taken, ``up`` the faces of those that lie face up; covered cards are
    drawn as covered, whatever they are.  No line is longer than ``width``.
    """
    touched = places_of(op)
    if not touched:
        return []
    area = touched[0].area
    there = sorted(place for place in surface if place.area == area)
    numbers = sorted({place.number for place in there})
    rows = sorted({place.row for place in there})
    near = sorted({place.number for place in touched})
    if len(numbers) > NARROW and len(near) <= NARROW:
        numbers = near
    if len(numbers) > NARROW:
        rows = sorted({place.row for place in touched if place in up})
        if len(rows) > 1:  # what belongs together in a column is compared there
            return _table(area, rows, numbers, up, surface, width)
        return [line for row in rows for line in _grid(area, row, numbers, up, surface, width)]
    return _table(area, rows, numbers, up, surface, width)


def alone(op: Op, up: Mapping[Place, Face]) -> str:
    """Return what an operation turned over within one column, such as ``pile 3: β α``; empty if that is not all."""
    touched = places_of(op)
    if len({place.number for place in touched}) != 1 or not all(place in up for place in touched):
        return ""
    return f"{touched[0].area} {touched[0].number}: {' '.join(named_by(up[place]) for place in touched)}"


def _cell(place: Place, up: Mapping[Place, Face], surface: Mapping[Place, bool]) -> str:
    if place in up:
        return named_by(up[place])
    return COVERED if place in surface else ""


def _grid(
    area: str,
    row: int,
    numbers: list[int],
    up: Mapping[Place, Face],
    surface: Mapping[Place, bool],
    width: int,
) -> list[str]:
    """One row of many columns, wrapped; the number of the first column stands before each line."""
    cells = [_cell(Place(area, number, row), up, surface) for number in numbers]
    size = max(map(len, cells)) + 1
    each = max(1, (width - 7) // size)
    return [
        f"{numbers[i]:>5}  " + "".join(f"{cell:<{size}}" for cell in cells[i : i + each]).rstrip()
        for i in range(0, len(cells), each)
    ]


def _table(
    area: str,
    rows: list[int],
    numbers: list[int],
    up: Mapping[Place, Face],
    surface: Mapping[Place, bool],
    width: int,
) -> list[str]:
    """A small layout: one line a row, one cell a column; pairs of bit cards share a cell."""
    lines: list[list[str]] = []
    heads = {
        COLUMN: "column",
        PILE: "pile",
        SIX: "place",
        LOT: "place",
        CHOSEN: "selected",
    }
    lines.append([heads.get(area, area), *map(str, numbers)])
    bit_rows = [row for row in rows if row not in _ROWS]
    for row in (row for row in rows if row in _ROWS):
        name = _ROWS[row] if area in (COLUMN, PILE) or row == TOP_ROW else ""
        lines.append([name, *(_cell(Place(area, number, row), up, surface) for number in numbers)])
    for left, right in zip(bit_rows[::2], bit_rows[1::2], strict=True):
        cells = [
            f"{_cell(Place(area, n, left), up, surface)} {_cell(Place(area, n, right), up, surface)}".strip()
            for n in numbers
        ]
        lines.append(["pair", *cells])
    sizes = [max(len(line[i]) for line in lines) + 2 for i in range(len(numbers) + 1)]
    if sum(sizes) > width:
        shown = max(1, next(i for i in range(len(sizes)) if sum(sizes[: i + 1]) > width) - 1)
        return _table(area, rows, numbers[:shown], up, surface, 10**6) + (
            _table(area, rows, numbers[shown:], up, surface, width) if numbers[shown:] else []
        )
    return [
        "".join(f"{cell:<{size}}" for cell, size in zip(line, sizes, strict=True)).rstrip() for line in lines
    ]
