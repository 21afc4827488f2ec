"""Sheets for preparing and recording a game.

The module contains the table of contents (page 0), the set-up sheet, tent cards for virtual players, and a
form for recording a game on paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, chain, pairwise
from math import ceil

from facilitator.games.events import Start
from facilitator.games.seats import Zone, name_draw_pile, name_pile
from facilitator.i18n import tally_faces, use_table_names
from facilitator.i18n.catalogue import find_closest_key, has, join_with_and, phrase, sentence, template
from facilitator.instructions.written_faces import write_card
from facilitator.operations.definitions import Mixing
from facilitator.operations.faces import ALPHA, BETA, DECK, POOL, SLEEVES, Face, is_lot_card, marker
from facilitator.operations.perform import operations
from facilitator.pictures import marks as shape
from facilitator.pictures.figures import pattern, symbol
from facilitator.pictures.marks import Box, Document, Extent, Line, Mark, Rect, Text, Use, enclose_in_tag
from facilitator.planning import shopping
from facilitator.planning.extra_cards import CardNeed, Kit, describe_deck_check, describe_total, get_route_key
from facilitator.play.announcements import dealing, describe_deal, describe_sleeving
from facilitator.play.turn_starts import plan_opening
from facilitator.sheets import page as typeset
from facilitator.sheets.card_making import colour_cards
from facilitator.sheets.designs import Design, kinds_of
from facilitator.sheets.drawing.render import text_width
from facilitator.sheets.page import Brief, Column, PageDraft, clip_text, finish, fit_size, points_to_mm
from facilitator.table_files.load import Table
from facilitator.table_files.model import (
    SeatKeys,
    game_of,
    get_masks,
    pool_cards,
    state_before,
    uses_printed_deck,
)

# ----------------------------------------------------------------------------------------------------
# Table of contents (page 0): what to print on which paper, what to do with each sheet, and what else to get.


SIZES = (14, 13, 12, 11.5, 11, 10.5, 10, 9.5, 9, 8.5, 8)
"""Type sizes for lists, in points. A page uses the largest size at which its list fits."""
PARTS = (0.045, 0.14, 0.09, 0.25, 0.145, 0.33)
"""Width of each column in the table of contents, as a fraction of the page width."""


def contents(
    table: Table, brief: Brief, documents: Iterable[Document], papers: Mapping[str, str], kit: Kit
) -> Document:
    """Return the table of contents, which the host reads before printing the other sheets.

    Args:
        table: The table.
        brief: Texts for the header and footer.
        documents: Sheets to list.
        papers: Paper to buy, by sheet name. Sheets that are not listed use plain paper.
        kit: Extra cards to make, or the printed deck.
    """
    how = "things.turned_alike" if uses_printed_deck(table.protocol) else f"how.{get_route_key(kit.route)}"
    heads = ["", *sentence("contents.heads").splitlines()]
    rows = [row for document in documents for row in _list_rows(document, papers, brief.host)]
    read = sum(int(row[1]) for row in rows if row[2] == sentence("contents.plain") and row[0] != "slips")
    sheets = {"plain": phrase("n.sheets", n=read + 1), "card": phrase("n.sheets", n=len(table.virtual))}
    numbered = [heads, *([str(number), *row] for number, row in enumerate(rows, 1))]
    title, get = sentence("sheet.contents"), _list_purchases(table)

    def fill(page: Column, size: float) -> None:
        page.add_paragraph(sentence("contents.scale"), size)
        page.skip(2).add_table(numbered, PARTS, size)
        page.skip(4).add_heading(sentence("contents.get"), points_to_mm(14))
        paper = sentence("contents.paper", **sheets)
        page.add_checkboxes([paper, sentence("contents.tools"), *get, *kit.buy], size)
        page.skip(2).add_paragraph(sentence(how), size, "bold")
        page.add_paragraph(sentence("setup.kit", kit=kit.words()), size)

    page = typeset.fit_page(brief.area, title, map(points_to_mm, SIZES[2:]), fill)
    return finish("contents", title, brief, [page])


def _list_rows(document: Document, papers: Mapping[str, str], host: str) -> list[list[str]]:
    """Return the rows of the table of contents for a document.

    The cells of a row are the pages, the number of sheets, the paper, the sides to print on, and what to do
    with the sheets. If a document has pages for strong paper, templates and other pages, each has a row.
    """
    name, kinds = document.name, [page.kind for page in document.pages]
    card = max((n for n, kind in enumerate(kinds, 1) if kind == "backs"), default=0)
    templates = kinds.count("template")  # They are cut up, so nothing is printed on their backs.
    plain = sentence("contents.plain")
    then, paper, found = sentence(f"contents.{name}", host=host), papers.get(name, plain), []
    if card:
        called = phrase("print.pages", sheet=name, last=card).words()
        found.append([called, str(card // 2), paper, sentence("contents.both"), then])
        row = sentence("contents.templates", sheet=name), sentence("contents.templates.then")
        found.append([row[0], str(templates), plain, sentence("contents.one"), row[1]])
        name, then, paper = sentence("contents.rest", sheet=name), sentence("contents.read"), plain
    many = len(kinds) - card - templates
    if document.duplex and many > 1:
        either = sentence("contents.either", sheets=many)
        found.append([name, str(ceil(many / 2)), paper, either, then])
    elif many:
        found.append([name, str(many), paper, sentence("contents.one"), then])
    return found


def _list_purchases(table: Table) -> list[str]:
    """Return a line for each thing to buy or find, except paper: cards, envelopes or sleeves, and so on."""
    rules = game_of(table)
    count = sentence("n.tiles" if rules.kinds.tiles else "n.cards", n=len(rules.kinds.cards))
    counted = "" if count in rules.about.pack else f", {count}"
    found = [sentence("setup.pack", pack=f"{rules.about.pack}{counted}")]
    what, *besides = shopping.describe_holders(table)
    if uses_printed_deck(table.protocol):
        deck = sentence("setup.printed", cards=phrase("n.cards", n=shopping.shopping(table).printed))
        own = found if shopping.shopping(table).play_decks else []
        return [*own, deck, sentence("setup.wallet", wallet=what)]
    if pool := pool_cards(table):
        found.append(_describe_pool(table, pool, rules.kinds.cards))
    held = "setup.holders.sleeves" if table.equipment == SLEEVES else "setup.holders.envelopes"
    found.append(sentence(held, holders=what, n=_find_largest_pile(table)))
    found += [sentence("setup.swaps", opaque=opaque) for opaque in besides]
    return [*found, *shopping.describe_sleeve_care(table)]


def _find_largest_pile(table: Table) -> int:
    """Return the number of cards in the largest pile that a first turn shuffles."""
    openings = (operations(plan_opening(table, seat.name).plan.recipe) for seat in table.virtual)
    shuffles = (op for op in chain.from_iterable(openings) if isinstance(op, Mixing))
    return max(len(pile) for shuffle in shuffles for pile in shuffle.piles)


def _describe_pool(table: Table, pool: tuple[Face, ...], whole: tuple[Face, ...]) -> str:
    """Return the line about the virtual players' deck: a whole deck, each card once, or a list of cards."""
    each = tuple(dict.fromkeys(whole))
    known = {whole: sentence("setup.pool.whole"), each: sentence("setup.pool.each")}
    which, cards = known.get(pool, tally_faces(pool)), phrase("n.cards", n=len(pool))
    return sentence("setup.pool.get", pile=name_pile(table.pool_owners), cards=cards, which=which)


# ----------------------------------------------------------------------------------------------------
# Tent cards for the virtual seats. They are folded and put up at the empty places.


FACE = Extent(180.0, 56.0)
"""Size of one side of a tent card, in mm."""


BASE, TAB = 34.0, 9.0
"""Depth of the base of a tent card, and of the glue tab under the base, in mm."""


def seats(table: Table, brief: Brief) -> Document:
    """Return a tent card for each virtual player, one per page.

    Both sides show the name. One side is printed upside down, for folding.
    """
    kinds = kinds_of((marker(seat.name) for seat in table.virtual), table).values()
    stamps = {kind.slug: _draw_tent_side(kind, table) for kind in kinds}
    drafts = [_draft_tent_card(brief, kind) for kind in kinds]
    counts = {kind.name: 1 for kind in kinds}
    document = finish("seats", sentence("sheet.seats"), brief, drafts)
    return replace(document, stamps=stamps, counts=counts, duplex=False)


def _draft_tent_card(brief: Brief, kind: Design) -> PageDraft:
    area = brief.area
    x = area.x + (area.w - FACE.w) / 2
    top = area.y + 14
    strips = (top, top + BASE, top + BASE + FACE.h, top + BASE + 2 * FACE.h)
    low, right = strips[-1] + TAB, x + FACE.w
    page = Column(x, area.y + 2, FACE.w)
    page.add_paragraph(sentence("tent.how"), points_to_mm(13))
    page.add(Use(kind.slug, x, strips[1], 180), Use(kind.slug, x, strips[2]))
    base, glue = top + BASE / 2 + 1.5, strips[-1] + TAB / 2 + 1.2
    for y, said, size in ((base, sentence("tent.base"), 13), (glue, sentence("tent.glue"), 11)):
        page.add(Text(x + FACE.w / 2, y, said, points_to_mm(size), align="centre", ink=0.4))
    page.add(*(Line(x, y, right, y, 0.2, 0.4, (2.0, 2.0)) for y in strips[1:]))
    foot = ((right, strips[-1]), (right - 6, low), (x + 6, low), (x, strips[-1]))
    corners = ((x, top), (right, top), *foot, (x, top))
    page.add(*(Line(*start, *end, 0.15, 0.4) for start, end in pairwise(corners)))
    return PageDraft(page.marks, kind.name, kind="tent")


def _draw_tent_side(kind: Design, table: Table) -> shape.Stamp:
    """Draw a side of a tent card: the player's name, marker, and number of cards at the beginning."""
    strip, right = 16.0, 46.0
    room = FACE.w - strip - right - 14
    size = fit_size(kind.name, room, points_to_mm(56), "bold")
    x, left = strip + 8 + room / 2, strip + 8
    name = clip_text(kind.name, room, size, "bold")
    begins = sentence("tent.begins", cards=phrase("n.cards", n=table.hand_size))
    marks: list[Mark] = [
        *pattern(kind.pattern, Box(4, 6, strip - 4, FACE.h - 12), kind.ink, 2.4),
        Text(x, 20, name, size, "bold", "centre"),
        Line(left, 38, left + room, 38, 0.3),
        Text(left, 41.5, sentence("tent.write"), points_to_mm(8), ink=0.4),
        Text(x, 50, begins, fit_size(begins, room + 8, points_to_mm(17)), align="centre"),
    ]
    if not uses_printed_deck(table.protocol):
        marks += [
            Text(FACE.w - right + 10, 34, "θ", points_to_mm(64), "bold", "centre"),
            *symbol(kind.symbol, Box(FACE.w - right + 20, 16, 20, 20), kind.ink),
            Text(FACE.w - right + 20, 47.5, sentence("tent.marker"), points_to_mm(17), align="centre"),
        ]
    return shape.Stamp(FACE, tuple(marks))


# ----------------------------------------------------------------------------------------------------
# Picture of the table on the set-up sheet, to scale, with the seats around it.


SEAT, NARROW = Extent(40.0, 14.0), Extent(31.0, 14.0)
"""Size of a seat in the picture of the table, in mm. `NARROW` is for tables with seats at the short sides."""


def round_table(table: Table, kinds: dict[Face, Design], box: Box) -> list[Mark]:
    """Draw the table, the seats around it, and an arrow for the direction of play.

    Args:
        table: The table.
        kinds: Designs of the markers, by marker.
        box: Area of the picture.
    """
    places = _place_seats(len(table.seats), box)
    beside = places[0].w + 2 if len(places) > 3 else 4
    marks = _draw_table_map(table, Box(box.x + beside, box.y + 20, box.w - 2 * beside, box.h - 36))
    host = table.seats.index(table.people[0])  # sits at the lower right, behind the turn script
    for seat, place in zip((*table.seats[host:], *table.seats[:host]), places, strict=True):
        plays = "setup.host" if place is places[0] else "setup.plays"
        virtual = "setup.virtual" if place.w < SEAT.w else "setup.nobody"
        said = sentence(virtual if seat.virtual else plays)
        marks += _draw_seat(seat, said, kinds.get(marker(seat.name)), place)
    x, y = box.x + box.w / 2, box.y + 18.6
    return [
        *marks,
        Line(x - 12, y, x + 10, y, 0.5),
        shape.Polygon(((x + 12, y), (x + 9, y - 1.3), (x + 9, y + 1.3)), shape.BLACK),
        Text(x, y - 1.6, sentence("setup.clockwise"), points_to_mm(9), align="centre"),
    ]


RIGHT, LOW = 12.0, 5.0
"""Space for lengths in cm on the right of the table and below it, in mm on paper."""


def _draw_table_map(table: Table, box: Box) -> list[Mark]:
    """Draw the table to scale, with the columns of the first turn and the things in front of the host."""
    room, columns = shopping.measure_space(table), not uses_printed_deck(table.protocol)
    if columns:
        box = Box(box.x, box.y, box.w - RIGHT, box.h - LOW)
    size = Extent(shopping.WIDE_CM, max(shopping.WIDE_CM / 2, room.depth_cm))
    scale = min(box.w / size.w, box.h / size.h)
    wide, deep, strip = size.w * scale, size.h * scale, shopping.strip_cm(table) * scale
    left, top = box.x + (box.w - wide) / 2, box.y + (box.h - deep) / 2
    marks: list[Mark] = [Rect(Box(left, top, wide, deep), None, 0.6, 2)]
    across, down = (part * scale for part in shopping.column_cm(table.equipment))
    start, y = left + (wide - room.columns * across) / 2, top + deep - strip
    marks += _draw_cells(room.k, room.columns, Box(start, top, across, down), 0.12)
    marks.append(Line(left, y, left + wide, y, 0.2, dash=(1.0, 1.0)))
    if columns:
        # A virtual player's hand lies in a row of piles in front of the host.
        hand, small = shopping.hiding_at(table).hand, points_to_mm(8)
        space = (wide - hand * across) / 2
        marks += _draw_cells(hand, hand, Box(left + space, y, across, down), 0.25)
        name = sentence("setup.piles", seat=table.virtual[0].name)
        lines = _wrap_names([name], small, space - 2)[0]
        base = y + max(0.95 * small, down / 2 + (0.84 - len(lines) / 2) * small)
        marks += _draw_name(lines, (left + space / 2, base), space - 1, small)
        y, strip = y + down, strip - down
    things, below = _draw_things(table, Box(left, y, wide, strip), scale)
    marks += things
    if columns:
        right, low, host = left + wide + 2, top + deep, shopping.strip_cm(table)
        for high, cm in ((top, room.depth_cm - host), (low - host * scale, host)):
            marks += _draw_dimension((right, high + 0.4), (right, high + cm * scale - 0.4), f"{cm:.0f}")
        under, end = low + 1.6 + below, start + room.columns * across
        marks += _draw_dimension((start, under), (end, under), f"{room.width_cm:.0f}")
    return marks


def _draw_cells(count: int, columns: int, first: Box, width: float) -> Iterator[Mark]:
    """Draw cards or piles in rows.

    Args:
        count: Number of cards or piles.
        columns: Number of cards or piles in each row.
        first: Area of the first one.
        width: Line width in mm.
    """
    for n in range(count):
        row, col = divmod(n, columns)
        cell = first._replace(x=first.x + col * first.w, y=first.y + row * first.h)
        yield Rect(cell.inset(0.12 * first.w), None, width)


def _list_things(table: Table) -> Iterator[tuple[str, float]]:
    """Yield the name of each thing in front of the host, from right to left, and its width in cm."""
    yield sentence("sheet.script"), 30.0 if shopping.has_row(table) else 42.0
    if shopping.has_row(table):
        yield sentence("lies.mat"), shopping.MAT_CM[0]
    if uses_printed_deck(table.protocol):
        yield sentence("lies.wallet"), 16.0
    else:
        yield sentence("picture.box"), 12.0
    for name in piles(table):
        yield name, 5.6


def _wrap_names(names: Sequence[str], size: float, room: float) -> list[list[str]]:
    """Return each name as a single line, or in lines as narrow as the longest word if the room is too small.

    Args:
        names: Names that are printed side by side.
        size: Size of the type in mm.
        room: Width for all names together, in mm.
    """
    if sum(text_width(name, size) for name in names) <= room:
        return [[name] for name in names]
    longest = max(text_width(word, size) for name in names for word in name.split())
    return [typeset.wrap_text(name, longest, size) for name in names]


def _draw_things(table: Table, box: Box, scale: float) -> tuple[list[Mark], float]:
    """Draw the things in front of the host, such as the turn script and the draw pile, with their names.

    Names that are too long for a single line are printed in several lines below the table.

    Args:
        table: The table.
        box: Area for the things, at the host's edge of the table.
        scale: Scale in mm on paper per cm on the table.

    Returns:
        The marks, and the height of the names below the table in mm.
    """
    gap, size = 1.0, points_to_mm(8)
    listed, wide = zip(*reversed([*_list_things(table)]), strict=True)
    free = box.w - gap * (len(listed) + 1)
    names, least = _wrap_names(listed, size, free), scale if shopping.has_row(table) else 0.0
    needed = [max(cm * least, _find_width(lines, size)) for cm, lines in zip(wide, names, strict=True)]
    part = min(1.0, free / sum(needed))
    size *= part
    widths = [width * part for width in needed]
    share = (free - sum(widths)) / len(names)
    rows = max(map(len, names))
    below = (rows - 1) * points_to_mm(8) + 2 if rows > 1 else 0.0
    x, tall = box.x + gap, box.h - (0 if below else points_to_mm(8)) - 1.4
    marks: list[Mark] = []
    for lines, cm, width in zip(names, wide, widths, strict=True):
        middle = x + (width + share) / 2
        w = min(width + share, cm * scale)
        marks.append(Rect(Box(middle - w / 2, box.y + 0.6, w, tall), None, 0.3, 0.6))
        y = box.y + box.h + (points_to_mm(8) if below else -0.9)
        marks += _draw_name(lines, (middle, y), width, size)
        x += width + share + gap
    return marks, below + 1 if below else 0.0


def _find_width(lines: Sequence[str], size: float) -> float:
    return max(text_width(line, size) for line in lines)


def _draw_name(lines: Sequence[str], at: tuple[float, float], width: float, size: float) -> Iterator[Mark]:
    """Draw the lines of a name, centred at a point, in type of at most this size that fits the width."""
    for n, line in enumerate(lines):
        yield Text(at[0], at[1] + n * points_to_mm(8), line, fit_size(line, width, size), align="centre")


def _draw_dimension(start: tuple[float, float], end: tuple[float, float], cm: str) -> Iterator[Mark]:
    """Draw a horizontal or vertical line with a tick at both ends, and its length in cm beside it."""
    (x1, y1), (x2, y2), size = start, end, points_to_mm(8)
    across, down = (0.8, 0.0) if x1 == x2 else (0.0, 0.8)
    yield Line(x1, y1, x2, y2, 0.25)
    yield from (Line(x - across, y - down, x + across, y + down, 0.25) for x, y in (start, end))
    said = sentence("setup.cm", n=cm)
    if across:
        yield Text(x1 + 1.2, (y1 + y2) / 2 + 0.34 * size, said, size)
    else:
        yield Text((x1 + x2) / 2, y1 + 3.2, said, size, align="centre")


DETAIL = 2.1
"""Scale of a column's picture, in mm on paper per cm on the table."""
DETAIL_H = 42.0
"""Height of a column's picture with its heading and measures, in mm."""


def _draw_column(column: Column) -> None:
    """Draw an example of a column with overlapping cards, and its width and depth in cm."""
    wide, deep = shopping.column_cm("")
    column.skip(3).add_heading(sentence("setup.overlap"), BODY)
    x, y = column.x + 8, column.y + 1
    w, h = (part * DETAIL for part in shopping.CARD_CM)
    shown, size = shopping.SHOWN_CM * DETAIL, points_to_mm(9)
    second = (wide - shopping.CARD_CM[0]) * DETAIL
    cards = (
        (0.0, 2 * shown, ALPHA),
        (second, 2 * shown, BETA),
        (second / 2, shown, "θ"),
        (second / 2, 0.0, ""),
    )
    marks: list[Mark] = []
    for left, top, face in cards:
        marks.append(Rect(Box(x + left, y + top, w, h), shape.WHITE, 0.35, 0.8))
        if face:
            glyph = 3 if face == ALPHA else w - 3  # the β card lies on the right part of the α card
            marks.append(Text(x + left + glyph, y + top + h - 1.6, face, size, "bold", "centre"))
    low, right = y + deep * DETAIL, x + wide * DETAIL
    marks += _draw_dimension((x, low + 2), (right, low + 2), f"{wide:g}")
    marks += _draw_dimension((right + 3, y), (right + 3, low), f"{deep:g}")
    said = sentence("setup.overlap.figure", wide=f"{wide:g}", deep=f"{deep:g}")
    column.add(*enclose_in_tag("Figure", marks, said))
    column.y = low + 7


def piles(table: Table) -> list[str]:
    """Return the names of the piles on the table, for example "draw pile" and "discard pile"."""
    seats = {seat.name for seat in table.seats}
    zones = game_of(table).find_zones(state_before(table)).sizes
    return [_name_zone(zone, table) for zone in zones if zone not in seats]


def _name_zone(zone: Zone, table: Table) -> str:
    if zone in (DECK, POOL):
        return name_draw_pile(zone, table.pool_owners, "label.draw_pile").words()
    return sentence(f"lies.{zone}") if has(f"lies.{zone}") else zone


def _place_seats(n: int, box: Box) -> list[Box]:
    """Return the boxes of ``n`` seats in the picture of the table, in clockwise order."""
    beside = 0 if n < 4 else 1 if n < 9 else 2  # seats at each short side
    low, (w, h) = (n - 2 * beside + 1) // 2, NARROW if beside else SEAT
    columns = [box.y + (i + 1) * box.h / (beside + 1) - h / 2 for i in range(beside)]

    def row(count: int, y: float) -> list[Box]:
        return [Box(box.x + (i + 0.5) * box.w / count - w / 2, y, w, h) for i in range(count)]

    bottom, top = row(low, box.bottom - h), row(n - 2 * beside - low, box.y)
    left, right = ([Box(x, y, w, h) for y in columns] for x in (box.x, box.right - w))
    return [*reversed(bottom), *reversed(left), *top, *right]


def _draw_seat(seat: SeatKeys, said: str, kind: Design | None, box: Box) -> list[Mark]:
    """Draw a seat with the player's name and marker symbol. The seats of virtual players have a double frame."""
    marks: list[Mark] = [Rect(box, 1.0, 0.4, 2)]
    if seat.virtual:
        marks.append(Rect(box.inset(0.9), None, 0.25, 1.4))
    room = box.w - 4
    if kind is not None:
        marks += symbol(kind.symbol, Box(box.x + 2.2, box.y + 3.6, 6, 6), kind.ink)
        room -= 8
    size = max(points_to_mm(8), fit_size(seat.name, room, points_to_mm(14), "bold"))
    middle = box.x + (box.w + (8 if kind is not None else 0)) / 2
    marks.append(Text(middle, box.y + 7.4, clip_text(seat.name, room, size, "bold"), size, "bold", "centre"))
    return [*marks, Text(middle, box.y + 11.6, said, points_to_mm(8), align="centre")]


# ----------------------------------------------------------------------------------------------------
# The set-up sheet: one page with everything to do before the first card is dealt.


BODY = points_to_mm(11)
TABLE_H, QR_SIDE = 88.0, 36.0
LEFT = 0.58
"""Width of the left column, as a fraction of the page width. The right column lists the extra cards."""


def setup(
    table: Table, code: str, brief: Brief, needed: Sequence[CardNeed], notes: Sequence[str]
) -> Document:
    """Return the set-up sheet.

    Args:
        table: The table.
        code: Text of the QR symbol, which describes the table.
        brief: Texts for the header and footer.
        needed: Extra cards that were made, with their numbers.
        notes: Notes to print, for example about names that the host must write by hand.
    """
    area, title = brief.area, sentence("sheet.setup")
    counts = {need.face: need.total for need in needed}
    kinds = kinds_of(counts, table)
    y, wide = area.y + TABLE_H + 6, (area.w - 8) * LEFT
    beside = Column(area.x + wide + 8, y, area.w - wide - 8)
    if uses_printed_deck(table.protocol):
        beside.add_heading(sentence("sheet.wallet"), points_to_mm(14))
        beside.skip(1).add_paragraph(sentence("things.turned_alike"), BODY)
        if lookup := get_masks(table).lookup:
            beside.skip(3).add_heading(sentence("folder.masks"), points_to_mm(14))
            beside.skip(1).add_bullets(lookup, BODY)
    else:
        drawn = DETAIL_H * (table.equipment != SLEEVES)
        _draw_card_counts(needed, kinds, beside, area.bottom - y - 18 - 9 * len(notes) - drawn)
        total = describe_total(needed, game_of(table).kinds)
        beside.add_paragraph(sentence("setup.together", sum=total), BODY)
        if drawn:
            _draw_column(beside)
    for note in notes:
        beside.skip(1).add_paragraph(note, points_to_mm(9))

    def laid_out(size: float) -> Column:
        column = Column(area.x, y, wide)
        column.add_heading(sentence("setup.lay_out"), points_to_mm(14))
        column.skip(1.5).add_checkboxes(_list_instructions(table, brief.host, needed), size)
        return column

    seats = (sentence("plan.virtual", seat=seat.name) if seat.virtual else seat.name for seat in table.seats)
    around = round_table(table, kinds, Box(area.x, area.y + 1, area.w - 50, TABLE_H))
    marks = [
        *enclose_in_tag("Figure", around, sentence("figure.table", seats=", ".join(seats))),
        *_draw_table_code(code, area.x + area.w - 46, area.y + 2),
        *beside.marks,
        *typeset.draw_first_fitting(laid_out, map(points_to_mm, SIZES), area.bottom).marks,
    ]
    return replace(finish("setup", title, brief, [PageDraft(marks, title)]), counts=counts)


def _draw_table_code(code: str, x: float, y: float) -> list[Mark]:
    column = Column(x, y + QR_SIDE + 3, 46)
    column.add(shape.Qr(Box(x + 4, y, QR_SIDE, QR_SIDE), code))
    column.add_paragraph(sentence("setup.code"), points_to_mm(9))
    return column.marks


def _list_instructions(table: Table, host: str, needed: Sequence[CardNeed]) -> list[str]:
    """Return the instructions for dealing and laying out cards before the first turn."""
    checked = [describe_deck_check(table)] if uses_printed_deck(table.protocol) else []
    dealt = _describe_first_deal(table) if game_of(table).about.turns_first else [dealing(table)]
    words = shopping.measure_space(table).words(table.equipment)
    put_ready = "wallet" if checked else "mat" if shopping.has_row(table) else "columns"
    holders = "" if checked else f".{table.equipment}"
    before = sentence(f"setup.before.{put_ready}{holders}", host=host).splitlines()
    if checked and needed:
        before.append(colour_cards(needed, game_of(table).kinds))
    if not checked:
        before.append(sentence("setup.sides", host=host))
    return [*checked, *dealt, sentence("setup.tents"), *before, sentence("setup.room", room=words)]


def _describe_first_deal(table: Table) -> list[str]:
    """Return the instructions for dealing in a game whose players take turns from the start."""
    hands, begins = describe_deal(table)
    virtual = join_with_and(seat.name for seat in table.virtual)
    people = name_draw_pile(DECK, table.pool_owners)
    found = [
        sentence("setup.hands", deal=hands, seats=virtual),
        sentence("setup.deck", people=people, begins=begins),
    ]
    if table.pool == "split":
        own = "setup.pool.printed" if uses_printed_deck(table.protocol) else "setup.pool"
        found.append(sentence(own, pile=name_pile(table.pool_owners), people=people))
    return [*found, *filter(None, [describe_sleeving(table)])]


def _draw_card_counts(
    needed: Sequence[CardNeed], kinds: dict[Face, Design], column: Column, room: float
) -> None:
    """Draw the list of extra cards. Each row has the card's design, its number in the first turn, and in total.

    Args:
        needed: Extra cards that were made, with their numbers.
        kinds: Design of each extra card.
        column: Column to draw in.
        room: Height available for the list, in mm.
    """
    x, right = column.x, column.x + column.w
    column.add_heading(sentence("setup.count"), points_to_mm(14))
    heads: list[Mark] = [
        Text(right - 16, column.y + 3, sentence("setup.first"), points_to_mm(8), align="right"),
        Text(right, column.y + 3, sentence("setup.in_all"), points_to_mm(8), align="right"),
    ]
    column.add(*enclose_in_tag("TR", heads))
    column.y += 4
    row = min(7.4, (room - 11) / len(needed))
    size, tick = min(BODY, row * 0.6), min(3.2, row * 0.7)
    for need in needed:
        kind, mid = kinds[need.face], column.y + row / 2
        name, base = kind.name if is_lot_card(need.face) else write_card(need.face), mid + size * 0.34
        column.add(
            shape.Tag("TR"),
            Rect(Box(x, mid - tick / 2, tick, tick), None, 0.3),
            *pattern(kind.pattern, Box(x + 6, mid - row * 0.35, 7, row * 0.7), kind.ink, 1.2),
            *symbol(kind.symbol, Box(x + 15, mid - row * 0.32, row * 0.64, row * 0.64), kind.ink),
            Text(x + 23, base, clip_text(name, right - x - 49, size, "bold"), size, "bold"),
            Text(right - 16, base, str(need.first), size, align="right"),
            Text(right, base, str(need.total), size, "bold", "right"),
            Line(x, column.y + row, right, column.y + row, 0.12, 0.6),
            shape.END,
        )
        column.y += row
    column.y += 0.3 * row


# ----------------------------------------------------------------------------------------------------
# Form for a paper record, for when the battery dies. `facilitator replay` reads its lines without changes.


ROW = 8.4
"""Height of a line for handwriting, in mm."""
LINE, WHO, CODE, PLAYS, NAMED, DRAWS = 12.0, 36.0, 24.0, 27.0, 29.0, 16.0
"""Width of each column of the form, in mm. The remaining width is for remarks."""

MORE = 2
"""Number of pages after the first. All pages together have space for about 70 events, enough for a game."""


def make_log(table: Table, brief: Brief) -> Document:
    """Return the form for recording a game: instructions with examples, and pages of empty lines."""
    area, rules = brief.area, game_of(table)
    seats = " · ".join(seat.name for seat in table.seats)
    page = Column(area.x, area.y, area.w)
    page.add_heading(sentence("log.head"), points_to_mm(20))
    page.y += 1
    key, notation = "log.told", rules.about.notation
    if table.track == "virtual":
        key, notation = "log.told.virtual", sentence("log.notation.virtual")
    page.add_paragraph(sentence(key, seats=seats, notation=notation), points_to_mm(11.5))
    page.add(Text(area.x + 4, page.y + 5, "facilitator replay TABLE record.txt", points_to_mm(11.5), "bold"))
    page.y += 8
    for line in _write_example(table).split("|"):
        page.add(Text(area.x + 4, page.y + 4, line, points_to_mm(11)))
        page.y += 4.9
    begun = rules.list_moves(state_before(table), ())[0]
    if isinstance(begun, Start) and begun.card is not None:
        start = sentence("log.start", asked=rules.make_prompt(state_before(table)).question)
        page.add(Text(area.x, page.y + 9, start, fit_size(start, area.w, points_to_mm(14), "bold"), "bold"))
        page.y += 11
    first = _draw_empty_lines(table, page.skip(4), area.bottom, 1)
    drafts = [PageDraft(page.marks, sentence("log.head"))]
    for number in range(MORE):
        page = Column(area.x, area.y + 2, area.w)
        first = _draw_empty_lines(table, page, area.bottom, first)
        drafts.append(PageDraft(page.marks, "" if number else sentence("log.more"), kind="lines"))
    return finish("log", sentence("sheet.log"), brief, drafts)


def _write_example(table: Table) -> str:
    """Return the first lines of a record, separated by "|", with the names at this table."""
    if table.track == "virtual":
        names = {"person": table.people[0].name, "seat": table.virtual[0].name}
        virtual = join_with_and(seat.name for seat in table.virtual)
        return sentence("log.lines.uno.virtual", seats=virtual, size=table.hand_size, **names)
    example = template(find_closest_key("log.lines", (table.game, table.rules)))
    return use_table_names(example, table.names_people_first)


def _list_log_columns(table: Table, width: float) -> dict[str, float]:
    """Return the headings of the columns in the form, with their widths in mm.

    There is a column for declared colours or suits, and a column for draws, only if the game has them.
    """
    rules, state = game_of(table), state_before(table)
    columns = {sentence("log.line"): LINE, sentence("log.who"): WHO}
    if table.virtual:
        columns[sentence("log.mark")] = CODE
    columns[sentence("log.plays")] = PLAYS
    if rules.kinds.naming:
        columns[sentence("log.named", what=rules.kinds.naming)] = NAMED
    if any(rules.get_shared_deck(state, seat.name).deck is not None for seat in table.seats):
        columns[sentence("log.draws")] = DRAWS
    return {**columns, sentence("log.remark"): width - sum(columns.values())}


def _draw_empty_lines(table: Table, page: Column, bottom: float, first: int) -> int:
    """Draw the column headings and numbered empty lines down to the bottom of a page.

    Args:
        table: The table.
        page: Column to draw in.
        bottom: Lower edge of the page, in mm.
        first: Number of the first line.

    Returns:
        Number of the first line on the next page.
    """
    columns, top = _list_log_columns(table, page.w), page.y
    rows = int((bottom - top) / ROW) - 1
    lines = [[str(first + n), *[""] * (len(columns) - 1)] for n in range(rows)]
    parts = [width / page.w for width in columns.values()]
    page.add_table([[*columns], *lines], parts, points_to_mm(10), ROW)
    edges = accumulate(columns.values(), initial=page.x)
    page.add(Line(page.x, top, page.x + page.w, top, 0.3))
    page.add(*(Line(x, top, x, page.y, 0.2, 0.3) for x in edges))
    return first + rows
