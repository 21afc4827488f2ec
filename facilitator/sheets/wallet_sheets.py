"""The printed deck, and the wallet for duels between two of its cards.

Theory of operation: the wallet is a flat paper sleeve, open at its left and right ends and wider than a card.
The champion and the challenger enter from opposite ends and overlap in the middle, with the champion in
front. The front panel has two windows, above and below the middle. A mask of card size covers them. It has
two holes, which are exchanged by a half turn of the wallet. Each side of a mask represents one state of the
top card.

Let (x, up) be the place of a state, measured from the middle of the wallet to the right and upwards as the
windows show it. The holes of the state's mask are at (x, up) and at its mirror image (-x, -up). All places
lie in the overlapping zone, so both holes show the front card. One of the two places lies on the card's own
side of the vertical middle line, the other on the opposite side:

- A playable card shows a dot at the place on its own side, and a ring at the other place.
- An unplayable card shows a ring at the place on its own side, and a dot at the other place.

So the dot is always on the winner's side: a playable champion wins, and otherwise the challenger wins. Card
faces look the same after a half turn, so this also holds with the champion at the other end.

A half turn exchanges the ends and the holes, and everything visible outside looks the same afterwards. After
half turns in secret, each side is equally likely to show the dot, independent of the cards.

Because of this symmetry, the module draws only one half of each face, mask and front panel, and the stamp
repeats it after a half turn. All measures are in mm. Source: "Wallet duels", on paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import cos, pi, sin

from facilitator.games.decks import CARDS as SUITED
from facilitator.games.events import Kinds
from facilitator.games.masks import TopState
from facilitator.i18n.catalogue import phrase, sentence
from facilitator.operations.faces import Face
from facilitator.pictures import marks as shape
from facilitator.pictures.card_faces import COLOURS
from facilitator.pictures.figures import is_tile, suit, symbol, tile
from facilitator.pictures.marks import BLACK, Box, Circle, Document, Ink, Line, Mark, Rect, Stamp, Text, Use
from facilitator.sheets import page as typeset
from facilitator.sheets.designs import spell_face
from facilitator.sheets.drawing.render import text_width
from facilitator.sheets.page import LEADING, Brief, Column, PageDraft, finish, fit_size, points_to_mm
from facilitator.sheets.printed_deck import EDGE, FLAP, FOLD, GRIP, Lying, Measures, PrintedDeck, shelve_parts

# ----------------------------------------------------------------------------------------------------
# Faces of the cards.


NAME = points_to_mm(20)
"""Default type size of a card's name, in mm. Long names are smaller."""
SMALL_PRINT = points_to_mm(8)
CAPITAL = 0.66
"""Height of a capital letter, as a multiple of the type size."""
INKS: dict[str, Ink] = {
    "R": (0.80, 0.11, 0.14),
    "Y": (0.72, 0.50, 0.0),
    "G": (0.10, 0.48, 0.22),
    "B": (0.10, 0.33, 0.65),
    "H": (0.80, 0.11, 0.14),
    "D": (0.80, 0.11, 0.14),
}
"""Ink colour by the second letter of the card code, for example red for `7R`. Other cards are black."""
BLACK_FIELD: tuple[Ink, str] = (0.84, "cross")
"""Background tint and symbol of black cards."""
RING, THIN = 0.55, 0.12
"""Grey level and line width of a ring. Rings mark places without a dot."""


def draw_card(printed: PrintedDeck, kind: Face) -> Stamp:
    """Draw the front of a card, which looks the same after a half turn."""
    marks = [*_draw_dots(printed, kind), *_draw_name_strip(printed, kind)]
    marks.append(_draw_small_print(printed, EDGE, printed.label))
    return Stamp(printed.m.card, tuple(marks), twice=True)


def _draw_small_print(printed: PrintedDeck, left: float, text: str) -> Text:
    """Return small print on the left half of a card or mask, halfway up.

    Args:
        printed: The printed deck.
        left: Left end of the text, in mm.
        text: The text.
    """
    size = fit_size(text, printed.m.card.w / 2 - left - 0.5, SMALL_PRINT)
    return Text(left, printed.m.card.h / 2 + CAPITAL * size / 2, text, size)


def _draw_dots(printed: PrintedDeck, kind: Face) -> list[Mark]:
    """Draw a dot and a ring for each state of the top card.

    If the card is playable, the dot is on the right side of the wallet and the ring is on the left side.
    Otherwise, they change places. The coordinates assume that the card is in the right end of the wallet.
    """
    m, middle = printed.m, shape.Extent(printed.m.card.w / 2, printed.m.card.h / 2)
    marks: list[Mark] = []
    for state in printed.masks.states:
        x, up = m.place(state)
        own = 1 if x > 0 else -1
        for sign, filled in ((own, kind in state.fits), (-own, kind not in state.fits)):
            at = middle.w - m.shift + sign * x, middle.h - sign * up
            r = m.dot / 2
            marks.append(Circle(*at, r, fill=BLACK) if filled else Circle(*at, r - THIN, None, THIN, RING))
    return marks


def _draw_name_strip(printed: PrintedDeck, kind: Face) -> list[Mark]:
    """Draw the card name at the top, beginning at the left corner."""
    m, rooms = printed.m, printed.rooms
    ink = INKS.get(kind[1:], BLACK)
    top = m.white
    if is_tile(kind):
        high = min(printed.hidden_height - top - 0.6, 13.0)
        box = Box(rooms[0][0], top, 2 * high, high)
        said = Text(box.right + 3, top + high / 2 + CAPITAL * NAME / 1.6, kind, NAME * 1.25, "bold")
        return [*tile(kind, box), said]
    if kind in SUITED.cards:
        size = min(2 * NAME, (printed.hidden_height - top - 0.6) / CAPITAL)
        return _draw_corner_index(kind, rooms[0][0], top, ink, size)
    return _draw_name(printed.rules.kinds, kind, rooms, top, ink)


def _draw_corner_index(kind: Face, x: float, top: float, ink: Ink, size: float) -> list[Mark]:
    """Draw the rank and suit of a card in its corner.

    Args:
        kind: Card code, for example `TH`.
        x: Left end, in mm.
        top: Upper edge, in mm.
        ink: Colour.
        size: Type size in mm.
    """
    rank = "10" if kind[0] == "T" else kind[0]
    high = CAPITAL * size
    at = x + 0.6 * size * len(rank) + 0.8
    return [Text(x, top + high, rank, size, "bold", ink=ink), *suit(kind[1], Box(at, top, high, high), ink)]


def _draw_name(
    kinds: Kinds, kind: Face, rooms: Sequence[tuple[float, float]], top: float, ink: Ink
) -> list[Mark]:
    """Draw the card name on a coloured background, with the symbol of its colour if there is enough space.

    Args:
        kinds: Cards of the game.
        kind: Card code, for example `7R`.
        rooms: Left and right edge of each section for the name. Two sections contain a word each.
        top: Upper edge of the letters, in mm.
        ink: Colour.
    """
    said = kinds.describe(kind)
    for long, _, short in (line.partition("|") for line in sentence("deck.short").splitlines()):
        said = said.replace(long, short)
    first, _, rest = said.partition(" ")
    parts = (said.upper(),) if len(rooms) == 1 else (first.capitalize(), rest.capitalize())
    high = CAPITAL * NAME
    tint, sign = COLOURS.get(kind[1:], BLACK_FIELD)
    marks: list[Mark] = []
    for (left, right), part in zip(rooms, parts, strict=False):
        marks.append(Rect(Box(left, top - 0.4, right - left, high + 0.8), tint, 0))
        size = fit_size(part, right - left, NAME, "bold") if part else NAME
        marks.append(Text(left, top + high, part, size, "bold", ink=ink))
        space = right - left - text_width(part, size, "bold") - 1
        if (wide := min(space, high)) >= 2:
            marks += symbol(sign, Box(right - wide, top + (high - wide) / 2, wide, wide), ink)
    return marks


# ----------------------------------------------------------------------------------------------------
# Sheets of cards.


def slug(kind: Face) -> str:
    """Return the name of the drawing of a card, for example "face7R"."""
    return f"face{spell_face(kind)}"


def deck(printed: PrintedDeck, brief: Brief) -> Document:
    """Return the sheets of cards. Their backs are blank."""
    sheet, cards = printed.sheet, printed.masks.deck
    drafts: list[PageDraft] = []
    stamps = {slug(kind): draw_card(printed, kind) for kind in dict.fromkeys(cards)}
    each = len(sheet.boxes)
    for part in (cards[start : start + each] for start in range(0, len(cards), each)):
        many = phrase("n.cards", n=len(part))
        line = sentence("deck.line", cards=many, size=str(printed.m.card), deck=printed.label)
        marks = sheet.place_stamps([*map(slug, part)])
        drafts.append(PageDraft(marks, part[0], lines=(line,), block=sheet.block, kind="front"))
    document = finish("deck", sentence("sheet.deck"), brief, drafts)
    return replace(document, stamps=stamps, counts={"cards": len(cards)}, duplex=False)


# ----------------------------------------------------------------------------------------------------
# Masks and panels of the wallet.


CHAMFER = 3.0
"""Size of the cut corners of a flap."""
NOTCH = 9.0
"""Radius of a thumb notch in the back panel."""
AWAY = 0.8
"""Grey level of areas that people cut or punch out."""
HAIR, MIDLINE = 0.15, 0.8
"""Width of outlines, and of the middle line on a mask."""
CLEARANCE = 1.5
"""Distance between a hole and the middle line on a mask."""
SHALLOW, CHORD = 3.5, 20.0
"""Depth and length of the shallow notch at each end. The notch shows whether a card is fully inserted."""
DRAWN_SMALL = ("front", "back", "mask0")
"""Parts whose text is omitted in the small assembly pictures."""


def _trace_shallow_notch(middle: float) -> list[tuple[float, float]]:
    """Return the points of a shallow notch in a left edge, from top to bottom.

    Args:
        middle: Vertical position of the middle of the notch, in mm.
    """
    r = ((CHORD / 2) ** 2 + SHALLOW**2) / (2 * SHALLOW)
    heights = (CHORD * (i / 20 - 0.5) for i in range(21))
    return [((r * r - y * y) ** 0.5 - (r - SHALLOW), middle + y) for y in heights]


def _draw_notched_strip(size: shape.Extent) -> shape.Polygon:
    """Return the outline of a rail or spacer, which has a notch in its right edge."""
    low, far, foot = -HAIR / 2, size.w + HAIR / 2, size.h + HAIR / 2
    notch = ((far - x, y) for x, y in _trace_shallow_notch(size.h / 2))
    return shape.Polygon(((low, low), (far, low), *notch, (far, foot), (low, foot)), shape.WHITE, HAIR)


@dataclass(frozen=True, slots=True)
class Wallet:
    """Drawings of a wallet's parts for a printed deck."""

    printed: PrintedDeck

    @property
    def m(self) -> Measures:
        """Measures of the deck and the wallet."""
        return self.printed.m

    # -- masks ---------------------------------------------------------------------------------------

    def side(self, front: TopState, shown: TopState | None = None) -> Stamp:
        """Draw a side of a mask: the middle line and the name of a state of the top card.

        The holes are not drawn, because ink around a hole would show the orientation of the wallet.

        Args:
            front: State of the front side of the mask.
            shown: State of the side to draw. `None` for an unused side.
        """
        return Stamp(self.m.card, (*self._draw_side(front, shown),), twice=True)

    def template(self, front: TopState) -> Stamp:
        """Draw the paper template that shows where to make the two holes of a mask.

        Args:
            front: State of the front side of the mask.
        """
        m = self.m
        x, y = self._find_hole_centre(front)
        w, h = m.hole
        hole: Mark = Rect(Box(x - w / 2, y - h / 2, w, h), AWAY, 0, radius=0.8)
        if m.has_round_holes:
            hole = Circle(x, y, w / 2, fill=AWAY)
        ticks = []
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            (x1, y1), (x2, y2) = ((x + dx * (w / 2 + far), y + dy * (h / 2 + far)) for far in (0.2, 0.7))
            ticks.append(Line(x1, y1, x2, y2, HAIR))
        names = (mark for mark in self._draw_side_title(front, front) if isinstance(mark, Text))
        return Stamp(m.card, (hole, *ticks, *names), twice=True)

    def _find_hole_centre(self, state: TopState) -> tuple[float, float]:
        """Return the centre of the upper hole in a mask, in mm from the top left corner of the mask."""
        m = self.m
        right, up = m.place(state)
        return m.card.w / 2 + right, m.card.h / 2 - up

    def _draw_side(self, front: TopState, shown: TopState | None) -> Iterator[Mark]:
        """Draw the middle line, the name of a state with a coloured bar, and the deck code.

        Args:
            front: State of the front side of the mask. It determines where the holes are.
            shown: State of the side to draw. `None` for an unused side.
        """
        m = self.m
        title = self._draw_side_title(front, shown)
        tops = [mark for mark in title if isinstance(mark, Text)]
        gaps = [(tops[0].y - tops[0].size, tops[-1].y + 3.2), *self._find_line_gap(front)]
        start = 0.0
        for above, below in (*sorted(gaps), (m.card.h / 2, m.card.h / 2)):
            if above - start > CLEARANCE:  # a shorter piece would look like a dot
                yield Line(m.card.w / 2, start, m.card.w / 2, above, MIDLINE)
            start = max(start, below)
        yield from title
        yield _draw_small_print(self.printed, GRIP + EDGE, self.printed.masks.code)

    def _find_line_gap(self, front: TopState) -> list[tuple[float, float]]:
        """Return the upper and lower end of the gap in the middle line beside a hole that is near the line.

        Without the gap, a hole could touch the line and show the orientation of the wallet. The result is empty
        if no hole is near the line.
        """
        m = self.m
        x, y = self._find_hole_centre(front)
        if abs(x - m.card.w / 2) > m.hole.w / 2 + MIDLINE / 2 + CLEARANCE:
            return []
        return [(y - m.hole.h / 2 - CLEARANCE, y + m.hole.h / 2 + CLEARANCE)]

    def _draw_side_title(self, front: TopState, shown: TopState | None) -> list[Mark]:
        """Draw the name of a state, with a coloured bar, above the upper hole of a mask or below it.

        Args:
            front: State of the front side of the mask. It determines where the holes are.
            shown: State to name. `None` for an unused side.
        """
        m, size = self.m, points_to_mm(11)
        left = GRIP + EDGE
        room = m.card.w - 2 * left
        name = sentence("mask.no_state") if shown is None else shown.name
        lines = typeset.wrap_text(name, room, size, "bold")
        _, y = self._find_hole_centre(front)
        high = LEADING * size * len(lines) + 3
        top = EDGE if EDGE + high < y - m.visible_radius else y + m.visible_radius
        marks: list[Mark] = [
            Text(m.card.w / 2, top + CAPITAL * size + n * LEADING * size, line, size, "bold", align="centre")
            for n, line in enumerate(lines)
        ]
        if shown is not None and shown.colour:
            y = top + CAPITAL * size + (len(lines) - 1) * LEADING * size + 1.2
            marks.append(Rect(Box(left, y, room, 1.6), INKS.get(shown.colour, BLACK), 0))
        return marks

    # -- panels --------------------------------------------------------------------------------------

    def front(self) -> Stamp:
        """Draw the front panel of the wallet with its windows and flaps."""
        m = self.m
        size = m.parts["front"]
        w = size.w
        window = m.window
        hole = Box(w / 2 + window.x, size.h / 2 + window.y, window.w, window.h)
        low, far = -HAIR / 2, w + HAIR / 2
        notch = [(x, y) for x, y in _trace_shallow_notch(size.h / 2) if y <= size.h / 2]
        corners = [
            *reversed([(low + x, y) for x, y in notch]),
            *((low, FLAP), (CHAMFER, low), (w - CHAMFER, low), (far, FLAP)),
            *((far - x, y) for x, y in notch),
        ]
        marks: list[Mark] = [Line(*start, *end, HAIR) for start, end in pairwise(corners)]
        marks += [Line(0, y, w, y, HAIR, 0.3, (2.0, 1.2)) for y in (FLAP, FLAP + FOLD)]
        marks += [
            Rect(hole, AWAY, HAIR),
            Text(w / 2, hole.y + hole.h / 2 + 1, sentence("wallet.cut"), points_to_mm(9), align="centre"),
            Text(w / 2, FLAP / 2 + 1, sentence("wallet.flap"), points_to_mm(8), align="centre"),
        ]
        inner = m.parts["spacer"].w
        marks += [Line(x, FLAP + FOLD + 1, x, FLAP + FOLD + 5, HAIR, 0.4) for x in (inner, w - inner)]
        return Stamp(size, tuple(marks), twice=True, bleed=HAIR)

    def draw_back(self) -> Stamp:
        """Draw the back panel with a deep thumb notch at each end."""
        size = self.m.parts["back"]
        angles = (-pi / 2 + pi * i / 24 for i in range(25))
        notch = [(NOTCH * cos(t), size.h / 2 + NOTCH * sin(t)) for t in angles]
        low, far, foot = -HAIR / 2, size.w + HAIR / 2, size.h + HAIR / 2
        corners = [(low, low), *((low + x, y) for x, y in notch), (low, foot), (far, foot)]
        corners += [*((far - x, y) for x, y in reversed(notch)), (far, low)]
        said = Text(size.w / 2, size.h / 2 + 1, sentence("wallet.inside"), points_to_mm(9), align="centre")
        return Stamp(size, (shape.Polygon(tuple(corners), None, HAIR), said), bleed=HAIR)

    def rail_stamp(self) -> Stamp:
        """Draw a rail as it lies at the right end. The rail at the left end is turned by 180 degrees."""
        size = self.m.parts["rail"]
        return Stamp(size, (_draw_notched_strip(size),), bleed=HAIR)

    def spacer(self) -> Stamp:
        """Draw the spacer between a rail and the front panel."""
        size = self.m.parts["spacer"]
        said = Text(size.w / 2 - 1, size.h / 4, sentence("wallet.spacer"), points_to_mm(8), align="centre")
        return Stamp(size, (_draw_notched_strip(size), said), bleed=HAIR)

    def tab(self, behind: bool = False) -> Stamp:
        """Draw a side of the NONE tab. Its line shows how far people insert it into an empty end.

        Args:
            behind: Whether to draw the back of the tab.
        """
        deep, size = self.m.single, self.m.parts["tab"]
        visible = size.w - deep
        x, middle = (visible, visible / 2) if behind else (deep, deep + visible / 2)
        said = sentence("wallet.none")
        big = fit_size(said, visible - 3, points_to_mm(24), "bold")
        marks: list[Mark] = [
            Line(x, 0, x, size.h, 0.8),
            Text(middle, size.h / 2 + CAPITAL * big / 2, said, big, "bold", align="centre"),
        ]
        if not behind:
            marks.append(Rect(Box(0, 0, *size).inset(-HAIR / 2), None, HAIR))
        return Stamp(size, tuple(marks), bleed=HAIR)

    def stamps(self) -> dict[str, Stamp]:
        """Return the drawings of all parts, masks and templates by name, for example "mask0" and "reverse0"."""
        found = {
            "front": self.front(),
            "back": self.draw_back(),
            "rail": self.rail_stamp(),
            "spacer": self.spacer(),
            "tab": self.tab(),
            "behindtab": self.tab(behind=True),
        }
        for n, states in enumerate(self.printed.masks.sides):
            found[f"mask{n}"] = self.side(states[0], states[0])
            found[f"reverse{n}"] = self.side(*states)
            found[f"template{n}"] = self.template(states[0])
        for name in DRAWN_SMALL:
            marks = tuple(mark for mark in found[name].marks if not isinstance(mark, Text))
            found[f"small{name}"] = replace(found[name], marks=marks)
        return found


# ----------------------------------------------------------------------------------------------------
# Arrangement of parts and masks on sheets.


def _draft_sheets(wallet: Wallet) -> list[PageDraft]:
    """Return pages with masks, wallet parts and templates.

    A page for the back follows each page of masks or parts. If a sheet has no space for all masks beside the
    wallet parts, the other masks have separate sheets.
    """
    printed = wallet.printed
    paper, sheet, area, label = printed.paper, printed.sheet, printed.parts_area, printed.label
    apart, beside = printed.split_masks()
    each = len(sheet.boxes)
    kind = sentence("mask.punch" if wallet.m.has_round_holes else "mask.slots")
    drafts: list[PageDraft] = []
    templates: list[PageDraft] = []
    for part in (apart[start : start + each] for start in range(0, len(apart), each)):
        lying = [Lying(name, box, sheet.turn) for name, box in zip(part, sheet.boxes, strict=False)]
        cuts = sheet.place_stamps(part)[len(part) :]
        drafts += _make_two_sided(lying, sheet.block, paper, f"{kind}; {label}", cuts)
        templates += _draft_templates(lying, sheet.block, label)
    lying = shelve_parts(beside, printed)
    block = Box(area.x, area.y, area.w, max(piece.box.bottom for piece in lying) - area.y)
    down = (paper.h - block.h) / 2 - block.y + 2
    block = block._replace(y=block.y + down)
    lying = [piece._replace(box=piece.box._replace(y=piece.box.y + down)) for piece in lying]
    outlines = [mark for piece in lying for mark in _draw_outline(piece)]
    drafts += _make_two_sided(lying, block, paper, label, outlines)
    return [*drafts, *templates, *_draft_templates(lying, block, label)]


def _draw_outline(piece: Lying) -> Iterator[Mark]:
    """Draw the line along which a mask is cut out. Other parts contain their own outlines."""
    if "mask" in piece.name:
        yield Rect(piece.box.inset(-HAIR / 2), None, HAIR, ink=0.4)


def _make_two_sided(
    lying: Sequence[Lying], block: Box, paper: shape.Paper, line: str, more: Sequence[Mark]
) -> Iterator[PageDraft]:
    """Yield the front page and the back page of a sheet with masks or wallet parts.

    Args:
        lying: Positions of the parts on the front page.
        block: Area that text in the margins must avoid.
        paper: Paper format.
        line: Text for the margin of the front page.
        more: Further shapes on the front page, such as outlines.
    """
    marks = [Use(piece.name, piece.box.x, piece.box.y, piece.turn) for piece in lying]
    yield PageDraft([*marks, *more], lying[0].name, lines=(line,), block=block, kind="parts")
    backs = [(piece, _get_back_name(piece.name)) for piece in lying]
    behind = [Use(name, paper.w - at.box.right, at.box.y, at.turn) for at, name in backs if name]
    mirrored = block._replace(x=paper.w - block.right)
    yield PageDraft([*behind], lines=(sentence("wallet.back_of"),), block=mirrored, kind="backs")


def _get_back_name(name: str) -> str:
    """Return the name of the drawing on a part's back. The name is empty for a blank back."""
    return "behindtab" if name == "tab" else name.replace("mask", "reverse") if "mask" in name else ""


def _draft_templates(lying: Sequence[Lying], block: Box, label: str) -> Iterator[PageDraft]:
    """Yield a page of paper templates for the masks on a sheet. Yield nothing for a sheet without masks."""
    masks = [mask for mask in lying if "mask" in mask.name]
    if not masks:
        return
    marks = [Use(mask.name.replace("mask", "template"), mask.box.x, mask.box.y, mask.turn) for mask in masks]
    said = sentence("mask.template")
    outlines = [mark for mask in masks for mark in _draw_outline(mask)]
    lines = (f"{said}; {label}",)
    yield PageDraft([*marks, *outlines], masks[0].name, lines, block, kind="template")


# ----------------------------------------------------------------------------------------------------
# Assembly of the wallet.


BODY = points_to_mm(11)


def _draft_assembly(wallet: Wallet, brief: Brief) -> PageDraft:
    """Return the page with the assembly steps and four pictures."""
    area, m = brief.area, wallet.printed.m
    page = Column(area.x, area.y + 2, area.w)
    page.add_heading(sentence("wallet.assembly"), points_to_mm(22))
    page.skip(2)
    both = sentence("wallet.both_sides", pages=2 * (wallet.printed.mask_sheets + 1))
    page.add_bullets((both, sentence("wallet.backs")), BODY)
    page.skip(2)
    steps = sentence("wallet.steps", holes=2 * len(wallet.printed.masks.sides))
    for number, step in enumerate(steps.splitlines(), 1):
        page.add(Text(area.x, page.y + typeset.ASCENT * BODY, f"{number}", BODY, "bold"))
        page.add_paragraph(step, BODY, left=6)
        page.y += 1.2
    if wallet.printed.masks.lookup:
        page.add_paragraph(sentence("folder.masks"), BODY, "bold")
        page.add_bullets(wallet.printed.masks.lookup, BODY)
    y, low = page.y + 2, area.bottom - 2
    scale = min(0.8, (low - y - 16) / 2 / (m.high + 2 * (FOLD + FLAP)), (area.w / 2 - 8) / m.wallet)
    tall, half = (low - y) / 2, area.w / 2
    captions = sentence("wallet.pictures").splitlines()
    pictures = (_draw_front_panel, _draw_back_panel, _draw_cross_section, _draw_finished)
    for n, (draw, caption) in enumerate(zip(pictures, captions, strict=True)):
        middle, top = area.x + (n % 2 + 0.5) * half, y + (n // 2) * tall
        page.add(Text(middle, top + tall - 2.5, caption, points_to_mm(10), align="centre"))
        page.add(*shape.place_marks(draw(wallet, scale), middle, top + (tall - 6) / 2))
    return PageDraft(page.marks, sentence("wallet.assembly"))


def _draw_front_panel(wallet: Wallet, scale: float) -> list[Mark]:
    w, h = wallet.front().size
    return [Use("smallfront", -w * scale / 2, -h * scale / 2, scale=scale)]


def _draw_back_panel(wallet: Wallet, scale: float) -> list[Mark]:
    """Draw the back panel, with dashed lines for the hidden flaps."""
    w, h = (side * scale for side in wallet.draw_back().size)
    deep = FLAP * scale
    return [
        Use("smallback", -w / 2, -h / 2, scale=scale),
        *(Line(-w / 2 + 0.5, y, w / 2 - 0.5, y, 0.3, 0.3, (1.5, 1.0)) for y in (deep - h / 2, h / 2 - deep)),
    ]


def _draw_cross_section(wallet: Wallet, scale: float) -> list[Mark]:
    """Draw the layers of the wallet as seen from an open end, with the back panel at the top."""
    h = wallet.m.high * scale * 0.8
    card, flap, thick, step = h - 2, FLAP * scale * 1.2, 0.9, 6.0
    aside, y = -14.0, 1.2 * step
    layers: tuple[tuple[float, float, Ink], ...] = (
        (-3, h, BLACK),
        (-2, 0, BLACK),
        (-1.2, card, (0.10, 0.33, 0.65)),
        (-0.6, card, (0.80, 0.11, 0.14)),
        (0, h, BLACK),
        (0.7, h, 0.5),
    )
    marks: list[Mark] = []
    for (level, wide, ink), said in zip(layers, sentence("wallet.layers").splitlines(), strict=True):
        at = y + level * step
        marks.append(Text(aside + h / 2 + 3, at + 0.9, said, points_to_mm(8)))
        if wide:
            marks.append(Line(aside - wide / 2, at, aside + wide / 2, at, thick, ink))
    for side in (1, -1):
        edge, high = aside + side * h / 2, y - 2 * step
        marks += [Line(edge, y, edge, high, thick), Line(edge, high, edge - side * flap, high, thick)]
    return marks


def _draw_finished(wallet: Wallet, scale: float) -> list[Mark]:
    """Draw the finished wallet with its first mask and a dot in one of the holes."""
    m, rail = wallet.m, wallet.m.parts["rail"].w * scale
    w, h = m.wallet * scale, m.high * scale
    x, up = m.place(wallet.printed.masks.sides[0][0])
    return [
        Rect(Box(-w / 2, -h / 2, w, h), None, HAIR),
        Use("smallmask0", -m.card.w / 2 * scale, -m.card.h / 2 * scale, scale=scale),
        Use("rail", w / 2 - rail, -h / 2, scale=scale),
        Use("rail", -w / 2, -h / 2, 180, scale=scale),
        Circle(x * scale, -up * scale, m.hole.w / 2 * scale, fill=shape.WHITE, width=HAIR),
        Circle(-x * scale, up * scale, m.hole.w / 2 * scale, fill=shape.WHITE, width=HAIR),
        Circle(abs(x) * scale, (-up if x > 0 else up) * scale, m.dot / 2 * scale, fill=BLACK),
    ]


# ----------------------------------------------------------------------------------------------------
# Test of the finished wallet.


KNOWN, TURNS = 10, 20


def list_test_cards(wallet: Wallet) -> list[tuple[TopState, str, int, int]]:
    """Return ten tests of a finished wallet with a single card.

    Returns:
        For each test: the state of the top card, the code of the card to insert, the end for this card, and the
        side on which the dot must appear. An end or side is 0 for left or 1 for right. The card goes in with the
        windows down. To look, people turn the wallet over like a page, which exchanges left and right.
    """
    masks = wallet.printed.masks
    found: list[tuple[TopState, str, int, int]] = []
    for n in range(KNOWN):
        state = masks.states[n * len(masks.states) // KNOWN]
        wanted, end = n % 2 == 0, n // 2 % 2
        kinds = [kind for kind in masks.deck if (kind in state.fits) is wanted]
        kind = kinds[(7 * n) % len(kinds)]
        found.append((state, kind, end, 1 - end if wanted else end))
    return found


def _draft_test_page(wallet: Wallet, brief: Brief) -> PageDraft:
    area, kinds = brief.area, wallet.printed.rules.kinds
    page = Column(area.x, area.y + 2, area.w)
    page.add_heading(sentence("wallet.test"), points_to_mm(22))
    page.skip(2).add_paragraph(sentence("wallet.ten"), BODY)
    page.y += 2
    ends = sentence("wallet.left_end"), sentence("wallet.right_end")
    tests = list_test_cards(wallet)
    cases = [
        (state.name, kinds.describe(kind), ends[end], ends[side], "") for state, kind, end, side in tests
    ]
    heads = sentence("wallet.ten.heads").splitlines()
    page.add_table([heads, *cases], (0.27, 0.31, 0.12, 0.2, 0.1), points_to_mm(10.5), 7.2)
    for white, text in ((2, sentence("wallet.remake")), (4, sentence("wallet.guesses"))):
        page.skip(white).add_paragraph(text, BODY)
    guesses = [(str(n), "", "", "", "") for n in range(1, TURNS + 1)]
    half, middle = (area.w - 10) / 2, TURNS // 2
    right = [*guesses[middle:], (sentence("wallet.right"), "", "", "", "")]
    for left, some in ((area.x, guesses[:middle]), (area.x + half + 10, right)):
        rows = [["", sentence("wallet.lies"), "1", "2", "3"], *some]
        page.make_neighbour(left, half, 2).add_table(rows, (0.2,) * 5, points_to_mm(10.5), 6.6)
    return PageDraft(page.marks, sentence("wallet.test"))


def make_wallet_document(printed: PrintedDeck, brief: Brief) -> Document:
    """Return the document with masks and wallet parts, their assembly, and a test of the finished wallet."""
    made = Wallet(printed)
    drafts = [*_draft_sheets(made), _draft_assembly(made, brief), _draft_test_page(made, brief)]
    counts = {"masks": len(printed.masks.sides)}
    document = finish("wallet", sentence("sheet.wallet"), brief, drafts)
    return replace(document, stamps=made.stamps(), counts=counts)
