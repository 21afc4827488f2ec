"""Pictures of the table as data for the page, which draws them: the very pictures that the sheets are drawn from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypedDict

from facilitator.machine.faces import ALPHA, BETA, Face, named_by, owner_of
from facilitator.machine.operations import Place, places_of
from facilitator.play.offering import Card
from facilitator.play.prompt import ActPrompt
from facilitator.play.prompt import FaceUpPlaces as Lying
from facilitator.readings.before_after import AreaSight, sights
from facilitator.readings.diagram import DROP, PITCH, CardPicture, Picture, as_seen
from facilitator.readings.draw import NARROW

A_LINE = 9
"""Cards of a long row that are drawn side by side, the next below them."""
CardOf = Callable[[str], Card | None]


class CardDrawn(TypedDict):
    """A card, mm from the top left: what it shows (nothing: covered), and the group of a play card."""

    x: float
    y: float
    w: float
    h: float
    face: str
    group: str
    words: str


class WordDrawn(TypedDict):
    """A word, at the left end of its baseline."""

    x: float
    y: float
    text: str


class Drawn(TypedDict):
    """A picture, ``w`` by ``h`` mm; ``more``: columns that look alike and are left out."""

    w: float
    h: float
    cards: list[CardDrawn]
    words: list[WordDrawn]
    more: int


def around(act: ActPrompt, card: CardOf, columns: int) -> tuple[Drawn | None, Drawn | None]:
    """Return the table before an act and after it; None where nothing of what is touched lies there."""
    before, after = sights(act.ops, act.surface, shown=columns, step=act.step)
    return _seen(before, card), _seen(after, card)


def _seen(sight: AreaSight, card: CardOf) -> Drawn | None:
    if not sight.seen:
        return None
    return drawn(as_seen(sight.seen, dict(sight.up), sight.area), card, sight.more)


def lying(sight: Lying, card: CardOf) -> Drawn | None:
    """Return what an act of a rehearsal turned over, with what lies beside it; of a long row that row alone."""
    touched = [place for place in places_of(sight.op) if place in sight.up]
    if not touched:
        return None
    area = touched[0].area
    near = {place.number for place in touched}
    if len(near) <= NARROW:
        seen = {
            place: up for place, up in sight.surface.items() if place.area == area and place.number in near
        }
        return drawn(as_seen(seen, sight.up, area), card)
    cards = tuple(
        CardPicture(at % A_LINE * PITCH, at // A_LINE * DROP, sight.up[place])
        for at, place in enumerate(sorted(touched))
    )
    return drawn(Picture(cards), card)


def areas(surface: Mapping[Place, bool], up: Mapping[Place, Face], card: CardOf) -> list[Drawn]:
    """Return all that lies on the table, area by area, of a long row its first columns."""
    found = []
    for area in dict.fromkeys(place.area for place in surface):
        numbers = sorted({place.number for place in surface if place.area == area})
        near = set(numbers[:A_LINE])
        seen = {place: face for place, face in surface.items() if place.area == area and place.number in near}
        found.append(drawn(as_seen(seen, up, area), card, len(numbers) - len(near)))
    return found


def drawn(picture: Picture, card: CardOf, more: int = 0) -> Drawn:
    """Return a picture as data."""
    w, h = picture.size
    right = max((x + 4.2 * len(text) / 2 + 2 for x, _, text in picture.words), default=w)
    return Drawn(
        w=max(w, right),
        h=h,
        cards=[_card(one, card) for one in picture.cards],
        words=[WordDrawn(x=x, y=y, text=text) for x, y, text in picture.words],
        more=more,
    )


def _card(one: CardPicture, card: CardOf) -> CardDrawn:
    known = card(one.face) if one.face else None
    label = one.face if one.face in (ALPHA, BETA) else named_by(owner_of(one.face))
    return CardDrawn(
        x=one.x,
        y=one.y,
        w=one.w,
        h=one.h,
        face=label,
        group=known.group if known else "",
        words=known.words if known else label or "covered",
    )
