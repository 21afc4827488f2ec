"""Room on the table: how many columns fit, and how they are best laid."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from facilitator.errors import CommandError
from facilitator.machine.faces import SLEEVES
from facilitator.table.measures import LARGEST_CM, SMALLEST_CM, USUAL_TABLE, TableSize, size_of
from facilitator.wording import plural

HOST_CM = 20.0
"""Depth of the strip in front of the host for the six-card row and the piles."""
_SLEEVE_CM = (7.0, 10.5)
# a card of 5.6 × 8.7 cm, its marker showing below it, the pair side by side and half covered
_COLUMN_CM = (8.5, 14.5)


class Space(NamedTuple):
    """Columns of cards on a table.

    ``rows`` and ``columns`` hold all k where it ``fits``; else as many rows as this width needs, which is
    ``needs_cm`` deep.  ``room``: how many columns the table takes.
    """

    k: int
    width_cm: float
    depth_cm: float
    rows: int
    columns: int
    room: int
    needs_cm: float

    @property
    def fits(self) -> bool:
        return self.room >= self.k

    def to_json(self) -> dict[str, object]:
        return {**self._asdict(), "fits": self.fits}

    def words(self) -> str:
        """Return the answer in a sentence."""
        table = f"{self.width_cm:.0f} × {self.depth_cm:.0f} cm"
        if self.fits:
            return f"{self.k} columns: {plural(self.rows, 'row')} of {self.columns} on {table}"
        rest = f"lay {self.k - self.room} on a second table, or " if self.room else ""
        return (
            f"{self.k} columns do not fit {table}, which takes {self.room or 'none'}: {rest}take one "
            f"{self.needs_cm:.0f} cm deep ({plural(self.rows, 'row')} of {self.columns})"
        )


def column_cm(equipment: str) -> tuple[float, float]:
    """Return what a column takes, across and down, cm."""
    return _SLEEVE_CM if equipment == SLEEVES else _COLUMN_CM


def space(k: int, equipment: str, size: TableSize) -> Space:
    """Return how k columns lie on a table of this size, the host's strip kept free."""
    width, depth = size
    across, down = column_cm(equipment)
    columns = int(width // across)
    most_rows = max(0, int((depth - HOST_CM) // down))
    rows = ceil(k / columns)
    even = ceil(k / rows)
    return Space(k, width, depth, rows, even, columns * most_rows, rows * down + HOST_CM)


def parse_size(text: str) -> TableSize:
    """Return a table's size as typed.

    Raises: CommandError if it is no size, or no table is so large or so small.
    """
    size = size_of(text)
    if size is None:
        expected = f"width x depth in cm, {SMALLEST_CM:.0f} to {LARGEST_CM:.0f} each"
        raise CommandError(expected, f'"{text}"', f"Write e.g. --table-size {USUAL_TABLE}.")
    return size
