"""The turn folder: every act of a virtual turn with letters for its sizes, true for every turn of this table.

First the letters with boxes for tonight's numbers, then the acts in large type with the table before and after
each, then the full wording where it differs, last what to do when something went wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from string import ascii_lowercase, ascii_uppercase

from facilitator.machine.faces import DECK, DISCARDS
from facilitator.play.every_turn import EveryTurn, Moment
from facilitator.play.shapes import FEWER
from facilitator.protocols.forms import form_named
from facilitator.readings.grouping import Wording
from facilitator.readings.letters import ALL, DREW, FITS, INDEX, Sizes
from facilitator.readings.merged import EveryAct, Facets, Merged, like
from facilitator.readings.titles import phase_title
from facilitator.sheets.blocks import Block, paged
from facilitator.sheets.drawing.geometry import Box
from facilitator.sheets.drawing.marks import BLACK, BOLD, CENTRE, WHITE, Document, Rect, Text, shifted
from facilitator.sheets.drawing.typeset import fitted, paragraph, points
from facilitator.sheets.folder_acts import LARGE, ActBlocks, Style
from facilitator.sheets.folder_home import home_page
from facilitator.sheets.furniture import Brief, Draft, finish
from facilitator.table.load import Table

PAGES = 6
"""A folder has at most so many."""
STYLES = tuple(Style(LARGE, picture) for picture in (27.0, 22.0, 17.0, 0.0))
SMALLER = tuple(Style(points(size), 0.0) for size in (18, 16, 14, 12))
"""Without pictures; below 18 points only where classes or weights lead through very many acts."""
SMALL = tuple(points(size) for size in (13, 12, 11, 10, 9, 8, 7, 6))
"""Type of the full wording, the largest that fits its page."""


@dataclass(frozen=True, slots=True)
class Now:
    """What is known of the turn at hand: its sizes by letter, and what sets it apart."""

    sizes: Sizes
    facets: Facets


def folder(table: Table, brief: Brief, moment: Moment | None = None) -> Document:
    """Return the turn folder of this table; ``moment``: with its numbers."""
    turns = EveryTurn(table)
    told, full = turns.told(Wording.BRIEF), turns.told(Wording.FULL)
    lot = turns.lot(Wording.BRIEF)
    now = Now(*turns.now(moment)) if moment else Now({}, {})
    usual = {**told.usual, **now.facets}
    names = names_of(told, usual)
    large, small = list[Draft](), list[Draft]()
    for style, here in (*((style, lot) for style in STYLES), *((style, None) for style in SMALLER)):
        large = _large(brief, turns, told, here, names, replace(style, sizes=now.sizes), usual)
        if len(large) > PAGES - 2:
            continue
        small = _small(brief, told, full, names, now, None if here else lot, PAGES - 1 - len(large))
        if len(large) + len(small) < PAGES:
            break
    return finish(
        "folder", "Turn folder", brief, [*large, *small, home_page(brief, turns, told, names, now.sizes)]
    )


def names_of(told: Merged, usual: Facets) -> dict[EveryAct, str]:
    """Return what every act is called: the usual ones by numbers, others by the number and a letter."""
    main = told.now(usual)
    names = {act: str(number) for number, act in enumerate(main, 1)}
    count: dict[str, int] = {}
    for act in told.acts:
        if act not in names:
            own = next((names[one] for one in main if like(one, act)), None)
            before = [one for one in main if one.number < act.number]
            own = own or (names[before[-1]] if before else "0")
            count[own] = count.get(own, 0) + 1
            names[act] = f"{own}{ascii_lowercase[count[own] % 26]}"
    return names


def hidden(act: EveryAct) -> bool:
    """Tell whether an act is not printed: what is laid below fewer kinds of cards is said with the usual one."""
    return list(act.facets.get("fits", ())) == [FEWER]


# -- large -------------------------------------------------------------------------------------------


def _large(
    brief: Brief,
    turns: EveryTurn,
    told: Merged,
    lot: Merged | None,
    names: Mapping[EveryAct, str],
    style: Style,
    usual: Facets,
) -> list[Draft]:
    area = brief.area
    blocks, phase = [_letters(brief, turns, told, style.sizes)], None
    rows = ActBlocks(told, names, area.x, area.w, style)
    main = told.now(usual)
    for act in main:
        if act.first.heading.part.phase is not phase:
            phase = act.first.heading.part.phase
            blocks.append(_tab(brief, phase_title(phase)))
        others = [one for one in told.acts if one not in main and like(one, act) and not hidden(one)]
        first = not any(like(one, act) for one in main[: main.index(act)])
        blocks.append(rows.block(act, None, others if first else ()))
    if lot is not None:
        blocks.append(_tab(brief, LOT))
        blocks += _lot(lot, area.x, area.w, replace(style, picture=0))
    return [Draft(marks, "" if i else "Every turn") for i, marks in enumerate(paged(blocks, area))]


def _lot(lot: Merged, x: float, width: float, style: Style) -> list[Block]:
    """The acts of a lot, lettered."""
    names = {act: ascii_uppercase[act.number - 1] for act in lot.acts}
    return [ActBlocks(lot, names, x, width, style).block(act) for act in lot.acts]


def _tab(brief: Brief, words: str) -> Block:
    """A stage's name, on a band that runs to the edge of the paper."""
    area, right = brief.area, brief.paper.printable.right
    marks = (
        Rect(Box(area.x, 0.8, right - area.x, 6.8), BLACK, 0),
        Text(area.x + 2, 5.9, words, points(14), BOLD, ink=WHITE),
    )
    return Block(marks, 8.4, keep=True)


# -- small -------------------------------------------------------------------------------------------


def _small(
    brief: Brief,
    told: Merged,
    full: Merged,
    names: Mapping[EveryAct, str],
    now: Now,
    lot: Merged | None,
    pages: int,
) -> list[Draft]:
    """Seldom turns, and the full wording where it differs: in two columns, as large as they fit."""
    area, gap = brief.area, 6.0
    column = Box(area.x, area.y, (area.w - gap) / 2, area.h)
    for size in SMALL:
        blocks = _lot(lot, 14, column.w, Style(size, 0, now.sizes)) if lot is not None else []
        if lot is not None:
            blocks.insert(0, _head(LOT, column.w))
        blocks += [*_seldom(told, names, now, column.w, size), *_full(told, full, now, column.w, size)]
        halves = paged(blocks, column)
        if len(halves) <= 2 * max(1, pages):
            break
    drafts = []
    for i in range(0, len(halves), 2):
        marks = [
            mark
            for j, half in enumerate(halves[i : i + 2])
            for mark in shifted(half, j * (column.w + gap), 0)
        ]
        drafts.append(Draft(marks, "" if i else SELDOM))
    return drafts


def _seldom(told: Merged, names: Mapping[EveryAct, str], now: Now, width: float, size: float) -> list[Block]:
    """Acts that are worded otherwise in some turns; nothing where the turn at hand is known."""
    main = told.now({**told.usual, **now.facets})
    acts = [act for act in told.acts if act not in main and not hidden(act)]
    if now.facets or not acts:
        return []
    rows = ActBlocks(told, names, 14, width, Style(size, 0, now.sizes))
    usual = {act: next((one for one in main if like(one, act)), None) for act in acts}
    return [_head(SELDOM, width), *(rows.block(act, usual[act]) for act in acts)]


def _full(told: Merged, full: Merged, now: Now, width: float, size: float) -> list[Block]:
    """The usual turn's acts that the full wording tells otherwise."""
    same = {act.key for act in told.acts}
    main = full.now({**full.usual, **now.facets})
    names = {act: f"{number}" for number, act in enumerate(main, 1)}
    rows = ActBlocks(full, names, 14, width, Style(size, 0, now.sizes))
    return [_head(FULL, width), *(rows.block(act) for act in main if act.key not in same)]


def _head(words: str, width: float) -> Block:
    marks, y = paragraph(words, 14, 1, width, points(16), BOLD)
    return Block(tuple(marks), y + 1, keep=True)


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
    if len(turns.virtual) > 1:
        for seat in turns.virtual:
            names = turns.names(seat)
            text = f"{seat}'s turn: {', '.join(f'{name} is {who}' for who, name in names.items())}."
            more, y = paragraph(text, area.x, y, area.w, LARGE)
            marks += more
    return Block(tuple(marks), y + 2)


TITLE = "Every turn: letters stand for tonight's numbers"
LOT = "If something is left to chance with the card"
FULL = "The full wording of the usual turn, where it says more"
SELDOM = "Seldom: instead of the act of that number"


def letter_words(turns: EveryTurn, told: Merged) -> list[tuple[str, str]]:
    """Return every letter the folder uses, and what it stands for."""
    names, used = {DECK: "the deck", DISCARDS: "the discards"}, told.letters
    lays = form_named(turns.table.protocol).lays
    found = [
        (letter, names.get(owner, f"{owner}'s hand"))
        for owner, letter in turns.letters.items()
        if lays or letter in used
    ]
    found += [(ALL, "all cards laid out")] if lays else []
    words = ("cards that fit", "of the next kind", "of the third kind")
    found += [(letter, word) for letter, word in zip(FITS, words, strict=True) if letter in used]
    if DREW in used:
        found.append((DREW, "cards drawn unseen"))
    if INDEX in used:
        found.append((INDEX, f"which {'pile' if lays else 'card'} it is"))
    return found
