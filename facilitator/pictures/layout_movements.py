"""Pictures of movements with cards in columns, piles and rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

from facilitator.i18n.catalogue import sentence
from facilitator.instructions.known_faces import UNREAD
from facilitator.instructions.written_faces import PILE_LABELS
from facilitator.operations import definitions as ops
from facilitator.operations.definitions import (
    CARD_ROW,
    CHOSEN,
    COLUMN,
    FIRST_BIT_ROW,
    LOT,
    MARKER_ROW,
    PILE,
    SIX,
    STIRRED,
    TICKET,
    TOP_ROW,
    Place,
    Row,
)
from facilitator.operations.faces import ONE, ZERO, Face, bit_cards
from facilitator.pictures.objects import (
    CARD,
    ENVELOPE,
    FITS,
    HIDDEN,
    OTHER,
    SLEEVE,
    Arrow,
    CardBox,
    Crown,
    Envelope,
    Eye,
    Frame,
    HelpingHand,
    More,
    Movement,
    Name,
    Picture,
    Pile,
    Pose,
    Spot,
    TableCard,
    TableSleeve,
    Thing,
    Together,
)

SHOWN = 3
"""Largest number of columns or piles in a picture. Further columns look alike."""
GAP = 10.0
"""Distance between neighbouring cards, in mm."""
PAIR = (CARD.w + GAP) / 2
"""Distance from the middle of a pair to the middle of each of its cards."""
LOOSE = Spot(12.0, -20.0)
"""Offset of a loose card on top of a playing card, and of a marker on top of a sleeve."""
BELOW = 46.0
"""Distance from the lowest card to a hand or to the box, which lie closer to the person."""
NAMED = 56.0
"""Distance between the middle of a pile and its name below it."""
AREAS = (COLUMN, TICKET, PILE, SIX, LOT, CHOSEN, STIRRED)
"""Areas from the top of a picture to its bottom."""
STACKED = (COLUMN, PILE, TICKET)
"""Areas in which the cards of a column or a pile lie below each other."""
IN_SLEEVES = (COLUMN, PILE)
"""Areas in which a sleeve holds the cards of a column or a pile."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The table before an operation.

    Attributes:
        surface: Occupied places, with True for a face-up card.
        faces: Known faces of face-up cards.
        sleeves: Whether columns and piles are in sleeves.
        outside: Places of face-down cards beside their sleeve.
    """

    surface: Mapping[Place, bool]
    faces: Mapping[Place, Face]
    sleeves: bool = False
    outside: frozenset[Place] = frozenset()

    def card(self, place: Place, at: Spot) -> TableCard | TableSleeve:
        """Return the card at a place, or its sleeve. The face of a covered card is hidden."""
        face = self.faces.get(place, UNREAD) if self.surface[place] else ""
        if self.is_sleeve(place):
            return TableSleeve(*at, face)
        if face and place.row == CARD_ROW and place._replace(row=TOP_ROW) in self.surface:
            face = HIDDEN
        return TableCard(*at, face)

    def outline(self, place: Place, at: Spot) -> TableCard | TableSleeve:
        """Return an empty outline where a card or a sleeve will lie."""
        thing = TableSleeve if self.is_sleeve(place) else TableCard
        return thing(*at, outline=True)

    def is_sleeve(self, place: Place) -> bool:
        """Return whether a place holds a sleeve with a playing card."""
        return self.sleeves and place.area in IN_SLEEVES and place.row == CARD_ROW

    def is_inside(self, place: Place) -> bool:
        """Return whether a card is hidden behind the playing card in a sleeve."""
        return (
            self.sleeves
            and place.area in IN_SLEEVES
            and place.row > CARD_ROW
            and place not in self.outside
            and not self.surface.get(place, False)
        )


def name_owner(owner: str) -> str:
    """Return a name for all cards of an owner."""
    return sentence(PILE_LABELS[owner]) if owner in PILE_LABELS else sentence("hand", owner=owner)


class Spots:
    """Positions of the places that an operation touches, and of all other places in the same columns.

    Only the first few columns have positions.

    Attributes:
        more: Number of columns without positions.
        low: Lower edge of all positions.
    """

    def __init__(self, scene: Scene, touched: Iterable[Place], most: int = SHOWN) -> None:
        self._scene, self._most = scene, most
        self._touched = tuple(place for place in dict.fromkeys(touched) if not scene.is_inside(place))
        self._at: dict[Place, Spot] = {}
        self.more = 0
        top = 0.0
        for area in AREAS:
            if any(place.area == area for place in self._touched):
                top = self._arrange(area, top) + 2 * GAP
        self.low = top - 2 * GAP

    def _arrange(self, area: str, top: float) -> float:
        """Assign positions to the places of an area, and return its lower edge."""
        numbers = self._number_columns(area)
        here = [
            place
            for place in chain(self._touched, self._scene.surface)
            if place.area == area and place.number in numbers
            if not (ops.is_layer(place) or self._scene.is_inside(place))
        ]
        rows = {place.row for place in here} | ({1} if area == SIX else set())
        sleeved = self._scene.sleeves and area in IN_SLEEVES
        column = _arrange_column(rows, sleeved) if area in STACKED else dict.fromkeys(rows, Spot(0, 0))
        wide = area in STACKED and max(rows) >= FIRST_BIT_ROW
        pitch = (2 * PAIR + CARD.w if wide else SLEEVE.w if sleeved else CARD.w) + GAP
        top += CARD.h / 2 - min(0.0, *(y for _, y in column.values()))
        for index, number in enumerate(numbers):
            for row, (x, y) in sorted(column.items()):
                place = Place(area, number, row)
                if not self._scene.is_inside(place):
                    self._at[place] = Spot(index * pitch + x, top + y)
        return top + max(0.0, *(y for _, y in column.values())) + CARD.h / 2

    def _number_columns(self, area: str) -> list[int]:
        """Return the column numbers to show: all for rows and drawn cards, otherwise the first few."""
        if area == SIX:
            return list(range(1, 7))
        numbers = [*dict.fromkeys(place.number for place in self._touched if place.area == area)]
        if area == LOT:
            return numbers
        self.more = max(self.more, len(numbers) - self._most)
        return sorted(numbers[: self._most])

    def __contains__(self, place: Place) -> bool:
        return place in self._at

    def __getitem__(self, place: Place) -> Spot:
        return self._at[place]

    def things(self) -> list[Thing]:
        """Return the cards on the table, the numbers of the row, and dots for further columns."""
        here = [place for place in self._at if place in self._scene.surface]
        here.sort(key=lambda place: place.row == TOP_ROW)
        frames: list[Thing] = [
            Frame(*at, place.number) for place, at in self._at.items() if place.area == SIX
        ]
        more = [More(max(at.x for at in self._at.values()) + CARD.w + GAP, 0.5 * CARD.h)] * bool(self.more)
        return [*frames, *(self._scene.card(place, self._at[place]) for place in here), *more]

    def find(self, places: Iterable[Place]) -> list[Spot]:
        """Return all known positions of some places."""
        return [self._at[place] for place in places if place in self._at]

    def middle_of(self, places: Iterable[Place]) -> Spot:
        """Return the centre of all known positions of some places."""
        return _find_middle(self.find(places))

    def crown(self, number: int) -> Crown:
        """Return a crown to the left of the champion's pile."""
        at = self._at[Place(PILE, number, CARD_ROW)]
        return Crown(at.x - SLEEVE.w / 2 - 16, at.y - 24)

    @property
    def middle(self) -> float:
        """Horizontal centre of the columns."""
        found = [at.x for at in self._at.values()]
        return (min(found) + max(found)) / 2


def _arrange_column(rows: Iterable[int], sleeved: bool) -> dict[int, Spot]:
    """Return the position of each card in a column, relative to its first line.

    Each card has its own line, and both cards of a pair share a line. A loose card lies on the first card. In a
    sleeve, the marker also lies on the first card.
    """
    on_top = {TOP_ROW, MARKER_ROW} if sleeved else {TOP_ROW}
    lines = sorted({_first_of_pair(row) for row in rows} - on_top)
    return {
        row: LOOSE
        if row in on_top
        else Spot(_side_of_pair(row), lines.index(_first_of_pair(row)) * (CARD.h + GAP))
        for row in rows
    }


def _first_of_pair(row: int) -> int:
    """Return the row of the left card of a pair. A card outside pairs keeps its row."""
    return row if row < FIRST_BIT_ROW else row - (row - FIRST_BIT_ROW) % 2


def _side_of_pair(row: int) -> float:
    """Return the horizontal distance between a card and the centre of its column."""
    if row < FIRST_BIT_ROW:
        return 0.0
    return PAIR if row > _first_of_pair(row) else -PAIR


# ----------------------------------------------------------------------------------------------------
# From hands and from the box to the table, and back.


def lay_hand(op: ops.LayHand, scene: Scene) -> list[Picture]:
    """Lay all cards of a hand side by side, face down."""
    return _lay_from_pile(scene, op.places, op.owner)


def lay_top(op: ops.LayTop, scene: Scene) -> list[Picture]:
    """Lay the top card of a pile on the table, face down."""
    return _lay_from_pile(scene, (op.place,), op.owner)


def _lay_from_pile(scene: Scene, places: Row, owner: str) -> list[Picture]:
    spots = Spots(scene, places)
    shown = [place for place in places if place in spots]
    outlines = [
        TableSleeve(*spots[place], empty=True)
        if scene.is_sleeve(place)
        else scene.outline(place, spots[place])
        for place in shown
    ]
    start, first = Spot(spots.middle, spots.low + BELOW + CARD.h / 2), spots[shown[0]]
    things = [*spots.things(), *outlines, *label_pile(start, name_owner(owner))]
    return [Picture.of_slide(Spot(start.x, start.y - CARD.h / 2 + 12), Spot(first.x, first.y + 16), *things)]


def label_pile(at: Spot, name: str) -> tuple[Pile, Name]:
    """Return a pile and its name below it."""
    return Pile(*at), Name(at.x, at.y + NAMED, name)


def put(op: ops.Put, scene: Scene) -> list[Picture]:
    """Lay cards from the box face up."""
    spots = Spots(scene, op.places)
    laid = [(spots[place], face) for place, face in zip(op.places, op.faces, strict=True) if place in spots]
    return [_lay_from_box(spots, laid)]


def encode(op: ops.Encode, scene: Scene) -> list[Picture]:
    """Lay face-up bit cards under a playable card and under an unplayable card."""
    patterns = sorted({bits for face, bits in op.code if face in op.shown}, reverse=True)[
        : min(len(op.cards), SHOWN)
    ]
    columns = [*zip(op.cards, op.bits, patterns, strict=False)]
    spots = Spots(scene, [place for card, bits, _ in columns for place in (card, *bits)])
    faces = {spots[card]: FITS if any(bits) else OTHER for card, _, bits in columns}
    laid = [
        (spots[place], face)
        for _, places, bits in columns
        for place, face in zip(places, bit_cards(bits), strict=True)
    ]
    picture = _lay_from_box(spots, laid)
    return [replace(picture, things=tuple(_replace_faces(picture.things, faces)))]


def _replace_faces(things: Iterable[Thing], faces: Mapping[Spot, Face]) -> list[Thing]:
    """Return copies of things in which the cards at some positions have new faces."""
    return [
        replace(thing, face=faces[Spot(thing.x, thing.y)])
        if isinstance(thing, TableCard | TableSleeve) and Spot(thing.x, thing.y) in faces
        else thing
        for thing in things
    ]


def _lay_from_box(spots: Spots, laid: list[tuple[Spot, Face]]) -> Picture:
    box, first = CardBox(spots.middle, spots.low + BELOW), laid[0][0]
    cards = (TableCard(*at, face, outline=True) for at, face in laid)
    things = [*spots.things(), *cards, box, _name_box(box)]
    return Picture.of_slide(Spot(box.x, box.y - 12), Spot(first.x, first.y + 30), *things)


def _name_box(box: CardBox) -> Name:
    return Name(box.x, box.y + 36, sentence("picture.box"))


def collect(op: ops.Collect, scene: Scene) -> list[Picture]:
    """Put extra cards back into the box."""
    spots = Spots(scene, op.places)
    box = CardBox(spots.middle, spots.low + BELOW + 10)
    start = _lower_edge(spots, op.places)
    return [Picture.of_slide(start, Spot(box.x, box.y - 4), *spots.things(), box, _name_box(box))]


def _lower_edge(spots: Spots, places: Row) -> Spot:
    """Return a point near the lower edge of the first card, or of the first pair."""
    first = next(place for place in places if place in spots)
    pair = [place for place in places if place in spots and place[:2] == first[:2]]
    middle = _find_middle(spots[place] for place in pair if spots[place].y == spots[first].y)
    return Spot(middle.x, middle.y + 28)


def give(op: ops.Return | ops.Draw, scene: Scene) -> list[Picture]:
    """Return cards to a hand, face down."""
    places = op.places if isinstance(op, ops.Return) else (op.place,)
    spots = Spots(scene, places)
    end = Spot(spots.middle, spots.low + BELOW + CARD.h / 2)
    things = [*spots.things(), *label_pile(end, name_owner(op.owner))]
    return [Picture.of_slide(_lower_edge(spots, places), Spot(end.x, end.y - 10), *things)]


# ----------------------------------------------------------------------------------------------------
# Turning over, mixing and moving.


def turn_cards(op: ops.Cover | ops.Reveal, scene: Scene) -> list[Picture]:
    """Turn cards over without moving them."""
    spots = Spots(scene, op.places)
    flips = [Arrow(Movement.FLIP, spots[place], spots[place]) for place in op.places if place in spots]
    return [Picture(tuple(spots.things()), tuple(flips))]


def mix_piles(op: ops.Scramble, scene: Scene) -> list[Picture]:
    """Put each pile into an envelope, mix the envelopes, and lay the piles out again."""
    swapped = swap_envelopes(len(op.piles))
    return [carry_piles(op.piles, scene, False), swapped, carry_piles(op.piles, scene, True)]


def carry_piles(piles: tuple[Row, ...], scene: Scene, out: bool) -> Picture:
    """Put the first pile into an envelope, or lay it out again. Both halves of a row have an envelope each.

    Args:
        piles: The piles.
        scene: The table before the operation.
        out: Whether the cards come out of the envelopes.
    """
    shown = piles if piles[0][0].area == SIX else piles[:1]
    spots = Spots(scene, chain(*shown))
    envelopes = [_place_envelope(spots, pile) for pile in shown]
    openings = [Spot(envelope.x, envelope.y - 20) for envelope in envelopes]
    middles = [spots.middle_of(pile) for pile in shown]
    things: list[Thing]
    if out:
        frames = [thing for thing in spots.things() if isinstance(thing, Frame)]
        outlines = (scene.outline(place, spots[place]) for place in chain(*shown) if place in spots)
        things, starts, ends = [*frames, *outlines], openings, middles
    else:
        groups = (surround(spots.find(pile)) for pile in shown)
        things, starts, ends = [*spots.things(), *groups], middles, openings
    arrows = map(partial(Arrow, Movement.CARRY), starts, ends)
    return Picture((*things, *envelopes), tuple(arrows))


def surround(cards: Sequence[Spot]) -> Together:
    """Return a line around cards that move together."""
    left, right = min(spot.x for spot in cards), max(spot.x for spot in cards)
    top, bottom = min(spot.y for spot in cards), max(spot.y for spot in cards)
    size = right - left + CARD.w, bottom - top + CARD.h
    return Together((left + right) / 2, (top + bottom) / 2, *size)


def _place_envelope(spots: Spots, pile: Row) -> Envelope:
    """Return the envelope for a pile, below a row or beside a column."""
    middle = spots.middle_of(pile)
    if pile[0].area == SIX:
        return Envelope(middle.x, spots.low + ENVELOPE.h / 2 + 40)
    return Envelope(max(at.x for at in spots.find(pile)) + CARD.w + ENVELOPE.w, middle.y)


def swap_envelopes(count: int) -> Picture:
    """Mix the envelopes while everybody else looks away."""
    pitch = ENVELOPE.w + 40
    envelopes = [Envelope(i * pitch, 0) for i in range(min(count, SHOWN))]
    last = envelopes[-1].x
    things = (*envelopes, Eye(last + ENVELOPE.w, -60, away=True))
    return Picture.of_movement(Movement.SWAP, Spot(0, 0), Spot(last, 0), things)


def stir(op: ops.Scramble, scene: Scene) -> list[Picture]:
    """Stir single cards with flat hands, and gather them into a pile."""
    return [stir_cards(), gather_cards(sentence("picture.pile"))]


def stir_bits(op: ops.Stir, scene: Scene) -> list[Picture]:
    """Stir single bit cards with flat hands, without sorting them yet."""
    return [stir_cards()]


def stir_and_give(op: ops.Return, scene: Scene) -> list[Picture]:
    """Stir the losing cards with flat hands, and return them to their hand."""
    return [stir_cards(), gather_cards(name_owner(op.owner))]


def spread_hand(op: ops.LayHand, scene: Scene) -> list[Picture]:
    """Spread a hand on the table, face down."""
    outlines = (replace(card, outline=True) for card in SPREAD)
    pile = label_pile(Spot(-170, 0), name_owner(op.owner))
    return [Picture.of_slide(Spot(-164, 0), Spot(-40, 0), *outlines, *pile)]


SPREAD = (
    TableCard(-52, -18, turn=-24),
    TableCard(10, -34, turn=12),
    TableCard(58, -6, turn=38),
    TableCard(-20, 22, turn=64),
    TableCard(34, 34, turn=-12),
)
"""Cards that lie about."""


def stir_cards() -> Picture:
    """Stir cards that lie about, face down."""
    hands = (HelpingHand(-44, 24, Pose.FLAT, 20), HelpingHand(62, 24, Pose.FLAT, 340))
    return Picture.of_movement(Movement.STIR, Spot(6, -6), Spot(6, -6), (*SPREAD, *hands))


def gather_cards(name: str) -> Picture:
    """Gather the cards into a pile with a name."""
    return Picture.of_slide(Spot(60, 0), Spot(164, 0), *SPREAD, *label_pile(Spot(170, 0), name))


def move(op: ops.Move, scene: Scene) -> list[Picture]:
    """Carry cards to other places without turning them over. Both cards of a pair move together.

    If whole columns become piles, or the reverse, the picture shows only the first movement.
    """
    groups: dict[object, list[tuple[Place, Place]]] = {}
    for source, target in zip(op.source, op.target, strict=True):
        groups.setdefault((_get_unit(source), _get_unit(target)), []).append((source, target))
    ways = [*groups.values()]
    if len({(source.area, target.area) for way in ways for source, target in way}) == 1 and len(ways) > 2:
        ways = ways[:1]
    found, surface, faces = [], dict(scene.surface), dict(scene.faces)
    for way in ways:
        found.append(_picture_carry(way, replace(scene, surface=dict(surface), faces=dict(faces)), op))
        sides = [(target, surface.pop(source), faces.pop(source, None)) for source, target in way]
        surface.update({target: up for target, up, _ in sides})
        faces.update({target: face for target, _, face in sides if face is not None})
    return found


def _get_unit(place: Place) -> tuple[str, int, int]:
    """Return a key shared by all cards that move together: a pair, or a column without its loose card."""
    if place.area == SIX:
        return SIX, (place.number + 1) // 2, 0
    return place.area, place.number, int(place.row == TOP_ROW)


def _picture_carry(way: Sequence[tuple[Place, Place]], scene: Scene, op: ops.Move) -> Picture:
    spots = Spots(scene, (*chain(*way), *op.source, *op.target))
    visible = [(source, target) for source, target in way if source in spots and target in spots]
    shown = [(spots[source], spots[target]) for source, target in visible]
    outlines: list[Thing] = [scene.outline(target, spots[target]) for _, target in visible]
    group = [surround([start for start, _ in shown])] * (len(shown) > 1)
    if len({(end.x - start.x, end.y - start.y) for start, end in shown}) == 1:
        shown = [(_find_middle(start for start, _ in shown), _find_middle(end for _, end in shown))]
    count = 2 if way[0][0].area == way[0][1].area == SIX else 1  # the two open cards may change places
    arrows = tuple(Arrow(Movement.CARRY, start, end) for start, end in shown[:count])
    champion = [spots.crown(number) for number in _find_champion(op)]
    return Picture((*outlines, *spots.things(), *group, *champion), arrows)


def _find_champion(op: ops.Move) -> list[int]:
    """Return the pile number of the champion in a duel, as a list that is empty outside duels."""
    own = {place.number for place in op.source}
    return [place.number for place in op.target if place.row == TOP_ROW and place.number not in own]


def _find_middle(points: Iterable[Spot]) -> Spot:
    found = [*points]
    return Spot(sum(p.x for p in found) / len(found), sum(p.y for p in found) / len(found))


def rearrange(op: ops.Rearrange, scene: Scene) -> list[Picture]:
    """Lift a card of the row and lay it between two other cards. A finger marks this place."""
    spots = Spots(scene, op.row)
    moved, before = find_lifted_card(op.order)
    start = spots[op.row[moved - 1]]
    gap = spots[op.row[before - 1]].x - (CARD.w + GAP) / 2
    hand = HelpingHand(gap, start.y + CARD.h / 2 - 16, Pose.POINT)
    end = Spot(gap, start.y - CARD.h / 2 + 4)
    things = (*spots.things(), hand)
    return [Picture.of_movement(Movement.CARRY, Spot(start.x, start.y - 20), end, things)]


def find_lifted_card(order: tuple[int, ...]) -> tuple[int, int]:
    """Return the position of the lifted card, and of the card before which it is laid.

    Both positions are numbered before the movement.

    >>> find_lifted_card((1, 3, 4, 2, 5, 6)), find_lifted_card((1, 4, 2, 3, 5, 6))
    ((2, 5), (4, 2))
    """
    for card in order:
        rest = [other for other in order if other != card]
        if rest == sorted(rest) and order.index(card) + 1 != card:
            return card, order[order.index(card) + 1]
    raise ValueError(order)


def sort_columns(op: ops.Sort, scene: Scene) -> list[Picture]:
    """Group columns with the same marker, or push the loser of a duel away."""
    if op.by[0].row == TOP_ROW:
        return [_push_away(op, scene)]
    kinds = [face for face, _ in op.order]
    spots = Spots(scene, chain(*op.columns))
    shown = [place for place in op.by if place in spots]
    faces = {spots[place]: kinds[i % 2 % len(kinds)] for i, place in enumerate(shown)}
    last, first = spots[shown[-1]], spots[shown[0]]
    end = Spot((first.x + spots[shown[min(1, len(shown) - 1)]].x) / 2, last.y)
    return [Picture.of_movement(Movement.CARRY, last, end, _replace_faces(spots.things(), faces))]


def _push_away(op: ops.Sort, scene: Scene) -> Picture:
    """Push the pile with the last marker away."""
    spots = Spots(scene, chain(*op.columns))
    faces = {spots[place]: face for place, (face, _) in zip(op.by, op.order, strict=True)}
    loser = spots.find(op.columns[-1])
    out = _find_middle(loser)
    champion = spots.crown(op.columns[0][0].number)
    things = (*_replace_faces(spots.things(), faces), surround(loser), champion)
    return Picture.of_slide(Spot(out.x, spots.low - 20), Spot(out.x, spots.low + 50), *things)


def choose(op: ops.Choose, scene: Scene) -> list[Picture]:
    """Turn over the card above the pair with the faces β α."""
    spots = Spots(scene, chain(*op.piles))
    faces = {
        spots[place]: face
        for number, pile in enumerate(op.piles)
        if pile[1] in spots
        for place, face in zip(pile[1:3], ZERO if number else ONE, strict=True)
    }
    first = spots[op.piles[0][0]]
    return [Picture.of_movement(Movement.FLIP, first, first, _replace_faces(spots.things(), faces))]
