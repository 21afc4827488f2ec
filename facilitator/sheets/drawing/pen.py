"""From a document to drawing calls, still in millimetres: for the PDF, or written down for a test."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import Protocol

from facilitator.sheets.drawing.marks import AS_DRAWN, Adjust, Document, Extent, Mark, Page, Stamp, Use


class Pen(Protocol):
    """Whatever can draw; it is told everything in the order it must be drawn."""

    def stamp(self, name: str, stamp: Stamp) -> None: ...
    def page(self, page: Page) -> None: ...
    def adjust(self, adjust: Adjust, height: float) -> None: ...
    def mark(self, mark: Mark, height: float) -> None: ...
    def use(self, mark: Use, at: tuple[float, float], size: Extent, page: Page) -> None: ...
    def end(self) -> None: ...


def draw(document: Document, pen: Pen) -> None:
    """Let a pen draw a document: its stamps, then page after page.

    Stamps lie on whole dots, so they are drawn outside the page's own adjustment.
    """
    for name, stamp in document.stamps.items():
        pen.stamp(name, stamp)
    for page in document.pages:
        pen.page(page)
        for mark in page.marks:
            if isinstance(mark, Use):
                at = page.adjust.on_dots(mark.x, mark.y)
                pen.use(mark, at, document.stamps[mark.stamp].size, page)
        if page.adjust != AS_DRAWN:
            pen.adjust(page.adjust, page.paper.h)
        for mark in page.marks:
            if not isinstance(mark, Use):
                pen.mark(mark, page.paper.h)
        pen.end()


@dataclass(slots=True)
class Log:
    """A pen that writes down what it would draw: one line a call, mm to two places."""

    lines: list[str] = field(default_factory=list)

    def stamp(self, name: str, stamp: Stamp) -> None:
        self.lines.append(f"stamp {name} {_said(stamp.size)}{' twice' if stamp.twice else ''}")
        for mark in stamp.marks:
            self.mark(mark, stamp.size.h)

    def page(self, page: Page) -> None:
        self.lines.append(f"page {page.paper.name} {page.bookmark}".rstrip())

    def adjust(self, adjust: Adjust, height: float) -> None:
        self.lines.append(f"  adjust {adjust.dx:g} {adjust.dy:g} {adjust.sx:g} {adjust.sy:g}")

    def mark(self, mark: Mark, height: float) -> None:
        said = " ".join(_said(getattr(mark, part.name)) for part in fields(mark))
        self.lines.append(f"  {type(mark).__name__.lower()} {said}")

    def use(self, mark: Use, at: tuple[float, float], size: Extent, page: Page) -> None:
        self.lines.append(f"  use {mark.stamp} {_said(at)} turn {mark.turn}")

    def end(self) -> None:
        self.lines.append("end")


def _said(value: object) -> str:
    match value:
        case float() | int():
            return f"{value:.2f}".rstrip("0").rstrip(".")
        case str():
            return value if value.isalnum() else f'"{value}"'
        case Iterable():
            return f"({' '.join(map(_said, value))})"
        case _:
            return str(value)
