"""Make the same labels with this project and with pylabels, to compare the times.

`scripts/bench` uses this, in `.venv` with the bench extra.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from facilitator.pictures.marks import Ink, Stamp


def both() -> tuple[int, Callable[[], object], Callable[[], object]]:
    """Return the number of labels for a first turn, and two functions that make a PDF of these labels.

    The first function uses this project, and the second uses pylabels.
    """
    from facilitator.operations.faces import lot_card
    from facilitator.planning.extra_cards import list_needs
    from facilitator.sheets.designs import kinds_of
    from facilitator.sheets.drawing.render import pdf
    from facilitator.sheets.extra_cards import label_stamp, labels
    from facilitator.sheets.page import Brief
    from facilitator.sheets.stocks import get_stock
    from facilitator.table_files.load import sample

    pylabels: Any = import_module("labels")
    table, stock = sample("three"), get_stock("L7651")
    colours = set(map(lot_card, "RYGB"))
    needed = tuple(replace(need, reserve=0) for need in list_needs(table) if need.face not in colours)
    kinds = kinds_of((need.face for need in needed), table)
    about = Brief(table.name, stock.paper, "knockout")
    art = {face: label_stamp(kind, stock) for face, kind in kinds.items()}
    rows, columns = 13, 5
    assert rows * columns == stock.per_sheet

    def ours() -> object:
        return len(pdf(labels(table, about, needed, stock)))

    def theirs() -> object:
        spec = pylabels.Specification(210, 297, columns, rows, stock.size.w, stock.size.h)
        sheet = pylabels.Sheet(spec, lambda label, w, h, face: drawn(label, art[face], h))
        sheet.add_labels(need.face for need in needed for _ in range(need.total))
        with tempfile.TemporaryFile() as out:
            return sheet.save(out)

    return sum(need.total for need in needed), ours, theirs


def drawn(label: Any, stamp: Stamp, height: float) -> None:
    """Draw a label with reportlab. The fonts must already be registered."""
    from facilitator.pictures import marks
    from facilitator.sheets.drawing.render import MM

    shapes: Any = import_module("reportlab.graphics.shapes")
    color: Any = import_module("reportlab.lib.colors").Color

    def look(mark: Any) -> dict[str, object]:
        line = color(*rgb(mark.ink)) if mark.width else None
        fill = None if mark.fill is None else color(*rgb(mark.fill))
        return {"strokeColor": line, "strokeWidth": mark.width * MM, "fillColor": fill}

    for mark in stamp.marks:
        match mark:
            case marks.Text():
                anchor = {"left": "start", "centre": "middle", "right": "end"}[mark.align]
                at, ink = (mark.x * MM, height - mark.y * MM), color(*rgb(mark.ink))
                type_ = {"fontName": mark.font, "fontSize": mark.size * MM, "textAnchor": anchor}
                shape = shapes.String(*at, mark.text, fillColor=ink, **type_)
            case marks.Line():
                ends = (mark.x1 * MM, height - mark.y1 * MM, mark.x2 * MM, height - mark.y2 * MM)
                width = mark.width * MM
                shape = shapes.Line(*ends, strokeColor=color(*rgb(mark.ink)), strokeWidth=width)
            case marks.Polygon():
                points = [part for x, y in mark.points for part in (x * MM, height - y * MM)]
                shape = shapes.Polygon(points, **look(mark))
            case marks.Circle():
                shape = shapes.Circle(mark.x * MM, height - mark.y * MM, mark.r * MM, **look(mark))
            case marks.Rect():
                box, round_ = mark.box, mark.radius * MM
                corner = (box.x * MM, height - box.bottom * MM, box.w * MM, box.h * MM)
                shape = shapes.Rect(*corner, rx=round_, ry=round_, **look(mark))
            case _:
                raise TypeError(f"no label holds a {type(mark).__name__}")
        label.add(shape)


def rgb(ink: Ink) -> tuple[float, float, float]:
    return ink if isinstance(ink, tuple) else (ink, ink, ink)
