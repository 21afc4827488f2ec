"""Cheat sheets, one page each, big and short: the AND, the lottery, the selection, what is valid."""

from __future__ import annotations

from collections.abc import Sequence

from facilitator.games.registry import game_named
from facilitator.machine.parts import Part
from facilitator.play.opening import opening
from facilitator.play.steps import all_steps
from facilitator.protocols.forms import Coding
from facilitator.sheets.cheat_and import and_page
from facilitator.sheets.cheat_finding import finding, finding_page
from facilitator.sheets.cheat_selection import coding_of, selection_page
from facilitator.sheets.drawing.geometry import Box
from facilitator.sheets.drawing.marks import BOLD, Document, Mark, Text
from facilitator.sheets.drawing.typeset import ASCENT, fitted, points
from facilitator.sheets.furniture import Brief, PageDraft, finish
from facilitator.sheets.validity import validity
from facilitator.table.load import Table

TITLE = points(24)


def cheats(table: Table, brief: Brief) -> Document:
    """Return the cheat sheets of a table: the AND, lottery and selection of each of its forms, validity."""
    first = {seat.name: opening(table, seat.name) for seat in table.virtual}
    turns: dict[tuple[str, Coding], list[str]] = {}
    for name, begun in first.items():
        turns.setdefault((begun.plan.form, coding_of(begun)), []).append(name)
    drafts: list[PageDraft] = []

    def add(name: str, about: Brief, marks: Sequence[Mark]) -> None:
        drafts.append(PageDraft([*_title(brief.area, name), *marks], name, about))

    law, begun = game_named(table.game), next(iter(first.values()))
    steps = all_steps(begun.plan.recipe, begun.narrator)
    if any(step.heading.part is Part.AND for step in steps):
        add("The AND of six cards", brief, and_page(brief, begun))
    for (form, _), names in turns.items():
        about, begun = Brief(brief.table, brief.paper, form), first[names[0]]
        whose = f": {', '.join(names)}" if len(turns) > 1 else ""
        add(f"{finding(begun)}{whose}", about, finding_page(about, begun))
        add(f"The selection{whose}", about, selection_page(about, begun))
    codings: dict[Coding, list[str]] = {}
    for (_, coding), names in turns.items():
        codings.setdefault(coding, []).extend(names)
    for coding, names in codings.items():
        whose = f": {', '.join(names)}" if len(codings) > 1 else ""
        laid = {f"{one} ({first[one].facts})": first[one].plan.layout for one in names}
        own = {who: layout for who, layout in laid.items() if layout is not None}
        page = validity(brief.area, law.glance(begun.state), law.kinds, coding, own)
        add(f"Validity at a glance{whose}", brief, page)
    return finish("cheats", "Cheat sheets", brief, drafts)


def _title(area: Box, name: str) -> list[Mark]:
    return [Text(area.x, area.y + ASCENT * TITLE + 0.5, name, fitted(name, area.w, TITLE, BOLD), BOLD)]
