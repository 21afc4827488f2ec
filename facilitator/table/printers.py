"""Printers of a table: what makes up for the error of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import BeforeValidator

from facilitator.table.values import LONGEST_NAME, Keys, name_of, refuse
from facilitator.wording import fold

LARGEST_OFFSET, LARGEST_SCALING, MOST_PRINTERS = 20.0, 0.1, 8
"""More than this is a mistake in typing, not in a printer: mm, and parts of 1; and printers of one table."""


def within(low: float, high: float) -> BeforeValidator:
    """Return the check of a number between two limits, both allowed."""

    def number(value: object) -> float:
        if isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high:
            return float(value)
        raise refuse(f"a number from {low:g} to {high:g}", "Measure again with the sheet calibration.")

    return BeforeValidator(number)


def _printers(value: object) -> object:
    """Return printers by their names, no two alike but for capitals; a key with nothing after it is none."""
    if value is None:
        return {}
    if not isinstance(value, Mapping) or len(value) > MOST_PRINTERS:
        raise refuse(f"up to {MOST_PRINTERS} printers by name", f"Write e.g. printers: {PRINTER_EXAMPLE}.")
    if len({fold(str(name)) for name in value}) < len(value):
        raise refuse("a name of its own for each printer", "Two differ only in capitals; rename one.")
    return value


def _printer(value: object) -> object:
    if not isinstance(value, Mapping | Printer):
        raise refuse("what the sheet calibration gave", f"Write e.g. printers: {PRINTER_EXAMPLE}.")
    return value


Shift = Annotated[float, within(-LARGEST_OFFSET, LARGEST_OFFSET)]
Stretch = Annotated[float, within(1 - LARGEST_SCALING, 1 + LARGEST_SCALING)]


class Printer(Keys):
    """What makes up for one printer's error: mm to move right and down, factors to stretch across and down."""

    offset_x: Shift = 0.0
    offset_y: Shift = 0.0
    scale_x: Stretch = 1.0
    scale_y: Stretch = 1.0


PRINTER_EXAMPLE = "{office: {offset_x: 0.3, offset_y: -0.2, scale_x: 1.0025, scale_y: 1.001}}"
"""As a table file keeps it; on the calibration sheet too."""
PrinterName = Annotated[str, name_of(LONGEST_NAME)]
Printers = Annotated[
    dict[PrinterName, Annotated[Printer, BeforeValidator(_printer)]], BeforeValidator(_printers)
]
