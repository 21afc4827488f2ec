"""Index of printed files: a small picture of each kind of page, with its file and the number of similar pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from facilitator.i18n.catalogue import phrase
from facilitator.pictures.marks import (
    Box,
    Document,
    Extent,
    Mark,
    Page,
    Paper,
    Rect,
    Stamp,
    Text,
    Use,
    iter_stamp_boxes,
)
from facilitator.sheets.page import Brief, Column, PageDraft, finish, fit_size, points_to_mm

COLUMNS, ROWS, CAPTION = 5, 4, 11.0


@dataclass(frozen=True, slots=True)
class Entry:
    """File of a folder.

    Attributes:
        file: Name of the file.
        about: Description of the contents.
        document: Document in the file.
    """

    file: str
    about: str
    document: Document


@dataclass(frozen=True, slots=True)
class Shown:
    """Kind of page.

    Attributes:
        entry: Index of the file among the entries.
        number: Page number in the file, counted from 1.
        alike: Number of pages of this kind.
        page: First page of this kind.
    """

    entry: int
    number: int
    alike: int
    page: Page


def kinds_shown(entries: Sequence[Entry]) -> Iterator[Shown]:
    """Yield the first page of every kind, in the order of the files."""
    for n, entry in enumerate(entries):
        kinds = [page.kind or str(number) for number, page in enumerate(entry.document.pages)]
        for kind in dict.fromkeys(kinds):
            first = kinds.index(kind)
            yield Shown(n, first + 1, kinds.count(kind), entry.document.pages[first])


def index(folder: str, entries: Sequence[Entry], paper: Paper, form: str) -> Document:
    """Return the index of a folder's files.

    Args:
        folder: Name of the folder.
        entries: The files.
        paper: Paper of the index.
        form: Form of the folder's table, such as ``wallet``.
    """
    brief = Brief(folder, paper, form)
    area = brief.area
    wide, tall = area.w / COLUMNS, (area.h - 12) / ROWS
    scale = min((wide - 4) / paper.w, (tall - CAPTION) / paper.h)
    stamps: dict[str, Stamp] = {}
    drafts: list[PageDraft] = []
    shown = list(kinds_shown(entries))
    for start in range(0, len(shown), COLUMNS * ROWS):
        marks: list[Mark] = [Text(area.x, area.y + 8, folder, points_to_mm(20), "bold")]
        for n, picture in enumerate(shown[start : start + COLUMNS * ROWS]):
            row, col = divmod(n, COLUMNS)
            x, y = area.x + col * wide, area.y + 12 + row * tall
            name = _stamped(picture, entries[picture.entry].document, stamps)
            of = picture.page.paper  # a page across is as wide as the others
            own = scale * min(1.0, paper.w / of.w)
            small = Extent(of.w * own, of.h * own)
            marks += [Rect(Box(x, y, *small), None, 0.2), Use(name, x, y, 0, own)]
            marks += _caption(picture, entries[picture.entry], x, y + small.h, wide - 3)
        drafts.append(PageDraft(marks, "" if start else folder))
    return replace(finish("index", "Index", brief, drafts), stamps=stamps)


def _caption(shown: Shown, entry: Entry, x: float, y: float, width: float) -> list[Mark]:
    """Return the caption of a picture: the file's name and description, or on later pages the page number."""
    pages = len(entry.document.pages)
    alike = f", {shown.alike} alike" if 1 < shown.alike < pages else ""
    if shown.number > 1:
        return [Text(x, y + 3.4, f"{entry.file[:2]}: page {shown.number}{alike}", points_to_mm(7))]
    name = Text(x, y + 3.4, entry.file, fit_size(entry.file, width - 3, points_to_mm(8), "bold"), "bold")
    said = f"{entry.about}, {phrase('cli.pages', n=pages).words()}{alike}"
    about = Column(x, y + 4.2, width)
    about.add_paragraph(said, points_to_mm(7))
    return [name, *about.marks]


def _stamped(shown: Shown, document: Document, stamps: dict[str, Stamp]) -> str:
    """Add a page to the stamps, together with the stamps used on it. Return the name of the new stamp."""
    for name in sorted({name for name, _ in iter_stamp_boxes(document, shown.page)}):
        stamps[f"s{shown.entry}{name}"] = document.stamps[name]
    marks = sorted(
        (
            replace(mark, stamp=f"s{shown.entry}{mark.stamp}") if isinstance(mark, Use) else mark
            for mark in shown.page.marks
        ),
        key=lambda mark: not isinstance(mark, Use),
    )
    name = f"p{shown.entry}.{shown.number}"
    stamps[name] = Stamp(Extent(shown.page.paper.w, shown.page.paper.h), tuple(marks))
    return name
