"""Page 0 of a kit: what to print on which paper, in which order, what to do with it then, and what to get besides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from facilitator.evening.shopping import holders, shopping
from facilitator.games.registry import game_named
from facilitator.machine.faces import SLEEVES
from facilitator.machine.operations import Scramble
from facilitator.machine.perform import DefaultAnswers, operations
from facilitator.play.opening import opening
from facilitator.sheets.drawing.marks import Document
from facilitator.sheets.page import Brief, Column, PageDraft, finish, largest, points
from facilitator.table.load import Table
from facilitator.table.model import masks_at, pool_cards, printed
from facilitator.words import tally
from facilitator.words.catalogue import phrase, sentence

SIZES = (12, 11.5, 11, 10.5, 10, 9.5, 9, 8.5, 8)
"""Of all that is said, in points: the largest at which it fits the page."""
PARTS = (0.05, 0.14, 0.1, 0.25, 0.13, 0.33)
"""Of the page's width, for each column of the table."""
THEN = {
    "setup": "contents.setup",
    "folder": "contents.folder",
    "wording": "contents.wording",
    "cheats": "contents.cheats",
    "labels": "contents.labels",
    "jig": "contents.jig",
    "slips": "contents.slips",
    "cards": "contents.cards",
    "deck": "contents.deck",
    "wallet": "contents.wallet",
    "seats": "contents.seats",
    "log": "contents.log",
    "calibration": "contents.calibration",
}
"""What is done with a sheet when it is printed."""


@dataclass(frozen=True, slots=True)
class Supplies:
    """On which paper a sheet is printed; for the extra cards what to buy, how to go about it, what it takes."""

    papers: Mapping[str, str]
    buy: Sequence[str]
    how: str
    kit: str


def contents(table: Table, brief: Brief, documents: Iterable[Document], making: Supplies) -> Document:
    """Return the page that is read before anything is printed."""
    heads = sentence("contents.heads").splitlines()
    rows = [row for one in documents for row in _rows(one, making.papers)]
    numbered = [heads, *([str(number), *row] for number, row in enumerate(rows, 1))]
    area, title, get = brief.area, sentence("sheet.contents"), _getting(table)

    def drawn(size: float) -> Column:
        page = Column(area.x, area.y + 3, area.w)
        page.say(title, points(20), "bold")
        page.say(sentence("contents.scale"), size)
        page.y += 2
        page.ruled(numbered, PARTS, size)
        page.y += 4
        page.say(sentence("contents.get"), points(14), "bold")
        page.boxes([*get, *making.buy], size)
        page.y += 2
        page.say(making.how, size, "bold")
        page.say(sentence("setup.kit", kit=making.kit), size)
        return page

    marks = largest(drawn, map(points, SIZES), area.bottom).marks
    return finish("contents", title, brief, [PageDraft(marks, title)])


def _rows(document: Document, papers: Mapping[str, str]) -> list[list[str]]:
    """Which pages of a document go on which paper, on one side or both, how many sheets these are, what is done then.

    What is printed on card, on both sides, comes before the pages that are read.
    """
    name, pages = document.name, len(document.pages)
    card = max((n for n, page in enumerate(document.pages, 1) if page.kind == "backs"), default=0)
    then, plain, paper = sentence(THEN[name]), sentence("contents.plain"), papers.get(name, "")
    found = []
    if card:
        called = phrase("print.pages", sheet=name, last=card).words()
        found.append([called, str(card // 2), paper, sentence("contents.both"), then])
        name, then, paper = sentence("contents.rest", sheet=name), sentence("contents.read"), plain
    many, side = pages - card, "contents.either" if document.duplex and pages - card > 1 else "contents.one"
    if many:
        sheets = ceil(many / 2) if side == "contents.either" else many
        found.append([name, str(sheets), paper or plain, sentence(side), then])
    return found


def _getting(table: Table) -> list[str]:
    """What to get for the table besides paper."""
    law = game_named(table.game)
    count = sentence("n.tiles" if law.kinds.tiles else "n.cards", n=len(law.kinds.cards))
    counted = "" if count in law.about.pack else f", {count}"
    found = [sentence("setup.pack", pack=f"{law.about.pack}{counted}")]
    what, *besides = holders(table)
    if printed(table.protocol):
        cards, faces = phrase("n.cards", n=shopping(table).printed), tally(masks_at(table).deck)
        own = found if shopping(table).play_decks else []
        return [
            *own,
            sentence("setup.printed", cards=cards, faces=faces),
            sentence("setup.wallet", wallet=what),
        ]
    if pool := pool_cards(table):
        whole = law.kinds.cards
        each = tuple(dict.fromkeys(whole))
        which = {whole: sentence("setup.pool.whole"), each: sentence("setup.pool.each")}.get(
            pool, tally(pool)
        )
        found.append(sentence("setup.pool.get", cards=phrase("n.cards", n=len(pool)), which=which))
    deep = max(
        len(pile)
        for seat in table.virtual
        for op in operations(opening(table, seat.name).plan.recipe, DefaultAnswers())
        if isinstance(op, Scramble)
        for pile in op.piles
    )
    sleeved = table.equipment == SLEEVES
    held = "setup.holders.sleeves" if sleeved else "setup.holders.envelopes"
    found.append(sentence(held, holders=what, n=deep))
    found += [sentence("setup.swaps", opaque=opaque) for opaque in besides]
    return [*found, *([sentence("things.marked_sleeves")] if sleeved else [])]
