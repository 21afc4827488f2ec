"""The cheat sheet of the AND of six cards: three pictures, the words of the acts, what the pair means."""

from __future__ import annotations

from collections.abc import Sequence

from facilitator.machine.operations import Op, Rearrange, Reveal, Scramble
from facilitator.machine.parts import Part
from facilitator.play.opening import OpeningTurn
from facilitator.play.steps import NumberedStep, all_steps
from facilitator.readings.diagram import Picture, after_and, and_pictures
from facilitator.sheets.drawing.geometry import Box
from facilitator.sheets.drawing.marks import BLACK, BOLD, CENTRE, WHITE, Mark, Rect, Text
from facilitator.sheets.drawing.typeset import largest, paragraph, points
from facilitator.sheets.furniture import Brief
from facilitator.sheets.pictures import drawn

SIZES = (14, 13, 12, 11, 10)
"""Of the words on a page that may be too full, in points: the largest at which they fit."""


def and_page(brief: Brief, begun: OpeningTurn) -> list[Mark]:
    """The page, its words as large as they fit."""
    marks, _ = largest(lambda size: _and_at(brief.area, begun, size), SIZES, brief.area.bottom)
    return marks


def _and_at(area: Box, begun: OpeningTurn, size: float) -> tuple[list[Mark], float]:
    """Its three pictures with the words of the acts, then what the revealed pair means."""
    y = area.y + 14
    link = _first_and(begun)
    shown: list[tuple[Op, Picture]] = [
        (op, picture) for op, picture in and_pictures() if not isinstance(op, Reveal)
    ]
    marks: list[Mark] = []
    left = [step for step in link if not isinstance(step.op, Reveal)]
    words = {0: link[:2]}
    later = [step for step in left[len(words[0]) :] if isinstance(step.op, Rearrange | Scramble)]
    words |= {i: [step] for i, step in enumerate(later, 1)}
    for i, (_, picture) in enumerate(shown):
        more, y = _pictured(i + 1, picture, words.get(i, []), area, y, size)
        marks += more
    reveal = next(step for step in link if isinstance(step.op, Reveal))
    marks += _badge(len(shown) + 1, area.x, y)
    more, y = _told([reveal], area.x + 11, y - 1, area.w - 11, size)
    marks += more
    ways = [(read, _first_and(begun, read)[link.index(reveal) + 1]) for read in reveal.instruction.ask]
    half, low = area.w / 2, y
    for i, ((read, step), picture) in enumerate(zip(ways, after_and(), strict=False)):
        x = area.x + i * half
        marks.append(Text(x, y + 6, f"IF {' '.join(read)}", points(16), BOLD))
        marks += drawn(picture, x, y + 9, 0.95)
        more, end = _told([step], x, y + 31, half - 8, size, check=False)
        marks, low = [*marks, *more], max(low, end)
    return marks, low


def _first_and(begun: OpeningTurn, *answers: str) -> list[NumberedStep]:
    """The steps of the first AND, its pair read so."""
    steps = all_steps(begun.plan.recipe, begun.narrator, answers)
    return [step for step in steps if step.heading.part is Part.AND and step.heading.number == 1]


def _pictured(
    number: int, picture: Picture, steps: Sequence[NumberedStep], area: Box, y: float, size: float
) -> tuple[list[Mark], float]:
    """A numbered picture on the left, its words on the right."""
    marks = _badge(number, area.x, y)
    marks += drawn(picture, area.x + 11, y, 1.0)
    words, low = _told(steps, area.x + 100, y - 1, area.w - 100, size)
    return [*marks, *words], max(y + picture.size[1], low) + 5


def _badge(number: int, x: float, y: float) -> list[Mark]:
    return [
        Rect(Box(x, y, 8, 8), BLACK, 0, 1),
        Text(x + 4, y + 6, str(number), points(17), BOLD, CENTRE, WHITE),
    ]


def _told(
    steps: Sequence[NumberedStep], x: float, y: float, width: float, size: float, check: bool = True
) -> tuple[list[Mark], float]:
    marks: list[Mark] = []
    for step in steps:
        said = step.instruction
        more, y = paragraph(f"{said.verb} {said.sentence}.", x, y, width, size)
        marks += more
        if check:
            more, y = paragraph(f"CHECK {said.check}", x, y + 0.5, width, size, BOLD)
            marks += more
    return marks, y
