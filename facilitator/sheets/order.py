"""Which card lies where on the sheets: kinds mixed, so that no sheet's own slip of cut or print tells a kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from facilitator.machine.faces import ALPHA, BETA, Face, is_lot_card, named_by
from facilitator.supplies.needs import Need

BITS, MARKERS, OTHERS = range(3)


def mixed(needed: Sequence[Need], per_sheet: int, first: int) -> list[list[Face]]:
    """Return the faces of every sheet in the order of its places; ``first``: how many the first one takes.

    Markers, bit cards and the rest never meet under one pile's card, so each sort is mixed in itself: spread
    evenly, and every sheet begins at another place of it, so that a place is no kind's own.
    """
    faces: list[Face] = []
    for sort in (MARKERS, BITS, OTHERS):
        spread = [
            ((j + 0.5) / need.total, i, need.face)
            for i, need in enumerate(needed)
            if _sort(need.face) == sort
            for j in range(need.total)
        ]
        faces += [face for _, _, face in sorted(spread)]
    ends = [0, *range(min(first, len(faces)), len(faces), per_sheet), len(faces)]
    parts = [faces[start:end] for start, end in pairwise(ends) if start < end]
    return [_turned(part, n * (n + 1) // 2) for n, part in enumerate(parts)]


def _turned(part: list[Face], by: int) -> list[Face]:
    """Return a sheet's faces from another one on; 0, 1, 3, 6, …: no rhythm that kinds could share."""
    at = by % len(part)
    return [*part[at:], *part[:at]]


def _sort(face: Face) -> int:
    return BITS if face in (ALPHA, BETA) else MARKERS if face.startswith("θ") else OTHERS


def called(face: Face) -> str:
    """Return what a margin calls a face: a lot's card as it is printed."""
    return named_by(face) if is_lot_card(face) else face


def said(faces: Sequence[Face], totals: dict[Face, int]) -> str:
    """Return what a sheet holds, each kind with its number here and in all."""
    return ", ".join(
        f"{called(face)} × {n}" + (f" (of {totals[face]})" if n < totals[face] else "")
        for face, n in Counter(faces).items()
    )
