"""Cheat sheets, one page each, big and short: the AND, the lottery, the selection, what is valid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from facilitator.games.base import Game
from facilitator.games.registry import game_named
from facilitator.machine.faces import DECK, DISCARDS, Face
from facilitator.machine.operations import (
    COLUMN,
    PILE,
    Choose,
    Encode,
    Heading,
    Op,
    Put,
    Rearrange,
    Reveal,
    Scramble,
    Sort,
)
from facilitator.machine.parts import Part, Phase
from facilitator.machine.perform import follow
from facilitator.play.opening import Opening, opening
from facilitator.play.steps import Step, all_steps
from facilitator.protocols.forms import Coding, form_named
from facilitator.protocols.layout import Layout, class_code, uniform_code, weighted_code
from facilitator.readings.diagram import Picture, after_and, and_pictures, snapshots
from facilitator.readings.simulate import SimulatedTable
from facilitator.readings.titles import phase_title, title
from facilitator.sheets.drawing.geometry import Box
from facilitator.sheets.drawing.marks import (
    BLACK,
    BOLD,
    CENTRE,
    RIGHT,
    WHITE,
    Document,
    Line,
    Mark,
    Rect,
    Text,
)
from facilitator.sheets.drawing.typeset import ASCENT, fitted, paragraph, points
from facilitator.sheets.flow import Act, acts_of
from facilitator.sheets.furniture import Brief, Draft, finish
from facilitator.sheets.pictures import drawn
from facilitator.sheets.validity import validity
from facilitator.table.load import Table
from facilitator.wording import plural

ENCODED = {
    Coding.FITS: "β α under each valid one, α β under the others",
    Coding.WEIGHTS: "β α as often as a card weighs (D twice, 7R and 2Y once), else α β",
    Coding.CLASSES: "β α first under a valid one, but second under D; else α β",
}
"""What is laid under the cards of the small example."""
TITLE, BODY = points(24), points(14)
SIZES = (14, 13, 12, 11, 10)
"""Of the words on a page that may be too full, in points: the largest at which they fit."""


def cheats(table: Table, brief: Brief) -> Document:
    """Return the cheat sheets of a table: the AND, lottery and selection of each of its forms, validity."""
    turns: dict[str, tuple[Opening, list[str]]] = {}
    for seat in table.virtual:
        begun = opening(table, seat.name)
        turns.setdefault(begun.plan.form, (begun, []))[1].append(seat.name)
    drafts: list[Draft] = []

    def add(name: str, about: Brief, marks: Sequence[Mark]) -> None:
        drafts.append(Draft([*_title(brief.area, name), *marks], name, about))

    law, (begun, _) = game_named(table.game), next(iter(turns.values()))
    acts = acts_of(begun.plan.recipe, begun.narrator)
    if any(act.step.heading.part is Part.AND for act in acts):
        add("The AND of six cards", brief, _and_page(brief, acts))
    for form, (begun, names) in turns.items():
        about = Brief(brief.table, brief.paper, form)
        whose = f": {', '.join(names)}" if len(turns) > 1 else ""
        add(f"{_finding(begun)}{whose}", about, _lottery_page(about, begun))
        add(f"The selection{whose}", about, _selection_page(about, begun))
    codings: dict[Coding, list[str]] = {}
    for form, (_, names) in turns.items():
        codings.setdefault(form_named(form).coding, []).extend(names)
    for coding, names in codings.items():
        whose = f": {', '.join(names)}" if len(codings) > 1 else ""
        weighed = _weights(table, law, begun, names) if coding is Coding.WEIGHTS else {}
        page = validity(brief.area, law.glance(begun.state), coding, weighed)
        add(f"Validity at a glance{whose}", brief, page)
    return finish("cheats", "Cheat sheets", brief, drafts)


def _weights(
    table: Table, law: Game[Any], begun: Opening, names: Sequence[str]
) -> dict[str, dict[Face, int]]:
    """Return what cards weigh for seats with a style, on the top card they begin with."""
    layout = begun.plan.layout
    if layout is None or law.styles is None:
        return {}
    styles = {seat.name: seat.style for seat in table.virtual if seat.name in names}
    return {
        f"{name} ({begun.facts})": law.styles.weights(style, begun.state, layout.cards)
        for name, style in styles.items()
        if not isinstance(style, str)
    }


FINDING = (Phase.LOTTERY, Phase.KNOCKOUT, Phase.OPEN_TRIES)
"""The large steps that find a card among a hand's piles."""


def _finding(begun: Opening) -> str:
    """What the page on finding the card is called."""
    steps = all_steps(begun.plan.recipe, begun.narrator)
    phases = [step.heading.part.phase for step in steps]
    return f"The {phase_title(next(one for one in FINDING if one in phases)).casefold()}"


def _title(area: Box, name: str) -> list[Mark]:
    return [Text(area.x, area.y + ASCENT * TITLE + 0.5, name, fitted(name, area.w, TITLE, BOLD), BOLD)]


# -- the AND -------------------------------------------------------------------------------------------


def _and_page(brief: Brief, acts: Sequence[Act]) -> list[Mark]:
    """The page, its words as large as they fit."""
    for size in map(points, SIZES):
        marks, y = _and_at(brief.area, acts, size)
        if y <= brief.area.bottom:
            break
    return marks


def _and_at(area: Box, acts: Sequence[Act], size: float) -> tuple[list[Mark], float]:
    """Its three pictures with the words of the script, then what the revealed pair means."""
    y = area.y + 14
    link = [act for act in acts if act.step.heading.part is Part.AND and act.step.heading.number == 1]
    shown: list[tuple[Op, Picture]] = [
        (op, picture) for op, picture in and_pictures() if not isinstance(op, Reveal)
    ]
    marks: list[Mark] = []
    left = [act for act in link if not isinstance(act.step.op, Reveal)]
    words = {0: link[:2]}
    later = [act for act in left[len(words[0]) :] if isinstance(act.step.op, Rearrange | Scramble)]
    words |= {i: [act] for i, act in enumerate(later, 1)}
    for i, (_, picture) in enumerate(shown):
        more, y = _pictured(i + 1, picture, [act.step for act in words.get(i, [])], area, y, size)
        marks += more
    reveal = next(act for act in link if isinstance(act.step.op, Reveal))
    marks += _badge(len(shown) + 1, area.x, y)
    more, y = _told([reveal.step], area.x + 11, y - 1, area.w - 11, size)
    marks += more
    after = link[link.index(reveal) + 1]
    ways = [(reveal.usual[0], after.step), *((b.answers[0], b.acts[0].step) for b in reveal.branches)]
    half, low = area.w / 2, y
    for i, ((read, step), picture) in enumerate(zip(ways, after_and(), strict=False)):
        x = area.x + i * half
        marks.append(Text(x, y + 6, f"IF {' '.join(read)}", points(16), BOLD))
        marks += drawn(picture, x, y + 9, 0.95)
        more, end = _told([step], x, y + 31, half - 8, size, check=False)
        marks, low = [*marks, *more], max(low, end)
    return marks, low


def _pictured(
    number: int, picture: Picture, steps: Sequence[Step], area: Box, y: float, size: float
) -> tuple[list[Mark], float]:
    """A numbered picture on the left, its words on the right."""
    marks = _badge(number, area.x, y)
    marks += drawn(picture, area.x + 11, y, 1.0)
    words, low = _told(steps, area.x + 100, y - 1, area.w - 100, size)
    return [*marks, *words], max(y + picture.size[1], low) + 5


def _badge(number: int, x: float, y: float) -> list[Mark]:
    return [
        Rect(Box(x, y, 8, 8), BLACK, 0, 1),
        Text(x + 4, y + 6, str(number), points(17), BOLD, CENTRE, WHITE),
    ]


def _told(
    steps: Sequence[Step], x: float, y: float, width: float, size: float, check: bool = True
) -> tuple[list[Mark], float]:
    marks: list[Mark] = []
    for step in steps:
        said = step.instruction
        more, y = paragraph(f"{said.verb} {said.sentence}.", x, y, width, size)
        marks += more
        if check:
            more, y = paragraph(f"CHECK {said.check}", x, y + 0.5, width, size, BOLD)
            marks += more
    return marks, y


# -- the lottery ---------------------------------------------------------------------------------------


def _lottery_page(brief: Brief, begun: Opening) -> list[Mark]:
    """All acts that find the card, ANDs as one, two duels for all, as large as they fit; an example if it fits too."""
    area = brief.area
    steps = all_steps(begun.plan.recipe, begun.narrator)
    rounds = [step for step in steps if step.heading.part.phase in FINDING]
    for size in map(points, SIZES):
        marks, y = _rounds(rounds, area, size)
        if y <= area.bottom:
            break
    example = next((p for op, p in _example(brief.form, begun.law) if isinstance(op, Choose)), None)
    if example is not None and y + 14 + 1.1 * example.size[1] <= area.bottom:
        text = "An example with two cards: at most one pair reads β α; its card is played."
        more, y = paragraph(text, area.x, y + 4, area.w, BODY, BOLD)
        marks += [*more, *drawn(example, area.x + 8, y + 3, 1.1)]
    return marks


def _rounds(rounds: Sequence[Step], area: Box, size: float) -> tuple[list[Mark], float]:
    marks: list[Mark] = []
    y = area.y + 14
    for text, group in groupby(rounds, key=_at_once):
        part = list(group)
        if text:
            n = len({step.heading for step in part})
            more, y = _boxed(f"{_span(part)}  {text.format(plural(n, 'time'))}", area, y)
            marks += more
            continue
        for step in part:
            more, y = _line(step, area, y, size)
            marks += more
    return marks, y


def _at_once(step: Step) -> str:
    """Return what steps that are not written out are told as; nothing if each is."""
    match step.heading.part:
        case Part.AND:
            return "The AND, {}: once a pair, in order, the token on the right."
        case Part.DUEL if step.heading.number > 2:
            return "The same {} more: each time the next one challenges."
        case _:
            return ""


def _span(steps: Sequence[Step]) -> str:
    first, last = steps[0].number, steps[-1].number
    return str(first) if first == last else f"{first}–{last}"


def _boxed(text: str, area: Box, y: float) -> tuple[list[Mark], float]:
    lines, low = paragraph(text, area.x + 3, y + 2.5, area.w - 6, points(14), BOLD)
    return [Rect(Box(area.x, y + 0.8, area.w, low - y + 0.8), 0.88, 0, 1.5), *lines], low + 3.2


def _line(step: Step, area: Box, y: float, size: float) -> tuple[list[Mark], float]:
    """One act: its number, its sentence, its check."""
    said = step.instruction
    marks: list[Mark] = [Text(area.x, y + ASCENT * size, str(step.number), size, BOLD)]
    more, y = paragraph(f"{said.verb} {said.sentence}.", area.x + 12, y, area.w - 12, size)
    check, y = paragraph(said.check, area.x + 18, y + 0.2, area.w - 18, 0.8 * size, ink=0.25)
    return [*marks, *more, *check], y + 0.36 * size


# -- the selection -------------------------------------------------------------------------------------


def _selection_page(brief: Brief, begun: Opening) -> list[Mark]:
    """All stages with their steps, shuffles and checks, and three pictures of a small example."""
    area = brief.area
    steps = all_steps(begun.plan.recipe, begun.narrator)
    marks, y = _stages(steps, area, area.y + 14)
    captions = {
        Put: "A marker under every card, then covered and scrambled",
        Encode: f"The cards lie open: {ENCODED[form_named(brief.form).coding]}",
        Sort: "Only the markers lie open: sort whole columns by them",
    }
    y += 5
    first: dict[type[Op], tuple[Op, Picture]] = {}
    for op, picture in _example(brief.form, begun.law):
        if type(op) in captions:
            first.setdefault(
                type(op), (op, picture)
            )  # a knockout sorts the columns once more, without the hand
    examples = list(first.values())
    text = "A small example: Vera 2 cards, Ana 1, the deck 2; top card 2R."
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
            Text(area.x, base, _span(part), size, BOLD),
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


def _example(form: str, law: Game[Any]) -> Iterator[tuple[Op, Picture]]:
    """Yield pictures of a selection on a small table: the columns at its stages, the piles at the end."""
    (one, other, last), (strange, stranger) = law.picture
    hands = {"Vera": [one, stranger], "Ana": [strange], DECK: [other, last], DISCARDS: list[str]()}
    cards = tuple(sorted((one, other, last, strange, stranger), key=law.kinds.order))
    own, valid = form_named(form_named(form).plain), frozenset((one, other, last))
    layout = Layout((("Vera", 2), ("Ana", 1), (DECK, 2)), cards, uniform_code(cards, valid))
    wanted = {Put: COLUMN, Encode: COLUMN, Sort: COLUMN, Choose: PILE}
    if own.coding is Coding.WEIGHTS:
        layout = replace(
            layout, code=weighted_code({card: (card in valid) + (card == last) for card in cards})
        )
        del wanted[Choose]  # it lies in tickets, not in piles
    elif own.coding is Coding.CLASSES:
        second = frozenset((last,))
        layout = replace(layout, code=class_code(cards, valid - second, second), classes=2)

    def area(op: Op) -> str:
        if isinstance(op, Put) and op.places[0].area != COLUMN:
            return ""
        return wanted.get(type(op), "")

    table = SimulatedTable({owner: list(hand) for owner, hand in hands.items()}, seed=4)
    yield from snapshots(follow(own.recipe(layout)), table, area)
