"""Tables whose sheets are few, and golden drawings: the calls that draw some sheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields

from facilitator.pictures import marks as ink
from facilitator.sheets.build import MAT, SHEETS, Material, SheetOptions, build
from facilitator.sheets.drawing.render import left_of, text_width
from facilitator.sheets.page import ASCENT, DESCENT
from facilitator.sheets.setup import contents
from facilitator.sheets.stocks import OWN, SheetStock
from facilitator.table_files.load import Table, make_table

DRAWN = ("labels", "setup", "cheats", "seats")
"""The sheets whose drawing calls are kept."""


def table_of(*seats: object, **keys: object) -> Table:
    return make_table({"name": "Small", "seats": list(seats), **keys})


def small(protocol: str = "knockout") -> Table:
    """A table whose sheets are few."""
    return table_of("Ana", {"name": "Vera", "virtual": True}, hand_size=3, protocol=protocol)


def measure_text(mark: ink.Text) -> ink.Box:
    """Return the box around a line of text."""
    wide = text_width(mark.text, mark.size, mark.font)
    return ink.Box(left_of(mark), mark.y - ASCENT * mark.size, wide, (ASCENT + DESCENT) * mark.size)


def read_words(*pages: ink.Page) -> str:
    """Return the text of some pages on one line."""
    return " ".join(mark.text for page in pages for mark in page.marks if isinstance(mark, ink.Text))


def page_0(table: Table) -> ink.Page:
    """Return what is read before anything is printed, without the list of sheets: they take a while to make."""
    m = Material.from_table(table, SheetOptions())
    return contents(m.table, m.brief, (), m.papers(), m.extras()).pages[0]


def drawing(name: str) -> str:
    """Return the calls that draw a sheet, in millimetres: own labels, a start, an adjustment."""
    size = ink.Extent(40, 20)
    own = SheetStock(OWN, f"own labels, {size}", ink.PAPERS["A4"], size, 4, 12, 15, 20, 45, 21)
    document = build(small(), SheetOptions(stock=own, adjust=ink.Adjust(0.2, -0.1, 1.001, 1.0)), [name])[0][0]
    return "\n".join(calls(document)) + "\n"


def calls(document: ink.Document) -> Iterator[str]:
    """Yield what is drawn in its order, one line a call, mm to two places."""
    for name, stamp in document.stamps.items():
        yield f"stamp {name} {_said(stamp.size)}{' twice' if stamp.twice else ''}"
        yield from map(_call, stamp.marks)
    for page in document.pages:
        adjust, stamps = page.adjust, [mark for mark in page.marks if isinstance(mark, ink.Use)]
        yield f"page {page.paper.name} {page.bookmark}".rstrip()
        for mark in stamps:
            yield f"  use {mark.stamp} {_said(adjust.on_dots(mark.x, mark.y))} turn {mark.turn}"
        if adjust != ink.AS_DRAWN:
            yield f"  adjust {adjust.dx:g} {adjust.dy:g} {adjust.sx:g} {adjust.sy:g}"
        yield from (_call(mark) for mark in page.marks if not isinstance(mark, ink.Use))
        yield "end"


def _call(mark: ink.Mark) -> str:
    return f"  {type(mark).__name__.lower()} {' '.join(_said(getattr(mark, part.name)) for part in fields(mark))}"


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


# ----------------------------------------------------------------------------------------------------
# What tests of sheets share: tables whose sheets are few or wordy, and that no line of text touches another.


def tiny() -> Table:
    """A table with a deck of a few cards: still fewer sheets."""
    deck = ["2R", "7R", "4G", "6B", "W", "2Y", "SY", "1B", "+R", "D"]
    seats = ("Ana", {"name": "Vera", "virtual": True})
    return table_of(*seats, hand_size=2, pool="split", pool_deck=deck)


def build_every_sheet(options: SheetOptions) -> list[ink.Document]:
    """Build all sheets of `tiny`, and the mat of the same table with the paper's own row of six."""
    others = [name for name in SHEETS if name != MAT]
    return [*build(tiny(), options, others)[0], *build(tiny_with_row(), options, [MAT])[0]]


def tiny_with_row() -> Table:
    """The same table with the paper's own form, which has a mat."""
    return tiny().model_copy(update={"protocol": "published"})


def split() -> Table:
    """Two virtual seats with a deck of their own, one of them with a style: pairs of two classes."""
    seats = ("Ana", {"name": "Vera", "virtual": True}, {"name": "Otto", "virtual": True, "style": "attacker"})
    return table_of(*seats, hand_size=3, protocol="knockout", pool="split", pool_deck="compact-27")


def overlaps(one: ink.Box, other: ink.Box, by: float = 0.0) -> bool:
    """Whether two boxes share more than a strip of width ``by``."""
    return (
        min(one.right, other.right) - max(one.x, other.x) > by
        and min(one.bottom, other.bottom) - max(one.y, other.y) > by
    )


def holds(one: ink.Box, other: ink.Box, slack: float = 0.0) -> bool:
    """Whether the other lies within one, give or take ``slack``."""
    return (
        other.x >= one.x - slack
        and other.y >= one.y - slack
        and other.right <= one.right + slack
        and other.bottom <= one.bottom + slack
    )


def taken(marks: Sequence[ink.Mark]) -> list[tuple[str, ink.Box]]:
    """Return what must keep clear of each other on a page: every line of text, every QR symbol."""
    found = [(m.text, measure_text(m)) for m in marks if isinstance(m, ink.Text) and m.text.strip()]
    return [*found, *(("QR", mark.box) for mark in marks if isinstance(mark, ink.Qr))]


def no_overlap(document: ink.Document) -> bool:
    """Check every page: what is written is printable, and no line of text touches another."""
    for number, page in enumerate(document.pages, 1):
        where = f"{document.name} {number}"
        found = sorted(taken(page.marks), key=lambda pair: pair[1].y)
        for i, (said, box) in enumerate(found):
            assert holds(page.paper.printable, box, 0.01), (where, said, box)
            for other, near in found[i + 1 :]:
                if near.y > box.bottom:
                    break
                assert not overlaps(box, near, 0.35), (where, said, other)
    return True
