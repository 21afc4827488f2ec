"""The cheat sheet of what finds the card: the lottery or the knockout."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from facilitator.machine.operations import Choose
from facilitator.machine.parts import Part, Phase
from facilitator.play.opening import OpeningTurn
from facilitator.play.steps import NumberedStep, all_steps
from facilitator.readings.titles import phase_title
from facilitator.sheets.cheat_and import SIZES
from facilitator.sheets.cheat_selection import BODY, example
from facilitator.sheets.drawing.geometry import Box
from facilitator.sheets.drawing.marks import BOLD, Mark, Rect, Text
from facilitator.sheets.drawing.typeset import ASCENT, largest, paragraph
from facilitator.sheets.furniture import Brief
from facilitator.sheets.pictures import drawn
from facilitator.wording import plural

FINDING = (Phase.LOTTERY, Phase.KNOCKOUT)
"""The large steps that find a card among a hand's piles."""


def finding(begun: OpeningTurn) -> str:
    """What the page on finding the card is called."""
    steps = all_steps(begun.plan.recipe, begun.narrator)
    phases = [step.heading.part.phase for step in steps]
    return f"The {phase_title(next(one for one in FINDING if one in phases)).casefold()}"


def finding_page(brief: Brief, begun: OpeningTurn) -> list[Mark]:
    """All acts that find the card, ANDs as one, two duels for all, as large as fits; an example if it fits."""
    area = brief.area
    steps = all_steps(begun.plan.recipe, begun.narrator)
    rounds = [step for step in steps if step.heading.part.phase in FINDING]
    marks, y = largest(lambda size: _rounds(rounds, area, size), SIZES, area.bottom)
    shown = next((p for op, p in example(begun) if isinstance(op, Choose)), None)
    if shown is not None and y + 14 + 1.1 * shown.size[1] <= area.bottom:
        text = "An example with two cards: at most one pair reads β α; its card is played."
        more, y = paragraph(text, area.x, y + 4, area.w, BODY, BOLD)
        marks += [*more, *drawn(shown, area.x + 8, y + 3, 1.1)]
    return marks


def _rounds(rounds: Sequence[NumberedStep], area: Box, size: float) -> tuple[list[Mark], float]:
    marks: list[Mark] = []
    y, number = area.y + 14, 0
    first = next((step.number for step in rounds if step.heading.part is Part.CHAMPION), rounds[-1].number)
    for text, group in groupby(rounds, key=lambda step: _at_once(step, first)):
        part = list(group)
        if text:
            n = len({step.heading for step in part})
            more, y = _boxed(text.format(plural(n, "time")), area, y, size)
            marks += more
            continue
        for step in part:
            number += 1
            more, y = _line(number, step, area, y, size)
            marks += more
    return marks, y


def _at_once(step: NumberedStep, champion: int) -> str:
    """Return what steps that are not written out are told as; nothing if each is.

    ``champion``: the number of the step that shows the first one; later duels are another class's.
    """
    match step.heading.part:
        case Part.AND:
            return "The AND, {}: once a pair, in order, the token on the right."
        case Part.DUEL if step.number > champion:
            return "The same duels, {}, now with the next pair of each pile."
        case Part.DUEL if step.heading.number > 2:
            return "The same {} more: each time the next one challenges."
        case _:
            return ""


def _boxed(text: str, area: Box, y: float, size: float) -> tuple[list[Mark], float]:
    lines, low = paragraph(text, area.x + 3, y + 2.5, area.w - 6, size, BOLD)
    return [Rect(Box(area.x, y + 0.8, area.w, low - y + 0.8), 0.88, 0, 1.5), *lines], low + 3.2


def _line(number: int, step: NumberedStep, area: Box, y: float, size: float) -> tuple[list[Mark], float]:
    """One act: its number on this page (folder and play count acts in ways of their own), its sentence, its check."""
    said = step.instruction
    marks: list[Mark] = [Text(area.x, y + ASCENT * size, str(number), size, BOLD)]
    more, y = paragraph(f"{said.verb} {said.sentence}.", area.x + 12, y, area.w - 12, size)
    check, y = paragraph(said.check, area.x + 18, y + 0.2, area.w - 18, 0.8 * size, ink=0.25)
    return [*marks, *more, *check], y + 0.36 * size
