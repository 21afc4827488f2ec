"""Pictures of movements with cards in columns, piles and rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, product

from facilitator.games.seats import name_pile
from facilitator.i18n.catalogue import sentence
from facilitator.instructions.known_faces import UNREAD
from facilitator.instructions.written_faces import PILE_LABELS
from facilitator.operations import definitions as ops
from facilitator.operations.definitions import CARD_ROW, FIRST_BIT_ROW, PILE, SIX, TOP_ROW, Place, Row
from facilitator.operations.faces import DECK, ONE, ZERO, Face, bit_cards
from facilitator.pictures import objects
from facilitator.pictures.objects import CARD, Arrow, Movement, Picture, Spot, TableCard, TableSleeve, Thing

SHOWN = 3
"""Maximum number of columns or piles in a picture."""
GAP = 10.0
"""Distance between neighbouring cards, in mm."""
PAIR = (CARD.w + GAP) / 2
"""Distance between the centres of a pair and of each card in the pair, in mm."""
LOOSE = Spot(12.0, -20.0)
"""Offset of a loose card on a playing card, or of a marker on a sleeve, in mm."""
BELOW = 46.0
"""Distance from the lower edge of the cards to a pile or to the box below them, in mm."""
NAMED = 56.0
"""Distance between the centres of a pile and of the name below it, in mm."""
AREAS = (ops.COLUMN, ops.TICKET, PILE, SIX, ops.LOT, ops.CHOSEN, ops.STIRRED)
"""Areas of the table, from the top of a picture to its bottom."""
STACKED = (ops.COLUMN, PILE, ops.TICKET)
"""Areas in which the cards of a column or pile lie below each other."""
IN_SLEEVES = (ops.COLUMN, PILE)
"""Areas in which a sleeve holds the cards of a column or pile, at a table with sleeves."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Cards on the table before an operation.

    Attributes:
        surface: Places with a card. The value is True for a face-up card.
        faces: Known card faces of face-up cards, by place.
        sleeves: Whether columns and piles are in sleeves.
        outside: Places of face-down cards that are currently outside their sleeve.
        pool: Names of the virtual players if they have their own draw pile. Otherwise empty.
    """

    surface: Mapping[Place, bool]
    faces: Mapping[Place, Face]
    sleeves: bool = False
    outside: frozenset[Place] = frozenset()
    pool: tuple[str, ...] = ()

    def name_owner(self, owner: str) -> str:
        """Return the name of an owner's cards, for example "Vera's hand" or "draw pile"."""
        if owner == DECK:
            return name_pile(self.pool, PILE_LABELS[owner]).words()
        return sentence(PILE_LABELS[owner]) if owner in PILE_LABELS else sentence("hand", owner=owner)

    def card(self, place: Place, at: Spot) -> TableCard | TableSleeve:
        """Return the card or sleeve at a place, as a thing to draw at a position."""
        face = self.faces.get(place, UNREAD) if self.surface[place] else ""
        if self.is_sleeve(place):
            return TableSleeve(*at, face)
        if face and place.row == CARD_ROW and place._replace(row=TOP_ROW) in self.surface:
            face = objects.HIDDEN
        return TableCard(*at, face)

    def outline(self, place: Place, at: Spot) -> TableCard | TableSleeve:
        """Return the outline of a card or sleeve that will lie at a place, to draw at a position."""
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


class Spots:
    """Positions in a picture for the first few columns that an operation touches.

    Args:
        scene: The table before the operation.
        touched: Places that the operation touches.
        most: Maximum number of columns with positions.

    Attributes:
        more: Number of columns without positions.
        low: Lower edge of all positions, in mm.
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
        """Assign positions to the places in an area of the table, and return the lower edge of the area.

        Args:
            area: Area of the table.
            top: Upper edge of the area in the picture, in mm.
        """
        numbers = self._number_columns(area)
        rows = self._find_rows(area, numbers)
        sleeved = self._scene.sleeves and area in IN_SLEEVES
        column = _arrange_column(rows, sleeved) if area in STACKED else dict.fromkeys(rows, Spot(0, 0))
        heights = [0.0, *(y for _, y in column.values())]
        pitch = _measure_width(area, rows, sleeved) + GAP
        top += CARD.h / 2 - min(heights)
        for (index, number), (row, (x, y)) in product(enumerate(numbers), sorted(column.items())):
            place = Place(area, number, row)
            if not self._scene.is_inside(place):
                self._at[place] = Spot(index * pitch + x, top + y)
        return top + max(heights) + CARD.h / 2

    def _find_rows(self, area: str, numbers: Sequence[int]) -> set[int]:
        """Return the rows of these columns in which cards lie or will lie."""
        near = (place for place in chain(self._touched, self._scene.surface) if place.area == area)
        here = (place for place in near if place.number in numbers and not ops.is_layer(place))
        rows = {place.row for place in here if not self._scene.is_inside(place)}
        return rows | ({1} if area == SIX else set())

    def _number_columns(self, area: str) -> list[int]:
        """Return the numbers of the columns to show in an area of the table."""
        if area == SIX:
            return list(range(1, 7))
        numbers = [*dict.fromkeys(place.number for place in self._touched if place.area == area)]
        if area == ops.LOT:
            return numbers
        self.more = max(self.more, len(numbers) - self._most)
        return sorted(numbers[: self._most])

    def __contains__(self, place: Place) -> bool:
        return place in self._at

    def __getitem__(self, place: Place) -> Spot:
        return self._at[place]

    def things(self) -> list[Thing]:
        """Return all things to draw: cards and sleeves, numbered places of the row, and dots for further columns."""
        here = [place for place in self._at if place in self._scene.surface]
        here.sort(key=lambda place: place.row == TOP_ROW)
        row = ((place, at) for place, at in self._at.items() if place.area == SIX)
        frames = (objects.Frame(*at, place.number) for place, at in row)
        found: list[Thing] = [*frames, *(self._scene.card(place, self._at[place]) for place in here)]
        if self.more:
            found.append(objects.More(max(at.x for at in self._at.values()) + CARD.w + GAP, 0.5 * CARD.h))
        return found

    def find(self, places: Iterable[Place]) -> list[Spot]:
        """Return the positions of places. Places without a position are omitted."""
        return [self._at[place] for place in places if place in self._at]

    def middle_of(self, places: Iterable[Place]) -> Spot:
        """Return the average position of places. Places without a position are omitted."""
        return _find_middle(self.find(places))

    def crown(self, number: int) -> objects.Crown:
        """Return a crown for the picture, to the left of a pile. The crown marks the champion.

        Args:
            number: Number of the pile.
        """
        at = self._at[Place(PILE, number, CARD_ROW)]
        return objects.Crown(at.x - objects.SLEEVE.w / 2 - 16, at.y - 24)

    @property
    def middle(self) -> float:
        """Horizontal centre of the columns."""
        found = [at.x for at in self._at.values()]
        return (min(found) + max(found)) / 2


def _measure_width(area: str, rows: Iterable[int], sleeved: bool) -> float:
    """Return the width of a column in mm. Bit cards lie in pairs, beside the sleeves of other rows."""
    if area in STACKED and max(rows) >= FIRST_BIT_ROW:
        return 2 * PAIR + CARD.w
    return objects.SLEEVE.w if sleeved else CARD.w


def _arrange_column(rows: Iterable[int], sleeved: bool) -> dict[int, Spot]:
    """Return the position of each card in a column, relative to the first card.

    Args:
        rows: Row numbers of the cards. Bit cards in a pair lie side by side.
        sleeved: Whether the first card is in a sleeve. The marker then lies on the sleeve.
    """
    on_top = {TOP_ROW, ops.MARKER_ROW} if sleeved else {TOP_ROW}
    lines = sorted({_first_of_pair(row) for row in rows} - on_top)
    below = [row for row in rows if row not in on_top]
    places = {row: lines.index(_first_of_pair(row)) * (CARD.h + GAP) for row in below}
    return {**dict.fromkeys(rows, LOOSE), **{row: Spot(_side_of_pair(row), y) for row, y in places.items()}}


def _first_of_pair(row: int) -> int:
    """Return the row number of the left card in the same pair. For other cards, return ``row``."""
    return row if row < FIRST_BIT_ROW else row - (row - FIRST_BIT_ROW) % 2


def _side_of_pair(row: int) -> float:
    """Return the horizontal distance from the centre of a column to the card in a row, in mm."""
    if row < FIRST_BIT_ROW:
        return 0.0
    return PAIR if row > _first_of_pair(row) else -PAIR


# ----------------------------------------------------------------------------------------------------
# Cards from players' hands and from the box, and back.


def lay(op: ops.LayHand | ops.LayTop, scene: Scene) -> list[Picture]:
    """Return a picture of laying a player's cards, or the top card of a pile, on the table, face down."""
    places = op.places if isinstance(op, ops.LayHand) else (op.place,)
    spots = Spots(scene, places)
    shown = [place for place in places if place in spots]
    outlines = [
        TableSleeve(*spots[place], empty=True)
        if scene.is_sleeve(place)
        else scene.outline(place, spots[place])
        for place in shown
    ]
    start, first = Spot(spots.middle, spots.low + BELOW + CARD.h / 2), spots[shown[0]]
    things = [*spots.things(), *outlines, *label_pile(start, scene.name_owner(op.owner))]
    return [Picture.of_slide(Spot(start.x, start.y - CARD.h / 2 + 12), Spot(first.x, first.y + 16), *things)]


def label_pile(at: Spot, name: str) -> tuple[objects.Pile, objects.Name]:
    """Return a pile with a name below it."""
    return objects.Pile(*at), objects.Name(at.x, at.y + NAMED, name)


def put(op: ops.Put, scene: Scene) -> list[Picture]:
    """Return a picture of laying extra cards from the box, face up."""
    spots = Spots(scene, op.places)
    laid = [(spots[place], face) for place, face in zip(op.places, op.faces, strict=True) if place in spots]
    return [_lay_from_box(spots, laid)]


def encode(op: ops.Encode, scene: Scene) -> list[Picture]:
    """Return a picture of laying bit cards below playable and unplayable cards, face up."""
    patterns = sorted({bits for face, bits in op.code if face in op.shown}, reverse=True)
    columns = [*zip(op.cards, op.bits, patterns[:SHOWN], strict=False)]
    spots = Spots(scene, [place for card, bits, _ in columns for place in (card, *bits)])
    faces = {spots[card]: objects.FITS if any(bits) else objects.OTHER for card, _, bits in columns}
    laid = [
        (spots[place], face)
        for _, places, bits in columns
        for place, face in zip(places, bit_cards(bits), strict=True)
    ]
    picture = _lay_from_box(spots, laid)
    return [replace(picture, things=tuple(_replace_faces(picture.things, faces)))]


def _replace_faces(things: Iterable[Thing], faces: Mapping[Spot, Face]) -> list[Thing]:
    """Return copies of things with other card faces at some positions.

    Args:
        things: Things on the table.
        faces: New card faces, by position.
    """
    return [
        replace(thing, face=faces[Spot(thing.x, thing.y)])
        if isinstance(thing, TableCard | TableSleeve) and Spot(thing.x, thing.y) in faces
        else thing
        for thing in things
    ]


def _lay_from_box(spots: Spots, laid: list[tuple[Spot, Face]]) -> Picture:
    box, first = objects.CardBox(spots.middle, spots.low + BELOW), laid[0][0]
    cards = (TableCard(*at, face, outline=True) for at, face in laid)
    things = [*spots.things(), *cards, box, _name_box(box)]
    return Picture.of_slide(Spot(box.x, box.y - 12), Spot(first.x, first.y + 30), *things)


def _name_box(box: objects.CardBox) -> objects.Name:
    return objects.Name(box.x, box.y + 36, sentence("picture.box"))


def collect(op: ops.Collect, scene: Scene) -> list[Picture]:
    """Return a picture of putting extra cards back into the box."""
    spots = Spots(scene, op.places)
    box = objects.CardBox(spots.middle, spots.low + BELOW + 10)
    start = _lower_edge(spots, op.places)
    return [Picture.of_slide(start, Spot(box.x, box.y - 4), *spots.things(), box, _name_box(box))]


def collect_row(op: ops.Collect, scene: Scene) -> list[Picture]:
    """Return pictures of turning the row's face-up cards down, stirring all cards and boxing them."""
    spots = Spots(scene, op.places)
    flips = [Arrow(Movement.FLIP, spots[place], spots[place]) for place in op.places if scene.surface[place]]
    half, pitch = len(op.places) // 2, CARD.w + GAP
    sorted_cards = [TableCard(i * pitch, 0, ZERO[i // half]) for i in range(2 * half)]
    middle = (half - 0.5) * pitch
    box = objects.CardBox(middle, CARD.h / 2 + BELOW + 10)
    boxed = Picture.of_slide(Spot(middle, 28), Spot(middle, box.y - 4), *sorted_cards, box, _name_box(box))
    return [*([Picture(tuple(spots.things()), tuple(flips))] if flips else []), stir_cards(), boxed]


def _lower_edge(spots: Spots, places: Row) -> Spot:
    """Return a point near the lower edge of the first card or pair, as the start of an arrow."""
    first = next(place for place in places if place in spots)
    pair = [place for place in places if place in spots and place[:2] == first[:2]]
    middle = _find_middle(spots[place] for place in pair if spots[place].y == spots[first].y)
    return Spot(middle.x, middle.y + 28)


def give(op: ops.Return | ops.Draw, scene: Scene) -> list[Picture]:
    """Return a picture of giving cards to their owner, face down."""
    places = op.places if isinstance(op, ops.Return) else (op.place,)
    spots = Spots(scene, places)
    end = Spot(spots.middle, spots.low + BELOW + CARD.h / 2)
    things = [*spots.things(), *label_pile(end, scene.name_owner(op.owner))]
    return [Picture.of_slide(_lower_edge(spots, places), Spot(end.x, end.y - 10), *things)]


# ----------------------------------------------------------------------------------------------------
# Turning over, mixing and moving.


def turn_cards(op: ops.Cover | ops.Reveal, scene: Scene) -> list[Picture]:
    """Return a picture of turning cards over in their places."""
    spots = Spots(scene, op.places)
    flips = [Arrow(Movement.FLIP, spots[place], spots[place]) for place in op.places if place in spots]
    return [Picture(tuple(spots.things()), tuple(flips))]


def mix_piles(op: ops.Scramble, scene: Scene) -> list[Picture]:
    """Return pictures of putting piles into envelopes, mixing the envelopes, and laying the piles out again."""
    swapped = swap_envelopes(len(op.piles))
    return [carry_piles(op.piles, scene, False), swapped, carry_piles(op.piles, scene, True)]


def carry_piles(piles: tuple[Row, ...], scene: Scene, out: bool) -> Picture:
    """Return a picture of putting a pile into an envelope, or of laying it out again.

    Args:
        piles: Places of the cards in each pile. The picture shows only the first pile. If the piles are the two
            halves of the six-card row, it shows both.
        scene: The table before the operation.
        out: Whether the cards come out of the envelope.
    """
    shown = piles if piles[0][0].area == SIX else piles[:1]
    spots = Spots(scene, chain(*shown))
    envelopes = [_place_envelope(spots, pile) for pile in shown]
    openings = [Spot(envelope.x, envelope.y - 20) for envelope in envelopes]
    middles = [spots.middle_of(pile) for pile in shown]
    things: list[Thing]
    if out:
        things, starts, ends = _outline_cards(chain(*shown), spots, scene), openings, middles
    else:
        groups = (surround(spots.find(pile)) for pile in shown)
        things, starts, ends = [*spots.things(), *groups], middles, openings
    arrows = map(partial(Arrow, Movement.CARRY), starts, ends)
    return Picture((*things, *envelopes), tuple(arrows))


def _outline_cards(places: Iterable[Place], spots: Spots, scene: Scene) -> list[Thing]:
    """Return the outlines of cards that will lie at some places, after the numbered places of the row."""
    frames = [thing for thing in spots.things() if isinstance(thing, objects.Frame)]
    return [*frames, *(scene.outline(place, spots[place]) for place in places if place in spots)]


def surround(cards: Sequence[Spot]) -> objects.Together:
    """Return a line around cards that move together.

    Args:
        cards: Position of each card.
    """
    left, right = min(spot.x for spot in cards), max(spot.x for spot in cards)
    top, bottom = min(spot.y for spot in cards), max(spot.y for spot in cards)
    size = right - left + CARD.w, bottom - top + CARD.h
    return objects.Together((left + right) / 2, (top + bottom) / 2, *size)


def _place_envelope(spots: Spots, pile: Row) -> objects.Envelope:
    """Return the envelope for a pile, drawn below a row of piles or to the right of a single pile."""
    middle = spots.middle_of(pile)
    if pile[0].area == SIX:
        return objects.Envelope(middle.x, spots.low + objects.ENVELOPE.h / 2 + 40)
    return objects.Envelope(max(at.x for at in spots.find(pile)) + CARD.w + objects.ENVELOPE.w, middle.y)


def swap_envelopes(count: int) -> Picture:
    """Return a picture of envelopes that change places while people look away.

    Args:
        count: Number of envelopes.
    """
    pitch = objects.ENVELOPE.w + 40
    envelopes = [objects.Envelope(i * pitch, 0) for i in range(min(count, SHOWN))]
    last = envelopes[-1].x
    things = (*envelopes, objects.Eye(last + objects.ENVELOPE.w, -60, away=True))
    return Picture.of_movement(Movement.SWAP, Spot(0, 0), Spot(last, 0), things)


def stir(op: ops.Scramble | ops.Stir | ops.Return, scene: Scene) -> list[Picture]:
    """Return pictures of stirring cards with flat hands, and gathering all but bit cards into a pile."""
    if isinstance(op, ops.Stir):
        return [stir_cards()]
    name = scene.name_owner(op.owner) if isinstance(op, ops.Return) else sentence("picture.pile")
    pile = label_pile(Spot(170, 0), name)
    return [stir_cards(), Picture.of_slide(Spot(60, 0), Spot(164, 0), *SPREAD, *pile)]


def spread_hand(op: ops.LayHand, scene: Scene) -> list[Picture]:
    """Return a picture of spreading a player's cards on the table, face down."""
    outlines = (replace(card, outline=True) for card in SPREAD)
    pile = label_pile(Spot(-170, 0), scene.name_owner(op.owner))
    return [Picture.of_slide(Spot(-164, 0), Spot(-40, 0), *outlines, *pile)]


SPREAD = (
    TableCard(-52, -18, turn=-24),
    TableCard(10, -34, turn=12),
    TableCard(58, -6, turn=38),
    TableCard(-20, 22, turn=64),
    TableCard(34, 34, turn=-12),
)
"""Face-down cards in disorder."""


def stir_cards() -> Picture:
    """Return a picture of stirring face-down cards with two flat hands."""
    hands = (objects.HelpingHand(x, 24, objects.Pose.FLAT, turn) for x, turn in ((-44, 20), (62, 340)))
    return Picture.of_movement(Movement.STIR, Spot(6, -6), Spot(6, -6), (*SPREAD, *hands))


def move(op: ops.Move, scene: Scene) -> list[Picture]:
    """Return pictures of carrying cards to other places, with a picture for each card, pair or column.

    If more than two columns become piles, or piles become columns, only the first column has a picture.
    """
    ways = _group_cards(op)
    areas = {(source.area, target.area) for source, target in chain(*ways)}
    if len(ways) > 2 and len(areas) == 1:
        ways = ways[:1]
    found, surface, faces = [], dict(scene.surface), dict(scene.faces)
    for way in ways:
        found.append(_picture_carry(way, replace(scene, surface=dict(surface), faces=dict(faces)), op))
        sides = [(target, surface.pop(source), faces.pop(source, None)) for source, target in way]
        surface.update({target: up for target, up, _ in sides})
        faces.update({target: face for target, _, face in sides if face is not None})
    return found


def _group_cards(op: ops.Move) -> list[list[tuple[Place, Place]]]:
    """Return the source and the target of each card, in a list for the cards that move together."""
    groups: dict[object, list[tuple[Place, Place]]] = {}
    for source, target in zip(op.source, op.target, strict=True):
        groups.setdefault((_get_unit(source), _get_unit(target)), []).append((source, target))
    return [*groups.values()]


def _get_unit(place: Place) -> tuple[str, int, int]:
    """Return a key that cards share if they move together: both cards of a pair, or the cards of a column."""
    if place.area == SIX:
        return SIX, (place.number + 1) // 2, 0
    return place.area, place.number, int(place.row == TOP_ROW)


def _picture_carry(way: Sequence[tuple[Place, Place]], scene: Scene, op: ops.Move) -> Picture:
    faces = _read_open_pair(way, scene)
    known = {source: faces[target] for source, target in way if faces}
    scene = replace(scene, faces={**scene.faces, **known})
    spots = Spots(scene, (*chain(*way), *op.source, *op.target))
    visible = [(source, target) for source, target in way if source in spots and target in spots]
    starts, ends = [spots[source] for source, _ in visible], [spots[target] for _, target in visible]
    outlines: list[Thing] = [
        replace(scene.outline(target, spots[target]), face=faces.get(target, "")) for _, target in visible
    ]
    group = [surround(starts)] * (len(starts) > 1)
    arrows = _list_carry_arrows(starts, ends)
    count = 2 if way[0][0].area == way[0][1].area == SIX else 1  # the two open cards may change places
    champion = map(spots.crown, _find_champion(op))
    return Picture((*outlines, *spots.things(), *group, *champion), tuple(arrows[:count]))


def _list_carry_arrows(starts: Sequence[Spot], ends: Sequence[Spot]) -> list[Arrow]:
    """Return an arrow for each card, or a single arrow if all cards move by the same distance."""
    ways = [*zip(starts, ends, strict=True)]
    if len({(end.x - start.x, end.y - start.y) for start, end in ways}) == 1:
        ways = [(_find_middle(starts), _find_middle(ends))]
    return [Arrow(Movement.CARRY, start, end) for start, end in ways]


def _read_open_pair(way: Sequence[tuple[Place, Place]], scene: Scene) -> dict[Place, Face]:
    """Return the faces of a face-up pair of the row at its new places, where it always lies as α β."""
    if any(place.area != SIX for place in chain(*way)) or not all(scene.surface[source] for source, _ in way):
        return {}
    return dict(zip(sorted(target for _, target in way), ZERO, strict=True))


def _find_champion(op: ops.Move) -> list[int]:
    """Return a list with the number of the champion's pile in a duel, or an empty list."""
    own = {place.number for place in op.source}
    return [place.number for place in op.target if place.row == TOP_ROW and place.number not in own]


def _find_middle(points: Iterable[Spot]) -> Spot:
    found = [*points]
    return Spot(sum(p.x for p in found) / len(found), sum(p.y for p in found) / len(found))


def rearrange(op: ops.Rearrange, scene: Scene) -> list[Picture]:
    """Return a picture of lifting a card of the row and laying it between two other cards."""
    spots = Spots(scene, op.row)
    moved, before = find_lifted_card(op.order)
    start = spots[op.row[moved - 1]]
    gap = spots[op.row[before - 1]].x - (CARD.w + GAP) / 2
    hand = objects.HelpingHand(gap, start.y + CARD.h / 2 - 16, objects.Pose.POINT)
    end = Spot(gap, start.y - CARD.h / 2 + 4)
    things = (*spots.things(), hand)
    return [Picture.of_movement(Movement.CARRY, Spot(start.x, start.y - 20), end, things)]


def find_lifted_card(order: tuple[int, ...]) -> tuple[int, int]:
    """Return the numbers of the card that is lifted and of the card to the left of which it is laid.

    Cards are numbered from left to right before the movement.

    Args:
        order: Number of each card after the movement, from left to right.

    >>> find_lifted_card((1, 3, 4, 2, 5, 6)), find_lifted_card((1, 4, 2, 3, 5, 6))
    ((2, 5), (4, 2))
    """
    for card in order:
        rest = [other for other in order if other != card]
        if rest == sorted(rest) and order.index(card) + 1 != card:
            return card, order[order.index(card) + 1]
    raise ValueError(order)


def sort_columns(op: ops.Sort, scene: Scene) -> list[Picture]:
    """Return a picture of grouping columns with the same marker, or of pushing the loser of a duel away."""
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
    """Return a picture of pushing the losing pile of a duel away."""
    spots = Spots(scene, chain(*op.columns))
    faces = {spots[place]: face for place, (face, _) in zip(op.by, op.order, strict=True)}
    loser = spots.find(op.columns[-1])
    out = _find_middle(loser)
    champion = spots.crown(op.columns[0][0].number)
    things = (*_replace_faces(spots.things(), faces), surround(loser), champion)
    return Picture.of_slide(Spot(out.x, spots.low - 20), Spot(out.x, spots.low + 50), *things)


def choose(op: ops.Choose, scene: Scene) -> list[Picture]:
    """Return a picture of turning over the card above the pair β α."""
    spots = Spots(scene, chain(*op.piles))
    faces = {
        spots[place]: face
        for number, pile in enumerate(op.piles)
        if pile[1] in spots
        for place, face in zip(pile[1:3], ZERO if number else ONE, strict=True)
    }
    first = spots[op.piles[0][0]]
    return [Picture.of_movement(Movement.FLIP, first, first, _replace_faces(spots.things(), faces))]
