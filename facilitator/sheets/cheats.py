"""Cheat sheets, one page each, big and short: the AND, the lottery, the selection, what is valid."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count, groupby
from math import inf

from facilitator.games.events import Kinds
from facilitator.games.registry import game_named
from facilitator.games.rules import Glance
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
from facilitator.play.opening import OpeningTurn, opening
from facilitator.play.run import NumberedStep, all_steps
from facilitator.protocols.forms import Coding, form_named
from facilitator.protocols.layout import Layout, class_code, uniform_code
from facilitator.sheets.drawing.marks import BLACK, WHITE, Box, Document, Extent, Line, Mark, Rect, Text
from facilitator.sheets.drawing.tiles import is_tile, tile
from facilitator.sheets.page import ASCENT, Brief, Column, PageDraft, badge, finish, fitted, largest, points
from facilitator.sheets.pictures import drawn
from facilitator.table.load import Table
from facilitator.telling.diagram import Picture, after_and, and_pictures, snapshots
from facilitator.telling.instruction import phase_title, title
from facilitator.telling.simulate import SimulatedTable
from facilitator.telling.speech import Speech
from facilitator.words import plural

# ----------------------------------------------------------------------------------------------------
# The cheat sheet of the AND of six cards: three pictures, the words of the acts, what the pair means.


SIZES = (14, 13, 12, 11, 10)
"""Of the words on a page that may be too full, in points: the largest at which they fit."""


def and_page(brief: Brief, begun: OpeningTurn) -> list[Mark]:
    """The page, its words as large as they fit."""
    return largest(lambda size: _and_at(brief.area, begun, size), map(points, SIZES), brief.area.bottom).marks


def _and_at(area: Box, begun: OpeningTurn, size: float) -> Column:
    """Its three pictures with the words of the acts, then what the revealed pair means."""
    page, link = Column(area.x, area.y + 14, area.w), _first_and(begun)
    pictures = [picture for op, picture in and_pictures() if not isinstance(op, Reveal)]
    reveal = next(step for step in link if isinstance(step.op, Reveal))
    later = [[step] for step in link[2:] if isinstance(step.op, Rearrange | Scramble)]
    for number, (picture, steps) in enumerate(zip(pictures, [link[:2], *later], strict=True), 1):
        _pictured(page, number, picture, steps, size)
    page.add(*badge(Box(area.x, page.y, 8, 8), str(len(pictures) + 1), points(17)))
    page.y -= 1
    _told(page, [reveal], size, left=11)
    lows, half = [], area.w / 2
    for i, (read, picture) in enumerate(zip(reveal.instruction.ask, after_and(), strict=False)):
        way = page.beside(area.x + i * half, half - 8)
        way.add(Text(way.x, way.y + 6, f"IF {' '.join(read)}", points(16), "bold"))
        way.add(*drawn(picture, way.x, way.y + 9, 0.95))
        way.y += 31
        _told(way, [_first_and(begun, read)[link.index(reveal) + 1]], size, check=False)
        lows.append(way.y)
    page.y = max(page.y, *lows)
    return page


def _first_and(begun: OpeningTurn, *answers: str) -> list[NumberedStep]:
    """The steps of the first AND, its pair read so."""
    steps = all_steps(begun.plan.recipe, Speech(begun.voice), answers)
    return [step for step in steps if step.heading.part is Part.AND and step.heading.number == 1]


def _pictured(
    page: Column, number: int, picture: Picture, steps: Sequence[NumberedStep], size: float
) -> None:
    """A numbered picture on the left, its words on the right."""
    page.add(*badge(Box(page.x, page.y, 8, 8), str(number), points(17)))
    page.add(*drawn(picture, page.x + 11, page.y, 1.0))
    words = page.beside(page.x + 100, page.w - 100, -1)
    _told(words, steps, size)
    page.y = max(page.y + picture.size[1], words.y) + 5


def _told(
    column: Column, steps: Sequence[NumberedStep], size: float, left: float = 0.0, check: bool = True
) -> None:
    for step in steps:
        said = step.instruction
        column.say(f"{said.verb} {said.sentence}.", size, left=left)
        if check:
            column.y += 0.5
            column.say(f"CHECK {said.checked}", size, "bold", left)


# ----------------------------------------------------------------------------------------------------
# What may be played on any top card, as the table's game says it.


LAID = {
    Coding.FITS: "Lay β α under what fits, α β under the rest.",
    Coding.CLASSES: "A pair a class, the best first: β α in the pair of the card's own class, α β in the others.",
    Coding.ELSE_ANY: "Two pairs: under what fits β α, then α β; under the rest α β, then β α.",
}
"""What is laid under the cards, by the form's coding."""


ONE_CLASS = "Where no “else” stands below, one pair."


def validity(
    area: Box, glance: Glance, kinds: Kinds, coding: Coding, turns: Mapping[str, Layout]
) -> list[Mark]:
    """Return the rule in a few lines, an example over the whole deck, and how many cards fit on each.

    ``turns``: what is laid in the first turn of each seat, by who it is and what lies on top: its own style's
    order.
    """
    page = Column(area.x, area.y + 15, area.w)
    for i, rule in enumerate(glance.rules, 1):
        page.add(*badge(Box(page.x, page.y, 9, 9), str(i), points(19), radius=1.5))
        page.add(Text(page.x + 13, page.y + 6.9, rule, points(19), "bold"))
        page.y += 12.5
    if glance.note:
        page.say(glance.note, points(14))
    single = coding is Coding.CLASSES and any(len(classes) == 1 for _, classes in glance.rows)
    page.y += 1.5
    page.say(
        f"{LAID[coding]} {ONE_CLASS}" if single and not glance.grid else LAID[coding], points(14), "bold"
    )
    page.y += 5
    if glance.grid:
        _grid(glance, page)
        for seat, layout in turns.items():
            for line in _worth(seat, layout, coding):
                page.y += 1.5
                page.say(line, points(12))
        page.y += 6
        _counts(glance, page)
    elif all(is_tile(face) for _, classes in glance.rows for kinds in classes for face in kinds):
        _tiles(glance, page, area.bottom)
    else:
        _rows(glance, kinds, page, area.bottom)
    return page.marks


def ranked(layout: Layout) -> list[list[Face]]:
    """Return the kinds that fit, by the pair that is β α for them, the best first."""
    return [
        [face for face, bits in layout.code if any(bits) and bits.index(1) == n] for n in range(layout.pairs)
    ]


def _worth(seat: str, layout: Layout, coding: Coding) -> list[str]:
    """What sets the kinds apart that fit: their classes, the best first; else nothing."""
    ranks = ranked(layout) if coding is Coding.CLASSES else []
    return [f"{seat}, class {n}: {' '.join(faces)}" for n, faces in enumerate(ranks, 1)]


TILE = Extent(19.0, 9.5)
"""A tile on the page, lying, mm; smaller where they would not fit."""


def _tiles(glance: Glance, page: Column, bottom: float) -> None:
    """What fits, a line of tiles a case, below its name."""
    page.add(Text(page.x, page.y + 4, glance.title, points(14), "bold"))
    page.y += 8
    cases = [(name, [face for kinds in classes for face in kinds]) for name, classes in glance.rows]
    gap = 3.0
    room = (bottom - page.y) / max(1, len(cases))
    across = (page.w + gap) / max(len(faces) for _, faces in cases) - gap
    size = min(1.0, across / TILE.w, (room - 9) / TILE.h)
    for name, faces in cases:
        page.add(Text(page.x, page.y + 4.5, name, points(12), "bold"))
        for number, face in enumerate(faces):
            left = page.x + number * (TILE.w * size + gap)
            page.add(*tile(face, Box(left, page.y + 6.5, TILE.w * size, TILE.h * size)))
        page.y += min(room, TILE.h * size + 11)


FITTING = ((1, 16), (1, 14), (1, 12), (1, 11), (2, 12), (2, 11), (2, 10), (2, 9))
"""Columns of text and its size in points, for a game of more and more cases: the first at which they fit."""


def _rows(glance: Glance, kinds: Kinds, page: Column, bottom: float) -> None:
    """What fits, a paragraph a case: the best class first, the next after else."""
    said = [f"{name}: {'; else '.join(_named(classes, kinds)) or 'nothing'}" for name, classes in glance.rows]
    room = Box(page.x, page.y + 8, page.w, bottom - page.y - 8)
    page.add(Text(page.x, page.y + 4, glance.title, points(14), "bold"))
    page.add(*largest(lambda way: _cases(said, room, way[0], points(way[1])), FITTING, bottom).marks)


def _named(classes: Sequence[Sequence[Face]], kinds: Kinds) -> list[str]:
    """Return each class in words: whole groups by their name, what is left at last as any other card."""
    whole = {
        group: {face for face in kinds.cards if kinds.group(face) == group}
        for group in map(kinds.group, kinds.cards)
    }
    found, before = list[str](), set[Face]()
    for faces in filter(None, map(set, classes)):
        before |= faces
        if before == set(kinds.cards):
            found.append("any other card" if found else "any card")
            continue
        groups = [f"all {group}" for group, cards in whole.items() if cards <= faces]
        rest = [
            face for one in classes for face in one if face in faces and not whole[kinds.group(face)] <= faces
        ]
        found.append(", ".join(filter(None, [*groups, " ".join(rest)])))
    return found


def _cases(rows: Sequence[str], area: Box, columns: int, size: float) -> Column:
    """The cases in so many columns; what ends below all bounds does not fit into them."""
    gap, number = 6.0, 0
    width = (area.w - (columns - 1) * gap) / columns
    marks = list[Mark]()
    column = Column(area.x, area.y, width)
    for said in rows:
        case = Column(column.x, column.y + 2, width)
        case.say(said, size)
        if case.y > area.bottom:
            number += 1
            case = Column(area.x + number * (width + gap), area.y + 2, width)
            case.say(said, size)
        marks += case.marks
        column = case
    return Column(area.x, column.y if number < columns else inf, area.w, marks=marks)


def _grid(glance: Glance, page: Column) -> None:
    """The deck: a row a group, a column a kind; what fits the example is dark, the rest is crossed out."""
    page.add(Text(page.x, page.y + 4, glance.example, points(14), "bold"))
    page.y += 8
    names, cell, gap = 20.0, 9.2, 1.6
    step = (page.w - names) / max(len(faces) for _, faces in glance.grid)
    for name, faces in glance.grid:
        page.add(Text(page.x, page.y + 8, name, points(14), "bold"))
        for col, face in enumerate(faces):
            box = Box(page.x + names + col * step, page.y, step - gap, cell + 2)
            page.add(*_cell(face, box, face in glance.dark))
        page.y += cell + gap + 2.4
    page.y -= gap + 0.4


def _cell(face: Face, box: Box, dark: bool) -> list[Mark]:
    """A kind of card, crossed out unless it fits."""
    ink = WHITE if dark else 0.35
    marks: list[Mark] = [Rect(box, BLACK if dark else None, 0.3, 1.2)]
    if not dark:
        marks.append(Line(box.x + 1, box.bottom - 1, box.right - 1, box.y + 1, 0.25, 0.6))
    return [*marks, Text(box.x + box.w / 2, box.y + box.h - 3.4, face, points(13), "bold", "centre", ink)]


def _counts(glance: Glance, page: Column) -> None:
    """How many of the deck's cards fit, case by case."""
    page.add(Text(page.x, page.y + 4, glance.title, points(14), "bold"))
    page.y += 7.5
    for name, many in glance.counts:
        page.add(Text(page.x, page.y + 5, name, points(14)))
        page.add(Text(page.x + 118, page.y + 5, many, points(14), "bold"))
        page.y += 7.2
    page.add(Text(page.x, page.y + 4.5, glance.foot, points(11)))


# ----------------------------------------------------------------------------------------------------
# The cheat sheet of the selection: its stages, and a small example in pictures.


BODY = points(14)
STAGES = 72.0
"""How much of the page its stages take at most, mm."""
ENCODED = {
    Coding.FITS: "β α under each valid one, α β under the others",
    Coding.CLASSES: "β α first under a valid one, but second under {2}; else α β",
    Coding.ELSE_ANY: "β α first under each valid one, second under the others; else α β",
}
"""What is laid under the cards of the small example."""
MARKED = (
    "A marker under every card, then covered and scrambled",
    "A marker on every sleeve, then covered in it",
)
SORTED = (
    "Only the markers lie open: sort whole columns by them",
    "The markers are out: sort the sleeves by them",
)
"""What is seen of it, without sleeves and with them."""


def selection_page(brief: Brief, begun: OpeningTurn) -> list[Mark]:
    """All stages with their shuffles, and three pictures of a small example."""
    area, small, sleeved = brief.area, Small.of(begun), begun.voice.sleeves
    page = Column(area.x, area.y + 14, area.w)
    _stages(all_steps(begun.plan.recipe, Speech(begun.voice)), page)
    laid = ENCODED[coding_of(begun)].format(*small.fits)
    captions = {Put: MARKED[sleeved], Encode: f"The cards lie open: {laid}", Sort: SORTED[sleeved]}
    first: dict[type[Op], Picture] = {}
    for op, picture in example(begun):
        if type(op) in captions:  # a knockout sorts the columns once more, without the hand
            first.setdefault(type(op), picture)
    page.y += 5
    page.say(f"A small example: {small.words}.", BODY, "bold")
    scale = min(0.78, (area.bottom - page.y - 3 * 8) / sum(p.size[1] for p in first.values()))
    for kind, picture in first.items():
        page.y += 1.5
        page.say(captions[kind], points(11.5))
        page.add(*drawn(picture, area.x + 4, page.y + 1.2, scale))
        page.y += picture.size[1] * scale + 1.9
    return page.marks


def _stages(steps: Sequence[NumberedStep], page: Column) -> None:
    """A line a stage (all ANDs together, all duels): its name, its shuffles.

    No numbers: the folder and play, brief, in full and walked, count acts each in their own way.
    """
    stages = [list(group) for _, group in groupby(steps, key=lambda step: step.heading.part)]
    row = min(8.0, STAGES / len(stages))
    size = min(points(13.5), 0.6 * row)
    left, right = page.x, page.x + page.w
    page.add(
        Text(left, page.y + 4, "stage", points(10)),
        Text(right, page.y + 4, "pile-scramble shuffles", points(10), align="right"),
        Line(left, page.y + 5.5, right, page.y + 5.5, 0.4),
    )
    page.y += 5.5
    for part in stages:
        shuffles = sum(isinstance(op, Scramble) for op, _ in groupby(step.op for step in part))
        base = page.y + 0.72 * row
        page.y += row
        page.add(
            Text(left, base, _stage_name(part[0].heading), size),
            Text(right, base, str(shuffles) if shuffles else "–", size, "bold", "right"),
            Line(left, page.y, right, page.y, 0.15, 0.5),
        )


def _stage_name(heading: Heading) -> str:
    name = phase_title(heading.part.phase)
    match heading.part:
        case Part.AND:
            return f"{name}: {heading.of} times the AND"
        case Part.DUEL:
            return f"{name}: {plural(heading.of, 'duel')}"
        case _:
            return title(heading)


def coding_of(begun: OpeningTurn) -> Coding:
    """Return what is laid below the cards: the form's own, but a pair a class where the game has several."""
    layout, coding = begun.plan.layout, form_named(begun.plan.form).coding
    return Coding.CLASSES if coding is Coding.FITS and layout is not None and layout.classes > 1 else coding


@dataclass(frozen=True, slots=True)
class Small:
    """Five cards of this table's own deck and who holds them: two of the seat in turn, three of others.

    ``fits``: three kinds that fit, the last one in the second class where there is one; ``others``: two that do not.
    ``top``: what they fit, in words; nothing where they are the game's own example.
    """

    fits: Sequence[Face]
    others: Sequence[Face]
    owners: tuple[str, ...]
    top: str

    @classmethod
    def of(cls, begun: OpeningTurn) -> Small:
        """Return the example of a table's first turn; where nearly all or nothing fits there, the game's own."""
        layout, group = begun.plan.layout, begun.law.kinds.group
        assert layout is not None
        rest = [owner for owner, _ in layout.hands[1:] if owner != DISCARDS]
        owners = (layout.seat, *[owner for owner in rest[:-1] if owner != DECK][:1], *rest[-1:])
        ranks = ranked(layout)
        others = _spread([face for face, bits in layout.code if not any(bits)], group)[:2]
        if coding_of(begun) is Coding.CLASSES:
            fits = [*_spread(ranks[0], group)[:2], *ranks[1][-1:]]
        else:
            found = _spread([face for rank in ranks for face in rank], group)
            fits = [*found[:2], *found[2:][-1:]]
        if len(fits) < 3 or len(others) < 2:
            return cls(*begun.law.about.picture, owners, "")
        return cls(fits, others, owners, begun.facts)

    @property
    def hands(self) -> dict[str, list[Face]]:
        """Who holds which of them."""
        (one, other, last), (strange, stranger) = self.fits, self.others
        first, *more = self.owners
        held = [[strange], [other, last]] if len(more) > 1 else [[strange, other, last]]
        return {first: [one, stranger], **dict(zip(more, held, strict=True))}

    @property
    def words(self) -> str:
        """Who holds how many of them, and what they fit."""
        (first, own), *more = self.hands.items()
        names = {DECK: "the deck"}
        said = [f"{names.get(owner, owner)} {len(hand)}" for owner, hand in more]
        return ", ".join([f"{first} {plural(len(own), 'card')}", *said, *filter(None, [self.top])])


def _spread(faces: Sequence[Face], group: Callable[[Face], str]) -> list[Face]:
    """Return one kind of each group, then the rest."""
    firsts = list({group(face): face for face in reversed(faces)}.values())[::-1]
    return firsts if len(firsts) > 2 else [*firsts, *(face for face in faces if face not in firsts)]


def example(begun: OpeningTurn) -> Iterator[tuple[Op, Picture]]:
    """Yield pictures of a selection on a small table: the columns at its stages, the piles at the end."""
    law, coding, small = begun.law, coding_of(begun), Small.of(begun)
    cards = tuple(sorted((*small.fits, *small.others), key=law.kinds.order))
    own, valid, last = form_named(form_named(begun.plan.form).plain), frozenset(small.fits), small.fits[-1]
    hands = tuple((owner, len(hand)) for owner, hand in small.hands.items())
    layout = Layout(hands, cards, uniform_code(cards, valid))
    wanted = {Put: COLUMN, Encode: COLUMN, Sort: COLUMN, Choose: PILE}
    if coding is Coding.CLASSES:
        second = frozenset((last,))
        layout = replace(layout, code=class_code(cards, valid - second, second), classes=2)
    else:
        layout = own.example(layout)

    def area(op: Op) -> str:
        if isinstance(op, Put) and op.places[0].area != COLUMN:
            return ""
        return wanted.get(type(op), "")

    table = SimulatedTable({**small.hands, DISCARDS: list[Face]()}, seed=4)
    yield from snapshots(follow(own.recipe(layout)), table, area, begun.voice.sleeves)


# ----------------------------------------------------------------------------------------------------
# The cheat sheet of what finds the card: the lottery or the knockout.


FINDING = (Phase.LOTTERY, Phase.KNOCKOUT)
"""The large steps that find a card among a hand's piles."""


def finding(begun: OpeningTurn) -> str:
    """What the page on finding the card is called."""
    steps = all_steps(begun.plan.recipe, Speech(begun.voice))
    phases = [step.heading.part.phase for step in steps]
    return f"The {phase_title(next(one for one in FINDING if one in phases)).casefold()}"


def finding_page(brief: Brief, begun: OpeningTurn) -> list[Mark]:
    """All acts that find the card, ANDs as one, two duels for all, as large as fits; an example if it fits."""
    area = brief.area
    steps = all_steps(begun.plan.recipe, Speech(begun.voice))
    rounds = [step for step in steps if step.heading.part.phase in FINDING]
    page = largest(lambda size: _rounds(rounds, area, size), map(points, SIZES), area.bottom)
    shown = next((p for op, p in example(begun) if isinstance(op, Choose)), None)
    if shown is not None and page.y + 14 + 1.1 * shown.size[1] <= area.bottom:
        page.y += 4
        page.say("An example with two cards: at most one pair reads β α; its card is played.", BODY, "bold")
        page.add(*drawn(shown, area.x + 8, page.y + 3, 1.1))
    return page.marks


def _rounds(rounds: Sequence[NumberedStep], area: Box, size: float) -> Column:
    page, number = Column(area.x, area.y + 14, area.w), count(1)
    first = next((step.number for step in rounds if step.heading.part is Part.CHAMPION), rounds[-1].number)
    for text, group in groupby(rounds, key=lambda step: _at_once(step, first)):
        part = list(group)
        if text:
            _boxed(text.format(plural(len({step.heading for step in part}), "time")), page, size)
            continue
        for step in part:
            _line(next(number), step, page, size)
    return page


def _at_once(step: NumberedStep, champion: int) -> str:
    """Return what steps that are not written out are told as; nothing if each is.

    ``champion``: the number of the step that shows the first one; later duels are another class's.
    """
    match step.heading.part:
        case Part.AND:
            return "The AND, {}: once a pair, in order, the token on the right."
        case Part.DUEL if step.number > champion:
            return "The same duels, {}, now with the next pair of each pile."
        case Part.DUEL if step.heading.number > 2:
            return "The same {} more: each time the next one challenges."
        case _:
            return ""


def _boxed(text: str, page: Column, size: float) -> None:
    inside = Column(page.x + 3, page.y + 2.5, page.w - 6)
    inside.say(text, size, "bold")
    page.add(Rect(Box(page.x, page.y + 0.8, page.w, inside.y - page.y + 0.8), 0.88, 0, 1.5), *inside.marks)
    page.y = inside.y + 3.2


def _line(number: int, step: NumberedStep, page: Column, size: float) -> None:
    """One act: its number on this page (folder and play count acts in ways of their own), its sentence, its check."""
    said = step.instruction
    page.add(Text(page.x, page.y + ASCENT * size, str(number), size, "bold"))
    page.say(f"{said.verb} {said.sentence}.", size, left=12)
    page.y += 0.2
    page.say(said.checked, 0.8 * size, left=18, ink=0.25)
    page.y += 0.36 * size


# ----------------------------------------------------------------------------------------------------


TITLE = points(24)


def cheats(table: Table, brief: Brief) -> Document:
    """Return the cheat sheets of a table: the AND, lottery and selection of each of its forms, validity."""
    first = {seat.name: opening(table, seat.name) for seat in table.virtual}
    turns: dict[tuple[str, Coding], list[str]] = {}
    for name, begun in first.items():
        turns.setdefault((begun.plan.form, coding_of(begun)), []).append(name)
    drafts: list[PageDraft] = []

    def add(name: str, about: Brief, marks: Sequence[Mark]) -> None:
        drafts.append(PageDraft([*_title(brief.area, name), *marks], name, about))

    law, begun = game_named(table.game), next(iter(first.values()))
    steps = all_steps(begun.plan.recipe, Speech(begun.voice))
    if any(step.heading.part is Part.AND for step in steps):
        add("The AND of six cards", brief, and_page(brief, begun))
    for (form, _), names in turns.items():
        about, begun = Brief(brief.table, brief.paper, form), first[names[0]]
        whose = f": {', '.join(names)}" if len(turns) > 1 else ""
        add(f"{finding(begun)}{whose}", about, finding_page(about, begun))
        add(f"The selection{whose}", about, selection_page(about, begun))
    codings: dict[Coding, list[str]] = {}
    for (_, coding), names in turns.items():
        codings.setdefault(coding, []).extend(names)
    for coding, names in codings.items():
        whose = f": {', '.join(names)}" if len(codings) > 1 else ""
        laid = {f"{one} ({first[one].facts})": first[one].plan.layout for one in names}
        own = {who: layout for who, layout in laid.items() if layout is not None}
        page = validity(brief.area, law.glance(begun.state), law.kinds, coding, own)
        add(f"Validity at a glance{whose}", brief, page)
    return finish("cheats", "Cheat sheets", brief, drafts)


def _title(area: Box, name: str) -> list[Mark]:
    return [Text(area.x, area.y + ASCENT * TITLE + 0.5, name, fitted(name, area.w, TITLE, "bold"), "bold")]
