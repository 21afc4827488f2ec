"""A card for everyone who works at the table: which acts are theirs, taken from the script itself."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from facilitator.machine.parts import Part
from facilitator.play.opening import opening
from facilitator.play.run import Step, all_steps
from facilitator.readings.instruction import Verb
from facilitator.readings.titles import part_title, phase_title
from facilitator.sheets.drawing.geometry import Box
from facilitator.sheets.drawing.marks import BOLD, Document, Mark, Rect, Text
from facilitator.sheets.drawing.typeset import dotted_list, fitted, paragraph, points
from facilitator.sheets.furniture import Brief, Draft, finish
from facilitator.table.load import Table
from facilitator.wording import plural

TITLES = {
    "Host": "Reads every act aloud, waits for its check, and answers what the script asks.",
    "Helpers": "Do the acts that many hands make short; share the columns among you.",
    "Two people": "Swap the two piles of every AND until nobody knows which is which. Change places often.",
    "Everyone": "Has a hand in every large scramble: who has mixed it knows that nobody can follow it.",
}
RULES = (
    "Nobody looks at a covered card, and nobody turns one over unless the script says so.",
    "Nobody looks at a virtual hand, ever.",
    "Something differs from a check, or a card was seen: say so at once. Nothing is lost by it.",
)


def roles(table: Table, brief: Brief) -> Document:
    """Return the cards, two a page: host, helpers, those who swap, everyone, and each person's own."""
    begun = opening(table, table.virtual[0].name)
    steps = all_steps(begun.plan.recipe, begun.narrator)
    doers = [doer for doer in TITLES if any(step.instruction.doer == doer for step in steps)]
    doers += [seat.name for seat in table.people]
    whose = f" (Steps of {begun.plan.seat}'s script.)" if len(table.virtual) > 1 else ""
    drafts = []
    for i in range(0, len(doers), 2):
        pair = doers[i : i + 2]
        marks: list[Mark] = []
        for j, doer in enumerate(pair):
            half = (brief.area.h - 6) / 2
            box = Box(brief.area.x, brief.area.y + j * (half + 6), brief.area.w, half)
            marks += _card(doer, [step for step in steps if step.instruction.doer == doer], box, whose)
        drafts.append(Draft(marks, " · ".join(pair)))
    return finish("roles", "Roles", brief, drafts, counts=dict.fromkeys(doers, 1), duplex=False)


def _card(doer: str, steps: Sequence[Step], box: Box, whose: str) -> list[Mark]:
    x, width = box.x + 6, box.w - 12
    size = fitted(doer, width, points(26), BOLD)
    marks: list[Mark] = [Rect(box, None, 0.5, 3), Text(x, box.y + 12, doer, size, BOLD)]
    said = TITLES.get(doer, "Lays their own hand when the script says so, and helps where hands are free.")
    more, y = paragraph(said + whose, x, box.y + 16, width, points(15))
    marks += more
    room = box.bottom - y - 34
    for size in map(points, (18, 17, 16, 15, 14, 13, 12, 11)):
        more, low = dotted_list(_acts(steps), x, y + 2, width, size)
        if low - y <= room:
            break
    marks += more
    rules, _ = dotted_list(RULES, x, box.bottom - 24, width, points(12))
    return [*marks, *rules]


def _acts(steps: Sequence[Step]) -> list[str]:
    """Return an act in full where it is the only one of its stage, else the verbs of the stage, counted."""
    found = []
    for part, group in groupby(steps, key=lambda step: step.heading.part):
        done = list(group)
        numbers = _numbers([step.number for step in done])
        if len(done) == 1:
            found.append(f"{numbers.capitalize()}: {done[0].instruction.text}.")
            continue
        name = phase_title(part.phase) if part is Part.AND else part_title(part)
        counts = {verb: sum(step.instruction.verb == verb for step in done) for verb in Verb}
        verbs = ", ".join(f"{verb} {n}" for verb, n in counts.items() if n)
        found.append(f"{name}, {plural(len(done), 'act')} ({numbers}): {verbs}.")
    return found


def _numbers(numbers: Sequence[int]) -> str:
    """Return step numbers with runs as ranges, and only the ends where there are many runs."""
    runs: list[list[int]] = []
    for n in numbers:
        if runs and n == runs[-1][-1] + 1:
            runs[-1].append(n)
        else:
            runs.append([n])
    if len(runs) > 4:
        return f"steps {numbers[0]} to {numbers[-1]}"
    said = ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)
    return f"step {said}" if len(numbers) == 1 else f"steps {said}"
