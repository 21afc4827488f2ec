"""The printed deck, whose faces bear a mark for every state of the top card, and its wallet: masks, panels, a test.

Measures are in mm; places of marks count from the middle of the wallet, to the right and upwards, as its windows
show them.  A card lies `Measures.shift` beside that middle, to either end.  Faces, and whatever shows outside, are
alike when turned by half: one half is drawn, and drawn again turned.  Source: "Wallet duels", on paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import cos, pi, sin
from typing import Any, NamedTuple

from facilitator.errors import CommandError
from facilitator.games.events import Kinds
from facilitator.games.masks import FEW, ROWS, Masks, TopState, masks_of
from facilitator.games.packs import CARDS as SUITED
from facilitator.games.registry import game_named
from facilitator.games.rules import Rules
from facilitator.machine.faces import Face
from facilitator.sheets.drawing.marks import (
    BLACK,
    CARD_SIZES,
    PAPERS,
    WHITE,
    Box,
    Circle,
    Document,
    Extent,
    Ink,
    Line,
    Mark,
    Paper,
    Polygon,
    Rect,
    Stamp,
    Text,
    Use,
    shifted,
    tagged,
)
from facilitator.sheets.figures import is_tile, suit, tile
from facilitator.sheets.page import ASCENT, Brief, Column, PageDraft, finish, fitted, points
from facilitator.sheets.stocks import BUSINESS, CUT_MARKS, CardSheet, SheetStock, cut_stock, stock_for
from facilitator.table.load import Table
from facilitator.table.model import state_before
from facilitator.words.catalogue import phrase, refusal, sentence

# ----------------------------------------------------------------------------------------------------
# Measures: of a card, of its places, of the wallet that two of them overlap in.


@dataclass(frozen=True, slots=True)
class Measures:
    """The measures of a printed deck and its wallet, mm.

    ``pitch``: from place to place; ``first``: from the middle to the first row; ``overlap``: what two cards share in
    the wallet; ``white``: what stays blank at a card's short ends; ``reach``: how far from a place's middle a hole
    may show, out of place and askew.
    """

    card: Extent
    cols: int
    pitch: Extent
    first: float
    dot: float
    hole: Extent
    overlap: float
    rows: int = ROWS
    white: float = 0.9
    reach: float = 3.2

    @property
    def punched(self) -> bool:
        """Whether holes are round."""
        return self.hole.w == self.hole.h

    @property
    def wallet(self) -> float:
        """How wide the wallet is."""
        return 2 * self.card.w - self.overlap

    @property
    def high(self) -> float:
        """How high it is: a card, and a little play."""
        return self.card.h + 1

    @property
    def shift(self) -> float:
        """From the wallet's middle to a card's, at either end."""
        return (self.wallet - self.card.w) / 2

    def place(self, state: TopState) -> tuple[float, float]:
        """Return where a state's place is in the upper half of the wallet: right and up from its middle."""
        return (state.col - (self.cols - 1) / 2) * self.pitch.w, self.first + state.row * self.pitch.h

    @property
    def window(self) -> Box:
        """The upper window, from the wallet's middle (y downwards): a pitch around all places."""
        w = (self.cols - 1) * self.pitch.w + (6.0 if self.cols == FEW else 5.4)
        top = -(self.first + (self.rows - 0.5) * self.pitch.h)
        return Box(-w / 2, top, w, self.rows * self.pitch.h)


TORN = Measures(Extent(54, 85), FEW, Extent(6.0, 4.6), 4.5, 3.0, Extent(4, 4), 30)
"""Perforated cards."""
SMALL = Measures(CARD_SIZES["56x87"], FEW, Extent(6.2, 4.7), 4.6, 3.0, Extent(4, 4), 31)
LARGE = Measures(Extent(74, 105), 2 * FEW, Extent(4.5, 5.8), 5.0, 2.4, Extent(3, 4), 38, white=4.6, reach=2.8)
"""Cards that are cut: for few states, and for many; of the large ones two take the whole width of a sheet."""


def measures(masks: Masks, paper: Paper, size: Extent | None) -> Measures:
    """Return the measures of a deck; ``size``: as it was asked for, None for the usual one.

    Raises: CommandError if the deck cannot have that size.
    """
    usual = TORN if stock_for(BUSINESS, paper.name).size == Extent(85, 54) else SMALL
    of = LARGE if masks.cols != FEW else SMALL if size == SMALL.card else usual
    if size not in (None, of.card):
        raise CommandError(*refusal("refused.card_size", size=str(of.card), found=str(size)))
    rows = max(ROWS, masks.rows)
    return replace(of, rows=rows)


# ----------------------------------------------------------------------------------------------------
# Faces.


NAME = points(20)
"""The least size of a card's name."""
SMALL_PRINT = points(8)
CAPITAL = 0.66
"""Height of a capital letter, in sizes."""
INKS: dict[str, Ink] = {
    "R": (0.80, 0.11, 0.14),
    "Y": (0.72, 0.50, 0.0),
    "G": (0.10, 0.48, 0.22),
    "B": (0.10, 0.33, 0.65),
    "H": (0.80, 0.11, 0.14),
    "D": (0.80, 0.11, 0.14),
}
"""Of cards that have a colour, by their second letter; all others are black."""
RING, THIN = 0.55, 0.12
"""Grey and width of a ring, which is no dot."""


@dataclass(frozen=True, slots=True)
class PrintedDeck:
    """A table's deck as it is printed: its masks, its measures, and what it says of itself."""

    masks: Masks
    m: Measures
    law: Rules[Any]
    label: str
    paper: Paper

    @classmethod
    def of(cls, table: Table, size: Extent | None = None) -> PrintedDeck:
        """Return it; raises `CommandError` with the reason where no printed deck serves the table."""
        law, paper = game_named(table.game), PAPERS[table.paper]
        styles = [seat.style for seat in table.virtual]
        masks = masks_of(law, state_before(table), styles, table.conceal)
        label = f"{table.game} {table.rules} {masks.code}"
        return cls(masks, measures(masks, paper, size), law, label, paper)

    @property
    def torn(self) -> bool:
        """Whether its cards are perforated, and not cut."""
        return self.m.card == TORN.card

    @property
    def sheet(self) -> CardSheet:
        """The sheet that holds most of its cards."""
        paper, (w, h) = self.paper, self.m.card
        if self.torn:
            return replace(stock_for(BUSINESS, paper.name).sheet, turn=90)
        if (
            self.m.card == LARGE.card
        ):  # two lie side by side from edge to edge: what is printed keeps clear of it
            x, y, rows = (paper.w - 2 * h) / 2, (paper.h - 3 * w) / 2, 3
            boxes = tuple(Box(x + col * h, y + row * w, h, w) for row in range(rows) for col in range(2))
            block = Box(0, y - CUT_MARKS, paper.w, rows * w + 2 * CUT_MARKS)
            return CardSheet(boxes, block, 90, block.inset(CUT_MARKS))
        stands, lies = (cut_stock(paper, Extent(*size)).sheet for size in ((w, h), (h, w)))
        return max(stands, replace(lies, turn=90), key=lambda sheet: len(sheet.boxes))

    def face(self, kind: Face) -> Stamp:
        """Return a card's face: one half of it drawn twice, so that it has no way up."""
        marks = [*self._dots(kind), *self._strip(kind), self.served]
        return Stamp(self.m.card, tuple(marks), twice=True)

    @property
    def served(self) -> Text:
        """What cards and masks serve, along their middle, where no hole is and none shows it."""
        return Text(2, self.m.card.h / 2 + CAPITAL * SMALL_PRINT / 2, self.label, SMALL_PRINT)

    def _dots(self, kind: Face) -> list[Mark]:
        """At a state's place a dot if the card fits, at its mirror image one if it does not; else rings."""
        m, middle = self.m, Extent(self.m.card.w / 2, self.m.card.h / 2)
        marks: list[Mark] = []
        for state in self.masks.states:
            x, up = m.place(state)
            for sign, filled in ((1, kind in state.fits), (-1, kind not in state.fits)):
                at = middle.w - m.shift + sign * x, middle.h - sign * up
                r = m.dot / 2
                marks.append(
                    Circle(*at, r, fill=BLACK) if filled else Circle(*at, r - THIN, None, THIN, RING)
                )
        return marks

    @property
    def rooms(self) -> list[tuple[float, float]]:
        """From where to where a name may stand along a short end: what no hole of an eighth row may show."""
        m, edge = self.m, 1.3
        if m.rows == ROWS:
            return [(edge, m.card.w - edge)]
        found, left = [], edge
        for state in self.masks.states:
            if state.row >= ROWS:
                x, _ = m.place(state)
                taken = sorted(m.card.w / 2 + side for side in (x - m.shift, x + m.shift))
                for at in taken:
                    found.append((left, at - m.reach - 0.6))
                    left = at + m.reach + 0.6
        return [room for room in found if room[1] - room[0] > 5]

    @property
    def free(self) -> float:
        """How deep the end of a card is that no hole shows."""
        m, rows = self.m, min(self.masks.rows, ROWS)
        return m.card.h / 2 - (m.first + (rows - 1) * m.pitch.h) - m.reach

    def _strip(self, kind: Face) -> list[Mark]:
        """The card's name along its short end, from the left corner on."""
        m, rooms = self.m, self.rooms
        ink = INKS.get(kind[1:], BLACK)
        top = m.white
        if is_tile(kind):
            high = min(self.free - top - 0.6, 13.0)
            box = Box(rooms[0][0], top, 2 * high, high)
            said = Text(box.right + 3, top + high / 2 + CAPITAL * NAME / 1.6, kind, NAME * 1.25, "bold")
            return [*tile(kind, box), said]
        if kind in SUITED.cards:
            size = min(2 * NAME, (self.free - top - 0.6) / CAPITAL)
            return _index(kind, rooms[0][0], top, ink, size)
        return _named(self.law.kinds, kind, rooms, top, ink)


def _index(kind: Face, x: float, top: float, ink: Ink, size: float) -> list[Mark]:
    """Rank and suit in the corner, as in a fan."""
    rank = "10" if kind[0] == "T" else kind[0]
    high = CAPITAL * size
    at = x + 0.6 * size * len(rank) + 0.8
    return [Text(x, top + high, rank, size, "bold", ink=ink), *suit(kind[1], Box(at, top, high, high), ink)]


def _named(
    kinds: Kinds, kind: Face, rooms: Sequence[tuple[float, float]], top: float, ink: Ink
) -> list[Mark]:
    """The name in one line, or a part of it in each room."""
    said = kinds.describe(kind)
    for long, _, short in (line.partition("|") for line in sentence("deck.short").splitlines()):
        said = said.replace(long, short)
    high = CAPITAL * NAME
    first, _, rest = said.partition(" ")
    if len(rooms) == 1:
        left, right = rooms[0]
        size = fitted(said.upper(), right - left, NAME, "bold")
        return [Text(left, top + high, said.upper(), size, "bold", ink=ink)]
    marks: list[Mark] = []
    for (left, right), part in zip(rooms, (first.capitalize(), rest.capitalize()), strict=False):
        size = fitted(part, right - left, NAME, "bold") if part else NAME
        marks.append(Text(left, top + high, part, size, "bold", ink=ink))
    return marks


# ----------------------------------------------------------------------------------------------------
# The sheet.


def slug(kind: Face) -> str:
    """Return a name for a card's stamp."""
    return "face" + "".join(c if c.isascii() and c.isalnum() else f"{ord(c):x}" for c in kind)


def deck(printed: PrintedDeck, brief: Brief) -> Document:
    """Return the sheets of cards; their backs stay blank."""
    sheet, cards = printed.sheet, printed.masks.deck
    drafts: list[PageDraft] = []
    stamps = {slug(kind): printed.face(kind) for kind in dict.fromkeys(cards)}
    each = len(sheet.boxes)
    for part in (cards[start : start + each] for start in range(0, len(cards), each)):
        many = phrase("n.cards", n=len(part))
        line = sentence("deck.line", cards=many, size=str(printed.m.card), deck=printed.label)
        marks = sheet.laid([*map(slug, part)])
        drafts.append(PageDraft(marks, part[0], lines=(line,), block=sheet.block, kind="front"))
    return finish("deck", sentence("sheet.deck"), brief, drafts, stamps, {"cards": len(cards)}, duplex=False)


# ----------------------------------------------------------------------------------------------------
# The wallet: its masks and its panels.


FOLD, FLAP, CHAMFER = 0.8, 12.0, 3.0
"""Between the two creases of a flap, so that two cards have room; how deep a flap is; how much its corners lack."""
SLOT_PLAY, GRIP = 0.3, 5.3
"""How much wider than a mask the slot is at either side; how far a rail reaches over it."""
NOTCH = 9.0
"""Radius of a thumb notch, in the back panel only."""
AWAY = 0.8
"""The grey of what is cut or punched out."""
HAIR, TICK = 0.15, 0.9
"""How wide outlines are, and how long the ticks around a hole's mark."""
GAP = 2.0
"""Between parts on a sheet."""
PARTS = ("front", "back", "rail", "rail", "spacer", "spacer")
"""What a wallet is made of, the largest first."""
DRAWN_SMALL = ("front", "back", "mask0")
"""Parts that pictures show without their words, which nobody could read there."""


@dataclass(frozen=True, slots=True)
class Wallet:
    """The parts of a printed deck's wallet."""

    printed: PrintedDeck

    # -- masks ---------------------------------------------------------------------------------------

    def mask(self, front: TopState, back: TopState | None = None) -> Stamp:
        """Return a mask's front: the two marks for the punch, the name of the state, twice."""
        m = self.printed.m
        right, up = m.place(front)
        x, y = m.card.w / 2 + right, m.card.h / 2 - up
        w, h = m.hole
        shape: Mark = Rect(Box(x - w / 2, y - h / 2, w, h), AWAY, 0, radius=0.8)
        if m.punched:
            shape = Circle(x, y, w / 2, fill=AWAY)
        ticks = []
        for dx, dy in ((1, 0), (-1, 0), (0, 1)):
            near, far = (w / 2 + 0.2, h / 2 + 0.2), (w / 2 + 0.2 + TICK, h / 2 + 0.2 + TICK)
            ticks.append(
                Line(x + dx * near[0], y + dy * near[1], x + dx * far[0], y + dy * far[1], HAIR, 0.4)
            )
        other = sentence("mask.turned", name=back.name) if back else ""
        return Stamp(m.card, (shape, *ticks, *self._title(front, other), self.printed.served), twice=True)

    def reverse(self, front: TopState, back: TopState | None = None) -> Stamp:
        """Return a mask's back: the name of the state that it serves turned over, twice."""
        if back is None:
            title = Text(self.printed.m.card.w / 2, 9, sentence("mask.no_state"), points(11), align="centre")
            return Stamp(self.printed.m.card, (title,), twice=True)
        marks = self._title(back, sentence("mask.turned", name=front.name))
        return Stamp(self.printed.m.card, tuple(marks), twice=True)

    def _title(self, state: TopState, other: str) -> list[Mark]:
        """A state's name where no rail covers it, and below what the mask is for; beside a hole of the last row."""
        m = self.printed.m
        left = GRIP + 1.5
        room = m.card.w - 2 * left
        if state.row >= ROWS:
            room = m.card.w / 2 + m.place(state)[0] - m.reach - left
        size = fitted(state.name, room, points(11), "bold")
        high = m.white + CAPITAL * size
        return [
            Text(left, high, state.name, size, "bold"),
            Text(left, high + SMALL_PRINT, other, fitted(other, room, SMALL_PRINT)),
        ]

    # -- panels --------------------------------------------------------------------------------------

    def front(self) -> Stamp:
        """Return the front panel with its flaps: half of it twice, with one window, one flap, one fold."""
        m = self.printed.m
        w, h, edge = m.wallet, m.high, FOLD + FLAP
        size = Extent(w, h + 2 * edge)
        window = m.window
        hole = Box(w / 2 + window.x, size.h / 2 + window.y, window.w, window.h)
        low, far = HAIR / 2, w - HAIR / 2
        corners = (
            (low, size.h / 2), (low, FLAP), (CHAMFER, low), (w - CHAMFER, low), (far, FLAP), (far, size.h / 2)
        )  # fmt: skip
        marks: list[Mark] = [Line(*one, *other, HAIR) for one, other in pairwise(corners)]
        marks += [Line(0, y, w, y, HAIR, 0.3, (2.0, 1.2)) for y in (FLAP, FLAP + FOLD)]
        marks += [
            Rect(hole, AWAY, HAIR),
            Text(w / 2, hole.y + hole.h / 2 + 1, sentence("wallet.cut"), points(9), align="centre"),
            Text(w / 2, FLAP / 2 + 1, sentence("wallet.flap"), points(8), align="centre"),
        ]
        inner = self.rail.w - GRIP
        marks += [Line(x, FLAP + FOLD + 1, x, FLAP + FOLD + 5, HAIR, 0.4) for x in (inner, w - inner)]
        return Stamp(size, tuple(marks), twice=True)

    def back(self) -> Stamp:
        """Return the back panel, a thumb notch at both ends."""
        m = self.printed.m
        size = Extent(m.wallet, m.high)
        notch = [
            (NOTCH * cos(t), size.h / 2 + NOTCH * sin(t)) for t in (-pi / 2 + pi * i / 24 for i in range(25))
        ]
        low, far, foot = HAIR / 2, size.w - HAIR / 2, size.h - HAIR / 2
        corners = [(low, low), *((max(x, low), y) for x, y in notch), (low, foot), (far, foot)]
        corners += [*((min(size.w - x, far), y) for x, y in reversed(notch)), (far, low)]
        said = Text(size.w / 2, size.h / 2 + 1, sentence("wallet.inside"), points(9), align="centre")
        return Stamp(size, (Polygon(tuple(corners), None, HAIR), said))

    @property
    def rail(self) -> Extent:
        """The size of a rail."""
        m = self.printed.m
        return Extent((m.wallet - m.card.w) / 2 - SLOT_PLAY + GRIP, m.high)

    def rail_stamp(self) -> Stamp:
        """Return the rail of the right end: an arrow to the right, above the middle."""
        m, size = self.printed.m, self.rail
        y = size.h / 2 + m.window.y + m.window.h / 2
        x, half = size.w / 2, min(6.2, size.w / 2 - 2)
        arrow = ((x - 0.67 * half, y - half), (x + 0.67 * half, y), (x - 0.67 * half, y + half))
        return Stamp(size, (Rect(Box(0, 0, *size).inset(HAIR / 2), WHITE, HAIR), Polygon(arrow, BLACK)))

    def spacer(self) -> Stamp:
        """Return what lies between a rail and the panel."""
        size = Extent(self.rail.w - GRIP, self.rail.h)
        said = Text(size.w / 2, size.h / 2 + 1, sentence("wallet.spacer"), points(8), align="centre")
        return Stamp(size, (Rect(Box(0, 0, *size).inset(HAIR / 2), None, HAIR), said))

    def stamps(self) -> dict[str, Stamp]:
        """Return all parts and both sides of all masks."""
        found = {
            "front": self.front(),
            "back": self.back(),
            "rail": self.rail_stamp(),
            "spacer": self.spacer(),
        }
        for n, states in enumerate(self.printed.masks.sides):
            found[f"mask{n}"] = self.mask(*states)
            found[f"reverse{n}"] = self.reverse(*states)
        for name in DRAWN_SMALL:
            marks = tuple(mark for mark in found[name].marks if not isinstance(mark, Text))
            found[f"small{name}"] = replace(found[name], marks=marks)
        return found


# ----------------------------------------------------------------------------------------------------
# Parts on sheets: shelf by shelf, masks lying where they do not stand.


class Lying(NamedTuple):
    """A part on a sheet: its stamp, its box there, by how many degrees it is turned."""

    name: str
    box: Box
    turn: int = 0


def shelved(
    parts: Sequence[tuple[str, Extent]], masks: Sequence[tuple[str, Extent]], area: Box
) -> list[Lying]:
    """Return where parts lie on a sheet, and as many masks as there is room for beside and below them.

    Every part has its place; a mask may lie down.
    """
    left = [(name, size, False) for name, size in parts] + [(name, size, True) for name, size in masks]
    found: list[Lying] = []
    y = area.y
    while left:
        x, high, kept = area.x, 0.0, []
        for name, size, turns in left:
            for turn in (0, 90)[: 1 + turns]:
                w, h = (size.h, size.w) if turn else size
                if x + w <= area.right and h <= (high or area.bottom - y):
                    found.append(Lying(name, Box(x, y, w, h), turn))
                    x, high = x + w + GAP, high or h
                    break
            else:
                kept.append((name, size, turns))
        if len(kept) == len(left):
            break
        left, y = kept, y + high + GAP
    return found


def _sheets(wallet: Wallet) -> list[PageDraft]:
    """Masks on whole sheets, the others beside the parts of the wallet; each followed by its back."""
    m, paper, stamps = wallet.printed.m, wallet.printed.paper, wallet.stamps()
    masks = [(f"mask{n}", m.card) for n in range(len(wallet.printed.masks.sides))]
    parts = [(name, stamps[name].size) for name in PARTS]
    area = Box(6.5, 11.5, paper.w - 13, paper.h - 18)
    room = len(shelved(parts, masks, area)) - len(parts)
    sheet = wallet.printed.sheet
    each = len(sheet.boxes)
    whole = max(0, len(masks) - room)
    kind = sentence("mask.punch" if m.punched else "mask.slots")
    label = wallet.printed.label
    drafts: list[PageDraft] = []
    for start in range(0, whole, each):
        part = masks[start : min(start + each, whole)]
        lying = [Lying(name, box, sheet.turn) for (name, _), box in zip(part, sheet.boxes, strict=False)]
        cuts = sheet.laid([name for name, _ in part])[len(part) :]
        drafts += _both(lying, sheet.block, paper, f"{kind}; {label}", cuts)
    lying = shelved(parts, masks[whole:], area)
    block = Box(area.x, area.y, area.w, max(one.box.bottom for one in lying) - area.y)
    down = (paper.h - block.h) / 2 - block.y + 2
    lying = [one._replace(box=one.box._replace(y=one.box.y + down)) for one in lying]
    outlines: list[Mark] = [Rect(one.box, None, HAIR, ink=0.4) for one in lying if "mask" in one.name]
    drafts += _both(lying, block._replace(y=block.y + down), paper, label, outlines)
    return drafts


def _both(
    lying: Sequence[Lying], block: Box, paper: Paper, line: str, more: Sequence[Mark]
) -> Iterator[PageDraft]:
    """Yield a sheet and its back, which bears what the masks serve when they are turned over."""
    marks = [Use(one.name, one.box.x, one.box.y, one.turn) for one in lying]
    yield PageDraft([*marks, *more], lying[0].name, lines=(line,), block=block, kind="parts")
    behind = [
        Use(one.name.replace("mask", "reverse"), paper.w - one.box.right, one.box.y, one.turn)
        for one in lying
        if "mask" in one.name
    ]
    said = sentence("wallet.back_of") if behind else sentence("wallet.blank")
    mirrored = block._replace(x=paper.w - block.right)
    yield PageDraft([*behind], lines=(said,), block=mirrored, kind="backs")


# ----------------------------------------------------------------------------------------------------
# How it is put together.


BODY = points(11)


def _assembly(wallet: Wallet, brief: Brief) -> PageDraft:
    """The steps, four pictures, what to bring."""
    area, m = brief.area, wallet.printed.m
    page = Column(area.x, area.y + 13, area.w)
    page.add(*tagged("H1", [Text(area.x, area.y + 8, sentence("wallet.assembly"), points(22), "bold")]))
    steps = sentence("wallet.steps", holes=2 * len(wallet.printed.masks.sides))
    for number, step in enumerate(steps.splitlines(), 1):
        page.add(Text(area.x, page.y + ASCENT * BODY, f"{number}", BODY, "bold"))
        page.say(step, BODY, left=6)
        page.y += 1.2
    y, low = page.y + 2, area.bottom - 32
    scale = min(0.8, (low - y - 16) / 2 / (m.high + 2 * (FOLD + FLAP)), (area.w / 2 - 8) / m.wallet)
    tall, half = (low - y) / 2, area.w / 2
    captions = sentence("wallet.pictures").splitlines()
    for n, (draw, caption) in enumerate(zip((_flat, _behind, _section, _done), captions, strict=True)):
        middle, top = area.x + (n % 2 + 0.5) * half, y + (n // 2) * tall
        page.add(Text(middle, top + tall - 2.5, caption, points(10), align="centre"))
        page.add(*shifted(draw(wallet, scale), middle, top + (tall - 6) / 2))
    page.y = low + 1
    count = paper_for(wallet.printed)
    both = sentence("wallet.both_sides", pages=count.pages)
    page.dots((both, count.words(), *things_for(wallet.printed), sentence("wallet.backs")), points(10))
    return PageDraft(page.marks, sentence("wallet.assembly"))


@dataclass(frozen=True, slots=True)
class PaperCount:
    """The sheets of card that deck and wallet take: of the deck, of masks alone; one more has the wallet's parts.

    ``torn``: the stock that deck and masks come on, None where they are cut.  ``cuts``: through a stack of sheets.
    """

    deck: int
    masks: int
    torn: SheetStock | None
    cuts: int

    @property
    def pages(self) -> int:
        """How many pages of the sheet wallet are printed on card, on both sides."""
        return 2 * (self.masks + 1)

    def words(self) -> str:
        """Return what paper to buy."""
        torn, one = self.deck + self.masks, phrase("n.sheets", n=1)
        if self.torn is None:
            return sentence("wallet.buy.plain", sheets=phrase("n.sheets", n=torn + 1), deck=self.deck)
        sheets = phrase("n.sheets", n=torn)
        return sentence("wallet.buy.torn", sheets=sheets, stock=self.torn.title, parts=one)


def paper_for(printed: PrintedDeck) -> PaperCount:
    """Return what card a printed deck and its wallet take."""
    sheet = printed.sheet
    whole = sum(draft.kind == "parts" for draft in _sheets(Wallet(printed))) - 1
    across = {round(edge, 3) for box in sheet.boxes for edge in (box.x, box.right)}
    down = {round(edge, 3) for box in sheet.boxes for edge in (box.y, box.bottom)}
    cuts = len(across) + len(down) if sheet.cuts else 0
    torn = stock_for(BUSINESS, printed.paper.name) if printed.torn else None
    return PaperCount(-(-len(printed.masks.deck) // len(sheet.boxes)), whole, torn, cuts)


def things_for(printed: PrintedDeck) -> tuple[str, ...]:
    """Return what else to get: punch, glue and lid."""
    tool = "wallet.buy.punch" if printed.m.punched else "wallet.buy.knife"
    return sentence(tool, holes=2 * len(printed.masks.sides)), sentence("wallet.buy.glue")


def _flat(wallet: Wallet, scale: float) -> list[Mark]:
    w, h = wallet.front().size
    return [Use("smallfront", -w * scale / 2, -h * scale / 2, scale=scale)]


def _behind(wallet: Wallet, scale: float) -> list[Mark]:
    """The back panel, the flaps under it dashed."""
    w, h = (side * scale for side in wallet.back().size)
    deep = FLAP * scale
    marks: list[Mark] = [Use("smallback", -w / 2, -h / 2, scale=scale)]
    return [
        *marks,
        *(Line(-w / 2 + 0.5, y, w / 2 - 0.5, y, 0.3, 0.3, (1.5, 1.0)) for y in (deep - h / 2, h / 2 - deep)),
    ]


def _section(wallet: Wallet, scale: float) -> list[Mark]:
    """The open end: layers as thick lines, well apart; the front below, the rails under it, the back above."""
    h = wallet.printed.m.high * scale * 0.8
    card, flap, thick, step = h - 2, FLAP * scale * 1.2, 0.9, 4.8
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
        marks.append(Text(aside + h / 2 + 3, at + 0.9, said, points(8)))
        if wide:
            marks.append(Line(aside - wide / 2, at, aside + wide / 2, at, thick, ink))
    for side in (1, -1):
        edge, high = aside + side * h / 2, y - 2 * step
        marks += [Line(edge, y, edge, high, thick), Line(edge, high, edge - side * flap, high, thick)]
    return marks


def _done(wallet: Wallet, scale: float) -> list[Mark]:
    """The finished wallet with its first mask, the dot shown above."""
    m, rail = wallet.printed.m, wallet.rail.w * scale
    w, h = m.wallet * scale, m.high * scale
    x, up = m.place(wallet.printed.masks.sides[0][0])
    return [
        Rect(Box(-w / 2, -h / 2, w, h), None, HAIR),
        Use("smallmask0", -m.card.w / 2 * scale, -m.card.h / 2 * scale, scale=scale),
        Use("rail", w / 2 - rail, -h / 2, scale=scale),
        Use("rail", -w / 2, -h / 2, 180, scale=scale),
        Circle(x * scale, -up * scale, m.hole.w / 2 * scale, fill=WHITE, width=HAIR),
        Circle(-x * scale, up * scale, m.hole.w / 2 * scale, fill=WHITE, width=HAIR),
        Circle(x * scale, -up * scale, m.dot / 2 * scale, fill=BLACK),
    ]


# ----------------------------------------------------------------------------------------------------
# The test.


KNOWN, TURNS = 10, 20


def known(wallet: Wallet) -> list[tuple[TopState, str, int, int]]:
    """Return ten known cards: a state, a card that fits in it or does not, the end it is put in, where the dot is.

    Ends and arrows: 0 left, 1 right.  A card that fits has the dot at its own end.
    """
    masks = wallet.printed.masks
    found: list[tuple[TopState, str, int, int]] = []
    for n in range(KNOWN):
        state = masks.states[n * len(masks.states) // KNOWN]
        wanted, end = n % 2 == 0, n // 2 % 2
        kinds = [kind for kind in masks.deck if (kind in state.fits) is wanted]
        kind = kinds[(7 * n) % len(kinds)]
        found.append((state, kind, end, end if wanted else 1 - end))
    return found


def _test(wallet: Wallet, brief: Brief) -> PageDraft:
    area, kinds = brief.area, wallet.printed.law.kinds
    page = Column(area.x, area.y + 13, area.w)
    page.add(*tagged("H1", [Text(area.x, area.y + 8, sentence("wallet.test"), points(22), "bold")]))
    page.say(sentence("wallet.ten"), BODY)
    page.y += 2
    ends = sentence("wallet.left_end"), sentence("wallet.right_end")
    cases = [
        (state.name, kinds.describe(kind), ends[end], ends[arrow], "")
        for state, kind, end, arrow in known(wallet)
    ]
    heads = sentence("wallet.ten.heads").splitlines()
    page.ruled([heads, *cases], (0.27, 0.31, 0.12, 0.2, 0.1), points(10.5), 7.2)
    for white, text in ((2, sentence("wallet.remake")), (4, sentence("wallet.guesses"))):
        page.y += white
        page.say(text, BODY)
    guesses = [(str(n), "", "", "", "") for n in range(1, TURNS + 1)]
    half, middle = (area.w - 10) / 2, TURNS // 2
    right = [*guesses[middle:], (sentence("wallet.right"), "", "", "", "")]
    for left, some in ((area.x, guesses[:middle]), (area.x + half + 10, right)):
        rows = [["", sentence("wallet.lies"), "1", "2", "3"], *some]
        page.beside(left, half, 2).ruled(rows, (0.2,) * 5, points(10.5), 6.6)
    return PageDraft(page.marks, sentence("wallet.test"))


def wallet(printed: PrintedDeck, brief: Brief) -> Document:
    """Return masks and parts, each sheet with its back, then how to put them together and how to test that."""
    made = Wallet(printed)
    drafts = [*_sheets(made), _assembly(made, brief), _test(made, brief)]
    counts = {"masks": len(printed.masks.sides)}
    return finish("wallet", sentence("sheet.wallet"), brief, drafts, made.stamps(), counts)
