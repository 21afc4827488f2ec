"""What every page carries besides its content: table, page, protocol, fingerprint, and how to print it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from facilitator.errors import CommandError, ProtocolBug
from facilitator.protocols.forms import fingerprint, form_named
from facilitator.sheets.drawing.marks import (
    BOLD,
    CENTRE,
    RIGHT,
    UNPRINTABLE,
    Box,
    Document,
    Line,
    Mark,
    Page,
    Paper,
    Qr,
    Stamp,
    Text,
)
from facilitator.sheets.drawing.render import missing
from facilitator.sheets.drawing.typeset import ASCENT, clipped, fitted, points
from facilitator.table.load import SeatKeys, Table

# ----------------------------------------------------------------------------------------------------
# Names the typeface cannot draw: an honest substitute instead of black squares.


UNNAMED = "this table"


@dataclass(frozen=True, slots=True)
class Substitute:
    """A name that could not be printed, and what stands for it."""

    name: str
    instead: str

    @property
    def remark(self) -> str:
        """What the host is told on the screen."""
        lost = missing(self.name)
        return f'The sheets\' typeface lacks letters of "{self.name}" ({lost}): it is printed as "{self.instead}".'

    @property
    def on_paper(self) -> str:
        """What the set-up sheet says: only letters it has."""
        return f"{self.instead} stands for a name this typeface cannot draw; write it here: ______________"


def printable(table: Table) -> tuple[Table, tuple[Substitute, ...]]:
    """Return the table as it can be printed, and every name that had to be replaced.

    A seat whose name has letters our typeface lacks is called by its number, clockwise from the first seat.
    """
    found: list[Substitute] = []
    seats: list[SeatKeys] = []
    taken = {seat.name.casefold() for seat in table.seats}
    for number, seat in enumerate(table.seats, 1):
        if not missing(seat.name):
            seats.append(seat)
            continue
        name = f"Seat {number}"
        while name.casefold() in taken:
            name += "*"
        seats.append(seat.model_copy(update={"name": name}))
        found.append(Substitute(seat.name, name))
    name = table.name
    if missing(name):
        name = UNNAMED
        found.append(Substitute(table.name, name))
    return table.model_copy(update={"seats": tuple(seats), "name": name}), tuple(found)


# ----------------------------------------------------------------------------------------------------


TRADEMARK = "UNO is a trademark of Mattel, who have no part in this project."
FULL_SIZE = "Print at 100 % (no scaling)"
SMALLEST_QR = 8.0
"""Side of a page's QR symbol in a narrow margin, mm: modules of 0.38 mm."""
SIDE, HEAD, FOOT = 14.0, 18.0, 28.0
"""Margins of a page of text, mm; head and foot hold the furniture."""


@dataclass(frozen=True, slots=True)
class Brief:
    """What a set of pages is about: named in its head, proved in its foot."""

    table: str
    paper: Paper
    form: str

    @property
    def proof(self) -> str:
        """Form and fingerprint, as `facilitator verify` prints them."""
        return f"{self.form} · fingerprint {fingerprint(self.form)}"

    @property
    def code(self) -> str:
        """The text of the page's QR symbol: capitals, because so it needs the fewest modules."""
        return f"{self.form} {fingerprint(self.form)}".upper()

    @property
    def area(self) -> Box:
        """Where a page of text has its content."""
        return Box(SIDE, HEAD, self.paper.w - 2 * SIDE, self.paper.h - HEAD - FOOT)


@dataclass(slots=True)
class PageDraft:
    """A page before its number is known."""

    marks: list[Mark]
    bookmark: str = ""
    brief: Brief | None = None  # where it differs from the document's
    lines: tuple[str, ...] = field(default=())  # what else its margin says
    block: Box | None = None  # labels or cards: the furniture must keep out of it
    spare: Box | None = None  # a label that the furniture may take
    kind: str = ""  # of pages that are alike


def titled(pages: Iterable[Sequence[Mark]], title: str) -> list[PageDraft]:
    """Return pages of text that belong together; the outline names the first of them."""
    return [PageDraft([*marks], "" if number else title) for number, marks in enumerate(pages)]


def finish(
    name: str,
    title: str,
    brief: Brief,
    drafts: Sequence[PageDraft],
    stamps: dict[str, Stamp] | None = None,
    counts: dict[str, int] | None = None,
    duplex: bool = True,
) -> Document:
    """Return the document: every draft with its furniture and its number."""
    pages = []
    for number, draft in enumerate(drafts, 1):
        about = draft.brief or brief
        where = f"{title} · page {number} of {len(drafts)}"
        marks = (
            _around(about, where, draft, draft.block) if draft.block else _head(about, where) + _foot(about)
        )
        pages.append(Page(about.paper, (*draft.marks, *marks), draft.bookmark, kind=draft.kind))
    return Document(name, f"{brief.table}: {title}", tuple(pages), stamps or {}, counts or {}, duplex)


# -- pages of text -----------------------------------------------------------------------------------


def _head(brief: Brief, where: str) -> list[Mark]:
    size, right = points(10), brief.paper.w - SIDE
    room = right - SIDE - 62
    return [
        Text(SIDE, 11.5, clipped(brief.table, room, size, BOLD), size, BOLD),
        Text(right, 11.5, where, points(9), align=RIGHT),
        Line(SIDE, 13.5, right, 13.5, 0.3),
    ]


def _foot(brief: Brief) -> list[Mark]:
    """The QR symbol, the proof, how to print, and a bar to measure whether it was so printed."""
    side, bottom, right = 13.0, brief.paper.h - 8.5, brief.paper.w - SIDE
    x, bar = SIDE + side + 4, 50.0
    return [
        Line(SIDE, bottom - side - 2.5, right, bottom - side - 2.5, 0.3),
        Qr(Box(SIDE, bottom - side, side, side), brief.code),
        Text(x, bottom - 9.4, form_named(brief.form).title, points(9), BOLD),
        Text(x, bottom - 5.4, f"{brief.proof} (facilitator verify prints the same)", points(8)),
        Text(x, bottom - 0.4, TRADEMARK, points(6)),
        Text(right - bar / 2, bottom - 9.4, f"{FULL_SIZE};", points(8), align=CENTRE),
        Text(right - bar / 2, bottom - 6.2, "this bar then measures 50 mm", points(8), align=CENTRE),
        Line(right - bar, bottom - 2, right, bottom - 2, 0.3),
        *(
            Line(
                right - bar + 10 * i,
                bottom - 2 - (1.8 if i % 5 == 0 else 1),
                right - bar + 10 * i,
                bottom - 2,
                0.2,
            )
            for i in range(6)
        ),
    ]


# -- around labels and cards -------------------------------------------------------------------------


def _around(brief: Brief, where: str, draft: PageDraft, block: Box) -> list[Mark]:
    """Furniture in whatever margins the block leaves; a symbol that finds no room takes the spare label."""
    above, below, sides = _page_strips(brief.paper, block)
    heads = [f"{brief.table} · {where} · {FULL_SIZE}", *draft.lines]
    feet = [brief.proof, TRADEMARK]
    if below.h < 2.2:
        heads, feet = [*heads, *feet], []
    if draft.spare is not None:
        marks = _on_label(brief, where, draft.spare)
        return [*marks, *_strip_lines(heads, above), *_strip_lines(feet, below)]
    for strip in sides:
        side = min(strip.w - 3, 13.0)  # white on both sides, as a symbol needs it
        if side >= SMALLEST_QR:
            corner = Box(strip.x + (strip.w - side) / 2, strip.y + 12, side, side)
            return [Qr(corner, brief.code), *_strip_lines(heads, above), *_strip_lines(feet, below)]
    strip = max(above, below, key=lambda box: box.h)
    quiet = (
        1.4 if strip.h - 1.4 >= SMALLEST_QR else 0.0
    )  # white between the symbol and what lies in the block
    side = min(strip.h - quiet, 13.0)
    if side < SMALLEST_QR:
        raise ProtocolBug("a margin for the QR symbol", f"{side:.1f} mm", "The sheet is too full.")
    marks = [Qr(Box(strip.x + 4, strip.y if strip is above else strip.bottom - side, side, side), brief.code)]
    room = Box(strip.x + 4 + side + 3, strip.y, strip.w - side - 7, strip.h)
    above, below = (room, below) if strip is above else (above, room)
    return [*marks, *_strip_lines(heads, above), *_strip_lines(feet, below)]


def _page_strips(paper: Paper, block: Box) -> tuple[Box, Box, tuple[Box, Box]]:
    """Return the printable strips above, below and beside a block."""
    all_, gap = paper.printable, 0.5
    above = Box(all_.x, all_.y, all_.w, block.y - gap - all_.y)
    below = Box(all_.x, block.bottom + gap, all_.w, all_.bottom - block.bottom - gap)
    left = Box(all_.x, block.y, block.x - 1 - all_.x, block.h)
    right = Box(block.right + 1, block.y, all_.right - block.right - 1, block.h)
    return above, below, (left, right)


CROP_GAP, STUB = 0.6, 1.4
"""Crop marks, mm: how far from the cards they begin, and how long they are."""


def crop_marks(places: Sequence[Box], block: Box) -> Iterator[Mark]:
    """Short lines along the edges of the sheet, outside all cards, only for the cuts that are needed."""
    for x in sorted({round(edge, 3) for box in places for edge in (box.x, box.right)}):
        yield Line(x, block.y - CROP_GAP, x, block.y - CROP_GAP - STUB, 0.15)
        yield Line(x, block.bottom + CROP_GAP, x, block.bottom + CROP_GAP + STUB, 0.15)
    for y in sorted({round(edge, 3) for box in places for edge in (box.y, box.bottom)}):
        yield Line(block.x - CROP_GAP, y, block.x - CROP_GAP - STUB, y, 0.15)
        yield Line(block.right + CROP_GAP, y, block.right + CROP_GAP + STUB, y, 0.15)


def needs_spare(paper: Paper, block: Box) -> bool:
    """Whether the margins are too narrow for a page's QR symbol."""
    above, below, sides = _page_strips(paper, block)
    return max(above.h, below.h, *(box.w - 3 for box in sides)) < SMALLEST_QR


def check_room(paper: Paper, block: Box, label: Box) -> None:
    """Raise `CommandError` if neither margins nor a label have room for the symbol and the words."""
    above, below, _ = _page_strips(paper, block)
    if max(above.h, below.h) < 2.2:
        found = f"{max(above.h, below.h) + UNPRINTABLE:.1f} mm above and below the labels"
        raise CommandError("7 mm above or below the labels", found, "Leave a row of labels out.")
    if needs_spare(paper, block) and min(label.w, label.h) < SMALLEST_QR + 3:
        found = f"labels of {label.w:g} × {label.h:g} mm and narrow margins"
        raise CommandError("room for a QR symbol of 8 mm", found, "Leave 13 mm above or below the labels.")


def _strip_lines(texts: Sequence[str], strip: Box) -> list[Mark]:
    """Lines of small type in a strip; joined into fewer where it is low, none where it is too low."""
    largest, smallest = points(8), points(5)
    rows = min(len(texts), int(strip.h / (smallest * 1.15)))
    if rows < 1 or not texts or strip.w < 20:
        return []
    kept = [*texts[: rows - 1], " · ".join(texts[rows - 1 :])]
    size = min(largest, strip.h / rows / 1.15)
    marks: list[Mark] = []
    for i, text in enumerate(kept):
        fits = max(smallest, fitted(text, strip.w - 2, size))
        baseline = strip.y + i * size * 1.15 + ASCENT * size + (strip.h - rows * size * 1.15) / 2
        marks.append(Text(strip.x + 1, baseline, clipped(text, strip.w - 2, fits), fits))
    return marks


def _on_label(brief: Brief, where: str, label: Box) -> list[Mark]:
    """A label spent on the page's symbol: stick it on the box of the extra cards."""
    inner = label.inset(1.5)
    side = min(inner.w, inner.h, 17.0)
    texts = [brief.table, where.rpartition(" · ")[2], brief.form, fingerprint(brief.form)]
    marks: list[Mark] = [Qr(Box(inner.x, inner.y, side, side), brief.code)]
    room = Box(inner.x + side + 1.8, inner.y, inner.w - side - 1.8, side)
    if room.w >= 12:
        step = room.h / len(texts)
        for i, text in enumerate(texts):
            size = max(points(4.5), fitted(text, room.w, points(8)))
            marks.append(Text(room.x, room.y + (i + 0.7) * step, clipped(text, room.w, size), size))
    return marks
