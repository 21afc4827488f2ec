"""Sheets to learn a turn from: its acts in whole sentences; and the cheat sheet, how a card is found and what fits.

The folder has the brief wording, with which one plays.  A cheat sheet is that of a wallet or a knockout: a turn of
the published forms has acts by the dozen, and the folder carries them one by one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from facilitator.games.events import Kinds
from facilitator.games.registry import game_named
from facilitator.games.rules import Glance
from facilitator.machine.faces import Face
from facilitator.machine.parts import Phase
from facilitator.sheets.drawing.marks import Box, Document, Mark
from facilitator.sheets.duel import FRAMES, duel_frames
from facilitator.sheets.folder import ActBlocks, Style, letter_words, list_rule, names_of, staged
from facilitator.sheets.page import Block, Brief, Column, PageDraft, finish, largest, paged, points, titled
from facilitator.sheets.turns import EveryTurn
from facilitator.table.load import Table
from facilitator.table.model import state_before
from facilitator.telling.branches import Conditions
from facilitator.telling.grouping import Wording
from facilitator.words.catalogue import sentence

BODY = points(14)
"""Read in the hand, before the first turn: what is read at the table stands in the folder."""
PICTURE = 30.0
"""How high the pictures of a cheat sheet are at most, mm."""
CHEATED = ("knockout", "wallet")
"""The protocols that have a cheat sheet."""
FINDING = (Phase.KNOCKOUT,)
"""The large steps of a run that find the card."""


def wording(table: Table, brief: Brief) -> Document:
    """Return the usual turn's acts in the full wording, a tab before each stage."""
    title = sentence("sheet.wording.head")
    return finish("wording", sentence("sheet.wording"), brief, _taught(brief, EveryTurn(table), title))


def cheats(table: Table, brief: Brief) -> Document:
    """Return how a card is found, each act with the table before and after it; and which cards fit."""
    turns, law = EveryTurn(table), game_named(table.game)
    drafts = _taught(brief, turns, sentence("cheat.finding"), PICTURE, FINDING)
    if turns.columns:
        glance = law.glance(state_before(table))
        drafts.append(PageDraft(_fitting(brief.area, glance, law.kinds), sentence("cheat.fits")))
    return finish("cheats", sentence("sheet.cheats"), brief, drafts)


def _taught(
    brief: Brief, turns: EveryTurn, title: str, picture: float = 0.0, phases: Collection[Phase] = tuple(Phase)
) -> list[PageDraft]:
    """Return pages of the usual turn's acts in these large steps, in full; the letters first."""
    area, told = brief.area, turns.usual(Wording.FULL)
    when, main = Conditions(told), told.now(told.usual)
    names = {act: name for act, name in names_of(when, main).items() if act in main}
    rows = ActBlocks(when, names, area.x, area.w, Style(BODY, picture, turns.letters))
    letters = ", ".join(f"{letter}: {words}" for _, letter, words in letter_words(turns, told))
    head = Column(area.x, 1, area.w)
    head.say(title, points(22), "bold")
    head.y += 1
    head.say(f"{letters}. {list_rule(turns)}".strip(), BODY)
    duel = [] if turns.columns or not picture else [Block(tuple(duel_frames(area.x, 2)), FRAMES.h + 4)]
    acts = {act: rows.block(act) for act in main if act.first.heading.part.phase in phases}
    return titled(paged([head.block(2), *duel, *staged(brief, acts)], area), title)


# ----------------------------------------------------------------------------------------------------
# Which cards fit, as the table's game says it.


SIZES = (16, 14, 12, 11, 10, 9, 8)
"""Of the cases, in points: the largest at which they fit the page."""


def _fitting(area: Box, glance: Glance, kinds: Kinds) -> list[Mark]:
    """The rule in a few lines, and case by case what fits, or how many."""
    page = Column(area.x, area.y + 4, area.w)
    page.say(sentence("cheat.fits"), points(22), "bold")
    page.y += 2
    page.dots([*glance.rules, *filter(None, [glance.note])], BODY, 1.5)
    page.y += 3
    page.say(glance.title, BODY, "bold")
    cases = glance.counts or [
        (name, sentence("cheat.else").join(_named(classes, kinds))) for name, classes in glance.rows
    ]

    def drawn(size: float) -> Column:
        column = Column(area.x, page.y + 2, area.w, marks=[*page.marks])
        for name, fits in cases:
            column.led(f"{name}:", fits or sentence("cheat.nothing"), size)
            column.y += 0.3 * size
        column.say(glance.foot, points(11))
        return column

    return largest(drawn, map(points, SIZES), area.bottom).marks


def _named(classes: Sequence[Sequence[Face]], kinds: Kinds) -> list[str]:
    """Return each class in words: whole groups by their name, what is left at last as any other card."""
    whole = {
        group: {face for face in kinds.cards if kinds.group(face) == group}
        for group in map(kinds.group, kinds.cards)
    }
    found, before = list[str](), set[Face]()
    for faces in filter(None, classes):
        before |= {*faces}
        if before == set(kinds.cards):
            found.append(sentence("cheat.rest" if found else "cheat.any"))
            continue
        groups = [name for name, cards in whole.items() if cards <= {*faces}]
        rest = [face for face in faces if kinds.group(face) not in groups]
        found.append(", ".join([*(sentence("cheat.all", group=one) for one in groups), " ".join(rest)]))
    return [one.removesuffix(", ") for one in found]
