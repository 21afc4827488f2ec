"""One act of the turn folder as a block: what hands do, what to check, when, and the table around it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from string import ascii_lowercase
from typing import NamedTuple

from facilitator.machine.faces import ALPHA, BETA
from facilitator.readings.grouping import Kind
from facilitator.readings.leads import Lead, leads, pile, unless
from facilitator.readings.letters import LetteredInstruction, Sizes
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
from facilitator.sheets.drawing.typeset import (
    ASCENT,
    CLEAR,
    LEADING,
    Beside,
    paragraph,
    points,
    reach,
    wrapped,
)
from facilitator.sheets.folder_sights import around
from facilitator.wording import listed

LARGE = points(18)
"""What is read at arm's length."""
NUMBER, PICTURES, HIGHEST, GAP = 13.0, 52.0, 27.0, 3.0
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
        wide = PICTURES * self._style.picture / HIGHEST
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
