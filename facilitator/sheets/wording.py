"""The full wording: one act a number in whole sentences, to learn a turn from; the folder has the brief one."""

from __future__ import annotations

from facilitator.play.every_turn import EveryTurn
from facilitator.readings.grouping import Wording
from facilitator.readings.titles import phase_title
from facilitator.sheets.blocks import Block, paged
from facilitator.sheets.drawing.marks import BOLD, Document
from facilitator.sheets.drawing.typeset import paragraph, points
from facilitator.sheets.folder import letter_words, list_rule, names_of, tab
from facilitator.sheets.folder_acts import ActBlocks, Style
from facilitator.sheets.furniture import Brief, PageDraft, finish
from facilitator.table.load import Table

TITLE = "The usual turn in full"
SIZE = points(14)
"""Read in the hand, before the first turn: what is read at the table stands in the folder."""


def wording(table: Table, brief: Brief) -> Document:
    """Return the usual turn's acts in the full wording, a tab before each stage."""
    turns, area = EveryTurn(table), brief.area
    told = turns.told(Wording.FULL)
    main = told.now(told.usual)
    names = {act: name for act, name in names_of(told, told.usual).items() if act in main}
    rows = ActBlocks(told, names, area.x, area.w, Style(SIZE, 0))
    letters = ", ".join(f"{letter}: {words}" for letter, words in letter_words(turns, told))
    marks, y = paragraph(TITLE, area.x, 1, area.w, points(22), BOLD)
    more, y = paragraph(f"{letters}. {list_rule(turns)}".strip(), area.x, y + 1, area.w, SIZE)
    blocks, phase = [Block((*marks, *more), y + 2)], None
    for act in main:
        if act.first.heading.part.phase is not phase:
            phase = act.first.heading.part.phase
            blocks.append(tab(brief, phase_title(phase)))
        blocks.append(rows.block(act))
    drafts = [PageDraft(marks, "" if number else TITLE) for number, marks in enumerate(paged(blocks, area))]
    return finish("wording", "Full wording", brief, drafts)
