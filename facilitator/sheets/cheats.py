"""Cheat sheets, one page each, big and short: the AND, the lottery, the selection, what is valid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from facilitator.games.base import Game
from facilitator.games.registry import game_named
from facilitator.machine.faces import Face
from facilitator.machine.parts import Part
from facilitator.play.opening import Opening, opening
from facilitator.play.steps import all_steps
from facilitator.protocols.forms import Coding
from facilitator.sheets.cheat_and import and_page
from facilitator.sheets.cheat_finding import finding, finding_page
from facilitator.sheets.cheat_selection import coding_of, selection_page
from facilitator.sheets.drawing.geometry import Box
from facilitator.sheets.drawing.marks import BOLD, Document, Mark, Text
from facilitator.sheets.drawing.typeset import ASCENT, fitted, points
from facilitator.sheets.furniture import Brief, Draft, finish
from facilitator.sheets.validity import validity
from facilitator.table.load import Table

TITLE = points(24)


def cheats(table: Table, brief: Brief) -> Document:
    """Return the cheat sheets of a table: the AND, lottery and selection of each of its forms, validity."""
    turns: dict[str, tuple[Opening, list[str]]] = {}
    for seat in table.virtual:
        begun = opening(table, seat.name)
        turns.setdefault(begun.plan.form, (begun, []))[1].append(seat.name)
    drafts: list[Draft] = []

    def add(name: str, about: Brief, marks: Sequence[Mark]) -> None:
        drafts.append(Draft([*_title(brief.area, name), *marks], name, about))

    law, (begun, _) = game_named(table.game), next(iter(turns.values()))
    steps = all_steps(begun.plan.recipe, begun.narrator)
    if any(step.heading.part is Part.AND for step in steps):
        add("The AND of six cards", brief, and_page(brief, begun))
    for form, (begun, names) in turns.items():
        about = Brief(brief.table, brief.paper, form)
        whose = f": {', '.join(names)}" if len(turns) > 1 else ""
        add(f"{finding(begun)}{whose}", about, finding_page(about, begun))
        add(f"The selection{whose}", about, selection_page(about, begun))
    codings: dict[Coding, list[str]] = {}
    for begun, names in turns.values():
        codings.setdefault(coding_of(begun), []).extend(names)
    for coding, names in codings.items():
        whose = f": {', '.join(names)}" if len(codings) > 1 else ""
        weighed = _weights(table, law, begun, names) if coding is Coding.WEIGHTS else {}
        page = validity(brief.area, law.glance(begun.state), coding, weighed)
        add(f"Validity at a glance{whose}", brief, page)
    return finish("cheats", "Cheat sheets", brief, drafts)


def _weights(
    table: Table, law: Game[Any], begun: Opening, names: Sequence[str]
) -> dict[str, dict[Face, int]]:
    """Return what cards weigh for seats with a style, on the top card they begin with."""
    layout = begun.plan.layout
    if layout is None or law.styles is None:
        return {}
    styles = {seat.name: seat.style for seat in table.virtual if seat.name in names}
    return {
        f"{name} ({begun.facts})": law.styles.weights(style, begun.state, layout.cards)
        for name, style in styles.items()
        if not isinstance(style, str)
    }


def _title(area: Box, name: str) -> list[Mark]:
    return [Text(area.x, area.y + ASCENT * TITLE + 0.5, name, fitted(name, area.w, TITLE, BOLD), BOLD)]
