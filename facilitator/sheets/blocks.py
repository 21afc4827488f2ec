"""Blocks of content, one below the other, over as many pages as they need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from facilitator.sheets.drawing.geometry import Box
from facilitator.sheets.drawing.marks import Mark, shifted


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
