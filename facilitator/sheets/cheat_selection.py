"""The cheat sheet of the selection: its stages, and a small example in pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from facilitator.machine.faces import DECK, DISCARDS, Face
from facilitator.machine.operations import COLUMN, PILE, Choose, Encode, Heading, Op, Put, Scramble, Sort
from facilitator.machine.parts import Part
from facilitator.machine.perform import follow
from facilitator.play.opening import OpeningTurn
from facilitator.play.steps import NumberedStep, all_steps
from facilitator.protocols.forms import Coding, form_named
from facilitator.protocols.layout import Layout, class_code, uniform_code
from facilitator.readings.diagram import Picture, snapshots
from facilitator.readings.simulate import SimulatedTable
from facilitator.readings.sleeves import SleeveNarrator
from facilitator.readings.titles import phase_title, title
from facilitator.sheets.drawing.geometry import Box
from facilitator.sheets.drawing.marks import BOLD, RIGHT, Line, Mark, Text
from facilitator.sheets.drawing.typeset import paragraph, points
from facilitator.sheets.furniture import Brief
from facilitator.sheets.pictures import drawn
from facilitator.sheets.validity import ranked
from facilitator.wording import plural

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
    area = brief.area
    steps = all_steps(begun.plan.recipe, begun.narrator)
    marks, y = _stages(steps, area, area.y + 14)
    small = Small.of(begun)
    sleeved = in_sleeves(begun)
    laid = ENCODED[coding_of(begun)].format(*small.fits)
    captions = {
        Put: MARKED[sleeved],
        Encode: f"The cards lie open: {laid}",
        Sort: SORTED[sleeved],
    }
    y += 5
    first: dict[type[Op], Picture] = {}
    for op, picture in example(begun):
        if type(op) in captions:  # a knockout sorts the columns once more, without the hand
            first.setdefault(type(op), picture)
    more, y = paragraph(f"A small example: {small.words}.", area.x, y, area.w, BODY, BOLD)
    marks += more
    scale = min(0.78, (area.bottom - y - 3 * 8) / sum(p.size[1] for p in first.values()))
    for kind, picture in first.items():
        more, y = paragraph(captions[kind], area.x, y + 1.5, area.w, points(11.5))
        marks += [*more, *drawn(picture, area.x + 4, y + 1.2, scale)]
        y += picture.size[1] * scale + 1.9
    return marks


def _stages(steps: Sequence[NumberedStep], area: Box, y: float) -> tuple[list[Mark], float]:
    """A line a stage (all ANDs together, all duels): its name, its shuffles.

    No numbers: the folder and play, brief, in full and walked, count acts each in their own way.
    """
    stages = [list(group) for _, group in groupby(steps, key=lambda step: step.heading.part)]
    row = min(8.0, STAGES / len(stages))
    size = min(points(13.5), 0.6 * row)
    marks: list[Mark] = [
        Text(area.x, y + 4, "stage", points(10)),
        Text(area.right, y + 4, "pile-scramble shuffles", points(10), align=RIGHT),
        Line(area.x, y + 5.5, area.right, y + 5.5, 0.4),
    ]
    y += 5.5
    for part in stages:
        ops: list[Op] = [op for op, _ in groupby(step.op for step in part)]
        shuffles = sum(isinstance(op, Scramble) for op in ops)
        base = y + 0.72 * row
        marks += [
            Text(area.x, base, _stage_name(part[0].heading), size),
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
            return cls(*begun.law.picture, owners, "")
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
    yield from snapshots(follow(own.recipe(layout)), table, area, in_sleeves(begun))


def in_sleeves(begun: OpeningTurn) -> bool:
    """Tell whether columns stay in their sleeves at this table."""
    return isinstance(begun.narrator, SleeveNarrator)
