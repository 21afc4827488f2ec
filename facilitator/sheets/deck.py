"""The asking deck on paper: play cards with dots along both long edges, and the reader with a door for each place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from facilitator.games.asking import Asking, asking_at
from facilitator.games.material import Kinds
from facilitator.machine.faces import Face
from facilitator.play.opening import opening
from facilitator.play.turn import pool_cards
from facilitator.protocols.forms import FORMS, form_named
from facilitator.sheets.cards import CardRun, sheets_of
from facilitator.sheets.drawing.geometry import CARD_SIZES, Box, Size
from facilitator.sheets.drawing.marks import (
    BOLD,
    CENTRE,
    WHITE,
    Circle,
    Document,
    Line,
    Mark,
    Rect,
    Stamp,
    Text,
    Use,
)
from facilitator.sheets.drawing.typeset import dotted_list, fitted, points
from facilitator.sheets.furniture import Brief, Draft, finish
from facilitator.supplies.needs import Need
from facilitator.table.load import Table

CARD = CARD_SIZES["56x87"]
IN, DOT = 6.0, 1.0
"""From a card's long edge to its dots' middle, and a dot's radius, mm."""
LONGEST, WIDEST = 72.0, 6.0
"""Most that the column of dots takes along the edge, and most between two dots, mm."""
PLAY = 0.6
"""Room around a card in the reader, mm: so much a dot may lie aside."""
DOOR = Size(5.2, 3.4)
"""A door, mm: a dot that lies aside by 0.6 mm still shows whole, and none of its neighbours."""
FLAP, LIP = 10.0, 8.0
MOST_NAMED = 3
"""So many doors are named on a line."""
WALLET = (
    "Print on card of 200 g/m² or more, or glue two sheets together: nothing may shine through.",
    "Cut the outline. Cut each door on three sides, along the thin lines; its dashed side is the hinge.",
    "Fold along the dashed lines, the print outside. Glue the two flaps inside, along their whole length.",
    "Press every door shut. Only the top stays open: there the card goes in.",
)
USE_IT = (
    "Doors down: slide the card in face down, unseen, either way up. Turn the reader over.",
    "Open the doors that the top card asks for. A black dot in any of them: the card fits. Only rings: it does not.",
    "Shut the doors, turn the reader over, take the card out face down. Nobody opens another door.",
)
JIG = (
    "Print this on plain paper, lay a printed card on the outline and hold both against the light.",
    "Every dot must lie within its frame: that is 1 mm to each side. If not, keep the printer's error in the table "
    "file (sheet calibration), or cut the cards nearer to their marks.",
)


def asking(table: Table) -> tuple[Asking, tuple[Face, ...], Kinds]:
    """Return how a table's virtual seats' deck is asked, its cards, and their names.

    Raises: CommandError where this game's cards cannot be asked.
    """
    seat = table.virtual[0].name
    begun = opening(table, seat)
    kinds = begun.law.kinds
    return asking_at(begun.law, begun.state, seat), pool_cards(table) or kinds.cards, kinds


def spot(asked: Asking, place: str) -> tuple[float, float]:
    """Return where a place's dot lies on a card, from its upper left corner, mm; its like is turned by 180°."""
    n = len(asked.places)
    pitch = min(WIDEST, LONGEST / max(1, n - 1))
    return IN, CARD.h / 2 + (asked.places.index(place) - (n - 1) / 2) * pitch


def about(brief: Brief) -> Brief:
    """Return what these sheets are about: the form that asks, whichever the table plays."""
    if not form_named(brief.form).lays:
        return brief
    return replace(brief, form=next(name for name, form in FORMS.items() if form.offered and not form.lays))


def deck(table: Table, brief: Brief, run: CardRun) -> Document:
    """Return the play cards, their dots at fixed places along both long edges."""
    asked, cards, kinds = asking(table)
    brief = about(brief)
    return deck_of(asked, cards, kinds.describe, brief, run)


def deck_of(
    asked: Asking, cards: Sequence[Face], describe: Callable[[Face], str], brief: Brief, run: CardRun
) -> Document:
    """Return the sheets of any deck whose dots are known; ``describe``: the words for a card."""
    slugs = {face: f"play{number}" for number, face in enumerate(dict.fromkeys(cards))}
    stamps = {slug: _face(face, asked, describe(face)) for face, slug in slugs.items()}
    needed = [Need(face, n) for face, n in Counter(cards).items()]
    return sheets_of("deck", brief, needed, slugs, stamps, CardRun(CARD, run.backs, run.back_x, run.back_y))


def _face(face: Face, asked: Asking, words: str) -> Stamp:
    """Half of a card's face: its code and its name, and one column of dots; drawn twice."""
    marks: list[Mark] = []
    for place in asked.places:
        x, y = spot(asked, place)
        if place in asked.dots[face]:
            marks.append(Circle(x, y, DOT, fill=0.0))
        else:
            marks.append(Circle(x, y, DOT - 0.1, None, 0.2))
    middle, room = CARD.w / 2, CARD.w - 2 * (IN + 4)
    size = fitted(face, room, 22.0, BOLD)
    marks.append(Text(middle, 25.0, face, size, BOLD, CENTRE))
    marks.append(Text(middle, 34.0, words, fitted(words, room, points(13)), align=CENTRE))
    return Stamp(CARD, tuple(marks), twice=True)


def reader(table: Table, brief: Brief) -> Document:
    """Return the wallet with its doors, how it is used, and a page to check dots against doors."""
    asked, _, _ = asking(table)
    brief = about(brief)
    stamps = {"door": Stamp(DOOR, tuple(_door()))}
    drafts = [_wallet(brief, asked), _told(brief, asked), _check(brief, asked)]
    return finish("reader", "Reader", brief, drafts, stamps, dict.fromkeys(asked.places, 1), duplex=False)


def _door() -> list[Mark]:
    """Three sides to cut, one to fold: the hinge is on the outside, away from the names."""
    w, h = DOOR
    return [
        Line(0.1, 0.1, w, 0.1, 0.15),
        Line(w, 0.1, w, h - 0.1, 0.15),
        Line(0.1, h - 0.1, w, h - 0.1, 0.15),
        Line(0.1, 0.1, 0.1, h - 0.1, 0.15, dash=(0.8, 0.6)),
    ]


def _doors(asked: Asking, x: float, y: float) -> list[Mark]:
    """Every door, for a card whose upper left corner lies at x, y; its place's name beside it."""
    marks: list[Mark] = []
    for place in asked.places:
        u, v = spot(asked, place)
        size = fitted(place, 30, points(9), BOLD)
        marks += [
            Use("door", x + u - DOOR.w / 2, y + v - DOOR.h / 2),
            Text(x + u + DOOR.w / 2 + 1.5, y + v + 0.34 * size, place, size, BOLD),
        ]
    return marks


def _wallet(brief: Brief, asked: Asking) -> Draft:
    """The front with its doors, the back beside it, flaps at the side and below."""
    area = brief.area
    inner = Size(CARD.w + 2 * PLAY, CARD.h + 2 * PLAY)
    x, y = area.x + 22, area.y + 62
    low, back = y + inner.h, x + inner.w
    cut = [
        (x, y, back + inner.w, y),
        (back + inner.w, y, back + inner.w, low),
        (back, low, back + inner.w, low),
        (x - FLAP, y + 3, x, y),
        (x - FLAP, y + 3, x - FLAP, low - 3),
        (x - FLAP, low - 3, x, low),
        (x + 3, low + LIP, back - 3, low + LIP),
        (x, low, x + 3, low + LIP),
        (back, low, back - 3, low + LIP),
    ]
    folds = [(x, y, x, low), (back, y, back, low), (x, low, back, low)]
    marks: list[Mark] = [Text(area.x, area.y + 8, "The reader: cut, fold, glue", points(22), BOLD)]
    told, _ = dotted_list(WALLET, area.x, area.y + 13, area.w, points(13), 1.0)
    marks += told
    marks += [Line(*ends, 0.35) for ends in cut]
    marks += [Line(*ends, 0.25, 0.3, (2.0, 1.4)) for ends in folds]
    for flap in (Box(x - FLAP, y + 8, FLAP, 40), Box(x + 12, low, 20, LIP)):
        marks.append(Text(flap.x + flap.w / 2, flap.y + flap.h / 2 + 1, "glue", points(9), align=CENTRE))
    marks.append(Text(back + inner.w / 2, y + inner.h / 2, "back", points(12), align=CENTRE))
    marks += _doors(asked, x + PLAY, y + PLAY)
    return Draft(marks, "The reader")


def _told(brief: Brief, asked: Asking) -> Draft:
    """How a card is asked, and which doors each case opens."""
    area = brief.area
    marks: list[Mark] = [Text(area.x, area.y + 8, "Asking a card", points(22), BOLD)]
    told, y = dotted_list(USE_IT, area.x, area.y + 14, area.w, points(14), 1.5)
    marks += [*told, Text(area.x, y + 8, "Which doors", points(16), BOLD)]
    half = (len(asked.doors) + 1) // 2
    row = min(6.0, (area.bottom - y - 14) / half)
    for n, (case, opened) in enumerate(asked.doors.items()):
        x, top = area.x + n // half * (area.w / 2), y + 16 + n % half * row
        doors = " and ".join(place for place in asked.places if place in opened)
        if len(opened) > MOST_NAMED:
            doors = "the doors of what is looked for"
        said = f"{case}: {doors or 'any card, none is asked'}"
        marks.append(Text(x, top, said, fitted(said, area.w / 2 - 4, min(points(11), 0.8 * row))))
    return Draft(marks, "Asking a card")


def _check(brief: Brief, asked: Asking) -> Draft:
    """A card's outline, and for every dot the frame it must lie in."""
    area = brief.area
    x, y = area.x + 50, area.y + 60
    marks: list[Mark] = [
        Text(area.x, area.y + 8, "Do dots and doors meet?", points(22), BOLD),
        Rect(Box(x, y, *CARD), WHITE, 0.25),
    ]
    told, _ = dotted_list(JIG, area.x, area.y + 14, area.w, points(13), 1.0)
    side = 2 * (DOT + 1.0)
    for place in asked.places:
        u, v = spot(asked, place)
        for a, b in ((u, v), (CARD.w - u, CARD.h - v)):
            marks.append(Rect(Box(x + a - side / 2, y + b - side / 2, side, side), None, 0.15))
    return Draft([*marks, *told], "Do dots and doors meet?")
