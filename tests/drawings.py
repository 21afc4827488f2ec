"""Golden drawings: the calls that draw some sheets of a small table, shared by the tests and scripts/regolden."""

from __future__ import annotations

from pathlib import Path

from facilitator.sheets.build import Wish, build
from facilitator.sheets.cards import LabelRun
from facilitator.sheets.drawing.marks import PAPERS, Adjust
from facilitator.sheets.drawing.pen import Log, draw
from facilitator.sheets.stocks import own_stock
from facilitator.table.load import Table, make_table

GOLDEN = Path(__file__).parent / "golden" / "sheets"
DRAWN = ("labels", "setup", "cheats", "seats")
"""The sheets whose drawing calls are kept."""


def table_of(*seats: object, **keys: object) -> Table:
    return make_table({"name": "Small", "seats": list(seats), **keys})


def small(protocol: str = "knockout") -> Table:
    """A table whose sheets are few."""
    return table_of("Ana", {"name": "Vera", "virtual": True}, hand_size=3, protocol=protocol)


def path_of(name: str) -> Path:
    """Return the file that keeps a sheet's drawing calls."""
    return GOLDEN / f"{name}.log"


def drawing(name: str) -> str:
    """Return the calls that draw a sheet, in millimetres: own labels, a start, outlines, an adjustment."""
    run = LabelRun(own_stock("40x20,4x12,15,20,45x21", PAPERS["A4"]), 45, outline=True)
    document = build(small(), Wish(labels=run, adjust=Adjust(0.2, -0.1, 1.001, 1.0)), [name])[0][0]
    pen = Log()
    draw(document, pen)
    return "\n".join(pen.lines) + "\n"
