"""Document with all pictures of several turns: of each form, and of the forms with columns in sleeves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from facilitator.instructions.grouping import Wording
from facilitator.instructions.known_faces import UNREAD
from facilitator.instructions.merging import MergedStep
from facilitator.operations.faces import ALPHA, BETA, DECK, DISCARDS, SLEEVES, marker
from facilitator.pictures.first_pictures import first_pictures, list_names
from facilitator.pictures.layout_movements import GAP
from facilitator.pictures.marks import Box, Document, Mark, Paper, enclose_in_tag
from facilitator.pictures.objects import CARD, FITS, OTHER, Picture, TableCard
from facilitator.sheets.page import Brief, Column, PageDraft, finish, points_to_mm
from facilitator.sheets.pictures import draw_legibly, picture_prompts
from facilitator.sheets.turns import EveryTurn
from facilitator.table_files.load import make_table

COLUMNS, ROWS = 3, 5
TURNS: Mapping[str, Mapping[str, str]] = {
    "Wallet": {"protocol": "wallet"},
    "Knockout": {"protocol": "knockout"},
    "Published form": {"protocol": "published"},
    "Knockout in sleeves": {"protocol": "knockout", "equipment": "sleeves"},
    "Published form in sleeves": {"protocol": "published", "equipment": "sleeves"},
}
"""Title and settings of each turn."""
SEATS = ("Seat A", {"name": "Seat B", "virtual": True}, "Seat C")
TEXT = points_to_mm(8)
CARDS = (
    ("0R", "SR", "RY", "+Y", "6G", "9G", "7B", "W", "D"),
    ("AC", "7D", "TH", "KS", "QC", "2D", "JH", "5S", "7C"),
    ("0-0", "0-1", "1-2", "2-3", "3-4", "4-5", "5-6", "6-6", "0-6"),
    (ALPHA, BETA, UNREAD, FITS, OTHER, "θ-Seat B", "θ-נועה", marker(DECK), marker(DISCARDS)),
)
"""Faces on the page with cards, in rows."""


def pictures(paper: Paper) -> Document:
    """Return a document with all pictures of the turns. Each picture has its sentence as a caption."""
    brief = Brief("Pictures", paper, "")
    area = brief.area
    w, h = area.w / COLUMNS, area.h / ROWS
    drafts: list[PageDraft] = []
    for title, settings in TURNS.items():
        table = make_table({"seats": [*SEATS], **settings})
        acts = EveryTurn(table).merge_usual_steps(Wording.FULL).steps
        ops, sleeves = (op for act in acts for op in act.first.step.ops), table.equipment == SLEEVES
        named = first_pictures(ops, table.virtual[0].name, sleeves)
        head = Column(area.x, area.y, area.w)
        head.add_heading(title, points_to_mm(20))
        marks: list[Mark] = [*head.marks]
        for number, picture in enumerate(named):
            cell = Box(area.x, area.y + 20 + number * 75, area.w, 70)
            marks += enclose_in_tag("Figure", draw_legibly(picture, cell), list_names(picture))
        drafts.append(PageDraft(marks, title))
        shown = list(_iter_pictures(acts))
        for start in range(0, len(shown), COLUMNS * ROWS):
            marks = []
            for number, (picture, said) in enumerate(shown[start : start + COLUMNS * ROWS]):
                cell = Box(area.x + number % COLUMNS * w, area.y + number // COLUMNS * h, w - 4, h - 2)
                marks += _draw(picture, said, cell)
            drafts.append(PageDraft(marks))
    faces = [
        TableCard(column * (CARD.w + GAP), row * (CARD.h + GAP), face)
        for row, line in enumerate(CARDS)
        for column, face in enumerate(line)
    ]
    drawn = draw_legibly(Picture(tuple(faces)), Box(area.x, area.y + 10, area.w, area.h / 2))
    drafts.append(PageDraft(enclose_in_tag("Figure", drawn, "Faces of cards"), "Cards"))
    return finish("pictures", "All pictures", brief, drafts)


def _draw(picture: Picture, said: str, cell: Box) -> list[Mark]:
    caption = Column(cell.x, cell.y + cell.h - 14, cell.w)
    caption.add_paragraph(said if len(said) < 110 else said[:108].rsplit(" ", 1)[0] + " …", TEXT)
    drawn = draw_legibly(picture, Box(cell.x, cell.y, cell.w, cell.h - 15))
    return enclose_in_tag("Figure", [*drawn, *caption.marks], said)


def _iter_pictures(acts: Iterable[MergedStep]) -> Iterator[tuple[Picture, str]]:
    """Yield every picture with its sentence."""
    for act in acts:
        groups = picture_prompts(act, large=True)
        for instruction, group in zip(act.first.step.instructions, groups, strict=True):
            yield from ((picture, f"{instruction.text}.") for picture in group)
