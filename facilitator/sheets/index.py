"""An index of printed files: a small picture of the first page of each, what the file is, how many pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from facilitator.sheets.drawing.geometry import Box, Paper, Size
from facilitator.sheets.drawing.marks import BOLD, Document, Mark, Rect, Stamp, Text, Use, placed
from facilitator.sheets.drawing.typeset import fitted, paragraph, points
from facilitator.sheets.furniture import Brief, Draft, finish
from facilitator.wording import plural

COLUMNS, ROWS, CAPTION = 5, 4, 11.0


@dataclass(frozen=True, slots=True)
class Entry:
    """A file of a folder: its name, what it is, its document."""

    file: str
    about: str
    document: Document


def index(folder: str, entries: Sequence[Entry], paper: Paper, form: str) -> Document:
    """Return the index of a folder's files; ``form``: the one its table plays."""
    brief = Brief(folder, paper, form)
    area = brief.area
    wide = area.w / COLUMNS
    scale = min((wide - 4) / paper.w, ((area.h - 12) / ROWS - CAPTION) / paper.h)
    stamps: dict[str, Stamp] = {}
    drafts: list[Draft] = []
    for start in range(0, len(entries), COLUMNS * ROWS):
        marks: list[Mark] = [Text(area.x, area.y + 8, folder, points(20), BOLD)]
        for n, entry in enumerate(entries[start : start + COLUMNS * ROWS]):
            x = area.x + n % COLUMNS * wide
            y = area.y + 12 + n // COLUMNS * (area.h - 12) / ROWS
            name = _stamped(entry, start + n, paper, stamps)
            small = Size(paper.w * scale, paper.h * scale)
            marks += [
                Rect(Box(x, y, *small), None, 0.2),
                Use(name, x, y, 0, scale),
                Text(x, y + small.h + 3.4, entry.file, fitted(entry.file, wide - 2, points(8), BOLD), BOLD),
            ]
            said = f"{entry.about}, {plural(len(entry.document.pages), 'page')}"
            more, _ = paragraph(said, x, y + small.h + 4.2, wide - 3, points(7))
            marks += more
        drafts.append(Draft(marks, folder))
    return finish("index", "Index", brief, drafts, stamps)


def _stamped(entry: Entry, number: int, paper: Paper, stamps: dict[str, Stamp]) -> str:
    """Keep an entry's first page as a stamp, and the stamps it uses, under names of their own."""
    page = entry.document.pages[0]
    used = {name for name, _ in placed(entry.document, page)}
    for name in sorted(used):
        stamps[f"s{number}{name}"] = entry.document.stamps[name]
    marks = sorted(
        (
            replace(mark, stamp=f"s{number}{mark.stamp}") if isinstance(mark, Use) else mark
            for mark in page.marks
        ),
        key=lambda mark: not isinstance(mark, Use),
    )
    stamps[f"p{number}"] = Stamp(Size(paper.w, paper.h), tuple(marks))
    return f"p{number}"
