"""Printed pictures of the movements in a step.

Up to three pictures are printed beside the step's text, and more pictures below it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from math import ceil

from facilitator.i18n.catalogue import get_language
from facilitator.instructions.merging import MergedStep
from facilitator.operations.steps import labels_of
from facilitator.pictures.layout_movements import Scene
from facilitator.pictures.marks import Box, Mark, Text, enclose_in_tag
from facilitator.pictures.movements import illustrate_step
from facilitator.pictures.objects import Envelope, Movement, Picture
from facilitator.pictures.shapes import draw_picture
from facilitator.sheets.page import CLEAR, ReservedArea, points_to_mm

SMALLEST = points_to_mm(8)
"""Minimum type size in a picture. Smaller text is omitted."""
ENLARGED = 0.75
"""Fraction of `SMALLEST`. Names between both sizes are enlarged, and smaller names are omitted."""
LARGEST = 0.24
"""Maximum scale of a picture. At this scale, a wallet is 19 mm wide."""
TOP = 1.5
"""Distance of pictures beside the text from the upper edge of the step, in mm."""
BETWEEN, GAP = 2.0, 3.0
"""Distance between pictures, and between text and pictures, in mm."""
BESIDE = 3
"""Maximum number of pictures beside a step's text."""
FEW, MANY = 4, 9
"""Maximum numbers of large and small pictures in a row below the text."""
SHAPE = 1.5
"""Width of a picture's area, as a multiple of its height."""
LABEL = points_to_mm(11)
"""Type size of picture labels, in mm."""


@lru_cache(256)
def picture_prompts(step: MergedStep, large: bool = False) -> Sequence[Sequence[Picture]]:
    """Return the pictures for each prompt of a step.

    Small pictures do not show how piles are put into envelopes and taken out again.
    """
    worded = step.first.step
    scene = Scene(step.first.before, step.first.faces, worded.sleeves, pool=worded.speech.voice.pool)
    groups = illustrate_step(worded.ops, scene, len(worded.instructions))
    return [[picture for picture in group if large or not _shows_packing(picture)] for group in groups]


def _shows_packing(picture: Picture) -> bool:
    """Return whether a picture shows how cards are put into an envelope or taken out of it."""
    packed = any(isinstance(thing, Envelope) for thing in picture.things)
    return packed and all(arrow.movement is Movement.CARRY for arrow in picture.arrows)


def has_many_pictures(step: MergedStep) -> bool:
    """Return whether a step has more than `BESIDE` pictures."""
    return sum(map(len, picture_prompts(step))) > BESIDE


def draw_beside(
    step: MergedStep, right: float, height: float, alt_text: str
) -> tuple[ReservedArea, list[Mark]]:
    """Return a step's pictures side by side: the area that text must avoid, and the shapes.

    Args:
        step: The step.
        right: Right edge of the pictures, in mm.
        height: Height of each picture, in mm.
        alt_text: Description of the pictures for screen readers.
    """
    pictures, w, marks = [*chain(*picture_prompts(step))], SHAPE * height + BETWEEN, list[Mark]()
    for i, picture in enumerate(pictures, -len(pictures)):
        marks += draw_legibly(picture, Box(right + i * w + BETWEEN, TOP, w - BETWEEN, height))
    if not marks:
        return CLEAR, []
    return ReservedArea(TOP + height, len(pictures) * w + GAP), enclose_in_tag("Figure", marks, alt_text)


def draw_below(step: MergedStep, area: Box, large: bool = False) -> tuple[float, list[Mark]]:
    """Return the lower edge and the shapes of a step's pictures in rows.

    Args:
        step: The step.
        area: Area of the first row.
        large: Whether to draw large pictures, each with the label of its prompt.
    """
    prompts, labels = picture_prompts(step, large), labels_of(step.first.step.group.parts)
    named = labels if large and len(labels) == len(prompts) else [""] * len(prompts)
    frames = [
        (label, picture, instruction.text)
        for label, group, instruction in zip(named, prompts, step.first.step.instructions, strict=True)
        for picture in group
    ]
    rows = ceil(len(frames) / (FEW if large else MANY))
    columns, marks = ceil(len(frames) / rows), list[Mark]()
    w = area.w / columns
    h = min(area.h, w / SHAPE) + BETWEEN
    for number, (label, picture, alt_text) in enumerate(frames):
        cell = Box(area.x + number % columns * w, area.y + number // columns * h, w - BETWEEN, h - BETWEEN)
        drawn: list[Mark] = [Text(cell.x, cell.y + 0.7 * LABEL, label, LABEL, "bold")] if label else []
        drawn += draw_legibly(picture, cell)
        marks += enclose_in_tag("Figure", drawn, f"{label} {alt_text}".strip())
    return area.y + ceil(len(frames) / columns) * h, marks


def draw_legibly(picture: Picture, box: Box) -> tuple[Mark, ...]:
    """Draw a picture without the text that would be too small to read. Small names are slightly enlarged."""
    return _draw_legibly(picture, box, get_language())


@lru_cache(512)
def _draw_legibly(picture: Picture, box: Box, _language: str) -> tuple[Mark, ...]:
    """Draw a picture once, because steps share pictures, and pages are tried in several sizes."""
    marks = list[Mark]()
    for mark in draw_picture(picture, box, LARGEST):
        if isinstance(mark, Text) and mark.font == "regular" and mark.size > ENLARGED * SMALLEST:
            mark = replace(mark, size=max(mark.size, SMALLEST))
        if not isinstance(mark, Text) or mark.size >= SMALLEST:
            marks.append(mark)
    return tuple(marks)
