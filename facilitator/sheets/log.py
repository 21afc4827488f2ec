"""The paper record, for when the battery dies: lines that `facilitator replay` reads as they stand."""

from __future__ import annotations

from collections.abc import Sequence

from facilitator.games.events import Start
from facilitator.games.registry import game_named
from facilitator.sheets.drawing.marks import Box, Document, Line, Mark, Rect, Text
from facilitator.sheets.page import Brief, Column, PageDraft, finish, fitted, largest, points
from facilitator.table.load import Table
from facilitator.table.model import pool_cards, state_before
from facilitator.words import grouped
from facilitator.words.catalogue import has, sentence

ROW = 8.4
"""Height of a line to write on, mm."""
LINE, WHO, MARK, PLAYS, NAMED, DRAWS = 12.0, 36.0, 17.0, 27.0, 29.0, 16.0
"""Widths of columns, mm; what is left is for "passes" and remarks."""

MORE = 2
"""Pages of lines beside the first: about 70 events in all, an evening's game."""


def log(table: Table, brief: Brief) -> Document:
    """Return how to keep the record, with its first lines, and pages of lines only."""
    area, law = brief.area, game_named(table.game)
    seats = " · ".join(seat.name for seat in table.seats)
    page = Column(area.x, area.y, area.w)
    page.say(sentence("log.head"), points(20), "bold")
    page.y += 1
    page.say(sentence("log.told", seats=seats, notation=law.about.notation), points(11.5))
    page.add(Text(area.x + 4, page.y + 5, "facilitator replay TABLE record.txt", points(11.5), "bold"))
    page.y += 8
    examples = law.examples(state_before(table))
    for event in examples:
        page.add(Text(area.x + 4, page.y + 4, law.codec.text(event), points(11)))
        page.y += 4.9
    if any(isinstance(event, Start) and event.card is not None for event in examples):
        start = sentence("log.start", asked=law.prompt(state_before(table)).question)
        page.add(Text(area.x, page.y + 9, start, fitted(start, area.w, points(14), "bold"), "bold"))
        page.y += 11
    columns = _columns(table)
    first, count = _lines(columns, area, page.y + 4, 1)
    drafts = [PageDraft([*page.marks, *first], sentence("log.head"))]
    for number in range(MORE):
        lines, count = _lines(columns, area, area.y + 2, count + 1)
        drafts.append(PageDraft(lines, "" if number else sentence("log.more"), kind="lines"))
    if table.virtual:
        drafts.append(_alone(table, brief))
    return finish("log", sentence("sheet.log"), brief, drafts)


SIZES = (14, 13, 12, 11, 10, 9, 8)
"""Of the page without the program, in points: the largest at which it fits."""


def _alone(table: Table, brief: Brief) -> PageDraft:
    """A page to go on by without the program: what the program does else, and the list to cross cards out of."""
    area, law, title = brief.area, game_named(table.game), sentence("alone.head")
    glance, cards = law.glance(state_before(table)), pool_cards(table) or law.kinds.cards
    key = f"alone.{table.game}"
    does = sentence(key).splitlines() if has(key) else []
    fits = [*glance.rules, *filter(None, [glance.note])]

    def drawn(size: float) -> Column:
        page = Column(area.x, area.y + 3, area.w)
        page.say(title, points(20), "bold")
        page.y += 2
        page.dots([*sentence("alone.turn").splitlines(), *does], size, 0.4 * size)
        if fits:
            page.say(sentence("cheat.fits"), size, "bold")
            page.dots(fits, size, 0.4 * size)
        page.y += 3
        page.say(sentence("alone.list", n=len(cards)), size, "bold")
        for group, some in grouped(cards, law.kinds.group).items():
            page.y += 0.5 * size
            page.led(f"{group}:", "   ".join(some), size)
        return page

    return PageDraft(largest(drawn, map(points, SIZES), area.bottom).marks, title)


def _columns(table: Table) -> list[tuple[str, float]]:
    """Return heads and widths of what this game's events say: nothing is named, nothing drawn in some."""
    law, state = game_named(table.game), state_before(table)
    named = [(sentence("log.named", what=law.kinds.naming), NAMED)] if law.kinds.naming else []
    drawn = any(law.stock(state, seat.name).deck is not None for seat in table.seats)
    marks = [(sentence("log.mark"), MARK)] if table.virtual else []
    return [
        (sentence("log.line"), LINE),
        (sentence("log.who"), WHO),
        *marks,
        (sentence("log.plays"), PLAYS),
        *named,
        *([(sentence("log.draws"), DRAWS)] if drawn else []),
    ]


def _lines(columns: Sequence[tuple[str, float]], area: Box, y: float, number: int) -> tuple[list[Mark], int]:
    """Ruled lines down to the foot; return them and the last one's number."""
    head, size = 7.0, points(10)
    rows = int((area.bottom - y - head) / ROW)
    bottom = y + head + rows * ROW
    marks: list[Mark] = [Rect(Box(area.x, y, area.w, head), 0.88, 0)]
    x = area.x
    for name, width in (*columns, (sentence("log.remark"), area.w - sum(w for _, w in columns))):
        marks.append(Text(x + width / 2, y + 4.8, name, size, "bold", "centre"))
        marks.append(Line(x, y, x, bottom, 0.2, 0.3))
        x += width
    marks.append(Line(area.right, y, area.right, bottom, 0.2, 0.3))
    for i in range(rows + 1):
        low = y + head + i * ROW
        marks.append(Line(area.x, low, area.right, low, 0.2, 0.3))
        if i < rows:
            label = str(number + i)
            marks.append(Text(area.x + LINE / 2, low + 5.6, label, size, align="centre"))
    return marks, number + rows - 1
