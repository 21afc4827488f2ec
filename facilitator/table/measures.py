"""What a host may measure: the seconds of each act of hands and of a word, and the size of the table.

Seconds are for one pair of hands.  No measurement of a run at k = 107 is published, so every figure below is
*assumed*, set so that the published form in envelopes takes about forty minutes of one pair of hands a turn.
A table file may override them; past games at the table replace them (`planning.learn`).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from facilitator.readings.acts import Handling


class Speed(NamedTuple):
    """What an act is, its seconds, and where the figure comes from."""

    words: str
    seconds: float
    source: str = "assumed"


SPEEDS: dict[Handling, Speed] = {
    Handling.WORD: Speed("say a word: 150 a minute", 0.4),
    Handling.LAY: Speed("lay a card on its place", 0.7),
    Handling.PUT: Speed("lay a marker or another extra card", 0.9),
    Handling.PAIR: Speed("find a card in the list, lay its pair", 1.8),
    Handling.COVER: Speed("turn a card (or a sleeve) face down", 0.4),
    Handling.REVEAL: Speed("turn a card (or a sleeve) face up", 0.5),
    Handling.FILL: Speed("put a card of a pile into its envelope", 1.1),
    Handling.EMPTY: Speed("take one out and lay it in order", 0.9),
    Handling.SLEEVE: Speed("put a card into a sleeve and lay it", 1.6),
    Handling.SLIP: Speed("slip cards behind it, or out again", 0.7),
    Handling.SET: Speed("lay a full sleeve on its place", 0.5),
    Handling.MIX: Speed("pile-scramble, any number of piles", 10.0),
    Handling.MIX_PILE: Speed("pile-scramble, more for each pile", 0.4),
    Handling.TWO_PILES: Speed("swap two piles until nobody knows", 8.0),
    Handling.SORT: Speed("bring a column to its group", 1.0),
    Handling.MOVE: Speed("move a card of the six-card row", 0.6),
    Handling.TAKE: Speed("take an extra card to the box", 0.25),
    Handling.APART: Speed("sort a mixed α or β for the next run", 0.5),
    Handling.GIVE: Speed("give a card back to its owner", 0.4),
    Handling.PERSON: Speed("a person's turn", 12.0),
    Handling.DEAL: Speed("deal a card", 0.8),
}
MOST_SECONDS = 3600
"""An act takes less than an hour."""

USUAL_TABLE = "180x90"
SMALLEST_CM, LARGEST_CM = 30.0, 1000.0
"""Between these lie the sides of a table."""


class TableSize(NamedTuple):
    """A table's width and depth in cm, the longer side first."""

    width: float
    depth: float


def size_of(text: str) -> TableSize | None:
    """Return a table's size from text such as "180x90"; None if it is none, or no table is of that size.

    >>> size_of("90 x 180 cm"), size_of("180"), size_of("1x1")
    (Size(width=180.0, depth=90.0), None, None)
    """
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*[x×*]\s*(\d+(?:\.\d+)?)\s*(?:cm)?\s*", text.lower())
    if found is None:
        return None
    depth, width = sorted((float(found[1]), float(found[2])))
    return TableSize(width, depth) if depth >= SMALLEST_CM and width <= LARGEST_CM else None
