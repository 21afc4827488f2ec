"""Lines of type: what fits where, in millimetres."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import NamedTuple, TypeVar

from facilitator.sheets.drawing.marks import (
    BLACK,
    BOLD,
    CENTRE,
    LEFT,
    POINT,
    REGULAR,
    RIGHT,
    Box,
    Circle,
    Ink,
    Mark,
    Text,
    shifted,
)
from facilitator.sheets.drawing.render import text_width
from facilitator.words import TIE, tied

# ----------------------------------------------------------------------------------------------------
# Blocks of content, one below the other, over as many pages as they need.


@dataclass(frozen=True, slots=True)
class Block:
    """Marks drawn from y = 0 down to ``height``, mm; ``keep``: stays on one page with the block after it."""

    marks: tuple[Mark, ...]
    height: float
    keep: bool = False


def paged(blocks: Sequence[Block], area: Box, head: Block | None = None) -> list[list[Mark]]:
    """Return the marks of each page; ``head`` stands again on top of every page."""
    pages: list[list[Mark]] = []
    y = area.bottom + 1
    for i, block in enumerate(blocks):
        need, j = block.height, i
        while blocks[j].keep and j + 1 < len(blocks):
            j += 1
            need += blocks[j].height
        if y + need > area.bottom and (not pages or y > area.y + (head.height if head else 0)):
            pages.append(list(head.marks) if head else [])
            pages[-1] = list(shifted(pages[-1], 0, area.y))
            y = area.y + (head.height if head else 0)
        pages[-1] += shifted(block.marks, 0, y)
        y += block.height
    return pages


# ----------------------------------------------------------------------------------------------------


ASCENT, DESCENT = 0.73, 0.21
"""How far type reaches above and below its baseline, in sizes."""
LEADING = 1.16
"""From baseline to baseline, in sizes."""


class Beside(NamedTuple):
    """Something on the right that lines of type keep clear of: its lower edge, and how much shorter they are, mm."""

    low: float
    by: float

    def shorter(self, y: float, size: float) -> list[float]:
        """Return by how much each of the lines from ``y`` on is shorter, down to the last beside it."""
        return [self.by] * max(0, ceil((self.low - y) / (LEADING * size) - 1e-6))


CLEAR = Beside(0.0, 0.0)
"""Nothing is there."""


def points(size: float) -> float:
    """Return a type size given in points in mm."""
    return size * POINT


def fitted(text: str, width: float, size: float, font: str = REGULAR) -> float:
    """Return the type size, ``size`` at most, at which a text is ``width`` mm wide at most."""
    wide = text_width(text, size, font)
    return size if wide <= width else size * width / wide


def clipped(text: str, width: float, size: float, font: str = REGULAR) -> str:
    """Return a text, cut short with an ellipsis if it is wider than ``width``."""
    if text_width(text, size, font) <= width:
        return text
    while text and text_width(text + "…", size, font) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def wrapped(
    text: str, width: float, size: float, font: str = REGULAR, shorter: Sequence[float] = ()
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


def _pieces(word: str, width: float, size: float, font: str) -> Iterator[str]:
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

    def say(self, text: str, size: float, font: str = REGULAR, left: float = 0.0, ink: Ink = BLACK) -> None:
        """Set a text in lines of a type size in mm, ``left`` mm from the column's edge."""
        for line in wrapped(text, self.w - left, size, font, self.past.shorter(self.y, size)):
            self.add(Text(self.x + left, self.y + ASCENT * size, line, size, font, ink=ink))
            self.y += LEADING * size

    def led(self, head: str, text: str, size: float, left: float = 0.0) -> None:
        """Set a text that begins with bold words."""
        x, width = self.x + left, self.w - left
        *above, head = wrapped(head, width, size, BOLD, self.past.shorter(self.y, size))
        for line in above:
            self.add(Text(x, self.y + ASCENT * size, line, size, BOLD))
            self.y += LEADING * size
        indent = text_width(f"{head} ", size, BOLD) + 0.6
        self.add(Text(x, self.y + ASCENT * size, head, size, BOLD))
        here, *below = self.past.shorter(self.y, size) or [0.0]
        for n, line in enumerate(wrapped(text, width, size, REGULAR, [indent + here, *below])):
            if line:
                self.add(Text(x + (0 if n else indent), self.y + ASCENT * size, line, size))
            self.y += LEADING * size

    def dots(self, items: Iterable[str], size: float, gap: float = 0.6) -> None:
        """Set items one below the other, each after a dot."""
        for item in items:
            self.add(Circle(self.x + 0.3 * size, self.y + 0.46 * size, 0.13 * size, fill=BLACK))
            self.say(item, size, left=size)
            self.y += gap

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


def reach(mark: Text) -> Box:
    """Return the box a line of text takes."""
    wide = text_width(mark.text, mark.size, mark.font)
    x = mark.x - {LEFT: 0.0, CENTRE: wide / 2, RIGHT: wide}[mark.align]
    return Box(x, mark.y - ASCENT * mark.size, wide, (ASCENT + DESCENT) * mark.size)
