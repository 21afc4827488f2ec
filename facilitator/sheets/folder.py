"""The turn folder: every act of a virtual turn with letters for its sizes, true for every turn of this table.

First the letters with boxes for tonight's numbers, then the acts in large type with the table before and after
each, what is left to chance, what is seldom, and last what to do when something went wrong.  All of it is set in
18 points where six pages hold it; where they do not, what comes up seldom gives way first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from string import ascii_lowercase, ascii_uppercase

from facilitator.machine.faces import DECK, DISCARDS
from facilitator.play.every_turn import EveryTurn
from facilitator.play.moment import Moment
from facilitator.play.shapes import ALONE, FEWER, ONE
from facilitator.protocols.forms import form_named
from facilitator.readings.grouping import Wording
from facilitator.readings.leads import variants
from facilitator.readings.letters import ALL, DREW, FITS, INDEX, PAIRS, Sizes
from facilitator.readings.merged import EveryAct, Facets, Merged
from facilitator.readings.titles import phase_title
from facilitator.sheets.blocks import Block, paged
from facilitator.sheets.drawing.geometry import Box
from facilitator.sheets.drawing.marks import (
    BLACK,
    BOLD,
    CENTRE,
    WHITE,
    Document,
    Mark,
    Rect,
    Text,
    shifted,
)
from facilitator.sheets.drawing.typeset import fitted, paragraph, points
from facilitator.sheets.folder_acts import LARGE, ActBlocks, Style
from facilitator.sheets.folder_home import home_pages
from facilitator.sheets.folder_question import question_blocks
from facilitator.sheets.furniture import Brief, Draft, finish
from facilitator.table.load import Table

PAGES = 6
"""A folder has at most so many."""
PICTURES = (27.0, 22.0, 17.0, 13.0)
"""How high pictures are at most, mm."""
SMALLER = (15, 14, 13, 12, 11)
"""Points for what is seldom, where 18 do not fit: it is looked up, not read aloud turn for turn."""
LEAST = (16, 15, 14, 13, 12)
"""Points for the acts, without pictures, only where classes and weights lead through very many of them."""
GAP = 6.0
"""Between two columns, mm."""


@dataclass(frozen=True, slots=True)
class Try:
    """A way to set the folder: height of pictures, points of the acts, of what is seldom, pages of the way home."""

    picture: float
    acts: float = 18
    seldom: float = 18
    home: int = 2


TRIES = (
    *(Try(picture) for picture in PICTURES),
    *(Try(17.0, 18, seldom) for seldom in SMALLER[:2]),
    Try(27.0, home=1),
    *(Try(picture, 18, seldom, 1) for seldom in SMALLER for picture in (17.0, 13.0, 0.0)),
    *(Try(0.0, acts, min(acts, seldom), 1) for acts in LEAST for seldom in (12, 10, 9, 8)),
)
"""From the most legible on."""


@dataclass(frozen=True, slots=True)
class Now:
    """What is known of the turn at hand: its sizes by letter, and what sets it apart."""

    sizes: Sizes
    facets: Facets


def folder(table: Table, brief: Brief, moment: Moment | None = None) -> Document:
    """Return the turn folder of this table; ``moment``: with its numbers."""
    turns = EveryTurn(table)
    told = turns.told(Wording.BRIEF)
    now = Now(*turns.now(moment)) if moment else Now({}, {})
    pages = _Pages(brief, turns, told, now)
    for one in TRIES:
        acts = pages.acts(one)
        if len(acts) + one.home <= PAGES:
            break
    home = home_pages(brief, turns, told, pages.names, now.sizes, one.home)
    return finish("folder", "Turn folder", brief, [*acts, *home])


def names_of(told: Merged, usual: Facets) -> dict[EveryAct, str]:
    """Return what every act is called: the usual ones by numbers, others by the number and a letter.

    The number is that of the act it is done in place of, else of the act before it.
    """
    main = told.now(usual)
    names = {act: str(number) for number, act in enumerate(main, 1)}
    instead, count, before = variants(told, main), Counter[str](), "0"
    for act in told.acts:
        if act not in names:
            own = names[instead[act]] if act in instead else before
            count[own] += 1
            names[act] = f"{own}{ascii_lowercase[count[own] % 26]}"
        before = names[act].rstrip(ascii_lowercase)
    return names


def hidden(act: EveryAct) -> bool:
    """Tell whether an act is not printed: the usual one says it too.

    What is laid below fewer kinds of cards, and what is done where hardly a card but the hand's is left (`LEFT_OUT`).
    """
    others = act.facets.get("others", {})
    return list(act.facets.get("fits", ())) == [FEWER] or (bool(others) and set(others) <= {ONE, ALONE})


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

    def acts(self, one: Try) -> list[Draft]:
        """Return the letters, the usual acts, a lot's, and what is seldom: below them, or smaller in columns."""
        area = self._brief.area
        style = Style(points(one.acts), one.picture, self._now.sizes)
        blocks = [_letters(self._brief, self._turns, self._told, self._now.sizes), *self._usual(style)]
        if self._lot is not None:
            blocks.append(tab(self._brief, LOT))
            blocks += _lot(self._lot, area.x, area.w, replace(style, picture=0))
        if one.seldom >= one.acts:
            if seldom := self._seldom(style, area):
                blocks += [tab(self._brief, SELDOM), *seldom]
            return _drafts(paged(blocks, area), TITLE)
        column = area._replace(w=(area.w - GAP) / 2)
        small = self._seldom(Style(points(one.seldom), 0, self._now.sizes), column)
        above = tab(self._brief, SELDOM)
        halves = paged(small, column._replace(y=area.y + above.height, h=area.h - above.height))
        return [*_drafts(paged(blocks, area), TITLE), *_columns(halves, column, above)]

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
        rows = ActBlocks(self._told, self.names, area.x, area.w, replace(style, picture=0))
        if self._now.facets:
            return []
        return [
            *(rows.block(act, self._instead.get(act)) for act in self._rest()),
            *question_blocks(self._turns, self._told, self.names, area, style.size),
        ]

    def _rest(self) -> list[EveryAct]:
        rest = [act for act in self._told.acts if act not in self._main and not hidden(act)]
        return sorted(rest, key=lambda act: int(self.names[act].rstrip(ascii_lowercase)))


def _drafts(pages: Sequence[list[Mark]], title: str) -> list[Draft]:
    return [Draft(marks, "" if number else title) for number, marks in enumerate(pages)]


def _columns(halves: Sequence[list[Mark]], column: Box, above: Block) -> list[Draft]:
    """Two columns a page, below a tab."""
    drafts = []
    for i in range(0, len(halves), 2):
        pair = [shifted(half, j * (column.w + GAP), 0) for j, half in enumerate(halves[i : i + 2])]
        marks = [*shifted(above.marks, 0, column.y), *(mark for half in pair for mark in half)]
        drafts.append(Draft(marks, "" if i else SELDOM))
    return drafts


def _lot(lot: Merged, x: float, width: float, style: Style) -> list[Block]:
    """The acts of a lot, lettered."""
    names = {act: ascii_uppercase[act.number - 1] for act in lot.acts}
    return [ActBlocks(lot, names, x, width, style).block(act) for act in lot.acts]


def tab(brief: Brief, words: str) -> Block:
    """A stage's name, on a band that runs to the edge of the paper."""
    area, right = brief.area, brief.paper.printable.right
    marks = (
        Rect(Box(area.x, 0.8, right - area.x, 7.6), BLACK, 0),
        Text(area.x + 2, 6.7, words, LARGE, BOLD, ink=WHITE),
    )
    return Block(marks, 9.0, keep=True)


def _letters(brief: Brief, turns: EveryTurn, told: Merged, sizes: Sizes) -> Block:
    """What every letter is, with a box for tonight's number."""
    area, y = brief.area, 1.0
    marks, y = paragraph(TITLE, area.x, y, area.w, points(22), BOLD)
    each = (area.w - 6) / 2
    rows = letter_words(turns, told)
    for number, (letter, words) in enumerate(rows):
        x, top = area.x + number % 2 * (each + 6), y + 2 + number // 2 * 10.6
        size = fitted(words, each - 33, LARGE)
        marks += [
            Text(x, top + 6.6, f"{letter} =", points(20), BOLD),
            Rect(Box(x + 13, top, 17, 9), WHITE, 0.6, 1),
            Text(x + 32.5, top + 6.4, words, size),
        ]
        if letter in sizes:
            marks.append(Text(x + 21.5, top + 6.8, str(sizes[letter]), points(20), BOLD, CENTRE))
    y += 3 + (len(rows) + 1) // 2 * 10.6
    if rule := list_rule(turns):
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
TITLE = "Every turn: letters stand for tonight's numbers"
LOT = "If something is left to chance with the card"
FITTING = ("cards that fit", *(f"of the {n} kind" for n in ("next", "third", "fourth", "fifth", "sixth")))
SELDOM = "Seldom: done otherwise, or besides"


def list_rule(turns: EveryTurn) -> str:
    """Return how acts are read in a turn in which not everybody has cards; empty where no list is told."""
    return LEFT_OUT if form_named(turns.table.protocol).lays else ""


def letter_words(turns: EveryTurn, told: Merged) -> list[tuple[str, str]]:
    """Return every letter the folder uses, and what it stands for."""
    names, used = {DECK: "the deck", DISCARDS: "the discards"}, told.letters
    lays = form_named(turns.table.protocol).lays
    found = [
        (letter, names.get(owner, f"{owner}'s hand"))
        for owner, letter in turns.letters.items()
        if letter in used
    ]
    found += [(ALL, "all cards laid out")] if lays else []
    found += [(letter, word) for letter, word in zip(FITS, FITTING, strict=True) if letter in used]
    found += [(PAIRS, "pairs a column")] if turns.several else []
    if DREW in used:
        found.append((DREW, "cards drawn"))
    if INDEX in used:
        found.append((INDEX, f"which {'pile' if lays else 'card'} it is"))
    return found
