"""A card for everyone who works at the table: pictures of what their hands do, taken from the acts themselves."""

from __future__ import annotations

from collections.abc import Sequence

from facilitator.play.opening import opening
from facilitator.play.run import all_steps
from facilitator.readings.instruction import Verb
from facilitator.sheets.drawing.geometry import Box
from facilitator.sheets.drawing.marks import BOLD, CENTRE, Document, Mark, Rect, Text
from facilitator.sheets.drawing.typeset import dotted_list, fitted, paragraph, points
from facilitator.sheets.furniture import Brief, Draft, finish
from facilitator.sheets.verbs import picture
from facilitator.table.load import Table

TITLES = {
    "Host": "Reads every act aloud, waits for its check, and answers what is asked.",
    "Helpers": "Do the acts that many hands make short; share the columns among you.",
    "Two people": "Swap the two piles until nobody knows which is which. Change places often.",
    "Everyone": "Has a hand in every large scramble: who has mixed it knows that nobody can follow it.",
}
RULES = (
    "Nobody looks at a covered card, and nobody turns one over unless told to.",
    "Nobody looks at a virtual hand, ever.",
    "Something differs from a check, or a card was seen: say so at once. Nothing is lost by it.",
)
TILE, PICTURE = 42.0, 26.0
"""How far apart the pictures stand, and how high they are, mm."""


def roles(table: Table, brief: Brief) -> Document:
    """Return the cards, two a page: host, helpers, those who swap, everyone, and each person's own."""
    verbs: dict[str, set[Verb]] = {doer: set() for doer in TITLES}
    for seat in table.virtual:
        begun = opening(table, seat.name)
        for step in all_steps(begun.plan.recipe, begun.narrator):
            verbs.setdefault(step.instruction.doer, set()).add(step.instruction.verb)
    doers = [doer for doer in TITLES if verbs[doer]] + [seat.name for seat in table.people]
    drafts = []
    for i in range(0, len(doers), 2):
        marks: list[Mark] = []
        for j, doer in enumerate(doers[i : i + 2]):
            half = (brief.area.h - 6) / 2
            box = Box(brief.area.x, brief.area.y + j * (half + 6), brief.area.w, half)
            marks += _card(doer, [verb for verb in Verb if verb in verbs.get(doer, ())], box)
        drafts.append(Draft(marks, " · ".join(doers[i : i + 2])))
    return finish("roles", "Roles", brief, drafts, counts=dict.fromkeys(doers, 1), duplex=False)


def _card(doer: str, verbs: Sequence[Verb], box: Box) -> list[Mark]:
    x, width = box.x + 6, box.w - 12
    size = fitted(doer, width, points(26), BOLD)
    marks: list[Mark] = [Rect(box, None, 0.5, 3), Text(x, box.y + 12, doer, size, BOLD)]
    said = TITLES.get(doer, "Lays their own hand when asked for it, and helps where hands are free.")
    more, y = paragraph(said, x, box.y + 16, width, points(14))
    marks += more
    rows = -(-len(verbs) // 4)
    high = min(PICTURE, (box.bottom - 24 - y - 2) / max(rows, 1) - 9)
    for n, verb in enumerate(verbs):
        left, top = x + n % 4 * TILE, y + 2 + n // 4 * (high + 9)
        marks += picture(verb, Box(left, top, TILE - 6, high))
        marks.append(Text(left + (TILE - 6) / 2, top + high + 5, verb, points(13), BOLD, CENTRE))
    rules, _ = dotted_list(RULES, x, box.bottom - 22, width, points(12))
    return [*marks, *rules]
