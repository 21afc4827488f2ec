"""Lines of type: what fits where, in millimetres."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from facilitator.sheets.drawing.marks import (
    BLACK,
    CENTRE,
    LEFT,
    POINT,
    REGULAR,
    RIGHT,
    Box,
    Circle,
    Ink,
    Mark,
    Qr,
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


def paragraph(
    text: str,
    x: float,
    y: float,
    width: float,
    size: float,
    font: str = REGULAR,
    ink: Ink = BLACK,
    align: str = LEFT,
    past: Beside = CLEAR,
) -> tuple[list[Mark], float]:
    """Return a text in lines below ``y``, past what is beside them, and the y below the last."""
    marks: list[Mark] = []
    at = {LEFT: x, CENTRE: x + width / 2, RIGHT: x + width}[align]
    for line in wrapped(text, width, size, font, past.shorter(y, size)):
        marks.append(Text(at, y + ASCENT * size, line, size, font, align, ink))
        y += LEADING * size
    return marks, y


def largest(
    draw: Callable[[float], tuple[list[Mark], float]], sizes: Iterable[float], bottom: float
) -> tuple[list[Mark], float]:
    """Return what is drawn at the first of these type sizes, in points, at which it ends above ``bottom``.

    With it the y below; where no size will do, at the last one.  ``draw``: from a size in mm.
    """
    for size in map(points, sizes):
        marks, y = draw(size)
        if y <= bottom:
            break
    return marks, y


def dotted_list(
    items: Sequence[str], x: float, y: float, width: float, size: float, gap: float = 0.6
) -> tuple[list[Mark], float]:
    """Return items one below the other, each after a dot, and the y below them."""
    marks: list[Mark] = []
    for item in items:
        marks.append(Circle(x + 0.3 * size, y + 0.46 * size, 0.13 * size, fill=BLACK))
        lines, y = paragraph(item, x + size, y, width - size, size)
        marks += lines
        y += gap
    return marks, y


def reach(mark: Text) -> Box:
    """Return the box a line of text takes."""
    wide = text_width(mark.text, mark.size, mark.font)
    x = mark.x - {LEFT: 0.0, CENTRE: wide / 2, RIGHT: wide}[mark.align]
    return Box(x, mark.y - ASCENT * mark.size, wide, (ASCENT + DESCENT) * mark.size)


def taken(marks: Sequence[Mark]) -> list[tuple[str, Box]]:
    """Return what must keep clear of each other on a page: every line of text, every QR symbol."""
    found = []
    for mark in marks:
        if isinstance(mark, Text) and mark.text.strip():
            found.append((mark.text, reach(mark)))
        elif isinstance(mark, Qr):
            found.append(("QR", mark.box))
    return found
