"""Pictures of movements with sleeves. A sleeve holds the cards of a column or pile and opens towards the actor."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import chain
from typing import Any

from facilitator.instructions.known_faces import UNREAD
from facilitator.operations import definitions as ops
from facilitator.operations.definitions import CARD_ROW, MARKER_ROW, Op, Place, Row
from facilitator.operations.steps import Kind
from facilitator.pictures.layout_movements import GAP, IN_SLEEVES, SHOWN, Scene, Spots, turn_cards
from facilitator.pictures.objects import CARD, SLEEVE, Movement, Picture, Spot, TableCard, TableSleeve

DrawOperation = Callable[[Any, Scene], list[Picture]]
HALF_IN = SLEEVE.h / 2 + CARD.h / 2 - 16
"""Distance between the centres of a sleeve and of a slightly inserted card, in mm."""
OUT = SLEEVE.h / 2 + CARD.h / 2 + GAP
"""Distance between the centres of a sleeve and of a card in front of its opening, in mm."""
LOWER = Spot(7.0, 7.0)
"""Offset of the second card if a picture shows two cards together, in mm."""


def draw_with_sleeves(draw: DrawOperation, op: Op, scene: Scene) -> list[Picture]:
    """Return the pictures of an operation at a table with sleeves.

    Usually the first picture shows how cards are pulled out of a sleeve, and the last picture shows how they are
    pushed in again.

    Args:
        draw: Function that draws the operation without sleeves.
        op: The operation.
        scene: The table before the operation.
    """
    match op:
        case ops.Scramble(piles=piles) if len(piles) > 2 and piles[0][0].area in IN_SLEEVES:
            return [mix_sleeves(len(piles)), lay_sleeves_out(piles, scene)]
        case ops.Choose(piles=piles):
            return [pull_out([piles[0][0]], scene)]
        case ops.Reveal(step=step, places=places) if step and step.kind in (
            Kind.CARD,
            Kind.CHAMPION,
            Kind.DECK_CARD,
        ):
            return [pull_out(places[:1], scene)]
        case ops.Reveal(places=places) if places[0].row == MARKER_ROW and scene.is_inside(places[0]):
            return [pull_out(places, scene)]
        case ops.Cover(places=places):
            return _cover(draw, places, scene)
        case _:
            return _pull_and_push(draw, op, scene)


def _cover(draw: DrawOperation, places: Row, scene: Scene) -> list[Picture]:
    """Return the pictures of turning cards face down and pushing them into sleeves.

    Markers are pushed in face up, against the opaque side. Bit cards are pushed in face up if the play cards are
    turned face down as well: then each sleeve is turned over with all its cards.

    Args:
        draw: Function that draws the operation without sleeves.
        places: Places of the cards.
        scene: The table before the operation.
    """
    inserted = [place for place in places if place.area in IN_SLEEVES and place.row > CARD_ROW]
    cards = tuple(place for place in places if place.row == CARD_ROW)
    covered = replace(scene, surface={**scene.surface, **dict.fromkeys(inserted, False)})
    if inserted and cards:
        return [*_push_in(inserted, scene), *turn_cards(ops.Cover(cards), covered)]
    if inserted and inserted[0].row == MARKER_ROW:
        return _push_in(inserted, scene)
    return [*draw(ops.Cover(places), scene), *_push_in(inserted, covered)]


def _pull_and_push(draw: DrawOperation, op: Op, scene: Scene) -> list[Picture]:
    """Return pictures of pulling cards out of a sleeve, of an operation, and of pushing cards in again."""
    inside = [place for place in _find_sources(op) if scene.is_inside(place)]
    pushed: list[Place] = []
    laid: Iterable[Place] = ()
    if isinstance(op, ops.Move):
        laid, pushed = _find_targets(op, scene)
    elif isinstance(op, ops.Put):
        laid = op.places
    elif isinstance(op, ops.Encode):
        laid = chain(*op.bits)
    beside = replace(scene, outside=frozenset((*inside, *laid)))
    pulled = [pull_out(inside, scene)] if inside else []
    return [*pulled, *draw(op, beside), *_push_in(pushed, scene)]


def _find_sources(op: Op) -> list[Place]:
    """Return the places of cards that people pull out of sleeves for an operation."""
    match op:
        case ops.Move(source=source):
            moving = {place[:2] for place in source if place.row == CARD_ROW}
            return [place for place in source if place[:2] not in moving]
        case ops.Reveal(places=places) | ops.Collect(places=places):
            return [*places]
        case _:
            return []


def _find_targets(op: ops.Move, scene: Scene) -> tuple[list[Place], list[Place]]:
    """Return all target places of a movement, and the target places that are inside a sleeve."""
    taken = {*_find_sources(op)}
    ways = [*zip(op.source, op.target, strict=True)]
    laid = [target for source, target in ways if source in taken or not scene.is_inside(source)]
    moved = [target for source, target in ways if source in taken and not scene.surface.get(source, False)]
    pushed = [target for target in moved if target.area in IN_SLEEVES and target.row > CARD_ROW]
    return laid, pushed


def mix_sleeves(count: int) -> Picture:
    """Return a picture of sleeves that change places.

    Args:
        count: Number of sleeves.
    """
    pitch = SLEEVE.w + 40
    sleeves = [TableSleeve(i * pitch, 0) for i in range(min(count, SHOWN))]
    return Picture.of_movement(Movement.SWAP, Spot(0, 0), Spot(sleeves[-1].x, 0), sleeves)


def lay_sleeves_out(piles: tuple[Row, ...], scene: Scene) -> Picture:
    """Return a picture of sleeves that are laid side by side, opaque side up."""
    cards = [place for pile in piles for place in pile if place.row == CARD_ROW]
    spots = Spots(scene, cards)
    outlines = [TableSleeve(*at, outline=True) for at in spots.find(cards)]
    start = Spot(spots.middle, spots.low + GAP + SLEEVE.h)
    heap = [TableSleeve(start.x + lift, start.y + lift) for lift in (6.0, 3.0, 0.0)]
    first = spots.find(cards)[0]
    low = Spot(start.x, start.y - SLEEVE.h / 2 + 12)
    return Picture.of_slide(low, Spot(first.x, first.y + 16), *outlines, *heap)


def pull_out(places: Iterable[Place], scene: Scene) -> Picture:
    """Return a picture of pulling a card or a pair out of a sleeve.

    A playing card or a marker comes out face up, bit cards come out face down.

    Args:
        places: Places of cards in sleeves. The picture shows only the first sleeve.
        scene: The table before the operation.
    """
    cards = _select_first_sleeve(places)
    face = "" if cards[0].row > MARKER_ROW else UNREAD
    sleeve = TableSleeve(0, 0, empty=cards[0].row == CARD_ROW)
    end = [TableCard(0, OUT + LOWER.y, face, outline=not face)]
    begin = [TableCard(x, HALF_IN + y) for x, y in _list_offsets(cards)] if not face else []
    low = Spot(0, (OUT if face else OUT + CARD.h / 2) - 20)
    return Picture.of_slide(Spot(0, 14), low, *end, *begin, sleeve)


def _push_in(places: Iterable[Place], scene: Scene) -> list[Picture]:
    """Return a picture of pushing cards into a sleeve. Without cards, return an empty list.

    Args:
        places: Places of cards in sleeves. The picture shows only the first sleeve.
        scene: The table before the movement.
    """
    cards = _select_first_sleeve(places)
    if not cards:
        return []
    playing = cards[0]._replace(row=CARD_ROW)
    seen = [scene.card(card, Spot(0, 0)) if card in scene.surface else TableCard(0, 0) for card in cards]
    shown = [*zip(seen, _list_offsets(cards), strict=False)]
    pushed = [replace(thing, x=x, y=OUT + y) for thing, (x, y) in reversed(shown)]
    sleeve = scene.card(playing, Spot(0, 0)) if playing in scene.surface else TableSleeve(0, 0)
    return [Picture.of_slide(Spot(0, OUT - 10), Spot(0, 4), sleeve, *pushed)]


def _select_first_sleeve(places: Iterable[Place]) -> list[Place]:
    found = [*places]
    return [place for place in found if place[:2] == found[0][:2]]


def _list_offsets(cards: list[Place]) -> list[Spot]:
    """Return the offset of each card in a picture from the first card. A picture shows at most two cards."""
    return [Spot(i * LOWER.x, i * LOWER.y) for i in range(min(len(cards), 2))]
