"""The page's pictures of a wallet duel are those of the turn folder."""

from __future__ import annotations

from pathlib import Path

import pytest

import facilitator.web
from facilitator.sheets.drawing.marks import BLACK, Circle, Ink, Line, Mark, Polygon, Rect
from facilitator.sheets.pictures import FRAMES, duel_frames
from golden_files import check_golden

STATIC = Path(facilitator.web.__file__).parent / "static"
PITCH, WIDE, HIGH = 59.0, 56.0, 40.0
"""Of the frames side by side: from one to the next, and how large each is, mm."""


def ink(level: Ink | None) -> str:
    assert level is None or isinstance(level, float)
    return "none" if level is None else f"#{round(15 * level):x}" + 2 * f"{round(15 * level):x}"


def painted(mark: Mark) -> str:
    """A mark as SVG."""
    match mark:
        case Rect(box, fill, width, radius, colour):
            shape = f'rect x="{box.x:.1f}" y="{box.y:.1f}" width="{box.w:.1f}" height="{box.h:.1f}" rx="{radius:.1f}"'
        case Line(x1, y1, x2, y2, width, colour, dash):
            fill, dashes = None, f' stroke-dasharray="{" ".join(map(str, dash))}"' if dash else ""
            shape = f'path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"{dashes}'
        case Circle(x, y, r, fill, width, colour):
            shape = f'circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}"'
        case Polygon(points, fill, width, colour):
            shape = f'path d="M{"L".join(f"{x:.1f} {y:.1f}" for x, y in points)}Z"'
        case _:
            raise AssertionError(mark)
    filled = f' fill="{ink(fill)}"' if fill is not None else ""
    grey = f' stroke="{ink(colour)}"' if colour != BLACK else ""
    return f'<{shape}{filled}{grey} stroke-width="{width:.1f}"/>'


def reach(mark: Mark) -> float:
    """How far to the left a mark begins."""
    match mark:
        case Rect(box):
            return box.x
        case Line(x1, _, x2, _):
            return min(x1, x2)
        case Circle(x, _, r):
            return x - r
        case Polygon(points):
            return min(x for x, _ in points)
        case _:
            return FRAMES.w


def frame(number: int) -> str:
    left = number * PITCH
    marks = [mark for mark in duel_frames(0, 0) if left - 1 <= reach(mark) < left + PITCH - 1]
    shapes = "\n".join(painted(mark) for mark in marks if reach(mark) < FRAMES.w)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left - 0.5} -0.5 {WIDE + 1} {HIGH + 1}">'
    paper = f'<rect x="{left}" width="{WIDE}" height="{HIGH}" rx="2" fill="#fff"/>'
    return f'{head}\n{paper}\n<g fill="none" stroke="#000">\n{shapes}\n</g>\n</svg>\n'


@pytest.mark.golden
def test_the_frames_of_a_wallet_duel_are_those_of_the_turn_folder() -> None:
    for number in range(3):
        path = STATIC / f"duel-{number + 1}.svg"
        check_golden(path, frame(number))
