"""Typesetting for all sheets: lines of text, columns, blocks, headers and footers.

All lengths are in millimetres.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import NamedTuple, TypeVar

from facilitator.i18n import TIE, tie_words
from facilitator.i18n.catalogue import sentence
from facilitator.installing import install_command
from facilitator.pictures import marks as shape
from facilitator.pictures.marks import BLACK, END, WHITE, Box, Document, Font, Line, Mark, Rect, Tag, Text
from facilitator.protocols.forms import fingerprint, title_of
from facilitator.sheets.drawing.render import missing, most_scripts, text_width
from facilitator.table_files.load import Table

# ----------------------------------------------------------------------------------------------------
# Fitting text into lines.


ASCENT, DESCENT = 0.73, 0.21
"""Heights of letters above and below the baseline, as multiples of the type size."""
LEADING, CLOSE = 1.16, 1.05
"""Distance between the baselines of lines, in usual text and in tight text, as a multiple of the type size."""


class ReservedArea(NamedTuple):
    """Area for pictures at the top right of a column. Lines beside the area are shorter.

    Attributes:
        low: Lower edge of the area, in mm.
        by: Width of the area, in mm.
    """

    low: float
    by: float

    def shorter(self, y: float, size: float) -> list[float]:
        """Return how much shorter each line beside the area is, in mm.

        Args:
            y: Top of the first line, in mm.
            size: Type size in mm.
        """
        return [self.by] * max(0, ceil((self.low - y) / (LEADING * size) - 1e-6))


CLEAR = ReservedArea(0.0, 0.0)
"""Empty reserved area."""
PARAGRAPH, ITEM = Tag("P"), Tag("LI")


def points_to_mm(size: float) -> float:
    """Convert a type size from points to mm."""
    return size * shape.POINT


TITLE = points_to_mm(20)
"""Minimum type size of a page title, in mm. Smaller headings are section headings."""


def fit_size(text: str, width: float, size: float, font: Font = "regular") -> float:
    """Return the largest type size, up to `size`, at which a text fits into a width."""
    wide = text_width(text, size, font)
    return size if wide <= width else size * width / wide


def clip_text(text: str, width: float, size: float, font: Font = "regular") -> str:
    """Truncate a text with an ellipsis if it exceeds a width."""
    if text_width(text, size, font) <= width:
        return text
    while text and text_width(text + "…", size, font) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def wrap_text(
    text: str, width: float, size: float, font: Font = "regular", shorter: Sequence[float] = ()
) -> list[str]:
    """Break a text into lines that are at most ``width`` mm wide.

    Pairs such as β α stay on the same line. If a word does not fit into a shortened line, it is moved to a
    longer line. If a word does not fit into a full line, it is split.

    Args:
        text: The text.
        width: Width of a full line, in mm.
        size: Type size in mm.
        font: Typeface.
        shorter: How much shorter the first lines are, in mm, with a number for each of these lines.
    """
    lines: list[str] = []
    line, beside = "", dict(enumerate(shorter))
    for word in (part.replace(TIE, " ") for part in tie_words(" ".join(text.split())).split(" ")):
        wider = f"{line} {word}" if line else word
        while text_width(wider, size, font) > width - beside.get(len(lines), 0):
            if not line and not beside.get(len(lines)):
                *pieces, wider = _split_word(word, width, size, font)
                lines += pieces
                break
            lines.append(line)
            line, wider = "", word
        line = wider
    return [*lines, line] if line or not lines else lines


def _split_word(word: str, width: float, size: float, font: Font) -> Iterator[str]:
    while text_width(word, size, font) > width and len(word) > 1:
        n = next(n for n in range(len(word), 0, -1) if n == 1 or text_width(word[:n], size, font) <= width)
        yield word[:n]
        word = word[n:]
    yield word


@dataclass(slots=True)
class Column:
    """Column on a page in which text is set line by line, from top to bottom.

    Attributes:
        x: Left edge, in mm.
        y: Top of the next line, in mm.
        w: Width, in mm.
        past: Area on the right for pictures. Lines beside it are shorter.
        marks: Shapes drawn so far. Columns on a page may share this list.
    """

    x: float
    y: float
    w: float
    past: ReservedArea = CLEAR
    marks: list[Mark] = field(default_factory=list)

    def add(self, *marks: Mark) -> None:
        """Draw shapes on the page without moving the next line of text down."""
        self.marks += marks

    def skip(self, height: float) -> Column:
        """Leave space above the next line, and return the column."""
        self.y += height
        return self

    def make_neighbour(self, x: float, w: float, down: float = 0.0) -> Column:
        """Return another column on the page.

        Args:
            x: Left edge of the new column, in mm.
            w: Width of the new column, in mm.
            down: Distance from the next line of this column down to the top of the new column, in mm.
        """
        return Column(x, self.y + down, w, marks=self.marks)

    def add_paragraph(
        self, text: str, size: float, font: Font = "regular", left: float = 0.0, tag: Tag = PARAGRAPH
    ) -> None:
        """Typeset a paragraph.

        Args:
            text: Text of the paragraph.
            size: Type size in mm.
            font: Typeface.
            left: Indentation in mm.
            tag: Role of the text for screen readers.
        """
        self._add_runs([(text, font)], size, left, tag)

    def add_heading(self, text: str, size: float) -> None:
        """Typeset a page title or a section heading."""
        self.add_paragraph(text, size, "bold", tag=Tag("H1") if size >= TITLE else Tag("H2", text))

    def add_headed_paragraph(self, head: str, text: str, size: float, left: float = 0.0) -> None:
        """Typeset a paragraph that begins with a bold heading. The heading may be empty."""
        self._add_runs([(head, "bold"), (text, "regular")], size, left, PARAGRAPH)

    def _add_runs(self, runs: Iterable[tuple[str, Font]], size: float, left: float, tag: Tag) -> None:
        """Typeset texts as one paragraph, each in its typeface. A text begins in the last line of the text before."""
        self.add(tag)
        indent = 0.0
        for text, font in runs:
            first, *others = self.past.shorter(self.y, size) or [0.0]
            for n, line in enumerate(wrap_text(text, self.w - left, size, font, [first + indent, *others])):
                if n:
                    self.y, indent = self.y + LEADING * size, 0.0
                if line:
                    self.add(Text(self.x + left + indent, self.y + ASCENT * size, line, size, font))
            indent += text_width(f"{line} ", size, font) + 0.6 if line else 0.0
        self.y += LEADING * size
        self.add(END)

    def add_bullets(self, items: Iterable[str], size: float, gap: float = 0.6) -> None:
        """Typeset a bulleted list."""
        for item in items:
            self.add(ITEM, shape.Circle(self.x + 0.3 * size, self.y + 0.46 * size, 0.13 * size, fill=BLACK))
            self.add_paragraph(item, size, left=size)
            self.add(END)
            self.y += gap

    def add_checkboxes(self, items: Iterable[str], size: float) -> None:
        """Typeset a list with checkboxes."""
        for item in items:
            top = self.y
            self.add(ITEM, Rect(Box(self.x, top + 0.5, 3.2, 3.2), None, 0.3))
            self.add_paragraph(item, size, left=5.5)
            self.add(END)
            self.y = max(self.y + 0.28 * size, top + 4.6)

    def add_table(
        self, rows: Sequence[Sequence[str]], parts: Sequence[float], size: float, least: float = 0.0
    ) -> None:
        """Typeset a table with a line below each row. The first row contains the column headings.

        Args:
            rows: Cells of each row.
            parts: Column widths, as fractions of the table width.
            size: Type size in mm.
            least: Minimum row height, in mm.
        """
        for number, row in enumerate(rows):
            x, low = self.x, self.y + least
            font: Font = "regular" if number else "bold"
            self.add(Tag("TR"))
            for text, part in zip(row, parts, strict=True):
                cell = self.make_neighbour(x + 1, part * self.w - 3, 0.3 * size)
                cell.add_paragraph(text, size, font, tag=Tag("TD" if number else "TH"))
                x, low = x + part * self.w, max(low, cell.y + 0.2 * size)
            self.y = low
            self.add(END, Line(self.x, low, x, low, *((0.12, 0.6) if number else (0.3, BLACK))))

    def block(self, after: float = 0.0, keep: bool = False) -> Block:
        """Return the contents of the column as a block. The column must begin at or near y = 0.

        Args:
            after: Space below the contents, in mm.
            keep: Whether the block stays on the same page as the next block.
        """
        return Block(tuple(self.marks), self.y + after, keep)


Variant = TypeVar("Variant")


def draw_first_fitting(draw: Callable[[Variant], Column], ways: Iterable[Variant], bottom: float) -> Column:
    """Draw a column in several variants, and return the first variant that ends above ``bottom``.

    If no variant ends above ``bottom``, the last variant is returned.

    Args:
        draw: Function that draws a column in a variant.
        ways: Variants in order of preference, such as type sizes from largest to smallest.
        bottom: Lowest permitted end of the column, in mm.
    """
    for way in ways:
        found = draw(way)
        if found.y <= bottom:
            break
    return found


def draw_label(box: Box, text: str, size: float, light: bool = False, radius: float = 1.0) -> list[Mark]:
    """Draw a label, such as a step number, in white on black or in black in a frame.

    Args:
        box: Area to fill.
        text: Text of the label. A long text is smaller.
        size: Type size in mm.
        light: Whether to draw black text in a frame.
        radius: Corner radius in mm.
    """
    ink, field = (BLACK, WHITE) if light else (WHITE, BLACK)
    size = min(size, size * (box.w - 1) / text_width(text, size, "bold"))
    middle, base = box.x + box.w / 2, box.y + box.h / 2 + 0.343 * size
    return [
        Rect(box, field, 0.5 if light else 0, radius),
        Text(middle, base, text, size, "bold", "centre", ink),
    ]


# ----------------------------------------------------------------------------------------------------
# Blocks of content, arranged below each other on as many pages as they need.


@dataclass(frozen=True, slots=True)
class Block:
    """Indivisible part of a page. Its shapes begin at y = 0.

    Attributes:
        marks: Shapes of the block.
        height: Height in mm.
        keep: Whether the block stays on the same page as the next block.
    """

    marks: tuple[Mark, ...]
    height: float
    keep: bool = False


def make_paragraph(text: str, area: Box, size: float, font: Font = "regular", after: float = 0.5) -> Block:
    """Return a paragraph as a block. Bold paragraphs are headings, which stay with the next block."""
    column = Column(area.x, 0.4, area.w)
    column.add_paragraph(text, size, font)
    return column.block(after, keep=font == "bold")


def make_band(words: str, area: Box, size: float) -> Block:
    """Return a heading in white letters on a black band. It stays on the same page as the next block."""
    marks: list[Mark] = [
        Rect(Box(area.x, 0.6, area.w, 1.165 * size), BLACK, 0),
        Text(area.x + 2, 0.6 + 0.92 * size, words, size, "bold", ink=WHITE),
    ]
    return Block((*shape.enclose_in_tag("H2", marks, words),), 1.32 * size, keep=True)


def make_entry(label: str, paragraphs: Iterable[str], area: Box, size: float, wide: float) -> Block:
    """Return paragraphs with a label to the left of them. The document outline lists the first paragraph.

    Args:
        label: Label, such as a step number.
        paragraphs: Texts of the paragraphs.
        area: Content area of a page.
        size: Type size in mm.
        wide: Minimum width of the label, in mm.
    """
    wide = max(wide, text_width(label, size, "bold") + 1.5)
    column = Column(area.x + wide + 1.5, 0.6, area.w - wide - 1.5)
    badge = draw_label(Box(area.x, 0.4, wide, 1.2 * size), label, size)
    texts = [*paragraphs]
    column.add(Tag("LI", f"{label} {texts[0]}"), *shape.enclose_in_tag("Lbl", badge))
    for text in texts:
        column.add_paragraph(text, size)
    column.add(END)
    return column.block()


def divide_into_pages(blocks: Sequence[Block], area: Box) -> list[list[Block]]:
    """Distribute blocks over pages, and return the blocks of each page."""
    pages: list[list[Block]] = []
    y = area.bottom + 1
    for i, block in enumerate(blocks):
        need, j = block.height, i
        while blocks[j].keep and j + 1 < len(blocks):
            j += 1
            need += blocks[j].height
        if y + need > area.bottom and (not pages or y > area.y):
            pages.append([])
            y = area.y
        pages[-1].append(block)
        y += block.height
    return pages


def stack_blocks(blocks: Iterable[Block], y: float) -> list[Mark]:
    """Return the shapes of blocks that lie below each other, beginning at ``y``."""
    marks: list[Mark] = []
    for block in blocks:
        marks += shape.place_marks(block.marks, 0, y)
        y += block.height
    return marks


def fill_pages(blocks: Sequence[Block], area: Box) -> list[list[Mark]]:
    """Distribute blocks over pages, and return the shapes of each page."""
    return [stack_blocks(page, area.y) for page in divide_into_pages(blocks, area)]


# ----------------------------------------------------------------------------------------------------
# Header and footer of every page.


SIDE, HEAD, FOOT = 14.0, 18.0, 28.0
"""Margins of a text page in mm: at the sides, at the top for the header, and at the bottom for the footer."""


@dataclass(frozen=True, slots=True)
class Brief:
    """Paper format and texts that all pages of a table share, mostly for the header and footer.

    Attributes:
        table: Table name.
        paper: Paper format.
        form: Name of the protocol whose proof the footer mentions. Empty if the table needs no protocol.
        trademark: Sentence about the owner of the game's name.
        host: Name of the host.
        by_name: Whether the pages address people by name, so that only this table can use the pages.
    """

    table: str
    paper: shape.Paper
    form: str
    trademark: str = ""
    host: str = ""
    by_name: bool = True

    @property
    def proof(self) -> str:
        """Sentence with the name and fingerprint of the protocol."""
        return sentence("page.fingerprint", form=self.form, digits=fingerprint(self.form))

    @property
    def area(self) -> Box:
        """Content area of a text page."""
        return Box(SIDE, HEAD, self.paper.w - 2 * SIDE, self.paper.h - HEAD - FOOT)


@dataclass(slots=True)
class PageDraft:
    """Page before it gets its header, footer and page number.

    Attributes:
        marks: Page content.
        bookmark: Page title in the document outline. May be empty.
        lines: Additional lines of text for the margin of a page with labels or cards.
        block: Area of the labels or cards, which text in the margin must avoid. `None` for a text page.
        heard: Whether screen readers read the labels or cards. Their shapes then have tags.
        kind: Name that similar pages share, as in `Page`.
    """

    marks: list[Mark]
    bookmark: str = ""
    lines: tuple[str, ...] = ()
    block: Box | None = None
    heard: bool = False
    kind: str = ""


def fit_page(
    area: Box, title: str, sizes: Iterable[float], fill: Callable[[Column, float], None], top: float = 3.0
) -> PageDraft:
    """Return a page with a title, in the largest size at which its content fits.

    Args:
        area: Content area of the page.
        title: Page title.
        sizes: Sizes to try, from largest to smallest.
        fill: Function that draws the content below the title. It receives the column and the size.
        top: Space above the title, in mm.
    """

    def draw_page(size: float) -> Column:
        page = Column(area.x, area.y + top, area.w)
        page.add_heading(title, TITLE)
        fill(page, size)
        return page

    return PageDraft(draw_first_fitting(draw_page, sizes, area.bottom).marks, title)


def draft_pages(pages: Iterable[Sequence[Mark]], title: str) -> list[PageDraft]:
    """Return drafts of consecutive text pages. The document outline lists only the first page."""
    return [PageDraft([*marks], "" if number else title) for number, marks in enumerate(pages)]


def finish(name: str, title: str, brief: Brief, drafts: Sequence[PageDraft]) -> Document:
    """Return a document that consists of drafts with headers, footers and page numbers.

    Args:
        name: Name of the document, as in `Document`.
        title: Title for the page headers.
        brief: Texts for headers and footers.
        drafts: Pages of the document.
    """
    pages = []
    for number, draft in enumerate(drafts, 1):
        where = sentence("page.where", title=title, number=number, pages=len(drafts))
        if draft.block:  # Screen readers skip labels and cards, but read the text in the margin.
            inner = draft.marks if draft.heard else shape.enclose_in_tag("Artifact", draft.marks)
            marks = inner + _fill_margins(brief, where, draft, draft.block)
        else:
            around = _draw_header(brief, where) + _draw_footer(brief)
            marks = draft.marks + shape.enclose_in_tag("Artifact", around)
        pages.append(shape.Page(brief.paper, tuple(marks), draft.bookmark, kind=draft.kind))
    return Document(name, f"{brief.table}: {title}", tuple(pages))


# -- pages of text -----------------------------------------------------------------------------------


def _draw_header(brief: Brief, where: str) -> list[Mark]:
    size, right = points_to_mm(10), brief.paper.w - SIDE
    room = right - SIDE - 62
    return [
        Text(SIDE, 11.5, clip_text(brief.table, room, size, "bold"), size, "bold"),
        Text(right, 11.5, where, points_to_mm(9), align="right"),
        Line(SIDE, 13.5, right, 13.5, 0.3),
    ]


def _draw_proof(brief: Brief, bottom: float) -> list[Mark]:
    """Draw the name of the protocol and the fingerprint of its proof in the footer."""
    return [
        Text(SIDE, bottom - 9.4, title_of(brief.form), points_to_mm(9), "bold"),
        Text(SIDE, bottom - 5.4, sentence("page.proof", proof=brief.proof), points_to_mm(8)),
    ]


def _draw_footer(brief: Brief) -> list[Mark]:
    """Draw the footer: proof of the protocol, printing instructions, and a bar of 50 mm to measure."""
    bottom, right, bar = brief.paper.h - 8.5, brief.paper.w - SIDE, 50.0
    return [
        Line(SIDE, bottom - 15.5, right, bottom - 15.5, 0.3),
        *(_draw_proof(brief, bottom) if brief.form else ()),
        Text(SIDE, bottom - 0.4, brief.trademark, points_to_mm(6)),
        Text(right - bar / 2, bottom - 9.4, sentence("page.full_size"), points_to_mm(8), align="centre"),
        Text(right - bar / 2, bottom - 6.2, sentence("page.bar"), points_to_mm(8), align="centre"),
        Line(right - bar, bottom - 2, right, bottom - 2, 0.3),
        *(
            Line(right - x, bottom - (3 if x % 50 else 3.8), right - x, bottom - 2, 0.2)
            for x in range(0, 51, 10)
        ),
    ]


# -- around labels and cards -------------------------------------------------------------------------


def _fill_margins(brief: Brief, where: str, draft: PageDraft, block: Box) -> list[Mark]:
    """Write the header and footer of a page with labels or cards in the margins above and below them."""
    above, below = brief.paper.margins(block)
    heads = [" · ".join((brief.table, where, sentence("page.full_size"))), *draft.lines]
    feet = [line for line in (brief.proof, brief.trademark) if line]
    if below.h < 2.6:
        heads, feet = [*heads, *feet], []
    return [*_write_in_strip(heads, above), *_write_in_strip(feet, below)]


def _write_in_strip(texts: Sequence[str], strip: Box) -> list[Mark]:
    """Write small texts into a margin.

    Each text begins a new line if there is enough space. Otherwise the texts share lines, and the end may be
    truncated.
    """
    size, width = points_to_mm(8), strip.w - 2
    rows = int((strip.h / size - ASCENT - DESCENT) / CLOSE) + 1
    if rows < 1 or width < 20:
        return []
    lines = [line for text in texts for line in wrap_text(text, width, size)]
    if len(lines) > rows:
        lines = wrap_text(" · ".join(texts), width, size)
    if len(lines) > rows:
        lines = [*lines[: rows - 1], clip_text(" ".join(lines[rows - 1 :]), width, size)]
    high = ((len(lines) - 1) * CLOSE + ASCENT + DESCENT) * size
    top = strip.y + (strip.h - high) / 2 + ASCENT * size
    return [Text(strip.x + 1, top + i * CLOSE * size, line, size) for i, line in enumerate(lines)]


# ----------------------------------------------------------------------------------------------------
# Names of people and tables, without letters that no installed typeface contains.


def make_printable(table: Table) -> tuple[Table, dict[str, str]]:
    """Return a copy of a table without unprintable letters in names, and the new form of each changed name.

    A player whose name has no printable letter gets a name with the seat number, such as "Seat 2".
    """
    before = [seat.name for seat in table.seats]
    names, title = _make_names_printable(before), _remove_unprintable(table.name) or sentence("name.table")
    renamed = zip(table.seats, names, strict=True)
    seats = tuple(seat.model_copy(update={"name": name}) for seat, name in renamed)
    pairs = zip((*before, table.name), (*names, title), strict=True)
    instead = {name: printed for name, printed in pairs if name != printed}
    return table.model_copy(update={"seats": seats, "name": title}), instead


def _make_names_printable(names: Sequence[str]) -> list[str]:
    """Return names without unprintable letters. A changed name that equals another name gets an asterisk."""
    taken = {name.casefold() for name in names}
    found = []
    for number, before in enumerate(names, 1):
        name = _remove_unprintable(before) or sentence("name.seat", number=number)
        while name != before and name.casefold() in taken:
            name += "*"
        taken.add(name.casefold())
        found.append(name)
    return found


def remarks(lost: Mapping[str, str]) -> Iterator[str]:
    """Yield a message for each name that is printed differently, and a message about additional typefaces.

    Args:
        lost: Printed form of each changed name.
    """
    for name, instead in lost.items():
        yield sentence("name.remark", name=name, lost=missing(name), instead=instead)
    if lost and not most_scripts():
        yield sentence("name.more", command=install_command("weblate-fonts", "uharfbuzz"))


def _remove_unprintable(name: str) -> str:
    """Return a name without unprintable letters. If no letter or digit remains, return an empty string."""
    lost = missing(name)
    kept = " ".join("".join(letter for letter in name if letter not in lost).split()) if lost else name
    return kept if any(map(str.isalnum, kept)) else ""
