"""What of a journal still counts: an undo takes inputs back, and the rows stay to be read."""

from __future__ import annotations

from collections.abc import Iterable

from facilitator.play.journal import BESIDE, UNDO, JournalEntry

TAKES = "takes"
"""How many inputs an undo took back: one, or a move with the run that was given up after it."""


def taken_back(entries: Iterable[JournalEntry]) -> set[int]:
    """Return the numbers of the inputs that were undone, not those of the undos themselves."""
    undone: set[int] = set()
    standing: list[int] = []
    for entry in entries:
        if entry.derived or entry.kind in BESIDE:
            continue
        if entry.kind != UNDO:
            standing.append(entry.input)
            continue
        takes = entry.body.get(TAKES, 1)
        if isinstance(takes, int) and takes > 0:
            undone.update(standing[-takes:])
            del standing[-takes:]
    return undone


def numbered(entries: Iterable[JournalEntry]) -> dict[int, int]:
    """Return by which number the history has each input; what is kept beside the game has none."""
    typed = [entry.input for entry in entries if not entry.derived and entry.kind not in BESIDE]
    return {number: n for n, number in enumerate(typed, 1)}


def live(entries: Iterable[JournalEntry]) -> list[JournalEntry]:
    """Return the rows that still count, without the undos."""
    rows = tuple(entries)
    undone = taken_back(rows)
    return [entry for entry in rows if entry.kind != UNDO and entry.input not in undone]
