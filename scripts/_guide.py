"""The guide as a printed document: its Markdown chapters are typeset line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import groupby

from facilitator.cli.guide import ORDER, chapters
from facilitator.pictures.marks import (
    END,
    Box,
    Circle,
    Document,
    Font,
    Ink,
    Line,
    Mark,
    Page,
    Paper,
    Polygon,
    Rect,
    Tag,
    Text,
    enclose_in_tag,
)
from facilitator.sheets.drawing.render import text_width
from facilitator.sheets.page import points_to_mm

CHAPTERS = tuple(name for name in ORDER if name not in {"events", "contributing"})
"""Chapters for hosts in reading order, without the list of events, which the program prints by game."""
SIDE, TOP, FOOT = 20.0, 20.0, 18.0
SIZE, LEAD = points_to_mm(10.5), 1.4
HEADS = {"#": points_to_mm(20), "##": points_to_mm(13)}
CELLS, CODE = 84, points_to_mm(8)
"""Number of characters in a line of a transcript, and size of these characters. All have the same width."""
ARMS = {
    **{"─": "lr", "═": "lr", "│": "ud", "┃": "ud"},
    **{"╭": "rd", "╒": "rd", "╮": "ld", "╕": "ld", "╰": "ru", "╘": "ru", "╯": "lu", "╛": "lu"},
}
"""Directions (left, right, up, down) of the lines from the middle of a character."""
HEADS_OF_ARROWS = {"◀": (-1, 0), "▶": (1, 0), "▲": (0, -1), "▼": (0, 1)}
DRAWN = "▒●○♛" + "".join(ARMS) + "".join(HEADS_OF_ARROWS)
"""Characters that are missing in the typeface."""
INK: dict[str, Ink] = {"`": (0.1, 0.2, 0.5), "**": 0.0, "": 0.0}
FONT: dict[str, Font] = {"`": "regular", "**": "bold", "": "regular"}

Word = tuple[tuple[str, str], ...]
"""A word as pieces of text, each with the Markdown sign of its style: code, bold or none."""


@dataclass
class Setter:
    """Pages under construction.

    Attributes:
        paper: Paper of the pages.
        pages: Marks of each page.
        y: Baseline of the last line, in mm.
        open: Open tags, outermost first.
    """

    paper: Paper
    pages: list[list[Mark]] = field(default_factory=list)
    y: float = 0.0
    open: list[str] = field(default_factory=list)

    @property
    def width(self) -> float:
        return self.paper.w - 2 * SIDE

    def new_page(self) -> None:
        """Begin a page. Open tags end on the previous page and begin again on this page."""
        if self.pages:
            self.pages[-1] += [END] * len(self.open)
        self.pages.append([*map(Tag, self.open)])
        self.y = TOP

    @contextmanager
    def within(self, role: str, said: str = "") -> Iterator[None]:
        """Tag all drawings within the context with a role, for screen readers.

        Args:
            role: Role of the element, such as a heading or a figure.
            said: Alternative text.
        """
        self.pages[-1].append(Tag(role, said))
        self.open.append(role)
        yield
        self.open.pop()
        self.pages[-1].append(END)

    def chapter(self, title: str) -> None:
        """Begin a chapter. It starts on a new page if less than a third of the current page is free."""
        self.y += 12
        if not self.pages or self.y > self.paper.h * 2 / 3:
            self.new_page()
        self.head(title, "#")

    def head(self, title: str, sign: str) -> None:
        """Typeset the heading of a chapter or section, and add it to the outline."""
        self.room(30)
        with self.within("H1" if sign == "#" else "H2", title):
            self.text(title, 0.0, HEADS[sign], "**")

    def room(self, needed: float) -> None:
        """Begin a new page if this page has less free space than the given number of mm."""
        if self.y + needed > self.paper.h - FOOT:
            self.new_page()

    def line(self, words: Sequence[Word], x: float, size: float) -> None:
        """Typeset one line at the current baseline, with as few text objects as possible."""
        parts = [part for word in words for part in (*word, (" ", word[-1][1]))]
        for sign, run in groupby(parts, key=lambda part: part[1]):
            said = "".join(text for text, _ in run)
            self.pages[-1] += lettered(said.rstrip(), x, self.y, size, sign)
            x += text_width(said, size, FONT[sign])

    def text(self, text: str, indent: float = 0.0, size: float = SIZE, sign: str = "") -> None:
        """Typeset a paragraph."""
        with self.within("P"):
            for words in folded(read(text, sign), self.width - indent, size):
                self.room(size * LEAD)
                self.y += size * LEAD
                self.line(words, SIDE + indent, size)
        self.y += size * 0.6

    def code(self, lines: Sequence[str]) -> None:
        """Typeset a transcript with characters of equal width."""
        cell, step = self.width / max(CELLS, *(len(line) + 2 for line in lines), 0), CODE * 1.3
        self.room(min(len(lines), 8) * step)
        for line in lines:
            self.room(step)
            self.pages[-1].append(Rect(Box(SIDE, self.y + CODE * 0.3, self.width, step), 0.94, 0.0))
            self.y += step
            with self.within("Figure" if drawn_in(line) else "P", line.strip()):
                for word in re.finditer(f"[{DRAWN}]|[^ {DRAWN}]+(?: [^ {DRAWN}]+)*", line):
                    x = SIDE + (word.start() + 1) * cell
                    self.pages[-1] += lettered(word[0], x, self.y, CODE, "")
        self.y += SIZE

    def table(self, rows: Sequence[Sequence[str]]) -> None:
        """Typeset a table with its first row in bold. Columns are as wide as their content if the page allows it."""
        columns = [[[*read(cell, "**")] for cell in column] for column in zip(*rows, strict=True)]
        least = [
            max((wide([word]) for cell in column for word in cell), default=0.0) + 2 for column in columns
        ]
        natural = [max(map(wide, column)) + 3 for column in columns]
        more = [most - few for most, few in zip(natural, least, strict=True)]
        share = min(1.0, (self.width - sum(least)) / sum(more))
        widths = [few + share * room for few, room in zip(least, more, strict=True)]
        for number, row in enumerate(rows):
            sign = "" if number else "**"
            cells = [
                list(folded(read(cell, sign), w - 2, points_to_mm(9.5)))
                for cell, w in zip(row, widths, strict=True)
            ]
            step, most = points_to_mm(9.5) * LEAD, max(map(len, cells))
            self.room(step * most)
            above = self.y
            x = SIDE
            with self.within("TR"):
                for cell, w in zip(cells, widths, strict=True):
                    self.y = above
                    with self.within("TD" if number else "TH"):
                        for words in cell:
                            self.y += step
                            self.line(words, x, points_to_mm(9.5))
                    x += w
            self.y = above + step * most + 1.2
        self.y += SIZE


def lettered(text: str, x: float, y: float, size: float, sign: str) -> list[Mark]:
    """Return the shapes of a text within a line."""
    if drawn_in(text):
        found = list[Mark]()
        for piece in re.findall(f"[{DRAWN}]|[^{DRAWN}]+", text):
            here = piece in DRAWN
            found += drawn(piece, x + CODE * 0.4, y) if here else lettered(piece, x, y, size, sign)
            x += CODE * 0.75 if here else text_width(piece, size, FONT[sign])
        return found
    return [Text(x, y, text, size, FONT[sign], ink=INK[sign])]


def drawn_in(text: str) -> bool:
    """Return whether a text contains characters that are missing in the typeface."""
    return any(letter in DRAWN for letter in text)


def drawn(letter: str, x: float, y: float) -> Iterator[Mark]:
    """Yield the shapes of a character that is missing in the typeface, such as an arrow or a crown."""
    middle, half, high = y - CODE * 0.32, CODE * 0.38, CODE * 0.66
    if letter in ARMS:
        ends = {
            "l": (x - half, middle),
            "r": (x + half, middle),
            "u": (x, middle - high),
            "d": (x, middle + high),
        }
        yield from (Line(x, middle, *ends[arm], 0.6 if letter == "┃" else 0.2) for arm in ARMS[letter])
    elif letter in HEADS_OF_ARROWS:
        dx, dy = (step * half for step in HEADS_OF_ARROWS[letter])
        yield Polygon(
            ((x + dx, middle + dy), (x - dx - dy, middle - dy + dx), (x - dx + dy, middle - dy - dx))
        )
    elif letter == "♛":
        crown = ((-1, 0.7), (-1, -0.6), (-0.5, 0.1), (0, -0.9), (0.5, 0.1), (1, -0.6), (1, 0.7))
        yield Polygon(tuple((x + u * half, middle + v * half) for u, v in crown))
    elif letter in "●○":
        yield Circle(x, middle, CODE * 0.24, 0.0 if letter == "●" else None, 0.15)
    else:
        yield Rect(Box(x - CODE * 0.36, y - CODE * 0.75, CODE * 0.72, CODE * 0.9), 0.7, 0.0)


def read(text: str, sign: str = "") -> list[Word]:
    """Return the words of a line of Markdown. A link is replaced by its text."""
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    found, now = list[Word]([()]), sign
    for token in re.findall(r"`|\*\*|\s+|[^`*\s]+|\*", plain):
        if token == "`" or (token == "**" and now != "`"):
            now = sign if now == token else token
        elif token.isspace():
            found.append(())
        elif token != "*" or now == "`":
            found[-1] += ((token, now),)
    return [word for word in found if word]


def word_width(word: Word, size: float) -> float:
    """Return the width of a word in mm."""
    return sum(text_width(part, size, FONT[sign]) for part, sign in word)


def folded(words: Sequence[Word], width: float, size: float) -> Iterator[list[Word]]:
    """Yield lines of at most the given width in mm. Without words, yield one empty line."""
    line, used = list[Word](), 0.0
    for word in words:
        taken = word_width(word, size) + text_width(" ", size)
        if line and used + taken > width:
            yield line
            line, used = [], 0.0
        line.append(word)
        used += taken
    yield line


def wide(words: Sequence[Word]) -> float:
    """Return the width of a table cell's words on one line, in mm."""
    return sum(word_width(word, points_to_mm(9.5)) + text_width(" ", points_to_mm(9.5)) for word in words)


def guide(paper: Paper) -> Document:
    """Return the guide as a document."""
    setter, texts = Setter(paper), chapters()
    for name in CHAPTERS:
        title, _, text = texts[name].partition("\n")
        setter.chapter(title.removeprefix("# "))
        blocks(setter, text)
    total, foot = len(setter.pages), (paper.w / 2, paper.h - 10)
    pages = (
        (
            *marks,
            *enclose_in_tag(
                "Artifact", [Text(*foot, f"The guide · {number} of {total}", points_to_mm(8), align="centre")]
            ),
        )
        for number, marks in enumerate(setter.pages, 1)
    )
    return Document("guide", "The guide", tuple(Page(paper, page) for page in pages))


def blocks(setter: Setter, text: str) -> None:
    """Typeset the text of a chapter below its title."""
    for block in re.findall(r"```\w*\n(?s:.*?)\n```|(?:^(?!```).+\n?)+", text, re.MULTILINE):
        lines = block.rstrip("\n").split("\n")
        if block.startswith("```"):
            setter.code(lines[1:-1])
            continue
        if block.startswith("#"):
            setter.y += SIZE * 0.6
            setter.head(lines.pop(0).lstrip("# "), "##")
        for tabled, some in groupby(lines, key=lambda line: line.lstrip().startswith("|")):
            if tabled:
                rows = [[cell.strip() for cell in line.strip(" |").split("|")] for line in some]
                widest = max(map(len, rows))
                setter.table([[*row, *[""] * (widest - len(row))] for at, row in enumerate(rows) if at != 1])
            else:
                said(setter, "\n".join(some))


def said(setter: Setter, text: str) -> None:
    """Typeset a paragraph or the items of a list."""
    for item in re.split(r"\n(?=(?:-|\d+\.) )", text):
        sign, _, rest = item.partition(" ")
        if not re.fullmatch(r"-|\d+\.", sign):
            setter.text(item)
            continue
        setter.room(SIZE * LEAD)
        mark = Text(SIDE + 1, setter.y + SIZE * LEAD, "•" if sign == "-" else sign, SIZE)
        with setter.within("LI"):
            setter.pages[-1] += enclose_in_tag("Lbl", [mark])
            setter.text(rest, 6.0)
