"""The folder's last pages: something went wrong.  What hands do first, and the way home from every act."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from string import ascii_lowercase, ascii_uppercase

from facilitator.play.every_turn import AT, EveryTurn
from facilitator.play.giving_up import BACK_FIRST, DUEL_FIRST, MIX_FIRST, STANDS, VOID
from facilitator.readings.grouping import Kind, Wording
from facilitator.readings.letters import Sizes
from facilitator.readings.merged import EveryAct, Merged
from facilitator.sheets.blocks import Block, paged
from facilitator.sheets.drawing.geometry import Box
from facilitator.sheets.drawing.marks import (
    BLACK,
    BOLD,
    CENTRE,
    RIGHT,
    WHITE,
    Line,
    Mark,
    Polygon,
    Rect,
    Text,
)
from facilitator.sheets.drawing.render import text_width
from facilitator.sheets.drawing.typeset import points
from facilitator.sheets.folder_acts import Column, led
from facilitator.sheets.furniture import Brief, PageDraft

RED = (0.80, 0.05, 0.10)
TOP, BAND, MARGIN = 11.0, 3.0, 5.0
"""How wide the band is, above with its title and elsewhere, and where type begins, mm."""
SIZES = (18, 17, 16, 15, 14, 13, 12)
TITLE = "Something went wrong"
FIRST = "Stop. Note what was seen: it stays."
FINISH = "Taking a row out, or giving back: finish it."
"""Where play says to finish the step that came up last."""


def ways_home(turns: EveryTurn, told: Merged) -> Merged:
    """Return the ways home, of the acts that are printed: else what nobody has is left out of every act."""
    home = turns.home(told, Wording.BRIEF)
    return replace(home, acts=[act for act in home.acts if AT in act.facets])


def home_pages(
    brief: Brief,
    home: Merged,
    told: Merged,
    names: Mapping[EveryAct, str],
    sizes: Sizes,
    pages: int,
    sleeves: bool = False,
) -> list[PageDraft]:
    """Return the pages, in a red band with a warning sign in each corner, as large as so many hold it."""
    area = _within(brief.area)
    first = _first({one.first.cue.kind for one in names}, sleeves)
    for size in map(points, SIZES):
        blocks = _blocks(home, stops(home, told, names), sizes, area, size, first)
        found = paged(blocks, area)
        if len(found) <= pages:
            break
    while len(less := paged(blocks, area := area._replace(h=area.h - 4))) == len(found) > 1:
        found = less  # as much on one page as on the other
    return [
        PageDraft([*_band(brief.area), *marks], "" if number else TITLE) for number, marks in enumerate(found)
    ]


def _within(box: Box) -> Box:
    """Return what the band leaves for type."""
    return Box(box.x + MARGIN, box.y + TOP + 1.5, box.w - 2 * MARGIN, box.h - TOP - BAND - 2)


def _band(box: Box) -> list[Mark]:
    inner = Box(box.x + BAND, box.y + TOP, box.w - 2 * BAND, box.h - TOP - BAND)
    title = Text(box.x + box.w / 2, box.y + TOP - 3.2, TITLE, points(24), BOLD, CENTRE, WHITE)
    marks: list[Mark] = [Rect(box, RED, 0), Rect(inner, WHITE, 0), title]
    for x in (box.x + 2.5, box.right - 9.3):
        for y in (box.y + 2.4, box.bottom - 6.3):
            marks.append(Polygon(((x + 3.4, y), (x + 6.8, y + 5.8), (x, y + 5.8)), WHITE, 0.4, BLACK))
            marks.append(Text(x + 3.4, y + 5.1, "!", points(13), BOLD, CENTRE))
    return marks


def stops(home: Merged, told: Merged, names: Mapping[EveryAct, str]) -> dict[str, list[int]]:
    """Return, for each way home (the letters of its acts), after which of the numbered acts it is taken.

    What is worded otherwise in some turns counts as the act of that number.
    """
    after: dict[int, dict[str, None]] = {}
    letters = lettered(home)
    for act in home.acts:
        for at in map(int, act.facets[AT]):
            number = int(names[told.acts[at - 1]].rstrip(ascii_lowercase)) if at else 0
            after.setdefault(number, {})[letters[act]] = None
    ways: dict[str, list[int]] = {}
    for number in sorted(after):
        ways.setdefault(" ".join(sorted(after[number])), []).append(number)
    return ways


def _first(kinds: Set[Kind], sleeves: bool) -> str:
    """Return what hands do before the way home, as play says it."""
    parts = [f"If you were mixing: {_low(MIX_FIRST)}."]
    if Kind.TAKE in kinds:
        parts.append(FINISH)
    if kinds & {Kind.ROUND, Kind.DUEL}:
        parts.append(f"In a duel: {_low(DUEL_FIRST[sleeves])}.")
    return " ".join([*parts, f"Else: {_low(BACK_FIRST)}. Then home, after act"])


def _blocks(
    home: Merged, ways: Mapping[str, Sequence[int]], sizes: Sizes, area: Box, size: float, first: str
) -> list[Block]:
    marks, y = led(FIRST, first, Column(area.x, 0, area.w), size)
    blocks = [Block(tuple(marks), y + 1.2), *_ways(ways, area, size)]
    where: dict[str, str] = {}  # of a check, the act that says it first
    blocks += [_act(act, name, sizes, where, area, size) for act, name in lettered(home).items()]
    after, y = led("Once the result lies open:", f"{_low(STANDS)} {VOID}", Column(area.x, 2, area.w), size)
    return [*blocks, Block((Line(area.x, 1, area.right, 1, 0.5), *after), y)]


def _ways(ways: Mapping[str, Sequence[int]], area: Box, size: float) -> Iterator[Block]:
    """For each act the run may stand after, the letters of what is done; as many in a row as fit."""
    said = [(f"{told_numbers(sorted(set(numbers)))}:", way) for way, numbers in ways.items()]
    gap, high = 3.0, 1.28 * size
    wide = max((text_width(f"{one} {way}", size, BOLD) for one, way in said), default=0) + 4
    beside = max(1, int((area.w + gap) / (wide + gap)))
    width = (area.w + gap) / beside - gap
    for start in range(0, len(said), beside):
        marks: list[Mark] = []
        for number, (one, way) in enumerate(said[start : start + beside]):
            x = area.x + number * (width + gap)
            marks += [
                Rect(Box(x, 0, width, high), 0.9, 0),
                Text(x + 1.5, 0.98 * size, one, size),
                Text(x + width - 1.5, 0.98 * size, way, size, BOLD, RIGHT),
            ]
        yield Block(tuple(marks), high + 0.6)


def _act(act: EveryAct, name: str, sizes: Sizes, where: dict[str, str], area: Box, size: float) -> Block:
    y = 0.6
    marks: list[Mark] = [
        Rect(Box(area.x, y - 0.2, 8, 1.2 * size), BLACK, 0, 1),
        Text(area.x + 4, y - 0.2 + 0.95 * size, name, size, BOLD, CENTRE, WHITE),
    ]
    for wording in act.wordings:
        sentence, check, _ = wording.lettered(sizes)
        first = where.setdefault(check, name)
        said = f"{sentence}. CHECK {check if first == name else f'as {first}.'}"
        more, y = led(wording.sample.verb, said, Column(area.x + 9.5, y, area.w - 9.5), size)
        marks += more
    return Block(tuple(marks), y)


def told_numbers(numbers: Sequence[int]) -> str:
    """Return numbers in a list, neighbours as a span.

    >>> told_numbers([1, 3, 4, 5, 8])
    '1, 3–5, 8'
    """
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][-1] == number - 1:
            spans[-1].append(number)
        else:
            spans.append([number])
    return ", ".join(f"{one[0]}–{one[-1]}" if len(one) > 1 else str(one[0]) for one in spans)


def lettered(home: Merged) -> dict[EveryAct, str]:
    """Return what each act of the ways home is called."""
    return dict(zip(home.acts, ascii_uppercase, strict=False))


def _low(words: str) -> str:
    return words[:1].lower() + words[1:]
