"""Labels, slips and perforated cards: sheets of extra cards on a stock.

All of a kind are one stamp on whole dots, so they come out equal to the last dot: one that could be told from
its like would give a hidden card away.  Counts and part names stand in the margin only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from facilitator.errors import CommandError
from facilitator.machine.faces import Face
from facilitator.sheets.art import face_stamp
from facilitator.sheets.drawing.geometry import CARD_SIZES, Box, Extent
from facilitator.sheets.drawing.marks import BOLD, Document, Line, Mark, Rect, Stamp, Text, Use
from facilitator.sheets.drawing.typeset import dotted_list, points
from facilitator.sheets.furniture import Brief, PageDraft, check_room, crop_marks, finish, needs_spare
from facilitator.sheets.kinds import Design
from facilitator.sheets.order import called, mixed, said
from facilitator.sheets.stocks import CARDS, LABELS, SLIPS, SheetStock
from facilitator.supplies.needs import Need

TITLES = {LABELS: "Labels", SLIPS: "Slips", CARDS: "Cards"}
CUT_MARKS = 2.2
"""How far crop marks reach from the outermost cuts, mm."""
JIG = (
    "Glue this page on cardboard, then a strip of cardboard along the outside of each thick line: two stops.",
    "Push a card into the corner of the stops, its face up, its way up as all the others.",
    "Lay a label's edge on the dotted lines, press it down. Every label now sits alike.",
    "Look at ten of them, before a lamp too: nothing but the white border may show, and no two may differ.",
)
CARD_MARGIN = 8.0
"""White around a card's face, mm: so wide that a cut or tear that is a little off is not seen against it."""


@dataclass(frozen=True, slots=True)
class LabelRun:
    """How a run is printed: on which stock, from which position on, with outlines or without."""

    stock: SheetStock
    start_at: int = 1
    outline: bool = False


def labels(brief: Brief, needed: Sequence[Need], kinds: dict[Face, Design], run: LabelRun) -> Document:
    """Return the sheets of labels, slips or cards.  Raises: CommandError if the start lies beyond the sheet."""
    stock = run.stock
    if not 1 <= run.start_at <= stock.per_sheet:
        raise CommandError(
            f"a position from 1 to {stock.per_sheet}",
            f"--start-at {run.start_at}",
            f"{stock.title} has {stock.per_sheet} labels a sheet, counted row by row.",
        )
    check_room(stock.paper, around(stock), stock.label(1))
    spare = needs_spare(stock.paper, around(stock))
    totals = {need.face: need.total for need in needed}
    room = stock.per_sheet - spare
    drafts = [
        _sheet(run, spare, 1 if number else run.start_at, part, kinds, totals)
        for number, part in enumerate(mixed(needed, room, room - run.start_at + 1))
    ]
    if stock.use == LABELS and stock.covers:
        drafts.append(_jig(brief, stock))
    stamps = {kind.slug: label_stamp(kind, stock) for kind in kinds.values()}
    about = Brief(brief.table, stock.paper, brief.form)
    return finish(stock.use, TITLES[stock.use], about, drafts, stamps, totals, duplex=False)


def around(stock: SheetStock) -> Box:
    """Return the box that the page's words must keep out of: the labels, and the crop marks around them."""
    return stock.block.inset(-CUT_MARKS) if stock.cut else stock.block


def label_stamp(kind: Design, stock: SheetStock) -> Stamp:
    """Return a kind's label; turned stocks are drawn upright and placed sideways."""
    size = Extent(stock.size.h, stock.size.w) if stock.turned else stock.size
    margin = 0.9 if min(size) < 14 else 1.5 if min(size) < 45 else CARD_MARGIN
    return face_stamp(kind, size, margin)


def _sheet(
    run: LabelRun,
    spare: bool,
    start: int,
    faces: Sequence[Face],
    kinds: dict[Face, Design],
    totals: dict[Face, int],
) -> PageDraft:
    stock, first = run.stock, start + spare
    boxes = [stock.label(n) for n in range(first, first + len(faces))]
    turn = 90 if stock.turned else 0
    marks: list[Mark] = [
        Use(kinds[face].slug, box.x, box.y, turn) for face, box in zip(faces, boxes, strict=True)
    ]
    if stock.cut:
        marks += crop_marks(boxes, stock.block)
    if run.outline:
        marks += [
            Rect(stock.label(n), None, 0.1, stock.radius, 0.5) for n in range(start, first + len(faces))
        ]
    return PageDraft(
        marks,
        bookmark=" … ".join(dict.fromkeys(map(called, (min(faces), max(faces))))),
        lines=(f"{len(faces)} {stock.use} on {stock.title}: {said(faces, totals)}",),
        block=around(stock),
        spare=stock.label(start) if spare else None,
        kind=stock.use,
    )


def _jig(brief: Brief, stock: SheetStock) -> PageDraft:
    """A page to stick by: a card's outline with two stops, and where the label's edges lie."""
    about = Brief(brief.table, stock.paper, brief.form)
    area, card = about.area, CARD_SIZES["56x87"]
    size = Extent(min(stock.size), max(stock.size))
    at = Box(area.x + 40, area.y + 90, *card)
    label = Box(at.x + (card.w - size.w) / 2, at.y + (card.h - size.h) / 2, *size)
    far = 18.0
    marks: list[Mark] = [
        Text(area.x, area.y + 9, "Sticking jig", points(24), BOLD),
        Rect(at, None, 0.2, 3.0),
        Line(at.x, at.y - 0.6, at.x, at.bottom, 1.2),
        Line(at.x - 0.6, at.bottom, at.right, at.bottom, 1.2),
    ]
    ends = [(x, at.y - far, x, at.bottom + far) for x in (label.x, label.right)]
    ends += [(at.x - far, y, at.right + far, y) for y in (label.y, label.bottom)]
    marks += [Line(*end, 0.15, 0.3, (1.0, 1.0)) for end in ends]
    told, _ = dotted_list(JIG, area.x, area.y + 18, area.w, points(14), 1.5)
    return PageDraft([*marks, *told], "Sticking jig", about)
