"""The script: a virtual turn to read aloud, every act on a numbered line with room for time and initials."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from facilitator.games.material import Kinds
from facilitator.machine.faces import ALPHA, BETA
from facilitator.play.opening import Opening, opening
from facilitator.protocols.forms import Coding, form_named
from facilitator.readings.titles import title
from facilitator.sheets.aftermath import aftermath, ways_home
from facilitator.sheets.blocks import Block, paged
from facilitator.sheets.drawing.geometry import Box
from facilitator.sheets.drawing.marks import BOLD, CENTRE, WHITE, Document, Line, Mark, Rect, Text
from facilitator.sheets.drawing.render import text_width
from facilitator.sheets.drawing.typeset import ASCENT, LEADING, fitted, paragraph, points, wrapped
from facilitator.sheets.flow import END, Act, acts_of, in_order, short
from facilitator.sheets.furniture import Brief, Draft, finish
from facilitator.table.load import Table
from facilitator.wording import grouped, plural, tally

SIZE = points(14)
"""Nothing that is read aloud is smaller."""
NUMBER, NARROW, GAP = 15.0, 15.0, 3.0
"""Columns for the number and for time and initials, and the white between, mm."""


def script(table: Table, brief: Brief) -> Document:
    """Return the script of this table: one part for each form its virtual turns use, then what may follow."""
    drafts: list[Draft] = []
    parts: dict[object, tuple[Opening, Sequence[Act], list[str]]] = {}
    for seat in table.virtual:
        begun = opening(table, seat.name)
        acts = acts_of(begun.plan.recipe, begun.narrator)
        parts.setdefault(_shape(begun, acts), (begun, acts, []))[2].append(seat.name)
    for begun, said, names in parts.values():
        drafts += _part(Brief(brief.table, brief.paper, begun.plan.form), begun, said, names)
    begun = next(iter(parts.values()))[0]
    width = brief.area.w
    rows = _Rows(width, begun.law.kinds)
    after = [rows.section(title, text) for title, text in aftermath(table, begun)]
    blocks = [block for section in after for block in section]
    blocks += [b for title, acts in ways_home(table, begun) for b in rows.titled(title, acts)]
    for i, marks in enumerate(paged(blocks, brief.area)):
        drafts.append(Draft(marks, "" if i else "What may follow", brief))
    return finish("script", "Script", brief, drafts)


def _shape(begun: Opening, acts: Sequence[Act]) -> object:
    """Return what seats must have in common to read from one script with their names exchanged."""
    assert begun.plan.layout is not None
    ways = ((act.number, act.usual, act.next, _leads(act)) for act in in_order(acts))
    return begun.plan.form, begun.plan.layout.code, tuple(ways)


def _leads(act: Act) -> tuple[tuple[tuple[str, ...], str], ...]:
    return tuple((branch.answers, branch.to) for branch in act.branches)


def _part(brief: Brief, begun: Opening, acts: Sequence[Act], seats: list[str]) -> list[Draft]:
    layout = begun.plan.layout
    assert layout is not None
    rows = _Rows(brief.area.w, begun.law.kinds)
    name = form_named(brief.form).title
    hands = ", ".join(f"{owner} {size}" for owner, size in layout.hands)
    intro = (
        f"Written for {seats[0]}'s first turn: {begun.facts}; {hands}; {layout.k} columns. Later the "
        "numbers differ, the acts do not: each owner has as many columns as cards, and the cards that get β α "
        "are those on the sheet Validity."
    )
    if form_named(brief.form).coding is Coding.WEIGHTS:
        intro += " How often each gets it, its weight, may change with the hands."
    if layout.hands_over is not None:
        intro += " Cards named after IF fit this top card; others go the way of the one that does the same."
    if len(seats) > 1:
        intro += f" For {' or '.join(seats[1:])} exchange that name and {seats[0]}."
    blocks = [*rows.heading(f"{name}: {', '.join(seats)}", intro), *rows.table(acts)]
    head = rows.columns()
    return [
        Draft(marks, "" if i else f"{name} ({', '.join(seats)})", brief)
        for i, marks in enumerate(paged(blocks, brief.area, head))
    ]


class _Rows:
    """Rows of the script, ``width`` mm wide, drawn from x = 14."""

    def __init__(self, width: float, kinds: Kinds, x: float = 14.0) -> None:
        self._x, self._w, self._kinds = x, width, kinds
        self._text_x = x + NUMBER
        self._text_w = width - NUMBER - 2 * NARROW - GAP

    def columns(self) -> Block:
        """The head of the columns, on every page."""
        right, y = self._x + self._w, 4.2
        size = points(10)
        marks: list[Mark] = [
            Text(self._x, y, "No.", size, BOLD),
            Text(self._text_x, y, "Act and check", size, BOLD),
            Text(right - 1.5 * NARROW, y, "time", size, BOLD, CENTRE),
            Text(right - 0.5 * NARROW, y, "initials", size, BOLD, CENTRE),
            Line(self._x, 5.6, right, 5.6, 0.4),
        ]
        return Block(tuple(marks), 6.6)

    def heading(self, title: str, text: str) -> list[Block]:
        marks, y = paragraph(title, self._x, 2.0, self._w, points(17), BOLD)
        more, y = paragraph(text, self._x, y + 0.5, self._w, points(11))
        return [Block((*marks, *more), y + 2.5)]

    def section(self, title: str, text: str) -> list[Block]:
        """A rule told in words, under its own title."""
        marks, y = paragraph(title, self._x, 0, self._w, points(15), BOLD)
        more, y = paragraph(text, self._x, y + 0.3, self._w, SIZE)
        return [Block((*marks, *more), y + 3.2)]

    def titled(self, title: str, acts: Sequence[Act]) -> list[Block]:
        """A short run under its own title, with the columns' head."""
        marks, y = paragraph(title, self._x, 1, self._w, points(15), BOLD)
        return [Block(tuple(marks), y + 0.5, keep=True), *self.table(acts, bands=False), Block((), 4)]

    def table(self, acts: Sequence[Act], bands: bool = True) -> list[Block]:
        """All rows, with a band where a stage or a branch begins."""
        blocks: list[Block] = []
        entry = {b.acts[0].number: b for act in in_order(acts) for b in act.branches if b.acts}
        ends = {b.acts[-1].number: b for b in entry.values()}
        heading, asked = None, {b.acts[0].number: a for a in in_order(acts) for b in a.branches if b.acts}
        within: set[str] = set()
        for act in in_order(acts):
            if act.number in entry:
                branch = entry[act.number]
                within = {a.number for a in branch.acts}
                said = answer_words(branch.answers)
                blocks.append(
                    self._band(f"only if {said} in {asked[act.number].number}", dark=not short(branch))
                )
                heading = act.step.heading
            elif bands and act.step.heading != heading and act.number not in within:
                heading = act.step.heading
                blocks.append(self._band(title(heading).upper(), dark=True))
            then = ends[act.number].then if act.number in ends else END if act.next == END else ""
            blocks.append(self._row(act, then if not act.again else ""))
        return blocks

    def _band(self, title: str, dark: bool) -> Block:
        box = Box(self._x, 0.8, self._w, 6.4)
        size = fitted(title, self._w - 4, points(12), BOLD)
        ink = WHITE if dark else 0.0
        marks = (
            Rect(box, 0.15 if dark else 0.88, 0),
            Text(self._x + 2, 5.5, title, size, BOLD, ink=ink),
        )
        return Block(marks, 8.2, keep=True)

    def _row(self, act: Act, then: str) -> Block:
        said = act.step.instruction
        x, width, y = self._text_x, self._text_w, 0.8
        marks: list[Mark] = [Text(self._x + 0.5, y + ASCENT * SIZE, act.number, SIZE, BOLD)]
        lines, y = _led(f"{said.verb}", f"{said.sentence}.", x, y, width)
        marks += lines
        for name, cards in grouped(said.cards, self._kinds.group).items():
            lines, y = _led(f"{name} {len(cards)}:", tally(cards), x + 3, y, width - 3)
            marks += lines
        lines, y = _led("CHECK", said.check, x + 6, y + 0.6, width - 6)
        marks += [Rect(Box(x, y - _height(lines) + 0.5, 3.8, 3.8), None, 0.35), *lines]
        if said.ask:
            for line in _questions(act):
                more, y = paragraph(line, x, y + 0.4, width, SIZE, BOLD)
                marks += more
        if act.again:
            more, y = paragraph(_once_more(act), x, y + 0.4, width, SIZE, BOLD)
            marks += more
        if then and not said.ask:
            more, y = paragraph(f"Then {_go(then)}.", x, y + 0.4, width, SIZE, BOLD)
            marks += more
        y += 1.4
        right = self._x + self._w
        marks += [
            Line(self._x, y, right, y, 0.15, 0.4),
            Line(right - 2 * NARROW, 0.2, right - 2 * NARROW, y, 0.15, 0.4),
            Line(right - NARROW, 0.2, right - NARROW, y, 0.15, 0.4),
        ]
        return Block(tuple(marks), y + 0.2)


def _led(head: str, text: str, x: float, y: float, width: float) -> tuple[list[Mark], float]:
    """Return a paragraph whose first line begins with a bold word."""
    indent = text_width(f"{head} ", SIZE, BOLD) + 1
    marks: list[Mark] = [Text(x, y + ASCENT * SIZE, head, SIZE, BOLD)]
    for i, line in enumerate(wrapped(text, width, SIZE, first=indent)):
        if line:
            marks.append(Text(x + (0 if i else indent), y + ASCENT * SIZE, line, SIZE))
        y += LEADING * SIZE
    return marks, y


def _height(marks: Sequence[Mark]) -> float:
    ys = [mark.y for mark in marks if isinstance(mark, Text)]
    return max(ys) - min(ys) + LEADING * SIZE


def _questions(act: Act) -> Iterator[str]:
    """Yield the question and where each answer leads."""
    yield act.step.instruction.question
    if not act.branches:
        yield "Answer: ______________"
        return
    groups = [(act.usual, act.next), *((branch.answers, branch.to) for branch in act.branches)]
    listed = sum(len(answers) > 1 for answers, _ in groups) > 1
    for answers, to in groups:
        yield f"IF {answer_words(answers, listed)} THEN {_go(to)}."


def _once_more(act: Act) -> str:
    """Say how acts are done again, column by column, that stand on the sheet for the first of them only."""
    return (
        f"Then the same with the next column to the right: GO TO {act.again}. In what follows count these "
        f"columns as gone, their cards to the hand. IF no such column is left THEN {_go(act.next)}."
    )


def _go(number: str) -> str:
    return "END of the run" if number == END else f"GO TO {number}"


def answer_words(answers: Sequence[str], listed: bool = True) -> str:
    """Return answers as a host says them; ``listed``: every one, since other cards lead elsewhere.

    >>> answer_words(["αβ"]), answer_words(["SR", "RR", "D"])
    ('α β', 'SR, RR or D')
    >>> answer_words(["7R", "2R", "W", "D", "SB"], listed=False)
    'a card (one of 5 kinds)'
    """
    if len(answers) > 4 and not listed:
        return f"a card (one of {plural(len(answers), 'kind')})"
    *said, last = [" ".join(a) if set(a) <= {ALPHA, BETA} else a for a in answers]
    return f"{', '.join(said)} or {last}" if said else last
