"""The set-up sheet: one page with everything needed before the first card is dealt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from facilitator.games.registry import game_named
from facilitator.machine.faces import SLEEVES, Face
from facilitator.machine.operations import Scramble
from facilitator.machine.perform import DefaultAnswers, operations
from facilitator.play.dealing import dealing, sleeving, told
from facilitator.play.first import first_layout
from facilitator.play.opening import opening
from facilitator.play.turn import pool_cards
from facilitator.sheets.drawing.geometry import Box
from facilitator.sheets.drawing.marks import BOLD, RIGHT, Document, Line, Mark, Qr, Rect, Text
from facilitator.sheets.drawing.patterns import pattern, symbol
from facilitator.sheets.drawing.typeset import ASCENT, clipped, largest, paragraph, points
from facilitator.sheets.furniture import Brief, PageDraft, finish
from facilitator.sheets.kinds import Design
from facilitator.sheets.table_map import round_table
from facilitator.supplies.needs import Need, together
from facilitator.supplies.shopping import holders
from facilitator.supplies.space import parse_size, space
from facilitator.table import code
from facilitator.table.load import Table
from facilitator.wording import listed, plural, tally
from facilitator.wording.things import MARKED_SLEEVES, NO_MARK_BY_HAND, SWAPS, TOLD_BY

BODY = points(11)
SIZES = (11, 10.5, 10, 9.5, 9, 8.5, 8)
"""Of the lists, in points: the largest at which they fit the page."""
BESIDE = (10, 9, 8, 7.5)
"""Of the ways to extra cards, in points, where they stand below what is counted."""
TABLE_H, QR_SIDE = 88.0, 36.0
LEFT = 0.58
"""The part of the page's width that its lists take; the rest is for what is counted."""


@dataclass(frozen=True, slots=True)
class ExtrasSummary:
    """What the extra cards come to: how many, what to buy, how to make them, and the other ways, in words."""

    needed: tuple[Need, ...]
    buy: tuple[str, ...] = ()
    how: str = ""
    routes: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def setup(
    table: Table,
    text: str,
    brief: Brief,
    kinds: dict[Face, Design],
    supplies: ExtrasSummary,
) -> Document:
    """Return the set-up sheet; ``text``: the table file's own words, kept in the sheet's large symbol."""
    area, needed = brief.area, supplies.needed
    split = area.x + area.w - 46
    marks = round_table(table, kinds, Box(area.x, area.y + 1, area.w - 50, TABLE_H))
    marks += _table_code(text, split, area.y + 2)
    y = area.y + TABLE_H + 6
    left, gap = (area.w - 8) * LEFT, 8.0
    room = Box(area.x, y, left, area.bottom - y)
    box = Box(area.x + left + gap, y, area.w - left - gap, area.bottom - y)
    said = f"Together {together(needed, game_named(table.game).kinds)}."
    more, low = _markers(needed, kinds, said, box)
    marks += more
    below = box._replace(y=low + 4)
    more, low = largest(lambda size: _routes(supplies, below, size), BESIDE, area.bottom)
    beside = low <= area.bottom
    marks += more if beside else []
    lists = {"Lay out": _layout(table), "Get and print": _shopping(table, supplies)}
    more, _ = largest(lambda size: _lists(lists, supplies, room, size, not beside), SIZES, area.bottom)
    marks += more
    counts = {need.face: need.total for need in needed}
    return finish("setup", "Set-up", brief, [PageDraft(marks, "Set-up")], counts=counts)


def _table_code(text: str, x: float, y: float) -> list[Mark]:
    marks: list[Mark] = [Qr(Box(x + 4, y, QR_SIDE, QR_SIDE), code.table_code(text))]
    said = "This table, whole: scan it, then paste the code after facilitator new TABLE --from-code"
    more, _ = paragraph(said, x, y + QR_SIDE + 4.8, 46, points(9))
    return [*marks, *more]


def _layout(table: Table) -> list[str]:
    virtual = listed([seat.name for seat in table.virtual])
    pool = table.pool == "split"
    hands, begins = told(table)
    dealt = [
        f"{hands} All face down; the cards of {virtual} are seen by nobody.",
        f"The unplayed deck in the middle, face down. {begins}",
        *(
            ["The pool deck beside the unplayed deck, face down; its cards are told by " + TOLD_BY + "."]
            if pool
            else []
        ),
        *filter(None, [sleeving(table)]),
    ]
    return [
        *(dealt if game_named(table.game).turns_first else [dealing(table)]),
        "The tent cards at the virtual seats, each on its hand.",
        *_before_the_host(table),
    ]


def _before_the_host(table: Table) -> list[str]:
    room = space(first_layout(table).k, table.equipment, parse_size(table.table_size))
    return [
        "Before the Host: the turn folder, and room for two piles side by side.",
        "Beside the Host: the box of extra cards, sorted by kind; the " + table.equipment + ".",
        f"Room for the columns: {room.words()}.",
    ]


def _shopping(table: Table, supplies: ExtrasSummary) -> list[str]:
    law, found = game_named(table.game), [_pack(table)]
    if pool := pool_cards(table):
        whole = law.kinds.cards
        each = tuple(dict.fromkeys(whole))
        which = {whole: "all of another deck", each: "one of each kind"}.get(pool, tally(pool))
        found.append(
            f"The pool deck, {plural(len(pool), 'card')} told by {TOLD_BY} ({NO_MARK_BY_HAND}): {which}."
        )
    deep = max(
        len(pile)
        for seat in table.virtual
        for op in operations(opening(table, seat.name).plan.recipe, DefaultAnswers())
        if isinstance(op, Scramble)
        for pile in op.piles
    )
    what, *besides = holders(table)
    sides = ", clear on one side, opaque on the other" if table.equipment == SLEEVES else ""
    found.append(f"{what}{sides}, all alike; each must hold {deep} cards.")
    found += [f"{opaque} {SWAPS}." for opaque in besides]
    found += [f"{MARKED_SLEEVES}."] * (table.equipment == SLEEVES)
    return [*found, *supplies.buy]


def _pack(table: Table) -> str:
    law = game_named(table.game)
    count = plural(len(law.kinds.cards), "tile" if law.kinds.tiles else "card")
    return f"1 {law.pack}; count them." if count in law.pack else f"1 {law.pack}, {count}; count them."


def _lists(
    lists: Mapping[str, Sequence[str]], supplies: ExtrasSummary, box: Box, size: float, routes: bool
) -> tuple[list[Mark], float]:
    """Lists with boxes to tick, how to make the extra cards in bold, perhaps the ways to; and the y below."""
    marks: list[Mark] = []
    y = box.y
    for title, items in lists.items():
        marks.append(Text(box.x, y + ASCENT * points(14), title, points(14), BOLD))
        y += 7
        for item in items:
            marks.append(Rect(Box(box.x, y + 0.5, 3.2, 3.2), None, 0.3))
            more, low = paragraph(item, box.x + 5.5, y, box.w - 5.5, size)
            marks += more
            y = max(low + 0.28 * size, y + 4.6)
        y += 3
    more, y = paragraph(supplies.how, box.x, y - 1, box.w, size, BOLD)
    marks += more
    more, low = _routes(supplies, box._replace(y=y + 1.5), 0.9 * size)
    return ([*marks, *more], low) if routes else (marks, y)


def _routes(supplies: ExtrasSummary, box: Box, size: float) -> tuple[list[Mark], float]:
    """This kit's way to extra cards, the other ways, and the notes; and the y below."""
    marks, y = list[Mark](), box.y
    for i, route in enumerate(supplies.routes):
        said = f"{'This kit, ' if i == 0 else 'Or '}{route}."
        more, y = paragraph(said, box.x, y, box.w, size)
        marks += more
        y += 0.2 * size
    for note in supplies.notes:
        more, y = paragraph(note, box.x, y + 1, box.w, min(size, points(9)))
        marks += more
    return marks, y


def _markers(
    needed: Sequence[Need], kinds: dict[Face, Design], said: str, box: Box
) -> tuple[list[Mark], float]:
    """Every kind of extra card, how it looks, how many for the first turn and in all; the sums; and the y below."""
    right = box.x + box.w
    y = box.y
    marks: list[Mark] = [
        Text(box.x, y + ASCENT * points(14), "Count the extra cards", points(14), BOLD),
        Text(right - 16, y + 9.6, "first turn", points(8), align=RIGHT),
        Text(right, y + 9.6, "in all", points(8), align=RIGHT),
    ]
    y += 11
    row = min(7.4, (box.h - 11) / (len(needed) + 2))
    for need in needed:
        kind = kinds[need.face]
        mid = y + row / 2
        name = need.face if kind.glyph == "θ" else kind.name
        size = min(BODY, row * 0.6)
        marks += [
            Rect(Box(box.x, mid - min(1.6, row * 0.35), min(3.2, row * 0.7), min(3.2, row * 0.7)), None, 0.3),
            *pattern(kind.pattern, Box(box.x + 6, mid - row * 0.35, 7, row * 0.7), kind.ink, 1.2),
            *symbol(kind.symbol, Box(box.x + 15, mid - row * 0.32, row * 0.64, row * 0.64), kind.ink),
            Text(box.x + 23, mid + size * 0.34, clipped(name, right - box.x - 49, size, BOLD), size, BOLD),
            Text(right - 16, mid + size * 0.34, str(need.first), size, align=RIGHT),
            Text(right, mid + size * 0.34, str(need.total), size, BOLD, RIGHT),
            Line(box.x, y + row, right, y + row, 0.12, 0.6),
        ]
        y += row
    size = min(BODY, row * 0.6)
    sums, y = paragraph(said, box.x, y + 0.3 * row, box.w, size)
    return [*marks, *sums], y
