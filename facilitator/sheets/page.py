"""A page of words: lines of type, columns and blocks of them, and what every page carries besides its content.

That is the table, the page, the protocol with its fingerprint, and how to print it.  Everything is in millimetres.
What is drawn on a page besides words is the business of each sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import NamedTuple, TypeVar

from facilitator.installing import install_command
from facilitator.protocols.forms import fingerprint, title_of
from facilitator.sheets.drawing.marks import (
    BLACK,
    END,
    POINT,
    WHITE,
    Box,
    Circle,
    Document,
    Font,
    Ink,
    Line,
    Mark,
    Page,
    Paper,
    Rect,
    Stamp,
    Tag,
    Text,
    shifted,
    tagged,
)
from facilitator.sheets.drawing.render import left_of, missing, most_scripts, text_width
from facilitator.table.load import Table
from facilitator.words import TIE, tied
from facilitator.words.catalogue import sentence

# ----------------------------------------------------------------------------------------------------
# Lines of type: what fits where.


ASCENT, DESCENT = 0.73, 0.21
"""How far type reaches above and below its baseline, in sizes."""
LEADING, CLOSE = 1.16, 1.05
"""From baseline to baseline, in sizes; where there is little room."""


class Beside(NamedTuple):
    """Something on the right that lines of type keep clear of: its lower edge, and how much shorter they are, mm."""

    low: float
    by: float

    def shorter(self, y: float, size: float) -> list[float]:
        """Return by how much each of the lines from ``y`` on is shorter, down to the last beside it."""
        return [self.by] * max(0, ceil((self.low - y) / (LEADING * size) - 1e-6))


CLEAR = Beside(0.0, 0.0)
"""Nothing is there."""
PARAGRAPH, ITEM = Tag("P"), Tag("LI")


def points(size: float) -> float:
    """Return a type size given in points in mm."""
    return size * POINT


TITLE = points(20)
"""From this size of type on a head is a page's title."""


def fitted(text: str, width: float, size: float, font: Font = "regular") -> float:
    """Return the type size, ``size`` at most, at which a text is ``width`` mm wide at most."""
    wide = text_width(text, size, font)
    return size if wide <= width else size * width / wide


def clipped(text: str, width: float, size: float, font: Font = "regular") -> str:
    """Return a text, cut short with an ellipsis if it is wider than ``width``."""
    if text_width(text, size, font) <= width:
        return text
    while text and text_width(text + "…", size, font) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def wrapped(
    text: str, width: float, size: float, font: Font = "regular", shorter: Sequence[float] = ()
) -> list[str]:
    """Return a text in lines of ``width`` mm at most; ``shorter``: by how much the first ones are, each.

    A pair such as β α stays in one line; a word too wide for a shorter line stands in the first that has room for it,
    one wider than a whole line is cut into pieces.
    """
    lines: list[str] = []
    line, beside = "", dict(enumerate(shorter))
    for word in (one.replace(TIE, " ") for one in tied(" ".join(text.split())).split(" ")):
        wider = f"{line} {word}" if line else word
        while text_width(wider, size, font) > width - beside.get(len(lines), 0):
            if not line and len(lines) >= len(shorter):
                *pieces, wider = _pieces(word, width, size, font)
                lines += pieces
                break
            lines.append(line)
            line, wider = "", word
        line = wider
    return [*lines, line] if line or not lines else lines


def _pieces(word: str, width: float, size: float, font: Font) -> Iterator[str]:
    while text_width(word, size, font) > width and len(word) > 1:
        n = next(n for n in range(len(word), 0, -1) if n == 1 or text_width(word[:n], size, font) <= width)
        yield word[:n]
        word = word[n:]
    yield word


@dataclass(slots=True)
class Column:
    """Type set line below line, and whatever stands beside it: the one way to lay out words on a page.

    ``x``, ``y``, ``w``: its left edge, where its next line begins, how wide it is, mm.  ``past``: what its lines keep
    clear of on the right.  ``marks``: all that is drawn so far; columns of one page may share them.
    """

    x: float
    y: float
    w: float
    past: Beside = CLEAR
    marks: list[Mark] = field(default_factory=list)

    def add(self, *marks: Mark) -> None:
        """Draw marks where they say; the next line stays where it is."""
        self.marks += marks

    def beside(self, x: float, w: float, down: float = 0.0) -> Column:
        """Return another column of the same page, which begins ``down`` mm below the next line of this one."""
        return Column(x, self.y + down, w, marks=self.marks)

    def say(
        self,
        text: str,
        size: float,
        font: Font = "regular",
        left: float = 0.0,
        ink: Ink = BLACK,
        tag: Tag = PARAGRAPH,
    ) -> None:
        """Set a text in lines of a type size in mm, ``left`` mm from the column's edge; ``tag``: what it is."""
        self.add(tag)
        for line in wrapped(text, self.w - left, size, font, self.past.shorter(self.y, size)):
            self.add(Text(self.x + left, self.y + ASCENT * size, line, size, font, ink=ink))
            self.y += LEADING * size
        self.add(END)

    def head(self, text: str, size: float) -> None:
        """Set what stands above the rest of a page, or of a part of it."""
        self.say(text, size, "bold", tag=Tag("H1") if size >= TITLE else Tag("H2", text))

    def led(self, head: str, text: str, size: float, left: float = 0.0) -> None:
        """Set a text that begins with bold words."""
        x, width = self.x + left, self.w - left
        *above, head = wrapped(head, width, size, "bold", self.past.shorter(self.y, size))
        self.add(PARAGRAPH)
        for line in above:
            self.add(Text(x, self.y + ASCENT * size, line, size, "bold"))
            self.y += LEADING * size
        indent = text_width(f"{head} ", size, "bold") + 0.6
        self.add(Text(x, self.y + ASCENT * size, head, size, "bold"))
        here, *below = self.past.shorter(self.y, size) or [0.0]
        for n, line in enumerate(wrapped(text, width, size, "regular", [indent + here, *below])):
            if line:
                self.add(Text(x + (0 if n else indent), self.y + ASCENT * size, line, size))
            self.y += LEADING * size
        self.add(END)

    def dots(self, items: Iterable[str], size: float, gap: float = 0.6) -> None:
        """Set items one below the other, each after a dot."""
        for item in items:
            self.add(ITEM, Circle(self.x + 0.3 * size, self.y + 0.46 * size, 0.13 * size, fill=BLACK))
            self.say(item, size, left=size)
            self.add(END)
            self.y += gap

    def boxes(self, items: Iterable[str], size: float) -> None:
        """Set items one below the other, each after a box to tick."""
        for item in items:
            top = self.y
            self.add(ITEM, Rect(Box(self.x, top + 0.5, 3.2, 3.2), None, 0.3))
            self.say(item, size, left=5.5)
            self.add(END)
            self.y = max(self.y + 0.28 * size, top + 4.6)

    def ruled(
        self, rows: Sequence[Sequence[str]], parts: Sequence[float], size: float, least: float = 0.0
    ) -> None:
        """Set a table, a line below each row, the first row its heads.

        ``parts``: of the width, for each column of cells; ``least``: how high a row is at least, mm.
        """
        for number, row in enumerate(rows):
            x, low = self.x, self.y + least
            font: Font = "regular" if number else "bold"
            self.add(Tag("TR"))
            for text, part in zip(row, parts, strict=True):
                cell = self.beside(x + 1, part * self.w - 2, 0.3 * size)
                cell.say(text, size, font, tag=Tag("TD" if number else "TH"))
                x, low = x + part * self.w, max(low, cell.y + 0.2 * size)
            self.y = low
            self.add(END, Line(self.x, low, x, low, *((0.12, 0.6) if number else (0.3, BLACK))))

    def block(self, after: float = 0.0, keep: bool = False) -> Block:
        """Return a column that was begun at y = 0 as a block, with some white below."""
        return Block(tuple(self.marks), self.y + after, keep)


Way = TypeVar("Way")


def largest(draw: Callable[[Way], Column], ways: Iterable[Way], bottom: float) -> Column:
    """Return what is drawn in the first of these ways in which it ends above ``bottom``; else in the last.

    ``ways``: type sizes in mm, say, the largest first.
    """
    for way in ways:
        found = draw(way)
        if found.y <= bottom:
            break
    return found


def badge(box: Box, said: str, size: float, light: bool = False, radius: float = 1.0) -> list[Mark]:
    """Return a number or a letter on a black field; ``light``: in a frame."""
    ink, field = (BLACK, WHITE) if light else (WHITE, BLACK)
    middle, base = box.x + box.w / 2, box.y + box.h / 2 + 0.343 * size
    return [
        Rect(box, field, 0.5 if light else 0, radius),
        Text(middle, base, said, size, "bold", "centre", ink),
    ]


def reach(mark: Text) -> Box:
    """Return the box a line of text takes."""
    wide = text_width(mark.text, mark.size, mark.font)
    return Box(left_of(mark), mark.y - ASCENT * mark.size, wide, (ASCENT + DESCENT) * mark.size)


# ----------------------------------------------------------------------------------------------------
# Blocks of content, one below the other, over as many pages as they need.


@dataclass(frozen=True, slots=True)
class Block:
    """Marks drawn from y = 0 down to ``height``, mm; ``keep``: stays on one page with the block after it."""

    marks: tuple[Mark, ...]
    height: float
    keep: bool = False


def paged(blocks: Sequence[Block], area: Box) -> list[list[Mark]]:
    """Return the marks of each page."""
    pages: list[list[Mark]] = []
    y = area.bottom + 1
    for i, block in enumerate(blocks):
        need, j = block.height, i
        while blocks[j].keep and j + 1 < len(blocks):
            j += 1
            need += blocks[j].height
        if y + need > area.bottom and (not pages or y > area.y):
            pages.append([])
            y = area.y
        pages[-1] += shifted(block.marks, 0, y)
        y += block.height
    return pages


# ----------------------------------------------------------------------------------------------------
# What every page carries.


SIDE, HEAD, FOOT = 14.0, 18.0, 28.0
"""Margins of a page of text, mm; head and foot hold the furniture."""


@dataclass(frozen=True, slots=True)
class Brief:
    """What the head and the foot of a set of pages say.

    Attributes:
        table: Name of the table.
        paper: Paper that the pages are printed on.
        form: Protocol whose proof the foot names. Empty if the table has no virtual seats and needs no protocol.
        trademark: Owner of the game's name.
    """

    table: str
    paper: Paper
    form: str
    trademark: str = ""

    @property
    def proof(self) -> str:
        """Form and fingerprint, as `facilitator verify` prints them."""
        return f"{self.form} · fingerprint {fingerprint(self.form)}"

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
        where = sentence("page.where", title=title, number=number, pages=len(drafts))
        if draft.block:  # what is cut or stuck is not read, but what its margin says of it
            marks = tagged("Artifact", draft.marks) + _around(about, where, draft, draft.block)
        else:
            marks = draft.marks + tagged("Artifact", _head(about, where) + _foot(about))
        pages.append(Page(about.paper, tuple(marks), draft.bookmark, kind=draft.kind))
    return Document(name, f"{brief.table}: {title}", tuple(pages), stamps or {}, counts or {}, duplex)


# -- pages of text -----------------------------------------------------------------------------------


def _head(brief: Brief, where: str) -> list[Mark]:
    size, right = points(10), brief.paper.w - SIDE
    room = right - SIDE - 62
    return [
        Text(SIDE, 11.5, clipped(brief.table, room, size, "bold"), size, "bold"),
        Text(right, 11.5, where, points(9), align="right"),
        Line(SIDE, 13.5, right, 13.5, 0.3),
    ]


def _proof(brief: Brief, bottom: float) -> list[Mark]:
    """Return the protocol's name and its proof, for the foot of a page."""
    return [
        Text(SIDE, bottom - 9.4, title_of(brief.form), points(9), "bold"),
        Text(SIDE, bottom - 5.4, sentence("page.proof", proof=brief.proof), points(8)),
    ]


def _foot(brief: Brief) -> list[Mark]:
    """Return the proof (if a protocol is used), how to print, and a bar to measure the size of the print."""
    bottom, right, bar = brief.paper.h - 8.5, brief.paper.w - SIDE, 50.0
    return [
        Line(SIDE, bottom - 15.5, right, bottom - 15.5, 0.3),
        *(_proof(brief, bottom) if brief.form else ()),
        Text(SIDE, bottom - 0.4, brief.trademark, points(6)),
        Text(right - bar / 2, bottom - 9.4, sentence("page.full_size"), points(8), align="centre"),
        Text(right - bar / 2, bottom - 6.2, sentence("page.bar"), points(8), align="centre"),
        Line(right - bar, bottom - 2, right, bottom - 2, 0.3),
        *(
            Line(right - x, bottom - (3 if x % 50 else 3.8), right - x, bottom - 2, 0.2)
            for x in range(0, 51, 10)
        ),
    ]


# -- around labels and cards -------------------------------------------------------------------------


def _around(brief: Brief, where: str, draft: PageDraft, block: Box) -> list[Mark]:
    """Furniture in whatever margins the block leaves."""
    above, below = brief.paper.margins(block)
    heads = [" · ".join((brief.table, where, sentence("page.full_size"))), *draft.lines]
    feet = [one for one in (brief.proof, brief.trademark) if one]
    if below.h < 2.6:
        heads, feet = [*heads, *feet], []
    return [*_strip_lines(heads, above), *_strip_lines(feet, below)]


def _strip_lines(texts: Sequence[str], strip: Box) -> list[Mark]:
    """Lines of small type in a strip: one below the other if there is room, else run on, and at last cut short."""
    size, width = points(8), strip.w - 2
    rows = int((strip.h / size - ASCENT - DESCENT) / CLOSE) + 1
    if rows < 1 or width < 20:
        return []
    lines = [line for text in texts for line in wrapped(text, width, size)]
    if len(lines) > rows:
        lines = wrapped(" · ".join(texts), width, size)
    if len(lines) > rows:
        lines = [*lines[: rows - 1], clipped(" ".join(lines[rows - 1 :]), width, size)]
    high = ((len(lines) - 1) * CLOSE + ASCENT + DESCENT) * size
    top = strip.y + (strip.h - high) / 2 + ASCENT * size
    return [Text(strip.x + 1, top + i * CLOSE * size, line, size) for i, line in enumerate(lines)]


# ----------------------------------------------------------------------------------------------------
# Names with letters the typeface cannot draw: they lose these.


def printable(table: Table) -> tuple[Table, dict[str, str]]:
    """Return the table as it can be printed, and for every name that lost letters what stands for it.

    A seat of whose name nothing is left is called by its number, clockwise from the first seat.
    """
    taken = {seat.name.casefold() for seat in table.seats}
    seats = []
    for number, seat in enumerate(table.seats, 1):
        name = _drawable(seat.name) or sentence("name.seat", number=number)
        while name != seat.name and name.casefold() in taken:
            name += "*"
        taken.add(name.casefold())
        seats.append(seat.model_copy(update={"name": name}))
    shown = table.model_copy(
        update={"seats": tuple(seats), "name": _drawable(table.name) or sentence("name.table")}
    )
    pairs = [(one.name, other.name) for one, other in zip(table.seats, shown.seats, strict=True)]
    pairs.append((table.name, shown.name))
    return shown, {name: instead for name, instead in pairs if name != instead}


def remarks(lost: Mapping[str, str]) -> Iterator[str]:
    """Yield which letters each name lost, and what stands for it; last, what to install for more of them."""
    for name, instead in lost.items():
        yield sentence("name.remark", name=name, lost=missing(name), instead=instead)
    if lost and not most_scripts():
        yield sentence("name.more", command=install_command("weblate-fonts", "uharfbuzz"))


def _drawable(name: str) -> str:
    """Return a name without the letters the typeface lacks; nothing if none of its own is left."""
    lost = missing(name)
    kept = " ".join("".join(letter for letter in name if letter not in lost).split()) if lost else name
    return kept if any(map(str.isalnum, kept)) else ""
