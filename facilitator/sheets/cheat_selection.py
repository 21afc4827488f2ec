"""The cheat sheet of the selection: its stages, and a small example in pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from facilitator.machine.faces import DECK, DISCARDS
from facilitator.machine.operations import COLUMN, PILE, Choose, Encode, Heading, Op, Put, Scramble, Sort
from facilitator.machine.parts import Part
from facilitator.machine.perform import follow
from facilitator.play.opening import Opening
from facilitator.play.steps import Step, all_steps
from facilitator.protocols.forms import Coding, form_named
from facilitator.protocols.layout import Layout, class_code, uniform_code, weighted_code
from facilitator.readings.diagram import Picture, snapshots
from facilitator.readings.simulate import SimulatedTable
from facilitator.readings.titles import phase_title, title
from facilitator.sheets.drawing.geometry import Box
from facilitator.sheets.drawing.marks import BOLD, RIGHT, Line, Mark, Text
from facilitator.sheets.drawing.typeset import paragraph, points
from facilitator.sheets.furniture import Brief
from facilitator.sheets.pictures import drawn
from facilitator.wording import plural

BODY = points(14)
ENCODED = {
    Coding.FITS: "β α under each valid one, α β under the others",
    Coding.WEIGHTS: "β α as often as a card weighs ({2} twice, {0} and {1} once), else α β",
    Coding.CLASSES: "β α first under a valid one, but second under {2}; else α β",
    Coding.OPEN: "β under each valid one, α under the others",
    Coding.ELSE_ANY: "β α first under each valid one, second under the others; else α β",
}
"""What is laid under the cards of the small example."""


def span(steps: Sequence[Step]) -> str:
    first, last = steps[0].number, steps[-1].number
    return str(first) if first == last else f"{first}–{last}"


def selection_page(brief: Brief, begun: Opening) -> list[Mark]:
    """All stages with their steps, shuffles and checks, and three pictures of a small example."""
    area = brief.area
    steps = all_steps(begun.plan.recipe, begun.narrator)
    marks, y = _stages(steps, area, area.y + 14)
    captions = {
        Put: "A marker under every card, then covered and scrambled",
        Encode: f"The cards lie open: {ENCODED[coding_of(begun)].format(*begun.law.picture[0])}",
        Sort: "Only the markers lie open: sort whole columns by them",
    }
    y += 5
    first: dict[type[Op], tuple[Op, Picture]] = {}
    for op, picture in example(begun):
        if type(op) in captions:
            first.setdefault(
                type(op), (op, picture)
            )  # a knockout sorts the columns once more, without the hand
    examples = list(first.values())
    text = f"A small example: Vera 2 cards, Ana 1, {'the deck' if third(begun) == DECK else third(begun)} 2."
    more, y = paragraph(text, area.x, y, area.w, BODY, BOLD)
    marks += more
    scale = min(0.78, (area.bottom - y - 3 * 8) / sum(p.size[1] for _, p in examples))
    for op, picture in examples:
        more, y = paragraph(captions[type(op)], area.x, y + 1.5, area.w, points(11.5))
        marks += [*more, *drawn(picture, area.x + 4, y + 0.8, scale)]
        y += picture.size[1] * scale + 1.5
    return marks


def _stages(steps: Sequence[Step], area: Box, y: float) -> tuple[list[Mark], float]:
    """A line a stage (all ANDs together, all duels): steps, name, shuffles."""
    size, row = points(13.5), 8.0
    marks: list[Mark] = [
        Text(area.x, y + 4, "steps", points(10)),
        Text(area.x + 26, y + 4, "stage", points(10)),
        Text(area.right, y + 4, "pile-scramble shuffles", points(10), align=RIGHT),
        Line(area.x, y + 5.5, area.right, y + 5.5, 0.4),
    ]
    y += 5.5
    for _, group in groupby(steps, key=lambda step: step.heading.part):
        part = list(group)
        name = _stage_name(part[0].heading)
        ops: list[Op] = [op for op, _ in groupby(step.op for step in part)]
        shuffles = sum(isinstance(op, Scramble) for op in ops)
        base = y + 5.8
        marks += [
            Text(area.x, base, span(part), size, BOLD),
            Text(area.x + 26, base, name, size),
            Text(area.right, base, str(shuffles) if shuffles else "–", size, BOLD, RIGHT),
            Line(area.x, y + row, area.right, y + row, 0.15, 0.5),
        ]
        y += row
    return marks, y


def _stage_name(heading: Heading) -> str:
    name = phase_title(heading.part.phase)
    match heading.part:
        case Part.AND:
            return f"{name}: {heading.of} times the AND"
        case Part.DUEL:
            return f"{name}: {plural(heading.of, 'duel')}"
        case Part.DUELS:
            return f"{name}: {plural(heading.of, 'round')}"
        case _:
            return title(heading)


def coding_of(begun: Opening) -> Coding:
    """Return what is laid below the cards: the form's own, but a pair a class where the game has several."""
    layout, coding = begun.plan.layout, form_named(begun.plan.form).coding
    return Coding.CLASSES if coding is Coding.FITS and layout is not None and layout.classes > 1 else coding


def third(begun: Opening) -> str:
    """Return who has cards in the example beside two seats: the deck, where there is one."""
    return DECK if begun.plan.layout is None or DECK in dict(begun.plan.layout.hands) else "Ben"


def example(begun: Opening) -> Iterator[tuple[Op, Picture]]:
    """Yield pictures of a selection on a small table: the columns at its stages, the piles at the end."""
    law, coding, more = begun.law, coding_of(begun), third(begun)
    (one, other, last), (strange, stranger) = law.picture
    hands = {"Vera": [one, stranger], "Ana": [strange], more: [other, last], DISCARDS: list[str]()}
    cards = tuple(sorted((one, other, last, strange, stranger), key=law.kinds.order))
    own, valid = form_named(form_named(begun.plan.form).plain), frozenset((one, other, last))
    layout = Layout((("Vera", 2), ("Ana", 1), (more, 2)), cards, uniform_code(cards, valid))
    wanted = {Put: COLUMN, Encode: COLUMN, Sort: COLUMN, Choose: PILE}
    if coding is Coding.WEIGHTS:
        layout = replace(
            layout, code=weighted_code({card: (card in valid) + (card == last) for card in cards})
        )
        del wanted[Choose]  # it lies in tickets, not in piles
    elif coding is Coding.CLASSES:
        second = frozenset((last,))
        layout = replace(layout, code=class_code(cards, valid - second, second), classes=2)
    else:
        layout = own.example(layout)

    def area(op: Op) -> str:
        if isinstance(op, Put) and op.places[0].area != COLUMN:
            return ""
        return wanted.get(type(op), "")

    table = SimulatedTable({owner: list(hand) for owner, hand in hands.items()}, seed=4)
    yield from snapshots(follow(own.recipe(layout)), table, area)
