"""Puzzles from "The complexity of UNO": solitaire UNO and the open two-player game, solved exactly.

Puzzles use number cards only, such as `7R`. Two cards match if they have the same colour or the same
number. Source: Demaine, Demaine, Harvey, Uehara, Uno, Uno, "The complexity of UNO", sections 2 to 4.
"""

from __future__ import annotations


def matches(card: str, other: str) -> bool:
    """Return whether two cards have the same number or the same colour (section 2.1)."""
    return card[0] == other[0] or card[1] == other[1]
