"""The turn folder: every act of a virtual turn with letters for its sizes, true for every turn of this table.

First the letters with boxes for tonight's numbers, then the acts in large type with the table before and after
each, what is left to chance, what is seldom, and last what to do when something went wrong.  All of it is set in
18 points where six pages hold it; where they do not, pictures become smaller, then the way home.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import combinations
from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple

from facilitator.machine.faces import ALPHA, BETA, DECK, DISCARDS, SLEEVES
from facilitator.machine.operations import Heading
from facilitator.machine.parts import Part
from facilitator.machine.perform import DefaultAnswers, operations
from facilitator.play.every_turn import ALONE, AT, EVERY, FEWER, NONE_FITS, ONE, EveryTurn, TurnNumbers
from facilitator.play.match import BACK_FIRST, DUEL_FIRST, MIX_FIRST, STANDS, VOID_ADVICE
from facilitator.play.run import narrator_for
from facilitator.sheets.drawing.marks import (
    BLACK,
    BOLD,
    CENTRE,
    REGULAR,
    RIGHT,
    WHITE,
    Box,
    Circle,
    Document,
    Line,
    Mark,
    Polygon,
    Rect,
    Text,
)
from facilitator.sheets.drawing.render import text_width
from facilitator.sheets.drawing.typeset import (
    ASCENT,
    CLEAR,
    LEADING,
    Beside,
    Block,
    fitted,
    paged,
    paragraph,
    points,
    reach,
    wrapped,
)
from facilitator.sheets.page import Brief, PageDraft, finish
from facilitator.sheets.pictures import drawn
from facilitator.table.load import Table
from facilitator.telling.diagram import as_seen
from facilitator.telling.draw import AreaSight, sights
from facilitator.telling.grouping import Kind, Wording
from facilitator.telling.instruction import phase_title
from facilitator.telling.merged import (
    ALL,
    DREW,
    FITS,
    INDEX,
    PAIRS,
    EveryAct,
    Facets,
    Lead,
    LetteredInstruction,
    Merged,
    Sizes,
    leads,
    pile,
    unless,
    variants,
)
from facilitator.words import listed

# ----------------------------------------------------------------------------------------------------
# The table before and after an act of the turn folder, drawn beside it.


SMALLEST = points(5)
"""What is written on a card of a picture is left out where it would be smaller."""
ARROW = 0.7
"""How wide the arrow between the pictures is drawn, mm."""
COLUMNS = 3
"""Of a row of columns so many are drawn."""


def around(act: EveryAct, box: Box) -> tuple[list[Mark], float]:
    """Return the table before and after, side by side, with an arrow between, and the y below; both bare: nothing."""
    before, after = sights(act.first.cue.ops, act.first.before, act.first.faces, COLUMNS)
    if not before.seen and not after.seen:
        return [], box.y
    half = (box.w - 7) / 2
    boxes = Box(box.x, box.y, half, box.h), Box(box.x + half + 7, box.y, half, box.h)
    pictures = [_sight(*one) for one in zip((before, after), boxes, strict=True)]
    low = max(bottom for _, bottom in pictures)
    y, x = box.y + (low - box.y) / 2, box.x + half + 1
    arrow = [Line(x, y, x + 4, y, ARROW), *_head(x + 5, y)]
    sides = (
        marks or [_bare(one._replace(h=low - box.y))] for (marks, _), one in zip(pictures, boxes, strict=True)
    )
    return [*arrow, *(mark for marks in sides for mark in marks)], low


def _bare(box: Box) -> Mark:
    """The table where nothing of it lies there: a frame of its own shape, lower than any card."""
    h = min(box.h, box.w / 2.4)
    return Rect(Box(box.x, box.y + (box.h - h) / 2, box.w, h), None, 0.25, 0.8)


def _head(x: float, y: float) -> list[Mark]:
    return [Line(x, y, x - 2.2, y - 1.6, ARROW), Line(x, y, x - 2.2, y + 1.6, ARROW)]


def _sight(sight: AreaSight, box: Box) -> tuple[list[Mark], float]:
    if not sight.seen:
        return [], box.y
    picture = as_seen(sight.seen, dict(sight.up), sight.area)
    bare = type(picture)(picture.cards)
    w, h = bare.size
    scale = min(box.w / w, box.h / h, 0.62)
    marks = drawn(bare, box.x + (box.w - w * scale) / 2, box.y, scale)
    legible = [mark for mark in marks if not isinstance(mark, Text) or mark.size >= SMALLEST]
    return legible, box.y + h * scale


# ----------------------------------------------------------------------------------------------------
# One act of the turn folder as a block: what hands do, what to check, when, and the table around it.


LARGE = points(18)
"""What is read at arm's length."""
NUMBER, BESIDE_PICTURES, HIGHEST, GAP = 13.0, 52.0, 27.0, 3.0
"""Columns for the number and for the two pictures, where these are highest, and the white between, mm."""
LOW = 13.0
"""Pictures are small at this height, mm."""
TICKS = 14
"""Circles to tick beside the check of a round; a longer round goes on without them."""


@dataclass(frozen=True, slots=True)
class Style:
    """How large things are: type in mm; pictures at most so high, none at 0; ``sizes``: numbers known."""

    size: float
    picture: float
    sizes: Sizes = field(default_factory=dict)

    @property
    def loose(self) -> bool:
        """Whether there is white between the acts: not where pictures are small already."""
        return self.picture > LOW


class Column(NamedTuple):
    """Where lines of type go, mm: from ``x`` and ``y`` on, ``width`` wide, past what stands beside them."""

    x: float
    y: float
    width: float
    past: Beside = CLEAR


class ActBlocks:
    """Draws acts ``width`` mm wide from ``x``; ``merged`` tells when they are done, ``names`` their numbers."""

    def __init__(
        self, merged: Merged, names: Mapping[EveryAct, str], x: float, width: float, style: Style
    ) -> None:
        self._merged, self._names, self._x, self._w, self._style = merged, names, x, width, style
        self._part = style.size / LARGE

    def block(self, act: EveryAct, usual: EveryAct | None = None, others: Sequence[EveryAct] = ()) -> Block:
        """Return an act; ``usual``: the act it is another wording of, ``others``: its own other wordings."""
        style, part = self._style, self._part
        x, y = self._x + NUMBER * part, 1.0 if style.loose else 0.4
        width = self._w - NUMBER * part
        marks = _badge(self._names[act], self._x, y, part, usual is not None)
        past, picture = self._beside(act if usual is None else None)
        condition = self.condition(act)
        for number, wording in enumerate(act.wordings):
            other = usual.wordings[number] if usual is not None else None
            more, y = self._told(wording, other, condition, Column(x, y, width, past))
            marks += more
            condition = ""
        if act.first.cue.kind is Kind.ROUND and usual is None:
            marks += self._ticks(marks, past)
        if usual is not None and _left_unsaid(act, usual):
            more, y = paragraph(f"The rest as in {self._names[usual]}.", x, y, width, style.size)
            marks += more
        if act.again is not None:
            again = self._again(act, act.again)
            more, y = paragraph(again, x, y, width, style.size, BOLD, past=past)
            marks += more
        if others:
            see = (f"{self._instead(one, act)}: {self._names[one]}" for one in others)
            more, y = paragraph(f"But if {'; '.join(see)}.", x, y, width, style.size, past=past)
            marks += more
        marks, y = [*marks, *picture], max(y, past.low)
        y += 1.6 if style.loose else 0.5
        marks.append(Line(self._x, y, self._x + self._w, y, 0.2, 0.45))
        return Block(tuple(marks), y + (0.6 if style.loose else 0.1))

    def _ticks(self, marks: Sequence[Mark], past: Beside) -> list[Mark]:
        """Circles to tick, one a challenger, after the check that was drawn last."""
        check = reach(next(mark for mark in reversed(marks) if isinstance(mark, Text)))
        part, left = self._part, check.right + 7 * self._part
        right = self._x + self._w - sum(past.shorter(check.y, self._style.size)[:1])
        fit = min(TICKS, int((right - left - 3 * part) / (8.2 * part)) + 1)
        middle = check.y + check.h / 2
        return [Circle(left + 8.2 * part * i, middle, 3 * part, None, 0.45) for i in range(fit)]

    def _beside(self, act: EveryAct | None) -> tuple[Beside, list[Mark]]:
        """Return the pictures of an act, and the room that type leaves them; none where there is no act."""
        if act is None or not self._style.picture:
            return CLEAR, []
        wide = BESIDE_PICTURES * self._style.picture / HIGHEST
        picture, low = around(act, Box(self._x + self._w - wide, 1.5, wide, self._style.picture))
        return (Beside(low, wide + GAP) if picture else CLEAR), picture

    def condition(self, act: EveryAct) -> str:
        """Return when an act is done, where it is not always."""
        parts = []
        if asked := self._asked(leads(self._merged, act)):
            parts.append(f"IF {asked}{', or where nothing is asked' * (None in act.answers)}")
        if only := self._only(act):
            parts.append(f"if {only}" if not parts else f"and {only}")
        if counted := pile(self._merged, act):
            parts.append(f"{'and' if parts else 'if'} {counted}")
        if left_out := self._left_out(act):
            parts.append(f"(not {left_out})" if parts else f"Not {left_out}")
        said = " ".join(parts)
        return f"{said[:1].upper()}{said[1:]}:" if said else ""

    def _left_out(self, act: EveryAct) -> str:
        """Return what an act is left out for; acts before it by their names."""
        found = unless(self._merged, act)
        so, after = list[str](), list[str]()
        for one in found:
            read = (f"{answer_words(one.read)} read last",) if one.read else ()
            if one.after is None:
                so.append(" and ".join((*read, *one.so)))
            elif one.after in self._names:  # else it is not printed, and so not done before
                after.append(
                    f"{self._names[one.after]} ({', '.join(one.so)})" if one.so else self._names[one.after]
                )
        said = [f"{head} {listed(some, 'or')}" for head, some in (("if", so), ("after", after)) if some]
        return " or ".join(said)

    def _asked(self, led_by: Sequence[Lead]) -> str:
        """Return answers and where they were read, if that is printed; those of questions answered alike together."""
        where: dict[tuple[str, ...], list[str]] = {}
        for asked, answers in led_by:
            if asked in self._names:
                where.setdefault(answers, []).append(self._names[asked])
        said = [
            f"{listed([answer_words(one) for one in answers], 'or')} in {listed(sorted(names, key=_in_order), 'or')}"
            for answers, names in where.items()
        ]
        return listed(said, "or") if said else ""

    def _instead(self, other: EveryAct, act: EveryAct) -> str:
        """Return when another wording of an act is done in its place."""
        led_by = leads(self._merged, other)
        asked = f" and {self._asked(led_by)}" if led_by and not leads(self._merged, act) else ""
        return f"{self._only(other)}{asked}"

    def _only(self, act: EveryAct) -> str:
        """Return under what an act comes up, where that is not the usual."""
        return ", ".join(" or ".join(values) for values in self._merged.only(act))

    def _again(self, act: EveryAct, back: EveryAct) -> str:
        """Return what to do after an act that may be followed by an earlier one."""
        answers = tuple(back.answers.get(act.key, ()))
        asked = (
            f"IF {listed([answer_words(one) for one in answers], 'or')}: again" if any(answers) else "Again"
        )
        return f"{asked} from {self._names.get(back, '')}, as long as there is one more."

    def _told(
        self, wording: LetteredInstruction, other: LetteredInstruction | None, condition: str, at: Column
    ) -> tuple[list[Mark], float]:
        """One instruction; of another wording of an act only what it says otherwise."""
        size, (x, y, width, past) = self._style.size, at
        sentence, check, question = wording.lettered(self._style.sizes)
        same = other.lettered(self._style.sizes) if other is not None else ("", "", "")
        marks: list[Mark] = []
        if sentence != same[0]:
            head = f"{condition} {wording.sample.verb}".strip()
            more, y = led(head, f"{sentence}.", at, size)
            marks += more
            condition = ""
        if check and check != same[1]:
            box = 0.72 * size
            marks.append(Rect(Box(x, y + 0.19 * size, box, box), None, 0.45))
            more, y = led(f"{condition} CHECK".strip(), check, Column(x + size, y, width - size, past), size)
            marks += more
        if question and question != same[2]:
            bits = [answer_words(one) for one in wording.sample.ask if set(one) <= {ALPHA, BETA}]
            asked = f"{question} {' / '.join(bits)}".strip()
            more, y = paragraph(asked, x, y, width, size, BOLD, past=past)
            marks += more
        return marks, y


def _left_unsaid(act: EveryAct, usual: EveryAct) -> bool:
    """Tell whether something of the usual act is not said again: it holds as well."""
    pairs = zip(act.wordings, usual.wordings, strict=True)
    return any(
        one and one == other
        for own, its in pairs
        for one, other in zip(own.lettered({}), its.lettered({}), strict=True)
    )


def _in_order(name: str) -> tuple[int, str]:
    number = name.rstrip(ascii_lowercase)
    return int(number) if number.isdigit() else 0, name


def answer_words(answer: str) -> str:
    """Return an answer as it lies on the table."""
    return " ".join(answer) if set(answer) <= {ALPHA, BETA} else answer


def led(head: str, text: str, at: Column, size: float, font: str = REGULAR) -> tuple[list[Mark], float]:
    """Return a paragraph that begins with bold words."""
    x, y, width, past = at
    *above, head = wrapped(head, width, size, BOLD, past.shorter(y, size))
    marks: list[Mark] = []
    for line in above:
        marks.append(Text(x, y + ASCENT * size, line, size, BOLD))
        y += LEADING * size
    indent = text_width(f"{head} ", size, BOLD) + 0.6
    marks.append(Text(x, y + ASCENT * size, head, size, BOLD))
    here, *below = past.shorter(y, size) or [0.0]
    for i, line in enumerate(wrapped(text, width, size, font, [indent + here, *below])):
        if line:
            marks.append(Text(x + (0 if i else indent), y + ASCENT * size, line, size, font))
        y += LEADING * size
    return marks, y


def _badge(name: str, x: float, y: float, part: float, light: bool) -> list[Mark]:
    box = Box(x, y, 11 * part, 8 * part)
    return [
        Rect(box, WHITE if light else BLACK, 0.5, 1.2 * part),
        Text(
            x + 5.5 * part,
            y + 6.1 * part,
            name,
            LARGE * part,
            BOLD,
            CENTRE,
            BLACK if light else WHITE,
        ),
    ]


# ----------------------------------------------------------------------------------------------------
# The folder's last pages: something went wrong.  What hands do first, and the way home from every act.


RED = (0.80, 0.05, 0.10)
TOP, BAND, MARGIN = 11.0, 3.0, 5.0
"""How wide the band is, above with its title and elsewhere, and where type begins, mm."""
HOME_SIZES = (18, 17, 16, 15, 14, 13, 12)
HOME_TITLE = "Something went wrong"
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
    for size in map(points, HOME_SIZES):
        blocks = _blocks(home, stops(home, told, names), sizes, area, size, first)
        found = paged(blocks, area)
        if len(found) <= pages:
            break
    while len(less := paged(blocks, area := area._replace(h=area.h - 4))) == len(found) > 1:
        found = less  # as much on one page as on the other
    return [
        PageDraft([*_band(brief.area), *marks], "" if number else HOME_TITLE)
        for number, marks in enumerate(found)
    ]


def _within(box: Box) -> Box:
    """Return what the band leaves for type."""
    return Box(box.x + MARGIN, box.y + TOP + 1.5, box.w - 2 * MARGIN, box.h - TOP - BAND - 2)


def _band(box: Box) -> list[Mark]:
    inner = Box(box.x + BAND, box.y + TOP, box.w - 2 * BAND, box.h - TOP - BAND)
    title = Text(box.x + box.w / 2, box.y + TOP - 3.2, HOME_TITLE, points(24), BOLD, CENTRE, WHITE)
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
    after, y = led(
        "Once the result lies open:", f"{_low(STANDS)} {VOID_ADVICE}", Column(area.x, 2, area.w), size
    )
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


# ----------------------------------------------------------------------------------------------------
# The folder's half page on a question to a covered hand: when it is asked, how it goes, what the answer means.


ACTS = (
    "Acts 1 to {last} of a turn, the hand that is asked in the virtual hand's place, the virtual seats' hands "
    "among the others; {pairs}β α below every card that is asked for."
)
ONE_PAIR = "one pair a column; "
ANSWER = "Act {last}, the champion's own pair, is the answer. β α: {yes} α β: {no}"
HOME = "Turn no card over. Bit cards to the box, face down, mixed; every hand home by its markers."


def question_blocks(
    turns: EveryTurn, told: Merged, names: Mapping[EveryAct, str], area: Box, size: float
) -> list[Block]:
    """Return the blocks, none where nobody's hand is ever asked; ``told``: the usual turn's acts, by ``names``."""
    if not turns.questions:
        return []
    title, when, asked, yes, no = turns.questions
    last = next(names[act] for act in told.now(told.usual) if act.first.cue.kind is Kind.RESULT)
    pairs = ONE_PAIR if len(told.facets.get("pairs", ())) > 1 else ""
    answer = ANSWER.format(last=last, yes=yes, no=no)
    blocks = []
    for text in (title, when, asked, ACTS.format(last=last, pairs=pairs), answer, HOME):
        lines, y = paragraph(text, area.x, 0.4, area.w, size, BOLD if text is title else REGULAR)
        blocks.append(Block(tuple(lines), y + 0.8, keep=text is title))
    return blocks


# ----------------------------------------------------------------------------------------------------


PAGES = 6
"""A folder has at most so many."""
PICTURES = (27.0, 22.0, 17.0, 13.0)
"""How high pictures are at most, mm."""
SIZES = (18, 17, 16, 15, 14, 13, 12, 11, 10)
"""Points; smaller than the first only where classes lead through very many acts."""


@dataclass(frozen=True, slots=True)
class Now:
    """What is known of the turn at hand: its sizes by letter, and what sets it apart."""

    sizes: Sizes
    facets: Facets


def folder(table: Table, brief: Brief, moment: TurnNumbers | None = None) -> Document:
    """Return the turn folder of this table; ``moment``: with its numbers."""
    turns = EveryTurn(table)
    told = turns.told(Wording.BRIEF)
    now = Now(*turns.now(moment)) if moment else Now({}, {})
    pages = _Pages(brief, turns, told, now)
    way = ways_home(turns, told)
    sleeves = table.equipment == SLEEVES
    homes = [home_pages(brief, way, told, pages.names, now.sizes, n, sleeves) for n in (2, 1)]
    for size, home, picture in (
        *((SIZES[0], home, picture) for home in homes for picture in PICTURES),
        *((size, home, picture) for size in SIZES for picture in (PICTURES[-1], 0.0) for home in homes),
    ):
        acts = pages.acts(Style(points(size), picture, now.sizes))
        if len(acts) + len(home) <= PAGES:
            break
    return finish("folder", "Turn folder", brief, [*acts, *home])


def names_of(told: Merged, usual: Facets) -> dict[EveryAct, str]:
    """Return what every act is called: the usual ones by numbers, others by the number and a letter.

    The number is that of the act it is done in place of, else of the act that is done before it; what is not
    printed has no letter.
    """
    main = told.now(usual)
    names = {act: str(number) for number, act in enumerate(main, 1)}
    instead, count, before = variants(told, main), Counter[str](), "0"
    for act in told.acts:
        if act not in names:
            done = [int(names[one].rstrip(ascii_lowercase)) for one in told.before(act)]
            own = names[instead[act]] if act in instead else str(max(done)) if done else before
            count[own] += not hidden(act)
            names[act] = own if hidden(act) else f"{own}{ascii_lowercase[count[own] % 26]}"
        before = names[act].rstrip(ascii_lowercase)
    return names


def hidden(act: EveryAct) -> bool:
    """Tell whether an act is not printed: the usual one says it too.

    What is laid below fewer kinds of cards, and what is done where hardly a card but the hand's is left (`LEFT_OUT`).
    """
    others, fits = act.facets.get("others", {}), act.facets.get("fits", {})
    fewer = act.first.cue.kind is Kind.PAIRS and bool(fits) and set(fits) <= {FEWER, EVERY, NONE_FITS}
    return fewer or (bool(others) and set(others) <= {ONE, ALONE})


# -- the pages of acts -------------------------------------------------------------------------------


class _Pages:
    """The pages before the way home."""

    def __init__(self, brief: Brief, turns: EveryTurn, told: Merged, now: Now) -> None:
        self._brief, self._turns, self._told, self._now = brief, turns, told, now
        self._lot = turns.lot(Wording.BRIEF)
        usual = {**told.usual, **now.facets}
        self.names = names_of(told, usual)
        self._main = told.now(usual)
        self._instead = variants(told, self._main)

    def acts(self, style: Style) -> list[PageDraft]:
        """Return the letters, the usual acts, a lot's, and what is seldom."""
        area, bare = self._brief.area, replace(style, picture=0)
        blocks = [_letters(self._brief, self._turns, self._told, self._now.sizes), *self._usual(style)]
        if self._lot is not None:
            blocks += [tab(self._brief, LOT), *_lot(self._lot, area.x, area.w, bare)]
        if seldom := self._seldom(bare, area):
            blocks += [tab(self._brief, SELDOM), *seldom]
        return [PageDraft(marks, "" if n else TITLE) for n, marks in enumerate(paged(blocks, area))]

    def _usual(self, style: Style) -> list[Block]:
        """The acts that come up turn for turn, a tab before each stage."""
        rows = ActBlocks(self._told, self.names, self._brief.area.x, self._brief.area.w, style)
        blocks, phase = list[Block](), None
        for act in self._main:
            if act.first.heading.part.phase is not phase:
                phase = act.first.heading.part.phase
                blocks.append(tab(self._brief, phase_title(phase)))
            blocks.append(
                rows.block(act, None, [one for one in self._rest() if self._instead.get(one) is act])
            )
        return blocks

    def _seldom(self, style: Style, area: Box) -> list[Block]:
        """Acts that are worded otherwise in some turns, and a question; nothing where the turn at hand is known."""
        rows = ActBlocks(self._told, self.names, area.x, area.w, style)
        if self._now.facets:
            return []
        return [
            *self._rule(area, style.size),
            *(rows.block(act, self._instead.get(act)) for act in self._rest()),
            *question_blocks(self._turns, self._told, self.names, area, style.size),
        ]

    def _rule(self, area: Box, size: float) -> list[Block]:
        if not (rule := list_rule(self._turns)):
            return []
        marks, y = paragraph(rule, area.x, 0.4, area.w, size)
        return [Block(tuple(marks), y + 0.5)]

    def _rest(self) -> list[EveryAct]:
        rest = [act for act in self._told.acts if act not in self._main and not hidden(act)]
        return sorted(rest, key=lambda act: int(self.names[act].rstrip(ascii_lowercase)))


def _lot(lot: Merged, x: float, width: float, style: Style) -> list[Block]:
    """The acts of a lot, lettered."""
    names = {act: ascii_uppercase[act.number - 1] for act in lot.acts}
    return [ActBlocks(lot, names, x, width, style).block(act) for act in lot.acts]


def tab(brief: Brief, words: str) -> Block:
    """A stage's name, on a band that runs to the edge of the paper."""
    area, right = brief.area, brief.paper.printable.right
    marks = (
        Rect(Box(area.x, 0.6, right - area.x, 7.4), BLACK, 0),
        Text(area.x + 2, 6.4, words, LARGE, BOLD, ink=WHITE),
    )
    return Block(marks, 8.4, keep=True)


def _letters(brief: Brief, turns: EveryTurn, told: Merged, sizes: Sizes) -> Block:
    """What every letter is, with a box for tonight's number."""
    area, y = brief.area, 1.0
    marks, y = paragraph(TITLE, area.x, y, area.w, points(22), BOLD)
    each = (area.w - 6) / 2
    rows = letter_words(turns, told)
    for number, (letter, words) in enumerate(rows):
        x, top = area.x + number % 2 * (each + 6), y + 2 + number // 2 * PITCH
        size = fitted(words, each - 33, LARGE)
        marks += [
            Text(x, top + 6.6, f"{letter} =", points(20), BOLD),
            Rect(Box(x + 13, top, 17, 8.8), WHITE, 0.6, 1),
            Text(x + 32.5, top + 6.4, words, size),
        ]
        if letter in sizes:
            marks.append(Text(x + 21.5, top + 6.8, str(sizes[letter]), points(20), BOLD, CENTRE))
    y += 3 + (len(rows) + 1) // 2 * PITCH
    if rule := last_rule(told):
        more, y = paragraph(rule, area.x, y, area.w, LARGE)
        marks += more
    if len(turns.virtual) > 1:
        for seat in turns.virtual:
            names = turns.names(seat)
            text = f"{seat}'s turn: {', '.join(f'{name} is {who}' for who, name in names.items())}."
            more, y = paragraph(text, area.x, y, area.w, LARGE)
            marks += more
    return Block(tuple(marks), y + 2)


LEFT_OUT = "Who has no card is left out of every list, what nobody has out of every act. One pile alone is not mixed."
TWO_ALONE = "Two piles alone go into opaque envelopes, as they lie: {}, {}."
AS_IN_A_DUEL = "Two alone are exchanged as in a duel."
"""Two piles that everyone would mix: all would see which is which."""
STAY = "The columns stay where a virtual turn follows a played card and no other hand, nor the deck, changed."
PITCH = 9.8
"""From one letter's box to that below it, mm."""
LAST = "Of several acts after IF the last one read counts."
TITLE = "Every turn: letters stand for tonight's numbers"
LOT = "If something is left to chance with the card"
FITTING = ("cards that fit", *(f"of the {n} kind" for n in ("next", "third", "fourth", "fifth", "sixth")))
SELDOM = "Seldom: done otherwise, or besides"


def list_rule(turns: EveryTurn) -> str:
    """Return how acts are read in a turn in which not everybody has cards."""
    ops = operations(next(iter(turns.openings.values())).plan.recipe, DefaultAnswers())
    duels = any(isinstance(op, Heading) and op.part in (Part.DUEL, Part.DUELS) for op in ops)
    two = AS_IN_A_DUEL if duels else TWO_ALONE.format(*narrator_for(turns.table).exchange())
    rule = f"{LEFT_OUT} {two}"
    return f"{rule} {STAY}" if turns.chains else rule


def last_rule(told: Merged) -> str:
    """Return which of the questions counts that lead to an act; empty where no turn reads two of them."""
    asked = ([one for one, _ in leads(told, act)] for act in told.acts if not hidden(act))
    return LAST if any(one in other.beside for some in asked for one, other in combinations(some, 2)) else ""


def letter_words(turns: EveryTurn, told: Merged) -> list[tuple[str, str]]:
    """Return every letter the folder uses, and what it stands for."""
    names, used = {DECK: "the deck", DISCARDS: "the discards"}, told.letters
    found = [
        (letter, names.get(owner, f"{owner}'s hand"))
        for owner, letter in turns.letters.items()
        if letter in used
    ]
    found.append((ALL, "all cards laid out"))
    found += [(letter, word) for letter, word in zip(FITS, FITTING, strict=True) if letter in used]
    found += [(PAIRS, "pairs a column")] if turns.several else []
    if DREW in used:
        found.append((DREW, "cards drawn"))
    if INDEX in used:
        found.append((INDEX, "which pile it is"))
    return found


# ----------------------------------------------------------------------------------------------------
# The full wording: one act a number in whole sentences, to learn a turn from; the folder has the brief one.


WORDING_TITLE = "The usual turn in full"
WORDING_SIZE = points(14)
"""Read in the hand, before the first turn: what is read at the table stands in the folder."""


def wording(table: Table, brief: Brief) -> Document:
    """Return the usual turn's acts in the full wording, a tab before each stage."""
    turns, area = EveryTurn(table), brief.area
    told = turns.told(Wording.FULL)
    main = told.now(told.usual)
    names = {act: name for act, name in names_of(told, told.usual).items() if act in main}
    rows = ActBlocks(told, names, area.x, area.w, Style(WORDING_SIZE, 0))
    letters = ", ".join(f"{letter}: {words}" for letter, words in letter_words(turns, told))
    marks, y = paragraph(WORDING_TITLE, area.x, 1, area.w, points(22), BOLD)
    more, y = paragraph(f"{letters}. {list_rule(turns)}".strip(), area.x, y + 1, area.w, WORDING_SIZE)
    blocks, phase = [Block((*marks, *more), y + 2)], None
    for act in main:
        if act.first.heading.part.phase is not phase:
            phase = act.first.heading.part.phase
            blocks.append(tab(brief, phase_title(phase)))
        blocks.append(rows.block(act))
    drafts = [
        PageDraft(marks, "" if number else WORDING_TITLE) for number, marks in enumerate(paged(blocks, area))
    ]
    return finish("wording", "Full wording", brief, drafts)
