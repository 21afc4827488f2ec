"""Labels: stickers that turn cards of any extra decks into markers and bit cards.

All labels of a kind are one stamp on whole dots, so they come out equal to the last dot: a label that could
be told from its like would give a hidden card away.  Counts and part names stand in the margin only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from facilitator.errors import CommandError
from facilitator.machine.faces import Face
from facilitator.sheets.art import face_stamp
from facilitator.sheets.drawing.geometry import Size
from facilitator.sheets.drawing.marks import Document, Mark, Rect, Stamp, Use
from facilitator.sheets.furniture import Brief, Draft, check_room, finish, needs_spare
from facilitator.sheets.kinds import Design
from facilitator.sheets.stocks import Stock
from facilitator.supplies.needs import Need


@dataclass(frozen=True, slots=True)
class LabelRun:
    """How a run of labels is printed: on which stock, from which position on, with outlines or without."""

    stock: Stock
    start_at: int = 1
    outline: bool = False


def labels(brief: Brief, needed: Sequence[Need], kinds: dict[Face, Design], run: LabelRun) -> Document:
    """Return the sheets of labels.  Raises: CommandError if the start lies beyond the sheet."""
    stock = run.stock
    if not 1 <= run.start_at <= stock.per_sheet:
        raise CommandError(
            f"a position from 1 to {stock.per_sheet}",
            f"--start-at {run.start_at}",
            f"{stock.title} has {stock.per_sheet} labels a sheet, counted row by row.",
        )
    check_room(stock.paper, stock.block, stock.label(1))
    spare = needs_spare(stock.paper, stock.block)
    faces = [need.face for need in needed for _ in range(need.total)]
    totals = {need.face: need.total for need in needed}
    drafts = [
        _sheet(run, spare, start, part, kinds, totals)
        for start, part in _parts(faces, stock.per_sheet, run.start_at, spare)
    ]
    stamps = {kind.slug: label_stamp(kind, stock) for kind in kinds.values()}
    about = Brief(brief.table, stock.paper, brief.form)
    return finish("labels", "Labels", about, drafts, stamps, totals, duplex=False)


def label_stamp(kind: Design, stock: Stock) -> Stamp:
    """Return a kind's label; turned stocks are drawn upright and placed sideways."""
    size = Size(stock.size.h, stock.size.w) if stock.turned else stock.size
    margin = 0.9 if min(size) < 14 else 1.5
    return face_stamp(kind, size, margin)


def _parts(
    faces: Sequence[Face], per_sheet: int, start_at: int, spare: bool
) -> Iterator[tuple[int, Sequence[Face]]]:
    """Yield for every sheet its first position and its labels; a spare label comes first on each."""
    at = 0
    while at < len(faces):
        room = per_sheet - start_at + 1 - spare
        yield start_at, faces[at : at + room]
        at, start_at = at + room, 1


def _sheet(
    run: LabelRun,
    spare: bool,
    start: int,
    faces: Sequence[Face],
    kinds: dict[Face, Design],
    totals: dict[Face, int],
) -> Draft:
    stock, marks = run.stock, list[Mark]()
    first = start + spare
    for position, face in enumerate(faces, first):
        box = stock.label(position)
        marks.append(Use(kinds[face].slug, box.x, box.y, 90 if stock.turned else 0))
    if run.outline:
        marks += [
            Rect(stock.label(n), None, 0.1, stock.radius, 0.5) for n in range(start, first + len(faces))
        ]
    counted = [(face, len(list(group))) for face, group in groupby(faces)]
    said = ", ".join(
        f"{face} × {n}" + (f" (of {totals[face]})" if n < totals[face] else "") for face, n in counted
    )
    title = (
        f"{counted[0][0]} … {counted[-1][0]}" if len(counted) > 1 else counted[0][0] if counted else "labels"
    )
    return Draft(
        marks,
        bookmark=title,
        lines=(f"{len(faces)} labels on {stock.title}: {said}",),
        block=stock.block,
        spare=stock.label(start) if spare else None,
    )
