"""One act of the turn folder as a block: what hands do, what to check, when, and the table around it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from string import ascii_lowercase

from facilitator.machine.faces import ALPHA, BETA
from facilitator.readings.before_after import Sight, sights
from facilitator.readings.diagram import as_seen
from facilitator.readings.grouping import Kind
from facilitator.readings.leads import Lead, leads, unless
from facilitator.readings.letters import Sizes, Wording
from facilitator.readings.merged import EveryAct, Merged
from facilitator.sheets.blocks import Block
from facilitator.sheets.drawing.geometry import Box
from facilitator.sheets.drawing.marks import (
    BLACK,
    BOLD,
    CENTRE,
    REGULAR,
    WHITE,
    Circle,
    Line,
    Mark,
    Rect,
    Text,
)
from facilitator.sheets.drawing.render import text_width
from facilitator.sheets.drawing.typeset import ASCENT, LEADING, paragraph, points, wrapped
from facilitator.sheets.pictures import drawn
from facilitator.wording import listed

LARGE = points(18)
"""What is read at arm's length."""
NUMBER, PICTURES, HIGHEST, GAP = 13.0, 52.0, 27.0, 3.0
"""Columns for the number and for the two pictures, where these are highest, and the white between, mm."""
SMALLEST = points(5)
"""What is written on a card of a picture is left out where it would be smaller."""
COLUMNS = 3
"""Of a row of columns so many are drawn."""
TICKS = 14
"""Circles to tick under a round; a longer round goes on beside them."""


@dataclass(frozen=True, slots=True)
class Style:
    """How large things are: type in mm; pictures at most so high, none at 0; ``sizes``: numbers known."""

    size: float
    picture: float
    sizes: Sizes = field(default_factory=dict)


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
        pictured = usual is None and style.picture > 0
        x, y = self._x + NUMBER * part, 1.0 if style.picture else 0.4
        beside = PICTURES * style.picture / HIGHEST
        width = self._w - NUMBER * part - (beside + GAP if pictured else 0)
        marks = _badge(self._names[act], self._x, y, part, usual is not None)
        condition = self.condition(act)
        for number, wording in enumerate(act.wordings):
            other = usual.wordings[number] if usual is not None else None
            more, y = self._told(wording, other, condition, x, y, width)
            marks += more
            condition = ""
        if act.first.cue.kind is Kind.ROUND and usual is None:
            step = 8.2 * part
            fit = min(TICKS, int(width / step))
            marks += [
                Circle(x + (3 + 8.2 * i) * part, y + 4.2 * part, 3 * part, None, 0.45) for i in range(fit)
            ]
            y += 9.4 * part
        if usual is not None and _left_unsaid(act, usual):
            more, y = paragraph(f"The rest as in {self._names[usual]}.", x, y, width, style.size)
            marks += more
        if act.again is not None:
            more, y = paragraph(self._again(act, act.again), x, y, width, style.size, BOLD)
            marks += more
        if others:
            see = (f"{self._instead(one, act)}: {self._names[one]}" for one in others)
            more, y = paragraph(f"But if {'; '.join(see)}.", x, y, width, style.size)
            marks += more
        if pictured:
            more, low = _around(act, Box(self._x + self._w - beside, 1.5, beside, style.picture))
            marks, y = [*marks, *more], max(y, low)
        y += 1.6 if style.picture else 0.5
        marks.append(Line(self._x, y, self._x + self._w, y, 0.2, 0.45))
        return Block(tuple(marks), y + (0.6 if style.picture else 0.1))

    def condition(self, act: EveryAct) -> str:
        """Return when an act is done, where it is not always."""
        parts = []
        if led_by := leads(self._merged, act):
            parts.append(f"IF {self._asked(led_by)}{', or where nothing is asked' * (None in act.answers)}")
        if only := self._only(act):
            parts.append(f"if {only}" if not parts else f"and {only}")
        if left_out := unless(self._merged, act):
            parts.append(
                f"{'' if parts else 'Not '}{'(not ' if parts else ''}if {listed(left_out, 'or')}"
                f"{')' if parts else ''}"
            )
        if pile := self._merged.pile(act):
            parts.append(f"{'and' if parts else 'if'} {pile}")
        said = " ".join(parts)
        return f"{said[:1].upper()}{said[1:]}:" if said else ""

    def _asked(self, led_by: Sequence[Lead]) -> str:
        """Return answers and where they were read; those of questions that are answered alike together."""
        where: dict[tuple[str, ...], list[str]] = {}
        for asked, answers in led_by:
            if asked in self._names:
                where.setdefault(answers, []).append(self._names[asked])
        said = [
            f"{listed([answer_words(one) for one in answers], 'or')} in {listed(sorted(names, key=_in_order), 'or')}"
            for answers, names in where.items()
        ]
        return listed(said, "or")

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
        self, wording: Wording, other: Wording | None, condition: str, x: float, y: float, width: float
    ) -> tuple[list[Mark], float]:
        """One instruction; of another wording of an act only what it says otherwise."""
        size = self._style.size
        sentence, check, question = wording.lettered(self._style.sizes)
        same = other.lettered(self._style.sizes) if other is not None else ("", "", "")
        marks: list[Mark] = []
        if sentence != same[0]:
            more, y = led(f"{condition} {wording.sample.verb}".strip(), f"{sentence}.", x, y, width, size)
            marks += more
            condition = ""
        if check and check != same[1]:
            box = 0.72 * size
            marks.append(Rect(Box(x, y + 0.19 * size, box, box), None, 0.45))
            more, y = led(f"{condition} CHECK".strip(), check, x + size, y, width - size, size)
            marks += more
        if question and question != same[2]:
            bits = [answer_words(one) for one in wording.sample.ask if set(one) <= {ALPHA, BETA}]
            more, y = paragraph(f"{question} {' / '.join(bits)}".strip(), x, y, width, size, BOLD)
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


def led(
    head: str, text: str, x: float, y: float, width: float, size: float, font: str = REGULAR
) -> tuple[list[Mark], float]:
    """Return a paragraph that begins with bold words."""
    *above, head = wrapped(head, width, size, BOLD)
    marks: list[Mark] = []
    for line in above:
        marks.append(Text(x, y + ASCENT * size, line, size, BOLD))
        y += LEADING * size
    indent = text_width(f"{head} ", size, BOLD) + 0.6
    marks.append(Text(x, y + ASCENT * size, head, size, BOLD))
    if text_width(text.partition(" ")[0], size, font) > width - indent:
        indent, y = 0.0, y + LEADING * size
    for i, line in enumerate(wrapped(text, width, size, font, first=indent)):
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


def _around(act: EveryAct, box: Box) -> tuple[list[Mark], float]:
    """The table before and after, side by side, with an arrow between."""
    before, after = sights(act.first.cue.ops, act.first.before, act.first.faces, COLUMNS)
    if not before.seen and not after.seen:
        return [], box.y
    half = (box.w - 7) / 2
    boxes = Box(box.x, box.y, half, box.h), Box(box.x + half + 7, box.y, half, box.h)
    pictures = [_sight(*one) for one in zip((before, after), boxes, strict=True)]
    low = max(bottom for _, bottom in pictures)
    y, x = box.y + (low - box.y) / 2, box.x + half + 1
    arrow = [Line(x, y, x + 4, y, 0.7), *_head(x + 5, y)]
    sides = (
        marks or [_bare(one._replace(h=low - box.y))] for (marks, _), one in zip(pictures, boxes, strict=True)
    )
    return [*arrow, *(mark for marks in sides for mark in marks)], low


def _bare(box: Box) -> Mark:
    """The table where nothing of it lies there: a frame of its own shape, lower than any card."""
    h = min(box.h, box.w / 2.4)
    return Rect(Box(box.x, box.y + (box.h - h) / 2, box.w, h), None, 0.25, 0.8)


def _head(x: float, y: float) -> list[Mark]:
    return [Line(x, y, x - 2.2, y - 1.6, 0.7), Line(x, y, x - 2.2, y + 1.6, 0.7)]


def _sight(sight: Sight, box: Box) -> tuple[list[Mark], float]:
    if not sight.seen:
        return [], box.y
    picture = as_seen(sight.seen, dict(sight.up), sight.area)
    bare = type(picture)(picture.cards)
    w, h = bare.size
    scale = min(box.w / w, box.h / h, 0.62)
    marks = drawn(bare, box.x + (box.w - w * scale) / 2, box.y, scale)
    legible = [mark for mark in marks if not isinstance(mark, Text) or mark.size >= SMALLEST]
    return legible, box.y + h * scale


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
