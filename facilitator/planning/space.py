"""Room on the table: how many columns fit, and how they are best laid."""

from __future__ import annotations

import re
from math import ceil
from typing import NamedTuple

from facilitator.errors import CommandError
from facilitator.planning.times import SLEEVES

USUAL = (180.0, 90.0)
HOST_CM = 20.0
"""Depth of the strip in front of the host for the six-card row and the piles."""
_SLEEVE_CM = (7.0, 10.5)
# a card of 5.6 × 8.7 cm, its marker showing below it, the pair side by side and half covered
_COLUMN_CM = (8.5, 14.5)
_SMALLEST, _LARGEST = 30.0, 1000.0


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
            return f"{self.k} columns: {self.rows} rows of {self.columns} on {table}"
        return (
            f"{self.k} columns do not fit {table}, which takes {self.room}: lay {self.k - self.room} on a "
            f"second table, or take one {self.needs_cm:.0f} cm deep ({self.rows} rows of {self.columns})"
        )


def space(k: int, equipment: str, size: tuple[float, float] = USUAL) -> Space:
    """Return how k columns lie on a table of this width and depth in cm, the host's strip kept free.

    Raises: CommandError if no table is so large or so small.
    """
    width, depth = max(size), min(size)
    if depth < _SMALLEST or width > _LARGEST:
        raise CommandError(
            f"a table of {_SMALLEST:.0f} to {_LARGEST:.0f} cm each way",
            f"{size[0]:g} × {size[1]:g} cm",
            "Write e.g. --table-size 180x90.",
        )
    across, down = _SLEEVE_CM if equipment == SLEEVES else _COLUMN_CM
    columns = int(width // across)
    most_rows = int((depth - HOST_CM) // down)
    rows = ceil(k / columns)
    even = ceil(k / rows)
    return Space(k, width, depth, rows, even, columns * most_rows, rows * down + HOST_CM)


def parse_size(text: str) -> tuple[float, float]:
    """Return a table's size in cm from "180x90".

    Raises: CommandError if it is no size.
    """
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*[x×*]\s*(\d+(?:\.\d+)?)\s*(?:cm)?\s*", text.lower())
    if found is None:
        raise CommandError("width x depth in cm", text, "Write e.g. --table-size 180x90.")
    return float(found[1]), float(found[2])
