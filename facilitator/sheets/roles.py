"""A small card for everyone who works at the table: what their hands do, in pictures of the verbs they are told."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from facilitator.machine.perform import Answers, operations
from facilitator.play.every_turn import EveryTurn
from facilitator.readings.grouping import Wording
from facilitator.readings.instruction import Verb
from facilitator.readings.wording import cues
from facilitator.sheets.drawing.geometry import Box
from facilitator.sheets.drawing.marks import BOLD, Document, Mark, Rect, Text
from facilitator.sheets.drawing.typeset import dotted_list, largest, paragraph, points
from facilitator.sheets.furniture import Brief, Draft, finish
from facilitator.sheets.verbs import MEANS, picture
from facilitator.table.load import Table

TITLES = {
    "Host": "Reads every act aloud, waits for its check, answers what is asked.",
    "Helpers": "Do what many hands make short; share it among you.",
    "Two people": "Swap two piles until nobody knows which is which. Others than last time, if there are.",
    "Everyone": "Mix in every large scramble: who has mixed it knows that nobody can follow it.",
}
"""What each doer is for, in the order of the cards."""
RULES = (
    "Nobody looks at a covered card, nor at a virtual hand, ever.",
    "Something differs from a check, or a card was seen: say so at once. Nothing is lost by it.",
)
ACROSS, GUTTER = 2, 6.0
"""Cards beside each other and below each other on a page, and between two of them, mm."""
PICTURE, ROW = 24.0, 28.0
"""How high a picture is and how far apart pictures stand, at most, mm."""


def roles(table: Table, brief: Brief) -> Document:
    """Return one page of cards to cut: host, helpers, those who swap, everyone; who has nothing to do has none."""
    verbs = told(table)
    doers = [doer for doer in TITLES if doer in verbs]
    area = brief.area
    wide, high = ((side - GUTTER) / ACROSS for side in (area.w, area.h))
    marks: list[Mark] = []
    for n, doer in enumerate(doers):
        row, col = divmod(n, ACROSS)
        box = Box(area.x + col * (wide + GUTTER), area.y + row * (high + GUTTER), wide, high)
        marks += _card(doer, [verb for verb in Verb if verb in verbs[doer]], box)
    return finish(
        "roles", "Roles", brief, [Draft(marks, "Roles")], counts=dict.fromkeys(doers, 1), duplex=False
    )


def told(table: Table) -> dict[str, set[Verb]]:
    """Return the verbs every doer is told in the virtual seats' first turns, in either wording."""
    turns = EveryTurn(table)
    found: dict[str, set[Verb]] = {}
    for seat, begun in turns.openings.items():
        ops = tuple(operations(begun.plan.recipe, Answers()))
        speech = turns.speech(turns.layout(seat))
        for wording in (Wording.FULL, Wording.BRIEF):
            for said in (one for cue in cues(ops, speech, wording) for one in cue.told):
                found.setdefault(said.doer, set()).add(said.verb)
    return found


def _card(doer: str, verbs: Sequence[Verb], box: Box) -> list[Mark]:
    """A doer's card: the task, a line a verb with its picture, and at the foot what holds for all."""
    x, width = box.x + 5, box.w - 10
    marks: list[Mark] = [Rect(box, None, 0.4, 3), Text(x, box.y + 11, doer, points(24), BOLD)]
    more, y = paragraph(TITLES[doer], x, box.y + 14, width, points(12))
    _, low = dotted_list(RULES, 0, 0, width, points(10))
    foot, _ = dotted_list(RULES, x, box.bottom - low - 3, width, points(10))
    row = min(ROW, (box.bottom - low - 6 - y - 2) / len(verbs))
    for n, verb in enumerate(verbs):
        top, tall = y + 2 + n * row, min(PICTURE, row - 3)
        marks += picture(verb, Box(x, top, 1.6 * tall, tall))
        middle = x + 1.6 * tall + 4
        marks.append(Text(middle, top + 0.5 * tall - 0.6, verb, points(12), BOLD))
        below = partial(paragraph, MEANS[verb], middle, top + 0.5 * tall + 0.2, box.right - 3 - middle)
        marks += largest(below, (10, 9, 8, 7), top + row - 0.5)[0]
    return [*marks, *more, *foot]
