"""Pictures of steps on sheets: one for each movement.

Up to three pictures lie beside the text of their step. More lie below it, each with the label of its prompt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from math import ceil

from facilitator.instructions.merging import MergedStep
from facilitator.operations.steps import labels_of
from facilitator.pictures.layout_movements import Scene
from facilitator.pictures.marks import Box, Mark, Text, enclose_in_tag
from facilitator.pictures.movements import illustrate_step
from facilitator.pictures.objects import Envelope, Movement, Picture
from facilitator.pictures.shapes import draw_picture
from facilitator.sheets.page import points_to_mm

SMALLEST = points_to_mm(8)
"""Smallest type size in a picture. Smaller text is left out."""
ENLARGED = 0.75
"""Smallest size of a name that is enlarged to the smallest type size, as a fraction of that size."""
LARGEST = 0.24
"""Largest scale of a picture: the wallet is then 19 mm wide."""
BETWEEN = 2.0
"""Distance between pictures, in mm."""
BESIDE = 3
"""Largest number of pictures beside the text of a step."""
FEW, MANY = 4, 9
"""Largest number of large and of small pictures in a row below the text."""
SHAPE = 1.5
"""Width of the area of a picture, as a multiple of its height."""
LABEL = points_to_mm(11)
"""Type size of the labels of pictures, in mm."""


def picture_prompts(act: MergedStep, large: bool = False) -> Sequence[Sequence[Picture]]:
    """Return the pictures of each prompt of a step.

    If there is little room, putting piles into envelopes and taking them out is not shown, only how the envelopes
    are mixed.
    """
    step = act.first.step
    scene = Scene(act.first.before, act.first.faces, step.sleeves)
    groups = illustrate_step(step.ops, scene, len(step.instructions))
    return [[picture for picture in group if large or not _packs(picture)] for group in groups]


def _packs(picture: Picture) -> bool:
    """Return whether a picture shows how cards are put into an envelope, or taken out of it."""
    packed = any(isinstance(thing, Envelope) for thing in picture.things)
    return packed and all(arrow.movement is Movement.CARRY for arrow in picture.arrows)


def has_many_pictures(act: MergedStep) -> bool:
    """Return whether the pictures of a step lie below its text."""
    return sum(map(len, picture_prompts(act))) > BESIDE


def draw_beside(act: MergedStep, right: float, y: float, height: float, said: str) -> tuple[list[Mark], Box]:
    """Return the pictures of a step side by side, and the area that they fill.

    Args:
        act: Step to illustrate.
        right: Right edge of the area, in mm.
        y: Upper edge of the area, in mm.
        height: Height of each picture, in mm.
        said: Description of the pictures for screen readers.
    """
    pictures = [*chain.from_iterable(picture_prompts(act))]
    w = SHAPE * height + BETWEEN
    area = Box(right - len(pictures) * w, y, len(pictures) * w, height)
    if not pictures:
        return [], area
    cells = (Box(area.x + i * w + BETWEEN, y, w - BETWEEN, height) for i in range(len(pictures)))
    marks = [
        mark for picture, cell in zip(pictures, cells, strict=True) for mark in draw_legibly(picture, cell)
    ]
    return enclose_in_tag("Figure", marks, said), area


def draw_below(act: MergedStep, area: Box, large: bool = False) -> tuple[list[Mark], float]:
    """Return the pictures of a step in rows as wide as an area, and the lower edge of the last row.

    Args:
        act: Step to illustrate.
        area: Area of the first row.
        large: Whether there is room for large pictures, with the labels of their prompts.
    """
    prompts = picture_prompts(act, large)
    labels = labels_of(act.first.step.group.parts)
    named = labels if large and len(labels) == len(prompts) else [""] * len(prompts)
    told = act.first.step.instructions
    frames = [
        (label, picture, instruction.text)
        for label, group, instruction in zip(named, prompts, told, strict=True)
        for picture in group
    ]
    columns = ceil(len(frames) / ceil(len(frames) / (FEW if large else MANY)))
    w, h = area.w / columns, min(area.h, area.w / columns / SHAPE) + BETWEEN
    marks: list[Mark] = []
    for number, (label, picture, said) in enumerate(frames):
        cell = Box(area.x + number % columns * w, area.y + number // columns * h, w - BETWEEN, h - BETWEEN)
        drawn = [Text(cell.x, cell.y + 0.7 * LABEL, label, LABEL, "bold")] if label else []
        marks += enclose_in_tag("Figure", [*drawn, *draw_legibly(picture, cell)], f"{label} {said}".strip())
    return marks, area.y + ceil(len(frames) / columns) * h


def draw_legibly(picture: Picture, box: Box) -> list[Mark]:
    """Return the shapes of a picture without text that would be too small. Names may be a little enlarged."""
    marks = []
    for mark in draw_picture(picture, box, LARGEST):
        if isinstance(mark, Text) and mark.font == "regular" and mark.size > ENLARGED * SMALLEST:
            mark = replace(mark, size=max(mark.size, SMALLEST))
        if not isinstance(mark, Text) or mark.size >= SMALLEST:
            marks.append(mark)
    return marks
