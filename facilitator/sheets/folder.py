"""The turn folder: every act of a virtual turn with letters for its sizes, true for every turn of this table.

First the letters with boxes for tonight's numbers, then the acts in large type with the table before and after
each, what is left to chance, what is seldom, and last what to do when something went wrong.  All of it is set in
18 points where six pages hold it; where they do not, pictures become smaller, then the way home.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import combinations
from string import ascii_lowercase, ascii_uppercase

from facilitator.machine.faces import DECK, DISCARDS, SLEEVES
from facilitator.machine.operations import Heading
from facilitator.machine.parts import Part
from facilitator.machine.perform import DefaultAnswers, operations
from facilitator.play.every_turn import EveryTurn
from facilitator.play.moment import TurnNumbers
from facilitator.play.shapes import ALONE, EVERY, FEWER, NONE_FITS, ONE
from facilitator.play.telling import narrator_for
from facilitator.readings.grouping import Kind, Wording
from facilitator.readings.leads import leads, variants
from facilitator.readings.letters import ALL, DREW, FITS, INDEX, PAIRS, Sizes
from facilitator.readings.merged import EveryAct, Facets, Merged
from facilitator.readings.titles import phase_title
from facilitator.sheets.blocks import Block, paged
from facilitator.sheets.drawing.geometry import Box
from facilitator.sheets.drawing.marks import BLACK, BOLD, CENTRE, WHITE, Document, Rect, Text
from facilitator.sheets.drawing.typeset import fitted, paragraph, points
from facilitator.sheets.folder_acts import LARGE, ActBlocks, Style
from facilitator.sheets.folder_home import home_pages, ways_home
from facilitator.sheets.folder_question import question_blocks
from facilitator.sheets.furniture import Brief, PageDraft, finish
from facilitator.table.load import Table

PAGES = 6
"""A folder has at most so many."""
PICTURES = (27.0, 22.0, 17.0, 13.0)
"""How high pictures are at most, mm."""
SIZES = (18, 17, 16, 15, 14, 13, 12, 11, 10)
"""Points; smaller than the first only where classes lead through very many acts."""


@dataclass(frozen=True, slots=True)
class Now:
    """What is known of the turn at hand: its sizes by letter, and what sets it apart."""

    sizes: Sizes
    facets: Facets


def folder(table: Table, brief: Brief, moment: TurnNumbers | None = None) -> Document:
    """Return the turn folder of this table; ``moment``: with its numbers."""
    turns = EveryTurn(table)
    told = turns.told(Wording.BRIEF)
    now = Now(*turns.now(moment)) if moment else Now({}, {})
    pages = _Pages(brief, turns, told, now)
    way = ways_home(turns, told)
    sleeves = table.equipment == SLEEVES
    homes = [home_pages(brief, way, told, pages.names, now.sizes, n, sleeves) for n in (2, 1)]
    for size, home, picture in (
        *((SIZES[0], home, picture) for home in homes for picture in PICTURES),
        *((size, home, picture) for size in SIZES for picture in (PICTURES[-1], 0.0) for home in homes),
    ):
        acts = pages.acts(Style(points(size), picture, now.sizes))
        if len(acts) + len(home) <= PAGES:
            break
    return finish("folder", "Turn folder", brief, [*acts, *home])


def names_of(told: Merged, usual: Facets) -> dict[EveryAct, str]:
    """Return what every act is called: the usual ones by numbers, others by the number and a letter.

    The number is that of the act it is done in place of, else of the act that is done before it; what is not
    printed has no letter.
    """
    main = told.now(usual)
    names = {act: str(number) for number, act in enumerate(main, 1)}
    instead, count, before = variants(told, main), Counter[str](), "0"
    for act in told.acts:
        if act not in names:
            done = [int(names[one].rstrip(ascii_lowercase)) for one in told.before(act)]
            own = names[instead[act]] if act in instead else str(max(done)) if done else before
            count[own] += not hidden(act)
            names[act] = own if hidden(act) else f"{own}{ascii_lowercase[count[own] % 26]}"
        before = names[act].rstrip(ascii_lowercase)
    return names


def hidden(act: EveryAct) -> bool:
    """Tell whether an act is not printed: the usual one says it too.

    What is laid below fewer kinds of cards, and what is done where hardly a card but the hand's is left (`LEFT_OUT`).
    """
    others, fits = act.facets.get("others", {}), act.facets.get("fits", {})
    fewer = act.first.cue.kind is Kind.PAIRS and bool(fits) and set(fits) <= {FEWER, EVERY, NONE_FITS}
    return fewer or (bool(others) and set(others) <= {ONE, ALONE})


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

    def acts(self, style: Style) -> list[PageDraft]:
        """Return the letters, the usual acts, a lot's, and what is seldom."""
        area, bare = self._brief.area, replace(style, picture=0)
        blocks = [_letters(self._brief, self._turns, self._told, self._now.sizes), *self._usual(style)]
        if self._lot is not None:
            blocks += [tab(self._brief, LOT), *_lot(self._lot, area.x, area.w, bare)]
        if seldom := self._seldom(bare, area):
            blocks += [tab(self._brief, SELDOM), *seldom]
        return [PageDraft(marks, "" if n else TITLE) for n, marks in enumerate(paged(blocks, area))]

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
        rows = ActBlocks(self._told, self.names, area.x, area.w, style)
        if self._now.facets:
            return []
        return [
            *self._rule(area, style.size),
            *(rows.block(act, self._instead.get(act)) for act in self._rest()),
            *question_blocks(self._turns, self._told, self.names, area, style.size),
        ]

    def _rule(self, area: Box, size: float) -> list[Block]:
        if not (rule := list_rule(self._turns)):
            return []
        marks, y = paragraph(rule, area.x, 0.4, area.w, size)
        return [Block(tuple(marks), y + 0.5)]

    def _rest(self) -> list[EveryAct]:
        rest = [act for act in self._told.acts if act not in self._main and not hidden(act)]
        return sorted(rest, key=lambda act: int(self.names[act].rstrip(ascii_lowercase)))


def _lot(lot: Merged, x: float, width: float, style: Style) -> list[Block]:
    """The acts of a lot, lettered."""
    names = {act: ascii_uppercase[act.number - 1] for act in lot.acts}
    return [ActBlocks(lot, names, x, width, style).block(act) for act in lot.acts]


def tab(brief: Brief, words: str) -> Block:
    """A stage's name, on a band that runs to the edge of the paper."""
    area, right = brief.area, brief.paper.printable.right
    marks = (
        Rect(Box(area.x, 0.6, right - area.x, 7.4), BLACK, 0),
        Text(area.x + 2, 6.4, words, LARGE, BOLD, ink=WHITE),
    )
    return Block(marks, 8.4, keep=True)


def _letters(brief: Brief, turns: EveryTurn, told: Merged, sizes: Sizes) -> Block:
    """What every letter is, with a box for tonight's number."""
    area, y = brief.area, 1.0
    marks, y = paragraph(TITLE, area.x, y, area.w, points(22), BOLD)
    each = (area.w - 6) / 2
    rows = letter_words(turns, told)
    for number, (letter, words) in enumerate(rows):
        x, top = area.x + number % 2 * (each + 6), y + 2 + number // 2 * PITCH
        size = fitted(words, each - 33, LARGE)
        marks += [
            Text(x, top + 6.6, f"{letter} =", points(20), BOLD),
            Rect(Box(x + 13, top, 17, 8.8), WHITE, 0.6, 1),
            Text(x + 32.5, top + 6.4, words, size),
        ]
        if letter in sizes:
            marks.append(Text(x + 21.5, top + 6.8, str(sizes[letter]), points(20), BOLD, CENTRE))
    y += 3 + (len(rows) + 1) // 2 * PITCH
    if rule := last_rule(told):
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
TWO_ALONE = "Two piles alone go into opaque envelopes, as they lie: {}, {}."
AS_IN_A_DUEL = "Two alone are exchanged as in a duel."
"""Two piles that everyone would mix: all would see which is which."""
STAY = "The columns stay where a virtual turn follows a played card and no other hand, nor the deck, changed."
PITCH = 9.8
"""From one letter's box to that below it, mm."""
LAST = "Of several acts after IF the last one read counts."
TITLE = "Every turn: letters stand for tonight's numbers"
LOT = "If something is left to chance with the card"
FITTING = ("cards that fit", *(f"of the {n} kind" for n in ("next", "third", "fourth", "fifth", "sixth")))
SELDOM = "Seldom: done otherwise, or besides"


def list_rule(turns: EveryTurn) -> str:
    """Return how acts are read in a turn in which not everybody has cards."""
    ops = operations(next(iter(turns.openings.values())).plan.recipe, DefaultAnswers())
    duels = any(isinstance(op, Heading) and op.part in (Part.DUEL, Part.DUELS) for op in ops)
    two = AS_IN_A_DUEL if duels else TWO_ALONE.format(*narrator_for(turns.table).exchange())
    rule = f"{LEFT_OUT} {two}"
    return f"{rule} {STAY}" if turns.chains else rule


def last_rule(told: Merged) -> str:
    """Return which of the questions counts that lead to an act; empty where no turn reads two of them."""
    asked = ([one for one, _ in leads(told, act)] for act in told.acts if not hidden(act))
    return LAST if any(one in other.beside for some in asked for one, other in combinations(some, 2)) else ""


def letter_words(turns: EveryTurn, told: Merged) -> list[tuple[str, str]]:
    """Return every letter the folder uses, and what it stands for."""
    names, used = {DECK: "the deck", DISCARDS: "the discards"}, told.letters
    found = [
        (letter, names.get(owner, f"{owner}'s hand"))
        for owner, letter in turns.letters.items()
        if letter in used
    ]
    found.append((ALL, "all cards laid out"))
    found += [(letter, word) for letter, word in zip(FITS, FITTING, strict=True) if letter in used]
    found += [(PAIRS, "pairs a column")] if turns.several else []
    if DREW in used:
        found.append((DREW, "cards drawn"))
    if INDEX in used:
        found.append((INDEX, "which pile it is"))
    return found
