"""The folder's last page: something went wrong.  What hands do first, and the way home from every act."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from facilitator.play.every_turn import AT, EveryTurn
from facilitator.play.giving_up import BACK_FIRST, MIX_FIRST, STANDS, VOID
from facilitator.readings.grouping import Kind, Wording
from facilitator.readings.letters import Sizes
from facilitator.readings.merged import EveryAct, Merged
from facilitator.sheets.drawing.geometry import Box
from facilitator.sheets.drawing.marks import BLACK, BOLD, CENTRE, WHITE, Line, Mark, Polygon, Rect, Text
from facilitator.sheets.drawing.typeset import largest, paragraph, points
from facilitator.sheets.folder_acts import led, told_numbers
from facilitator.sheets.furniture import Brief, Draft

RED = (0.80, 0.05, 0.10)
BAND = 9.0
SIZES = (18, 17, 16, 15, 14, 13, 12)
TITLE = "Something went wrong"
FIRST = "Stop. Write down what was seen: it stays seen."


def home_page(
    brief: Brief, turns: EveryTurn, told: Merged, names: Mapping[EveryAct, str], sizes: Sizes
) -> Draft:
    """Return the page, in a red band with a warning sign in each corner, as large as it fits."""
    home = turns.home(told, Wording.BRIEF)
    area = brief.area.inset(BAND)
    marks, _ = largest(
        lambda size: _page(home, names, stops(home, told, names), sizes, area, size), SIZES, area.bottom
    )
    return Draft([*_band(brief.area), *marks], TITLE)


def _band(box: Box) -> list[Mark]:
    inner = box.inset(BAND - 3)
    marks: list[Mark] = [Rect(box, RED, 0), Rect(inner, WHITE, 0)]
    for x in (box.x + 0.6, box.right - 7.4):
        for y in (box.y + 0.5, box.bottom - 6.3):
            marks.append(Polygon(((x + 3.4, y), (x + 6.8, y + 5.8), (x, y + 5.8)), WHITE, 0.4, BLACK))
            marks.append(Text(x + 3.4, y + 5.1, "!", points(13), BOLD, CENTRE))
    return marks


def stops(home: Merged, told: Merged, names: Mapping[EveryAct, str]) -> dict[str, list[int]]:
    """Return, for each way home (the letters of its acts), after which of the numbered acts it is taken."""
    ways: dict[str, list[int]] = {}
    for at in sorted({int(at) for act in home.acts for at in act.facets[AT]}):
        name = names[told.acts[at - 1]] if at else "0"
        if name.isdecimal():
            way = " ".join(letter(act) for act in home.acts if str(at) in act.facets[AT])
            ways.setdefault(way, []).append(int(name))
    return ways


def _page(
    home: Merged,
    names: Mapping[EveryAct, str],
    ways: Mapping[str, Sequence[int]],
    sizes: Sizes,
    area: Box,
    size: float,
) -> tuple[list[Mark], float]:
    marks, y = paragraph(TITLE, area.x, area.y, area.w, points(26), BOLD)
    for text, font in (
        (FIRST, BOLD),
        (f"Where you were mixing: {_low(MIX_FIRST)}. Elsewhere: {_low(BACK_FIRST)}. Then home:", ""),
    ):
        more, y = paragraph(text, area.x, y + 1, area.w, size, font or "regular")
        marks += more
    more, y = _ways(ways, area, y + 2, size)
    marks += more
    for act in home.acts:
        more, y = _act(act, sizes, area, y + 1.2, size)
        marks += more
    y += 2
    marks.append(Line(area.x, y, area.right, y, 0.5))
    asked = any(one.first.cue.kind is Kind.ASK for one in names)
    after = f"Once {'a card was asked' if asked else 'the result lies open'}: {STANDS} {VOID}"
    more, y = paragraph(after, area.x, y + 1.2, area.w, size)
    return [*marks, *more], y


def _ways(ways: Mapping[str, Sequence[int]], area: Box, y: float, size: float) -> tuple[list[Mark], float]:
    """For each act the run may stand after, the letters of what is done."""
    marks: list[Mark] = []
    for way, numbers in ways.items():
        marks.append(Rect(Box(area.x, y, area.w, 1.28 * size), 0.9, 0))
        marks.append(
            Text(area.x + 1.5, y + 0.98 * size, f"After act {told_numbers(sorted(set(numbers)))}:", size)
        )
        marks.append(Text(area.x + 0.62 * area.w, y + 0.98 * size, way, size, BOLD))
        y += 1.28 * size + 0.9
    return marks, y


def _act(act: EveryAct, sizes: Sizes, area: Box, y: float, size: float) -> tuple[list[Mark], float]:
    marks: list[Mark] = [
        Rect(Box(area.x, y + 0.3, 8, 1.2 * size), BLACK, 0, 1),
        Text(area.x + 4, y + 0.3 + 0.95 * size, letter(act), size, BOLD, CENTRE, WHITE),
    ]
    for wording in act.wordings:
        sentence, check, _ = wording.lettered(sizes)
        more, y = led(
            wording.sample.verb, f"{sentence}. CHECK {check}", area.x + 10.5, y, area.w - 10.5, size
        )
        marks += more
    return marks, y


def letter(act: EveryAct) -> str:
    """Return the letter of an act of a way home."""
    return chr(ord("A") + act.number - 1)


def _low(words: str) -> str:
    return words[:1].lower() + words[1:]
